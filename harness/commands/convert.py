"""``convert``: a puzzle or a picture from one file format into another.

Pictures become puzzles: a Spectrum screen as the Spectrum program's "Test picture" sees it, a PNG, JPEG, WebP,
GIF or BMP by threshold or dithering, or in a few colours, scaled to fit. Puzzles become pictures: the one that the file
holds, or the solution, if there is exactly one.
"""

from __future__ import annotations

import argparse
import sys

from harness.console.common import EXIT_GOOD, puzzle_name, puzzle_path
from harness.console.limits import budget_of
from harness.errors import UsageError, one_line
from harness.files.reading import shown_name
from harness.files.writing import STANDARD_STREAM, check_outputs
from harness.formats import (
    AnyPuzzle,
    Format,
    Source,
    build_puzzle,
    check_colours,
    check_size,
    detect_format,
    format_named,
    format_to_write,
    read_source,
    write_bytes,
)
from harness.formats.bitmaps import MID_GREY, ImageOptions, ImportedPicture, image_bytes, is_photograph, read_image
from harness.formats.quantise import ColourPicture, quantise_image
from harness.puzzle import Grid, Puzzle
from harness.puzzle.colour import ColourPuzzle
from harness.solver.registry import AnyResult, solve_any
from harness.solver.result import Outcome
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.spectrum.screens import (
    SCREEN_HEIGHT_PX,
    SCREEN_WIDTH_PX,
    build_grid_screen,
    judge_picture,
    picture_size,
    read_screen,
)
from pyspectrum.screen import Screen

_SCREENS = ("scr", "tap")
_IMAGES = ("png", "gif", "bmp")
_BITMAPS = ("pbm", "pbm-plain")
_SCREEN_CELLS = (MAX_WIDTH, MAX_HEIGHT)
_PICTURE_OPTIONS = ("width", "height", "threshold", "dither", "colours", "invert")


def run(arguments: argparse.Namespace) -> int:
    """Read, convert, write."""
    target = _target_format(arguments)
    source = arguments.source if arguments.source == STANDARD_STREAM else puzzle_path(arguments.source)
    check_outputs({"OUT": arguments.target}, [] if source == STANDARD_STREAM else [source])
    puzzle = _read(arguments, target)
    if target.of_picture and puzzle.goal is None:
        puzzle = _solved(puzzle, arguments)
    if arguments.view == "grid":
        data = _grid_view(puzzle, target)
    else:
        data = build_puzzle(puzzle, target.name, is_unique=lambda drawn: _is_unique(drawn, arguments))
    write_bytes(data, arguments.target)
    if arguments.target != "-":
        print(one_line(f"{arguments.target}: {target.name}, {puzzle.width}×{puzzle.height} cells"))
    return EXIT_GOOD


def _target_format(arguments: argparse.Namespace) -> Format:
    target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
    if arguments.view is not None and target.name not in ("scr", *_IMAGES):
        raise UsageError(f"--view is for pictures in the formats scr, png, gif and bmp, not for {target.name}")
    return target


def _read(arguments: argparse.Namespace, target: Format) -> AnyPuzzle:
    source = read_source(puzzle_name(arguments.source))
    if arguments.from_format is None and is_photograph(source.data):
        return _read_image(source, arguments, target, fit=_SCREEN_CELLS)
    format = format_named(arguments.from_format) if arguments.from_format else detect_format(source)
    if format.name in _SCREENS:
        return _read_screen(source, arguments)
    given = [f"--{option}" for option in _PICTURE_OPTIONS if getattr(arguments, option) not in (None, False)]
    if format.name in _IMAGES or (format.name in _BITMAPS and given):
        return _read_image(source, arguments, target, fit=None if format.name in _BITMAPS else _SCREEN_CELLS)
    if given:
        raise UsageError(f"{source.name}: {given[0]} is for pictures; this file is in the format {format.name}")
    return format.parse(source, True)


