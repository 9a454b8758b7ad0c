"""``picture``: a Spectrum screen made into a puzzle by the program itself, and whether that has one solution."""

from __future__ import annotations

import argparse

from harness.console.common import DEFAULT_TAPE, Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "picture",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword picture drawing.scr --out drawing.txt", "the drawing as a puzzle, and whether it is unique"),
            ("crossword picture drawing.scr --width 20 --height 15", "of the top left corner alone"),
        ),
    )
    parser.add_argument("screen", metavar="SCREEN", help="a .scr (6912, 6144 or 2048 bytes), or a .tap with a SCREEN$")
    parser.add_argument(
        "--width",
        metavar="N",
        type=positive_int,
        help="columns, counted from the top left corner (default: as far as the drawing reaches)",
    )
    parser.add_argument("--height", metavar="N", type=positive_int, help="rows, likewise")
    parser.add_argument("--tape", metavar="FILE", default=DEFAULT_TAPE, help="the tape to load (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", help="write the puzzle there; the name's ending chooses the format")
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        help="stop looking for a second solution after S seconds (default: never)",
    )
    add_memory_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the picture."""
    from harness.commands import picture

    return picture.run(arguments)
