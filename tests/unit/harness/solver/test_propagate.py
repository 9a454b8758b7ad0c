"""Line logic on the whole crossword: the fixpoint, the marks, the budget."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import PuzzleError
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.propagate import Board, propagate
from tests.strategies import clue_tables, grids
from tests.unit.harness.solver.line_analyses import solve_text


def fixpoint_by_passes(puzzle: Puzzle) -> Grid | None:
    """Analyse all lines over and over, in the plainest way; None for a contradiction."""
    rows = ["?" * puzzle.width] * puzzle.height
    while True:
        before = rows
        for axis_clues in (puzzle.rows, puzzle.columns):
            solved = [solve_text(text, clue) for text, clue in zip(rows, axis_clues, strict=True)]
            if None in solved:
                return None
            rows = ["".join(cells) for cells in zip(*(text for text in solved if text is not None), strict=True)]
        if rows == before:
            return Grid(tuple(rows))


@given(st.one_of(grids(9, 9).map(Grid.puzzle), clue_tables(max_side=5)))
def test_the_fixpoint_is_that_of_plain_passes(puzzle: Puzzle) -> None:
    if sum(map(sum, puzzle.rows)) != sum(map(sum, puzzle.columns)):
        with pytest.raises(PuzzleError, match="black cells"):
            Board.of(puzzle)
        return
    board = Board.of(puzzle)
    is_sound = propagate(board, Budget()) is None
    assert (board.grid() if is_sound else None) == fixpoint_by_passes(puzzle)


@given(grids(max_width=7, max_height=7))
def test_the_order_of_the_marked_lines_does_not_matter(picture: Grid) -> None:
    boards = []
    for seed in range(3):
        board = Board.of(picture.puzzle())
        order = list(range(picture.width + picture.height))
        random.Random(seed).shuffle(order)
        assert propagate(board, Budget(), order) is None
        boards.append(board.grid())
    assert boards[0] == boards[1] == boards[2]


def test_a_put_cell_marks_its_two_lines() -> None:
    board = Board.of(Puzzle(((1,), (1,)), ((1,), (1,))))
    assert propagate(board, Budget()) is None
    assert board.open_count == 4
    branch = board.copy()
    assert branch.put(0, 1, 1) == (0, 3)
    assert propagate(branch, Budget(), (0, 3)) is None
    assert branch.grid() == Grid((".#", "#."))
    assert board.open_count == 4, "the copy has changed the original"


def test_only_marked_lines_are_looked_at() -> None:
    board = Board.of(Puzzle(((2,), ()), ((1,), (1,))))
    budget = Budget()
    assert propagate(board, budget, ()) is None
    assert budget.line_calls == 0
    assert board.open_count == 4
