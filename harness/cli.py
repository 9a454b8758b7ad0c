"""The command line: what ``python -m harness`` and the script ``crossword`` run, by way of `harness.__main__`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from harness.errors import HarnessError, UndecidedError, listeners, one_line
from harness.files.reading import reading_within
from pyspectrum.command_line import CommandLine, Exit
from pyspectrum.errors import SpectrumError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

SLOW_SECONDS = 1.0
"""CPU time of a command from which on a missing kernel is noted."""


class _Crossword(CommandLine):
    codes: ClassVar = {UndecidedError: Exit.UNDECIDED, HarnessError: Exit.BAD_INPUT, SpectrumError: Exit.BAD_INPUT}
    shown = staticmethod(one_line)
    install = "in the project's folder: " + (
        r"py -m venv .venv, then .venv\Scripts\pip install ., then use .venv\Scripts\python"
        if sys.platform == "win32"
        else "python3 -m venv .venv && .venv/bin/pip install ., then use .venv/bin/python"
    )

    def perform(self, parsed: argparse.Namespace, given: Sequence[str]) -> int:
        """Do the work of the command called, and print the notes about its files."""
        told: dict[str, None] = {}

        def tell(remark: HarnessError) -> None:
            if (sentence := one_line(str(remark))) not in told:  # a file may be read twice
                told[sentence] = None
                print(f"note: {sentence}", file=sys.stderr)

        listeners[:] = [tell]
        begun = _cpu_seconds()
        is_limited = any(word.partition("=")[0] == "--timeout" for word in given)  # a default is for the solver alone
        with reading_within(getattr(parsed, "timeout", None) if is_limited else None):
            code = super().perform(parsed, given)
        if _cpu_seconds() - begun > SLOW_SECONDS and sys.stderr.isatty() and _solves(parsed):
            from harness.solver.kernel import KERNEL_VARIABLE, has_compiled_kernel

            if not has_compiled_kernel() and not os.environ.get(KERNEL_VARIABLE):
                fix = "install a C compiler and Python's headers, and then this project again"
                print(f"note: without its compiled kernel the solver is much slower; {fix}", file=sys.stderr)
        return code

    def _print_version(self, _: object) -> None:
        from harness.solver.kernel import stale_kernel

        super()._print_version(_)
        if stale := stale_kernel():
            print(f"note: {stale}", file=sys.stderr)


CROSSWORD = _Crossword(
    "crossword",
    "harness.commands",
    "spectrum-crosswords",
    {
        "play": {
            "run": "solve a puzzle with the Spectrum program",
            "solve": "solve puzzles with a Python solver",
            "explain": "explain every step of a solution, as a person finds it, and rate the puzzle",
            "hint": "show the next step from a partly solved picture, or its mistakes",
            "line": "list the arrangements of one line",
            "japan": "read japan.dat, write every solution to japan.sol as it is found",
            "race": "solve a puzzle in the ways of several authors, one beside the other",
        },
        "make": {
            "check": "test for exactly one solution, and suggest fixes",
            "random": "make a random puzzle, in black and white or in colour",
            "picture": "make a puzzle of a Spectrum screen",
            "convert": "change a puzzle's or a picture's file format",
            "studio": "draw puzzles on a page, and watch the Spectrum solve them",
            "page": "write pages with puzzles to solve by hand, and a Spectrum to watch",
            "book": "print many puzzles in one PDF, with the answers at the end",
        },
        "prove": {
            "regress": "run a whole corpus of puzzles, and report disagreements",
            "shrink": "reduce a failing puzzle to the smallest that still fails",
            "build": "make the tapes and the disks from their sources, and the inlay",
        },
    },
    "A Japanese-crossword program for the ZX Spectrum, and the harness that runs and proves it.",
    "crossword COMMAND --help has the options of each, and examples. If the script is not on the path: "
    "python -m harness COMMAND.",
)
COMMANDS, build_parser = CROSSWORD.commands, CROSSWORD.build_parser
main, run_guarded = CROSSWORD.main, CROSSWORD.guarded


def _cpu_seconds() -> float:
    """Return the CPU time of this process, and of its processes that have ended."""
    return sum(os.times()[:4])


def _solves(parsed: argparse.Namespace) -> bool:
    """Return True if a command's time is the solver's; that of `run` is the emulated Spectrum's."""
    is_run = parsed.run.__module__ == "harness.commands.run"
    return (hasattr(parsed, "memory") and not is_run) or getattr(parsed, "solver_only", False)
