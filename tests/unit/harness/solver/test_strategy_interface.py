"""The interface that all strategies share: limits, stops, the stream of solutions, steps to watch."""

import itertools
from unittest.mock import Mock

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from harness.errors import PuzzleError, UsageError
from harness.puzzle import Grid, Group, Puzzle
from harness.solver.budget import Budget, StopReason
from harness.solver.strategy import (
    STRATEGIES,
    Difficulty,
    Known,
    Outcome,
    Step,
    StepKind,
    find_strategy,
    solve_any,
    strategy_names,
)
from tests.kernels import BRANCHING, KINDS, POSES, Kind, Pose, as_it_is
from tests.many_solutions import BY_TRIAL, rooks, switches
from tests.marks import examples
from tests.strategies import COLOUR_PALETTE, colour_puzzles, grids
from tests.strategy_steps import check_steps
from tests.unit.harness.solver.test_budget import ticking


def test_every_strategy_is_found_by_its_name() -> None:
    assert len(set(strategy_names())) == len(STRATEGIES)
    for known in STRATEGIES:
        kind = known.load()
        assert type(find_strategy(known.name)) is kind
        assert known.name == kind.name
    with pytest.raises(UsageError, match=r"no strategy 'magic'; choose one of: .*recursion"):
        find_strategy("magic")


@KINDS
@POSES
class TestLimits:
    def test_the_limit(self, kind: Kind, pose: Pose) -> None:
        result = kind().solve(pose(rooks(4)), max_solutions=5)
        assert (result.outcome, len(result.solutions)) == (Outcome.MULTIPLE, 5)
        assert (result.complete, result.stopped, result.difficulty) == (False, StopReason.LIMIT, Difficulty.MULT)

    def test_one_solution_asked_for_proves_uniqueness_only_where_the_search_ended(self, kind: Kind, pose: Pose) -> None:
        by_lines = kind().solve(pose(Puzzle(((2,), ()), ((1,), (1,)))), max_solutions=1)
        assert (by_lines.outcome, by_lines.unique, by_lines.complete) == (Outcome.UNIQUE, True, True)
        stopped = kind().solve(pose(rooks(2)), max_solutions=1)
        assert (stopped.outcome, stopped.unique, stopped.stopped) == (Outcome.LIMITED, None, StopReason.LIMIT)
        assert (len(stopped.solutions), stopped.difficulty) == (1, None)

    def test_stopped_before_anything_was_found(self, kind: Kind, pose: Pose) -> None:
        for budget, stop in (
            (Budget(0), StopReason.TIMEOUT),
            (Budget(should_stop=lambda: True), StopReason.INTERRUPTED),
        ):
            result = kind().solve(pose(rooks(3)), budget=budget)
            assert (result.outcome, result.solutions, result.stopped) == (Outcome(stop.value), (), stop)
            assert (result.fixpoint.unknown_count, result.complete, result.unique) == (9, False, None)

    def test_solutions_before_the_timeout_are_kept(self, kind: Kind, pose: Pose) -> None:
        puzzle = pose(rooks(4))
        whole = kind().solve(puzzle, max_solutions=None).solutions
        outcomes = set()
        for seconds in (1, 40, 80, 120, 200, 300, 450, 700, 1000):
            result = kind().solve(puzzle, max_solutions=None, budget=Budget(seconds, clock=ticking()))
            if not result.complete:
                assert result.stopped is StopReason.TIMEOUT
                assert result.outcome is (Outcome.MULTIPLE if len(result.solutions) > 1 else Outcome.TIMEOUT)
            assert result.solutions == whole[: len(result.solutions)]
            assert result.complete == (len(result.solutions) == len(whole))
            outcomes.add(result.outcome)
        assert outcomes == {Outcome.TIMEOUT, Outcome.MULTIPLE}

    def test_it_ends_when_memory_does(self, kind: Kind, pose: Pose) -> None:
        """The process takes 5 MB more at each look; each check looks, because a second has passed."""
        taken = itertools.count(5 * 10**6, 5 * 10**6).__next__
        budget = Budget(memory_bytes=100 * 10**6, clock=ticking(), taken_bytes=taken)
        result = kind().solve(pose(rooks(7)), max_solutions=None, budget=budget)
        assert (result.stopped, result.complete) == (StopReason.MEMORY, False)
        assert result.outcome is (Outcome.MULTIPLE if len(result.solutions) > 1 else Outcome.MEMORY)

    def test_the_user_stops_it(self, kind: Kind, pose: Pose) -> None:
        found: list[Grid] = []
        search = kind().solutions(pose(rooks(5)), Budget(should_stop=lambda: len(found) == 3))
        found.extend(itertools.islice(search, 3))
        assert list(search) == []
        assert (search.stopped, search.complete, search.found) == (StopReason.INTERRUPTED, False, 3)
        assert search.result().outcome is Outcome.MULTIPLE
        assert list(search) == [], "a search that was stopped stays so"

    def test_wrong_arguments(self, kind: Kind, pose: Pose) -> None:
        with pytest.raises(ValueError, match="max_solutions is 0"):
            kind().solve(pose(rooks(2)), max_solutions=0)
        with pytest.raises(PuzzleError, match="the rows hold"):
            kind().solutions(pose(Puzzle(((1,),), ((),))))  # before the first solution is asked for


