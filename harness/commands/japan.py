"""``japan``: ``japan.dat`` in, all solutions out into ``japan.sol``, each written as soon as it is found.

The files are those of Ilya Porublyov's program, and ``--strategy recursion`` is its method. No solution is kept in
memory, so there may be millions. ``<end>`` follows the last solution written, whether the search reached its end or was
stopped by ``--max-solutions``, ``--timeout`` or Ctrl-C; the line printed says which. A search stopped before it found
anything leaves the file empty: ``<no solutions>`` is written only where that is proved. Sums that differ, and a line
that is too short for its groups, prove it: the format promises natural numbers and counts that fit, nothing more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from harness.commands._arguments import (
    STOP_TEXTS,
    add_limit_options,
    add_to,
    budget_of,
    exit_code_of,
    interruptible,
    positive_int,
)
from harness.commands._streams import check_written
from harness.errors import FormatError, PuzzleError, UsageError
from harness.files.reading import STANDARD_STREAM
from harness.solver.budget import StopReason
from harness.solver.strategy import find_strategy, strategy_names
from pyspectrum.command_line import Exit, examples

if TYPE_CHECKING:
    from harness.puzzle import Puzzle
    from harness.solver.strategy import Search
    from harness.solver.stream import Count, SolutionStream

IN_FILE, OUT_FILE = "japan.dat", "japan.sol"
MOST_PARTS_SHOWN = 10
"""Of the parts that a picture falls into, in the line printed."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword japan", "japan.dat to japan.sol, in the folder where you are"),
        ("crossword japan --in - --out - --max-solutions 10", "as a filter"),
        ("crossword japan --count", "only how many there are"),
    )
    add = add_to(parser)
    add("--in FILE", "the puzzle in the format japan.dat; - is standard input", default=IN_FILE, dest="in_file")
    add("--out FILE", "the solutions; - is standard output", default=OUT_FILE, dest="out_file")
    add("--max-solutions N", "stop after N solutions (default: never)", positive_int, dest="limit")
    add_limit_options(parser, "stop after S seconds (default: never)")
    names = strategy_names()
    help = f"a strategy: {', '.join(names)} (default: a walk through all solutions, the quickest)"
    add("--strategy NAME", help, choices=names)
    add("--count", "print how many solutions there are, and write none; independent parts are counted one by one")


def run(arguments: argparse.Namespace) -> int:
    from harness.formats import read_puzzle
    from harness.formats.numbers import NEXT, NO_SOLUTIONS, SOLUTION_KEYS, SOLUTIONS
    from harness.solver.stream import SolutionStream, count_solutions

    in_file, out_file = arguments.in_file, arguments.out_file
    if arguments.count and (arguments.limit or arguments.strategy):
        raise UsageError("--count counts all solutions; leave out --max-solutions and --strategy")
    check_written({"--out": (out_file, SOLUTIONS)}, [in_file])
    puzzle = read_puzzle(in_file, format="japan.dat", checked=False)
    report = sys.stderr if out_file == STANDARD_STREAM and not arguments.count else sys.stdout
    if (why := _impossible(puzzle, in_file)) is not None:
        if not arguments.count:
            with _opened(out_file) as out:
                out.write(NO_SOLUTIONS + "\n")
        print(f"no solutions: {why}", file=report)
        return Exit.GOOD
    with interruptible() as interrupt:
        budget = budget_of(arguments, interrupt)
        if arguments.count:
            count = count_solutions(puzzle, budget)
            print(_count_text(count))
            return exit_code_of(count.stopped)
        search: Search | SolutionStream
        with _opened(out_file) as out:
            if arguments.strategy is None:
                search = SolutionStream(puzzle, budget, keys=SOLUTION_KEYS, mark=f"{NEXT}\n".encode())
                _stream_solutions(search, arguments.limit, out)
            else:
                search = find_strategy(arguments.strategy).solutions(puzzle, budget)
                _write_solutions(search, arguments.limit, out)
    print(_summary(search), file=report)
    return exit_code_of(search.stopped)


def _impossible(puzzle: Puzzle, name: str) -> str | None:
    """Say why clues that the format allows have no solution; None if a search must tell. `name` is for the error."""
    try:
        puzzle.check()
    except PuzzleError as error:
        try:
            puzzle.check_sizes()
        except PuzzleError as size:
            raise FormatError(size.what, size.fix, name, **size.values) from None
        if any(group < 1 for _, clue, _ in puzzle.lines() for group in clue):
            raise FormatError(error.what, error.fix, name, None, error.where, **error.values) from None
        return str(error)
    return None


def _write_solutions(search: Search, limit: int | None, out: TextIO) -> None:
    from harness.formats.numbers import build_solutions

    for piece in build_solutions(islice(search, limit)):
        if not search.found and not search.complete:
            return  # the piece says that there are no solutions, which is not known
        out.write(piece)
        out.flush()


def _stream_solutions(stream: SolutionStream, limit: int | None, out: TextIO) -> None:
    from harness.formats.numbers import END, NO_SOLUTIONS

    for batch in stream.batches(limit):
        out.write(batch.decode())
        out.flush()
    if stream.found or stream.complete:
        out.write(f"{END if stream.found else NO_SOLUTIONS}\n")


def _count_text(count: Count) -> str:
    """Report a count in a line.

    >>> from harness.solver.stream import Count
    >>> _count_text(Count(12, (12,), False, StopReason.TIMEOUT))
    '12 solutions or more (time ran out; --timeout allows more)'
    """
    total = f"{count.total} solution{'' if count.total == 1 else 's'}"
    if not count.complete:
        return f"{total} or more" + (f" ({STOP_TEXTS[count.stopped]})" if count.stopped else "")
    if not count.total:
        return "no solutions"
    if len(count.parts) == 1:
        return f"{total}, and no other"
    more = ["…"] * (len(count.parts) > MOST_PARTS_SHOWN)
    shown = " × ".join([*map(str, count.parts[:MOST_PARTS_SHOWN]), *more])
    return f"{total}, and no other: {len(count.parts)} independent parts have {shown}"


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    if name == "-":
        yield sys.stdout
        return
    try:
        with Path(name).open("w", encoding="ascii", newline="\n") as file:
            yield file
    except OSError as error:
        raise FormatError(f"cannot write the file: {error.strerror}", "name another with --out", name) from None


def _summary(search: Search | SolutionStream) -> str:
    """Report the end of the search, in a line."""
    found = f"{search.found} solution{'' if search.found == 1 else 's'}"
    if search.complete:
        return f"{found}, and no other" if search.found else "no solutions"
    stop = "as many as asked for" if search.stopped in (None, StopReason.LIMIT) else STOP_TEXTS[search.stopped]
    may_be_more = f"{found} found ({stop}), and there may be more"
    return may_be_more if search.found else f"no solution found ({stop}), but there may be one"
