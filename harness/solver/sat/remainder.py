"""The SAT stage: what a state leaves open, solved by CaDiCaL through the library `python-sat`.

`encoding` makes the clauses, a `SatSolver` or a `SatProcess` solves them, and the `Remainder` hands over the solutions.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from harness.puzzle import Puzzle
from harness.solver.budget import Budget, Stop, StoppedError, process_bytes
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
"""A call of the SAT solver that made more propagations is followed by one of half its conflicts: they are about a
quarter of a second, and it cannot be stopped within. Counted and not timed, so that a run is the same everywhere."""

_NOT_IN_MAIN_THREAD = 0
"""Flag handed to the library with every call. In the main thread it would take Ctrl-C for itself and jump out of the
solver, which breaks it; so Python hears of it when the call is through.
"""

_LOOK_SECONDS = 0.05
"""Time between two looks at the budget while the solver works."""

_NUMBERS_AT_ONCE = 1 << 16
"""Clauses are handed over by the thousand."""

APART_BYTES = 50_000_000
"""Problems that may take more than this are solved in a process of their own: rounds of the SAT solver's own work can
take a second there, and it cannot be stopped within. To start the process takes as long as a tenth of that."""

_AFTER_GUESS, _MORE = 2_000, 4
"""Conflicts tried after the first failed guess before another, and the factor by which that number grows."""

Guess = Callable[[int], Sequence[tuple[str, ...]]]
"""Return some solutions, drawn as rows, or none; it tries the harder the more often (0, 1, 2…) it has failed."""


def has_solver() -> bool:
    """Return True if `python-sat` is installed, without loading it."""
    return find_spec("pysolvers") is not None


def open_solver(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
    """A SAT solver for a problem that takes so much memory: here, or in a process of its own if that is worth it."""
    if needed_bytes > APART_BYTES and can_start():
        with suppress(OSError):
            return SatProcess(budget)
    return SatSolver()


class SatSolver:
    """The SAT solver at work: looks at the clock now and then, and lives with Ctrl-C.

    It does what `pysat.solvers.Solver` does, which takes six times as long to load as the compiled module below it.
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
        """Return True if the clauses can hold together with these literals; `check` may end the search by raising.

        The SAT solver begins at the solution that these literals are, if they are one, to look for the next.

        Args:
            limit: conflicts that may be spent (None: as many as it takes); None is returned if they could not tell.
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
        """The first `count` variables as they were when last it was solvable, negative where false."""
        return (self._model() or [])[:count]

    def delete(self) -> None:
        """Give the memory back; nothing can be asked then."""
        delete, self._delete = self._delete, None
        if delete is not None:
            delete()


def can_start() -> bool:
    """Return True if there are processes as this module needs them: on Unix systems."""
    return os.name == "posix" and bool(sys.executable)


class SatProcess:
    """A `SatSolver` in a process of its own: what it works on can be large, and it ends when the budget does.

    CaDiCaL cannot be stopped within a round of its own work, and `python-sat` lets no other thread run meanwhile; on
    large problems a round takes seconds. A process can be killed at any moment, and its memory is back at once.

    Args:
        budget: what both processes may spend together.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, budget: Budget) -> None:
        from harness.work import Worker  # seldom needed

        self._budget = budget
        self._check: Check = budget.check
        self._waiting: list[list[int]] = []
        self._numbers = 0
        self.worker: Worker = Worker(_serve)

    def add(self, clause: list[int]) -> None:
        """Take one more clause.

        Raises:
            StoppedError: the budget ran out.
        """
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


def _serve(line: Connection) -> None:
    """In the process: do what is asked, until the line closes."""
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
                solver.conf_budget(number)
                line.send(solver.solve_limited(assumptions=rest[0]))
            else:
                line.send(solver.get_model()[:number])


def leave_branches(kernel: Kernel, path: Sequence[tuple[int, int, int, tuple[int, ...]]]) -> list[list[Supposition]]:
    """Take back what a walk supposes, but for what cannot be otherwise.

    Args:
        kernel: the walk's, with a state below for every cell of the path that has other colours left.
        path: the cells supposed, each as row, column, colour, and the colours that are still to be supposed.

    Returns:
        The branches that the walk has left, the innermost first.
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
    """The solutions of what a state leaves open, one by one; it must stay as it is until there are clauses.

    The clauses are built when they are needed first.
    """

    def __init__(self, puzzle: Puzzle, state: State, budget: Budget) -> None:
        self._keys = colour_keys(puzzle)
        self._puzzle = puzzle
        self._state = state
        self._budget = budget
        self._solver: SatSolver | SatProcess | None = None
        self._is_built = False
        self._left_out: list[tuple[str, ...]] = []
        self._painted: Painted = []
        self._known: tuple[str, ...] = ()
        self._cell_variables = 0

    def close(self) -> None:
        """Give the SAT solver's memory back; there are no more solutions then."""
        self._is_built = True
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(
        self, branch: Sequence[Supposition], check: Check, guess: Guess | None = None
    ) -> Iterator[tuple[str, ...]]:
        """The solutions in this branch, which no earlier call has given, drawn as rows.

        Args:
            branch: what is supposed besides.
            check: asked now and then; what it raises ends it.
            guess: asked for first solutions in this branch, again and again until either finds one. From there
                the SAT solver looks for others, the nearest first, and proves when there is none.

        Raises:
            StoppedError: the budget ran out while the clauses were built, or has no memory for them.
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
        """A solution in which the cell has another colour than in this one, drawn as rows; None if there is none.

        The SAT solver begins where `near` is, so that few other cells differ.

        Raises:
            StoppedError: as `solutions`.
        """
        self._build()
        key = near[row][column]
        if self._solver is None:
            return None
        has_key = self._painted[row][self._keys.index(key)][column]
        if has_key in (TRUE, FALSE):
            return None
        self._solver.is_solvable(self._literals_of(tuple(near)), self._budget.check)
        return self._draw(self._solver) if self._solver.is_solvable([-has_key], self._budget.check) else None

    def leave_out(self, rows: tuple[str, ...]) -> None:
        """Say of a solution that it is known already; the SAT solver begins where it is."""
        if not self._is_built:
            self._left_out.append(rows)
        elif self._solver is not None:
            literals = self._literals_of(rows)
            self._solver.is_solvable(literals, self._budget.check)
            self._block(literals)

    def _build(self) -> None:
        """See to it that there is a SAT solver with the clauses, if there may be a solution."""
        if self._is_built:
            return
        self._is_built = True
        clues = numbered_clues(self._puzzle, self._keys)
        found = find_all_places(clues, self._state, self._budget)
        if found is None:
            return
        places_of, needed_bytes = found
        self._solver = open_solver(needed_bytes, self._budget)
        add, height = self._solver.add, self._puzzle.height
        try:
            self._known = self._state.rows()
            self._painted, self._cell_variables = encode(clues, self._state, height, places_of, add, self._budget)
            for rows in self._left_out:
                self.leave_out(rows)
        except BaseException:
            self.close()
            raise

    def _block(self, literals: list[int]) -> None:
        """No later solution has all of these."""
        if self._solver is None:
            return
        if literals:
            self._solver.add([-literal for literal in literals])
        else:
            self.close()  # all was known already

    def _suppose(self, branch: Sequence[Supposition]) -> list[int] | None:
        """The literals of a branch; None if something in it is known to be otherwise."""
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
