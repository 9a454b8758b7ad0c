"""The named rules that look at one line, each a function from a `LineView` to findings.

A rule takes for granted that some arrangement of the blocks fits the known cells (`steps` sees to that) and never
decides a cell against one that does. It may name cells that are known already; `findings_of` leaves those out.

Source: overlap, glue, joining, splitting and the like are what every guide to these puzzles teaches (for example the
article "Nonogram" of the English Wikipedia); the functions here follow from the definition of an arrangement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum

from harness.solver.human import arrangements
from harness.solver.human.findings import Block, Cells, Facts, Finding, Limit, Side, Wall, Why
from harness.solver.human.line_view import LineView, Ranges, Span


class Rule(Enum):
    """A way to find cells, the easiest first. The value is the rule's name in JSON, and the key of its name in words.

    Those down to `ALL_ARRANGEMENTS` look at one line, the others at the whole picture.
    """

    NO_BLOCKS = "no-blocks"
    """A line without blocks is white."""
    FULL_LINE = "full-line"
    """The blocks and the single cells between them fill the line."""
    COMPLETED_LINE = "completed-line"
    """All black cells are found: the rest is white."""
    LAST_BLACKS = "last-blacks"
    """As many cells are open as black ones are missing: they are black."""
    OVERLAP = "overlap"
    """What a block covers both at its far left and at its far right is black; only walls are looked at."""
    FINISHED_BLOCK = "finished-block"
    """A run as long as its block, or as the longest that it can be, has white cells at its ends."""
    JOINING = "joining"
    """Two runs of one block: the cells between them are black."""
    SPLITTING = "splitting"
    """Two runs that cannot be one block: the cell between them is white."""
    DOES_NOT_FIT = "does-not-fit"
    """A gap shorter than every block that could stand there is white."""
    PUSH_FROM_WALL = "push-from-wall"
    """A run near a wall goes on away from the wall, because its block has no room to begin earlier."""
    UNREACHABLE = "unreachable"
    """Cells that no block reaches are white."""
    MUTUAL_EXCLUSION = "mutual-exclusion"
    """A run cannot be a block that other runs need; or each that it can be has one place, and these agree on cells."""
    EXTREMES = "extremes"
    """Overlap again, with the leftmost and rightmost arrangement that fit the known black cells."""
    EITHER_BLOCK = "either-block"
    """Whichever block a run is, and wherever that stands, some cells come out the same."""
    ALL_ARRANGEMENTS = "all-arrangements"
    """What all arrangements of the line have in common: all there is to know about one line."""
    TRIAL = "trial"
    """A cell's colour leads to a line without arrangement, so it has the other one."""
    EITHER_WAY = "either-way"
    """Both colours of a cell lead to the same colour of another one."""
    NESTED_TRIAL = "nested-trial"
    """A cell's colour can be refuted only by trying further cells after it."""


LineRule = Callable[[LineView], Iterator[Finding]]


def findings_of(rule: LineRule, view: LineView) -> tuple[Finding, ...]:
    """What the rule decides in the line; every finding decides at least one cell that those before it do not.

    >>> findings_of(overlap, LineView.of("?????", (4,)))[0].black
    14
    >>> findings_of(overlap, LineView.of("?###?", (4,)))
    ()
    """
    known = view.known
    found = []
    for finding in rule(view):
        new = replace(finding, black=finding.black & ~known, white=finding.white & ~known)
        if new.black | new.white:
            found.append(new)
            known |= new.black | new.white
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
    return _overlap(view.packed, "overlap" if len(view.clue) > 1 else "overlap-alone", "overlap-one-place")


def extremes(view: LineView) -> Iterator[Finding]:
    """`????#????` with 1,2,2: `????#??#?`, for the known black cell must be covered, too."""
    return _overlap(view.extremes, "extremes", "extremes-one-place")


def _overlap(ranges: Ranges, sentence: str, one_place: str) -> Iterator[Finding]:
    for block in range(len(ranges.clue)):
        common = ranges.common(block)
        if common.length < 1:
            continue
        first, last = ranges.first_place(block), ranges.last_place(block)
        facts: Facts = {"block": Block(block), "first": Cells.of(first), "last": Cells.of(last)}
        yield Finding(sentence if first != last else one_place, common.mask, facts=facts)


