"""``screenshots``: make the pictures of README and docs."""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers
from harness.console.help_layout import examples


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "screenshots",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword screenshots --out pictures", "all of them, in a folder of your own"),
        ),
    )
    parser.add_argument(
        "--out", metavar="FOLDER", default="docs/images", help="where to write them (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make the pictures."""
    from harness.commands import screenshots

    return screenshots.run(arguments)
