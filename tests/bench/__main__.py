"""``bench``: what things cost: T-states, which are exact, and speed, as a ratio to what runs beside."""

from __future__ import annotations

import argparse

from harness.arguments import bench_regress, bench_solver, bench_studio
from harness.console.argument_types import edition_name
from harness.console.common import Subparsers
from harness.console.help_layout import examples


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command and its kinds; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "bench",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword bench spectrum --puzzle car", "what the car costs on every tape"),
            ("crossword bench solver --ours", "the Python solvers, without their peers"),
        ),
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    emulator = kinds.add_parser("emulator", help="emulated speed while solving, beside the bare simulator's")
    emulator.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        default="puzzles/relax-20x30.txt",
        help="what is solved meanwhile (default: %(default)s)",
    )
    emulator.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    emulator.set_defaults(run=run_emulator)
    spectrum = kinds.add_parser("spectrum", help="Spectrum time and T-states of a fixed set of puzzles on each tape")
    spectrum.add_argument(
        "--tape", action="append", metavar="NAME", type=edition_name, help="only this tape (may be repeated)"
    )
    spectrum.add_argument("--puzzle", action="append", metavar="NAME", help="only this puzzle of the set")
    spectrum.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    spectrum.add_argument("--markdown", action="store_true", help="print the table as the README has it")
    spectrum.add_argument(
        "--search", action="store_true", help="another set: counting solutions where guesses are needed"
    )
    spectrum.set_defaults(run=run_spectrum)
    bench_solver.add_parser(kinds)
    bench_regress.add_parser(kinds)
    bench_studio.add_parser(kinds)


def run_spectrum(arguments: argparse.Namespace) -> int:
    """Every puzzle of the set on every tape."""
    from harness.commands import bench

    return bench.run_spectrum(arguments)


def run_emulator(arguments: argparse.Namespace) -> int:
    """The emulator beside the bare simulator."""
    from harness.commands import bench

    return bench.run_emulator(arguments)
