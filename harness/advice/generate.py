"""Random crosswords, in colour or in black and white, with one solution on request; the same seed gives the same one.

Cells are drawn one by one and then smoothed, so that groups come about instead of noise. Where the puzzle must have one
solution, the picture is mended: in places that its solutions differ about, background cells are coloured as a neighbour
is, until there is one solution. No clock is looked at, so that a seed always gives the same puzzle: line analyses are
counted instead, and a puzzle that takes too many of them counts as not unique.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, replace

from harness.errors import UsageError
from harness.formats.colours import KEYS, spare_rgb
from harness.formats.quantise import MAX_COLOURS
from harness.puzzle import MAX_SIDE, AnyPuzzle, ColourGrid, differing_cells
from harness.puzzle.palette import BACKGROUND, BLACK, UNKNOWN, Colour, Palette
from harness.solver.budget import Budget
from harness.solver.colour_search import ColourProbe, ColourResult
from harness.solver.result import Outcome, Stop

MAX_LOOKS = 4_000
"""Analyses of lines, at most, to see whether a picture's puzzle has one solution."""

MAX_LOOKS_IN_ALL = 100_000
"""Analyses of lines, about, in search of a picture with one solution: some ten seconds' work."""

_MENDED_SHARE = 1 / 20
"""The share of the cells in doubt that is changed before the puzzle is solved again."""


@dataclass(frozen=True, slots=True)
class RandomOptions:
    """What a random puzzle should be like.

    Attributes:
        width, height: in cells, 1 to `MAX_SIDE`.
        colours: the background among them, 2 to `MAX_COLOURS`; 2 is black on white.
        density: the part of the cells that are not background before smoothing, 0 to 1.
        smooth: how often each cell takes the colour that is most frequent around it.
        unique: whether it must have exactly one solution.

    Raises:
        UsageError: a number out of its range.
    """

    width: int = 20
    height: int = 20
    colours: int = 2
    density: float = 0.5
    smooth: int = 1
    unique: bool = False

    def __post_init__(self) -> None:
        for what, number, least, most in (
            ("width", self.width, 1, MAX_SIDE),
            ("height", self.height, 1, MAX_SIDE),
            ("number of colours", self.colours, 2, MAX_COLOURS),
            ("density", self.density, 0, 1),
            ("number of smoothings", self.smooth, 0, 100),
        ):
            if not least <= number <= most:
                raise UsageError(f"a {what} of {number}; choose {least} to {most}")


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """A puzzle with the picture it was made of as its goal, and how the attempt to solve it ended."""

    puzzle: AnyPuzzle
    outcome: Outcome


def random_puzzle(options: RandomOptions, seed: int) -> RandomPuzzle:
    """A random puzzle; black on white is a `Puzzle`, anything else a `ColourPuzzle`.

    Raises:
        UsageError: no puzzle with one solution was found where one was asked for.

    >>> made = random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    >>> made.puzzle.width, made.puzzle.height, made.outcome
    (8, 5, <Outcome.UNIQUE: 'unique'>)
    >>> made == random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    True
    """
    lot = random.Random(seed)
    palette = _palette(options.colours)
    grid = draw_picture(options, lot)
    result = _solve(grid, palette)
    looks = result.line_calls
    while options.unique and result.outcome is not Outcome.UNIQUE:
        if looks > MAX_LOOKS_IN_ALL:
            raise UsageError(
                f"no puzzle of {options.width}×{options.height} with one solution was found with the seed {seed}; "
                "choose another seed, a higher density or a smaller size"
            )
        grid = _mended(grid, result, lot)
        result = _solve(grid, palette)
        looks += result.line_calls
    puzzle = replace(grid.puzzle(palette), title=f"random {seed}", source=f"random, seed {seed}")
    plain = puzzle.black_and_white() if puzzle.is_black_on_white else puzzle
    return RandomPuzzle(plain, result.outcome)


def draw_picture(options: RandomOptions, lot: random.Random) -> ColourGrid:
    """A random picture, with the keys of `harness.formats.colours.KEYS` for its colours."""
    keys = KEYS[: options.colours - 1]
    cells = [
        [lot.choice(keys) if lot.random() < options.density else BACKGROUND for _ in range(options.width)]
        for _ in range(options.height)
    ]
    for _ in range(options.smooth):
        cells = [
            [_most_frequent(_around(cells, row, column), lot) for column in range(options.width)]
            for row in range(options.height)
        ]
    return ColourGrid(tuple("".join(row) for row in cells))


def _palette(colours: int) -> Palette:
    if colours == 2:
        return Palette((Colour(KEYS[0], BLACK, "black"),))
    looks = itertools.islice(spare_rgb(()), colours - 1)
    return Palette(tuple(Colour(key, rgb) for key, rgb in zip(KEYS, looks, strict=False)))


def _solve(grid: ColourGrid, palette: Palette) -> ColourResult:
    # without a SAT solver, whose next version may find other solutions first
    return ColourProbe().solve(grid.puzzle(palette), budget=Budget(max_line_calls=MAX_LOOKS))


def _mended(grid: ColourGrid, result: ColourResult, lot: random.Random) -> ColourGrid:
    """The picture with some cells changed that keep its puzzle from having one solution."""
    differing = {cell for other in result.solutions for cell in differing_cells(grid.rows, other.rows)}
    doubtful = sorted(differing)
    if result.stopped in (Stop.TIMEOUT, Stop.MEMORY) or not doubtful:  # then what line logic leaves open is in doubt
        cells = itertools.product(range(grid.height), range(grid.width))
        doubtful = [(row, column) for row, column in cells if result.fixpoint[row][column] == UNKNOWN]
    blank = [(row, column) for row, column in doubtful if grid[row][column] == BACKGROUND]
    rows = [list(cells_of_row) for cells_of_row in grid.rows]
    choice = blank or doubtful
    for row, column in lot.sample(choice, 1 + int(len(choice) * _MENDED_SHARE)):
        near = [key for key in _around(rows, row, column) if key not in (BACKGROUND, rows[row][column])]
        rows[row][column] = lot.choice(near) if near else (KEYS[0] if blank else BACKGROUND)
    return ColourGrid(tuple("".join(cells_of_row) for cells_of_row in rows))


def _around(cells: list[list[str]], row: int, column: int) -> list[str]:
    """The cell and those that touch it, corners included."""
    rows = cells[max(0, row - 1) : row + 2]
    return [cell for line in rows for cell in line[max(0, column - 1) : column + 2]]


def _most_frequent(cells: list[str], lot: random.Random) -> str:
    counted = Counter(cells)
    most = max(counted.values())
    return lot.choice(sorted(cell for cell, count in counted.items() if count == most))
