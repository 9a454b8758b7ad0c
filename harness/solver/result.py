"""Outcome and findings of a search: the values that every strategy answers with."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from harness.puzzle import Grid, Line


class Outcome(Enum):
    """The possible outcomes of a search."""

    UNIQUE = "unique"
    """Exactly one solution: proved."""
    MULTIPLE = "multiple"
    """Two solutions at least were found."""
    CONTRADICTION = "contradiction"
    """No solution: proved."""
    LIMITED = "limited"
    """One solution was found, and the search stopped at `max_solutions` before it knew of another."""
    TIMEOUT = "timeout"
    """Time, or the analyses that the budget allows, ran out with fewer than two solutions found."""
    MEMORY = "memory"
    """Memory ran out with fewer than two solutions found."""
    INTERRUPTED = "interrupted"
    """The user stopped the search with fewer than two solutions found."""


class Stop(Enum):
    """Reasons to stop a search before its end."""

    LIMIT = "limit"
    """As many solutions as asked for were found."""
    TIMEOUT = "timeout"
    """Time, or the analyses that the budget allows, ran out."""
    MEMORY = "memory"
    """Memory ran out, or would have."""
    INTERRUPTED = "interrupted"
    """The user stopped it."""


class Difficulty(Enum):
    """Difficulty of a puzzle; the terms are picross-solver's (Pierre Dejoue)."""

    LINE = "line"
    """Looking at one line at a time is enough (for a contradiction too)."""
    BRANCH = "branch"
    """Cells must be tried."""
    MULT = "mult"
    """Several solutions."""


class Result(NamedTuple):
    """The pictures that a search found.

    Attributes:
        outcome: how it ended.
        solutions: the distinct solutions in the order in which they were found, `max_solutions` of them at most.
        complete: whether `solutions` are proved to be all there are.
        fixpoint: what line logic alone gives: the partial grid on which a solver without trial stops. In case of
            `contradiction` what was known when the line was met; in case of a timeout within, what was known then.
        contradiction: the line that no arrangement fits, where line logic alone meets one.
        difficulty: None if the search stopped before it could tell.
        guesses: how often the search branched (probes that decide a cell are no guesses).
        line_calls: how many lines were analysed.
        stopped: what ended the search early; None exactly if it is `complete`.
    """

    outcome: Outcome
    solutions: tuple[Grid, ...]
    complete: bool
    fixpoint: Grid
    contradiction: Line | None = None
    difficulty: Difficulty | None = None
    guesses: int = 0
    line_calls: int = 0
    stopped: Stop | None = None

    @property
    def unique(self) -> bool | None:
        """True if there is exactly one solution; None if the search stopped before it could tell."""
        if self.outcome is Outcome.UNIQUE:
            return True
        return False if self.outcome in (Outcome.MULTIPLE, Outcome.CONTRADICTION) else None


def outcome_of(found: int, stopped: Stop | None) -> Outcome:
    """The outcome of a search by the number of solutions that it found.

    >>> outcome_of(1, None), outcome_of(1, Stop.LIMIT), outcome_of(2, Stop.TIMEOUT)
    (<Outcome.UNIQUE: 'unique'>, <Outcome.LIMITED: 'limited'>, <Outcome.MULTIPLE: 'multiple'>)
    """
    if found > 1:
        return Outcome.MULTIPLE
    if stopped is None:
        return Outcome.UNIQUE if found else Outcome.CONTRADICTION
    return Outcome.LIMITED if stopped is Stop.LIMIT else Outcome(stopped.value)


def difficulty_of(outcome: Outcome, *, line_logic_suffices: bool) -> Difficulty | None:
    """Return the difficulty that belongs to an outcome; None if the search stopped before it could tell."""
    if outcome is Outcome.MULTIPLE:
        return Difficulty.MULT
    if outcome in (Outcome.UNIQUE, Outcome.CONTRADICTION):
        return Difficulty.LINE if line_logic_suffices else Difficulty.BRANCH
    return None


OUTCOMES = {
    "en": {
        Outcome.UNIQUE: "one solution",
        Outcome.MULTIPLE: "several solutions",
        Outcome.CONTRADICTION: "no solution",
        Outcome.LIMITED: "one solution found, perhaps not the only one",
        **dict.fromkeys((Outcome.TIMEOUT, Outcome.MEMORY, Outcome.INTERRUPTED), "not decided"),
    },
    "ru": {
        Outcome.UNIQUE: "одно решение",
        Outcome.MULTIPLE: "решений несколько",
        Outcome.CONTRADICTION: "решений нет",
        Outcome.LIMITED: "найдено одно решение, возможно, не единственное",
        **dict.fromkeys((Outcome.TIMEOUT, Outcome.MEMORY, Outcome.INTERRUPTED), "неясно"),
    },
}
STOPS = {
    "en": {Stop.TIMEOUT: "time ran out", Stop.MEMORY: "memory ran out", Stop.INTERRUPTED: "interrupted"},
    "ru": {Stop.TIMEOUT: "время вышло", Stop.MEMORY: "память исчерпана", Stop.INTERRUPTED: "прервано"},
}
OUTCOME_WORDS, STOP_WORDS = OUTCOMES["en"], STOPS["en"]
"""Words for outcomes and for what stopped a search, in both languages, and those of the command line.

Commands, reports, explanations and the studio say the same thing with these words; a test holds the studio's own
tables, which are in JavaScript, against them.
"""
