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

    >>> needs_all_arrangements(Puzzle(((2,), (1,)), ((1,), (2,))))
    False
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
        white, black = _tell(board.length(number), clues[number], board.can[number][1] & ~unknown, analysed[0])
        for colour, cells in enumerate((white & unknown, black & unknown)):
            for cell in members(cells):
                row, column = (number, cell) if number < board.height else (cell, number - board.height)
                if kernel is not None:
                    kernel.put(row, column, colour)
                waiting += [line for line in board.put(row, column, colour) if line not in waiting]
    return bool(board.open_count)


def _tell(length: int, clue: Clue, known: int, starts: Sequence[int]) -> tuple[int, int]:
    """White and black cells that follow in a line, from its black cells and the starts of its blocks."""
    reaches = [
        Span((own & -own).bit_length() - 1, own.bit_length() + size - 2) for own, size in zip(starts, clue, strict=True)
    ]
    black = reached = 0
    for (first, last, _), size in zip(reaches, clue, strict=True):
        reached |= Span(first, last).mask
        black |= Span(last - size + 1, first + size - 1).mask
    everything = (1 << length) - 1
    white = everything & ~reached
    for run in stretches(known):
        covered = beside = everything
        for block, size in enumerate(clue):
            own = starts[block] & Span(max(run.last - size + 1, 0), run.first).mask & ~(known << 1 | known >> size)
            if not own:
                continue
            first, last = (own & -own).bit_length() - 1, own.bit_length() - 1
            before = min(reaches[block - 1].last, last - 2) if block else -1
            behind = max(reaches[block + 1].first, first + size + 1) if block + 1 < len(clue) else length
            covered &= Span(last, first + size - 1).mask
            beside &= Span(before + 1, first - 1).mask | Span(last + size, behind - 1).mask
        black |= covered
        white |= beside
    return white, black
