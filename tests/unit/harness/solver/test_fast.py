"""The stages of the fast solver: which takes over where, what it leaves, and that the clock is looked at in each."""

import itertools
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver import Outcome, Stop
from harness.solver.budget import Budget
from harness.solver.fast import Fast, FastOf
from harness.solver.kernel import Kernel, build_kernel
from harness.solver.registry import solve_any
from harness.solver.sat import remainder
from harness.solver.sat.process import SatProcess
from harness.solver.sat.remainder import Remainder, SatSolver, open_solver
from tests.kernels import BY_SAT, BY_SEARCH, KERNELS, clauses_of, posed
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, colour_grids, grids
from tests.unit.harness.solver.files import sample
from tools.made import domino_puzzle, noise_puzzle

FASTS = pytest.mark.parametrize("fast", [Fast, Fast], ids=lambda fast: fast.__name__)
AnyFast = type[FastOf[Any, Any]]


@KERNELS
@FASTS
@pytest.mark.parametrize("limits", [range(0, 350, 50), range(350, 700, 50)], ids=["early", "late"])
def test_the_sat_solver_takes_over_anywhere(limits: range, fast: AnyFast, kernel: str) -> None:
    """Branches that the search has closed stay closed, and those it has left open are all looked into."""
    for limit, (puzzle, count) in itertools.product(limits, ((rooks(4), 24), (switches(5), 32))):
        result = fast(kernel=kernel, search_limit=limit).solve(posed(fast, puzzle), max_solutions=None)
        assert (len(set(result.solutions)), len(result.solutions), result.complete) == (count, count, True)


@FASTS
def test_the_sat_solver_does_take_over(fast: AnyFast, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []

    def watched(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
        called.append(1)
        return open_solver(needed_bytes, budget)

    monkeypatch.setattr(remainder, "open_solver", watched)
    assert fast().solve(posed(fast, domino_puzzle(8))).unique
    assert called == [1]
    assert fast(search_limit=BY_SEARCH).solve(posed(fast, domino_puzzle(4))).unique
    assert fast().solve(posed(fast, rooks(4))).outcome is Outcome.MULTIPLE
    assert called == [1]


@FASTS
def test_without_python_sat_the_search_goes_on(fast: AnyFast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "has_solver", lambda: False)
    dominoes = fast(search_limit=BY_SAT).solve(posed(fast, domino_puzzle(4)))
    assert (dominoes.outcome, dominoes.complete) == (Outcome.UNIQUE, True)
    many = fast(search_limit=BY_SAT).solve(posed(fast, rooks(4)), max_solutions=None)
    assert (len(set(many.solutions)), many.complete) == (24, True)


@KERNELS
@pytest.mark.parametrize("count", [3, 6])
def test_dominoes(kernel: str, count: int) -> None:
    puzzle = domino_puzzle(count)
    result = Fast(kernel=kernel).solve(puzzle)
    assert result.unique
    assert result.solutions[0].puzzle().has_clues_of(puzzle)


@pytest.mark.parametrize(
    ("kernel", "side", "limit"), [("pure", 25, BY_SAT), ("pure", 25, None), (None, 30, BY_SAT), (None, 70, None)]
)
def test_solutions_to_noise_are_solutions(kernel: str | None, side: int, limit: int | None) -> None:
    puzzle = noise_puzzle(side, side, 0.5 if side < 70 else 0.62, 1)
    result = Fast(kernel=kernel, search_limit=limit).solve(puzzle)
    assert result.outcome in (Outcome.UNIQUE, Outcome.MULTIPLE)
    assert len(set(result.solutions)) == (1 if result.unique else 2)
    for solution in result.solutions:
        assert solution.puzzle().has_clues_of(puzzle)


@KERNELS
@pytest.mark.parametrize("limit", [BY_SAT, BY_SEARCH])
def test_the_time_is_looked_at_in_every_stage(kernel: str, limit: int) -> None:
    ticks = itertools.count()
    budget = Budget(4, clock=lambda: float(next(ticks)))  # a second for every look at the clock
    result = Fast(kernel=kernel, search_limit=limit).solve(domino_puzzle(11), budget=budget)
    assert (result.outcome, result.stopped, result.solutions) == (Outcome.TIMEOUT, Stop.TIMEOUT, ())


@FASTS
def test_solutions_before_the_sat_solver_was_stopped_are_kept(fast: AnyFast) -> None:
    found: list[Any] = []
    search = fast(search_limit=BY_SAT).solutions(posed(fast, rooks(6)), Budget(should_stop=lambda: len(found) == 50))
    found.extend(itertools.islice(search, 50))
    assert list(search) == []
    assert (search.stopped, search.found, len(set(found))) == (Stop.INTERRUPTED, 50, 50)


@given(data=st.data())
@settings(deadline=None, max_examples=examples(60))
def test_the_clauses_have_the_solutions_of_the_puzzle(data: st.DataObject) -> None:
    """From an empty board and from the fixpoint alike."""
    in_colour = colour_grids(max_side=6).map(lambda grid: grid.puzzle(COLOUR_PALETTE))
    puzzle: Puzzle = data.draw(st.one_of(grids(7, 7).map(Grid.clues), in_colour))
    expected = solve_any(puzzle, strategy="probe", max_solutions=100)
    assume(expected.complete)
    for settled in (False, True):
        kernel = build_kernel(puzzle)
        if settled:
            kernel.propagate()
        rest = Remainder(puzzle, kernel, Budget())
        try:
            found = list(rest.solutions((), lambda: None))
        finally:
            rest.close()
        assert len(found) == len(expected.solutions)
        assert set(found) == {solution.rows for solution in expected.solutions}


def test_known_cells_need_no_clauses() -> None:
    def size(puzzle: Puzzle, kernel: Kernel) -> tuple[int, int]:
        clauses, variables, needed_bytes = clauses_of(puzzle, kernel)
        assert (needed_bytes == 0) is (not clauses)
        assert all(clauses), "an empty clause"
        return variables, len(clauses)

    puzzle = noise_puzzle(30, 30, 0.5, 1)
    kernel = build_kernel(puzzle)
    cells, clauses = size(puzzle, kernel)
    assert cells == 900
    kernel.propagate()
    cells_left, clauses_left = size(puzzle, kernel)
    assert cells_left == kernel.unknown_count
    assert clauses_left < clauses
    for solved in (sample("cat"), Grid(("rg", "gr")).puzzle(COLOUR_PALETTE)):
        kernel = build_kernel(solved)
        kernel.propagate()
        assert size(solved, kernel) == (0, 0)


def test_cells_supposed_against_what_is_known_leave_no_solution() -> None:
    puzzle = Puzzle(((2,), (1,)), ((1,), (2,)))
    kernel = build_kernel(puzzle)
    kernel.propagate()
    rest = Remainder(puzzle, kernel, Budget())
    assert list(rest.solutions([(0, 0, (0,))], lambda: None)) == []
    assert list(rest.solutions([(0, 0, (1,))], lambda: None)) == [("##", ".#")]
    assert list(rest.solutions([], lambda: None)) == [], "no solution comes twice"
