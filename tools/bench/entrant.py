"""Entrants of `bench solver`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
        cold_all: the same as `cold` for all solutions; None if it does not take part there.
        side: the only side of the puzzles that it takes; None for any.
    """

    name: str
    solve: Solve | None = None
    note: str = ""
    cold: Cold | None = None
    in_colour: bool = False
    side: int | None = None
    cold_all: Cold | None = None

    def takes(self, puzzles: Iterable[Puzzle]) -> bool:
        """Return True if it can be given all of these."""
        return all(
            (self.in_colour or not puzzle.in_colour)
            and self.side in (None, puzzle.width)
            and self.side in (None, puzzle.height)
            for puzzle in puzzles
        )

    @property
    def takes_part(self) -> bool:
        """True if it is installed."""
        return self.solve is not None or self.cold is not None
