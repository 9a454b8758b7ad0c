"""Random crosswords, in colour or in black and white, with one solution on request; the same seed gives the same one.

Cells are drawn one by one and then smoothed, so that groups form instead of noise. If the puzzle must have one
solution, the picture is repaired: in places that its solutions differ about, background cells take the colour of a
neighbour, until there is one solution. If it must have a certain difficulty, cells are changed by chance, and a change
that comes no nearer to it is dropped. Line analyses are counted instead of seconds, and a puzzle that takes too many
of them counts as not unique: so a seed always gives the same puzzle, unless a budget ends the work before.

The classes and the words of `explain` are one scale of difficulty: the classes `line`, `branch` and `mult` are those of
`Difficulty`; the words `easy` to `extreme` are those of `Level`, by the rules that a person needs. A word up to `hard`
means `line`, the others `branch`.

`new_puzzle` makes the studio's new puzzles: shapes as in Simon Tatham's Pattern (random cells, the mean of the nine
around each, a threshold at half), by side and by step of the page's scale, or in colour. The command `random` makes the
same puzzle of the same options and seed.
"""

from __future__ import annotations

import itertools
import random
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import NamedTuple

from harness.errors import UndecidedError, UsageError, check_kind
from harness.formats.base import KEYS
from harness.formats.picture_kinds import MAX_COLOURS
from harness.puzzle import MAX_SIDE, Grid, Puzzle, differing_cells
from harness.puzzle.palette import BACKGROUND, PLAIN, UNKNOWN, Colour, Palette, spare_rgb
from harness.solver.budget import Budget, StoppedError, StopReason
from harness.solver.fast import settled, solve_repeatably
from harness.solver.human.estimate import needs_all_arrangements
from harness.solver.human.explain import Level, explain, level_of
from harness.solver.human.rules import Rule
from harness.solver.strategy import FRUITLESS_PROBES, Difficulty, Outcome, Result, outcome_of

MAX_LOOKS = 60_000
"""Analyses of lines, at most, to see whether a picture's puzzle has one solution."""
MAX_LOOKS_IN_ALL = 28_000_000
"""Analyses of lines, about, in search of a picture: some seconds, minutes without the compiled kernel."""
LARGE_CELLS = 10_000
"""In pictures of more cells an analysis takes longer, and there are fewer of them; each line has `LOOKS_A_LINE`."""
LOOKS_A_LINE = 4
"""Enough for line logic on most pictures that it can solve."""
_LOOKS_TO_BEGIN = 6_000
"""The same for a picture to begin with, which has many cells in doubt."""
_MOST_CHANGES = 150
"""Changes tried on a picture before it is given up for another."""
_TRIED = 1_000
"""Cost of every picture beside its analyses, so that tiny ones, which take few, are not tried for minutes."""
_EXPLAINED = 100
"""A look at a line by the rules of people takes as long as about so many others."""
_TRIALS = 10
"""The same if most of them are looks of trials."""
_NOISE = 1 / 50
"""The share of the cells that is changed at once in a picture that is too easy to begin with."""
_IN_DOUBT = 1 / 5
"""The share of the cells that single lines leave open in a picture from which a hard one is made."""
_MENDED_SHARE = 1 / 20
"""The share of the cells in doubt that is changed before the puzzle is solved again."""


