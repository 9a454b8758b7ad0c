"""A person's view of one line: runs of known cells, room for each colour, and the range of each block.

Everything here counts cells and blocks from 0; the sentences count them from 1.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from harness.puzzle import Clue
from harness.solver.colour_lines import NumberedClue, find_starts
from harness.solver.human.findings import Cells, Hue, Run, Side, Span, Wall
from harness.solver.lines import line_text, members, mirror, parse_line, starts_of_runs

WHITE = 0
"""The number of the background."""

_LINES_KEPT = 5_000
"""Lines of which it is kept how their blocks are packed: some hundreds of bytes each."""


class NoArrangementError(ValueError):
    """No arrangement of the blocks fits the known cells. Never seen outside the solver."""


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

    @cached_property
    def cores(self) -> tuple[tuple[int, int], ...]:
        """The blocks that cover some cells at both ends of their ranges, and so always, each with the set of these."""
        places = enumerate(zip(self.clue, self.earliest, self.latest, strict=True))
        return tuple(
            [(block, (1 << first + size) - (1 << last)) for block, (size, first, last) in places if last < first + size]
        )

    def reach(self, block: int) -> Span:
        """From the first cell the block can cover to the last one."""
        return Span(self.earliest[block], self.last_place(block).last)


class BaseView:
    """A line as the rules look at it, in black and white or in colour; the background is the colour `WHITE`.

    A cell of another colour stops a block as a white one does; blocks of different colours may touch.
    """

    length: int
    """Cells in the line."""
    lengths: tuple[int, ...]
    """Lengths of its blocks, each 1 or more."""
    numbered_clue: NumberedClue
    """Its blocks, each as (length, number of its colour)."""
    known: tuple[int, ...]
    """For each colour the set of the cells known to have it (bit i: cell i)."""
    hues: Sequence[Hue | None]
    """The colours by their numbers; in black and white they need no names in sentences."""

    @property
    def in_colour(self) -> bool:
        """False in black and white."""
        return self.hues[0] is not None

    def known_run(self, mask: int, colour: int) -> Cells | Run:
        """Known cells of a colour, for the sentences."""
        hue = self.hues[colour]
        return Cells(mask) if hue is None else Run(mask, hue)

    @cached_property
    def all_known(self) -> int:
        """The set of the cells known."""
        return reduce(or_, self.known)

    @cached_property
    def unknown(self) -> int:
        """The set of the cells not known."""
        return ((1 << self.length) - 1) & ~self.all_known

    @cached_property
    def may_tell(self) -> Sequence[int]:
        """For each colour the cells that a rule may find to have it: no others need be looked at.

        An analysis made elsewhere may set it to what all arrangements tell, for no rule tells more.
        """
        return (self.unknown,) * len(self.known)

    @cached_property
    def can(self) -> tuple[int, ...]:
        """For each colour the cells that may have it, as far as these themselves are known."""
        return tuple([cells | self.unknown for cells in self.known])

    def meets(self, block: int, other: int) -> bool:
        """Return True if two blocks next to each other may touch."""
        return self.numbered_clue[block][1] != self.numbered_clue[other][1]

    @cached_property
    def runs(self) -> tuple[Span, ...]:
        """The longest stretches of known cells of a colour that is not the background, from the left."""
        runs = [span for colour in range(1, len(self.known)) for span in stretches(self.known[colour], colour)]
        return tuple(sorted(runs))

    def room(self, colour: int, cell: int) -> Span:
        """The longest stretch around a cell, itself one of them, of cells that may have the colour."""
        return next(span for span in self._rooms[colour] if span.first <= cell <= span.last)

    @cached_property
    def _rooms(self) -> tuple[tuple[Span, ...], ...]:
        return tuple([stretches(cells) for cells in self.can])

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
        return _packed(self.length, self.numbered_clue, (0, *self.can[1:]))

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
        """The ranges when all known cells count: the leftmost and the rightmost arrangement that fit.

        Raises:
            NoArrangementError: there is none.
        """
        return Ranges.of_starts(self.lengths, self.starts_found)

    def reaching(self, cells: int) -> list[int]:
        """The blocks that reach any of these cells."""
        return [block for block in range(len(self.lengths)) if self.extremes.reach(block).mask & cells]

    def fits(self, block: int, start: int) -> bool:
        """Return True if the cells of the block's place may have its colour, and those next to it are not known to
        have it.
        """
        return bool(self._fitting[block] >> start & 1)

    @cached_property
    def _fitting(self) -> tuple[int, ...]:
        """For each block the set of the starts where it fits."""
        known, can = self.known, self.can
        fitting = {
            (length, colour): starts_of_runs(can[colour], length) & ~(known[colour] << 1) & ~(known[colour] >> length)
            for length, colour in set(self.numbered_clue)
        }
        return tuple([fitting[block] for block in self.numbered_clue])

    def starts(self, block: int, cells: Span, ranges: Ranges) -> int:
        """The set of starts in its range where the block covers these cells, looking at the known cells around."""
        first, last = cells.last - self.lengths[block] + 1, cells.first
        if ranges.earliest[block] > first:
            first = ranges.earliest[block]
        if ranges.latest[block] < last:
            last = ranges.latest[block]
        return self._fitting[block] & ((2 << last) - (1 << first)) if first <= last else 0

    def candidates(self, run: Span, ranges: Ranges) -> tuple[int, ...]:
        """The blocks that the run, or what would be one, can be part of as far as their ranges go."""
        key = run, id(ranges)
        found = self._candidates.get(key)
        if found is None:
            # blocks behind these begin too late, those before them begin too early to reach the run
            last = bisect_right(ranges.earliest, run.first)
            first = bisect_left(ranges.latest, run.last - self.longest + 1)
            clue, colour = self.numbered_clue, run.colour
            found = tuple(
                [block for block in range(first, last) if clue[block][1] == colour and self.starts(block, run, ranges)]
            )
            self._candidates[key] = found
        return found

    @cached_property
    def _candidates(self) -> dict[tuple[Span, int], tuple[int, ...]]:
        return {}

    @cached_property
    def longest(self) -> int:
        """The length of the longest block; 0 without blocks."""
        return max(self.lengths, default=0)


@dataclass
class LineView(BaseView):
    """A line in black and white.

    Args:
        length: cells in the line.
        clue: lengths of its blocks, each 1 or more.
        black: set of the cells known to be black (bit i: cell i).
        white: set of the cells known to be white.

    >>> view = LineView.of("??.##?", (1, 3))
    >>> view.runs, view.room(1, 0)
    ((Span(first=3, last=4, colour=1),), Span(first=0, last=1, colour=0))
    >>> view.extremes.earliest, view.extremes.latest
    ((0, 3), (1, 3))
    """

    length: int
    clue: Clue
    black: int
    white: int

    hues = (None, None)

    def __post_init__(self) -> None:
        self.lengths, self.numbered_clue = self.clue, _numbered(self.clue)
        self.known = self.white, self.black

    @classmethod
    def of(cls, text: str, clue: Clue) -> LineView:
        """The line drawn with `#`, `.` and `?`."""
        length, black, white = parse_line(text)
        return cls(length, clue, black, white)

    @cached_property
    def text(self) -> str:
        """The line drawn with `#`, `.` and `?`."""
        return line_text(self.length, self.black, self.white)


def stretches(cells: int, colour: int = WHITE) -> tuple[Span, ...]:
    """The longest stretches of neighbouring cells of a set, which has that colour.

    >>> stretches(0b10110, 2)
    (Span(first=1, last=2, colour=2), Span(first=4, last=4, colour=2))
    """
    firsts, lasts = members(cells & ~(cells << 1)), members(cells & ~(cells >> 1))
    return tuple([Span(first, last, colour) for first, last in zip(firsts, lasts, strict=True)])


@lru_cache(_LINES_KEPT)
def _numbered(clue: Clue) -> NumberedClue:
    return tuple([(length, 1) for length in clue])


@lru_cache(_LINES_KEPT)
def _packed(length: int, clue: NumberedClue, can: tuple[int, ...]) -> Ranges:
    from_left = _pack(length, clue, can)
    from_right = _pack(length, clue[::-1], [mirror(cells, length) for cells in can])
    latest = [length - start - size for start, (size, _) in zip(reversed(from_right), clue, strict=True)]
    return Ranges(tuple([size for size, _ in clue]), from_left, tuple(latest))


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
