"""Random lines: clue, and what is known of the cells."""

from __future__ import annotations

import random
from typing import NamedTuple


class Line(NamedTuple):
    """A line to analyse: sets of known cells as integers, bit 0 the leftmost cell."""

    length: int
    clue: tuple[int, ...]
    black: int
    white: int


def clue_of(length: int, picture: int) -> tuple[int, ...]:
    """The lengths of the black groups of a line of which everything is known.

    >>> clue_of(6, 0b011101)
    (1, 3)
    """
    cells = "".join("#" if picture >> cell & 1 else " " for cell in range(length))
    return tuple(len(group) for group in cells.split())


def all_states(length: int) -> list[tuple[int, int]]:
    """Every state of a line: each cell unknown, black or white."""
    pairs = [(0, 0)]
    for cell in range(length):
        pairs = [
            (black | now_black << cell, white | now_white << cell)
            for black, white in pairs
            for now_black, now_white in ((0, 0), (1, 0), (0, 1))
        ]
    return pairs


def random_picture(generator: random.Random, length: int) -> int:
    """A line with groups of many kinds of length: from specks to long runs."""
    mean_run = generator.choice((1.2, 2, 3, 6, 15))
    density = generator.choice((0.3, 0.5, 0.7))
    picture, colour = 0, generator.random() < density
    for cell in range(length):
        picture |= colour << cell
        if generator.random() < 1 / mean_run:
            colour = generator.random() < density
    return picture


def random_line(generator: random.Random, *, length: int | None = None, contradictions: float = 0.1) -> Line:
    """A line of up to 62 cells in some state of being solved.

    Known cells are uncovered singly, in runs or from the ends; in about `contradictions` of the lines the clue is
    another line's, or cells are turned over, so that most of these have no arrangement.
    """
    length = length or generator.choice((generator.randint(1, 62), generator.randint(1, 62), generator.randint(50, 62)))
    picture = random_picture(generator, length)
    clue = clue_of(length, picture)
    known, share = 0, generator.random() ** 2
    how = generator.randrange(4)
    uncovered = generator.random() < share
    for cell in range(length):
        if how == 0 or (how == 1 and generator.random() < 0.25):
            uncovered = generator.random() < share
        elif how == 2:
            uncovered = not length * share / 2 <= cell < length * (1 - share / 2)
        known |= uncovered << cell
    if generator.random() < contradictions:
        if generator.random() < 0.5:
            clue = clue_of(length, random_picture(generator, length))
        for _ in range(generator.randint(1, 3)):
            cell = generator.randrange(length)
            picture ^= 1 << cell
            known |= 1 << cell
    return Line(length, clue, known & picture, known & ~picture)
