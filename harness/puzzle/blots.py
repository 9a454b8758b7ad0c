"""Blotted clues: numbers that nobody can read, written ``?``; each stands for a group of 1 cell or more.

In a clue they are groups of the length `harness.puzzle.line.BLOT`. They make checks looser: sums become
ranges, and a picture has the numbers of many clues.

Source: the name, and the sign, are webpbn.com's; pbnsolve, pynogram and nonogrid solve such puzzles too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from harness.errors import FormatError, Phrase, Translation
from harness.puzzle.line import BLOT, Groups, Line, cells_needed, least_length


class _HasGroups(Protocol):
    """A puzzle, in colour or not."""

    def groups(self) -> dict[Line, Groups]:
        """Every line's clue."""


class Range(NamedTuple):
    """A number of cells that is known from its bounds, both included."""

    least: int
    most: int

    @property
    def is_exact(self) -> bool:
        """True if there is one such number."""
        return self.least == self.most

    def told(self, words: Translation = str, /) -> str:
        """The numbers as a user reads them, in a language."""
        return str(self.least) if self.is_exact else words("{least} to {most}").format_map(self._asdict())

    def __str__(self) -> str:
        return self.told()

    def meets(self, other: Range) -> bool:
        """Return True if some number lies in both.

        >>> Range(1, 4).meets(Range(4, 4)), Range(1, 4).meets(Range(5, 9))
        (True, False)
        """
        return self.least <= other.most and other.least <= self.most


def has_blots(puzzle: _HasGroups) -> bool:
    """Return True if any group is blotted."""
    return blotted_line(puzzle) is not None


def blotted_line(puzzle: _HasGroups) -> Line | None:
    """The first line with a blotted group, or None: the rows from the top, then the columns from the left."""
    for line, clue in puzzle.groups().items():
        if any(group == BLOT for group in clue):
            return line
    return None


def check_no_blots(puzzle: _HasGroups, who: Phrase | str, name: str = "") -> None:
    """See that all lengths are known, for what cannot do without.

    Args:
        who: what cannot, as a message calls it: "the Spectrum program".
        name: the file that the puzzle is from, for the error.

    Raises:
        FormatError: a group is blotted.

    >>> from harness.puzzle import Axis, Puzzle
    >>> check_no_blots(Puzzle(((BLOT,),), ((1,),)), "the Spectrum program", "a.txt")
    Traceback (most recent call last):
        ...
    harness.errors.FormatError: a.txt: row 1: a blotted number (?), and the Spectrum program needs all ...
    """
    if (line := blotted_line(puzzle)) is not None:
        what = "a blotted number (?), and {who} needs all numbers"
        raise FormatError(what, "solve finds out what it may be", name, None, line, who=who)


def tells_of(clue: Groups, drawn: Groups) -> bool:
    """Return True if a clue fits a line drawn with these groups: the same, but for lengths that are blotted.

    >>> from harness.puzzle import Group
    >>> tells_of((Group(BLOT, "r"),), (Group(3, "r"),)), tells_of((Group(BLOT, "r"),), (Group(3, "k"),))
    (True, False)
    """
    return len(clue) == len(drawn) and all(
        group.key == other.key and group in (BLOT, other) for group, other in zip(clue, drawn, strict=True)
    )


def cells_of_colours(side: Iterable[tuple[Groups, int]]) -> dict[str, Range]:
    """Count the cells of each colour that the lines of one side hold together, by the colour's key.

    Args:
        side: for each line its clue, which fits, and its length in cells.

    >>> from harness.puzzle import Group
    >>> str(cells_of_colours([((Group(BLOT, "r"), Group(2, "k")), 9)])["r"])
    '1 to 7'
    """
    least: defaultdict[str, int] = defaultdict(int)
    room: defaultdict[str, int] = defaultdict(int)  # what its blotted groups may have beyond one cell
    for clue, length in side:
        for group in clue:
            least[group.key] += least_length(group)
        for key in {group.key for group in clue if group == BLOT}:
            room[key] += length - cells_needed(clue)
    return defaultdict(lambda: Range(0, 0), {key: Range(count, count + room[key]) for key, count in least.items()})
