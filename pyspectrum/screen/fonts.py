"""Fonts: what the cells of a screen, eight pixels high and three to eight wide, can be read as.

A `Font` knows characters by their patterns, from the ROM, memory or the user-defined graphics, plain and inverse. Fonts
are values: they can be joined with ``|``, made bold, moved by a pixel.
"""

from __future__ import annotations

import functools
import operator
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pyspectrum.core import ROM_PATH, Core
from pyspectrum.errors import ScreenError
from pyspectrum.memory import CHARS, UDG, read_word
from pyspectrum.screen.learning import WIDTHS, learn
from pyspectrum.screen.picture import COLUMNS, ROWS, WIDTH_PX

_BLANK = bytes(8)
FONT_SIZE = 768  # 96 characters from blank to ©
UNREADABLE = "\ufffd"  # stands for a square that no character of the font looks like
ROM_CHARACTERS = "".join(map(chr, range(0x20, 0x7F))).replace("`", "£").replace("^", "↑") + "©"
UDG_CHARACTERS = "".join(chr(0x24B6 + index) for index in range(21))
"""Default characters for the user-defined graphics A to U: the letters in circles, Ⓐ to Ⓤ."""

_ROM_ADDRESS = 0x3D00
_WHOLE_SIZE = 2048  # 256 characters


