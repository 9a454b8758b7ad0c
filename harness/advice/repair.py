"""The smallest change of a picture that makes its puzzle unique: one cell, then two, nearest to the trouble first.

Two facts make it quick. Let a picture and another solution of its puzzle differ in some cells. A change that touches
neither a row nor a column of those cells leaves the two pictures with the same numbers, so it fixes nothing: at least
one cell of every repair is in such a line, and so for each other solution that is known: only the choices of cells that
meet all of them are looked at. And a set of cells that could be exchanged in one picture can often be exchanged
in the changed picture as well; trying the sets met so far refutes most changes without solving anything.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from harness.puzzle import Puzzle, differing_cells, groups_of
from harness.solver.budget import Budget
from harness.solver.lines import members
from harness.solver.strategy import Outcome, Result, solve_any

MAX_CELLS = 4
"""Changes of more cells make another picture."""
SOLVING_SECONDS = 3.0
"""A changed picture that takes longer to prove is left aside."""
_REMEMBERED = 200
_MET = 60
"""Exchanges that the choices of cells are made by, at most; the smallest of those known at first."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """Another colour for one cell; `row` and `column` from 0."""

    row: int
    column: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A change after which the picture's puzzle is unique.

    Attributes:
        changes: the cells to change.
        picture: the picture then.
        is_smallest: whether it is proved that fewer cells don't do.
    """

    changes: tuple[CellChange, ...]
    picture: tuple[str, ...]
    is_smallest: bool


_Exchange = dict[tuple[int, int], tuple[str, str]]
"""Cells with what they are, and what they could be instead with the same numbers everywhere."""


def find_repair(
    puzzle: Puzzle, picture: Sequence[str], others: Sequence[Sequence[str]], budget: Budget | None = None
) -> Repair | None:
    """Look for the smallest change of a picture that makes its puzzle unique.

    Args:
        puzzle: whose solutions these are; only its colours are looked at.
        picture: `picture[row]` are the row's cells, all of them known.
        others: further solutions, one at least.
        budget: what may be spent (None: no limit).

    Returns:
        None if nothing was found in time, or within `MAX_CELLS` cells; or if numbers of the puzzle are blotted, which
        another picture's would not be.

    >>> from harness.puzzle import Grid
    >>> find_repair(Grid(("#.", ".#")).puzzle(), ("#.", ".#"), [(".#", "#.")]).picture
    ('..', '.#')
    """
    if puzzle.has_blots:
        return None
    return _Search(puzzle, tuple(picture), others, budget or Budget()).run()


class _Search:
    def __init__(
        self, puzzle: Puzzle, picture: tuple[str, ...], others: Sequence[Sequence[str]], budget: Budget
    ) -> None:
        self._puzzle = puzzle
        self._picture = picture
        self._budget = budget
        self._exchanges = [_exchange(picture, other) for other in others]
        trouble = min((sorted(exchange) for exchange in self._exchanges), key=len)
        rows, columns = {row for row, _ in trouble}, {column for _, column in trouble}
        cells = [(row, column) for row in range(len(picture)) for column in range(len(picture[0]))]
        self._cells = sorted(
            cells,
            key=lambda cell: (
                cell[0] not in rows and cell[1] not in columns,
                min(abs(cell[0] - row) + abs(cell[1] - column) for row, column in trouble),
                cell,
            ),
        )
        self._to_meet = _MeetingChoices(self._cells)
        for exchange in sorted(self._exchanges, key=len):
            self._to_meet.add(exchange)

    def run(self) -> Repair | None:
        is_smallest = True
        for count in range(1, MAX_CELLS + 1):
            skipped = False
            for changes in self._changes(count):
                if self._budget.is_spent:
                    return None
                changed = _with_cells(self._picture, ((change.row, change.column, change.after) for change in changes))
                if self._is_refuted(changed):
                    continue
                result = solve_any(self._puzzle.redrawn(changed), budget=self._budget.part(SOLVING_SECONDS))
                if result.outcome is Outcome.UNIQUE:
                    return Repair(changes, changed, is_smallest)
                if result.outcome is Outcome.MULTIPLE:
                    self._learn(changed, result)
                else:
                    skipped = True
            is_smallest = is_smallest and not skipped
        return None

    def _changes(self, count: int) -> Iterator[tuple[CellChange, ...]]:
        """All changes of `count` cells that may help, those of the nearest cells first."""
        keys = self._puzzle.keys
        for chosen in self._to_meet.choices(count):
            ordered = sorted(chosen)
            colours = [[key for key in keys if key != self._picture[row][column]] for row, column in ordered]
            for after in itertools.product(*colours):
                yield tuple(
                    CellChange(row, column, self._picture[row][column], key)
                    for (row, column), key in zip(ordered, after, strict=True)
                )

    def _is_refuted(self, picture: tuple[str, ...]) -> bool:
        """Return True if a known exchange of cells is possible in the picture."""
        for place in range(len(self._exchanges) - 1, -1, -1):
            exchange = self._exchanges[place]
            if _is_there(picture, exchange):
                self._exchanges.append(self._exchanges.pop(place))
                return True
        return False

    def _learn(self, picture: tuple[str, ...], result: Result) -> None:
        for solution in result.solutions:
            if solution.rows != picture:
                exchange = _exchange(picture, solution.rows)
                self._exchanges.append(exchange)
                del self._exchanges[:-_REMEMBERED]
                if _is_there(self._picture, exchange):
                    self._to_meet.add(exchange)
                return


