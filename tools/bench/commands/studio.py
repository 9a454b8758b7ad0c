"""``bench studio``: how smoothly the studio shows a Spectrum."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from harness.commands._found import find_puzzle
from harness.commands._streams import print_json
from harness.formats import read_puzzle
from pyspectrum.command_line import Exit
from tools.bench.commands import Subparsers, add_puzzle
from tools.bench.studio import LATE_MS, measure_studio


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe it."""
    parser = kinds.add_parser("studio", help="the studio's Spectrum: its speed, and how late its pictures come")
    add_puzzle(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print."""
    speed = measure_studio(read_puzzle(find_puzzle(arguments.puzzle).name))
    if arguments.json:
        print_json(asdict(speed))
    else:
        late = f"{speed.late:.1%} of them more than {LATE_MS} ms late, the latest {speed.latest_ms:.0f} ms"
        print(f"real speed: {speed.pictures} pictures, {late}")
        busy = f", {speed.full_by_cpu:.0f} × by the processor's time ({speed.busy:.1f} s)" if speed.busy else ""
        print(f"full speed: {speed.full:.0f} × real time, from the menu to solved in {speed.seconds:.1f} s{busy}")
    return Exit.GOOD
