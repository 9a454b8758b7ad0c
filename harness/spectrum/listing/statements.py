"""The statements of a program line put together from broken text, each held against the tokeniser.

`BREAK` stands where a line of text ended. In strings and remarks it becomes the blanks that the layout tells. Elsewhere
it matters only between two letters or digits, and there both ways are tried, joined and with a blank; what is no BASIC
drops out, and of what is left the reading wins that fits the layout and makes no name swallow a keyword (``b OR|c`` is
not the name ``bORc`` unless that occurs elsewhere).

Printed and typed spellings that the tokeniser does not know are put into its own: ``RAND`` and ``CONT``
of the keyboard, ``INKEY $``, ``< =``; and, where a statement is no BASIC otherwise, keywords without
blanks around (``FORi=1TO5``) and names that hold a keyword's letters as a word (``Len Line``).
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from harness.spectrum.listing.text import PlacedText
from pyspectrum.basic import tokenise_lines
from pyspectrum.basic.source import keyword_codes
from pyspectrum.errors import BasicError

BREAK = "\ue000"
_MOST_READINGS = 64

COST_OF_BLANK_IN_NAME = 6
_COST_OF_SWALLOWED_KEYWORD = 3
_COST_AGAINST_LAYOUT = 2
_COST_AGAINST_SEEN_BLANKS = 4
_COST_OF_GLUED_NAME = 2
_COST_OF_SPLIT_KEYWORDS = 4

_WORD_WITH_BREAKS = re.compile(f"[A-Za-z][A-Za-z{BREAK}]*")
_QUOTED = re.compile('"[^"]*"?')
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*\$?")
_ABBREVIATION = re.compile(r"(?:^\s*|\bTHEN\s*)(RAND|CONT)(?![A-Za-z0-9])", re.IGNORECASE)
_LOOSE_DOLLAR = re.compile(r"\b(?:[A-Za-z]|INKEY|STR|CHR|VAL|SCREEN)(\s+)\$", re.IGNORECASE)
_LOOSE_SIGN = re.compile(r"<(\s+)[=>]|>(\s+)=")
_COLUMN = re.compile(r" ?\((?:at )?column (\d+)\)| (?:opened )?at column (\d+)")
_PREFIX = "1 "
_FULL = {"RAND": "RANDOMIZE", "CONT": "CONTINUE"}


@dataclass(frozen=True)
class Statement:
    """A statement's slice of a program line; from `remark_start` on it is the text of a REM."""

    start: int
    end: int
    remark_start: int | None = None


@dataclass(frozen=True)
class Complaint:
    """The tokeniser's complaint about a statement, and the character it is about (from 0)."""

    message: str
    index: int


@dataclass(frozen=True)
class StatementReading:
    """A statement with its breaks filled in, what speaks against it, and the tokeniser's complaint if any.

    `in_word` and `between_words` number the breaks that allow only the one or the other; `lost_letters`
    tells of a remark with letters that the Spectrum does not have.
    """

    placed: PlacedText
    cost: int = 0
    complaint: Complaint | None = None
    in_word: frozenset[int] = frozenset()
    between_words: frozenset[int] = frozenset()
    lost_letters: bool = False


@functools.cache
def keyword_spellings() -> frozenset[str]:
    """All keywords of letters, and the words that GO TO and the like are made of."""
    words = {name for name in keyword_codes() if name[0].isalpha()}
    return frozenset(words | {"GO", "SUB", "DEF", "OPEN", "CLOSE"})


@functools.cache
def command_spellings() -> frozenset[str]:
    """The words a statement can start with."""
    codes = keyword_codes()
    commands = {name for name, code in codes.items() if code >= codes["DEF FN"]}
    return frozenset({name.split()[0] for name in commands} | {"GO", *_FULL})


