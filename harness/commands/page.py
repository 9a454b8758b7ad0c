"""``page``: static pages for any web host, with puzzles to solve by hand, hints, and a Spectrum that solves them.

Nothing on them comes from elsewhere. To look at one here, serve its folder:

  python -m http.server --directory FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.console.common import EXIT_GOOD
from harness.console.found import DEFAULT_TAPE, find_puzzle, find_tape
from harness.console.help_layout import examples
from harness.console.limits import seconds
from harness.files.writing import check_folder, check_overwritten


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword page puzzles/car.txt puzzles/cat.txt --out pages", "two puzzles, in a folder for any web host"),
    )
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="puzzle files in any known format")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="the folder for the pages; made if need be")
    parser.add_argument(
        "--tape", metavar="FILE", default=DEFAULT_TAPE, help="whose program to watch (default: %(default)s)"
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        default=60.0,
        help="stop after S seconds, for each puzzle's solution and hints (default: %(default)g)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the pages."""
    from harness.console.progress_bar import busy_bar
    from harness.studio.export import names_of_pages, write_pages

    found, tape = [(name, find_puzzle(name)) for name in arguments.puzzles], find_tape(arguments.tape)
    folder = Path(arguments.out)
    written = [folder / name for name in names_of_pages(len(found))]
    check_overwritten("--out", written, [*(one.path for _, one in found), tape.path])
    check_folder(arguments.out)
    puzzles = [(name, one.read_any()) for name, one in found]
    with busy_bar("solving", len(puzzles)) as advance:
        written = write_pages(puzzles, tape.read(), folder, arguments.timeout, advance)
    print(f"{len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'} in {len(written)} files in {arguments.out}")
    return EXIT_GOOD
