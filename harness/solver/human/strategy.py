"""The `human` strategy: the named rules, then trial, then guessing a cell.

It is for watching and for comparison, not for speed: animations can show the steps of `explain`.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.errors import Phrase
from harness.puzzle import Grid, Line, Puzzle
from harness.solver.budget import Budget
from harness.solver.human.steps import Contradiction, HumanSolver, LineStep
from harness.solver.strategy import Search, StepKind, Strategy, cell_text, cells_text


class Human(Strategy):
    """Named rules, the easiest first, then trial."""

    name = "human"

    def check(self, puzzle: Puzzle, budget: Budget) -> None:
        """Check the clues; none may be blotted (`PuzzleError`): the rules need the lengths."""
        super().check(puzzle, budget)
        puzzle.check_no_blots(Phrase("the strategy {name}", name=self.name))

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        solver = HumanSolver(puzzle, search.given, search.budget)
        try:
            wrong = _use_lines(search, solver, 0)
        finally:
            search.fixpoint = solver.board.grid()
        if not search.settle(search.fixpoint, wrong):
            return
        stack = [(solver, 0, "")]  # pictures still to be worked on, with their suppositions, the last one in words
        while stack:
            solver, depth, supposed = stack.pop()
            if supposed:
                search.tell(StepKind.TRIAL, solver.board.grid(), note=supposed, depth=depth)
            if not _work(search, solver, depth):
                continue
            if solver.solved:
                yield search.solution(solver.board.grid(), depth, is_last=not stack)
                continue
            search.guesses += 1
            for place, hue in solver.suppositions():  # the last one is supposed first
                note = f"suppose {cell_text(place.row, place.column)} is {hue.name or 'white'}"
                stack.append((solver.branch(place, hue), depth + 1, note))


def _work(search: Search, solver: HumanSolver, depth: int) -> bool:
    """Apply rules and trials until they decide nothing more; return False at a contradiction."""
    while (wrong := _use_lines(search, solver, depth)) is None:
        step = None if solver.solved else solver.next_trial(with_nested=False)
        if step is None:
            return True
        solver.take(step)
        if search.is_watched:
            ((row, column), hue) = step.cells[0]
            note = f"{cell_text(row, column)} must be {hue.name or 'white'}: {step.rule.title}"
            search.tell(StepKind.DECIDED, solver.board.grid(), note=note, depth=depth)
    if search.is_watched:
        search.tell(StepKind.BACK, solver.board.grid(), wrong, f"no arrangement fits {wrong}", depth)
    return False


def _use_lines(search: Search, solver: HumanSolver, depth: int) -> Line | None:
    """Apply the rules to lines until they decide nothing more; return the line that no arrangement fits, if any."""
    while (step := solver.next_line_step()) is not None:
        if isinstance(step, Contradiction):
            return step.line
        solver.take(step)
        if search.is_watched:
            # a step may be about a row and a column, whose cell it decides
            lines = [step.line] if isinstance(step, LineStep) else [named.line for named in step.lines]
            told = f"{step.rule.title}, {cells_text(len(step.cells))}"
            note = f"{' and '.join(map(str, lines))}: {told}"
            search.tell(StepKind.LINE, solver.board.grid(), lines[0], note, depth)
    return None
