"""``bench emulator``: emulated speed while solving, beside the bare simulator's."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from harness.commands._found import find_puzzle
from harness.commands._streams import print_json
from harness.formats import read_puzzle
from harness.spectrum.play import fit_to_screen
from pyspectrum.command_line import Exit
from tools.bench.commands import Subparsers, add_puzzle
from tools.bench.emulator import ROUNDS, measure_emulator

_WAYS = {
    "bare": "bare simulator",
    "harness": "driver, up to its prompt",
    "frames": "frame by frame",
    "text": "… looking for a text",
    "font": "… in another font",
}
"""The fields of `EmulatorSpeed` that are speeds, and what they are called."""


def add_parser(kinds: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the kind."""
    parser = kinds.add_parser("emulator", help="emulated speed while solving, beside the bare simulator's")
    add_puzzle(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve a puzzle as `run` does, and run the same stretch of the program in the bare simulator and by other ways."""
    puzzle, _ = fit_to_screen(read_puzzle(find_puzzle(arguments.puzzle).name), arguments.puzzle)

    def tell(number: int, way: str) -> None:
        print(f"round {number} of {ROUNDS}: {_WAYS[way]}", file=sys.stderr)

    speed = measure_emulator(puzzle, on_way=tell)
    if arguments.json:
        ratios = {
            f"{name}_ratio": getattr(speed, name) / speed.bare for name in _WAYS if name not in ("bare", "harness")
        }
        print_json({**asdict(speed), "ratio": speed.harness / speed.bare, **ratios})
        return Exit.GOOD
    print(f"solving takes {speed.spectrum_seconds:.1f} s on the Spectrum")
    for name, title in _WAYS.items():
        times = getattr(speed, name)
        print(f"{title:<25}{times:8.1f} × real time {times / speed.bare:8.1%}")
    return Exit.GOOD
