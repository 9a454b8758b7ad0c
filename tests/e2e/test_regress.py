"""``regress`` and ``shrink`` as commands: exit codes, the store, the output."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from harness.formats import read_puzzle, write_puzzle
from harness.puzzle import Grid, Puzzle
from harness.regress.corpus import RandomSpec
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import Status
from pyspectrum.tape import write_tap
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.planted import SHOWS_FAULT, faulty_tape

TURBO = ("--tape", "crossword-turbo.tap", "--inject", "--jobs", "1")
SEED = 2026


def rows_of(database: Path) -> dict[tuple[str, str], tuple[object, ...]]:
    """All outcomes in a file, by puzzle and engine, as they stand there."""
    if not database.exists():
        return {}
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute("SELECT * FROM outcomes").fetchall()
    except sqlite3.OperationalError:  # the table is not made yet
        rows = []
    finally:
        connection.close()
    return {(row[0], row[1]): row for row in rows}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the faulty tape, and the puzzle that shows it."""
    folder = tmp_path_factory.mktemp("faulty")
    write_tap(folder / "faulty.tap", faulty_tape())
    write_puzzle(SHOWS_FAULT, folder / "shows.xml")
    return folder


# -- exit codes and what is printed ------------------------------------------------------------


def test_all_agree() -> None:
    ran = run_cli("regress", "puzzles/cat.txt", "puzzles/cup.txt", "--random", "5x5..8x8:6:3", *TURBO)
    assert ran.code == 0, ran
    assert "random puzzles: --random 5x5..8x8:6:3" in ran.out
    assert ran.out.splitlines()[-1] == "8 agrees"


def test_outcomes_have_the_words_of_run(tmp_path: Path) -> None:
    two = tmp_path / "two.txt"
    two.write_text("rows:\n1\n1\ncolumns:\n1\n1\n")
    ran = run_cli("regress", str(two), *TURBO, "--report", str(tmp_path / "report"))
    assert "crossword-turbo.tap: 1 many variants\n" in ran.out
    assert "many-variants" not in (tmp_path / "report" / "index.html").read_text("utf-8")
    value = run_cli("regress", str(two), *TURBO, "--json").json
    assert value["engines"][0]["results"] == {"many-variants": 1}, "for programs it stays one word"


def test_some_do_not_agree_and_the_page_shows_it(faulty: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    tape = str(faulty / "faulty.tap")
    ran = run_cli(
        "regress", str(faulty / "shows.xml"), "puzzles/car.txt", "--tape", tape, "--inject", "--jobs", "1",
        "--report", str(report), "--json",
    )  # fmt: skip
    assert ran.code == 1, ran
    assert ran.json["by_status"] == {"agrees": 1, "disagrees": 1}
    (wrong,) = ran.json["wrong"]
    assert wrong["expected"] == list(SHOWS_FAULT.goal.rows if SHOWS_FAULT.goal else ())
    assert Grid(tuple(wrong["answer"])).unknown_count
    page = (report / "index.html").read_text("utf-8")
    assert page.count('<figure><svg class="grid"') == 2
    assert f"python -m harness run {report}/puzzles/" in page
    assert "<failure" in (report / "junit.xml").read_text("utf-8")
    (puzzle,) = (report / "puzzles").iterdir()
    repeated = run_cli("run", str(puzzle), "--tape", tape, "--quiet")
    assert (repeated.code, "WRONG" in repeated.out) == (1, True), "the command on the page repeats it"


def test_an_unreadable_file_is_a_line_and_not_the_end(tmp_path: Path) -> None:
    (tmp_path / "broken.non").write_text("rows\n!\n")
    ran = run_cli("regress", str(tmp_path), "puzzles/cup.txt", *TURBO)
    assert ran.code == 2
    assert "broken.non" in ran.out
    assert ran.out.splitlines()[-1] == "1 agrees, 1 unreadable"


def test_large_and_coloured_puzzles_are_skipped(tmp_path: Path) -> None:
    write_puzzle(Grid(("#" * 70,) * 50).clues(), tmp_path / "large.non")
    ran = run_cli("regress", str(tmp_path), "puzzles/tulips.g", "puzzles/cup.txt", *TURBO)
    assert ran.code == 0, ran
    assert ran.out.splitlines()[-1] == "1 agrees, 2 skipped"


def test_limits_leave_puzzles_undecided(tmp_path: Path) -> None:
    ran = run_cli("regress", "puzzles/cat.txt", *TURBO, "--spectrum-timeout", "0.3", "--json")
    assert ran.code == 1
    assert ran.json["by_status"] == {"undecided": 1}
    ran = run_cli("regress", "puzzles/cat.txt", *TURBO, "--timeout", "0", "--json")
    assert ran.json["by_status"] == {"undecided": 1}


def test_wrong_numbers_reach_the_program_when_unchecked(tmp_path: Path) -> None:
    (tmp_path / "wrong.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n")
    assert run_cli("regress", str(tmp_path), *TURBO).code == 2
    ran = run_cli("regress", str(tmp_path), *TURBO, "--unchecked", "--json")
    assert (ran.code, ran.json["engines"][0]["results"]) == (0, {"checksum-error": 1})


def test_typed_puzzles_agree_as_well() -> None:
    ran = run_cli("regress", "--random", "3x3:1:1", "--tape", "crossword-turbo.tap", "--jobs", "1", "--quiet")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "1 agrees")


