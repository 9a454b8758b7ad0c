"""``bench studio``: how smoothly the studio shows a Spectrum."""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = kinds.add_parser("studio", help="the studio's pictures: how many come late, and what streaming costs")
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        default="puzzles/relax-20x30.txt",
        help="what is solved meanwhile (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    from harness.commands import bench_studio

    return bench_studio.run(arguments)
