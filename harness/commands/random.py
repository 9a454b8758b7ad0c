"""``random``: a random puzzle, in black and white or in colour, with one solution or of a certain difficulty if wanted.

Difficulties are the classes line (looking at one line at a time is enough), branch (cells must be tried) and mult
(several solutions), and the words that explain has: easy, moderate, tricky and hard (which are line), very-hard and
extreme (which are branch).

The same seed and the same options give the same puzzle. A picture is written whether or not there was time to see
how many solutions its puzzle has; with ``--unique`` nothing is written until one with one solution is found. Without a
seed, up to five are tried for a rare wish, such as a difficulty.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

import harness
from harness.commands._arguments import (
    STOP_TEXTS,
    add_limit_options,
    add_to,
    budget_of,
    difficulty_name,
    from_to,
    interruptible,
    outcome_text,
    share,
    whole_number,
)
from harness.commands._streams import busy_bar, check_written
from harness.errors import UndecidedError, one_line
from harness.formats import build_puzzle, check_colour_count, format_named, format_to_write, write_bytes
from harness.formats.picture_kinds import MAX_COLOURS
from harness.puzzle import MAX_SIDE
from harness.solver.budget import Budget, StoppedError, StopReason
from harness.solver.strategy import OUTCOME_WORDS, Outcome
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from harness.advice.generate import RandomOptions, RandomPuzzle

_SEEDS = 2**32
MOST_SEEDS = 5
"""Tried one after another for a rare wish without a seed; each may take ten seconds."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword random new.txt --width 20 --height 15 --unique", "a puzzle with one solution"),
        ("crossword random hard.txt --difficulty branch --seed 7", "cells must be tried; the same puzzle each time"),
        ("crossword random new.non --colours 4 --smooth 2", "in three colours on a background"),
    )
    add = add_to(parser)
    add("OUT", "the file to write; - is standard output", dest="target")
    add("--to")
    side = from_to(1, MAX_SIDE)
    add("--width N", "columns", side, 20)
    add("--height N", "rows", side, 20)
    add("--colours K", "colours, the background included; 2 is black on white", from_to(2, MAX_COLOURS), 2)
    add("--density D", "the share of cells that are not background, 0 to 1", share, 0.5)
    add("--smooth N", "how often the picture is smoothed; 0 is noise", whole_number, 1)
    add("--seed N", "to get the same puzzle again (default: a random one)", whole_number)
    add("--unique", "with exactly one solution")
    help = "as hard as that, or nothing if none is found: line, branch, mult, or a word from easy to extreme"
    add("--difficulty NAME", help, difficulty_name)
    add("--force")
    add_limit_options(parser, "stop after S seconds (default: never)")


def run(arguments: argparse.Namespace) -> int:
    target = format_named(arguments.to_format) if arguments.to_format else format_to_write(arguments.target)
    check_written({"OUT": (arguments.target, target.name)}, forced=arguments.force)
    names = ("width", "height", "colours", "density", "smooth", "difficulty")
    given = {name: getattr(arguments, name) for name in names}
    wanted = harness.RandomOptions(**given, unique=arguments.unique or target.only_unique)
    check_colour_count(wanted.colours, target)
    with interruptible() as interrupt, busy_bar("drawing"):
        try:
            seed, made = _drawn(wanted, arguments.seed, budget_of(arguments, interrupt))
        except StoppedError as stopped:
            if stopped.reason is StopReason.INTERRUPTED:
                raise KeyboardInterrupt from None
            raise UndecidedError(f"no puzzle was made: {STOP_TEXTS[stopped.reason]}") from None
    data = build_puzzle(made.puzzle, target.name, is_unique=lambda _: made.outcome is Outcome.UNIQUE)
    write_bytes(data, arguments.target)
    size = f"{made.puzzle.width}×{made.puzzle.height} cells"
    too_hard = f"{OUTCOME_WORDS[made.outcome]}: too hard to tell whether it has one solution"
    verdict = too_hard if made.outcome is Outcome.TIMEOUT else outcome_text(made.outcome)
    difficulty = f"difficulty {arguments.difficulty}, " if arguments.difficulty else ""
    report = f"{arguments.target}: {target.name}, {size}, {verdict}, {difficulty}seed {seed}"
    print(one_line(report), file=sys.stderr if arguments.target == "-" else sys.stdout)
    return Exit.INTERRUPTED if made.outcome is Outcome.INTERRUPTED else Exit.GOOD


def _drawn(wanted: RandomOptions, seed: int | None, budget: Budget) -> tuple[int, RandomPuzzle]:
    """Make a puzzle; return it with its seed: the one given, or the first of some drawn that leads to one."""
    import secrets

    from harness.advice.generate import NotFoundError, random_puzzle

    *others, last = [secrets.randbelow(_SEEDS) for _ in range(MOST_SEEDS)] if seed is None else [seed]
    for other in others:
        try:
            return other, random_puzzle(wanted, other, budget)
        except NotFoundError:
            print(f"note: nothing was found with the seed {other}; trying another", file=sys.stderr, flush=True)
    return last, random_puzzle(wanted, last, budget)
