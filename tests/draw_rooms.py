"""Draws the rooms of both packages as the imports make them: ``python -m tests.draw_rooms`` writes them to docs/images.

A room stands above all that it imports. An arrow is left out where others lead to the same room anyway.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from html import escape
from itertools import pairwise

from tests.house import PLAN, ROOT, read_sources

PICTURES = {
    "harness": ROOT / "docs" / "images" / "rooms.svg",
    "pyspectrum": ROOT / "docs" / "images" / "rooms-pyspectrum.svg",
}
"""Each package, and where its rooms are drawn."""
LEAST_WIDTH, BOX_WIDTH, BOX_HEIGHT, FLOOR_HEIGHT, MARGIN = 960, 224, 58, 104, 20
FROM_LEFT = (
    "drawing",
    "advice",
    "verdict",
    "solver",
    "formats",
    "spectrum",
    "lettering",
    "errors",
    "tape",
    "keyboard",
    "screen",
    "sound",
    "basic",
    "assembler",
    "memory",
)
"""Rooms from left to right; those not named here stand further right."""

STYLE = """
  rect { fill: #fffdf5; stroke: #33415c; stroke-width: 1.5 }
  .machine rect { fill: #e8eefc }
  text { font-family: sans-serif; text-anchor: middle; fill: #1b2233 }
  .name { font-size: 17px; font-weight: bold }
  .what { font-size: 10.5px }
  path { fill: none; stroke: #6b7a99; stroke-width: 1.4; marker-end: url(#head) }
"""


def arrows_of(package: str) -> dict[str, set[str]]:
    """Each room of a package with those that it imports from, `pyspectrum` among them for `harness`."""
    prefix = f"{package}."
    arrows = {
        room.removeprefix(prefix): {other.removeprefix(prefix) for other in others}
        for room, others in PLAN.items()
        if room.startswith(prefix)
    }
    return arrows | {other: set() for others in arrows.values() for other in others if other not in arrows}


def floors(arrows: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the floor of each room: one above the highest that it imports."""
    height: dict[str, int] = {}
    while len(height) < len(arrows):
        height |= {
            room: 1 + max((height[other] for other in others), default=-1)
            for room, others in arrows.items()
            if room not in height and others <= height.keys()
        }
    return height


def shortened(arrows: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows without those that a way through other rooms makes needless."""

    def reached(room: str) -> set[str]:
        return arrows[room].union(*(reached(other) for other in arrows[room]))

    return [
        (here, there)
        for here, others in arrows.items()
        for there in sorted(others)
        if not any(there in reached(other) for other in others)
    ]


def purpose(package: str, room: str, sources: Mapping[str, str]) -> str:
    """The beginning of the room's own docstring, up to the first stop."""
    module = f"{package}.{room}" if f"{package}.{room}" in sources else room
    return re.split(r"[:;.](?:\s|$)", ast.get_docstring(ast.parse(sources[module])) or "")[0].replace("``", "")


def draw_rooms(package: str, sources: Mapping[str, str]) -> str:
    """The picture of a package's rooms, as SVG."""
    arrows = arrows_of(package)
    height = floors(arrows)
    top = max(height.values())
    most = max(Counter(height.values()).values())
    width = max(LEAST_WIDTH, most * (BOX_WIDTH + MARGIN) + MARGIN)
    total = 2 * MARGIN + FLOOR_HEIGHT * top + BOX_HEIGHT
    places = {}
    for floor in range(top + 1):
        row = sorted((room for room in height if height[room] == floor), key=_from_left)
        for number, room in enumerate(row):
            gap = (width - BOX_WIDTH * len(row)) / (len(row) + 1)
            places[room] = (round(gap + (BOX_WIDTH + gap) * number), MARGIN + FLOOR_HEIGHT * (top - floor))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}">',
        f"<title>The rooms of {package} and what each imports</title>",
        f"<style>{STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<polygon points="0,0 8,4 0,8" fill="#6b7a99"/></marker>',
        f'<rect width="{width}" height="100%" style="fill: #fff; stroke: none"/>',
    ]
    for here, there in shortened(arrows):
        (x, y), (to_x, to_y) = places[here], places[there]
        x, y, to_x = x + BOX_WIDTH // 2, y + BOX_HEIGHT, to_x + BOX_WIDTH // 2
        middle = (y + to_y) // 2
        parts.append(f'<path d="M{x},{y} C{x},{middle} {to_x},{middle} {to_x},{to_y}"/>')
    for room, (x, y) in places.items():
        lines = _two_lines(purpose(package, room, sources))
        middle = x + BOX_WIDTH // 2
        parts.append(f"<g{' class=' + chr(34) + 'machine' + chr(34) if room == 'pyspectrum' else ''}>")
        parts.append(f'<rect x="{x}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>')
        parts.append(f'<text class="name" x="{middle}" y="{y + 20}">{room}</text>')
        parts += [
            f'<text class="what" x="{middle}" y="{y + 36 + 14 * number}">{escape(line)}</text>'
            for number, line in enumerate(lines)
        ]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _from_left(room: str) -> int:
    return FROM_LEFT.index(room) if room in FROM_LEFT else len(FROM_LEFT)


def _two_lines(text: str) -> list[str]:
    """The text broken near its middle if it is too long for one line.

    >>> _two_lines("short"), _two_lines("The values that everything else is about")
    (['short'], ['The values that', 'everything else is about'])
    """
    if len(text) <= 38:
        return [text]
    words = text.split()
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut, _ in pairwise(range(1, len(words) + 1))]
    return list(min(cuts, key=lambda cut: max(map(len, cut))))


if __name__ == "__main__":
    for package, path in PICTURES.items():
        path.write_text(draw_rooms(package, read_sources()), encoding="utf-8")
