"""Wanted and actual difficulty of a puzzle: the classes and the words of `explain` on one scale.

The classes `line`, `branch` and `mult` are those of `Difficulty`; the words `easy` to `extreme` are those of `Level`,
by the rules that a person needs. A word up to `hard` means `line`, the others `branch`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from harness.errors import UsageError
from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.human.explain import explain
from harness.solver.human.rating import Level, level_of
from harness.solver.human.rules import Rule
from harness.solver.result import Difficulty, Outcome, Result

LEVELS = tuple(Level)
_FIRST_TRIED = LEVELS.index(level_of(Rule.TRIAL))
_SEVERAL = len(LEVELS)

DIFFICULTIES: dict[str, range] = {
    Difficulty.LINE.value: range(_FIRST_TRIED),
    Difficulty.BRANCH.value: range(_FIRST_TRIED, _SEVERAL),
    Difficulty.MULT.value: range(_SEVERAL, _SEVERAL + 1),
    **{level.value: range(place, place + 1) for place, level in enumerate(LEVELS)},
}
"""Difficulties that may be wanted, and the places on the scale that fit them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A difficulty that is wanted.

    Raises:
        UsageError: there is none of that name.

    >>> Wanted("branch").is_unique, Wanted("mult").is_unique, Wanted("tricky").needs_rules
    (True, False, True)
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in DIFFICULTIES:
            raise UsageError(f"there is no difficulty {self.name!r}; choose one of: {', '.join(DIFFICULTIES)}")

    @property
    def is_unique(self) -> bool:
        """True if such a puzzle has one solution."""
        return self.name != Difficulty.MULT.value

    @property
    def begins_with_several(self) -> bool:
        """True if such puzzles lie next to those with several solutions."""
        return DIFFICULTIES[self.name].stop >= _SEVERAL

    @property
    def needs_rules(self) -> bool:
        """True if only the rules of people can tell."""
        return self.name in {level.value for level in LEVELS}

    def distance(self, place: int) -> int:
        """Return the distance of a place on the scale from those wanted; below 0 if it is too easy."""
        fitting = DIFFICULTIES[self.name]
        return min(place - fitting.start, 0) + max(place - fitting.stop + 1, 0)


class Standing(NamedTuple):
    """Place of a puzzle on the scale.

    Attributes:
        distance: how far it is from what is wanted, 0 if it is that, below 0 if it is too easy.
        weight: how hard it is beside others at this distance: with one solution the effort of the steps that are too
            hard, if there are any, otherwise of all; else the cells that line logic leaves open.
    """

    distance: int
    weight: int

    def is_nearer_than(self, other: Standing) -> bool:
        """Return True if it is better to continue from here, or as good."""
        if abs(self.distance) != abs(other.distance):
            return abs(self.distance) < abs(other.distance)
        return self.weight >= other.weight if self.distance < 0 else self.weight <= other.weight


def standing_of(puzzle: Puzzle, result: Result, wanted: Wanted, budget: Budget) -> Standing | None:
    """Place a puzzle beside the wanted difficulty; None if that is not known.

    Args:
        result: of looking for two solutions.
        budget: what explaining it may spend, where that is needed.
    """
    if result.outcome is Outcome.MULTIPLE or (result.outcome is not Outcome.UNIQUE and wanted.is_unique):
        return Standing(wanted.distance(_SEVERAL), result.fixpoint.unknown_count)
    if result.outcome is not Outcome.UNIQUE:
        return None
    if not wanted.needs_rules:
        place = 0 if result.difficulty is Difficulty.LINE else _FIRST_TRIED
        return Standing(wanted.distance(place), result.line_calls)
    rating = explain(puzzle, budget).rating
    if rating.level is None:
        return None
    distance = wanted.distance(LEVELS.index(rating.level))
    hardest = DIFFICULTIES[wanted.name].stop - 1 if distance > 0 else -1
    effort = sum(rule.effort * count for rule, count in rating.counts if LEVELS.index(level_of(rule)) > hardest)
    return Standing(distance, effort)
