"""What is left of a crossword as a SAT problem, for the SAT solver CaDiCaL through the library `python-sat`.

Every unknown cell is a variable, true if it is black. A block that may still start at the cells s₁ < s₂ < … < sₘ has
the variables "starts at s₂ or further", …, "starts at sₘ or further": the *order encoding*. Then, for each line,

* a block that starts at sᵢ₊₁ or further starts at sᵢ or further;
* if a block starts at s or further, the next one starts behind it;
* a cell within a block is black: not (start > c − length) or (start > c) or black;
* a black cell is in no gap: not black or (the block before ends behind it) or (the one behind starts no further).

What line logic has found out already leaves only the starts that it allows, and no variable for a known cell: the
problem has the size of what is unknown.

Source: the order encoding from N. Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14 (2009).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from harness.puzzle import Puzzle
from harness.solver.fast_kernel import Check, Kernel
from harness.solver.fast_lines import draw_line

SOLVER = "cadical195"
"""The SAT solver, as `python-sat` calls it."""

_CONFLICTS = 500
"""So many conflicts lie between two looks at the clock: a few milliseconds."""

_TRUE, _FALSE = 1 << 40, -(1 << 40)

Assumption = tuple[int, int, bool]
"""A cell (row, column) and whether it is supposed to be black."""


def load_solver() -> Any:
    """The class of the SAT solver, or None where `python-sat` is not installed. Takes some milliseconds once."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        return None
    return Solver


AddClause = Callable[[list[int]], object]


def encode(puzzle: Puzzle, kernel: Kernel, add: AddClause) -> dict[int, int] | None:
    """Hand over the clauses of what is left in the kernel's state, one by one.

    Returns:
        The variable of each unknown cell by row · width + column, the first ones there are; None if a line has no
        arrangement.
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
    for line, clue in enumerate(puzzle.rows + puzzle.columns):
        length, first, step = (width, line * width, 1) if line < height else (height, line - height, width)
        black, white = kernel.line(line)
        if (black | white) + 1 == 1 << length:
            continue
        possible = kernel.analyse(line)
        if possible is None:
            return None
        # the cell's literal; known black ones are true
        cells = [
            _FALSE if white >> cell & 1 else _TRUE if black >> cell & 1 else variables[first + step * cell]
            for cell in range(length)
        ]
        last = _encode_line(add, last, cells, clue, possible[0])
    return variables


def _encode_line(add: AddClause, last: int, cells: list[int], clue: tuple[int, ...], starts: list[int]) -> int:
    """Add the clauses of one line; `last` is the last variable used, before and after."""
    length = len(cells)
    # the block before: its literals "starts at s or further" by s, its size, its first start
    before: list[int] = []
    before_size, before_first = 0, 0
    for size, allowed in zip(clue, starts, strict=True):
        final = allowed.bit_length() - 1
        first = (allowed & -allowed).bit_length() - 1
        at_least = [_TRUE] * (first + 1)
        for start in range(first + 1, final + 1):
            if allowed >> (start - 1) & 1:
                last += 1
                if at_least[-1] != _TRUE:
                    add([-last, at_least[-1]])
            at_least.append(last)
        at_least += [_FALSE] * (length + 1 - final)
        # cells within the block
        for cell in range(first, final + size):
            literal = cells[cell]
            if literal == _TRUE:
                continue
            begins = at_least[cell - size + 1] if cell >= size else _TRUE
            behind = at_least[cell + 1]
            if begins == behind:
                continue
            clause = [] if begins == _TRUE else [-begins]
            if behind != _FALSE:
                clause.append(behind)
            clause.append(literal)
            add(clause)
        if before:
            _encode_order(add, before, before_size, at_least)
        _encode_gap(add, cells, before, before_size, before_first + before_size, at_least, final)
        before, before_size, before_first = at_least, size, first
    _encode_gap(add, cells, before, before_size, before_first + before_size, [_TRUE] * (length + 1), length)
    return last


def _encode_order(add: AddClause, before: list[int], size: int, behind: list[int]) -> None:
    """If a block starts at s or further, the next one starts behind it."""
    previous = _TRUE
    for start, begins in enumerate(before):
        if begins == _FALSE:
            return
        if begins != previous:
            previous = begins
            # the variable stands for the last start that it covers: the starts below it are not allowed
            while before[start + 1] == begins:
                start += 1
            follows = behind[start + size + 1]
            if follows != _TRUE:
                add([-begins] if follows == _FALSE else [-begins, follows])


def _encode_gap(
    add: AddClause,
    cells: list[int],
    before: list[int],
    size: int,
    from_cell: int,
    behind: list[int],
    to_cell: int,
) -> None:
    """A black cell is not in the gap between two blocks; an empty `before` is the edge."""
    for cell in range(from_cell, to_cell):
        literal = cells[cell]
        if literal == _FALSE:
            continue
        clause = [] if literal == _TRUE else [-literal]
        if before:
            ends_behind = before[cell - size + 1]
            if ends_behind == _TRUE:
                continue
            if ends_behind != _FALSE:
                clause.append(ends_behind)
        begins_behind = behind[cell + 1]
        if begins_behind == _FALSE:
            continue
        if begins_behind != _TRUE:
            clause.append(-begins_behind)
        add(clause)


class Remainder:
    """The solutions of what is left in a kernel's state, one by one."""

    def __init__(self, solver_class: Any, puzzle: Puzzle, kernel: Kernel) -> None:
        self._width = puzzle.width
        self._known = [kernel.line(row) for row in range(puzzle.height)]
        self._solver = solver_class(name=SOLVER)
        variables = encode(puzzle, kernel, self._solver.add_clause)
        if variables is None:
            self.close()
        self._variables = variables or {}

    def close(self) -> None:
        """Give the SAT solver's memory back."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def solutions(self, assumptions: Iterable[Assumption], check: Check) -> Iterator[tuple[str, ...]]:
        """The solutions with these cells, which no earlier call has given, drawn as rows."""
        supposed: list[int] = []
        for row, column, is_black in assumptions:
            if variable := self._variables.get(row * self._width + column):
                supposed.append(variable if is_black else -variable)
            elif bool(self._known[row][0] >> column & 1) != is_black:
                return
        while self._solver is not None and self._is_solvable(supposed, check):
            model = self._solver.get_model()[: len(self._variables)]
            yield self._draw(model)
            if model:
                self._solver.add_clause([-literal for literal in model])
            else:
                self.close()  # all was known already

    def _is_solvable(self, supposed: list[int], check: Check) -> bool:
        while True:
            check()
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solve_apart(supposed)
            if answer is not None:
                return answer

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

    def _draw(self, model: list[int]) -> tuple[str, ...]:
        rows = [list(known) for known in self._known]
        for (cell, _), literal in zip(self._variables.items(), model, strict=True):
            row, column = divmod(cell, self._width)
            rows[row][0 if literal > 0 else 1] |= 1 << column
        return tuple(draw_line(self._width, black, white) for black, white in rows)
