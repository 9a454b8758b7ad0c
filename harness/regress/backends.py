"""Who does the work: this process, processes of this machine by joblib (loky), or a cluster by dask.distributed.

A backend takes batches as it needs them and gives outcomes as they come, in any order. A worker may die: of a bug in C
code, for want of memory, by a signal. What it had in hand is then tried once more, each puzzle on its own in a process
of its own, so that one puzzle that kills whoever touches it is found and named (`Status.LOST`), and costs no other.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any, Protocol

from harness.errors import UsageError, one_line
from harness.puzzle import AnyPuzzle
from harness.regress.engines import Engine, blank
from harness.regress.outcome import Outcome, Status

IN_HAND = 4
"""Batches for each worker that are under way or wait in its queue."""
CONNECT_SECONDS = 10
ASK_AGAIN_SECONDS = 2.0
"""Between two questions to a scheduler how many workers it has."""
GRANTED_DEATHS = "the worker that had it died, and so did the one that tried it again"


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

    def singles(self) -> Iterator[Batch]:
        """The same, each puzzle on its own."""
        return (Batch(self.engine, [task]) for task in self.tasks)

    def lost(self) -> Iterator[Outcome]:
        """What is to be said of it when nobody survives it."""
        for task in self.tasks:
            outcome = replace(blank(self.engine, task.puzzle), name=task.name, status=Status.LOST)
            yield replace(outcome, result="worker died", sentence=GRANTED_DEATHS, attempts=2)


class Backend(Protocol):
    """Who does the work."""

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """The outcomes of all batches, as they come. Closing the iterator ends the work."""
        ...


def work(engine: Engine, tasks: Sequence[Task], attempts: int = 1) -> list[Outcome]:
    """Have an engine take puzzles, in whatever process this is.

    What it does not foresee is an outcome too: a run of ten thousand is not lost for one puzzle.
    """
    outcomes = []
    for task in tasks:
        try:
            outcome = engine.take(task.puzzle)
        except UsageError:
            raise  # it concerns all of them, and the user can mend it
        except Exception as error:
            outcome = replace(
                blank(engine, task.puzzle), result="error", sentence=one_line(f"{type(error).__name__}: {error}")
            )
        outcomes.append(replace(outcome, name=task.name, attempts=attempts))
    return outcomes


def _work_as_child(engine: Engine, tasks: Sequence[Task], attempts: int = 1) -> list[Outcome]:
    """`work` in a process that leaves Ctrl-C to its parent, which ends it."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work(engine, tasks, attempts)


class ThisProcess:
    """One puzzle after another, here; a puzzle that kills its process kills this one."""

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`."""
        for batch in batches:
            for task in batch.tasks:
                yield from work(batch.engine, [task])


class LocalProcesses:
    """Processes of this machine, by joblib's loky."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`."""
        supply = _Supply(batches)
        threading.excepthook = _tell_of_threads
        while not supply.is_empty:
            try:
                for number, outcomes in self._parallel(supply, self._jobs):
                    del supply.in_hand[number]
                    yield from outcomes
            except BrokenProcessPool:
                while supply.in_hand:
                    _, batch = supply.in_hand.popitem()
                    for single in batch.singles():
                        yield from self._on_its_own(single)
            except BaseException:
                supply.is_empty = True
                raise
            if supply.error is not None:
                raise supply.error

    def _on_its_own(self, single: Batch) -> Iterator[Outcome]:
        try:
            # with one job alone joblib would work in this process
            for _, outcomes in self._parallel([(0, single)], 2, attempts=2):
                yield from outcomes
        except BrokenProcessPool:
            yield from single.lost()

    @staticmethod
    def _parallel(
        tickets: Iterable[tuple[int, Batch]], jobs: int, attempts: int = 1
    ) -> Iterator[tuple[int, list[Outcome]]]:
        from joblib import Parallel, delayed  # loaded late: no other command needs it

        parallel = Parallel(
            n_jobs=jobs, backend="loky", return_as="generator_unordered", pre_dispatch=IN_HAND * jobs, batch_size=1
        )
        results: Iterator[tuple[int, list[Outcome]]] = parallel(
            delayed(_numbered_work)(number, batch.engine, batch.tasks, attempts) for number, batch in tickets
        )
        return results


def _tell_of_threads(told: threading.ExceptHookArgs) -> None:
    """Tell of errors in threads, but not of this one: who ends loky in the middle of its work, as Ctrl-C does, takes a
    queue away beneath the thread that serves it."""
    is_that = told.thread is not None and told.thread.name == "ExecutorManagerThread" and told.exc_type is KeyError
    if not is_that:
        threading.__excepthook__(told)


class _Supply:
    """Batches with numbers, for joblib, which asks for them in threads of its own; what it has taken is `in_hand`."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._numbered = enumerate(batches)
        self._lock = threading.Lock()
        self.in_hand: dict[int, Batch] = {}
        self.is_empty = False
        self.error: Exception | None = None
        """What went wrong with the corpus; raised in a thread of joblib's it would be heard by nobody."""

    def __iter__(self) -> Iterator[tuple[int, Batch]]:
        while not self.is_empty:
            with self._lock:
                try:
                    number, batch = next(self._numbered)
                except StopIteration:
                    self.is_empty = True
                    return
                except Exception as error:
                    self.error, self.is_empty = error, True
                    return
                self.in_hand[number] = batch
            yield number, batch


