"""What a rule found in a line, as values: which cells follow, and the facts that its sentence names.

A `Finding` knows no language: `sentence` is the key of a template in the tables of `english` and `russian`, and the
facts fill its places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from harness.solver.human.line_view import Span


class Side(Enum):
    """The two ends of a line: left and right of a row, top and bottom of a column."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Cells:
    """A set of cells of the line: bit i stands for cell i."""

    mask: int

    @classmethod
    def of(cls, *spans: Span) -> Cells:
        """The cells of all these spans."""
        mask = 0
        for span in spans:
            mask |= span.mask
        return cls(mask)


@dataclass(frozen=True, slots=True)
class Block:
    """The block with that index in the line's clue, counted from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """Several blocks, any one of them."""

    indices: tuple[int, ...]


class Why(Enum):
    """Why known black cells can be part of no block but those named."""

    ONLY_BLOCK = "only-block"
    """There is no other, or nothing needs to be said."""
    TOO_SHORT = "too-short"
    """The others are too short."""
    OUT_OF_REACH = "out-of-reach"
    """The others do not reach so far."""
    TAKEN = "taken"
    """Those that could be there are needed for other black cells."""
    NOT_THERE = "not-there"
    """Some are too short, some do not reach so far, some do not fit."""


@dataclass(frozen=True, slots=True)
class Wall:
    """What a block cannot pass: the white cell `cell`, or, where that is None, the edge of the picture."""

    side: Side
    cell: int | None


@dataclass(frozen=True, slots=True)
class Limit:
    """How far a block can go: it starts at `cell` at the earliest (START), or ends there at the latest (END).

    `held` are known cells of the block, where those are the reason.
    """

    block: int
    side: Side
    cell: int
    held: Span | None = None


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A cell of the picture."""

    row: int
    column: int


Fact: TypeAlias = int | Cells | Block | Blocks | Wall | Why | Limit
"""What fills a place of a template."""

Facts: TypeAlias = Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence's worth of a step.

    Attributes:
        sentence: key of the template.
        black: set of the line's cells that are black because of it.
        white: set of those that are white because of it.
        facts: what the sentence names; a template may name `line` and `decided`, the cells with their colours, besides.
    """

    sentence: str
    black: int = 0
    white: int = 0
    facts: Facts = field(default_factory=lambda: MappingProxyType({}))