def split_statements(text: str) -> list[Statement]:
    """Split a program line into statements; colons in strings and after REM divide nothing.

    >>> [(s.start, s.end) for s in split_statements('PRINT ":": REM a:b')]
    [(0, 9), (10, 18)]
    """
    statements: list[Statement] = []
    start = index = 0
    at_start, after_then = True, False
    while index < len(text):
        character = text[index]
        if character == ":":
            statements.append(Statement(start, index))
            start, index = index + 1, index + 1
            at_start, after_then = True, False
        elif character == '"':
            match = _QUOTED.match(text, index)
            index = match.end() if match else len(text)
            at_start = after_then = False
        elif word := _WORD_WITH_BREAKS.match(text, index):
            letters = word[0].replace(BREAK, "").upper()
            if (at_start and letters.startswith("REM")) or letters == "THENREM" or (after_then and letters == "REM"):
                after_rem = text.upper().index("M", index) + 1 if letters != "THENREM" else word.end()
                return [*statements, Statement(start, len(text), after_rem)]
            at_start, after_then = False, letters == "THEN"
            index = word.end()
        else:
            if not character.isspace() and character != BREAK:
                at_start = after_then = False
            index += 1
    return [*statements, Statement(start, len(text))]


def quote_is_open(text: str) -> bool:
    """Return True if a statement ends inside a string.

    >>> quote_is_open('PRINT "a""b'), quote_is_open('PRINT "a"')
    (True, False)
    """
    return text.count('"') % 2 == 1


def read_statement(
    placed: PlacedText,
    remark_start: int | None,
    blanks: Sequence[int],
    vocabulary: frozenset[str],
    *,
    blanks_seen: bool = False,
    spend: Callable[[int], None] = lambda characters: None,
) -> StatementReading:
    """The best reading of a statement whose breaks have `blanks` blanks by the layout.

    `vocabulary` holds, in small letters, the words that occur unbroken in the listing; `blanks_seen` tells
    that blanks at the start of lines are kept, so that the layout can be trusted; `spend` gets how many
    characters are read.
    """
    price = _COST_AGAINST_SEEN_BLANKS if blanks_seen else _COST_AGAINST_LAYOUT
    breaks = [index for index, character in enumerate(placed.text) if character == BREAK]
    code_end = remark_start if remark_start is not None else len(placed.text)
    open_ended = [number for number, index in enumerate(breaks) if _matters(placed.text, index, code_end)]
    usual = [_separator(placed.text, index, code_end, blanks[number]) for number, index in enumerate(breaks)]
    readings: list[tuple[StatementReading, tuple[str, ...]]] = []
    for choice in _choices(usual, open_ended):
        spend(len(placed.text))
        filled, end = _filled(placed, breaks, choice, code_end if remark_start is not None else None)
        against = sum(choice[number] != usual[number] for number in open_ended)
        swallowed = _swallowed_keywords(placed.text, breaks, choice, open_ended, vocabulary)
        cost = against * price + swallowed * _COST_OF_SWALLOWED_KEYWORD
        readings.append((_spelled(filled, end, cost), choice))
    good = [(reading, choice) for reading, choice in readings if reading.complaint is None]
    if not good:
        # the one that the tokeniser could follow furthest tells best what is wrong
        return max((reading for reading, _ in readings), key=lambda r: r.complaint.index if r.complaint else 0)
    joined = frozenset(n for n in open_ended if all(choice[n] == "" for _, choice in good))
    spaced = frozenset(n for n in open_ended if all(choice[n] != "" for _, choice in good))
    best = min((reading for reading, _ in good), key=lambda reading: reading.cost)
    return replace(best, in_word=joined, between_words=spaced)


def _choices(usual: list[str], open_ended: list[int]) -> list[tuple[str, ...]]:
    """The separators to try, those nearest to the layout's first."""
    flips = itertools.chain.from_iterable(
        itertools.combinations(open_ended, count) for count in range(len(open_ended) + 1)
    )
    choices = []
    for flipped in itertools.islice(flips, _MOST_READINGS):
        turned = {number: " " if usual[number] == "" else "" for number in flipped}
        choices.append(tuple(turned.get(number, separator) for number, separator in enumerate(usual)))
    return choices


def _in_literal(text: str, index: int, code_end: int) -> bool:
    return index >= code_end or quote_is_open(text[:index])


def _matters(text: str, index: int, code_end: int) -> bool:
    """Return True if a break in code stands between two characters that a blank could part."""
    before, after = text[:index].rstrip(BREAK)[-1:], text[index + 1 :].lstrip(BREAK)[:1]
    return not _in_literal(text, index, code_end) and _is_wordlike(before) and _is_wordlike(after)


