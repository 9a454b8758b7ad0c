"""The named rules that look at one line in colour, each a function from a `ColourLineView` to findings.

They are those of `line_rules` where several colours occur. Two things differ: a cell of another colour is a wall, and
a block of another colour may touch, so what lies beside a finished block is white only where none does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from harness.solver.human import colour_arrangements
from harness.solver.human.colour_view import WHITE, ColourLineView, ColourRun
from harness.solver.human.findings import Block, Cells, ColourFinding, Facts, Limit, Run, Side, Why
from harness.solver.human.line_view import Ranges, Span, stretches

ColourRule = Callable[[ColourLineView], Iterator[ColourFinding]]


def colour_findings(rule: ColourRule, view: ColourLineView) -> tuple[ColourFinding, ...]:
    """Return the rule's findings in the line; each decides at least one cell that those before it do not.

    >>> colour_findings(overlap, ColourLineView.of("?????", "4r"))[0].told
    (0, 14)
    """
    known = view.all_known
    found = []
    for finding in rule(view):
        told = tuple(cells & ~known for cells in finding.told)
        if any(told):
            new = ColourFinding(finding.sentence, told, finding.facts)
            found.append(new)
            known |= new.decided
    return tuple(found)


def finding(view: ColourLineView, sentence: str, told: Mapping[int, int], facts: Facts | None = None) -> ColourFinding:
    """A finding that tells these cells of these colours."""
    return ColourFinding(sentence, tuple(told.get(colour, 0) for colour in range(len(view.known))), facts or {})


def no_blocks(view: ColourLineView) -> Iterator[ColourFinding]:
    """`???` without blocks: `...`."""
    if not view.clue:
        yield finding(view, "no-blocks", {WHITE: view.unknown})


def full_line(view: ColourLineView) -> Iterator[ColourFinding]:
    """`????` with 2r 2b: `rrbb`."""
    gaps = sum(not view.meets(block, block + 1) for block in range(len(view.clue) - 1))
    if not view.clue or sum(view.lengths) + gaps != view.length:
        return
    told = {WHITE: (1 << view.length) - 1}
    for block, (_, colour) in enumerate(view.clue):
        place = view.packed.first_place(block).mask
        told[colour] = told.get(colour, 0) | place
        told[WHITE] &= ~place
    several = "colour-full-line" if gaps else "colour-full-line-touching"
    yield finding(view, several if len(view.clue) > 1 else "full-line-one", told, {"block": Block(0)})


def completed_line(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?rr?b?` with 2r 1b: `.rr.b.`."""
    total = sum(view.lengths)
    if total and (view.all_known & ~view.known[WHITE]).bit_count() == total:
        sentence = "colour-completed-line" if total > 1 else "colour-completed-line-one"
        yield finding(view, sentence, {WHITE: view.unknown}, {"total": total})


