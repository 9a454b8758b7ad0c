"""Finding a program's own letters: a known text on the screen, and the table in memory that it was drawn from."""

from __future__ import annotations

import string
from collections.abc import Iterator

from pyspectrum.errors import ScreenError
from pyspectrum.screen.picture import COLUMNS, HEIGHT_PX

ROWS = HEIGHT_PX // 8

_BLANK, _FULL = bytes(8), bytes([0xFF] * 8)
_SIGNS = string.digits + string.ascii_uppercase + string.ascii_lowercase + string.punctuation
_FEWEST_LETTERS = 3


def find_glyphs(screen: bytes, memory: bytes, text: str) -> dict[str, bytes]:
    """The letters in which `text` stands on a screen of 6,912 bytes: from a table in `memory`, or these letters alone.

    Raises:
        ScreenError: the text has too few letters, or nothing on the screen can be it, or several places can.
    """
    if len({sign for sign in text if sign != " "}) < _FEWEST_LETTERS:
        raise ScreenError(f"{text!r} has too few different letters to be recognised; name at least {_FEWEST_LETTERS}")
    candidates = list(_candidates(screen, text))
    for glyphs in candidates:
        start = _table(memory, glyphs)
        if start is not None:
            found = {sign: memory[start + 8 * ord(sign) :][:8] for sign in _SIGNS if start + 8 * ord(sign) >= 0}
            usable = {sign: rows for sign, rows in found.items() if len(rows) == 8 and rows not in (_BLANK, _FULL)}
            return {" ": _BLANK} | glyphs | usable
    if not candidates:
        raise ScreenError(f"nothing on the screen can be {text!r}: is it there, in squares of 8 by 8 pixels?")
    if len(candidates) > 1:
        raise ScreenError(f"{len(candidates)} places on the screen may be {text!r}; name a longer text")
    return {" ": _BLANK} | candidates[0]


def _candidates(screen: bytes, text: str) -> Iterator[dict[str, bytes]]:
    """Yield the patterns of the letters, for each place where equal letters are equal and different ones differ."""
    for row in range(ROWS):
        squares = [_square(screen, row, column) for column in range(COLUMNS)]
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


def _square(screen: bytes, row: int, column: int) -> bytes:
    first = row >> 3 << 11 | (row & 7) << 5 | column
    return bytes(screen[first + (line << 8)] for line in range(8))
