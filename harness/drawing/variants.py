"""The tree of variants as lines of text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from harness.drawing.svg import svg_document
from harness.puzzle.variants import Variant, VariantEnd

MAX_LINES = 200  # lines that a terminal is given; the tree may have thousands
MAX_DRAWN = 400  # variants in a drawing

_FILLS = {"#": "#000", "?": "#e2e2e8"}
_FRAMES = {
    VariantEnd.FORK: "#a0a0aa",
    VariantEnd.SOLUTION: "#189a4a",
    VariantEnd.DEAD_END: "#d03030",
    VariantEnd.OPEN: "#e0a020",
}
_CELL, _GAP_X, _GAP_Y = 4, 90, 22
_FONT = 'font-family="sans-serif" font-size="7"'


def sentence_of(variant: Variant) -> str:
    """Tell what was supposed and how it ended.

    >>> sentence_of(Variant((True,), (0, 2), VariantEnd.DEAD_END, None))
    'row 1, column 3 black: dead end'
    """
    followed = len(variant.followed)
    end = {
        VariantEnd.FORK: f"{variant.grid.unknown_count if variant.grid else 0} open",
        VariantEnd.SOLUTION: "a solution",
        VariantEnd.DEAD_END: "dead end",
        VariantEnd.OPEN: "not walked",
    }[variant.end]
    if variant.cell is None:
        return f"by line logic: {end}"
    row, column = variant.cell
    what = f"row {row + 1}, column {column + 1} {'black' if variant.path[-1] else 'white'}: "
    if variant.grid is not None:
        what += f"{followed} cell{' follows' if followed == 1 else 's follow'}, "
    return what + end


def tree_lines(tree: Sequence[Variant]) -> list[str]:
    """Return the tree as text, a variant a line.

    >>> leaf = Variant((False,), (0, 0), VariantEnd.DEAD_END, None)
    >>> tree_lines([Variant((), None, VariantEnd.OPEN, None), Variant((True,), (0, 0), VariantEnd.OPEN, None), leaf])
    ['by line logic: not walked', '├─ row 1, column 1 black: not walked', '└─ row 1, column 1 white: dead end']
    """
    lines = []
    for variant in tree[:MAX_LINES]:
        # black comes first, so a branch continues below each black one
        stems = "".join("│  " if is_black else "   " for is_black in variant.path[:-1])
        joint = ("├─ " if variant.path[-1] else "└─ ") if variant.path else ""
        lines.append(stems + joint + sentence_of(variant))
    if len(tree) > MAX_LINES:
        lines.append(f"… and {len(tree) - MAX_LINES} more (--json has all)")
    return lines


def build_tree_svg(tree: Sequence[Variant], width: int, height: int, title: str) -> str:
    """Draw the tree as an SVG document, the root at the left, a small picture for each variant up to `MAX_DRAWN`.

    The frame is green for a solution, red for a dead end, yellow for a variant that was not walked. The sides of the
    crossword are in cells.
    """
    drawn = tree[:MAX_DRAWN]
    step_x, step_y = width * _CELL + _GAP_X, height * _CELL + _GAP_Y
    places = _places(drawn)
    rows = 1 + max(int(level) for level in places.values())
    columns = 1 + max(len(variant.path) for variant in drawn)
    size_x, size_y = columns * step_x, rows * step_y + _GAP_Y
    parts = [f'<rect width="{size_x}" height="{size_y}" fill="#fff"/>']
    for variant in drawn:
        x, y = len(variant.path) * step_x + 4, places[variant.path] * step_y + _GAP_Y / 2
        middle = y + height * _CELL / 2
        if variant.path:
            start = places[variant.path[:-1]] * step_y + _GAP_Y / 2 + height * _CELL / 2
            left = x - _GAP_X
            parts.append(f'<path fill="none" stroke="#888" d="M{left} {start:g}L{left + 12} {middle:g}H{x}"/>')
            row, column = variant.cell or (0, 0)
            text = f"r{row + 1} c{column + 1} {'black' if variant.path[-1] else 'white'}"
            parts.append(f'<text {_FONT} x="{left + 14}" y="{middle - 2:g}">{text}</text>')
        parts.append(f"<g><title>{escape(sentence_of(variant))}</title>{_picture(variant, x, y, width, height)}</g>")
    if len(tree) > len(drawn):
        left_out = f"{len(tree) - len(drawn)} more variants are left out"
        parts.append(f'<text {_FONT} x="4" y="{size_y - 2}">{left_out}</text>')
    return svg_document(size_x, size_y, 2, title, parts)


def _places(drawn: Sequence[Variant]) -> dict[tuple[bool, ...], float]:
    """Return the height of each variant, in pictures: leaves below one another, a fork between its two variants."""
    places: dict[tuple[bool, ...], float] = {}
    below: dict[tuple[bool, ...], list[float]] = {}
    leaves = 1 + sum(len(after.path) <= len(one.path) for one, after in pairwise(drawn))
    for variant in reversed(drawn):
        if found := below.get(variant.path):
            place = sum(found) / len(found)
        else:
            leaves -= 1
            place = float(leaves)
        places[variant.path] = place
        if variant.path:
            below.setdefault(variant.path[:-1], []).append(place)
    return places


def _picture(variant: Variant, x: float, y: float, width: int, height: int) -> str:
    side_x, side_y = width * _CELL, height * _CELL
    frame = _FRAMES[variant.end]
    parts = [f'<rect x="{x:g}" y="{y:g}" width="{side_x}" height="{side_y}" fill="#fff" stroke="{frame}"/>']
    if variant.grid is None:
        sign = "×" if variant.end is VariantEnd.DEAD_END else "…"
        place = f'x="{x + side_x / 2 - 2:g}" y="{y + side_y / 2 + 2:g}"'
        return "".join([*parts, f'<text {_FONT} fill="{frame}" {place}>{sign}</text>'])
    for key, fill in _FILLS.items():
        path = "".join(
            f"M{x + column * _CELL:g} {y + row * _CELL:g}h{_CELL}v{_CELL}h-{_CELL}z"
            for row, cells in enumerate(variant.grid.rows)
            for column, cell in enumerate(cells)
            if cell == key
        )
        if path:
            parts.append(f'<path fill="{fill}" d="{path}"/>')
    if variant.cell is not None:
        row, column = variant.cell
        dot_x, dot_y = x + (column + 0.5) * _CELL, y + (row + 0.5) * _CELL
        parts.append(f'<circle cx="{dot_x:g}" cy="{dot_y:g}" r="1.2" fill="#e17814"/>')
    return "".join(parts)
