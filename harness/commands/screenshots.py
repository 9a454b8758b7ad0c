"""``screenshots``: make the pictures of README and docs."""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.commands.common import EXIT_GOOD, Subparsers
from harness.commands.scenes import write_screenshots
from harness.errors import UsageError
from harness.files import STANDARD_STREAM


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("screenshots", help="make the pictures of README and docs", description=__doc__)
    parser.add_argument(
        "--out", metavar="FOLDER", default="docs/images", help="where to write them (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the pictures."""
    if arguments.out == STANDARD_STREAM:
        raise UsageError("--out -: several pictures do not go to the standard output; name a folder")
    for path in write_screenshots(Path(arguments.out)):
        print(path)
    return EXIT_GOOD
