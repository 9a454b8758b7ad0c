"""A person's view of one line: runs of black cells, gaps between white ones, and the range of each block.

Everything here counts cells and blocks from 0; the sentences count them from 1.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from harness.puzzle import Clue
from harness.solver.colour_lines import NumberedClue, find_starts
from harness.solver.lines import line_text, members, mirror, parse_line, starts_of_runs

_LINES_KEPT = 5_000
"""Lines of which it is kept how their blocks are packed: some hundreds of bytes each."""


class NoArrangementError(ValueError):
    """No arrangement of the blocks fits the known cells. Never seen outside the solver."""


class Span(NamedTuple):
    """The cells `first` to `last` of a line, both included.

    >>> Span(2, 4).length, bin(Span(2, 4).mask)
    (3, '0b11100')
    """

    first: int
    last: int

    @property
    def length(self) -> int:
        """Number of cells; 0 or less if there are none."""
        return self.last - self.first + 1

    @property
    def mask(self) -> int:
        """The cells as a set: bit i stands for cell i."""
        length = self.last - self.first + 1
        return ((1 << length) - 1) << self.first if length > 0 else 0


@dataclass(frozen=True)
class Ranges:
    """For each block its places at the far left and at the far right; no arrangement has it outside of these.

    `earliest[i]` and `latest[i]` are the first cells of the block i there.
    """

    clue: Clue
    earliest: tuple[int, ...]
    latest: tuple[int, ...]

    @classmethod
    def of_starts(cls, clue: Clue, starts: Sequence[int]) -> Ranges:
        """The ranges of blocks for each of which the set of its possible starts is known."""
        earliest = tuple([(cells & -cells).bit_length() - 1 for cells in starts])
        return cls(clue, earliest, tuple([cells.bit_length() - 1 for cells in starts]))

    def first_place(self, block: int) -> Span:
        """The cells of the block at its far left."""
        return Span(self.earliest[block], self.earliest[block] + self.clue[block] - 1)

    def last_place(self, block: int) -> Span:
        """The cells of the block at its far right."""
        return Span(self.latest[block], self.latest[block] + self.clue[block] - 1)

    def common(self, block: int) -> Span:
        """The cells that the block covers at both ends of its range, and so always; may be none."""
        return Span(self.latest[block], self.first_place(block).last)

    @cached_property
    def cores(self) -> tuple[tuple[int, int], ...]:
        """The blocks that have such cells, each with the set of them."""
        places = enumerate(zip(self.clue, self.earliest, self.latest, strict=True))
        return tuple(
            [(block, (1 << first + size) - (1 << last)) for block, (size, first, last) in places if last < first + size]
        )

    def reach(self, block: int) -> Span:
        """From the first cell the block can cover to the last one."""
        return Span(self.earliest[block], self.last_place(block).last)


@dataclass
class LineView:
    """A line as the rules look at it.

    Args:
        length: cells in the line.
        clue: lengths of its blocks, each 1 or more.
        black: set of the cells known to be black (bit i: cell i).
        white: set of the cells known to be white.

    >>> view = LineView.of("??.##?", (1, 3))
    >>> view.runs, view.gaps
    ((Span(first=3, last=4),), (Span(first=0, last=1), Span(first=3, last=5)))
    >>> view.extremes.earliest, view.extremes.latest
    ((0, 3), (1, 3))
    """

    length: int
    clue: Clue
    black: int
    white: int

    @classmethod
    def of(cls, text: str, clue: Clue) -> LineView:
        """The line drawn with `#`, `.` and `?`."""
        length, black, white = parse_line(text)
        return cls(length, clue, black, white)

    @property
    def known(self) -> int:
        """The set of the cells known."""
        return self.black | self.white

    @cached_property
    def unknown(self) -> int:
        """The set of the cells not known."""
        return ((1 << self.length) - 1) & ~self.known

    @cached_property
    def may_tell(self) -> tuple[int, int]:
        """The cells that a rule may find to be white, and black: no others need be looked at.

        An analysis made elsewhere may set it to what all arrangements tell, for no rule tells more.
        """
        return self.unknown, self.unknown

    @property
    def numbered_clue(self) -> NumberedClue:
        """The clue as `colour_lines` has it."""
        return tuple((block, 1) for block in self.clue)

    @property
    def can(self) -> tuple[int, int]:
        """The cells that may be white, and those that may be black, as far as these themselves are known."""
        cells = (1 << self.length) - 1
        return cells & ~self.black, cells & ~self.white

    def meets(self, block: int, other: int) -> bool:
        """Return True if two blocks next to each other may touch: never."""
        return False

    @cached_property
    def text(self) -> str:
        """The line drawn with `#`, `.` and `?`."""
        return line_text(self.length, self.black, self.white)

    @cached_property
    def runs(self) -> tuple[Span, ...]:
        """The longest stretches of known black cells."""
        return stretches(self.black)

    @cached_property
    def gaps(self) -> tuple[Span, ...]:
        """The longest stretches of cells not known to be white: a block stands in one of them."""
        return stretches(((1 << self.length) - 1) & ~self.white)

    def gap_of(self, cell: int) -> Span:
        """The gap that the cell, not a white one, lies in."""
        return next(gap for gap in self.gaps if gap.first <= cell <= gap.last)

    @cached_property
    def packed(self) -> Ranges:
        """The ranges when only the walls count: all blocks put as far left as the white cells let them, and right.

        Raises:
            NoArrangementError: the blocks do not fit between the white cells.
        """
        return _packed(self.length, self.clue, self.white)

    @cached_property
    def starts_found(self) -> Sequence[int]:
        """For each block the set of its starts in all arrangements that fit; an analysis made elsewhere may set it.

        Raises:
            NoArrangementError: there is none.
        """
        found = find_starts(self.length, self.numbered_clue, self.can)
        if found is None:
            raise NoArrangementError
        return found

    @cached_property
    def extremes(self) -> Ranges:
        """The ranges when the black cells count too: the leftmost and the rightmost arrangement that fit.

        Raises:
            NoArrangementError: there is none.
        """
        return Ranges.of_starts(self.clue, self.starts_found)

    def starts(self, block: int, cells: Span, ranges: Ranges) -> tuple[int, ...]:
        """Return the starts in its range at which the block covers these cells, looking at the known cells around."""
        return tuple(members(self._starts(block, cells, ranges)))

    def fits(self, block: int, start: int) -> bool:
        """Return True if the block's place has no known white cell in it and no known black cell next to it."""
        return bool(self._fitting[block] >> start & 1)

    @cached_property
    def _fitting(self) -> tuple[int, ...]:
        """For each block the set of the starts where it fits."""
        not_white = ((1 << self.length) - 1) & ~self.white
        by_length = {
            block: starts_of_runs(not_white, block) & ~(self.black << 1) & ~(self.black >> block)
            for block in set(self.clue)
        }
        return tuple(by_length[block] for block in self.clue)

    def _starts(self, block: int, cells: Span, ranges: Ranges) -> int:
        """Return the result of `starts` as a set."""
        first, last = cells.last - self.clue[block] + 1, cells.first
        if ranges.earliest[block] > first:
            first = ranges.earliest[block]
        if ranges.latest[block] < last:
            last = ranges.latest[block]
        return self._fitting[block] & ((2 << last) - (1 << first)) if first <= last else 0

    def candidates(self, run: Span, ranges: Ranges) -> tuple[int, ...]:
        """The blocks that the run, or what would be one, can be part of as far as their ranges go."""
        key = run.first, run.last, id(ranges)
        found = self._candidates.get(key)
        if found is None:
            # blocks behind these begin too late, those before them begin too early to reach the run
            last = bisect_right(ranges.earliest, run.first)
            first = bisect_left(ranges.latest, run.last - self.longest + 1)
            found = tuple([block for block in range(first, last) if self._starts(block, run, ranges)])
            self._candidates[key] = found
        return found

    @cached_property
    def _candidates(self) -> dict[tuple[int, int, int], tuple[int, ...]]:
        return {}

    @cached_property
    def longest(self) -> int:
        """The length of the longest block; 0 without blocks."""
        return max(self.clue, default=0)


