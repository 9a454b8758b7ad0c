"""What is left of a crossword as a SAT problem, for the SAT solver CaDiCaL through the library `python-sat`.

Every unknown cell is a variable, true if it is black; the lines are clauses by `order_encoding`. What line logic has
found out already leaves only the starts that it allows, and no variable for a known cell: the problem has the size of
what is unknown.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from harness.puzzle import BLOT, Clue, Puzzle
from harness.solver.budget import Budget
from harness.solver.colour_lines import find_places
from harness.solver.fast_kernel import Check, Kernel
from harness.solver.lines import line_text
from harness.solver.order_encoding import FALSE, TRUE, AddClause, Block, encode_line

if TYPE_CHECKING:
    from harness.solver.sat_process import SatProcess

SOLVER = "cadical195"
"""The SAT solver, as `python-sat` calls it."""

_FIRST_CONFLICTS, _MOST_CONFLICTS = 500, 16_000
"""Conflicts between two looks at the clock: a few milliseconds first, then twice as many each time, up to some tenths
of a second. Stopped too often, the SAT solver gets nowhere on hard problems: it begins anew each time."""

_PATIENCE_SECONDS = 0.25
"""A call of the SAT solver that took longer is followed by one of half its conflicts. It cannot be stopped within."""

START_BYTES = 1000
"""What a possible start of a block costs in clauses and in the SAT solver's work on them, about: from 600 on the
largest problems to 950 on small ones, and then a half as much again."""

APART_BYTES = 50_000_000
"""Problems that may take more than this are solved in a process of their own: rounds of the SAT solver's own work can
take a second there, and it cannot be stopped within. To start the process takes as long as a tenth of that."""

_AFTER_GUESS, _MORE = 20_000, 4
"""Conflicts tried after the first guess in vain before there is another, and by what that number grows each time."""

Assumption = tuple[int, int, bool]
"""A cell (row, column) and whether it is supposed to be black."""

Starts = Mapping[int, Sequence[int]]
"""For each open line, by its number, the set of the starts that each of its blocks may still have."""

Guess = Callable[[int], tuple[str, ...] | None]
"""Asked for a solution, drawn as rows, the harder the more often (0, 1, 2…) it was asked in vain; None: none found."""


def load_solver() -> Any:
    """The class of the SAT solver, or None where `python-sat` is not installed. Takes some milliseconds once."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        return None
    return Solver


def conflicts_after(asked: int) -> int:
    """Conflicts tried after a guess in vain before there is another one, if that many came before it."""
    more: int = _MORE**asked
    return _AFTER_GUESS * more


def find_all_starts(puzzle: Puzzle, kernel: Kernel, budget: Budget) -> tuple[Starts, int] | None:
    """The starts that the kernel's state leaves, and the memory that a problem of them takes, in bytes, about.

    None if a line has no arrangement.

    Raises:
        StoppedError: the budget ran out, or would not last: there are more clauses than memory.
    """
    width, height = puzzle.width, puzzle.height
    starts_of: dict[int, Sequence[int]] = {}
    needed_bytes = 0
    for line in range(height + width):
        budget.check()
        black, white = kernel.line(line)
        if (black | white).bit_count() == (width if line < height else height):
            continue
        possible = kernel.analyse(line)
        if possible is None:
            return None
        starts_of[line] = possible[0]
        needed_bytes += START_BYTES * sum(starts.bit_count() for starts in possible[0])
        budget.check_memory(needed_bytes)
    return starts_of, needed_bytes


def encode(puzzle: Puzzle, kernel: Kernel, starts_of: Starts, add: AddClause, budget: Budget) -> dict[int, int]:
    """Hand over the clauses of what is left in the kernel's state, one by one.

    Returns:
        The variable of each unknown cell by row · width + column, the first ones there are.

    Raises:
        StoppedError: the budget ran out.
    """
    width, height = puzzle.width, puzzle.height
    variables: dict[int, int] = {}
    for row in range(height):
        black, white = kernel.line(row)
        unknown = ((1 << width) - 1) & ~(black | white)
        while unknown:
            variables[row * width + (unknown & -unknown).bit_length() - 1] = len(variables) + 1
            unknown &= unknown - 1
    last = len(variables)
    clues = puzzle.rows + puzzle.columns
    for line, starts_of_blocks in starts_of.items():
        length, first, step = (width, line * width, 1) if line < height else (height, line - height, width)
        black, white = kernel.line(line)
        # the cell's literal; known black ones are true
        cells = [
            FALSE if white >> cell & 1 else TRUE if black >> cell & 1 else variables[first + step * cell]
            for cell in range(length)
        ]
        if BLOT in clues[line]:
            blocks = _blotted_blocks(clues[line], length, black, white, cells)
        else:
            blocks = [Block(size, starts, 1, cells) for size, starts in zip(clues[line], starts_of_blocks, strict=True)]
        last = encode_line(add, last, [-literal for literal in cells], blocks, budget.check)
    return variables


