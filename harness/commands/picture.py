"""``picture``: a Spectrum screen made into a puzzle by the program itself, and checked for one solution."""

from __future__ import annotations

import argparse

from harness.commands._arguments import (
    STOP_TEXTS,
    add_limit_options,
    add_to,
    budget_of,
    exit_code_of,
    image_options,
    interruptible,
)
from harness.commands._found import DEFAULT_TAPE, find_tape
from harness.commands._streams import cells_to_json, check_written, print_json, puzzle_to_json, reporting
from harness.errors import UsageError, one_line
from harness.files.reading import STANDARD_STREAM
from harness.puzzle import Grid, differing_cells
from harness.solver.budget import StopReason
from harness.solver.strategy import Result
from pyspectrum.command_line import Exit, examples


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword picture drawing.scr --out drawing.txt", "the drawing as a puzzle, and whether it is unique"),
        ("crossword picture drawing.scr --crop 0,0,20,15", "its top left corner alone, a pixel a cell"),
    )
    add = add_to(parser)
    screen = "a .scr (6912, 6144 or 2048 bytes), or a tape, a disk or a snapshot with a SCREEN$; FILE#2 is its second"
    add("SCREEN", screen, dest="screen")
    add("--width")
    add("--tape FILE", "the tape to load", default=DEFAULT_TAPE)
    add("--out FILE", "write the puzzle there; the name's ending chooses the format")
    add("--force")
    add_limit_options(parser, "stop looking for a second solution after S seconds (default: never)")
    add("--json")


def run(arguments: argparse.Namespace) -> int:
    from harness.formats import format_to_write, read_source, write_puzzle
    from harness.formats.cells import pixels_of, read_picture
    from harness.solver.search import solve
    from harness.spectrum.menu import EndMessage
    from harness.spectrum.play import play_picture
    from harness.spectrum.screens import read_screen, seen_picture
    from harness.verdict import follow_path
    from pyspectrum.models import MODEL_48K

    tape = find_tape(arguments.tape)
    kind = format_to_write(arguments.out).name if arguments.out else ""
    out = {"--out": (arguments.out, kind)}
    check_written(out, [arguments.screen, tape.path], forced=arguments.force, is_json=arguments.json)
    _check_size(arguments.width or 1, arguments.height or 1)
    source = read_source(arguments.screen)
    picture = read_screen(source.data, source.name)
    pixels = pixels_of(seen_picture(picture.screen))
    seen = read_picture(pixels, source.name, image_options(arguments), screen=True).grid
    _check_size(seen.width, seen.height)
    played = play_picture(picture.at_corner(seen), seen.width, seen.height, tape.read())
    with interruptible() as interrupt:
        reference = solve(played.puzzle, budget=budget_of(arguments, interrupt))
    has_right_clues, is_solved = played.puzzle.has_clues_of(seen.puzzle()), played.stop is EndMessage.SOLVED
    by_lines = follow_path(played.puzzle, ()) if has_right_clues else None
    ends_right = seen == by_lines if is_solved else played.stop is EndMessage.MANY_VARIANTS
    agrees = played.grid == by_lines and ends_right
    differing, seconds = _differing_cells(reference), MODEL_48K.seconds(played.tstates)
    with reporting(arguments.out):
        if arguments.json:
            value = {
                **puzzle_to_json(played.puzzle),
                "outcome": "solved" if is_solved else "many-variants",
                "solutions": [list(played.grid.rows)],
                "unique": reference.unique,
                "agrees": agrees,
                "tstates": played.tstates,
                "seconds": round(seconds, 6),
                "line_calls": played.line_calls,
                "tape": arguments.tape,
                "rows": [list(clue) for clue in played.puzzle.rows],
                "columns": [list(clue) for clue in played.puzzle.columns],
                "differing_cells": cells_to_json(differing),
            }
            print_json(value)
        else:
            _print_picture(seen, differing)
            print(f"{seen.width}×{seen.height} cells, {seconds:,.2f} s of Spectrum time")
            print(_sentence(reference, is_solved, len(differing)))
            if not agrees:
                print("WRONG: the Spectrum and the reference disagree about this picture")
    if arguments.out:
        puzzle = played.puzzle.replace(goal=seen) if has_right_clues else played.puzzle
        write_puzzle(puzzle, arguments.out, is_unique=lambda _: reference.unique is True)
        if arguments.out != STANDARD_STREAM and not arguments.json:
            print(one_line(f"{arguments.out}: {kind}, {puzzle.width}×{puzzle.height} cells"))
            if reference.unique is False:
                print(one_line(f"check {arguments.out} finds the smallest change that leaves one solution"))
    if interrupt():
        return Exit.INTERRUPTED
    return exit_code_of(reference.stopped if reference.unique is None else None) if agrees else Exit.NO


def _check_size(width: int, height: int) -> None:
    from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH

    if width > MAX_WIDTH or height > MAX_HEIGHT:
        raise UsageError(f"{width}×{height} cells are too many; the Spectrum program takes {MAX_WIDTH}×{MAX_HEIGHT}")


def _differing_cells(reference: Result) -> tuple[tuple[int, int], ...]:
    """Return the cells, (row, column) from 0, in which the first two solutions differ; none unless there are two."""
    if len(reference.solutions) < 2:
        return ()
    one, other = reference.solutions[:2]
    return differing_cells(one.rows, other.rows)


def _print_picture(seen: Grid, differing: tuple[tuple[int, int], ...]) -> None:
    from harness.drawing.terminal import print_grid, render_difference, tell_if_too_wide

    if differing:
        print(render_difference(seen, differing))
    else:
        print_grid(seen)
    tell_if_too_wide(seen, as_printed=not differing)
    print()


def _sentence(reference: Result, is_solved: bool, differing: int) -> str:
    if reference.unique and is_solved:
        return "unique: it solves without a question"
    if reference.unique:
        return "unique, but line logic does not suffice: the solver has to guess"
    if reference.unique is None:
        return f"not decided whether it is unique: {STOP_TEXTS[reference.stopped or StopReason.TIMEOUT]}"
    return f"not unique: two solutions differ in the {differing} cells marked X (black in the drawing) and o (white)"
