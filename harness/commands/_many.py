"""Many puzzles by one command: each worked on as it is read, in several processes if wanted, the answers in order.

A puzzle that cannot be read or solved is a line on the standard error, and exit code 2 at the end; all others are done.
Ctrl-C ends what is under way; what has been answered by then is out.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from harness.commands._limits import Interrupt
from harness.errors import HarnessError, one_line
from harness.formats import NamedPuzzle

if TYPE_CHECKING:
    from concurrent.futures import Future

AnswerT = TypeVar("AnswerT")

ShouldStop = Callable[[], bool]

Work = Callable[[NamedPuzzle, ShouldStop], AnswerT]
"""Work on a puzzle that asks now and then whether it should stop. Sent to other processes, so no closure.

It raises a `HarnessError` where it cannot be done.
"""

_SENDING_SECONDS = 0.001
"""The cost of sending a puzzle to another process and back: a quicker one is solved here."""

_ALONE_SECONDS = 0.25
"""The time beyond that before processes are started, which takes about half as long."""

_CHUNK_SECONDS, _LARGEST_CHUNK = 0.02, 16
"""About how long a process works on what it is sent at a time, and the most puzzles that this may be."""

_AHEAD = 4
"""Chunks that wait, for each process: the collection is not read far ahead of the work."""

_LOOK_SECONDS = 0.1
"""Between two looks whether the user wants the end."""


@dataclass(frozen=True)
class Done(Generic[AnswerT]):
    """Result for a puzzle: the answer, or the reason why there is none."""

    name: str
    answer: AnswerT | HarnessError


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
        work: done with each, in `jobs` processes where that pays.
        interrupt: ends it: no further puzzle is begun.
        tally: counts on.
    """
    all_done = _one_by_one(puzzles, work, interrupt) if jobs == 1 else share_out(puzzles, work, jobs, interrupt)
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
        yield _done_with(puzzle, work, interrupt)


def share_out(
    puzzles: Iterable[NamedPuzzle],
    work: Work[AnswerT],
    jobs: int,
    interrupt: Interrupt,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Done[AnswerT]]:
    """Work on puzzles in this process until they have taken long enough for `jobs` others to pay; then in those.

    A puzzle under way at that moment is stopped and begun anew there.

    Args:
        clock: in seconds; for tests.
    """
    source, left, begun, count = iter(puzzles), _ALONE_SECONDS, clock(), 0
    for puzzle in source:
        if interrupt():
            return
        watch = _Watch(interrupt, clock, left + _SENDING_SECONDS)
        done = _done_with(puzzle, work, watch)
        if watch.is_late and not interrupt():
            source = itertools.chain((puzzle,), source)
            break
        yield done
        count += 1
        left -= max(watch.seconds - _SENDING_SECONDS, 0)
        if left <= 0:
            break
    else:
        return
    chunk = int(_CHUNK_SECONDS * count / max(clock() - begun, _CHUNK_SECONDS))
    yield from work_side_by_side(source, work, jobs, interrupt, min(max(chunk, 1), _LARGEST_CHUNK))


class _Watch:
    """Return True if a puzzle should stop: the user wants it, or its time here is over."""

    def __init__(self, interrupt: Interrupt, clock: Callable[[], float], limit: float) -> None:
        self.is_late = False
        self._interrupt, self._clock, self._begun, self._limit = interrupt, clock, clock(), limit

    def __call__(self) -> bool:
        self.is_late = self.seconds >= self._limit
        return self.is_late or self._interrupt()

    @property
    def seconds(self) -> float:
        """Since the puzzle was begun."""
        return self._clock() - self._begun


def work_side_by_side(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt, chunk: int = 1
) -> Generator[Done[AnswerT], None, None]:
    """Yield the result of each puzzle, in their order, while `jobs` processes work, each on `chunk` puzzles at a time.

    At the user's wish no further one is begun, and those under way end as they would alone. A process that is killed,
    as one that ran out of memory, ends it all.
    """
    from concurrent.futures import wait

    from harness.work import Pool, WorkerDiedError, answer_of

    source = iter(puzzles)
    waiting: deque[tuple[str, Future[list[Done[AnswerT]]]]] = deque()
    with Pool(jobs, marks=1, is_forked=True) as pool:
        while True:
            pool.marks[0] = interrupt()
            while not pool.marks[0] and len(waiting) < jobs * _AHEAD and (some := [*itertools.islice(source, chunk)]):
                waiting.append((some[0].name, pool.submit(_done, some, work)))
            if not waiting:
                return
            name, future = waiting.popleft()
            while not wait([future], _LOOK_SECONDS).done:
                pool.marks[0] = interrupt()
            try:
                yield from answer_of(future)
            except WorkerDiedError:
                what = "a process ended in the middle of its work; take fewer --jobs if memory is short"
                yield Done(name, HarnessError(f"{name}: {what}"))
                return


def _done(puzzles: list[NamedPuzzle], work: Work[AnswerT]) -> list[Done[AnswerT]]:
    """In a worker, whose pool's mark tells that the user wants the end."""
    from harness.work import marks

    return [_done_with(puzzle, work, lambda: bool(marks[0])) for puzzle in puzzles if not marks[0]]


def _done_with(puzzle: NamedPuzzle, work: Work[AnswerT], should_stop: ShouldStop) -> Done[AnswerT]:
    """Do it; an error that the user can act on is an answer too."""
    try:
        return Done(puzzle.name, work(puzzle, should_stop))
    except HarnessError as error:
        return Done(puzzle.name, error)
