"""Details of single strategies: the reference's order, recursion's memory, the lists of enumeration."""

import random
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings

from harness.errors import TooLargeError
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.enumerate import Enumerate, estimate_bytes
from harness.solver.propagate import Board
from harness.solver.recursion import KNOWN_ANALYSES, Recursion
from harness.solver.search import ProbingWalk, solve
from harness.solver.strategy import Search, Step, StepKind
from tests.many_solutions import rooks
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, grids


def test_cells_beside_what_is_known_are_probed_first_and_then_those_in_nearly_known_lines() -> None:
    """The order that the docstring tells of, by looking at each cell alone."""

    def weight(row: int, column: int, unknown: set[tuple[int, int]]) -> tuple[int, int]:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        in_lines = sum(one == row for one, _ in unknown) + sum(one == column for _, one in unknown)
        return sum(cell in unknown for cell in around), in_lines

    rng = random.Random(3)
    for width, height in ((5, 4), (1, 6), (8, 8)):
        board = Board.of(Puzzle(((),) * height, ((),) * width))
        cells = {(row, column) for row in range(height) for column in range(width)}
        known = {cell for cell in cells if rng.random() < 0.4}
        for row, column in known:
            board.put(row, column, rng.randrange(2))
        unknown = cells - known

        weighted = sorted((*weight(*cell, unknown), *cell) for cell in unknown)
        walk = ProbingWalk(board, cast(Search, SimpleNamespace(budget=Budget())))
        assert walk._cells_to_probe(board) == [(row, column) for *_, row, column in weighted]


def test_the_memory_of_recursion_is_limited_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KNOWN_ANALYSES * 500 < 20_000_000, "bytes, roughly"
    whole = list(Recursion().solutions(rooks(4)))
    monkeypatch.setattr("harness.solver.recursion.KNOWN_ANALYSES", 3)
    assert list(Recursion().solutions(rooks(4))) == whole


def test_lists_that_would_not_fit_are_rejected_beforehand() -> None:
    clue = (1,) * 20
    puzzle = Puzzle((clue,) * 99, (clue,) * 99)
    # 198 · C(80, 20)
    with pytest.raises(TooLargeError, match=r"^enumerate: 7.0e\+20 arrangements .* 200 MB \(row 1 with 1,1,1,.*$"):
        Enumerate().solutions(puzzle)
    with pytest.raises(TooLargeError, match=r"limit is 200 MB \(row 1 with 1,1,1,"):
        Enumerate().solve(Grid(("rgk." * 15,) * 20).puzzle(COLOUR_PALETTE))


def test_the_limit_of_the_lists_is_the_users() -> None:
    needed = estimate_bytes(rooks(5))
    assert len(Enumerate().solve(rooks(5), max_solutions=None, budget=Budget(list_bytes=needed)).solutions) == 120
    with pytest.raises(TooLargeError, match="50 arrangements"):
        Enumerate().solve(rooks(5), budget=Budget(list_bytes=needed - 1))


@pytest.fixture
def no_list_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where memory is short: the lists are filtered anew from the first ones after every return."""
    monkeypatch.setattr("harness.solver.enumerate._KEPT_SHARE", 0)


@pytest.mark.usefixtures("no_list_is_kept")
@given(grids(max_width=7, max_height=7))
@settings(max_examples=examples(60))
def test_little_memory_changes_nothing_but_the_time(picture: Grid) -> None:
    puzzle = picture.puzzle()
    found = Enumerate().solve(puzzle, max_solutions=300).solutions
    assert len(set(found)) == len(found)
    everything = solve(puzzle, 300)
    if everything.complete:
        assert set(found) == set(everything.solutions)
    assert all(grid.puzzle().has_clues_of(puzzle) for grid in found)


def test_it_says_where_the_lists_stall_and_which_one_is_split() -> None:
    steps: list[Step] = []
    Enumerate().solve(rooks(3), on_step=steps.append)
    stalled = [step for step in steps if step.kind is StepKind.STALLED]
    assert len(stalled) == 1
    assert "nothing more in common" in stalled[0].note
    assert next(step for step in steps if step.kind is StepKind.TRIAL).line == stalled[0].line
