"""All formats, and which one a file is in.

A format is known here by its name, the ends of its files' names and a sign that each of its files has; its module is
loaded for a file that may be its own, or by its name.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache

from harness.errors import FormatError, Phrase, PuzzleError, check_kind, note
from harness.files.reading import is_disk, suffix_of, with_clear_errors
from harness.formats.base import Format, Likeness, Source, located
from harness.puzzle import Axis, Puzzle, RowsBy
from harness.puzzle.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from harness.files.writing import Formats

    class ReadOptions(TypedDict, total=False):
        """User's word on the files: the format's name, and that a first side without a name is the columns."""

        format: str | None
        columns_first: bool


class Known(Value):
    """A format, not loaded yet. A file may be its own if it shows one of its signs.

    Attributes:
        name: what the user calls it.
        suffixes: ends of file names that belong to it, in lower case, the usual one first.
        place: its module here, and its name there.
        begins: how its files begin, blanks and comments apart.
        holds: what its files hold, in any case, as if empty lines stood around the text.
        sizes: of its files, in bytes.
        is_wordless: its files hold no words, but in comments.
        parted: what a file of several puzzles holds; empty for a format without such files.
        is_text: its files are texts, or mistakes.
    """

    name: str
    suffixes: tuple[str, ...]
    place: str
    begins: tuple[bytes, ...] = ()
    holds: tuple[bytes, ...] = ()
    sizes: tuple[int, ...] = ()
    is_wordless: bool = False
    parted: bytes = b""
    is_text: bool = True

    def load(self) -> Format:
        return self._format

    @cached_property
    def _format(self) -> Format:
        module, _, name = self.place.partition(":")
        format: Format = getattr(importlib.import_module(f"harness.formats.{module}"), name)
        return format.replace(name=self.name, suffixes=self.suffixes, is_text=self.is_text)

    def recognise(self, source: Source) -> Likeness:
        """Rate how sure it is, from the content alone, that a file is of this format."""
        is_asked = self.may_be(source) and (not self.is_text or source.is_text)
        return self.load().recognise(source) if is_asked else Likeness.NO

    def may_be(self, source: Source) -> bool:
        """Return True if a file shows one of the signs; no other is recognised."""
        if self.is_wordless:
            return not source.has_words
        for start in source.beginnings if self.begins else ():
            if start.startswith(self.begins) or not start.isascii() or start < b" ":  # odd blanks tell nothing
                return True
        return len(source.data) in self.sizes or any(sign in source.folded for sign in self.holds)

    def split(self, source: Source) -> Iterator[Source]:
        """Split a file of several puzzles, which holds `parted`; yield none for any other file."""
        split = self.load().split
        return split(source) if split is not None else iter(())


_CLUE = (*(b"%d" % digit for digit in range(10)), b"?", b"'", b'"', b",")

_ROWS_ALONE = tuple(b"rows" + bytes([blank]) for blank in (*range(9, 14), *range(28, 33), *range(0xC2, 0xE4)))
"""The word with a blank behind it, in ASCII or beyond."""

_IN_RUSSIAN = tuple(
    sign.encode()
    for word in ("строки", "ряды", "горизонтали", "рисунок", "картинка")
    for sign in (word[1:], word.upper())
)
"""Headings of `puzzle.txt`: bytes beyond ASCII have no small letters."""

_SIZES = tuple(b"%dx" % digit for digit in range(10))
_NON_HOLDS = (b"width", b"\ncolumns ", b"\ncolumns\t")
_MEDIA = (".tap", ".tzx", ".pzx", ".z80", ".szx", ".sna", ".trd", ".scl", ".$c")
"""Endings of tapes, snapshots, disks and files of disks, which may hold a SCREEN$."""
_MEDIA_BEGIN = (b"\x13\0\0", b"zxtape!", b"pzxt", b"zxst", b"sinclair")
_MEDIA_SIZES = (49179, 131103, 147487, 655360, 17 + 6912, 17 + 6144, 17 + 2048)

FORMATS: tuple[Known, ...] = (
    Known("puzzle.txt", (".txt",), "puzzle_txt:PUZZLE_TXT", holds=(b"row", b"col", b"picture", *_IN_RUSSIAN)),
    Known("non", (".non", ".nonpack"), "simpson_non:SIMPSON_NON", holds=_NON_HOLDS, parted=b"===="),
    Known("xml", (".xml", ".pbn"), "webpbn_xml:WEBPBN_XML", begins=(b"<",), parted=b"<puzzle", is_text=False),
    Known("g", (".g",), "olsak_g:OLSAK_G", holds=(b"\n:",)),
    Known("picross", (".picross", ".txt"), "picross:PICROSS", holds=(b"grid",), parted=b"grid"),
    Known("pynogram", (".ini", ".txt"), "pynogram:PYNOGRAM", begins=(b"color:", *_CLUE), holds=(b"clues",)),
    Known("nonogrid", (".toml",), "pynogram:NONOGRID", holds=(b"clues",)),
    Known("mk", (".mk",), "numbers:OLSAK_MK", is_wordless=True),
    Known("nin", (".nin",), "numbers:WILK_NIN", is_wordless=True),
    Known("cwd", (".cwd",), "numbers:CWD", is_wordless=True),
    Known("japan.dat", (".dat",), "numbers:JAPAN_DAT", is_wordless=True),
    Known("pzl", (".pzl",), "pzl:PZL", is_wordless=True),
    Known("gno", (".gno",), "gnonograms:GNONOGRAMS", holds=(b"[dimensions]",)),
    Known("makhorin", (".makhorin",), "numbers:MAKHORIN", is_wordless=True),
    Known("faase", (".faase",), "numbers:FAASE", holds=_ROWS_ALONE),
    Known("keen", (".keen",), "numbers:KEEN", is_wordless=True),
    Known("ish", (".ish",), "numbers:ISH", is_wordless=True),
    Known("syro", (".syro",), "numbers:SYRO", is_wordless=True),
    Known("lists", (".m", ".json"), "lists:LISTS", holds=(b"[", b"{", b"("), parted=b"{"),
    Known("rofl", (".rofl",), "rofl:ROFL", begins=(b"rofl",), is_text=False),
    Known("tatham", (".tatham",), "addresses:GAME_ID", holds=_SIZES),
    Known("puzz.link", (".puzzlink",), "addresses:PUZZ_LINK", holds=(b"/p?", b"/p.html?", b"/pzprv3")),
    Known("text", (".pic", ".txt"), "pictures:TEXT_ROWS", is_wordless=True),
    Known("pbm", (".pbm",), "pictures:PBM", begins=(b"p4",), is_text=False),
    Known("pbm-plain", (".pbm",), "pictures:PBM_PLAIN", begins=(b"p1",), is_text=False),
    Known("png", (".png",), "pictures:PNG", begins=(b"\x89png",), is_text=False),
    Known("gif", (".gif",), "pictures:GIF", begins=(b"gif8",), is_text=False),
    Known("bmp", (".bmp",), "pictures:BMP", begins=(b"bm",), is_text=False),
    Known("tif", (".tif", ".tiff"), "pictures:TIFF", begins=(b"ii*\0", b"mm\0*"), is_text=False),
    Known("pgm", (".pgm", ".ppm", ".pnm"), "pictures:PGM", begins=(b"p2", b"p3", b"p5", b"p6"), is_text=False),
    Known("scr", (".scr",), "pictures:SCREEN_FILE", begins=(b"plus3dos",), sizes=(6912, 6144, 2048), is_text=False),
    Known("tap", _MEDIA, "pictures:SCREEN_IN_MEDIUM", _MEDIA_BEGIN, sizes=_MEDIA_SIZES, parted=b"\0", is_text=False),
)
"""Every format that is known. A new one is a module with a `Format`, and its entry here.

