"""``shrink``: a puzzle that fails, made as small as it still fails."""

from __future__ import annotations

import argparse

from harness.console.common import DEFAULT_TAPE, Subparsers
from harness.console.help_layout import examples
from harness.console.limits import seconds as duration
from harness.regress.defaults import PLACE


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "shrink",
        help=summary,
        description=__doc__,
        epilog=examples(
            (
                "crossword shrink wrong.txt --disagrees --tape my.tap --out small.txt",
                "a puzzle that a tape gets wrong, made small",
            ),
            ('crossword shrink wrong.txt --predicate "mytest {file}" --out small.txt', "a fault of any other kind"),
        ),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--predicate",
        metavar="CMD",
        help=f"exit code 0 says that it still fails; {PLACE} is the puzzle's file; no shell is used",
    )
    what.add_argument("--disagrees", action="store_true", help="it fails where the tape and the reference disagree")
    parser.add_argument(
        "--format", metavar="FORMAT", default="non", help="the format of the predicate's file (default: %(default)s)"
    )
    parser.add_argument(
        "--tape", metavar="FILE", default=DEFAULT_TAPE, help="with --disagrees: the tape (default: %(default)s)"
    )
    parser.add_argument("--type", action="store_true", help="with --disagrees: type the puzzle, do not inject it")
    parser.add_argument(
        "--out", metavar="FILE", default="-", help="the smallest puzzle (default: -, the standard output)"
    )
    parser.add_argument(
        "--timeout", metavar="S", type=duration, help="stop after S seconds with the smallest so far (default: never)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from harness.commands import shrink

    return shrink.run(arguments)
