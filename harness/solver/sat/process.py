"""The SAT solver in a process of its own: what it works on can be large, and it ends when the budget does.

CaDiCaL cannot be stopped within a round of its own work, and `python-sat` lets no other thread run meanwhile; on large
problems a round takes seconds. A process can be killed at any moment, and its memory is back at once.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager

from harness.solver.budget import Budget, StoppedError, process_bytes
from harness.solver.kernel import Check
from harness.solver.result import Stop
from harness.solver.sat import worker
from harness.solver.sat.worker import CLAUSES, INTEGERS, MODEL, SOLVABLE, SOLVE, UNDECIDED

_LOOK_SECONDS = 0.05
"""Time between two looks at the budget while the solver works."""

_NUMBERS_AT_ONCE = 1 << 16
"""Clauses are handed over by the thousand."""

_ANY_NUMBER = -1

_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
"""Writing to a process that has died is an error, and no signal, which would end this one."""
_DARWIN_NO_SIGNAL = 0x1022
"""SO_NOSIGPIPE: the same where there is no such flag."""


def can_start() -> bool:
    """Return True if there are processes as this module needs them: on Unix systems."""
    return os.name == "posix" and bool(sys.executable)


class SatProcess:
    """A SAT solver like `harness.solver.sat.SatSolver`, elsewhere.

    Args:
        name: of the SAT solver.
        budget: what both processes may spend together.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, name: str, budget: Budget) -> None:
        self._budget = budget
        self._check: Check = budget.check
        self._waiting = array(INTEGERS)
        self._socket, theirs = socket.socketpair()
        with theirs:
            if sys.platform == "darwin":
                self._socket.setsockopt(socket.SOL_SOCKET, _DARWIN_NO_SIGNAL, 1)
            self._socket.settimeout(_LOOK_SECONDS)
            try:
                with _signals_kept_from_children():
                    self.process = subprocess.Popen(
                        [sys.executable, "-P", worker.__file__, name],
                        stdin=theirs.fileno(),
                        stdout=theirs.fileno(),
                        stderr=subprocess.DEVNULL,
                        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    )
            except BaseException:
                self._socket.close()
                raise

    def add(self, clause: list[int]) -> None:
        """Take one more clause.

        Raises:
            StoppedError: the budget ran out.
        """
        self._waiting.extend(clause)
        self._waiting.append(0)
        if len(self._waiting) >= _NUMBERS_AT_ONCE:
            self._send_waiting()

    def is_solvable(self, supposed: list[int], check: Check) -> bool:
        """Return True if the clauses can hold together with these literals; `check` may end the search by raising."""
        return bool(self.is_solvable_within(None, supposed, check))

    def is_solvable_within(self, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        """`is_solvable`; None if that many conflicts could not tell."""
        self._check = check
        self._send_waiting()
        self._send(SOLVE, [_ANY_NUMBER if limit is None else limit, *supposed])
        answer = self._receive(1)[0]
        return None if answer == UNDECIDED else answer == SOLVABLE

    def visit(self, solution: list[int], check: Check) -> None:
        """Go to the solution that has these literals; the SAT solver begins to look for the next one from there."""
        self.is_solvable(solution, check)

    def model(self, count: int) -> list[int]:
        """The first `count` variables as they were when last it was solvable, negative where false."""
        self._send(MODEL, [count])
        return self._receive(count)

    def delete(self) -> None:
        """End the process; nothing can be asked then."""
        self.process.kill()
        self.process.wait()
        self._socket.close()

    def _send_waiting(self) -> None:
        if self._waiting:
            self._send(CLAUSES, self._waiting)
            self._waiting = array(INTEGERS)

    def _send(self, kind: int, numbers: list[int] | array[int]) -> None:
        left = memoryview(array(INTEGERS, [kind, len(numbers), *numbers]).tobytes())
        while left:
            self._look()
            try:
                left = left[self._socket.send(left, _NO_SIGNAL) :]
            except TimeoutError:
                continue
            except ConnectionError:
                raise self._death() from None

    def _receive(self, count: int) -> list[int]:
        numbers = array(INTEGERS)
        data = b""
        while len(data) < count * numbers.itemsize:
            self._look()
            try:
                piece = self._socket.recv(count * numbers.itemsize - len(data))
            except TimeoutError:
                continue
            except ConnectionError:
                piece = b""
            if not piece:
                raise self._death()
            data += piece
        numbers.frombytes(data)
        return numbers.tolist()

    def _look(self) -> None:
        """See whether there is anything left to spend, the other process's memory included."""
        self._check()
        self._budget.check_memory(process_bytes(self.process.pid))

    def _death(self) -> StoppedError:
        """The process has died of itself: memory is all that it can lack."""
        self._check()
        return StoppedError(Stop.MEMORY)


@contextmanager
def _signals_kept_from_children() -> Iterator[None]:
    """Start processes that never hear Ctrl-C and the like, which a terminal sends to all of them: one decides."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