def test_strategies_alone_are_a_benchmark() -> None:
    ran = run_cli("regress", "puzzles", "--solver-only", "--strategy", "fast", "--strategy", "probe", "--jobs", "1")
    assert ran.code == 0, ran
    assert [line.split(":")[0] for line in ran.out.splitlines() if not line.startswith(" ")][:2] == ["fast", "probe"]
    assert ran.out.count("95 %") == 2
    assert sum("puzzles/harbour.txt" in line for line in ran.out.splitlines()) == 2


@pytest.mark.slow
def test_another_program_is_held_against_ours(tmp_path: Path) -> None:
    liar = tmp_path / "liar"
    liar.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m harness solve "$1" --max-solutions 2 --json | sed s/true/false/\n'
    )
    liar.chmod(0o755)
    own = f"{sys.executable} -m harness solve {{file}} --max-solutions 2 --json"
    assert run_cli("regress", "puzzles/cup.txt", "--against", own, "--jobs", "1").code == 0
    ran = run_cli("regress", "puzzles/cup.txt", "--against", f"{liar} {{file}}", "--jobs", "1")
    assert (ran.code, "not the only one" in ran.out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        ([], "no puzzles"),
        (["puzzles", "--resume"], "--db"),
        (["puzzles", "--strategy", "fast"], "--solver-only"),
        (["puzzles", "--solver-only", "--inject"], "does not run the Spectrum"),
        (["puzzles", "--backend", "dask"], "--scheduler"),
        (["puzzles", "--scheduler", "tcp://x:1"], "--backend dask"),
        (["puzzles", "--db", "puzzles/cat.txt"], "not a database"),
        (["puzzles", "--against", "solver"], "{file}"),
        (["puzzles", "--random", "5x5"], "WxH:COUNT:SEED"),
        (["puzzles", "--pictures", "docs/nowhere"], "no such folder"),
        (["puzzles", "--tape", "none.tap"], "none.tap"),
        (["puzzles/cat.txt", "--db", "puzzles/cat.txt"], "overwrite"),
        (["puzzles", "--against", "/no/program {file}", "--jobs", "1"], "cannot be run"),
    ],
)
def test_impossible_options_are_refused_in_one_line(arguments: list[str], fragment: str) -> None:
    before = (ROOT / "puzzles" / "cat.txt").read_bytes()
    assert_one_line_refusal(run_cli("regress", *arguments), fragment)
    assert (ROOT / "puzzles" / "cat.txt").read_bytes() == before


# -- continuing ----------------------------------------------------------------------------------


def start(database: Path, *more: str) -> subprocess.Popen[str]:
    """A run in a process group of its own, with two workers."""
    return subprocess.Popen(
        [sys.executable, "-m", "harness", "regress", *TURBO, "--jobs", "2", "--db", str(database), "--resume", *more],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        start_new_session=True,
    )


def wait_for_rows(process: subprocess.Popen[str], database: Path, count: int) -> None:
    """Until so many outcomes are in the file, or the run has ended."""
    while len(rows_of(database)) < count and process.poll() is None:
        with_patience(process, 0.02)


