"""The SAT solver in a process of its own, run by `harness.solver.sat.process`; it needs nothing but `python-sat`.

It is asked on its standard input and answers on its standard output, both in the machine's own 32-bit integers. A
request is its kind, how many numbers follow, and these:

* `CLAUSES`: clauses, each with a 0 behind it; no answer;
* `SOLVE`: the conflicts allowed (-1: any number), and the literals supposed; the answer is one of `SOLVABLE`,
  `UNSOLVABLE` and `UNDECIDED`;
* `MODEL`: a number of variables; the answer are as many literals, as they were when last it was solvable.

It ends where its input ends, or is killed.
"""

from __future__ import annotations

import sys
from array import array
from contextlib import suppress
from typing import Any

CLAUSES, SOLVE, MODEL = range(3)
UNSOLVABLE, SOLVABLE, UNDECIDED = range(3)

INTEGERS = "i"
"""Type code of integers in `array`."""

_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux: the signal that a process gets when its parent has ended."""
_KILL = 9


def split_clauses(numbers: list[int]) -> list[list[int]]:
    """The clauses of a request.

    >>> split_clauses([1, -2, 0, 3, 0])
    [[1, -2], [3]]
    """
    clauses: list[list[int]] = []
    start = 0
    while start < len(numbers):
        end = numbers.index(0, start)
        clauses.append(numbers[start:end])
        start = end + 1
    return clauses


def serve(solver: Any) -> None:
    """Do what is asked, until the input ends."""
    asked, answers = sys.stdin.buffer, sys.stdout.buffer

    def read(count: int) -> list[int]:
        numbers = array(INTEGERS)
        numbers.frombytes(asked.read(count * numbers.itemsize))
        return numbers.tolist()

    while request := read(2):
        kind, count = request
        numbers = read(count)
        if kind == CLAUSES:
            for clause in split_clauses(numbers):
                solver.add_clause(clause)
            continue
        if kind == SOLVE:
            solver.conf_budget(numbers[0])
            answer = solver.solve_limited(assumptions=numbers[1:])
            answered = [UNDECIDED if answer is None else SOLVABLE if answer else UNSOLVABLE]
        else:
            answered = solver.get_model()[: numbers[0]]
        answers.write(array(INTEGERS, answered).tobytes())
        answers.flush()


def _end_with_parent() -> None:
    """Ask the system, where it can, to end this process with its parent: nothing would be asked any more."""
    with suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, _KILL)


if __name__ == "__main__":
    _end_with_parent()
    from pysat.solvers import Solver

    serve(Solver(name=sys.argv[1]))
