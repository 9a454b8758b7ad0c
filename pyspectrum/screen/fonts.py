"""Fonts: what the squares of a screen, of eight bytes each, can be read as.

A `Font` knows characters by their patterns, from the ROM, memory or the user-defined graphics, plain and inverse. Fonts
are values: they can be joined with ``|``, made bold, moved by a pixel.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from pyspectrum.core import ROM_PATH, Core
from pyspectrum.errors import ScreenError
from pyspectrum.memory import CHARS, UDG, read_word
from pyspectrum.screen.picture import COLUMNS, ROWS, pixel_row_offset

_SQUARE_SPAN = 7 * 256 + 1
"""Bytes of the display file from a square's first to its last."""
_BLANK, _FULL = bytes(8), bytes([0xFF] * 8)
_SIGNS = string.digits + string.ascii_uppercase + string.ascii_lowercase + string.punctuation
_FEWEST_LETTERS = 3


def _candidates(screen: bytes, text: str) -> Iterator[dict[str, bytes]]:
    """Yield the patterns of the letters, for each place where equal letters are equal and different ones differ."""
    for row in range(ROWS):
        first = pixel_row_offset(8 * row)
        squares = [screen[at : at + _SQUARE_SPAN : 256] for at in range(first, first + COLUMNS)]
        for column in range(COLUMNS - len(text) + 1):
            here = squares[column : column + len(text)]
            paper = _FULL if here.count(_FULL) > here.count(_BLANK) else _BLANK
            if paper is _FULL:
                here = [bytes(byte ^ 0xFF for byte in square) for square in here]
            glyphs: dict[str, bytes] = {}
            fits = all(glyphs.setdefault(sign, square) == square for sign, square in zip(text, here, strict=True))
            spaces_fit = glyphs.pop(" ", _BLANK) == _BLANK
            if fits and spaces_fit and _BLANK not in glyphs.values() and len(set(glyphs.values())) == len(glyphs):
                yield glyphs


def _table(memory: bytes, glyphs: dict[str, bytes]) -> int | None:
    """Return the address of code 0 in a table, in the order of the codes, that has all these letters."""
    (first, pattern), *others = glyphs.items()
    at = memory.find(pattern)
    while at >= 0:
        start = at - 8 * ord(first)
        if all(memory[start + 8 * ord(sign) :][:8] == rows for sign, rows in others if start + 8 * ord(sign) >= 0):
            return start
        at = memory.find(pattern, at + 1)
    return None


FONT_SIZE = 768  # 96 characters from blank to ©
UNREADABLE = "\ufffd"  # stands for a square that no character of the font looks like
ROM_CHARACTERS = "".join(map(chr, range(0x20, 0x7F))).replace("`", "£").replace("^", "↑") + "©"
UDG_CHARACTERS = "".join(chr(0x24B6 + index) for index in range(21))
"""Default characters for the user-defined graphics A to U: the letters in circles, Ⓐ to Ⓤ."""

_ROM_ADDRESS = 0x3D00
_WHOLE_SIZE = 2048  # 256 characters


class Machine(Protocol):
    """A machine with characters in its memory: `Spectrum`."""

    @property
    def core(self) -> Core: ...