class HasMemory(Protocol):
    """A machine with characters in its memory: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    def address(self, place: int | str) -> int: ...


class Font:
    """Characters and their patterns of eight bytes, `width` pixels wide, at the left of each byte.

    Text in a font is read on a grid of cells from `origin` on, x and y in pixels, by default the top left corner;
    `rows` are the pixel rows of a cell that any letter uses.
    If two characters look the same (many a game draws O and 0 alike), the first given is read; `spell` writes a text as
    it would be read. A blank reads as a space in every font.

    >>> font = Font({"O": bytes([0, 60, 66, 66, 66, 66, 60, 0]), "0": bytes([0, 60, 66, 66, 66, 66, 60, 0])})
    >>> font.read(bytes([0, 60, 66, 66, 66, 66, 60, 0])), font.spell("100")
    ('O', '1OO')
    """

    __slots__ = ("_edges", "_hash", "_spelling", "glyphs", "origin", "plain", "readings", "rows", "width")

    def __init__(
        self,
        glyphs: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
        *,
        width: int = 8,
        origin: tuple[int, int] = (0, 0),
    ) -> None:
        if width not in WIDTHS:
            raise ScreenError(f"letters {width} pixels wide cannot be read; use {WIDTHS[0]} to {WIDTHS[-1]}")
        pairs = list(glyphs.items() if isinstance(glyphs, Mapping) else glyphs)
        for character, pattern in pairs:
            if len(pattern) != 8:
                raise ScreenError(f"the pattern of {character!r} has {len(pattern)} bytes; it needs 8")
        mask = 0xFF00 >> width & 0xFF
        if width < 8:
            pairs = [(character, bytes(byte & mask for byte in pattern)) for character, pattern in pairs]
        self.width, self.origin = width, (origin[0] % width, origin[1] % 8)
        self.glyphs: tuple[tuple[str, bytes], ...] = tuple(pair for pair in pairs if pair[0] != UNREADABLE)
        self.plain: dict[bytes, str] = {pattern: sign for sign, pattern in reversed(self.glyphs)} | {_BLANK: " "}
        inverse = {bytes(byte ^ mask for byte in pattern): character for pattern, character in self.plain.items()}
        self.readings: dict[bytes, str] = inverse | self.plain
        read = set(self.plain.values())
        self._spelling = {
            ord(sign): self.readings[pattern]
            for sign, pattern in reversed(self.glyphs)
            if len(sign) == 1 and sign not in read
        }
        self._hash = hash((self.glyphs, width, self.origin))
        self._edges: dict[str, tuple[list[int], list[int]]] = {}
        ink = functools.reduce(operator.or_, (int.from_bytes(pattern, "big") for _, pattern in self.glyphs), 0)
        used = [row for row, byte in enumerate(ink.to_bytes(8, "big")) if byte] or [0, 7]
        self.rows = range(used[0], used[-1] + 1)

    @classmethod
    @functools.cache
    def rom(cls) -> Font:
        """Return the 48K ROM's font, 96 characters from the blank to ©."""
        return cls.from_bytes(rom_font())

    @classmethod
    def from_bytes(cls, data: bytes, characters: str | None = None, name: str = "<font>", *, width: int = 8) -> Font:
        """Build a font from raw patterns, eight bytes each; `characters` are what they read as.

        They are 768 bytes from the blank to ©, 2,048 for the codes 0–255, or as many as `characters` need. Narrow
        letters may stand at the left or at the right of their bytes, or in both halves.
        """
        if characters is not None:
            if len(data) < 8 * len(characters):
                raise ScreenError(f"{name}: {len(data)} bytes are too few for {len(characters)} characters of 8")
            signs = characters
        elif len(data) == FONT_SIZE:
            signs = ROM_CHARACTERS
        elif len(data) == _WHOLE_SIZE:  # code for code; what has no sign of its own reads as nothing
            high = "".join(chr(code) if chr(code).isprintable() else UNREADABLE for code in range(0x80, 0x100))
            signs = UNREADABLE * 32 + ROM_CHARACTERS + high
        else:
            sizes = f"{FONT_SIZE} bytes (or {_WHOLE_SIZE})"
            raise ScreenError(f"{name}: a font has {sizes}, not {len(data)}; name its characters=")
        if width < 8 and not any(byte & 0xFF00 >> 8 - width & ~(0xFF >> 8 - width) for byte in data):
            data = bytes(byte << 8 - width & 0xFF for byte in data)  # nothing at the left of the bytes
        pairs = [(sign, bytes(data[8 * index : 8 * index + 8])) for index, sign in enumerate(signs)]
        return cls(pairs, width=width)

    @classmethod
    def at(cls, spectrum: HasMemory, place: int | str, characters: str | None = None, *, width: int = 8) -> Font:
        """Return the font at an address or label, as it is there now: its blank first (CHARS + 256).

        `width` is that of a letter in pixels, 3 to 8; each takes eight bytes all the same.
        """
        address = spectrum.address(place)
        size = 8 * len(ROM_CHARACTERS if characters is None else characters)
        data = bytes(spectrum.core.memory[address : address + size])
        return cls.from_bytes(data, characters, f"#{address:04X}", width=width)

    @classmethod
    def named(cls, spectrum: HasMemory, name: str) -> Font:
        """Return a known font that is in memory; ScreenError if it is not.

        ``"z88dk-64"`` are the letters of z88dk's console with 64 columns, ``"print42"`` and ``"print64"`` those of the
        printers in the library of Boriel's ZX BASIC; ``"rom"`` is the ROM's.
        """
        return cls.rom() if name == "rom" else known_font(bytes(spectrum.core.memory), name)

    @classmethod
    def current(cls, spectrum: HasMemory) -> Font:
        """Return the font that BASIC prints with now, where CHARS points, and the user-defined graphics."""
        address = read_word(spectrum.core.memory, CHARS) + 256 & 0xFFFF
        return cls.at(spectrum, address) | cls.udgs(spectrum)

    @classmethod
    def udgs(cls, spectrum: HasMemory, characters: str = UDG_CHARACTERS) -> Font:
        """Return the user-defined graphics as they are now; `characters` is what A, B, C … read as."""
        return cls.at(spectrum, read_word(spectrum.core.memory, UDG), characters)

    @classmethod
    def find(
        cls, spectrum: HasMemory, text: str, *, at: tuple[int, int] | None = None, width: int | None = None
    ) -> Font:
        """Find the program's own letters by a text that stands on the screen now, such as ``"SCORE"``.

        The text may stand at any pixel, in letters 3 to 8 pixels wide, or `width`. If they come from a table in memory,
        in the order of their codes, the font has all of that table, else only the letters of the text. ScreenError if
        they are too few, not found, or might stand in several places: `at` is the text's first pixel, x and y, if so,
        or if its letters are in no table.
        """
        sample = learn(spectrum.core.screen_bytes(), bytes(spectrum.core.memory), text, at, width)
        return cls(sample.glyphs, width=sample.width, origin=(sample.x, sample.y))

    def bold(self) -> Font:
        """Return the font with every stroke a pixel wider to the right, as programs thicken the ROM's."""
        return self._of((character, bytes(byte | byte >> 1 for byte in pattern)) for character, pattern in self.glyphs)

    def shifted(self, right: int = 0, down: int = 0) -> Font:
        """Return the font moved within its square by that many pixels; what leaves it is lost."""

        def moved(pattern: bytes) -> bytes:
            rows = [(byte >> right if right >= 0 else byte << -right) & 0xFF for byte in pattern]
            return bytes(rows[line - down] if 0 <= line - down < 8 else 0 for line in range(8))

        return self._of((character, moved(pattern)) for character, pattern in self.glyphs)

    def __or__(self, other: Font) -> Font:
        """Join both fonts, of one width; where a pattern is in both, this one's character is read."""
        if self.width != other.width:
            raise ScreenError(f"letters {self.width} and {other.width} pixels wide cannot be joined; read one by one")
        return self._of((*self.glyphs, *other.glyphs))

    def _of(self, glyphs: Iterable[tuple[str, bytes]]) -> Font:
        return Font(glyphs, width=self.width, origin=self.origin)

    def read(self, pattern: bytes) -> str:
        """Return the character of a square of eight bytes, plain or inverse, or `UNREADABLE`."""
        return self.readings.get(pattern, UNREADABLE)

    def pattern(self, character: str) -> bytes:
        """Return the eight bytes of a character; ScreenError if the font has none."""
        found = next((pattern for candidate, pattern in self.glyphs if candidate == character), None)
        if found is None:
            raise ScreenError(f"the font has no character {character!r}; use one that has it")
        return found

    @property
    def columns(self) -> int:
        return (WIDTH_PX - self.origin[0]) // self.width

    @property
    def stands_on_squares(self) -> bool:
        """True if its grid is that of the squares."""
        return self.width == 8 and self.origin == (0, 0)

    def patterns(self, bits: bytes, row: int) -> list[bytes]:
        """Return the cells of a text row on the font's grid; `bits` are the display's bytes in the picture's order."""
        (left, top), width = self.origin, self.width
        first = (8 * row + top) * COLUMNS
        eight = bits[first : first + 8 * COLUMNS].ljust(8 * COLUMNS, b"\0")
        rows = [int.from_bytes(eight[at : at + COLUMNS], "big") for at in range(0, 8 * COLUMNS, COLUMNS)]
        mask, to_left = (1 << width) - 1, 8 - width
        shifts = range(WIDTH_PX - left - width, -1, -width)
        return [bytes([(line >> at & mask) << to_left for line in rows]) for at in shifts]

    def lines_of(self, bits: bytes) -> tuple[str, ...]:
        """Read the 24 lines of text on the font's grid."""
        read = self.readings.get
        return tuple("".join([read(cell, UNREADABLE) for cell in self.patterns(bits, row)]) for row in range(ROWS))

    def edges(self, sign: str) -> tuple[list[int], list[int]] | None:
        """Return where a letter has none and where it has an edge between two of its pixels; None for no such letter.

        They are numbered row × 256 + column, in the rows that the font uses.
        """
        if sign not in self._edges:
            pattern = _BLANK if sign == " " else next((rows for sign_, rows in self.glyphs if sign_ == sign), None)
            if pattern is None:
                return None
            places: tuple[list[int], list[int]] = [], []
            for row in self.rows:
                edges = pattern[row] ^ pattern[row] << 1
                for column in range(self.width - 1):
                    places[edges >> 7 - column & 1].append(WIDTH_PX * row + column)
            self._edges[sign] = places
        return self._edges[sign]

    def spell(self, text: str) -> str:
        """Return the text as it would be read from the screen, with look-alikes as `read` gives them."""
        return text.translate(self._spelling) if self._spelling else text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Font):
            return NotImplemented
        return (self.glyphs, self.width, self.origin) == (other.glyphs, other.width, other.origin)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        size = "" if self.stands_on_squares else f", {self.width} pixels wide, from {self.origin}"
        return f"<Font of {len(self.glyphs)} characters{size}>"


