"""``bench regress``: what a regression costs by size and tape, and what a second job is worth."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from harness.commands._arguments import edition_name, positive_int
from harness.commands._streams import print_json
from harness.spectrum.build import EDITIONS
from pyspectrum.command_line import Exit
from tools.bench.commands import Subparsers
from tools.bench.regress import JobsCost, SizeCost, measure_jobs, measure_size

SIDES = (5, 10, 20, 30)
_WIDTHS = (7, 13, 9, 9, 8, 10, 11)


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the kind."""
    parser = kinds.add_parser("regress", help="puzzles a second and core of regress, and two jobs beside one")
    parser.add_argument(
        "--tape",
        action="append",
        metavar="NAME",
        type=edition_name,
        help="a tape; may be repeated (default: the turbo tape)",
    )
    parser.add_argument(
        "--side",
        metavar="N",
        action="append",
        type=positive_int,
        help=f"cells a side; may be repeated (default: {', '.join(map(str, SIDES))})",
    )
    parser.add_argument(
        "--count", metavar="N", type=positive_int, default=40, help="puzzles of each size (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    names = arguments.tape or [EDITIONS[-1].file_name]
    editions = [edition for edition in EDITIONS if edition.file_name in names]
    sides = arguments.side or SIDES
    costs = [measure_size(edition, side, arguments.count) for edition in editions for side in sides]
    jobs = measure_jobs(editions[-1], sides[-2] if len(sides) > 1 else sides[0], 25 * arguments.count)
    if arguments.json:
        of_jobs = {**asdict(jobs), "ratio": jobs.two / jobs.one, "bare_ratio": jobs.bare_two / jobs.bare_one}
        print_json({"sizes": [_as_json(cost) for cost in costs], "jobs": of_jobs})
        return Exit.GOOD
    headings = ("size", "T-states", "bare ms", "play ms", "all ms", "/s, core", "bare/play")
    print(f"{'tape':<22}" + "".join(f"{text:>{width}}" for text, width in zip(headings, _WIDTHS, strict=True)))
    for cost in costs:
        print(
            f"{cost.tape:<22}{f'{cost.side}×{cost.side}':>7}{cost.tstates:>13,}{cost.bare:>9.2f}{cost.play:>9.2f}"
            f"{cost.whole:>8.2f}{cost.per_second:>10.1f}{cost.share_of_bare:>11.0%}"
        )
    _print_jobs(jobs)
    return Exit.GOOD


def _as_json(cost: SizeCost) -> dict[str, object]:
    return {**asdict(cost), "per_second": cost.per_second, "share_of_bare": cost.share_of_bare}


def _print_jobs(jobs: JobsCost) -> None:
    print(f"one job {jobs.one:.1f} puzzles of {jobs.side}×{jobs.side} a second, two {jobs.two:.1f}", end="")
    print(f": {jobs.two / jobs.one:.2f} times as many")
    print(f"the bare simulator {jobs.bare_one:.1f} in one process, {jobs.bare_two:.1f} in two", end="")
    print(f": {jobs.bare_two / jobs.bare_one:.2f} times as many")
    print(f"the process that deals them out: {jobs.serial_ms:.2f} ms a puzzle, {jobs.put_ms:.3f} of them for the store")
    print(f"drawing a random puzzle: {jobs.draw_ms:.2f} ms; memory of a process at most: {jobs.worker_mb:.0f} MB")
