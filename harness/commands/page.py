"""``page``: static pages for any web host, with puzzles to solve by hand, hints, and a Spectrum that solves them.

Nothing on them comes from elsewhere. To look at one here, serve its folder: ``python -m http.server --directory DIR``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.commands.common import EXIT_GOOD, Subparsers, load_tape
from harness.commands.limits import seconds
from harness.commands.run import DEFAULT_TAPE
from harness.formats import read_any


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "page",
        help="static pages with puzzles to solve by hand, and a Spectrum to watch",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="puzzle files in any known format")
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder for the pages; made if need be")
    parser.add_argument(
        "--tape", metavar="T", default=DEFAULT_TAPE, help="whose program to watch (default: %(default)s)"
    )
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, default=60.0, help="what a puzzle's solution and hints may take"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the pages."""
    from harness.studio.export import write_pages

    puzzles = [(path, read_any(path)) for path in arguments.puzzles]
    written = write_pages(puzzles, load_tape(arguments.tape), Path(arguments.out), arguments.timeout)
    print(f"{len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'} in {len(written)} files in {arguments.out}")
    return EXIT_GOOD
