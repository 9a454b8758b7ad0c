"""``bench spectrum``: what a fixed set of puzzles costs on each tape, in Spectrum time and T-states."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

from harness.commands._arguments import edition_name
from harness.commands._common import keep_names_whole
from harness.commands._streams import print_json
from harness.errors import UsageError
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition
from pyspectrum.command_line import Exit
from tools.bench.commands import Subparsers
from tools.bench.interrupt import keep_what_is_measured
from tools.bench.search import SearchCost, counting_editions, measure_search, search_cases
from tools.bench.spectrum import Case, Cost, benchmark_cases, measure

CostT = TypeVar("CostT")


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the kind."""
    parser = kinds.add_parser("spectrum", help="Spectrum time and T-states of a fixed set of puzzles on each tape")
    parser.add_argument(
        "--tape", action="append", metavar="NAME", type=edition_name, help="only this tape (may be repeated)"
    )
    parser.add_argument("--puzzle", action="append", metavar="NAME", help="only this puzzle of the set")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument(
        "--search", action="store_true", help="another set: counting solutions where guesses are needed"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Every puzzle of the set on every tape."""
    every_case = search_cases() if arguments.search else benchmark_cases()
    names = [case.name for case in every_case]
    wanted = list(arguments.puzzle or ())
    for name in wanted:
        if name not in names:
            raise UsageError(f"--puzzle {name}: not in the set; choose one of {', '.join(names)}")
    cases = [case for case in every_case if not wanted or case.name in wanted]
    editions = [e for e in ALL_EDITIONS if e.file_name in arguments.tape] if arguments.tape else [*EDITIONS]
    if arguments.search:
        return _run_search(cases, counting_editions(editions), arguments)
    costs: list[Cost] = []
    interrupted = keep_what_is_measured(_measure_all(cases, editions, measure), costs)
    if arguments.json:
        print_json({"costs": [cost.as_json() for cost in costs]})
    else:
        _print_table(costs)
    return Exit.INTERRUPTED if interrupted else Exit.GOOD


def _run_search(cases: Sequence[Case], editions: Sequence[Edition], arguments: argparse.Namespace) -> int:
    """The count of solutions, on the tapes that can."""
    if not editions:
        raise UsageError("--search: none of these tapes counts solutions; crossword-turbo.tap does")
    costs: list[SearchCost] = []
    interrupted = keep_what_is_measured(_measure_all(cases, editions, measure_search), costs)
    end = Exit.INTERRUPTED if interrupted else Exit.GOOD
    if arguments.json:
        print_json({"costs": [cost.as_json() for cost in costs]})
        return end
    headings = ("tape", "puzzle", "size", "solutions", "Spectrum time", "analyses", "guesses", "depth")
    rows = [
        (
            cost.tape,
            cost.puzzle,
            cost.size,
            f"{cost.count:,}" if cost.complete else f"{cost.count:,}, stopped",
            f"{cost.seconds:,.2f} s",
            f"{cost.line_calls:,}",
            f"{cost.guesses:,}",
            f"{cost.depth:,}",
        )
        for cost in costs
    ]
    table = Table(*headings)
    for column in table.columns[3:]:
        column.justify = "right"
    keep_names_whole(table)
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    return end


def _measure_all(
    cases: Sequence[Case], editions: Sequence[Edition], measure: Callable[[Case, Edition], CostT]
) -> Iterator[CostT]:
    pairs = [(case, edition) for edition in editions for case in cases]
    console = Console(stderr=True)
    shown = track(pairs, "measuring", console=console, transient=True) if console.is_terminal else pairs
    for case, edition in shown:
        yield measure(case, edition)


_HEADINGS = ("tape", "puzzle", "size", "Spectrum time", "analyses", "T mean", "95 %", "worst", "code")


def _cells(cost: Cost) -> tuple[str, ...]:
    return (
        cost.tape,
        cost.puzzle,
        cost.size,
        f"{cost.seconds:,.2f} s",
        f"{cost.line_calls:,}",
        f"{cost.line_mean:,}",
        f"{cost.line_95:,}",
        f"{cost.line_worst:,}",
        f"{cost.code_bytes:,}",
    )


def _print_table(costs: Sequence[Cost]) -> None:
    table = Table(*_HEADINGS)
    for column in table.columns[3:]:
        column.justify = "right"
    keep_names_whole(table)
    for cost in costs:
        table.add_row(*_cells(cost))
    width = None if sys.stdout.isatty() else 120
    Console(width=width).print(table)
