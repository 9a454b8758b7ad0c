"""``random``: a random puzzle, in black and white or in colour, with one solution or of a certain difficulty if wanted.

Difficulties are the classes line (looking at one line at a time is enough), branch (cells must be tried) and mult
(several solutions); in black and white also the words that explain has: easy, moderate, tricky and hard (which are
line), very-hard and extreme (which are branch).

The same seed and the same options give the same puzzle. A picture is written whether or not there was time to see
how many solutions its puzzle has; with ``--unique`` nothing is written until one with one solution is found. What is
rare, such as a difficulty, is looked for with up to five seeds where none is given.
"""

from __future__ import annotations

import argparse

from harness.advice.random_options import RandomOptions
from harness.console.argument_types import difficulty_name, share, whole_number
from harness.console.common import Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    usual = RandomOptions()
    parser = subparsers.add_parser(
        "random",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword random new.txt --width 20 --height 15 --unique", "a puzzle with one solution"),
            (
                "crossword random hard.txt --difficulty branch --seed 7",
                "one in which cells must be tried, the same each time",
            ),
            ("crossword random new.non --colours 4 --smooth 2", "in three colours on a background"),
        ),
    )
    parser.add_argument("target", metavar="OUT", help="the file to write; - is the standard output")
    parser.add_argument(
        "--to", dest="to_format", metavar="FORMAT", help="the format to write (default: by the ending of OUT)"
    )
    for side, unit, default in (("width", "columns", usual.width), ("height", "rows", usual.height)):
        parser.add_argument(
            f"--{side}", metavar="N", type=positive_int, default=default, help=f"{unit} (default: %(default)s)"
        )
    parser.add_argument(
        "--colours",
        metavar="K",
        type=positive_int,
        default=usual.colours,
        help="colours, including the background; 2 is black on white (default: %(default)s)",
    )
    parser.add_argument(
        "--density",
        metavar="D",
        type=share,
        default=usual.density,
        help="the share of cells that are not background, 0 to 1 (default: %(default)s)",
    )
    parser.add_argument(
        "--smooth",
        metavar="N",
        type=whole_number,
        default=usual.smooth,
        help="how often the picture is smoothed; 0 is noise (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole_number, help="to get the same puzzle again (default: a random one)"
    )
    parser.add_argument("--unique", action="store_true", help="with exactly one solution")
    parser.add_argument(
        "--difficulty",
        metavar="NAME",
        type=difficulty_name,
        help="as hard as that, or nothing if none is found: line, branch, mult, or a word from easy to extreme",
    )
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw and write."""
    from harness.commands import random

    return random.run(arguments)
