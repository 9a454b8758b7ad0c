"""The rules that weigh several places or arrangements: a run as either block, and all arrangements of a line."""

from __future__ import annotations

from collections.abc import Iterator

from harness.puzzle import Clue
from harness.solver.human.findings import Blocks, Cells, Finding
from harness.solver.human.line_view import LineView, Span
from harness.solver.lines import solve_line

FEW = 50
"""Up to so many arrangements a person may go through; of more the sentence says that they are too many to list."""


def either_block(view: LineView) -> Iterator[Finding]:
    """`??#?????` with 1,3: `?.#?????`, for the run is the 1 or begins the 3."""
    for run in view.runs:
        places = [
            (start, Span(start, start + view.clue[block] - 1))
            for block in view.candidates(run, view.extremes)
            for start in view.starts(block, run, view.extremes)
        ]
        black = white = (1 << view.length) - 1
        for start, place in places:
            black &= place.mask
            white &= 1 << start >> 1 | 1 << (place.last + 1)
        if places:
            blocks = view.candidates(run, view.extremes)
            sentence = "either-block" if len(blocks) > 1 else "either-block-one"
            yield Finding(sentence, black, white, {"run": Cells.of(run), "blocks": Blocks(blocks)})


def all_arrangements(view: LineView) -> Iterator[Finding]:
    """`???#.???` with 1,2: `?.?#.???`; everything that follows for the line."""
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
