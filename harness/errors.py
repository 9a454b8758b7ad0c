"""Everything that can go wrong in `harness`, as one tree.

::

    HarnessError
    ├── PuzzleError           numbers or a picture that cannot be a crossword
    │   └── FormatError       the same in a file: which file, which line, how to fix it
    ├── DriverError           the Spectrum program did not do what was expected of it
    │   └── PictureRefusedError  it did not take the picture on the tape
    ├── ReaderError           the screen shows something that is not a crossword grid
    ├── BuildError            sources that do not make a tape
    ├── TooLargeError         a puzzle beyond the memory that a way of solving may take
    └── UsageError            a command that cannot be done as it was given

`str()` of each is one line that a user can act on; `one_line` keeps it so on a terminal.
"""

from __future__ import annotations

import unicodedata
from typing import Protocol


class Place(Protocol):
    """A place in a crossword that a message can name: `harness.puzzle.Line`, which this module need not know."""

    @property
    def number(self) -> int:
        """The line as the user counts it, from 1."""


MOST_CHARACTERS = 600
"""A message that is longer, as it holds the numbers of a whole line, loses its middle."""


def one_line(text: str) -> str:
    """A text that may hold anything, as names and titles of files do, as it can be shown on a terminal: in one line.

    Characters that would break the line, move the cursor or turn the direction of writing become escapes.

    >>> print(one_line("two\\nlines, \\x1b[31mred"))
    two\\nlines, \\x1b[31mred
    """
    shown = text
    if not text.isprintable():
        shown = "".join(sign if sign.isprintable() or _is_space(sign) else _escape(sign) for sign in text)
    if len(shown) > MOST_CHARACTERS:
        return f"{shown[: MOST_CHARACTERS // 2]} … {shown[-MOST_CHARACTERS // 4 :]}"
    return shown


def _is_space(sign: str) -> bool:
    return unicodedata.category(sign) == "Zs"


def _escape(sign: str) -> str:
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode("ascii")


class HarnessError(Exception):
    """Base of every error this package raises on purpose."""


class PuzzleError(HarnessError):
    """Numbers or a picture that cannot be a crossword.

    `where` is the crossword's row or column in question, or None when no single one is.
    `what` says what is wrong, `fix` what to do about it (may be empty). Both may repeat what a file holds: the
    message shows it `shortened`, in `one_line`.
    """

    def __init__(self, what: str, fix: str = "", where: Place | None = None) -> None:
        super().__init__(what, fix, where)
        self.what = what
        self.fix = fix
        self.where = where

    def __str__(self) -> str:
        what = one_line(shortened(self.what))
        named = f"{self.where}: {what}" if self.where is not None else what
        return f"{named}; {one_line(self.fix)}" if self.fix else named


class FormatError(PuzzleError):
    """A puzzle file that cannot be read or written.

    `path` is the file's name as the user gave it, `line` the line in it, counted from 1, or None when the
    whole file is meant.

    >>> str(FormatError("'3x' is not a whole number", "write only lengths", "cat.txt", 7))
    "cat.txt:7: '3x' is not a whole number; write only lengths"
    """

    def __init__(
        self, what: str, fix: str = "", path: str = "", line: int | None = None, where: Place | None = None
    ) -> None:
        super().__init__(what, fix, where)
        self.args = (what, fix, path, line, where)
        self.path = path
        self.line = line

    def __str__(self) -> str:
        path = one_line(self.path)
        place = path if self.line is None else f"{path}:{self.line}"
        message = super().__str__()
        return f"{place}: {message}" if place else message


MOST_REPEATED = 200
"""Most characters of a file's content that an error repeats."""


def shortened(text: str, most: int = MOST_REPEATED) -> str:
    """A text of no more than `most` characters: of a longer one the beginning and the end.

    >>> shortened("1,1,1,1,1,1,1,1", 9)
    '1,1,…,1,1'
    """
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


class DriverError(HarnessError):
    """The Spectrum program did not do what was expected of it."""


class PictureRefusedError(DriverError):
    """The Spectrum program did not take the picture on the tape; says so in its own words."""


class ReaderError(HarnessError):
    """The screen shows something that is not a crossword grid."""


class BuildError(HarnessError):
    """Sources that do not make a tape, or a tape that cannot be written."""


class TooLargeError(HarnessError):
    """A puzzle whose solving would exceed a memory limit."""


class UsageError(HarnessError):
    """A command that cannot be done as it was given."""
