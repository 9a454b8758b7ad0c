"""Entrants of `bench solver`: ours, and other authors' programs that are on the PATH.

All solve a puzzle for validation: is there exactly one solution? Each puzzle is a process, so each call is a first one.
A time leaves out the start of the process and the reading of the file: it is by the program's own clock, ours too.
pbnsolve's clock leaves out the making of its board as well. ``nonogram`` has no clock: its time is the CPU time of its
process, less that for a puzzle of one cell.

Source: what pbnsolve 1.10 (Jan Wolter) prints, ``--help`` of picross-solver (Pierre Dejoue), and the README of
``nonogram`` (HoustonWeHaveABug).
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_letters, digits

from harness.formats import write_puzzle
from harness.formats.base import BLOT_SIGN
from harness.puzzle import Groups, Puzzle
from tools.cpu_time import children_seconds

_START_RUNS = 15
"""Runs on a puzzle of one cell, of which the least counts, for a program that has no clock."""
_LONG_MS = 5.0
"""For longer runs the noise of a process's start and of reading the file does not count."""
_SPARE_SECONDS = 1
"""For the start of a process and the reading of the file, beyond the time that it may take, before it is ended."""
_DOT = Puzzle(((1,),), ((1,),))
Said = tuple[str, float | None] | None
"""An `Outcome` and the milliseconds that a program says it took, None if it has no clock; None for no answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a process: an `Outcome` (None: nothing in time), and the milliseconds that solving took."""

    verdict: str | None
    ms: float


@dataclass(frozen=True)
class Entrant:
    """A program that takes part.

    `name` is that on the PATH, `newer` that of its later versions. `words` are its arguments for validation (``{file}``
    is the puzzle, ``{seconds}`` the time), `words_for_many` those for many files, which stand behind; none if it does
    not take part there. `suffix` is that of the file that it is given; without one, it is typed what `write` returns.
    """

    name: str
    words: tuple[str, ...]
    read: Callable[[str], Said]
    suffix: str = ""
    write: Callable[[Puzzle], str] | None = None
    words_for_many: tuple[str, ...] = ()
    in_colour: bool = False
    newer: str = ""

    @cached_property
    def program(self) -> list[str] | None:
        """The command without its arguments; None if it is not installed."""
        if self.name == OURS:
            return [sys.executable, "-m"]
        found = shutil.which(self.name) or (shutil.which(self.newer) if self.newer else None)
        return None if found is None else [found]

    def solve(self, puzzle: Puzzle, seconds: int) -> Answer:
        """Solve a puzzle within a time."""
        said, cpu_ms = self._call(puzzle, seconds)
        if said is None:
            return Answer(None, 1000 * seconds)
        verdict, ms = said
        if ms is None or (ms > _LONG_MS and self.name != OURS):  # a clock of wall time counts the machine's other work
            ms = min(max(cpu_ms - self._start_ms, 0.0), math.inf if ms is None else ms)
        return Answer(None, 1000 * seconds) if ms > 1000 * seconds else Answer(verdict, ms)

    def solve_many(self, puzzles: Sequence[Puzzle]) -> float:
        """Solve puzzles in one process; return its milliseconds of CPU beyond those for the first alone."""
        with tempfile.TemporaryDirectory() as folder:
            files = [self._write(puzzle, Path(folder, f"{number}.non")) for number, puzzle in enumerate(puzzles)]
            words = ((*self.words_for_many, *some) for some in (files, files[:1]))
            all_ms, one_ms = (self._run(of, "", folder, None)[1] for of in words)
        return all_ms - one_ms

    @cached_property
    def _start_ms(self) -> float:
        return min(self._call(_DOT, 1)[1] for _ in range(_START_RUNS))

    def _call(self, puzzle: Puzzle, seconds: int) -> tuple[Said, float]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, f"puzzle{self.suffix}")
            typed = self.write(puzzle) if self.write else ""
            if not self.write:
                self._write(puzzle, path)
            words = [word.format(file=path, seconds=seconds) for word in self.words]
            output, cpu_ms = self._run(words, typed, folder, seconds + _SPARE_SECONDS)
        return (None if output is None else self.read(output)), cpu_ms

    def _write(self, puzzle: Puzzle, path: Path) -> str:
        write_puzzle(puzzle, path)
        if path.suffix == ".xml" and self.name != OURS:
            blot = f">{BLOT_SIGN}</count>".encode()
            path.write_bytes(path.read_bytes().replace(blot, b">0</count>"))
        return str(path)

    def _run(self, words: Sequence[str], typed: str, folder: str, seconds: float | None) -> tuple[str | None, float]:
        """Return the output, None for none in time, and the milliseconds of CPU."""
        before = children_seconds()
        where = None if self.name == OURS else folder
        command = [*(self.program or ()), *words]
        try:
            done = subprocess.run(
                command, input=typed.encode(), capture_output=True, cwd=where, timeout=seconds, check=False
            )
        except (subprocess.TimeoutExpired, OSError):
            return None, math.inf
        return done.stdout.decode("utf-8", "replace"), 1000 * (children_seconds() - before)


