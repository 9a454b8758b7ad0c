"""Puzzles of more colours than a byte counts: solved by every strategy, kept by the formats that hold so many."""

import pytest

from harness.errors import FormatError
from harness.formats import build_puzzle
from harness.formats.base import KEYS, Source
from harness.formats.registry import FORMATS, parse_source
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import MAX_COLOURS, Colour, Palette
from harness.solver.fast import Fast
from harness.solver.strategy import Outcome
from tests.kernels import WAYS, Kind

WIDTH = 20
TOO_SMALL = ("non", "pynogram", "nonogrid", "rofl", "png", "gif", "bmp")
"""Formats that have no room for 300 colours."""


def puzzle_of(colours: int) -> tuple[Puzzle, set[Grid]]:
    """Return a puzzle with each colour once and the last one twice more, and its two solutions."""
    keys = KEYS[:colours]
    palette = Palette(tuple(Colour(key, (0, *divmod(number, 256))) for number, key in enumerate(keys)))
    rows = tuple(keys[at : at + WIDTH].ljust(WIDTH, ".") for at in range(0, colours, WIDTH))
    one, other = (cells.ljust(WIDTH, ".") for cells in ("." * 18 + keys[-1], "." * 17 + keys[-1]))
    grid = Grid((*rows, one, other))
    return grid.puzzle(palette), {grid, Grid((*rows, other, one))}


@WAYS
def test_every_strategy_takes_300_colours(kind: Kind) -> None:
    puzzle, solutions = puzzle_of(300)
    result = kind().solve(puzzle, max_solutions=3)
    assert result.outcome is Outcome.MULTIPLE
    assert set(result.solutions) == solutions


def test_the_most_colours_are_solved() -> None:
    puzzle, solutions = puzzle_of(MAX_COLOURS)
    assert len(set(KEYS)) == len(KEYS) >= MAX_COLOURS
    assert set(Fast().solve(puzzle, max_solutions=3).solutions) == solutions


@pytest.mark.parametrize(
    "name", [format.name for format in FORMATS if format.load().in_colour and format.name not in TOO_SMALL]
)
def test_300_colours_come_back_from_the_other_formats(name: str) -> None:
    puzzle, _ = puzzle_of(300)
    read = parse_source(Source("a", build_puzzle(puzzle, name, is_unique=lambda _: True)), format=name)
    assert read.in_colour
    assert len(read.palette.colours) == 300
    assert read.rows == puzzle.rows or read.with_keys(KEYS).rows == puzzle.rows


@pytest.mark.parametrize("name", TOO_SMALL)
def test_a_format_without_room_says_so(name: str) -> None:
    puzzle, solutions = puzzle_of(300)
    with pytest.raises(FormatError, match="301 colours"):
        build_puzzle(puzzle.replace(goal=next(iter(solutions))), name, is_unique=lambda _: True)
