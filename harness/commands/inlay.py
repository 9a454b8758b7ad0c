"""``inlay``: the cassette's inlay as a drawing to print on A4, cut and fold."""

from __future__ import annotations

import argparse

from harness.commands._common import EXIT_GOOD, examples
from harness.commands._found import find_puzzle
from harness.errors import UsageError, one_line
from harness.files.writing import STANDARD_STREAM, check_outputs

COVER = "puzzles/duck.txt"
"""The crossword on the front; a sample with its picture."""


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword inlay inlay.svg", "the inlay, in English"),
        ("crossword inlay inlay.svg --lang ru --puzzle my-picture.txt", "in Russian, with a picture of your own"),
    )
    parser.add_argument("out", metavar="OUT", help="the SVG file to write; - is the standard output")
    parser.add_argument("--lang", choices=("en", "ru"), default="en", help="the language (default: %(default)s)")
    parser.add_argument(
        "--puzzle",
        metavar="FILE",
        default=COVER,
        help="the crossword on the front, a file with its picture (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw it."""
    from harness.drawing import Sheet
    from harness.drawing.inlay import build_inlay
    from harness.formats import write_bytes

    found = find_puzzle(arguments.puzzle)
    check_outputs({"OUT": arguments.out}, [found.path])
    puzzle = found.read()
    if puzzle.goal is None:
        raise UsageError(f"{arguments.puzzle}: has clues alone; name a puzzle file with its picture")
    drawing = build_inlay(Sheet.of(puzzle), puzzle.goal.rows, arguments.lang)
    write_bytes(drawing.encode("utf-8"), arguments.out)
    if arguments.out != STANDARD_STREAM:
        print(one_line(f"{arguments.out}: print it at 100 %, cut along the solid lines and fold along the dashed ones"))
    return EXIT_GOOD
