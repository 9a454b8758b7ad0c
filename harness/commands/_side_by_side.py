"""Many puzzles in several processes at a time, the answers in their order."""

from __future__ import annotations

import itertools
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from multiprocessing import RawValue
from typing import TypeVar

from harness.commands._each import Done, Work, done_with
from harness.commands._limits import Interrupt
from harness.errors import HarnessError
from harness.formats import NamedPuzzle
from harness.work import live_with_parent

AnswerT = TypeVar("AnswerT")

_AHEAD = 4
"""Chunks that wait, for each process: the collection is not read far ahead of the work."""

_LOOK_SECONDS = 0.1
"""Between two looks whether the user wants the end."""

_wish = c_bool(False)
"""In a worker: whether the user wants the end; all processes share it."""


def work_side_by_side(
    puzzles: Iterable[NamedPuzzle], work: Work[AnswerT], jobs: int, interrupt: Interrupt, chunk: int = 1
) -> Generator[Done[AnswerT], None, None]:
    """Yield the result of each puzzle, in their order, while `jobs` processes work, each on `chunk` puzzles at a time.

    At the user's wish no further one is begun, and those under way end as they would alone. A process that is killed,
    as one that ran out of memory, ends it all.
    """
    source = iter(puzzles)
    waiting: deque[tuple[str, Future[list[Done[AnswerT]]]]] = deque()
    wish = RawValue(c_bool, False)
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(wish,)) as pool:
        try:
            while True:
                room = 0 if interrupt() else jobs * _AHEAD - len(waiting)
                while room > 0 and (some := list(itertools.islice(source, chunk))):
                    waiting.append((some[0].name, pool.submit(_done, some, work)))
                    room -= 1
                if not waiting:
                    return
                name, future = waiting.popleft()
                while not future.cancelled() and not wait([future], _LOOK_SECONDS).done:
                    if interrupt():
                        _end(wish, waiting)
                if not future.cancelled():
                    yield from future.result()
        except BrokenProcessPool:
            what = "a process ended in the middle of its work; take fewer --jobs if memory is short"
            yield Done(name, HarnessError(f"{name}: {what}"))
        finally:
            _end(wish, waiting)


def _end(wish: c_bool, waiting: Iterable[tuple[str, Future[list[Done[AnswerT]]]]]) -> None:
    wish.value = True
    for _, future in waiting:
        future.cancel()


def _begin(wish: c_bool) -> None:
    """Prepare a worker. Ctrl-C, which a terminal sends to all processes, is for the one that has begun them."""
    global _wish
    _wish = wish
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    live_with_parent()


def _done(puzzles: list[NamedPuzzle], work: Work[AnswerT]) -> list[Done[AnswerT]]:
    done: list[Done[AnswerT]] = []
    for puzzle in puzzles:
        if done and _wish.value:
            break
        done.append(done_with(puzzle, work, lambda: _wish.value))
    return done
