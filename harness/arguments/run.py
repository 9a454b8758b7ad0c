"""``run``: a puzzle through the Spectrum program, proved against the reference solver."""

from __future__ import annotations

import argparse

from harness.console.common import DEFAULT_TAPE, Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds
from harness.spectrum.branching import OnBranch


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "run",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword run puzzles/cat.txt", "the picture, the Spectrum's time and the verdict"),
            ("crossword run puzzles/wink.txt --on-branch all", 'both colours at every "Many variants!"'),
            ("crossword run puzzles/wink.txt --tape crossword-turbo.tap --count", "the Spectrum counts the solutions"),
            ("crossword run puzzles/car.txt --model +2", "on a +2, loaded by its Tape Loader"),
            ("crossword run puzzles/car.txt --json --png car.png", "for programs, and the screen as a picture"),
        ),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    parser.add_argument("--tape", metavar="FILE", default=DEFAULT_TAPE, help="the tape to load (default: %(default)s)")
    parser.add_argument(
        "--model", choices=("48", "128", "+2"), default="48", help="the Spectrum to run it on (default: %(default)s)"
    )
    parser.add_argument(
        "--on-branch",
        choices=[choice.value for choice in OnBranch],
        default=OnBranch.STOP.value,
        help='what to do at "Many variants!": stop there, go on with black or white, or walk all branches '
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--max-solutions",
        metavar="N",
        type=positive_int,
        help="with --on-branch all: stop after N solutions (default: never)",
    )
    parser.add_argument(
        "--count", action="store_true", help="count all solutions instead, on a tape that can: crossword-turbo.tap"
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=seconds,
        help="stop after S seconds of real time; what was found is kept (default: never)",
    )
    add_memory_option(parser)
    parser.add_argument("--unchecked", action="store_true", help="type the file's numbers without checking them first")
    parser.add_argument("--png", metavar="FILE", help="save the Spectrum's last screen of the crossword as a picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--quiet", action="store_true", help="print only the verdict")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the puzzle and report."""
    from harness.commands import run

    return run.run(arguments)
