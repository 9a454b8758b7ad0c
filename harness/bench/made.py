"""Puzzles that are made and not drawn, for the benchmarks: noise, and families known to be hard; always the same."""

from __future__ import annotations

import random

from harness.puzzle import Grid, Puzzle


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
    """The puzzle of a picture drawn by chance, the same for the same arguments.

    Args:
        share: of black cells.
        smooth: a cell takes the colour that most cells around it have, so that the picture has larger shapes.
    """
    rng = random.Random(seed)
    cells = [[rng.random() < share for _ in range(width)] for _ in range(height)]
    if smooth:
        around = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        cells = [
            [
                sum(cells[(row + down) % height][(column + right) % width] for down, right in around) > 4
                for column in range(width)
            ]
            for row in range(height)
        ]
    drawn = Grid(tuple("".join("#" if cell else "." for cell in row) for row in cells)).clues()
    return Puzzle(drawn.rows, drawn.columns, title=f"noise {width}×{height}, {share:.0%}, {seed}")
