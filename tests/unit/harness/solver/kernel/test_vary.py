"""A second solution near the first: what is found is one, and what it may not be."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import Fast
from harness.solver.kernel import PAUSED, SOLVED, STABLE, Kernel, colour_keys, has_compiled_kernel
from harness.solver.strategy import Outcome, solve_any
from tests.kernels import kernel_of
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import clue_tables, colour_puzzles, grids
from tools.made import colour_noise, domino_puzzle, noise_puzzle

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")


def kernel_at(puzzle: Puzzle, solution: Grid) -> Kernel:
    """A kernel at the fixpoint of line logic, and above it the solution."""
    kernel = kernel_of(puzzle)
    assert kernel.propagate() == STABLE
    kernel.push()
    keys = colour_keys(puzzle)
    for row, cells in enumerate(solution.rows):
        for column, key in enumerate(cells):
            kernel.put(row, column, keys.index(key))
    assert kernel.propagate() == STABLE
    assert kernel.rows() == solution.rows
    return kernel


def check_varied(puzzle: Puzzle, reach: int) -> None:
    """From each solution of a puzzle that line logic does not solve, to another one, or nowhere."""
    expected = solve_any(puzzle, strategy="probe", max_solutions=20)
    assume(expected.complete and expected.solutions)
    all_rows = {solution.rows for solution in expected.solutions}
    for solution in expected.solutions:
        kernel = kernel_at(puzzle, solution)
        answer = kernel.vary(reach, None)
        if answer == SOLVED:
            assert kernel.rows() in all_rows - {solution.rows}
        else:
            assert answer == PAUSED
            assert kernel.rows() == solution.rows
        kernel.pop()
        assert kernel.rows() == expected.fixpoint.rows, "what is varied is no knowledge"


@given(puzzle=st.one_of(grids(8, 8).map(Grid.puzzle), clue_tables(5), colour_puzzles(5)), reach=st.integers(0, 8))
@settings(max_examples=examples(100))
def test_the_varied_solution_is_another_one(puzzle: Puzzle, reach: int) -> None:
    assume(puzzle.in_colour or sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)))
    check_varied(puzzle, reach)


@pytest.mark.parametrize("puzzle", [rooks(2), rooks(5), switches(6)], ids=["2 rooks", "5 rooks", "6 switches"])
def test_from_every_solution_there_is_a_way(puzzle: Puzzle) -> None:
    for solution in Fast().solve(puzzle, max_solutions=None).solutions:
        assert kernel_at(puzzle, solution).vary(5, None) == SOLVED


@pytest.mark.parametrize("at", [0, 30, 61, 62, 63, 64, 126, 200, 255, 298])
def test_the_same_anywhere_on_sides_of_any_length(at: int) -> None:
    """Two cells that may change places, far from all others, at each end of a machine word."""
    row = "." * at + "#" + "." * (299 - at)
    moved = "." * (at + 1) + "#" + "." * (298 - at)
    for picture in (Grid((row, moved)), Grid(tuple(map("".join, zip(row, moved, strict=True))))):
        puzzle = picture.puzzle()
        for reach in (1, 2, 70, 1000):
            kernel = kernel_at(puzzle, picture)
            assert kernel.vary(reach, None) == SOLVED
            assert Grid(kernel.rows()).puzzle().has_clues_of(puzzle)
            assert kernel.rows() != picture.rows


def test_solutions_too_far_away_are_not_found() -> None:
    """The two rows of a switch, three rows apart."""
    picture = Grid(("#.", "..", "..", ".#"))
    for reach, answer in ((1, PAUSED), (2, PAUSED), (3, SOLVED)):
        assert kernel_at(picture.puzzle(), picture).vary(reach, None) == answer


def test_the_state_below_says_what_may_change() -> None:
    picture = Grid(("#...", ".#..", "..#.", "...#"))
    kernel = kernel_of(picture.puzzle())
    for row in range(3):
        kernel.put(row, row, 1)
        assert kernel.propagate() == STABLE
        if row == 1:
            kernel.push()
    assert kernel.rows() == picture.rows
    assert kernel.vary(3, None) == SOLVED  # of four rooks two are fixed
    assert kernel.rows() == ("#...", ".#..", "...#", "..#.")
    assert kernel.vary(3, None) == SOLVED
    assert kernel.rows() == picture.rows


def test_there_must_be_a_state_below() -> None:
    kernel = kernel_of(rooks(2))
    kernel.put(0, 0, 1)
    assert kernel.propagate() == STABLE
    with pytest.raises(IndexError, match="there is no state below"):
        kernel.vary(1, None)


def test_it_can_be_stopped() -> None:
    picture = Grid(tuple("." * column + "#" + "." * (99 - column) for column in range(100)))
    kernel = kernel_at(picture.puzzle(), picture)
    with pytest.raises(StoppedError):
        kernel.vary(0, Budget(should_stop=lambda: True).check)


@pytest.mark.parametrize("side", [35, 40])
def test_two_solutions_need_no_sat_solver_where_one_is_guessed(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.solver.sat.remainder.open_solver", None)  # no clauses are built
    plain = Fast(search_limit=0).solve(noise_puzzle(side, side, 0.5, 2))
    in_colour = Fast(search_limit=0).solve(colour_noise(side, 1, 0.5, 2))
    for found in (plain, in_colour):
        assert found.outcome is Outcome.MULTIPLE
        assert len(set(found.solutions)) == 2


@pytest.mark.parametrize("after", [0, 20, 100, 300, 700])
@pytest.mark.parametrize("more", [0, 60, 400, 10_000])
def test_the_search_goes_on_after_a_guess(after: int, more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the guess came, and wherever the SAT solver takes over then."""
    monkeypatch.setattr("harness.solver.fast.GUESS_LIMIT", after)
    for puzzle, count in ((rooks(4), 24), (switches(5), 32), (domino_puzzle(4), 1)):
        result = Fast(search_limit=after + more).solve(puzzle, max_solutions=None)
        assert (len(set(result.solutions)), len(result.solutions), result.complete) == (count, count, True)
