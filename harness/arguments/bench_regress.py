"""``bench regress``: what a regression costs by size and tape, and what a second job is worth."""

from __future__ import annotations

import argparse

from harness.console.argument_types import edition_name
from harness.console.common import Subparsers, positive_int
from harness.regress.defaults import BENCH_SIDES


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the kind."""
    parser = kinds.add_parser("regress", help="puzzles a second and core of regress, and two jobs beside one")
    parser.add_argument(
        "--tape",
        action="append",
        metavar="NAME",
        type=edition_name,
        help="a tape; may be repeated (default: the turbo tape)",
    )
    parser.add_argument(
        "--side",
        metavar="N",
        action="append",
        type=positive_int,
        help=f"cells a side; may be repeated (default: {', '.join(map(str, BENCH_SIDES))})",
    )
    parser.add_argument(
        "--count", metavar="N", type=positive_int, default=40, help="puzzles of each size (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from harness.commands import bench_regress

    return bench_regress.run(arguments)