@dataclass(frozen=True, slots=True)
class RandomOptions:
    """Options of a random puzzle.

    Attributes:
        width, height: in cells, 1 to `MAX_SIDE`.
        colours: the background among them, 2 to `MAX_COLOURS`; 2 is black on white.
        density: the part of the cells that are not background before smoothing, 0 to 1.
        smooth: how often each cell takes the colour that is most frequent around it.
        unique: whether it must have exactly one solution.
        difficulty: how hard it must be, if that matters: one of `DIFFICULTIES`.

    Raises:
        UsageError: a number out of its range.

    >>> import harness
    >>> harness.RandomOptions(5, 4).colours
    2
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
            check_kind(what, number, *((float, int) if what == "density" else (int,)))
            if not least <= number <= most:
                raise UsageError(f"a {what} of {number}; choose {least} to {most}")
        if self.difficulty is not None and not Wanted(self.difficulty).is_unique and self.unique:
            fix = "choose another difficulty or drop --unique"
            raise UsageError(f"difficulty {self.difficulty} means several solutions, which --unique rules out; {fix}")


class NotFoundError(UndecidedError):
    """No puzzle of the kind wanted was found with this seed in the time that one is worth; another may do better."""


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """A puzzle with the picture it was made of as its goal, and how the attempt to solve it ended."""

    puzzle: Puzzle
    outcome: Outcome


def random_puzzle(options: RandomOptions, seed: int, budget: Budget | None = None) -> RandomPuzzle:
    """Make a random puzzle; the same seed gives the same one.

    Args:
        budget: what may be spent (None: no limit). If it ends the work after the picture is drawn, and any picture will
            do, the puzzle is that picture's, and the outcome says what ended it.

    Raises:
        NotFoundError: no puzzle with one solution, or of the difficulty, was found where one was asked for.
        StoppedError: the budget ran out before there was a puzzle.

    >>> import harness
    >>> options = harness.RandomOptions(8, 5, colours=4, unique=True)
    >>> made = harness.generate(options, seed=1)
    >>> made.puzzle.width, made.puzzle.height, made.outcome.value, made == harness.generate(options, seed=1)
    (8, 5, 'unique', True)
    """
    check_kind("options", options, RandomOptions)
    check_kind("seed", seed, int)
    check_kind("budget", budget, Budget, NoneType)
    lot = random.Random(seed)
    budget = budget or Budget()
    # any picture will do: it is drawn to its end, which takes seconds, and time is heeded after that
    drawing = budget if options.unique else budget.part(ends=False)
    palette = _palette(options.colours)
    outcome = Outcome.UNIQUE
    if options.difficulty is not None:
        grid, outcome = _Graded(options, seed, budget).draw()
    else:
        grid = draw_picture(options, lot, drawing)
        if options.unique:
            grid = _with_one_solution(grid, palette, lot, budget, seed)
        else:
            outcome = _judge(grid, palette, budget)
    puzzle = _puzzle_of(grid, palette).replace(title=f"random {seed}", source=f"random, seed {seed}")
    return RandomPuzzle(puzzle, outcome)


def _puzzle_of(grid: Grid, palette: Palette) -> Puzzle:
    puzzle = grid.puzzle(palette)
    return puzzle.black_and_white() if puzzle.is_black_on_white else puzzle


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
        """Draw a picture whose puzzle has the difficulty wanted."""
        while True:
            grid, result = self._begin()
            standing = self._standing(grid, result)
            for _ in range(_MOST_CHANGES):
                if standing is None or not standing.distance:
                    break
                changed = _with_changed_cells(grid, self._palette, self._lot, self._lot.choice((1, 1, 2)))
                other = self._solve(changed)
                reached = self._standing(changed, other)
                if reached is not None and reached.is_nearer_than(standing):
                    grid, result, standing = changed, other, reached
            if standing is not None and not standing.distance:
                return grid, result.outcome

    def _begin(self) -> tuple[Grid, Result]:
        """Draw a picture to begin with; near the border, one with one solution that single lines do not find."""
        wanted = self._wanted
        grid = draw_picture(self._options, self._lot, self._budget)
        result = self._solve(grid, _LOOKS_TO_BEGIN)
        while True:
            while wanted.is_at_border and result.fixpoint.unknown_count < _IN_DOUBT * grid.width * grid.height:
                count = 1 + int(grid.width * grid.height * _NOISE)
                grid = _with_changed_cells(grid, self._palette, self._lot, count)
                result = self._solve(grid, _LOOKS_TO_BEGIN)
            while wanted.is_unique and result.outcome is not Outcome.UNIQUE:
                grid = _mended(grid, self._palette, result, self._lot)
                result = self._solve(grid, _LOOKS_TO_BEGIN)
            if not wanted.is_at_border or result.difficulty is Difficulty.BRANCH:
                return grid, result

    def _standing(self, grid: Grid, result: Result) -> Standing | None:
        """Place a picture's puzzle beside the wanted difficulty; None if that is not known."""
        budget = self._budget.part(max_line_calls=10 * MAX_LOOKS)
        standing = standing_of(_puzzle_of(grid, self._palette), result, self._wanted, budget)
        self._looks += (_EXPLAINED if result.difficulty is Difficulty.LINE else _TRIALS) * budget.line_calls
        return standing

    def _solve(self, grid: Grid, looks: int = MAX_LOOKS) -> Result:
        if self._looks > MAX_LOOKS_IN_ALL:
            what = f"no puzzle of {grid.width}×{grid.height} of the difficulty {self._wanted.name} was found"
            raise NotFoundError(f"{what} with the seed {self._seed}; choose another seed, difficulty, density or size")
        self._budget.check()
        result = _probe(grid, self._palette, self._budget, looks, grid.width * grid.height)
        self._looks += _TRIED + result.line_calls
        return result


