"""Random crosswords, in colour or in black and white, with one solution on request; the same seed gives the same one.

Cells are drawn one by one and then smoothed, so that groups form instead of noise. If the puzzle must have one
solution, the picture is repaired: in places that its solutions differ about, background cells take the colour of a
neighbour, until there is one solution. If it must have a certain difficulty, cells are changed by chance, and a change
that comes no nearer to it is dropped. Line analyses are counted instead of seconds, and a puzzle that takes too many
of them counts as not unique: so a seed always gives the same puzzle, unless a budget ends the work before.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from harness.advice.difficulty import Standing, Wanted, standing_of
from harness.advice.random_options import RandomOptions
from harness.errors import UsageError
from harness.formats.colours import KEYS, spare_rgb
from harness.puzzle import Grid, Puzzle, differing_cells
from harness.puzzle.palette import BACKGROUND, BLACK, UNKNOWN, Colour, Palette
from harness.solver.budget import Budget, StoppedError
from harness.solver.kernel import build_kernel
from harness.solver.propagate import Board, propagate
from harness.solver.result import Outcome, Result, Stop, outcome_of
from harness.solver.search import Probe

MAX_LOOKS = 4_000
"""Analyses of lines, at most, to see whether a picture's puzzle has one solution."""

MAX_LOOKS_IN_ALL = 100_000
"""Analyses of lines, about, in search of a picture with one solution: some ten seconds' work."""

LARGE_CELLS = 10_000
"""In pictures of more cells an analysis takes longer, and there are fewer of them; each line has `LOOKS_A_LINE`."""

LOOKS_A_LINE = 4
"""Enough for line logic on most pictures that it can solve."""

MAX_LOOKS_FOR_DIFFICULTY = 300_000
"""The same in search of one of a certain difficulty."""

_MOST_CHANGES = 150
"""Changes tried on a picture before it is given up for another."""

_MENDING = 0.5
"""Probability that a picture with several solutions is repaired, rather than changed by chance, on the way to a
difficulty.
"""

_TRIED = 100
"""Cost of every picture beside its analyses, so that tiny ones, which take few, are not tried for minutes."""

_EXPLAINED = 4
"""A look at a line by the rules of people takes as long as about so many others."""

_MENDED_SHARE = 1 / 20
"""The share of the cells in doubt that is changed before the puzzle is solved again."""


class NotFoundError(UsageError):
    """With this seed no puzzle of the kind wanted was found in the time that one is worth; another may do better."""


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """A puzzle with the picture it was made of as its goal, and how the attempt to solve it ended."""

    puzzle: Puzzle
    outcome: Outcome


def random_puzzle(options: RandomOptions, seed: int, budget: Budget | None = None) -> RandomPuzzle:
    """A random puzzle; black on white is a `Puzzle`, anything else a `Puzzle`.

    Args:
        options: what it should be like.
        seed: the same one gives the same puzzle.
        budget: what may be spent (None: no limit). If it ends the work after the picture is drawn, and any picture will
            do, the puzzle is that picture's, and the outcome says what ended it.

    Raises:
        NotFoundError: no puzzle with one solution, or of the difficulty, was found where one was asked for.
        StoppedError: the budget ran out before there was a puzzle.

    >>> made = random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    >>> made.puzzle.width, made.puzzle.height, made.outcome
    (8, 5, <Outcome.UNIQUE: 'unique'>)
    >>> made == random_puzzle(RandomOptions(8, 5, colours=4, unique=True), seed=1)
    True
    """
    lot = random.Random(seed)
    budget = budget or Budget()
    # any picture will do: it is drawn to its end, which takes seconds, and time is heeded after that
    drawing = budget if options.unique else budget.without_end()
    palette = _palette(options.colours)
    outcome = Outcome.UNIQUE
    if options.difficulty is not None:
        grid, outcome = _Graded(options, seed, budget).draw()
    else:
        grid = draw_picture(options, lot, drawing)
        if options.unique:
            grid = _with_one_solution(grid, palette, lot, budget, f"{options.width}×{options.height}", seed)
        else:
            outcome = _judge(grid, palette, budget)
    puzzle = grid.puzzle(palette).replace(title=f"random {seed}", source=f"random, seed {seed}")
    plain = puzzle.black_and_white() if puzzle.is_black_on_white else puzzle
    return RandomPuzzle(plain, outcome)


