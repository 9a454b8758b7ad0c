"""The interface that all strategies share: limits, stops, the stream of solutions, the steps to watch."""

import itertools

import pytest
from hypothesis import example, given, settings

from harness.errors import PuzzleError, UsageError
from harness.puzzle import Grid, Puzzle
from harness.solver import Difficulty, Outcome, Stop, solve
from harness.solver.budget import Budget
from harness.solver.registry import STRATEGIES, find_strategy, strategy_names
from harness.solver.strategy import Step, StepKind, Strategy
from tests.kernels import KINDS
from tests.many_solutions import rooks, switches
from tests.marks import examples
from tests.strategies import grids
from tests.strategy_steps import check_steps


def test_every_strategy_is_found_by_its_name() -> None:
    assert len(set(strategy_names())) == len(STRATEGIES)
    for known in STRATEGIES:
        kind = known.load()
        assert type(find_strategy(known.name)) is kind
        assert (known.name, known.summary) == (kind.name, kind.summary)
    with pytest.raises(UsageError, match=r"no strategy 'magic'; choose one of: .*recursion"):
        find_strategy("magic")


@KINDS
class TestLimits:
    def test_the_limit(self, kind: type[Strategy]) -> None:
        result = kind().solve(rooks(4), max_solutions=5)
        assert (result.outcome, len(result.solutions)) == (Outcome.MULTIPLE, 5)
        assert (result.complete, result.stopped, result.difficulty) == (False, Stop.LIMIT, Difficulty.MULT)

    def test_a_limit_that_is_just_met_is_complete(self, kind: type[Strategy]) -> None:
        result = kind().solve(rooks(2), max_solutions=2)
        assert (result.outcome, result.complete, result.stopped) == (Outcome.MULTIPLE, True, None)

    def test_one_solution_asked_for(self, kind: type[Strategy]) -> None:
        by_lines = kind().solve(Puzzle(((2,), ()), ((1,), (1,))), max_solutions=1)
        assert (by_lines.outcome, by_lines.unique) == (Outcome.UNIQUE, True)
        stopped = kind().solve(rooks(2), max_solutions=1)
        assert (stopped.outcome, stopped.unique, stopped.stopped) == (Outcome.LIMITED, None, Stop.LIMIT)

    def test_no_time_at_all(self, kind: type[Strategy]) -> None:
        result = kind().solve(rooks(3), budget=Budget(0))
        assert (result.outcome, result.solutions, result.stopped) == (Outcome.TIMEOUT, (), Stop.TIMEOUT)
        assert result.fixpoint == Grid.unknown(3, 3)

    @pytest.mark.parametrize("line_calls", range(1, 400, 45))
    def test_solutions_before_the_timeout_are_kept(self, kind: type[Strategy], line_calls: int) -> None:
        whole = kind().solve(rooks(4), max_solutions=None).solutions
        ticks = itertools.count()
        budget = Budget(line_calls, clock=lambda: float(next(ticks)))  # a second for every look at the clock
        result = kind().solve(rooks(4), max_solutions=None, budget=budget)
        if not result.complete:
            assert result.stopped is Stop.TIMEOUT
            assert result.outcome is (Outcome.MULTIPLE if len(result.solutions) > 1 else Outcome.TIMEOUT)
        assert result.solutions == whole[: len(result.solutions)]
        assert result.complete == (len(result.solutions) == len(whole))

    def test_the_user_stops_it(self, kind: type[Strategy]) -> None:
        found: list[Grid] = []
        search = kind().solutions(rooks(5), Budget(should_stop=lambda: len(found) == 3))
        found.extend(itertools.islice(search, 3))
        assert list(search) == []
        assert (search.stopped, search.complete, search.found) == (Stop.INTERRUPTED, False, 3)
        assert search.result().outcome is Outcome.MULTIPLE
        assert list(search) == [], "a search that was stopped stays so"
        assert not search.complete

    def test_stopped_before_anything_was_found(self, kind: type[Strategy]) -> None:
        result = kind().solve(rooks(3), budget=Budget(should_stop=lambda: True))
        assert (result.outcome, result.unique, result.stopped) == (Outcome.INTERRUPTED, None, Stop.INTERRUPTED)

    def test_wrong_arguments(self, kind: type[Strategy]) -> None:
        with pytest.raises(ValueError, match="max_solutions is 0"):
            kind().solve(rooks(2), max_solutions=0)
        with pytest.raises(PuzzleError, match="black cells"):
            kind().solutions(Puzzle(((1,),), ((),)))  # before the first solution is asked for


@KINDS
class TestStream:
    def test_solutions_come_one_by_one(self, kind: type[Strategy]) -> None:
        asked = 0

        def should_stop() -> bool:
            nonlocal asked
            asked += 1
            return False

        search = kind().solutions(switches(7), Budget(should_stop=should_stop))
        first = next(search)
        asked_before = asked
        assert first.clues().has_clues_of(switches(7))
        assert (search.found, search.complete, search.stopped) == (1, False, None)
        assert len(list(search)) == 2**7 - 1
        assert search.complete
        # once for handing a solution over, and once at least for finding it
        assert asked - asked_before >= 2 * (2**7 - 1), "all the work was done before the first solution"

    def test_the_end_stays_the_end(self, kind: type[Strategy]) -> None:
        search = kind().solutions(rooks(2))
        assert len(list(search)) == 2
        assert list(search) == []
        assert search.result().outcome is Outcome.MULTIPLE


def watched(kind: type[Strategy], puzzle: Puzzle) -> tuple[list[Step], set[Grid]]:
    """The steps of a whole search, and the solutions by the reference."""
    steps: list[Step] = []
    result = kind().solve(puzzle, max_solutions=40, on_step=steps.append)
    unwatched = kind().solve(puzzle, max_solutions=40)
    assert result._replace(line_calls=unwatched.line_calls) == unwatched, "watching changes the search"
    assert tuple(step.grid for step in steps if step.kind is StepKind.SOLUTION) == result.solutions
    return steps, set(solve(puzzle, None).solutions)


@KINDS
@given(picture=grids(max_width=6, max_height=6))
@example(picture=Grid(("....#", "....#", "...#.", "..#..", ".##..")))  # the SAT solver finds one of several solutions
@settings(deadline=None, max_examples=examples(60))
def test_steps(kind: type[Strategy], picture: Grid) -> None:
    check_steps(*watched(kind, picture.clues()))


@KINDS
def test_steps_of_trials(kind: type[Strategy]) -> None:
    steps, solutions = watched(kind, rooks(3))
    check_steps(steps, solutions)
    kinds = [step.kind for step in steps]
    assert kinds.count(StepKind.STALLED) == 1
    assert kinds.count(StepKind.TRIAL) >= 4
    assert kinds.count(StepKind.SOLUTION) == 6
    assert max(step.depth for step in steps) >= 2


@KINDS
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(((2,), ()), ((2,), ())),
        Puzzle(((2, 1), (1,), (1, 1), (1, 1), (1,)), ((1,), (1, 1, 1), (1,), (1, 1), (2,))),
    ],
)
def test_steps_of_contradictions(kind: type[Strategy], puzzle: Puzzle) -> None:
    steps, solutions = watched(kind, puzzle)
    assert not solutions
    check_steps(steps, solutions)
    assert steps[-1].kind is StepKind.BACK


@KINDS
def test_the_watcher_may_end_it(kind: type[Strategy]) -> None:
    def enough(step: Step) -> None:
        if step.cells:
            raise LookupError

    with pytest.raises(LookupError):
        kind().solve(rooks(3), on_step=enough)