If formats share the end of a name, the first one is written.
"""

IN_PARTS = tuple(known for known in FORMATS if known.parted)  # the formats that have files of several puzzles

_MOST_NAMED = 5  # the most formats that a message names
_COLUMNS_FIRST = "pynogram"  # the format whose files may be bare numbers with the columns first

IsUnique = Callable[[Puzzle], bool]
"""A test for exactly one solution."""


def parse_puzzle(data: str | bytes, name: str = "<text>", *, checked: bool = True, format: str | None = None) -> Puzzle:
    """Parse the puzzle in a file's content; `name` is what errors call it, and its ending may give the format.

    >>> parse_puzzle("picture:\\n.#\\n##\\n").rows
    ((1,), (2,))

    Raises `FormatError` if it is no puzzle in black and white.
    """
    source = Source(name, data.encode("utf-8", "replace") if isinstance(data, str) else data)
    return black_and_white(parse_source(source, checked=checked, format=format), source)


def parse_source(
    source: Source, *, checked: bool = True, format: str | None = None, columns_first: bool = False
) -> Puzzle:
    """Parse the puzzle in a file, in colour or not.

    Args:
        checked: see that the numbers can be a crossword (`Puzzle.check`). Without, any whole numbers are taken.
        format: a `Format.name`; by default what the content looks like, then what the name says.
        columns_first: the first side is the columns, in a file that does not name its sides.

    Raises `FormatError` if it is no puzzle; it says where and what to do.
    """
    if format is None and not columns_first:
        parse_plain = _plain_parser(source.suffix)
        if parse_plain is not None and (puzzle := parse_plain(source)) is not None:
            return puzzle
    if columns_first:
        source = source.replace(columns_first=True)
    chosen = detect_format(source) if format is None else format_named(format, source.name)
    return parse_as(chosen, source, checked=checked, is_named=format is not None)


def parse_as(format: Format, source: Source, *, checked: bool = True, is_named: bool = False) -> Puzzle:
    """Parse a file in a format, which the user may have named; notes tell of a side assumed and of an encoding guessed.

    Raises `FormatError` if it cannot be parsed, or names its sides though the user says which comes first.
    """
    puzzle = format.parse(source, checked)
    if format.is_text and source.guessed_encoding:
        what, fix = "not in UTF-8, read as {encoding}, which is a guess", "save it as UTF-8 to be sure"
        note(source.error(what, fix, encoding=source.guessed_encoding))
    if source.columns_first and puzzle.rows_by is not RowsBy.OPTION:
        raise source.error("the file itself says which side is the rows", "leave --columns-first out")
    if puzzle.rows_by is RowsBy.FORMAT:
        is_named = is_named or (source.suffix in format.suffixes and source.suffix != ".txt")
        puzzle.with_rows_by(RowsBy.FILE if is_named and format.has_order else RowsBy.ASSUMED)
    if puzzle.rows_by is RowsBy.ASSUMED and puzzle.rows == puzzle.columns:
        puzzle.with_rows_by(RowsBy.EITHER)
    if puzzle.rows_by is RowsBy.ASSUMED:
        axis, count, fix = Axis.ROW, puzzle.height, "--columns-first turns it"
        if format.name == _COLUMNS_FIRST:
            axis, count, fix = Axis.COLUMN, puzzle.width, "--from keen turns it"
        what = (
            "took the first {count} lines for the {lines}" if count > 1 else "took the first line for the only {axis}"
        )
        note(source.error(what, fix, count=count, lines=Phrase(f"{axis.value}s"), axis=Phrase(axis.value)))
    return puzzle


def black_and_white(puzzle: Puzzle, source: Source) -> Puzzle:
    """Return the puzzle of a source in black and white; raise `FormatError` if it has more than one colour."""
    try:
        return puzzle.black_and_white()
    except PuzzleError as error:
        raise located(error, source, {}) from None


def detect_format(source: Source) -> Format:
    """Detect the format of a file: by content, and by name where content cannot tell.

    If neither can, the formats are tried: numbers that make a puzzle in one only are in that one. Raises `FormatError`
    if none does, or several give different puzzles.
    """
    if kind := _document(source.data):
        from harness.formats.bitmaps import unread

        raise unread(kind, source.name)
    by_name = _by_suffix(source.suffix)
    candidates = [format for format in by_name if format.recognise(source) is Likeness.YES]
    if not candidates:  # no format of that name is sure, so all are asked
        likeness = {format.name: format.recognise(source) for format in FORMATS}
        candidates = [format for format in FORMATS if likeness[format.name] is Likeness.YES]
        if candidates and source.suffix != ".txt":  # numbers alone may be another format's by chance; .txt says little
            possible = [format for format in by_name if likeness[format.name] is Likeness.MAYBE]
            candidates = [format for format, _ in _readable(possible, source)] or candidates
    if not candidates:
        if not source.data.strip():
            raise source.error("the file is empty", "give a puzzle file")
        candidates = [format for format in FORMATS if likeness[format.name] is Likeness.MAYBE or format in by_name]
    if not candidates:
        if is_disk(source.data):
            raise source.error("this is a disk, not a puzzle", "give a puzzle file; an emulator takes the disk")
        from harness.formats.bitmaps import check_kind
        from harness.formats.picture_kinds import is_photograph

        check_kind(source.data, source.name)
        if is_photograph(source.data):
            raise source.error("this is a picture, not a puzzle", "convert makes a puzzle of it")
        _ = source.text  # where it is no text at all, that is the better message
        raise _unknown(source, list(FORMATS))
    if len(candidates) == 1:
        return candidates[0].load()
    return _settle(candidates, by_name, source)


@lru_cache(100)
def _by_suffix(suffix: str) -> list[Known]:
    return [format for format in FORMATS if suffix in format.suffixes]


@lru_cache(100)
def _plain_parser(suffix: str) -> Callable[[Source], Puzzle | None] | None:
    """Return `Format.parse_plain` of the only format with this end of a name."""
    by_name = _by_suffix(suffix)
    return by_name[0].load().parse_plain if len(by_name) == 1 else None


def _readable(candidates: list[Known], source: Source) -> list[tuple[Known, Puzzle]]:
    """Return the formats in which the file can be read, each with the puzzle that it then is."""
    found: list[tuple[Known, Puzzle]] = []
    for format in candidates:
        with suppress(FormatError):
            found.append((format, format.load().parse(source, True)))
    return found


def _settle(candidates: list[Known], by_name: list[Known], source: Source) -> Format:
    """Choose the one of several formats that fits, by trying them."""
    likeness = {format: format.recognise(source) for format in candidates}
    likely = [format for format in candidates if likeness[format] is not Likeness.NO]
    named = [format for format in likely if format in by_name]
    readable = _readable(candidates, source)
    readable = [entry for entry in readable if entry[0] in by_name] or readable
    if not readable:  # a format complains if its sign was there; a name that ends in .txt says little
        sure = [format for format in likely if not (format.is_wordless and likeness[format] is Likeness.MAYBE)]
        signed = [format for format in candidates if any(sign in source.folded for sign in format.holds)]
        if chosen := named or ([] if source.suffix == ".txt" else by_name) or sure or signed:
            return chosen[0].load()
        raise _unknown(source, likely or candidates)
    first, puzzle = readable[0]
    if all(puzzle.has_clues_of(other) for _, other in readable):
        return first.load()
    names = " or ".join(format.name for format, _ in readable)
    raise source.error("the file could be {names}", "say which by the file's ending or with --from", names=names)


def _document(data: bytes) -> str | None:
    """Name the kind of a file that shows a picture and holds none."""
    if data.startswith(b"%PDF-"):
        return "PDF"
    is_svg = b"<svg" in data and re.match(rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^<]*>\s*)*<svg[\s>]", data)
    return "SVG" if is_svg else None


_NUMBERS_ALONE = "numbers alone"
_LOOKS = (
    (Phrase("a tournament's file, which does not give the sizes"), r"\A\s*\$ ?[0-9]+\s"),
    (Phrase("sides in quotes, which do not say what are the rows"), r'(?m)^ *"[^"\n]*" *, *"'),
    (Phrase("JSON or another program's lists, without rows and columns"), r"\A\s*[\[{]"),
    (Phrase("YAML"), r"(?m)^(?:---|[\w ]+: *\n *- )"),
    (Phrase("a page of the web"), r"(?i)\A\s*<(?:!doctype html|html)"),
    (Phrase(_NUMBERS_ALONE), r"\A[-\s\d,]+\Z"),
)
"""Kinds of files that no format reads, each with a pattern for the first characters; the first that fits is named."""


def _unknown(source: Source, tried: list[Known]) -> FormatError:
    """Make the error of a file that shows no format's sign: what it looks like, and what was tried."""
    start = source.text[:5000]
    looks = next((looks for looks, sign in _LOOKS if re.search(sign, start)), None)
    known, like = "not a puzzle in any known format", "not a puzzle in any known format: it looks like {looks}"
    names, fix = ", ".join(format.name for format in tried), "name its format with --from: {names}"
    if len(tried) > 2 and str(looks) == _NUMBERS_ALONE:
        fix = "leave a line empty between rows and columns, or write 'rows:' and 'columns:' above them"
    elif len(tried) > _MOST_NAMED:
        fix = "name its format with --from, or give clues under 'rows:' and 'columns:'"
    return source.error(like if looks else known, fix, looks=looks, names=names)