def overlap(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?????` with 2r 2b: `?r?b?`, for they may touch."""
    return _overlap(view, view.packed, "overlap" if len(view.clue) > 1 else "overlap-alone", "overlap-one-place")


def extremes(view: ColourLineView) -> Iterator[ColourFinding]:
    """The same with the leftmost and the rightmost arrangement that fit the known cells."""
    return _overlap(view, view.extremes, "extremes", "extremes-one-place")


def _overlap(view: ColourLineView, ranges: Ranges, sentence: str, one_place: str) -> Iterator[ColourFinding]:
    for block, (_, colour) in enumerate(view.clue):
        common = ranges.common(block)
        if common.length < 1:
            continue
        first, last = ranges.first_place(block), ranges.last_place(block)
        facts: Facts = {"block": Block(block), "first": Cells.of(first), "last": Cells.of(last)}
        yield finding(view, sentence if first != last else one_place, {colour: common.mask}, facts)


def finished_block(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?rr??` with 2r: `.rr.?`; with 1b 2r the first cell may be the b."""
    return _finished(view, view.packed)


def _finished(view: ColourLineView, ranges: Ranges) -> Iterator[ColourFinding]:
    for run in view.runs:
        blocks = view.candidates(run.span, run.colour, ranges)
        if not blocks or max(view.lengths[block] for block in blocks) != run.span.length:
            continue
        ends, by_reach = _white_ends(view, run.span, blocks)
        sentence = "finished-block" if len(blocks) == 1 else "finished-block-longest"
        facts: Facts = {**_owner(view, run, blocks), "longest": run.span.length}
        yield finding(view, f"colour-{sentence}" if by_reach else sentence, {WHITE: ends}, facts)


def _white_ends(view: ColourLineView, run: Span, blocks: tuple[int, ...]) -> tuple[int, bool]:
    """The cells next to a finished run that no block can touch it in; and whether it is a lack of reach."""
    ends, by_reach = 0, False
    for cell, step in ((run.first - 1, -1), (run.last + 1, 1)):
        if not 0 <= cell < view.length or not view.unknown >> cell & 1:
            continue
        beside = [block + step for block in blocks if 0 <= block + step < len(view.clue)]
        touching = [block for block in beside if view.meets(block, block - step)]
        if not any(view.extremes.reach(block).mask >> cell & 1 for block in touching):
            ends |= 1 << cell
            by_reach |= bool(touching)
    return ends, by_reach


def _owner(view: ColourLineView, run: ColourRun, blocks: tuple[int, ...]) -> Facts:
    return {**view.owner(run.span, blocks), "why": _why(view, run, blocks)}


def _why(view: ColourLineView, run: ColourRun, blocks: tuple[int, ...]) -> Why:
    if view.candidates(run.span, run.colour, view.packed) != blocks:
        return Why.TAKEN_IN_COLOUR
    others = [block for block, (_, own) in enumerate(view.clue) if own == run.colour and block not in blocks]
    if len(blocks) > 1 or not others:
        return Why.ONLY_BLOCK
    if all(view.lengths[block] < run.span.length for block in others):
        return Why.TOO_SHORT
    if all(run.span.mask & ~view.packed.reach(block).mask for block in others):
        return Why.OUT_OF_REACH
    return Why.NOT_THERE


def touching(view: ColourLineView) -> Iterator[ColourFinding]:
    """`??rb??` with 2r 2b: `?rrbb?`: one block ends where the colours touch, and the other one begins."""
    for one, other in zip(view.runs, view.runs[1:], strict=False):
        if other.span.first != one.span.last + 1:
            continue
        pairs = [
            (block, block + 1)
            for block in range(len(view.clue) - 1)
            if (view.clue[block][1], view.clue[block + 1][1]) == (one.colour, other.colour)
            and _can_start(view, block, one.span, one.span.last - view.lengths[block] + 1)
            and _can_start(view, block + 1, other.span, other.span.first)
        ]
        if not pairs:
            continue
        left = min(view.lengths[block] for block, _ in pairs)
        right = min(view.lengths[block] for _, block in pairs)
        told = {
            one.colour: Span(one.span.last - left + 1, one.span.last).mask,
            other.colour: Span(other.span.first, other.span.first + right - 1).mask,
        }
        facts: Facts = {
            "one": Run(one.span.mask, view.hues[one.colour]),
            "other": Run(other.span.mask, view.hues[other.colour]),
            "ending": Block(pairs[0][0]),
            "starting": Block(pairs[0][1]),
        }
        yield finding(view, "touching" if len(pairs) == 1 else "touching-any", told, facts)


def _can_start(view: ColourLineView, block: int, run: Span, start: int) -> bool:
    """Return True if a block can start there so that it covers the run."""
    return start >= 0 and bool(view.starts(block, run, view.extremes) >> start & 1)


def joining(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?r?r??` with 4r: `?rrr??`."""
    return _joined(view, view.packed)


def _joined(view: ColourLineView, ranges: Ranges) -> Iterator[ColourFinding]:
    for one, other in _neighbours(view):
        blocks = view.candidates(one.span, one.colour, ranges)
        if len(blocks) == 1 and blocks == view.candidates(other.span, other.colour, ranges):
            whys = {_why(view, one, blocks), _why(view, other, blocks)}
            why = (
                whys.pop() if len(whys) == 1 else Why.TAKEN_IN_COLOUR if Why.TAKEN_IN_COLOUR in whys else Why.NOT_THERE
            )
            runs = Run(one.span.mask | other.span.mask, view.hues[one.colour])
            between = Span(one.span.last + 1, other.span.first - 1).mask
            yield finding(view, "joining", {one.colour: between}, {"runs": runs, "block": Block(blocks[0]), "why": why})


def _neighbours(view: ColourLineView) -> Iterator[tuple[ColourRun, ColourRun]]:
    """The pairs of runs of one colour with nothing known between them."""
    for one, other in zip(view.runs, view.runs[1:], strict=False):
        between = Span(one.span.last + 1, other.span.first - 1).mask
        if one.colour == other.colour and not between & view.all_known:
            yield one, other


def splitting(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?rr?r?` with 2r 2r: `?rr.r?`."""
    return _split(view, view.packed)


def _split(view: ColourLineView, ranges: Ranges) -> Iterator[ColourFinding]:
    for one, other in _neighbours(view):
        joined = Span(one.span.first, other.span.last)
        if other.span.first - one.span.last != 2 or view.candidates(joined, one.colour, ranges):
            continue
        cell = 1 << (one.span.last + 1)
        between = [block for block in view.reaching(cell) if view.clue[block][1] != one.colour]
        if all(view.lengths[block] > 1 for block in between):
            facts: Facts = {
                "cell": Cells(cell),
                "joined": Cells.of(joined),
                "length": joined.length,
                "hue": view.hues[one.colour],
            }
            yield finding(view, "colour-splitting-other" if between else "colour-splitting", {WHITE: cell}, facts)


def does_not_fit(view: ColourLineView) -> Iterator[ColourFinding]:
    """`?b????` with 1b 2r 3r: the first cell is white."""
    for gap in stretches(view.unknown):
        for sentence, blocks in (
            ("does-not-fit-any", list(range(len(view.clue)))),
            ("does-not-fit", view.reaching(gap.mask)),
        ):
            rooms = {view.room(view.clue[block][1], gap.first) for block in blocks}
            shortest = min((view.lengths[block] for block in blocks), default=0)
            if shortest > gap.length and rooms == {gap}:
                walls = {"start": view.wall_beside(gap, Side.START), "end": view.wall_beside(gap, Side.END)}
                facts: Facts = {**walls, "room": gap.length, "shortest": shortest}
                yield finding(view, sentence, {WHITE: gap.mask}, facts)
                break


def push_from_wall(view: ColourLineView) -> Iterator[ColourFinding]:
    """`br???` with 1b 3r: `brrr?`, for the b is a wall."""
    return _pushed(view, view.packed)


def _pushed(view: ColourLineView, ranges: Ranges) -> Iterator[ColourFinding]:
    for run in view.runs:
        blocks = view.candidates(run.span, run.colour, ranges)
        if not blocks:
            continue
        shortest = min(view.lengths[block] for block in blocks)
        room = view.room(run.colour, run.span.first)
        sentence = "push-from-wall" if len(blocks) == 1 else "push-from-wall-shortest"
        facts: Facts = {**_owner(view, run, blocks), "shortest": shortest}
        for side, pushed, reached in (
            (Side.START, Span(run.span.last + 1, room.first + shortest - 1), room.first + shortest - 1),
            (Side.END, Span(room.last - shortest + 1, run.span.first - 1), room.last - shortest + 1),
        ):
            walls: Facts = {"wall": view.wall_beside(room, side), "reached": Cells(1 << max(reached, 0))}
            yield finding(view, sentence, {run.colour: pushed.mask if pushed.first >= 0 else 0}, {**facts, **walls})


def mutual_exclusion(view: ColourLineView) -> Iterator[ColourFinding]:
    """A run cannot be a block that other runs need, with the rules above; or each that it can be has one place."""
    for rule in (_finished, _joined, _split, _pushed):
        yield from rule(view, view.extremes)
    yield from colour_arrangements.one_or_other(view)


def unreachable(view: ColourLineView) -> Iterator[ColourFinding]:
    """`??r????` with 2r: `.?r?...`."""
    ranges = view.extremes
    before = -1  # the last cell that the block before reaches
    for block in range(len(view.clue)):
        reach = ranges.reach(block)
        if reach.first > before + 1:
            facts: Facts = {"starts": _limit(view, block, Side.START)}
            told = {WHITE: Span(before + 1, reach.first - 1).mask}
            if block:
                ends = _limit(view, block - 1, Side.END)
                yield finding(view, "unreachable-between", told, {**facts, "ends": ends})
            else:
                yield finding(view, "unreachable-before", told, facts)
        before = reach.last
    if view.clue and before < view.length - 1:
        told = {WHITE: Span(before + 1, view.length - 1).mask}
        yield finding(view, "unreachable-after", told, {"ends": _limit(view, len(view.clue) - 1, Side.END)})


def _limit(view: ColourLineView, block: int, side: Side) -> Limit:
    reach, length, hue = view.extremes.reach(block), view.lengths[block], view.hue(block)
    cell = reach.first if side is Side.START else reach.last
    for run in view.runs:
        if view.candidates(run.span, run.colour, view.extremes) != (block,):
            continue
        held = run.span.last - length + 1 if side is Side.START else run.span.first + length - 1
        if held == cell:
            return Limit(block, side, cell, run.span, hue)
    return Limit(block, side, cell)
