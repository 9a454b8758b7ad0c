"""The rules that weigh several places or arrangements: a run as either block, and all arrangements of a line."""

from __future__ import annotations

from collections.abc import Iterator

from harness.puzzle import Clue
from harness.solver.human.findings import Blocks, Cells, Finding
from harness.solver.human.line_view import LineView, Span
from harness.solver.lines import solve_line

FEW = 50
"""Arrangements that a person may go through; of more the sentence says that they are too many to list."""


def one_or_other(view: LineView) -> Iterator[Finding]:
    """`????.###?????` with 4,3: `????.###?.???`, for the run is the 4 from its first cell on, or the 3, the last one.

    Only where each block that the run can be has one place there.
    """
    for run in view.runs:
        places = _places(view, run)
        blocks = tuple(block for block, _ in places)
        if len(blocks) > 1 and len(set(blocks)) == len(blocks):
            yield _common(view, "one-or-other", run, places)


def either_block(view: LineView) -> Iterator[Finding]:
    """`????#?.???????` with 2,3,3: `??.?#?.???????`, for the run is the 2, or the 3 in one of its places."""
    for run in view.runs:
        places = _places(view, run)
        if places:
            several = len({block for block, _ in places}) > 1
            yield _common(view, "either-block" if several else "either-block-one", run, places)


def _places(view: LineView, run: Span) -> list[tuple[int, Span]]:
    """The blocks that the run can be part of, each with its place there; with every place, if there are several."""
    return [
        (block, Span(start, start + view.clue[block] - 1))
        for block in view.candidates(run, view.extremes)
        for start in view.starts(block, run, view.extremes)
    ]


def _common(view: LineView, sentence: str, run: Span, places: list[tuple[int, Span]]) -> Finding:
    """Find the cells that hold wherever the run's block stands: those that it covers, and those that no block reaches
    then.
    """
    black = white = (1 << view.length) - 1
    for block, place in places:
        before = view.extremes.reach(block - 1).last + 1 if block else 0
        behind = view.extremes.reach(block + 1).first - 1 if block + 1 < len(view.clue) else view.length - 1
        ends = 1 << place.first >> 1 | 1 << (place.last + 1)
        black &= place.mask
        white &= ends | Span(before, place.first - 1).mask | Span(place.last + 1, behind).mask
    blocks = Blocks(tuple(dict.fromkeys(block for block, _ in places)))
    return Finding(sentence, black, white, {"run": Cells.of(run), "blocks": blocks})


def all_arrangements(view: LineView) -> Iterator[Finding]:
    """`???#.???` with 1,2: `?.?#.???`; everything that follows for the line."""
    solved = solve_line(view.length, view.clue, view.black, view.white)
    if solved is None:
        return
    count = count_arrangements(view.length, view.clue, view.black, view.white)
    yield Finding(arrangements_sentence(count), solved[0], solved[1], {"count": count})


def arrangements_sentence(count: int) -> str:
    """The sentence for that many arrangements gone through."""
    return f"all-arrangements-{'one' if count == 1 else 'few' if count <= FEW else 'many'}"


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
