"""Work in other processes: a pool of them, one with a line to it, other programs. All end with this process.

The pool is Pebble's, whose time limit and `cancel` kill the process at work and start another
(docs/notes.md has the trials).
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, suppress
from ctypes import Array, c_int
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from typing import Any, TypeVar

AnswerT = TypeVar("AnswerT")

END_SECONDS = 0.5
"""For a process that is asked to end; then it is killed."""
_LOOK_SECONDS = 0.02
"""Between two looks of a pool at its processes."""

_PATH_IS_SAFE = ("PYTHONSAFEPATH", "of workers")
"""Given to the server of forks, whose ``preload`` would else find a folder's own ``harness.py`` before this package."""

marks: Any = ()
"""In a worker of a pool: the pool's `marks`."""
_programs: set[subprocess.Popen[bytes]] = set()
"""Other programs that end with this process, with all that they have started."""
_starting = threading.Lock()
"""Held from the start of a program until it is among them, so that the end of the parent finds all."""


class WorkerDiedError(Exception):
    """The process at work was killed or ended by itself; often memory ran out."""


_broken: list[Pool] = []
"""Pools without processes, kept to the end: their locks would tell a tracker of resources that may have died, too."""


def _end_quietly() -> None:
    """Silence what Python's own library would still say about the tracker."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


class Pool(AbstractContextManager["Pool"]):
    """Processes that call functions; the end of a ``with`` ends them. If none can be started, `WorkerDiedError`.

    Args:
        jobs: processes; `start` or the first call starts them.
        marks: numbers that they share with this process, 0 at first. A worker has them as `harness.work.marks`.
        is_forked: start processes the system's default way, on Linux a fork: quick, for programs without threads.
        preload: modules that the processes have from their start, if this is the program's first pool.
    """

    def __init__(
        self, jobs: int, *, marks: int = 0, is_forked: bool = False, preload: Sequence[str] = (), niceness: int = 0
    ) -> None:
        self._context: Any = _KeepingContext(multiprocessing.get_context(None if is_forked else _start_method()))
        if preload and self._context.get_start_method() == "forkserver":
            self._context.set_forkserver_preload([*preload])
        self._jobs, self._niceness = jobs, niceness
        with self._starting():
            self.marks: Array[c_int] = self._context.RawArray(c_int, marks)
            self._pool = self._made()

    def __exit__(self, *_: object) -> None:
        self.end()

    def submit(
        self, function: Callable[..., AnswerT], *arguments: object, seconds: float | None = None
    ) -> Future[AnswerT]:
        """Call a function in a process, which is killed after so many seconds, or if the future is cancelled."""
        if not self.start():  # an idle process was killed, which ends a pool of Pebble's
            self.end()
            with self._starting():
                self._pool = self._made()
            self.start()
        with self._starting():
            future: Future[AnswerT] = self._pool.schedule(_call, (function, *arguments), timeout=seconds)
        return future

    def start(self) -> bool:
        """Start the processes if they are not there; return True if all is well with them."""
        with self._starting(), _starting_processes(self._context):
            is_active: bool = self._pool.active
        return is_active

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Within, that no process can be reached is an error; the tracker of resources may have died as well."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            with _signals_blocked("SIGPIPE"):
                yield
        except (BrokenProcessPool, BrokenPipeError):
            if not _broken:
                atexit.register(_end_quietly)
            _broken.append(self)
            raise WorkerDiedError from None

    def end(self) -> None:
        """End all processes, whatever they do."""
        with _signals_blocked("SIGPIPE"):
            self._pool.stop()
            self._pool.join()

    def _made(self) -> Any:
        import pebble  # takes some hundredths of a second

        pebble.CONSTS.term_timeout, pebble.CONSTS.sleep_unit = END_SECONDS, _LOOK_SECONDS
        return pebble.ProcessPool(
            self._jobs, context=self._context, initializer=_begin, initargs=(self.marks, self._niceness)
        )


class _KeepingContext:
    """A context of multiprocessing that keeps a pool's locks. Pebble drops them before it ends the processes.

    A process that is still loading then would miss them, and print a traceback.
    """

    def __init__(self, context: Any) -> None:
        self._context, self._locks = context, list[object]()

    def RLock(self) -> object:  # noqa: N802 -- as there
        self._locks.append(self._context.RLock())
        return self._locks[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


def answer_of(future: Future[AnswerT]) -> AnswerT:
    """Wait for a pool's answer; raise as the function did, TimeoutError, or `WorkerDiedError` if its process died."""
    from concurrent.futures.process import BrokenProcessPool

    from pebble import ProcessExpired

    try:
        return future.result()
    except (ProcessExpired, BrokenProcessPool):
        raise WorkerDiedError from None


