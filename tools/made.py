"""Puzzles that are made and not drawn, for the benchmarks: noise, and families known to be hard; always the same."""

from __future__ import annotations

import random

from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import BACKGROUND, Colour, Palette

_INKS = (("k", (0, 0, 0)), ("r", (200, 0, 0)), ("b", (0, 0, 200)), ("g", (0, 150, 0)), ("y", (220, 200, 0)))


def domino_puzzle(count: int) -> Puzzle:
    """The puzzle of `count` dominoes on a diagonal, 2·count+1 cells a side: one solution, hard without learning.

    Source: Josh Greifer's "Domino Logic III" and its kin in Jan Wolter's survey (https://webpbn.com/survey/dom.html).

    >>> domino_puzzle(3).rows
    ((3,), (1,), (3, 1), (1,), (3, 1), (1,), (1,))
    """
    rows = ((3,), *((1,), (3, 1)) * (count - 1), (1,), (1,))
    columns = ((1,), *((1,), (1, 3)) * (count - 1), (1,), (3,))
    return Puzzle(rows, columns, title=f"{count} dominoes")


def noise_puzzle(width: int, height: int, share: float, seed: int, *, smooth: bool = False) -> Puzzle:
    """The puzzle of a picture drawn by chance, the same for the same arguments; `share` is that of black cells.

    If `smooth`, a cell takes the colour that most cells around it have, so that the picture has larger shapes.
    """
    rng = random.Random(seed)
    cells = [[rng.random() < share for _ in range(width)] for _ in range(height)]
    if smooth:
        beside = [[row[at - 1] + row[at] + row[(at + 1) % width] for at in range(width)] for row in cells]
        above_and_below = [(beside[at - 1], beside[at], beside[(at + 1) % height]) for at in range(height)]
        cells = [
            [above + here + below > 4 for above, here, below in zip(*rows, strict=True)] for rows in above_and_below
        ]
    drawn = Grid(tuple("".join("#" if cell else "." for cell in row) for row in cells)).puzzle()
    return Puzzle(drawn.rows, drawn.columns, title=f"noise {width}×{height}, {share:.0%}, {seed}")


def colour_noise(side: int, inks: int, share: float, seed: int, *, smooth: bool = False) -> Puzzle:
    """The same in colour: a square picture drawn by chance, in 1 to 5 `inks` besides the background.

    >>> colour_noise(10, 3, 0.6, 1).used_keys
    'krb'
    """
    rng = random.Random(seed)
    colours = tuple(Colour(key, rgb) for key, rgb in _INKS[:inks])
    keys = "".join(colour.key for colour in colours)
    cells = random_cells(rng, side, side, keys, share)
    drawn = Grid(tuple("".join(row) for row in (smoothed(cells) if smooth else cells))).puzzle(Palette(colours))
    return Puzzle(drawn.rows, drawn.columns, drawn.palette, title=f"noise {side}×{side}, {inks} inks, {seed}")


def random_cells(rng: random.Random, width: int, height: int, keys: str, share: float) -> list[list[str]]:
    """Rows of cells by chance, a `share` of them in one of the colours, which are equally likely."""
    return [[rng.choice(keys) if rng.random() < share else BACKGROUND for _ in range(width)] for _ in range(height)]


def smoothed(cells: list[list[str]]) -> list[list[str]]:
    """A picture with larger shapes: each cell takes the colour that most of the nine in and around it have.

    Of colours that come equally often, the first counts. The picture is closed at its edges.
    """
    height, width = len(cells), len(cells[0])

    def most(row: int, column: int) -> str:
        near = [cells[(row + down) % height][(column + right) % width] for down in (-1, 0, 1) for right in (-1, 0, 1)]
        return max(near, key=near.count)

    return [[most(row, column) for column in range(width)] for row in range(height)]