def _probe(grid: Grid, palette: Palette, budget: Budget, looks: int, fruitless: int = FRUITLESS_PROBES) -> Result:
    """Look for two solutions, without a SAT solver, whose next version may find other solutions first.

    Raises `StoppedError` for memory and the user's interruption alone; of spent looks and time the result tells.
    """
    result = solve_repeatably(grid.puzzle(palette), looks, budget, fruitless)
    if result.stopped in (StopReason.MEMORY, StopReason.INTERRUPTED):
        raise StoppedError(result.stopped)
    return result


def _with_changed_cells(grid: Grid, palette: Palette, lot: random.Random, count: int) -> Grid:
    """Return the picture with other colours in so many cells, chosen one by one."""
    rows = [list(cells) for cells in grid.rows]
    for _ in range(count):
        row, column = lot.randrange(grid.height), lot.randrange(grid.width)
        rows[row][column] = lot.choice([key for key in BACKGROUND + palette.keys if key != rows[row][column]])
    return Grid(tuple("".join(cells) for cells in rows))


def draw_picture(options: RandomOptions, lot: random.Random, budget: Budget) -> Grid:
    """Draw a random picture; in black and white, or with the keys of `harness.formats.base.KEYS` for its colours."""
    keys = _palette(options.colours).keys
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


