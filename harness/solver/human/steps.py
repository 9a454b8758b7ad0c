"""The solution of a puzzle as a person's steps, each by the easiest rule that works anywhere.

Of the lines where it works the first is taken: the rows from the top, then the columns from the left. The next step
depends on the known cells alone. So a hint for a half-solved picture and the explanation of the whole agree.

In colour there are also two rules for a row and the columns that cross it, and elimination from line to line. A trial
in black and white has a chain of reasons. In colour, if trying one cell shows nothing, the reason given is that all
solutions have it in common.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy, deepcopy
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from harness.errors import Phrase
from harness.puzzle import Axis, Grid, Line, Puzzle, common_cells, sheet_svg
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import Budget, raise_if_spent
from harness.solver.human.agenda import Agenda, Order, in_order
from harness.solver.human.findings import Cells, ColourBlock, Hue, Hues, LineFinding, Place
from harness.solver.human.line_view import WHITE, LineView, blocks_of
from harness.solver.human.rules import Rule, may_work, told_in_line
from harness.solver.human.trial import (
    MOST_COMPLETIONS,
    Branch,
    Completions,
    Conclusion,
    NamedLine,
    Trials,
    fewest_colours_first,
    place_in,
    places_to_try,
    refute_colours,
    solve_line_again,
)
from harness.solver.kernel import build_kernel
from harness.solver.lines import NumberedClue, members, several
from harness.solver.propagate import Board, propagate
from harness.solver.strategy import solve_any


class Crossings:
    """What the two lines of a cell leave it together, in colour; mutable. `enter` every line that was analysed.

    `can` is a board with the colours that both lines leave the cell, `reach` one with those whose blocks reach it in
    both, and white.
    """

    def __init__(self, board: Board) -> None:
        self.can, self.reach = board.copy(), board.copy()

    def enter(self, number: int, view: LineView, can: Sequence[int]) -> None:
        """Enter the analysis of a line: for each colour the cells that may have it."""
        for board, found in ((self.can, can), (self.reach, (self.reach.can[number][WHITE], *view.reach[1:]))):
            board.learn(number, [now & before for now, before in zip(found, board.can[number], strict=True)])

    def first_white(self, rows: Iterable[int], unknown: Callable[[int], int]) -> tuple[int, int] | None:
        """Find the first row with unknown cells that no colour reaches in both lines, and the set of these cells."""
        found = ((row, unknown(row) & ~reduce(or_, self.reach.can[row][1:], 0)) for row in rows)
        return next((first for first in found if first[1]), None)

    def first_decided(self, unknown: Callable[[int], int]) -> tuple[Place, int] | None:
        """Find the first unknown cell that its lines leave one colour in common, and the number of that colour."""
        for row in range(self.can.height):
            both = self.can.can[row]
            if decided := reduce(or_, both) & ~several(both) & unknown(row):
                column = (decided & -decided).bit_length() - 1
                return Place(row, column), self.can.colours(row, column)[0]
        return None


_RULES = tuple(Rule)
"""The rules; the rule n is the level n + 1 of the agenda."""

_BEFORE_CROSSING = _RULES.index(Rule.CROSSING) + 1
"""The first level of the agenda that is harder than `Rule.CROSSING`."""


class DecidedCell(NamedTuple):
    """A cell of the picture and its colour."""

    place: Place
    hue: Hue


class LineStep(NamedTuple):
    """A rule applied to one line.

    Attributes:
        rule: the rule.
        line: the line, `clue` its blocks; of `Rule.CROSSING` the row.
        before: the line drawn in the colours' keys; `after` the same after the step.
        findings: one for each sentence; every one decides cells that those before it do not.
        cells: all cells that the step decides, along the line.
        hues: the colours by their numbers in the findings.
        puzzle, picture: what is solved, and its known cells before the step.
    """

    rule: Rule
    line: Line
    clue: tuple[ColourBlock, ...]
    before: str
    after: str
    findings: tuple[LineFinding, ...]
    cells: tuple[DecidedCell, ...]
    hues: tuple[Hue, ...]
    puzzle: Puzzle
    picture: Grid

    def _repr_svg_(self) -> str:
        """Draw the picture after the step for a notebook, its line and its new cells marked."""
        return _step_svg(self, self.line)


class PictureStep(NamedTuple):
    """Cells decided by more than one line.

    Attributes:
        rule: `BOTH_LINES`, `ELIMINATION`, `TRIAL`, `EITHER_WAY`, or `NESTED_TRIAL`.
        cells: those that the step decides.
        puzzle, picture: as of a `LineStep`.
        lines: of `BOTH_LINES` the row and the column; of an `ELIMINATION` the last line.
        branches: the colours tried and their consequences.
        solutions: the number compared, for a `NESTED_TRIAL` in colour.
    """

    rule: Rule
    cells: tuple[DecidedCell, ...]
    puzzle: Puzzle
    picture: Grid
    lines: tuple[NamedLine, ...] = ()
    branches: tuple[Branch, ...] = ()
    solutions: int = 0

    def _repr_svg_(self) -> str:
        """Draw the picture after the step for a notebook, its new cells marked."""
        return _step_svg(self, None)


class Contradiction(NamedTuple):
    """A line for which the known cells, drawn in `text`, leave no arrangement in the end: there is no solution."""

    line: Line
    clue: tuple[ColourBlock, ...]
    text: str


Step = LineStep | PictureStep


def _step_svg(step: Step, line: Line | None) -> str:
    rows = [list(cells) for cells in step.picture.rows]
    for (row, column), hue in step.cells:
        rows[row][column] = hue.key
    after = Grid(map("".join, rows))
    return sheet_svg(step.puzzle, after, line=line, cells=[cell.place for cell in step.cells])


class _Board(Board):
    """A board that remembers its line analyses, together with all others."""

    def solve_line(self, line: int) -> Sequence[int] | None:
        return solve_line_again(self.length(line), self.clues[line], tuple(self.can[line]))


class _Studied(NamedTuple):
    """A line with certain known cells.

    `view` is what the rules look at, `can` has for each colour the cells that may have it. `may_work` is the set of the
    rules that may tell something, `told` the findings of those tried so far, by their levels.
    """

    view: LineView
    can: Sequence[int]
    may_work: int
    told: dict[int, tuple[LineFinding, ...]]


_STUDIED: dict[tuple[int, NumberedClue, tuple[int, ...], tuple[Hue, ...]], _Studied] = {}
"""Lines by their lengths, clues, known cells and colours: a picture much like the last one has many of the same."""

_MOST_STUDIED = 10_000
"""Lines remembered: some tens of megabytes."""


class HumanSolver:
    """Solves a puzzle, which passes its check, step by step; mutable.

    `board` holds the known cells alone; `completions` the solutions that agree with it, if they were searched for.
    `state` has the cells known at the start; colours that the clues do not have are left out.

    Raises `PuzzleError` if the clues cannot be a crossword, `FormatError` if some are blotted.

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
        self.board = _Board.of(puzzle)
        puzzle.check_no_blots(Phrase("an explanation"))
        self.completions: Completions | None = None
        self._puzzle = puzzle
        self._budget = budget or Budget()
        self._hues = hues_of(puzzle)
        lengths = [[length for length, _ in clue] for clue in self.board.clues]
        self._agenda = Agenda(in_order(order, lengths), len(_RULES) + 1)
        self._kernel = build_kernel(puzzle)  # knows what the board knows, and analyses lines quickly
        self._known = [[0] * len(self._hues) for _ in self.board.clues]
        self._rows = [UNKNOWN * self.board.width] * self.board.height
        self._studied: dict[int, _Studied] = {}  # the lines as they were when looked at last
        # in black and white, what both lines leave a cell is what one of them leaves it
        self._crossings = Crossings(self.board) if self._in_colour else None
        self._trials: Trials | None = None
        self._changed = 0  # the set of lines that changed since the last trials
        for row, cells in enumerate(state.rows if state is not None else ()):
            for column, key in enumerate(cells):
                colour = self.board.keys.find(key)
                if colour >= 0:
                    self._know(row, column, colour)

    @property
    def solved(self) -> bool:
        """True if all cells are known (and no `Contradiction` is left to be found if `next_step` is None)."""
        return not self.board.open_count

    def next_step(self) -> Step | Contradiction | None:
        """Find the next step or a contradiction; None if nothing more follows.

        In the last case, if cells are unknown, `completions` holds the reason: several solutions, or none. The budget
        may end this, and the other searches here, with a `StoppedError`.
        """
        step = self.next_line_step()
        if step is not None or self.solved:
            return step
        return self.next_trial(with_nested=True)

    def next_line_step(self) -> Step | Contradiction | None:
        """Find the next step, or a contradiction, without trial."""
        crossings = self._crossings
        found = self._agenda.first(self._look, None if crossings is None else _BEFORE_CROSSING)
        if found is None and crossings is not None:
            if crossing := self._crossing(crossings):
                return crossing
            found = self._agenda.first(self._look)
        if found is None:
            return None if crossings is None or self.solved else self._both_lines(crossings) or self._elimination()
        number, level = found
        if level == 0:
            return self._contradiction(self.board.line(number))
        return self._line_step(number, _RULES[level - 1], self._told(number, level))

    def next_trial(self, *, with_nested: bool) -> PictureStep | None:
        """Find the next step by trial, after `next_line_step` has found none and cells are unknown.

        If trying single cells shows nothing, `with_nested` searches for all solutions.
        """
        if self._in_colour:
            conclusion = self._conclude_in_colour(with_nested)
        else:
            if self._trials is None:
                self._trials = Trials(self.board, self._budget, self._kernel)
            changed, self._changed = self._changed, 0
            common = (lambda: self.find_completions().common) if with_nested else None
            conclusion = self._trials.conclude(changed, common)
        if conclusion is None:
            return None
        cell = DecidedCell(conclusion.place, self._hues[conclusion.colour])
        compared = self._in_colour and conclusion.rule is Rule.NESTED_TRIAL
        solutions = len(self.find_completions().grids) if compared else 0
        return self._picture_step(conclusion.rule, (cell,), branches=conclusion.branches, solutions=solutions)

    def take(self, step: Step) -> None:
        """Enter the cells that the step decides."""
        for cell in step.cells:
            self._put(cell)

    def branch(self, place: Place, hue: Hue) -> "HumanSolver":
        """Return another solver that knows the same, and supposes this cell besides."""
        other = copy(self)
        other.board = self.board.copy()
        other.completions = other._trials = None
        other._agenda, other._crossings = deepcopy(self._agenda), deepcopy(self._crossings)
        other._known, other._rows, other._studied = deepcopy(self._known), self._rows.copy(), self._studied.copy()
        other._kernel = build_kernel(self._puzzle, self.board.grid())
        other._put(DecidedCell(place, hue))
        return other

    def suppositions(self) -> list[tuple[Place, Hue]]:
        """Choose a cell to guess if no rule helps: it with each of its colours, the likeliest last."""
        known = self._propagated()
        place = fewest_colours_first(self.board, known)[0] if self._in_colour else places_to_try(self.board)[0]
        return [(place, self._hues[colour]) for colour in known.colours(place.row, place.column)]

    @property
    def _in_colour(self) -> bool:
        return self._hues[0].in_colour

    def _put(self, cell: DecidedCell) -> None:
        for line in self._know(*cell.place, self._hues.index(cell.hue)):
            self._agenda.change(line)
            self._changed |= 1 << line

    def _know(self, row: int, column: int, colour: int) -> tuple[int, int]:
        """Enter a cell; return its lines."""
        if self._kernel is not None:
            self._kernel.put(row, column, colour)
        self._known[row][colour] |= 1 << column
        self._known[self.board.height + column][colour] |= 1 << row
        cells = self._rows[row]
        self._rows[row] = cells[:column] + self.board.keys[colour] + cells[column + 1 :]
        return self.board.put(row, column, colour)

    def _look(self, number: int, level: int) -> int | None:
        """Return the level if its rule works in a line, else the next that may; level 0: no arrangement fits."""
        if level == 0:
            self._budget.spend_line_call()
            studied = self._study(number)
            if studied is None:
                return 0
            if self._crossings is not None:
                self._crossings.enter(number, studied.view, studied.can)
        elif self._told(number, level):
            return level
        left = self._studied[number].may_work >> level  # 0: no rule can tell more than all arrangements do
        return level + (left & -left).bit_length() if left else None

    def _study(self, number: int) -> _Studied | None:
        """Analyse a line, unless it was met before; None if no arrangement fits."""
        line = self.board.length(number), self.board.clues[number], tuple(self._known[number]), self._hues
        studied = _STUDIED.get(line)
        if studied is None:
            if (analysed := (self._kernel or self.board).analyse(number)) is None:
                return None
            view, can = LineView(*line), analysed[1]
            view.starts_found = analysed[0]
            decided = view.unknown & ~(can[0] & can[1] if len(can) == 2 else several(can))
            view.may_tell = [cells & decided for cells in can]
            if len(_STUDIED) == _MOST_STUDIED:
                _STUDIED.clear()
            studied = _STUDIED[line] = _Studied(view, can, may_work(view) if decided else 0, {})
        self._studied[number] = studied
        return studied

    def _told(self, number: int, level: int) -> tuple[LineFinding, ...]:
        studied = self._studied[number]
        found = studied.told.get(level)
        if found is None:
            found = studied.told[level] = told_in_line(_RULES[level - 1], studied.view)
        return found

    def _line_step(self, number: int, rule: Rule, findings: tuple[LineFinding, ...]) -> LineStep:
        told = zip(*(finding.told for finding in findings), strict=True)
        cells = self._decided(number, [reduce(or_, sets) for sets in told])
        line, clue, before = self.board.line(number), self._studied[number].view.blocks, self._text(number)
        after = list(before)
        for place, hue in cells:
            after[place.column if number < self.board.height else place.row] = hue.key
        picture = Grid.of_sound(tuple(self._rows))
        return LineStep(rule, line, clue, before, "".join(after), findings, cells, self._hues, self._puzzle, picture)

    def _picture_step(self, rule: Rule, cells: tuple[DecidedCell, ...], *others: Any, **named: Any) -> PictureStep:
        return PictureStep(rule, cells, self._puzzle, Grid.of_sound(tuple(self._rows)), *others, **named)

    def _text(self, number: int) -> str:
        column = number - self.board.height
        return self._rows[number] if column < 0 else "".join([row[column] for row in self._rows])

    def _decided(self, number: int, told: Sequence[int]) -> tuple[DecidedCell, ...]:
        """The cells of a line that are decided, in order; `told` are those of each colour."""
        hues = {cell: hue for hue, cells in zip(self._hues, told, strict=True) for cell in members(cells)}
        return tuple([DecidedCell(place_in(self.board, number, cell), hues[cell]) for cell in sorted(hues)])

    def _crossing(self, crossings: Crossings) -> LineStep | None:
        """The first row with cells where the colours that reach them from both sides have none in common."""
        rows = [line for line in self._agenda.order if line < self.board.height]
        found = crossings.first_white(rows, self.board.open_cells)
        if found is None:
            return None
        row, cells = found
        groups: dict[tuple[tuple[Hue, ...], tuple[Hue, ...]], int] = {}
        for column in members(cells):
            both = self._reaching(row, 1 << column), self._reaching(self.board.height + column, 1 << row)
            groups[both] = groups.get(both, 0) | 1 << column
        findings = []
        for (across, down), mask in groups.items():
            told = (mask, *[0] * (len(self._hues) - 1))
            sentence = "crossing" if mask.bit_count() == 1 else "crossing-several"
            findings.append(
                LineFinding(sentence, told, {"cells": Cells(mask), "across": Hues(across), "down": Hues(down)})
            )
        return self._line_step(row, Rule.CROSSING, tuple(findings))

    def _reaching(self, number: int, cell: int) -> tuple[Hue, ...]:
        """The colours of the blocks of a line that reach a cell, each once."""
        view = self._studied[number].view
        return tuple(dict.fromkeys(self._hues[view.clue[block][1]] for block in view.extremes.reaching(cell)))

    def _both_lines(self, crossings: Crossings) -> PictureStep | None:
        """The first cell that the arrangements of its row and those of its column leave one colour in common."""
        board = self.board
        found = crossings.first_decided(board.open_cells)
        if found is None:
            return None
        place, colour = found
        lines = [self._named(board.line(number)) for number in (place.row, board.height + place.column)]
        return self._picture_step(Rule.BOTH_LINES, (DecidedCell(place, self._hues[colour]),), tuple(lines))

    def _elimination(self) -> PictureStep | Contradiction | None:
        """Follow the colours that lines rule out, from line to line, until some cells have one colour left."""
        known = self.board.copy()
        found: list[PictureStep] = []

        def note(number: int) -> bool:
            new = self._studied[number].view.unknown & ~several(known.can[number])
            if cells := self._decided(number, [cells & new for cells in known.can[number]]):
                found.append(self._picture_step(Rule.ELIMINATION, cells, (self._named(known.line(number)),)))
            return bool(found)

        wrong = propagate(known, self._budget, on_look=note)
        if found:
            return found[0]
        return None if wrong is None else self._contradiction(wrong)

    def _propagated(self) -> Board:
        """Return a board at the fixpoint of line logic, which has no contradiction."""
        known = self.board.copy()
        if self._crossings is not None:
            propagate(known, self._budget)
        return known

    def _conclude_in_colour(self, with_nested: bool) -> Conclusion | None:
        """Decide a cell by trial in colour, or because it is the same in all solutions that agree with the picture."""
        known = self._propagated()
        places = fewest_colours_first(self.board, known)
        conclusion = refute_colours(known, places, self._hues, self._named, self._budget)
        if conclusion is not None or not with_nested:
            return conclusion
        found = self.find_completions()
        if found.complete and found.grids:
            for place in places:
                colour = self.board.keys.find(found.common[place.row][place.column])
                if colour >= 0:
                    return Conclusion(Rule.NESTED_TRIAL, place, colour)
        return None

    def find_completions(self) -> Completions:
        """The solutions that agree with the known cells; searched for once, because no step excludes one of them."""
        if self.completions is None:
            known = self.board.grid()
            result = solve_any(self._puzzle, max_solutions=MOST_COMPLETIONS + 1, budget=self._budget, given=known)
            raise_if_spent(result.stopped)
            found, complete = result.solutions, len(result.solutions) <= MOST_COMPLETIONS
            common = common_cells(found) if found and complete else known
            self.completions = Completions(found[:MOST_COMPLETIONS], complete, common)
        return self.completions

    def _named(self, line: Line) -> NamedLine:
        return NamedLine(line, blocks_of(self.board.clues[self._number_of(line)], self._hues))

    def _contradiction(self, line: Line) -> Contradiction:
        return Contradiction(line, self._named(line).clue, self._text(self._number_of(line)))

    def _number_of(self, line: Line) -> int:
        return line.index if line.axis is Axis.ROW else self.board.height + line.index


def hues_of(puzzle: Puzzle) -> tuple[Hue, ...]:
    """Return the colours that occur in the clues, the background first."""
    in_colour = puzzle.in_colour
    colours = [Hue(key, puzzle.name_of(key), in_colour) for key in puzzle.used_keys]
    return Hue(BACKGROUND, in_colour=in_colour), *colours
