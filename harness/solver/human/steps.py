"""The solution of a puzzle as a person's steps: at each the easiest rule that tells something, somewhere.

Of the lines where that rule works the first is taken: the rows from the top, then the columns from the left. What the
next step is depends on nothing but the picture so far, so a hint for a half-solved picture and the explanation of the
whole agree.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from harness.puzzle import Cell, Clue, Grid, Line, Puzzle, check_no_blots
from harness.solver.budget import Budget
from harness.solver.human.chains import place_in
from harness.solver.human.completions import Completions, find_completions
from harness.solver.human.findings import Finding, Place
from harness.solver.human.line_view import LineView
from harness.solver.human.rules import RULES_OF_A_LINE, Rule, findings_of
from harness.solver.human.trial import Conclusion, conclude
from harness.solver.lines import line_text, members, solve_line
from harness.solver.propagate import Board

_LINES_KEPT = 20_000
"""Lines of which it is kept what a rule told last; some 20 MB at the most."""


@dataclass(frozen=True, slots=True)
class DecidedCell:
    """A cell of the picture and the colour that a step gives it."""

    place: Place
    cell: Cell


@dataclass(frozen=True, slots=True)
class LineStep:
    """A rule applied to one line.

    Attributes:
        rule: the rule.
        line: the line, `clue` its numbers.
        before: the line as known before, drawn with `#`, `.` and `?`; `after` as known after.
        findings: what the rule tells, one sentence each; every one decides cells that those before it do not.
        cells: all cells that the step decides, along the line.
    """

    rule: Rule
    line: Line
    clue: Clue
    before: str
    after: str
    findings: tuple[Finding, ...]
    cells: tuple[DecidedCell, ...]


@dataclass(frozen=True, slots=True)
class TrialStep:
    """A cell decided by trial; `conclusion` says how."""

    rule: Rule
    conclusion: Conclusion
    cells: tuple[DecidedCell, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A line for which the known cells, drawn in `text`, leave no arrangement: there is no solution."""

    line: Line
    clue: Clue
    text: str


Step = LineStep | TrialStep


