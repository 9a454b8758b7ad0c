"""Text at any pixel of the screen, off the grid that its font would stand on.

A letter shows the same edges from pixel to pixel whether it is plain, inverse, or XORed over a bar: only these are
looked at, within each letter's cell, and only in the rows that the font uses. The whole screen is one number of 49,152
bits, so an edge is looked for at every place at once; most texts are ruled out after a few.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyspectrum.screen.fonts import UNREADABLE, Font
from pyspectrum.screen.learning import Box, pixel_rows, text_boxes
from pyspectrum.screen.picture import HEIGHT_PX, WIDTH_PX, in_order

_FEWEST = 2
"""Letters or digits: less is found in many a picture."""
_FEWEST_OF_A_LINE = 3
_WIDEST_GAP = 3
"""Blanks between two words of a line."""
_NEXT_LINE = range(5, 13)
"""Pixels from a line to the one below it."""
_PLACES = WIDTH_PX * HEIGHT_PX

Pixel = tuple[int, int]
"""x and y, from the top left."""


class Edges:
    """The edges in a picture: `bits` are the display file's bytes in the order of the picture."""

    def __init__(self, bits: bytes) -> None:
        self.bits = bits
        picture = int.from_bytes(bits, "big")
        self._edges = picture ^ picture << 1

    def find(self, font: Font, text: str) -> list[Pixel]:
        """Return the places at which a text stands, one line, spelled as the font does it."""
        return self._find(font, text) if sum(map(str.isalnum, text)) >= _FEWEST else []

    def find_lines(self, font: Font, lines: Sequence[str]) -> list[Pixel]:
        """Return the places of the first of these lines, with the others under it."""
        places = self.find(font, lines[0])
        for number, line in enumerate(lines[1:], start=1):
            if line.strip() and places:
                below = {y for _, y in self.find(font, line)}
                places = [(x, y) for x, y in places if any(y + number * step in below for step in _NEXT_LINE)]
        return places

    def _find(self, font: Font, text: str) -> list[Pixel]:
        width = len(text) * font.width
        checks = [font.edges(sign) for sign in text]
        if width > WIDTH_PX or None in checks:
            return []
        candidates = _possible(width, font.rows[-1])
        for wanted in (True, False):
            for number, check in enumerate(checks):
                for at in check[wanted]:  # type: ignore[index]
                    here = candidates & self._edges << at + number * font.width
                    candidates = here if wanted else candidates ^ here
                    if not candidates:
                        return []
        return list(_pixels(candidates))

    def read(self, font: Font) -> list[Line]:
        """Return the lines of text that stand anywhere, from top to bottom."""
        found: dict[Pixel, str] = {}
        for sign in dict.fromkeys(font.plain.values()):
            if (font.edges(sign) or ((), ()))[True]:
                found |= dict.fromkeys(self._find(font, sign), sign)
        rows: dict[Pixel, list[int]] = {}
        for x, y in sorted(found):
            rows.setdefault((x % font.width, y), []).append(x)
        lines = [line for (_, y), places in rows.items() for line in _joined(found, places, y, font.width)]
        kept: list[Line] = []
        for line in sorted(lines, key=lambda line: -line.weight):
            if not any(line.meets(other) for other in kept):
                kept.append(line)
        return sorted(kept, key=lambda line: (line.y, line.x))


def stands_anywhere(screen: bytes, text: str) -> bool:
    """Return True if a text in the ROM's letters stands at any pixel of a screen."""
    return bool(Edges(in_order(screen)).find(Font.rom(), text))


@functools.lru_cache(maxsize=16)
def _possible(width: int, last_row: int) -> int:
    """Return a bit for each place at which so wide a text can begin."""
    row = ((1 << WIDTH_PX - width + 1) - 1) << width - 1
    rows = HEIGHT_PX - last_row
    return int.from_bytes(row.to_bytes(WIDTH_PX // 8, "big") * rows, "big") << WIDTH_PX * last_row


def _pixels(places: int) -> Iterator[Pixel]:
    while places:
        at = places.bit_length()
        y, x = divmod(_PLACES - at, WIDTH_PX)
        yield x, y
        places ^= 1 << at - 1


@dataclass(frozen=True)
class Line:
    """A line of text that stands somewhere."""

    x: int
    y: int
    text: str
    width: int
    """Of a letter, in pixels."""

    @property
    def weight(self) -> int:
        return sum(map(str.isalnum, self.text))

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + len(self.text) * self.width, self.y + 8

    def meets(self, other: Line) -> bool:
        (left, _, right, _), (begin, _, end, _) = self.box, other.box
        return left < end and begin < right and abs(self.y - other.y) < _NEXT_LINE[0]


def _joined(found: dict[Pixel, str], places: list[int], y: int, width: int) -> Iterator[Line]:
    """Yield the lines that letters at these places in a pixel row make."""
    begin = 0
    for end in range(1, len(places) + 1):
        if end < len(places) and places[end] - places[end - 1] <= (_WIDEST_GAP + 1) * width:
            continue
        x = places[begin]
        cells = (found.get((at, y), " ") for at in range(x, places[end - 1] + 1, width))
        line = Line(x, y, "".join(cells), width)
        if line.weight >= _FEWEST_OF_A_LINE:
            yield line
        begin = end


# -- text that no font reads -----------------------------------------------------------------------


def unread_text(bits: bytes, fonts: Sequence[Font]) -> Box | None:
    """Return the first place that looks like text which none of these fonts reads, wherever it stands."""
    rows, edges = pixel_rows(bits), Edges(bits)
    for font in fonts:
        boxes = [line.box for line in edges.read(font)]
        for row, line in enumerate(font.lines_of(bits)):
            y = 8 * row + font.origin[1]
            left = font.origin[0]
            boxes += [
                (left + font.width * at, y, left + font.width * (at + 1), y + 8)
                for at, sign in enumerate(line)
                if sign != UNREADABLE
            ]
        for left, top, right, bottom in boxes:
            keep = ~((1 << WIDTH_PX - left) - (1 << WIDTH_PX - right))
            for y in range(top, min(bottom, HEIGHT_PX)):
                rows[y] &= keep
    return next(iter(text_boxes(rows)), None)
