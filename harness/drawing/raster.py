"""A sheet as a Pillow image, in a palette of few colours, the same on every machine.

Unknown cells are grey, background cells have the background's colour; thick rules every five cells. Numbers of groups
that are found are grey and crossed out. The cells that a step has just found can be highlighted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import prod

from PIL import Image, ImageDraw

from harness.drawing.layout import ADVANCE, DIGIT_HEIGHT, DIGITS, Layout, Number, number_width, pale
from harness.errors import TooLargeError
from harness.puzzle import Axis, Line, Puzzle, length_text
from harness.puzzle.palette import BACKGROUND, BLACK, UNKNOWN, WHITE, Rgb, is_dark

PREFERRED_SIDE_PX = 1300  # drawings are scaled up to about this size
MAX_SCALE = 4
_LEGIBLE_SCALE = 2  # what single pictures have at least
MAX_PIXELS = 40_000_000  # beyond it, no viewer is happy and memory is gone

_CHROME: dict[str, Rgb] = {
    "paper": WHITE,
    "ink": BLACK,
    "found": (150, 150, 160),
    "strike": (205, 205, 212),
    "strike in colour": (140, 140, 150),
    "rule": (160, 160, 170),
    "unknown": (226, 226, 232),
    "line": (255, 236, 160),
    "new": (40, 110, 220),
    "supposed": (225, 120, 20),
}
_MAX_PALETTE = 256


@dataclass(frozen=True, slots=True)
class Highlight:
    """Line and cells that a frame points at: the line just looked at, (row, column) of the cells just decided, from 0.

    The line's unknown cells and its numbers' ground are tinted, the cells get a mark: one of a supposition, or of
    knowledge.
    """

    line: Line | None = None
    cells: Collection[tuple[int, int]] = ()
    is_supposed: bool = False


NO_HIGHLIGHT = Highlight()


class Painter:
    """Draws the pictures of one puzzle, all alike in size and palette.

    Raises `TooLargeError` for a sheet of more than `MAX_PIXELS`, or more colours than a palette holds.

    >>> painter = Painter(Puzzle(((1,),), ((1,),)), scale=1)
    >>> painter.paint(("#",)).size == painter.size_px
    True
    """

    def __init__(self, puzzle: Puzzle, scale: int | None = None) -> None:
        self._layout = Layout.of(puzzle)
        self.scale = scale or max(_LEGIBLE_SCALE, best_scale(self._layout))
        if scale is None and prod(self.size_px) > MAX_PIXELS:
            self.scale = 1
        if prod(self.size_px) > MAX_PIXELS:
            what = "a drawing of {width}×{height} pixels is too large"
            raise TooLargeError(what, "draw it as SVG (--svg)", width=self.size_px[0], height=self.size_px[1])
        self._indices: dict[str, int] = {}
        self._colours: list[Rgb] = []
        for name, rgb in [*_CHROME.items(), (BACKGROUND, puzzle.palette.background)]:
            self._enter(name, rgb)
        for colour in puzzle.palette.colours:
            self._enter(colour.key, colour.rgb)
            self._enter("found" + colour.key, pale(colour.rgb))
        self._indices[UNKNOWN] = self._indices["unknown"]

    @property
    def size_px(self) -> tuple[int, int]:
        return self._layout.width * self.scale + 1, self._layout.height * self.scale + 1

    def _enter(self, name: str, rgb: Rgb) -> None:
        if rgb not in self._colours:
            self._colours.append(rgb)
        if len(self._colours) > _MAX_PALETTE:
            raise TooLargeError("more colours than a drawing can have", "draw it as SVG (--svg)")
        self._indices[name] = self._colours.index(rgb)

    def paint(self, picture: Sequence[str], highlight: Highlight = NO_HIGHLIGHT) -> Image.Image:
        """Paint the sheet with this picture (`picture[row]` are the row's cells as keys) as an image with a palette."""
        image = Image.new("P", self.size_px, self._indices["paper"])
        image.putpalette([level for rgb in self._colours for level in rgb])
        draw = ImageDraw.Draw(image)
        if highlight.line is not None:
            self._tint_numbers(draw, highlight.line)
        for number in self._layout.numbers(picture):
            self._paint_number(draw, number)
        for row, cells in enumerate(picture):
            for column, cell in enumerate(cells):
                self._paint_cell(draw, row, column, cell, highlight)
        self._paint_rules(draw)
        return image

    def _paint_cell(self, draw: ImageDraw.ImageDraw, row: int, column: int, cell: str, highlight: Highlight) -> None:
        side = self._layout.cell * self.scale
        x = self._layout.left * self.scale + column * side
        y = self._layout.top * self.scale + row * side
        line = highlight.line
        looked_at = line is not None and line.index == (row if line.axis is Axis.ROW else column)
        colour = self._indices["line" if looked_at and cell == UNKNOWN else cell]
        draw.rectangle((x, y, x + side, y + side), fill=colour)
        if (row, column) in highlight.cells:
            inset = side // 3
            mark = self._indices["supposed" if highlight.is_supposed else "new"]
            draw.rectangle((x + inset, y + inset, x + side - inset, y + side - inset), fill=mark)

    def _tint_numbers(self, draw: ImageDraw.ImageDraw, line: Line) -> None:
        layout, scale = self._layout, self.scale
        first = line.index * layout.cell
        if line.axis is Axis.ROW:
            box = (1, layout.top + first, layout.left, layout.top + first + layout.cell)
        else:
            box = (layout.left + first, 1, layout.left + first + layout.cell, layout.top)
        draw.rectangle([scale * place for place in box], fill=self._indices["line"])

    def _paint_number(self, draw: ImageDraw.ImageDraw, number: Number) -> None:
        scale, key = self.scale, number.group.key
        x, y = number.x * scale, number.y * scale
        ink, strike_ink = self._indices["found" if number.is_found else "ink"], self._indices["strike"]
        if self._layout.puzzle.in_colour:
            fill = self._indices["found" + key if number.is_found else key]
            draw.rectangle((x + 1, y, x + number.width * scale - 1, y + number.height * scale - 1), fill=fill)
            ink = self._indices["paper" if is_dark(self._colours[fill]) else "ink"]
            strike_ink = self._indices["strike in colour"]  # darker than every pale ground, lighter than the digits
        digits = number_width(number.group.length)
        left = x + (number.width - digits) * scale // 2 + (scale + 1) // 2
        top = y + (number.height - DIGIT_HEIGHT) * scale // 2
        if number.is_found:  # under the digits, which stay legible
            strike = (left - scale, top + DIGIT_HEIGHT * scale, left + digits * scale, top - 1)
            draw.line(strike, fill=strike_ink, width=scale)
        for place, digit in enumerate(length_text(number.group.length)):
            for dy, pattern in enumerate(DIGITS[digit]):
                for dx, dot in enumerate(pattern):
                    if dot == "#":
                        dot_x, dot_y = left + (place * ADVANCE + dx) * scale, top + dy * scale
                        draw.rectangle((dot_x, dot_y, dot_x + scale - 1, dot_y + scale - 1), fill=ink)

    def _paint_rules(self, draw: ImageDraw.ImageDraw) -> None:
        for thick in (False, True):  # thick rules lie above thin ones
            before = (self.scale + 1) // 2 if thick else 0
            for ends in self._layout.rules(thick=thick):
                x1, y1, x2, y2 = (end * self.scale for end in ends)
                draw.rectangle((x1 - before, y1 - before, x2, y2), fill=self._indices["ink" if thick else "rule"])


def best_scale(layout: Layout, side_px: int = PREFERRED_SIDE_PX) -> int:
    """Return the scale at which the sheet is at most about `side_px` large, 1 for large ones."""
    return min(MAX_SCALE, max(1, side_px // max(layout.width, layout.height)))
