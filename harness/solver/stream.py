"""All solutions of a crossword in black and white as bytes, by the hundred thousand a second, or their number alone.

After line logic and probing, the kernel walks through all solutions and draws them itself. If it finds none for a
while, the SAT solver takes over with the branches that are left.

If cells that line logic leaves open share no line, directly or through others, they are independent parts, and the
number of all solutions is the product of theirs.
"""

from __future__ import annotations

import time
from bisect import bisect
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from math import prod
from types import NoneType
from typing import NamedTuple

from harness.errors import check_kind
from harness.puzzle import BLOT, Cell, Clue, Grid, Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget, StoppedError, StopReason
from harness.solver.kernel import CONTRADICTION, SOLVED, STABLE, Kernel, build_kernel
from harness.solver.lines import members, several
from harness.solver.propagate import Board, propagate

PATIENCE = 20_000
"""Analyses from one solution to the next, at most: some milliseconds. Then the SAT solver takes over."""

_SWEEP = 2_000, 400
"""Budget of the kernel's probing before it walks: a fraction of a millisecond, and more if that pays."""

_MOST_BYTES, _MOST_SOLUTIONS = 1_000_000, 4096
"""Largest batch."""

_BATCH_SECONDS = 0.05
"""Batches grow until they take that long; so solutions that come slowly are handed over one by one."""

_NO_LIMIT = 1 << 50


