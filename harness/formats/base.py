"""Base of all formats, and the file being read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from harness.errors import FormatError, Told
from harness.files.reading import suffix_of
from harness.puzzle import MAX_COLOURS, MAX_SIDE, Puzzle
from harness.puzzle.value import Value

MAX_LINES = 100_000
"""The most lines of a text: more than the largest puzzle with its picture has, whatever its headers."""

MAX_PARTS = 100_000
"""The most puzzles in a file."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Likeness(IntEnum):
    """Confidence of a format, from the content alone, that a file is its own."""

    NO = 0
    MAYBE = 1
    YES = 2


class Source(Value):
    """A file's name, as the user gave it, and its bytes; or one of several puzzles in a file, as a file of its own.

    Attributes:
        lines_before: how many lines of the file stand before these bytes, so that errors name the file's lines.
        ending: the `suffix`, where it is not the end of the name.

    >>> Source("cat.txt", b"one\\r\\n two\\n").lines
    ('one', ' two', '')
    """

    name: str
    data: bytes
    lines_before: int = 0
    ending: str = ""

    @property
    def suffix(self) -> str:
        """The end of the name, from its last dot, in lower case: `.non`."""
        return self.ending or suffix_of(self.name)

    def part(self, number: int, data: bytes, lines_before: int = 0, ending: str = "") -> Source:
        """The puzzle of that number, from 1, among several in this file.

        >>> Source("pack.nonpack", b"").part(2, b"width", 20, ".non").error("no 'height'", "write it", 1)
        FormatError("no 'height'", 'write it', 'pack.nonpack#2', 21, None)
        """
        return Source(f"{self.name}#{number}", data, self.lines_before + lines_before, ending or self.suffix)

    @cached_property
    def text(self) -> str:
        """The bytes as UTF-8 text, without a byte order mark, line ends as ``\\n``.

        Raises:
            FormatError: not such a text, or one of more than `MAX_LINES` lines.
        """
        if self.data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise self.error("this is UTF-16 text", "save it as UTF-8")
        if b"\0" in self.data:
            raise self.error("this is binary data, not a text", "give a puzzle file; convert makes one of a photograph")
        try:
            text = self.data.removeprefix(BYTE_ORDER_MARK).decode()
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            what = "byte {byte:#04x} is not UTF-8"
            raise self.error(what, "save it as UTF-8", line, byte=error.object[error.start]) from None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if (count := text.count("\n")) > MAX_LINES:
            what = "{count:,} lines, where a puzzle file has {most:,} at most"
            raise self.error(what, "give a puzzle file", count=count, most=MAX_LINES)
        return text

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text's lines; line N of the file is `lines[N - 1]`.

        Raises:
            FormatError: not a text.
        """
        return tuple(self.text.split("\n"))

    @cached_property
    def folded(self) -> bytes:
        """The bytes in small letters, every line, the first and the last one too, between two line ends."""
        return b"\n" + self.data.removeprefix(BYTE_ORDER_MARK).lower().replace(b"\r", b"\n") + b"\n"

    @cached_property
    def beginnings(self) -> tuple[bytes, bytes]:
        """The first signs of the folded bytes, blanks apart, and those behind comments, which are lines with ``#``."""
        start = self.folded.lstrip()
        rest = start
        while rest.startswith(b"#"):
            rest = rest.partition(b"\n")[2].lstrip()
        return start[:10], rest[:10]

    @cached_property
    def has_words(self) -> bool:
        """True if a line that begins with an ASCII sign, but ``#`` or ``*``, the signs of comments, has a letter.

        >>> Source("", b"# three\\n3 1\\n").has_words, Source("", b"rows 3\\n").has_words
        (False, True)
        """
        return re.search(rb"\n[ \t]*[!\"$-)+-~][^\n]*[a-z]", self.folded) is not None

    @property
    def is_text(self) -> bool:
        """True if `text` can be decoded."""
        try:
            return self.text is not None
        except FormatError:
            return False

    def line_of_file(self, line: int) -> int:
        """The number in the whole file of a line of these bytes, both from 1."""
        return line + self.lines_before

    def error(
        self, what: str, fix: str = "", line: int | None = None, where: Told | None = None, /, **values: object
    ) -> FormatError:
        """An error in this file, in a line of these bytes, from 1, and about a line of the crossword."""
        in_file = None if line is None else line + self.lines_before
        return FormatError(what, fix, self.name, in_file, where, **values)


class Format(NamedTuple):
    """One way to write a puzzle in a file.

    Attributes:
        recognise: from the content alone; that of a text format is asked about texts only.
        parse: the puzzle in a file, or a `FormatError`; False leaves the checks of `Puzzle.check` out. In formats
            that know colours, a puzzle that is black on white is a `Puzzle` too.
        parse_plain: the puzzle, the same, in a file that is certainly of this format and without fault; None if there
            is any doubt. Asked, before all else, about files whose names belong to this format alone.
        build: the file for a puzzle that passes `Puzzle.check`; None for formats that are only read.
        build_colour: the same for a puzzle in colour; None for formats that are black and white.
        of_picture: the file holds the picture and no numbers, so that what is written must have its `goal`.
        max_colours: the most colours that `build_colour` can tell apart, the background not counted.
        max_side: the most rows or columns that it can hold.
        holds_blots: numbers may be blotted, ``?`` in place of a length.
        only_unique: the file is a picture that is shown by solving it, so that what is written must have no other
            solution.
        split: takes a file of several puzzles apart, for formats that know such (`Source.part`), no more than
            `MAX_PARTS`; yields nothing for any other file, and for one of a single puzzle.
        name, suffixes: as `registry.Known` has them, which fills them in.
    """

    recognise: Callable[[Source], Likeness]
    parse: Callable[[Source, bool], Puzzle]
    build: Callable[[Puzzle], bytes] | None = None
    build_colour: Callable[[Puzzle], bytes] | None = None
    of_picture: bool = False
    only_unique: bool = False
    holds_blots: bool = False
    max_colours: int = MAX_COLOURS
    max_side: int = MAX_SIDE
    split: Callable[[Source], Iterator[Source]] | None = None
    parse_plain: Callable[[Source], Puzzle | None] | None = None
    name: str = ""
    suffixes: tuple[str, ...] = ()

    @property
    def is_written(self) -> bool:
        """True if files in this format can be written."""
        return self.build is not None

    @property
    def in_colour(self) -> bool:
        """True if puzzles in several colours can be written."""
        return self.build_colour is not None
