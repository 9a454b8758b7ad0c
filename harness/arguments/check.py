"""``check``: whether a puzzle is a good one, and if not, what would mend it.

A good puzzle has exactly one solution. If it has several, the cells that differ are shown, and the smallest change of
the picture found that leaves one. If it has none, the first line that cannot be. If the numbers cannot be a crossword
at all, the slips of the pen that would explain it, those that lead to one solution first.

The exit code is 0 for exactly one solution, 1 for anything else, 2 for a file that cannot be read.
"""

from __future__ import annotations

import argparse

from harness.advice.report import DEFAULT_SECONDS
from harness.console.argument_types import add_jobs_option
from harness.console.common import Subparsers
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "check",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword check puzzles/wink.txt", "which cells differ, and what to change"),
            ("crossword check --quiet folder pack.nonpack#3", "a line for each puzzle"),
        ),
    )
    parser.add_argument(
        "puzzles",
        metavar="PUZZLE",
        nargs="+",
        help="a puzzle file in any known format, in colour or not; a folder, archive or file of several puzzles is all "
        "of them, NAME#3 its third",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object for each puzzle, and nothing else")
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        default=DEFAULT_SECONDS,
        help="stop after S seconds, for each puzzle, and say what is known by then (default: %(default)g)",
    )
    add_memory_option(parser)
    parser.add_argument("--quiet", action="store_true", help="print only the finding, on one line")
    add_jobs_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Examine and report."""
    from harness.commands import check

    return check.run(arguments)
