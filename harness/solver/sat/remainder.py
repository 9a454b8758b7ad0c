"""The SAT stage: what a state leaves open, solved by CaDiCaL through the library `python-sat`.

`encoding` makes the clauses, a `SatSolver` or a `SatProcess` solves them, and the `Remainder` hands over the solutions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from harness.puzzle import Puzzle
from harness.solver.budget import Budget, StoppedError, StopReason, process_bytes
from harness.solver.kernel import Check, Kernel, Supposition, colour_keys
from harness.solver.lines import numbered_clues
from harness.solver.sat.encoding import FALSE, TRUE, Painted, State, encode, find_all_places

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from harness.work import Worker

SOLVER = "cadical195"
"""The SAT solver, as `python-sat` calls it."""

_FIRST_CONFLICTS, _MOST_CONFLICTS = 500, 16_000
"""Conflicts between two looks at the clock: a few milliseconds first, then twice as many each time, up to some tenths
of a second. Stopped too often, the SAT solver gets nowhere on hard problems: it begins anew each time."""

_MOST_PROPAGATIONS = 1_500_000
"""Propagations in a call, about a quarter of a second, beyond which the next call gets half its conflicts. Counted and
not timed, so that a run is the same everywhere."""

_NOT_IN_MAIN_THREAD = 0
"""Flag for every call. In the main thread the library would take Ctrl-C for itself and jump out of the solver, which
breaks it; so Python handles it after the call."""

_LOOK_SECONDS = 0.05
"""Time between two looks at the budget while the solver works."""

_NUMBERS_AT_ONCE = 1 << 16
"""Literals of the clauses that are sent together."""

APART_BYTES = 50_000_000
"""Problems larger than this are solved in a process of their own: there a round of the SAT solver can take a second,
and it cannot be stopped within. To start the process takes a tenth of that."""

_NO_LIMIT = 1 << 30
_ROUND = _NO_LIMIT if sys.platform == "linux" else _MOST_CONFLICTS
"""Conflicts after which that process hears that its parent has died; on Linux a signal ends it (`harness.work`)."""

_AFTER_GUESS, _MORE = 2_000, 4
"""Conflicts tried after the first failed guess before another, and the factor by which that number grows."""

Guess = Callable[[int], Sequence[tuple[str, ...]]]
"""Return some solutions, drawn as rows, or none; it tries harder with each failure (0, 1, 2…)."""


def has_solver() -> bool:
    """Return True if `python-sat` is installed, without loading it."""
    return find_spec("pysolvers") is not None


def open_solver(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
    """Start a SAT solver for a problem of this size: here, or in a process of its own if that is worth it."""
    if needed_bytes > APART_BYTES and can_start():
        with suppress(OSError):
            return SatProcess(budget)
    return SatSolver()


class SatSolver:
    """The SAT solver in this process; it looks at the clock now and then, and leaves Ctrl-C to Python.

    It replaces `pysat.solvers.Solver`, which takes six times as long to load as the compiled module below it.
    """

    def __init__(self) -> None:
        import pysolvers  # takes some milliseconds

        new, add, budget, solve, model, statistics, delete = (
            getattr(pysolvers, f"{SOLVER}_{name}")
            for name in ("new", "add_cl", "cbudget", "solve_lim", "model", "acc_stats", "del")
        )
        solver = new()
        self.add: Callable[[list[int]], object] = partial(add, solver)
        """Take one more clause."""
        self._set_conflicts: Callable[[int], object] = partial(budget, solver)
        self._solve: Callable[[list[int], int], int] = partial(solve, solver)
        self._model: Callable[[], list[int] | None] = partial(model, solver)
        self._statistics: Callable[[], dict[str, int]] = partial(statistics, solver)
        self._propagations = 0
        self._delete: Callable[[], object] | None = partial(delete, solver, None)

    def is_solvable(self, supposed: list[int], check: Check, limit: int | None = None) -> bool | None:
        """Return True if the clauses can hold together with these literals, None if the limit of conflicts ended it.

        `check` may end the search by raising. If the literals are a whole solution, the next search begins there.
        """
        conflicts = _FIRST_CONFLICTS
        while limit is None or limit > 0:
            check()
            self._set_conflicts(conflicts if limit is None else min(conflicts, limit))
            answer = self._solve(supposed, _NOT_IN_MAIN_THREAD)
            if answer:
                return answer > 0
            if limit is not None:
                limit -= conflicts
            before, self._propagations = self._propagations, self._statistics()["propagations"]
            if self._propagations - before > _MOST_PROPAGATIONS:
                conflicts = max(conflicts // 2, 1)
            else:
                conflicts = min(2 * conflicts, _MOST_CONFLICTS)
        return None

    def model(self, count: int) -> list[int]:
        """Return the first `count` variables of the last solution, negative if false."""
        return (self._model() or [])[:count]

    def delete(self) -> None:
        """Free the memory; the solver ends."""
        delete, self._delete = self._delete, None
        if delete is not None:
            delete()


def can_start() -> bool:
    """Return True if the system has the processes that `SatProcess` needs: on Unix."""
    return sys.platform != "win32" and bool(sys.executable)


class SatProcess:
    """A `SatSolver` for large problems, in a process of its own, which ends when the budget of both processes does.

    CaDiCaL cannot be stopped within a round of its own work, and `python-sat` lets no other thread run meanwhile; on
    large problems a round takes seconds. A process can be killed at any moment, which frees its memory. If none can be
    started, it is an `OSError`.
    """

    def __init__(self, budget: Budget) -> None:
        from harness.work import Worker  # seldom needed

        self._budget = budget
        self._check: Check = budget.check
        self._waiting: list[list[int]] = []
        self._numbers = 0
        self.worker: Worker = Worker(_serve)

    def add(self, clause: list[int]) -> None:
        """Take one more clause; `StoppedError` if the budget ran out."""
        self._waiting.append(clause)
        self._numbers += len(clause)
        if self._numbers >= _NUMBERS_AT_ONCE:
            self._send(None)

    def is_solvable(self, supposed: list[int], check: Check, limit: int | None = None) -> bool | None:
        """As `SatSolver` does."""
        self._check = check
        answer: bool | None = self._ask("solve", -1 if limit is None else limit, supposed)
        return answer

    def model(self, count: int) -> list[int]:
        """As `SatSolver` does."""
        numbers: list[int] = self._ask("model", count)
        return numbers

    def delete(self) -> None:
        """End the process."""
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
        """Send the waiting clauses and a question to the process, which is idle."""
        self._look()
        try:
            self.worker.send((self._waiting, question))
        except OSError:
            raise self._death() from None
        self._waiting, self._numbers = [], 0

    def _look(self) -> None:
        """Check the budget, the other process's memory included."""
        self._check()
        self._budget.check_memory(process_bytes(self.worker.pid))

    def _death(self) -> StoppedError:
        """Return the error for a process that died: it ran out of memory."""
        self._check()
        return StoppedError(StopReason.MEMORY)