def _numbered_work(number: int, engine: Engine, tasks: Sequence[Task], attempts: int) -> tuple[int, list[Outcome]]:
    return number, _work_as_child(engine, tasks, attempts)


class Cluster:
    """The workers of a Dask scheduler. Each must have this project installed, in the same version.

    The scheduler itself gives what a dead worker had in hand to others, three times unless it is configured otherwise.
    It suspects all that the worker had in its queue, so what is still not done then is tried once more at the end, one
    puzzle at a time with nothing beside it.
    """

    def __init__(self, client: Any) -> None:
        """Take a `distributed.Client`, which comes without types."""
        self._client = client
        self._most, self._ask_again_at = 0, 0.0

    @classmethod
    def connect(cls, scheduler: str) -> Cluster:
        """A cluster by its scheduler's address, such as ``tcp://10.0.0.1:8786``.

        Raises:
            UsageError: dask.distributed is not installed, or nobody answers there.
        """
        try:
            import distributed
        except ImportError:
            mend = "pip install 'spectrum-crosswords[cluster]'"
            raise UsageError(f"--backend dask needs dask.distributed: {mend}") from None
        client: Any = distributed.Client
        try:
            return cls(client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as error:
            raise UsageError(f"{scheduler}: no scheduler answers there ({type(error).__name__}); start one") from None

    def run(self, batches: Iterable[Batch]) -> Iterator[Outcome]:
        """See `Backend.run`."""
        import distributed

        waiting = iter(batches)
        as_completed: Any = distributed.as_completed
        coming = as_completed(loop=self._client.loop)
        in_hand: dict[str, tuple[Batch, int]] = {}
        suspected: deque[Batch] = deque()
        engines: dict[str, Any] = {}

        def submit(batch: Batch, attempts: int) -> None:
            engine: Any = batch.engine
            if attempts == 1:  # by a task of its own, so that its tape goes to each worker once
                if batch.engine.key not in engines or engines[batch.engine.key].status == "error":
                    engines[batch.engine.key] = self._client.submit(_itself, batch.engine, pure=False)
                engine = engines[batch.engine.key]
            future = self._client.submit(work, engine, batch.tasks, attempts, pure=False)
            in_hand[future.key] = batch, attempts
            coming.add(future)

        def submit_more() -> None:
            while len(in_hand) < self._most_in_hand() and (batch := next(waiting, None)) is not None:
                submit(batch, 1)
            if not in_hand and suspected:
                submit(suspected.popleft(), 2)

        submit_more()
        try:
            while in_hand:
                future = next(coming)
                batch, attempts = in_hand.pop(future.key)
                error = future.exception() if future.status != "finished" else None
                if future.status == "finished":
                    yield from future.result()
                elif isinstance(error, UsageError):
                    raise error
                elif attempts == 1:
                    suspected.extend(batch.singles())
                else:
                    yield from batch.lost()
                submit_more()
        finally:
            self._client.cancel([*engines.values(), *coming.futures])

    def _most_in_hand(self) -> int:
        """How many batches to have in hand: workers come and go, but each question costs a round trip."""
        now = time.monotonic()
        if now >= self._ask_again_at:
            self._most = IN_HAND * max(1, sum(self._client.nthreads().values()))
            self._ask_again_at = now + ASK_AGAIN_SECONDS
        return self._most


def _itself(engine: Engine) -> Engine:
    return engine