def _begin(shared: Sequence[Any], niceness: int) -> None:
    global marks
    marks = shared
    _live_with_parent()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # an exception, so that the work ends its own processes
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def _call(function: Callable[..., AnswerT], *arguments: object) -> AnswerT:
    try:
        return function(*arguments)
    except SystemExit:
        os._exit(1)  # Pebble would go on to the next call


_workers: weakref.WeakSet[Worker] = weakref.WeakSet()


class Worker:
    """A process that calls `target` with its end of the line, and `arguments`; it ends when the line closes."""

    def __init__(self, target: Callable[..., None], *arguments: object) -> None:
        context: Any = multiprocessing.get_context(_start_method())
        self.line: Connection
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(target, theirs, arguments))
        with _starting_processes(context), theirs:
            self._process.start()
        self.pid: int = self._process.pid
        _workers.add(self)

    def send(self, message: object) -> None:
        """Send a message; raise OSError if the process has ended."""
        with _signals_blocked("SIGPIPE"):
            self.line.send(message)

    def end(self) -> None:
        with suppress(OSError):
            self.line.close()
        self._process.kill()
        self._process.join()
        _workers.discard(self)


@atexit.register
def _end_workers() -> None:
    for worker in tuple(_workers):
        worker.end()


def _serve(target: Callable[..., None], line: Connection, arguments: Sequence[object]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _live_with_parent()
    target(line, *arguments)


def _start_method() -> str:
    """A fork leaves a program's threads behind, so a process without any forks for it, where the system can."""
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


@contextmanager
def _starting_processes(context: Any) -> Iterator[None]:
    """Within, keep Ctrl-C from processes that this thread starts, until `_live_with_parent`.

    A terminal sends it to all of them, and one that is still loading its modules would answer with a traceback. The
    threads that a pool starts inherit that a write to a dead process is an error, and no SIGPIPE, which ends this one.
    """
    if sys.platform != "win32" and context.get_start_method() != "fork":
        resource_tracker.ensure_running()  # as the first process starts, it would let the signal through again
    with _signals_blocked("SIGINT", "SIGPIPE"):
        if context.get_start_method() == "forkserver":
            from multiprocessing import forkserver  # not on every system

            os.environ.setdefault(*_PATH_IS_SAFE)
            forkserver.ensure_running()
            _take_back_path()
        yield


def _take_back_path() -> None:
    name, ours = _PATH_IS_SAFE
    if os.environ.get(name) == ours:
        os.environ.pop(name, None)  # another thread may have done so


@contextmanager
def _signals_blocked(*names: str) -> Iterator[None]:
    """Within, keep signals from this thread, if the system can; a SIGPIPE that came is dropped."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {getattr(signal, name) for name in names})
    try:
        yield
    finally:
        if "SIGPIPE" in names and signal.SIGPIPE in signal.sigpending():
            signal.sigwait({signal.SIGPIPE})
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _live_with_parent() -> None:
    """In a worker: leave Ctrl-C to the parent, which ends its processes; end as soon as the parent is gone.

    A parent that is killed ends no process, and a process of a pool, which holds both ends of its queue, never sees
    that it is alone. The system ends it by a signal when the pipe to the parent closes, even in compiled code; if there
    is no such signal, and while other programs run, a thread waits for that.
    """
    _take_back_path()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGPIPE})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()
        _signal_at_end_of_parent(True)


def _end_after(parent: int) -> None:
    connection.wait([parent])
    with _starting:
        for program in tuple(_programs):
            end_group(program)
    os._exit(1)  # whatever the process is at


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
    """Start another program in a process group; all of it ends with the block, or if the parent is killed."""
    _signal_at_end_of_parent(False)  # the thread is the one that knows of the group
    try:
        with _starting:
            nothing, apart = subprocess.DEVNULL, sys.platform != "win32"
            process = subprocess.Popen(command, stdin=nothing, stdout=stdout, stderr=stderr, start_new_session=apart)
            _programs.add(process)
        with process:
            try:
                yield process
            finally:
                end_group(process)
                process.kill()
                _programs.discard(process)
    finally:
        _signal_at_end_of_parent(True)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program of `group_of_its_own` and all that it has started, by force; on Windows, while it runs itself."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        with suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
