"""Rules for a row and the columns that cross it: what the two lines of a cell leave it in common, in colour.

Sets of cells of columns are kept turned, as sets of cells of rows, so that a row is held against all its columns at
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import reduce
from operator import or_

from harness.solver.human.findings import Place
from harness.solver.human.line_view import LineView
from harness.solver.lines import members, several


class Crossings:
    """What is known of lines that cross; mutable. `enter` every line that was analysed.

    Args:
        height: rows of the picture.
        colours: how many there are, the background included.
    """

    def __init__(self, height: int, colours: int) -> None:
        self._height = height
        self._can: dict[int, Sequence[int]] = {}  # for each colour the cells of a row that may have it
        self._can_down = _Turned(height, colours)  # the same for columns, row by row
        self._reach_down = _Turned(height, colours)  # where blocks of each colour reach
        self._changed: dict[int, tuple[LineView, Sequence[int]]] = {}  # columns whose sets are still to be turned
        self._to_cross = set(range(height))  # rows that may have a crossing

    def copy(self) -> Crossings:
        """Another one that knows the same."""
        other = copy(self)
        other._can, other._changed, other._to_cross = self._can.copy(), self._changed.copy(), self._to_cross.copy()
        other._can_down, other._reach_down = self._can_down.copy(), self._reach_down.copy()
        return other

    def enter(self, number: int, view: LineView, can: Sequence[int]) -> None:
        """Enter the analysis of a line: for each colour the cells that may have it."""
        if number < self._height:
            self._can[number] = can
            self._to_cross.add(number)
        else:
            self._changed[number] = view, can

    def first_white(self, rows: Iterable[int], views: dict[int, LineView]) -> tuple[int, int] | None:
        """The first row with cells where no colour reaches them from both sides, and the set of these cells."""
        self._turn()
        for row in [row for row in rows if row in self._to_cross]:
            view = views[row]
            reached_across = reached_down = common = 0
            for own, columns in zip(view.reach, self._reach_down.rows, strict=True):
                reached_across |= own
                reached_down |= columns[row]
                common |= own & columns[row]
            if found := view.unknown & reached_across & reached_down & ~common:
                return row, found
            self._to_cross.remove(row)
        return None

    def first_decided(self, unknown: Sequence[int]) -> tuple[Place, int] | None:
        """The first cell that its row and its column leave one colour in common, and the number of that colour.

        Args:
            unknown: the set of the unknown cells of each row.
        """
        self._turn()
        for row, cells in enumerate(unknown):
            both = [across & down[row] for across, down in zip(self._can[row], self._can_down.rows, strict=True)]
            decided = reduce(or_, both) & ~several(both) & cells
            if decided:
                column = (decided & -decided).bit_length() - 1
                return Place(row, column), next(colour for colour, may in enumerate(both) if may >> column & 1)
        return None

    def _turn(self) -> None:
        """Enter what changed columns tell of the rows."""
        for number, (view, can) in self._changed.items():
            self._can_down.enter(number, can)
            self._to_cross |= self._reach_down.enter(number, view.reach)
        self._changed.clear()


class _Turned:
    """Sets of cells of columns, one for each colour, turned into sets of the cells of rows; mutable.

    `rows[colour][row]` are the columns whose set for that colour has the row.
    """

    def __init__(self, height: int, colours: int) -> None:
        self._height = height
        self.rows = [[0] * height for _ in range(colours)]
        self._entered: dict[int, Sequence[int]] = {}

    def enter(self, number: int, sets: Sequence[int]) -> set[int]:
        """Enter the sets of a column in place of those that it had; return the rows that change."""
        bit = 1 << number - self._height
        before = self._entered.get(number, (0,) * len(sets))
        changed = set()
        for rows, old, new in zip(self.rows, before, sets, strict=True):
            for row in members(old ^ new):
                rows[row] ^= bit
                changed.add(row)
        self._entered[number] = sets
        return changed

    def copy(self) -> _Turned:
        """Another one that holds the same."""
        other = copy(self)
        other.rows, other._entered = [rows.copy() for rows in self.rows], self._entered.copy()
        return other
