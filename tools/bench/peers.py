"""Other authors' solvers, where they are on the PATH: each puzzle in a process of its own, by the peer's own clock.

A peer's clock leaves out the start of its process and the reading of the file, as our own figures do; pbnsolve's leaves
out the making of its board as well. ``nonogram`` has no clock: its time is the CPU time of its process, less that for a
puzzle of one cell. All solve for validation: is there exactly one solution?

Source: what they are given and what they print, seen on pbnsolve 1.10 (Jan Wolter), and read in the command line of
picross-solver (Pierre Dejoue), ``--help``, in the README of ``nonogram`` (HoustonWeHaveABug), and in that of LalaFrogKK
(CGI-Lab), which takes puzzles of 25×25 alone and is built for one question and for two solutions
(``NUM_OF_QUESTIONS`` 1, ``MODE`` 2 in its ``config.h``).
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import ascii_letters, digits

from harness.formats import build_puzzle, format_to_write, write_bytes
from harness.formats.base import BLOT_SIGN
from harness.puzzle import Groups, Puzzle
from tools.bench.entrant import Answer, Entrant
from tools.cpu_time import children_seconds

_START_RUNS = 15
"""Runs on a puzzle of one cell, of which the least counts, for a peer that has no clock."""

_LONG_MS = 5.0
"""For longer runs the noise of a process's start and of reading the file does not count."""

_SPARE_SECONDS = 1
"""For the start of a process and the reading of the file, beyond the time that a peer may take, before it is ended."""

_PBNSOLVE_VERDICT = re.compile(r"^(UNIQUE|FOUND MULTIPLE|NO SOLUTION)", re.MULTILINE)
_PBNSOLVE_TIME = re.compile(r"^Processing Time: ([0-9.]+)", re.MULTILINE)
_PICROSS_VERDICT = re.compile(r"^[^\n]*,(OK|MULT|ZERO),[A-Z]*,(?:[0-9]+,)?([0-9.e+-]+),", re.MULTILINE)
"""A line of its table; later versions have the number of solutions before the time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Question put to a peer: its arguments and what stands on its standard input."""

    arguments: tuple[str, ...] = ()
    input: bytes = b""


Ask = Callable[[Puzzle, int, Path], Asked]


@dataclass(frozen=True)
class Peer:
    """Call of a peer, and the reader of its answer.

    Attributes:
        program: its name on the PATH.
        newer: the name of its later versions.
        ask: for a puzzle, a time in whole seconds and a folder, where it is run: puts the puzzle there, if it is given
            as a file.
        ask_all: the same for all solutions; None if it has no use here.
        read: its output and the folder as the verdict (as `Answer.verdict`) and the milliseconds that it says it took
            (None if it has no clock); None for an output that says neither.
        in_colour: whether it solves puzzles in colour.
        side: the only side of the puzzles that it takes; None for any.
    """

    program: str
    ask: Ask
    read: Callable[[str, Path], tuple[str, float | None] | None]
    in_colour: bool = False
    newer: str = ""
    side: int | None = None
    ask_all: Ask | None = None


def _written(puzzle: Puzzle, folder: Path, suffix: str) -> str:
    path = folder / f"puzzle{suffix}"
    write_bytes(build_puzzle(puzzle, format_to_write(path.name).name), str(path))
    return str(path)


def _ask_pbnsolve(puzzle: Puzzle, seconds: int, folder: Path) -> Asked:
    path = Path(_written(puzzle, folder, ".xml"))
    path.write_bytes(path.read_bytes().replace(f">{BLOT_SIGN}</count>".encode(), b">0</count>"))
    # not told its limit (-x): under a limit of CPU time Linux counts a process's time by ticks of milliseconds
    return Asked(("-tu", str(path)))


def _read_pbnsolve(output: str, folder: Path) -> tuple[str, float] | None:
    verdict, taken = _PBNSOLVE_VERDICT.search(output), _PBNSOLVE_TIME.search(output)
    if verdict is None or taken is None:
        return None
    verdicts = {"UNIQUE": "unique", "FOUND MULTIPLE": "multiple", "NO SOLUTION": "contradiction"}
    return verdicts[verdict[1]], 1000 * float(taken[1])


def _ask_picross(puzzle: Puzzle, seconds: int, folder: Path) -> Asked:
    return Asked(("--validation", "--timeout", str(seconds), _written(puzzle, folder, ".non")))


def _ask_picross_all(puzzle: Puzzle, seconds: int, folder: Path) -> Asked:
    # not told a time: it may find none at all then, as if that were over at once
    options = ("--max-nb-solutions", "0", "--no-solution", "--no-stats")
    return Asked((*options, _written(puzzle, folder, ".non")))


