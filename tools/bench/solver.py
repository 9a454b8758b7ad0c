"""``bench solver``: the fast solver beside other authors' programs, in one run, in turn; the ratios are what counts.

Each puzzle is a process; a time is that of the solving, the median of some rounds where it is short. A ratio is another
program's time divided by ours; below 1 it was quicker.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from statistics import geometric_mean, linear_regression, median

from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.solver.strategy import Outcome
from tools.bench.entrants import ENTRANTS, OURS, Answer, Entrant
from tools.bench.puzzles import HARD, NO_CORPUS, ROOKS, SIZES, Named, Sets, corpus_folder, sets
from tools.bench.report import gather, show
from tools.made import noise_puzzle

_LITTLE_MS = 200.0
"""A puzzle that takes longer is solved once."""
_LEAST_MS = 0.001
"""The finest that the programs' clocks tell; what they call nothing is taken for that much."""
_PROVED = {Outcome.UNIQUE.value, Outcome.MULTIPLE.value, Outcome.CONTRADICTION.value}
_MANY, _MANY_SIDE = 1000, 10
_GROWS_FROM = 60 * 60
"""Cells of a puzzle whose time says how times grow: below, the start of a call is most of it."""
HEADINGS = ("puzzles", "solver", "solved", "median ms", "sum ms", "ratio", "least ratio", "quicker on")

Solve = Callable[[Entrant, Puzzle], Answer]


@dataclass(frozen=True, slots=True)
class Score:
    """Score of an entrant in a group: the milliseconds for each puzzle in order, and its ratios to ours.

    Attributes:
        names: of the group's puzzles.
        solved: how many it decided in time; the others count with the whole time.
        disagrees: the puzzles on which it contradicts ours, with what each of the two says.
    """

    group: str
    entrant: str
    names: tuple[str, ...]
    solved: int
    each_ms: tuple[float, ...]
    ratios: tuple[float, ...]
    disagrees: tuple[str, ...]

    @property
    def row(self) -> tuple[object, ...]:
        """As `HEADINGS` says."""
        count = len(self.names)
        times = (f"{self.solved}/{count}", median(self.each_ms), sum(self.each_ms))
        if self.entrant == OURS:
            return (self.group, self.entrant, *times, None, None, None)
        quicker = sum(ratio < 1 for ratio in self.ratios)
        return (self.group, self.entrant, *times, geometric_mean(self.ratios), min(self.ratios), quicker)

    @property
    def losses(self) -> Iterator[str]:
        """A line that names the puzzles on which this was quicker."""
        named = [f"{name} ({ratio:.2f})" for name, ratio in zip(self.names, self.ratios, strict=True) if ratio < 1]
        if named:
            yield f"{self.entrant} was quicker, {self.group}: {', '.join(named)}"


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
    names = tuple(name for name, _ in puzzles)
    scores = []
    for number, entrant in enumerate(entrants):
        own, ours = ([answer[place] for answer in answers] for place in (number, 0))
        scores.append(
            Score(
                group,
                entrant.name,
                names,
                sum(answer.verdict in _PROVED for answer in own),
                tuple(answer.ms for answer in own),
                tuple(max(a.ms, _LEAST_MS) / max(b.ms, _LEAST_MS) for a, b in zip(own, ours, strict=True)),
                tuple(
                    f"{entrant.name}: {name} is {a.verdict}, not {b.verdict}"
                    for name, a, b in zip(names, own, ours, strict=True)
                    if a.verdict != b.verdict and {a.verdict, b.verdict} <= _PROVED
                ),
            )
        )
    return scores


def measure_all(chosen: Sets, entrants: Sequence[Entrant], solve: Solve, rounds: int) -> Iterator[list[Score]]:
    """Yield the scores of each group."""
    for group, make in chosen.items():
        puzzles = list(make())
        yield measure(group, puzzles, [one for one in entrants if one.takes(of for _, of in puzzles)], solve, rounds)


def measure_many(entrants: Sequence[Entrant], rounds: int) -> list[Score]:
    """Let each entrant solve many files in one process; its time is what it takes beyond that for one of them."""
    puzzles = [noise_puzzle(_MANY_SIDE, _MANY_SIDE, 0.6, seed) for seed in range(_MANY)]
    name = f"{_MANY:,} files of {_MANY_SIDE}×{_MANY_SIDE}"

    def solve(entrant: Entrant, _: Puzzle) -> Answer:
        return Answer(Outcome.UNIQUE.value, entrant.solve_many(puzzles))

    return measure(name, [(name, puzzles[0])], [one for one in entrants if one.words_for_many], solve, rounds)


def growth(scores: Sequence[Score]) -> Iterator[str]:
    """Yield for each entrant the power of the number of cells by which its time grows: a slope of logarithms."""
    points: dict[str, list[tuple[float, float]]] = {}
    for score in scores:
        cells = int(score.names[0].split("-")[1]) ** 2
        if score.solved and cells >= _GROWS_FROM:
            points.setdefault(score.entrant, []).append((log(cells), log(score.each_ms[0])))
    for name, of in points.items():
        if len(of) > 1:
            slope = linear_regression(*zip(*of, strict=True)).slope
            yield f"{name}: time grows with cells to the power of {slope:.2f}"


def run(arguments: argparse.Namespace) -> int:
    """Measure the groups asked for, with all programs that are there."""
    present = [one for one in ENTRANTS if one.program and (one.name == OURS or not arguments.ours)]
    built = HARD if arguments.hard else SIZES if arguments.sizes else ROOKS if arguments.all else sets()
    chosen = {name: make for name, make in built.items() if (arguments.group or "") in name}
    if not chosen:
        raise UsageError(f"--group {arguments.group}: no set has that in its name; there are: {'; '.join(built)}")

    def solve(entrant: Entrant, puzzle: Puzzle) -> Answer:
        return entrant.solve(puzzle, arguments.timeout, find_all=arguments.all)

    if arguments.many:
        work = iter([measure_many(present, arguments.rounds)])
    else:
        entrants = [one for one in present if one.words_for_all or not arguments.all]
        work = measure_all(chosen, entrants, solve, arguments.rounds)
    measured, end = gather(work, len(chosen))
    scores = [score for group in measured for score in group]
    notes = [line for score in scores for line in (*score.losses, *score.disagrees)]
    notes += growth(scores) if arguments.sizes else ()
    notes += [f"{one.name}: not on the PATH" for one in ENTRANTS if one.program is None and not arguments.ours]
    if corpus_folder() is None and "tiny, 5×5" in built:
        notes.append(f"made puzzles alone: {NO_CORPUS}")
    show(arguments, HEADINGS, [score.row for score in scores], *notes)
    return end