def _with_one_solution(grid: Grid, palette: Palette, lot: random.Random, budget: Budget, seed: int) -> Grid:
    looks, most = 0, _max_looks(grid)
    while (result := _probe(grid, palette, budget, most)).outcome is not Outcome.UNIQUE:
        budget.check()  # whether time ran out, and not only the looks
        looks += result.line_calls
        if looks > most * (MAX_LOOKS_IN_ALL // MAX_LOOKS):
            raise NotFoundError(
                f"no puzzle of {grid.width}×{grid.height} with one solution was found with the seed {seed}; "
                "choose another seed, a higher density or a smaller size"
            )
        grid = _mended(grid, palette, result, lot)
    return grid


def _judge(grid: Grid, palette: Palette, budget: Budget) -> Outcome:
    """Decide whether the picture's puzzle has one solution, if that is quick: in a large one by line logic alone."""
    puzzle = grid.puzzle(palette)
    if grid.width * grid.height <= LARGE_CELLS:
        return solve_repeatably(puzzle, MAX_LOOKS, budget).outcome
    try:
        known = settled(puzzle, budget).rows()
    except StoppedError as stopped:
        return outcome_of(0, stopped.reason)
    return Outcome.TIMEOUT if any(UNKNOWN in row for row in known) else Outcome.UNIQUE


def _max_looks(grid: Grid) -> int:
    cells = grid.width * grid.height
    if cells <= LARGE_CELLS:
        return MAX_LOOKS
    return max(MAX_LOOKS * LARGE_CELLS // cells, LOOKS_A_LINE * (grid.width + grid.height))


def _palette(colours: int) -> Palette:
    if colours == 2:
        return PLAIN
    looks = itertools.islice(spare_rgb(()), colours - 1)
    return Palette(tuple(Colour(key, rgb) for key, rgb in zip(KEYS, looks, strict=False)))


def _mended(grid: Grid, palette: Palette, result: Result, lot: random.Random) -> Grid:
    """Return the picture with some cells changed that keep its puzzle from having one solution."""
    doubtful = sorted({cell for other in result.solutions for cell in differing_cells(grid.rows, other.rows)})
    # what line logic leaves open is in doubt
    if result.stopped in (StopReason.TIMEOUT, StopReason.MEMORY) or not doubtful:
        cells = itertools.product(range(grid.height), range(grid.width))
        doubtful = [(row, column) for row, column in cells if result.fixpoint[row][column] == UNKNOWN]
    blank = [(row, column) for row, column in doubtful if grid[row][column] == BACKGROUND]
    rows = [list(cells_of_row) for cells_of_row in grid.rows]
    choice = blank or doubtful
    for row, column in lot.sample(choice, 1 + int(len(choice) * _MENDED_SHARE)):
        around = (key for line in rows[max(0, row - 1) : row + 2] for key in line[max(0, column - 1) : column + 2])
        near = [key for key in around if key not in (BACKGROUND, rows[row][column])]
        rows[row][column] = lot.choice(near) if near else (palette.keys[0] if blank else BACKGROUND)
    return Grid(tuple("".join(cells_of_row) for cells_of_row in rows))


@cache
def _most_frequent(cells: str) -> tuple[str, ...]:
    """Return the cells that occur most often, in order."""
    most = max(cells.count(cell) for cell in cells)
    frequent = [cell for cell in set(cells) if cells.count(cell) == most]
    return tuple(sorted(frequent, key=lambda cell: (cell != BACKGROUND, cell)))


# -- difficulty ---------------------------------------------------------------------------------

LEVELS = tuple(Level)
_FIRST_TRIED = LEVELS.index(level_of(Rule.TRIAL))
_SEVERAL = len(LEVELS)

DIFFICULTIES: dict[str, range] = {
    Difficulty.LINE.value: range(_FIRST_TRIED),
    Difficulty.BRANCH.value: range(_FIRST_TRIED, _SEVERAL),
    Difficulty.MULT.value: range(_SEVERAL, _SEVERAL + 1),
    **{level.value: range(place, place + 1) for place, level in enumerate(LEVELS)},
}
"""Difficulties that may be wanted, and the places on the scale that fit them."""


class Wanted:
    """A wanted difficulty: one of `DIFFICULTIES`.

    A puzzle that `is_unique` has one solution; those `is_at_border` lie between single lines and trial, and the search
    begins behind that border. If it `needs_rules`, only the rules of people can tell.
    """

    def __init__(self, name: str) -> None:
        """Take the name; a `UsageError` says that there is none such."""
        if name not in DIFFICULTIES:
            raise UsageError(f"there is no difficulty {name!r}; choose one of: {', '.join(DIFFICULTIES)}")
        self.name, self.places = name, DIFFICULTIES[name]
        self.is_unique = name != Difficulty.MULT.value
        self.needs_rules = name in {level.value for level in LEVELS}
        self.is_at_border = (
            self.places.stop in range(LEVELS.index(Level.TRICKY) + 1, _SEVERAL + 1) and name != Difficulty.LINE.value
        )

    def distance(self, place: int) -> int:
        """Return the distance of a place on the scale from those wanted; below 0 if it is too easy."""
        return min(place - self.places.start, 0) + max(place - self.places.stop + 1, 0)


class Standing(NamedTuple):
    """Place of a puzzle on the scale.

    Attributes:
        distance: from the wanted difficulty; 0 if it is that, below 0 if it is too easy.
        weight: the difficulty beside others at this distance: with one solution the effort of the steps that are too
            hard, if there are any, otherwise of all; else the cells that line logic leaves open.
    """

    distance: int
    weight: int

    def is_nearer_than(self, other: Standing) -> bool:
        """Return True if it is as good or better to continue from here."""
        if abs(self.distance) != abs(other.distance):
            return abs(self.distance) < abs(other.distance)
        return self.weight >= other.weight if self.distance < 0 else self.weight <= other.weight


def standing_of(puzzle: Puzzle, result: Result, wanted: Wanted, budget: Budget) -> Standing | None:
    """Place a puzzle beside the wanted difficulty; None if that is not known, or if it is no place to go on from.

    Among the puzzles that take trial every seventh step across the border leads to a hard one; from an easy one to a
    hard one hardly any step leads. So the search for such puzzles stays on the side of trial. `result` is of looking
    for two solutions, all cells probed; the budget is for the explanation, if one is needed.
    """
    left_open = result.fixpoint.unknown_count
    if result.outcome is not Outcome.UNIQUE:
        return Standing(0, left_open) if result.outcome is Outcome.MULTIPLE and not wanted.is_unique else None
    is_tried = result.difficulty is Difficulty.BRANCH
    if not wanted.needs_rules:
        return Standing(wanted.distance(_FIRST_TRIED if is_tried else 0), result.line_calls)
    if is_tried and wanted.places.stop <= _FIRST_TRIED:
        return Standing(wanted.distance(_FIRST_TRIED), 0 if wanted.is_at_border else left_open)
    if not is_tried and wanted.places.start >= _FIRST_TRIED:
        return None
    if is_tried and (result.guesses or wanted.places.stop == _SEVERAL):
        # if probing all cells is not enough, only trial within trial is
        return Standing(wanted.distance(_SEVERAL - 1 if result.guesses else _FIRST_TRIED), left_open)
    if wanted.name == Level.HARD.value and not needs_all_arrangements(puzzle):
        return None
    rating = explain(puzzle, budget, only=puzzle.goal).rating
    if rating.level is None:
        return None
    distance = wanted.distance(LEVELS.index(rating.level))
    if wanted.is_at_border:
        return None if distance else Standing(0, 0)
    hardest = wanted.places.stop - 1 if distance > 0 else -1
    effort = sum(rule.effort * count for rule, count in rating.counts if LEVELS.index(level_of(rule)) > hardest)
    return Standing(distance, effort)


# -- new puzzles, by their side and a step of the page's scale --------------------------------------

SIDES = (5, 10, 15, 20, 25, 30)
STEPS = {"easy": "easy", "moderate": "moderate", "hard": "tricky", "trial": "branch", "colour": "line"}
"""The steps of the page's scale and `colour`, and the difficulty that is sought for each."""
NEW_COLOURS = 4
"""Colours of a new puzzle in colour, the background among them: two bits a cell in the page's stock."""
KINDS = tuple((side, step) for side in SIDES for step in STEPS if (side, step) != (SIDES[0], "hard"))
"""Sides and steps of which there are new puzzles; among random ones of 5×5, line logic solves no hard one."""
MOST_SEEDS = 16
"""Seeds tried, one after another; each may take `MAX_LOOKS_IN_ALL`."""
_EASY_DENSITY = {15: 0.55, 20: 0.58, 25: 0.58, 30: 0.6}
"""Density of large easy puzzles: only longer blocks overlap there."""
_COLOUR_DENSITY = 0.65
"""Smoothing keeps less of three colours than of one; this leaves about half of the cells."""


class NewPuzzle(NamedTuple):
    """A new puzzle, the seed that leads to it at once, and how many seeds were tried."""

    puzzle: Puzzle
    seed: int
    tries: int


def options_of_new(side: int, step: str) -> RandomOptions:
    """Return the options for a new puzzle of one of `KINDS`; 5×5 has no room for smooth shapes."""
    smooth = int(side > SIDES[0])
    if step == "colour":
        return RandomOptions(side, side, NEW_COLOURS, _COLOUR_DENSITY, smooth, difficulty=STEPS[step])
    density = _EASY_DENSITY.get(side, 0.5) if step == "easy" else 0.5
    return RandomOptions(side, side, density=density, smooth=smooth, difficulty=STEPS[step])


def new_puzzle(side: int, step: str, seed: int) -> NewPuzzle:
    """Make a puzzle of one of `KINDS`, by the first seed from this one that leads to one with few lines of one colour.

    Raises `NotFoundError` if none of the seeds does.
    """
    options = options_of_new(side, step)
    for tried in range(MOST_SEEDS):
        with suppress(NotFoundError):
            puzzle = random_puzzle(options, seed + tried).puzzle
            assert puzzle.goal is not None
            lines = (*puzzle.goal.rows, *puzzle.goal.columns())
            if sum(len(set(line)) == 1 for line in lines) <= side // SIDES[1]:
                return NewPuzzle(puzzle, seed + tried, tried + 1)
    raise NotFoundError(f"no {step} puzzle of {side}×{side} was found in {MOST_SEEDS} tries")