def _is_wordlike(character: str) -> bool:
    return character.isalnum() or character == "."


def _separator(text: str, index: int, code_end: int, blanks: int) -> str:
    """Return the blanks that the layout puts into a break."""
    if _in_literal(text, index, code_end):
        return " " * blanks
    return " " if blanks and _matters(text, index, code_end) else ""


def _filled(
    placed: PlacedText, breaks: list[int], choice: tuple[str, ...], remark_start: int | None
) -> tuple[PlacedText, int | None]:
    """The text with the chosen separators, and where its remark starts then."""
    for index, separator in zip(reversed(breaks), reversed(choice), strict=True):
        placed = placed.replaced(index, index + 1, separator)
        if remark_start is not None and index < remark_start:
            remark_start += len(separator) - 1
    return placed, remark_start


def _swallowed_keywords(
    text: str, breaks: list[int], choice: tuple[str, ...], open_ended: list[int], vocabulary: frozenset[str]
) -> int:
    """Count the breaks which, joined, make a word of which one side is a keyword and that is found nowhere else."""
    count = 0
    for number in open_ended:
        if choice[number] == "":
            left = re.search(r"(?<![A-Za-z0-9])[A-Za-z0-9]*$", text[: breaks[number]].rstrip(BREAK))
            right = re.match(r"[A-Za-z0-9]*", text[breaks[number] + 1 :].lstrip(BREAK))
            pieces = (left[0] if left else "", right[0] if right else "")
            word = "".join(pieces)
            known = word.lower() in vocabulary or word.upper() in keyword_spellings()
            count += not known and any(piece.upper() in keyword_spellings() for piece in pieces)
    return count


def _spelled(placed: PlacedText, remark_start: int | None, cost: int) -> StatementReading:
    """The statement in the first spelling that the tokeniser takes, or in its own with the complaint."""
    remark = placed[remark_start:] if remark_start is not None else PlacedText()
    rest = _representable(remark)
    code = _usual_spelling(placed[:remark_start])
    lost = rest != remark
    complaint = complain(code.text + rest.text)
    if complaint is None:
        return StatementReading(code + rest, cost + _blanks_in_names(code.text), lost_letters=lost)
    for respell, price in _RESPELLINGS:
        other = respell(code)
        if other != code and complain(other.text + rest.text) is None:
            cost += price + _blanks_in_names(other.text)
            return StatementReading(other + rest, cost, lost_letters=lost)
    return StatementReading(code + rest, cost, complaint, lost_letters=lost)


@functools.lru_cache(maxsize=20_000)
def complain(statement: str) -> Complaint | None:
    """Return the tokeniser's complaint about a statement (or a line of them), or None.

    >>> complain("PRINT 1"), complain("PRINT (1")
    (None, Complaint(message="the line stops too early; is ')' missing?", index=8))
    """
    if not statement.strip():
        return None
    try:
        tokenise_lines(_PREFIX + statement, "")
    except BasicError as error:
        message = str(error).removeprefix(":1: ").removeprefix("line 1: ")
        column = _COLUMN.search(message)
        if column is None:
            sign = re.search(r"no character ('.'|\".\")", message)
            index = statement.find(sign[1][1]) if sign else len(statement)
            return Complaint(message, index)
        index = int(column[1] or column[2]) - 1 - len(_PREFIX)
        return Complaint(_COLUMN.sub("", message), max(0, index))
    return None


def _usual_spelling(placed: PlacedText) -> PlacedText:
    """``RAND``, ``CONT``, ``a $`` and ``< =`` as the tokeniser writes them."""
    code = _without_strings(placed.text)
    edits = [(m.start(1), m.end(1), _FULL[m[1].upper()]) for m in _ABBREVIATION.finditer(code)]
    edits += [(m.start(1), m.end(1), "") for m in _LOOSE_DOLLAR.finditer(code)]
    for match in _LOOSE_SIGN.finditer(code):
        group = 1 if match[1] else 2
        edits.append((match.start(group), match.end(group), ""))
    return _edited(placed, edits)


