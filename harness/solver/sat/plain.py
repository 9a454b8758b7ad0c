"""SAT encoding of the open part of a crossword, for the SAT solver CaDiCaL through the library `python-sat`.

Every unknown cell is a variable, true if it is black; the lines are clauses by `order_encoding`. Only the starts that
line logic has left are in it, and no variable for a known cell: the problem has the size of what is unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, TypeVar

from harness.puzzle import BLOT, Clue, Puzzle
from harness.solver.budget import Budget
from harness.solver.colour_lines import find_places
from harness.solver.kernel.choose import Check, Kernel
from harness.solver.lines import line_text
from harness.solver.sat.encoding import FALSE, TRUE, AddClause, Block, encode_line

if TYPE_CHECKING:
    from harness.solver.sat.process import SatProcess

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

START_BYTES = 1000
"""Approximate cost of a possible start of a block in clauses and in the SAT solver's work on them: from 600 on the
largest problems to 950 on small ones, and then a half as much again.
"""

APART_BYTES = 50_000_000
"""Problems that may take more than this are solved in a process of their own: rounds of the SAT solver's own work can
take a second there, and it cannot be stopped within. To start the process takes as long as a tenth of that."""

_AFTER_GUESS, _MORE = 2_000, 4
"""Conflicts tried after the first failed guess before another, and the factor by which that number grows."""

BranchT = TypeVar("BranchT")

Assumption = tuple[int, int, bool]
"""A cell (row, column) and whether it is supposed to be black."""

Starts = Mapping[int, Sequence[int]]
"""For each open line, by its number, the set of the starts that each of its blocks may still have."""

Guess = Callable[[int], Sequence[tuple[str, ...]]]
"""Return some solutions, drawn as rows, or none; it tries the harder the more often (0, 1, 2…) it has failed."""


def has_solver() -> bool:
    """Return True if `python-sat` is installed, without loading it."""
    return find_spec("pysolvers") is not None


def conflicts_after(asked: int) -> int:
    """Return the conflicts to try after a failed guess, if that many came before it."""
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


def open_solver(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
    """A SAT solver for a problem that takes so much memory: here, or in a process of its own if that is worth it."""
    if needed_bytes > APART_BYTES:
        from harness.solver.sat.process import SatProcess, can_start  # seldom needed

        if can_start():
            with suppress(OSError):
                return SatProcess(SOLVER, budget)
    return SatSolver()


def _blotted_blocks(clue: Clue, length: int, black: int, white: int, cells: list[int]) -> list[Block]:
    """The blocks of a line with blotted ones, whose last cells must be known too; the kernel tells only of starts."""
    known = (1 << length) - 1
    places = find_places(length, tuple((size, 1) for size in clue), (known & ~black, known & ~white))
    assert places is not None, "the kernel is at no fixpoint"
    return [Block(size, starts, 1, cells, lasts) for size, (starts, lasts) in zip(clue, places, strict=True)]


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

    def is_solvable(self, supposed: list[int], check: Check) -> bool:
        """Return True if the clauses can hold together with these literals; `check` may end the search by raising."""
        return bool(self.is_solvable_within(None, supposed, check))

    def is_solvable_within(self, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        """`is_solvable`; None if that many conflicts could not tell."""
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

    def visit(self, solution: list[int], check: Check) -> None:
        """Go to the solution that has these literals; the SAT solver begins to look for the next one from there."""
        self.is_solvable(solution, check)

    def model(self, count: int) -> list[int]:
        """The first `count` variables as they were when last it was solvable, negative where false."""
        return (self._model() or [])[:count]

    def delete(self) -> None:
        """Give the memory back; nothing can be asked then."""
        delete, self._delete = self._delete, None
        if delete is not None:
            delete()


class RemainderOf(ABC, Generic[BranchT]):
    """The solutions of what line logic has left open, one by one, in black and white and in colour alike.

    The clauses are built when they are needed first.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._solver: SatSolver | SatProcess | None = None
        self._is_built = False
        self._left_out: list[tuple[str, ...]] = []

    def close(self) -> None:
        """Give the SAT solver's memory back; there are no more solutions then."""
        self._is_built = True
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(self, branch: BranchT, check: Check, guess: Guess | None = None) -> Iterator[tuple[str, ...]]:
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
            answer = self._solver.is_solvable_within(conflicts_after(asked) if guess else None, supposed, check)
            asked += 1
            if answer is None:
                continue
            if not answer:
                return
            guess = None
            rows = self._draw(self._solver)
            yield rows
            self._block(self._literals_of(rows))

    def leave_out(self, rows: tuple[str, ...]) -> None:
        """Say of a solution that it is known already; the SAT solver begins where it is."""
        if not self._is_built:
            self._left_out.append(rows)
        elif self._solver is not None:
            literals = self._literals_of(rows)
            self._solver.visit(literals, self._budget.check)
            self._block(literals)

    def _build(self) -> None:
        """See to it that there is a SAT solver with the clauses, if there may be a solution."""
        if self._is_built:
            return
        self._is_built = True
        planned = self._plan()
        if planned is None:
            return
        needed_bytes, encode_into = planned
        self._solver = open_solver(needed_bytes, self._budget)
        try:
            encode_into(self._solver.add)
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

    @abstractmethod
    def _plan(self) -> tuple[int, Callable[[AddClause], None]] | None:
        """The bytes that the clauses may take, and what hands them over; None if there is no solution."""

    @abstractmethod
    def _suppose(self, branch: BranchT) -> list[int] | None:
        """The literals of a branch; None if something in it is known to be otherwise."""

    @abstractmethod
    def _literals_of(self, rows: tuple[str, ...]) -> list[int]:
        """Return the literals that fix each open cell to its value in a solution."""

    @abstractmethod
    def _draw(self, solver: SatSolver | SatProcess) -> tuple[str, ...]:
        """The solution that the SAT solver has found."""


