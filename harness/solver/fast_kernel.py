"""The kernel of the fast solver: line logic and probing on a stack of states.

A kernel holds what is known of one puzzle, and a stack of such states for the search to go back to. There are two that
do exactly the same: `PureKernel`, written here, and the compiled one of `_kernel/kernel.c`, which is built when the
project is installed where there is a C compiler. `build_kernel` chooses.

*Probing* tries both colours of an unknown cell. If one leads to a contradiction, the other holds; what both lead to
holds in any case. Where nothing comes of it for a while, the search is told the cell to branch on.

Source: probing from Jan Wolter's description of pbnsolve (https://webpbn.com/pbnsolve.html).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop
from typing import Protocol

from harness.puzzle import Clue, Puzzle
from harness.solver.fast_lines import find_starts, what_follows
from harness.solver.lines import line_text

try:
    from harness.solver import _fast as _compiled
except ImportError:  # no compiler where the project was installed
    _compiled = None  # type: ignore[assignment]

STABLE = -1
"""`Kernel.propagate`: nothing more follows from single lines."""

SOLVED = -1
"""`Kernel.probe`: all cells are known."""
CONTRADICTION = -2
"""`Kernel.probe`: the state has no solution."""
PAUSED = -3
"""`Kernel.probe`: the limit of analyses was reached first."""

KERNEL_VARIABLE = "CROSSWORD_KERNEL"
"""The environment variable that chooses a kernel: `pure` or `compiled`."""

VERSION = 2
"""The interface of the compiled kernel that is wanted; an older build left lying about is not used."""

_REMEMBERED = 200_000
"""Analyses kept by the pure kernel: some 40 MB at most."""

_LONG_SIDE = 126
"""Boards up to this side settle within milliseconds after a trial; the pure kernel asks on longer ones meanwhile."""

Check = Callable[[], None]
"""Asked now and then whether the search may go on; raises if not."""


class Kernel(Protocol):
    """What both kernels offer. Lines count from 0, the rows before the columns."""

    @property
    def line_calls(self) -> int:
        """How many lines were analysed so far."""

    @property
    def unknown_count(self) -> int:
        """How many cells of the state are not known."""

    def propagate(self, check: Check | None = None, /) -> int:
        """Analyse the marked lines, and those marked thereby, until none is left: `STABLE`, or the line in the way.

        All lines are marked at first, later those of the cells put. What `check` raises ends it.
        """

    def put(self, row: int, column: int, is_black: bool, /) -> None:
        """Colour an unknown cell and mark its lines."""

    def push(self) -> None:
        """Work on a copy of the state from now on."""

    def pop(self) -> None:
        """Forget the state for the one that was copied last."""

    def probe(self, limit: int, fruitless: int, check: Check | None, /) -> int:
        """Decide by trial what can be decided.

        Args:
            limit: analyses that may be spent, about (-1: as many as it takes).
            fruitless: cells probed in vain before one is named to branch on.
            check: asked now and then; what it raises ends the probing.

        Returns:
            `SOLVED`, `CONTRADICTION`, `PAUSED`, or the cell to branch on, as row · width + column: either colour of
            it can be put without a contradiction in single lines.
        """

    def guess(self, attempts: int, share: float, sweeps: int, damping: float, check: Check | None, /) -> int:
        """Look for a solution by belief propagation, which proves nothing; the state is that solution, or of no use.

        Each line tells its cells how likely they are to be black, in several `sweeps` over all lines; then the surest
        ones are coloured so, and so on. A contradiction ends the attempt, and the next one starts half-way.

        Args:
            attempts: the most to be made.
            share: of the unknown cells, to be coloured each time.
            damping: how much of what a line told before it goes on telling: 0 to less than 1.
            check: asked now and then; what it raises ends it.

        Returns:
            `SOLVED`, or `PAUSED` if no attempt came to a solution. The pure kernel makes none: each would take minutes.
        """

    def rows(self) -> tuple[str, ...]:
        """The state drawn with `#`, `.` and `?`, row 0 first."""

    def line(self, line: int, /) -> tuple[int, int]:
        """The sets (black, white) of a line's known cells."""

    def analyse(self, line: int, /) -> tuple[list[int], int, int] | None:
        """What is possible in a line: each block's starts, the cells that can be black, those that can be white.

        None if no arrangement fits.
        """


