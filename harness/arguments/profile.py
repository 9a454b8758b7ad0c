"""``profile``: where the program spends its T-states, by BASIC line and by label of the machine code."""

from __future__ import annotations

import argparse

from harness.console.common import DEFAULT_TAPE, Subparsers, positive_int
from harness.console.help_layout import examples


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "profile",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword profile puzzles/car.txt --top 10", "the ten costliest lines and labels"),
        ),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    parser.add_argument("--tape", metavar="FILE", default=DEFAULT_TAPE, help="the tape to load (default: %(default)s)")
    parser.add_argument(
        "--top", metavar="N", type=positive_int, default=20, help="rows in each table (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and measure."""
    from harness.commands import profile

    return profile.run(arguments)