class Font:
    """Characters and their patterns of eight bytes.

    If two characters look the same (many a game draws O and 0 alike), the first given is read; `spell` writes a text as
    it would be read. A blank reads as a space in every font.

    >>> font = Font({"O": bytes([0, 60, 66, 66, 66, 66, 60, 0]), "0": bytes([0, 60, 66, 66, 66, 66, 60, 0])})
    >>> font.read(bytes([0, 60, 66, 66, 66, 66, 60, 0])), font.spell("100")
    ('O', '1OO')
    """

    __slots__ = ("_hash", "_spelling", "glyphs", "plain", "readings")

    def __init__(self, glyphs: Mapping[str, bytes] | Iterable[tuple[str, bytes]]) -> None:
        pairs = list(glyphs.items() if isinstance(glyphs, Mapping) else glyphs)
        for character, pattern in pairs:
            if len(pattern) != 8:
                raise ScreenError(f"the pattern of {character!r} has {len(pattern)} bytes; it needs 8")
        self.glyphs: tuple[tuple[str, bytes], ...] = tuple(pair for pair in pairs if pair[0] != UNREADABLE)
        self.plain: dict[bytes, str] = {pattern: sign for sign, pattern in reversed(self.glyphs)} | {_BLANK: " "}
        inverse = {bytes(byte ^ 0xFF for byte in pattern): character for pattern, character in self.plain.items()}
        self.readings: dict[bytes, str] = inverse | self.plain
        read = set(self.plain.values())
        self._spelling = {
            ord(sign): self.readings[pattern]
            for sign, pattern in reversed(self.glyphs)
            if len(sign) == 1 and sign not in read
        }
        self._hash = hash(self.glyphs)

    # -- where fonts come from -----------------------------------------------------------------

    @classmethod
    @functools.cache
    def rom(cls) -> Font:
        """Return the 48K ROM's font, 96 characters from the blank to ©."""
        return cls.from_bytes(rom_font())

    @classmethod
    def from_bytes(cls, data: bytes, characters: str | None = None, name: str = "<font>") -> Font:
        """Build a font from raw patterns.

        Args:
            data: 768 bytes from the blank to ©, 2,048 for the codes 0–255, or as many as `characters` need.
            characters: what each pattern reads as.

        Raises:
            ScreenError: the size is none of these.
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
            raise ScreenError(
                f"{name}: a font has {FONT_SIZE} bytes (or {_WHOLE_SIZE}), not {len(data)}; name its characters="
            )
        return cls((sign, bytes(data[8 * index : 8 * index + 8])) for index, sign in enumerate(signs))

    @classmethod
    def at(cls, spectrum: Machine, address: int, characters: str | None = None) -> Font:
        """Return the font at an address in memory, as it is there now: its blank first (CHARS + 256)."""
        size = 8 * len(ROM_CHARACTERS if characters is None else characters)
        return cls.from_bytes(bytes(spectrum.core.memory[address : address + size]), characters, f"#{address:04X}")

    @classmethod
    def current(cls, spectrum: Machine) -> Font:
        """Return the font that BASIC prints with now, where CHARS points, and the user-defined graphics."""
        address = read_word(spectrum.core.memory, CHARS) + 256 & 0xFFFF
        return cls.at(spectrum, address) | cls.udgs(spectrum)

    @classmethod
    def udgs(cls, spectrum: Machine, characters: str = UDG_CHARACTERS) -> Font:
        """Return the user-defined graphics as they are now; `characters` is what A, B, C … read as."""
        return cls.at(spectrum, read_word(spectrum.core.memory, UDG), characters)

    @classmethod
    def find(cls, spectrum: Machine, text: str) -> Font:
        """Find the program's own letters by a text that stands on the screen now, such as ``"SCORE"``.

        If the letters come from a table in memory, in the order of their codes, the font has all of that table, else
        only the letters of the text.

        Raises:
            ScreenError: the text has too few letters, is not found, or might stand in several places.
        """
        if len(set(text) - {" "}) < _FEWEST_LETTERS:
            few = "has too few different letters to be recognised"
            raise ScreenError(f"{text!r} {few}; name at least {_FEWEST_LETTERS}")
        candidates = list(_candidates(spectrum.core.screen_bytes(), text))
        memory = bytes(spectrum.core.memory)
        for glyphs in candidates:
            start = _table(memory, glyphs)
            if start is not None:
                found = {sign: memory[start + 8 * ord(sign) :][:8] for sign in _SIGNS if start + 8 * ord(sign) >= 0}
                usable = {sign: rows for sign, rows in found.items() if len(rows) == 8 and rows not in (_BLANK, _FULL)}
                return cls({" ": _BLANK} | glyphs | usable)
        if not candidates:
            raise ScreenError(f"nothing on the screen can be {text!r}: is it there, in squares of 8 by 8 pixels?")
        if len(candidates) > 1:
            raise ScreenError(f"{len(candidates)} places on the screen may be {text!r}; name a longer text")
        return cls({" ": _BLANK} | candidates[0])

    # -- making others -------------------------------------------------------------------------

    def bold(self) -> Font:
        """Return the font with every stroke a pixel wider to the right, as programs thicken the ROM's."""
        return Font((character, bytes(byte | byte >> 1 for byte in pattern)) for character, pattern in self.glyphs)

    def shifted(self, right: int = 0, down: int = 0) -> Font:
        """Return the font moved within its square by that many pixels; what leaves it is lost."""
        return Font((character, _shift(pattern, right, down)) for character, pattern in self.glyphs)

    def __or__(self, other: Font) -> Font:
        """Join both fonts; where a pattern is in both, this one's character is read."""
        return Font((*self.glyphs, *other.glyphs))

    # -- reading -------------------------------------------------------------------------------

    def read(self, pattern: bytes) -> str:
        """Return the character of a square of eight bytes, plain or inverse, or `UNREADABLE`."""
        return self.readings.get(pattern, UNREADABLE)

    def pattern(self, character: str) -> bytes:
        """Return the eight bytes of a character.

        Raises:
            ScreenError: the font has no such character.
        """
        for candidate, pattern in self.glyphs:
            if candidate == character:
                return pattern
        raise ScreenError(f"the font has no character {character!r}; use one that has it")

    def spell(self, text: str) -> str:
        """Return the text as it would be read from the screen, with look-alikes as `read` gives them."""
        return text.translate(self._spelling) if self._spelling else text

    def __eq__(self, other: object) -> bool:
        return self.glyphs == other.glyphs if isinstance(other, Font) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Font of {len(self.glyphs)} characters>"


FontLike = Font | bytes | None
"""Types accepted as a font: one, 768 raw bytes, or None for the ROM's."""


def as_font(font: FontLike) -> Font:
    """Return the font meant.

    Raises:
        ScreenError: bytes that are not 768.
    """
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


def _shift(pattern: bytes, right: int, down: int) -> bytes:
    moved = [(byte >> right if right >= 0 else byte << -right) & 0xFF for byte in pattern]
    return bytes(moved[line - down] if 0 <= line - down < 8 else 0 for line in range(8))