class Remainder(RemainderOf[Iterable[Assumption]]):
    """The solutions of what is left in a kernel's state, which must stay as it is until there are clauses."""

    def __init__(self, puzzle: Puzzle, kernel: Kernel, budget: Budget) -> None:
        super().__init__(budget)
        self._puzzle = puzzle
        self._kernel = kernel
        self._width = puzzle.width
        self._known = [kernel.line(row) for row in range(puzzle.height)]
        self._variables: dict[int, int] = {}

    def _plan(self) -> tuple[int, Callable[[AddClause], None]] | None:
        found = find_all_starts(self._puzzle, self._kernel, self._budget)
        if found is None:
            return None
        starts_of, needed_bytes = found

        def encode_into(add: AddClause) -> None:
            self._variables = encode(self._puzzle, self._kernel, starts_of, add, self._budget)

        return needed_bytes, encode_into

    def _suppose(self, branch: Iterable[Assumption]) -> list[int] | None:
        supposed: list[int] = []
        for row, column, is_black in branch:
            if variable := self._variables.get(row * self._width + column):
                supposed.append(variable if is_black else -variable)
            elif bool(self._known[row][0] >> column & 1) != is_black:
                return None
        return supposed

    def _literals_of(self, rows: tuple[str, ...]) -> list[int]:
        return [
            variable if rows[cell // self._width][cell % self._width] == "#" else -variable
            for cell, variable in self._variables.items()
        ]

    def _draw(self, solver: SatSolver | SatProcess) -> tuple[str, ...]:
        model = solver.model(len(self._variables))
        rows = [list(known) for known in self._known]
        for (cell, _), literal in zip(self._variables.items(), model, strict=True):
            row, column = divmod(cell, self._width)
            rows[row][0 if literal > 0 else 1] |= 1 << column
        return tuple(line_text(self._width, black, white) for black, white in rows)
