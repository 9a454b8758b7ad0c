"""The rules that people use, the easiest first: their work, their names and their costs.

A new rule is a function from a line's view to findings and its entry in `Rule`, both here; its sentences in `language`;
their Russian, and its name's, in `harness/russian.json`; its section in docs/human-techniques.md.

A rule assumes that some arrangement of the blocks fits the known cells (`steps` checks that), and never contradicts
one that does. It may name cells that are known already; `told_in_line` leaves those out. The rules are the same in
black and white and in colour. Two things differ in colour: a cell of another colour is a wall, and a block of another
colour may touch, so the cells beside a finished block are white only if none does.

No rule finds more than all arrangements have in common. So `may_work` lets a rule for cells beside runs pass only if
the complete analysis of the line finds such a cell, and so on. That takes a few operations on sets, whatever the number
of blocks; a rule that passes may still find nothing.

Source: overlap, glue, joining, splitting and the like are what every guide to these puzzles teaches (for example the
article "Nonogram" of the English Wikipedia); the functions here follow from the definition of an arrangement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import SimpleNamespace
from typing import Any

from harness.puzzle import Group
from harness.solver.enumerate import count_fitting
from harness.solver.human.findings import Blocks, Cells, Facts, Limit, LineFinding, Side, Span, Why
from harness.solver.human.line_view import WHITE, LineView, Ranges, stretches
from harness.solver.lines import line_text, members, several, solve_line

FEW = 50
"""Arrangements that a person may go through; the sentence says that more are too many to list."""


def one_or_other(view: LineView) -> Iterator[LineFinding]:
    """`????.###?????` with 4,3: `????.###?.???`, for the run is the 4 from its first cell on, or the 3, the last one.

    Only where each block that the run can be has one place there.
    """
    for run in view.runs:
        places = _places(view, run)
        blocks = tuple(block for block, _ in places)
        if len(blocks) > 1 and len(set(blocks)) == len(blocks):
            yield _common(view, "one-or-other", run, places)


def either_block(view: LineView) -> Iterator[LineFinding]:
    """`????#?.???????` with 2,3,3: `??.?#?.???????`, for the run is the 2, or the 3 in one of its places."""
    for run in view.runs:
        places = _places(view, run)
        if places:
            yield _common(view, "either-block", run, places)


def _places(view: LineView, run: Span) -> list[tuple[int, Span]]:
    """The blocks that the run can be part of, each with its place there; with every place, if there are several."""
    return [
        (block, Span(start, start + view.lengths[block] - 1))
        for block in view.candidates(run, view.extremes)
        for start in members(view.starts(block, run, view.extremes))
    ]


def _common(view: LineView, sentence: str, run: Span, places: list[tuple[int, Span]]) -> LineFinding:
    """Find the cells that the run's block covers at all these places, and those that no block reaches at any."""
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
    blocks = Blocks(tuple(dict.fromkeys(block for block, _ in places)))
    facts: Facts = {"run": view.known_run(run.mask, run.colour), "blocks": blocks}
    return _finding(view, sentence, {run.colour: covered, WHITE: white}, facts)


def all_arrangements(view: LineView) -> Iterator[LineFinding]:
    """`???#.???` with 1,2: `?.?#.???`; everything that follows for the line."""
    solved = solve_line(view.length, view.clue, view.can)
    if solved is None:
        return
    keys = "".join(hue.key for hue in view.hues)
    groups = tuple(Group(size, keys[colour]) for size, colour in view.clue)
    count = count_fitting(groups, line_text(view.length, view.known, keys))
    told = tuple(cells & ~several(solved) for cells in solved)
    number = "one" if count == 1 else "few" if count <= FEW else "many"
    yield LineFinding(f"all-arrangements-{number}", told, {"count": count})


LineRule = Callable[[LineView], Iterator[LineFinding]]


def _finding(view: LineView, sentence: str, told: Mapping[int, int], facts: Facts | None = None) -> LineFinding:
    """A finding that tells these cells of these colours."""
    return LineFinding(sentence, tuple([told.get(colour, 0) for colour in range(len(view.known))]), facts or {})


