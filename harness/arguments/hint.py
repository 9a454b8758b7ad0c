"""``hint``: the next step from a partly solved picture, with its reason; or what is wrong with that picture.

FILE holds the picture, a text row for each row: # (or x, X, 1, █) black, . (or -, 0, ·) white, ? (or _) unknown. In a
file without ? and _ a blank is an unknown cell, and blanks at the end of a row may be missing; in any other file
blanks are ignored.

The exit code is 0 for a step and for a picture that is complete and right, 1 where there is no step to give (something
is wrong, or nothing more follows), 2 for a file that cannot be read.
"""

from __future__ import annotations

import argparse

from harness.console.argument_types import add_language_option
from harness.console.common import Subparsers
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "hint",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword hint puzzles/cat.txt", "where to begin"),
            ("crossword hint puzzles/cat.txt --state half-done.txt", "the next step from there"),
        ),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format, in black and white")
    parser.add_argument(
        "--state",
        metavar="FILE",
        help="the picture as far as it is known; - is standard input (default: nothing is known)",
    )
    add_language_option(parser)
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Find the next step."""
    from harness.commands import hint

    return hint.run(arguments)
