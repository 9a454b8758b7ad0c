"""``convert``: a puzzle or a picture from one file format into another.

Pictures become puzzles: a Spectrum screen as the Spectrum program's "Test picture" sees it, a PNG, JPEG, WebP,
GIF or BMP by threshold or dithering, or in a few colours, scaled to fit. Puzzles become pictures: the one that the file
holds, or the solution, if there is exactly one. An OUT that ends in .svg or .pdf becomes an empty sheet to solve by
hand; ``solve --svg`` draws the solution.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import add_force_option, add_part_options, add_reading_options, from_to
from harness.commands._found import find_puzzle
from harness.commands._limits import add_limit_options, budget_of, outcome_text
from harness.commands._streams import check_written
from harness.errors import UndecidedError, UsageError, one_line
from harness.files.reading import STANDARD_STREAM, shown_name
from harness.formats import (
    FORMATS,
    build_puzzle,
    check_colours,
    check_size,
    detect_format,
    format_named,
    format_to_write,
    parse_as,
    read_source,
    write_bytes,
)
from harness.formats.picture_kinds import MAX_COLOURS, MID_GREY, is_photograph
from harness.solver.strategy import OUTCOME_WORDS, Outcome, solve_any
from pyspectrum.command_line import Exit, add_to, examples

if TYPE_CHECKING:
    from harness.formats import Format, Source
    from harness.puzzle import Puzzle
    from harness.solver.strategy import Result


SOLVING_SECONDS = 60
"""The time for solving a puzzle without a picture."""
SHEETS = ("svg", "pdf")
"""Endings of a sheet to solve by hand."""
_SCREENS = ("scr", "tap")
_IMAGES = ("png", "gif", "bmp")
_BITMAPS = ("pbm", "pbm-plain")
_NO_SIDES = "--columns-first is for clues, and this is a picture; leave it out"
_PICTURE_OPTIONS = ("left", "top", "width", "height", "threshold", "dither", "colours", "invert")


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    names = ", ".join(known.name for known in FORMATS)
    parser.epilog = f"Formats: {names}. docs/formats.md describes them.\n\n" + examples(
        ("crossword convert photo.png puzzle.non --dither", "a photograph as a puzzle of up to 62×42 cells"),
        ("crossword convert photo.png photo.xml --colours 6 --width 40", "the same in colour"),
        ("crossword convert puzzles/cat.txt cat.png --view grid", "the solved grid as the Spectrum shows it"),
        ("crossword convert puzzles/cat.txt cat.pdf", "an empty sheet to print and solve"),
        ("crossword convert pack.nonpack#3 - --to japan.dat", "one of several, to standard output"),
    )
    add = add_to(parser)
    add("IN", "a puzzle or a picture; - is standard input", dest="source")
    add("OUT", "the file to write; - is standard output", dest="target")
    add_reading_options(parser)
    add("--to FORMAT", "the format to write (default: by the ending of OUT)", dest="to_format")
    add_part_options(parser)
    add("--threshold T", f"levels of grey below T are black, 0-256 (default: {MID_GREY})", from_to(0, 256))
    add("--dither", "show grey by a pattern of black and white")
    colours = "a puzzle in colour: reduce the picture to K colours, the background included"
    add("--colours K", colours, from_to(2, MAX_COLOURS))
    add("--invert", "swap black and white")
    view = "the drawing: one pixel a cell, or the Spectrum's grid (scr, png, gif, bmp)"
    add("--view", view, choices=["cells", "grid"])
    add_force_option(parser)
    add_limit_options(parser, "solve for S seconds at most, if the file has no picture", float(SOLVING_SECONDS))


def run(arguments: argparse.Namespace) -> int:
    """Read, convert, write."""
    kind, target = _wanted(arguments)
    found = find_puzzle(arguments.source)
    if target is None or target.is_written:
        check_written({"OUT": (arguments.target, kind)}, [found.path], forced=arguments.force)
    puzzle = _read(found.name, arguments, target)
    if target is None:
        what, data = "an empty sheet", _sheet(puzzle, kind)
    else:
        what = kind
        if target.of_picture and puzzle.goal is None:
            puzzle = _solved(puzzle, arguments)
        if arguments.view == "grid":
            data = _grid_view(puzzle, target)
        else:
            data = build_puzzle(
                puzzle, kind, is_unique=lambda drawn: _solve(drawn, arguments).outcome is Outcome.UNIQUE
            )
    write_bytes(data, arguments.target)
    if arguments.target != STANDARD_STREAM:
        print(one_line(f"{arguments.target}: {what}, {puzzle.width}×{puzzle.height} cells"))
    return Exit.GOOD


def _wanted(arguments: argparse.Namespace) -> tuple[str, Format | None]:
    """Return the format to write and its name; None with ``svg`` or ``pdf`` for a sheet to solve by hand."""
    ending = PurePath(arguments.target).suffix.lower().removeprefix(".")
    kind, target = (arguments.to_format or ending).lower(), None
    if kind not in SHEETS:
        target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
        kind = target.name
    if arguments.view is not None and kind not in ("scr", *_IMAGES):
        raise UsageError(f"--view is for pictures in the formats scr, png, gif and bmp, not for {kind}")
    return kind, target


def _sheet(puzzle: Puzzle, kind: str) -> bytes:
    """Draw the clues and the empty grid."""
    if kind == "svg":
        return harness.draw(puzzle, ("?" * puzzle.width,) * puzzle.height, "#fff").encode()
    from harness.drawing.book import BookPage, build_book

    return build_book([BookPage(puzzle, None)])


def _read(name: str, arguments: argparse.Namespace, target: Format | None) -> Puzzle:
    from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH

    screen = MAX_WIDTH, MAX_HEIGHT
    source = read_source(name).replace(columns_first=arguments.columns_first)
    if arguments.from_format is None and is_photograph(source.data):
        return _read_image(source, arguments, target, fit=screen)
    format = format_named(arguments.from_format) if arguments.from_format else detect_format(source)
    if format.name in _SCREENS:
        return _read_screen(source, arguments)
    given = [f"--{option}" for option in _PICTURE_OPTIONS if getattr(arguments, option) not in (None, False)]
    if format.name in _IMAGES or (format.name in _BITMAPS and given):
        return _read_image(source, arguments, target, fit=None if format.name in _BITMAPS else screen)
    if given:
        raise UsageError(f"{source.name}: {given[0]} is for pictures; this file is in the format {format.name}")
    return parse_as(format, source, is_named=arguments.from_format is not None)


def _read_screen(source: Source, arguments: argparse.Namespace) -> Puzzle:
    from harness.spectrum.screens import Part, drawn_part, read_screen

    if arguments.columns_first:
        raise UsageError(_NO_SIDES)
    if arguments.dither or arguments.threshold is not None or arguments.colours is not None:
        others = "--threshold, --dither and --colours are for other pictures"
        raise UsageError(f"a Spectrum screen is judged by its colours; {others}")
    part = Part(arguments.left, arguments.top, arguments.width, arguments.height)
    grid = drawn_part(read_screen(source.data, source.name).screen, source.name, part)
    return (grid.recoloured({"#": ".", ".": "#"}) if arguments.invert else grid).puzzle()


def _read_image(
    source: Source, arguments: argparse.Namespace, target: Format | None, *, fit: tuple[int, int] | None
) -> Puzzle:
    from harness.formats.bitmaps import ImageOptions, open_any_image, quantise_image, read_image

    if arguments.left is not None or arguments.top is not None:
        raise UsageError("--left and --top are for Spectrum screens")
    if arguments.columns_first:
        raise UsageError(_NO_SIDES)
    given = {name: getattr(arguments, name) for name in ("width", "height", "dither", "invert")}
    options = ImageOptions(**given, fit=fit, threshold=MID_GREY if arguments.threshold is None else arguments.threshold)
    image = open_any_image(source.data, source.name) or source.data
    if arguments.colours is None:
        picture = read_image(image, source.name, options)
    elif arguments.threshold is not None or arguments.invert:
        raise UsageError("--threshold and --invert are for black and white, not for --colours")
    else:
        picture = quantise_image(image, source.name, arguments.colours, options)
    puzzle = picture.grid.puzzle(picture.palette)
    if picture.was_scaled:
        pixels = f"{picture.width_px}×{picture.height_px} pixels"
        report = f"{source.name}: {pixels}, scaled to {puzzle.width}×{puzzle.height} cells"
        print(one_line(report), file=sys.stderr)
    if arguments.colours is not None:
        if target is not None:
            check_size(puzzle, target)
            check_colours(puzzle, target)
        verdict = OUTCOME_WORDS[_solve(puzzle, arguments).outcome]
        print(one_line(f"{source.name}: {len(puzzle.palette.colours) + 1} colours, {verdict}"), file=sys.stderr)
    return puzzle


def _solved(puzzle: Puzzle, arguments: argparse.Namespace) -> Puzzle:
    """Return the puzzle with its only solution as the goal."""
    result = _solve(puzzle, arguments)
    if result.outcome is Outcome.UNIQUE:
        return puzzle.replace(goal=result.solutions[0])
    what = {
        Outcome.MULTIPLE: "the puzzle has several solutions, and the file does not say which picture is meant",
        Outcome.CONTRADICTION: f"the puzzle has {OUTCOME_WORDS[Outcome.CONTRADICTION]}, so there is no picture",
    }.get(result.outcome, outcome_text(result.outcome))
    is_decided = result.outcome in (Outcome.MULTIPLE, Outcome.CONTRADICTION)
    raise (UsageError if is_decided else UndecidedError)(f"{shown_name(arguments.source)}: {what}")


def _solve(puzzle: Puzzle, arguments: argparse.Namespace) -> Result:
    return solve_any(puzzle, budget=budget_of(arguments))


def _grid_view(puzzle: Puzzle, target: Format) -> bytes:
    """Draw the grid as the Spectrum program shows it when it is solved."""
    from harness.formats.bitmaps import image_bytes
    from harness.spectrum.screens import build_grid_screen
    from pyspectrum.screen import Screen

    goal = puzzle.black_and_white().goal
    assert goal is not None
    screen = build_grid_screen(goal)
    return screen if target.name == "scr" else image_bytes(Screen(screen).image(), target.name)
