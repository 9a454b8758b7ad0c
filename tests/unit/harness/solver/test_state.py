"""A saved grid: how it is read, and what `solve` says of one that it continues from."""

import re

import pytest

from harness.advice.states import parse_state
from harness.errors import FormatError
from harness.formats import Source
from harness.puzzle import Grid, Puzzle
from harness.solver.strategy import solve_any
from tests.cases import cases
from tests.strategies import COLOUR_PALETTE

RED_AND_BLACK = Grid(("rk", "kr")).puzzle(COLOUR_PALETTE)
HEART = Grid((".#.#.", "#####", "#####", ".###.", "..#..")).puzzle()
HALF = Grid((".#.#.", "#####", "?????", "?????", "?????"))


def read(text: str, puzzle: Puzzle = HEART) -> Grid:
    return parse_state(Source("s.txt", text.encode()), puzzle)


@cases("text")
def test_ways_to_write_the_same(text: str) -> None:
    assert read(text) == HALF


def test_blanks_are_cells_where_no_question_mark_is() -> None:
    assert read("  #\n\n #  .\n\n\n") == Grid(("??#??", "?????", "?#??.", "?????", "?????"))
    assert read("\n\n\n\n  #\n") == Grid(("?????",) * 4 + ("??#??",))


@pytest.mark.parametrize(
    ("puzzle", "text", "message"),
    [
        (HEART, "#?\n", "s.txt: the grid has 1 and the puzzle 5 rows; write every row"),
        (HEART, "?????\n" * 6, "s.txt: the grid has 6 and the puzzle 5 rows"),
        (HEART, "??????\n?????\n?????\n?????\n?????\n", "s.txt:1: 6 cells, where the puzzle has 5 columns"),
        (HEART, "\n?????\n?????\n??a??\n?????\n?????\n", "s.txt:4: 'a' is not a cell; use # for black"),
        (HEART, "", "s.txt: the grid has 0 and the puzzle 5 rows"),
        (RED_AND_BLACK, "r?\n", "s.txt: the grid has 1 and the puzzle 2 rows; write every row, with ?"),
        (RED_AND_BLACK, "r?\n?x\n", "s.txt:2: 'x' is not a cell; use r for red, k for black, . for the background, ?"),
        (RED_AND_BLACK, "r?\n?r\nmore\n", "s.txt: the grid has 3 and the puzzle 2 rows"),
    ],
)
def test_a_text_that_is_no_grid_is_rejected(puzzle: Puzzle, text: str, message: str) -> None:
    with pytest.raises(FormatError, match="^" + re.escape(message)):
        read(text, puzzle)


@pytest.mark.parametrize("state", [("#",), ("##", "r."), ("###", "..?")])
def test_states_of_another_puzzle_are_rejected(state: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"2×2|no clue has"):
        solve_any(RED_AND_BLACK, given=Grid(state))


@cases("text", "rows")
def test_grids_in_colour_are_read(text: str, rows: tuple[str, ...]) -> None:
    assert read(text, RED_AND_BLACK).rows == rows
