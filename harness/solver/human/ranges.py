"""The ranges of the blocks of a line: the places of each at the far left and at the far right.

`Packed` are those that only walls set; a picture only ever gets more walls, so they move from one step to the next.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from harness.puzzle import Clue
from harness.solver.human.findings import Span
from harness.solver.lines import NumberedClue, mirror

LINES_KEPT = 5_000
"""Clues of which facts are kept: some hundreds of bytes each."""


class NoArrangementError(ValueError):
    """No arrangement of the blocks fits the known cells. Never seen outside the solver."""


class Ranges:
    """For each block its places at the far left and at the far right; no arrangement has it outside of these.

    `earliest[i]` and `latest[i]` are the first cells of the block i there.
    """

    def __init__(self, clue: Clue, earliest: Sequence[int], latest: Sequence[int]) -> None:
        self.clue = clue
        self.earliest = earliest
        self.latest = latest

    @classmethod
    def of_starts(cls, clue: Clue, starts: Sequence[int]) -> Ranges:
        """The ranges of blocks for each of which the set of its possible starts is known."""
        earliest = [(cells & -cells).bit_length() - 1 for cells in starts]
        return cls(clue, earliest, [cells.bit_length() - 1 for cells in starts])

    def first_place(self, block: int) -> Span:
        """The cells of the block at its far left."""
        return Span(self.earliest[block], self.earliest[block] + self.clue[block] - 1)

    def last_place(self, block: int) -> Span:
        """The cells of the block at its far right."""
        return Span(self.latest[block], self.latest[block] + self.clue[block] - 1)

    @cached_property
    def cores(self) -> Sequence[tuple[int, int]]:
        """The blocks that cover some cells at both ends of their ranges, and so always, each with the set of these."""
        places = enumerate(zip(self.clue, self.earliest, self.latest, strict=True))
        return [
            (block, (1 << first + size) - (1 << last)) for block, (size, first, last) in places if last < first + size
        ]

    @cached_property
    def core(self) -> int:
        """The cells that some block always covers."""
        return reduce(or_, [cells for _, cells in self.cores], 0)

    @cached_property
    def reached(self) -> int:
        """The cells that any block can cover."""
        places = zip(self.clue, self.earliest, self.latest, strict=True)
        return reduce(or_, [(1 << last + size) - (1 << first) for size, first, last in places], 0)

    def reach(self, block: int) -> Span:
        """From the first cell the block can cover to the last one."""
        return Span(self.earliest[block], self.latest[block] + self.clue[block] - 1)

    def reaching(self, cells: int) -> list[int]:
        """The blocks that can cover any of these cells."""
        low, high = (cells & -cells).bit_length() - 1, cells.bit_length() - 1
        return [
            block
            for block, (size, first, last) in enumerate(zip(self.clue, self.earliest, self.latest, strict=True))
            if first <= high and low < last + size and (1 << last + size) - (1 << first) & cells
        ]


class Packed(Ranges):
    """The ranges of the blocks of a line when only the cells count that may not have their colours: the walls.

    >>> packed = Packed.of(6, ((1, 1), (3, 1))).among((0, 0b000100))
    >>> packed.earliest, packed.latest
    ([0, 3], [1, 3])
    """

    def __init__(self, length: int, clue: NumberedClue, left: _Pushed, right: _Pushed) -> None:
        self._length, self._numbered, self._left, self._right = length, clue, left, right
        self._covers_right = {colour: mirror(cells, length) for colour, cells in right.covers.items()}
        sizes = lengths_of(clue)
        ends = zip(right.starts[::-1], sizes, strict=True)
        super().__init__(sizes, left.starts, [length - start - size for start, size in ends])

    @classmethod
    def of(cls, length: int, clue: NumberedClue) -> Packed:
        """The ranges without a wall.

        Raises:
            NoArrangementError: the blocks do not fit.
        """
        return cls(length, clue, _Pushed.of(length, clue), _Pushed.of(length, clue[::-1]))

    def among(self, walls: Sequence[int]) -> Packed:
        """The ranges with these walls for each colour, all those before included.

        Raises:
            NoArrangementError: the blocks do not fit.
        """
        length, clue = self._length, self._numbered
        left, right = self._left.among(length, clue, walls), self._right
        if _hit(self._covers_right, walls):
            right = right.among(length, clue[::-1], [mirror(cells, length) if cells else 0 for cells in walls])
        return self if left is self._left and right is self._right else Packed(length, clue, left, right)


class _Pushed(NamedTuple):
    """Blocks as far left as they go: their starts, and for each colour the cells that they cover."""

    starts: list[int]
    covers: dict[int, int]

    @classmethod
    def of(cls, length: int, clue: NumberedClue) -> _Pushed:
        starts: list[int] = []
        covers: dict[int, int] = {}
        behind = before = 0
        for size, colour in clue:
            starts.append(behind + (colour == before))
            behind, before = starts[-1] + size, colour
            covers[colour] = covers.get(colour, 0) | (1 << behind) - (1 << starts[-1])
        if behind > length:
            raise NoArrangementError
        return cls(starts, covers)

    def among(self, length: int, clue: NumberedClue, walls: Sequence[int]) -> _Pushed:
        """The blocks pushed right until none covers a wall; only those move that have to."""
        hit = _hit(self.covers, walls)
        if not hit:
            return self
        pushed = _Pushed(self.starts.copy(), self.covers.copy())
        while hit:
            pushed._push(clue, walls, bisect_right(pushed.starts, (hit & -hit).bit_length() - 1) - 1)
            hit = _hit(pushed.covers, walls)
        if pushed.starts[-1] + clue[-1][0] > length:
            raise NoArrangementError
        return pushed

    def _push(self, clue: NumberedClue, walls: Sequence[int], block: int) -> None:
        """Push a block that covers a wall, and those behind it as far as they are in the way."""
        starts, covers = self
        start = starts[block]
        new: list[tuple[int, int]] = []
        for at in range(block, len(clue)):
            size, colour = clue[at]
            if at > block:
                start += colour == clue[at - 1][1]
                if starts[at] >= start:
                    break
            cells = (1 << size) - 1
            covers[colour] &= ~(cells << starts[at])
            while blocked := walls[colour] & cells << start:
                start = blocked.bit_length()
            new.append((colour, cells << start))
            starts[at] = start
            start += size
        for colour, cells in new:
            covers[colour] |= cells


def _hit(covers: Mapping[int, int], walls: Sequence[int]) -> int:
    """The walls among the cells that are covered, colour by colour."""
    hit = 0
    for colour, cells in covers.items():
        hit |= cells & walls[colour]
    return hit


@lru_cache(LINES_KEPT)
def lengths_of(clue: NumberedClue) -> tuple[int, ...]:
    """The lengths of blocks, without their colours."""
    return tuple([length for length, _ in clue])
