"""``bench solver``: the fast solver beside other authors' programs, in one run, in turn; the ratios are what counts.

Each puzzle is a process; a time is that of the solving, the median of some rounds where it is short. A ratio is another
program's time divided by ours; below 1 it was quicker.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import geometric_mean, median

from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.solver.strategy import Outcome
from tools.bench.entrants import ENTRANTS, OURS, Answer, Entrant
from tools.bench.puzzles import NO_CORPUS, Named, Sets, corpus_folder, sets
from tools.bench.report import gather, show
from tools.made import noise_puzzle

_LITTLE_MS = 200.0
"""A puzzle that takes longer is solved once."""
_LEAST_MS = 0.001
"""The finest that the programs' clocks tell; what they call nothing is taken for that much."""
_PROVED = {Outcome.UNIQUE.value, Outcome.MULTIPLE.value, Outcome.CONTRADICTION.value}
_MANY, _MANY_SIDE = 1000, 10
HEADINGS = ("puzzles", "solver", "solved", "median ms", "sum ms", "ratio", "least ratio", "quicker on")

Solve = Callable[[Entrant, Puzzle], Answer]


@dataclass(frozen=True, slots=True)
class Score:
    """Answers of an entrant to the puzzles of a group, and ours to the same."""

    group: str
    entrant: str
    names: tuple[str, ...]
    own: tuple[Answer, ...]
    ours: tuple[Answer, ...]

    @property
    def ratios(self) -> list[float]:
        """Its time divided by ours, for each puzzle."""
        return [max(a.ms, _LEAST_MS) / max(b.ms, _LEAST_MS) for a, b in zip(self.own, self.ours, strict=True)]

    @property
    def row(self) -> tuple[object, ...]:
        """As `HEADINGS` says; what was not decided in time counts with the whole time."""
        times = [answer.ms for answer in self.own]
        solved = sum(answer.verdict in _PROVED for answer in self.own)
        row = (self.group, self.entrant, f"{solved}/{len(times)}", median(times), sum(times))
        if self.entrant == OURS:
            return (*row, None, None, None)
        return (*row, geometric_mean(self.ratios), min(self.ratios), sum(ratio < 1 for ratio in self.ratios))

    @property
    def notes(self) -> Iterator[str]:
        """A line that names the puzzles on which this was quicker, and one for each that it decides otherwise."""
        named = [f"{name} ({ratio:.2f})" for name, ratio in zip(self.names, self.ratios, strict=True) if ratio < 1]
        if named:
            yield f"{self.entrant} was quicker, {self.group}: {', '.join(named)}"
        for name, own, ours in zip(self.names, self.own, self.ours, strict=True):
            if own.verdict != ours.verdict and {own.verdict, ours.verdict} <= _PROVED:
                yield f"{self.entrant}: {name} is {own.verdict}, not {ours.verdict}"


def measure(
    group: str, puzzles: Sequence[Named], entrants: Sequence[Entrant], solve: Solve, rounds: int
) -> list[Score]:
    """Let entrants, ours first, solve puzzles; they take turns in each round, so that other work meets them all."""
    answers: list[list[Answer]] = []
    for _, puzzle in puzzles:
        taken: list[list[Answer]] = []
        while len(taken) < rounds and not (taken and any(answer.ms > _LITTLE_MS for answer in taken[-1])):
            taken.append([solve(entrant, puzzle) for entrant in entrants])
        of_each = zip(*taken, strict=True)
        answers.append([Answer(of[0].verdict, median(answer.ms for answer in of)) for of in of_each])
    names, by_entrant = tuple(name for name, _ in puzzles), list(zip(*answers, strict=True))
    return [
        Score(group, entrant.name, names, own, by_entrant[0]) for entrant, own in zip(entrants, by_entrant, strict=True)
    ]


def measure_all(chosen: Sets, entrants: Sequence[Entrant], solve: Solve, rounds: int) -> Iterator[list[Score]]:
    for group, make in chosen.items():
        puzzles = list(make())
        has_colour = any(puzzle.in_colour for _, puzzle in puzzles)
        yield measure(group, puzzles, [one for one in entrants if one.in_colour or not has_colour], solve, rounds)


def measure_many(entrants: Sequence[Entrant], rounds: int) -> list[Score]:
    """Let each entrant solve many files in one process; its time is what it takes beyond that for one of them."""
    puzzles = [noise_puzzle(_MANY_SIDE, _MANY_SIDE, 0.6, seed) for seed in range(_MANY)]
    name = f"{_MANY:,} files of {_MANY_SIDE}×{_MANY_SIDE}"

    def solve(entrant: Entrant, _: Puzzle) -> Answer:
        return Answer(Outcome.UNIQUE.value, entrant.solve_many(puzzles))

    return measure(name, [(name, puzzles[0])], [one for one in entrants if one.words_for_many], solve, rounds)


def run(arguments: argparse.Namespace) -> int:
    """Measure the groups asked for, with all programs that are there."""
    present = [one for one in ENTRANTS if one.program and (one.name == OURS or not arguments.ours)]
    built = sets()
    chosen = {name: make for name, make in built.items() if (arguments.group or "") in name}
    if not chosen:
        raise UsageError(f"--group {arguments.group}: no set has that in its name; there are: {'; '.join(built)}")
    solve = partial(Entrant.solve, seconds=arguments.timeout)
    if arguments.many:
        measured, end = gather([measure_many(present, arguments.rounds)])
    else:
        measured, end = gather(measure_all(chosen, present, solve, arguments.rounds), len(chosen))
    scores = [score for group in measured for score in group]
    notes = [line for score in scores for line in score.notes]
    notes += [f"{one.name}: not on the PATH" for one in ENTRANTS if one.program is None and not arguments.ours]
    if corpus_folder() is None and not arguments.many:
        notes.append(f"made puzzles alone: {NO_CORPUS}")
    show(arguments, HEADINGS, [score.row for score in scores], *notes)
    return end
