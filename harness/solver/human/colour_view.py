"""A person's view of one line in colour: `BaseView` with the names of the colours, for the sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import NumberedClue
from harness.solver.human.findings import ColourBlock, Hue
from harness.solver.human.line_view import BaseView, lengths_of


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
    (Span(first=3, last=3, colour=2), (0, 3))
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


def known_cells(text: str, keys: str) -> tuple[int, ...]:
    """For each key the set of the cells that have it in a drawn line.

    >>> known_cells("r?.r", ".r")
    (4, 9)
    """
    return tuple(sum(1 << cell for cell, sign in enumerate(text) if sign == key) for key in keys)
