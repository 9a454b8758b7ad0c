"""Learning a font from a text that shows: "this place says SCORE".

At each place where the text may stand, equal letters must be equal and different ones differ. If these letters are also
in memory, in the order of their codes, the rest of the table is taken from there, and that makes the place certain.
"""

from __future__ import annotations

import functools
import operator
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyspectrum.errors import ScreenError
from pyspectrum.screen.picture import DISPLAY_BYTES, HEIGHT_PX, WIDTH_PX, in_order

WIDTHS = range(3, 9)
"""Pixels that a letter may be wide."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two outside of it."""
_SIGNS = string.digits + string.ascii_uppercase + string.ascii_lowercase + string.punctuation
_FEWEST_LETTERS = 3
_BLANK = bytes(8)
_MOST_NAMED = 3


@dataclass(frozen=True)
class Sample:
    """A place at which the text may stand, with the patterns of its letters, and of more from a table in memory."""

    x: int
    y: int
    width: int
    glyphs: dict[str, bytes]

    @property
    def has_gaps(self) -> bool:
        """True if a column at the side of each letter is blank, so that no two touch."""
        joined = [0] * 2
        for pattern in self.glyphs.values():
            for row in pattern:
                joined[0] |= row & 0x80
                joined[1] |= row & 0x100 >> self.width
        return not all(joined)


def learn(screen: bytes, memory: bytes, text: str, at: tuple[int, int] | None, width: int | None) -> Sample:
    """Return the place of a text and the letters that follow from it; see `Font.find`."""
    if len(set(text) - {" "}) < _FEWEST_LETTERS:
        few = "has too few different letters to be recognised"
        raise ScreenError(f"{text!r} {few}; name at least {_FEWEST_LETTERS}")
    if width is not None and width not in WIDTHS:
        raise ScreenError(f"letters {width} pixels wide cannot be read; use {WIDTHS[0]} to {WIDTHS[-1]}")
    picture = pixel_rows(in_order(screen[:DISPLAY_BYTES]))
    both = picture, [row ^ (1 << WIDTH_PX) - 1 for row in picture]
    widths = (width,) if width else (8, *reversed(WIDTHS[:-1]))
    candidates: list[Sample] = []
    for candidate in _candidates(both, text, at, widths):
        letters = _table(memory, candidate)
        if letters is not None:
            return replace(candidate, glyphs={" ": _BLANK} | candidate.glyphs | letters)
        candidates.append(candidate)
    found = _likely(candidates, at)
    if not found:
        where = f" at x {at[0]}, y {at[1]}" if at else ""
        raise ScreenError(f"nothing on the screen can be {text!r}{where}: is it there, in letters 3 to 8 pixels wide?")
    if len(found) > 1:
        places = ", ".join(f"at=({one.x}, {one.y}), width={one.width}" for one in found[:_MOST_NAMED])
        more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        may = f"{len(found)} places on the screen may be {text!r}"
        raise ScreenError(f"{may}; name a longer text, or one of them: {places}{more}")
    return replace(found[0], glyphs={" ": _BLANK} | found[0].glyphs)


def _likely(candidates: list[Sample], at: tuple[int, int] | None) -> list[Sample]:
    """Return the likely ones of these: of those on squares all, else of each width one whose letters do not touch."""
    on_squares = [one for one in candidates if one.width == 8 and one.x % 8 == one.y % 8 == 0]
    if on_squares and at is None:
        return list({(one.x, one.y): one for one in reversed(on_squares)}.values())
    apart = [one for one in candidates if one.has_gaps]
    if at is None:
        return list({(one.width, *one.glyphs.values()): one for one in reversed(apart)}.values())
    ordered = sorted(apart or candidates, key=lambda one: one.y % 8 != 0)
    return list({one.width: one for one in reversed(ordered)}.values())


def _candidates(
    pictures: Sequence[list[int]], text: str, at: tuple[int, int] | None, widths: Sequence[int]
) -> Iterator[Sample]:
    """Yield the places: first the squares, then behind each gap in what looks like a line of text, or near `at`."""
    if at is None and 8 in widths:
        for picture in pictures:
            for y in range(0, HEIGHT_PX, 8):
                for x in range(0, WIDTH_PX - 8 * len(text) + 1, 8):
                    if (glyphs := _glyphs(picture, text, x, y, 8)) is not None:
                        yield Sample(x, y, 8, glyphs)
    for picture in pictures:
        places = _beginnings(picture) if at is None else _near(*at)
        for x, y in dict.fromkeys(places):
            for width in widths:
                if (glyphs := _glyphs(picture, text, x, y, width)) is not None:
                    yield Sample(x, y, width, glyphs)


def _near(x: int, y: int) -> Iterator[tuple[int, int]]:
    return ((left, top) for left in (x, x - 1, x - 2) for top in _tops(y, y - 4))


def _tops(ink: int, above: int) -> list[int]:
    """Return where a letter's cell may begin whose ink begins there: first on the rows of text, then a pixel higher."""
    return sorted(range(ink, above, -1), key=lambda y: (y % 8 != 0, y != ink - 1, -y))


