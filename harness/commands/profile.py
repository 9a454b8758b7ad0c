"""``profile``: T-states of the program, by BASIC line and by label of the machine code."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harness.commands._common import EXIT_GOOD, examples, keep_names_whole, positive_int, print_json
from harness.commands._found import DEFAULT_TAPE, find_puzzle, find_tape
from harness.errors import UsageError

if TYPE_CHECKING:
    from rich.table import Table

    from pyspectrum.coverage.profile import Profile


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword profile puzzles/car.txt --top 10", "the ten costliest lines and labels"),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    parser.add_argument("--tape", metavar="FILE", default=DEFAULT_TAPE, help="the tape to load (default: %(default)s)")
    parser.add_argument(
        "--top", metavar="N", type=positive_int, default=20, help="rows in each table (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Solve the puzzle once, from the key to the closing prompt, and report."""
    from harness.spectrum.build import code_of_tape
    from harness.spectrum.menu import Menu
    from harness.spectrum.play import fit_to_screen
    from pyspectrum.coverage.profile import Profiler
    from pyspectrum.machine import Spectrum

    puzzle, _ = fit_to_screen(find_puzzle(arguments.puzzle).read(), arguments.puzzle)
    tape = find_tape(arguments.tape).read()
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(tape)
    if menu.enter(puzzle) is not None:
        raise UsageError(f"{arguments.puzzle}: the Spectrum program rejects this puzzle; see crossword check")
    with Profiler(spectrum, code_of_tape(tape)) as profiler:
        menu.start_solving()
    profile = profiler.profile
    if arguments.json:
        print_json(_as_json(profile))
    else:
        _print_tables(profile, arguments.top)
    return EXIT_GOOD


def _as_json(profile: Profile) -> dict[str, object]:
    return {
        "tstates": profile.total,
        "basic_lines": {str(line): tstates for line, tstates in sorted(profile.by_line.items())},
        "labels": dict(profile.by_label.most_common()),
        "code_tstates": profile.code_tstates,
        "calls": {
            entry: {"count": len(calls), "tstates": sum(calls), "most": max(calls)}
            for entry, calls in profile.calls.items()
        },
    }


def _print_tables(profile: Profile, top: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from pyspectrum.clock import seconds

    console = Console()
    console.print(f"from the key to the closing prompt: {seconds(profile.total):,.2f} s, {profile.total:,} T-states")
    lines = Table("BASIC line", "runs", "T-states", "share")
    for line, tstates in profile.by_line.most_common(top):
        lines.add_row(str(line), f"{profile.runs_of_line[line]:,}", f"{tstates:,}", f"{tstates / profile.total:.1%}")
    console.print(_right_aligned(lines))
    if profile.calls:
        labels = Table("label", "T-states", "share")
        for label, tstates in profile.by_label.most_common(top):
            labels.add_row(label, f"{tstates:,}", f"{tstates / profile.code_tstates:.1%}")
        console.print(_right_aligned(labels))
        for entry, calls in profile.calls.items():
            times = "once" if len(calls) == 1 else f"{len(calls):,} times, {max(calls):,} T-states at most"
            console.print(f"{entry} was called {times}; {sum(calls):,} T-states in all")


def _right_aligned(table: Table) -> Table:
    for column in table.columns[1:]:
        column.justify = "right"
    return keep_names_whole(table)
