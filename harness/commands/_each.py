"""Work on each of many puzzles, and its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from harness.errors import HarnessError
from harness.formats import NamedPuzzle

AnswerT = TypeVar("AnswerT")

ShouldStop = Callable[[], bool]

Work = Callable[[NamedPuzzle, ShouldStop], AnswerT]
"""Work on a puzzle that asks now and then whether it should stop. Sent to other processes, so no closure.

It raises a `HarnessError` where it cannot be done.
"""


@dataclass(frozen=True)
class Done(Generic[AnswerT]):
    """Result for a puzzle: the answer, or the reason why there is none."""

    name: str
    answer: AnswerT | HarnessError


def done_with(puzzle: NamedPuzzle, work: Work[AnswerT], should_stop: ShouldStop) -> Done[AnswerT]:
    """Do it; an error that the user can act on is an answer too."""
    try:
        return Done(puzzle.name, work(puzzle, should_stop))
    except HarnessError as error:
        return Done(puzzle.name, error)
