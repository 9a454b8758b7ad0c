"""Benchmarks: T-states, which are exact, and speed, as a ratio to what runs beside: ``python -m tools.bench``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from harness.cli import run_guarded
from harness.solver.kernel import stale_kernel
from pyspectrum.command_line import HelpFormatter, examples
from tools.bench.commands import emulator, regress, solver, spectrum, studio


def build_parser() -> argparse.ArgumentParser:
    """The parser with all kinds of benchmarks."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description=__doc__,
        formatter_class=HelpFormatter,
        epilog=examples(
            ("python -m tools.bench spectrum --puzzle car", "what the car costs on every tape"),
            ("python -m tools.bench solver --ours", "the Python solvers, without their peers"),
        ),
    )
    kinds = parser.add_subparsers(metavar="WHAT", required=True)
    for kind in (emulator, spectrum, solver, regress, studio):
        kind.add_parser(kinds)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; returns the exit code."""
    parser = build_parser()
    parsed = parser.parse_args(arguments)
    if stale := stale_kernel():
        parser.error(stale)
    return run_guarded(lambda: int(parsed.run(parsed)))


if __name__ == "__main__":
    sys.exit(main())
