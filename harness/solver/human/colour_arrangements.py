"""The rules in colour that weigh several places or arrangements; as `arrangements` in black and white."""

from __future__ import annotations

from collections.abc import Iterator

from harness.solver.colour_lines import several, solve_colour_line
from harness.solver.human.arrangements import arrangements_sentence
from harness.solver.human.colour_view import WHITE, ColourLineView, ColourRun
from harness.solver.human.findings import Blocks, ColourFinding, Run
from harness.solver.human.line_view import Span


def one_or_other(view: ColourLineView) -> Iterator[ColourFinding]:
    """Find runs whose blocks have one place each, and the cells common to all of them."""
    for run in view.runs:
        places = _places(view, run)
        blocks = [block for block, _ in places]
        if len(blocks) > 1 and len(set(blocks)) == len(blocks):
            yield _common(view, "one-or-other", run, places)


def either_block(view: ColourLineView) -> Iterator[ColourFinding]:
    """Find the cells that hold whichever block a run is, and wherever that stands."""
    for run in view.runs:
        places = _places(view, run)
        if places:
            is_one = len({block for block, _ in places}) == 1
            yield _common(view, "either-block-one" if is_one else "either-block", run, places)


def _places(view: ColourLineView, run: ColourRun) -> list[tuple[int, Span]]:
    """The blocks that the run can be part of, each with every place that it has there."""
    found = []
    for block in view.candidates(run.span, run.colour, view.extremes):
        starts = view.starts(block, run.span, view.extremes)
        while starts:
            start = (starts & -starts).bit_length() - 1
            found.append((block, Span(start, start + view.lengths[block] - 1)))
            starts &= starts - 1
    return found


def _common(view: ColourLineView, sentence: str, run: ColourRun, places: list[tuple[int, Span]]) -> ColourFinding:
    """Find the cells that hold wherever the run's block stands: those that it covers, and those that no block reaches
    then.
    """
    covered = white = (1 << view.length) - 1
    for block, place in places:
        before, behind = -1, view.length  # the last cell that the block before covers at most, the first one behind
        if block:
            gap = not view.meets(block - 1, block)
            before = min(view.extremes.reach(block - 1).last, place.first - 1 - gap)
        if block + 1 < len(view.clue):
            gap = not view.meets(block, block + 1)
            behind = max(view.extremes.reach(block + 1).first, place.last + 1 + gap)
        covered &= place.mask
        white &= Span(before + 1, place.first - 1).mask | Span(place.last + 1, behind - 1).mask
    told = [0] * len(view.known)
    told[WHITE], told[run.colour] = white, covered
    blocks = Blocks(tuple(dict.fromkeys(block for block, _ in places)))
    return ColourFinding(sentence, tuple(told), {"run": Run(run.span.mask, view.hues[run.colour]), "blocks": blocks})


def all_arrangements(view: ColourLineView) -> Iterator[ColourFinding]:
    """Everything that follows for the line: the cells that have one colour in all arrangements."""
    solved = solve_colour_line(view.length, view.clue, view.can)
    if solved is None:
        return
    count = count_colour_arrangements(view)
    told = tuple(cells & ~several(solved) for cells in solved)
    yield ColourFinding(arrangements_sentence(count), told, {"count": count})


def count_colour_arrangements(view: ColourLineView) -> int:
    """In how many ways the blocks fit the known cells.

    >>> [count_colour_arrangements(ColourLineView.of("???", clue)) for clue in ("1r 1b", "1r 1r")]
    [3, 1]
    """
    # ways[i]: in how many ways the blocks so far fill the first i cells, the last block's end at i or white behind it
    white = view.can[WHITE]
    ways = [1]
    for cell in range(view.length):
        ways.append(ways[cell] if white >> cell & 1 else 0)
    before = WHITE
    for length, colour in view.clue:
        following = [0] * (view.length + 1)
        for end in range(1, view.length + 1):
            if white >> (end - 1) & 1:
                following[end] = following[end - 1]
            start = end - length
            if start < 0 or Span(start, end - 1).mask & ~view.can[colour]:
                continue
            if colour != before:
                following[end] += ways[start]
            elif start and white >> (start - 1) & 1:
                following[end] += ways[start - 1]
        ways, before = following, colour
    return ways[view.length]
