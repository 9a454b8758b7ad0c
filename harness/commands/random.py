"""``random``: a random puzzle, in black and white or in colour, with one solution if wanted.

The same seed and the same options give the same puzzle. A picture is written whether or not there was time to see
how many solutions its puzzle has; with ``--unique`` nothing is written until one with one solution is found.
"""

from __future__ import annotations

import argparse
import secrets
import sys

from harness.advice.generate import RandomOptions, random_puzzle
from harness.commands.common import EXIT_GOOD, EXIT_INTERRUPTED, Subparsers, positive_int
from harness.commands.interrupt import interruptible
from harness.commands.limits import STOP_TEXTS, add_memory_option, budget_of, seconds
from harness.errors import UsageError, one_line
from harness.files import check_outputs
from harness.formats import build_puzzle, format_named, format_to_write, write_bytes
from harness.solver.budget import StoppedError
from harness.solver.result import Outcome, Stop

_SEEDS = 2**32
_VERDICTS = {
    Outcome.UNIQUE: "one solution",
    Outcome.MULTIPLE: "several solutions",
    Outcome.MEMORY: f"whether it has one solution is not known ({STOP_TEXTS[Stop.MEMORY]})",
    Outcome.INTERRUPTED: f"whether it has one solution is not known ({STOP_TEXTS[Stop.INTERRUPTED]})",
}


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
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw, write, report."""
    target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
    check_outputs({"OUT": arguments.target})
    seed = secrets.randbelow(_SEEDS) if arguments.seed is None else arguments.seed
    wanted = RandomOptions(
        width=arguments.width,
        height=arguments.height,
        colours=arguments.colours,
        density=arguments.density,
        smooth=arguments.smooth,
        unique=arguments.unique or target.only_unique,
    )
    with interruptible() as interrupt:
        try:
            made = random_puzzle(wanted, seed, budget_of(arguments, interrupt))
        except StoppedError as stopped:
            if stopped.reason is Stop.INTERRUPTED:
                raise KeyboardInterrupt from None
            more = "; --timeout allows more" if stopped.reason is Stop.TIMEOUT else ""
            raise UsageError(f"no puzzle was made: {STOP_TEXTS[stopped.reason]}{more}") from None
    data = build_puzzle(made.puzzle, target.name, is_unique=lambda _: made.outcome is Outcome.UNIQUE)
    write_bytes(data, arguments.target)
    size = f"{made.puzzle.width}×{made.puzzle.height} cells"
    verdict = _VERDICTS.get(made.outcome, "too hard to tell whether it has one solution")
    report = f"{arguments.target}: {target.name}, {size}, {verdict}, seed {seed}"
    print(one_line(report), file=sys.stderr if arguments.target == "-" else sys.stdout)
    return EXIT_INTERRUPTED if made.outcome is Outcome.INTERRUPTED else EXIT_GOOD


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
