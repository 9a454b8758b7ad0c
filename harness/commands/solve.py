"""``solve``: the reference solver alone."""

from __future__ import annotations

import argparse
import sys

from harness.commands.common import (
    EXIT_GOOD,
    Subparsers,
    grids_to_json,
    load_puzzle,
    positive_int,
    print_json,
)
from harness.puzzle import Puzzle
from harness.render import render_grid
from harness.solver.search import Outcome, Result, solve

_VERDICTS = {
    Outcome.UNIQUE: "unique: one solution, and no other",
    Outcome.MULTIPLE: "not unique",
    Outcome.CONTRADICTION: "no solution",
    Outcome.LIMITED: "one solution; whether it is the only one was not looked into",
    Outcome.TIMEOUT: "the time was over",
}


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("solve", help="solve a puzzle with the reference solver", description=__doc__)
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file, of any format known")
    parser.add_argument(
        "--max-solutions", metavar="N", type=positive_int, default=100, help="stop after N (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report."""
    puzzle = load_puzzle(arguments.puzzle)
    result = solve(puzzle, arguments.max_solutions)
    if arguments.json:
        print_json(_as_json(puzzle, result))
    else:
        _print_report(puzzle, result)
    return EXIT_GOOD


def _as_json(puzzle: Puzzle, result: Result) -> dict[str, object]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "outcome": result.outcome.value,
        "solutions": grids_to_json(result.solutions),
        "unique": result.unique,
        "complete": result.complete,
        "difficulty": result.difficulty.value if result.difficulty else None,
        "line_calls": result.line_calls,
    }


def _print_report(puzzle: Puzzle, result: Result) -> None:
    for number, grid in enumerate(result.solutions, start=1):
        if len(result.solutions) > 1:
            print(f"solution {number}:")
        print(render_grid(grid, for_terminal=sys.stdout.isatty()))
        print()
    print(f"{puzzle.title or 'crossword'}, {puzzle.width}×{puzzle.height}: {_VERDICTS[result.outcome]}")
    if len(result.solutions) > 1:
        print(f"{len(result.solutions)} solutions{'' if result.complete else ' found, and there may be more'}")
    if result.contradiction is not None:
        print(f"no arrangement fits {result.contradiction}")
