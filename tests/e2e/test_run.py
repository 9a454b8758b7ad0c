"""``run``: the puzzle goes in, the Spectrum solves it, the grid comes back and is proved right."""

import argparse
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from harness.commands._arguments import REFERENCE_SECONDS, reference_budget
from harness.commands.run import _screen_png
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.play import OnBranch, Played, PlayOutcome, play
from harness.verdict import judge, judge_view
from pyspectrum.basic import tokenise
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape, program_blocks, write_tap
from tests.cli_runner import ROOT, Ran, assert_one_line_refusal, run_cli

SVG = "{http://www.w3.org/2000/svg}"
TURBO = ("--tape", "crossword-turbo.tap")
"""The quickest."""
TWO = "puzzles/two-solutions.txt"


def run(*arguments: str | Path) -> Ran:
    return run_cli("run", *arguments, *TURBO)


def test_the_answer_as_json() -> None:
    answer = run("puzzles/one-cell.txt", "--json").json
    expected = {"width": 1, "height": 1, "outcome": "solved", "solutions": [["#"]], "unique": True, "agrees": True}
    assert {**expected, "tape": "crossword-turbo.tap"}.items() <= answer.items()
    assert answer["seconds"] == pytest.approx(answer["tstates"] / 3_500_000, abs=1e-6)
    assert answer["line_calls"] > 0


def test_quiet_prints_the_verdict_alone_and_the_last_screen_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "cell.png"
    assert run("puzzles/one-cell.txt", "--quiet", "--png", path).out == "right: the one solution\n"
    with Image.open(path) as image:
        assert image.size == (640, 512)
        assert len(image.getcolors() or []) == 2


def test_the_saved_picture_is_of_the_kept_screen() -> None:
    """After all branches were walked, the machine itself shows the menu."""
    spectrum = Spectrum()
    spectrum.boot()
    kept, picture = spectrum.state(), _screen_png(spectrum, None)
    spectrum.poke(0x4000, b"\xff" * 2048)
    assert _screen_png(spectrum, None) != picture
    assert _screen_png(spectrum, kept) == picture


def test_the_tree_of_variants_is_drawn(tmp_path: Path) -> None:
    drawing = tmp_path / "tree.svg"
    ran = run(TWO, "--on-branch", "all", "--tree", drawing)
    assert ran.code == 0, ran.err
    document = ElementTree.fromstring(drawing.read_text("utf-8"))
    frames = [element.get("stroke") for element in document.iter(f"{SVG}rect") if element.get("stroke")]
    assert frames == ["#a0a0aa", "#189a4a", "#189a4a"]


def test_json_has_the_tree_and_its_dead_ends() -> None:
    branches = run("puzzles/contradiction-by-trial.txt", "--on-branch", "all", "--json").json["branches"]
    by_path = {branch["path"]: branch for branch in branches}
    assert [branch["path"] for branch in branches] == sorted(by_path)
    assert by_path[""]["end"] == "fork"
    assert {branch["end"] for branch in branches} == {"fork", "dead-end"}
    for path, branch in by_path.items():
        if branch["end"] == "fork":
            assert {by_path[path + colour]["colour"] for colour in "bw"} == {"black", "white"}
            cell = by_path[path + "b"]["cell"]
            rows = branch["grid"]
            assert rows[cell["row"] - 1][cell["column"] - 1] == "?"
            assert "?" not in "".join(rows[: cell["row"] - 1])


def test_the_turbo_code_is_followed_from_drawing_to_the_last_line() -> None:
    ran = run("puzzles/heart.txt", "--profile", "--json")
    assert ran.code == 0
    profile = ran.json
    assert sum(profile["basic_lines"].values()) == profile["tstates"]
    assert sum(profile["labels"].values()) == profile["code_tstates"] < profile["tstates"]
    assert profile["calls"]["solve"]["count"] == 1
    assert {"draw_grid", "look_on", "line_core", "store_cell"} <= profile["labels"].keys()


def test_the_classic_code_is_called_once_a_line_analysis() -> None:
    profile = run_cli("run", "puzzles/two-solutions.txt", "--profile", "--json").json
    played = run_cli("run", "puzzles/two-solutions.txt", "--json").json
    calls = profile["calls"]
    assert calls.keys() == {"marked_row", "marked_column"}
    assert sum(each["count"] for each in calls.values()) == played["line_calls"]
    assert all(each["most"] <= each["tstates"] for each in calls.values())
    assert sum(each["tstates"] for each in calls.values()) == profile["code_tstates"]


def test_pure_basic_has_no_labels() -> None:
    ran = run_cli("run", "puzzles/one-cell.txt", "--tape", "tapes/crossword-basic.tap", "--profile", "3")
    assert ran.code == 0
    assert "BASIC line" in ran.out
    assert "label" not in ran.out


def test_ctrl_c_stops_the_run_and_is_told(monkeypatch: pytest.MonkeyPatch, sigint: None) -> None:
    def play_and_press_ctrl_c(*arguments: Any, **options: Any) -> object:
        signal.raise_signal(signal.SIGINT)
        return play(*arguments, **options)

    monkeypatch.setattr("harness.run", play_and_press_ctrl_c)
    ran = run("puzzles/car.txt", "--json")
    assert (ran.code, ran.json["outcome"]) == (130, "stopped")


def test_the_reference_has_time_of_its_own() -> None:
    arguments = argparse.Namespace(timeout=None, memory=10**6)
    assert reference_budget(arguments, lambda: False).left_seconds is None
    arguments.timeout = 0.5
    assert reference_budget(arguments, lambda: False).left_seconds == pytest.approx(REFERENCE_SECONDS, abs=5)
    arguments.timeout = 10**6
    assert (reference_budget(arguments, lambda: False).left_seconds or 0) > REFERENCE_SECONDS
    assert not reference_budget(arguments, lambda: True).is_spent, "the Ctrl-C that ended the Spectrum's run"


@pytest.fixture
def sigint() -> Iterator[None]:
    """Take Ctrl-C as usual; the tests may run in a process that ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_view_data_is_held_against_the_file() -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "one-cell.txt")
    played = Played(PlayOutcome.SOLVED, (Grid(("#",)),), True, 1, 1, viewed=puzzle)
    verdict = judge(puzzle, played, OnBranch.STOP)
    assert judge_view(puzzle, played, verdict) is verdict
    for viewed, sentence in (
        (Puzzle(((9,),), puzzle.columns), "WRONG: View data shows row 1 as 9; the file has 1"),
        (Puzzle(puzzle.rows * 2, puzzle.columns), "WRONG: View data shows 2 rows; the file has 1"),
    ):
        wrong = judge_view(puzzle, Played(PlayOutcome.SOLVED, played.grids, True, 1, 1, viewed=viewed), verdict)
        assert (wrong.agrees, wrong.sentence) == (False, sentence)


@pytest.mark.parametrize(("width", "height"), [(63, 1), (43, 43), (1, 63)])
def test_a_puzzle_too_large_for_the_screen_is_refused(tmp_path: Path, width: int, height: int) -> None:
    path = tmp_path / "large.txt"
    path.write_text("picture:\n" + ("#" * width + "\n") * height)
    assert_one_line_refusal(run_cli("run", path), "62×42")


def test_a_tape_with_another_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.spectrum.menu.LOAD_LIMIT", 20.0)
    path = tmp_path / "other.tap"
    write_tap(path, Tape(program_blocks("other", tokenise('10 PRINT "HELLO"'), 10)))
    assert_one_line_refusal(run_cli("run", "puzzles/car.txt", "--tape", path), "0 OK, 10:1")