def build_puzzle(puzzle: Puzzle, format: str, *, is_unique: IsUnique | None = None) -> bytes:
    """Build the file's content for a puzzle, in the format of that name.

    `is_unique` is asked where the format takes only puzzles with one solution (`Format.only_unique`).

    Raises:
        PuzzleError: the puzzle does not pass its `check`.
        FormatError: no such format, one that is only read, or one that cannot hold the puzzle: its size, its colours,
            its blotted numbers; a picture without a `goal`; a puzzle not known to have one solution.
    """
    chosen = format_named(format, "")
    if chosen.build is None:
        raise _not_written(chosen, "")
    check_size(puzzle, chosen)
    check_colours(puzzle, chosen)
    if not (chosen.holds_blots or chosen.of_picture) and (line := puzzle.blotted_line) is not None:
        what = "{line} has a blotted number (?), which the format {format} cannot hold"
        names = _names(lambda known: known.holds_blots and known.is_written)
        raise FormatError(what, _CHOICE, line=line, format=chosen.name, names=names)
    puzzle.check()
    if chosen.of_picture and puzzle.goal is None:
        what = "the format {format} stores a picture and this puzzle has only clues"
        raise FormatError(what, "solve it first, or choose another format", format=chosen.name)
    data = chosen.build(puzzle if puzzle.in_colour and chosen.in_colour else puzzle.black_and_white())
    # asked last: it may take long, for a puzzle that is too large for the format anyway
    if chosen.only_unique and (is_unique is None or not is_unique(puzzle)):
        what = "not known to have only one solution" if is_unique is None else "not a puzzle with one solution"
        is_what = "this is {what}, which the format {format} needs"
        raise FormatError(is_what, "its picture is shown by solving", what=Phrase(what), format=chosen.name)
    return data


