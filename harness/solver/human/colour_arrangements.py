"""The rules in colour that weigh several places or arrangements; as `arrangements` in black and white."""

from __future__ import annotations

from collections.abc import Iterator

from harness.solver.colour_lines import several, solve_colour_line
from harness.solver.human.arrangements import arrangements_sentence, common_cells, count_arrangements
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
    """Find the cells that hold wherever the run's block stands."""
    told = [0] * len(view.known)
    told[run.colour], told[WHITE] = common_cells(view, places)
    blocks = Blocks(tuple(dict.fromkeys(block for block, _ in places)))
    return ColourFinding(sentence, tuple(told), {"run": Run(run.span.mask, view.hues[run.colour]), "blocks": blocks})


def all_arrangements(view: ColourLineView) -> Iterator[ColourFinding]:
    """Everything that follows for the line: the cells that have one colour in all arrangements."""
    solved = solve_colour_line(view.length, view.clue, view.can)
    if solved is None:
        return
    count = count_arrangements(view.length, view.clue, view.can)
    told = tuple(cells & ~several(solved) for cells in solved)
    yield ColourFinding(arrangements_sentence(count), told, {"count": count})