def no_blocks(view: LineView) -> Iterator[LineFinding]:
    """`???` without blocks: `...`."""
    if not view.lengths:
        yield _finding(view, "no-blocks", {WHITE: view.unknown})


def full_line(view: LineView) -> Iterator[LineFinding]:
    """`????` with 2,1: `##.#`; with 2r 2b: `rrbb`."""
    cells = sum(view.lengths)
    if not cells or cells + len(view.lengths) - 1 < view.length:
        return
    gaps = sum([not view.meets(block, block + 1) for block in range(len(view.lengths) - 1)])
    if cells + gaps != view.length:
        return
    told = {WHITE: (1 << view.length) - 1}
    for block, (_, colour) in enumerate(view.clue):
        place, _ = view.packed.places(block)
        told[colour] = told.get(colour, 0) | place
        told[WHITE] &= ~place
    if len(view.lengths) == 1:
        sentence = "full-line-one"
    elif view.in_colour:
        sentence = "colour-full-line" if gaps else "colour-full-line-touching"
    else:
        sentence = "full-line"
    yield _finding(view, sentence, told, {"block": Blocks((0,))})


def completed_line(view: LineView) -> Iterator[LineFinding]:
    """`?##?#?` with 2,1: `.##.#.`."""
    total = sum(view.lengths)
    if total and (view.all_known & ~view.known[WHITE]).bit_count() == total:
        if view.in_colour:
            sentence = "colour-completed-line" if total > 1 else "colour-completed-line-one"
        else:
            sentence = {1: "completed-line-one", 2: "completed-line-both"}.get(total, "completed-line")
        yield _finding(view, sentence, {WHITE: view.unknown}, {"total": total})


def last_blacks(view: LineView) -> Iterator[LineFinding]:
    """`?.#?` with 1,2: `#.##`."""
    missing = sum(view.lengths) - view.known[1].bit_count()
    if missing and not view.in_colour and view.unknown.bit_count() == missing:
        sentence = "last-blacks" if missing > 1 else "last-blacks-one"
        yield _finding(view, sentence, {1: view.unknown}, {"missing": missing})


def overlap(view: LineView) -> Iterator[LineFinding]:
    """`?????` with 4: `?###?`; with 2r 2b: `?r?b?`, for they may touch."""
    return _overlap(view, view.packed, "overlap" if len(view.lengths) > 1 else "overlap-alone", "overlap-one-place")


def extremes(view: LineView) -> Iterator[LineFinding]:
    """`????#????` with 1,2,2: `????#??#?`, for the known black cell must be covered, too."""
    return _overlap(view, view.extremes, "extremes", "extremes-one-place")


def _overlap(view: LineView, ranges: Ranges, sentence: str, one_place: str) -> Iterator[LineFinding]:
    for block, common in ranges.cores:
        colour = view.clue[block][1]
        if not common & view.may_tell[colour]:
            continue
        first, last = ranges.places(block)
        facts: Facts = {"block": Blocks((block,)), "first": Cells(first), "last": Cells(last)}
        yield _finding(view, sentence if first != last else one_place, {colour: common}, facts)


def finished_block(view: LineView, ranges: Ranges | None = None) -> Iterator[LineFinding]:
    """`?##??` with 2: `.##.?`; with 1b 2r and `?rr??` the first cell may be the b."""
    ranges = ranges or view.packed
    for run in view.runs_beside(view.may_tell[WHITE]):
        if run.length not in view.lengths:
            continue
        blocks = view.candidates(run, ranges)
        if not blocks or max([view.lengths[block] for block in blocks]) != run.length:
            continue
        ends, by_reach = _white_ends(view, run, blocks)
        sentence = "finished-block" if len(blocks) == 1 else "finished-block-longest"
        facts: Facts = {**_owner(view, run, blocks), "longest": run.length}
        yield _finding(view, f"colour-{sentence}" if by_reach else sentence, {WHITE: ends}, facts)