def build_kernel(puzzle: Puzzle, which: str | None = None) -> Kernel:
    """A kernel for the puzzle, which must have passed its check, with all lines marked.

    Args:
        which: `pure`, `compiled`, or None: what the environment says, else the compiled one where it can be had.

    Raises:
        ValueError: the compiled kernel is asked for and cannot be had.

    >>> kernel = build_kernel(Puzzle(((2,), (1,)), ((1,), (2,))), "pure")
    >>> kernel.propagate() == STABLE, kernel.rows()
    (True, ('##', '.#'))
    """
    which = which or os.environ.get(KERNEL_VARIABLE) or None
    clues = puzzle.rows + puzzle.columns
    if which != "pure" and has_compiled_kernel():
        assert _compiled is not None
        if max(puzzle.width, puzzle.height) <= _compiled.MAX_SIDE:
            kernel: Kernel = _compiled.Kernel(puzzle.width, puzzle.height, clues)
            return kernel
    if which == "compiled":
        raise ValueError("there is no compiled kernel for this puzzle; install the project where there is a compiler")
    return PureKernel(puzzle.width, puzzle.height, clues)


def has_compiled_kernel() -> bool:
    """Whether the compiled kernel is there."""
    return _compiled is not None and _compiled.VERSION == VERSION


class PureKernel:
    """The kernel in Python; see `Kernel`."""

    def __init__(self, width: int, height: int, clues: tuple[Clue, ...]) -> None:
        self.width = width
        self.height = height
        self.line_calls = 0
        self._clues = clues
        lines = width + height
        self._lengths = [width] * height + [height] * width
        self._black = [0] * lines
        self._white = [0] * lines
        self._stack: list[tuple[list[int], list[int]]] = []
        self._marked = list(range(lines))
        self._known: dict[tuple[Clue, int, int, int], tuple[int, int] | None] = {}

    @property
    def unknown_count(self) -> int:
        return self._unknown(self._black, self._white)

    def propagate(self, check: Check | None = None, /) -> int:
        marked, self._marked = self._marked, []
        return self._settle(self._black, self._white, marked, check)

    def put(self, row: int, column: int, is_black: bool, /) -> None:
        known = self._black if is_black else self._white
        known[row] |= 1 << column
        known[self.height + column] |= 1 << row
        self._marked += (row, self.height + column)

    def push(self) -> None:
        self._stack.append((self._black.copy(), self._white.copy()))

    def pop(self) -> None:
        self._black, self._white = self._stack.pop()

    def rows(self) -> tuple[str, ...]:
        return tuple(line_text(self.width, self._black[row], self._white[row]) for row in range(self.height))

    def line(self, line: int, /) -> tuple[int, int]:
        return self._black[line], self._white[line]

    def analyse(self, line: int, /) -> tuple[list[int], int, int] | None:
        return find_starts(self._lengths[line], self._clues[line], self._black[line], self._white[line])

    def probe(self, limit: int, fruitless: int, check: Check | None, /) -> int:
        black, white, width, height = self._black, self._white, self.width, self.height
        end = self.line_calls + limit if limit >= 0 else -1
        best, best_weight = SOLVED, (width * height + 1, 0)
        order = self._probing_keys(check)
        within = check if max(width, height) > _LONG_SIDE else None
        idle = 0
        while order and idle < fruitless:
            cell = heappop(order) & 0xFFFFF
            if 0 <= end <= self.line_calls:
                return PAUSED
            if check is not None:
                check()
            idle += 1
            row, column = divmod(cell, width)
            lines = [row, height + column]
            if_black = black.copy(), white.copy()
            if_black[0][row] |= 1 << column
            if_black[0][height + column] |= 1 << row
            black_fails = self._settle(*if_black, lines, within) != STABLE
            if_white = black.copy(), white.copy()
            if_white[1][row] |= 1 << column
            if_white[1][height + column] |= 1 << row
            white_fails = self._settle(*if_white, lines, within) != STABLE
            if black_fails and white_fails:
                return CONTRADICTION
            if black_fails or white_fails:
                black[:], white[:] = if_white if black_fails else if_black
            elif marked := _take_common(black, white, if_black, if_white):
                # both trials stand and know all of this: no contradiction can arise
                self._settle(black, white, marked, within)
            else:
                left = self._unknown(*if_black), self._unknown(*if_white)
                weight = max(left), min(left)
                if best < 0 or weight < best_weight:
                    best, best_weight = cell, weight
                continue
            best, idle = SOLVED, 0
            order = self._probing_keys(check)
        return best

    def guess(self, attempts: int, share: float, sweeps: int, damping: float, check: Check | None, /) -> int:
        return PAUSED

    def _unknown(self, black: list[int], white: list[int]) -> int:
        known = sum((black[row] | white[row]).bit_count() for row in range(self.height))
        return self.width * self.height - known

    def _settle(self, black: list[int], white: list[int], marked: list[int], check: Check | None = None) -> int:
        height, clues, lengths, known = self.height, self._clues, self._lengths, self._known
        queue = deque(marked)
        waiting = set(marked)
        calls = 0
        while queue:
            line = queue.popleft()
            waiting.discard(line)
            calls += 1
            old_black, old_white = black[line], white[line]
            state = clues[line], lengths[line], old_black, old_white
            if state in known:
                follows = known[state]
            else:
                if check is not None:  # what is remembered takes no time
                    self.line_calls += calls
                    calls = 0
                    check()
                follows = what_follows(*state)
                if len(known) < _REMEMBERED:
                    known[state] = follows
            if follows is None:
                self.line_calls += calls
                return line
            new_black, new_white = follows
            if not new_black and not new_white:
                continue
            black[line] = old_black | new_black
            white[line] = old_white | new_white
            if line < height:
                own, first = 1 << line, height - 1
            else:
                own, first = 1 << (line - height), -1
            for new, known_cells in ((new_black, black), (new_white, white)):
                while new:
                    crossing = first + (new & -new).bit_length()
                    new &= new - 1
                    known_cells[crossing] |= own
                    if crossing not in waiting:
                        waiting.add(crossing)
                        queue.append(crossing)
        self.line_calls += calls
        return STABLE

    def _probing_keys(self, check: Check | None) -> list[int]:
        """The unknown cells as a heap of keys, the ones most likely to be decided first; the low 20 bits are the cell.

        Cells near the edge of the picture come first, then those with many known neighbours (the edge counts as
        known), then those in nearly known lines: as in `search`.
        """
        height, width = self.height, self.width
        everything = (1 << width) - 1
        known = [black | white for black, white in zip(self._black, self._white, strict=True)]
        left = [length - cells.bit_count() for length, cells in zip(self._lengths, known, strict=True)]
        keys: list[int] = []
        for row in range(height):
            if check is not None:
                check()
            unknown = everything & ~known[row]
            above = known[row - 1] if row else everything
            below = known[row + 1] if row + 1 < height else everything
            before, behind = known[row] << 1 | 1, known[row] >> 1 | 1 << (width - 1)
            row_edge = min(row, height - 1 - row)
            while unknown:
                column = (unknown & -unknown).bit_length() - 1
                unknown &= unknown - 1
                edge = min(row_edge, column, width - 1 - column)
                neighbours = (above >> column & 1) + (below >> column & 1) + (before >> column & 1)
                key = (edge << 3) + 4 - neighbours - (behind >> column & 1)
                keys.append((key << 12 | left[row] + left[height + column]) << 20 | row * width + column)
        heapify(keys)
        return keys


def _take_common(
    black: list[int], white: list[int], one: tuple[list[int], list[int]], other: tuple[list[int], list[int]]
) -> list[int]:
    """Let the sets learn what both trials know; returns the lines that learnt something."""
    marked: list[int] = []
    for known, first, second in ((black, one[0], other[0]), (white, one[1], other[1])):
        for line, cells in enumerate(known):
            if learnt := first[line] & second[line] & ~cells:
                known[line] |= learnt
                marked.append(line)
    return list(dict.fromkeys(marked))
