"""The smallest change of a picture that makes its puzzle unique: one cell, then two, nearest to the trouble first.

Two facts make it quick. Let a picture and another solution of its puzzle differ in some cells. A change that touches
neither a row nor a column of those cells leaves the two pictures with the same numbers, so it mends nothing: at least
one cell of every repair is in such a line. And a set of cells that could be exchanged in one picture can often be
exchanged in the changed picture as well; trying the sets met so far refutes most changes without solving anything.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from harness.puzzle import AnyPuzzle, colour_clue_of, differing_cells, has_blots
from harness.solver.budget import Budget
from harness.solver.registry import AnyResult, solve_any
from harness.solver.result import Outcome

MAX_CELLS = 4
"""Changes of more cells make another picture."""
SOLVING_SECONDS = 3.0
"""A changed picture that takes longer to prove is left aside."""
_REMEMBERED = 200

T = TypeVar("T")


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
    puzzle: AnyPuzzle, picture: Sequence[str], others: Sequence[Sequence[str]], budget: Budget | None = None
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
    >>> find_repair(Grid(("#.", ".#")).clues(), ("#.", ".#"), [(".#", "#.")]).picture
    ('..', '.#')
    """
    if has_blots(puzzle):
        return None
    return _Search(puzzle, tuple(picture), others, budget or Budget()).run()


class _Search:
    def __init__(
        self, puzzle: AnyPuzzle, picture: tuple[str, ...], others: Sequence[Sequence[str]], budget: Budget
    ) -> None:
        self._puzzle = puzzle
        self._picture = picture
        self._budget = budget
        self._exchanges = [_exchange(picture, other) for other in others]
        trouble = min((sorted(exchange) for exchange in self._exchanges), key=len)
        rows, columns = {row for row, _ in trouble}, {column for _, column in trouble}
        cells = [(row, column) for row in range(len(picture)) for column in range(len(picture[0]))]
        self._crossing = {(row, column) for row, column in cells if row in rows or column in columns}
        self._cells = sorted(
            cells,
            key=lambda cell: (
                cell not in self._crossing,
                min(abs(cell[0] - row) + abs(cell[1] - column) for row, column in trouble),
                cell,
            ),
        )

    def run(self) -> Repair | None:
        is_smallest = True
        for count in range(1, MAX_CELLS + 1):
            skipped = False
            for changes in self._changes(count):
                if self._budget.is_spent:
                    return None
                changed = _apply(self._picture, changes)
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
        for chosen in _nearest_first(self._cells, count):
            if self._crossing.isdisjoint(chosen):
                continue
            ordered = sorted(chosen)
            colours = [[key for key in keys if key != self._picture[row][column]] for row, column in ordered]
            for after in itertools.product(*colours):
                yield tuple(
                    CellChange(row, column, self._picture[row][column], key)
                    for (row, column), key in zip(ordered, after, strict=True)
                )

    def _is_refuted(self, picture: tuple[str, ...]) -> bool:
        """Whether some cells can be exchanged in the picture, as far as that is known."""
        for place in range(len(self._exchanges) - 1, -1, -1):
            exchange = self._exchanges[place]
            if all(picture[row][column] == now for (row, column), (now, _) in exchange.items()) and _keeps_numbers(
                picture, exchange
            ):
                self._exchanges.append(self._exchanges.pop(place))
                return True
        return False

    def _learn(self, picture: tuple[str, ...], result: AnyResult) -> None:
        for solution in result.solutions:
            if solution.rows != picture:
                self._exchanges.append(_exchange(picture, solution.rows))
                del self._exchanges[:-_REMEMBERED]
                return


def _nearest_first(cells: Sequence[T], count: int) -> Iterator[tuple[T, ...]]:
    """All choices of `count` cells; those that need fewer of the sequence's first cells come first.

    >>> ["".join(map(str, choice)) for choice in _nearest_first("abc", 2)]
    ['ab', 'ac', 'bc']
    """
    for last in range(count - 1, len(cells)):
        for others in itertools.combinations(cells[:last], count - 1):
            yield (*others, cells[last])


def _exchange(picture: Sequence[str], other: Sequence[str]) -> _Exchange:
    return {
        (row, column): (picture[row][column], other[row][column]) for row, column in differing_cells(picture, other)
    }


def _apply(picture: Sequence[str], changes: Sequence[CellChange]) -> tuple[str, ...]:
    rows = list(picture)
    for change in changes:
        row = rows[change.row]
        rows[change.row] = row[: change.column] + change.after + row[change.column + 1 :]
    return tuple(rows)


def _keeps_numbers(picture: Sequence[str], exchange: _Exchange) -> bool:
    """Whether the picture has the same numbers once the cells are exchanged."""
    exchanged = list(picture)
    for (row, column), (_, after) in exchange.items():
        exchanged[row] = exchanged[row][:column] + after + exchanged[row][column + 1 :]
    if any(colour_clue_of(picture[row]) != colour_clue_of(exchanged[row]) for row in {row for row, _ in exchange}):
        return False
    for column in {column for _, column in exchange}:
        before, after_exchange = ("".join(row[column] for row in rows) for rows in (picture, exchanged))
        if colour_clue_of(before) != colour_clue_of(after_exchange):
            return False
    return True
