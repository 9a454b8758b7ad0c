"""Where program lines can lie in a listing's text: all the ways that are BASIC, and what speaks against each.

A `Span` is a run of text lines read as one program line. Nothing is decided here; `listing_order`
chooses among the spans. A cost says how odd a reading is; the table below holds them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum, auto

from harness.listing_layout import Break, Layout
from harness.listing_statements import (
    BREAK,
    Complaint,
    StatementReading,
    command_spellings,
    keyword_spellings,
    quote_is_open,
    read_statement,
    split_statements,
)
from harness.listing_text import PlacedText, TextLine, has_cyrillic

COST_OF_ERROR = 30
"""A program line that is no BASIC."""
COST_OF_LOST_CODE = 50
"""A line of text left out though it looks like a part of the program."""
COST_OF_SHORT_LINE = 18
"""A program line that goes on although the line of text had room left."""
COST_OF_SWALLOWED_START = 20
"""A numbered line of text with a statement in it, taken for the rest of the program line before."""
COST_OF_START_IN_REMARK = 60
COST_OF_COLON_START = 25
"""A program line that starts with a colon: rather the rest of ``GO TO 12|30: …``."""
COST_OF_ODD_CASE = 5
"""A first keyword that is not in the letters, capitals or small, that the listing uses."""
COST_OF_GAP = 2
COST_OF_SKIPPED_INSIDE = 3
_COST_LIMIT_OF_STATEMENTS = 12

_MOST_TEXT_LINES = 40
_MOST_SKIPPED_INSIDE = 8
_MAX_NUMBER = 9999

_START = re.compile(r"\s*(?P<number>\d{1,4})(?!\d)\s*(?P<rest>\S.*)?$")
_FIRST_WORD = re.compile(r"[A-Za-z]+")
_PAGE_NUMBER = re.compile(
    r"[\s\-|.\[\]()~•*]*(?:page|p\.|стр\.?|с\.)?[\s\-|.\[\]()~•*]*[1-9]\d{0,3}[\s\-|.\[\]()~•*]*$", re.I
)
_QUOTED = re.compile(r'"[^"]*"')
_PLAIN_WORD = re.compile(r"[a-z]{2,}[.,;:]?$")
_CODE_SIGNS = re.compile(r"[\"$=:;<>(#]")
_SENTENCE_WORDS = 3


class TextKind(Enum):
    """What a line of text looks like on its own."""

    BLANK = auto()
    PAGE_NUMBER = auto()
    CYRILLIC = auto()
    SENTENCE = auto()
    HEADING = auto()
    STATEMENT = auto()  # a number and a command, in the listing's letters
    OTHER = auto()


@dataclass(frozen=True)
class Sighted:
    """A line of text and what it looks like; `number` and `rest` where it can start a program line."""

    line: TextLine
    kind: TextKind
    number: int | None = None
    rest: int = 0
    looks_code: bool = False


@dataclass(frozen=True)
class Span:
    """Text lines `start` to before `end` (from 0) as program line `number`.

    `used` are the indexes of those that are part of it; `statements` its statements as read;
    `complaint` belongs to the statement numbered `bad`.
    """

    start: int
    end: int
    number: int
    used: tuple[int, ...]
    statements: tuple[StatementReading, ...]
    breaks: tuple[Break, ...]
    cost: int
    complaint: Complaint | None = None
    bad: int = 0

    @property
    def lost_letters(self) -> bool:
        """Whether a remark in it holds letters that the Spectrum does not have."""
        return any(statement.lost_letters for statement in self.statements)

    @property
    def content(self) -> PlacedText:
        """What stands after the line number."""
        content = PlacedText()
        for index, statement in enumerate(self.statements):
            if index:
                content += PlacedText(":", (statement.placed.place_at(0),))
            content += statement.placed
        return content.stripped()


class SpanFinder:
    """All spans of a text, given what is known of its layout."""

    def __init__(self, lines: Sequence[TextLine], layout: Layout) -> None:
        self.layout = layout
        self.vocabulary = _vocabulary(lines)
        self.capitals = _house_style(lines)
        self.sighted = tuple(self._sight(index, lines) for index in range(len(lines)))

    def spans(self) -> list[Span]:
        """Every span, good or bad, in the order of their starts."""
        return [span for start in range(len(self.sighted)) for span in self._spans_at(start)]

    # -- one line of text on its own -----------------------------------------------------------

    def _sight(self, index: int, lines: Sequence[TextLine]) -> Sighted:
        line = lines[index]
        text = line.text
        if not text.strip():
            return Sighted(line, TextKind.BLANK)
        start = _START.match(text)
        if start is None or start["rest"] is None or not 1 <= int(start["number"]) <= _MAX_NUMBER:
            alone = all(not lines[near].text.strip() for near in (index - 1, index + 1) if 0 <= near < len(lines))
            return Sighted(line, _prose_kind(text, alone=alone))
        rest = start["rest"]
        word = _FIRST_WORD.match(rest)
        kind = _prose_kind(rest, alone=False)
        if kind is TextKind.CYRILLIC and not _is_remark(rest):
            return Sighted(line, kind)
        if kind is not TextKind.SENTENCE or _is_remark(rest):
            is_command = word is not None and self._starts_statement(word[0])
            kind = TextKind.STATEMENT if is_command else TextKind.OTHER
        looks_code = kind is TextKind.STATEMENT or (
            kind is TextKind.OTHER
            and bool((word and len(word[0]) > 1 and word[0].isupper()) or _CODE_SIGNS.search(rest))
        )
        return Sighted(line, kind, int(start["number"]), start.start("rest"), looks_code)

    def _starts_statement(self, word: str) -> bool:
        in_style = self.capitals is None or word.isupper() == self.capitals
        return in_style and word.upper() in command_spellings()

    # -- the spans from one line of text on ----------------------------------------------------

    def _spans_at(self, start: int) -> Iterator[Span]:
        first = self.sighted[start]
        if first.number is None:
            return
        good = False
        if _can_start(first.line.text[first.rest :]):
            for span in self._extended(start):
                good = good or span.complaint is None
                yield span
        if not good and first.kind is not TextKind.SENTENCE:
            yield self._bad_span(start)

    def _extended(self, start: int) -> Iterator[Span]:
        """The spans that are BASIC; a page number in the middle is tried both as a part and as none."""
        unfinished = [_Joined(self, start)]
        while unfinished:
            text = unfinished.pop()
            span = text.span()
            if span is not None:
                yield span
            if not text.is_dead:
                if text.page_number_follows:
                    without = text.copy()
                    if without.extend(skip_page_numbers=True):
                        unfinished.append(without)
                if text.extend():
                    unfinished.append(text)

    def _bad_span(self, start: int) -> Span:
        """The program line with its mistake, as far as it seems to go."""
        text = _Joined(self, start)
        while True:
            following = text.following
            if following >= len(self.sighted):
                break
            sighted = self.sighted[following]
            continues = sighted.kind in (TextKind.OTHER, TextKind.HEADING) and sighted.number is None
            if not continues or not text.extend():
                break
        return text.bad_span()


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
        word = _FIRST_WORD.match(self.placed.text)
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

    @property
    def page_number_follows(self) -> bool:
        """Whether the next line that is not blank may be a page number."""
        sighted = self.finder.sighted
        index = self.following
        while index < len(sighted) and sighted[index].kind is TextKind.BLANK:
            index += 1
        return index < len(sighted) and sighted[index].kind is TextKind.PAGE_NUMBER

    def extend(self, *, skip_page_numbers: bool = False) -> bool:
        """Take the next line of text in; False where the program line cannot go on."""
        index, gap, skipped = self._next_part(skip_page_numbers)
        if index is None or len(self.used) >= _MOST_TEXT_LINES or self._swallowed:
            return False
        left, right = self.finder.sighted[self.used[-1]].line, self.finder.sighted[index]
        is_short = self.finder.layout.is_short(left, right.line)
        last = split_statements(self.placed.text)[-1]
        in_remark = last.remark_start is not None
        if in_remark and (is_short or gap):
            return False  # a remark would take anything
        self.cost += gap + skipped * COST_OF_SKIPPED_INSIDE + is_short * COST_OF_SHORT_LINE
        if right.kind is TextKind.STATEMENT and (right.number or 0) > self.number:
            self.cost += COST_OF_START_IN_REMARK if in_remark else COST_OF_SWALLOWED_START
            self._swallowed = True
        quoted = not in_remark and quote_is_open(self.placed.text[last.start :])
        self.breaks.append(Break(left, right.line, quoted=quoted))
        added = _right_stripped(right.line.placed[right.line.indent :])
        self.placed += PlacedText(BREAK, (added.place_at(0),)) + added
        self.used.append(index)
        self.following = index + 1
        self._read_statements()
        return True

    def _next_part(self, skip_page_numbers: bool) -> tuple[int | None, int, int]:
        """The index of the next line that can belong to it, the cost of a gap before, the lines left out."""
        sighted = self.finder.sighted
        in_remark = split_statements(self.placed.text)[-1].remark_start is not None
        gap = skipped = 0
        for index in range(self.following, len(sighted)):
            kind = sighted[index].kind
            if kind is TextKind.BLANK:
                gap = COST_OF_GAP
            elif (kind is TextKind.PAGE_NUMBER and skip_page_numbers) or (kind is TextKind.CYRILLIC and not in_remark):
                skipped += 1
            else:
                return (index if skipped <= _MOST_SKIPPED_INSIDE else None), gap, skipped
        return None, gap, skipped

    @property
    def is_good(self) -> bool:
        """Whether all of it is BASIC as it stands."""
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
        price = min(_COST_LIMIT_OF_STATEMENTS, sum(reading.cost for reading in self._read))
        statements = tuple(self._read)
        return Span(
            self.start, self.following, self.number, tuple(self.used), statements, tuple(breaks), self.cost + price
        )

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
            self._read.append(
                read_statement(
                    self.placed[statement.start : statement.end], remark, blanks[seen:], self.finder.vocabulary
                )
            )
        self._complete = len(statements) - 1
        self.is_dead = any(reading.complaint for reading in self._read[: self._complete])


def _right_stripped(placed: PlacedText) -> PlacedText:
    return placed[: len(placed.text.rstrip())]


def _is_remark(rest: str) -> bool:
    return rest[:3].upper() == "REM"


def _can_start(rest: str) -> bool:
    """Whether a statement may start so: with a command, the first letters of one, or a colon."""
    word = _FIRST_WORD.match(rest)
    if word is None:
        return rest.startswith(":")
    letters = word[0].upper()
    if any(letters.startswith(command) for command in command_spellings()):
        return True
    return word.end() == len(rest.rstrip()) and any(command.startswith(letters) for command in command_spellings())


def _prose_kind(text: str, *, alone: bool) -> TextKind:
    """What a text without a line number, or after one, looks like; `alone` between blank lines."""
    if _PAGE_NUMBER.match(text):
        return TextKind.PAGE_NUMBER
    outside = _QUOTED.sub('""', text)
    if has_cyrillic(outside):
        return TextKind.CYRILLIC
    words = outside.split()
    run = longest = 0
    for word in words:
        run = run + 1 if _PLAIN_WORD.match(word) and word.rstrip(".,;:").upper() not in keyword_spellings() else 0
        longest = max(longest, run)
    if longest >= _SENTENCE_WORDS and '"' not in text:
        return TextKind.SENTENCE
    capitals = any(word.isupper() and word in keyword_spellings() for word in words)
    if alone and len(words) > 1 and not capitals and not _CODE_SIGNS.search(text):
        return TextKind.HEADING
    return TextKind.OTHER


def _vocabulary(lines: Sequence[TextLine]) -> frozenset[str]:
    """The words, in small letters, that stand inside lines, where no break can have cut them."""
    return frozenset(
        match[0].lower()
        for line in lines
        for match in re.finditer(r"(?<=[^A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?=[^A-Za-z0-9])", line.text.strip())
    )


def _house_style(lines: Sequence[TextLine]) -> bool | None:
    """Whether keywords are in capitals (True), in other letters (False), or in both (None)."""
    words = [
        word[0]
        for line in lines
        if (start := _START.match(line.text)) and start["rest"] and (word := _FIRST_WORD.match(start["rest"]))
    ]
    commands = [word for word in words if word.upper() in command_spellings()]
    capitals = sum(word.isupper() for word in commands)
    if 3 * capitals >= 2 * len(commands):
        return True if commands else None
    return False if 3 * capitals <= len(commands) else None
