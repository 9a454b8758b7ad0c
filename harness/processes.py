"""Worker processes: starting them, and ending them with the process that started them, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection, resource_tracker


@contextmanager
def starting_processes() -> Iterator[None]:
    """Within, the processes that this thread starts do not hear Ctrl-C before `live_with_parent`.

    A terminal sends it to all of them, and one that is still loading its modules would answer with a traceback. Where
    the system has no signals to be kept from a thread, nothing changes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # as the first process starts, it would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def live_with_parent() -> None:
    """In a worker: leave Ctrl-C to the parent, which ends its processes; end as soon as the parent is gone.

    A parent that is killed ends nobody, and a process of a pool, which holds both ends of its queue, never sees that
    nobody is there any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(parent: int) -> None:
    connection.wait([parent])
    os._exit(1)  # whatever the process is at, nobody waits for it
