"""``bench``: what things cost: T-states, which are exact, and speed, as a ratio to what runs beside."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

from harness.bench.emulator import measure_emulator
from harness.bench.search import SearchCost, counting_editions, measure_search, search_cases
from harness.bench.spectrum import Case, Cost, benchmark_cases, measure
from harness.console.common import EXIT_GOOD, EXIT_INTERRUPTED, current_name, keep_names_whole, load_puzzle, print_json
from harness.console.interrupt import keep_what_is_measured
from harness.errors import UsageError
from harness.spectrum.build import ALL_EDITIONS, EDITIONS, Edition
from harness.spectrum.play import fit_to_screen

CostT = TypeVar("CostT")


def run_spectrum(arguments: argparse.Namespace) -> int:
    """Every puzzle of the set on every tape."""
    every_case = search_cases() if arguments.search else benchmark_cases()
    names = [case.name for case in every_case]
    wanted = [current_name(name) for name in arguments.puzzle or ()]
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
    elif arguments.markdown:
        _print_markdown(costs)
    else:
        _print_table(costs)
    return EXIT_INTERRUPTED if interrupted else EXIT_GOOD


def _run_search(cases: Sequence[Case], editions: Sequence[Edition], arguments: argparse.Namespace) -> int:
    """The count of solutions, on the tapes that can."""
    if not editions:
        raise UsageError("--search: none of these tapes counts solutions; crossword-turbo.tap does")
    costs: list[SearchCost] = []
    interrupted = keep_what_is_measured(_measure_all(cases, editions, measure_search), costs)
    end = EXIT_INTERRUPTED if interrupted else EXIT_GOOD
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
    if arguments.markdown:
        print(f"| {' | '.join(headings)} |\n|---|---|---|" + "--:|" * 5)
        for row in rows:
            print(f"| {' | '.join(row)} |")
        return end
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


def _print_markdown(costs: Sequence[Cost]) -> None:
    """A line for each puzzle, two columns for each tape; the sizes of the code below."""
    tapes = {cost.tape: cost.code_bytes for cost in costs}
    puzzles = {cost.puzzle: cost for cost in costs}
    by_both = {(cost.puzzle, cost.tape): cost for cost in costs}
    headings = ["puzzle", "size", "kind", "analyses"]
    for tape in tapes:
        headings += [tape, "T mean / 95 % / worst"]
    print(f"| {' | '.join(headings)} |")
    print("|---|---|---|" + "--:|" * (len(headings) - 3))
    for name, any_cost in puzzles.items():
        cells = [name, any_cost.size, any_cost.kind, f"{any_cost.line_calls:,}"]
        for tape in tapes:
            if (name, tape) not in by_both:  # interrupted before
                cells += ["", ""]
                continue
            cost = by_both[name, tape]
            cells += [f"{cost.seconds:,.2f} s", f"{cost.line_mean:,} / {cost.line_95:,} / {cost.line_worst:,}"]
        print(f"| {' | '.join(cells)} |")
    sizes = ", ".join(f"{code_bytes:,} bytes on `{tape}`" for tape, code_bytes in tapes.items() if code_bytes)
    print(f"\nMachine code: {sizes or 'none'}.")


_WAYS = {
    "bare": "bare simulator",
    "harness": "driver, up to its prompt",
    "frames": "frame by frame",
    "text": "… looking for a text",
    "font": "… in another font",
}
"""The fields of `EmulatorSpeed` that are speeds, and what they are called."""


def run_emulator(arguments: argparse.Namespace) -> int:
    """Solve a puzzle as `run` does, and run the same stretch of the program in the bare simulator and by other ways."""
    puzzle, _ = fit_to_screen(load_puzzle(arguments.puzzle), arguments.puzzle)
    speed = measure_emulator(puzzle)
    if arguments.json:
        ratios = {
            f"{name}_ratio": getattr(speed, name) / speed.bare for name in _WAYS if name not in ("bare", "harness")
        }
        print_json({**asdict(speed), "ratio": speed.harness / speed.bare, **ratios})
        return EXIT_GOOD
    print(f"solving takes {speed.spectrum_seconds:.1f} s on the Spectrum")
    for name, title in _WAYS.items():
        times = getattr(speed, name)
        print(f"{title:<25}{times:8.1f} × real time {times / speed.bare:8.1%}")
    return EXIT_GOOD
