"""The backends: this process, processes of this machine, or a cluster by dask.distributed.

A backend takes batches as it needs them and yields outcomes as they come, in any order. A worker may die: of a bug in C
code, for lack of memory, by a signal. The puzzle that killed it is retried at the end, with nothing beside it; if that
worker dies too, the outcome is `Status.LOST`, and costs no other puzzle.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from typing import Any

import harness.work
from harness.errors import UsageError, one_line
from harness.puzzle import Puzzle
from harness.regress import PUZZLE_SECONDS
from harness.regress.engines import Engine, blank
from harness.regress.outcome import PuzzleOutcome, Status
from harness.work import Pool, WorkerDiedError, answer_of

IN_HAND = 4
"""Batches for each worker that are under way or wait in its queue."""
CONNECT_SECONDS = 10
ASK_AGAIN_SECONDS = 2.0
"""Time between two questions to a scheduler how many workers it has."""
ATTEMPTS_ON_CLUSTER = 3
"""Workers of a cluster are lost by accident too, so there a puzzle is given up only if two lone attempts fail."""
LONELY_SECONDS = 5.0
"""A user gets a note after so long without any worker."""
_LOOK_SECONDS = 0.02
_HEAR_SECONDS = 0.1
"""Longest wait at a time: on Windows, Ctrl-C is heard only between two."""
Task = tuple[str, Puzzle]
"""A puzzle for an engine, after its name in the corpus."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Puzzles for one engine that go to a worker together; as many as cost little to redo."""

    engine: Engine
    tasks: Sequence[Task]
    attempts: int = 1  # this one included

    def lost(self) -> Iterator[PuzzleOutcome]:
        """Yield the outcomes if the worker of the last attempt died too."""
        for name, puzzle in self.tasks:
            outcome = replace(blank(self.engine, puzzle), name=name, status=Status.LOST, attempts=self.attempts)
            sentence = "the worker that had it died, and so did each that tried it again"
            yield replace(outcome, result="worker died", sentence=sentence)


Outcomes = Generator[PuzzleOutcome, None, None]
Backend = Callable[[Iterable[Batch]], Outcomes]
"""Yields the outcomes of all batches, as they come; closing the generator ends the work."""


def work(engine: Engine, tasks: Sequence[Task], attempts: int = 1, mark: int | None = None) -> list[PuzzleOutcome]:
    """Give puzzles to an engine, in this process; an unforeseen error is an outcome too, and ends no long run."""
    outcomes = []
    for place, (name, puzzle) in enumerate(tasks):
        if mark is not None:  # it tells the pool which puzzle is in work
            harness.work.marks[mark] = place
        try:
            outcome = engine.take(puzzle)
        except UsageError:
            raise  # it concerns all of them, and the user can fix it
        except Exception as error:
            sentence = one_line(f"{type(error).__name__}: {error}")
            outcome = replace(blank(engine, puzzle), result="error", sentence=sentence)
        outcomes.append(replace(outcome, name=name, attempts=attempts))
    return outcomes


def here(batches: Iterable[Batch]) -> Outcomes:
    """Run one puzzle after another in this process; one that kills its process kills this one."""
    for batch in batches:
        for task in batch.tasks:
            yield from work(batch.engine, [task])


_Answer = tuple[object, Sequence[PuzzleOutcome] | slice]
"""The key of a batch, and its outcomes or, if its worker died, the tasks that may have killed it."""


def _share_out(
    batches: Iterable[Batch],
    attempts: int,
    most_in_hand: Callable[[], int],
    submit: Callable[[Batch], object],
    wait_for_one: Callable[[], _Answer],
) -> Outcomes:
    """Share out batches by `submit`, which returns a key; a puzzle of which `attempts` workers died is lost."""
    supply = iter(batches)
    ready: deque[Batch] = deque()
    suspected: deque[Batch] = deque()
    in_hand: dict[object, Batch] = {}
    while True:
        while len(in_hand) < most_in_hand() and (batch := ready.popleft() if ready else next(supply, None)):
            in_hand[submit(batch)] = batch
        if not in_hand and suspected:  # it may have lacked memory: nothing runs beside it
            batch = suspected.popleft()
            in_hand[submit(batch)] = batch
        if not in_hand:
            return
        key, answer = wait_for_one()
        batch = in_hand.pop(key)
        if not isinstance(answer, slice):
            yield from answer
        elif batch.attempts == attempts:
            yield from batch.lost()
        else:
            again, others = batch.attempts + 1, [*batch.tasks]
            suspected.extend(Batch(batch.engine, [task], attempts=again) for task in batch.tasks[answer])
            del others[answer]
            if others:
                ready.append(replace(batch, tasks=others))


def side_by_side(jobs: int, batches: Iterable[Batch]) -> Outcomes:
    """Do the work in processes of this machine; each marks the puzzle in work, so the one that breaks names it."""
    try:
        yield from _side_by_side(jobs, batches)
    except WorkerDiedError:
        raise UsageError("no worker process can be started; free some memory, or give --jobs 1") from None


