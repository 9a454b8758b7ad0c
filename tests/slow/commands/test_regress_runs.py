"""Runs of ``regress`` that are killed, interrupted or lose a worker; and a planted fault, found and shrunk."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.files.reading import data_folder
from harness.formats import read_puzzle, write_puzzle
from harness.puzzle import Grid
from harness.regress.backends import Cluster, side_by_side
from harness.regress.corpus import Corpus, RandomSpec
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import PuzzleOutcome, Status
from harness.regress.session import Store, run
from pyspectrum.tape import write_tap
from tests.cli_runner import assert_one_line_refusal, run_cli, run_process
from tests.house import ROOT
from tests.planted import SHOWS_FAULT, faulty_tape
from tests.regress_engines import Doubtful, dot

SIGNALLED = """
import os, signal, sys
from harness.cli import main
from harness.regress.session import Store

signal.signal(signal.SIGINT, signal.default_int_handler)
put, left, wish = Store.put, int(sys.argv[1]), getattr(signal, sys.argv[2])

def counted(store, outcome):
    global left
    if left == 0 and wish is signal.SIGTERM:
        os.kill(os.getpid(), wish)
    elif left == 0:
        os.killpg(0, wish)
    left -= 1
    put(store, outcome)

Store.put = counted
sys.exit(main(sys.argv[3:]))
"""
"""The command in a process group of its own; after so many outcomes a signal comes, as a terminal sends it to all."""


def regress(database: Path, *more: str, after: int = -1, wish: str = "SIGKILL") -> subprocess.CompletedProcess[str]:
    """A run with two workers."""
    options = ("--tape", "crossword-turbo.tap", "--inject", "--jobs", "2", "--db", str(database), "--resume")
    return subprocess.run(
        [sys.executable, "-c", SIGNALLED, str(after), wish, "regress", *options, *more],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=300,
    )


def rows_of(database: Path) -> dict[tuple[str, str], tuple[object, ...]]:
    """All outcomes in a file, by puzzle and engine, as they stand there."""
    connection = sqlite3.connect(database)
    rows = connection.execute("SELECT * FROM outcomes").fetchall()
    connection.close()
    return {(row[0], row[1]): row for row in rows}


def test_nothing_is_lost_or_done_twice_when_it_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "outcomes.sqlite"
    corpus = ("--random", "6x6..9x9:40:2026")
    before: dict[tuple[str, str], tuple[object, ...]] = {}
    for after in (3, 1, 7):
        assert regress(database, *corpus, after=after).returncode == -signal.SIGKILL
        rows = rows_of(database)
        assert len(rows) == len(before) + after
        assert {key: rows[key] for key in before} == before, "what was done stays, and is not done again"
        before = rows
    ended = regress(database, *corpus)
    assert ended.returncode == 0, ended.stderr
    rows = rows_of(database)
    assert {key: rows[key] for key in before} == before
    assert f"{len(before)} kept from before" in ended.stdout
    assert ended.stdout.splitlines()[-1] == f"{len(rows)} agrees" == "40 agrees"


@pytest.mark.parametrize("wish", ["SIGINT", "SIGTERM"])
def test_ctrl_c_keeps_all_and_writes_the_report(wish: str, tmp_path: Path) -> None:
    database, report = tmp_path / "outcomes.sqlite", tmp_path / "report"
    ended = regress(database, "--random", "6x6..9x9:40:2026", "--report", str(report), after=5, wish=wish)
    assert ended.returncode == 130, ended.stderr
    assert "Traceback" not in ended.stderr
    rows = rows_of(database)
    assert len(rows) == 5
    assert ended.stdout.splitlines()[-1] == "interrupted: 5 agrees"
    lines = (report / "outcomes.jsonl").read_text("ascii").splitlines()
    assert len(lines) == 5
    assert {json.loads(line)["status"] for line in lines} == {"agrees"}


def test_a_worker_that_dies_costs_the_puzzle_in_work_and_no_other(tmp_path: Path) -> None:
    titles = {1: "dies", 2: "dies once", 12: "breaks"}  # the second one is not reached when the first one dies
    entries = [dot(number, titles.get(number, "")) for number in range(1, 30)]
    with Store(":memory:") as store:
        result = run(entries, [Doubtful(str(tmp_path))], store, partial(side_by_side, 2), batch_size=4)
        found = {one.name: one for one in result.outcomes(store)}
    assert len(found) == len(entries)
    wrong = {name: one.status for name, one in found.items() if one.status is not Status.AGREES}
    assert wrong == {"puzzle 1": Status.LOST, "puzzle 12": Status.FAILED}
    assert {name: one.attempts for name, one in found.items() if one.attempts > 1} == {"puzzle 1": 2, "puzzle 2": 2}
    assert (tmp_path / "died").exists()


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the faulty tape, and the puzzle that shows it."""
    folder = tmp_path_factory.mktemp("faulty")
    write_tap(folder / "faulty.tap", faulty_tape())
    write_puzzle(SHOWS_FAULT, folder / "shows.xml")
    sound = SpectrumEngine("sound", (ROOT / "tapes" / "crossword.tap").read_bytes(), injected=True)
    assert sound.take(SHOWS_FAULT).status is Status.AGREES, "it is no fault of the program"
    return folder


