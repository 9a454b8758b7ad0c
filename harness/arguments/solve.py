"""``solve``: the Python solvers alone, with any of their strategies, on one puzzle or on many.

Of many, one that cannot be read is a line on the standard error and exit code 2 at the end; all others are solved.
"""

from __future__ import annotations

import argparse

from harness.console.argument_types import add_jobs_option
from harness.console.common import Subparsers, positive_int
from harness.console.drawing_options import add_drawing_options
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds
from harness.solver.budget import LIST_BYTES
from harness.solver.registry import DEFAULT, STRATEGIES, strategy_names


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "solve",
        help=summary,
        description=__doc__,
        epilog="strategies:\n"
        + "\n".join(f"  {known.name:<9}  {known.summary}" for known in STRATEGIES)
        + "\n\n"
        + examples(
            ("crossword solve puzzles/cat.txt", "the picture, and whether it is the only one"),
            ("crossword solve puzzles/winter.txt --watch --strategy recursion", "each step as it is taken"),
            ("crossword solve puzzles/cat.txt --png cat.png --gif cat.gif", "the solution and the solving, drawn"),
            ("crossword solve folder pack.nonpack --jobs 4 --csv", "whole collections, as a table"),
            ("crossword solve puzzles/cat.txt --state half-done.txt", "on from a saved grid"),
        ),
    )
    parser.add_argument(
        "puzzles",
        metavar="PUZZLE",
        nargs="+",
        help="a puzzle file in any known format, - for standard input; a folder, archive or file of several puzzles is "
        "all of them, NAME#3 its third",
    )
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
        "--timeout",
        metavar="S",
        type=seconds,
        help="stop after S seconds, for each puzzle, and print what was found by then (default: never)",
    )
    parser.add_argument(
        "--memory-limit",
        metavar="MB",
        type=positive_int,
        help=f"memory limit for the lists of enumerate (default: {LIST_BYTES // 10**6})",
    )
    add_memory_option(parser)
    parser.add_argument(
        "--state",
        metavar="FILE",
        help="go on from the cells known in this file, as solve prints them; - is standard input",
    )
    parser.add_argument(
        "--watch", action="store_true", help="show the grid as it changes, frame by frame where there is no terminal"
    )
    parser.add_argument(
        "--delay", metavar="S", type=seconds, help="with --watch: wait S seconds after each change (default: 0)"
    )
    add_drawing_options(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object for each puzzle, and nothing else")
    parser.add_argument("--csv", action="store_true", help="print a table, values divided by commas, and nothing else")
    parser.add_argument("--quiet", action="store_true", help="print only the verdict, on one line")
    add_jobs_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and report."""
    from harness.commands import solve

    return solve.run(arguments)
