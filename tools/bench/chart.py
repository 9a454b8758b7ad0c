"""A drawing of time over size, both as logarithms, so that a power of the size is a straight line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

WIDTH, HEIGHT, EDGE = 640, 400, 60
_INKS = ("#c0392b", "#2471a3", "#1e8449", "#7d3c98", "#b9770e")

Points = Sequence[tuple[float, float]]
"""Cells and milliseconds."""


def build_chart(lines: Mapping[str, Points]) -> str:
    """Return an SVG with a line for each name.

    >>> build_chart({"fast": [(100, 0.1), (10000, 10)]}).count("<polyline")
    1
    """
    across = [log10(cells) for points in lines.values() for cells, _ in points]
    down = [log10(ms) for points in lines.values() for _, ms in points]
    left, right, bottom, top = floor(min(across)), ceil(max(across)), floor(min(down)), ceil(max(down))

    def place(cells: float, ms: float) -> tuple[float, float]:
        x = EDGE + (log10(cells) - left) / (right - left) * (WIDTH - 2 * EDGE)
        return x, HEIGHT - EDGE - (log10(ms) - bottom) / (top - bottom) * (HEIGHT - 2 * EDGE)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    ]
    for power in range(left, right + 1):
        x, y = place(10.0**power, 10.0**bottom)
        parts.append(f'<path d="M{x:.1f} {y:.1f}V{EDGE}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{y + 20:.1f}" text-anchor="middle">{10**power:,} cells</text>')
    for power in range(bottom, top + 1):
        x, y = place(10.0**left, 10.0**power)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - EDGE}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g} ms</text>')
    for number, (name, points) in enumerate(lines.items()):
        ink = _INKS[number % len(_INKS)]
        drawn = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{ink}" stroke-width="2"/>')
        parts.append(f'<text x="{EDGE + 12}" y="{EDGE + 18 * (number + 1)}" fill="{ink}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])
