"""``japan``: ``japan.dat`` in, all solutions out into ``japan.sol``, each written as soon as it is found.

The files and the default strategy are those of Ilya Porublyov's program. No solution is kept in memory, so there may be
millions. ``<end>`` follows the last solution written, whether the search reached its end or was stopped by ``--limit``,
``--timeout`` or Ctrl-C; the line printed says which. A search stopped before it found anything leaves the
file empty: ``<no solutions>`` is written only where that is proved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from harness.console.common import EXIT_GOOD, EXIT_INTERRUPTED, positive_int
from harness.console.help_layout import examples
from harness.console.interrupt import interruptible
from harness.console.limits import STOP_TEXTS, add_memory_option, budget_of, seconds
from harness.errors import FormatError
from harness.files.writing import STANDARD_STREAM, check_outputs
from harness.solver.registry import strategy_names
from harness.solver.result import Stop

if TYPE_CHECKING:
    from harness.solver.strategy import Search

IN_FILE, OUT_FILE = "japan.dat", "japan.sol"
DEFAULT_STRATEGY = "recursion"


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword japan", "japan.dat to japan.sol, in the folder where you are"),
        ("crossword japan --in - --out - --limit 10", "as a filter"),
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
        default=DEFAULT_STRATEGY,
        help=f"the strategy: {', '.join(strategy_names())} (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve and stream."""
    from harness.formats import read_puzzle
    from harness.formats.japan import JAPAN_DAT
    from harness.solver.registry import find_strategy

    in_file, out_file = arguments.in_file, arguments.out_file
    check_outputs({"--out": out_file}, [] if in_file == STANDARD_STREAM else [in_file])
    puzzle = read_puzzle(in_file, format=JAPAN_DAT.name)
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt)
        search = find_strategy(arguments.strategy).solutions(puzzle, budget)
        with _opened(out_file) as out:
            _write_solutions(search, arguments.limit, out)
    print(_summary(search), file=sys.stderr if out_file == "-" else sys.stdout)
    return EXIT_INTERRUPTED if search.stopped is Stop.INTERRUPTED else EXIT_GOOD


def _write_solutions(search: Search, limit: int | None, out: TextIO) -> None:
    from harness.formats.japan import build_solutions

    for piece in build_solutions(islice(search, limit)):
        if not search.found and not search.complete:
            return  # the piece says that there are no solutions, which nobody knows
        out.write(piece)
        out.flush()


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    if name == "-":
        yield sys.stdout
        return
    try:
        with Path(name).open("w", encoding="ascii", newline="\n") as file:
            yield file
    except OSError as error:
        raise FormatError(f"the file cannot be written ({error.strerror})", "name another with --out", name) from None


def _summary(search: Search) -> str:
    """How the search ended, in a line."""
    found = f"{search.found} solution{'' if search.found == 1 else 's'}"
    if search.complete:
        return f"{found}, and no other" if search.found else "no solutions"
    stop = "as many as asked for" if search.stopped is None else STOP_TEXTS[search.stopped]
    if not search.found:
        return f"no solution found ({stop}), but there may be one"
    return f"{found} found ({stop}), and there may be more"