def finished_block(view: LineView) -> Iterator[Finding]:
    """`?##??` with 2: `.##.?`."""
    return _finished(view, view.packed)


def _finished(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for run in view.runs:
        blocks = view.candidates(run, ranges)
        if blocks and max(view.clue[block] for block in blocks) == run.length:
            sentence = "finished-block" if len(blocks) == 1 else "finished-block-longest"
            facts: Facts = {**_owner(view, run, blocks), "longest": run.length}
            yield Finding(sentence, white=_ends(view, run), facts=facts)


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


def _ends(view: LineView, run: Span) -> int:
    """The cells of the line next to the run."""
    return (1 << run.first >> 1 | 1 << (run.last + 1)) & ((1 << view.length) - 1)


def joining(view: LineView) -> Iterator[Finding]:
    """`?#?#??` with 4: `?###??`."""
    return _joined(view, view.packed)


def _joined(view: LineView, ranges: Ranges) -> Iterator[Finding]:
    for one, other in zip(view.runs, view.runs[1:], strict=False):
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
        if other.first - one.last != 2 or view.candidates(joined, ranges):
            continue
        longest = max((view.clue[block] for run in (one, other) for block in view.candidates(run, ranges)), default=0)
        cell = Cells(1 << (one.last + 1))
        facts: Facts = {"cell": cell, "joined": Cells.of(joined), "length": joined.length, "longest": longest}
        sentence = "splitting" if longest < joined.length else "splitting-misfit"
        yield Finding(sentence, white=cell.mask, facts=facts)


def does_not_fit(view: LineView) -> Iterator[Finding]:
    """`?.????` with 2: `..????`."""
    for gap in view.gaps:
        if gap.mask & view.black:
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
        blocks = view.candidates(run, ranges)
        if not blocks:
            continue
        shortest = min(view.clue[block] for block in blocks)
        gap = view.gap_of(run.first)
        sentence = "push-from-wall" if len(blocks) == 1 else "push-from-wall-shortest"
        facts: Facts = {**_owner(view, run, blocks), "shortest": shortest}
        for side, pushed, reached in (
            (Side.START, Span(run.last + 1, gap.first + shortest - 1), gap.first + shortest - 1),
            (Side.END, Span(gap.last - shortest + 1, run.first - 1), gap.last - shortest + 1),
        ):
            wall = _wall_beside(view, gap, side)
            yield Finding(sentence, pushed.mask, facts={**facts, "wall": wall, "reached": Cells(1 << reached)})


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
        if reach.first > before + 1:
            facts: Facts = {"starts": _limit(view, block, Side.START)}
            between = Span(before + 1, reach.first - 1)
            if block:
                ends = _limit(view, block - 1, Side.END)
                yield Finding("unreachable-between", white=between.mask, facts={**facts, "ends": ends})
            else:
                yield Finding("unreachable-before", white=between.mask, facts=facts)
        before = reach.last
    if view.clue and before < view.length - 1:
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


RULES_OF_A_LINE: dict[Rule, LineRule] = {
    Rule.NO_BLOCKS: no_blocks,
    Rule.FULL_LINE: full_line,
    Rule.COMPLETED_LINE: completed_line,
    Rule.LAST_BLACKS: last_blacks,
    Rule.OVERLAP: overlap,
    Rule.FINISHED_BLOCK: finished_block,
    Rule.JOINING: joining,
    Rule.SPLITTING: splitting,
    Rule.DOES_NOT_FIT: does_not_fit,
    Rule.PUSH_FROM_WALL: push_from_wall,
    Rule.UNREACHABLE: unreachable,
    Rule.MUTUAL_EXCLUSION: mutual_exclusion,
    Rule.EXTREMES: extremes,
    Rule.EITHER_BLOCK: arrangements.either_block,
    Rule.ALL_ARRANGEMENTS: arrangements.all_arrangements,
}
"""The rules that look at one line, the easiest first; the last one misses nothing that a line tells."""
