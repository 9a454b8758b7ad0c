"""Guarantees of a strategy: for those who watch it, and for those who read its result."""

import itertools
from collections.abc import Collection, Sequence

from harness.puzzle import Axis, Grid
from harness.solver.strategy import Result, Step, StepKind, cells_text


def proof(result: Result) -> dict[str, object]:
    """Return the parts of a result that must not depend on the strategy, once all solutions are found."""
    assert len(set(result.solutions)) == len(result.solutions), "a solution is listed twice"
    return {
        "solutions": set(result.solutions),
        "outcome": result.outcome,
        "complete": result.complete,
        "difficulty": result.difficulty,
        # where lines contradict each other, the order decides which of them is met, and what was known then
        "lines contradict": result.contradiction is not None,
        "fixpoint": None if result.contradiction else result.fixpoint,
    }


def check_steps(steps: Sequence[Step], solutions: Collection[Grid]) -> None:
    """Hold the steps of a whole search against all solutions of the puzzle."""
    assert steps[0].kind is StepKind.START
    assert steps[0].grid.unknown_count == steps[0].grid.width * steps[0].grid.height
    assert sum(step.kind is StepKind.STALLED for step in steps) <= 1
    for before, step in itertools.pairwise(steps):
        assert step.note
        changed = tuple(
            (row, column)
            for row in range(step.grid.height)
            for column in range(step.grid.width)
            if step.grid[row][column] not in ("?", before.grid[row][column])
        )
        assert step.cells == (() if step.kind is StepKind.BACK else changed)
        if step.kind is StepKind.LINE:
            assert step.line is not None
            assert step.note.endswith(cells_text(len(step.cells)))
            for row, column in step.cells:
                assert before.grid[row][column] == "?", "looking at a line overthrows what was known"
                assert step.line.index == (row if step.line.axis is Axis.ROW else column)
        if step.kind is StepKind.TRIAL:
            assert step.depth > 0
        if step.depth == 0 and solutions:
            for row, column in itertools.product(range(step.grid.height), range(step.grid.width)):
                colours = {solution[row][column] for solution in solutions}
                assert step.grid[row][column] == "?" or colours == {step.grid[row][column]}
