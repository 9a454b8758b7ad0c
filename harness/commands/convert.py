"""``convert``: a puzzle or a picture from one file format into another.

Pictures become puzzles: the cells of a drawing are found, in a Spectrum screen, too; of a photo, the best of several
choices is taken, or the settings that you give. Puzzles become pictures: the one that the file holds, or the solution,
if there is exactly one. An OUT that ends in .svg or .pdf becomes an empty sheet to solve by hand; ``solve --svg`` draws
the solution.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import (
    PICTURE_OPTIONS,
    add_limit_options,
    add_to,
    budget_of,
    from_to,
    image_options,
    outcome_text,
)
from harness.commands._found import find_puzzle
from harness.commands._streams import check_written
from harness.errors import UndecidedError, UsageError, note, one_line
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
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from harness.advice.choices import Choice, Choices
    from harness.formats import Format, Source
    from harness.formats.bitmaps import ImportedPicture
    from harness.puzzle import Grid, Puzzle
    from harness.puzzle.palette import Palette
    from harness.solver.strategy import Result

SOLVING_SECONDS = 60
"""The time for solving a puzzle without a picture."""
SHEETS = ("svg", "pdf")
"""Endings of a sheet to solve by hand."""
_SCREENS = ("scr", "tap")
_WRITTEN_IMAGES = ("png", "gif", "bmp")
_IMAGES = (*_WRITTEN_IMAGES, "tif", "pgm")
_BITMAPS = ("pbm", "pbm-plain")
_NO_SIDES = "--columns-first is for clues, and this is a picture; leave it out"
_IMAGE_OPTIONS = ("threshold", "dither", "colours", "choices")
_SETTLING = ("width", "height", "cell", "threshold", "dither", "colours", "invert")
"""Options that leave nothing to choose."""


def describe(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(known.name for known in FORMATS)
    parser.epilog = f"Formats: {names}. docs/formats.md describes them.\n\n" + examples(
        ("crossword convert photo.jpg photo.txt", "a puzzle of the photo: of several choices, the best"),
        ("crossword convert photo.jpg photo.txt --choices photo", "the same, and all choices in a folder"),
        ("crossword convert photo.png puzzle.non --dither", "dithered, as large as a Spectrum takes"),
        ("crossword convert photo.png photo.xml --colours 6 --width 40", "the same in colour"),
        ("crossword convert puzzles/cat.txt cat.png --view grid", "the solved grid as the Spectrum shows it"),
        ("crossword convert puzzles/cat.txt cat.pdf", "an empty sheet to print and solve"),
        ("crossword convert pack.nonpack#3 - --to japan.dat", "one of several, to standard output"),
    )
    add = add_to(parser)
    add("IN", "a puzzle or a picture; - is standard input", dest="source")
    add("OUT", "the file to write; - is standard output", dest="target")
    add("--from")
    add("--to")
    add("--width")
    add("--threshold T", f"levels of grey below T are black, 0-256 (default: {MID_GREY})", from_to(0, 256))
    add("--dither", "show grey by a pattern of black and white")
    colours = "a puzzle in colour: reduce the picture to K colours, the background included"
    add("--colours K", colours, from_to(2, MAX_COLOURS))
    add("--choices FOLDER", "of a photo: write there all choices, and a sheet that shows them")
    view = "the drawing: one pixel a cell, or the Spectrum's grid (scr, png, gif, bmp)"
    add("--view", view, choices=["cells", "grid"])
    add("--force")
    add_limit_options(parser, "solve for S seconds at most, if the file has no picture", float(SOLVING_SECONDS))


def run(arguments: argparse.Namespace) -> int:
    kind, target = _wanted(arguments)
    found = find_puzzle(arguments.source)
    if target is None or target.is_written:
        check_written({"OUT": (arguments.target, kind)}, [found.path], forced=arguments.force)
    puzzle = _read(found.name, arguments, target)
    if target is not None and target.of_picture and puzzle.goal is None:
        puzzle = _solved(puzzle, arguments)
    if target is None:
        data = _sheet(puzzle, kind)
    elif arguments.view == "grid":
        data = _grid_view(puzzle, target)
    else:
        data = build_puzzle(puzzle, kind, is_unique=lambda drawn: _solve(drawn, arguments).outcome is Outcome.UNIQUE)
    write_bytes(data, arguments.target)
    if arguments.target != STANDARD_STREAM:
        what = "an empty sheet" if target is None else kind
        print(one_line(f"{arguments.target}: {what}, {puzzle.width}×{puzzle.height} cells"))
    return Exit.GOOD


def _wanted(arguments: argparse.Namespace) -> tuple[str, Format | None]:
    """Return the format to write and its name; None with ``svg`` or ``pdf`` for a sheet to solve by hand."""
    ending = PurePath(arguments.target).suffix.lower().removeprefix(".")
    kind, target = (arguments.to_format or ending).lower(), None
    if kind not in SHEETS:
        target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
        kind = target.name
    if arguments.view is not None and kind not in ("scr", *_WRITTEN_IMAGES):
        raise UsageError(f"--view is for pictures in the formats scr, png, gif and bmp, not for {kind}")
    return kind, target


def _sheet(puzzle: Puzzle, kind: str) -> bytes:
    if kind == "svg":
        return harness.draw(puzzle, ("?" * puzzle.width,) * puzzle.height, "#fff").encode()
    from harness.drawing.book import BookPage, build_book

    return build_book([BookPage(puzzle, None)])


def _read(name: str, arguments: argparse.Namespace, target: Format | None) -> Puzzle:
    source = read_source(name).replace(columns_first=arguments.columns_first)
    if arguments.from_format is None and is_photograph(source.data):
        return _read_image(source, arguments, target)
    format = format_named(arguments.from_format) if arguments.from_format else detect_format(source)
    if format.name in _SCREENS:
        return _read_screen(source, arguments)
    given = _given(arguments, (*PICTURE_OPTIONS, *_IMAGE_OPTIONS))
    if format.name in _IMAGES or (format.name in _BITMAPS and given):
        return _read_image(source, arguments, target, is_scaled=format.name in _IMAGES)
    if given:
        raise UsageError(f"{source.name}: {given} is for pictures; this file is in the format {format.name}")
    return parse_as(format, source, is_named=arguments.from_format is not None)


def _given(arguments: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the first of these options that is given, or ""."""
    given = (name for name in names if getattr(arguments, name) not in (None, False))
    return "".join(f"--{name.replace('_', '-')}" for name in islice(given, 1))


