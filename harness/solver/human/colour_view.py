"""A person's view of one line in colour: `BaseView` with the names of the colours, for the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import NumberedClue
from harness.solver.human.findings import ColourBlock, Hue
from harness.solver.human.line_view import BaseView
from harness.solver.human.ranges import lengths_of
from harness.solver.lines import members


@dataclass
class ColourLineView(BaseView):
    """A line in colour as the rules look at it.

    Args:
        length: cells in the line.
        clue: its blocks, each as (length, number of its colour).
        known: for each colour by its number, the background first, the set of the cells known to have it.
        hues: the colours by their numbers.

    >>> view = ColourLineView.of("??rb?", "2r 2b")
    >>> view.runs[1], view.packed.earliest
    (Span(first=3, last=3, colour=2), [0, 3])
    """

    length: int
    clue: NumberedClue
    known: tuple[int, ...]
    hues: tuple[Hue, ...]

    def __post_init__(self) -> None:
        self.lengths, self.numbered_clue = lengths_of(self.clue), self.clue

    @classmethod
    def of(cls, text: str, clue: str) -> ColourLineView:
        """The line drawn with keys, `.` and `?`; the clue is written as "2r 1b"."""
        groups = [(int(group[:-1]), group[-1]) for group in clue.split()]
        keys = BACKGROUND + "".join(dict.fromkeys([key for _, key in groups] + sorted(set(text) - {".", UNKNOWN})))
        numbered = tuple((length, keys.index(key)) for length, key in groups)
        return cls(len(text), numbered, known_cells(text, keys), tuple(Hue(key, key.strip(".")) for key in keys))

    @cached_property
    def blocks(self) -> tuple[ColourBlock, ...]:
        """The blocks with their colours, for the sentences."""
        return tuple([ColourBlock(length, self.hues[colour]) for length, colour in self.clue])

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """For each colour, the background left empty, the cells that its blocks reach."""
        reached = [0] * len(self.known)
        ranges = self.extremes
        for (size, colour), first, last in zip(self.clue, ranges.earliest, ranges.latest, strict=True):
            reached[colour] |= (1 << last + size) - (1 << first)
        return tuple(reached)


class Turned:
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

    def copy(self) -> Turned:
        """Another one that holds the same."""
        other = copy(self)
        other.rows, other._entered = [rows.copy() for rows in self.rows], self._entered.copy()
        return other


def known_cells(text: str, keys: str) -> tuple[int, ...]:
    """For each key the set of the cells that have it in a drawn line.

    >>> known_cells("r?.r", ".r")
    (4, 9)
    """
    return tuple(sum(1 << cell for cell, sign in enumerate(text) if sign == key) for key in keys)
