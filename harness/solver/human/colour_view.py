"""A person's view of one line in colour: runs of known cells, room for each colour, and the range of each block.

The same as `line_view` is in black and white. A cell of another colour stops a block as a white one does; blocks of
different colours may touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.colour_lines import NumberedClue, find_starts
from harness.solver.human.findings import Block, ColourBlock, Facts, Hue, Run, Side, Wall
from harness.solver.human.line_view import NoArrangementError, Ranges, Span, packed, stretches
from harness.solver.lines import starts_of_runs

WHITE = 0
"""The number of the background."""


@dataclass(frozen=True, slots=True)
class ColourRun:
    """A longest stretch of cells known to have one colour, which is not the background."""

    span: Span
    colour: int


@dataclass
class ColourLineView:
    """A line in colour as the rules look at it.

    Args:
        length: cells in the line.
        clue: its blocks, each as (length, number of its colour).
        known: for each colour by its number, the background first, the set of the cells known to have it.
        hues: the colours by their numbers.

    >>> view = ColourLineView.of("??rb?", "2r 2b")
    >>> view.runs[1], view.packed.earliest
    (ColourRun(span=Span(first=3, last=3), colour=2), (0, 3))
    """

    length: int
    clue: NumberedClue
    known: tuple[int, ...]
    hues: tuple[Hue, ...]

    @classmethod
    def of(cls, text: str, clue: str) -> ColourLineView:
        """The line drawn with keys, `.` and `?`; the clue is written as "2r 1b"."""
        groups = [(int(group[:-1]), group[-1]) for group in clue.split()]
        keys = BACKGROUND + "".join(dict.fromkeys([key for _, key in groups] + sorted(set(text) - {".", UNKNOWN})))
        numbered = tuple((length, keys.index(key)) for length, key in groups)
        return cls(len(text), numbered, known_cells(text, keys), tuple(Hue(key, key.strip(".")) for key in keys))

    @cached_property
    def all_known(self) -> int:
        """The set of the cells known."""
        return reduce(or_, self.known)

    @property
    def unknown(self) -> int:
        """The set of the cells not known."""
        return ((1 << self.length) - 1) & ~self.all_known

    @cached_property
    def can(self) -> tuple[int, ...]:
        """For each colour the cells that may have it, as far as these themselves are known."""
        return tuple(cells | self.unknown for cells in self.known)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The blocks' lengths."""
        return tuple(length for length, _ in self.clue)

    @cached_property
    def blocks(self) -> tuple[ColourBlock, ...]:
        """The blocks with their colours, for the sentences."""
        return tuple(ColourBlock(length, self.hues[colour]) for length, colour in self.clue)

    def hue(self, block: int) -> Hue:
        """A block's colour."""
        return self.hues[self.clue[block][1]]

    @cached_property
    def runs(self) -> tuple[ColourRun, ...]:
        """The longest stretches of known cells of a colour, from the left."""
        found = [
            ColourRun(span, colour) for colour, cells in enumerate(self.known) if colour for span in stretches(cells)
        ]
        return tuple(sorted(found, key=lambda run: run.span.first))

    def room(self, colour: int, cell: int) -> Span:
        """The longest stretch around a cell, itself one of them, of cells that may have the colour."""
        return next(span for span in self._rooms[colour] if span.first <= cell <= span.last)

    @cached_property
    def _rooms(self) -> tuple[tuple[Span, ...], ...]:
        return tuple(stretches(cells) for cells in self.can)

    def wall_beside(self, span: Span, side: Side) -> Wall:
        """Return the wall next to a stretch of cells: a known cell, or the edge."""
        cell = span.first - 1 if side is Side.START else span.last + 1
        if not 0 <= cell < self.length:
            return Wall(side, None)
        colour = next((colour for colour, cells in enumerate(self.known) if colour and cells >> cell & 1), WHITE)
        return Wall(side, cell, self.hues[colour] if colour else None)

    @cached_property
    def packed(self) -> Ranges:
        """The ranges when only walls count: each block as far left as cells that are not its colour let it, and right.

        Raises:
            NoArrangementError: the blocks do not fit.
        """
        return packed(self.length, self.clue, self.can)

    @cached_property
    def extremes(self) -> Ranges:
        """The ranges when all known cells count: the leftmost and the rightmost arrangement that fit.

        Raises:
            NoArrangementError: there is none.
        """
        return Ranges.of_starts(self.lengths, self.starts_found)

    @cached_property
    def starts_found(self) -> Sequence[int]:
        """For each block the set of its starts in all arrangements that fit; an analysis made elsewhere may set it.

        Raises:
            NoArrangementError: there is none.
        """
        found = find_starts(self.length, self.clue, self.can)
        if found is None:
            raise NoArrangementError
        return found

    def meets(self, block: int, other: int) -> bool:
        """Return True if two blocks next to each other may touch."""
        return self.clue[block][1] != self.clue[other][1]

    def candidates(self, run: Span, colour: int, ranges: Ranges) -> tuple[int, ...]:
        """The blocks that the run, or what would be one, can be part of as far as their ranges go."""
        return tuple(
            block for block, (_, own) in enumerate(self.clue) if own == colour and self.starts(block, run, ranges)
        )

    def starts(self, block: int, cells: Span, ranges: Ranges) -> int:
        """The set of starts in its range where the block covers these cells, looking at the known cells around."""
        first = max(ranges.earliest[block], cells.last - self.lengths[block] + 1)
        last = min(ranges.latest[block], cells.first)
        return self._fitting[block] & Span(first, last).mask if first <= last else 0

    def fits(self, block: int, start: int) -> bool:
        """Return True if the cells of the block's place may have its colour, and those next to it are not known to
        have it.
        """
        return bool(self._fitting[block] >> start & 1)

    @cached_property
    def _fitting(self) -> tuple[int, ...]:
        return tuple(
            starts_of_runs(self.can[colour], length) & ~(self.known[colour] << 1) & ~(self.known[colour] >> length)
            for length, colour in self.clue
        )

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """For each colour, the background left empty, the cells that its blocks reach."""
        reached = [0] * len(self.known)
        for block, (_, colour) in enumerate(self.clue):
            reached[colour] |= self.extremes.reach(block).mask
        return tuple(reached)

    def reaching(self, cells: int) -> list[int]:
        """The blocks that reach any of these cells."""
        return [block for block in range(len(self.clue)) if self.extremes.reach(block).mask & cells]

    def owner(self, run: Span, blocks: Sequence[int]) -> Facts:
        """The run, and the block that it belongs to, or the first of those that it may belong to."""
        return {"run": Run(run.mask, self.hue(blocks[0])), "block": Block(blocks[0])}


def known_cells(text: str, keys: str) -> tuple[int, ...]:
    """For each key the set of the cells that have it in a drawn line.

    >>> known_cells("r?.r", ".r")
    (4, 9)
    """
    return tuple(sum(1 << cell for cell, sign in enumerate(text) if sign == key) for key in keys)