FontLike = Font | bytes | None
"""Types accepted as a font: one, 768 raw bytes, or None for the ROM's."""


def as_font(font: FontLike) -> Font:
    """Return the font meant; ScreenError for bytes that are not 768."""
    if font is None:
        return Font.rom()
    return font if isinstance(font, Font) else _of_bytes(bytes(font))


@functools.cache
def rom_font() -> bytes:
    """Return the 768 bytes of the ROM's characters, from the blank to ©."""
    with Path(ROM_PATH).open("rb") as rom:
        rom.seek(_ROM_ADDRESS)
        return rom.read(FONT_SIZE)


@functools.lru_cache(maxsize=16)
def _of_bytes(data: bytes) -> Font:
    if len(data) != FONT_SIZE:
        raise ScreenError(f"a font has {FONT_SIZE} bytes, not {len(data)}; take them from CHARS + 256 on")
    return Font.from_bytes(data)


# -- fonts that are known by name ------------------------------------------------------------------


def _of_pairs(data: bytes) -> Font:
    """Two letters in eight bytes, the first at the left."""
    halves = (bytes(byte << 4 * (code & 1) & 0xF0 for byte in data[code // 2 * 8 :][:8]) for code in range(96))
    return Font(zip(ROM_CHARACTERS, halves, strict=True), width=4)


def _of_print42(data: bytes) -> Font:
    """The ROM's letters without the pixel column at the first 0 of a byte each; a number below 32 is one of its own."""
    pairs = []
    for sign, keep in zip(ROM_CHARACTERS, data, strict=False):
        rows = Font.rom().pattern(sign) if keep >= 32 else data[96 + 8 * keep :][:8]
        pairs.append((sign, bytes(row & keep | row << 1 & ~keep & 0xFF for row in rows) if keep >= 32 else rows))
    return Font(pairs, width=6)


_KNOWN: dict[str, tuple[int, int, int, Callable[[bytes], Font]]] = {
    "z88dk-64": (0x6D9A25D6, 768, 768, functools.partial(Font.from_bytes, width=4)),
    "print42": (0x9E0931E5, 96, 152, _of_print42),
    "print64": (0x2D83F641, 96, 384, _of_pairs),
}
"""Name → the CRC of the first bytes, by which it is known, how many these are, and how many belong to it."""


def known_fonts(memory: bytes) -> Iterator[tuple[str, Font]]:
    """Yield the known fonts that are in memory, with their names."""
    for name in _KNOWN:
        with suppress(ScreenError):
            yield name, known_font(memory, name)


def known_font(memory: bytes, name: str) -> Font:
    if name not in _KNOWN:
        raise ScreenError(f"no font is known as {name!r}; use rom, {', '.join(_KNOWN)}")
    crc, known_by, size, make = _KNOWN[name]
    for at in range(0x4000, len(memory) - size + 1):
        if zlib.crc32(memory[at : at + known_by]) == crc:
            return make(memory[at : at + size])
    raise ScreenError(f"the font {name} is not in memory; Font.find learns a font from a text that it shows")
