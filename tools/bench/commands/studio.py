"""``bench studio``: how smoothly the studio shows a Spectrum."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from harness.commands._common import EXIT_GOOD, Subparsers, print_json
from harness.commands._found import find_puzzle
from harness.formats import read_puzzle
from tools.bench.commands import add_puzzle
from tools.bench.studio import LATE_SECONDS, measure_studio


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = kinds.add_parser("studio", help="the studio's pictures: how many come late, and what streaming costs")
    add_puzzle(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    speed = measure_studio(read_puzzle(find_puzzle(arguments.puzzle).name))
    if arguments.json:
        print_json({**asdict(speed), "ratio": speed.ratio})
    else:
        late = f"{speed.late:.1%} of them more than {LATE_SECONDS * 1000:.0f} ms late"
        print(f"real speed: {speed.pictures} pictures, {late}, {speed.bytes_per_second / 1000:.1f} kB/s")
        bare = f"{speed.ratio:.0%} of the bare simulator's {speed.bare:.0f} ×"
        print(f"full speed: {speed.full:.0f} × real time by CPU time, {bare}")
    return EXIT_GOOD
