"""Base of all formats, and the file being read; clue lines, counts and colours, as several formats have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import cached_property

from harness.errors import FormatError, Phrase, PuzzleError
from harness.files.reading import OpeningError, decoded, suffix_of
from harness.puzzle import BLOT, MAX_SIDE, Axis, Clue, Group, Groups, Line, Puzzle, clue_text, length_text
from harness.puzzle.palette import BACKGROUND, MAX_COLOURS, UNKNOWN, WHITE, Colour, Palette, Rgb
from harness.puzzle.puzzle import ABOUT as ABOUT
from harness.puzzle.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness.errors import HasWords

MAX_LINES = 100_000
"""The most lines of a text: more than the largest puzzle with its picture has, whatever its headers."""

MAX_PARTS = 100_000  # the most puzzles in a file

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Likeness(IntEnum):
    """Confidence of a format, from the content alone, that a file is its own."""

    NO = 0
    MAYBE = 1
    YES = 2


class TextLine:
    """A line of the file: its number, from 1, and its text without the spaces around it."""

    __slots__ = ("number", "text")

    def __init__(self, number: int, text: str) -> None:
        self.number, self.text = number, text


class Source(Value):
    """A file's name, as the user gave it, and its bytes; or one of several puzzles in a file, as a file of its own.

    Attributes:
        lines_before: how many lines of the file stand before these bytes, so that errors name the file's lines.
        ending: the `suffix`, where it is not the end of the name.
        columns_first: the user says that the first side is the columns, if the file does not name them.

    >>> Source("cat.txt", b"one\\r\\n two\\n").lines
    ('one', ' two', '')
    """

    name: str
    data: bytes
    lines_before: int = 0
    ending: str = ""
    columns_first: bool = False

    @property
    def suffix(self) -> str:
        """The end of the name, from its last dot, in lower case: `.non`."""
        return self.ending or suffix_of(self.name)

    def part(self, number: int, data: bytes, lines_before: int = 0, ending: str = "") -> Source:
        """Return the puzzle of that number, from 1, among several in this file.

        >>> Source("pack.nonpack", b"").part(2, b"width", 20, ".non").error("no 'height'", "write it", 1)
        FormatError("no 'height'", 'write it', 'pack.nonpack#2', 21, None)
        """
        name, before = f"{self.name}#{number}", self.lines_before + lines_before
        return Source(name, data, before, ending or self.suffix, self.columns_first)

    @cached_property
    def text(self) -> str:
        """The text in the bytes, without a byte order mark, line ends as ``\\n``.

        Raises `FormatError` if it is no text, or has more than `MAX_LINES` lines.
        """
        if isinstance(self._decoded, OpeningError):
            raise self.error(self._decoded.what, self._decoded.fix, **self._decoded.values)
        text = self._decoded[0].replace("\r\n", "\n").replace("\r", "\n")
        if (count := text.count("\n")) > MAX_LINES:
            what = "{count:,} lines, where a puzzle file has {most:,} at most"
            raise self.error(what, "give a puzzle file", count=count, most=MAX_LINES)
        return text

    @cached_property
    def _decoded(self) -> tuple[str, str | None] | OpeningError:
        try:
            return decoded(self.data)
        except OpeningError as error:
            return error

    @property
    def guessed_encoding(self) -> str | None:
        return None if isinstance(self._decoded, OpeningError) else self._decoded[1]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text's lines; line N of the file is `lines[N - 1]`."""
        return tuple(self.text.split("\n"))

    @cached_property
    def folded(self) -> bytes:
        """The bytes in small letters, of a text in UTF-8; each line, the first and last, too, between two line ends."""
        data = self.data.removeprefix(BYTE_ORDER_MARK)
        if not data.isascii() or b"\0" in data:
            data = data if isinstance(self._decoded, OpeningError) else self._decoded[0].encode()
        return b"\n" + data.lower().replace(b"\r", b"\n") + b"\n"

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
        try:
            return self.text is not None
        except FormatError:
            return False

    def line_of_file(self, line: int) -> int:
        """Return the number in the whole file of a line of these bytes, both from 1."""
        return line + self.lines_before

    def error(
        self,
        what: str,
        fix: str = "",
        line: TextLine | int | None = None,
        where: HasWords | None = None,
        /,
        **values: object,
    ) -> FormatError:
        """Make an error in this file, in a line of these bytes, from 1, and about a line of the crossword.

        The `{text}` of a template is how a `TextLine` begins, unless the values have another.
        """
        if isinstance(line, TextLine):
            values.setdefault("text", line.text[:30])
            line = line.number
        return FormatError(what, fix, self.name, None if line is None else self.line_of_file(line), where, **values)


