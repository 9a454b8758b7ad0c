"""A sheet as SVG: sharp at any size, and small."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from harness.drawing.layout import Layout, Number, Sheet, is_thick
from harness.drawing.raster import pale
from harness.puzzle import length_text
from harness.puzzle.palette import BACKGROUND, UNKNOWN, Rgb, is_dark

# attributes instead of a style sheet: the simplest viewers understand them
_FONT = 'font-family="sans-serif" font-size="6.5" text-anchor="middle"'
_FOUND = ' fill="#9696a0" text-decoration="line-through"'
_THIN = 'stroke="#a0a0aa" stroke-width="0.3"'
_THICK = 'stroke="#000" stroke-width="1" stroke-linecap="square"'
_UNKNOWN_FILL = "#e2e2e8"


def build_svg(sheet: Sheet, picture: Sequence[str], unknown_fill: str = _UNKNOWN_FILL) -> str:
    """The sheet with this picture as an SVG document; `picture[row]` are the row's cells as keys.

    `unknown_fill` is the colour of cells that are not known; a sheet to print has it white.

    >>> from harness.puzzle import Puzzle
    >>> build_svg(Sheet.of(Puzzle(((1,),), ((1,),), title="dot")), ("#",)).count("<title>dot</title>")
    1
    """
    layout = sheet.layout()
    width, height = layout.width, layout.height
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{3 * width}"'
        f' height="{3 * height}" role="img">',
        f"<title>{_text(sheet.title or 'crossword')}</title>",
        *draw_sheet(layout, picture, picture, unknown_fill),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def draw_sheet(
    layout: Layout, picture: Sequence[str], crossed_out: Sequence[str], unknown_fill: str = _UNKNOWN_FILL
) -> list[str]:
    """The elements of a drawing in the layout's units: paper, cells, numbers, rules.

    The numbers that are found in `crossed_out` are struck through: in the picture itself, or in one that is empty.
    """
    return [
        f'<rect width="{layout.width}" height="{layout.height}" fill="#fff"/>',
        *_cells(layout, picture, unknown_fill),
        f"<g {_FONT}>",
        *(_number(layout, number) for number in layout.numbers(crossed_out)),
        "</g>",
        _rules(layout, thick=False),
        _rules(layout, thick=True),
    ]


def _cells(layout: Layout, picture: Sequence[str], unknown_fill: str) -> list[str]:
    """A path for each colour: the runs of its cells."""
    palette, side = layout.sheet.palette, layout.cell
    runs: dict[str, list[str]] = {}
    for row, cells in enumerate(picture):
        start = 0
        while start < len(cells):
            end = start
            while end < len(cells) and cells[end] == cells[start]:
                end += 1
            x, y, length = layout.left + start * side, layout.top + row * side, (end - start) * side
            runs.setdefault(cells[start], []).append(f"M{x} {y}h{length}v{side}h-{length}z")
            start = end
    fills = {UNKNOWN: unknown_fill, BACKGROUND: _hex(palette.background)}
    return [
        f'<path fill="{fills.get(key) or _hex(palette.rgb(key))}" d="{"".join(paths)}"/>'
        for key, paths in sorted(runs.items())
    ]


def _number(layout: Layout, number: Number) -> str:
    x, y = number.x + number.width / 2, number.y + number.height - 1.2
    place = f'x="{x:g}" y="{y:g}"'
    if layout.sheet.is_monochrome:
        return f"<text {place}{_FOUND if number.is_found else ''}>{length_text(number.group.length)}</text>"
    rgb = layout.sheet.palette.rgb(number.group.key)
    rgb = pale(rgb) if number.is_found else rgb
    ink = ' fill="#fff"' if is_dark(rgb) else ""
    struck = ' text-decoration="line-through"' if number.is_found else ""
    box = f'x="{number.x + 0.3:g}" y="{number.y}" width="{number.width - 0.6:g}" height="{number.height - 0.3:g}"'
    return f'<rect {box} fill="{_hex(rgb)}"/><text {place}{ink}{struck}>{length_text(number.group.length)}</text>'


def _rules(layout: Layout, *, thick: bool) -> str:
    sheet, side = layout.sheet, layout.cell
    right, bottom = sheet.width * side, sheet.height * side
    path = [
        f"M{layout.left + column * side} {layout.top}v{bottom}"
        for column in range(sheet.width + 1)
        if is_thick(column, sheet.width) is thick
    ]
    path += [
        f"M{layout.left} {layout.top + row * side}h{right}"
        for row in range(sheet.height + 1)
        if is_thick(row, sheet.height) is thick
    ]
    return f'<path {_THICK if thick else _THIN} fill="none" d="{"".join(path)}"/>'


def _hex(rgb: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def _text(title: str) -> str:
    """The title without what XML does not allow."""
    return escape("".join(character for character in title if character.isprintable()))
