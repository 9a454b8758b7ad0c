"""The reference solver against brute force over all pictures of small sizes, and its outcomes one by one."""

import itertools
import random
from collections import defaultdict
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings

from harness.errors import PuzzleError
from harness.puzzle import Cell, Clue, Grid, Puzzle, clue_of
from harness.solver import Difficulty, Outcome, Result, solve
from harness.solver.budget import Budget
from harness.solver.propagate import Board
from harness.solver.search import _Walk
from harness.solver.strategy import Search
from tests.many_solutions import rooks
from tests.strategies import grids

Clues = tuple[tuple[Clue, ...], tuple[Clue, ...]]


def pictures_by_clues(width: int, height: int) -> dict[Clues, set[Grid]]:
    """All pictures of a size, those with the same clues together."""
    found: dict[Clues, set[Grid]] = defaultdict(set)
    rows = ["".join(cells) for cells in itertools.product("#.", repeat=width)]
    for drawn in itertools.product(rows, repeat=height):
        grid = Grid(drawn)
        found[tuple(map(clue_of, grid.rows)), tuple(map(clue_of, grid.columns()))].add(grid)
    return found


def check_result(result: Result, pictures: set[Grid]) -> None:
    """Compare what the solver found, asked for all solutions, with all there are."""
    assert set(result.solutions) == pictures
    assert len(result.solutions) == len(pictures), "a solution is listed twice"
    assert result.complete
    assert result.unique is (len(pictures) == 1)
    assert result.outcome is (Outcome.CONTRADICTION, Outcome.UNIQUE, Outcome.MULTIPLE)[min(len(pictures), 2)]
    if result.contradiction is None:
        for row, column in itertools.product(range(result.fixpoint.height), range(result.fixpoint.width)):
            colours = {picture[row][column] for picture in pictures}
            known = result.fixpoint[row][column]
            assert known == "?" or not pictures or colours == {known}, "line logic has decided too much"
    expected = Difficulty.LINE if result.fixpoint.unknown_count == 0 or result.contradiction else Difficulty.BRANCH
    assert result.difficulty is (Difficulty.MULT if len(pictures) > 1 else expected)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1), (2, 2), (3, 2), (3, 3), (4, 3), (3, 4)])
def test_every_picture_of_a_size(width: int, height: int) -> None:
    cases = pictures_by_clues(width, height)
    assert sum(map(len, cases.values())) == 2 ** (width * height)
    for (rows, columns), pictures in cases.items():
        check_result(solve(Puzzle(rows, columns), None), pictures)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3)])
def test_every_picture_of_a_larger_size(width: int, height: int) -> None:
    for (rows, columns), pictures in pictures_by_clues(width, height).items():
        check_result(solve(Puzzle(rows, columns), None), pictures)


def test_every_table_of_clues_with_and_without_a_picture() -> None:
    """All clues for 3×3 whose sums agree: those without any picture are found out."""
    pictures = pictures_by_clues(3, 3)
    line_clues = sorted({clue_of("".join(cells)) for cells in itertools.product("#.", repeat=3)})
    tables = list(itertools.product(line_clues, repeat=3))
    impossible = 0
    for rows, columns in itertools.product(tables, repeat=2):
        if sum(map(sum, rows)) == sum(map(sum, columns)):
            check_result(solve(Puzzle(rows, columns), None), pictures.get((rows, columns), set()))
            impossible += (rows, columns) not in pictures
    assert impossible > 1000


@given(grids(max_width=10, max_height=10))
@settings(deadline=None)
def test_solutions_have_the_clues_they_were_found_for(picture: Grid) -> None:
    puzzle = picture.clues()
    result = solve(puzzle, 5)
    assert len(set(result.solutions)) == len(result.solutions) > 0
    for solution in result.solutions:
        assert solution.clues().has_clues_of(puzzle)
    if result.unique:
        assert result.solutions == (picture,)
    elif result.complete:
        assert picture in result.solutions


@given(grids(max_width=8, max_height=8))
@settings(deadline=None)
def test_the_turned_puzzle_has_the_turned_solutions(picture: Grid) -> None:
    straight = solve(picture.clues(), None)
    turned = solve(picture.clues().turned(), None)
    assert {grid.turned() for grid in turned.solutions} == set(straight.solutions)
    assert turned.fixpoint.turned() == straight.fixpoint


def test_solved_by_lines() -> None:
    result = solve(Puzzle(((1,), (2,)), ((1,), (2,))))
    assert result.outcome is Outcome.UNIQUE
    assert result.unique is True
    assert result.solutions == (Grid((".#", "##")),)
    assert result.fixpoint == result.solutions[0]
    assert (result.difficulty, result.guesses, result.complete) == (Difficulty.LINE, 0, True)
    assert result.line_calls >= 4


def test_a_contradiction_that_lines_show_names_the_line() -> None:
    result = solve(Puzzle(((2,), ()), ((2,), ())))
    assert (result.outcome, result.unique, result.solutions) == (Outcome.CONTRADICTION, False, ())
    assert result.difficulty is Difficulty.LINE
    assert result.contradiction is not None