def stretches(cells: int) -> tuple[Span, ...]:
    """The longest stretches of neighbouring cells of a set.

    >>> stretches(0b10110)
    (Span(first=1, last=2), Span(first=4, last=4))
    """
    firsts, lasts = members(cells & ~(cells << 1)), members(cells & ~(cells >> 1))
    return tuple([Span(first, last) for first, last in zip(firsts, lasts, strict=True)])


@lru_cache(_LINES_KEPT)
def _packed(length: int, clue: Clue, white: int) -> Ranges:
    return packed(length, tuple((block, 1) for block in clue), (0, ((1 << length) - 1) & ~white))


def packed(length: int, clue: NumberedClue, can: Sequence[int]) -> Ranges:
    """The ranges of blocks put as far left as cells that cannot have their colours let them, and right.

    Raises:
        NoArrangementError: the blocks do not fit.
    """
    lengths = tuple(block for block, _ in clue)
    from_left = _pack(length, clue, can)
    from_right = _pack(length, clue[::-1], [mirror(cells, length) for cells in can])
    latest = (length - start - block for start, block in zip(reversed(from_right), lengths, strict=True))
    return Ranges(lengths, from_left, tuple(latest))


def _pack(length: int, clue: NumberedClue, can: Sequence[int]) -> tuple[int, ...]:
    starts = []
    start = before = 0
    for block, colour in clue:
        start += colour == before
        while blocked := ~can[colour] >> start & ((1 << block) - 1):
            start += blocked.bit_length()  # behind the last cell in the way; those beyond the line are, too
            if start + block > length:
                raise NoArrangementError
        starts.append(start)
        start, before = start + block, colour
    return tuple(starts)
