"""Every edition gives the same result: the same crossword, the same number of analyses, the same last screen."""

from functools import cache

import pytest

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.play import OnBranch, Played, play
from harness.verdict import judge
from pyspectrum.clock import seconds
from pyspectrum.memory import DISPLAY_FILE, SCREEN_END
from pyspectrum.screen import Screen
from tests.cli_runner import ROOT, run_cli

SMALL = (
    "one-cell", "contradiction", "two-solutions", "six-solutions", "nothing", "contradiction-by-trial", "heart", "car",
    "window", "mask",
)  # fmt: skip
LARGE = ("house", "totem", "cup", "wink", "duck", "cat", "fish", "rocket", "fir", "relax-20x30")
OTHERS = [edition.file_name for edition in EDITIONS[1:]]
INPUT_AREA_TOP_PX = 176  # below it blinks the cursor


@cache
def played(name: str, tape_name: str) -> Played:
    puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    return play(puzzle, build_tape(edition))


def upper_screen(result: Played) -> list[int]:
    """The pixels above the input area, a number for each row of them."""
    assert result.screen is not None
    screen = Screen(result.screen.memory[DISPLAY_FILE:SCREEN_END])
    return [screen.row_bits(y) for y in range(INPUT_AREA_TOP_PX)]


def compare(name: str, tape_name: str) -> None:
    classic, other = played(name, "crossword.tap"), played(name, tape_name)
    assert (other.outcome, other.grids) == (classic.outcome, classic.grids)
    assert other.line_calls == classic.line_calls
    if classic.screen and other.screen:
        assert upper_screen(other) == upper_screen(classic)


@pytest.mark.slow
@pytest.mark.parametrize("tape_name", OTHERS)
@pytest.mark.parametrize("name", SMALL)
def test_small_puzzles(name: str, tape_name: str) -> None:
    compare(name, tape_name)


@pytest.mark.slow
@pytest.mark.parametrize("tape_name", OTHERS)
@pytest.mark.parametrize("name", LARGE)
def test_large_puzzles(name: str, tape_name: str) -> None:
    compare(name, tape_name)


@pytest.mark.slow
@pytest.mark.parametrize("tape_name", OTHERS)
def test_the_whole_tree(tape_name: str) -> None:
    puzzle = read_puzzle(ROOT / "puzzles" / "wink.txt")
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    walked = play(puzzle, build_tape(edition), on_branch=OnBranch.ALL)
    verdict = judge(puzzle, walked, OnBranch.ALL)
    assert (len(walked.grids), verdict.agrees) == (4, True)


@pytest.mark.parametrize("tape_name", OTHERS)
def test_data_that_the_original_takes_for_solved(tape_name: str) -> None:
    puzzle = Puzzle(((2,), ()), ((2,), ()))
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    assert judge(puzzle, play(puzzle, build_tape(edition)), OnBranch.STOP).agrees


def test_the_command_line_takes_any_edition() -> None:
    ran = run_cli("run", "puzzles/heart.txt", "--tape", "crossword-basic.tap", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["tape"] == "crossword-basic.tap"


@pytest.mark.slow
def test_the_article_s_large_puzzle_in_basic_alone() -> None:
    assert seconds(played("relax-20x30", "crossword-basic.tap").tstates) <= 1_800


@pytest.mark.slow
def test_a_high_puzzle_turned_in_every_edition() -> None:
    grid = Grid(tuple("#." if row % 3 else "##" for row in range(45)))
    for edition in EDITIONS:
        assert play(grid.clues(), build_tape(edition)).grids == (grid,)