def _white_ends(view: LineView, run: Span, blocks: tuple[int, ...]) -> tuple[int, bool]:
    """The cells next to a finished run that no block can touch it in; and whether it is a lack of reach."""
    ends, by_reach = 0, False
    for cell, step in ((run.first - 1, -1), (run.last + 1, 1)):
        if not 0 <= cell < view.length or not view.unknown >> cell & 1:
            continue
        beside = [block + step for block in blocks if 0 <= block + step < len(view.lengths)]
        touching = [block for block in beside if view.meets(block, block - step)]
        if not any(view.extremes.reach(block).mask >> cell & 1 for block in touching):
            ends |= 1 << cell
            by_reach |= bool(touching)
    return ends, by_reach


def _owner(view: LineView, run: Span, blocks: tuple[int, ...]) -> Facts:
    """The run, the block that it belongs to, or the first of those that it may belong to, and why to no other."""
    return {"run": view.known_run(run.mask, run.colour), "block": Blocks((blocks[0],)), "why": _why(view, run, blocks)}


def _why(view: LineView, run: Span, blocks: tuple[int, ...]) -> Why:
    if view.candidates(run, view.packed) != blocks:
        return _taken(view)
    others = [block for block, (_, own) in enumerate(view.clue) if own == run.colour and block not in blocks]
    if len(blocks) > 1 or not others:
        return Why.ONLY_BLOCK
    if all(view.lengths[block] < run.length for block in others):
        return Why.TOO_SHORT
    earliest, latest = view.packed.earliest, view.packed.latest
    if all(earliest[block] > run.first or latest[block] + view.lengths[block] <= run.last for block in others):
        return Why.OUT_OF_REACH
    return Why.NOT_THERE


def _taken(view: LineView) -> Why:
    return Why.TAKEN_IN_COLOUR if view.in_colour else Why.TAKEN


def touching(view: LineView) -> Iterator[LineFinding]:
    """`??rb??` with 2r 2b: `?rrbb?`: one block ends where the colours touch, and the other one begins."""
    for one, other in zip(view.runs, view.runs[1:], strict=False):
        told_beside = 1 << one.first >> 1 & view.may_tell[one.colour] | 2 << other.last & view.may_tell[other.colour]
        if other.first != one.last + 1 or not told_beside:
            continue
        ending = [
            block
            for block in view.candidates(one, view.extremes)
            if (block + 1 < len(view.lengths) and view.clue[block + 1][1] == other.colour)
            and view.starts(block, one, view.extremes) << view.lengths[block] - 1 >> one.last & 1
            and view.starts(block + 1, other, view.extremes) >> other.first & 1
        ]
        if not ending:
            continue
        left = min(view.lengths[block] for block in ending)
        right = min(view.lengths[block + 1] for block in ending)
        told = {
            one.colour: Span(one.last - left + 1, one.last).mask,
            other.colour: Span(other.first, other.first + right - 1).mask,
        }
        facts: Facts = {
            "one": view.known_run(one.mask, one.colour),
            "other": view.known_run(other.mask, other.colour),
            "ending": Blocks((ending[0],)),
            "starting": Blocks((ending[0] + 1,)),
        }
        yield _finding(view, "touching" if len(ending) == 1 else "touching-any", told, facts)


def joining(view: LineView, ranges: Ranges | None = None) -> Iterator[LineFinding]:
    """`?#?#??` with 4: `?###??`."""
    ranges = ranges or view.packed
    for one, other in view.neighbours(view.may_tell):
        if other.last - one.first >= view.longest:
            continue
        blocks = view.candidates(one, ranges)
        if len(blocks) == 1 and blocks == view.candidates(other, ranges):
            whys = {_why(view, one, blocks), _why(view, other, blocks)}
            why = _taken(view) if _taken(view) in whys else whys.pop() if len(whys) == 1 else Why.NOT_THERE
            runs = view.known_run(one.mask | other.mask, one.colour)
            facts: Facts = {"runs": runs, "block": Blocks((blocks[0],)), "why": why}
            yield _finding(view, "joining", {one.colour: (1 << other.first) - (2 << one.last)}, facts)


