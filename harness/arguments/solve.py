"""``solve``: the Python solvers alone, with any of their strategies."""

from __future__ import annotations

import argparse

from harness.commands.common import Subparsers, positive_int
from harness.commands.drawing_options import add_drawing_options
from harness.commands.limits import add_memory_option, seconds
from harness.solver.budget import LIST_BYTES
from harness.solver.registry import DEFAULT, STRATEGIES, strategy_names


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "solve",
        help=summary,
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="strategies:\n" + "\n".join(f"  {known.name:<10} {known.summary}" for known in STRATEGIES),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        choices=strategy_names(),
        default=DEFAULT,
        help=f"the strategy: {', '.join(strategy_names())} (default: %(default)s)",
    )
    parser.add_argument(
        "--max-solutions",
        metavar="N",
        type=positive_int,
        default=100,
        help="stop after N solutions (default: %(default)s)",
    )
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, help="stop after S seconds and print what was found by then"
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=positive_int,
        help=f"memory limit for the lists of enumerate (default: {LIST_BYTES // 10**6})",
    )
    add_memory_option(parser)
    parser.add_argument(
        "--watch", action="store_true", help="show the grid as it changes, frame by frame where there is no terminal"
    )
    parser.add_argument(
        "--delay", metavar="S", type=seconds, default=0, help="with --watch: wait S seconds after each change"
    )
    add_drawing_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report."""
    from harness.commands import solve

    return solve.run(arguments)
