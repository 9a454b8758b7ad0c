"""``japan``: ``japan.dat`` in, all solutions out into ``japan.sol``, each written as soon as it is found.

The files are those of Ilya Porublyov's program, and ``--strategy recursion`` is its method. No solution is kept in
memory, so there may be millions. ``<end>`` follows the last solution written, whether the search reached its end or was
stopped by ``--limit``, ``--timeout`` or Ctrl-C; the line printed says which. A search stopped before it found anything
leaves the file empty: ``<no solutions>`` is written only where that is proved.
"""

from __future__ import annotations

import argparse

from harness.console.common import Subparsers, positive_int
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds
from harness.solver.registry import strategy_names

IN_FILE, OUT_FILE = "japan.dat", "japan.sol"


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "japan",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword japan", "japan.dat to japan.sol, in the folder where you are"),
            ("crossword japan --in - --out - --limit 10", "as a filter"),
            ("crossword japan --count", "only how many there are"),
        ),
    )
    parser.add_argument(
        "--in",
        dest="in_file",
        metavar="FILE",
        default=IN_FILE,
        help="the puzzle in the format japan.dat; - is standard input (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        dest="out_file",
        metavar="FILE",
        default=OUT_FILE,
        help="the solutions; - is standard output (default: %(default)s)",
    )
    parser.add_argument(
        "--limit",
        "--max-solutions",
        dest="limit",
        metavar="N",
        type=positive_int,
        help="stop after N solutions (default: never)",
    )
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.add_argument(
        "--strategy",
        metavar="NAME",
        choices=strategy_names(),
        help=f"a strategy: {', '.join(strategy_names())} (default: a walk through all solutions, the quickest)",
    )
    parser.add_argument(
        "--count",
        action="store_true",
        help="print how many solutions there are, and write none; parts that have nothing to do with each other are "
        "counted one by one",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve and stream."""
    from harness.commands import japan

    return japan.run(arguments)