class Format(Value):
    """One way to write a puzzle in a file.

    Attributes:
        recognise: judges by the content alone; that of a text format is asked about texts only.
        parse: the puzzle in a file, or a `FormatError`; False leaves the checks of `Puzzle.check` out. A puzzle that is
            black on white has the palette `PLAIN`, in formats that know colours too.
        build: the file for a puzzle that passes `Puzzle.check`; None for formats that are only read.
        of_picture: the file holds the picture and no numbers, so that what is written must have its `goal`.
        only_unique: the file is a picture that is shown by solving it, so it must have no other solution.
        holds_blots: numbers may be blotted, ``?`` in place of a length.
        max_colours: the most colours that `build` can tell apart, the background not counted; 1 is black and white.
        max_side: the most rows or columns that it can hold.
        split: takes a file of several puzzles apart (`Source.part`), no more than `MAX_PARTS`; yields nothing for any
            other file, and for one of a single puzzle.
        parse_plain: the same puzzle if the file is certainly of this format and without fault; None in doubt. Asked
            first, about files whose names belong to this format alone.
        has_order: the format says which side comes first; False if it only asks for both.
        name, suffixes, is_text: as `registry.Known` has them, which fills them in.
    """

    recognise: Callable[[Source], Likeness]
    parse: Callable[[Source, bool], Puzzle]
    build: Callable[[Puzzle], bytes] | None = None
    of_picture: bool = False
    only_unique: bool = False
    holds_blots: bool = False
    max_colours: int = 1
    max_side: int = MAX_SIDE
    split: Callable[[Source], Iterator[Source]] | None = None
    parse_plain: Callable[[Source], Puzzle | None] | None = None
    has_order: bool = True
    is_text: bool = True
    name: str = ""
    suffixes: tuple[str, ...] = ()

    @property
    def is_written(self) -> bool:
        return self.build is not None

    @property
    def in_colour(self) -> bool:
        return self.max_colours > 1


MAX_DIGITS = 300
"""The longest number taken: absurd already, yet an unchecked file may hold such to try the Spectrum with."""

MAX_GROUPS = MAX_SIDE
"""The most groups taken in a line: twice as many as fit, as an unchecked file may hold such too."""

_PLAIN_DIGITS = 9
_PLAIN_CHARACTERS = 2 * MAX_GROUPS  # of a line whose groups need not be counted before they are taken


def text_lines(source: Source, comment: str = "") -> list[TextLine]:
    """Return the lines without spaces around them, without comment lines, and without blank ones at the two ends."""
    lines = [TextLine(number, raw.strip()) for number, raw in enumerate(source.lines, 1)]
    if comment:
        lines = [line for line in lines if not line.text.startswith(comment)]
    filled = [index for index, line in enumerate(lines) if line.text]
    return lines[filled[0] : filled[-1] + 1] if filled else []


BLOT_SIGN = length_text(BLOT)  # sign for a group of unknown length


def parse_clue(text: str, source: Source, line: int, *, blots: bool = False) -> Clue:
    """Parse lengths separated by commas or spaces; a lone ``-`` or ``0`` is a line without groups, and so is nothing.

    Any whole number is taken, except `BLOT`'s; `Puzzle.check` decides if it can be a length. With `blots`, ``?`` is a
    group of unknown length. Raises `FormatError` for an item that is no whole number.

    >>> source = Source("cat.txt", b"")
    >>> parse_clue("3, 1 ,2", source, 1), parse_clue("-", source, 2), parse_clue("1 ?", source, 3, blots=True)
    ((3, 1, 2), (), (1, -1))
    """
    text = text.strip()
    if text in ("", "-", "0"):
        return ()
    if len(text) <= _PLAIN_CHARACTERS and text.isascii():  # the usual clue, without a pattern
        items = text.replace(",", " ").split()
        is_empty_beside_comma = "," in text and "" in map(str.strip, text.split(","))
        if "".join(items).isdigit() and len(max(items, key=len)) <= _PLAIN_DIGITS and not is_empty_beside_comma:
            return tuple(map(int, items))
    return tuple(
        BLOT if blots and item == BLOT_SIGN else parse_length(item, source, line)
        for item in split_items(text, source, line)
    )


def split_items(text: str, source: Source, line: int) -> list[str]:
    """Split a line at commas or spaces; raise `FormatError` for nothing beside a comma, or more than `MAX_GROUPS`."""
    items = re.split(r"\s*,\s*|\s+", text, maxsplit=MAX_GROUPS)
    if len(items) > MAX_GROUPS:
        raise source.error("more than {most} groups", "a line holds half as many at most", line, most=MAX_GROUPS)
    if "" in items:
        raise source.error("an empty item beside a comma", "write one comma between two lengths", line)
    return items


