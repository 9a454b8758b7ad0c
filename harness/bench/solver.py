"""What `bench solver` measures: the fast solver and its peers on the same puzzles, in one run.

Times are of the solving alone, and mean something only beside each other. *Warm* is CPU time in a process that has
solved puzzles before; *cold* is the first call in a fresh process, and the only figure of a peer that is a program.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from harness.bench.entrant import Answer, Entrant
from harness.bench.groups import Group
from harness.puzzle import AnyPuzzle, ColourGrid, Grid, Picture
from harness.solver.result import Outcome

_ROUNDS = 3
"""How often a puzzle that takes little time is solved; the median counts."""
_LITTLE_SECONDS = 0.2
_SOLVED = {Outcome.UNIQUE.value, Outcome.MULTIPLE.value}


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds for the puzzles of a group; those not solved count with what they took."""

    median_ms: float
    sum_ms: float

    @classmethod
    def of(cls, times_ms: Sequence[float]) -> Times | None:
        """Those of the puzzles; None where there are none."""
        return cls(median(times_ms), sum(times_ms)) if times_ms else None

    def as_json(self, ours: Times | None) -> dict[str, object]:
        """The fields by name, and how many times as long as ours."""
        values: dict[str, object] = {"median_ms": round(self.median_ms, 3), "sum_ms": round(self.sum_ms, 3)}
        if ours is not None:
            values["median_ratio"] = round(self.median_ms / ours.median_ms, 2)
            values["sum_ratio"] = round(self.sum_ms / ours.sum_ms, 2)
        return values


@dataclass(frozen=True, slots=True)
class Score:
    """How an entrant did in a group."""

    group: str
    entrant: str
    puzzles: int
    solved: int
    warm: Times | None = None
    cold: Times | None = None

    def as_json(self, ours: Score) -> dict[str, object]:
        """The fields by name; the warm figures by their own, the cold ones with ``cold_`` before."""
        warm = self.warm.as_json(ours.warm) if self.warm else {}
        cold = self.cold.as_json(ours.cold) if self.cold else {}
        return {
            "group": self.group,
            "solver": self.entrant,
            "puzzles": self.puzzles,
            "solved": self.solved,
            **warm,
            **{f"cold_{name}": value for name, value in cold.items()},
        }


def measure(group: Group, entrant: Entrant, timeout_seconds: float) -> Score:
    """Let an entrant solve a group's puzzles, warm and cold as far as it can.

    A puzzle counts as solved if solutions came in time and all of them are right; where there is nothing but the word
    of another program, if it says in time that there is one, or several.
    """
    warm: list[float] = []
    cold: list[float] = []
    solved = 0
    for _, puzzle in group.puzzles:
        answer: Answer | None = None
        if entrant.cold is not None:
            answer = entrant.cold(puzzle, timeout_seconds)
            cold.append(answer.ms)
        if entrant.solve is None:
            solved += answer is not None and answer.verdict in _SOLVED
            continue
        rounds: list[float] = []
        found: Sequence[Picture] | None = None
        while not rounds or (len(rounds) < _ROUNDS and sum(rounds) < _LITTLE_SECONDS):
            started = time.process_time()
            found = entrant.solve(puzzle, timeout_seconds)
            rounds.append(time.process_time() - started)
        warm.append(median(rounds) * 1000)
        solved += bool(found) and all(fits(picture, puzzle) for picture in found or ())
    return Score(group.name, entrant.name, len(group.puzzles), solved, Times.of(warm), Times.of(cold))


def fits(picture: Picture, puzzle: AnyPuzzle) -> bool:
    """Whether a picture has the puzzle's numbers."""
    if isinstance(picture, Grid):
        return puzzle.has_clues_of(picture.clues())
    assert isinstance(picture, ColourGrid)
    return puzzle.palette is not None and puzzle.has_clues_of(picture.puzzle(puzzle.palette))