class SolutionStream:
    """The solutions, batch by batch; none is kept.

    `keys` are the characters for white and black (None draws nothing), `mark` the bytes between two solutions. `found`
    counts those handed over; they are all if it is `complete`, else `stopped` is what ended the search.

    >>> stream = SolutionStream(Puzzle(((1,), (1,)), ((1,), (1,))), Budget(), mark=b"or\\n")
    >>> print(b"".join(stream.batches()).decode(), end="")
    #.
    .#
    or
    .#
    #.
    >>> stream.found, stream.complete
    (2, True)
    """

    def __init__(self, puzzle: Puzzle, budget: Budget, *, keys: str | None = ".#", mark: bytes = b"") -> None:
        puzzle.check()
        self.found, self.complete = 0, False
        self.stopped: StopReason | None = None
        self._puzzle, self._budget, self._keys, self._mark = puzzle, budget, keys, mark
        self._kernel = build_kernel(puzzle)
        self._given: Grid | None = None

    def suppose(self, solution: Sequence[str], parts: Iterable[Iterable[tuple[int, int]]]) -> None:
        """Fix these cells (row, column) as in a solution, before the first batch."""
        given = [[UNKNOWN] * self._puzzle.width for _ in range(self._puzzle.height)]
        for row, column in chain.from_iterable(parts):
            given[row][column] = solution[row][column]
            if self._kernel is not None:
                self._kernel.put(row, column, int(solution[row][column] == Cell.BLACK))
        self._given = Grid(tuple(map("".join, given)))

    def batches(self, limit: int | None = None) -> Iterator[bytes]:
        """Yield the solutions, up to a limit, as rows that end with a newline; a mark separates batches, too."""
        try:
            yield from self._search(limit) if self._kernel is None else self._walk(self._kernel, limit)
        except StoppedError as stopped:
            self.stopped = stopped.reason
        else:
            if not self.complete:
                self.stopped = StopReason.LIMIT

    def _search(self, limit: int | None) -> Iterator[bytes]:
        """The solutions without the kernel."""
        from harness.solver.fast import Fast

        search = Fast().solutions(self._puzzle, self._budget, given=self._given)
        while self.found != limit and (grid := next(search, None)) is not None:
            yield self._drawn(grid.rows)
        self.complete = search.complete
        if search.stopped is not None:
            raise StoppedError(search.stopped)

    def _walk(self, kernel: Kernel, limit: int | None) -> Iterator[bytes]:
        check = self._budget.check
        check()
        self.complete = kernel.propagate(check) != STABLE or kernel.sweep(*_SWEEP, check) == CONTRADICTION
        bytes_each = self._puzzle.height * (self._puzzle.width + 1) + len(self._mark)
        most, wanted = max(1, min(_MOST_SOLUTIONS, _MOST_BYTES // bytes_each)), 1
        patience = PATIENCE
        while not self.complete and self.found != limit:
            asked = wanted if limit is None else min(wanted, limit - self.found)
            begun = time.monotonic()
            code, count, text, raised = kernel.walk(self._keys, self._mark, asked, patience, check)
            quick = time.monotonic() - begun < _BATCH_SECONDS
            wanted = min(2 * wanted, most) if quick else max(wanted // 2, 1)
            if count:
                yield self._join(text, count)
            if raised is not None:
                raise raised
            if code == CONTRADICTION:
                self.complete = True
            elif code != SOLVED:
                from harness.solver.sat.remainder import has_solver  # needed by few puzzles

                if has_solver():
                    yield from self._rest(kernel, limit)
                    return
                patience = _NO_LIMIT

    def _join(self, text: bytes, count: int) -> bytes:
        """A batch, with the mark before it unless it is the first."""
        text = self._mark + text if self.found else text
        self.found += count
        return text

    def _drawn(self, rows: Iterable[str]) -> bytes:
        if self._keys is None:
            return self._join(b"", 1)
        return self._join("".join(f"{row}\n" for row in rows).translate(str.maketrans(".#", self._keys)).encode(), 1)

    def _rest(self, kernel: Kernel, limit: int | None) -> Iterator[bytes]:
        """The solutions in the branches that the walk has left, by the SAT solver."""
        from harness.solver.sat.remainder import Remainder, leave_branches  # needed by few puzzles

        branches = leave_branches(kernel, kernel.path())
        with closing(Remainder(self._puzzle, kernel, self._budget)) as rest:
            for branch in branches:
                for rows in rest.solutions(branch, self._budget.check):
                    yield self._drawn(rows)
                    if self.found == limit:
                        return
            self.complete = True


class Count(NamedTuple):
    """Number of solutions of a puzzle: at least `total`, and exactly, if `complete`; `parts` for each independent part.

    `stopped` is what ended the count otherwise.
    """

    total: int
    parts: tuple[int, ...]
    complete: bool
    stopped: StopReason | None


def count_solutions(puzzle: Puzzle, budget: Budget | None = None) -> Count:
    """Count all solutions, part by part.

    Two boards of two rooks each, which share no line:

    >>> import harness
    >>> harness.count(harness.Puzzle([[1], [1], [], [1], [1]], [[1]] * 4)).total
    24
    """
    check_kind("puzzle", puzzle, Puzzle)
    check_kind("budget", budget, Budget, NoneType)
    budget = budget or Budget()
    puzzle.check()
    whole: Board | Kernel
    try:
        if kernel := build_kernel(puzzle):
            is_sound, whole = kernel.propagate(budget.check) == STABLE, kernel
        else:
            whole = Board.of(puzzle)
            is_sound = propagate(whole, budget) is None
        if not is_sound:
            return Count(0, (0,), True, None)
        parts = _independent_parts(whole, puzzle)
        solution: list[str] = []
        if len(parts) > 1:
            first = SolutionStream(puzzle, budget)
            solution = next(first.batches(1), b"").decode().split()
            if not solution:
                return Count(0, (0,), first.complete, first.stopped)
    except StoppedError as stopped:
        return Count(0, (0,), False, stopped.reason)
    counts: list[int] = []
    for part in parts or [[]]:
        stream = SolutionStream(puzzle, budget, keys=None)
        if others := [other for other in parts if other is not part]:
            stream.suppose(solution, others)
        deque(stream.batches(), 0)  # only counted
        counts.append(stream.found)
        if not stream.complete:
            break
    return Count(prod(counts), tuple(counts), stream.complete, stream.stopped)


def _independent_parts(state: Board | Kernel, puzzle: Puzzle) -> list[list[tuple[int, int]]]:
    """The cells that a state at its fixpoint leaves open, in independent parts.

    Two open cells of a line belong together, unless the line is parted between them: the groups so far end, in all
    arrangements, before the next one begins in any.
    """
    height, width = puzzle.height, puzzle.width
    clues = puzzle.rows + puzzle.columns
    part_of: dict[tuple[int, int], tuple[int, int]] = {}

    def find(piece: tuple[int, int]) -> tuple[int, int]:
        while (above := part_of.setdefault(piece, piece)) != piece:
            part_of[piece] = part_of[above]
            piece = above
        return piece

    pieces = [_pieces_of(state, line, clues[line]) for line in range(height + width)]
    cells: list[tuple[int, int]] = []
    for row in range(height):
        for column in members(several(state.possible(row))):
            cells.append((row, column))
            in_row = row, bisect(pieces[row], column)
            in_column = height + column, bisect(pieces[height + column], row)
            part_of[find(in_row)] = find(in_column)
    parts: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in cells:
        parts.setdefault(find((row, bisect(pieces[row], column))), []).append((row, column))
    return list(parts.values())


def _pieces_of(state: Board | Kernel, line: int, clue: Clue) -> list[int]:
    """Return the first cells of a line's pieces but the first one."""
    found = None if BLOT in clue else state.analyse(line)
    if found is None:
        return []
    starts = found[0]
    return [
        (after & -after).bit_length() - 1
        for size, before, after in zip(clue, starts, starts[1:], strict=False)
        if before.bit_length() + size <= (after & -after).bit_length() - 1
    ]
