"""What `bench solver` measures: the fast solver and its peers on the same puzzles, in one process and one run.

The puzzles are those of a folder of `.non` files, where there is one, and made ones: families known to be hard,
pictures drawn by chance, always the same ones. Times are CPU times of the solving alone, and mean something only beside
each other.

Everybody solves a puzzle for validation, that is, up to two solutions; `picross-solver` looks for one alone.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from harness.bench.made import domino_puzzle, noise_puzzle
from harness.errors import FormatError
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget, StoppedError
from harness.solver.fast import Fast
from harness.solver.fast_kernel import build_kernel, has_compiled_kernel
from harness.solver.result import Outcome
from harness.solver.sat import Remainder, load_solver

CORPUS_VARIABLE = "CROSSWORD_CORPUS"
"""The environment variable that names the folder of puzzles."""

_ROUNDS = 3
"""How often a puzzle that takes little time is solved; the median counts."""
_LITTLE_SECONDS = 0.2

Solve = Callable[[Puzzle, float], list[Grid] | None]
"""Solve within a time in seconds: the solutions, two at most, or None."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A solver that takes part; `solve` is None where it is not installed, and `note` says so."""

    name: str
    solve: Solve | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles that are summed up together, by name."""

    name: str
    puzzles: tuple[tuple[str, Puzzle], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How an entrant did in a group. Times in milliseconds of CPU; puzzles not solved count with what they took."""

    group: str
    entrant: str
    puzzles: int
    solved: int
    median_ms: float
    sum_ms: float

    def as_json(self, ours: Score) -> dict[str, object]:
        """The fields by name, and how many times as long as ours."""
        return {
            "group": self.group,
            "solver": self.entrant,
            "puzzles": self.puzzles,
            "solved": self.solved,
            "median_ms": round(self.median_ms, 3),
            "sum_ms": round(self.sum_ms, 3),
            "median_ratio": round(self.median_ms / ours.median_ms, 2),
            "sum_ratio": round(self.sum_ms / ours.sum_ms, 2),
        }


def corpus_folder() -> Path | None:
    """Where other authors' puzzles are: the environment says, or a folder beside the checkout; None if nowhere."""
    named = os.environ.get(CORPUS_VARIABLE)
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return folder if folder.is_dir() else None


def read_corpus() -> list[tuple[str, Puzzle]]:
    """The black and white puzzles of the corpus by their names; none where there is no corpus."""
    folder = corpus_folder()
    found: list[tuple[str, Puzzle]] = []
    for path in sorted(folder.glob("*.non")) if folder is not None else ():
        try:
            puzzle = read_puzzle(path)
        except FormatError:  # a colour puzzle
            continue
        # without the picture: nobody is to be measured by checking it
        found.append((path.stem, Puzzle(puzzle.rows, puzzle.columns, title=puzzle.title)))
    return found


LINE_SIDES, LINE_PUZZLES = (30, 35, 40, 45, 60, 75, 99), 4
"""The sides of made puzzles that are solvable by lines, and how many there are of each."""

SEARCH_SIDES, SEARCH_PUZZLES = (25, 30, 35, 40), 2
"""The same for made puzzles that are not."""


def build_groups() -> list[Group]:
    """The groups of the benchmark; each puzzle is in the group that its solving shows it to belong to."""
    by_lines = [case for side in LINE_SIDES for case in _made(side, 0.6, LINE_PUZZLES, by_lines=True)]
    by_search = [(f"{count}-dom", domino_puzzle(count)) for count in range(5, 10)]
    by_search += [case for side in SEARCH_SIDES for case in _made(side, 0.5, SEARCH_PUZZLES, by_lines=False)]
    for name, puzzle in read_corpus():
        (by_lines if _is_solvable_by_lines(puzzle) else by_search).append((name, puzzle))
    middle = [(name, puzzle) for name, puzzle in by_lines if _is_of_middle_size(puzzle)]
    return [
        Group("by lines, 30×35…45×45", tuple(middle)),
        Group("by lines, all", tuple(by_lines)),
        Group("by search", tuple(by_search)),
        Group("large, by search", (("noise-95×80-1", noise_puzzle(95, 80, 0.5, 1)),)),
    ]


def _made(side: int, share: float, count: int, *, by_lines: bool) -> Iterator[tuple[str, Puzzle]]:
    """The first noise puzzles of the size that are, or are not, solvable by lines."""
    seed = 0
    while count:
        seed += 1
        puzzle = noise_puzzle(side, side, share, seed, smooth=by_lines)
        if _is_solvable_by_lines(puzzle) == by_lines:
            count -= 1
            yield f"noise-{side}-{seed}", puzzle


def _is_solvable_by_lines(puzzle: Puzzle) -> bool:
    kernel = build_kernel(puzzle)
    kernel.propagate()
    return kernel.unknown_count == 0


def _is_of_middle_size(puzzle: Puzzle) -> bool:
    smaller, larger = sorted((puzzle.width, puzzle.height))
    return 30 <= smaller <= 45 and 35 <= larger <= 45


def build_entrants() -> list[Entrant]:
    """Who takes part, ours first."""
    ours = [Entrant("fast", _solve_fast("compiled") if has_compiled_kernel() else _solve_fast("pure"))]
    if has_compiled_kernel():
        ours.append(Entrant("fast, pure Python", _solve_fast("pure")))
    solver = load_solver()
    plain = Entrant("order encoding, CaDiCaL", _solve_plain(solver) if solver else None, "python-sat is not installed")
    return [*ours, plain, _picross_solver()]


def _solve_fast(kernel: str) -> Solve:
    strategy = Fast(kernel=kernel)

    def solve(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
        result = strategy.solve(puzzle, budget=Budget(seconds))
        return None if result.outcome in (Outcome.TIMEOUT, Outcome.MEMORY) else list(result.solutions)

    return solve


def _solve_plain(solver: Any) -> Solve:
    """The whole puzzle as clauses, with no line logic before."""

    def solve(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
        budget = Budget(seconds)
        found: list[Grid] = []
        try:
            rest = Remainder(solver, puzzle, build_kernel(puzzle, "pure"), budget)
        except StoppedError:
            return None
        try:
            for rows in rest.solutions((), budget.check):
                found.append(Grid(rows))
                if len(found) == 2:
                    break
        except StoppedError:
            return None
        finally:
            rest.close()
        return found

    return solve


def _picross_solver() -> Entrant:
    """Alexander Coats's `picross-solver` from PyPI, which is Python on NumPy arrays."""
    try:
        import numpy as np
        from picross_solver import picross_solver
    except ImportError:
        return Entrant("picross-solver", None, "not installed: pip install 'spectrum-crosswords[bench]'")

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


def measure(group: Group, entrant: Entrant, timeout_seconds: float) -> Score:
    """Let an entrant solve a group's puzzles.

    A puzzle counts as solved if solutions came in time and all of them are right.
    """
    assert entrant.solve is not None
    times: list[float] = []
    solved = 0
    for _, puzzle in group.puzzles:
        rounds: list[float] = []
        found: list[Grid] | None = None
        while not rounds or (len(rounds) < _ROUNDS and sum(rounds) < _LITTLE_SECONDS):
            started = time.process_time()
            found = entrant.solve(puzzle, timeout_seconds)
            rounds.append(time.process_time() - started)
        times.append(median(rounds) * 1000)
        solved += bool(found) and all(grid.clues().has_clues_of(puzzle) for grid in found or ())
    return Score(group.name, entrant.name, len(times), solved, median(times), sum(times))
