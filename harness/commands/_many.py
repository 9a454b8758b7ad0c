"""Many puzzles by one command: each is worked on as it is read, in several processes if wanted; answers keep the order.

A puzzle that cannot be read or solved is a line on the standard error, and exit code 2 at the end; all others are done.
Ctrl-C ends the work under way; the answers so far are out.
"""

from __future__ import annotations

import csv
import itertools
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from harness.commands._arguments import Interrupt
from harness.errors import HarnessError, listeners, note, one_line
from harness.formats import NamedPuzzle
from harness.solver.strategy import Difficulty

if TYPE_CHECKING:
    from concurrent.futures import Future

    from harness.solver.human.explain import Rating

AnswerT = TypeVar("AnswerT")
ShouldStop = Callable[[], bool]
Work = Callable[[NamedPuzzle, ShouldStop], AnswerT]
"""Work on a puzzle that asks now and then whether to stop; raises a `HarnessError` on failure. No closure, since other
processes get it."""
_CHUNK_SECONDS, _LARGEST_CHUNK = 0.02, 16
"""About how long a process works on one message, and the most puzzles in it."""
_AHEAD = 4
"""Chunks waiting for each process: the collection is not read far ahead of the work."""
_LOOK_SECONDS = 0.1
"""Time between two looks whether the user wants the end."""
Done = tuple[str, AnswerT | HarnessError]
"""A puzzle's name, and its answer or the error."""
_Noted = tuple[Done[AnswerT], list[HarnessError]]
"""The same, and the notes about it in another process."""


def answers(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt
) -> Iterator[Done[AnswerT]]:
    """Yield each puzzle's name and result, in their order; a failure is reported on the standard error as well."""
    if jobs == 1:
        wanted = itertools.takewhile(lambda _: not interrupt(), puzzles)
        all_done: Iterable[Done[AnswerT]] = (_done_with(puzzle, work, interrupt) for puzzle in wanted)
    else:
        all_done = work_side_by_side(puzzles, work, jobs, interrupt)
    for name, answer in all_done:
        if isinstance(answer, HarnessError):
            sys.stdout.flush()  # keeps both streams in order if they go to one place
            print(f"crossword: {one_line(str(answer))}", file=sys.stderr, flush=True)
        yield name, answer
        sys.stdout.flush()


FAILED = "that could not be read or solved"


def summary(counts: Counter[str]) -> str:
    """Return the line at the end: how many puzzles there were, and of which kinds."""
    kinds = sorted(counts.most_common(), key=lambda counted: counted[0] == FAILED)
    count, parts = counts.total(), [f"{number} {kind}" for kind, number in kinds]
    return f"{count} puzzle{'' if count == 1 else 's'}" + (f": {', '.join(parts)}" if parts else "")


def work_side_by_side(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt
) -> Generator[Done[AnswerT], None, None]:
    """Yield the result of each puzzle, in their order, while `jobs` processes work, on several quick ones at a time.

    After the user's interrupt no further one is begun, and those under way end as they would alone. If a process is
    killed, as one that ran out of memory, everything ends.
    """
    from harness.work import WorkerDiedError

    try:
        yield from _side_by_side(puzzles, work, jobs, interrupt)
    except WorkerDiedError:
        yield "", HarnessError("no process can be started; free some memory, or give --jobs 1")


def _side_by_side(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt
) -> Iterator[Done[AnswerT]]:
    from concurrent.futures import wait

    from harness.work import Pool, WorkerDiedError, answer_of

    source, begun, count, chunk = iter(puzzles), time.monotonic(), 0, 1
    waiting: deque[tuple[str, Future[list[_Noted[AnswerT]]]]] = deque()
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
                answered = answer_of(future)
            except WorkerDiedError:
                what = "a process ended in the middle of its work; take fewer --jobs if memory is short"
                yield name, HarnessError(f"{name}: {what}")
                return
            count += len(answered)
            quick = int(_CHUNK_SECONDS * jobs * count / max(time.monotonic() - begun, _CHUNK_SECONDS))
            chunk = min(max(quick, 1), _LARGEST_CHUNK)
            for done, notes in answered:
                for remark in notes:
                    note(remark)
                yield done


def _done(puzzles: list[NamedPuzzle], work: Work[AnswerT]) -> list[_Noted[AnswerT]]:
    """Work in a process of the pool, whose mark tells it to stop."""
    from harness.work import marks

    done: list[_Noted[AnswerT]] = []
    for puzzle in puzzles:
        if not marks[0]:
            notes: list[HarnessError] = []
            listeners[:] = [notes.append]
            done.append((_done_with(puzzle, work, lambda: bool(marks[0])), notes))
    return done


def _done_with(puzzle: NamedPuzzle, work: Work[AnswerT], should_stop: ShouldStop) -> Done[AnswerT]:
    """Do the work; an error that the user can fix is an answer too."""
    try:
        return puzzle.name, work(puzzle, should_stop)
    except HarnessError as error:
        return puzzle.name, error


# -- tables: a line for each puzzle, those that cannot be read included ------------------------

_DIFFICULTIES: dict[Difficulty | None, str] = {Difficulty.LINE: "lines", Difficulty.BRANCH: "trial"}
UNREADABLE = "unreadable"
_WORDS: dict[object, str] = {True: "yes", False: "no", None: ""}


def print_csv(
    values: Mapping[str, object] | HarnessError | Sequence[str], columns: Sequence[str] = (), puzzle: str = ""
) -> None:
    """Print a line of a table: the names of its columns, or the values of a puzzle; None is empty.

    A puzzle that could not be read has its name and, in the column ``reason``, the error.
    """
    if isinstance(values, HarnessError):
        values = {"outcome": UNREADABLE, "finding": UNREADABLE, "reason": str(values)}
    if isinstance(values, Mapping):
        row = [puzzle if column == "puzzle" else values.get(column) for column in columns]
        values = [_WORDS[value] if isinstance(value, bool | None) else one_line(str(value)) for value in row]
    csv.writer(sys.stdout, lineterminator="\n").writerow(values)


def rating_row(difficulty: Difficulty | None, rating: Rating | None = None) -> dict[str, object]:
    """Return how hard a puzzle is: the columns ``difficulty``, ``level`` and ``score``, in the words of `explain`."""
    row: dict[str, object] = {"difficulty": _DIFFICULTIES.get(difficulty)}
    if rating is not None:
        row |= {"level": rating.level and rating.level.title, "score": rating.score}
    return row
