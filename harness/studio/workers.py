"""Processes behind the server: those that answer single questions, and those that judge drawings bit by bit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from harness.errors import RequestError
from harness.work import Pool, Worker, WorkerDiedError, answer_of

AnswerT = TypeVar("AnswerT")

PROCESSES = 2
"""Questions answered at a time, and as many of those that take long; others wait."""
QUICK_SECONDS = 0.5
"""A question that takes longer is ended, and begun anew among those that take long."""
QUESTION_SECONDS = 60.0
"""For one question among those: what it asks of the solver has its own budget, much less."""
_NICENESS = 10
"""Of the processes for long questions."""
_HANDLERS = ("harness.studio.requests", "harness.studio.analysis")
MOST_JUDGED = 4
"""Drawings judged at a time; others wait."""
_WAITING_MESSAGES = 200
"""More than a page leaves unread while it lives."""


class TooMuchError(Exception):
    """A question ran out of memory: its process died."""


class Questions:
    """Processes that answer single questions: a short one never waits for long ones, however many there are.

    Each is tried for `QUICK_SECONDS`, the smallest first, of equals the newest. What takes longer goes to other
    processes, the smallest first, of equals the oldest. Cancelling `ask` ends the work.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._quick, self._long = _Lane(0), _Lane(_NICENESS)
        pools = self._quick.pool, self._long.pool
        self.started = asyncio.create_task(asyncio.to_thread(lambda: [pool.start() for pool in pools]))

    async def ask(
        self, office: Callable[..., AnswerT], *arguments: object, size: int = 0, is_long: bool = False
    ) -> AnswerT:
        """Answer a question of `size` bytes; raise RequestError when time is over, `TooMuchError`, or as `office`."""
        await asyncio.shield(self.started)
        number = next(self._numbers)
        try:
            if not is_long:
                with suppress(TimeoutError):
                    return await self._quick.ask((size, -number), QUICK_SECONDS, office, *arguments)
            return await self._long.ask((size, number), QUESTION_SECONDS, office, *arguments)
        except TimeoutError:
            late, fix = "this took longer than {seconds:g} seconds", "try something smaller"
            raise RequestError(late, fix, seconds=QUESTION_SECONDS) from None
        except (WorkerDiedError, MemoryError):
            raise TooMuchError from None

    def end(self) -> None:
        """End all processes, whatever they do."""
        self._quick.pool.end()
        self._long.pool.end()


class _Lane:
    """A pool, and the questions that wait for it."""

    def __init__(self, niceness: int) -> None:
        self.pool = Pool(PROCESSES, preload=_HANDLERS, niceness=niceness)
        self._free = PROCESSES
        self._waiting: list[tuple[tuple[int, int], asyncio.Future[None]]] = []

    async def ask(
        self, rank: tuple[int, int], seconds: float, office: Callable[..., AnswerT], *arguments: object
    ) -> AnswerT:
        """Answer a question when it has the lowest rank of those that wait; raise as `answer_of`."""
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, turn))
        self._call_next()
        try:
            await turn
            future = self.pool.submit(office, *arguments, seconds=seconds)
            with suppress(Exception):
                await asyncio.wrap_future(future)
            return answer_of(future)
        finally:
            if turn.done() and not turn.cancelled():
                self._free += 1
                self._call_next()

    def _call_next(self) -> None:
        while self._free and self._waiting:
            _, turn = heappop(self._waiting)
            if not turn.done():
                self._free -= 1
                turn.set_result(None)


class Judges:
    """Processes that answer with many messages, `MOST_JUDGED` at most: they belong to questions, not to pages."""

    def __init__(self, target: Callable[[Connection], None]) -> None:
        self._target, self._turns = target, asyncio.Semaphore(MOST_JUDGED)
        self._idle: list[PageWorker] = []
        self._all: set[PageWorker] = set()

    @property
    def are_busy(self) -> bool:
        """True if the next question has to wait."""
        return self._turns.locked()

    @asynccontextmanager
    async def one(self) -> AsyncIterator[PageWorker]:
        """Lend a process; afterwards it is ended, unless the next question will want it."""
        async with self._turns:
            worker = self._idle.pop() if self._idle else PageWorker(self._target)
            self._all.add(worker)
            try:
                yield worker
            finally:
                if worker.is_idle and (self.are_busy or not self._idle):
                    self._idle.append(worker)
                else:
                    self._all.discard(worker)
                    worker.end()

    def end(self) -> None:
        """End all processes, whatever they do."""
        for worker in self._all:
            worker.end()


class PageWorker:
    """A process that calls `target` with its end of the line; its messages wait in a queue."""

    is_idle = True
    """Whether it has answered all that it was asked."""

    def __init__(self, target: Callable[[Connection], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[Any] = asyncio.Queue(_WAITING_MESSAGES)
        self._worker = Worker(target)
        self._reader = threading.Thread(target=self._read, args=(self._worker.line,), daemon=True)
        self._reader.start()

    async def send(self, command: dict[str, Any]) -> None:
        """Send a command; ignore that the process has ended."""
        with suppress(OSError, ValueError):
            await asyncio.to_thread(self._worker.send, command)

    async def receive(self) -> Any:
        """Return the next message, or None when the process has ended."""
        return await self._messages.get()

    def end(self) -> None:
        self._worker.end()

    def _read(self, connection: Connection) -> None:
        with suppress(EOFError, OSError, TypeError, ValueError, RuntimeError):
            while True:
                self._hand_over(connection.recv()).result()
        with suppress(RuntimeError):
            self._hand_over(None)

    def _hand_over(self, message: Any) -> Future[None]:
        putting = self._messages.put(message)
        try:
            return asyncio.run_coroutine_threadsafe(putting, self._loop)
        except RuntimeError:  # the server has ended
            putting.close()
            raise
