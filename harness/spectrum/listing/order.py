"""Choosing the program among all that a listing's text can be read as.

Of the spans that `spans` finds, those are chosen that follow one another with rising line
numbers at the least cost; each program line read earns `REWARD`. A line of text that is left out costs according to its
looks: outside the program nothing, save for numbered statements; between program lines little for page numbers and
Russian or English sentences, and much for anything that might be code, so that nothing of the program is dropped in
silence: if the cheapest choice still has a mistake in it, the first one is the error that is reported.

A listing may be followed or preceded by another, smaller one (an example, lines to change): after prose,
numbers may start low again. The longest of such listings is the program.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from harness.errors import BuildError
from harness.spectrum.listing.effort import Effort
from harness.spectrum.listing.layout import Break, Layout, find_layout
from harness.spectrum.listing.sight import Sighted, TextKind, number_in_range
from harness.spectrum.listing.spans import COST_OF_LOST_CODE, Span, SpanFinder
from harness.spectrum.listing.text import Place, TextLine

REWARD = 10
COST_OF_NEW_LISTING = 25

_COST_OF_LEAVING_OUT = {
    TextKind.BLANK: 0,
    TextKind.PAGE_NUMBER: 1,
    TextKind.CYRILLIC: 2,
    TextKind.HEADING: 4,
    TextKind.SENTENCE: 5,
    TextKind.STATEMENT: COST_OF_LOST_CODE,
    TextKind.OTHER: COST_OF_LOST_CODE,
}
_COST_OF_UNLIKELY_NUMBER = 8
_STEPS_PER_LOOK = 10  # two spans held against each other take as long as so many bare steps
_DOUBLE_SPACED = 4  # so many lines with a blank one after them for each without
_PROSE = frozenset({TextKind.CYRILLIC, TextKind.HEADING, TextKind.SENTENCE})


@dataclass(frozen=True)
class FoundProgram:
    """The spans that are the program, the layout they were read with, and the other listings in the text."""

    spans: tuple[Span, ...]
    layout: Layout
    others: tuple[tuple[Span, ...], ...] = ()

    @property
    def used(self) -> frozenset[int]:
        """The numbers of the text lines in the program."""
        return frozenset(line.number for span in self.spans for line in span.lines)


def find_program(lines: Sequence[TextLine], name: str) -> FoundProgram:
    """The program in a text.

    The layout comes from a first reading; the second one uses it.

    Raises:
        BuildError: ``name:line:column: …`` for the first mistake, that there is no program, or that it can be read in
            too many ways.
    """
    lines = _single_spaced(lines)
    layout = Layout()
    effort = Effort(name, sum(len(line.text) for line in lines))
    first = _Choice(SpanFinder(lines, layout, effort)).listings()
    if first:
        spans = _longest(first)
        breaks = [b for span in spans if span.complaint is None for b in span.breaks]
        layout = find_layout(_trusted(breaks, layout), [span.lines[0] for span in spans])
    choice = _Choice(SpanFinder(lines, layout, effort))
    listings = choice.listings()
    if not any(span.complaint is None for listing in listings for span in listing):
        bad = next((span for listing in listings for span in listing), None)
        nearest = ""
        if bad is not None:
            (line, column), complaint = _complaint(bad)
            nearest = f" (the nearest is text line {line}, column {column}: {complaint})"
        raise BuildError(
            f"{name}: there is no BASIC program in it{nearest}; give a text with numbered lines such as 10 PRINT a$"
        )
    program = _longest(listings)
    others = tuple(listing for listing in listings if listing is not program)
    for other in others:
        if 2 * len(other) > len(program):
            ours, theirs = sorted((extent(program), extent(other)))
            raise BuildError(
                f"{name}: two listings, at text lines {ours[0]}–{ours[1]} and {theirs[0]}–{theirs[1]}; "
                "keep one of them in the file"
            )
    mistake = choice.first_mistake(program, others)
    if mistake is not None:
        raise _error(name, *mistake)
    return FoundProgram(program, layout, others)


def _single_spaced(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """The lines without the blank ones between, where nearly every other line is blank."""
    is_blank = [not line.text.strip() for line in lines]
    pairs = Counter(pairwise(is_blank))
    if pairs[False, True] <= _DOUBLE_SPACED * pairs[False, False]:
        return lines
    return [
        line for line, blank, before in zip(lines, is_blank, [False, *is_blank], strict=False) if not blank or before
    ]


def _trusted(breaks: list[Break], layout: Layout) -> list[Break]:
    """Breaks without those after short lines, which may be prose taken in; all, where they all are short."""
    return [b for b in breaks if not layout.is_short(b.left, b.right)] or breaks


def _longest(listings: Sequence[tuple[Span, ...]]) -> tuple[Span, ...]:
    return max(listings, key=lambda listing: sum(span.complaint is None for span in listing))


def extent(listing: tuple[Span, ...]) -> tuple[int, int]:
    """The first and the last text line of a listing."""
    return listing[0].lines[0].number, listing[-1].lines[-1].number


def _error(name: str, place: Place, message: str) -> BuildError:
    return BuildError(f"{name}:{place[0]}:{place[1]}: {message}")


def _complaint(span: Span) -> tuple[Place, str]:
    assert span.complaint is not None
    place = span.statements[span.bad].placed.place_at(span.complaint.index)
    return place, f"line {span.number}: {span.complaint.message}"


class _Choice:
    """The cheapest way through all spans of a text."""

    def __init__(self, finder: SpanFinder) -> None:
        self.layout = finder.layout
        self.sighted = finder.sighted
        self._effort = finder.effort
        self.spans = finder.spans()
        self._sums = list(accumulate((self._inner_cost(s) for s in self.sighted), initial=0))
        self._statements = list(accumulate((s.kind is TextKind.STATEMENT for s in self.sighted), initial=0))
        self._prose = list(accumulate((s.kind in _PROSE for s in self.sighted), initial=0))
        self._unlikely = [index for index, s in enumerate(self.sighted) if self._is_unlikely(s)]

    def listings(self) -> list[tuple[Span, ...]]:
        """The spans chosen, in their order; a new tuple where the numbers start low again after prose."""
        totals: list[int] = []
        before: list[int | None] = []
        for span in self.spans:
            self._effort.step(len(totals) + span.start)
            looks = 0
            own = span.cost - (REWARD if span.complaint is None else 0)
            best, source = self._cost_outside(0, span.start, None, span), None
            for index in reversed(range(len(totals))):  # the nearest first: it is the cheapest as a rule
                other = self.spans[index]
                if totals[index] <= best and other.end <= span.start:
                    looks += 1
                    cost = totals[index] + self._cost_between(other, span)
                    if cost < best or (cost == best and source is not None):  # of equals the earliest
                        best, source = cost, index
            self._effort.step(_STEPS_PER_LOOK * looks)
            totals.append(best + own)
            before.append(source)
        if not totals:
            return []
        ends = [
            total + self._cost_outside(span.end, len(self.sighted), span, None)
            for total, span in zip(totals, self.spans, strict=True)
        ]
        # what may be the end of the last line or prose right below it is rather taken in than lost
        last: int | None = min(range(len(ends)), key=lambda i: (ends[i], self.spans[i].start, -self.spans[i].end))
        chosen: list[Span] = []
        while last is not None:
            chosen.append(self.spans[last])
            last = before[last]
        chosen.reverse()
        cuts = [n for n, (one, two) in enumerate(pairwise(chosen), start=1) if two.number <= one.number]
        return [tuple(chosen[a:b]) for a, b in pairwise([0, *cuts, len(chosen)])]

    # -- what leaving out costs ----------------------------------------------------------------

    @staticmethod
    def _is_unlikely(sighted: Sighted) -> bool:
        """Numbered, but with nothing else of a program line."""
        bare = sighted.rest >= len(sighted.line.text)
        return sighted.kind is TextKind.OTHER and sighted.number is not None and not bare and not sighted.looks_code

    def _inner_cost(self, sighted: Sighted) -> int:
        return _COST_OF_UNLIKELY_NUMBER if self._is_unlikely(sighted) else _COST_OF_LEAVING_OUT[sighted.kind]

    def _cost_between(self, one: Span, two: Span) -> int:
        """The cost of what lies between two spans that follow one another."""
        if two.number <= one.number:
            after = one.end + self._may_go_on(one)
            if after > two.start or self._prose[after] == self._prose[two.start]:
                return 10**9
            return COST_OF_NEW_LISTING + COST_OF_LOST_CODE * (self._statements[two.start] - self._statements[one.end])
        cost = self._sums[two.start] - self._sums[one.end]
        between = self._unlikely[bisect_left(self._unlikely, one.end) : bisect_left(self._unlikely, two.start)]
        self._effort.step(len(between))
        for index in between:
            if one.number < (self.sighted[index].number or 0) < two.number:
                cost += COST_OF_LOST_CODE - _COST_OF_UNLIKELY_NUMBER
        return cost

    def _may_go_on(self, span: Span) -> bool:
        """Return True if the text line right behind a span may be the rest of it, whatever it looks like."""
        last = span.lines[-1]
        following = self.sighted[span.end].line if span.end < len(self.sighted) else None
        if following is None or following.number != last.number + 1 or not following.text.strip():
            return False
        return not self.layout.is_short(last, following)

    def _cost_outside(self, start: int, end: int, after: Span | None, before: Span | None) -> int:
        """The cost of the text lines before the first span, or after the last one."""
        return COST_OF_LOST_CODE * len(self._lost_outside(start, end, after, before))

    def _lost_outside(self, start: int, end: int, after: Span | None, before: Span | None) -> list[int]:
        """The text lines outside the program that seem to belong to it."""
        lost = [index for index in range(start, end) if self.sighted[index].kind is TextKind.STATEMENT]
        beside = range(start, end) if after is not None else range(end - 1, start - 1, -1)
        for index in beside:
            sighted = self.sighted[index]
            if sighted.kind is TextKind.STATEMENT:
                continue
            if sighted.kind is not TextKind.OTHER or not self._belongs(sighted, after, before):
                break
            lost.append(index)
        return sorted(lost)

    def _belongs(self, sighted: Sighted, after: Span | None, before: Span | None) -> bool:
        """Return True if a line right before or after the program looks like a part of it."""
        if sighted.number is not None:
            in_order = sighted.number > after.number if after else before is None or sighted.number < before.number
            if in_order or not sighted.looks_code:
                return sighted.looks_code
            # out of order it is no program line, but it may be the rest of a number broken in two
        if after is None:
            return False
        return sighted.line.number == after.lines[-1].number + 1 and self._may_go_on(after)

    # -- mistakes ------------------------------------------------------------------------------

    def first_mistake(self, program: tuple[Span, ...], others: Sequence[tuple[Span, ...]]) -> tuple[Place, str] | None:
        """The first thing wrong in the program: where, and what."""
        mistakes = [_complaint(span) for span in program if span.complaint is not None]
        for one, two in pairwise(program):
            for index in range(one.end, two.start):
                sighted = self.sighted[index]
                fits = self._is_unlikely(sighted) and one.number < (sighted.number or 0) < two.number
                if fits or self._inner_cost(sighted) >= COST_OF_LOST_CODE:
                    mistakes.append(self._lost(sighted, one, two))
        start = max((other[-1].end for other in others if other[-1].end <= program[0].start), default=0)
        end = min((other[0].start for other in others if other[0].start >= program[-1].end), default=len(self.sighted))
        for index in self._lost_outside(start, program[0].start, None, program[0]):
            mistakes.append(self._lost(self.sighted[index], None, program[0]))
        for index in self._lost_outside(program[-1].end, end, program[-1], None):
            mistakes.append(self._lost(self.sighted[index], program[-1], None))
        return min(mistakes, default=None)

    def _lost(self, sighted: Sighted, after: Span | None, before: Span | None) -> tuple[Place, str]:
        """The mistake that a line of text has no place in the program."""
        place = sighted.line.placed.place_at(sighted.line.indent)
        number = sighted.number
        if number is not None:
            if not number_in_range(number):
                return place, f"line number {number} is out of range; use 1–9999"
            if any(span and span.number == number for span in (after, before)):
                return place, f"line {number} comes twice; take one of the two out"
            for span, word in ((after, "after"), (before, "before")):
                wrong_way = span and (number <= span.number if span is after else number >= span.number)
                if span and wrong_way:
                    return place, (
                        f"line {number} comes {word} line {span.number}; line numbers must rise: "
                        "check both, or take the line out"
                    )
            bad = next((span for span in self.spans if span.complaint and span.lines[0] is sighted.line), None)
            return _complaint(bad) if bad else (place, f"line {number} is no BASIC; fix it or take it out")
        whose = f"line {after.number}" if after else "any line"
        return place, (
            f"this is no line of the program, nor does it continue {whose}; give it a number, fix it, or take it out"
        )