def _read_ours(output: str) -> Said:
    found = re.fullmatch(r"(\w+) ([0-9.]+)\n", output)
    return found and (found[1], float(found[2]))


def _read_pbnsolve(output: str) -> Said:
    verdict = re.search(r"^(UNIQUE|FOUND MULTIPLE|NO SOLUTION)", output, re.M)
    taken = re.search(r"^Processing Time: ([0-9.]+)", output, re.M)
    if verdict is None or taken is None:
        return None
    verdicts = {"UNIQUE": "unique", "FOUND MULTIPLE": "multiple", "NO SOLUTION": "contradiction"}
    return verdicts[verdict[1]], 1000 * float(taken[1])


def _read_picross(output: str) -> Said:
    # later versions have the number of solutions before the time
    found = re.search(r"^[^\n]*,(OK|MULT|ZERO),[A-Z_]*,(?:[0-9]+,)?([0-9.e+-]+),", output, re.M)
    return found and ({"OK": "unique", "MULT": "multiple", "ZERO": "contradiction"}[found[1]], float(found[2]))


def _write_nonogram(puzzle: Puzzle) -> str:
    signs = {key: f"-{sign}" for key, sign in zip(puzzle.palette.keys, ascii_letters + digits, strict=False)}

    def clues(side: tuple[Groups, ...]) -> str:
        return ",".join(
            f'"{",".join(f"{int(group)}{signs[group.key] * puzzle.in_colour}" for group in clue) or 0}"'
            for clue in side
        )

    rows, columns = puzzle.sides
    return f"{puzzle.width}\n{puzzle.height}\n{clues(columns)}\n{clues(rows)}\n"


def _read_nonogram(output: str) -> Said:
    found = re.search(r"^Solutions ([0-9]+)$", output, re.M)
    return found and (("contradiction", "unique", "multiple")[min(2, int(found[1]))], None)


OURS = "fast"
ENTRANTS = (
    Entrant(
        OURS, ("tools.bench.first_call", "{file}", "{seconds}"), _read_ours, ".xml", in_colour=True,
        words_for_many=("harness", "solve", "--csv", "--max-solutions", "2"),
    ),
    # pbnsolve is not told its limit (-x): under one of CPU time Linux counts a process's time by ticks of milliseconds
    Entrant("pbnsolve", ("-tu", "{file}"), _read_pbnsolve, ".xml", in_colour=True),
    Entrant(
        "picross_cli", ("--validation", "--timeout", "{seconds}", "{file}"), _read_picross, ".non",
        words_for_many=("--validation",), newer="picross_solver_cli",
    ),
    Entrant("nonogram", ("0", "2"), _read_nonogram, write=_write_nonogram, in_colour=True),
)  # fmt: skip
"""Ours first."""
