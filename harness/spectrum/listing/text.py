"""The text of a printed listing: decoding, the print shop's characters, and where each character came from.

A listing that somebody typed in, scanned or copied out of a PDF brings signs that BASIC does not
have. Those with one meaning only are read as what they stand for:

======================================= ==========================
in the file                             read as
======================================= ==========================
“ ” „ ‟ « » ″ and full-width ＂         ``"``
‘ ’ ‚ ‛ ′ ´                             ``'``
− – — ‐ ‑ ‒ ―                           ``-``
× ∗ ⁎ ✕, ÷ ∕ ⁄, ↑ ˆ                     ``*``, ``/``, ``^``
≤ ⩽ ≦, ≥ ⩾ ≧, ≠                         ``<=``, ``>=``, ``<>``
№, ¤, …                                 ``#``, ``$``, ``...``
ﬁ ﬂ …, full-width letters and digits    the letters they are made of
non-breaking, thin and other blanks     a blank
zero-width signs                        nothing
Cyrillic А В С Е … in a Latin line      the Latin letter they look like
======================================= ==========================

The arrow up is the Spectrum's own shape for ``^``, and ``№`` and ``¤`` stood where ``#`` and ``$``
stand on Soviet keyboards and printers. A soft hyphen is left alone: it may be a minus or nothing.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from harness.errors import BuildError
from harness.spectrum.listing.effort import MAX_LINE_CHARACTERS, MAX_TEXT_LINES

TAB_COLUMNS = 8

_STANDS_FOR = {
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("−–—‐‑‒―", "-"),
    **dict.fromkeys("×∗⁎✕", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("↑ˆ", "^"),
    **dict.fromkeys("≤⩽≦", "<="),
    **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060", ""),
    **dict.fromkeys("\f\v", " "),
    "≠": "<>",
    "№": "#",
    "¤": "$",
    "…": "...",
}
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХЅІЈаеорсухѕіј", "ABEKMHOPCTYXSIJaeopcyxsij")
_CYRILLIC = re.compile("[\u0400-\u052f]")
_CYRILLIC_PAIR = re.compile("[\u0430-\u044f\u0451][\u0430-\u044f\u0451]")
_OTHER_ENCODINGS = ("cp1251", "koi8-r", "cp866")
_LINE_END = re.compile(r"\r\n|\n|\r")
_DOS_END_OF_FILE = b"\x1a"

Place = tuple[int, int]
"""Line and column in the file, both from 1; the column counts characters."""


@dataclass(frozen=True)
class PlacedText:
    """Text whose every character knows where it stood in the file; `places` has one entry a character.

    >>> name = PlacedText("ab", ((1, 4), (1, 5))) + PlacedText("c", ((2, 1),))
    >>> name.text, name[1:].places
    ('abc', ((1, 5), (2, 1)))
    """

    text: str = ""
    places: tuple[Place, ...] = ()

    def __add__(self, other: PlacedText) -> PlacedText:
        return PlacedText(self.text + other.text, self.places + other.places)

    def __getitem__(self, part: slice) -> PlacedText:
        return PlacedText(self.text[part], self.places[part])

    def stripped(self) -> PlacedText:
        """Without the blanks at either end."""
        start = len(self.text) - len(self.text.lstrip())
        return self[start : len(self.text.rstrip())] if self.text.strip() else PlacedText()

    def replaced(self, start: int, end: int, text: str) -> PlacedText:
        """With `text` in place of the characters from `start` to before `end`; it takes the first one's place."""
        place = self.place_at(start)
        return PlacedText(
            self.text[:start] + text + self.text[end:],
            self.places[:start] + (place,) * len(text) + self.places[end:],
        )

    def place_at(self, index: int) -> Place:
        """Return the place of character `index`; past the end, the place after the last character."""
        if index < len(self.places):
            return self.places[index]
        if not self.places:
            return (1, 1)
        line, column = self.places[-1]
        return (line, column + 1)