def test_some_do_not_agree_and_the_report_shows_it(faulty: Path, tmp_path: Path) -> None:
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
    assert "<failure" in (report / "junit.xml").read_text("utf-8")
    (puzzle,) = (report / "puzzles").iterdir()
    repeated = run_cli("run", str(puzzle), "--tape", tape, "--quiet")
    assert (repeated.code, "WRONG" in repeated.out) == (1, True), "the command on the page repeats it"


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


# -- on a real Dask cluster of two worker processes, one of which is killed in the middle -----------


@pytest.fixture(scope="module")
def distributed() -> Any:
    """Dask's library, an extra: without it these tests are skipped."""
    return pytest.importorskip("distributed", reason="dask.distributed is not installed: [cluster]")


@pytest.fixture(scope="module")
def cluster(distributed: Any) -> Iterator[Any]:
    """Two worker processes of one thread each, with a nanny that starts a new one in place of a dead one."""
    import dask

    # the scheduler gives up at once, so that what it gives up is ours to try again
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as made,
    ):
        yield made


@pytest.fixture
def client(distributed: Any, cluster: Any) -> Iterator[Any]:
    """A client of it, with both workers there."""
    with distributed.Client(cluster, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=60)
        yield made


def test_the_result_is_whole_when_a_worker_is_killed_in_the_middle(client: Any) -> None:
    workers: dict[str, int] = client.run(os.getpid)
    killed: list[int] = []

    def kill_one(outcome: PuzzleOutcome) -> None:
        seen.append(outcome.name)
        if len(seen) == 15:
            killed.append(workers[min(workers)])
            os.kill(killed[0], signal.SIGKILL)

    seen: list[str] = []
    tape = (data_folder("tapes") / "crossword-turbo.tap").read_bytes()
    corpus = Corpus(random_puzzles=[RandomSpec.parse("5x5..12x12:60:2026")])
    engine = SpectrumEngine("crossword-turbo.tap", tape, injected=True)
    with Store(":memory:") as store:
        result = run(corpus, [engine], store, Cluster(client), on_outcome=kill_one)
        outcomes = result.outcomes(store)
    assert killed[0] not in client.run(os.getpid).values(), "it is dead"
    assert len(seen) == len(set(seen)), "nothing comes twice"
    assert len(outcomes) + result.repeated == 60
    assert {outcome.status for outcome in outcomes} == {Status.AGREES}
    assert [outcome.name for outcome in outcomes] == [f"random 5x5..12x12:{n}:2026" for n in range(1, 61)]


def test_the_command_works_with_a_scheduler(cluster: Any) -> None:
    arguments = ("--tape", "crossword-turbo.tap", "--inject", "--backend", "dask")
    ran = run_process("regress", "puzzles/cup.txt", *arguments, "--scheduler", cluster.scheduler_address, "--quiet")
    assert (ran.code, ran.out.splitlines()[-1:]) == (0, ["1 agrees"]), ran


@pytest.mark.usefixtures("distributed")
def test_a_scheduler_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.regress.backends.CONNECT_SECONDS", 0.5)
    ran = run_cli("regress", "puzzles/cup.txt", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert_one_line_refusal(ran, "no scheduler answers")
