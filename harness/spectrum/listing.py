"""A program listing as a magazine prints it, brought to tape.

In print, program lines are broken wherever the column ends, in the middle of words, numbers and strings, with
pages, headings and prose around. A program line begins with a number and a command; the numbers rise. What follows up
to the next number is joined to it while it is BASIC that way. All else is skipped, and the notes say what.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from harness.errors import BuildError, FormatError
from harness.files.reading import read_file, shown_name
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import CALLING_LINE, LOADING_LINE, line_code
from pyspectrum.basic import keyword_codes, split_tokens, tokenise_lines
from pyspectrum.errors import BasicError
from pyspectrum.opener import OpeningError, decoded
from pyspectrum.tape import NAME_SIZE, Tape, code_blocks, program_blocks

MAX_LISTING_BYTES = 2_000_000
"""Many times what a program that fits into a Spectrum takes in print, with a whole article around it."""
MAX_TEXT_LINES = 20_000
MAX_LINE_CHARACTERS = 5_000
"""The longest line of text: the Spectrum's own editor takes some seven hundred characters."""

CONTRACT_NAMES = ("G$", "H", "DataNLine", "LenLine", "First", "ErrLine")
"""The variables that a program and our code share (specification, section 1)."""
ADDED_LINES = {
    LOADING_LINE: f'CLEAR {CODE_ADDRESS - 1}: LOAD ""CODE {CODE_ADDRESS}',
    CALLING_LINE: f"RANDOMIZE USR {CODE_ADDRESS}: RETURN",
}
"""Lines that `with_code` adds to a listing (specification, section 1)."""
TRDOS_ENTRIES = frozenset({"15363", "15616", "15619"})
"""Addresses at which BASIC calls TR-DOS, whose ROM a Beta 128 disk interface pages in there."""

_ANALYSIS_ENTRIES = ("2190", "2195")
_MOST_TEXT_LINES = 40  # of one program line
_MOST_READINGS = 64
_MOST_NUMBER = 9999
_NEARLY = 3
_SHORT_BY = 10
"""Columns that a broken line may lack: a shorter one had room for what follows, so it is not continued."""
_USUAL_WIDTH = 50

