"""Estimate whether a puzzle takes all arrangements of a line: several times as quick as `explain`, which knows."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from harness.puzzle import Clue, Puzzle
from harness.solver.human.findings import Span
from harness.solver.human.line_view import stretches
from harness.solver.kernel import build_kernel
from harness.solver.lines import members
from harness.solver.propagate import Board


def needs_all_arrangements(puzzle: Puzzle) -> bool:
    """Return True if easier rules seem not to be enough, for a puzzle that lines solve; in colour always.

    Three rules are asked, with the starts that the complete analysis leaves: `EXTREMES`, `UNREACHABLE` and
    `EITHER_BLOCK`. Of a hundred tricky puzzles of 25×25 they leave one or two open, and of the hard ones all.
    """
    if puzzle.in_colour:
        return True
    board, clues = Board.of(puzzle), puzzle.rows + puzzle.columns
    kernel = build_kernel(puzzle)
    waiting = deque(range(len(clues)))
    while waiting:
        number = waiting.popleft()
        unknown = board.open_cells(number)
        if not unknown or (analysed := (kernel or board).analyse(number)) is None:
            continue
        starts, (may_be_white, may_be_black) = analysed
        if not unknown & ~(may_be_white & may_be_black):
            continue
        white, black = _tell(board.length(number), clues[number], board.can[number][1] & ~unknown, starts)
        for colour, cells in enumerate((white & unknown, black & unknown)):
            for cell in members(cells):
                row, column = (number, cell) if number < board.height else (cell, number - board.height)
                if kernel is not None:
                    kernel.put(row, column, colour)
                waiting += [line for line in board.put(row, column, colour) if line not in waiting]
    return bool(board.open_count)


def _tell(length: int, clue: Clue, known: int, starts: Sequence[int]) -> tuple[int, int]:
    """White and black cells that follow in a line, from its black cells and the starts of its blocks."""
    places = [
        ((own & -own).bit_length() - 1, own.bit_length() - 1, size) for own, size in zip(starts, clue, strict=True)
    ]
    black = reached = 0
    for first, last, size in places:
        reached |= (1 << last + size) - (1 << first)
        if last < first + size:
            black |= (1 << first + size) - (1 << last)
    everything = (1 << length) - 1
    white = everything & ~reached
    for run_first, run_last, _ in stretches(known):
        covered = beside = everything
        for block, (first, last, size) in enumerate(places):
            if first > run_first or last + size <= run_last or size <= run_last - run_first:
                continue
            fits = (2 << run_first) - (1 << max(run_last - size + 1, 0)) & ~(known << 1 | known >> size)
            if own := starts[block] & fits:
                first, last = (own & -own).bit_length() - 1, own.bit_length() - 1
                before = min(places[block - 1][1] + places[block - 1][2] - 1, last - 2) if block else -1
                behind = max(places[block + 1][0], first + size + 1) if block + 1 < len(places) else length
                covered &= Span(last, first + size - 1).mask
                beside &= Span(before + 1, first - 1).mask | Span(last + size, behind - 1).mask
        black |= covered
        white |= beside
    return white, black
