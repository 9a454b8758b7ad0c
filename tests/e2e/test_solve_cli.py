"""``solve`` as a user runs it: every strategy, limits, time, Ctrl-C, watching."""

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from harness.drawing import Recorder, Sheet
from harness.formats import read_any, read_puzzle, write_puzzle
from harness.puzzle import Grid
from harness.solver.registry import DEFAULT, find_strategy, strategy_names
from tests.cli_runner import ROOT, assert_one_line_refusal, run_bench, run_cli, run_on_terminal
from tests.many_solutions import rooks, switches
from tests.marks import slow_ones

WINTER = "puzzles/winter.txt"
STRATEGIES = pytest.mark.parametrize("strategy", strategy_names())


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A puzzle with more solutions than anybody can wait for."""
    path = tmp_path / "endless.txt"
    write_puzzle(switches(40), path)
    return str(path)


@STRATEGIES
def test_winter_is_unique_and_needs_trial(strategy: str) -> None:
    answer = run_cli("solve", WINTER, "--strategy", strategy, "--json").json
    assert (answer["strategy"], answer["outcome"], answer["unique"]) == (strategy, "unique", True)
    assert (answer["difficulty"], answer["complete"], answer["stopped"]) == ("branch", True, None)
    (solution,) = answer["solutions"]
    assert Grid(tuple(solution)).clues().has_clues_of(read_puzzle(ROOT / WINTER))
    assert sum(row.count("?") for row in answer["fixpoint"]) == 218
    assert answer["guesses"] >= 0
    assert answer["line_calls"] > 50
    assert answer["cpu_ms"] >= 0  # a coarse clock may not have moved


@STRATEGIES
def test_the_keys_are_the_same_for_every_end(strategy: str) -> None:
    keys = None
    for puzzle in ("car", "two-solutions", "contradiction", "contradiction-by-trial"):
        answer = run_cli("solve", f"puzzles/{puzzle}.txt", "--strategy", strategy, "--json").json
        assert keys in (None, set(answer))
        keys = set(answer)
    assert keys is not None
    assert {"width", "height", "strategy", "outcome", "solutions", "unique", "cpu_ms", "guesses", "difficulty"} <= keys


def test_the_default_is_named() -> None:
    assert run_cli("solve", "puzzles/car.txt", "--json").json["strategy"] == DEFAULT


@STRATEGIES
def test_max_solutions(strategy: str, tmp_path: Path) -> None:
    write_puzzle(rooks(4), tmp_path / "rooks.non")
    arguments = "solve", str(tmp_path / "rooks.non"), "--strategy", strategy, "--json", "--max-solutions"
    some, all_of_them = run_cli(*arguments, "5").json, run_cli(*arguments, "24").json
    assert (len(some["solutions"]), some["complete"], some["stopped"]) == (5, False, "limit")
    assert (len(all_of_them["solutions"]), all_of_them["complete"], all_of_them["stopped"]) == (24, True, None)


@pytest.mark.parametrize(
    "strategy", ["fast", *slow_ones(name for name in strategy_names() if name not in {"enumerate", "fast"})]
)
def test_findings_at_the_time_limit_are_printed(strategy: str, endless: str) -> None:
    ran = run_cli("solve", endless, "--strategy", strategy, "--timeout", "1.5", "--max-solutions", "9999999", "--json")
    assert ran.code == 0
    answer = ran.json
    assert (answer["stopped"], answer["complete"]) == ("timeout", False)
    assert answer["outcome"] == ("multiple" if len(answer["solutions"]) > 1 else "timeout")  # a slow machine finds few
    for solution in answer["solutions"][:3]:
        assert Grid(tuple(solution)).clues().has_clues_of(switches(40))


def test_no_time() -> None:
    ran = run_cli("solve", WINTER, "--timeout", "0", "--json")
    assert (ran.code, ran.json["outcome"], ran.json["unique"], ran.json["solutions"]) == (0, "timeout", None, [])
    text = run_cli("solve", WINTER, "--timeout", "0")
    assert text.code == 0
    assert "winter, 25×25: not decided: time ran out" in text.out


def test_the_report() -> None:
    out = run_cli("solve", WINTER, "--strategy", "recursion").out
    assert "winter, 25×25: unique" in out
    assert "recursion: " in out
    assert "line logic leaves 218 cells open" in out


def frames_of(text: str) -> list[list[str]]:
    """Blocks of lines with blank lines between."""
    return [block.splitlines() for block in text.strip().split("\n\n")]


@STRATEGIES
def test_watching_without_a_terminal(strategy: str) -> None:
    ran = run_cli("solve", WINTER, "--strategy", strategy, "--watch")
    assert ran.code == 0
    frames = frames_of(ran.out)[:-1]  # behind the frames comes the report
    *changes, solution = frames
    assert changes[0] == ["?" * 25] * 25
    for before, after in itertools.pairwise(changes):
        assert before != after
        assert [len(row) for row in after] == [25] * 25
    assert solution == list(run_cli("solve", WINTER, "--json").json["solutions"][0])
    assert solution in changes
    assert len(ran.err.strip().splitlines()) == 1, "it says once that looking at lines stalls"


def test_enumeration_says_where_the_lists_stall() -> None:
    assert "the lists have nothing more in common" in run_cli("solve", WINTER, "--strategy", "enumerate", "--watch").err


def test_watching_on_a_terminal() -> None:
    ran = run_on_terminal("solve", "puzzles/cat.txt", "--watch", "--delay", "0.01")
    assert ran.code == 0, ran.err
    text = ran.out
    assert text.count("╭") > 10, "a panel is drawn again and again"
    assert "▒" in text
    assert "row 1" in text, "the steps are put into words"
    assert "unique" in text.splitlines()[-2] + text.splitlines()[-1] + text.splitlines()[-3]


@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_findings_before_ctrl_c_are_printed(wish: signal.Signals, endless: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "harness", "solve", endless, "--watch", "--strategy=recursion", "--max-solutions=99999"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        preexec_fn=lambda: signal.signal(wish, signal.SIG_DFL),  # whoever runs the tests may ignore it
    ) as process:
        assert process.stdout is not None
        for _ in range(3000):  # lines of frames: solving is well under way
            process.stdout.readline()
        process.send_signal(wish)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "interrupted" in out
    assert "and there may be more" in out


class TestRefusals:
    def test_lists_that_would_not_fit(self) -> None:
        ran = run_cli("solve", "puzzles/harbour.txt", "--strategy", "enumerate")
        assert_one_line_refusal(ran, "19,367,483 arrangements would take about 1 GB", "limit is 200 MB", "row 5")

    def test_the_limit_is_the_users(self) -> None:
        ran = run_cli("solve", "puzzles/lighthouse.txt", "--strategy", "enumerate", "--memory-limit", "1")
        assert_one_line_refusal(ran, "limit is 1 MB")
        ran = run_cli("solve", "puzzles/lighthouse.txt", "--strategy", "enumerate", "--memory-limit", "150", "--json")
        assert ran.json["unique"] is True

    def test_the_limit_is_for_enumeration(self) -> None:
        ran = run_cli("solve", "puzzles/car.txt", "--strategy", "probe", "--memory-limit", "5")
        assert_one_line_refusal(ran, "--memory-limit", "enumerate")

    def test_no_such_strategy(self) -> None:
        assert_one_line_refusal(run_cli("solve", "puzzles/car.txt", "--strategy", "magic"), "magic", "recursion")

    @pytest.mark.parametrize("time_text", ["-1", "soon", "nan", "inf"])
    def test_times(self, time_text: str) -> None:
        ran = run_cli("solve", "puzzles/car.txt", f"--timeout={time_text}")
        assert_one_line_refusal(ran, "not a number of seconds")

    def test_frames_are_no_json(self) -> None:
        assert_one_line_refusal(run_cli("solve", "puzzles/car.txt", "--watch", "--json"), "--watch", "--json")


class TestRenamedSamples:
    OLD, NEW = "puzzles/roshin-20x30.txt", "puzzles/relax-20x30.txt"

    def test_the_old_name_finds_the_sample_and_says_the_new_one(self) -> None:
        old, new = (run_cli("solve", name, "--json") for name in (self.OLD, self.NEW))
        assert old.json["solutions"] == new.json["solutions"]
        assert (new.err, len(old.err.splitlines())) == ("", 1)
        assert "now called relax-20x30" in old.err

    def test_the_note_is_for_that_name_alone(self, tmp_path: Path) -> None:
        assert_one_line_refusal(run_cli("solve", "puzzles/none.txt"), "none.txt")
        mine = tmp_path / "roshin-20x30.txt"
        mine.write_text("rows:\n1\ncolumns:\n1\n")
        assert run_cli("solve", str(mine)).err == ""

    def test_the_bench_knows_it_too(self) -> None:
        tape = ("--tape", "crossword-turbo.tap", "--json")
        ran = run_bench("spectrum", "--puzzle", "roshin-20x30", *tape)
        assert [cost["puzzle"] for cost in ran.json["costs"]] == ["relax-20x30"]
        assert len(ran.err.splitlines()) == 1


def test_nothing_names_roshin_as_the_author_of_a_puzzle() -> None:
    """Two samples were long taken for his; the credit for the program is his and stays."""
    for path in sorted((ROOT / "puzzles").iterdir()):
        assert "roshin" not in path.read_text(encoding="utf-8").lower(), path
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "roshin-" not in readme
    assert "A. Leuta" in readme


@pytest.mark.parametrize("option", ["--gif", "--apng"])
def test_an_animation_with_a_delay_has_a_frame_a_step(option: str, tmp_path: Path) -> None:
    path = tmp_path / "cat"
    ran = run_cli("solve", "puzzles/cat.txt", option, str(path), "--delay", "0.4")
    assert ran.code == 0, ran.err
    recorder = Recorder(Sheet.of(read_any(ROOT / "puzzles/cat.txt")))
    find_strategy(DEFAULT).solve(read_puzzle(ROOT / "puzzles/cat.txt"), on_step=recorder)
    with Image.open(path) as image:
        frames = getattr(image, "n_frames", 1)
        assert frames == recorder.step_count + 2  # nothing known before, the solution held at the end
        durations = set()
        for number in range(frames - 1):
            image.seek(number)
            durations.add(image.info["duration"])
    assert durations == {400}


@pytest.mark.parametrize("seconds", ["0", "61"])
def test_a_delay_that_no_animation_can_have_is_refused(seconds: str, tmp_path: Path) -> None:
    path = tmp_path / "cat.gif"
    assert_one_line_refusal(run_cli("solve", "puzzles/cat.txt", "--gif", str(path), "--delay", seconds), "0.01 to 60")
    assert not path.exists()