def splitting(view: LineView, ranges: Ranges | None = None) -> Iterator[LineFinding]:
    """`?##?#?` with 2,2: `?##.#?`."""
    ranges = ranges or view.packed
    for one, other in view.neighbours([view.may_tell[WHITE]] * len(view.known)):
        joined, cell = Span(one.first, other.last, one.colour), 2 << one.last
        if other.first - one.last != 2 or view.candidates(joined, ranges):
            continue
        facts: Facts = {"cell": Cells(cell), "joined": Cells(joined.mask), "length": joined.length}
        if not view.in_colour:
            blocks = [*view.candidates(one, ranges), *view.candidates(other, ranges)]
            longest = max([view.lengths[block] for block in blocks], default=0)
            sentence = "splitting" if longest < joined.length else "splitting-misfit"
            yield _finding(view, sentence, {WHITE: cell}, {**facts, "longest": longest})
            continue
        between = [block for block in view.extremes.reaching(cell) if view.clue[block][1] != one.colour]
        if all(view.lengths[block] > 1 for block in between):
            sentence = "colour-splitting-other" if between else "colour-splitting"
            yield _finding(view, sentence, {WHITE: cell}, {**facts, "hue": view.hues[one.colour]})


def does_not_fit(view: LineView) -> Iterator[LineFinding]:
    """`?.????` with 2: `..????`; `?b????` with 1b 2r 3r: the first cell is white."""
    for gap in stretches(view.unknown):
        if gap.length >= view.longest or not gap.mask & view.may_tell[WHITE]:
            continue
        closed = {colour for colour in range(1, len(view.known)) if view.room(colour, gap.first) == gap}
        if not closed:
            continue
        for sentence in ("does-not-fit-any", "does-not-fit"):
            reaching = view.unfinished
            if sentence == "does-not-fit":
                reaching = tuple([view.clue[block] for block in view.extremes.reaching(gap.mask)])
            shortest = min([length for length, _ in reaching], default=0)
            if sentence == "does-not-fit-any" and len(view.unfinished) < len(view.clue):
                sentence = "does-not-fit-unfinished"
            if shortest > gap.length and closed.issuperset([colour for _, colour in reaching]):
                walls = {"start": view.wall_beside(gap, Side.START), "end": view.wall_beside(gap, Side.END)}
                facts: Facts = {**walls, "room": gap.length, "shortest": shortest}
                yield _finding(view, sentence, {WHITE: gap.mask}, facts)
                break


def push_from_wall(view: LineView, ranges: Ranges | None = None) -> Iterator[LineFinding]:
    """`?#???` with 3: `?##??`, away from the edge; a cell that is white, or of another colour, is a wall as well."""
    ranges = ranges or view.packed
    runs = [run for colour, cells in enumerate(view.may_tell) if colour for run in view.runs_beside(cells, [colour])]
    for run in sorted(runs):
        room = view.room(run.colour, run.first)
        if room.first + view.longest - 1 <= run.last and room.last - view.longest + 1 >= run.first:
            continue
        blocks = view.candidates(run, ranges)
        if not blocks:
            continue
        shortest = min([view.lengths[block] for block in blocks])
        away = room.first + shortest - 1, room.last - shortest + 1  # as far as the block reaches from either wall
        sentence = "push-from-wall" if len(blocks) == 1 else "push-from-wall-shortest"
        for side, reached, pushed in (
            (Side.START, away[0], Span(run.last + 1, away[0])),
            (Side.END, away[1], Span(away[1], run.first - 1)),
        ):
            if pushed.length > 0:
                facts: Facts = {**_owner(view, run, blocks), "shortest": shortest, "reached": Cells(1 << reached)}
                wall = view.wall_beside(room, side)
                yield _finding(view, sentence, {run.colour: pushed.mask}, {**facts, "wall": wall})


