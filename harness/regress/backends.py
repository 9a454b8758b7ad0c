"""The backends: this process, processes of this machine, or a cluster by dask.distributed.

A backend takes batches as it needs them and gives outcomes as they come, in any order. A worker may die: of a bug in C
code, for lack of memory, by a signal. The puzzle that it died of is tried once more at the end, with nothing beside it;
if that worker dies too, the outcome is `Status.LOST`, and costs no other puzzle.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from ctypes import c_int
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from harness.errors import UsageError, one_line
from harness.work import live_with_parent, starting_processes
from harness.puzzle import AnyPuzzle
from harness.regress import PUZZLE_SECONDS
from harness.regress.engines import Engine, blank
from harness.regress.outcome import Outcome, Status

IN_HAND = 4
"""Batches for each worker that are under way or wait in its queue."""
CONNECT_SECONDS = 10
END_SECONDS = 0.5
ASK_AGAIN_SECONDS = 2.0
"""Between two questions to a scheduler how many workers it has."""
ATTEMPTS_ON_CLUSTER = 3
"""Workers of a cluster are lost by accident too, so there a puzzle is given up only if two lone attempts fail."""
LONELY_SECONDS = 5.0
"""A user gets a note after so long without any worker."""
_LOOK_SECONDS = 0.02
_CONTEXT = multiprocessing.get_context("spawn")
GRANTED_DEATHS = "the worker that had it died, and so did each that tried it again"


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle for an engine; `name` is what the corpus calls it."""

    name: str
    puzzle: AnyPuzzle


@dataclass(frozen=True, slots=True)
class Batch:
    """Puzzles for one engine that go to a worker together; as many as cost little to do again."""

    engine: Engine
    tasks: Sequence[Task]
    attempts: int = 1
    """This one included."""

    def lost(self) -> Iterator[Outcome]:
        """The outcomes if the worker of the second attempt died too."""
        for task in self.tasks:
            outcome = replace(blank(self.engine, task.puzzle), name=task.name, status=Status.LOST)
            yield replace(outcome, result="worker died", sentence=GRANTED_DEATHS, attempts=self.attempts)


class Backend(Protocol):
    """Processes that do the work."""

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcomes of all batches, as they come. Closing the iterator ends the work."""
        ...


def work(engine: Engine, tasks: Sequence[Task], attempts: int = 1) -> list[Outcome]:
    """Have an engine take puzzles, in whatever process this is.

    An unforeseen error is an outcome too: a run of ten thousand is not lost for one puzzle.
    """
    outcomes = []
    for task in tasks:
        try:
            outcome = engine.take(task.puzzle)
        except UsageError:
            raise  # it concerns all of them, and the user can fix it
        except Exception as error:
            outcome = replace(
                blank(engine, task.puzzle), result="error", sentence=one_line(f"{type(error).__name__}: {error}")
            )
        outcomes.append(replace(outcome, name=task.name, attempts=attempts))
    return outcomes


class ThisProcess:
    """One puzzle after another, here; a puzzle that kills its process kills this one."""

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`."""
        for batch in batches:
            for task in batch.tasks:
                yield from work(batch.engine, [task])


class LocalProcesses:
    """Processes of this machine, each with a line of its own: the one that breaks names the puzzle."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`."""
        supply = iter(batches)
        ready: deque[Batch] = deque()
        suspected: deque[Batch] = deque()
        free: list[_Worker] = []
        busy: dict[object, _Worker] = {}

        def start(batch: Batch) -> None:
            worker = free.pop() if free else _Worker()
            worker.give(batch)
            busy[worker.line] = worker

        try:
            while True:
                while len(busy) < self._jobs and (batch := ready.popleft() if ready else next(supply, None)):
                    start(batch)
                if not busy and suspected:  # memory may be what it lacked: nothing runs beside it
                    start(suspected.popleft())
                if not busy:
                    return
                ready.extend(islice(supply, max(0, self._jobs - len(ready))))
                for line in wait([worker.line for worker in busy.values()]):
                    worker = busy[line]
                    try:
                        answer = worker.line.recv()
                    except (EOFError, OSError):
                        others = list(worker.batch.tasks)
                        killer = others.pop(worker.place.value)
                        del busy[line]
                        worker.end()
                        if worker.batch.attempts > 1:
                            yield from worker.batch.lost()
                        else:
                            suspected.append(Batch(worker.batch.engine, [killer], attempts=2))
                        if others:
                            ready.appendleft(Batch(worker.batch.engine, others))
                        continue
                    if isinstance(answer, UsageError):
                        raise answer
                    free.append(busy.pop(line))
                    yield from answer
        finally:
            for worker in [*free, *busy.values()]:
                worker.end()


