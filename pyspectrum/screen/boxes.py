"""Boxes around what looks like text in a picture of pixels, whatever its font."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence

from pyspectrum.screen.picture import HEIGHT_PX, WIDTH_PX

_TEXT_HEIGHTS, _LEAST_WIDTH, _BLANK_COLUMNS = range(4, 9), 12, 6
_EDGES_PER_PIXEL = (0.12, 0.95)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two outside of it."""


def pixel_rows(bits: bytes) -> list[int]:
    """Return the 192 pixel rows as numbers of 256 bits."""
    return [int.from_bytes(bits[at : at + WIDTH_PX // 8], "big") for at in range(0, len(bits), WIDTH_PX // 8)]


def text_boxes(rows: Sequence[int]) -> list[Box]:
    """Return the boxes around what looks like lines of text: low, wide, and with many edges."""
    return sorted(
        (box for box in _cut(list(rows), (0, 0, WIDTH_PX, HEIGHT_PX)) if _looks_like_text(rows, box)),
        key=lambda box: (box[1], box[0]),
    )


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