@dataclass(frozen=True)
class TextLine:
    """A line of the file, its characters already read as what they stand for and its tabs as blanks.

    `length` counts the columns in print up to the last sign that is no blank (≠ is one, not the two of
    ``<>``). `read_as` holds the signs that were not BASIC's own, and what they were read as.
    """

    number: int
    placed: PlacedText
    length: int
    read_as: frozenset[tuple[str, str]] = frozenset()

    @property
    def text(self) -> str:
        """The characters, with the blanks at both ends."""
        return self.placed.text

    @property
    def indent(self) -> int:
        """The blanks in front."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def trailing_blanks(self) -> int:
        """The blanks at the end, where the file has kept them."""
        return len(self.text) - len(self.text.rstrip())


@dataclass(frozen=True)
class ReadText:
    """A file's lines, and the encoding where it had to be guessed."""

    lines: tuple[TextLine, ...]
    guessed_encoding: str | None = None


def read_text(data: bytes, name: str) -> ReadText:
    """Decode a file and read the print shop's characters.

    >>> read_text("10 IF a≤2 THEN PRINT “x”".encode(), "a.txt").lines[0].text
    '10 IF a<=2 THEN PRINT "x"'

    Raises:
        BuildError: the file is not a text, or one of more or longer lines than a listing has.
    """
    text, encoding = _decoded(data, name)
    raw = _LINE_END.split(text)
    if len(raw) > MAX_TEXT_LINES:
        raise BuildError(f"{name}: {len(raw):,} lines, where a listing has {MAX_TEXT_LINES:,} at most; give it alone")
    for number, line in enumerate(raw, start=1):
        if len(line) > MAX_LINE_CHARACTERS:
            raise BuildError(
                f"{name}:{number}: {len(line):,} characters in one line, where a listing has {MAX_LINE_CHARACTERS:,} "
                "at most; break it as in print"
            )
    lines = (_text_line(number, line) for number, line in enumerate(raw, start=1))
    return ReadText(tuple(lines), encoding)


def has_cyrillic(text: str) -> bool:
    """Return True if a Cyrillic letter is in `text` (Latin look-alikes in a Latin line have been replaced)."""
    return _CYRILLIC.search(text) is not None


def _decoded(data: bytes, name: str) -> tuple[str, str | None]:
    """The text, and its encoding where that had to be guessed."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16"), None
        except UnicodeDecodeError:
            raise BuildError(f"{name}: damaged UTF-16 text; save it as UTF-8") from None
    data = data.rstrip(_DOS_END_OF_FILE)
    if b"\0" in data:
        raise BuildError(f"{name}: not a text file (it holds zero bytes); give the listing as plain text in UTF-8")
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        pass
    # Russian prose is mostly lower case, which lies elsewhere in each encoding
    readings = {encoding: data.decode(encoding, errors="replace") for encoding in _OTHER_ENCODINGS}
    pairs = {encoding: len(_CYRILLIC_PAIR.findall(reading)) for encoding, reading in readings.items()}
    best = max(pairs, key=lambda encoding: pairs[encoding])
    if pairs[best] > 0:
        return readings[best], best.upper()
    return data.decode("cp1252", errors="replace"), "CP1252"


def _text_line(number: int, line: str) -> TextLine:
    latin = line.translate(_LOOKALIKES)
    only_lookalikes = has_cyrillic(line) and not has_cyrillic(latin)
    characters: list[str] = []
    places: list[Place] = []
    read_as: set[tuple[str, str]] = set()
    printed = length = 0
    for column, (character, lookalike) in enumerate(zip(line, latin, strict=True), start=1):
        if character == "\t":
            meaning = " " * (TAB_COLUMNS - printed % TAB_COLUMNS)
            printed += len(meaning)
        else:
            meaning = lookalike if only_lookalikes and lookalike != character else _meaning(character)
            printed += bool(meaning)
            if meaning != character:
                read_as.add((_shown(character), meaning))
        if meaning.strip():
            length = printed
        characters.extend(meaning)
        places.extend([(number, column)] * len(meaning))
    return TextLine(number, PlacedText("".join(characters), tuple(places)), length, frozenset(read_as))


def _meaning(character: str) -> str:
    if character in _STANDS_FOR:
        return _STANDS_FOR[character]
    if character.isascii():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    if "\uff01" <= character <= "\uff5e" or "\ufb00" <= character <= "\ufb06":
        return unicodedata.normalize("NFKC", character)
    return character


def _shown(character: str) -> str:
    return f"Cyrillic {character}" if _CYRILLIC.match(character) else character


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers as a short list of ranges.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}–{last}" if first != last else str(first) for first, last in runs)
