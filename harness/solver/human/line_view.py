"""A person's view of one line: runs of known cells, room for each colour, and the range of each block.

Cells and blocks count from 0 here, from 1 in sentences.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_

from harness.puzzle import Clue
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.human.findings import BLACK_AND_WHITE, ColourBlock, Hue, KnownCells, Side, Span, Wall
from harness.solver.lines import NumberedClue, analyse_line, members, mirror

LINES_KEPT = 5_000
"""Clues remembered: some hundreds of bytes each."""


class NoArrangementError(ValueError):
    """No arrangement of the blocks fits the known cells. Never seen outside the solver."""


class Ranges:
    """The ranges of blocks: `earliest[i]` and `latest[i]` are the first cells of the block i at its far ends."""

    def __init__(self, clue: Clue, earliest: Sequence[int], latest: Sequence[int]) -> None:
        self.clue, self.earliest, self.latest = clue, earliest, latest

    def places(self, block: int) -> tuple[int, int]:
        """The cells of the block at its far left, and at its far right."""
        cells = (1 << self.clue[block]) - 1
        return cells << self.earliest[block], cells << self.latest[block]

    @cached_property
    def cores(self) -> Sequence[tuple[int, int]]:
        """The blocks that cover some cells at both ends of their ranges, so always, each with these cells."""
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


def packed(length: int, clue: NumberedClue, walls: Sequence[int]) -> Ranges:
    """Return the ranges of blocks between walls (for each colour the cells without it); or `NoArrangementError`."""
    turned = [mirror(cells, length) if cells else 0 for cells in walls]
    sizes, ends = lengths_of(clue), _leftmost(length, clue[::-1], turned)[::-1]
    return Ranges(sizes, _leftmost(length, clue, walls), [length - e - s for e, s in zip(ends, sizes, strict=True)])


def _leftmost(length: int, clue: NumberedClue, walls: Sequence[int]) -> list[int]:
    """The starts of the blocks as far left as they go."""
    starts: list[int] = []
    behind = before = 0
    for size, colour in clue:
        start, cells = behind + (colour == before), (1 << size) - 1
        while blocked := walls[colour] & cells << start:
            start = blocked.bit_length()
        starts.append(start)
        behind, before = start + size, colour
    if behind > length:
        raise NoArrangementError
    return starts


@lru_cache(LINES_KEPT)
def lengths_of(clue: NumberedClue) -> tuple[int, ...]:
    """Return the lengths of blocks, without their colours."""
    return tuple([length for length, _ in clue])


WHITE = 0
"""The number of the background."""


class LineView:
    """A line for the rules, in black and white or in colour; the background is the colour `WHITE`.

    A cell of another colour stops a block as a white one does; blocks of different colours may touch.

    Args:
        clue: its blocks, each as (length, number of its colour).
        known: for each colour by its number the set of the cells known to have it (bit i: cell i).
        hues: the colours by their numbers.

    >>> view = LineView.of("??.##?", (1, 3))
    >>> view.runs, view.room(1, 0)
    ((Span(first=3, last=4, colour=1),), Span(first=0, last=1, colour=0))
    >>> view.extremes.earliest, view.extremes.latest
    ([0, 3], [1, 3])
    >>> LineView.of("??rb?", "2r 2b").packed.earliest
    [0, 3]
    """

    def __init__(
        self, length: int, clue: NumberedClue, known: tuple[int, ...], hues: tuple[Hue, ...] = BLACK_AND_WHITE
    ) -> None:
        self.length, self.clue, self.known, self.hues = length, clue, known, hues
        self.all_known = reduce(or_, known)
        self.unknown = ((1 << length) - 1) & ~self.all_known
        self._candidates: dict[tuple[Span, int], tuple[int, ...]] = {}
        self.lengths = lengths_of(clue)

    @classmethod
    def of(cls, text: str, clue: Clue | str) -> "LineView":
        """Return the view of a line drawn with `#`, `.` and `?`; in colour with keys, and a clue written as "2r 1b"."""
        if not isinstance(clue, str):
            return cls(len(text), tuple([(length, 1) for length in clue]), known_cells(text, ".#"))
        groups = [(int(group[:-1]), group[-1]) for group in clue.split()]
        keys = BACKGROUND + "".join(dict.fromkeys([key for _, key in groups] + sorted(set(text) - {".", UNKNOWN})))
        numbered = tuple((length, keys.index(key)) for length, key in groups)
        return cls(len(text), numbered, known_cells(text, keys), tuple(Hue(key, key.strip(".")) for key in keys))

    @property
    def blocks(self) -> tuple[ColourBlock, ...]:
        """The blocks with their colours, for the sentences."""
        return blocks_of(self.clue, self.hues)

    @property
    def in_colour(self) -> bool:
        """False in black and white."""
        return self.hues[0].in_colour

    def known_run(self, mask: int, colour: int) -> KnownCells:
        """Known cells of a colour, for the sentences."""
        return KnownCells(mask, self.hues[colour])

    @cached_property
    def may_tell(self) -> Sequence[int]:
        """For each colour the cells that a rule may find; set it to what all arrangements tell, if that is known."""
        return (self.unknown,) * len(self.known)

    @cached_property
    def can(self) -> tuple[int, ...]:
        """For each colour the cells that may have it, by what is known of each cell alone."""
        return tuple([cells | self.unknown for cells in self.known])

    def meets(self, block: int, other: int) -> bool:
        """Return True if two blocks next to each other may touch."""
        return self.clue[block][1] != self.clue[other][1]

    @cached_property
    def runs(self) -> tuple[Span, ...]:
        """The longest stretches of known cells of a colour that is not the background, from the left."""
        runs = [span for colour in range(1, len(self.known)) for span in stretches(self.known[colour], colour)]
        return tuple(sorted(runs))

    def run_at(self, cell: int, colour: int) -> Span:
        """The run that a known cell of a colour is part of."""
        others = ~self.known[colour]
        behind = others >> cell
        return Span((others & (1 << cell) - 1).bit_length(), cell + (behind & -behind).bit_length() - 2, colour)

    def runs_beside(self, cells: int, colours: Iterable[int] | None = None) -> list[Span]:
        """The runs, perhaps of certain colours only, with one of these cells, which are not known, beside them."""
        found = []
        for colour in colours or range(1, len(self.known)):
            touching = self.known[colour] & (cells << 1 | cells >> 1)
            while touching:
                run = self.run_at((touching & -touching).bit_length() - 1, colour)
                found.append(run)
                touching = touching >> run.last + 1 << run.last + 1
        return sorted(found) if len(self.known) > 2 else found

    def neighbours(self, between: Sequence[int]) -> list[tuple[Span, Span]]:
        """The pairs of runs of one colour with only unknown cells of their colour's set between them."""
        found = []
        for colour, known in enumerate(self.known):
            cells = between[colour]
            # an addition carries from the first cell behind a run to the next run
            reached = (cells & known << 1) + cells & known if colour else 0
            for first in members(reached):
                last = (known & (1 << first) - 1).bit_length() - 1
                found.append((self.run_at(last, colour), self.run_at(first, colour)))
        return sorted(found) if len(self.known) > 2 else found

    def room(self, colour: int, cell: int) -> Span:
        """The longest stretch around a cell, itself one of them, of cells that may have the colour."""
        walls = ~self.can[colour]  # all cells beyond the line among them
        behind = walls >> cell
        return Span((walls & ((1 << cell) - 1)).bit_length(), cell + (behind & -behind).bit_length() - 2)

    def wall_beside(self, span: Span, side: Side) -> Wall:
        """Return the wall next to a stretch of cells: a known cell, or the edge."""
        cell = span.first - 1 if side is Side.START else span.last + 1
        if not 0 <= cell < self.length:
            return Wall(side, None)
        colour = next((colour for colour, cells in enumerate(self.known) if colour and cells >> cell & 1), WHITE)
        return Wall(side, cell, self.hues[colour])

    @cached_property
    def finished(self) -> tuple[Sequence[int], Sequence[int]]:
        """The first cells of the blocks finished at both ends of the line, with all cells before them known."""
        unknown, coloured = self.unknown, self.all_known & ~self.known[WHITE]
        begins = reduce(or_, [cells & ~(cells << 1) for cells in self.known[1:]], 0)
        left = members(begins & (unknown & -unknown) - 1) if unknown else []
        if left and coloured << 1 & unknown & -unknown:  # the last one may continue
            left.pop()
        right = members(begins & -2 << unknown.bit_length()) if unknown else []
        return left, right

    @cached_property
    def unfinished(self) -> NumberedClue:
        """The blocks between those that are finished at the ends."""
        left, right = self.finished
        return self.clue[len(left) : len(self.clue) - len(right)]

    @cached_property
    def packed(self) -> Ranges:
        """The ranges when only walls and finished blocks at the ends count; or `NoArrangementError`."""
        left, right = self.finished
        if len(left) + len(right) > len(self.clue):
            raise NoArrangementError
        ends = (1 << left[-1] + self.lengths[len(left) - 1]) - 1 if left else 0
        ends |= (1 << self.length) - (1 << right[0]) if right else 0
        between = packed(self.length, self.unfinished, [self.all_known & ~cells | ends for cells in self.known])
        if not (left or right):
            return between
        return Ranges(self.lengths, [*left, *between.earliest, *right], [*left, *between.latest, *right])

    @cached_property
    def starts_found(self) -> Sequence[int]:
        """For each block the set of its starts in all arrangements that fit; set it, if it is known.

        Raises `NoArrangementError` if there is none.
        """
        found = analyse_line(self.length, self.clue, self.can)
        if found is None:
            raise NoArrangementError
        return [starts for starts, _ in found[0]]

    @cached_property
    def extremes(self) -> Ranges:
        """The leftmost and the rightmost arrangement that fit all known cells, as ranges; or `NoArrangementError`."""
        starts = self.starts_found
        earliest = [(cells & -cells).bit_length() - 1 for cells in starts]
        return Ranges(self.lengths, earliest, [cells.bit_length() - 1 for cells in starts])

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """For each colour, the background left empty, the cells that its blocks reach."""
        reached = [0] * len(self.known)
        ranges = self.extremes
        for (size, colour), first, last in zip(self.clue, ranges.earliest, ranges.latest, strict=True):
            reached[colour] |= (1 << last + size) - (1 << first)
        return tuple(reached)

    def starts(self, block: int, run: Span, ranges: Ranges) -> int:
        """The set of starts in its range where the block covers a run of its colour, looking at the cells around."""
        length, known, room = self.lengths[block], self.known[run.colour], self.room(run.colour, run.first)
        first = max(run.last - length + 1, room.first, ranges.earliest[block])
        last = min(run.first, room.last - length + 1, ranges.latest[block])
        return ((2 << last) - (1 << first)) & ~(known << 1 | known >> length) if first <= last else 0

    def candidates(self, run: Span, ranges: Ranges) -> tuple[int, ...]:
        """The blocks that have `starts` there for a run, or what would be one; in one loop, since it is asked most."""
        key = run, id(ranges)
        if (known_blocks := self._candidates.get(key)) is not None:
            return known_blocks
        run_first, run_last, colour = run
        room_first, room_last, _ = self.room(colour, run_first)
        clue, earliest, latest, known = self.clue, ranges.earliest, ranges.latest, self.known[colour]
        # blocks behind these begin too late, those before them begin too early to reach the run
        begin, end = bisect_left(latest, run_last - self.longest + 1), bisect_right(earliest, run_first)
        found = []
        for block in range(begin, end):
            length, own = clue[block]
            first, last = run_last - length + 1, run_first
            if own != colour or first > last:
                continue
            if first < room_first:
                first = room_first
            if first < earliest[block]:
                first = earliest[block]
            if last > room_last - length + 1:
                last = room_last - length + 1
            if last > latest[block]:
                last = latest[block]
            if first <= last and (2 << last) - (1 << first) & ~(known << 1 | known >> length):
                found.append(block)
        blocks = self._candidates[key] = tuple(found)
        return blocks

    @cached_property
    def longest(self) -> int:
        """The length of the longest block; 0 without blocks."""
        return max(self.lengths, default=0)


@lru_cache(LINES_KEPT)
def blocks_of(clue: NumberedClue, hues: tuple[Hue, ...]) -> tuple[ColourBlock, ...]:
    """Return the blocks of a clue with their colours."""
    return tuple([ColourBlock(length, hues[colour]) for length, colour in clue])


def stretches(cells: int, colour: int = WHITE) -> tuple[Span, ...]:
    """Return the longest stretches of neighbouring cells of a set, which has that colour.

    >>> stretches(0b10110, 2)
    (Span(first=1, last=2, colour=2), Span(first=4, last=4, colour=2))
    """
    firsts, lasts = members(cells & ~(cells << 1)), members(cells & ~(cells >> 1))
    return tuple([Span(first, last, colour) for first, last in zip(firsts, lasts, strict=True)])


def known_cells(text: str, keys: str) -> tuple[int, ...]:
    """Return for each key the set of the cells that have it in a drawn line."""
    return tuple(sum(1 << cell for cell, sign in enumerate(text) if sign == key) for key in keys)
