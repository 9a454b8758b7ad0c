"""Random crosswords, in colour or in black and white, with one solution on request; the same seed gives the same one.

Cells are drawn one by one and then smoothed, so that groups come about instead of noise. Where the puzzle must have one
solution, the picture is mended: in places that its solutions differ about, background cells are coloured as a neighbour
is, until there is one solution. Where it must have a certain difficulty, cells are changed by chance, and what comes no
nearer to it is dropped. No clock is looked at, so that a seed always gives the same puzzle: line analyses are counted
instead, and a puzzle that takes too many of them counts as not unique.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, replace

from harness.advice.difficulty import Standing, Wanted, standing_of
from harness.errors import UsageError
from harness.formats.colours import KEYS, spare_rgb
from harness.formats.quantise import MAX_COLOURS
from harness.puzzle import MAX_SIDE, AnyPuzzle, ColourGrid, differing_cells
from harness.puzzle.palette import BACKGROUND, BLACK, UNKNOWN, Colour, Palette
from harness.solver.budget import Budget
from harness.solver.colour_search import ColourProbe, ColourResult
from harness.solver.result import Difficulty, Outcome, Stop

MAX_LOOKS = 4_000
"""Analyses of lines, at most, to see whether a picture's puzzle has one solution."""

MAX_LOOKS_IN_ALL = 100_000
"""Analyses of lines, about, in search of a picture with one solution: some ten seconds' work."""

MAX_LOOKS_FOR_DIFFICULTY = 300_000
"""The same in search of one of a certain difficulty."""

_MOST_CHANGES = 150
"""Changes tried on a picture before it is given up for another."""

_MENDING = 0.5
"""How often a picture with several solutions is mended, rather than changed by chance, on the way to a difficulty."""

_MEND_DIFFICULTY = "choose another seed, difficulty, density or size"

_TRIED = 100
"""What every picture counts beside its looks, so that tiny ones, which take few, are not tried for minutes."""

_EXPLAINED = 4
"""A look at a line by the rules of people takes as long as about so many others."""

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
        difficulty: how hard it must be, if that matters; `difficulty.DIFFICULTIES` has the names.

    Raises:
        UsageError: a number out of its range.
    """

    width: int = 20
    height: int = 20
    colours: int = 2
    density: float = 0.5
    smooth: int = 1
    unique: bool = False
    difficulty: str | None = None

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
        if self.difficulty is None:
            return
        wanted = Wanted(self.difficulty)
        if self.unique and not wanted.is_unique:
            raise UsageError(f"a puzzle with one solution is not of the difficulty {self.difficulty}; choose another")
        if wanted.needs_rules and self.colours > 2:
            classes = ", ".join(kind.value for kind in Difficulty)
            raise UsageError(
                f"the difficulty {self.difficulty} is for black and white; in colour choose one of: {classes}"
            )


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """A puzzle with the picture it was made of as its goal, and how the attempt to solve it ended."""

    puzzle: AnyPuzzle
    outcome: Outcome


def random_puzzle(options: RandomOptions, seed: int) -> RandomPuzzle:
    """A random puzzle; black on white is a `Puzzle`, anything else a `ColourPuzzle`.

    Raises:
        UsageError: no puzzle with one solution, or of the difficulty, was found where one was asked for.

    >>> made = random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    >>> made.puzzle.width, made.puzzle.height, made.outcome
    (8, 5, <Outcome.UNIQUE: 'unique'>)
    >>> made == random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    True
    """
    maker = _Maker(options, seed)
    if options.difficulty is None:
        grid, result = maker.draw(unique=options.unique)
    else:
        grid, result = maker.draw_with_difficulty(Wanted(options.difficulty))
    palette = maker.palette
    puzzle = replace(grid.puzzle(palette), title=f"random {seed}", source=f"random, seed {seed}")
    plain = puzzle.black_and_white() if puzzle.is_black_on_white else puzzle
    return RandomPuzzle(plain, result.outcome)


class _Maker:
    """Draws pictures until one is as wanted, and counts what that takes."""

    def __init__(self, options: RandomOptions, seed: int) -> None:
        self._options = options
        self._seed = seed
        self._lot = random.Random(seed)
        self._looks = 0
        self.palette = _palette(options.colours)

    def draw(self, *, unique: bool) -> tuple[ColourGrid, ColourResult]:
        """A picture, mended until it has one solution if it must.

        Raises:
            UsageError: none was found.
        """
        grid = draw_picture(self._options, self._lot)
        result = self._solve(grid)
        while unique and result.outcome is not Outcome.UNIQUE:
            self._check_looks("with one solution", "choose another seed, a higher density or a smaller size")
            grid = _mended(grid, result, self._lot)
            result = self._solve(grid)
        return grid, result

    def draw_with_difficulty(self, wanted: Wanted) -> tuple[ColourGrid, ColourResult]:
        """A picture whose puzzle has the difficulty wanted.

        Raises:
            UsageError: none was found.
        """
        while True:
            self._check_looks(f"of the difficulty {wanted.name}", _MEND_DIFFICULTY)
            grid, result = self.draw(unique=not wanted.begins_with_several)
            standing = self._standing(grid, result, wanted)
            for _ in range(_MOST_CHANGES):
                if standing is None or not standing.distance:
                    break
                self._check_looks(f"of the difficulty {wanted.name}", _MEND_DIFFICULTY)
                if wanted.is_unique and result.outcome is not Outcome.UNIQUE and self._lot.random() < _MENDING:
                    changed = _mended(grid, result, self._lot)
                else:
                    changed = _with_changed_cells(grid, self.palette, self._lot)
                other = self._solve(changed)
                reached = self._standing(changed, other, wanted)
                if reached is not None and reached.is_nearer_than(standing):
                    grid, result, standing = changed, other, reached
            if standing is not None and not standing.distance:
                return grid, result

    def _standing(self, grid: ColourGrid, result: ColourResult, wanted: Wanted) -> Standing | None:
        """Where a picture's puzzle stands beside what is wanted; None if that is not known."""
        budget = Budget(max_line_calls=MAX_LOOKS)
        standing = standing_of(_puzzle(grid, self.palette), result, wanted, budget)
        self._looks += _TRIED + _EXPLAINED * budget.line_calls
        return standing

    def _solve(self, grid: ColourGrid) -> ColourResult:
        # without a SAT solver, whose next version may find other solutions first
        result = ColourProbe().solve(grid.puzzle(self.palette), budget=Budget(max_line_calls=MAX_LOOKS))
        self._looks += result.line_calls
        return result

    def _check_looks(self, what: str, mend: str) -> None:
        most = MAX_LOOKS_IN_ALL if self._options.difficulty is None else MAX_LOOKS_FOR_DIFFICULTY
        if self._looks > most:
            size = f"{self._options.width}×{self._options.height}"
            raise UsageError(f"no puzzle of {size} {what} was found with the seed {self._seed}; {mend}")


def _puzzle(grid: ColourGrid, palette: Palette) -> AnyPuzzle:
    puzzle = grid.puzzle(palette)
    return puzzle.black_and_white() if puzzle.is_black_on_white else puzzle


def _with_changed_cells(grid: ColourGrid, palette: Palette, lot: random.Random) -> ColourGrid:
    """The picture with other colours in one cell or two."""
    rows = [list(cells) for cells in grid.rows]
    for _ in range(lot.choice((1, 1, 2))):
        row, column = lot.randrange(grid.height), lot.randrange(grid.width)
        rows[row][column] = lot.choice([key for key in BACKGROUND + palette.keys if key != rows[row][column]])
    return ColourGrid(tuple("".join(cells) for cells in rows))


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
