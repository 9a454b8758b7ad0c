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
from harness.solver.human.steps import Contradiction, HumanSolver, LineStep, PictureStep
from harness.solver.strategy import Search, StepKind, Strategy, cell_text, cells_text

_RULE_NAMES = English.rules  # English is the language of all steps' notes


class Human(Strategy):
    """Named rules, the easiest first, then trial.

    >>> Human().solve(Puzzle(((1,), (2,)), ((1,), (2,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """

    name = "human"
    summary = "the rules by which a person finds cells, the easiest first, then trial; `explain` tells them in words"

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
            search.contradiction = self._use_lines(solver, 0)
        finally:
            search.fixpoint = solver.board.grid()
        if search.contradiction is not None:
            return
        if not solver.solved:
            search.tell(StepKind.STALLED, search.fixpoint, note="line logic stalls here: cells are tried from now on")
        stack = [_Branch(solver, 0, "")]
        while stack:
            solver, depth, supposed = stack.pop()
            if supposed:
                search.tell(StepKind.TRIAL, solver.board.grid(), note=supposed, depth=depth)
            if not self._work(solver, depth):
                continue
            if solver.solved:
                if not stack:
                    search.say_that_last_solution_follows()
                solution = solver.board.grid()
                search.tell(StepKind.SOLUTION, solution, note="a solution", depth=depth)
                yield solution
                continue
            search.guesses += 1
            for place, hue in solver.suppositions():  # the last one is supposed first
                note = f"suppose {cell_text(place.row, place.column)} is {hue.name or 'white'}"
                stack.append(_Branch(solver.branch(place, hue), depth + 1, note))

    def _work(self, solver: HumanSolver, depth: int) -> bool:
        """Find out for certain what can be; whether no contradiction came up."""
        while self._use_lines(solver, depth) is None:
            if solver.solved:
                return True
            step = solver.next_plain_trial()
            if step is None:
                return True
            solver.take(step)
            self._tell_trial(solver, step, depth)
        return False

    def _use_lines(self, solver: HumanSolver, depth: int) -> Line | None:
        """Apply the rules to lines until they yield nothing more: None, or the line that no arrangement fits."""
        search = self._search
        while (step := solver.next_line_step()) is not None:
            if isinstance(step, Contradiction):
                if search.is_watched:
                    note = f"no arrangement fits {step.line}"
                    search.tell(StepKind.BACK, solver.board.grid(), step.line, note, depth)
                return step.line
            solver.take(step)
            if search.is_watched:
                # a step may be about a row and a column, whose cell it decides
                lines = [step.line] if isinstance(step, LineStep) else [named.line for named in step.lines]
                told = f"{_RULE_NAMES[step.rule]}, {cells_text(len(step.cells))}"
                note = f"{' and '.join(map(str, lines))}: {told}"
                search.tell(StepKind.LINE, solver.board.grid(), lines[0], note, depth)
        return None

    def _tell_trial(self, solver: HumanSolver, step: PictureStep, depth: int) -> None:
        if self._search.is_watched:
            (decided,) = step.cells
            colour = decided.hue.name or "white"
            where = cell_text(decided.place.row, decided.place.column)
            note = f"{where} must be {colour}: {_RULE_NAMES[step.rule]}"
            self._search.tell(StepKind.DECIDED, solver.board.grid(), note=note, depth=depth)
