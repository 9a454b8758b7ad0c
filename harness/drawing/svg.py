"""A sheet as SVG, sharp at any size, and small; the cassette's inlay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from xml.sax.saxutils import escape

from harness.drawing.layout import Layout, Number, pale, runs_of
from harness.errors import PuzzleError, check_kind
from harness.puzzle import Axis, Grid, Line, Puzzle, length_text
from harness.puzzle.palette import BACKGROUND, UNKNOWN, hex_rgb, is_dark

# attributes instead of a style sheet: the simplest viewers understand them
_FONT = 'font-family="sans-serif" font-size="6.5" text-anchor="middle"'
_FOUND = ' fill="#9696a0" text-decoration="line-through"'
_THIN = 'stroke="#a0a0aa" stroke-width="0.3"'
_THICK = 'stroke="#000" stroke-width="1" stroke-linecap="square"'
_UNKNOWN_FILL, _LINE_FILL, _NEW_FILL = "#e2e2e8", "#ffeca0", "#286edc"
_PLACE = "{{front}}"  # mark in a sheet for the crossword: a box on the front, by its middle and its size
_FRONT_MIDDLE = (61.0, 53.0)
_FRONT_SIZE = (52.0, 60.0)


def build_svg(
    puzzle: Puzzle,
    picture: Sequence[str] | Grid | None = None,
    unknown_fill: str = _UNKNOWN_FILL,
    *,
    line: Line | None = None,
    cells: Collection[tuple[int, int]] = (),
) -> str:
    """Draw the sheet of a puzzle as an SVG document, with its clues and a picture.

    Args:
        picture: `picture[row]` are the row's cells as keys (None: no cell is known).
        unknown_fill: the colour of cells that are not known; a sheet to print has it white.
        line: the line whose clue is marked.
        cells: (row, column), from 0, of the cells that are marked.

    Raises:
        PuzzleError: a picture of another size, or with another colour, than the puzzle.

    >>> import harness
    >>> dot = harness.Puzzle([[1]], [[1]], title="dot")
    >>> harness.draw(dot, ["#"]).count("<title>dot</title>")
    1
    """
    check_kind("puzzle", puzzle, Puzzle)
    shown = Grid.unknown(puzzle.width, puzzle.height) if picture is None else Grid.of(picture)
    shown.check_fits(puzzle)
    keys = puzzle.keys + UNKNOWN
    if wrong := set("".join(shown.rows)) - set(keys):
        raise PuzzleError("the picture has a cell {cell!r}", "use one of {keys}", cell=min(wrong), keys=keys)
    layout = Layout.of(puzzle)
    paper, *drawn = _draw_sheet(layout, shown.rows, shown.rows, unknown_fill)
    tint = () if line is None else (_tint(layout, line),)
    drawn = [paper, *tint, *drawn, *(_mark(layout, row, column) for row, column in cells)]
    return svg_document(layout.width, layout.height, 3, puzzle.title or "crossword", drawn)


def _mark(layout: Layout, row: int, column: int) -> str:
    side = layout.cell / 3
    x, y = layout.left + column * layout.cell + side, layout.top + row * layout.cell + side
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{_NEW_FILL}"/>'


def _tint(layout: Layout, line: Line) -> str:
    """Colour the ground of a line's clue."""
    first, side = line.index * layout.cell, layout.cell
    if line.axis is Axis.ROW:
        box = f'y="{layout.top + first}" width="{layout.left}" height="{side}"'
    else:
        box = f'x="{layout.left + first}" width="{side}" height="{layout.top}"'
    return f'<rect {box} fill="{_LINE_FILL}"/>'


