"""``page``: static pages for any web host, with puzzles to solve by hand, hints, and a Spectrum that solves them.

Nothing on them comes from elsewhere. To look at one here, serve its folder:

  python -m http.server --directory FOLDER
"""

from __future__ import annotations

import argparse

from harness.console.common import DEFAULT_TAPE, Subparsers
from harness.console.help_layout import examples
from harness.console.limits import seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "page",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword page puzzles/car.txt puzzles/cat.txt --out pages", "two puzzles, in a folder for any web host"),
        ),
    )
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="puzzle files in any known format")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="the folder for the pages; made if need be")
    parser.add_argument(
        "--tape", metavar="FILE", default=DEFAULT_TAPE, help="whose program to watch (default: %(default)s)"
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        default=60.0,
        help="stop after S seconds, for each puzzle's solution and hints (default: %(default)g)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the pages."""
    from harness.commands import page

    return page.run(arguments)
