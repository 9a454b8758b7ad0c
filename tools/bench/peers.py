"""Other authors' solvers, where they are on the PATH: each puzzle in a process of its own, by the peer's own clock.

A peer's clock leaves out the start of its process and the reading of the file, as our own figures do; pbnsolve's leaves
out the making of its board as well. Both solve for validation: is there exactly one solution?

Source: what they are given and what they print, seen on pbnsolve 1.10 (Jan Wolter), and read in the command line of
picross-solver (Pierre Dejoue), ``--help``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from harness.formats import build_puzzle, format_to_write, write_bytes
from harness.formats.base import BLOT_SIGN
from harness.puzzle import Puzzle
from tools.bench.entrant import Answer, Entrant

_SPARE_SECONDS = 1
"""For the start of a process and the reading of the file, beyond the time that a peer may take, before it is ended."""

_PBNSOLVE_VERDICT = re.compile(r"^(UNIQUE|FOUND MULTIPLE|NO SOLUTION)", re.MULTILINE)
_PBNSOLVE_TIME = re.compile(r"^Processing Time: ([0-9.]+)", re.MULTILINE)
_PICROSS_VERDICT = re.compile(r"^[^\n]*,(OK|MULT|ZERO),[A-Z]*,(?:[0-9]+,)?([0-9.e+-]+),", re.MULTILINE)
"""A line of its table; later versions have the number of solutions before the time."""


@dataclass(frozen=True)
class Peer:
    """Call of a peer, and the reader of its answer.

    Attributes:
        program: its name on the PATH.
        newer: the name of its later versions.
        options: for a time in whole seconds; the puzzle's file comes behind them.
        read: its output as the verdict (as `Answer.verdict`) and the milliseconds that it says it took; None for an
            output that says neither.
        suffix: of the file that it is given.
        in_colour: whether it solves puzzles in colour.
        blot: what stands for a group of unknown length in the file, where our own sign is not read.
    """

    program: str
    options: Callable[[int], list[str]]
    read: Callable[[str], tuple[str, float] | None]
    suffix: str
    in_colour: bool
    blot: str = BLOT_SIGN
    newer: str = ""


def _read_pbnsolve(output: str) -> tuple[str, float] | None:
    verdict, taken = _PBNSOLVE_VERDICT.search(output), _PBNSOLVE_TIME.search(output)
    if verdict is None or taken is None:
        return None
    verdicts = {"UNIQUE": "unique", "FOUND MULTIPLE": "multiple", "NO SOLUTION": "contradiction"}
    return verdicts[verdict[1]], 1000 * float(taken[1])


def _read_picross(output: str) -> tuple[str, float] | None:
    found = _PICROSS_VERDICT.search(output)
    return found and ({"OK": "unique", "MULT": "multiple", "ZERO": "contradiction"}[found[1]], float(found[2]))


PEERS = (
    # not told its limit (-x): under a limit of CPU time Linux counts a process's time by ticks of milliseconds
    Peer("pbnsolve", lambda _: ["-tu"], _read_pbnsolve, ".xml", in_colour=True, blot="0"),
    Peer(
        "picross_cli",
        lambda seconds: ["--validation", "--timeout", str(seconds)],
        _read_picross,
        ".non",
        in_colour=False,
        newer="picross_solver_cli",
    ),
)


def find_peers() -> list[Entrant]:
    """The peers; those that are not on the PATH take no part, and say so."""
    return [_entrant(peer) for peer in PEERS]


def _entrant(peer: Peer) -> Entrant:
    program = shutil.which(peer.program) or (shutil.which(peer.newer) if peer.newer else None)
    if program is None:
        return Entrant(peer.program, note="not on the PATH")

    def answer(puzzle: Puzzle, seconds: float) -> Answer:
        return _ask(peer, program, puzzle, max(1, round(seconds)))

    return Entrant(peer.program, cold=answer, in_colour=peer.in_colour)


def _ask(peer: Peer, program: str, puzzle: Puzzle, seconds: int) -> Answer:
    failed = Answer(None, 1000 * seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"puzzle{peer.suffix}"
        written = build_puzzle(puzzle, format_to_write(path.name).name)
        if peer.blot != BLOT_SIGN:
            written = written.replace(f">{BLOT_SIGN}</count>".encode(), f">{peer.blot}</count>".encode())
        write_bytes(written, str(path))
        try:
            done = subprocess.run(
                [program, *peer.options(seconds), str(path)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds + _SPARE_SECONDS,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return failed
    found = peer.read(done.stdout.decode("utf-8", "replace"))
    return failed if found is None or found[1] > failed.ms else Answer(*found)
