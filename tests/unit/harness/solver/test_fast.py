"""The stages of the fast solver: which takes over where, what it leaves, and that the clock is looked at in each."""

import itertools
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget, StopReason
from harness.solver.fast import Fast
from harness.solver.kernel import build_kernel
from harness.solver.propagate import Board, propagate
from harness.solver.sat import remainder
from harness.solver.sat.encoding import State
from harness.solver.sat.remainder import Remainder, open_solver
from harness.solver.strategy import Outcome, solve_any
from tests.kernels import BY_SAT, BY_SEARCH, COMPILED, POSES, WITH_KERNEL_OR_NOT, Pose, clauses_of
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, blotted, colour_puzzles, grids
from tests.unit.harness.solver.files import sample
from tests.unit.harness.solver.test_budget import ticking
from tools.made import domino_puzzle, noise_puzzle


@COMPILED
@POSES
@pytest.mark.parametrize("limits", [range(0, 350, 50), range(350, 700, 50)], ids=["early", "late"])
def test_the_sat_solver_takes_over_anywhere(limits: range, pose: Pose) -> None:
    """Branches that the search has closed stay closed, and those it has left open are all looked into."""
    for limit, (puzzle, count) in itertools.product(limits, ((rooks(4), 24), (switches(5), 32))):
        result = Fast(search_limit=limit).solve(pose(puzzle), max_solutions=None)
        assert (len(set(result.solutions)), len(result.solutions), result.complete) == (count, count, True)


@COMPILED
@POSES
def test_the_sat_solver_does_take_over(pose: Pose, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Mock(wraps=open_solver)
    monkeypatch.setattr(remainder, "open_solver", opened)
    assert Fast().solve(pose(domino_puzzle(8))).unique
    assert opened.call_count == 1
    assert Fast(search_limit=BY_SEARCH).solve(pose(domino_puzzle(4))).unique
    assert Fast().solve(pose(rooks(4))).outcome is Outcome.MULTIPLE
    assert opened.call_count == 1


@WITH_KERNEL_OR_NOT
@POSES
def test_without_python_sat_the_search_goes_on(with_kernel: bool, pose: Pose, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remainder, "has_solver", lambda: False)
    fast = Fast(with_kernel=with_kernel, search_limit=BY_SAT)
    dominoes = fast.solve(pose(domino_puzzle(3)))
    assert (dominoes.outcome, dominoes.complete) == (Outcome.UNIQUE, True)
    many = fast.solve(pose(rooks(4)), max_solutions=None)
    assert (len(set(many.solutions)), many.complete) == (24, True)


@pytest.mark.parametrize(
    ("puzzle", "fast"),
    [
        (noise_puzzle(25, 25, 0.5, 1), Fast(with_kernel=False)),
        (noise_puzzle(30, 30, 0.5, 1), Fast(search_limit=BY_SAT)),
        (noise_puzzle(70, 70, 0.62, 1), Fast()),
        (domino_puzzle(6), Fast(with_kernel=False)),
        (domino_puzzle(6), Fast()),
    ],
)
def test_solutions_of_large_puzzles_are_solutions(puzzle: Puzzle, fast: Fast) -> None:
    result = fast.solve(puzzle)
    assert result.outcome in (Outcome.UNIQUE, Outcome.MULTIPLE)
    assert len(set(result.solutions)) == (1 if result.unique else 2)
    for solution in result.solutions:
        assert solution.puzzle().has_clues_of(puzzle)


@pytest.mark.parametrize(
    "fast",
    [
        pytest.param(Fast(search_limit=BY_SAT), id="sat", marks=COMPILED),
        pytest.param(Fast(search_limit=BY_SEARCH), id="search", marks=COMPILED),
        pytest.param(Fast(with_kernel=False), id="no kernel"),
    ],
)
def test_the_time_is_looked_at_in_every_stage(fast: Fast) -> None:
    result = fast.solve(domino_puzzle(11), budget=Budget(4, clock=ticking()))
    assert (result.outcome, result.stopped, result.solutions) == (Outcome.TIMEOUT, StopReason.TIMEOUT, ())


@WITH_KERNEL_OR_NOT
@POSES
def test_solutions_before_the_sat_solver_was_stopped_are_kept(with_kernel: bool, pose: Pose) -> None:
    found: list[Grid] = []
    fast = Fast(with_kernel=with_kernel, search_limit=BY_SAT)
    search = fast.solutions(pose(rooks(6)), Budget(should_stop=lambda: len(found) == 50))
    found.extend(itertools.islice(search, 50))
    assert list(search) == []
    assert (search.stopped, search.found, len(set(found))) == (StopReason.INTERRUPTED, 50, 50)


def states_of(puzzle: Puzzle) -> Iterator[State]:
    """The reference's state and the kernel's, each empty and then at the fixpoint."""
    board = Board.of(puzzle)
    yield board
    propagate(board, Budget())
    yield board
    if kernel := build_kernel(puzzle):
        yield kernel
        kernel.propagate()
        yield kernel


PLAIN, IN_COLOUR = grids(7, 7).map(Grid.puzzle), colour_puzzles(6)


@given(puzzle=st.one_of(PLAIN, IN_COLOUR, blotted(PLAIN), blotted(IN_COLOUR)))
@settings(max_examples=examples(150))
def test_the_clauses_have_the_solutions_of_the_puzzle(puzzle: Puzzle) -> None:
    """From an empty board and from the fixpoint alike."""
    expected = solve_any(puzzle, strategy="probe", max_solutions=100)
    assume(expected.complete)
    for state in states_of(puzzle):
        rest = Remainder(puzzle, state, Budget())
        try:
            found = list(rest.solutions((), lambda: None))
        finally:
            rest.close()
        assert len(found) == len(expected.solutions)
        assert set(found) == {solution.rows for solution in expected.solutions}


def test_known_cells_need_no_clauses() -> None:
    def size(puzzle: Puzzle, state: State) -> tuple[int, int]:
        clauses, variables, needed_bytes = clauses_of(puzzle, state)
        assert (needed_bytes == 0) is (not clauses)
        assert all(clauses), "an empty clause"
        return variables, len(clauses)

    puzzle = noise_puzzle(30, 30, 0.5, 1)
    sizes = [(size(puzzle, state), "".join(state.rows()).count("?")) for state in states_of(puzzle)]
    for ((cells, clauses), _), ((cells_left, clauses_left), unknown) in zip(sizes[::2], sizes[1::2], strict=True):
        assert cells == 900
        assert cells_left == unknown
        assert clauses_left < clauses
    assert sizes[:2] == sizes[-2:]
    for solved in (sample("cat"), Grid(("rg", "gr")).puzzle(COLOUR_PALETTE)):
        assert [size(solved, state) for state in states_of(solved)][1::2] in ([(0, 0)], [(0, 0)] * 2)


def test_cells_supposed_against_what_is_known_leave_no_solution() -> None:
    puzzle = Puzzle(((2,), (1,)), ((1,), (2,)))
    *_, state = states_of(puzzle)
    rest = Remainder(puzzle, state, Budget())
    assert list(rest.solutions([(0, 0, (0,))], lambda: None)) == []
    assert list(rest.solutions([(0, 0, (1,))], lambda: None)) == [("##", ".#")]
    assert list(rest.solutions([], lambda: None)) == [], "no solution comes twice"