def open_solver(solver_class: Any, needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
    """A SAT solver for a problem that takes so much memory: here, or in a process of its own if that is worth it."""
    if needed_bytes > APART_BYTES:
        from harness.solver.sat_process import SatProcess, can_start  # seldom needed

        if can_start():
            with suppress(OSError):
                return SatProcess(SOLVER, budget)
    return SatSolver(solver_class)


def _blotted_blocks(clue: Clue, length: int, black: int, white: int, cells: list[int]) -> list[Block]:
    """The blocks of a line with blotted ones, whose last cells must be known too; the kernel tells only of starts."""
    known = (1 << length) - 1
    places = find_places(length, tuple((size, 1) for size in clue), (known & ~black, known & ~white))
    assert places is not None, "the kernel is at no fixpoint"
    return [Block(size, starts, 1, cells, lasts) for size, (starts, lasts) in zip(clue, places, strict=True)]


class SatSolver:
    """The SAT solver at work: looks at the clock now and then, and lives with Ctrl-C."""

    def __init__(self, solver_class: Any) -> None:
        self._solver = solver_class(name=SOLVER)

    def add(self, clause: list[int]) -> None:
        """Take one more clause."""
        self._solver.add_clause(clause)

    def is_solvable(self, supposed: list[int], check: Check) -> bool:
        """Whether the clauses can be true together with these literals; `check` may end the search by raising."""
        return bool(self.is_solvable_within(None, supposed, check))

    def is_solvable_within(self, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        """`is_solvable`; None if that many conflicts could not tell."""
        conflicts = _FIRST_CONFLICTS
        while limit is None or limit > 0:
            check()
            self._solver.conf_budget(conflicts if limit is None else min(conflicts, limit))
            begun = time.monotonic()
            answer = self._solve_apart(supposed)
            if answer is not None:
                return answer
            if limit is not None:
                limit -= conflicts
            if time.monotonic() - begun > _PATIENCE_SECONDS:
                conflicts = max(conflicts // 2, 1)
            else:
                conflicts = min(2 * conflicts, _MOST_CONFLICTS)
        return None

    def visit(self, solution: list[int], check: Check) -> None:
        """Go to the solution that has these literals; the SAT solver begins to look for the next one from there."""
        self.is_solvable(solution, check)

    def model(self, count: int) -> list[int]:
        """The first `count` variables as they were when last it was solvable, negative where false."""
        model: list[int] = self._solver.get_model()
        return model[:count]

    def delete(self) -> None:
        """Give the memory back; nothing can be asked then."""
        self._solver.delete()

    def _solve_apart(self, supposed: list[int]) -> bool | None:
        """Let the SAT solver work in a thread of its own; None if its budget was too small.

        In the main thread the library would take Ctrl-C for itself and jump out of the solver, which breaks it.
        """
        answers: list[bool | None] = []
        solver = self._solver
        work = threading.Thread(target=lambda: answers.append(solver.solve_limited(assumptions=supposed)))
        work.start()
        try:
            work.join()
        finally:
            work.join()  # Ctrl-C ends the waiting, not the thread, which is soon through
        return answers[0]


class Remainder:
    """The solutions of what is left in a kernel's state, one by one.

    Raises:
        StoppedError: the budget ran out while the clauses were built, or has no memory for them.
    """

    def __init__(self, solver_class: Any, puzzle: Puzzle, kernel: Kernel, budget: Budget) -> None:
        self._width = puzzle.width
        self._known = [kernel.line(row) for row in range(puzzle.height)]
        self._solver: SatSolver | SatProcess | None = None
        self._variables: dict[int, int] = {}
        found = find_all_starts(puzzle, kernel, budget)
        if found is None:
            return
        starts_of, needed_bytes = found
        self._solver = open_solver(solver_class, needed_bytes, budget)
        try:
            self._variables = encode(puzzle, kernel, starts_of, self._solver.add, budget)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the SAT solver's memory back."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(
        self, assumptions: Iterable[Assumption], check: Check, guess: Guess | None = None
    ) -> Iterator[tuple[str, ...]]:
        """The solutions with these cells, which no earlier call has given, drawn as rows.

        Args:
            assumptions: the cells.
            check: asked now and then; what it raises ends it.
            guess: asked for a first solution with these cells, again and again until either finds one. From there
                the SAT solver looks for others, the nearest first, and proves when there is none.
        """
        supposed: list[int] = []
        for row, column, is_black in assumptions:
            if variable := self._variables.get(row * self._width + column):
                supposed.append(variable if is_black else -variable)
            elif bool(self._known[row][0] >> column & 1) != is_black:
                return
        asked = 0
        while self._solver is not None:
            if guess and (rows := guess(asked)):
                model = self._literals(rows)
                self._solver.visit(model, check)
            else:
                limit = conflicts_after(asked) if guess else None
                answer = self._solver.is_solvable_within(limit, supposed, check)
                asked += 1
                if answer is None:
                    continue
                if not answer:
                    return
                model = self._solver.model(len(self._variables))
            guess = None
            yield self._draw(model)
            if model:
                self._solver.add([-literal for literal in model])
            else:
                self.close()  # all was known already

    def _literals(self, rows: tuple[str, ...]) -> list[int]:
        """The cells' variables as in a solution."""
        return [
            variable if rows[cell // self._width][cell % self._width] == "#" else -variable
            for cell, variable in self._variables.items()
        ]

    def _draw(self, model: list[int]) -> tuple[str, ...]:
        rows = [list(known) for known in self._known]
        for (cell, _), literal in zip(self._variables.items(), model, strict=True):
            row, column = divmod(cell, self._width)
            rows[row][0 if literal > 0 else 1] |= 1 << column
        return tuple(line_text(self._width, black, white) for black, white in rows)
