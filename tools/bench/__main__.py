"""Benchmarks: T-states, which are exact, and speed, as a ratio to what runs beside: ``python -m tools.bench``."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from harness.cli import run_guarded
from harness.commands._arguments import edition_name, positive_int
from harness.solver.kernel import stale_kernel
from pyspectrum.command_line import Parser, add_to, examples

KINDS = {
    "spectrum": "Spectrum time and T-states of a fixed set of puzzles on each tape",
    "solver": "the Python solver beside other authors' programs",
    "start-up": "a whole command beside Python doing nothing",
    "emulator": "emulated speed while solving, beside the bare simulator's",
    "studio": "the studio's Spectrum: its speed, and how late its pictures come",
    "page": "a Spectrum in a page",
    "trace": "the trace of a failed test",
}


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m tools.bench",
        description=__doc__,
        epilog=examples(
            ("python -m tools.bench spectrum --puzzle car", "what the car costs on every tape"),
            ("python -m tools.bench solver --ours", "the Python solver alone"),
        ),
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True, dest="kind")
    for kind, help in KINDS.items():
        add = add_to(kinds.add_parser(kind, help=help, description=f"{help}."))
        if kind == "spectrum":
            add("--tape NAME", "only this tape (may be repeated)", edition_name, action="append")
            add("--puzzle NAME", "only this puzzle of the set (may be repeated)", action="append")
            add("--search", "another set: counting solutions where guesses are needed")
        elif kind == "solver":
            add("--timeout S", "time limit for each puzzle, in seconds", positive_int, 10)
            add("--rounds N", "solve each short puzzle N times, and take the median", positive_int, 5)
            add("--group TEXT", "only the sets of puzzles with TEXT in their names")
            add("--ours", "leave out the programs of others")
            add("--many", "measure 1,000 files of 10×10 in one process")
        elif kind in ("emulator", "studio"):
            add("PUZZLE", "the puzzle solved meanwhile", default="puzzles/relax-20x30.txt", nargs="?")
        add("--json", "print one JSON object and nothing else")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    parser = build_parser()
    parsed = parser.parse_args(arguments)
    if stale := stale_kernel():
        parser.error(stale)
    module = importlib.import_module(f"tools.bench.{parsed.kind.replace('-', '_')}")
    return run_guarded(lambda: int(module.run(parsed)))


if __name__ == "__main__":
    sys.exit(main())