@BRANCHING
@POSES
def test_a_limit_that_is_just_met_is_complete(kind: Kind, pose: Pose) -> None:
    result = kind().solve(pose(rooks(2)), max_solutions=2)
    assert (result.outcome, result.complete, result.stopped) == (Outcome.MULTIPLE, True, None)


@KINDS
@POSES
def test_solutions_come_one_by_one_and_the_end_stays_the_end(kind: Kind, pose: Pose) -> None:
    asked = Mock(return_value=False)
    search = kind().solutions(pose(switches(5)), Budget(should_stop=asked))
    next(search)
    asked_before = asked.call_count
    assert (search.found, search.complete, search.stopped) == (1, False, None)
    assert len(list(search)) == 2**5 - 1
    assert search.complete
    # once for handing a solution over, and once at least for finding it
    assert asked.call_count - asked_before >= 2 * (2**5 - 1), "all the work was done before the first solution"
    assert list(search) == []
    assert search.result().outcome is Outcome.MULTIPLE


def watched(kind: Kind, puzzle: Puzzle) -> tuple[list[Step], set[Grid]]:
    """The steps of a whole search, and the solutions by the reference."""
    steps: list[Step] = []
    result = kind().solve(puzzle, max_solutions=40, on_step=steps.append)
    unwatched = kind().solve(puzzle, max_solutions=40)
    assert result.replace(line_calls=unwatched.line_calls) == unwatched, "watching changes the search"
    assert tuple(step.grid for step in steps if step.kind is StepKind.SOLUTION) == result.solutions
    return steps, set(solve_any(puzzle, strategy="probe", max_solutions=None).solutions)


@KINDS
@given(puzzle=st.one_of(grids(max_width=6, max_height=6).map(Grid.puzzle), colour_puzzles(max_side=5)))
@example(puzzle=Grid(("....#", "....#", "...#.", "..#..", ".##..")).puzzle())  # of several solutions the SAT solver's
@example(puzzle=Grid(("gg.k", "ggk.", ".ggg")).puzzle(COLOUR_PALETTE))  # a step about a row and a column
@settings(max_examples=examples(90))
def test_steps(kind: Kind, puzzle: Puzzle) -> None:
    assume(puzzle.used_keys)  # where there are no colours, all is known from the start
    check_steps(*watched(kind, puzzle))


@KINDS
def test_each_line_that_tells_something_is_a_step(kind: Kind) -> None:
    steps, _ = watched(kind, Grid(("###", "..#")).puzzle())
    assert sum(len(step.cells) for step in steps if step.kind is StepKind.LINE) == 6


@BRANCHING
@POSES
def test_steps_of_trials(kind: Kind, pose: Pose) -> None:
    steps, solutions = watched(kind, pose(rooks(3)))
    check_steps(steps, solutions)
    kinds = [step.kind for step in steps]
    assert kinds.count(StepKind.STALLED) == 1
    assert kinds.count(StepKind.TRIAL) >= 4
    assert kinds.count(StepKind.SOLUTION) == 6
    assert max(step.depth for step in steps) >= 2
    notes = [step.note for step in steps if step.kind is StepKind.TRIAL]
    sign, name = ("#", "black") if pose is as_it_is else ("r", "red")
    expected = f"suppose row 1 is {sign}.." if kind().name == "enumerate" else f"is {name}"
    assert any(note.endswith(expected) for note in notes), notes


@KINDS
@POSES
@pytest.mark.parametrize("puzzle", [Puzzle(((2,), ()), ((2,), ())), BY_TRIAL], ids=["by a line", "by trial"])
def test_steps_of_contradictions(kind: Kind, pose: Pose, puzzle: Puzzle) -> None:
    steps, solutions = watched(kind, pose(puzzle))
    assert not solutions
    check_steps(steps, solutions)
    assert steps[-1].kind is StepKind.BACK


@pytest.mark.parametrize("known", STRATEGIES, ids=lambda known: known.name)
def test_the_contradictory_line_is_named(known: Known) -> None:
    red, green = Group(1, "r"), Group(1, "g")
    puzzle = Puzzle(((red, green), (green, red)), ((red, green), (red, green)), COLOUR_PALETTE)
    steps, _ = watched(known.load(), puzzle)
    result = known().solve(puzzle)
    assert (result.outcome, result.difficulty, result.guesses) == (Outcome.CONTRADICTION, Difficulty.LINE, 0)
    assert str(result.contradiction) == "column 2"
    assert (steps[-1].kind, steps[-1].line) == (StepKind.BACK, result.contradiction)


@KINDS
@POSES
def test_given_cells_are_shown_first(kind: Kind, pose: Pose) -> None:
    steps: list[Step] = []
    given_cells = Grid(("#?", "??")) if pose is as_it_is else Grid(("r?", "??"))
    kind().solve(pose(rooks(2)), given=given_cells, on_step=steps.append)
    assert (steps[0].kind, steps[0].note) == (StepKind.START, "1 cell given")
    assert all(step.grid[0][0] == given_cells[0][0] for step in steps)


@KINDS
@POSES
def test_the_watcher_may_end_it(kind: Kind, pose: Pose) -> None:
    def enough(step: Step) -> None:
        if step.cells:
            raise LookupError

    with pytest.raises(LookupError):
        kind().solve(pose(rooks(3)), on_step=enough)
