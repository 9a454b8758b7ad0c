"""SAT encoding of the open part of a crossword, for the SAT solver CaDiCaL through the library `python-sat`.

A cell that may have two colours is a variable, true if it has the second (black, in black and white); one that may have
more is a variable for each of them, exactly one of which is true. The lines are clauses by `encoding`. Only the places
that line logic has left are in it, and no variable for a known cell: the problem has the size of what is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial, reduce
from importlib.util import find_spec
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Protocol

from harness.puzzle import BLOT, Puzzle
from harness.solver.budget import Budget
from harness.solver.kernel import Check, Supposition, colour_keys
from harness.solver.lines import NumberedClue, analyse_line, members, numbered_clues, several
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

Painted = list[list[list[int]]]
"""For each row and colour, the literals "has this colour" of the row's cells, known ones included."""

Places = Mapping[int, Sequence[tuple[int, int]]]
"""For each open line, by its number, the cells at which each of its blocks may begin, and a blotted one may end."""

Guess = Callable[[int], Sequence[tuple[str, ...]]]
"""Return some solutions, drawn as rows, or none; it tries the harder the more often (0, 1, 2…) it has failed."""


class State(Protocol):
    """What is known of a puzzle: the fast solver's kernel, or a `harness.solver.propagate.Board`."""

    def possible(self, line: int, /) -> Sequence[int]:
        """For each colour, the background first, the set of a line's cells that may have it."""

    def analyse(self, line: int, /) -> tuple[Sequence[int], Sequence[int]] | None:
        """Return each group's starts, and for each colour the cells that may have it; None if nothing fits."""

    def rows(self) -> tuple[str, ...]:
        """The known cells drawn with their keys, and `?`."""


def has_solver() -> bool:
    """Return True if `python-sat` is installed, without loading it."""
    return find_spec("pysolvers") is not None


def conflicts_after(asked: int) -> int:
    """Return the conflicts to try after a failed guess, if that many came before it."""
    more: int = _MORE**asked
    return _AFTER_GUESS * more


def find_all_places(clues: Sequence[NumberedClue], state: State, budget: Budget) -> tuple[Places, int] | None:
    """The places that a state leaves, and the memory that a problem of them takes, in bytes, about.

    None if a line has no arrangement.

    Raises:
        StoppedError: the budget ran out, or would not last: there are more clauses than memory.
    """
    places_of: dict[int, list[tuple[int, int]]] = {}
    needed_bytes = 0
    for line, clue in enumerate(clues):
        budget.check()
        can = state.possible(line)
        if not several(can):
            continue
        places: list[tuple[int, int]] | None
        if any(size == BLOT for size, _ in clue):  # the state tells only of starts
            found = analyse_line(reduce(or_, can).bit_length(), clue, can)
            places = None if found is None else found[0]
        else:
            analysed = state.analyse(line)
            places = None if analysed is None else [(starts, 0) for starts in analysed[0]]
        if places is None:
            return None
        places_of[line] = places
        needed_bytes += START_BYTES * sum(starts.bit_count() + lasts.bit_count() for starts, lasts in places)
        budget.check_memory(needed_bytes)
    return places_of, needed_bytes


def encode(
    clues: Sequence[NumberedClue], state: State, height: int, places_of: Places, add: AddClause, budget: Budget
) -> tuple[Painted, int]:
    """Hand over the clauses of what is left in a state, one by one.

    Returns:
        The literals of the cells; and the number of the variables that stand for cells, which are the first ones.

    Raises:
        StoppedError: the budget ran out.
    """
    painted, cell_variables = _name_colours(state, height, add, budget)
    last = cell_variables
    for line, places in places_of.items():
        if line < height:
            colours = painted[line]
        else:
            colours = [[row[line - height] for row in rows] for rows in zip(*painted, strict=True)]
        blocks: list[Block] = []
        before = 0
        for (size, colour), (starts, lasts) in zip(clues[line], places, strict=True):
            blocks.append(Block(size, starts, int(colour == before), colours[colour], lasts))
            before = colour
        last = encode_line(add, last, colours[0], blocks, budget.check)
    return painted, cell_variables


def _name_colours(state: State, height: int, add: AddClause, budget: Budget) -> tuple[Painted, int]:
    """Name the open cells' colours: one variable for two of them, or one each, exactly one of which is true."""
    painted: Painted = []
    last = 0
    for row in range(height):
        budget.check()
        can = state.possible(row)
        width = reduce(or_, can).bit_length()
        literals = [[TRUE if cells >> column & 1 else FALSE for column in range(width)] for cells in can]
        for column in members(several(can)):
            first, *others = (colour for colour, cells in enumerate(can) if cells >> column & 1)
            own = range(last + 1, last + 1 + len(others) + (len(others) > 1))
            last = own[-1]
            if len(own) == 1:
                literals[first][column], literals[others[0]][column] = -last, last
                continue
            for colour, literal in zip((first, *others), own, strict=True):
                literals[colour][column] = literal
            add(list(own))
            for one, other in combinations(own, 2):
                add([-one, -other])
        painted.append(literals)
    return painted, last


def open_solver(needed_bytes: int, budget: Budget) -> SatSolver | SatProcess:
    """A SAT solver for a problem that takes so much memory: here, or in a process of its own if that is worth it."""
    if needed_bytes > APART_BYTES:
        from harness.solver.sat.process import SatProcess, can_start  # seldom needed

        if can_start():
            with suppress(OSError):
                return SatProcess(SOLVER, budget)
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
