"""A line of the crossword, a row or a column: its cells and its clue, in black and white or in colour.

`row` and `column` count from 0 here, from 1 in everything a user reads (the Spectrum's prompts count from 1 too);
`Line.number` and `str(Line)` are where the two meet.
"""

from __future__ import annotations

import itertools
from enum import StrEnum
from typing import ClassVar

from harness.errors import Phrase, PuzzleError, Translation
from harness.puzzle.palette import BACKGROUND
from harness.puzzle.value import Value

MAX_SIDE = 4000
"""The largest width or height of a `Puzzle`: far beyond any printed crossword, small enough for memory."""

BLOT = -1
"""The length of a *blotted* group, written ``?``: there is one, of 1 cell or more, and nobody knows of how many.

Source: the name, and the sign, are webpbn.com's; pbnsolve, pynogram and nonogrid solve such puzzles too.
"""


class Group(int):
    """Cells of one colour side by side: an integer, how many they are or `BLOT`, that knows the colour's `key`.

    Beside a bare integer it is its length, beside another group the colours count, too.

    >>> Group(2, "r"), Group(2, "r") == 2, Group(2, "r") == Group(2, "k"), sum((Group(2, "r"), Group(3, "k")))
    (Group(length=2, key='r'), True, False, 5)
    """

    key: str
    length = int.real
    _known: ClassVar[dict[tuple[int, str], Group]] = {}

    def __new__(cls, length: int, key: str) -> Group:
        group = cls._known.get((length, key))
        if group is None:
            group = cls._known[length, key] = super().__new__(cls, length)
            group.key = key
        return group

    def __eq__(self, other: object) -> bool:
        return self is other or (self.length == other and getattr(other, "key", self.key) == self.key)

    __hash__ = int.__hash__
    __str__ = int.__repr__

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return self.length, self.key

    def __repr__(self) -> str:
        return f"Group(length={self.length}, key={self.key!r})"


Clue = tuple[int, ...]
"""The groups of a line, left to right or top to bottom; empty for a line without any.

A length is 1 or more, or `BLOT`. In black and white they are bare integers, in colour each is a `Group`.
"""

Groups = tuple[Group, ...]
"""A clue whose groups all know their colours."""


class Cell(StrEnum):
    """State of one cell; the values are the characters of the picture's text form.

    >>> Cell.BLACK == "#"
    True
    """

    BLACK = "#"
    WHITE = "."
    UNKNOWN = "?"


class Axis(StrEnum):
    """The two directions of a line."""

    ROW = "row"
    COLUMN = "column"


class Line(Value):
    """A row or a column of the crossword; `index` counts from 0.

    >>> str(Line(Axis.ROW, 2))
    'row 3'
    """

    axis: Axis
    index: int

    @property
    def number(self) -> int:
        """The line as the user counts it, from 1."""
        return self.index + 1

    def __lt__(self, other: Line) -> bool:
        return (self.axis, self.index) < (other.axis, other.index)

    def turned(self) -> Line:
        """The same line after rows and columns were swapped."""
        return Line(Axis.COLUMN if self.axis is Axis.ROW else Axis.ROW, self.index)

    def told(self, words: Translation = str, /) -> str:
        """The line as a user reads it, in a language."""
        return f"{words(self.axis.value)} {self.number}"

    def __str__(self) -> str:
        return self.told()


def clue_of(cells: str) -> Clue:
    """The lengths of the runs of `#` in a line without unknown cells.

    >>> clue_of("##.#...###")
    (2, 1, 3)
    """
    return tuple(map(len, filter(None, cells.split("."))))


def clue_text(clue: Clue) -> str:
    """A clue as a person reads it.

    >>> clue_text((3, 1)), clue_text((Group(3, "b"), Group(1, "d"))), clue_text(())
    ('3,1', '3b,1d', '-')
    """
    return ",".join(length_text(group) + getattr(group, "key", "") for group in clue) or "-"


def length_text(length: int) -> str:
    """A group's length as it is written.

    >>> length_text(12), length_text(BLOT)
    ('12', '?')
    """
    return "?" if length == BLOT else str(length)


def least_length(length: int) -> int:
    """The cells that a group has at least.

    >>> least_length(12), least_length(BLOT)
    (12, 1)
    """
    return 1 if length == BLOT else length


def groups_of(cells: str) -> Groups:
    """The groups of a line without unknown cells.

    >>> groups_of("rr.rk")
    (Group(length=2, key='r'), Group(length=1, key='r'), Group(length=1, key='k'))
    """
    return tuple(Group(len(tuple(run)), key) for key, run in itertools.groupby(cells) if key != BACKGROUND)


def cells_needed(clue: Groups) -> int:
    """The shortest line that the groups fit: their cells, and one between neighbours of the same colour.

    >>> cells_needed((Group(2, "r"), Group(1, "r"), Group(1, "k")))
    5
    """
    gaps = sum(one.key == other.key for one, other in itertools.pairwise(clue))
    return sum(least_length(group) for group in clue) + gaps


def tells_of(clue: Groups, drawn: Groups) -> bool:
    """Return True if a clue fits a line drawn with these groups: the same, but for lengths that are blotted.

    >>> tells_of((Group(BLOT, "r"),), (Group(3, "r"),)), tells_of((Group(BLOT, "r"),), (Group(3, "k"),))
    (True, False)
    """
    return len(clue) == len(drawn) and all(
        group.key == other.key and group in (BLOT, other) for group, other in zip(clue, drawn, strict=True)
    )


def check_room(line: Line, clue: str, needed: int, length: int) -> None:
    """See that a clue, given in words, fits its line.

    Raises:
        PuzzleError: it needs more cells than the line has.
    """
    if needed > length:
        side = "width" if line.axis is Axis.ROW else "height"
        what, fix = "{clue} needs {needed} cells, the {axis} has {length}", "shorten the groups or correct the {side}"
        raise PuzzleError(
            what, fix, line, clue=clue, needed=needed, axis=Phrase(line.axis.value), length=length, side=Phrase(side)
        )
