"""``random``: a random puzzle, in black and white or in colour, with one solution or of a certain difficulty if wanted.

Difficulties are the classes line (looking at one line at a time is enough), branch (cells must be tried) and mult
(several solutions); in black and white also the words that explain has: easy, moderate, tricky and hard (which are
line), very-hard and extreme (which are branch).

The same seed and the same options give the same puzzle. A picture is written whether or not there was time to see
how many solutions its puzzle has; with ``--unique`` nothing is written until one with one solution is found. What is
rare, such as a difficulty, is looked for with up to five seeds where none is given.
"""

from __future__ import annotations

import argparse
import secrets
import sys

from harness.advice.generate import NotFoundError, RandomPuzzle, random_puzzle
from harness.advice.random_options import RandomOptions
from harness.console.common import EXIT_GOOD, EXIT_INTERRUPTED
from harness.console.interrupt import interruptible
from harness.console.limits import STOP_TEXTS, budget_of
from harness.errors import UsageError, one_line
from harness.files.writing import check_outputs
from harness.formats import build_puzzle, check_colour_count, format_named, format_to_write, write_bytes
from harness.solver.budget import Budget, StoppedError
from harness.solver.result import Outcome, Stop

_SEEDS = 2**32
MOST_SEEDS = 5
"""Drawn one after another where none is given and what is wanted is rare; each may take ten seconds."""

_VERDICTS = {
    Outcome.UNIQUE: "one solution",
    Outcome.MULTIPLE: "several solutions",
    Outcome.MEMORY: f"whether it has one solution is not known ({STOP_TEXTS[Stop.MEMORY]})",
    Outcome.INTERRUPTED: f"whether it has one solution is not known ({STOP_TEXTS[Stop.INTERRUPTED]})",
}


def run(arguments: argparse.Namespace) -> int:
    """Draw, write, report."""
    target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
    check_outputs({"OUT": arguments.target})
    wanted = RandomOptions(
        width=arguments.width,
        height=arguments.height,
        colours=arguments.colours,
        density=arguments.density,
        smooth=arguments.smooth,
        unique=arguments.unique or target.only_unique,
        difficulty=arguments.difficulty,
    )
    check_colour_count(wanted.colours, target)
    with interruptible() as interrupt:
        try:
            seed, made = _drawn(wanted, arguments.seed, budget_of(arguments, interrupt))
        except StoppedError as stopped:
            if stopped.reason is Stop.INTERRUPTED:
                raise KeyboardInterrupt from None
            more = "; --timeout allows more" if stopped.reason is Stop.TIMEOUT else ""
            raise UsageError(f"no puzzle was made: {STOP_TEXTS[stopped.reason]}{more}") from None
    data = build_puzzle(made.puzzle, target.name, is_unique=lambda _: made.outcome is Outcome.UNIQUE)
    write_bytes(data, arguments.target)
    size = f"{made.puzzle.width}×{made.puzzle.height} cells"
    verdict = _VERDICTS.get(made.outcome, "too hard to tell whether it has one solution")
    difficulty = f"difficulty {arguments.difficulty}, " if arguments.difficulty else ""
    report = f"{arguments.target}: {target.name}, {size}, {verdict}, {difficulty}seed {seed}"
    print(one_line(report), file=sys.stderr if arguments.target == "-" else sys.stdout)
    return EXIT_INTERRUPTED if made.outcome is Outcome.INTERRUPTED else EXIT_GOOD


def _drawn(wanted: RandomOptions, seed: int | None, budget: Budget) -> tuple[int, RandomPuzzle]:
    """A puzzle and its seed: the one given, or else the first of some drawn that leads to one.

    Raises:
        NotFoundError: the seed does not lead to such a puzzle, or the last of those drawn.
        StoppedError: the budget ran out before.
    """
    if seed is not None:
        return seed, random_puzzle(wanted, seed, budget)
    for _ in range(MOST_SEEDS - 1):
        seed = secrets.randbelow(_SEEDS)
        try:
            return seed, random_puzzle(wanted, seed, budget)
        except NotFoundError:
            print(f"note: nothing was found with the seed {seed}; trying another", file=sys.stderr, flush=True)
    seed = secrets.randbelow(_SEEDS)
    return seed, random_puzzle(wanted, seed, budget)
