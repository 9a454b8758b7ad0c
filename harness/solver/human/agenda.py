"""A queue of lines and rules, so that a line unchanged since the last step is not looked at again.

Levels are the rules, the easiest first; level 0 is the look that shows whether a line has an arrangement at all. A line
goes up from level to level until a rule works in it, past those that cannot; when one of its cells becomes known, it
starts again. A hard rule is tried in a line only when no easier one works in any.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from enum import Enum

from harness.puzzle import AnyPuzzle
from harness.solver.budget import Budget
from harness.solver.human.findings import Finding
from harness.solver.kernel.choose import build_kernel


class Order(Enum):
    """Order of the lines in which the same rule works."""

    FIRST = "first"
    """Rows from the top, then columns from the left."""
    LARGEST = "largest"
    """The line with the largest number; of several the first as above."""


def in_order(order: Order, clues: Sequence[Sequence[int]]) -> list[int]:
    """The numbers of the lines in that order; `clues` are the lengths of their blocks.

    >>> in_order(Order.LARGEST, [(1, 1), (), (3,), (1, 3)])
    [2, 3, 0, 1]
    """
    numbers = range(len(clues))
    if order is Order.FIRST:
        return list(numbers)
    return sorted(numbers, key=lambda number: -max(clues[number], default=0))


class Agenda:
    """The lines and their levels; mutable.

    Args:
        order: the lines' numbers, the one to be preferred first.
        levels: how many levels there are.

    >>> agenda = Agenda([1, 0, 2], levels=2)
    >>> agenda.first(lambda line, level: None if line == 1 else 1)
    (0, 1)
    >>> agenda.change(1)
    >>> agenda.first(lambda line, level: level)
    (1, 0)
    """

    def __init__(self, order: Sequence[int], levels: int) -> None:
        self.order = order
        self._rank = {line: rank for rank, line in enumerate(order)}
        self._level = [0] * len(order)  # of each line, by its rank
        # by level, bit r for the line of rank r: those not looked at yet, and those where the rule works
        self._awaiting = [0] * levels
        self._works = [0] * levels
        self._awaiting[0] = (1 << len(order)) - 1

    def copy(self) -> Agenda:
        """Another one that is as far."""
        other = copy(self)
        other._level, other._awaiting, other._works = self._level.copy(), self._awaiting.copy(), self._works.copy()
        return other

    def change(self, line: int) -> None:
        """A cell of the line has become known."""
        rank = self._rank[line]
        level, bit = self._level[rank], 1 << rank
        self._awaiting[level] &= ~bit
        self._works[level] &= ~bit
        self._awaiting[0] |= bit
        self._level[rank] = 0

    def first(self, look: Callable[[int, int], int | None], below: int | None = None) -> tuple[int, int] | None:
        """The first line at the lowest level where a rule works, and that level.

        Args:
            look: given a line and its level: the same level if the rule works there, else the next one that may; None
                if no rule ever will.
            below: the level to stop before (None: behind the last one).

        Returns:
            None if no rule of these levels works in any line.
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


class LineLooker(ABC):
    """The part of a solver by an agenda, in black and white or in colour, that looks at lines; mutable.

    Args:
        puzzle: as it passes its check.
        budget: what may be spent (None: no limit).
        agenda: all lines, at level 0; a rule numbered n is the level n + 1.
    """

    def __init__(self, puzzle: AnyPuzzle, budget: Budget | None, agenda: Agenda) -> None:
        self._budget = budget or Budget()
        self._agenda = agenda
        self._kernel = build_kernel(puzzle)  # knows what the board knows, and analyses lines quickly
        self._may_work: dict[int, int] = {}  # for each line analysed the set of the rules that may tell something

    def _look(self, number: int, level: int) -> int | None:
        """The level, if its rule works in a line, else the next that may; at level 0, if no arrangement fits."""
        if level == 0:
            self._budget.spend_line_call()
            analysed = self._kernel.analyse(number)
            if analysed is None:
                return 0
            if not self._enter(number, *analysed):
                return None  # no rule can tell more than all arrangements do
        elif self._told(number, level):
            return level
        left = self._may_work[number] >> level
        return level + (left & -left).bit_length() if left else None

    @abstractmethod
    def _enter(self, number: int, starts: Sequence[int], can: Sequence[int]) -> bool:
        """Enter the analysis of a line, and which rules may work in it; return True if it tells anything."""

    @abstractmethod
    def _told(self, number: int, level: int) -> tuple[Finding, ...]:
        """Return the findings of the level's rule in a line."""
