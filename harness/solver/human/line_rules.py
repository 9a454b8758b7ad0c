"""The named rules that look at one line, each a function from a `LineView` to findings.

A rule takes for granted that some arrangement of the blocks fits the known cells (`steps` sees to that) and never
decides a cell against one that does. It may name cells that are known already; `findings_of` leaves those out.

Source: overlap, glue, joining, splitting and the like are what every guide to these puzzles teaches (for example the
article "Nonogram" of the English Wikipedia); the functions here follow from the definition of an arrangement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from harness.solver.human import arrangements
from harness.solver.human.findings import Block, Cells, Facts, Finding, Limit, Side, Wall, Why
from harness.solver.human.line_view import LineView, Ranges, Span

LineRule = Callable[[LineView], Iterator[Finding]]


def findings_of(rule: LineRule, view: LineView) -> tuple[Finding, ...]:
    """What the rule decides in the line; every finding decides at least one cell that those before it do not.

    >>> findings_of(overlap, LineView.of("?????", (4,)))[0].black
    14
    >>> findings_of(overlap, LineView.of("?###?", (4,)))
    ()
    """
    white, black = view.may_tell
    if (rule in _TELLS_WHITE and not white) or (rule in _TELLS_BLACK and not black):
        return ()
    unknown = view.unknown
    found = []
    for finding in rule(view):
        black, white = finding.black & unknown, finding.white & unknown
        if black | white:
            found.append(Finding(finding.sentence, black, white, finding.facts))
            unknown &= ~(black | white)
    return tuple(found)


def no_blocks(view: LineView) -> Iterator[Finding]:
    """`???` without blocks: `...`."""
    if not view.clue:
        yield Finding("no-blocks", white=view.unknown)


def full_line(view: LineView) -> Iterator[Finding]:
    """`????` with 2,1: `##.#`."""
    needed = sum(view.clue) + len(view.clue) - 1
    if not view.clue or needed != view.length:
        return
    black = Cells.of(*(view.packed.first_place(block) for block in range(len(view.clue)))).mask
    sentence = "full-line" if len(view.clue) > 1 else "full-line-one"
    yield Finding(sentence, black, view.unknown & ~black, {"block": Block(0)})


def completed_line(view: LineView) -> Iterator[Finding]:
    """`?##?#?` with 2,1: `.##.#.`."""
    total = sum(view.clue)
    if total and view.black.bit_count() == total:
        sentence = {1: "completed-line-one", 2: "completed-line-both"}.get(total, "completed-line")
        yield Finding(sentence, white=view.unknown, facts={"total": total})


def last_blacks(view: LineView) -> Iterator[Finding]:
    """`?.#?` with 1,2: `#.##`."""
    missing = sum(view.clue) - view.black.bit_count()
    if missing and view.unknown.bit_count() == missing:
        sentence = "last-blacks" if missing > 1 else "last-blacks-one"
        yield Finding(sentence, black=view.unknown, facts={"missing": missing})


def overlap(view: LineView) -> Iterator[Finding]:
    """`?????` with 4: `?###?`."""
    return _overlap(
        view.may_tell[1], view.packed, "overlap" if len(view.clue) > 1 else "overlap-alone", "overlap-one-place"
    )


def extremes(view: LineView) -> Iterator[Finding]:
    """`????#????` with 1,2,2: `????#??#?`, for the known black cell must be covered, too."""
    return _overlap(view.may_tell[1], view.extremes, "extremes", "extremes-one-place")


def _overlap(may_tell: int, ranges: Ranges, sentence: str, one_place: str) -> Iterator[Finding]:
    for block, common in ranges.cores:
        if not common & may_tell:
            continue
        first, last = ranges.first_place(block), ranges.last_place(block)
        facts: Facts = {"block": Block(block), "first": Cells.of(first), "last": Cells.of(last)}
        yield Finding(sentence if first != last else one_place, common, facts=facts)


def finished_block(view: LineView) -> Iterator[Finding]:
    """`?##??` with 2: `.##.?`."""
    return _finished(view, view.packed)


def _finished(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for run in view.runs:
        ends = _ends(run) & view.unknown
        if not ends & view.may_tell[0] or run.length not in view.clue:
            continue
        blocks = view.candidates(run, ranges)
        if blocks and max([view.clue[block] for block in blocks]) == run.length:
            sentence = "finished-block" if len(blocks) == 1 else "finished-block-longest"
            facts: Facts = {**_owner(view, run, blocks), "longest": run.length}
            yield Finding(sentence, white=ends, facts=facts)


def _owner(view: LineView, run: Span, blocks: tuple[int, ...]) -> Facts:
    """The run, the block that it belongs to, or the first of those that it may belong to, and why to no other."""
    return {"run": Cells.of(run), "block": Block(blocks[0]), "why": _why(view, run, blocks)}


def _why(view: LineView, run: Span, blocks: tuple[int, ...]) -> Why:
    if view.candidates(run, view.packed) != blocks:
        return Why.TAKEN
    others = [block for block in range(len(view.clue)) if block not in blocks]
    if len(blocks) > 1 or not others:
        return Why.ONLY_BLOCK
    if all(view.clue[block] < run.length for block in others):
        return Why.TOO_SHORT
    if all(run.mask & ~view.packed.reach(block).mask for block in others):
        return Why.OUT_OF_REACH
    return Why.NOT_THERE


def _ends(run: Span) -> int:
    """The cells next to the run; the last one may lie behind the line."""
    return 1 << run.first >> 1 | 1 << (run.last + 1)


def joining(view: LineView) -> Iterator[Finding]:
    """`?#?#??` with 4: `?###??`."""
    return _joined(view, view.packed)


def _joined(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for one, other in zip(view.runs, view.runs[1:], strict=False):
        if other.last - one.first >= view.longest or not Span(one.last + 1, other.first - 1).mask & view.may_tell[1]:
            continue
        blocks = view.candidates(one, ranges)
        if len(blocks) == 1 and blocks == view.candidates(other, ranges):
            whys = {_why(view, one, blocks), _why(view, other, blocks)}
            why = Why.TAKEN if Why.TAKEN in whys else whys.pop() if len(whys) == 1 else Why.NOT_THERE
            facts: Facts = {"runs": Cells.of(one, other), "block": Block(blocks[0]), "why": why}
            yield Finding("joining", Span(one.last + 1, other.first - 1).mask, facts=facts)


def splitting(view: LineView) -> Iterator[Finding]:
    """`?##?#?` with 2,2: `?##.#?`."""
    return _split(view, view.packed)


def _split(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for one, other in zip(view.runs, view.runs[1:], strict=False):
        joined = Span(one.first, other.last)
        if other.first - one.last != 2 or not 1 << (one.last + 1) & view.may_tell[0]:
            continue
        if view.candidates(joined, ranges):
            continue
        longest = max((view.clue[block] for run in (one, other) for block in view.candidates(run, ranges)), default=0)
        cell = Cells(1 << (one.last + 1))
        facts: Facts = {"cell": cell, "joined": Cells.of(joined), "length": joined.length, "longest": longest}
        sentence = "splitting" if longest < joined.length else "splitting-misfit"
        yield Finding(sentence, white=cell.mask, facts=facts)


def does_not_fit(view: LineView) -> Iterator[Finding]:
    """`?.????` with 2: `..????`."""
    for gap in view.gaps:
        if gap.mask & view.black or not gap.mask & view.may_tell[0]:
            continue
        reaching = [view.clue[block] for block in range(len(view.clue)) if view.extremes.reach(block).mask & gap.mask]
        if min(view.clue, default=0) > gap.length:
            sentence, shortest = "does-not-fit-any", min(view.clue)
        elif min(reaching, default=0) > gap.length:
            sentence, shortest = "does-not-fit", min(reaching)
        else:
            continue
        walls = {"start": _wall_beside(view, gap, Side.START), "end": _wall_beside(view, gap, Side.END)}
        yield Finding(sentence, white=gap.mask, facts={**walls, "room": gap.length, "shortest": shortest})


def _wall_beside(view: LineView, gap: Span, side: Side) -> Wall:
    if side is Side.START:
        return Wall(side, gap.first - 1 if gap.first else None)
    return Wall(side, gap.last + 1 if gap.last + 1 < view.length else None)


def push_from_wall(view: LineView) -> Iterator[Finding]:
    """`?#???` with 3: `?##??`, away from the edge; a white cell is a wall as well."""
    return _pushed(view, view.packed)


def _pushed(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for run in view.runs:
        if not _ends(run) & view.may_tell[1]:
            continue
        gap = view.gap_of(run.first)
        if gap.first + view.longest - 1 <= run.last and gap.last - view.longest + 1 >= run.first:
            continue
        blocks = view.candidates(run, ranges)
        if not blocks:
            continue
        shortest = min([view.clue[block] for block in blocks])
        away = gap.first + shortest - 1, gap.last - shortest + 1  # as far as the block reaches from either wall
        sentence = "push-from-wall" if len(blocks) == 1 else "push-from-wall-shortest"
        for side, reached, pushed in (
            (Side.START, away[0], Span(run.last + 1, away[0])),
            (Side.END, away[1], Span(away[1], run.first - 1)),
        ):
            if pushed.length > 0:
                facts: Facts = {**_owner(view, run, blocks), "shortest": shortest, "reached": Cells(1 << reached)}
                yield Finding(sentence, pushed.mask, facts={**facts, "wall": _wall_beside(view, gap, side)})


def mutual_exclusion(view: LineView) -> Iterator[Finding]:
    """`????#???#?` with 1,1,2: `???.#.??#?`, for the last run needs the 2."""
    for rule in (_finished, _joined, _split, _pushed):
        yield from rule(view, view.extremes)
    yield from arrangements.one_or_other(view)


def unreachable(view: LineView) -> Iterator[Finding]:
    """`??#????` with 2: `.?#?...`."""
    ranges = view.extremes
    before = -1  # the last cell that the block before reaches
    for block in range(len(view.clue)):
        reach = ranges.reach(block)
        if Span(before + 1, reach.first - 1).mask & view.may_tell[0]:
            facts: Facts = {"starts": _limit(view, block, Side.START)}
            between = Span(before + 1, reach.first - 1)
            if block:
                ends = _limit(view, block - 1, Side.END)
                yield Finding("unreachable-between", white=between.mask, facts={**facts, "ends": ends})
            else:
                yield Finding("unreachable-before", white=between.mask, facts=facts)
        before = reach.last
    if view.clue and Span(before + 1, view.length - 1).mask & view.may_tell[0]:
        ends = _limit(view, len(view.clue) - 1, Side.END)
        yield Finding("unreachable-after", white=Span(before + 1, view.length - 1).mask, facts={"ends": ends})


def _limit(view: LineView, block: int, side: Side) -> Limit:
    reach = view.extremes.reach(block)
    for run in view.runs:
        if view.candidates(run, view.extremes) != (block,):
            continue
        if side is Side.START and reach.first == run.last - view.clue[block] + 1:
            return Limit(block, side, reach.first, run)
        if side is Side.END and reach.last == run.first + view.clue[block] - 1:
            return Limit(block, side, reach.last, run)
    return Limit(block, side, reach.first if side is Side.START else reach.last)


_TELLS_WHITE = {no_blocks, completed_line, finished_block, splitting, does_not_fit, unreachable}
_TELLS_BLACK = {last_blacks, overlap, joining, push_from_wall, extremes}
"""The rules that find cells of one colour alone, and need not look at a line that has no more of them to be found."""
