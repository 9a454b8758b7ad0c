"""Measurements of `bench solver`: the fast solver and its peers on the same puzzles, in one run, in turn.

Times are of the solving alone, and mean something only beside each other. *Warm* is CPU time in a process that has
solved puzzles before; *cold* is the first call in a fresh process, and the only figure of a peer that is a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean, median

from harness.puzzle import Grid, Puzzle
from harness.solver.strategy import Outcome
from tools.bench.entrant import Answer, Entrant
from tools.bench.groups import Group
from tools.cpu_time import cpu_seconds

_ROUNDS = 5
"""Rounds for a puzzle that takes little time; the least counts, which other work disturbs least."""
_LITTLE_MS = 200.0
_LEAST_MS = 0.001
"""The finest that the peers' clocks tell; what they call nothing is taken for that much."""
_SOLVED = {Outcome.UNIQUE.value, Outcome.MULTIPLE.value}
_PROVED = {*_SOLVED, Outcome.CONTRADICTION.value}


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds for each puzzle of a group, in order; those not solved count with what they took."""

    each_ms: tuple[float, ...]

    @property
    def median_ms(self) -> float:
        """For a puzzle in the middle."""
        return median(self.each_ms)

    @property
    def sum_ms(self) -> float:
        """For all."""
        return sum(self.each_ms)

    def ratios(self, ours: Times) -> list[float]:
        """Return the ratios to ours, puzzle by puzzle."""
        return [
            max(their, _LEAST_MS) / max(our, _LEAST_MS) for their, our in zip(self.each_ms, ours.each_ms, strict=True)
        ]

    def as_json(self) -> dict[str, object]:
        """The fields by name."""
        return {"median_ms": round(self.median_ms, 3), "sum_ms": round(self.sum_ms, 3)}


@dataclass(frozen=True, slots=True)
class Score:
    """Score of an entrant in a group.

    Attributes:
        names: of the group's puzzles, in order.
        solved: the names of those that it solved.
        disagrees: the puzzles on which it contradicts the first entrant, with what each of the two says.
    """

    group: str
    entrant: str
    names: tuple[str, ...]
    solved: tuple[str, ...]
    warm: Times | None = None
    cold: Times | None = None
    disagrees: tuple[str, ...] = ()

    def as_json(self, ours: Score) -> dict[str, object]:
        """The fields by name, and the multiples of our times; the cold ones have ``cold_`` before their names.

        ``mean_ratio`` is the geometric mean of the puzzles' ratios; ``quicker`` has the puzzles on which this was
        quicker, with the ratio.
        """
        warm = self._times_as_json(self.warm, ours.warm)
        cold = self._times_as_json(self.cold, ours.cold)
        return {
            "group": self.group,
            "solver": self.entrant,
            "puzzles": len(self.names),
            "solved": len(self.solved),
            **warm,
            **{f"cold_{name}": value for name, value in cold.items()},
            **({"disagrees": list(self.disagrees)} if self.disagrees else {}),
        }

    def _times_as_json(self, times: Times | None, ours: Times | None) -> dict[str, object]:
        if times is None:
            return {}
        values = times.as_json()
        if ours is not None:
            ratios = times.ratios(ours)
            values["median_ratio"] = round(times.median_ms / ours.median_ms, 2)
            values["sum_ratio"] = round(times.sum_ms / ours.sum_ms, 2)
            values["mean_ratio"] = round(geometric_mean(ratios), 2)
            by_name = zip(self.names, ratios, strict=True)
            values["quicker"] = {name: round(ratio, 2) for name, ratio in by_name if ratio < 1 and name in self.solved}
        return values


@dataclass
class _Tally:
    """Results of an entrant so far, puzzle by puzzle."""

    entrant: Entrant
    solved: list[str] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    disagrees: list[str] = field(default_factory=list)


def measure(group: Group, entrants: Sequence[Entrant], timeout_seconds: float) -> list[Score]:
    """Let entrants solve a group's puzzles, warm and cold as far as they can; the first one is ours.

    They take turns at each puzzle, and where several have a process of their own, in each round of it: whatever else
    the machine does meets them all.

    A puzzle counts as solved if solutions came in time and all of them are right; where there is nothing but the word
    of another program, if it says in time that there is one, or several.
    """
    tallies = [_Tally(entrant) for entrant in entrants]
    for name, puzzle in group.puzzles:
        verdicts = _measure_cold([tally for tally in tallies if tally.entrant.cold], puzzle, timeout_seconds)
        for tally in tallies:
            said = verdicts.get(tally.entrant.name)
            if said in _SOLVED if tally.entrant.solve is None else _measure_warm(tally, puzzle, timeout_seconds):
                tally.solved.append(name)
            ours = verdicts.get(entrants[0].name)
            if said != ours and {said, ours} <= _PROVED:
                tally.disagrees.append(f"{name}: {said}, not {ours}")
    return [
        Score(
            group.name,
            tally.entrant.name,
            tuple(name for name, _ in group.puzzles),
            tuple(tally.solved),
            Times(tuple(tally.warm)) if tally.warm else None,
            Times(tuple(tally.cold)) if tally.cold else None,
            tuple(tally.disagrees),
        )
        for tally in tallies
    ]


def _measure_cold(tallies: Sequence[_Tally], puzzle: Puzzle, timeout_seconds: float) -> dict[str, str | None]:
    """Enter the least of some rounds, of one if nobody is there to be compared with; what each says, by its name."""
    answers: list[list[Answer]] = []
    for _ in range(_ROUNDS if len(tallies) > 1 else 1):
        answers.append([tally.entrant.cold(puzzle, timeout_seconds) for tally in tallies if tally.entrant.cold])
        if any(answer.ms > _LITTLE_MS for answer in answers[-1]):
            break
    for tally, of_rounds in zip(tallies, zip(*answers, strict=True), strict=True):
        tally.cold.append(min(answer.ms for answer in of_rounds))
    return {tally.entrant.name: answer.verdict for tally, answer in zip(tallies, answers[0], strict=True)}


def _measure_warm(tally: _Tally, puzzle: Puzzle, timeout_seconds: float) -> bool:
    """Enter the least of some rounds; whether the puzzle is solved."""
    solve = tally.entrant.solve
    assert solve is not None
    rounds: list[float] = []
    found: Sequence[Grid] | None = None
    while not rounds or (len(rounds) < _ROUNDS and sum(rounds) < _LITTLE_MS):
        started = cpu_seconds()
        found = solve(puzzle, timeout_seconds)
        rounds.append(1000 * (cpu_seconds() - started))
    tally.warm.append(min(rounds))
    return bool(found) and all(fits(picture, puzzle) for picture in found or ())


def fits(picture: Grid, puzzle: Puzzle) -> bool:
    """Return True if a picture has the puzzle's clues."""
    return puzzle.has_clues_of(puzzle.redrawn(picture.rows))
