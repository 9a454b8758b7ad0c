"""A first look at each line of a listing's text: a program line's start, prose, a page number.

These are first sights; a line that looks like prose may be part of a broken string all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, auto

from harness.spectrum.listing.layout import Layout
from harness.spectrum.listing.statements import command_spellings, keyword_spellings
from harness.spectrum.listing.text import TextLine, has_cyrillic

FIRST_WORD = re.compile(r"[A-Za-z]+")

_MAX_NUMBER = 9999
_START = re.compile(r"\s*(?P<number>\d{1,5})(?!\d)\s*(?P<rest>\S.*)?$")
_AROUND_PAGE_NUMBER = r"[\s\-|.\[\]()~•*]*"
_PAGE_NUMBER = re.compile(
    rf"{_AROUND_PAGE_NUMBER}(?:page|p\.|стр\.?|с\.)?{_AROUND_PAGE_NUMBER}[1-9]\d{{0,3}}{_AROUND_PAGE_NUMBER}$", re.I
)
_LONGEST_PAGE_NUMBER = 100  # the pattern takes time in the square of a longer text
_QUOTED = re.compile(r'"[^"]*"')
_PLAIN_WORD = re.compile(r"[a-z]{2,}[.,;:]?$")
_CODE_SIGNS = re.compile(r"[\"$=:;<>(#]")
_SENTENCE_WORDS = 3
_ALIKE = 0.75  # difflib's measure for a misspelt command


class TextKind(Enum):
    """Kinds of text lines, by their looks.

    STATEMENT is a number and a command, in the letters (capitals or small) that the listing uses;
    SENTENCE several plain words in small letters; HEADING a few words between blank lines.
    """

    BLANK = auto()
    PAGE_NUMBER = auto()
    CYRILLIC = auto()
    SENTENCE = auto()
    HEADING = auto()
    STATEMENT = auto()
    OTHER = auto()


@dataclass(frozen=True)
class Sighted:
    """A line of text and what it looks like.

    If it can start a program line, `number` is that line's and `rest` the index of what follows; `looks_code` tells
    whether that is a statement or a misprint of one.
    """

    line: TextLine
    kind: TextKind
    number: int | None = None
    rest: int = 0
    looks_code: bool = False


def number_in_range(number: int) -> bool:
    """Return True if BASIC accepts it as a line number."""
    return 1 <= number <= _MAX_NUMBER


class Sight:
    """Looks at the lines of a text, with what is known of its layout.

    `capitals` tells whether the listing's keywords are in capitals (True), in other letters (False), or
    in both (None).
    """

    def __init__(self, lines: Sequence[TextLine], layout: Layout) -> None:
        self.lines = lines
        self.layout = layout
        self.capitals = _house_style(lines)

    def sight(self, index: int) -> Sighted:
        """Classify the text line `index`."""
        lines = self.lines
        line = lines[index]
        text = line.text
        if not text.strip():
            return Sighted(line, TextKind.BLANK)
        start = _START.match(text)
        if start is None or start["rest"] is None or not self._may_be_number(start):
            beside = [lines[near] for near in (index - 1, index + 1) if 0 <= near < len(lines)]
            kind = _prose_kind(text, alone=not any(near.text.strip() for near in beside))
            if start is not None and kind is TextKind.PAGE_NUMBER and self._could_be_code(beside, line):
                kind = TextKind.OTHER
            # a number alone may be a line number when a long word followed it
            alone = start is not None and start["rest"] is None and number_in_range(int(start["number"]))
            return Sighted(line, kind, int(start["number"]), len(text)) if start and alone else Sighted(line, kind)
        rest = start["rest"]
        word = FIRST_WORD.match(rest)
        kind = _prose_kind(rest, alone=False)
        if kind is TextKind.CYRILLIC and not _is_remark(rest):
            return Sighted(line, kind)
        if kind is not TextKind.SENTENCE or _is_remark(rest):
            is_command = word is not None and self._starts_statement(word[0])
            kind = TextKind.STATEMENT if is_command else TextKind.OTHER
        looks_code = kind is TextKind.STATEMENT or (kind is TextKind.OTHER and self._looks_code(rest))
        return Sighted(line, kind, int(start["number"]), start.start("rest"), looks_code)

    def _may_be_number(self, start: re.Match[str]) -> bool:
        """Return True if the digits in front of a line are, or are meant for, a line number."""
        word = FIRST_WORD.match(start["rest"])
        return number_in_range(int(start["number"])) or (word is not None and self._starts_statement(word[0]))

    def _looks_code(self, rest: str) -> bool:
        """Return True if something after a number is rather a misprinted statement than prose."""
        words = re.findall(r"[A-Za-z]+", rest)
        if words and len(words[0]) > 1 and words[0].isupper():
            return True
        if self.capitals and any(word in keyword_spellings() for word in words):
            return True
        commands = [command for command in command_spellings() if len(command) > 2]
        misspelt = words and get_close_matches(words[0].upper(), commands, n=1, cutoff=_ALIKE)
        return bool(misspelt) or _CODE_SIGNS.search(rest) is not None

    def _could_be_code(self, beside: Sequence[TextLine], line: TextLine) -> bool:
        """Return True if a bare number is rather the rest of a broken line: set off by nothing, after a full line."""
        return all(near.text.strip() for near in beside) and not self.layout.is_short(beside[0], line)

    def _starts_statement(self, word: str) -> bool:
        in_style = self.capitals is None or word.isupper() == self.capitals
        return in_style and word.upper() in command_spellings()


def _prose_kind(text: str, *, alone: bool) -> TextKind:
    """Classify a text without a line number, or after one; `alone` between blank lines."""
    if len(text) <= _LONGEST_PAGE_NUMBER and _PAGE_NUMBER.match(text):
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


def _house_style(lines: Sequence[TextLine]) -> bool | None:
    """Return True if keywords are in capitals, False if in other letters, None if in both."""
    words = [
        word[0]
        for line in lines
        if (start := _START.match(line.text)) and start["rest"] and (word := FIRST_WORD.match(start["rest"]))
    ]
    commands = [word for word in words if word.upper() in command_spellings()]
    capitals = sum(word.isupper() for word in commands)
    if 3 * capitals >= 2 * len(commands):
        return True if commands else None
    return False if 3 * capitals <= len(commands) else None


def _is_remark(rest: str) -> bool:
    return rest[:3].upper() == "REM"
