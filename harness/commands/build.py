"""``build``: make the tapes from their sources."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from harness.build import differing_tapes, write_tapes
from harness.commands.common import EXIT_DISAGREES, EXIT_GOOD, Subparsers
from harness.resources import data_folder


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("build", help="make the tapes from their sources", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a committed tape differs")
    parser.add_argument("--out", metavar="FOLDER", help="where to write the tapes (default: the project's tapes/)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write or check the tapes."""
    folder = Path(arguments.out) if arguments.out else data_folder("tapes")
    if arguments.check:
        different = differing_tapes(folder)
        for name in different:
            print(f"{folder / name}: not what the sources make; run build and commit it", file=sys.stderr)
        return EXIT_DISAGREES if different else EXIT_GOOD
    for path in write_tapes(folder):
        print(f"{path}: {path.stat().st_size:,} bytes")
    return EXIT_GOOD
