"""``inlay``: the cassette's inlay as a drawing to be printed on A4, cut and folded."""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers
from harness.console.help_layout import examples

COVER = "puzzles/duck.txt"
"""The crossword on the front; a sample with its picture."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "inlay",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword inlay inlay.svg", "the inlay, in English"),
            ("crossword inlay inlay.svg --lang ru --puzzle my-picture.txt", "in Russian, with a picture of your own"),
        ),
    )
    parser.add_argument("out", metavar="OUT", help="the SVG file to write; - is the standard output")
    parser.add_argument("--lang", choices=("en", "ru"), default="en", help="the language (default: %(default)s)")
    parser.add_argument(
        "--puzzle",
        metavar="FILE",
        default=COVER,
        help="the crossword on the front, a file with its picture (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw it."""
    from harness.commands import inlay

    return inlay.run(arguments)
