"""Processes that answer the page's single questions; one that is past its question's time is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from harness.errors import UsageError
from harness.work import live_with_parent, starting_processes

AnswerT = TypeVar("AnswerT")

PROCESSES = 2
"""Questions answered at a time; others wait."""
QUESTION_SECONDS = 60.0
"""For one question, its process's start included: what it asks of the solver has its own budget, much less."""


class TooMuchError(Exception):
    """A question took more memory than there is: its process died."""


class Pool:
    """Processes that work on one question at a time.

    Args:
        seconds: that a question may take.
    """

    def __init__(self, seconds: float = QUESTION_SECONDS) -> None:
        self.seconds = seconds
        self._all: set[ProcessPoolExecutor] = set()
        self._free: asyncio.Queue[ProcessPoolExecutor] = asyncio.Queue()
        for _ in range(PROCESSES):
            self._free.put_nowait(self._started())

    async def ask(self, office: Callable[..., AnswerT], *arguments: object) -> AnswerT:
        """Answer a question.

        Raises:
            UsageError: it took too long.
            TooMuchError: its process died.
            HarnessError, SpectrumError: as `office`.
        """
        process = await self._free.get()
        is_usable = False
        try:
            with starting_processes():
                asked = asyncio.get_running_loop().run_in_executor(process, office, *arguments)
            answer = await asyncio.wait_for(asked, self.seconds)
            is_usable = True
            return answer
        except TimeoutError:
            raise UsageError(f"this took longer than {self.seconds:g} seconds; try something smaller") from None
        except (BrokenProcessPool, MemoryError):
            raise TooMuchError from None
        except Exception:
            is_usable = True  # the office's own
            raise
        finally:
            if not is_usable:
                self._end(process)
                process = self._started()
            self._free.put_nowait(process)

    def end(self) -> None:
        """End all processes, whatever they are at."""
        for process in tuple(self._all):
            self._end(process)

    def _started(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        process = ProcessPoolExecutor(1, context, initializer=live_with_parent)
        self._all.add(process)
        return process

    def _end(self, process: ProcessPoolExecutor) -> None:
        self._all.discard(process)
        running = list((process._processes or {}).values())  # it offers no way to end a running call
        process.shutdown(wait=False, cancel_futures=True)
        for one in running:
            one.kill()