def check_size(puzzle: Puzzle, format: Format) -> None:
    """Raise `FormatError` if a format cannot hold so many cells, before anything is solved."""
    for lines, number in (("columns", puzzle.width), ("rows", puzzle.height)):
        if number > format.max_side:
            what, fix = "{number} {lines}", "the format {format} holds {most} at most"
            raise FormatError(what, fix, number=number, lines=Phrase(lines), format=format.name, most=format.max_side)


def check_colours(puzzle: Puzzle, format: Format) -> None:
    """Raise `FormatError` if a format cannot hold the puzzle's colours, before anything is solved."""
    if puzzle.in_colour:
        check_colour_count(1 + len(puzzle.palette.colours if format.in_colour else puzzle.used_keys), format)


def check_colour_count(colours: int, format: Format) -> None:
    """Raise `FormatError` if a format cannot hold so many colours, the background among them; without a puzzle."""
    has = Phrase("the puzzle has {colours} colours with the background", colours=colours)
    if not format.in_colour and colours > 2:
        what = "the format {format} is black and white, {has}"
        raise FormatError(what, _CHOICE, format=format.name, has=has, names=_names(lambda known: known.in_colour))
    if format.in_colour and colours > format.max_colours + 1:
        names = _names(lambda known: known.max_colours >= colours - 1 and known.in_colour)
        what = "the format {format} tells {most} colours apart, {has}"
        fix = "reduce the colours, or choose one of: {names}"
        raise FormatError(what, fix, format=format.name, most=format.max_colours + 1, has=has, names=names)


