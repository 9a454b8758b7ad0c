"""A queue of lines and rules, so that a line unchanged since the last step is not analysed again.

Levels are the rules, the easiest first; level 0 tests whether a line has an arrangement at all. A line goes up from
level to level until a rule works in it, past those that cannot; when one of its cells becomes known, it starts again.
A hard rule is tried in a line only when no easier one works in any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum


class Order(Enum):
    """Order of the lines in which the same rule works."""

    FIRST = "first"
    """Rows from the top, then columns from the left."""
    LARGEST = "largest"
    """The line with the largest number in its clue; of several the first as above."""


def in_order(order: Order, clues: Sequence[Sequence[int]]) -> list[int]:
    """List the numbers of the lines in that order; `clues` are the lengths of their blocks."""
    numbers = range(len(clues))
    if order is Order.FIRST:
        return list(numbers)
    return sorted(numbers, key=lambda number: -max(clues[number], default=0))


class Agenda:
    """The lines, in order, and their levels, of which there are `levels`; mutable."""

    def __init__(self, order: Sequence[int], levels: int) -> None:
        self.order = order
        self._rank = {line: rank for rank, line in enumerate(order)}
        self._level = [0] * len(order)  # of each line, by its rank
        # by level, bit r for the line of rank r: those not looked at yet, and those where the rule works
        self._awaiting = [0] * levels
        self._works = [0] * levels
        self._awaiting[0] = (1 << len(order)) - 1

    def change(self, line: int) -> None:
        """Start a line again, because one of its cells has become known."""
        rank = self._rank[line]
        level, bit = self._level[rank], 1 << rank
        self._awaiting[level] &= ~bit
        self._works[level] &= ~bit
        self._awaiting[0] |= bit
        self._level[rank] = 0

    def first(self, look: Callable[[int, int], int | None], below: int | None = None) -> tuple[int, int] | None:
        """Find the first line at the lowest level, below `below`, where a rule works, and that level.

        `look`, given a line and its level, returns the same level if the rule works there, else the next one that may;
        None if no rule ever will.
        """
        for level in range(len(self._awaiting) if below is None else below):
            while both := self._awaiting[level] | self._works[level]:
                bit = both & -both
                rank = bit.bit_length() - 1
                line = self.order[rank]
                if self._works[level] & bit:
                    return line, level
                now = look(line, level)
                self._awaiting[level] ^= bit
                if now == level:
                    self._works[level] |= bit
                    return line, level
                if now is not None:
                    self._awaiting[now] |= bit
                    self._level[rank] = now
        return None
