"""``random``: a random puzzle, in black and white or in colour, with one solution or of a certain difficulty if wanted.

Difficulties are the classes line (looking at one line at a time is enough), branch (cells must be tried) and mult
(several solutions); in black and white also the words that explain has: easy, moderate, tricky and hard (which are
line), very-hard and extreme (which are branch).

The same seed and the same options give the same puzzle.
"""

from __future__ import annotations

import argparse
import secrets
import sys

from harness.advice.difficulty import DIFFICULTIES
from harness.advice.generate import RandomOptions, random_puzzle
from harness.commands.common import EXIT_GOOD, Subparsers, positive_int
from harness.errors import one_line
from harness.files import check_outputs
from harness.formats import build_puzzle, format_named, format_to_write, write_bytes
from harness.solver.result import Outcome

_SEEDS = 2**32
_VERDICTS = {Outcome.UNIQUE: "one solution", Outcome.MULTIPLE: "several solutions"}


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    usual = RandomOptions()
    parser = subparsers.add_parser(
        "random",
        help="make a random puzzle, in black and white or in colour",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", metavar="OUT", help="the file to write; - is the standard output")
    parser.add_argument(
        "--to", dest="to_format", metavar="FORMAT", help="the format to write (default: by the ending of OUT)"
    )
    for side, default in (("width", usual.width), ("height", usual.height)):
        parser.add_argument(
            f"--{side}", metavar="N", type=positive_int, default=default, help="in cells (default: %(default)s)"
        )
    parser.add_argument(
        "--colours",
        metavar="K",
        type=positive_int,
        default=usual.colours,
        help="including the background; 2 is black on white (default: %(default)s)",
    )
    parser.add_argument(
        "--density",
        metavar="D",
        type=_part,
        default=usual.density,
        help="how full it is, 0 to 1 (default: %(default)s)",
    )
    parser.add_argument(
        "--smooth", metavar="N", type=_count, default=usual.smooth, help="0 is noise (default: %(default)s)"
    )
    parser.add_argument("--seed", metavar="N", type=_count, help="to get the same puzzle again (default: a random one)")
    parser.add_argument("--unique", action="store_true", help="with exactly one solution")
    parser.add_argument(
        "--difficulty",
        metavar="NAME",
        choices=DIFFICULTIES,
        help=f"as hard as that, or nothing if none is found: {', '.join(DIFFICULTIES)}",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw, write, report."""
    target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
    check_outputs({"OUT": arguments.target})
    seed = secrets.randbelow(_SEEDS) if arguments.seed is None else arguments.seed
    made = random_puzzle(
        RandomOptions(
            width=arguments.width,
            height=arguments.height,
            colours=arguments.colours,
            density=arguments.density,
            smooth=arguments.smooth,
            unique=arguments.unique or target.only_unique,
            difficulty=arguments.difficulty,
        ),
        seed,
    )
    data = build_puzzle(made.puzzle, target.name, is_unique=lambda _: made.outcome is Outcome.UNIQUE)
    write_bytes(data, arguments.target)
    size = f"{made.puzzle.width}×{made.puzzle.height} cells"
    verdict = _VERDICTS.get(made.outcome, "too hard to tell whether it has one solution")
    difficulty = f"difficulty {arguments.difficulty}, " if arguments.difficulty else ""
    report = f"{arguments.target}: {target.name}, {size}, {verdict}, {difficulty}seed {seed}"
    print(one_line(report), file=sys.stderr if arguments.target == "-" else sys.stdout)
    return EXIT_GOOD


def _part(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to 1")
    return value


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 0 to {10**19 - 1}")
    return int(text)