def _serve(line: Connection) -> None:
    """Answer questions in the process, until the line closes."""
    from pysat.solvers import Solver

    solver: Any = Solver(name=SOLVER)
    with suppress(EOFError, OSError):
        while True:
            clauses, question = line.recv()
            for clause in clauses:
                solver.add_clause(clause)
            if question is None:
                continue
            kind, number, *rest = question
            if kind == "solve":
                answer, left = None, number if number >= 0 else _NO_LIMIT
                while answer is None and left > 0:
                    solver.conf_budget(min(left, _ROUND))
                    answer, left = solver.solve_limited(assumptions=rest[0]), left - _ROUND
                line.send(answer)
            else:
                line.send(solver.get_model()[:number])


def leave_branches(kernel: Kernel, path: Sequence[tuple[int, int, int, tuple[int, ...]]]) -> list[list[Supposition]]:
    """Take back what a walk supposes, and return the branches that it has left, the innermost first.

    The walk's kernel has a state below for every cell of the path that has other colours left. The path has the cells
    supposed, each as row, column, colour, and the colours that are still to be supposed.
    """
    base = next((number for number, cell in enumerate(path) if cell[3]), len(path))
    within: list[Supposition] = [(row, column, (colour,)) for row, column, colour, _ in path[base:]]
    branches = [within]
    for number in range(len(within) - 1, -1, -1):
        row, column, _, others = path[base + number]
        if others:
            kernel.pop()
            branches.append([*within[:number], (row, column, others)])
    return branches


