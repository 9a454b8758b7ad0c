"""Candidate program lines in a listing's text: all the ways that are BASIC, and the cost of each.

A `Span` is a run of text lines read as one program line. Nothing is decided here; `order`
chooses among the spans. A cost says how odd a reading is; the table below holds them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from harness.spectrum.listing.effort import Effort
from harness.spectrum.listing.layout import Break, Layout
from harness.spectrum.listing.sight import FIRST_WORD, Sight, TextKind, number_in_range
from harness.spectrum.listing.statements import (
    BREAK,
    Complaint,
    StatementReading,
    command_spellings,
    quote_is_open,
    read_statement,
    split_statements,
)
from harness.spectrum.listing.text import PlacedText, TextLine

COST_OF_ERROR = 30
"""A program line that is no BASIC."""
COST_OF_LOST_CODE = 50
"""A line of text left out though it looks like a part of the program."""
COST_OF_SHORT_LINE = 18
"""A program line that continues although the line of text had room left."""
COST_OF_SWALLOWED_START = 20
"""A numbered line of text with a statement in it, taken for the rest of the program line before."""
COST_OF_START_IN_REMARK = 60
COST_OF_COLON_START = 25
"""A program line that starts with a colon: rather the rest of ``GO TO 12|30: …``."""
COST_OF_ODD_CASE = 5
"""A first keyword that is not in the letters, capitals or small, that the listing uses."""
COST_OF_GAP = 3
"""Blank lines in the middle of a program line."""
COST_OF_PAGE_NUMBER_TAKEN_IN = 4
"""Cost of an apparent page number, between blank lines, taken for the middle of a program line."""
COST_OF_SKIPPED_INSIDE = 2
"""A page number or a Russian line in the middle of a program line."""
_COST_LIMIT_OF_STATEMENTS = 12

_MOST_TEXT_LINES = 40
_MOST_SKIPPED_INSIDE = 8


@dataclass(frozen=True)
class Span:
    """Text lines `start` to before `end` (from 0) as program line `number`.

    `lines` are those that are part of it; `statements` its statements as read; `complaint` belongs to the
    statement numbered `bad`.
    """

    start: int
    end: int
    number: int
    lines: tuple[TextLine, ...]
    statements: tuple[StatementReading, ...]
    breaks: tuple[Break, ...]
    cost: int
    complaint: Complaint | None = None
    bad: int = 0

    @property
    def lost_letters(self) -> bool:
        """True if a remark in it holds letters that the Spectrum does not have."""
        return any(statement.lost_letters for statement in self.statements)

    @property
    def content(self) -> PlacedText:
        """The text after the line number."""
        content = PlacedText()
        for index, statement in enumerate(self.statements):
            if index:
                content += PlacedText(":", (statement.placed.place_at(0),))
            content += statement.placed
        return content.stripped()


class SpanFinder:
    """All spans of a text, given what is known of its layout."""

    def __init__(self, lines: Sequence[TextLine], layout: Layout, effort: Effort) -> None:
        self.layout = layout
        self.effort = effort
        self.vocabulary = _vocabulary(lines)
        sight = Sight(lines, layout)
        self.capitals = sight.capitals
        self.sighted = tuple(sight.sight(index) for index in range(len(lines)))

    def spans(self) -> list[Span]:
        """Every span, good or bad, in the order of their starts."""
        return [span for start in range(len(self.sighted)) for span in self._spans_at(start)]

    # -- the spans from one line of text on ----------------------------------------------------

    def _spans_at(self, start: int) -> Iterator[Span]:
        first = self.sighted[start]
        if first.number is None or not number_in_range(first.number):
            return
        rest = first.line.text[first.rest :] or self._text_after(start)
        if _can_start(rest):
            yield from self._extended(start)
        if first.kind not in (TextKind.SENTENCE, TextKind.PAGE_NUMBER):
            bad = self._bad_span(start)
            if bad is not None:
                yield bad

    def _text_after(self, index: int) -> str:
        """The next line of text that is not blank, without its indent."""
        return next((s.line.text.lstrip() for s in self.sighted[index + 1 :] if s.kind is not TextKind.BLANK), "")

    def _extended(self, start: int) -> Iterator[Span]:
        """The spans that are BASIC; page numbers in the middle are tried both as parts and as none."""
        unfinished = [_Joined(self, start)]
        while unfinished:
            text = unfinished.pop()
            span = text.span()
            if span is not None:
                yield span
            if not text.is_dead:
                for skipped in range(text.page_numbers_following() + 1):
                    longer = text.copy()
                    if longer.extend(skipped):
                        unfinished.append(longer)

    def _bad_span(self, start: int) -> Span | None:
        """The program line with its mistake, as far as it seems to go; None if there is no mistake in it."""
        text = _Joined(self, start)
        while self._seems_to_go_on(text) and text.extend():
            pass
        return None if text.is_good else text.bad_span()

    def _seems_to_go_on(self, text: _Joined) -> bool:
        """Return True if the next line of text looks like more of a program line, be it BASIC or not."""
        following = self.sighted[text.following :]
        part = next((sighted for sighted in following if sighted.kind is not TextKind.BLANK), None)
        if part is None or part.number is not None or part.kind not in (TextKind.OTHER, TextKind.HEADING):
            return False
        has_gap = part is not following[0]
        is_short = self.layout.is_short(self.sighted[text.used[-1]].line, part.line)
        return not is_short and not (has_gap and text.is_good)


class _Joined:
    """A program line that grows by one line of text after the other."""

    def __init__(self, finder: SpanFinder, start: int) -> None:
        self.finder = finder
        self.start = start
        first = finder.sighted[start]
        assert first.number is not None
        self.number = first.number
        self.used = [start]
        self.placed = _right_stripped(first.line.placed[first.rest :])
        self.breaks: list[Break] = []
        self.cost = COST_OF_COLON_START if self.placed.text.startswith(":") else 0
        word = FIRST_WORD.match(self.placed.text)
        if word and finder.capitals is not None and word[0].isupper() != finder.capitals:
            self.cost += COST_OF_ODD_CASE
        self.following = start + 1
        self.is_dead = False
        self._swallowed = False
        self._read: list[StatementReading] = []
        self._complete = 0
        self._read_statements()

    def copy(self) -> _Joined:
        """Another one of the same text, to grow otherwise."""
        other = copy(self)
        other.used, other.breaks, other._read = list(self.used), list(self.breaks), list(self._read)
        return other

    def page_numbers_following(self) -> int:
        """Count the possible page numbers that come before anything else."""
        count = 0
        for sighted in self.finder.sighted[self.following :]:
            if sighted.kind not in (TextKind.BLANK, TextKind.PAGE_NUMBER):
                break
            count += sighted.kind is TextKind.PAGE_NUMBER
        return min(count, _MOST_SKIPPED_INSIDE)

    def extend(self, page_numbers: int = 0) -> bool:
        """Take the next line of text in, after skipping so many page numbers; False where it cannot continue."""
        index, gap, skipped = self._next_part(page_numbers)
        if index is None or len(self.used) >= _MOST_TEXT_LINES or self._swallowed:
            return False
        left, right = self.finder.sighted[self.used[-1]].line, self.finder.sighted[index]
        is_short = self.finder.layout.is_short(left, right.line)
        last = split_statements(self.placed.text)[-1]
        in_remark = last.remark_start is not None
        if in_remark and is_short:
            return False  # a remark would take anything
        self.cost += gap + skipped * COST_OF_SKIPPED_INSIDE + is_short * COST_OF_SHORT_LINE
        if gap and right.kind is TextKind.PAGE_NUMBER:
            self.cost += COST_OF_PAGE_NUMBER_TAKEN_IN
        if right.kind is TextKind.STATEMENT and (right.number or 0) > self.number:
            self.cost += COST_OF_START_IN_REMARK if in_remark else COST_OF_SWALLOWED_START
        self._swallowed = right.kind is TextKind.STATEMENT
        quoted = not in_remark and quote_is_open(self.placed.text[last.start :])
        self.breaks.append(Break(left, right.line, quoted=quoted))
        added = _right_stripped(right.line.placed[right.line.indent :])
        self.placed += PlacedText(BREAK, (added.place_at(0),)) + added
        self.used.append(index)
        self.following = index + 1
        self._read_statements()
        return True

    def _next_part(self, page_numbers: int) -> tuple[int | None, int, int]:
        """The index of the next line that can belong to it, the cost of a gap before, the lines left out."""
        sighted = self.finder.sighted
        in_remark = split_statements(self.placed.text)[-1].remark_start is not None
        gap = skipped = 0
        for index in range(self.following, len(sighted)):
            kind = sighted[index].kind
            if kind is TextKind.BLANK:
                gap = COST_OF_GAP
            elif kind is TextKind.PAGE_NUMBER and page_numbers:
                page_numbers -= 1
                skipped += 1
            elif kind is TextKind.CYRILLIC and not in_remark:
                skipped += 1
            else:
                return (index if skipped <= _MOST_SKIPPED_INSIDE else None), gap, skipped
        return None, gap, skipped

    @property
    def is_good(self) -> bool:
        """True if all of it is BASIC as it stands."""
        return bool(self.placed.text.strip()) and all(reading.complaint is None for reading in self._read)

    def span(self) -> Span | None:
        """The span so far, if it is BASIC."""
        return self._span() if self.is_good else None

    def bad_span(self) -> Span:
        """The span so far with the complaint about it."""
        bad = next((n for n, reading in enumerate(self._read) if reading.complaint), 0)
        complaint = self._read[bad].complaint or Complaint("there is nothing after the line number", 0)
        return replace(self._span(), cost=COST_OF_ERROR, complaint=complaint, bad=bad)

    def _span(self) -> Span:
        breaks = list(self.breaks)
        seen = 0
        for statement, reading in zip(split_statements(self.placed.text), self._read, strict=True):
            for number in range(self.placed.text[statement.start : statement.end].count(BREAK)):
                breaks[seen] = replace(
                    breaks[seen],
                    in_word=number in reading.in_word,
                    between_words=number in reading.between_words,
                )
                seen += 1
        cost = self.cost + min(_COST_LIMIT_OF_STATEMENTS, sum(reading.cost for reading in self._read))
        lines = tuple(self.finder.sighted[index].line for index in self.used)
        return Span(self.start, self.following, self.number, lines, tuple(self._read), tuple(breaks), cost)

    def _read_statements(self) -> None:
        """Read what has come; a complete statement that is no BASIC ends it all."""
        statements = split_statements(self.placed.text)
        blanks = [self.finder.layout.blanks(b.left, b.right) for b in self.breaks]
        del self._read[self._complete :]
        for number, statement in enumerate(statements):
            seen = self.placed.text[: statement.start].count(BREAK)
            if number < len(self._read):
                continue
            remark = None if statement.remark_start is None else statement.remark_start - statement.start
            part = self.placed[statement.start : statement.end]
            seen_blanks = self.finder.layout.keeps_blanks
            reading = read_statement(
                part,
                remark,
                blanks[seen:],
                self.finder.vocabulary,
                blanks_seen=seen_blanks,
                spend=self.finder.effort.spend,
            )
            self._read.append(reading)
        self._complete = len(statements) - 1
        self.is_dead = any(reading.complaint for reading in self._read[: self._complete])


def _right_stripped(placed: PlacedText) -> PlacedText:
    return placed[: len(placed.text.rstrip())]


def _can_start(rest: str) -> bool:
    """Return True if a statement may start so: with a command, the first letters of one, or a colon."""
    word = FIRST_WORD.match(rest)
    if word is None:
        return rest.startswith(":")
    letters = word[0].upper()
    if any(letters.startswith(command) for command in command_spellings()):
        return True
    return word.end() == len(rest.rstrip()) and any(command.startswith(letters) for command in command_spellings())


def _vocabulary(lines: Sequence[TextLine]) -> frozenset[str]:
    """The words, in small letters, that stand inside lines, where no break can have cut them."""
    return frozenset(
        match[0].lower()
        for line in lines
        for match in re.finditer(r"(?<=[^A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?=[^A-Za-z0-9])", line.text.strip())
    )