def _edited(placed: PlacedText, edits: Sequence[tuple[int, int, str]]) -> PlacedText:
    for start, end, text in sorted(edits, reverse=True):
        placed = placed.replaced(start, end, text)
    return placed


def _without_strings(text: str) -> str:
    """The text with what stands in quotes blotted out."""
    return _QUOTED.sub(lambda match: '"' * len(match[0]), text)


def _with_glued_names(placed: PlacedText) -> PlacedText:
    """A keyword in small or mixed letters, where others are in capitals, is part of a name: ``Data N Line``."""
    words = list(re.finditer("[A-Za-z][A-Za-z0-9]*", _without_strings(placed.text)))
    blanks = []
    for one, two in pairwise(words):
        gap = placed.text[one.end() : two.start()]
        glued = _is_odd_keyword(one[0]) or (_is_odd_keyword(two[0]) and one[0] not in keyword_spellings())
        if gap and gap.isspace() and glued:
            blanks.append((one.end(), two.start(), ""))
    return _edited(placed, blanks)


def _is_odd_keyword(word: str) -> bool:
    return word.upper() in keyword_spellings() and not word.isupper()


def _with_leading_keywords_split(placed: PlacedText) -> PlacedText:
    """``THENGOTO130`` with blanks after the keywords that a word starts with."""
    return _with_blanks(placed, _leading_keywords)


def _with_all_keywords_split(placed: PlacedText) -> PlacedText:
    """``aANDb`` with blanks around all keywords."""
    return _with_blanks(placed, _all_keywords)


def _with_blanks(placed: PlacedText, find: Callable[[str], list[int]]) -> PlacedText:
    words = _WORD.finditer(_without_strings(placed.text))
    return _edited(
        placed, [(place, place, " ") for word in words for place in (word.start() + n for n in find(word[0]))]
    )


_RESPELLINGS = (
    (_with_glued_names, _COST_OF_GLUED_NAME),
    (_with_leading_keywords_split, _COST_OF_SPLIT_KEYWORDS),
    (_with_all_keywords_split, _COST_OF_SPLIT_KEYWORDS),
)


@functools.cache
def _glued_keyword() -> re.Pattern[str]:
    """The longest keyword at a place, in capitals and without its blanks."""
    spellings = {"".join(word.split()) for word in keyword_spellings() if "#" not in word} | {"RAND", "CONT"}
    return re.compile("|".join(map(re.escape, sorted(spellings, key=len, reverse=True))))


def _in_capitals(word: str) -> str:
    """A word as keywords are looked for in it: in one with both kinds of letters they are in capitals."""
    is_mixed = not word.isupper() and any(c.isupper() for c in word)
    return word if is_mixed else word.upper()


def _leading_keywords(word: str) -> list[int]:
    """Return the places of blanks after the keywords that a word starts with."""
    text, keyword = _in_capitals(word), _glued_keyword()
    places: list[int] = []
    place = 0
    while found := keyword.match(text, place):
        place = found.end()
        places.append(place)
    return [place for place in places if place < len(word)]


def _all_keywords(word: str) -> list[int]:
    """Return the places of blanks around all keywords in a word."""
    found = _glued_keyword().finditer(_in_capitals(word))
    return sorted({place for keyword in found for place in keyword.span()} - {0, len(word)})


def _blanks_in_names(code: str) -> int:
    """The penalty for names of several words, which are rather prose: ``CLEAR the screen``."""
    words = re.finditer(r"[A-Za-z][A-Za-z0-9]*(?:\s+(?=(?P<next>[A-Za-z0-9]+)))?", _without_strings(code))
    count = sum(
        w[0].strip().upper() not in keyword_spellings() and w["next"].upper() not in keyword_spellings()
        for w in words
        if w["next"] is not None
    )
    return count * COST_OF_BLANK_IN_NAME


def _representable(remark: PlacedText) -> PlacedText:
    """A remark with a question mark for each character the Spectrum does not have."""
    characters = (c if c.isascii() or _is_spectrum(c) else "?" for c in remark.text)
    return PlacedText("".join(characters), remark.places)


@functools.cache
def _is_spectrum(character: str) -> bool:
    return complain(f"REM {character}") is None