def _read_picross(output: str, folder: Path) -> tuple[str, float | None] | None:
    if "Wall time: " in output:  # all solutions were asked for; its clock is the wall's
        return "multiple", None
    found = _PICROSS_VERDICT.search(output)
    return found and ({"OK": "unique", "MULT": "multiple", "ZERO": "contradiction"}[found[1]], float(found[2]))


def _ask_nonogram(puzzle: Puzzle, seconds: int, folder: Path, *, most: tuple[str, ...] = ("2",)) -> Asked:
    signs = {key: f"-{sign}" for key, sign in zip(puzzle.palette.keys, ascii_letters + digits, strict=False)}

    def clues(side: tuple[Groups, ...]) -> str:
        return ",".join(
            f'"{",".join(f"{int(group)}{signs[group.key] * puzzle.in_colour}" for group in clue) or 0}"'
            for clue in side
        )

    rows, columns = puzzle.sides
    return Asked(("0", *most), f"{puzzle.width}\n{puzzle.height}\n{clues(columns)}\n{clues(rows)}\n".encode())


def _read_nonogram(output: str, folder: Path) -> tuple[str, None] | None:
    found = re.search(r"^Solutions ([0-9]+)$", output, re.MULTILINE)
    return found and (("contradiction", "unique", "multiple")[min(2, int(found[1]))], None)


_LALA_SIDE = 25


def _ask_lala(puzzle: Puzzle, seconds: int, folder: Path) -> Asked:
    lines = ["\t".join(map(str, clue)) for clue in (*puzzle.columns, *puzzle.rows)]
    (folder / "input.txt").write_text("\n".join(["$1", *lines, ""]), encoding="ascii")
    return Asked()


def _read_lala(output: str, folder: Path) -> tuple[str, float] | None:
    try:
        lines = (folder / "solution.txt").read_text(encoding="ascii").splitlines()
        taken = re.match(r"#1\t([0-9.]+)", (folder / "log.txt").read_text(encoding="ascii"))
    except OSError:
        return None
    verdict = {1 + _LALA_SIDE: "unique", 1 + 2 * _LALA_SIDE: "multiple"}.get(len(lines))
    return (verdict, 1000 * float(taken[1])) if verdict and taken else None


PEERS = (
    Peer("pbnsolve", _ask_pbnsolve, _read_pbnsolve, in_colour=True),
    Peer("picross_cli", _ask_picross, _read_picross, newer="picross_solver_cli", ask_all=_ask_picross_all),
    Peer("nonogram", _ask_nonogram, _read_nonogram, in_colour=True, ask_all=partial(_ask_nonogram, most=())),
    Peer("LalaFrogKK", _ask_lala, _read_lala, side=_LALA_SIDE),
)


def find_peers() -> list[Entrant]:
    """The peers; those that are not on the PATH take no part, and say so."""
    return [_entrant(peer) for peer in PEERS]


def _entrant(peer: Peer) -> Entrant:
    program = shutil.which(peer.program) or (shutil.which(peer.newer) if peer.newer else None)
    if program is None:
        return Entrant(peer.program, note="not on the PATH")

    @cache
    def start_ms() -> float:
        runs = [_ask(peer, peer.ask, program, Puzzle(((1,),), ((1,),)), 1) for _ in range(_START_RUNS)]
        return min(found[1] for found in runs if found is not None)

    def answer(puzzle: Puzzle, seconds: float, *, ask: Ask = peer.ask) -> Answer:
        whole = max(1, round(seconds))
        found = _ask(peer, ask, program, puzzle, whole)
        if found is None:
            return Answer(None, 1000 * whole)
        verdict, cpu_ms, taken = found
        ms = taken
        if ms is None or ms > _LONG_MS:  # picross's clock is the wall's, which other work on the machine makes longer
            ms = min(max(cpu_ms - start_ms(), 0.0), math.inf if ms is None else ms)
        return Answer(None, 1000 * whole) if ms > 1000 * whole else Answer(verdict, ms)

    find_all = partial(answer, ask=peer.ask_all) if peer.ask_all else None
    return Entrant(peer.program, cold=answer, in_colour=peer.in_colour, side=peer.side, cold_all=find_all)


def _ask(peer: Peer, ask: Ask, program: str, puzzle: Puzzle, seconds: int) -> tuple[str, float, float | None] | None:
    """Return what it says, the CPU time of its process, and the time by its own clock; None for no answer in time."""
    with tempfile.TemporaryDirectory() as folder:
        asked = ask(puzzle, seconds, Path(folder))
        before = children_seconds()
        try:
            done = subprocess.run(
                [program, *asked.arguments],
                input=asked.input,
                capture_output=True,
                cwd=folder,
                timeout=seconds + _SPARE_SECONDS,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return None
        cpu_ms = 1000 * (children_seconds() - before)
        found = peer.read(done.stdout.decode("utf-8", "replace"), Path(folder))
    return found and (found[0], cpu_ms, found[1])
