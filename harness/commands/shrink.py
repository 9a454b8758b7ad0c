"""``shrink``: a puzzle that fails, made as small as it still fails."""

from __future__ import annotations

import argparse
import subprocess
import sys

from harness.console.common import (
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    load_puzzle,
    load_tape,
    puzzle_path,
    tape_path,
)
from harness.console.interrupt import interruptible
from harness.errors import UsageError
from harness.files.writing import check_outputs
from harness.formats import build_puzzle, format_named, format_to_write, write_puzzle
from harness.puzzle import Puzzle
from harness.regress.defaults import PUZZLE_SECONDS
from harness.regress.engines import SpectrumEngine
from harness.regress.outcome import WRONG
from harness.regress.program import check_command, run_on_file
from harness.regress.shrink import Fails, Shrinker
from harness.solver.budget import Budget


def run(arguments: argparse.Namespace) -> int:
    """Shrink; what was found before time ran out, or before Ctrl-C, is written as well."""
    check_outputs({"--out": arguments.out}, [puzzle_path(arguments.puzzle), tape_path(arguments.tape)])
    format_to_write(arguments.out)
    puzzle = load_puzzle(arguments.puzzle)
    fails = _disagrees(arguments) if arguments.disagrees else _predicate(arguments)
    with interruptible() as interrupt:
        budget = Budget(arguments.timeout, should_stop=interrupt)
        shrinker = Shrinker(puzzle, fails, on_smaller=_tell, should_stop=lambda: budget.is_spent)
        if not shrinker.holds_at_all():
            if interrupt():  # which may have ended the predicate, so that it said nothing
                raise KeyboardInterrupt
            what = "it does not fail to begin with; let the predicate end with exit code 0 where it does"
            if arguments.disagrees:
                what = f"{arguments.tape} and the reference agree about it; there is nothing to shrink"
            raise UsageError(f"{arguments.puzzle}: {what}")
        smallest = shrinker.shrink()
    write_puzzle(smallest, arguments.out)
    ended = " (stopped there)" if budget.is_spent else ""
    print(f"{_size(puzzle)} → {_size(smallest)} after {shrinker.asked} trials{ended}", file=sys.stderr)
    return EXIT_INTERRUPTED if interrupt() else EXIT_GOOD


def _predicate(arguments: argparse.Namespace) -> Fails:
    check_command(arguments.predicate)
    suffix = format_named(arguments.format).suffixes[0]

    def fails(puzzle: Puzzle) -> bool:
        data = build_puzzle(puzzle, arguments.format)
        try:
            return run_on_file(arguments.predicate, data, suffix, PUZZLE_SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    return fails


def _disagrees(arguments: argparse.Namespace) -> Fails:
    tape = load_tape(arguments.tape).to_bytes()
    engine = SpectrumEngine(arguments.tape, tape, injected=not arguments.type)
    return lambda puzzle: engine.take(puzzle).status in WRONG


def _tell(puzzle: Puzzle) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{_size(puzzle)}", end="\r", file=sys.stderr)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width}×{puzzle.height}, {sum(map(sum, puzzle.rows))} black"