def parse_length(item: str, source: Source, line: int) -> int:
    """Parse a whole number, which may be no length but never is `BLOT`; raise `FormatError` for anything else."""
    if not re.fullmatch("[+-]?[0-9]+", item):
        fix = "write lengths separated by commas or spaces"
        raise source.error("{text!r} is not a whole number", fix, line, text=cut_short(item, 20))
    if len(item) > MAX_DIGITS:
        fix = "write lengths separated by commas or spaces"
        raise source.error("a number of {count} digits", fix, line, count=len(item))
    if (length := int(item)) == BLOT:
        raise source.error("a group of {item}", "lengths are 1 or more", line, item=item)
    return length


def parse_group(item: str, pattern: re.Pattern[str], source: Source, line: int) -> tuple[int, str]:
    """Parse a length, and what stands for its colour behind it, the two groups of the format's pattern."""
    match = pattern.fullmatch(item)
    if match is None or len(match[1]) > MAX_DIGITS:
        fix = "write a length, and its colour behind it"
        raise source.error("{text!r} is not a group", fix, line, text=item[:20])
    return BLOT if match[1] == BLOT_SIGN else int(match[1]), match[2] or ""


def cut_short(text: str, most: int) -> str:
    """Cut a text to so many characters."""
    return text if len(text) <= most else text[:most] + "…"


def parse_count(text: str, what: str, source: Source, line: int) -> int:
    """Parse a number of cells or lines; raise `FormatError` unless it is 1 to `MAX_SIDE`."""
    if not re.fullmatch("[0-9]+", text):
        text = cut_short(text, 20)
        raise source.error("{what} is {text!r}", "write a whole number", line, what=Phrase(what), text=text)
    if len(text) > MAX_DIGITS or not 1 <= int(text) <= MAX_SIDE:
        fix = "it must be 1 to {most}"
        raise source.error("{what} is {text}", fix, line, what=Phrase(what), text=text[:20], most=MAX_SIDE)
    return int(text)


def choose_clue_lines(
    lines: Sequence[TextLine], count: int | None, what: str, source: Source, heading_line: int
) -> Sequence[TextLine]:
    """Choose the lines of a section that are clues; `what` is its name for an error: "rows".

    If as many lines as wanted have text, the blank ones are layout. Otherwise the first `count` lines are the clues,
    the blank ones among them without groups. Without a count blank lines are layout. Raises `FormatError` if the count
    cannot be met.
    """
    filled = [line for line in lines if line.text]
    if count is None or len(filled) == count:
        return filled
    if len(filled) > count:
        more, fix = "more than the announced {count} {lines}", "remove this line or correct the size"
        raise source.error(more, fix, filled[count].number, count=count, lines=Phrase(what))
    if len(lines) < count or any(line.text for line in lines[count:]):
        wrong = "{found} {lines} where {count} are announced"
        fix = "write 0 for a line without groups, or correct the size"
        raise source.error(wrong, fix, heading_line, found=len(filled), lines=Phrase(what), count=count)
    return lines[:count]


class Section:
    """The lines below a heading, and how many it announces, if it does."""

    def __init__(self, heading: TextLine) -> None:
        self.heading, self.lines = heading, list[TextLine]()
        self.count: int | None = None

    @property
    def filled(self) -> list[TextLine]:
        return [line for line in self.lines if line.text]


class Contents:
    """A file taken apart, nothing in it judged yet: facts about the puzzle, further notes, sections by their names."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.about: dict[str, str] = {}
        self.notes: list[tuple[str, str]] = []
        self.sections: dict[str, Section] = {}

    def open(self, name: str, heading: TextLine, shown: str) -> Section:
        """Begin a section, whose heading is `shown` in the `FormatError` for a second one."""
        if name in self.sections:
            first = self.source.line_of_file(self.sections[name].heading.number)
            what = "a second {heading}, the first is in line {first}"
            raise self.source.error(what, "join them", heading, heading=shown, first=first)
        self.sections[name] = Section(heading)
        return self.sections[name]

    def tell(self, key: str, value: str, line: int, shown: str) -> None:
        """Note a fact that a `Puzzle` has a place for; its key is `shown` in the `FormatError` for a second one."""
        if key in self.about:
            raise self.source.error("a second '{name}'", "keep one of them", line, name=shown)
        self.about[key] = value

    def clue_lines(self, name: str, count: int | None = None) -> Sequence[TextLine] | None:
        """Choose the lines of a section with `choose_clue_lines`; return None if the file has no such section."""
        if (section := self.sections.get(name)) is None:
            return None
        return choose_clue_lines(section.lines, count or section.count, name, self.source, section.heading.number)


def parse_clues(lines: Sequence[TextLine], source: Source) -> tuple[Clue, ...]:
    return tuple(parse_clue(line.text, source, line.number) for line in lines)


def build_clue(clue: Clue, separator: str = " ") -> str:
    """Format the lengths, in colour each with its key behind it, or ``0`` if there are none."""
    return clue_text(clue, separator) if clue else "0"


Lines = Mapping[Axis, Sequence[TextLine] | None]
"""The file's lines with the clues of each side, as far as it has them."""


