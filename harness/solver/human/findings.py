"""Findings of a rule in a line, as values: the cells that follow, and the facts that its sentence names."""

from collections.abc import Mapping
from enum import Enum
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias  # without `annotations`, which named tuples compile


class Span(NamedTuple):
    """The cells `first` to `last` of a line, both included; of a run also the number of its colour."""

    first: int
    last: int
    colour: int = 0

    @property
    def length(self) -> int:
        """Number of cells; 0 or less if there are none."""
        return self.last - self.first + 1

    @property
    def mask(self) -> int:
        """The cells as a set: bit i stands for cell i."""
        length = self.last - self.first + 1
        return ((1 << length) - 1) << self.first if length > 0 else 0


class Side(Enum):
    """The two ends of a line: left and right of a row, top and bottom of a column."""

    START = "start"
    END = "end"


class Cells(NamedTuple):
    """A set of cells of the line: bit i stands for cell i."""

    mask: int


class Blocks(NamedTuple):
    """A block by its index in the line's clue, counted from 0; or several, any one of them."""

    indices: tuple[int, ...]


class Why(Enum):
    """Reasons that known black cells can be part of no block but those named."""

    ONLY_BLOCK = ""
    """There is no other, or no reason is needed."""
    TOO_SHORT = "the others are too short"
    OUT_OF_REACH = "the others do not reach that far"
    TAKEN = "other black cells need the other blocks that could be there"
    TAKEN_IN_COLOUR = "other coloured cells need the other blocks that could be there"
    NOT_THERE = "the others are too short, do not reach that far or do not fit"


class Hue(NamedTuple):
    """A colour of a puzzle: its key and its name, empty for the background; `in_colour` is False in black and white."""

    key: str
    name: str = ""
    in_colour: bool = True


BLACK_AND_WHITE = Hue(".", in_colour=False), Hue("#", "black", in_colour=False)
"""The colours of a puzzle in black and white by their numbers: white is the background."""


class ColourBlock(NamedTuple):
    """A block of a clue and its colour."""

    length: int
    hue: Hue


class KnownCells(NamedTuple):
    """Known cells of one colour: bit i of `mask` stands for cell i of the line."""

    mask: int
    hue: Hue


class Hues(NamedTuple):
    """Several colours, any one of them."""

    hues: tuple[Hue, ...]


class Wall(NamedTuple):
    """An obstacle that a block cannot pass: the known cell `cell` of another colour, `hue`; without it the edge."""

    side: Side
    cell: int | None
    hue: Hue = BLACK_AND_WHITE[0]


class Limit(NamedTuple):
    """Range of a block: it starts at `cell` at the earliest (START), or ends there at the latest (END).

    `held` are known cells of the block, if they are the reason.
    """

    block: int
    side: Side
    cell: int
    held: KnownCells | None = None


class Place(NamedTuple):
    """A cell of the picture."""

    row: int
    column: int


Fact: TypeAlias = int | Cells | Blocks | KnownCells | Hue | Hues | Wall | Why | Limit
"""A value that fills a place of a template."""

Facts: TypeAlias = Mapping[str, Fact]


class LineFinding(NamedTuple):
    """One sentence of a step, in no language yet.

    Attributes:
        sentence: key of its template in `language`.
        told: for each colour by its number, the background first, the set of the line's cells that have it.
        facts: they fill the template, with `line` and `decided`, the cells with their colours.
    """

    sentence: str
    told: tuple[int, ...]
    facts: Facts

    @property
    def decided(self) -> int:
        """The set of all cells decided."""
        return reduce(or_, self.told)