_SIGNS = {
    **dict.fromkeys("“”„‟«»″＂", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("−–—‐‑‒―", "-"),
    **dict.fromkeys("×∗⁎✕", "*"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("↑ˆ", "^"),
    **dict.fromkeys("≤⩽≦", "<="),
    **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060", ""),
    **dict.fromkeys("\f\v", " "),
    "≠": "<>",
    "№": "#",
    "¤": "$",
    "…": "...",
}
"""Print characters with one meaning only: № and ¤ stood where # and $ stand on Soviet keyboards and printers."""
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХЅІЈаеорсухѕіј", "ABEKMHOPCTYXSIJaeopcyxsij")
_CYRILLIC = re.compile("[\u0400-\u052f]")

_NUMBERED = re.compile(r"\s*(?P<number>\d{1,5})(?!\d)\s*(?P<rest>:?\s*(?P<word>[A-Za-z]+).*)$")
_SENTENCE = re.compile(r"(?:\b[a-z]{2,}[.,;:]?\s+){2}[a-z]{2,}\b")
_PAGE_NUMBER = re.compile(
    r"[\s\-|.\[\]]{0,9}(?:page|p\.|стр\.?|с\.)?[\s\-|.\[\]]{0,9}[1-9]\d{0,3}[\s\-|.\[\]]{0,9}$", re.I
)
_QUOTED = re.compile('"[^"]*"?')
_INNER_BLANKS = re.compile(r"\S  +\S")
_ABBREVIATION = re.compile(r"(?:^|:|\bTHEN)\s*(RAND|CONT)(?![A-Za-z0-9])", re.IGNORECASE)
_REMARK = re.compile(r"(?:^|:|\bTHEN)\s*REM", re.IGNORECASE)
_COLUMN = re.compile(r" ?\((?:at )?column \d+\)| (?:opened )?at column \d+")
_LOOSE_DOLLAR = re.compile(r"\b(?:[A-Za-z]|INKEY|STR|CHR|VAL|SCREEN)(\s+)\$", re.IGNORECASE)
_LOOSE_SIGN = re.compile(r"(?<=<)(\s+)(?=[=>])|(?<=>)(\s+)(?==)")
_WIDE_BLANKS = re.compile(r'("[^"]*"?|\bREM\b.*)|[ \t]{2,}', re.IGNORECASE | re.DOTALL)
_FULL = {"RAND": "RANDOMIZE", "CONT": "CONTINUE"}


@dataclass(frozen=True)
class Listing:
    """A program as read from a file: source text by line number, rising; notes on how it was read."""

    name: str
    lines: dict[int, str]
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The program, one line of text a program line."""
        return "".join(f"{number} {content}\n" for number, content in self.lines.items())

    def tokenise(self) -> bytes:
        """The program as bytes.

        Raises:
            BuildError: a program line is no BASIC.
        """
        return b"".join(line.to_bytes() for line in tokenise_lines(self.source, self.name))

    def with_code(self) -> Listing:
        """The program with the BASIC lines that load and call our line analysis."""
        notes = [
            f"line {number} of the listing was replaced by: {number} {content}"
            for number, content in ADDED_LINES.items()
            if number in self.lines and self.lines[number] != content
        ]
        lines = dict(sorted((self.lines | ADDED_LINES).items()))
        return Listing(self.name, lines, (*self.notes, *notes, *_contract_notes(self.lines)))


def read_listing(path: Path | str) -> Listing:
    """Read a listing from a file; ``-`` is the standard input.

    Raises:
        BuildError: the file cannot be read, or ``file:line: …`` for a mistake in the program.
    """
    try:
        data = read_file(path, limit=MAX_LISTING_BYTES, fix="give the listing alone, as plain text")
    except FormatError as error:
        raise BuildError(str(error)) from None
    return parse_listing(data, shown_name(path))


def parse_listing(data: bytes, name: str = "<listing>") -> Listing:
    """The program in a text as printed.

    >>> text = "Listing 1.\\n\\n 10 PRINT “Hello, all of you who are reading this”: GO TO 1\\n0\\n 20 STOP\\n"
    >>> listing = parse_listing(text.encode())
    >>> listing.lines[10][-8:], listing.notes[0]
    ('GO TO 10', 'skipped 1 line of text that is no part of the program: 1')

    Raises:
        BuildError: ``name:line: …`` for the first mistake, or that there is no program.
    """
    try:
        text, encoding = decoded(data)
    except OpeningError as error:
        raise BuildError(f"{name}: {error}") from None
    lines = _text_lines(text, name)
    starts = _starts(lines, name)
    if not starts:
        raise BuildError(f"{name}: no program in it; a program line is a number and a BASIC statement")
    layout = _Layout.of(lines, starts)
    program: dict[int, str] = {}
    used: set[int] = set()
    quoted: list[int] = []
    for (start, number), end in zip(starts, [*(at for at, _ in starts[1:]), len(lines)], strict=True):
        line = _ProgramLine(layout, lines[start])
        line.extend(lines[start + 1 : end])
        content = line.content()
        if complaint := _complain(content) if content.strip() else "there is nothing after the line number":
            raise BuildError(f"{name}:{lines[start].number}: line {number}: {complaint}")
        program[number] = content
        used.update(part.number for part in line.parts)
        quoted += line.quoted
    notes = [
        *_skipping_notes(lines, used),
        *_reading_notes([line for line in lines if line.number in used], encoding, quoted, layout, program),
    ]
    return Listing(name, program, (*notes, *_disk_notes(program)))


def build_listing_tape(listing: Listing, tape_name: str, *, code: bool = False) -> Tape:
    """The tape of a listing: the program, which starts by itself at its first line, and our code if wanted.

    The program loads the code only where it has the lines that `Listing.with_code` adds. `tape_name` is
    cut to the ten ASCII characters that a header takes.
    """
    name = "".join(c for c in tape_name if " " <= c <= "~")[:NAME_SIZE].strip() or "listing"
    tape = Tape(program_blocks(name, listing.tokenise(), min(listing.lines)))
    return tape + Tape(code_blocks("line", line_code().code, CODE_ADDRESS)) if code else tape


# -- the text ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _TextLine:
    """A line of the file, its characters read as BASIC's own; `width` counts the columns that it takes in print."""

    number: int
    text: str
    width: int
    read_as: frozenset[str] = frozenset()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


def _text_lines(text: str, name: str) -> list[_TextLine]:
    raw = re.split(r"\r\n|\n|\r", text)
    if len(raw) > MAX_TEXT_LINES:
        raise BuildError(f"{name}: {len(raw):,} lines, where a listing has {MAX_TEXT_LINES:,} at most; give it alone")
    longest = max(range(len(raw)), key=lambda at: len(raw[at]))
    if len(raw[longest]) > MAX_LINE_CHARACTERS:
        raise BuildError(
            f"{name}:{longest + 1}: {len(raw[longest]):,} characters in one line, where a listing has "
            f"{MAX_LINE_CHARACTERS:,} at most; break it as in print"
        )
    return [_text_line(number, line.expandtabs(8)) for number, line in enumerate(raw, start=1)]


def _text_line(number: int, line: str) -> _TextLine:
    latin = line.translate(_LOOKALIKES)
    if _CYRILLIC.search(latin):
        latin = line  # it has other letters, too: Russian, and no BASIC in look-alikes
    read = [_meaning(sign) for sign in latin]
    changed = (f"{sign} as {new}" for sign, new in zip(latin, read, strict=True) if sign != new and new.strip())
    cyrillic = (f"Cyrillic {sign} as {new}" for sign, new in zip(line, latin, strict=True) if sign != new)
    width = len(line.rstrip()) - sum(not meaning for meaning in read)
    return _TextLine(number, "".join(read), width, frozenset((*changed, *cyrillic)))


def _meaning(sign: str) -> str:
    if sign in _SIGNS or sign.isascii():
        return _SIGNS.get(sign, sign)
    if unicodedata.category(sign) == "Zs":
        return " "
    full_width = "\uff01" <= sign <= "\uff5e" or "\ufb00" <= sign <= "\ufb06"
    return unicodedata.normalize("NFKC", sign) if full_width else sign


# -- program lines -------------------------------------------------------------------------------


def _starts(lines: Sequence[_TextLine], name: str) -> list[tuple[int, int]]:
    """The lines of text, by index, at which program lines start, with their numbers.

    They form the longest chain of rising numbers, each before a command. A number that fits into the chain, before
    another word in capitals, is one as well: a misprint, to be reported and not skipped.
    """
    found = [(at, match) for at, line in enumerate(lines) if (match := _NUMBERED.match(line.text))]
    commands = [(at, match) for at, match in found if match["word"].upper() in _commands() and match["rest"][0] != ":"]
    capitals = 2 * sum(match["word"].isupper() for _, match in commands) >= len(commands)
    sure = [
        (at, int(match["number"]))
        for at, match in commands
        if not capitals or (match["word"].isupper() and not _SENTENCE.search(_QUOTED.sub("", match["rest"])))
    ]
    chain = _longest_rise([(at, number) for at, number in sure if 0 < number <= _MOST_NUMBER])
    known = dict(chain)
    for at, number in sure:
        if at not in known:
            _refuse_if_basic(lines[at], number, chain[: bisect_left(chain, (at, 0))], name)
    for at, match in found:
        number, place = int(match["number"]), bisect_left(chain, (at, 0))
        follows = place == 0 or (chain[place - 1][1] < number and (place < len(chain) or lines[at - 1].text.strip()))
        leads = place == len(chain) or (number < chain[place][1] and (place > 0 or lines[at + 1].text.strip()))
        is_word = len(match["word"]) > 1 and match["word"].isupper() and match["rest"][0] != ":"
        if chain and at not in known and is_word and follows and leads and number <= _MOST_NUMBER:
            known[at] = number
    return sorted(known.items())


def _refuse_if_basic(line: _TextLine, number: int, before: Sequence[tuple[int, int]], name: str) -> None:
    """Reject a statement whose number does not fit its place: it would be left out in silence."""
    match = _NUMBERED.match(line.text)
    if match is None or _complain(_spelled(match["rest"])) is not None:
        return
    if not 0 < number <= _MOST_NUMBER:
        raise BuildError(f"{name}:{line.number}: line number {number} is out of range; choose 1 to {_MOST_NUMBER}")
    place = f"after line {before[-1][1]}" if before else "before the first line"
    raise BuildError(f"{name}:{line.number}: line {number} comes {place}; give one listing, its numbers rising")


def _longest_rise(starts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest chain of rising numbers; of several the one that rises least."""
    ends: list[int] = []
    before: list[int | None] = []
    numbers: list[int] = []
    for index, (_, number) in enumerate(starts):
        length = bisect_left(numbers, number)
        before.append(ends[length - 1] if length else None)
        if numbers[length : length + 1] == [number]:
            continue  # the first of two comes first
        ends[length : length + 1] = [index]
        numbers[length : length + 1] = [number]
    chain = []
    at = ends[-1] if ends else None
    while at is not None:
        chain.append(starts[at])
        at = before[at]
    return chain[::-1]


@dataclass(frozen=True)
class _Layout:
    """Layout of the print: lines are broken at a fixed `width`, or else where a word ended.

    `indent` is that of every continuation; what exceeds it is the program's own.
    """

    width: int
    is_fixed: bool
    indent: int
    vocabulary: frozenset[str]

    @classmethod
    def of(cls, lines: Sequence[_TextLine], starts: Sequence[tuple[int, int]]) -> _Layout:
        begins = {at for at, _ in starts}
        first, last = starts[0][0], starts[-1][0]
        while last + 1 < len(lines) and lines[last + 1].text.strip():
            last += 1
        broken = [at for at in range(first, last) if at + 1 not in begins and lines[at + 1].text.strip()]
        broken = [at for at in broken if lines[at].text.strip() and not _is_furniture(lines[at + 1].text)]
        widths = Counter(lines[at].width for at in broken)
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(_USUAL_WIDTH, 0))
        is_fixed = not widths or 2 * count > len(broken) or max(widths) - min(widths) <= _NEARLY
        width = width if 2 * count > len(broken) else max(widths, default=width)
        whole = min(lines[at].indent for at, _ in starts)
        indent = min((lines[at + 1].indent for at in broken), default=0)
        indent = 0 if indent == 1 and whole != 1 and len(broken) < 3 else indent  # rather the program's own blank
        words = re.compile(r"(?<=[^A-Za-z0-9])[A-Za-z][A-Za-z0-9]*(?=[^A-Za-z0-9])")
        vocabulary = frozenset(word.lower() for line in lines for word in words.findall(line.text.strip()))
        return cls(width, is_fixed, indent, vocabulary)

    def is_short(self, left: _TextLine, right: _TextLine) -> bool:
        """Return True if `left` had room for the first word of `right`."""
        word = re.match(r"\s*(\w+|\S)", right.text)
        return left.width + len(word[1] if word else "") < self.width - _SHORT_BY

    def blanks(self, left: _TextLine, right: _TextLine) -> str:
        """Return the program's blanks at a break, which count inside strings."""
        start = max(0, right.indent - self.indent)
        kept = len(left.text) - len(left.text.rstrip())
        missing = self.width - left.width if self.is_fixed else 1 - start
        return " " * (max(kept, missing) + start)


class _ProgramLine:
    """A program line that grows by one line of text after the other."""

    def __init__(self, layout: _Layout, first: _TextLine) -> None:
        match = _NUMBERED.match(first.text)
        assert match is not None
        self.layout = layout
        self.parts = [first]
        self.quoted: list[int] = []
        """Numbers of the text lines at whose end a string is broken."""
        self.readings = [match["rest"].rstrip()]
        """Texts that the parts make, the likeliest first: a word at a break is one, or two."""

    def content(self) -> str:
        """Return the first reading that is BASIC, or else the likeliest."""
        spelled = [_spelled(reading) for reading in self.readings]
        return next((text for text in spelled if _complain(text) is None), spelled[0])

    def extend(self, following: Sequence[_TextLine]) -> None:
        """Take in the lines of text that continue it; all others are left out."""
        after_gap = False
        for at, right in enumerate(following):
            before_gap = at + 1 == len(following) or not following[at + 1].text.strip()
            if right.text.strip() and not (after_gap and before_gap and _is_furniture(right.text)):
                self._take(right, after_gap)
            after_gap = not right.text.strip()

    def _take(self, right: _TextLine, after_gap: bool) -> None:
        left, in_string, in_remark = self.parts[-1], _is_open(self.readings[0]), _has_remark(self.readings[0])
        longer = self._joined(left, right, in_string or in_remark)
        if not in_string:
            if _is_russian(right.text) and not in_remark:
                return
            is_whole = in_remark or _complain(self.content()) is None
            belongs = not after_gap or any(_complain(_spelled(text)) is None for text in longer)
            if is_whole and (self.layout.is_short(left, right) or not belongs):
                return
        if len(self.parts) < _MOST_TEXT_LINES:
            self.quoted += [left.number] * in_string
            sound = [text for text in longer if not any(map(_complain_of, [*_statements(_spelled(text))][:-1]))]
            self.readings = sound or longer
            self.parts.append(right)

    def _joined(self, left: _TextLine, right: _TextLine, literal: bool) -> list[str]:
        added = right.text.strip()
        if literal:
            return [text + self.layout.blanks(left, right) + added for text in self.readings]
        direct = [text + added for text in self.readings]
        spaced = [f"{text} {added}" for text in self.readings]
        word = re.search(r"[A-Za-z0-9.]*$", self.readings[0]), re.match(r"[A-Za-z0-9.]*", added)
        before, after = (match[0] if match else "" for match in word)
        if not before or not after:
            return direct
        is_known = (before + after).lower() in self.layout.vocabulary or (before + after).upper() in _keywords()
        swallows = not is_known and (before.upper() in _keywords() or after.upper() in _keywords())
        first, second = (spaced, direct) if swallows or not self.layout.is_fixed else (direct, spaced)
        return [*first, *second][:_MOST_READINGS]


def _is_furniture(text: str) -> bool:
    """Return True for a page number, and for a line with Russian outside strings."""
    return (len(text) < 100 and _PAGE_NUMBER.match(text) is not None) or _is_russian(text)


def _is_russian(text: str) -> bool:
    return _CYRILLIC.search(_QUOTED.sub("", text)) is not None


def _is_open(text: str) -> bool:
    """Return True if a program line ends inside a string."""
    return not _has_remark(text) and text.count('"') % 2 == 1


def _has_remark(text: str) -> bool:
    return _REMARK.search(_QUOTED.sub('""', text)) is not None


@functools.cache
def _keywords() -> frozenset[str]:
    """All keywords of letters, and the words that GO TO and the like are made of."""
    return frozenset({name for name in keyword_codes() if name[0].isalpha()} | {"GO", "SUB", "DEF", "OPEN", "CLOSE"})


@functools.cache
def _commands() -> frozenset[str]:
    """The words that a statement can start with."""
    codes = keyword_codes()
    commands = {name.split()[0] for name, code in codes.items() if code >= codes["DEF FN"]}
    return frozenset(commands | {"GO", "GOTO", "GOSUB", "DEFFN", *_FULL})


def _complain(content: str) -> str | None:
    """Return the tokeniser's complaint about a program line, or None; each statement is checked once."""
    return next(filter(None, map(_complain_of, _statements(content))), None)


def _statements(content: str) -> Iterator[str]:
    """Yield the statements of a program line; colons in strings and after REM divide nothing."""
    code = _QUOTED.sub(lambda match: '"' * len(match[0]), content)
    remark = _REMARK.search(code)
    start = 0
    for colon in re.finditer(":", code[: remark.start() + 1 if remark else None]):
        yield content[start : colon.start()]
        start = colon.end()
    yield content[start:]


@functools.lru_cache(maxsize=20_000)
def _complain_of(statement: str) -> str | None:
    if not statement.strip():
        return None
    try:
        tokenise_lines(f"1 {statement}", "")
    except BasicError as error:
        return _COLUMN.sub("", str(error)).removeprefix(":1: ").removeprefix("line 1: ")
    return None


def _spelled(content: str) -> str:
    """Rewrite ``RAND``, ``a $``, ``< =``, ``Data N Line`` and letters in a REM as the tokeniser takes them."""
    content = _WIDE_BLANKS.sub(lambda match: match[1] or " ", content)
    code = _QUOTED.sub(lambda match: '"' * len(match[0]), content)
    edits = [(m.start(1), m.end(1), _FULL[m[1].upper()]) for m in _ABBREVIATION.finditer(code)]
    edits += [(m.start(1), m.end(1), "") for m in _LOOSE_DOLLAR.finditer(code)]
    edits += [(m.start(), m.end(), "") for m in _LOOSE_SIGN.finditer(code)]
    if remark := _REMARK.search(code):
        edits = [edit for edit in edits if edit[1] <= remark.end()]
        edits += [(at, at + 1, "?") for at in range(remark.end(), len(content)) if not _is_spectrum(content[at])]
    plain = _edited(content, edits)
    if _complain(plain) is None or not re.search(r"\b[A-Z]{2,}\b", code):
        return plain
    for one, two in pairwise(re.finditer("[A-Za-z][A-Za-z0-9]*", code[: remark.start() if remark else None])):
        gap, is_odd = code[one.end() : two.start()], _is_odd_keyword(two[0]) and one[0] not in _keywords()
        if gap and gap.isspace() and (_is_odd_keyword(one[0]) or is_odd):
            edits.append((one.end(), two.start(), ""))  # keywords are in capitals, so ``Line`` is part of a name
    return _edited(content, edits)


def _edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _is_odd_keyword(word: str) -> bool:
    return word.upper() in _keywords() and not word.isupper()


@functools.cache
def _is_spectrum(sign: str) -> bool:
    return sign.isascii() or _complain(f"REM {sign}") is None


# -- notes ---------------------------------------------------------------------------------------


def ranges(numbers: Iterable[int]) -> str:
    """Format whole numbers as a short list of ranges.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    in_order = enumerate(sorted(set(numbers)))
    runs = [[number for _, number in run] for _, run in itertools.groupby(in_order, lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _skipping_notes(lines: Sequence[_TextLine], used: set[int]) -> Iterator[str]:
    skipped = [line.number for line in lines if line.number not in used and line.text.strip()]
    if skipped:
        count = f"{len(skipped)} line{'s' * (len(skipped) != 1)} of text that {'are' if len(skipped) != 1 else 'is'}"
        yield f"skipped {count} no part of the program: {ranges(skipped)}"
    within = [number for number in skipped if min(used) < number < max(used)]
    if within:
        yield f"of these, make sure that nothing between program lines belongs to one: {ranges(within)}"


def _reading_notes(
    lines: Sequence[_TextLine], encoding: str | None, quoted: list[int], layout: _Layout, program: Mapping[int, str]
) -> Iterator[str]:
    if encoding:
        yield f"the file is not UTF-8; it was read as {encoding}, which is a guess"
    if read_as := sorted(set(itertools.chain.from_iterable(line.read_as for line in lines))):
        yield f"print characters read as BASIC's own: {', '.join(read_as)}"
    if quoted:
        fixed = f"the print is {layout.width} columns wide, so a shorter line has lost blanks at its end"
        how = fixed if layout.is_fixed else "the print is broken between words, so there is one blank at each"
        yield f"strings broken at the end of a text line: {ranges(quoted)}; {how}"
    prints = re.compile(r'(?:^|:|THEN)\s*(?:PRINT|INPUT)[^:]*(?<!")" "(?!")', re.IGNORECASE)
    suspects = [number for number, content in program.items() if prints.search(content)]
    remarks = [number for number, content in program.items() if _has_remark(content) and "?" in content]
    if remarks and any(not sign.isascii() for line in lines for sign in line.text):
        yield f"letters in remarks that the Spectrum does not have are ? now, in program lines: {ranges(remarks)}"
    if suspects and not any(_INNER_BLANKS.search(line.text) for line in lines):
        yield (
            "no two blanks stand side by side anywhere in the text, as when it was copied from a web page; strings of "
            f"blanks, which wipe text off the screen, may have been longer in program lines: {ranges(suspects)}"
        )


def _disk_notes(program: Mapping[int, str]) -> Iterator[str]:
    """Note each program line that calls TR-DOS, which reads its command in the remark after the call."""
    for number, content in program.items():
        tokens = split_tokens(content)
        entry = next((two.text for one, two in pairwise(tokens) if one.text == "USR" and two.text in TRDOS_ENTRIES), "")
        if entry:
            remark = next((token.text for token in tokens if token.kind == "remark"), "")
            command = remark.strip().removeprefix(":").strip()
            otherwise = "replace the call by the tape command that does the same (LOAD or SAVE)"
            fix = f"to load from tape, write instead: {command}" if command else otherwise
            yield f"line {number} calls TR-DOS (USR {entry}), which resets a Spectrum without a disk interface; {fix}"


def _contract_notes(program: Mapping[int, str]) -> Iterator[str]:
    """Reasons to doubt that the program can use the code."""
    tokens = [split_tokens(content) for content in program.values()]
    calls = {two.text for line in tokens for one, two in pairwise(line) if one.text == "GO SUB"}
    if calls.isdisjoint(_ANALYSIS_ENTRIES):
        yield f"nothing in the listing calls GO SUB {_ANALYSIS_ENTRIES[0]}: is the code ever used?"
    names = {"".join(token.text.lower().split()) for line in tokens for token in line if token.kind == "name"}
    if missing := [name for name in CONTRACT_NAMES if name.lower() not in names]:
        yield f"the listing never uses {', '.join(missing)}, which the machine code reads; the result may not work"