class HumanSolver:
    """Solves a puzzle step by step; mutable.

    `board` holds what is known so far, `completions` the solutions that agree with it once they had to be sought.

    Args:
        puzzle: as it passes `Puzzle.check`.
        state: what is known at the start (default: nothing).
        budget: what may be spent (default: no limit).

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword, or some are blotted.
        ValueError: the state has another size than the puzzle.

    >>> solver = HumanSolver(Puzzle(((2,), (1,)), ((1,), (2,))))
    >>> step = solver.next_step()
    >>> step.rule.value, str(step.line), step.after
    ('full-line', 'row 1', '##')
    >>> solver.take(step)
    >>> print(solver.board.grid())
    ##
    ??
    """

    def __init__(self, puzzle: Puzzle, state: Grid | None = None, budget: Budget | None = None) -> None:
        self.board = Board.of(puzzle)
        check_no_blots(puzzle, "whoever explains the steps")
        self.completions: Completions | None = None
        self._puzzle = puzzle
        self._budget = budget or Budget()
        if state is not None:
            if (state.width, state.height) != (puzzle.width, puzzle.height):
                raise ValueError(f"a state of {state.width}×{state.height} cells for {puzzle.width}×{puzzle.height}")
            for row, text in enumerate(state.rows):
                for column, cell in enumerate(text):
                    if cell != Cell.UNKNOWN:
                        self.board.put(row, column, Cell(cell))
        # what the easiest rule tells in each line as it is now; a line that changed is missing
        self._found: dict[int, LineStep | Contradiction | None] = {}

    @property
    def solved(self) -> bool:
        """Whether all cells are known (and no `Contradiction` is left to be found if `next_step` is None)."""
        return self.board.unknown_count == 0

    def next_step(self) -> Step | Contradiction | None:
        """The next step; a contradiction, if a line has one; None if there is nothing more to be told.

        In the last case, if cells are unknown, `completions` holds the reason: several solutions, or none.

        Raises:
            StoppedError: the budget ran out.
        """
        step = self.next_line_step()
        if step is not None or self.solved:
            return step
        return self._next_trial(with_nested=True)

    def next_line_step(self) -> LineStep | Contradiction | None:
        """The next step by the rules that look at one line; a contradiction, if a line has one.

        Raises:
            StoppedError: the budget ran out.
        """
        best: LineStep | None = None
        for number in range(len(self.board.clues)):
            found = self._look(number)
            if isinstance(found, Contradiction):
                return found
            if found is not None and (best is None or _ease(found.rule) < _ease(best.rule)):
                best = found
        return best

    def next_plain_trial(self) -> TrialStep | None:
        """The next step by trial of single cells, for when `next_line_step` tells nothing and cells are unknown.

        Raises:
            StoppedError: the budget ran out.
        """
        return self._next_trial(with_nested=False)

    def branch(self, place: Place, cell: Cell) -> HumanSolver:
        """Another solver that knows the same, and supposes this cell besides."""
        other = copy(self)
        other.board = self.board.copy()
        other._found = self._found.copy()
        other.completions = None
        other._put(place, cell)
        return other

    def take(self, step: Step) -> None:
        """Enter what the step decides."""
        for decided in step.cells:
            self._put(decided.place, decided.cell)

    def _put(self, place: Place, cell: Cell) -> None:
        for line in self.board.put(place.row, place.column, cell):
            self._found.pop(line, None)

    def _look(self, number: int) -> LineStep | Contradiction | None:
        if number not in self._found:
            self._budget.spend_line_call()
            self._found[number] = self._easiest(number)
        return self._found[number]

    def _easiest(self, number: int) -> LineStep | Contradiction | None:
        board = self.board
        length, clue, black, white = board.length(number), board.clues[number], board.black[number], board.white[number]
        solved = None if black & white else solve_line(length, clue, black, white)
        if solved is None:
            return Contradiction(board.line(number), clue, line_text(length, black, white))
        if solved == (black, white):
            return None  # no rule can tell more than all arrangements do
        rule, findings = _easiest_rule(length, clue, black, white)
        new_black = new_white = 0
        for finding in findings:
            new_black |= finding.black
            new_white |= finding.white
        cells = tuple(
            DecidedCell(place_in(board, number, cell), Cell.BLACK if new_black >> cell & 1 else Cell.WHITE)
            for cell in members(new_black | new_white)
        )
        return LineStep(
            rule,
            board.line(number),
            clue,
            before=line_text(length, black, white),
            after=line_text(length, black | new_black, white | new_white),
            findings=findings,
            cells=cells,
        )

    def _next_trial(self, *, with_nested: bool) -> TrialStep | None:
        conclusion = conclude(self.board, self._budget, self._common if with_nested else None)
        if conclusion is None:
            return None
        return TrialStep(conclusion.rule, conclusion, (DecidedCell(conclusion.place, conclusion.cell),))

    def find_completions(self) -> Completions:
        """The solutions that agree with what is known; sought once only, for no step rules one of them out.

        Raises:
            StoppedError: the budget ran out.
        """
        if self.completions is None:
            self.completions = find_completions(self._puzzle, self.board, self._budget)
        return self.completions

    def _common(self) -> Grid:
        return self.find_completions().common


@lru_cache(_LINES_KEPT)
def _easiest_rule(length: int, clue: Clue, black: int, white: int) -> tuple[Rule, tuple[Finding, ...]]:
    """The easiest rule that tells something in a line, and what; one must.

    Kept, because whoever draws changes a cell and asks again: all but a few lines are then as they were.
    """
    view = LineView(length, clue, black, white)
    return next((rule, found) for rule, apply in RULES_OF_A_LINE.items() if (found := findings_of(apply, view)))


_EASE = {rule: ease for ease, rule in enumerate(Rule)}


def _ease(rule: Rule) -> int:
    return _EASE[rule]
