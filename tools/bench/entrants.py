"""Entrants of `bench solver` besides the programs of `peers`: our own, and others that run in Python.

All solve a puzzle for validation, that is, up to two solutions; `picross-solver` of PyPI looks for one alone.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from harness.formats import write_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.baselines import AllRows, PrunedRows
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import Fast
from harness.solver.kernel import has_compiled_kernel
from harness.solver.propagate import Board
from harness.solver.sat.remainder import Remainder, has_solver
from harness.solver.strategy import Outcome, Result, Strategy, solve_any
from tools.bench.entrant import Answer, Entrant, Solve
from tools.bench.peers import find_peers

_BASELINE_SECONDS = 1.0


def build_entrants() -> list[Entrant]:
    """List the entrants, ours first."""
    ours = [Entrant("fast", _solve_best, cold=_solve_first, in_colour=True, cold_all=_find_all_first)]
    if has_compiled_kernel():
        ours.append(Entrant("fast, without kernel", _solve_without_kernel))
    encoding = Entrant("order encoding, CaDiCaL", _solve_plain if has_solver() else None, "python-sat is not installed")
    baselines = [Entrant(plain.name, _limited(plain())) for plain in (PrunedRows, AllRows)]
    return [*ours, encoding, *baselines, _picross_solver(), *find_peers()]


def _limited(baseline: Strategy) -> Solve:
    """A baseline with a limit of its own: what it has not solved by then it will not."""
    return lambda puzzle, seconds: _solutions(baseline.solve(puzzle, budget=Budget(min(seconds, _BASELINE_SECONDS))))


def _solve_best(puzzle: Puzzle, seconds: float) -> Sequence[Grid] | None:
    """As `solve` does unless told otherwise."""
    return _solutions(solve_any(puzzle, budget=Budget(seconds)))


def _solutions(result: Result) -> Sequence[Grid] | None:
    return None if result.outcome in (Outcome.TIMEOUT, Outcome.MEMORY) else result.solutions


def _find_all_first(puzzle: Puzzle, seconds: float) -> Answer:
    return _solve_first(puzzle, seconds, most="all")


def _solve_first(puzzle: Puzzle, seconds: float, most: str = "2") -> Answer:
    """The same in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.xml"
        write_puzzle(puzzle, path)
        command = [sys.executable, "-m", "tools.bench.first_call", str(path), str(seconds), most]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    return Answer(**json.loads(done.stdout)) if done.returncode == 0 else Answer(None, 1000 * seconds)


def _solve_without_kernel(puzzle: Puzzle, seconds: float) -> Sequence[Grid] | None:
    return _solutions(Fast(with_kernel=False).solve(puzzle, budget=Budget(seconds)))


def _solve_plain(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
    """The whole puzzle as clauses, with no line logic before."""
    budget = Budget(seconds)
    rest = Remainder(puzzle, Board.of(puzzle), budget)
    try:
        return [Grid(rows) for rows in islice(rest.solutions((), budget.check), 2)]
    except StoppedError:
        return None
    finally:
        rest.close()


def _picross_solver() -> Entrant:
    """Alexander Coats's `picross-solver` from PyPI, which is Python on NumPy arrays."""
    try:
        import numpy as np
        from picross_solver import picross_solver
    except ImportError:
        return Entrant("picross-solver", None, 'not installed: pip install ".[bench]"')

    def solve(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
        cells = np.full((puzzle.height, puzzle.width), -1)
        rows, columns = ([list(clue) or [0] for clue in clues] for clues in (puzzle.rows, puzzle.columns))
        with _time_limit(seconds):
            if not picross_solver.solve(rows, columns, cells):
                return []
            return [Grid(tuple("".join("#" if cell == 1 else "." for cell in row) for row in cells))]
        return None

    return Entrant("picross-solver", solve)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Leave the block without an error when the time is up, by a signal; where there are no signals, never."""

    def end(*_: object) -> None:
        raise TimeoutError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except (TimeoutError, RecursionError):
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
