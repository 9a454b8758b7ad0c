"""The solver in colour: against brute force, and against the reference for black and white."""

import itertools
import random

import pytest
from hypothesis import given, settings

from harness.errors import PuzzleError
from harness.puzzle import Axis, Grid, Group, Line, Puzzle
from harness.puzzle.colour import ColourGrid, ColourPuzzle
from harness.puzzle.palette import Colour, Palette
from harness.solver.budget import Budget
from harness.solver.colour_search import ColourProbe
from harness.solver.registry import solve_any
from harness.solver.result import Difficulty, Outcome, Stop
from harness.solver.search import solve
from tests.colour_brute_force import brute_force
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, clue_tables, colour_grids, grids

PALETTE = COLOUR_PALETTE
ONE = Palette((Colour("k", (0, 0, 0)),))


def black_and_white_in_colour(puzzle: Puzzle) -> ColourPuzzle:
    sides = (tuple(tuple(Group(n, "k") for n in clue) for clue in side) for side in (puzzle.rows, puzzle.columns))
    rows, columns = sides
    return ColourPuzzle(rows, columns, ONE)


@settings(max_examples=examples(150), deadline=None)
@given(colour_grids())
def test_all_solutions_are_found_once(grid: ColourGrid) -> None:
    puzzle = grid.puzzle(PALETTE)
    result = solve_any(puzzle, max_solutions=None)
    assert len(result.solutions) == len({solution.rows for solution in result.solutions})
    assert {solution.rows for solution in result.solutions} == brute_force(puzzle)
    assert result.complete
    assert result.unique is (len(result.solutions) == 1)
    for row, column in itertools.product(range(grid.height), range(grid.width)):  # line logic never errs
        assert result.fixpoint[row][column] in ("?", *(found[row][column] for found in result.solutions))


def test_clues_without_a_picture() -> None:
    """Rows of one picture with the columns of another that has as many cells of each colour."""
    source = random.Random(8)
    contradictions = 0
    for _ in range(150):
        cells = [source.choice("..rgk") for _ in range(9)]
        rows = ColourGrid(tuple("".join(cells[n : n + 3]) for n in (0, 3, 6))).puzzle(PALETTE).rows
        source.shuffle(cells)
        columns = ColourGrid(tuple("".join(cells[n : n + 3]) for n in (0, 3, 6))).puzzle(PALETTE).columns
        puzzle = ColourPuzzle(rows, columns, PALETTE)
        result = solve_any(puzzle, max_solutions=None)
        expected = brute_force(puzzle)
        assert {solution.rows for solution in result.solutions} == expected
        contradictions += not expected
        assert (result.outcome is Outcome.CONTRADICTION) is (not expected)
    assert 20 < contradictions < 150


@settings(max_examples=examples(150), deadline=None)
@given(grids(8, 8))
def test_black_and_white_is_a_special_case(grid: Grid) -> None:
    puzzle = grid.clues()
    plain, colour = solve(puzzle, 50), solve_any(black_and_white_in_colour(puzzle), max_solutions=50)
    assert (plain.outcome, plain.difficulty, plain.complete) == (colour.outcome, colour.difficulty, colour.complete)
    assert plain.fixpoint.rows == tuple(row.replace("k", "#") for row in colour.fixpoint.rows)
    if plain.complete:
        assert {found.rows for found in plain.solutions} == {
            tuple(row.replace("k", "#") for row in found.rows) for found in colour.solutions
        }


@settings(max_examples=examples(100), deadline=None)
@given(clue_tables())
def test_wrong_clues_in_black_and_white_fail_alike(puzzle: Puzzle) -> None:
    in_colour = black_and_white_in_colour(puzzle)
    if sum(map(sum, puzzle.rows)) != sum(map(sum, puzzle.columns)):
        for unsolvable in (puzzle, in_colour):
            with pytest.raises(PuzzleError, match="the rows hold"):
                solve_any(unsolvable, strategy="probe")
    else:
        plain, colour = solve(puzzle, None), solve_any(in_colour, max_solutions=None)
        assert plain.outcome is colour.outcome
        assert len(plain.solutions) == len(colour.solutions)


def test_the_contradictory_line_is_named() -> None:
    red, green = Group(1, "r"), Group(1, "g")
    rows = (red, green), (green, red)
    columns = (red, green), (red, green)
    result = solve_any(ColourPuzzle(rows, columns, PALETTE))
    assert result.outcome is Outcome.CONTRADICTION
    assert result.difficulty is Difficulty.LINE
    assert result.contradiction == Line(Axis.COLUMN, 1)
    assert result.guesses == 0


def test_a_limit_stops_the_search() -> None:
    puzzle = ColourGrid(tuple("." * n + "r" + "." * (5 - n) for n in range(6))).puzzle(PALETTE)
    assert len(solve_any(puzzle, max_solutions=None).solutions) == 720
    limited = solve_any(puzzle, max_solutions=5)
    assert (len(limited.solutions), limited.complete, limited.stopped) == (5, False, Stop.LIMIT)
    assert limited.outcome is Outcome.MULTIPLE
    assert limited.difficulty is Difficulty.MULT
    assert solve_any(puzzle, max_solutions=1).outcome is Outcome.LIMITED
    with pytest.raises(ValueError, match="max_solutions is 0"):
        solve_any(puzzle, max_solutions=0)


def test_solutions_before_the_time_limit_are_kept() -> None:
    puzzle = ColourGrid(tuple("." * n + "r" + "." * (7 - n) for n in range(8))).puzzle(PALETTE)
    time = itertools.count()
    search = ColourProbe().solutions(puzzle, Budget(3000, clock=lambda: next(time)))
    found = tuple(search)
    result = search.result(found)
    assert result.stopped is Stop.TIMEOUT
    assert result.outcome is Outcome.MULTIPLE
    assert 1 < len(found) < 40320
    assert solve_any(puzzle, budget=Budget(0)).outcome is Outcome.TIMEOUT
    assert solve_any(puzzle, budget=Budget(should_stop=lambda: True)).outcome is Outcome.INTERRUPTED


def test_a_search_hands_over_solutions_one_by_one() -> None:
    puzzle = ColourGrid(tuple("." * n + "r" + "." * (19 - n) for n in range(20))).puzzle(PALETTE)
    search = ColourProbe().solutions(puzzle)
    first = list(itertools.islice(search, 3))
    assert len({grid.rows for grid in first}) == 3
    assert all(grid.puzzle(PALETTE).has_clues_of(puzzle) for grid in first)


def test_colours_decide_what_black_and_white_leaves_open() -> None:
    in_colour = ColourGrid(("rg", "gr")).puzzle(PALETTE)
    assert solve_any(in_colour).outcome is Outcome.UNIQUE
    corner = ColourGrid(("r.", ".g"))
    assert solve_any(corner.puzzle(PALETTE)).outcome is Outcome.UNIQUE
    assert solve(Grid(("#.", ".#")).clues()).outcome is Outcome.MULTIPLE


def test_a_large_picture_with_many_colours() -> None:
    keys = "abcdefghijklmnopqrstuvwxyz"
    palette = Palette(tuple(Colour(key, (9 * number, 0, 0)) for number, key in enumerate(keys)))
    source = random.Random(3)
    grid = ColourGrid(tuple("".join(source.choice("." + keys) for _ in range(60)) for _ in range(60)))
    result = solve_any(grid.puzzle(palette))
    assert grid in result.solutions
