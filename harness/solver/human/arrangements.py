"""The rules that weigh several arrangements of a line: mutual exclusion, and trying all arrangements."""

from __future__ import annotations

from collections.abc import Iterator

from harness.puzzle import Clue
from harness.solver.human.findings import Block, Blocks, Cells, Facts, Finding
from harness.solver.human.line_view import LineView, Span
from harness.solver.lines import solve_line

FEW = 50
"""Up to so many arrangements a sentence speaks of all of them; beyond, of what a cell of the other colour would do."""


def mutual_exclusion(view: LineView) -> Iterator[Finding]:
    """`?#.???#.??#?` with 1,2,1,2: the last run is what the others leave over for it."""
    at_first = [view.candidates(run) for run in view.runs]
    left_over = _exclude(view, at_first)
    for run, before, blocks in zip(view.runs, at_first, left_over, strict=True):
        places = [
            (start, Span(start, start + view.clue[block] - 1)) for block in blocks for start in view.starts(block, run)
        ]
        if not places:
            continue
        black = white = (1 << view.length) - 1
        for start, place in places:
            black &= place.mask
            white &= 1 << start >> 1 | 1 << (place.last + 1)
        sentence = "either-block" if blocks == before else "mutual-exclusion"
        if len(blocks) == 1:
            sentence += "-one"
        facts: Facts = {"run": Cells.of(run), "blocks": Blocks(blocks), "block": Block(blocks[0])}
        yield Finding(sentence, black, white, facts)


def _exclude(view: LineView, candidates: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Strike out the blocks that a run cannot be because of the runs beside it, until nothing more is struck out.

    The runs' blocks stand in the order of the runs; two runs are one block only if it is long enough to be both.
    """
    left = candidates.copy()
    changed = True
    while changed:
        changed = False
        for number in range(len(left) - 1):
            one, other = view.runs[number], view.runs[number + 1]
            pairs = [(a, b) for a in left[number] for b in left[number + 1] if _can_follow(view, one, other, a, b)]
            for place, side in ((number, 0), (number + 1, 1)):
                kept = tuple(sorted({pair[side] for pair in pairs}))
                changed = changed or kept != left[place]
                left[place] = kept
    return left


def _can_follow(view: LineView, one: Span, other: Span, block: int, next_block: int) -> bool:
    if block == next_block:
        return bool(view.starts(block, Span(one.first, other.last)))
    return block < next_block


def all_arrangements(view: LineView) -> Iterator[Finding]:
    """Everything that follows for the line: `solve_line`."""
    solved = solve_line(view.length, view.clue, view.black, view.white)
    if solved is None:
        return
    count = count_arrangements(view.length, view.clue, view.black, view.white)
    variant = "one" if count == 1 else "few" if count <= FEW else "many"
    yield Finding(f"all-arrangements-{variant}", solved[0], solved[1], {"count": count})


def count_arrangements(length: int, clue: Clue, black: int, white: int) -> int:
    """In how many ways the blocks fit the known cells.

    >>> count_arrangements(5, (1, 1), 0, 0), count_arrangements(5, (1, 1), 0b100, 0)
    (6, 2)
    """
    # ways[c]: in how many ways the blocks so far fit into the first c cells, each with its white cell behind it; a
    # white cell behind the line serves the last block
    ways = [1]
    for cell in range(length + 1):
        ways.append(0 if black >> cell & 1 else ways[cell])
    for block in clue:
        following = [0] * (length + 2)
        for cell in range(1, length + 2):
            if black >> (cell - 1) & 1:
                continue
            following[cell] = following[cell - 1]
            place = Span(cell - 1 - block, cell - 2)
            if place.first >= 0 and not place.mask & white:
                following[cell] += ways[place.first]
        ways = following
    return ways[length + 1]