def mutual_exclusion(view: LineView) -> Iterator[LineFinding]:
    """`????#???#?` with 1,1,2: `???.#.??#?`, for the last run needs the 2."""
    for rule in (finished_block, joining, splitting, push_from_wall):
        yield from rule(view, view.extremes)
    yield from one_or_other(view)


def unreachable(view: LineView) -> Iterator[LineFinding]:
    """`??#????` with 2: `.?#?...`."""
    before = -1  # the last cell that the block before reaches
    if not view.may_tell[WHITE] & ~view.extremes.reached:
        return
    for block in range(len(view.lengths)):
        reach = view.extremes.reach(block)
        between = Span(before + 1, reach.first - 1).mask
        if between & view.may_tell[WHITE]:
            facts: Facts = {"starts": _limit(view, block, Side.START)}
            if block:
                ends = _limit(view, block - 1, Side.END)
                yield _finding(view, "unreachable-between", {WHITE: between}, {**facts, "ends": ends})
            else:
                yield _finding(view, "unreachable-before", {WHITE: between}, facts)
        before = reach.last
    behind = Span(before + 1, view.length - 1).mask
    if view.lengths and behind & view.may_tell[WHITE]:
        ends = _limit(view, len(view.lengths) - 1, Side.END)
        yield _finding(view, "unreachable-after", {WHITE: behind}, {"ends": ends})


def _limit(view: LineView, block: int, side: Side) -> Limit:
    reach, (length, colour) = view.extremes.reach(block), view.clue[block]
    cell = reach.first if side is Side.START else reach.last
    for run in view.runs:
        held = run.last - length + 1 if side is Side.START else run.first + length - 1
        if held == cell and view.candidates(run, view.extremes) == (block,):
            return Limit(block, side, cell, view.known_run(run.mask, colour))
    return Limit(block, side, cell)


class Rule(Enum):
    """A way to find cells, the easiest first. The value is the rule's name in JSON, `title` its name in words.

    `effort` is the score of a step by the rule, and grows in their order. `in_line` is the rule for one line; None if
    it needs more than one.
    """

    _value_: str
    title: str
    effort: int
    in_line: LineRule | None

    def __new__(cls, value: str, title: str, effort: int, in_line: LineRule | None = None) -> Rule:
        rule = object.__new__(cls)
        rule._value_, rule.title, rule.effort, rule.in_line = value, title, effort, in_line
        return rule

    NO_BLOCKS = "no-blocks", "no blocks", 1, no_blocks
    """A line without blocks is white."""
    FULL_LINE = "full-line", "full line", 1, full_line
    """The blocks and the single cells between them fill the line."""
    COMPLETED_LINE = "completed-line", "completed line", 1, completed_line
    """All black (coloured) cells are found: the rest is white."""
    LAST_BLACKS = "last-blacks", "last black cells", 1, last_blacks
    """In black and white, as many cells are open as black ones are missing: they are black."""
    OVERLAP = "overlap", "overlap", 2, overlap
    """A block owns the cells that it covers both at its far left and at its far right; only walls are looked at."""
    FINISHED_BLOCK = "finished-block", "finished block", 2, finished_block
    """A run as long as its block, or as the longest that it can be, has white cells at its ends."""
    TOUCHING = "touching", "touching colours", 2, touching
    """Two colours that touch: one block ends and the next one begins."""
    JOINING = "joining", "joining", 3, joining
    """Two runs of one block: the cells between them are the block's, too."""
    SPLITTING = "splitting", "splitting", 3, splitting
    """Two runs that cannot be one block: the cell between them is white."""
    DOES_NOT_FIT = "does-not-fit", "does not fit", 3, does_not_fit
    """A gap shorter than every block that could stand there is white."""
    PUSH_FROM_WALL = "push-from-wall", "push from a wall", 3, push_from_wall
    """A run near a wall continues away from the wall, because its block has no room to begin earlier."""
    UNREACHABLE = "unreachable", "out of reach", 4, unreachable
    """Cells that no block reaches are white."""
    CROSSING = "crossing", "crossing colours", 4
    """The blocks of a row and those of a column that reach a cell have no colour in common: it is white."""
    MUTUAL_EXCLUSION = "mutual-exclusion", "mutual exclusion", 5, mutual_exclusion
    """A run cannot be a block that other runs need; or each that it can be has one place, and these agree on cells."""
    EXTREMES = "extremes", "extreme arrangements", 5, extremes
    """Overlap again, with the leftmost and rightmost arrangement that fit the known cells."""
    EITHER_BLOCK = "either-block", "whichever block it is", 6, either_block
    """Whichever block a run is, and wherever that stands, some cells come out the same."""
    ALL_ARRANGEMENTS = "all-arrangements", "all arrangements of the line", 10, all_arrangements
    """Cells that all arrangements of the line have in common: all there is to know about one line."""
    BOTH_LINES = "both-lines", "all arrangements of both lines", 10
    """All arrangements of a row leave a cell some colours, those of its column others: one is among both."""
    ELIMINATION = "elimination", "elimination from line to line", 10
    """Lines rule out colours, those that cross them rule out more, and so on, until one is left."""
    TRIAL = "trial", "trial", 25
    """A cell's colour leads to a line without arrangement, so it has another one."""
    EITHER_WAY = "either-way", "either way", 30
    """Both colours of a cell lead to the same colour of another one."""
    NESTED_TRIAL = "nested-trial", "trial within trial", 60
    """A cell's colour can be refuted only by trying further cells after it."""


