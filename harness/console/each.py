"""What is done with each of many puzzles, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from harness.errors import HarnessError
from harness.formats import NamedPuzzle

AnswerT = TypeVar("AnswerT")

ShouldStop = Callable[[], bool]

Work = Callable[[NamedPuzzle, ShouldStop], AnswerT]
"""What is done with a puzzle, asking now and then whether it should stop. Sent to other processes, so no closure.

It raises a `HarnessError` where it cannot be done.
"""


@dataclass(frozen=True)
class Done(Generic[AnswerT]):
    """What became of a puzzle: the answer, or why there is none."""

    name: str
    answer: AnswerT | HarnessError


def done_with(puzzle: NamedPuzzle, work: Work[AnswerT], should_stop: ShouldStop) -> Done[AnswerT]:
    """Do it; an error that the user can act on is an answer too."""
    try:
        return Done(puzzle.name, work(puzzle, should_stop))
    except HarnessError as error:
        return Done(puzzle.name, error)