def svg_document(width: float, height: float, scale: int, title: str, parts: Iterable[str]) -> str:
    """Make an SVG document of its elements, shown with `scale` pixels a unit."""
    size = f'viewBox="0 0 {width} {height}" width="{scale * width}" height="{scale * height}"'
    shown = escape("".join(character for character in title if character.isprintable()))  # as XML allows no other
    head = ['<?xml version="1.0" encoding="UTF-8"?>', f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">']
    return "\n".join([*head, f"<title>{shown}</title>", *parts, "</svg>", ""])


def build_inlay(puzzle: Puzzle, picture: Sequence[str], language: str) -> str:
    """Draw the cassette's inlay, a J-card, on a sheet of A4 to print, cut and fold; a solved crossword is its front.

    The sheets are `inlay.en.svg` and `inlay.ru.svg` beside this module: edit them as drawings. From the left, in
    millimetres: the flap behind the cassette, the spine, the front, and two panels that are folded in behind it.
    """
    from importlib.resources import files  # which loads much of Python

    layout = Layout.of(puzzle)
    scale = min(_FRONT_SIZE[0] / layout.width, _FRONT_SIZE[1] / layout.height)
    x, y = _FRONT_MIDDLE[0] - layout.width * scale / 2, _FRONT_MIDDLE[1] - layout.height * scale / 2
    drawn = "\n".join(_draw_sheet(layout, picture, Grid.unknown(puzzle.width, puzzle.height).rows))
    front = f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">\n{drawn}\n</g>'
    return files("harness.drawing").joinpath(f"inlay.{language}.svg").read_text("utf-8").replace(_PLACE, front)


def _draw_sheet(
    layout: Layout, picture: Sequence[str], crossed_out: Sequence[str], unknown_fill: str = _UNKNOWN_FILL
) -> list[str]:
    """Return paper, cells, numbers and rules in the layout's units; numbers found in `crossed_out` are struck."""
    return [
        f'<rect width="{layout.width}" height="{layout.height}" fill="#fff"/>',
        *_cells(layout, picture, unknown_fill),
        f"<g {_FONT}>",
        *(_number(layout, number) for number in layout.numbers(crossed_out)),
        "</g>",
        *(_rules(layout, thick=thick) for thick in (False, True)),
    ]


def _cells(layout: Layout, picture: Sequence[str], unknown_fill: str) -> list[str]:
    """Return a path for each colour: the runs of its cells."""
    palette, side = layout.puzzle.palette, layout.cell
    paths: dict[str, list[str]] = {}
    for key, row, start, count in runs_of(picture):
        x, y, length = layout.left + start * side, layout.top + row * side, count * side
        paths.setdefault(key, []).append(f"M{x} {y}h{length}v{side}h-{length}z")
    fills = {UNKNOWN: unknown_fill, BACKGROUND: hex_rgb(palette.background).lower()}
    return [
        f'<path fill="{fills.get(key) or hex_rgb(palette.rgb(key)).lower()}" d="{"".join(path)}"/>'
        for key, path in sorted(paths.items())
    ]


def _number(layout: Layout, number: Number) -> str:
    x, y = number.x + number.width / 2, number.y + number.height - 1.2
    place = f'x="{x:g}" y="{y:g}"'
    if not layout.puzzle.in_colour:
        return f"<text {place}{_FOUND if number.is_found else ''}>{length_text(number.group.length)}</text>"
    rgb, length = layout.puzzle.palette.rgb(number.group.key), length_text(number.group.length)
    rgb = pale(rgb) if number.is_found else rgb
    ink = ' fill="#fff"' if is_dark(rgb) else ""
    struck = ' text-decoration="line-through"' if number.is_found else ""
    box = f'x="{number.x + 0.3:g}" y="{number.y}" width="{number.width - 0.6:g}" height="{number.height - 0.3:g}"'
    return f'<rect {box} fill="{hex_rgb(rgb).lower()}"/><text {place}{ink}{struck}>{length}</text>'


def _rules(layout: Layout, *, thick: bool) -> str:
    ends = layout.rules(thick=thick)
    path = "".join(f"M{x} {y}" + (f"v{end_y - y}" if x == end_x else f"h{end_x - x}") for x, y, end_x, end_y in ends)
    return f'<path {_THICK if thick else _THIN} fill="none" d="{path}"/>'
