"""The solution of a puzzle as a person's steps: at each the easiest rule that tells something, somewhere.

Of the lines where that rule works the first is taken: the rows from the top, then the columns from the left. The next
step depends on nothing but the picture so far, so a hint for a half-solved picture and the explanation of the whole
agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from harness.errors import Phrase
from harness.puzzle import Cell, Clue, Grid, Line, Puzzle, check_no_blots
from harness.solver.budget import Budget
from harness.solver.human.agenda import Agenda, LineLooker, Order, in_order
from harness.solver.human.chains import place_in
from harness.solver.human.completions import Completions, find_completions
from harness.solver.human.findings import Finding, Place
from harness.solver.human.line_view import LineView
from harness.solver.human.quick_tests import may_work
from harness.solver.human.rules import Rule, told_in_line
from harness.solver.human.trial import Conclusion, Trials, places_to_try
from harness.solver.kernel.choose import build_kernel, is_compiled
from harness.solver.lines import line_text, members
from harness.solver.propagate import Board

_RULES = tuple(Rule)
"""The rules; those numbered n are the level n + 1 of the agenda."""

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


class HumanSolver(LineLooker):
    """Solves a puzzle step by step; mutable.

    `board` holds what is known so far, `completions` the solutions that agree with it once they had to be sought.

    Args:
        puzzle: as it passes `Puzzle.check`.
        state: what is known at the start (default: nothing).
        budget: what may be spent (default: no limit).
        order: which of several lines comes first.

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

    def __init__(
        self, puzzle: Puzzle, state: Grid | None = None, budget: Budget | None = None, order: Order = Order.FIRST
    ) -> None:
        self.board = Board.of(puzzle)
        check_no_blots(puzzle, Phrase("whoever explains the steps"))
        self.completions: Completions[Grid] | None = None
        super().__init__(puzzle, budget, Agenda(in_order(order, self.board.clues), len(_RULES) + 1))
        self._puzzle = puzzle
        self._trials: Trials | None = None
        self._changed = 0  # the set of lines that changed since the last trials
        self._views: dict[int, LineView] = {}  # of the lines as they were when looked at last
        self._kept: dict[int, dict[int, tuple[Finding, ...]]] = {}
        if state is not None:
            if (state.width, state.height) != (puzzle.width, puzzle.height):
                raise ValueError(f"a state of {state.width}×{state.height} cells for {puzzle.width}×{puzzle.height}")
            for decided in known_cells(state):
                self._put(decided.place, decided.cell)

    @property
    def solved(self) -> bool:
        """True if all cells are known (and no `Contradiction` is left to be found if `next_step` is None)."""
        return self.board.unknown_count == 0

    def next_step(self) -> Step | Contradiction | None:
        """The next step; a contradiction, if a line has one; None if nothing more follows.

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
        found = self._agenda.first(self._look)
        if found is None:
            return None
        number, level = found
        if level == 0:
            view = self._view(number)
            return Contradiction(self.board.line(number), view.clue, view.text)
        return self._step(number, level)

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
        other.completions = other._trials = None
        other._agenda = self._agenda.copy()
        other._views = self._views.copy()
        other._may_work, other._kept = self._may_work.copy(), self._kept.copy()
        other._kernel = build_kernel(self._puzzle)
        for known in known_cells(self.board.grid()):
            other._kernel.put(*_numbered(known.place, known.cell))
        other._put(place, cell)
        return other

    def suppositions(self) -> list[tuple[Place, Cell, str]]:
        """Choose a cell to guess if no rule helps: its colours with their names, the likeliest last."""
        place = places_to_try(self.board)[0]
        return [(place, Cell.WHITE, "white"), (place, Cell.BLACK, "black")]

    def take(self, step: Step) -> None:
        """Enter what the step decides."""
        for decided in step.cells:
            self._put(decided.place, decided.cell)

    def _put(self, place: Place, cell: Cell) -> None:
        self._kernel.put(*_numbered(place, cell))
        for line in self.board.put(place.row, place.column, cell):
            self._agenda.change(line)
            self._changed |= 1 << line

    def _view(self, number: int) -> LineView:
        board, before = self.board, self._views.get(number)
        black, white = board.black[number], board.white[number]
        if before is not None and before.black == black and before.white == white:
            return before
        view = LineView(board.length(number), board.clues[number], black, white)
        if before is not None:
            view.packed_before = before.packed_last
        self._views[number] = view
        return view

    def _enter(self, number: int, starts: Sequence[int], can: Sequence[int]) -> bool:
        """Enter the analysis of a line; return True if it tells anything."""
        view = self._view(number)
        told = view.unknown & ~can[1], view.unknown & ~can[0]
        if not any(told):
            return False
        view.starts_found, view.may_tell = starts, told
        self._may_work[number] = may_work(view)
        self._kept[number] = _kept(view.length, view.clue, view.black, view.white)
        return True

    def _told(self, number: int, level: int) -> tuple[Finding, ...]:
        """Return the findings of the level's rule in a line."""
        kept = self._kept[number]
        found = kept.get(level)
        if found is None:
            found = kept[level] = told_in_line(_RULES[level - 1], self._view(number))
        return found

    def _step(self, number: int, level: int) -> LineStep:
        board, view, rule = self.board, self._view(number), _RULES[level - 1]
        findings = self._told(number, level)
        black = white = 0
        for finding in findings:
            black |= finding.black
            white |= finding.white
        cells = tuple(
            DecidedCell(place_in(board, number, cell), Cell.BLACK if black >> cell & 1 else Cell.WHITE)
            for cell in members(black | white)
        )
        after = line_text(view.length, view.black | black, view.white | white)
        return LineStep(rule, board.line(number), view.clue, view.text, after, findings, cells)

    def _next_trial(self, *, with_nested: bool) -> TrialStep | None:
        if self._trials is None:
            # the kernel in Python is no quicker than what the trials keep of lines
            kernel = self._kernel if is_compiled(self._kernel) else None
            self._trials = Trials(self.board, self._budget, kernel)
        self._trials.forget(self._changed)
        self._changed = 0
        conclusion = self._trials.conclude(self._common if with_nested else None)
        if conclusion is None:
            return None
        return TrialStep(conclusion.rule, conclusion, (DecidedCell(conclusion.place, conclusion.cell),))

    def find_completions(self) -> Completions[Grid]:
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
def _kept(length: int, clue: Clue, black: int, white: int) -> dict[int, tuple[Finding, ...]]:
    """Findings of the rules tried so far in a line, by their levels.

    Kept, because whoever draws changes a cell and asks again: all but a few lines are then as they were.
    """
    return {}


def known_cells(state: Grid) -> list[DecidedCell]:
    """The known cells of a picture, row by row.

    >>> known_cells(Grid(("?#",)))
    [DecidedCell(place=Place(row=0, column=1), cell=<Cell.BLACK: '#'>)]
    """
    return [
        DecidedCell(Place(row, column), Cell(cell))
        for row, cells in enumerate(state.rows)
        for column, cell in enumerate(cells)
        if cell != Cell.UNKNOWN
    ]


def _numbered(place: Place, cell: Cell) -> tuple[int, int, int]:
    """Return the arguments of `Kernel.put`."""
    return place.row, place.column, int(cell is Cell.BLACK)
