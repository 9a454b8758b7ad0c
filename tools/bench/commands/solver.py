"""``bench solver``: the fast solver beside its peers, in one run; the ratios are what counts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import log
from pathlib import Path
from statistics import linear_regression
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from harness.commands._arguments import positive_int
from harness.commands._common import keep_names_whole
from harness.commands._streams import print_json
from harness.errors import UsageError
from harness.solver.kernel import has_compiled_kernel
from pyspectrum.command_line import Exit
from tools.bench.chart import build_chart
from tools.bench.commands import Subparsers
from tools.bench.corpus import NO_CORPUS, corpus_folder
from tools.bench.entrant import Entrant
from tools.bench.entrants import build_entrants
from tools.bench.groups import Group, build_groups, build_hard_groups, build_rook_groups, build_size_groups
from tools.bench.interrupt import keep_what_is_measured
from tools.bench.solver import Score, measure
from tools.bench.start_up import StartUp, measure_start_up


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
    solver.add_argument("--hard", action="store_true", help="measure puzzles that take search, instead of all groups")
    solver.add_argument(
        "--sizes", action="store_true", help="measure one puzzle each of 15×15 to 2000×2000 that lines solve, instead"
    )
    solver.add_argument("--chart", metavar="FILE", help="with --sizes: draw time over cells, as SVG")
    solver.add_argument("--all", action="store_true", help="measure all solutions of puzzles with n! of them, instead")
    solver.add_argument("--ours", action="store_true", help="leave out the peers")
    solver.add_argument(
        "--cold", action="store_true", help="only ours and the peers on the PATH, each puzzle in a process of its own"
    )
    solver.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    solver.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure all groups, or those asked for, with all who are there."""
    if arguments.start_up:
        return _run_start_up(arguments)
    entrants = [entrant for entrant in build_entrants() if not arguments.ours or entrant.name.startswith("fast")]
    if arguments.cold:
        entrants = [entrant for entrant in entrants if entrant.cold or not entrant.takes_part]
    if arguments.all:
        entrants = [replace(entrant, solve=None, cold=entrant.cold_all) for entrant in entrants if entrant.cold_all]
    build = {"hard": build_hard_groups, "sizes": build_size_groups, "all": build_rook_groups}
    built = next((build[name]() for name in build if getattr(arguments, name)), None) or build_groups()
    groups = [group for group in built if not arguments.group or arguments.group in group.name]
    if not groups:
        names = "; ".join(group.name for group in built)
        raise UsageError(f"--group {arguments.group}: no group has that in its name; there are: {names}")
    scores: list[Score] = []
    interrupted = keep_what_is_measured(_measure_all(groups, entrants, arguments.timeout), scores)
    ours = {score.group: score for score in reversed(scores)}  # the first one of each group
    rows = [score.as_json(ours[score.group]) for score in scores]
    notes = {entrant.name: entrant.note for entrant in entrants if not entrant.takes_part}
    if corpus_folder() is None and not (arguments.hard or arguments.sizes or arguments.all):
        notes["made puzzles alone"] = NO_CORPUS
    notes |= {f"{score.entrant}, {score.group}": "; ".join(score.disagrees) for score in scores if score.disagrees}
    if arguments.chart:
        Path(arguments.chart).write_text(build_chart(_times_by_size(scores)), encoding="utf-8")
    if arguments.json:
        kernel = "compiled" if has_compiled_kernel() else None
        print_json({"kernel": kernel, "timeout_seconds": arguments.timeout, "scores": rows, "notes": notes})
        return Exit.INTERRUPTED if interrupted else Exit.GOOD
    _print_table(rows)
    for line in [*_losses(rows), *(_growth(scores) if arguments.sizes else ())]:
        print(line)
    for name, note in notes.items():
        print(f"{name}: {note}")
    return Exit.INTERRUPTED if interrupted else Exit.GOOD


def _print_table(rows: Sequence[Mapping[str, object]]) -> None:
    table = Table("puzzles", "solver", "solved", *(f"{when}\n{what}" for when in _WHEN for what in _FIGURES))
    for column in table.columns[2:]:
        column.justify = "right"
    keep_names_whole(table)
    for row, following in zip_longest(rows, rows[1:]):
        table.add_row(
            str(row["group"]),
            str(row["solver"]),
            f"{row['solved']}/{row['puzzles']}",
            *(_cell(row.get(when + field), form) for when in _WHEN.values() for field, form in _FIGURES.values()),
            end_section=following is None or following["group"] != row["group"],
        )
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _losses(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Name the puzzles on which a peer was quicker, with its time as a multiple of ours."""
    for row in rows:
        for when, prefix in _WHEN.items():
            if behind := row.get(f"{prefix}quicker"):
                which = ", ".join(f"{name} ({ratio:.2f})" for name, ratio in behind.items())
                where = f"{row['solver']} was quicker ({when}), {row['group']}, {len(behind)} of {row['puzzles']}"
                yield f"{where}: {which}"


def _times_by_size(scores: Sequence[Score]) -> dict[str, list[tuple[float, float]]]:
    """For each entrant, the cells and the milliseconds of those puzzles that it solved, one in each group."""
    times: dict[str, list[tuple[float, float]]] = {}
    for score in scores:
        taken = score.cold or score.warm
        if score.solved and taken is not None:
            side = int(score.names[0].split("-")[1])
            times.setdefault(score.entrant, []).append((side * side, taken.sum_ms))
    return times


def _growth(scores: Sequence[Score]) -> Iterator[str]:
    """For each entrant, the power of the number of cells by which its time grows: the slope where both are logs."""
    for name, points in _times_by_size(scores).items():
        large = [(log(cells), log(ms)) for cells, ms in points if cells >= _LEAST_CELLS]
        if len(large) > 1:
            slope = linear_regression(*zip(*large, strict=True)).slope
            yield f"{name}: time grows with cells to the power of {slope:.2f}"


_LEAST_CELLS = 60 * 60
"""Of the puzzles whose times say how they grow: below, the start of a call is most of it."""

_WHEN = {"cold": "cold_", "warm": ""}
_FIGURES = {
    "median": ("median_ms", "{:,.2f} ms"),
    "sum": ("sum_ms", "{:,.1f} ms"),
    "× median": ("median_ratio", "{:,.1f}"),
    "× sum": ("sum_ratio", "{:,.1f}"),
    "× mean": ("mean_ratio", "{:,.2f}"),
}
"""Headings, the fields below them, and how they are written."""


def _cell(value: object, form: str) -> str:
    return "" if value is None else form.format(value)


def _measure_all(groups: Sequence[Group], entrants: Sequence[Entrant], timeout_seconds: float) -> Iterator[Score]:
    console = Console(stderr=True)
    shown = track(groups, "measuring", console=console, transient=True) if console.is_terminal else groups
    for group in shown:
        puzzles = [puzzle for _, puzzle in group.puzzles]
        present = [one for one in entrants if one.takes_part and one.takes(puzzles)]
        yield from measure(group, present, timeout_seconds)


def _run_start_up(arguments: argparse.Namespace) -> int:
    """Measure a whole command beside an interpreter that does nothing."""
    costs: list[StartUp] = []
    interrupted = keep_what_is_measured(measure_start_up(), costs)
    if arguments.json:
        print_json({"start_up": [cost.as_json(costs[0]) for cost in costs]})
    else:
        for cost in costs:
            ratio = cost.least_ms / costs[0].least_ms
            print(f"{cost.what:<32}{cost.least_ms:8.1f} ms least {cost.median_ms:8.1f} ms median {ratio:6.1f} ×")
    return Exit.INTERRUPTED if interrupted else Exit.GOOD