class _Worker:
    """A process that works on one batch at a time; `place` is that of the puzzle in work, for who finds it dead."""

    batch: Batch

    def __init__(self) -> None:
        self.line, theirs = _CONTEXT.Pipe()
        self.place = _CONTEXT.RawValue("i", 0)
        self._process = _CONTEXT.Process(target=_serve, args=(theirs, self.place), daemon=True)
        with starting_processes():
            self._process.start()
        theirs.close()

    def give(self, batch: Batch) -> None:
        """Send a batch. If the process has died, reading its answer will say so."""
        self.batch, self.place.value = batch, 0
        with suppress(OSError):
            self.line.send(batch)

    def end(self) -> None:
        """End the process and what it has started, if need be by force."""
        self.line.close()
        self._process.terminate()
        self._process.join(END_SECONDS)
        self._process.kill()
        self._process.join()


def _serve(line: Connection, place: c_int) -> None:
    """Work on batches until the line is closed."""
    live_with_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # by an exception, so that an engine ends its own processes
    with suppress(EOFError, OSError):
        while True:
            batch: Batch = line.recv()
            outcomes: list[Outcome] = []
            try:
                for place.value, task in enumerate(batch.tasks):
                    outcomes += work(batch.engine, [task], batch.attempts)
                line.send(outcomes)
            except UsageError as error:
                line.send(error)


class Cluster:
    """The workers of a Dask scheduler. Each must have this project installed, in the same version.

    The scheduler itself gives what a dead worker had in hand to others, three times unless it is configured otherwise.
    It suspects all that the worker had in its queue, so what is still not done then is tried again at the end, one
    puzzle at a time with nothing beside it, `ATTEMPTS_ON_CLUSTER` times in all.
    """

    def __init__(self, client: Any, scheduler: str = "the scheduler", seconds: float = PUZZLE_SECONDS) -> None:
        """Take a `distributed.Client`, which comes without types; `seconds` are waited for a first worker."""
        self._client, self._scheduler, self._seconds = client, scheduler, seconds
        self._most, self._ask_again_at = 0, 0.0
        self._lonely_since: float | None = None
        self._has_told = False

    @classmethod
    def connect(cls, scheduler: str, seconds: float = PUZZLE_SECONDS) -> Cluster:
        """A cluster by its scheduler's address, such as ``tcp://10.0.0.1:8786``.

        Raises:
            UsageError: dask.distributed is not installed, or nobody answers there.
        """
        try:
            import distributed
        except ImportError:
            fix = "pip install '.[cluster]'"
            raise UsageError(f"--backend dask needs dask.distributed: {fix}") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # what it would say, we say
        client: Any = distributed.Client
        try:
            return cls(client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False), scheduler, seconds)
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"{scheduler}: no scheduler answers there ({type(error).__name__}); start one") from None

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`.

        Raises:
            UsageError: the scheduler has ended, or no worker came in time.
        """
        try:
            yield from self._run(batches)
        except OSError:  # a line to the scheduler that has broken is one
            raise self._is_gone() from None

    def _run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        import distributed

        waiting = iter(batches)
        as_completed: Any = distributed.as_completed
        coming = as_completed(loop=self._client.loop)
        in_hand: dict[str, Batch] = {}
        suspected: deque[Batch] = deque()
        engines: dict[str, Any] = {}

        def submit(batch: Batch) -> None:
            engine: Any = batch.engine
            if batch.attempts == 1:  # by a task of its own, so that its tape goes to each worker once
                if batch.engine.key not in engines or engines[batch.engine.key].status == "error":
                    engines[batch.engine.key] = self._client.submit(_itself, batch.engine, pure=False)
                engine = engines[batch.engine.key]
            future = self._client.submit(work, engine, batch.tasks, batch.attempts, pure=False)
            in_hand[future.key] = batch
            coming.add(future)

        def submit_more() -> None:
            while len(in_hand) < self._most_in_hand() and (batch := next(waiting, None)) is not None:
                submit(batch)
            if not in_hand and suspected:
                submit(suspected.popleft())

        submit_more()
        try:
            while in_hand:
                self._wait(coming)
                future = next(coming)
                batch = in_hand.pop(future.key)
                error = future.exception() if future.status != "finished" else None
                if future.status != "finished" and self._client.status != "running":
                    raise self._is_gone()
                if future.status == "finished":
                    yield from future.result()
                elif isinstance(error, UsageError):
                    raise error
                elif batch.attempts < ATTEMPTS_ON_CLUSTER:
                    again = batch.attempts + 1
                    suspected.extend(Batch(batch.engine, [task], attempts=again) for task in batch.tasks)
                else:
                    yield from batch.lost()
                submit_more()
        finally:
            if self._client.status == "running":
                self._client.cancel([*engines.values(), *coming.futures])

    def _wait(self, coming: Any) -> None:
        """Wait until something is ready."""
        while not coming.has_ready():
            if self._client.status != "running":
                raise self._is_gone()
            self._most_in_hand()
            time.sleep(_LOOK_SECONDS)

    def _is_gone(self) -> UsageError:
        what = "the scheduler has ended, or the line to it is broken"
        return UsageError(f"{self._scheduler}: {what}; start it again, and repeat this with --resume and the same --db")

    def _note_workers(self, threads: int, now: float) -> None:
        """Look whether there are workers; tell the user if there are none, and give up after a while."""
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