LINE_RULES = tuple(rule for rule in Rule if rule.in_line is not None)
"""The rules that look at one line; the last one misses nothing that a line tells."""


def told_in_line(rule: Rule, view: LineView) -> tuple[LineFinding, ...]:
    """Return the findings of a rule for one line; each decides at least one cell that those before it do not."""
    assert rule.in_line is not None
    unknown = view.unknown
    found = []
    for finding in rule.in_line(view):
        told = tuple([cells & unknown for cells in finding.told])
        if any(told):
            found.append(finding if told == finding.told else LineFinding(finding.sentence, told, finding.facts))
            for cells in told:
                unknown &= ~cells
    return tuple(found)


_BIT: Any = SimpleNamespace(**{rule.name: 1 << number for number, rule in enumerate(Rule)})
"""The rules as sets of one, which are found here faster than in `Rule`."""


def may_work(view: LineView) -> int:
    """Return the set of the rules that may find something in a line (bit i: the rule number i).

    The view's `may_tell` is what the line's complete analysis finds, at least one cell.
    """
    white, unknown = view.may_tell[WHITE], view.unknown
    found: int = _BIT.ALL_ARRANGEMENTS
    coloured = view.all_known & ~view.known[WHITE]
    if coloured:
        found |= _BIT.MUTUAL_EXCLUSION | _BIT.EITHER_BLOCK
    if white:
        found |= _BIT.UNREACHABLE
        if not view.lengths:
            found |= _BIT.NO_BLOCKS
        if white == unknown:
            found |= _BIT.COMPLETED_LINE
        if white & (coloured << 1 | coloured >> 1):
            found |= _BIT.FINISHED_BLOCK
        # gaps that are white from end to end: an addition carries from their first cells to the cells behind them
        if (white & ~(unknown << 1)) + white & ~unknown:
            found |= _BIT.DOES_NOT_FIT
    told = white
    for known, cells in zip(view.known[1:], view.may_tell[1:], strict=True):
        if white & known << 1 & known >> 1:
            found |= _BIT.SPLITTING
        if not cells:
            continue
        told |= cells
        found |= _BIT.EXTREMES
        if cells == unknown and not view.in_colour:
            found |= _BIT.LAST_BLACKS
        if cells & view.packed.core:
            found |= _BIT.OVERLAP
        behind = cells & known << 1
        if behind or cells & known >> 1:
            found |= _BIT.PUSH_FROM_WALL if len(view.known) == 2 else _BIT.PUSH_FROM_WALL | _BIT.TOUCHING
            if behind + cells & known:  # carried to the next run
                found |= _BIT.JOINING
    if told == unknown:
        found |= _BIT.FULL_LINE
    return found
