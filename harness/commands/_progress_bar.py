"""A bar for work that takes more than a second: on the standard error, and only on a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


PATIENCE_SECONDS = 1.0
"""Work that is done by then needs no bar."""


@contextmanager
def progress_bar(what: str, total: int, clock: Callable[[], float] = time.monotonic) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes how many parts have been done since it was called last.

    Args:
        what: what is being done, the text before the bar.
        total: how many parts there are.
        clock: in seconds; for tests.
    """
    start, done = clock(), 0
    bar: Progress | None = None

    def advance(parts: int) -> None:
        nonlocal bar, done
        done += parts
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done)
        elif sys.stderr.isatty() and clock() - start >= PATIENCE_SECONDS:
            bar = _start(what, total, done)

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()


@contextmanager
def busy_bar(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """The same for work whose parts take long, or cannot be counted: the bar appears by itself and moves.

    Args:
        what: what is being done, the text before the bar.
        total: how many parts there are; None if nobody knows.
    """
    if not sys.stderr.isatty():
        yield lambda parts: None
        return
    bars: list[Progress] = []
    lock, is_over, done = threading.Lock(), False, 0

    def show() -> None:
        with lock:
            if not is_over:
                bars.append(_start(what, total, done))

    def advance(parts: int) -> None:
        nonlocal done
        with lock:
            done += parts
            for bar in bars:
                bar.update(bar.task_ids[0], completed=done)

    timer = threading.Timer(PATIENCE_SECONDS, show)
    timer.daemon = True
    timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        with lock:
            is_over = True
            for bar in bars:
                bar.stop()


def _start(what: str, total: int | None, done: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    bar.add_task(what, total=total, completed=done)
    bar.start()
    return bar
