"""Memoized recursion for a line, backtracking for the grid: Ilya Porublyov's way.

**A line.** *Try the block `b` at the start `s`*: it can stand there if it covers no cell known to be white, if the cell
behind it is not known to be black, and if the next block can be tried, with success, at some start further right, with
no known black cell skipped in between. The answer depends on `b` and `s` alone, so it is kept, and no pair is tried
twice. On the way back from each success, the cells that the block covers can be black, and those skipped can be white.
A cell that can be only one of them is known.

**The grid.** Lines are analysed, and those crossing a newly known cell once more, until none is in need of it. If cells
are unknown then, one of them is tried: on a copy of the grid it is black, on another it is white, and each copy is
treated alike. What leads to a contradiction is dropped; all solutions are found.

Two things are ours. The recursion runs on an explicit list of the blocks being tried, so that no line is too long
for the interpreter's stack; and what is kept are sets of starts in integers, so that all starts of the next block that
were tried before are looked up at once.

Source: the algorithm from Ilya Porublyov's page on the Japanese crossword (http://algolist.ru/misc/japancross.php).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harness.puzzle import Cell, Clue, Grid, Line, Puzzle
from harness.solver.propagate import Board
from harness.solver.strategy import Search, StepKind, Strategy, cell_text

KNOWN_ANALYSES = 20_000
"""So many line analyses are remembered: branches often meet the same line in the same state."""


def analyse_line(length: int, clue: Clue, black: int, white: int) -> tuple[int, int] | None:
    """What follows for a line, by trying each block at its possible starts.

    Args:
        length: cells in the line.
        clue: lengths of the blocks, each 1 or more, in order.
        black, white: sets of the known cells (bit i: cell i, cell 0 leftmost).

    Returns:
        The sets (black, white) of the cells known now; None if no arrangement fits.

    >>> analyse_line(5, (3,), 0b1, 0)
    (7, 24)
    >>> analyse_line(2, (1,), 0b11, 0) is None
    True
    """
    # A white cell is set before the line and one behind it, and before the first block another of no length on the
    # first of these, so that no block is a special case.
    black <<= 1
    white = white << 1 | 1 | 1 << (length + 1)
    blocks = (0, *clue)
    last = len(clue)
    room = _room_behind(clue, length)
    tried = [0] * (last + 1)  # the memory: starts that were tried for each block, and those that did
    fitting = [0] * (last + 1)
    can_be_black = can_be_white = 0
    starts = [0] * (last + 1)  # where the blocks now being tried stand; `block` is the last of them
    block = 0
    while block >= 0:
        start = starts[block]
        end = start + blocks[block]
        black_behind = black >> end
        if block == last:
            fits = not black_behind
            covered = (1 << (length + 2)) - (1 << end) if fits else 0
        else:
            # the next block starts right of the white cell at `end`, not beyond the first black cell from there on
            latest = room[block + 1]
            if black_behind:
                latest = min(latest, end + (black_behind & -black_behind).bit_length() - 1)
            candidates = (2 << latest) - (2 << end) if latest > end else 0
            if untried := candidates & ~tried[block + 1]:
                here = untried & -untried
                tried[block + 1] |= here
                size = blocks[block + 1]
                if not white & ((here << size) - here) and not black & (here << size):
                    block += 1
                    starts[block] = here.bit_length() - 1
                continue
            rightmost = (fitting[block + 1] & candidates).bit_length() - 1
            fits = rightmost > end
            covered = (1 << rightmost) - (1 << end) if fits else 0
        if fits:
            fitting[block] |= 1 << start
            can_be_black |= (1 << end) - (1 << start)
            can_be_white |= covered
        block -= 1
    if not fitting[0]:
        return None
    can_be_black >>= 1
    can_be_white = can_be_white >> 1 & ((1 << length) - 1)
    return can_be_black & ~can_be_white, can_be_white & ~can_be_black


def _room_behind(clue: Clue, length: int) -> list[int]:
    """The last cell, counted from 1, where each block may start so that those behind it have room.

    >>> _room_behind((2, 1), 6)
    [0, 3, 6]
    """
    room: list[int] = []
    cell = length + 2
    for group in reversed(clue):
        cell -= group + 1
        room.append(cell)
    return [0, *reversed(room)]


class Recursion(Strategy):
    """Blocks tried recursively with a memory, lines repeated while in need, cells tried on copies of the grid.

    Source: Ilya Porublyov's page on the Japanese crossword (http://algolist.ru/misc/japancross.php).

    >>> sorted(grid.rows for grid in Recursion().solutions(Puzzle(((1,), (1,)), ((1,), (1,)))))
    [('#.', '.#'), ('.#', '#.')]
    """

    name = "recursion"
    summary = "memoized recursion over (block, start) for a line, then cells tried on copies of the grid"

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        return _Backtracking(puzzle, search).solutions()


class _Trial(NamedTuple):
    """A copy of the grid on which a cell is still to be coloured, `depth` suppositions with it."""

    board: Board
    row: int
    column: int
    cell: Cell
    depth: int


class _Backtracking:
    """The walk over the copies of the grid."""

    def __init__(self, puzzle: Puzzle, search: Search) -> None:
        self._search = search
        self._budget = search.budget
        self._board = Board.of(puzzle)
        self._known: dict[tuple[int, int, int], tuple[int, int] | None] = {}

    def solutions(self) -> Iterator[Grid]:
        """All solutions.

        Raises:
            StoppedError: the budget ran out.
        """
        search, board = self._search, self._board
        try:
            search.contradiction = self._repeat(board, set(range(len(board.clues))), 0)
        finally:
            search.fixpoint = board.grid()
        if search.contradiction is not None:
            return
        if search.fixpoint.unknown_count == 0:
            yield self._solution(board, 0, is_last=True)
            return
        search.tell(StepKind.STALLED, search.fixpoint, note="the lines stall here: cells are tried from now on")
        stack = self._trials(board, 1)
        while stack:
            trial = stack.pop()
            board = trial.board
            marked = board.put(trial.row, trial.column, trial.cell)
            if search.is_watched:
                colour = "black" if trial.cell is Cell.BLACK else "white"
                note = f"suppose {cell_text(trial.row, trial.column)} is {colour}"
                search.tell(StepKind.TRIAL, board.grid(), note=note, depth=trial.depth)
            if self._repeat(board, set(marked), trial.depth) is not None:
                continue
            if board.unknown_count == 0:
                yield self._solution(board, trial.depth, is_last=not stack)
            else:
                stack += self._trials(board, trial.depth + 1)

    def _solution(self, board: Board, depth: int, *, is_last: bool) -> Grid:
        if is_last:
            self._search.say_that_last_solution_follows()
        solution = board.grid()
        self._search.tell(StepKind.SOLUTION, solution, note="a solution", depth=depth)
        return solution

    def _trials(self, board: Board, depth: int) -> list[_Trial]:
        """Both colours of the cell to be tried, black last, for it is tried first."""
        self._search.guesses += 1
        row, column = _cell_to_try(board)
        return [
            _Trial(board.copy(), row, column, Cell.WHITE, depth),
            _Trial(board, row, column, Cell.BLACK, depth),
        ]

    def _repeat(self, board: Board, in_need: set[int], depth: int) -> Line | None:
        """Analyse the lines in need, rows before columns, and those that become so, until none is.

        Returns:
            None, or the line that no arrangement fits.

        Raises:
            StoppedError: the budget ran out.
        """
        height, black, white = board.height, board.black, board.white
        tell = self._search.line_teller(board, depth)
        while in_need:
            for number in sorted(in_need):
                in_need.discard(number)
                old_black, old_white = black[number], white[number]
                analysed = self._analyse(board, number)
                if analysed is None:
                    if self._search.is_watched:
                        line = board.line(number)
                        note = f"no arrangement fits {line}"
                        self._search.tell(StepKind.BACK, board.grid(), line, note, depth)
                    return board.line(number)
                black[number], white[number] = analysed
                own, first_crossing = (number, height) if number < height else (number - height, 0)
                for known, new in ((black, analysed[0] & ~old_black), (white, analysed[1] & ~old_white)):
                    while new:
                        crossing = first_crossing + (new & -new).bit_length() - 1
                        known[crossing] |= 1 << own
                        in_need.add(crossing)
                        new &= new - 1
                if tell is not None:
                    tell(number)
        return None

    def _analyse(self, board: Board, number: int) -> tuple[int, int] | None:
        self._budget.spend_line_call()
        state = number, board.black[number], board.white[number]
        if state in self._known:
            return self._known[state]
        analysed = analyse_line(board.length(number), board.clues[number], *state[1:])
        if len(self._known) >= KNOWN_ANALYSES:
            self._known.clear()
        self._known[state] = analysed
        return analysed


def _cell_to_try(board: Board) -> tuple[int, int]:
    """The first unknown cell of the row or column with the fewest unknown cells: (row, column)."""
    unknowns = [
        ((1 << board.length(line)) - 1) & ~(board.black[line] | board.white[line]) for line in range(len(board.clues))
    ]
    line = min((line for line, cells in enumerate(unknowns) if cells), key=lambda line: unknowns[line].bit_count())
    first = (unknowns[line] & -unknowns[line]).bit_length() - 1
    return (line, first) if line < board.height else (first, line - board.height)
