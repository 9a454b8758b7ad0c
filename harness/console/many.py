"""Many puzzles by one command: each worked on as it is read, in several processes if wanted, the answers in order.

What cannot be read or solved is a line on the standard error, and exit code 2 at the end; all the others are done.
Ctrl-C ends what is under way; what has been answered by then is out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from harness.console.each import Done, Work, done_with
from harness.console.interrupt import Interrupt
from harness.errors import HarnessError, one_line
from harness.formats import NamedPuzzle

AnswerT = TypeVar("AnswerT")


@dataclass
class Tally:
    """Counts of puzzles with and without an answer; filled while the answers go by."""

    answered: int = 0
    failed: int = 0


def answers(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt, tally: Tally
) -> Iterator[tuple[str, AnswerT]]:
    """Yield each puzzle's name and result, in their order; report failures on the standard error.

    Args:
        work: done with each, in `jobs` processes.
        interrupt: ends it: no further puzzle is begun.
        tally: counts on.
    """
    if jobs == 1:
        all_done = _one_by_one(puzzles, work, interrupt)
    else:
        from harness.console.side_by_side import work_side_by_side

        all_done = work_side_by_side(puzzles, work, jobs, interrupt)
    for done in all_done:
        if isinstance(done.answer, HarnessError):
            tally.failed += 1
            sys.stdout.flush()  # so that both streams are in order where they go to one place
            print(f"crossword: {one_line(str(done.answer))}", file=sys.stderr, flush=True)
        else:
            tally.answered += 1
            yield done.name, done.answer
            sys.stdout.flush()


def _one_by_one(puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], interrupt: Interrupt) -> Iterator[Done[AnswerT]]:
    for puzzle in puzzles:
        if interrupt():
            return
        yield done_with(puzzle, work, interrupt)
