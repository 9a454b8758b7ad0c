"""``inlay``: the cassette's inlay as a drawing to be printed on A4, cut and folded."""

from __future__ import annotations

import argparse

from harness.commands.common import EXIT_GOOD, Subparsers, load_puzzle
from harness.drawing import Sheet
from harness.drawing.inlay import build_inlay
from harness.drawing.inlay_words import LANGUAGES
from harness.errors import UsageError
from harness.files import check_outputs
from harness.formats import write_bytes

COVER = "puzzles/duck.txt"
"""The crossword on the front; a sample with its picture."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("inlay", help="draw the cassette's inlay, to be printed", description=__doc__)
    parser.add_argument("out", metavar="OUT", help="the SVG file to write")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default: %(default)s)")
    parser.add_argument(
        "--puzzle", metavar="FILE", default=COVER, help="the crossword on the front, a file with its picture"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw it."""
    check_outputs({"OUT": arguments.out}, [arguments.puzzle])
    puzzle = load_puzzle(arguments.puzzle)
    if puzzle.goal is None:
        raise UsageError(f"{arguments.puzzle}: has clues alone; name a puzzle file with its picture")
    drawing = build_inlay(Sheet.of(puzzle), puzzle.goal.rows, arguments.lang)
    write_bytes(drawing.encode("utf-8"), arguments.out)
    return EXIT_GOOD
