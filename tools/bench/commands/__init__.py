"""The measurements of ``python -m tools.bench``, one module each, and the arguments that they share."""

from __future__ import annotations

import argparse

Subparsers = argparse._SubParsersAction  # argparse has no public name for it


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a puzzle that is solved while something else is measured."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        default="puzzles/relax-20x30.txt",
        help="what is solved meanwhile (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
