"""The rules that weigh several places or arrangements: a run as either block, and all arrangements of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.solver.human.findings import Blocks, Finding, Span
from harness.solver.human.line_view import WHITE, LineView
from harness.solver.lines import NumberedClue, members, several, solve_line

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
        (block, Span(start, start + view.lengths[block] - 1))
        for block in view.candidates(run, view.extremes)
        for start in members(view.starts(block, run, view.extremes))
    ]


def _common(view: LineView, sentence: str, run: Span, places: list[tuple[int, Span]]) -> Finding:
    """Find the cells that hold wherever the run's block stands."""
    told = [0] * len(view.known)
    told[run.colour], told[WHITE] = _common_cells(view, places)
    blocks = Blocks(tuple(dict.fromkeys(block for block, _ in places)))
    return Finding(sentence, tuple(told), {"run": view.known_run(run.mask, run.colour), "blocks": blocks})


def _common_cells(view: LineView, places: list[tuple[int, Span]]) -> tuple[int, int]:
    """The cells that a run's block covers at all these places, and those that no block reaches at any of them."""
    covered = white = (1 << view.length) - 1
    for block, place in places:
        before, behind = -1, view.length  # the last cell that the block before covers at most, the first one behind
        if block:
            gap = not view.meets(block - 1, block)
            before = min(view.extremes.reach(block - 1).last, place.first - 1 - gap)
        if block + 1 < len(view.lengths):
            gap = not view.meets(block, block + 1)
            behind = max(view.extremes.reach(block + 1).first, place.last + 1 + gap)
        covered &= place.mask
        white &= Span(before + 1, place.first - 1).mask | Span(place.last + 1, behind - 1).mask
    return covered, white


def all_arrangements(view: LineView) -> Iterator[Finding]:
    """`???#.???` with 1,2: `?.?#.???`; everything that follows for the line."""
    solved = solve_line(view.length, view.clue, view.can)
    if solved is None:
        return
    count = count_arrangements(view.length, view.clue, view.can)
    told = tuple(cells & ~several(solved) for cells in solved)
    number = "one" if count == 1 else "few" if count <= FEW else "many"
    yield Finding(f"all-arrangements-{number}", told, {"count": count})


def count_arrangements(length: int, clue: NumberedClue, can: Sequence[int]) -> int:
    """In how many ways the blocks fit the cells that may have their colours.

    >>> count_arrangements(5, ((1, 1), (1, 1)), (0b11111, 0b11111)), count_arrangements(3, ((1, 1), (1, 2)), (7, 7, 7))
    (6, 3)
    """
    # ways[i]: in how many ways the blocks so far fill the first i cells, the last block's end at i or white behind it
    white = can[0]
    ways = [1]
    for cell in range(length):
        ways.append(ways[cell] if white >> cell & 1 else 0)
    before = 0
    for size, colour in clue:
        following = [0] * (length + 1)
        for end in range(1, length + 1):
            if white >> (end - 1) & 1:
                following[end] = following[end - 1]
            start = end - size
            if start < 0 or Span(start, end - 1).mask & ~can[colour]:
                continue
            if colour != before:
                following[end] += ways[start]
            elif start and white >> (start - 1) & 1:
                following[end] += ways[start - 1]
        ways, before = following, colour
    return ways[length]
