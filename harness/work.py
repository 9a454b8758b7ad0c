"""Worker processes: starting them, and ending them with the process that started them, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, resource_tracker

_groups: set[int] = set()
"""Process groups of other programs that end with this process."""
_starting = threading.Lock()
"""Held from the start of a program until its group is known, so that the end of the parent finds all."""


@contextmanager
def starting_processes() -> Iterator[None]:
    """Within, the processes that this thread starts do not hear Ctrl-C before `live_with_parent`.

    A terminal sends it to all of them, and one that is still loading its modules would answer with a traceback. If the
    system cannot keep signals from a thread, nothing changes.
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
    nobody is there any more. The system ends this process by a signal when the pipe to the parent closes, even in the
    middle of a long call of compiled code; where it has no such signal, and while other programs run, a thread
    waits for that.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()
        _signal_at_end_of_parent(True)


def _end_after(parent: int) -> None:
    connection.wait([parent])
    with _starting:
        for group in tuple(_groups):
            end_group(group)
    os._exit(1)  # whatever the process is at, nobody waits for it


def _signal_at_end_of_parent(wanted: bool) -> None:
    """Have the system send SIGIO when the parent ends, or no longer; nothing handles it, so it ends this process."""
    parent = multiprocessing.parent_process()
    if sys.platform != "linux" or parent is None:
        return
    import fcntl

    with suppress(OSError):
        flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC if wanted else flags & ~os.O_ASYNC)
    if wanted and connection.wait([parent.sentinel], 0):
        os._exit(1)  # it ended before it could be watched


@contextmanager
def group_of_its_own(command: list[str], *, stdout: int, stderr: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start another program in a process group; at the end of the block, end it and all that it has started.

    If the parent of this process is killed meanwhile, the group ends as well.

    Raises:
        OSError: it cannot be started.
    """
    _signal_at_end_of_parent(False)  # the thread is the one that knows of the group
    started = 0
    try:
        with _starting:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=os.name == "posix"
            )
            _groups.add(started := process.pid)
        with process:
            try:
                yield process
            finally:
                end_group(process.pid)
                process.kill()
    finally:
        _groups.discard(started)
        _signal_at_end_of_parent(True)


def end_group(group: int) -> None:
    """End all processes of a group, by force, where the system has groups."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)
