"""The SAT solver in a process of its own: what it works on can be large, and it ends when the budget does.

CaDiCaL cannot be stopped within a round of its own work, and `python-sat` lets no other thread run meanwhile; on large
problems a round takes seconds. A process can be killed at any moment, and its memory is back at once.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from harness.solver.budget import Budget, StoppedError, process_bytes
from harness.solver.result import Stop
from harness.work import Worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from harness.solver.kernel import Check

_LOOK_SECONDS = 0.05
"""Time between two looks at the budget while the solver works."""

_NUMBERS_AT_ONCE = 1 << 16
"""Clauses are handed over by the thousand."""

_ANY_NUMBER = -1


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
        self._waiting: list[list[int]] = []
        self._numbers = 0
        self.worker = Worker(_serve, name)

    def add(self, clause: list[int]) -> None:
        """Take one more clause.

        Raises:
            StoppedError: the budget ran out.
        """
        self._waiting.append(clause)
        self._numbers += len(clause)
        if self._numbers >= _NUMBERS_AT_ONCE:
            self._send(None)

    def is_solvable(self, supposed: list[int], check: Check) -> bool:
        """Return True if the clauses can hold together with these literals; `check` may end the search by raising."""
        return bool(self.is_solvable_within(None, supposed, check))

    def is_solvable_within(self, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        """`is_solvable`; None if that many conflicts could not tell."""
        self._check = check
        answer: bool | None = self._ask("solve", _ANY_NUMBER if limit is None else limit, supposed)
        return answer

    def visit(self, solution: list[int], check: Check) -> None:
        """Go to the solution that has these literals; the SAT solver begins to look for the next one from there."""
        self.is_solvable(solution, check)

    def model(self, count: int) -> list[int]:
        """The first `count` variables as they were when last it was solvable, negative where false."""
        numbers: list[int] = self._ask("model", count)
        return numbers

    def delete(self) -> None:
        """End the process; nothing can be asked then."""
        self.worker.end()

    def _ask(self, *question: object) -> Any:
        self._send(question)
        try:
            while not self.worker.line.poll(_LOOK_SECONDS):
                self._look()
            return self.worker.line.recv()
        except (EOFError, OSError):
            raise self._death() from None

    def _send(self, question: object) -> None:
        """Send the clauses that wait, and a question. The process takes them in at once: it is not at work."""
        self._look()
        try:
            self.worker.send((self._waiting, question))
        except OSError:
            raise self._death() from None
        self._waiting, self._numbers = [], 0

    def _look(self) -> None:
        """See whether there is anything left to spend, the other process's memory included."""
        self._check()
        self._budget.check_memory(process_bytes(self.worker.pid))

    def _death(self) -> StoppedError:
        """The process has died of itself: memory is all that it can lack."""
        self._check()
        return StoppedError(Stop.MEMORY)


def _serve(line: Connection, name: str) -> None:
    """In the process: do what is asked, until the line closes."""
    from pysat.solvers import Solver

    solver: Any = Solver(name=name)
    with suppress(EOFError, OSError):
        while True:
            clauses, question = line.recv()
            for clause in clauses:
                solver.add_clause(clause)
            if question is None:
                continue
            kind, number, *rest = question
            if kind == "solve":
                solver.conf_budget(number)
                line.send(solver.solve_limited(assumptions=rest[0]))
            else:
                line.send(solver.get_model()[:number])