def with_patience(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait, but no longer than until the process ends."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return


@pytest.mark.slow
def test_nothing_is_lost_or_done_twice_when_it_is_killed_ten_times(tmp_path: Path) -> None:
    database = tmp_path / "outcomes.sqlite"
    corpus = ("--random", f"8x8..12x12:800:{SEED}")  # far more than are done before the tenth death
    spec = RandomSpec((8, 8), (12, 12), 800, SEED)
    puzzles = [spec.entry(number).puzzle for number in range(1, 801)]
    count = len({(puzzle.rows, puzzle.columns) for puzzle in puzzles if isinstance(puzzle, Puzzle)})
    lot = random.Random(SEED)
    for _ in range(10):
        before = rows_of(database)
        with start(database, *corpus) as process:
            wait_for_rows(process, database, len(before) + lot.randrange(1, 16))
            with_patience(process, lot.uniform(0, 0.1))
            os.killpg(process.pid, signal.SIGKILL)
            assert process.wait(60) == -signal.SIGKILL, "it was killed before it had ended"
        after = rows_of(database)
        assert {key: after[key] for key in before} == before, "what was done stays, and is not done again"
        assert len(after) > len(before)
    with start(database, *corpus) as process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    done = rows_of(database)
    assert {key: done[key] for key in after} == after
    assert len(done) == count
    assert f"{len(after)} kept from before" in out
    assert out.splitlines()[-1] == f"{count} agrees"


@pytest.mark.slow
@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_all_and_writes_the_report(wish: signal.Signals, tmp_path: Path) -> None:
    database, report = tmp_path / "outcomes.sqlite", tmp_path / "report"
    with start(database, "--random", f"5x5..20x20:5000:{SEED}", "--report", str(report)) as process:
        wait_for_rows(process, database, 5)
        before = rows_of(database)
        if wish is signal.SIGINT:
            os.killpg(process.pid, wish)  # as a terminal does
        else:
            process.send_signal(wish)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    rows = rows_of(database)
    assert {key: rows[key] for key in before} == before
    assert out.splitlines()[-1] == f"interrupted: {len(rows)} agrees"
    lines = (report / "outcomes.jsonl").read_text("ascii").splitlines()
    assert len(lines) == len(rows)
    assert {json.loads(line)["status"] for line in lines} == {"agrees"}


# -- shrink ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_planted_fault_is_shrunk_to_its_core(faulty: Path, tmp_path: Path) -> None:
    tape, small = str(faulty / "faulty.tap"), tmp_path / "small.txt"
    ran = run_cli("shrink", str(faulty / "shows.xml"), "--disagrees", "--tape", tape, "--out", str(small))
    assert ran.code == 0, ran
    puzzle = read_puzzle(small)
    engine = SpectrumEngine("faulty", Path(tape).read_bytes(), injected=True)
    assert engine.take(puzzle).status is Status.DISAGREES
    lines = [(clue, length) for _, clue, length in puzzle.lines()]
    assert any(length == 5 and len(clue) == 2 for clue, length in lines), "the fault's own condition is what is left"
    assert puzzle.width * puzzle.height < SHOWS_FAULT.width * SHOWS_FAULT.height
    assert sum(map(sum, puzzle.rows)) < sum(map(sum, SHOWS_FAULT.rows))


def test_a_predicate_of_ones_own_is_asked(tmp_path: Path) -> None:
    write_puzzle(Grid(("#####", "..###", "#.#.#", "..#..")).clues(), tmp_path / "all.non")
    ran = run_cli("shrink", str(tmp_path / "all.non"), "--predicate", "grep -qx 1,1,1 {file}")
    assert ran.code == 0, ran
    assert re.fullmatch(r"5×4, 12 black → 5×1, 3 black after \d+ trials\n", ran.err), "one line, but on a terminal"
    assert "1 1 1" in ran.out or "1,1,1" in ran.out or "#.#.#" in ran.out


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["--predicate", "false {file}"], "finds no fault in this puzzle"),
        (["--predicate", "true"], "{file}"),
        (["--disagrees", "--tape", "crossword-turbo.tap"], "nothing to shrink"),
        (["--predicate", "true {file}", "--out", "x.unknown"], "ending"),
    ],
)
def test_puzzles_without_a_fault_are_not_shrunk(arguments: list[str], fragment: str) -> None:
    assert_one_line_refusal(run_cli("shrink", "puzzles/cup.txt", *arguments), fragment)


def test_the_planted_fault_is_no_fault_of_the_program() -> None:
    assert (
        SpectrumEngine("sound", (ROOT / "tapes" / "crossword.tap").read_bytes(), injected=True).take(SHOWS_FAULT).status
        is Status.AGREES
    )
    assert isinstance(SHOWS_FAULT, Puzzle)