def test_a_contradiction_that_only_trial_shows() -> None:
    puzzle = Puzzle(((2, 1), (1,), (1, 1), (1, 1), (1,)), ((1,), (1, 1, 1), (1,), (1, 1), (2,)))
    result = solve(puzzle)
    assert (result.outcome, result.unique, result.complete) == (Outcome.CONTRADICTION, False, True)
    assert result.difficulty is Difficulty.BRANCH
    assert result.contradiction is None
    assert result.fixpoint.unknown_count > 0


def test_multiple_stops_at_the_limit() -> None:
    result = solve(rooks(4), 5)
    assert (result.outcome, result.unique, len(result.solutions)) == (Outcome.MULTIPLE, False, 5)
    assert not result.complete
    assert result.difficulty is Difficulty.MULT


@pytest.mark.parametrize(("size", "solutions"), [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)])
def test_all_solutions(size: int, solutions: int) -> None:
    result = solve(rooks(size), None)
    assert len(set(result.solutions)) == len(result.solutions) == solutions
    assert result.complete


def test_a_limit_that_is_just_met_is_complete() -> None:
    result = solve(rooks(2), 2)
    assert (len(result.solutions), result.complete) == (2, True)


def test_one_solution_asked_for_proves_uniqueness_only_where_the_search_ended() -> None:
    by_lines = solve(Puzzle(((2,), ()), ((1,), (1,))), 1)
    assert (by_lines.outcome, by_lines.unique, by_lines.complete) == (Outcome.UNIQUE, True, True)
    stopped = solve(rooks(2), 1)
    assert (stopped.outcome, stopped.unique, stopped.complete) == (Outcome.LIMITED, None, False)
    assert (len(stopped.solutions), stopped.difficulty) == (1, None)


def test_no_time_at_all() -> None:
    result = solve(rooks(3), budget=Budget(0))
    assert (result.outcome, result.unique, result.solutions) == (Outcome.TIMEOUT, None, ())
    assert result.fixpoint == Grid.unknown(3, 3)
    assert not result.complete


@pytest.mark.parametrize("line_calls", range(4, 400, 12))
def test_solutions_before_the_timeout_are_kept(line_calls: int) -> None:
    ticks = itertools.count()
    counting = Budget(line_calls, clock=lambda: float(next(ticks)))  # a second for every line analysed
    result = solve(rooks(4), None, budget=counting)
    assert result.line_calls < line_calls
    assert len(set(result.solutions)) == len(result.solutions) < 24
    assert not result.complete
    assert result.outcome is (Outcome.MULTIPLE if len(result.solutions) > 1 else Outcome.TIMEOUT)


def test_some_timeouts_strike_after_solutions_were_found() -> None:
    ticks = itertools.count()
    result = solve(rooks(4), None, budget=Budget(300, clock=lambda: float(next(ticks))))
    assert 2 <= len(result.solutions) < 24


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="max_solutions is 0"):
        solve(rooks(2), 0)
    with pytest.raises(PuzzleError, match="black cells"):
        solve(Puzzle(((1,),), ((),)))


@pytest.mark.slow
def test_a_deep_search_needs_no_recursion() -> None:
    """Sixty-seven black cells, none beside another, in 100×100: a trial for nearly every one of them."""
    size = 100
    rows = []
    for row in range(size):
        block, inside = divmod(row, 3)
        cells = ["."] * size
        if inside < 2 and 3 * block + 1 < size:
            cells[3 * block + inside] = "#"
        rows.append("".join(cells))
    result = solve(Grid(tuple(rows)).clues(), 2)
    assert (result.outcome, len(result.solutions)) == (Outcome.MULTIPLE, 2)
    assert result.guesses > 50


def test_cells_are_probed_from_the_edge_inwards_and_beside_what_is_known_first() -> None:
    """The order that the docstring tells of, by looking at each cell alone."""

    def weight(row: int, column: int, size: tuple[int, int], unknown: set[tuple[int, int]]) -> tuple[int, int, int]:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        in_lines = sum(one == row for one, _ in unknown) + sum(one == column for _, one in unknown)
        from_edge = min(row, column, size[0] - 1 - row, size[1] - 1 - column)
        return from_edge, sum(cell in unknown for cell in around), in_lines

    rng = random.Random(3)
    for width, height in ((5, 4), (1, 6), (8, 8)):
        board = Board.of(Puzzle(((),) * height, ((),) * width))
        cells = {(row, column) for row in range(height) for column in range(width)}
        known = {cell for cell in cells if rng.random() < 0.4}
        for row, column in known:
            board.put(row, column, rng.choice((Cell.BLACK, Cell.WHITE)))
        unknown = cells - known

        weighted = sorted((*weight(*cell, (height, width), unknown), *cell) for cell in unknown)
        walk = _Walk(board, cast(Search, SimpleNamespace(budget=Budget())))
        assert walk.cells_to_probe(board) == [(row, column) for *_, row, column in weighted]
