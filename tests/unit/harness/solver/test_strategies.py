"""Every strategy, kernel and stage finds all solutions of any puzzle, and says the same of it."""

import itertools
from collections import defaultdict

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.strategy import Difficulty, Outcome, Result, solve_any
from tests.brute_force import all_solutions
from tests.kernels import POSES, WAYS, Kind, Pose
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, blotted, clue_tables, colour_grids, colour_puzzles, grids
from tests.strategy_steps import proof


@st.composite
def mixed_colours(draw: st.DrawFn, max_side: int) -> Puzzle:
    """The rows of a picture in colour with the columns of its cells in another order: the sums agree."""
    grid = draw(colour_grids(max_side))
    cells = "".join(draw(st.permutations("".join(grid.rows))))
    other = Grid(tuple(cells[start : start + grid.width] for start in range(0, len(cells), grid.width)))
    rows, columns = grid.puzzle(COLOUR_PALETTE).rows, other.puzzle(COLOUR_PALETTE).columns
    return Puzzle(rows, columns, COLOUR_PALETTE)


def puzzles_for(kind: Kind, max_side: int, max_side_in_colour: int) -> st.SearchStrategy[Puzzle]:
    """Puzzles with and without a solution, some of them with blotted numbers if the strategy takes such."""
    plain, in_colour = grids(max_side, max_side).map(Grid.puzzle), colour_puzzles(max_side_in_colour)
    tables = clue_tables(max_side).filter(lambda table: sum(map(sum, table.rows)) == sum(map(sum, table.columns)))
    drawn = [plain, in_colour, tables, mixed_colours(max_side_in_colour), blotted(plain), blotted(in_colour)]
    return st.one_of(drawn[: 4 if kind().name == "human" else 6])


@st.composite
def states(draw: st.DrawFn, puzzle: Puzzle) -> Grid | None:
    """Some cells known, by chance, so that often no solution agrees; or nothing."""
    if draw(st.booleans()):
        return None
    row = st.text(alphabet="???." + puzzle.used_keys, min_size=puzzle.width, max_size=puzzle.width)
    return Grid(tuple(draw(st.lists(row, min_size=puzzle.height, max_size=puzzle.height))))


def check_solved(result: Result, solutions: set[tuple[str, ...]]) -> None:
    """Hold what was found, asked for all solutions, against all there are."""
    assert {solution.rows for solution in result.solutions} == solutions
    assert len(result.solutions) == len(solutions), "a solution is listed twice"
    assert result.complete
    assert result.unique is (len(solutions) == 1)
    assert result.outcome is (Outcome.CONTRADICTION, Outcome.UNIQUE, Outcome.MULTIPLE)[min(len(solutions), 2)]
    by_lines = result.fixpoint.unknown_count == 0 or result.contradiction is not None
    level = Difficulty.LINE if by_lines else Difficulty.BRANCH
    assert result.difficulty is (Difficulty.MULT if len(solutions) > 1 else level)
    assert all(map(result.fixpoint.is_part_of, map(Grid, solutions))), "a line decides too much"


@WAYS
@given(data=st.data())
@settings(max_examples=examples(90))
def test_the_solutions_are_those_of_brute_force(kind: Kind, data: st.DataObject) -> None:
    """Those that agree with the cells given, if any are."""
    puzzle = data.draw(puzzles_for(kind, 4, 3))
    state = data.draw(states(puzzle))
    result = kind().solve(puzzle, max_solutions=None, given=state)
    check_solved(result, {rows for rows in all_solutions(puzzle) if state is None or state.is_part_of(Grid(rows))})
    assert proof(result) == proof(solve_any(puzzle, strategy="probe", max_solutions=None, given=state))
    assert state is None or result.contradiction is not None or state.is_part_of(result.fixpoint)


def check_larger(kind: Kind, puzzle: Puzzle) -> None:
    """Hold a strategy against the reference, on a puzzle with no more than 200 solutions."""
    expected = solve_any(puzzle, strategy="probe", max_solutions=200)
    assume(expected.complete)
    assert proof(kind().solve(puzzle, max_solutions=None)) == proof(expected)


@WAYS
@given(data=st.data())
@settings(max_examples=examples(45))
def test_larger_puzzles_are_solved_as_by_the_reference(kind: Kind, data: st.DataObject) -> None:
    check_larger(kind, data.draw(puzzles_for(kind, 8, 6)))


def pictures_by_clues(width: int, height: int) -> dict[Puzzle, set[tuple[str, ...]]]:
    """All pictures of a size, those with the same clues together."""
    found: defaultdict[Puzzle, set[tuple[str, ...]]] = defaultdict(set)
    rows = ["".join(cells) for cells in itertools.product("#.", repeat=width)]
    for drawn in itertools.product(rows, repeat=height):
        found[Grid(drawn).puzzle().replace(goal=None)].add(drawn)
    return found


@WAYS
@POSES
@pytest.mark.parametrize(("puzzle", "count"), [(rooks(4), 24), (switches(4), 16)], ids=["rooks", "switches"])
def test_many_solutions(kind: Kind, pose: Pose, puzzle: Puzzle, count: int) -> None:
    found = kind().solve(pose(puzzle), max_solutions=None).solutions
    assert len(set(found)) == len(found) == count
    for solution in found:
        assert Grid(tuple(row.replace("r", "#") for row in solution.rows)).puzzle().has_clues_of(puzzle)