def _beginnings(picture: list[int]) -> Iterator[tuple[int, int]]:
    for left, top, right, bottom in text_boxes(picture):
        joined = functools.reduce(operator.or_, picture[top:bottom])
        starts = joined & ~(joined >> 1)  # ink behind a blank column
        for x in range(left, right):
            if starts >> WIDTH_PX - 1 - x & 1:
                yield from ((first, y) for first in (x, x - 1, x - 2) for y in _tops(top, max(top - 4, bottom - 9)))


def _glyphs(picture: list[int], text: str, x: int, y: int, width: int) -> dict[str, bytes] | None:
    """Return the patterns of the letters if the text can stand there."""
    if x < 0 or y < 0 or x + len(text) * width > WIDTH_PX or y + 8 > HEIGHT_PX:
        return None
    mask, to_left = (1 << width) - 1, 8 - width
    glyphs: dict[str, bytes] = {}
    for number, sign in enumerate(text):
        shift = WIDTH_PX - x - (number + 1) * width
        pattern = bytes([(row >> shift & mask) << to_left for row in picture[y : y + 8]])
        if glyphs.setdefault(sign, pattern) != pattern or (pattern == _BLANK) != (sign == " "):
            return None
    glyphs.pop(" ", None)
    return glyphs if len(set(glyphs.values())) == len(glyphs) else None


def _table(memory: bytes, candidate: Sample) -> dict[str, bytes] | None:
    """Return the letters of the table in memory, in the order of the codes, that has all of the candidate's."""
    mask = 0xFF00 >> candidate.width & 0xFF
    at_the_left = memory if candidate.width == 8 else memory.translate(bytes(byte & mask for byte in range(256)))
    right = bytes(byte << 8 - candidate.width & 0xFF for byte in range(256))
    for table in (at_the_left,) if candidate.width == 8 else (at_the_left, memory.translate(right)):
        (first, pattern), *others = candidate.glyphs.items()
        at = table.find(pattern)
        while at >= 0:
            start = at - 8 * ord(first)
            if all(
                start + 8 * ord(sign) >= 0 and table.startswith(rows, start + 8 * ord(sign)) for sign, rows in others
            ):
                found = {sign: table[start + 8 * ord(sign) :][:8] for sign in _SIGNS if start + 8 * ord(sign) >= 0}
                blank = (_BLANK, bytes([mask] * 8))
                return {sign: rows for sign, rows in found.items() if len(rows) == 8 and rows not in blank}
            at = table.find(pattern, at + 1)
    return None


# -- boxes around what looks like text, whatever its font -------------------------------------------

_TEXT_HEIGHTS, _LEAST_WIDTH, _BLANK_COLUMNS = range(4, 9), 12, 6
_EDGES_PER_PIXEL = (0.12, 0.95)


def pixel_rows(bits: bytes) -> list[int]:
    """Return the 192 pixel rows as numbers of 256 bits."""
    return [int.from_bytes(bits[at : at + WIDTH_PX // 8], "big") for at in range(0, len(bits), WIDTH_PX // 8)]


def text_boxes(rows: Sequence[int]) -> list[Box]:
    """Return the boxes around what looks like lines of text: low, wide, and with many edges."""
    boxes = (box for box in _cut(list(rows), (0, 0, WIDTH_PX, HEIGHT_PX)) if _looks_like_text(rows, box))
    return sorted(boxes, key=lambda box: (box[1], box[0]))


def _cut(rows: list[int], box: Box) -> Iterator[Box]:
    """Cut a picture at its blank rows and at its wide blank columns, until there are none."""
    left, top, right, bottom = box
    mask = (1 << WIDTH_PX - left) - (1 << WIDTH_PX - right)
    lit = [bool(rows[y] & mask) for y in range(top, bottom)]
    bands = [(top + begin, top + end) for begin, end in _runs(lit, 1)]
    if bands != [(top, bottom)]:
        for begin, end in bands:
            yield from _cut(rows, (left, begin, right, end))
        return
    joined = functools.reduce(operator.or_, rows[top:bottom]) & mask
    columns = [bool(joined >> WIDTH_PX - 1 - x & 1) for x in range(left, right)]
    spans = [(left + begin, left + end) for begin, end in _runs(columns, _BLANK_COLUMNS)]
    if spans == [(left, right)]:
        yield box
        return
    for begin, end in spans:
        yield from _cut(rows, (begin, top, end, bottom))


def _runs(lit: Sequence[bool], gap: int) -> list[tuple[int, int]]:
    """Return the stretches that are lit, with `gap` dark ones or more between two."""
    runs: list[tuple[int, int]] = []
    for place in (place for place, is_lit in enumerate(lit) if is_lit):
        if runs and place - runs[-1][1] < gap:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _looks_like_text(rows: Sequence[int], box: Box) -> bool:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if height not in _TEXT_HEIGHTS or width < _LEAST_WIDTH:
        return False
    mask = (1 << WIDTH_PX - left) - (1 << WIDTH_PX - right)
    edges = sum(((row := rows[y] & mask) ^ row >> 1).bit_count() for y in range(top, bottom))
    return _EDGES_PER_PIXEL[0] < edges / (width * height) < _EDGES_PER_PIXEL[1]
