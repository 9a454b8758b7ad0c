"""``shrink``: a failing puzzle, reduced to the smallest that still fails."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from harness.commands._arguments import add_to, interruptible, reading_of
from harness.commands._arguments import seconds as duration
from harness.commands._found import DEFAULT_TAPE, FoundTape, find_puzzle, find_tape
from harness.commands._streams import check_written
from harness.errors import UndecidedError, UsageError
from harness.regress import PLACE, PUZZLE_SECONDS
from harness.solver.budget import Budget
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from harness.puzzle import Puzzle
    from harness.regress.shrink import Fails


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        (
            "crossword shrink wrong.txt --disagrees --tape my.tap --out small.txt",
            "a puzzle that a tape gets wrong, made small",
        ),
        ('crossword shrink wrong.txt --predicate "mytest {file}" --out small.txt', "a fault of any other kind"),
    )
    add = add_to(parser)
    add("PUZZLE")
    fails = add_to(parser.add_mutually_exclusive_group(required=True))
    help = f"exit code 0 says that it still fails; {PLACE} is the file of the puzzle; no shell is used"
    fails("--predicate CMD", help)
    fails("--disagrees", "it fails if the tape and the reference solver disagree")
    add("--format FORMAT", "the format of the predicate's file", default="non")
    add("--tape FILE", "with --disagrees: the tape", default=DEFAULT_TAPE)
    add("--type", "with --disagrees: type the puzzle, do not inject it")
    add("--out FILE", "the smallest puzzle (default: -, standard output)", default="-")
    add("--force")
    add("--timeout S", "stop after S seconds with the smallest so far (default: never)", duration)


def run(arguments: argparse.Namespace) -> int:
    """Shrink; the smallest puzzle found before time ran out, or before Ctrl-C, is written as well."""
    from harness.formats import format_to_write, read_puzzle, write_puzzle
    from harness.regress.shrink import Shrinker

    found, tape = find_puzzle(arguments.puzzle), find_tape(arguments.tape)
    target = format_to_write(arguments.out)
    check_written({"--out": (arguments.out, target.name)}, [found.path, tape.path], forced=arguments.force)
    puzzle = read_puzzle(found.name, **reading_of(arguments))
    with interruptible() as interrupt:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        fails = _disagrees(arguments, tape) if arguments.disagrees else _predicate(arguments, budget)
        shrinker = Shrinker(puzzle, fails, on_smaller=_tell, should_stop=lambda: budget.is_spent)
        if not shrinker.holds_at_all():
            if interrupt():  # which may have ended the predicate, too
                raise KeyboardInterrupt
            if budget.is_spent:
                what = "time ran out before the fault was seen; --timeout allows more"
                raise UndecidedError(f"{arguments.puzzle}: {what}")
            what = "the predicate finds no fault in this puzzle; it must exit with code 0 if the fault is there"
            if arguments.disagrees:
                what = f"{arguments.tape} and the reference solver agree on this puzzle: nothing to shrink"
            raise UsageError(f"{arguments.puzzle}: {what}")
        smallest = shrinker.shrink()
    write_puzzle(smallest, arguments.out)
    is_cut = budget.is_spent
    ended = " (stopped there)" if is_cut else ""
    print(f"{_size(puzzle)} → {_size(smallest)} after {shrinker.asked} trials{ended}", file=sys.stderr)
    if interrupt():
        return Exit.INTERRUPTED
    return Exit.UNDECIDED if is_cut else Exit.GOOD


def _predicate(arguments: argparse.Namespace, budget: Budget) -> Fails:
    import subprocess

    from harness.formats import build_puzzle, format_named
    from harness.regress.program import check_command, run_on_file

    check_command(arguments.predicate)
    suffix = format_named(arguments.format).suffixes[0]

    def fails(puzzle: Puzzle) -> bool:
        data = build_puzzle(puzzle, arguments.format)
        left = budget.left_seconds
        seconds = PUZZLE_SECONDS if left is None else min(PUZZLE_SECONDS, left)
        try:
            return run_on_file(arguments.predicate, data, suffix, seconds).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    return fails


def _disagrees(arguments: argparse.Namespace, tape: FoundTape) -> Fails:
    from harness.regress.engines import SpectrumEngine
    from harness.regress.outcome import WRONG

    engine = SpectrumEngine(tape.name, tape.read().to_bytes(), injected=not arguments.type)
    return lambda puzzle: engine.take(puzzle).status in WRONG


def _tell(puzzle: Puzzle) -> None:
    if sys.stderr.isatty():
        print(f"\r{_size(puzzle):<40}", end="\r", file=sys.stderr)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width}×{puzzle.height}, {sum(map(sum, puzzle.rows))} black"
