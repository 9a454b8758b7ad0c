"""Difficulty of a puzzle, judged by the rules that its solution takes.

Three measures, from the coarsest to the finest:

* the class: `LINE`, `BRANCH` or `MULT`, as `Difficulty` has them;
* the level, a word: that of the hardest rule needed, however often;
* the score: what every step costs, by its rule, in sum; so it grows with the size of the puzzle as well.

Source: the classes are picross-solver's (Pierre Dejoue); levels and costs are ours, a person's feeling put in numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from harness.solver.human.rules import Rule
from harness.solver.result import Difficulty


class Level(Enum):
    """Words for difficulty, the easiest first."""

    EASY = "easy"
    MODERATE = "moderate"
    TRICKY = "tricky"
    HARD = "hard"
    VERY_HARD = "very-hard"
    EXTREME = "extreme"


_LEVELS = ((2, Level.EASY), (4, Level.MODERATE), (6, Level.TRICKY), (10, Level.HARD), (25, Level.VERY_HARD))


@dataclass(frozen=True, slots=True)
class Rating:
    """Rated difficulty of a puzzle.

    Attributes:
        difficulty: the class; None if the solution was not finished.
        score: what the steps cost, in sum.
        level: the word; None without a step, and where the class is not `LINE` or `BRANCH`.
        counts: how many steps each rule took, the easiest rule first; rules without a step are left out.
    """

    difficulty: Difficulty | None
    score: int
    level: Level | None
    counts: tuple[tuple[Rule, int], ...]


def level_of(rule: Rule) -> Level:
    """The level of a puzzle that needs this rule and none harder.

    >>> level_of(Rule.OVERLAP), level_of(Rule.EITHER_WAY)
    (<Level.EASY: 'easy'>, <Level.EXTREME: 'extreme'>)
    """
    return next((level for most, level in _LEVELS if rule.effort <= most), Level.EXTREME)


def rate(rules: Iterable[Rule], difficulty: Difficulty | None) -> Rating:
    """The rating of a solution from the rules of its steps.

    >>> rating = rate([Rule.OVERLAP, Rule.TRIAL, Rule.OVERLAP], Difficulty.BRANCH)
    >>> rating.score, rating.level
    (29, <Level.VERY_HARD: 'very-hard'>)
    """
    used = Counter(rules)
    counts = tuple((rule, used[rule]) for rule in Rule if used[rule])
    score = sum(rule.effort * count for rule, count in counts)
    has_level = bool(counts) and difficulty in (Difficulty.LINE, Difficulty.BRANCH)
    return Rating(difficulty, score, level_of(counts[-1][0]) if has_level else None, counts)
