"""``bench solver``: the fast solver beside its peers, in one run; the ratios are what counts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.progress import track
from rich.table import Table

from harness.bench.solver import (
    CORPUS_VARIABLE,
    Entrant,
    Group,
    Score,
    build_entrants,
    build_groups,
    corpus_folder,
    measure,
)
from harness.commands.common import EXIT_GOOD, EXIT_INTERRUPTED, print_json
from harness.commands.interrupt import keep_what_is_measured
from harness.solver.fast_kernel import has_compiled_kernel


def run_solver(arguments: argparse.Namespace) -> int:
    """Measure all groups with all who are there."""
    entrants = [entrant for entrant in build_entrants() if not arguments.ours or entrant.name.startswith("fast")]
    groups = build_groups()
    taking_part = [entrant for entrant in entrants if entrant.solve is not None]
    scores: list[Score] = []
    interrupted = keep_what_is_measured(_measure_all(groups, taking_part, arguments.timeout), scores)
    ours = {score.group: score for score in reversed(scores)}  # the first one of each group
    rows = [score.as_json(ours[score.group]) for score in scores]
    notes = {entrant.name: entrant.note for entrant in entrants if entrant.solve is None}
    if corpus_folder() is None:
        notes["corpus"] = (
            f"not found: only generated puzzles were measured; {CORPUS_VARIABLE} names a folder of .non files"
        )
    if arguments.json:
        kernel = "compiled" if has_compiled_kernel() else "pure"
        print_json({"kernel": kernel, "timeout_seconds": arguments.timeout, "scores": rows, "notes": notes})
        return EXIT_INTERRUPTED if interrupted else EXIT_GOOD
    table = Table("puzzles", "solver", "solved", "median", "sum", "median ratio", "sum ratio")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        table.add_row(
            str(row["group"]),
            str(row["solver"]),
            f"{row['solved']}/{row['puzzles']}",
            f"{row['median_ms']:,.2f} ms",
            f"{row['sum_ms']:,.1f} ms",
            f"{row['median_ratio']:,.1f}",
            f"{row['sum_ratio']:,.1f}",
            end_section=row is rows[-1] or rows[rows.index(row) + 1]["group"] != row["group"],
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    for name, note in notes.items():
        print(f"{name}: {note}")
    return EXIT_INTERRUPTED if interrupted else EXIT_GOOD


def _measure_all(groups: Sequence[Group], entrants: Sequence[Entrant], timeout_seconds: float) -> Iterator[Score]:
    pairs = [(group, entrant) for group in groups for entrant in entrants]
    console = Console(stderr=True)
    shown = track(pairs, "measuring", console=console, transient=True) if console.is_terminal else pairs
    for group, entrant in shown:
        yield measure(group, entrant, timeout_seconds)