def _read_screen(source: Source, arguments: argparse.Namespace) -> Puzzle:
    from harness.formats.cells import pixels_of, read_picture
    from harness.spectrum.screens import read_screen, seen_picture

    if arguments.columns_first:
        raise UsageError(_NO_SIDES)
    if _given(arguments, _IMAGE_OPTIONS):
        others = "--threshold, --dither, --colours and --choices are for other pictures"
        raise UsageError(f"a Spectrum screen is judged by its colours; {others}")
    pixels = pixels_of(seen_picture(read_screen(source.data, source.name).screen))
    return read_picture(pixels, source.name, image_options(arguments), screen=True).grid.puzzle()


def _read_image(
    source: Source, arguments: argparse.Namespace, target: Format | None, *, is_scaled: bool = True
) -> Puzzle:
    from harness.formats.bitmaps import open_any_image, open_image
    from harness.formats.cells import read_picture
    from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH

    if arguments.columns_first:
        raise UsageError(_NO_SIDES)
    if arguments.colours is not None and (arguments.threshold is not None or arguments.invert):
        raise UsageError("--threshold and --invert are for black and white, not for --colours")
    threshold = MID_GREY if arguments.threshold is None else arguments.threshold
    fit = (MAX_WIDTH, MAX_HEIGHT) if is_scaled else None
    options = image_options(arguments, fit=fit, threshold=threshold, dither=arguments.dither)
    image = open_any_image(source.data, source.name) or open_image(source.data, source.name)
    settled = _given(arguments, _SETTLING)
    if arguments.choices and settled:
        raise UsageError(f"--choices tries several settings; leave {settled} out")
    offered: list[Choices] = []
    photo = partial(_chosen, source.name, arguments, target, offered) if is_scaled and not settled else None
    picture = read_picture(image, source.name, options, colours=arguments.colours, photo=photo)
    if arguments.choices and not offered:
        raise UsageError(f"{source.name}: --choices is for photos, and this drawing has its cells; leave it out")
    puzzle = picture.grid.puzzle(picture.palette)
    if arguments.colours is not None:
        if target is not None:
            check_size(puzzle, target)
            check_colours(puzzle, target)
        verdict = OUTCOME_WORDS[_solve(puzzle, arguments).outcome]
        print(one_line(f"{source.name}: {len(puzzle.palette.colours) + 1} colours, {verdict}"), file=sys.stderr)
    return puzzle


