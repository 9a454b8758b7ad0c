"""``bench solver``: the fast solver beside its peers, in one run; the ratios are what counts."""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers, positive_int


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the kind of benchmark."""
    solver = kinds.add_parser("solver", help="the Python solver beside its peers", description=__doc__)
    solver.add_argument(
        "--timeout",
        metavar="S",
        type=positive_int,
        default=10,
        help="time limit for each puzzle, in seconds (default: %(default)s)",
    )
    solver.add_argument("--group", metavar="TEXT", help="only the groups of puzzles with TEXT in their names")
    solver.add_argument(
        "--start-up", action="store_true", help="measure instead what a whole command costs beside Python doing nothing"
    )
    solver.add_argument("--ours", action="store_true", help="leave out the peers")
    solver.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    solver.set_defaults(run=run_solver)


def run_solver(arguments: argparse.Namespace) -> int:
    """The solver beside its peers."""
    from harness.commands import bench_solver

    return bench_solver.run_solver(arguments)
