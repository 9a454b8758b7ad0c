"""``build``: make the tapes and the disk from their sources, a medium with a puzzle, or a tape of a printed listing."""

from __future__ import annotations

import argparse

from harness.console.argument_types import edition_name
from harness.console.common import DEFAULT_TAPE, Subparsers
from harness.console.help_layout import examples


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "build",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword build --check", "whether the tapes are what the sources make"),
            ("crossword build --out out --also tzx,wav", "the tapes in other forms, in another folder"),
            (
                "crossword build --puzzle puzzles/duck.txt --out duck.tap",
                "loads with the puzzle: menu item 2 solves it",
            ),
            (
                "crossword build --listing article.txt --out article.tap --with-code",
                "a printed listing, with the machine code",
            ),
        ),
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a committed tape differs")
    parser.add_argument(
        "--out",
        metavar="PATH",
        help="the folder to write to (default: the project's tapes/); with --puzzle or --listing the file to write",
    )
    parser.add_argument(
        "--also",
        metavar="KINDS",
        help="with --out: each edition in other forms too, of tzx, wav, z80, szx, with commas between "
        "(.z80 and .szx at the menu; .wav for a real machine)",
    )
    parser.add_argument("--wav", action="store_true", help="short for --also wav")
    parser.add_argument(
        "--puzzle",
        metavar="FILE",
        help="make a tape, a disk or a snapshot, as the name of --out says, with this puzzle in memory",
    )
    parser.add_argument(
        "--tape",
        metavar="NAME",
        type=edition_name,
        help=f"with --puzzle: the edition (default: {DEFAULT_TAPE})",
    )
    parser.add_argument(
        "--listing", metavar="FILE", help="make a tape of this BASIC listing, broken into lines as it was printed"
    )
    parser.add_argument(
        "--with-code",
        action="store_true",
        help="with --listing: add BASIC lines 5 and 2195 and the machine code that analyses a line",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make what is asked for."""
    from harness.commands import build

    return build.run(arguments)
