"""Memoized recursion for a line, backtracking for the grid: Ilya Porublyov's way.

**A line.** *Try the block `b` at the start `s`*: it can stand there if it covers no cell known to be white, if the cell
behind it is not known to be black, and if the next block can be tried, with success, at some start further right, with
no known black cell skipped in between. The answer depends on `b` and `s` alone, so it is kept, and no pair is tried
twice. On the way back from each success, the cells that the block covers can be black, and those skipped can be white.
A cell that can be only one of them is known. In colour, a block of another colour may follow at once; black and white
is the case of one colour. A blotted block, of any length, is tried as two: its first cell, and its end, which may be
tried as far behind it as cells can have its colour.

**The grid.** Lines are analysed, and those crossing a newly known cell once more, until none is in need of it. If cells
are unknown then, one of them is tried: on a copy of the grid it is black, on another it is white, and each copy is
treated alike. A colour that leads to a contradiction is dropped; all solutions are found.

Two things are ours. The recursion runs on an explicit list of the blocks being tried, so that no line is too long
for the interpreter's stack; and the memory is sets of starts in integers, so that all tried starts of the next block
are looked up at once.

Source: the algorithm from Ilya Porublyov's page on the Japanese crossword (http://algolist.ru/misc/japancross.php).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.puzzle import BLOT, Grid, Line, Puzzle, least_length
from harness.solver.lines import NumberedClue
from harness.solver.propagate import Board
from harness.solver.strategy import Search, StepKind, Strategy

KNOWN_ANALYSES = 20_000
"""Line analyses remembered, because branches often meet the same line in the same state."""


def analyse_line(length: int, clue: NumberedClue, can: Sequence[int]) -> list[int] | None:
    """Analyse a line by trying each block at its possible starts; called and answering as `lines.solve_line`."""
    must = ~can[0] & ((1 << length) - 1)  # the cells that are no background
    blocks = [_Block(0, 0)]  # before the first block another of no length, so that no block is a special case
    for size, colour in clue:
        blocks.append(_Block(least_length(size), colour))
        if size == BLOT:
            blocks.append(_Block(0, colour, is_end=True))
    last = len(blocks) - 1
    room = _room_behind(blocks[1:], length)
    tried = [0] * (last + 1)  # the memory: starts that were tried for each block, and those that did
    fitting = [0] * (last + 1)
    analysed = [0] * len(can)
    starts = [0] * (last + 1)  # where the blocks now being tried stand; `block` is the last of them
    block = 0
    while block >= 0:
        start = starts[block]
        size, colour, _ = blocks[block]
        end = start + size
        must_behind = must >> end
        between = 0  # the colour of cells that are skipped on the way to the next block
        if block == last:
            fits = not must_behind
            skipped = (1 << length) - (1 << end)
        else:
            # the next block starts behind this one, or behind a gap, and not beyond the first cell that must be in one
            latest = room[block + 1]
            next_size, next_colour, is_end = blocks[block + 1]
            if is_end:  # not beyond the first cell that cannot be in this one
                between = colour
                must_behind = ~can[colour] >> end
            if must_behind:
                latest = min(latest, end + (must_behind & -must_behind).bit_length() - 1)
            earliest = end + 1 if next_colour == colour and not is_end else end
            candidates = (2 << latest) - (1 << earliest) if latest >= earliest else 0
            if untried := candidates & ~tried[block + 1]:
                here = untried & -untried
                tried[block + 1] |= here
                if not ~can[next_colour] & ((here << next_size) - here):
                    block += 1
                    starts[block] = here.bit_length() - 1
                continue
            rightmost = (fitting[block + 1] & candidates).bit_length() - 1
            fits = rightmost >= 0
            skipped = (1 << rightmost) - (1 << end) if fits else 0
        if fits:
            fitting[block] |= 1 << start
            analysed[colour] |= (1 << end) - (1 << start)
            analysed[between] |= skipped
        block -= 1
    return analysed if fitting[0] else None


class _Block(NamedTuple):
    """A block to try at a start; `is_end` if it is the end of the blotted block before it, and has no cell."""

    size: int
    colour: int
    is_end: bool = False


def _room_behind(blocks: Sequence[_Block], length: int) -> list[int]:
    """The last cell where each block may start so that those behind it have room."""
    room: list[int] = []
    start, behind = length, 0
    for size, colour, is_end in reversed(blocks):
        start -= size + (colour == behind)
        behind = 0 if is_end else colour  # no gap before an end
        room.append(start)
    return [0, *reversed(room)]


class Recursion(Strategy):
    """Blocks tried recursively with a memory, lines repeated while in need, cells tried on copies of the grid."""

    name = "recursion"

    def _walk(self, puzzle: Puzzle, search: Search) -> Iterator[Grid]:
        board = Board.of(puzzle)
        board.know(search.given)
        return _Backtracking(board, search).solutions()


class _Backtracking:
    def __init__(self, board: Board, search: Search) -> None:
        self._board, self._search = board, search
        self._known: dict[tuple[int, ...], list[int] | None] = {}

    def solutions(self) -> Iterator[Grid]:
        """All solutions."""
        search, board = self._search, self._board
        try:
            wrong = self._repeat(board, set(range(len(board.clues))), 0)
        finally:
            search.fixpoint = board.grid()
        if not search.settle(search.fixpoint, wrong, "the lines stall here"):
            return
        if search.fixpoint.unknown_count == 0:
            yield search.solution(search.fixpoint, is_last=True)
            return
        stack = self._trials(board, 1)
        while stack:
            board, row, column, colour, depth = stack.pop()
            marked = board.put(row, column, colour)
            if search.is_watched:
                search.tell_supposed(board.grid(), row, column, board.names[colour], depth)
            if self._repeat(board, set(marked), depth) is not None:
                continue
            if not board.open_count:
                yield search.solution(board.grid(), depth, is_last=not stack)
            else:
                stack += self._trials(board, depth + 1)

    def _trials(self, board: Board, depth: int) -> list[tuple[Board, int, int, int, int]]:
        """All colours of the first open cell of the line with the fewest, the background first: it is tried last.

        Each comes with a copy of the grid and the cell to give it to, and with the number of suppositions then.
        """
        self._search.guesses += 1
        opened = [board.open_cells(line) for line in range(len(board.clues))]
        line = min((line for line, cells in enumerate(opened) if cells), key=lambda line: opened[line].bit_count())
        first = (opened[line] & -opened[line]).bit_length() - 1
        row, column = (line, first) if line < board.height else (first, line - board.height)
        return [(board.copy(), row, column, colour, depth) for colour in board.colours(row, column)]

    def _repeat(self, board: Board, in_need: set[int], depth: int) -> Line | None:
        """Analyse the lines in need, rows first, until none is; return the line that no arrangement fits, if any."""
        tell = self._search.line_teller(board, depth)
        while in_need:
            for number in sorted(in_need):
                in_need.discard(number)
                analysed = self._analyse(board, number)
                if analysed is None:
                    line = board.line(number)
                    if depth and self._search.is_watched:
                        self._search.tell(StepKind.BACK, board.grid(), line, f"no arrangement fits {line}", depth)
                    return line
                in_need.update(board.learn(number, analysed))
                if tell is not None:
                    tell(number)
        return None

    def _analyse(self, board: Board, number: int) -> list[int] | None:
        self._search.budget.spend_line_call()
        state = number, *board.can[number]
        if state in self._known:
            return self._known[state]
        analysed = analyse_line(board.length(number), board.clues[number], board.can[number])
        if len(self._known) >= KNOWN_ANALYSES:
            self._known.clear()
        self._known[state] = analysed
        return analysed
