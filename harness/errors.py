"""Everything that can go wrong in `harness`, as one tree.

::

    HarnessError
    ├── PuzzleError           numbers or a picture that cannot be a crossword
    │   └── FormatError       the same in a file: which file, which line, how to mend it
    ├── DriverError           the Spectrum program did not do what was expected of it
    │   └── PictureRefusedError  it did not take the picture on the tape
    ├── ReaderError           the screen shows something that is not a crossword grid
    ├── BuildError            sources that do not make a tape
    ├── TooLargeError         a puzzle beyond the memory that a way of solving may take
    └── UsageError            a command that cannot be done as it was given

`str()` of each is one line that a user can act on.
"""

from __future__ import annotations

from typing import Protocol


class Place(Protocol):
    """A place in a crossword that a message can name: `harness.puzzle.Line`, which this module need not know."""

    @property
    def number(self) -> int:
        """The line as the user counts it, from 1."""


class HarnessError(Exception):
    """Base of every error this package raises on purpose."""


MOST_SHOWN = 200
"""How many characters of what a file holds an error repeats."""


def visible(text: str) -> str:
    r"""A text in one line that does nothing to a terminal: what cannot be seen is written as Python escapes it.

    Line ends of all kinds, control characters, signs that turn the direction of writing and halves of surrogate pairs
    are such.

    >>> print(visible("a\nb\x1b[2J\u2028c"))
    a\nb\x1b[2J\u2028c
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """A text of no more than `most` characters: of a longer one the beginning and the end.

    >>> shortened("1,1,1,1,1,1,1,1", 9)
    '1,1,…,1,1'
    """
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


class PuzzleError(HarnessError):
    """Numbers or a picture that cannot be a crossword.

    `where` is the crossword's row or column in question, or None when no single one is.
    `what` says what is wrong, `mend` what to do about it (may be empty). They may repeat what a file holds: the message
    shows it shortened and `visible`.
    """

    def __init__(self, what: str, mend: str = "", where: Place | None = None) -> None:
        super().__init__(what, mend, where)
        self.what = what
        self.mend = mend
        self.where = where

    def __str__(self) -> str:
        what = visible(shortened(self.what))
        named = f"{self.where}: {what}" if self.where is not None else what
        return f"{named}; {visible(self.mend)}" if self.mend else named


class FormatError(PuzzleError):
    """A puzzle file that cannot be read or written.

    `path` is the file's name as the user gave it, `line` the line in it, counted from 1, or None when the
    whole file is meant.

    >>> str(FormatError("'3x' is not a whole number", "write only lengths", "cat.txt", 7))
    "cat.txt:7: '3x' is not a whole number; write only lengths"
    """

    def __init__(
        self, what: str, mend: str = "", path: str = "", line: int | None = None, where: Place | None = None
    ) -> None:
        super().__init__(what, mend, where)
        self.args = (what, mend, path, line, where)
        self.path = path
        self.line = line

    def __str__(self) -> str:
        path = visible(self.path)
        place = path if self.line is None else f"{path}:{self.line}"
        message = super().__str__()
        return f"{place}: {message}" if place else message


class DriverError(HarnessError):
    """The Spectrum program did not do what was expected of it."""


class PictureRefusedError(DriverError):
    """The Spectrum program did not take the picture on the tape; says so in its own words."""


class ReaderError(HarnessError):
    """The screen shows something that is not a crossword grid."""


class BuildError(HarnessError):
    """Sources that do not make a tape, or a tape that cannot be written."""


class TooLargeError(HarnessError):
    """A puzzle that would take a way of solving more memory than it may have."""


class UsageError(HarnessError):
    """A command that cannot be done as it was given."""
