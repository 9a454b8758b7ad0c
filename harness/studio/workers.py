"""Processes that work for one page each, as the server sees them."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection

from harness.work import starting_processes
from harness.studio.link import Command, Message

_CONTEXT = multiprocessing.get_context("spawn")
"""A server has threads, which a fork would leave behind; and it is the same everywhere."""
_WAITING_MESSAGES = 200
"""More than a page leaves unread while it lives."""
END_SECONDS = 0.5


class Worker:
    """A process with a line to it; its messages wait in a queue, and None when it has ended.

    Args:
        target: what the process does; called with its end of the line, and `arguments`. It begins with
            `live_with_parent`.
    """

    def __init__(self, target: Callable[..., None], *arguments: object) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue(_WAITING_MESSAGES)
        self._connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=target, args=(theirs, *arguments), daemon=True)
        with starting_processes():
            self._process.start()
        theirs.close()
        self.used_at = time.monotonic()
        self._reader = threading.Thread(target=self._read, args=(self._connection,), daemon=True)
        self._reader.start()

    async def send(self, command: Command) -> None:
        """Send a command; nothing happens where the process has ended."""
        self.used_at = time.monotonic()
        with suppress(OSError, ValueError):
            await asyncio.to_thread(self._connection.send, command)

    async def receive(self) -> Message | None:
        """The next message; None when the process has ended."""
        return await self._messages.get()

    def end(self) -> None:
        """End the process, if need be by force."""
        with suppress(OSError):
            self._connection.close()
        self._process.terminate()

    def join(self) -> None:
        """Wait until the process has ended."""
        self._process.join(END_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(END_SECONDS)

    def _read(self, connection: Connection) -> None:
        with suppress(EOFError, OSError, TypeError, ValueError, RuntimeError):
            while True:
                self._hand_over(connection.recv()).result()
        with suppress(RuntimeError):
            self._hand_over(None)

    def _hand_over(self, message: Message | None) -> Future[None]:
        putting = self._messages.put(message)
        try:
            return asyncio.run_coroutine_threadsafe(putting, self._loop)
        except RuntimeError:  # the server has ended, and nobody waits any more
            putting.close()
            raise
