"""The solution of a puzzle in colour as a person's steps: at each the easiest rule that tells something, somewhere.

As in black and white (`steps`), and the next step depends on nothing but the picture so far: what is remembered are the
cells whose colour is known, and of the others nothing. Beside the rules for one line there are two for a row and the
columns that cross it; then what lines rule out, line after line; then what follows from trying one cell. If none of
these tells anything, the reason given is that all solutions have it in common, and no more is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache, reduce
from operator import or_

from harness.errors import Phrase
from harness.puzzle import Axis, ColourGrid, ColourPuzzle, Line, check_no_blots
from harness.solver.budget import Budget, raise_if_spent
from harness.solver.colour_board import ColourBoard
from harness.solver.colour_lines import NumberedClue, several, solve_colour_line
from harness.solver.fast import ColourFast
from harness.solver.human.agenda import Agenda, LineLooker, Order, in_order
from harness.solver.human.chains import place_in
from harness.solver.human.colour_values import (
    ColourContradiction,
    ColouredCell,
    ColourLineStep,
    ColourPictureStep,
    ColourStep,
    NamedLine,
    hues_of,
    known_in,
)
from harness.solver.human.colour_view import ColourLineView, Turned
from harness.solver.human.completions import MOST_COMPLETIONS, Completions
from harness.solver.human.findings import Cells, Finding, Hue, Hues, Place
from harness.solver.human.quick_tests import may_work
from harness.solver.human.rules import Rule, told_in_line
from harness.solver.kernel.choose import build_kernel
from harness.solver.lines import members
from harness.solver.propagate import propagate

MOST_TRIALS = 200
"""Trials for one step: what they do not show in some tenths of a second, nobody would try on paper."""

_LINES_KEPT = 20_000
"""Lines of which it is kept what the rules told last."""

_RULES = tuple(Rule)
"""The rules; those numbered n are the level n + 1 of the agenda."""

_BEFORE_CROSSING = _RULES.index(Rule.CROSSING) + 1
"""The first level of the agenda that is harder than `Rule.CROSSING`."""

_solve_line = lru_cache(maxsize=1 << 14)(solve_colour_line)
# from one step to the next most lines are as they were


class _Board(ColourBoard[ColourGrid]):
    """A board that keeps what it found in lines, for itself and all others like it."""

    def solve_line(self, line: int) -> Sequence[int] | None:
        return _solve_line(self.length(line), self.clues[line], tuple(self.can[line]))


class ColourSolver(LineLooker):
    """Solves a puzzle in colour step by step; mutable.

    `board` holds the known cells, and of the others nothing; `completions` the solutions that agree with it, once they
    had to be sought.

    Args:
        puzzle: as it passes `ColourPuzzle.check`.
        state: what is known at the start, in the colours that the clues have (default: nothing).
        budget: what may be spent (default: no limit).
        order: which of several lines comes first.

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.
        FormatError: some are blotted.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("b", (0, 0, 255))))
    >>> solver = ColourSolver(ColourGrid(("rrb", ".b.")).puzzle(palette))
    >>> step = solver.next_step()
    >>> step.rule.value, str(step.line), step.after
    ('full-line', 'row 1', 'rrb')
    """

    def __init__(
        self,
        puzzle: ColourPuzzle,
        state: ColourGrid | None = None,
        budget: Budget | None = None,
        order: Order = Order.FIRST,
    ) -> None:
        self.board = _Board.of(puzzle, ColourGrid)
        check_no_blots(puzzle, Phrase("whoever explains the steps"))
        self.completions: Completions[ColourGrid] | None = None
        lengths = [[length for length, _ in clue] for clue in self.board.clues]
        super().__init__(puzzle, budget, Agenda(in_order(order, lengths), len(_RULES) + 1))
        self._puzzle = puzzle
        self._hues = hues_of(puzzle)
        self._known = [[0] * len(self._hues) for _ in self.board.clues]
        self._views: dict[int, ColourLineView] = {}  # of the lines as they were when looked at last
        self._can: dict[int, Sequence[int]] = {}  # for each colour the cells of a line that may have it
        self._can_down = Turned(self.board.height, len(self._hues))  # the same for columns, row by row
        self._reach_down = Turned(self.board.height, len(self._hues))  # where blocks of each colour reach
        self._changed_columns = set[int]()  # whose sets are still to be turned
        self._to_cross = set(range(self.board.height))  # rows that may have a crossing
        for cell in known_in(state, puzzle) if state is not None else ():
            self._put(cell)

    @property
    def solved(self) -> bool:
        """True if all cells are known (and no contradiction is left to be found if `next_step` is None)."""
        return not self.board.open_count

    def next_step(self) -> ColourStep | ColourContradiction | None:
        """The next step; a contradiction, if one is met; None if nothing more follows.

        In the last case, if cells are unknown, `completions` holds the reason, unless the search for them was given up.

        Raises:
            StoppedError: the budget ran out.
        """
        step = self.next_line_step()
        if step is not None or self.solved:
            return step
        return self.next_plain_trial() or self._common()

    def next_line_step(self) -> ColourStep | ColourContradiction | None:
        """The next step by looking at lines only, those that cross included; a contradiction, if that shows one.

        Raises:
            StoppedError: the budget ran out.
        """
        found = self._agenda.first(self._look, _BEFORE_CROSSING)
        if found is None:
            crossing = self._crossing()
            if crossing is not None:
                return crossing
            found = self._agenda.first(self._look)
        if found is None:
            return None if self.solved else self._both_lines() or self._elimination()
        number, level = found
        if level == 0:
            return self._contradiction(self.board.line(number))
        return self._line_step(number, _RULES[level - 1], self._told(number, level))

    def next_plain_trial(self) -> ColourPictureStep | None:
        """The next step by trial of single cells, for when `next_line_step` tells nothing and cells are unknown.

        Raises:
            StoppedError: the budget ran out.
        """
        known = self._propagated()
        trials = 0
        for place in self._fewest_colours_first(known):
            colours = known.colours(place.row, place.column)
            trials += len(colours)
            if trials > MOST_TRIALS:
                return None
            refuted: list[tuple[Hue, NamedLine]] = []
            left = []
            for colour in colours:
                supposed = known.copy()
                wrong = propagate(supposed, self._budget, supposed.put(place.row, place.column, colour))
                if wrong is None:
                    left.append(self._hues[colour])
                else:
                    refuted.append((self._hues[colour], self._named(wrong)))
                if len(left) > 1:
                    break
            if len(left) == 1:
                return ColourPictureStep(Rule.TRIAL, (ColouredCell(place, left[0]),), refuted=tuple(refuted))
        return None

    def take(self, step: ColourStep) -> None:
        """Enter what the step decides."""
        for cell in step.cells:
            self._put(cell)

    def branch(self, place: Place, cell: Hue) -> ColourSolver:
        """Another solver that knows the same, and supposes this cell besides."""
        other = copy(self)
        other.board = self.board.copy()
        other.completions = None
        other._agenda = self._agenda.copy()
        other._known = [sets.copy() for sets in self._known]
        other._views, other._can, other._may_work = self._views.copy(), self._can.copy(), self._may_work.copy()
        other._can_down, other._reach_down = self._can_down.copy(), self._reach_down.copy()
        other._changed_columns, other._to_cross = self._changed_columns.copy(), self._to_cross.copy()
        other._kernel = build_kernel(self._puzzle)
        for known in known_in(self.board.grid(), self._puzzle):
            other._kernel.put(known.place.row, known.place.column, self._hues.index(known.cell))
        other._put(ColouredCell(place, cell))
        return other

    def suppositions(self) -> list[tuple[Place, Hue, str]]:
        """Choose a cell to guess if no rule helps: its colours with their names, the likeliest last."""
        known = self._propagated()
        place = self._fewest_colours_first(known)[0]
        hues = [self._hues[colour] for colour in known.colours(place.row, place.column)]
        return [(place, hue, hue.name or "white") for hue in hues]

    def _put(self, cell: ColouredCell) -> None:
        row, column = cell.place.row, cell.place.column
        colour = self._hues.index(cell.cell)
        self._kernel.put(row, column, colour)
        crossing = self.board.height + column
        self._known[row][colour] |= 1 << column
        self._known[crossing][colour] |= 1 << row
        for line in self.board.put(row, column, colour):
            self._agenda.change(line)

    def _view(self, number: int) -> ColourLineView:
        board, before, known = self.board, self._views.get(number), tuple(self._known[number])
        if before is not None and before.known == known:
            return before
        view = ColourLineView(board.length(number), board.clues[number], known, self._hues)
        if before is not None:
            view.packed_before = before.packed_last
        self._views[number] = view
        return view

    def _enter(self, number: int, starts: Sequence[int], can: Sequence[int]) -> bool:
        """Enter the analysis of a line; return True if it tells anything."""
        view = self._view(number)
        view.starts_found, self._can[number] = starts, can
        if number < self.board.height:
            self._to_cross.add(number)
        else:
            self._changed_columns.add(number)
        decided = view.unknown & ~several(can)
        if not decided:
            return False
        view.may_tell = [cells & decided for cells in can]
        self._may_work[number] = may_work(view)
        return True

    def _told(self, number: int, level: int) -> tuple[Finding, ...]:
        """Return the findings of the level's rule in a line."""
        view = self._view(number)
        kept = _kept(view.length, view.clue, view.known, view.hues)
        found = kept.get(level)
        if found is None:
            found = kept[level] = told_in_line(_RULES[level - 1], view)
        return found

    def _line_step(self, number: int, rule: Rule, findings: tuple[Finding, ...]) -> ColourLineStep:
        line, view, before = self.board.line(number), self._view(number), self.board.line_text(number)
        after = list(before)
        hues = {
            cell: hue
            for finding in findings
            for hue, told in zip(self._hues, finding.told, strict=True)
            for cell in members(told)
        }
        for cell, hue in hues.items():
            after[cell] = hue.key
        cells = [ColouredCell(place_in(self.board, number, cell), hues[cell]) for cell in sorted(hues)]
        return ColourLineStep(rule, line, view.blocks, before, "".join(after), findings, tuple(cells), self._hues)

    def _crossing(self) -> ColourLineStep | None:
        """The first row with cells where the colours that reach them from both sides have none in common."""
        self._turn_columns()
        height = self.board.height
        for row in [line for line in self._agenda.order if line in self._to_cross]:
            view = self._view(row)
            reached_across = reached_down = common = 0
            for own, columns in zip(view.reach, self._reach_down.rows, strict=True):
                reached_across |= own
                reached_down |= columns[row]
                common |= own & columns[row]
            groups: dict[tuple[tuple[Hue, ...], tuple[Hue, ...]], int] = {}
            for column in members(view.unknown & reached_across & reached_down & ~common):
                both = self._reaching(row, 1 << column), self._reaching(height + column, 1 << row)
                groups[both] = groups.get(both, 0) | 1 << column
            if groups:
                return self._line_step(row, Rule.CROSSING, tuple(self._crossed(*found) for found in groups.items()))
            self._to_cross.remove(row)
        return None

    def _turn_columns(self) -> None:
        """Enter what changed columns tell of the rows."""
        for number in self._changed_columns:
            self._can_down.enter(number, self._can[number])
            self._to_cross |= self._reach_down.enter(number, self._view(number).reach)
        self._changed_columns.clear()

    def _reaching(self, number: int, cell: int) -> tuple[Hue, ...]:
        """The colours of the blocks of a line that reach a cell, each once."""
        view = self._view(number)
        return tuple(dict.fromkeys(self._hues[view.clue[block][1]] for block in view.extremes.reaching(cell)))

    def _crossed(self, hues: tuple[tuple[Hue, ...], tuple[Hue, ...]], cells: int) -> Finding:
        told = (cells, *[0] * (len(self._hues) - 1))
        sentence = "crossing" if cells.bit_count() == 1 else "crossing-several"
        return Finding(sentence, told, {"cells": Cells(cells), "across": Hues(hues[0]), "down": Hues(hues[1])})

    def _both_lines(self) -> ColourPictureStep | None:
        """The first cell that the arrangements of its row and those of its column leave one colour in common."""
        self._turn_columns()
        for row in range(self.board.height):
            both = [across & down[row] for across, down in zip(self._can[row], self._can_down.rows, strict=True)]
            decided = reduce(or_, both) & ~several(both) & self.board.open_cells(row)
            if decided:
                column = (decided & -decided).bit_length() - 1
                hue = next(hue for hue, cells in zip(self._hues, both, strict=True) if cells >> column & 1)
                lines = tuple([self._named(self.board.line(number)) for number in (row, self.board.height + column)])
                return ColourPictureStep(Rule.BOTH_LINES, (ColouredCell(Place(row, column), hue),), lines)
        return None

    def _elimination(self) -> ColourPictureStep | ColourContradiction | None:
        """Follow the colours that lines rule out, from line to line, until some cells have one colour left."""
        known = self.board.copy()
        found: list[ColourPictureStep] = []

        def note(number: int) -> bool:
            if cells := self._decided(number, known.can[number]):
                found.append(ColourPictureStep(Rule.ELIMINATION, cells, (self._named(known.line(number)),)))
            return bool(found)

        wrong = propagate(known, self._budget, on_look=note)
        if found:
            return found[0]
        return None if wrong is None else self._contradiction(wrong)

    def _propagated(self) -> ColourBoard[ColourGrid]:
        """A board that knows as well what lines rule out; to be asked only where that shows no contradiction."""
        known = self.board.copy()
        propagate(known, self._budget)
        return known

    def _common(self) -> ColourPictureStep | None:
        """A cell that is the same in all solutions that agree with the picture."""
        if self.completions is None:
            self.completions = self._find_completions()
        found = self.completions
        if not found.complete or not found.grids:
            return None
        for place in self._fewest_colours_first(self._propagated()):
            key = found.common[place.row][place.column]
            hue = next((hue for hue in self._hues if hue.key == key), None)
            if hue is not None:
                return ColourPictureStep(Rule.NESTED_TRIAL, (ColouredCell(place, hue),), solutions=len(found.grids))
        return None

    def _find_completions(self) -> Completions[ColourGrid]:
        """The solutions that agree with what is known; no step rules one of them out."""
        given = self.board.grid()
        result = ColourFast().solve(self._puzzle, max_solutions=MOST_COMPLETIONS + 1, budget=self._budget, given=given)
        raise_if_spent(result.stopped)
        return Completions.of(result.solutions, given, ColourGrid)

    def _fewest_colours_first(self, known: ColourBoard[ColourGrid]) -> list[Place]:
        """The open cells, by how many colours a board that knows more has left them."""
        return sorted(self._open_places(), key=lambda place: len(known.colours(place.row, place.column)))

    def _open_places(self) -> list[Place]:
        board = self.board
        return [Place(row, column) for row in range(board.height) for column in members(board.open_cells(row))]

    def _decided(self, number: int, told: Sequence[int]) -> tuple[ColouredCell, ...]:
        """The open cells of a line that may have one colour only."""
        new = reduce(or_, told) & ~several(told) & self._view(number).unknown
        return tuple(
            ColouredCell(
                place_in(self.board, number, cell),
                next(hue for hue, cells in zip(self._hues, told, strict=True) if cells >> cell & 1),
            )
            for cell in members(new)
        )

    def _named(self, line: Line) -> NamedLine:
        number = line.index if line.axis is Axis.ROW else self.board.height + line.index
        return NamedLine(line, self._view(number).blocks)

    def _contradiction(self, line: Line) -> ColourContradiction:
        named = self._named(line)
        grid = self.board.grid()
        text = grid.rows[line.index] if line.axis is Axis.ROW else grid.columns()[line.index]
        return ColourContradiction(line, named.clue, text)


@lru_cache(_LINES_KEPT)
def _kept(
    length: int, clue: NumberedClue, known: tuple[int, ...], hues: tuple[Hue, ...]
) -> dict[int, tuple[Finding, ...]]:
    """Findings of the rules tried so far in a line, by their levels; kept as in black and white."""
    return {}