def _read_screen(source: Source, arguments: argparse.Namespace) -> Puzzle:
    if arguments.dither or arguments.threshold is not None or arguments.colours is not None:
        raise UsageError(
            "a Spectrum screen is judged by its colours; --threshold, --dither and --colours are for other pictures"
        )
    screen = read_screen(source.data, source.name).screen
    width, height = arguments.width, arguments.height
    if width is None or height is None:
        box = picture_size(screen, source.name)
        width, height = width or box[0], height or box[1]
    if width > SCREEN_WIDTH_PX or height > SCREEN_HEIGHT_PX:
        raise UsageError(
            f"{width}×{height} cells are too many; a screen has {SCREEN_WIDTH_PX}×{SCREEN_HEIGHT_PX} pixels"
        )
    grid = judge_picture(screen, width, height)
    return (_inverted(grid) if arguments.invert else grid).clues()


def _read_image(
    source: Source, arguments: argparse.Namespace, target: Format, *, fit: tuple[int, int] | None
) -> AnyPuzzle:
    options = ImageOptions(
        width=arguments.width,
        height=arguments.height,
        fit=fit,
        threshold=MID_GREY if arguments.threshold is None else arguments.threshold,
        dither=arguments.dither,
        invert=arguments.invert,
    )
    if arguments.colours is not None:
        return _read_colour_image(source, options, arguments, target)
    picture = read_image(source.data, source.name, options)
    _tell_scaling(picture, source.name)
    return picture.grid.clues()


def _read_colour_image(
    source: Source, options: ImageOptions, arguments: argparse.Namespace, target: Format
) -> ColourPuzzle:
    if arguments.threshold is not None or arguments.invert:
        raise UsageError("--threshold and --invert are for black and white, not for --colours")
    picture = quantise_image(source.data, source.name, arguments.colours, options)
    _tell_scaling(picture, source.name)
    puzzle = picture.grid.puzzle(picture.palette)
    check_size(puzzle, target)
    check_colours(puzzle, target)
    outcome = _solve(puzzle, arguments).outcome
    verdict = {Outcome.UNIQUE: "one solution", Outcome.MULTIPLE: "several solutions"}.get(outcome, "not solved in time")
    print(one_line(f"{source.name}: {len(puzzle.palette.colours) + 1} colours, {verdict}"), file=sys.stderr)
    return puzzle


def _tell_scaling(picture: ImportedPicture | ColourPicture, name: str) -> None:
    if picture.was_scaled:
        size = f"{picture.grid.width}×{picture.grid.height}"
        report = f"{name}: {picture.width_px}×{picture.height_px} pixels, scaled to {size} cells"
        print(one_line(report), file=sys.stderr)


def _inverted(grid: Grid) -> Grid:
    return Grid(tuple(row.translate(str.maketrans("#.", ".#")) for row in grid.rows))


def _solved(puzzle: AnyPuzzle, arguments: argparse.Namespace) -> AnyPuzzle:
    """The puzzle with its only solution as the goal."""
    result = _solve(puzzle, arguments)
    if result.outcome is Outcome.UNIQUE:
        return puzzle.with_goal(result.solutions[0].rows)
    what = {
        Outcome.MULTIPLE: "the puzzle has several solutions, and the file does not say which picture is meant",
        Outcome.CONTRADICTION: "the puzzle has no solution, so there is no picture",
        Outcome.MEMORY: "the puzzle was not solved with the memory allowed; --memory allows more",
    }.get(result.outcome, f"the puzzle was not solved within {arguments.timeout:g} s; --timeout allows more")
    raise UsageError(f"{shown_name(arguments.source)}: {what}")


def _is_unique(puzzle: AnyPuzzle, arguments: argparse.Namespace) -> bool:
    return _solve(puzzle, arguments).outcome is Outcome.UNIQUE


def _solve(puzzle: AnyPuzzle, arguments: argparse.Namespace) -> AnyResult:
    return solve_any(puzzle, budget=budget_of(arguments))


def _grid_view(puzzle: AnyPuzzle, target: Format) -> bytes:
    """The file of the grid as the Spectrum program shows it when it is solved."""
    goal = puzzle.black_and_white().goal
    assert goal is not None
    screen = build_grid_screen(goal)
    return screen if target.name == "scr" else image_bytes(Screen(screen).image(), target.name)