def _side_by_side(jobs: int, batches: Iterable[Batch]) -> Outcomes:
    free = [*range(2 * jobs)]
    marks: dict[Future[list[PuzzleOutcome]], int] = {}
    with Pool(jobs, marks=len(free), preload=(__name__,)) as pool:

        def submit(batch: Batch) -> object:
            mark = free.pop()
            pool.marks[mark] = 0
            future = pool.submit(work, batch.engine, batch.tasks, batch.attempts, mark)
            marks[future] = mark
            return future

        def wait_for_one() -> _Answer:
            while not (done := wait(marks, _HEAR_SECONDS, FIRST_COMPLETED).done):
                pass
            future = done.pop()
            mark = marks.pop(future)
            free.append(mark)
            try:
                return future, answer_of(future)
            except WorkerDiedError:
                place = pool.marks[mark]
                return future, slice(place, place + 1)

        yield from _share_out(batches, 2, lambda: 2 * jobs, submit, wait_for_one)


class Cluster:
    """The workers of a Dask scheduler. Each must have this project installed, in the same version.

    The scheduler itself gives a dead worker's tasks to others, three times unless it is configured otherwise. It
    suspects the whole queue of that worker, so the tasks that are left are retried at the end, one puzzle at a time
    with nothing beside it, `ATTEMPTS_ON_CLUSTER` times in all.
    """

    def __init__(self, client: Any, scheduler: str = "the scheduler", seconds: float = PUZZLE_SECONDS) -> None:
        """Take a `distributed.Client`, which comes without types; `seconds` are waited for a first worker."""
        self._client, self._scheduler, self._seconds = client, scheduler, seconds
        self._most, self._ask_again_at = 0, 0.0
        self._lonely_since: float | None = None
        self._has_told = False

    @classmethod
    def connect(cls, scheduler: str, seconds: float = PUZZLE_SECONDS) -> Cluster:
        """Connect to a scheduler by its address, such as ``tcp://10.0.0.1:8786``."""
        try:
            import distributed
        except ImportError:
            raise UsageError('--backend dask needs dask.distributed: pip install ".[cluster]"') from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # our own messages say it
        client: Any = distributed.Client
        try:
            return cls(client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False), scheduler, seconds)
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"{scheduler}: no scheduler answers there ({type(error).__name__}); start one") from None

    def __call__(self, batches: Iterable[Batch]) -> Outcomes:
        """Do the work; raise UsageError if the scheduler has ended, or no worker came in time."""
        import distributed

        as_completed: Any = distributed.as_completed
        self._coming = as_completed(loop=self._client.loop)
        self._engines: dict[str, Any] = {}
        try:
            yield from _share_out(batches, ATTEMPTS_ON_CLUSTER, self._most_in_hand, self._submit, self._wait_for_one)
        except OSError:  # a line to the scheduler that has broken is one
            raise self._is_gone() from None
        finally:
            if self._client.status == "running":
                self._client.cancel([*self._engines.values(), *self._coming.futures])

    def _submit(self, batch: Batch) -> object:
        engine: Any = batch.engine
        if batch.attempts == 1:  # by a task of its own, so that its tape goes to each worker once
            if engine.key not in self._engines or self._engines[engine.key].status == "error":
                self._engines[engine.key] = self._client.submit(_itself, engine, pure=False)
            engine = self._engines[engine.key]
        future = self._client.submit(work, engine, batch.tasks, batch.attempts, pure=False)
        self._coming.add(future)
        return future.key

    def _wait_for_one(self) -> _Answer:
        self._wait(self._coming)
        future = next(self._coming)
        if future.status == "finished":
            return future.key, future.result()
        error = future.exception()
        if self._client.status != "running":
            raise self._is_gone()
        if isinstance(error, UsageError):
            raise error
        return future.key, slice(None)  # all that it had in its queue

    def _wait(self, coming: Any) -> None:
        while not coming.has_ready():
            if self._client.status != "running":
                raise self._is_gone()
            self._most_in_hand()
            time.sleep(_LOOK_SECONDS)

    def _is_gone(self) -> UsageError:
        what = "the scheduler has ended, or the line to it is broken"
        return UsageError(f"{self._scheduler}: {what}; start it again, and repeat this with --resume and the same --db")

    def _note_workers(self, threads: int, now: float) -> None:
        """Note whether there are workers; without any, tell the user, and give up after a while."""
        if threads:
            self._lonely_since = None
            return
        self._lonely_since = now if self._lonely_since is None else self._lonely_since
        waited, fix = now - self._lonely_since, f"start one with: dask worker {self._scheduler}"
        if waited >= self._seconds:
            raise UsageError(f"{self._scheduler}: no worker came within {self._seconds:g} s; {fix}")
        if waited >= LONELY_SECONDS and not self._has_told:
            self._has_told = True
            print(one_line(f"note: {self._scheduler} has no worker yet; {fix}"), file=sys.stderr, flush=True)

    def _most_in_hand(self) -> int:
        """Return the number of batches to have in hand: workers come and go, but each question costs a round trip."""
        now = time.monotonic()
        if now >= self._ask_again_at:
            threads = sum(self._client.nthreads().values())
            self._note_workers(threads, now)
            self._most = IN_HAND * max(1, threads)
            self._ask_again_at = now + (ASK_AGAIN_SECONDS if threads else min(ASK_AGAIN_SECONDS, self._seconds / 4))
        return self._most


def _itself(engine: Engine) -> Engine:
    return engine