def _chosen(
    name: str, arguments: argparse.Namespace, target: Format | None, offered: list[Choices], image: Image.Image
) -> ImportedPicture:
    """Choose a size and settings for a photo, and say which and why; write all choices if they are asked for."""
    from harness.advice.choices import choose
    from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH

    found = choose(image, name, (MAX_WIDTH, MAX_HEIGHT), with_colours=arguments.choices is not None)
    offered.append(found)
    choice = found.offered[found.plain]
    if arguments.choices is not None:
        _write_choices(found, arguments, target)
    grid, likeness = choice.picture.grid, f"{choice.likeness:.0%} of its edges"
    changed = f" after {choice.changed} change{'s' * (choice.changed > 1)}" if choice.changed else ""
    what = f"{name}: {image.width}×{image.height} pixels become {grid.width}×{grid.height} cells"
    which = f"choice {found.plain + 1} of {len(found.offered)}, {OUTCOME_WORDS[choice.outcome]}{changed}, {likeness}"
    more = "" if arguments.choices else "--choices FOLDER writes all, "
    note(UsageError(f"{what}: {which}; {more}--width takes another size"))
    return choice.picture


def _write_choices(found: Choices, arguments: argparse.Namespace, target: Format | None) -> None:
    """Write each choice as a puzzle, and a contact sheet."""
    from harness.drawing.contact import contact_sheet

    folder = Path(arguments.choices)
    stem = "stdin" if arguments.source == STANDARD_STREAM else Path(arguments.source).stem
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: --choices needs a folder, and this is a file; name another")
    plain = target or format_named("puzzle.txt")
    files: dict[Path, tuple[str, bytes]] = {}
    captions: list[tuple[Grid, Palette, str]] = []
    for number, choice in enumerate(found.offered, 1):
        grid, palette = choice.picture.grid, choice.picture.palette
        kind = plain if plain.in_colour or not palette.in_colour else format_named("non")
        name = f"{stem}-{number}-{grid.width}x{grid.height}{kind.suffixes[0]}"
        data = build_puzzle(grid.puzzle(palette), kind.name, is_unique=partial(_is_unique, choice))
        files[folder / name] = kind.name, data
        captions.append((grid, palette, f"{number}: {grid.width}×{grid.height}, {OUTCOME_WORDS[choice.outcome]}"))
    files[folder / f"{stem}-choices.png"] = "png", contact_sheet(captions, found.plain)
    folder.mkdir(parents=True, exist_ok=True)
    check_written({f"--choices {name}": (str(name), kind) for name, (kind, _) in files.items()}, forced=arguments.force)
    for path, (_, data) in files.items():
        write_bytes(data, str(path))


def _is_unique(choice: Choice, _: Puzzle) -> bool:
    return choice.outcome is Outcome.UNIQUE


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