class _Graded:
    """Draws pictures until one is as hard as wanted, and counts what that takes."""

    def __init__(self, options: RandomOptions, seed: int, budget: Budget) -> None:
        assert options.difficulty is not None
        self._options = options
        self._wanted = Wanted(options.difficulty)
        self._seed = seed
        self._budget = budget
        self._lot = random.Random(seed)
        self._looks = 0
        self._palette = _palette(options.colours)

    def draw(self) -> tuple[Grid, Outcome]:
        """A picture whose puzzle has the difficulty wanted."""
        wanted = self._wanted
        while True:
            grid = draw_picture(self._options, self._lot, self._budget)
            result = self._solve(grid)
            while not wanted.begins_with_several and result.outcome is not Outcome.UNIQUE:
                grid = _mended(grid, result, self._lot)
                result = self._solve(grid)
            standing = self._standing(grid, result)
            for _ in range(_MOST_CHANGES):
                if standing is None or not standing.distance:
                    break
                if wanted.is_unique and result.outcome is not Outcome.UNIQUE and self._lot.random() < _MENDING:
                    changed = _mended(grid, result, self._lot)
                else:
                    changed = _with_changed_cells(grid, self._palette, self._lot)
                other = self._solve(changed)
                reached = self._standing(changed, other)
                if reached is not None and reached.is_nearer_than(standing):
                    grid, result, standing = changed, other, reached
            if standing is not None and not standing.distance:
                return grid, result.outcome

    def _standing(self, grid: Grid, result: Result) -> Standing | None:
        """Place a picture's puzzle beside the wanted difficulty; None if that is not known."""
        puzzle = grid.puzzle(self._palette)
        plain = puzzle.black_and_white() if puzzle.is_black_on_white else puzzle
        budget = self._budget.part(max_line_calls=MAX_LOOKS)
        standing = standing_of(plain, result, self._wanted, budget)
        self._looks += _TRIED + _EXPLAINED * budget.line_calls
        return standing

    def _solve(self, grid: Grid) -> Result:
        if self._looks > MAX_LOOKS_FOR_DIFFICULTY:
            size = f"{self._options.width}×{self._options.height}"
            raise NotFoundError(
                f"no puzzle of {size} of the difficulty {self._wanted.name} was found with the seed {self._seed}; "
                "choose another seed, difficulty, density or size"
            )
        self._budget.check()
        # without a SAT solver, whose next version may find other solutions first
        result = Probe().solve(grid.puzzle(self._palette), budget=self._budget.part(max_line_calls=MAX_LOOKS))
        if result.stopped in (Stop.MEMORY, Stop.INTERRUPTED):
            raise StoppedError(result.stopped)
        self._looks += result.line_calls
        return result


def _with_changed_cells(grid: Grid, palette: Palette, lot: random.Random) -> Grid:
    """The picture with other colours in one cell or two."""
    rows = [list(cells) for cells in grid.rows]
    for _ in range(lot.choice((1, 1, 2))):
        row, column = lot.randrange(grid.height), lot.randrange(grid.width)
        rows[row][column] = lot.choice([key for key in BACKGROUND + palette.keys if key != rows[row][column]])
    return Grid(tuple("".join(cells) for cells in rows))


