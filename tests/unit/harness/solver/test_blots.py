"""Puzzles with blotted numbers: what their checks say, and who cannot take them."""

import pytest

from harness.errors import PuzzleError
from harness.puzzle import BLOT, Grid, Group, Puzzle, clue_text
from harness.solver.strategy import solve_any
from tests.strategies import COLOUR_PALETTE


def test_clues_are_written_with_a_question_mark() -> None:
    assert clue_text((BLOT, 2)) == "?,2"
    assert clue_text((Group(BLOT, "r"), Group(12, "k"))) == "?r,12k"


def test_sums_are_ranges() -> None:
    Puzzle(((BLOT,), (1,)), ((2,), (BLOT,))).check()
    with pytest.raises(
        PuzzleError, match="the rows hold 2 to 3 black cells, the columns 4; some number must be in both"
    ):
        Puzzle(((BLOT,), (1,)), ((2,), (2,))).check()


def test_sums_of_colours_are_ranges() -> None:
    rows = ((Group(BLOT, "r"), Group(1, "k")),)
    with pytest.raises(PuzzleError, match="the rows hold 1 to 2 cells of the colour red, the columns 0"):
        Puzzle(rows, ((Group(1, "k"),), (Group(1, "g"),), ()), COLOUR_PALETTE).check()


def test_a_blotted_group_needs_a_cell() -> None:
    with pytest.raises(PuzzleError, match=r"row 1: \?,\? needs 3 cells, the row has 2"):
        Puzzle(((BLOT, BLOT),), ((1,), (1,))).check()


def test_no_other_number_below_one_passes() -> None:
    for length in (0, -2, -10):
        with pytest.raises(PuzzleError, match=f"a group of {length} "):
            Puzzle(((length,),), ((1,),)).check()


def test_a_goal_has_the_numbers_that_are_not_blotted() -> None:
    goal = Grid(("##.", "..#"))
    Puzzle(((BLOT,), (1,)), ((1,), (1,), (BLOT,)), goal=goal).check()
    with pytest.raises(PuzzleError, match=r"row 1: the clue is \?,1, the picture has 2"):
        Puzzle(((BLOT, 1), (1,)), ((1,), (1,), (BLOT,)), goal=goal).check()


def test_the_rules_of_people_want_all_numbers() -> None:
    puzzle = Puzzle(((1,), (BLOT,)), ((BLOT,), (1,)))
    with pytest.raises(PuzzleError, match=r"row 2: a blotted number \(\?\), and the strategy human needs all"):
        solve_any(puzzle, strategy="human")
