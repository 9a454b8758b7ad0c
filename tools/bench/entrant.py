"""Entrants of `bench solver`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from harness.puzzle import Grid, Puzzle

Solve = Callable[[Any, float], Sequence[Grid] | None]
"""Solve within a time in seconds: the solutions, two at most, or None."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a process: an `Outcome` (None: nothing in time), and the milliseconds that solving took."""

    verdict: str | None
    ms: float


Cold = Callable[[Puzzle, float], Answer]
"""Solve within a time in seconds, in a fresh process."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A solver that takes part.

    Attributes:
        solve: in this process, where it is warm.
        note: why it takes no part, where it has neither `solve` nor `cold`.
        cold: in a process of its own, where nothing was solved before.
        in_colour: whether it solves puzzles in colour.
    """

    name: str
    solve: Solve | None = None
    note: str = ""
    cold: Cold | None = None
    in_colour: bool = False

    @property
    def takes_part(self) -> bool:
        """True if it is installed."""
        return self.solve is not None or self.cold is not None