class Remainder:
    """The solutions of the open part of a state, which must not change until the first use builds the clauses."""

    def __init__(self, puzzle: Puzzle, state: State, budget: Budget) -> None:
        self._keys = colour_keys(puzzle)
        self._puzzle, self._state, self._budget = puzzle, state, budget
        self._solver: SatSolver | SatProcess | None = None
        self._is_built = False
        self._left_out: list[tuple[str, ...]] = []
        self._painted: Painted = []
        self._known: tuple[str, ...] = ()
        self._cell_variables = 0

    def close(self) -> None:
        """Free the SAT solver's memory; there are no more solutions."""
        self._is_built = True
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(
        self, branch: Sequence[Supposition], check: Check, guess: Guess | None = None
    ) -> Iterator[tuple[str, ...]]:
        """Yield the solutions in a branch (suppositions besides the state) that no earlier call has given, as rows.

        An exception of `check`, which is called now and then, ends the search. `guess` is asked for first solutions in
        this branch, in turn with the SAT solver, until either finds one. From there the SAT solver looks for others,
        the nearest first, and proves when there is none. Raises `StoppedError` if the budget ran out while the clauses
        were built, or has no memory for them.
        """
        asked = 0
        supposed: list[int] | None = None
        while True:
            guessed = guess(asked) if guess else ()
            for rows in guessed:
                yield rows
                self.leave_out(rows)
            if guessed:
                guess = None
            if supposed is None:
                self._build()
                supposed = self._suppose(branch)
            if self._solver is None or supposed is None:
                return
            answer = self._solver.is_solvable(supposed, check, _AFTER_GUESS * _MORE**asked if guess else None)
            asked += 1
            if answer is None:
                continue
            if not answer:
                return
            guess = None
            rows = self._draw(self._solver)
            yield rows
            self._block(self._literals_of(rows))

    def another(self, row: int, column: int, near: Sequence[str]) -> tuple[str, ...] | None:
        """Find a solution in which the cell has another colour than in this one; the search begins at `near`."""
        self._build()
        if self._solver is None:
            return None
        has_key = self._painted[row][self._keys.index(near[row][column])][column]
        if has_key in (TRUE, FALSE):
            return None
        self._solver.is_solvable(self._literals_of(tuple(near)), self._budget.check)
        return self._draw(self._solver) if self._solver.is_solvable([-has_key], self._budget.check) else None

    def leave_out(self, rows: tuple[str, ...]) -> None:
        """Exclude a known solution; the SAT solver begins there."""
        if not self._is_built:
            self._left_out.append(rows)
        elif self._solver is not None:
            literals = self._literals_of(rows)
            self._solver.is_solvable(literals, self._budget.check)
            self._block(literals)

    def _build(self) -> None:
        """Build the clauses in a SAT solver, once, unless a line has no arrangement."""
        if self._is_built:
            return
        self._is_built = True
        clues, state, budget = numbered_clues(self._puzzle, self._keys), self._state, self._budget
        found = find_all_places(clues, state, budget)
        if found is None:
            return
        places_of, needed_bytes = found
        self._solver = open_solver(needed_bytes, budget)
        try:
            self._known = state.rows()
            self._painted, self._cell_variables = encode(
                clues, state, self._puzzle.height, places_of, self._solver.add, budget
            )
            for rows in self._left_out:
                self.leave_out(rows)
        except BaseException:
            self.close()
            raise

    def _block(self, literals: list[int]) -> None:
        """Exclude solutions with all of these literals."""
        if self._solver is None:
            return
        if literals:
            self._solver.add([-literal for literal in literals])
        else:
            self.close()  # all was known already

    def _suppose(self, branch: Sequence[Supposition]) -> list[int] | None:
        """The literals of a branch; None if it contradicts what is known."""
        supposed: list[int] = []
        for row, column, colours in branch:
            ruled_out = [line[column] for colour, line in enumerate(self._painted[row]) if colour not in colours]
            if TRUE in ruled_out:
                return None
            supposed += [-literal for literal in ruled_out if literal != FALSE]
        return supposed

    def _literals_of(self, rows: tuple[str, ...]) -> list[int]:
        """Return the literals that fix each open cell to its value in a solution."""
        return [literal for literal, (row, column, key) in self._meanings.items() if rows[row][column] == key]

    def _draw(self, solver: SatSolver | SatProcess) -> tuple[str, ...]:
        """The solution that the SAT solver has found."""
        rows = [list(row) for row in self._known]
        for literal in solver.model(self._cell_variables):
            if meant := self._meanings.get(literal):
                row, column, key = meant
                rows[row][column] = key
        return tuple(map("".join, rows))

    @cached_property
    def _meanings(self) -> dict[int, tuple[int, int, str]]:
        """For each literal of an open cell (row, column), the key of the colour that it gives it."""
        return {
            literal: (row, column, key)
            for row, painted in enumerate(self._painted)
            for column, literals in enumerate(zip(*painted, strict=True))
            for key, literal in zip(self._keys, literals, strict=True)
            if literal not in (TRUE, FALSE)
        }
