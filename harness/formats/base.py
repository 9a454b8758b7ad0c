"""What a format is, and the file being read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import PurePath

from harness.errors import FormatError
from harness.puzzle import MAX_COLOURS, Puzzle
from harness.puzzle.colour import AnyPuzzle, ColourPuzzle

MAX_LINES = 100_000
"""The most lines of a text: more than the largest puzzle with its picture has, however much is said about it."""


class Likeness(IntEnum):
    """How sure a format is, from the content alone, that a file is its own."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True)
class Source:
    """A file's name, as the user gave it, and its bytes.

    >>> Source("cat.txt", b"one\\r\\n two\\n").lines
    ('one', ' two', '')
    """

    name: str
    data: bytes

    @property
    def suffix(self) -> str:
        """The end of the name, from its last dot, in lower case: `.non`."""
        return PurePath(self.name).suffix.lower()

    @cached_property
    def text(self) -> str:
        """The bytes as UTF-8 text, without a byte order mark, line ends as ``\\n``.

        Raises:
            FormatError: not such a text, or one of more than `MAX_LINES` lines.
        """
        if self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise self.error("this is UTF-16 text", "save it as UTF-8")
        if b"\0" in self.data:
            raise self.error("this is binary data, not a text", "give a puzzle file")
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise self.error(f"byte {error.object[error.start]:#04x} is not UTF-8", "save it as UTF-8", line) from None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if (count := text.count("\n")) > MAX_LINES:
            raise self.error(f"{count:,} lines, where a puzzle file has {MAX_LINES:,} at most", "give a puzzle file")
        return text

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text's lines; line N of the file is `lines[N - 1]`.

        Raises:
            FormatError: not a text.
        """
        return tuple(self.text.split("\n"))

    @property
    def is_text(self) -> bool:
        """Whether `text` can be had."""
        try:
            return self.text is not None
        except FormatError:
            return False

    def error(self, what: str, mend: str = "", line: int | None = None) -> FormatError:
        """An error in this file."""
        return FormatError(what, mend, self.name, line)


@dataclass(frozen=True)
class Format:
    """One way to write a puzzle in a file.

    Attributes:
        name: what the user calls it.
        suffixes: ends of file names that belong to it, in lower case, the usual one first.
        summary: one line that says how to recognise it.
        recognise: from the content alone.
        parse: the puzzle in a file, or a `FormatError`; False leaves the checks of `Puzzle.check` out. In formats
            that know colours, a puzzle that is black on white is a `Puzzle` too.
        build: the file for a puzzle that passes `Puzzle.check`; None for formats that are only read.
        build_colour: the same for a puzzle in colour; None for formats that are black and white.
        of_picture: the file holds the picture and no numbers, so that what is written must have its `goal`.
        max_colours: the most colours that `build_colour` can tell apart, the background not counted.
        holds_blots: numbers may be blotted, ``?`` in place of a length.
        only_unique: the file is a picture that is shown by solving it, so that what is written must have no other
            solution.
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    recognise: Callable[[Source], Likeness]
    parse: Callable[[Source, bool], AnyPuzzle]
    build: Callable[[Puzzle], bytes] | None = None
    build_colour: Callable[[ColourPuzzle], bytes] | None = None
    of_picture: bool = False
    only_unique: bool = False
    holds_blots: bool = False
    max_colours: int = MAX_COLOURS

    @property
    def is_written(self) -> bool:
        """Whether files in this format can be written."""
        return self.build is not None

    @property
    def in_colour(self) -> bool:
        """Whether puzzles in several colours can be written."""
        return self.build_colour is not None
