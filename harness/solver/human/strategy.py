"""The `human` strategy: the named rules, then trial, then what a patient person does: suppose a cell and continue.

It is for watching and for comparison, not for speed: what `explain` tells, any animation can show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from harness.errors import Phrase
from harness.puzzle import Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.human.english import English
from harness.solver.human.steps import Contradiction, HumanSolver, LineStep
from harness.solver.strategy import Search, StepKind, Strategy, cell_text, cells_text

_RULE_NAMES = English.rules  # English is the language of all steps' notes


class Human(Strategy):
    """Named rules, the easiest first, then trial.

    >>> Human().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "human"

    def check(self, puzzle: Puzzle, budget: Budget) -> None:
        """See that this strategy can be tried on the puzzle.

        Raises:
            PuzzleError: the puzzle's numbers cannot be a crossword, or some are blotted: the rules reckon with lengths.
        """
        super().check(puzzle, budget)
        puzzle.check_no_blots(Phrase("the strategy {name}", name=self.name))

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        yield from _Walk(search).solutions(HumanSolver(puzzle, search.given, search.budget))


class _Branch(NamedTuple):
    """A picture still to be worked on, `depth` suppositions with it; the last one in words."""

    solver: HumanSolver
    depth: int
    supposed: str


class _Walk:
    """The walk over the branches that are left open by what a person finds out for certain."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def solutions(self, solver: HumanSolver) -> Iterator[Any]:
        """All solutions."""
        search = self._search
        try:
            wrong = self._use_lines(solver, 0)
        finally:
            search.fixpoint = solver.board.grid()
        if not search.settle(search.fixpoint, wrong):
            return
        stack = [_Branch(solver, 0, "")]
        while stack:
            solver, depth, supposed = stack.pop()
            if supposed:
                search.tell(StepKind.TRIAL, solver.board.grid(), note=supposed, depth=depth)
            if not self._work(solver, depth):
                continue
            if solver.solved:
                yield search.solution(solver.board.grid(), depth, is_last=not stack)
                continue
            search.guesses += 1
            for place, hue in solver.suppositions():  # the last one is supposed first
                note = f"suppose {cell_text(place.row, place.column)} is {hue.name or 'white'}"
                stack.append(_Branch(solver.branch(place, hue), depth + 1, note))

    def _work(self, solver: HumanSolver, depth: int) -> bool:
        """Find out for certain what can be; whether no contradiction came up."""
        search = self._search
        while (wrong := self._use_lines(solver, depth)) is None:
            step = None if solver.solved else solver.next_trial(with_nested=False)
            if step is None:
                return True
            solver.take(step)
            if search.is_watched:
                ((row, column), hue) = step.cells[0]
                note = f"{cell_text(row, column)} must be {hue.name or 'white'}: {_RULE_NAMES[step.rule]}"
                search.tell(StepKind.DECIDED, solver.board.grid(), note=note, depth=depth)
        if search.is_watched:
            search.tell(StepKind.BACK, solver.board.grid(), wrong, f"no arrangement fits {wrong}", depth)
        return False

    def _use_lines(self, solver: HumanSolver, depth: int) -> Line | None:
        """Apply the rules to lines until they yield nothing more: None, or the line that no arrangement fits."""
        search = self._search
        while (step := solver.next_line_step()) is not None:
            if isinstance(step, Contradiction):
                return step.line
            solver.take(step)
            if search.is_watched:
                # a step may be about a row and a column, whose cell it decides
                lines = [step.line] if isinstance(step, LineStep) else [named.line for named in step.lines]
                told = f"{_RULE_NAMES[step.rule]}, {cells_text(len(step.cells))}"
                note = f"{' and '.join(map(str, lines))}: {told}"
                search.tell(StepKind.LINE, solver.board.grid(), lines[0], note, depth)
        return None