def finished(puzzle: Puzzle, source: Source, checked: bool, lines: Lines, otherwise: int | None = None) -> Puzzle:
    """Finish a puzzle for a reader: in black and white if it has no other colours, and checked if that is wanted.

    `lines` are the file's lines with the clues of each side, `otherwise` its line for what is not the fault of one row
    or column. Raises `FormatError`, with the file's line, if it does not pass `Puzzle.check`.
    """
    if puzzle.in_colour and puzzle.is_black_on_white:
        puzzle = puzzle.black_and_white()
    if checked:
        try:
            puzzle.check()
        except PuzzleError as error:
            raise located(error, source, lines, otherwise) from None
    return puzzle


def located(error: PuzzleError, source: Source, lines: Lines, otherwise: int | None = None) -> FormatError:
    """Make the error one of this file; arguments as for `finished`."""
    number, where = otherwise, error.where
    if isinstance(where, Line) and (side := lines.get(where.axis)) and where.index < len(side):
        number = side[where.index].number
    return source.error(error.what, error.fix, number, where, **error.values)


def about_lines(puzzle: Puzzle) -> list[str]:
    """Format the facts about a puzzle as lines ``key: value``."""
    return [f"{key}: {value}" for key in ABOUT if (value := one_line(getattr(puzzle, key)))]


def one_line(text: str) -> str:
    """Put blanks for a header's line breaks and other control characters, which do not fit a text file."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


_ASCII_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = (*range(0x180, 0x250), *range(0x370, 0x588), *range(0x1E00, 0x2000))
KEYS = "".join(
    [_ASCII_LETTERS, "!$%&*+-=~@^_", *map(chr, range(0xC0, 0x180)), *filter(str.isalpha, map(chr, _LETTERS))]
)
"""Characters to stand for colours, the handiest first (Latin, Greek, Cyrillic); enough for every palette."""


def parse_rgb(text: str, source: Source, line: int | None) -> Rgb:
    """Parse a colour: six or three hexadecimal digits, with or without ``#``, or a name that browsers know.

    Raises `FormatError` for anything else.

    >>> parse_rgb("#FF8000", Source("x", b""), 1), parse_rgb("f80", Source("x", b""), 1)
    ((255, 128, 0), (255, 136, 0))
    """
    if match := re.fullmatch("#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", text):
        digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if re.fullmatch("[A-Za-z]+", text):
        from PIL import ImageColor

        with suppress(ValueError):
            red, green, blue = ImageColor.getrgb(text)[:3]
            return red, green, blue
    raise source.error("{text!r} is not a known colour", "write it as #RRGGBB", line, text=text[:20])


def free_keys(wanted: Sequence[str]) -> list[str]:
    """Choose a key for each colour: the wanted character if it can be one and is not taken yet, else a free one."""
    usable = [key if _is_usable(key) and key not in wanted[:index] else "" for index, key in enumerate(wanted)]
    spare = iter([key for key in KEYS if key not in usable])
    return [key or next(spare) for key in usable]


Looks = Mapping[str, tuple[Rgb, str]]
"""Colours by what stands for them in a file, each with its name."""


def palette_of(
    looks: Looks, background: Rgb, source: Source, name: str | None = None, wanted: Sequence[str] = ()
) -> tuple[Palette, dict[str, str]]:
    """Make the palette of a file, and the key of each colour by what stands for it there.

    `name` is the background's, else white has one; `wanted` are the keys, else what stands for the colours, as far as
    it can (`free_keys`). Raises `FormatError` for too many colours.
    """
    if len(looks) > MAX_COLOURS:
        raise source.error("{count} colours", "keep to {most}", count=len(looks), most=MAX_COLOURS)
    keys = dict(zip(looks, free_keys(wanted or [*looks]), strict=True))
    if name is None:
        name = "white" if background == WHITE else ""
    return Palette(tuple(Colour(keys[sign], *look) for sign, look in looks.items()), background, name), keys


def coloured(side: Iterable[Iterable[tuple[int, str]]], keys: Mapping[str, str]) -> tuple[Groups, ...]:
    """Make the clues of one side, given as lengths and what stands for their colours, which have these keys."""
    return tuple(tuple(Group(length, keys[sign]) for length, sign in clue) for clue in side)


def _is_usable(key: str) -> bool:
    alone = len(key) == 1 and key.isprintable() and not key.isspace() and not key.isdigit()
    return alone and key not in (BACKGROUND, UNKNOWN, ",")