def write_puzzle(
    puzzle: Puzzle, path: str | os.PathLike[str], format: str | None = None, *, is_unique: IsUnique | None = None
) -> None:
    """Write a puzzle to a file; ``-`` is the standard output (and `puzzle.txt` unless a format is named).

    Args:
        format: its name (None: what the ending of the file's name says).
        is_unique: asked where the format takes only puzzles with one solution.

    Raises:
        PuzzleError: the puzzle does not pass its `check`.
        FormatError: as `build_puzzle`; a name whose ending gives no format, or the file cannot be written.

    >>> import harness
    >>> harness.write(harness.Puzzle([[1], [2]], [[1], [2]]), "-", "nin")
    2 2
    1
    2
    1
    2
    """
    check_kind("puzzle", puzzle, Puzzle)
    name = os.fspath(path)
    write_bytes(build_puzzle(puzzle, format or format_to_write(name).name, is_unique=is_unique), name)


def format_to_write(name: str) -> Format:
    """Return the format that the ending of a file's name gives; raise `FormatError` if none can be written."""
    format = None
    for known in _by_suffix(suffix_of(name)):
        if (format := known.load()).is_written:
            return format
    if name == "-":
        return FORMATS[0].load()
    raise _not_written(format, name)


def _not_written(format: Format | None, name: str) -> FormatError:
    what = "the file's ending names no format" if format is None else "the format {format} can only be read"
    names = _names(lambda known: known.is_written)
    return FormatError(what, _CHOICE, name, format=format and format.name, names=names)