def draw_picture(options: RandomOptions, lot: random.Random, budget: Budget) -> Grid:
    """A random picture, with the keys of `harness.formats.colours.KEYS` for its colours.

    Raises:
        StoppedError: the budget ran out.
    """
    keys = KEYS[: options.colours - 1]
    rows: list[str] = []
    for _ in range(options.height):
        budget.check()
        cells = (lot.choice(keys) if lot.random() < options.density else BACKGROUND for _ in range(options.width))
        rows.append("".join(cells))
    for _ in range(options.smooth):
        smoothed: list[str] = []
        for row in range(options.height):
            budget.check()
            near = rows[max(0, row - 1) : row + 2]
            around = (
                "".join([line[max(0, column - 1) : column + 2] for line in near]) for column in range(options.width)
            )
            smoothed.append("".join([lot.choice(_most_frequent(cells)) for cells in around]))
        rows = smoothed
    return Grid(tuple(rows))


def _with_one_solution(grid: Grid, palette: Palette, lot: random.Random, budget: Budget, size: str, seed: int) -> Grid:
    """Repair the picture until its puzzle has one solution."""
    looks = 0
    while True:
        # without a SAT solver, whose next version may find other solutions first
        result = Probe().solve(grid.puzzle(palette), budget=budget.part(max_line_calls=_max_looks(grid)))
        if result.outcome is Outcome.UNIQUE:
            return grid
        if result.stopped in (Stop.MEMORY, Stop.INTERRUPTED):
            raise StoppedError(result.stopped)
        budget.check()  # whether time ran out, and not only the looks
        looks += result.line_calls
        if looks > _max_looks(grid) * (MAX_LOOKS_IN_ALL // MAX_LOOKS):
            raise NotFoundError(
                f"no puzzle of {size} with one solution was found with the seed {seed}; "
                "choose another seed, a higher density or a smaller size"
            )
        grid = _mended(grid, result, lot)


def _judge(grid: Grid, palette: Palette, budget: Budget) -> Outcome:
    """Decide whether the picture's puzzle has one solution, if that is quick: in a large one by line logic alone."""
    puzzle = grid.puzzle(palette)
    if grid.width * grid.height <= LARGE_CELLS:
        return Probe().solve(puzzle, budget=budget.part(max_line_calls=MAX_LOOKS)).outcome
    try:
        if kernel := build_kernel(puzzle):
            kernel.propagate(budget.check)
            is_open = kernel.unknown_count
        else:
            board = Board.of(puzzle)
            propagate(board, budget)
            is_open = board.open_count
    except StoppedError as stopped:
        return outcome_of(0, stopped.reason)
    return Outcome.TIMEOUT if is_open else Outcome.UNIQUE


def _max_looks(grid: Grid) -> int:
    """Analyses of lines for one picture."""
    cells = grid.width * grid.height
    if cells <= LARGE_CELLS:
        return MAX_LOOKS
    return max(MAX_LOOKS * LARGE_CELLS // cells, LOOKS_A_LINE * (grid.width + grid.height))


def _palette(colours: int) -> Palette:
    if colours == 2:
        return Palette((Colour(KEYS[0], BLACK, "black"),))
    looks = itertools.islice(spare_rgb(()), colours - 1)
    return Palette(tuple(Colour(key, rgb) for key, rgb in zip(KEYS, looks, strict=False)))


def _mended(grid: Grid, result: Result, lot: random.Random) -> Grid:
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
    return Grid(tuple("".join(cells_of_row) for cells_of_row in rows))


def _around(cells: Sequence[Sequence[str]], row: int, column: int) -> list[str]:
    """The cell and those that touch it, corners included."""
    rows = cells[max(0, row - 1) : row + 2]
    return [cell for line in rows for cell in line[max(0, column - 1) : column + 2]]


@cache
def _most_frequent(cells: str) -> tuple[str, ...]:
    """The cells that occur most often, in order.

    >>> _most_frequent("abbacc.")
    ('a', 'b', 'c')
    """
    most = max(cells.count(cell) for cell in cells)
    return tuple(sorted(cell for cell in set(cells) if cells.count(cell) == most))