class _MeetingChoices:
    """Choices of cells that meet a row or a column of each exchange; mutable, while they are being made, too.

    A set of cells is an integer whose bit i stands for cell i of the sequence.

    >>> cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> meeting = _MeetingChoices(cells)
    >>> meeting.add({(0, 0): ("#", ".")})
    >>> list(meeting.choices(1))
    [((0, 0),), ((0, 1),), ((1, 0),)]
    """

    def __init__(self, cells: Sequence[tuple[int, int]]) -> None:
        self._cells = cells
        self._meeting: list[int] = []

    def add(self, exchange: _Exchange) -> None:
        """Have all choices to come meet this one, too."""
        rows, columns = {row for row, _ in exchange}, {column for _, column in exchange}
        meeting = sum(1 << i for i, (row, column) in enumerate(self._cells) if row in rows or column in columns)
        if meeting not in self._meeting and len(self._meeting) < _MET:
            self._meeting.append(meeting)

    def choices(self, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """The choices of `count` cells; those that need fewer of the sequence's first cells come first."""
        for last in range(count - 1, len(self._cells)):
            unmet = [meeting for meeting in self._meeting if not meeting >> last & 1]
            for others in _before(last, count - 1, 0, unmet):
                yield (*(self._cells[i] for i in others), self._cells[last])


def _before(end: int, count: int, start: int, unmet: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The choices of `count` numbers from `start` to before `end` that meet all these sets, in order.

    >>> list(_before(4, 2, 0, [0b0011, 0b1000]))
    [(0, 3), (1, 3)]
    """
    if count == 0:
        if not unmet:
            yield ()
        return
    allowed = (1 << end) - (1 << start)
    if count == 1:
        for meeting in unmet:
            allowed &= meeting
        yield from ((number,) for number in members(allowed))
        return
    for first in range(start, end - count + 1):
        left = [meeting for meeting in unmet if not meeting >> first & 1]
        for others in _before(end, count - 1, first + 1, left):
            yield (first, *others)


def _is_there(picture: Sequence[str], exchange: _Exchange) -> bool:
    """Return True if the picture has the cells as before the exchange, and keeps its clues with it."""
    has_cells = all(picture[row][column] == now for (row, column), (now, _) in exchange.items())
    return has_cells and _keeps_numbers(picture, exchange)


def _exchange(picture: Sequence[str], other: Sequence[str]) -> _Exchange:
    return {
        (row, column): (picture[row][column], other[row][column]) for row, column in differing_cells(picture, other)
    }


def _with_cells(picture: Sequence[str], cells: Iterable[tuple[int, int, str]]) -> tuple[str, ...]:
    """The picture with other colours in these cells, each given as row, column and key."""
    rows = list(picture)
    for row, column, key in cells:
        rows[row] = rows[row][:column] + key + rows[row][column + 1 :]
    return tuple(rows)


def _keeps_numbers(picture: Sequence[str], exchange: _Exchange) -> bool:
    """Return True if the picture has the same clues after the exchange."""
    exchanged = _with_cells(picture, ((row, column, after) for (row, column), (_, after) in exchange.items()))
    if any(groups_of(picture[row]) != groups_of(exchanged[row]) for row in {row for row, _ in exchange}):
        return False
    for column in {column for _, column in exchange}:
        before, after_exchange = ("".join(row[column] for row in rows) for rows in (picture, exchanged))
        if groups_of(before) != groups_of(after_exchange):
            return False
    return True