def write_bytes(data: bytes, name: str) -> None:
    """Write a file, whole or not at all; ``-`` is the standard output. Raises `FormatError` if it cannot be written."""
    if name == "-":
        from harness.files.writing import marked

        if hasattr(sys.stdout, "buffer"):
            sys.stdout.buffer.write(marked(data))
            sys.stdout.buffer.flush()
        else:  # a notebook's, which takes text alone
            sys.stdout.write(data.decode("utf-8", "replace"))
    else:
        from harness.files.writing import write_whole

        with_clear_errors(lambda: write_whole(name, data), name, "write")


def puzzle_formats() -> Formats:
    """Describe the formats of puzzle files to what writes one or must not write over one."""
    from harness.files.writing import Formats
    from harness.formats.numbers import SOLUTIONS, are_solutions

    own = {known.name for known in FORMATS if known.is_text or known.name == "xml"}
    endings: dict[str, set[str]] = {".sol": {SOLUTIONS}, ".txt": {SOLUTIONS, *own}}
    for known in FORMATS:
        for suffix in known.suffixes:
            endings.setdefault(suffix, set()).add(known.name)

    def recognise(data: bytes, name: str) -> set[str]:
        source = Source(name, data)
        found = {known.name for known in FORMATS if known.recognise(source)}
        return found | {SOLUTIONS} if are_solutions(data) else found

    return Formats(recognise, endings, own)


def format_named(format: str, path: str = "") -> Format:
    """Return the format of that name, or that a file name with this end has; `path` is for the `FormatError` otherwise.

    >>> format_named("non") is format_named(".NON")
    True
    """
    check_kind("format", format, str)
    wanted = format.lower()
    named = [known for known in FORMATS if known.name == wanted] or _by_suffix(f".{wanted.lstrip('.')}")
    if named:
        return named[0].load()
    raise FormatError("no format {format!r}", _CHOICE, path, format=format, names=_names(lambda known: True))


_CHOICE = "choose one of: {names}"


def _names(wanted: Callable[[Format], bool]) -> str:
    return ", ".join(f"{known.name} ({known.suffixes[0]})" for known in FORMATS if wanted(known.load()))
