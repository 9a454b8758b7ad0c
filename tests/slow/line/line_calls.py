"""The line analyses that solving a picture takes: the calls on which the speed of the line code is measured.

Rows from the top, then columns from the left, each when something changed in it, as the program goes about it; it
stops where lines alone lead no further.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.slow.line.line_lines import Line, clue_of
from tests.slow.line.line_reference import solve_by_automaton

Grid = list[list[bool]]  # picture[row][column], row 0 on top


def random_picture(dice: random.Random, width: int, height: int) -> Grid:
    """Cells black or white by chance, half to two thirds of them black."""
    density = dice.choice((0.5, 0.6, 0.7))
    return [[dice.random() < density for _ in range(width)] for _ in range(height)]


def blob_picture(dice: random.Random, width: int, height: int) -> Grid:
    """Smoothed noise, the darker half or so of it black: blobs, as in a drawing."""
    noise = [[dice.random() for _ in range(width)] for _ in range(height)]
    for _ in range(2):
        noise = [[_mean_around(noise, row, column) for column in range(width)] for row in range(height)]
    levels = sorted(level for row in noise for level in row)
    threshold = levels[int(len(levels) * (1 - dice.choice((0.4, 0.5, 0.6))))]
    return [[level >= threshold for level in row] for row in noise]


def _mean_around(noise: list[list[float]], row: int, column: int) -> float:
    rows = range(max(0, row - 1), min(len(noise), row + 2))
    columns = range(max(0, column - 1), min(len(noise[0]), column + 2))
    return sum(noise[r][c] for r in rows for c in columns) / (len(rows) * len(columns))


def line_calls(picture: Grid) -> Iterator[Line]:
    """Every line analysis of the row and column loop on a picture, in order."""
    height, width = len(picture), len(picture[0])
    lines = (picture, [list(column) for column in zip(*picture, strict=True)])
    clues = [[clue_of(len(line), sum(cell << at for at, cell in enumerate(line))) for line in side] for side in lines]
    black, white = [[0] * height, [0] * width], [[0] * height, [0] * width]
    marked = [set(range(height)), set(range(width))]
    while any(marked):
        for side, length in enumerate((width, height)):
            for number in sorted(marked[side]):
                line = Line(length, clues[side][number], black[side][number], white[side][number])
                yield line
                answer = solve_by_automaton(*line)
                assert answer is not None
                found = (answer[0] | answer[1]) & ~(line.black | line.white)
                black[side][number], white[side][number] = answer
                for at in range(length):
                    if found >> at & 1:
                        (black if answer[0] >> at & 1 else white)[1 - side][at] |= 1 << number
                        marked[1 - side].add(at)
            marked[side] = set()


def workload(width: int, height: int, kind: str) -> list[Line]:
    """The analyses of a fixed set of pictures of one size; `kind` is ``random`` or ``blob``."""
    dice = random.Random(f"{width}x{height} {kind}")
    draw = {"random": random_picture, "blob": blob_picture}[kind]
    pictures = (draw(dice, width, height) for _ in range(6_000 // (width * height) + 2))
    return [line for picture in pictures for line in line_calls(picture)]
