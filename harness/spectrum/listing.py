"""A program listing as a magazine prints it, brought to tape.

In print, program lines are broken wherever the column ends, in the middle of words, numbers and strings, with
pages, headings and prose around. A program line begins with a number and a command; the numbers rise. What follows up
to the next number is joined to it while it can be BASIC that way. Lines behind the last number, as authors add them,
go in by number. All else is skipped, and the notes say what. A text line costs three scans of the ROM's at most.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import BuildError, FormatError
from harness.files.reading import read_file, shown_name
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import CALLING_LINE, LOADING_LINE, line_code
from pyspectrum.basic import SIGNS, keyword_codes, refused_at, split_tokens, tokenise_lines
from pyspectrum.basic.slips import missing_lines, ranges, unset_names
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
CODE_SETS = ("ErrLine", "G$")
ADDED_LINES = {
    LOADING_LINE: f'CLEAR {CODE_ADDRESS - 1}: LOAD ""CODE {CODE_ADDRESS}',
    CALLING_LINE: f"RANDOMIZE USR {CODE_ADDRESS}: RETURN",
}
"""Lines that `with_code` adds to a listing (specification, section 1)."""
TRDOS_ENTRIES = frozenset({"15363", "15616", "15619"})
"""Addresses at which BASIC calls TR-DOS, whose ROM a Beta 128 disk interface pages in there."""

_MOST_TEXT_LINES = 40  # of one program line
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
    **dict(zip("≠№¤…", ("<>", "#", "$", "..."), strict=True)),
    **dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060", ""),
    **dict.fromkeys("\f\v", " "),
}
"""Print characters with one meaning only: № and ¤ stood where # and $ stand on Soviet keyboards and printers."""
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХЅІЈаеорсухѕіј", "ABEKMHOPCTYXSIJaeopcyxsij")
_CYRILLIC = re.compile("[\u0400-\u052f]")

_NUMBERED = re.compile(r"\s*(?P<number>\d{1,5})(?!\d)\s*(?P<rest>:?\s*(?P<word>[A-Za-z]+).*)$")
_SENTENCE = re.compile(r"(?:\b[a-z]{2,}[.,;:]?\s+){2}[a-z]{2,}\b")
_EDGE = r"[\s\-|.\[\]]{0,9}"
_PAGE_NUMBER = re.compile(rf"{_EDGE}(?:page|p\.|стр\.?|с\.)?{_EDGE}[1-9]\d{{0,3}}{_EDGE}$", re.IGNORECASE)
_QUOTED = re.compile('"[^"]*"?')
_INNER_BLANKS = re.compile(r"\S  +\S")
_ABBREVIATION = re.compile(r"((?:^|:|\bTHEN)\s*)(RAND|CONT)(?![A-Za-z0-9])", re.IGNORECASE)
_REMARK = re.compile(r"(?:^|:|\bTHEN)\s*REM", re.IGNORECASE)
_COLUMN = re.compile(r" ?\((?:at )?column \d+\)| (?:opened )?at column \d+")
_LOOSE_DOLLAR = re.compile(r"\b([A-Za-z]|INKEY|STR|CHR|VAL|SCREEN)\s+(?=\$)", re.IGNORECASE)
_LOOSE_BLANKS = re.compile(r"(?<=[ \t])[ \t]+|(?<=<)\s+(?=[=>])|(?<=>)\s+(?==)")
_LAST_WORD = re.compile(r"(?:\b(?:GO|DEF)\s+)?[A-Za-z0-9.$]*\s*$")
_TWO_WORDS = re.compile(r"([A-Za-z][A-Za-z0-9]*)\s+(?=([A-Za-z][A-Za-z0-9]*))")
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
        """The program as bytes."""
        return b"".join(line.to_bytes() for line in tokenise_lines(self.source, self.name))

    def with_code(self) -> Listing:
        """The program with the BASIC lines that load and call our line analysis; with reasons to doubt that it can."""
        notes = [
            f"line {number} of the listing, {self.lines[number]!r}, was replaced by: {number} {content}"
            for number, content in ADDED_LINES.items()
            if self.lines.get(number, content) != content
        ]
        if not re.search(r"\bGO *SUB *219[05]\b", self.source, re.IGNORECASE):
            notes.append("nothing in the listing calls GO SUB 2190: is the code ever used?")
        tokens = [token for content in self.lines.values() for token in split_tokens(content)]
        names = {"".join(token.text.lower().split()) for token in tokens if token.kind == "name"}
        if missing := ", ".join(name for name in CONTRACT_NAMES if name.lower() not in names):
            notes.append(f"the listing never uses {missing}, which the machine code reads; the result may not work")
        return Listing(self.name, dict(sorted((self.lines | ADDED_LINES).items())), (*self.notes, *notes))

    def doubts(self, *, code: bool = False) -> Iterator[str]:
        """Yield what may go wrong when it runs, with our code on the tape or without."""
        has_calls = False
        for number, content in self.lines.items():
            line = _code_part(content)
            entries = set(re.findall(r"\bUSR\s*(\d+)", line))
            if str(CODE_ADDRESS) in entries:
                has_calls = True
                if not code:
                    yield f"line {number} needs the machine code at {CODE_ADDRESS}; --with-code puts it on the tape"
            for entry in sorted(entries & TRDOS_ENTRIES):  # TR-DOS reads its command in the remark after the call
                command = content[len(line) :].strip().removeprefix(":").strip()
                fix = f"write instead: {command or 'the command that does the same (LOAD or SAVE)'}"
                what = f"calls TR-DOS (USR {entry}), which resets a Spectrum without a disk interface"
                yield f"line {number} {what}; to load from tape, {fix}"
        tokens = {number: split_tokens(content) for number, content in self.lines.items()}
        unset = unset_names(tokens, CODE_SETS if has_calls else ())
        for what, words in (("lines that are missing", missing_lines(tokens)), ("variables that nothing sets", unset)):
            if places := "; ".join(f"{word} in line {ranges(numbers)}" for word, numbers in words.items()):
                yield f"{what}: {places}; is a sign misread there, or a line left out?"


def read_listing(path: Path | str) -> Listing:
    """Read a listing from a file, ``-`` for standard input; `BuildError` names the line of a mistake in the program."""
    try:
        data = read_file(path, limit=MAX_LISTING_BYTES, fix="give the listing alone, as plain text")
    except FormatError as error:
        raise BuildError(str(error)) from None
    return parse_listing(data, shown_name(path))


def parse_listing(data: bytes, name: str = "<listing>") -> Listing:
    """The program in a text as printed; `BuildError` for the first mistake, or if there is no program.

    >>> text = "Listing 1.\\n\\n 10 PRINT “Hello, all of you who are reading this”: GO TO 1\\n0\\n 20 STOP\\n"
    >>> listing = parse_listing(text.encode())
    >>> listing.lines[10][-8:], listing.notes[0]
    ('GO TO 10', 'skipped 1 line of text that is no part of the program: 1')
    """
    try:
        text, encoding = decoded(data)
    except OpeningError as error:
        raise BuildError(f"{name}: {error}") from None
    lines = _text_lines(text, name)
    starts, end = _starts(lines, name)
    layout, last = _Layout.of(lines, starts, end), dict(starts)[end]
    taken: dict[int, _ProgramLine] = {}
    placed: list[int] = []
    notes: list[str] = []
    for (start, number), stop in zip(starts, [*(at for at, _ in starts[1:]), len(lines)], strict=True):
        line = _ProgramLine(name, number, layout, lines[start], start - end)
        line.extend(lines[start + 1 : stop])
        complaint = _complain(number, line.content)
        tokens = [] if complaint else split_tokens(line.content)
        if start > end and (complaint or any(token.kind == "name" and " " in token.text for token in tokens)):
            notes.append(f"not taken for a program line: {lines[start].text.strip()}")
            continue
        if complaint:
            raise line.mistake(lines[start], f"line {number}: {complaint}")
        placed += [number] * (number < max(taken, default=0))
        if other := taken.get(number):
            line.parts += other.parts
            what = f"line {number} comes twice, and the later one counts; the other was: {other.content}"
            notes += [what] * (other.content != line.content)
        taken[number] = line
    if placed:
        which, many = " and ".join(ranges(placed).rsplit(", ", 1)), len(placed) > 1
        what = f"lines {which} stand" if many else f"line {which} stands"
        notes.insert(0, f"{what} behind line {last}: put in {'their places' if many else 'its place'}")
    notes += _reading_notes(lines, taken, lines[end].number, encoding or "")
    return Listing(name, {number: taken[number].content for number in sorted(taken)}, tuple(notes))


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
        what = f"{len(raw[longest]):,} characters in one line, where a listing has {MAX_LINE_CHARACTERS:,} at most"
        raise BuildError(f"{name}:{longest + 1}: {what}; break it as in print")
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


def _starts(lines: Sequence[_TextLine], name: str) -> tuple[list[tuple[int, int]], int]:
    """Return where program lines start, and where the last one of the main run does.

    The run is the longest chain of rising numbers, each before a command. A number that fits into the chain, before
    another word in capitals, is one as well: a misprint, to be reported and not skipped.
    """
    found = {at: match for at, line in enumerate(lines) if (match := _NUMBERED.match(line.text))}
    commands = [at for at, match in found.items() if match["rest"][0] != ":" and match["word"].upper() in _commands()]
    capitals = 2 * sum(found[at]["word"].isupper() for at in commands) >= len(commands)
    sure = [
        (at, int(found[at]["number"]))
        for at in commands
        if not capitals or (found[at]["word"].isupper() and not _is_sentence(found[at]["rest"]))
    ]
    numbered = [(at, number) for at, number in sure if 0 < number <= _MOST_NUMBER]
    if not numbered:
        raise BuildError(f"{name}: no program in it; a program line is a number and a BASIC statement")
    run = _longest_rise([one for one in numbered if one[1] not in ADDED_LINES]) or numbered
    chain = _longest_rise([one for one in numbered if one <= run[-1]])
    known = dict(chain)
    for at, number in sure:
        if at not in known and (fits := _fits(found[at]["rest"])) is not None:
            place, where = bisect_left(chain, (at, 0)), f"{name}:{lines[at].number}: line"
            if fits and not 0 < number <= _MOST_NUMBER:
                raise BuildError(f"{where} number {number} is out of range; choose 1 to {_MOST_NUMBER}")
            if fits and place < len(chain):
                before = f"after line {chain[place - 1][1]}" if place else "before the first line"
                raise BuildError(f"{where} {number} comes {before}; give one listing, its numbers rising")
            if place == len(chain):
                known[at] = number
    end = chain[-1][0]
    for at, match in found.items():
        number, place = int(match["number"]), bisect_left(chain, (at, 0))
        follows = place == 0 or (chain[place - 1][1] < number and (place < len(chain) or lines[at - 1].text.strip()))
        leads = place == len(chain) or (number < chain[place][1] and (place > 0 or lines[at + 1].text.strip()))
        is_word = len(match["word"]) > 1 and match["word"].isupper() and match["rest"][0] != ":"
        if at not in known and is_word and follows and leads and number <= _MOST_NUMBER:
            known[at], end = number, max(at, end)
    return sorted(known.items()), end


def _longest_rise(starts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest chain of rising numbers; of several the one that ends first, and rises least."""
    numbers: list[int] = []
    links: list[Any] = []
    longest = None
    for start in starts:
        length = bisect_left(numbers, start[1])
        if numbers[length : length + 1] != [start[1]]:  # the first of two comes first
            link = start, links[length - 1] if length else None
            longest = link if length == len(numbers) else longest
            numbers[length : length + 1], links[length : length + 1] = [start[1]], [link]
    chain = []
    while longest:
        chain.append(longest[0])
        longest = longest[1]
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
    def of(cls, lines: Sequence[_TextLine], starts: list[tuple[int, int]], last: int) -> _Layout:
        begins, first = {at for at, _ in starts}, starts[0][0]
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
        vocabulary = frozenset(word.upper() for line in lines for word in words.findall(line.text.strip()))
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
    """A program line that grows by one line of text after the other.

    `behind` is above 0 behind the main run, and 0 for its last line, below which prose may begin.
    """

    def __init__(self, name: str, number: int, layout: _Layout, first: _TextLine, behind: int) -> None:
        self.name, self.number, self.layout, self.behind, self.parts = name, number, layout, behind, [first]
        self.quoted: list[int] = []
        """Numbers of the text lines at whose end a string is broken."""
        self.text = first.text.strip().lstrip("0123456789").lstrip()
        self.is_whole: bool | None = None
        """True if `text` is BASIC; None if that is not known."""

    @functools.cached_property
    def content(self) -> str:
        """What the text lines make; to be asked once all are in."""
        return _spelled(self.text)

    def mistake(self, line: _TextLine, what: str) -> BuildError:
        return BuildError(f"{self.name}:{line.number}: {what}")

    def extend(self, following: Sequence[_TextLine]) -> None:
        """Take in the lines of text that continue it; all others are left out."""
        is_apart = False
        for at, right in enumerate(following):
            is_blank = not right.text.strip()
            before_gap = at + 1 == len(following) or not following[at + 1].text.strip()
            if not (is_blank or (is_apart and before_gap and _is_furniture(right.text))):
                is_apart = not self._take(right, is_apart)
            is_apart = is_apart or is_blank

    def _take(self, right: _TextLine, is_apart: bool) -> bool:
        left, in_string, in_remark = self.parts[-1], _is_open(self.text), _has_remark(self.text)
        is_russian, last = _is_russian(right.text), self.text[_last_statement(self.text) :]
        if len(self.parts) == _MOST_TEXT_LINES or (is_russian and not in_string and (self.behind > 0 or not in_remark)):
            return False
        if self.is_whole is None:
            self.is_whole = in_remark or not last.strip() or (not in_string and bool(_fits(last)))
        candidates = [] if self.is_whole and self.layout.is_short(left, right) else self._joined(last, right)
        if candidates and (in_string or in_remark):
            text, fits = last + self.layout.blanks(left, right) + right.text.strip(), None
        else:
            fitting = ((text, fits) for text in candidates if (fits := _fits(text)) is not None)
            text, fits = next(fitting, ("", None))
            if not text or (is_apart and self.is_whole and not fits):
                return self._leave(right, is_apart, "".join(candidates[:1]))
        self.quoted += [left.number] * in_string
        self.text, self.is_whole = self.text.removesuffix(last) + text, fits
        self.parts.append(right)
        return True

    def _leave(self, right: _TextLine, is_apart: bool, joined: str) -> bool:
        word = re.match(r"\s*([A-Za-z]*)", right.text)
        is_statement = word and word[1].upper() in _commands() and word[1][-1].isupper() == self.text[1:2].isupper()
        shown, what = repr(right.text.strip()[:40]), ""
        if is_statement and not (is_apart or _is_sentence(right.text)):
            what = f"no line number before {shown}; give it one, or part it from the program by a blank line"
        elif joined and not is_apart and self.behind < 0:
            what = f"line {self.number}: {_complain(1, _spelled(joined)) or f'cannot read {shown}; check its spelling'}"
        if what:
            raise self.mistake(right, what)
        return False

    def _joined(self, text: str, right: _TextLine) -> list[str]:
        """Return the texts that a statement and the next line of text make, the likeliest first."""
        added = right.text.strip()
        before, after = (re.findall(words, of)[0] for words, of in ((r"[\w.]*$", text), (r"^[\w.]*", added)))
        direct, spaced, known = text + added, f"{text} {added}", self.layout.vocabulary | _keywords()
        if not before or not after:
            return [direct]
        swallows = (before + after).upper() not in known and not {before.upper(), after.upper()}.isdisjoint(_keywords())
        return [spaced, direct] if swallows or not self.layout.is_fixed else [direct, spaced]


def _is_furniture(text: str) -> bool:
    """Return True for a page number, and for a line with Russian outside strings."""
    return (len(text) < 100 and _PAGE_NUMBER.match(text) is not None) or _is_russian(text)


def _is_russian(text: str) -> bool:
    return _CYRILLIC.search(_QUOTED.sub("", text)) is not None


def _is_sentence(text: str) -> bool:
    return _SENTENCE.search(_QUOTED.sub("", text)) is not None


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


def _complain(number: int, content: str) -> str | None:
    """Return the tokeniser's complaint about a program line, or None."""
    try:
        tokenise_lines(f"{number} {content}", "")
    except BasicError as error:
        return _COLUMN.sub("", str(error)).removeprefix(":1: ").removeprefix(f"line {number}: ")
    return None


def _fits(text: str) -> bool | None:
    """Return True if statements are BASIC, False if they may be the beginning of some, None if they are neither.

    They may if the ROM reads them to their end or last word, which may be a part of one. This is one scan.
    """
    spelled = _spelled(text) + '"' * _is_open(text)
    try:
        stop = refused_at(spelled)
    except BasicError:
        return None
    word = _LAST_WORD.search(spelled)
    return True if stop is None else False if word and stop >= word.start() else None


def _code_part(content: str) -> str:
    """Return a program line up to its remark, strings filled with quotes."""
    code = _QUOTED.sub(lambda match: '"' * len(match[0]), content)
    remark = _REMARK.search(code)
    return code[: remark.end()] if remark else code


def _last_statement(content: str) -> int:
    """Return where the last statement of a program line begins; colons in strings and after REM divide nothing."""
    return _code_part(content).rfind(":") + 1


def _spelled(content: str) -> str:
    """Rewrite ``RAND``, ``a $``, ``< =``, ``Data N Line`` and letters in a REM as the tokeniser takes them."""
    end = len(_code_part(content))
    pieces = re.split(f"({_QUOTED.pattern})", content[:end])
    pieces[::2] = map(_spelled_code, pieces[::2])
    return "".join(pieces) + "".join(sign if sign.isascii() or sign in SIGNS else "?" for sign in content[end:])


def _spelled_code(code: str) -> str:
    code = _LOOSE_DOLLAR.sub(r"\1", _LOOSE_BLANKS.sub("", code))
    code = _ABBREVIATION.sub(lambda match: match[1] + _FULL[match[2].upper()], code)
    return _TWO_WORDS.sub(lambda match: match[1] if _is_one_name(*match.groups()) else match[0], code)


def _is_one_name(one: str, two: str) -> bool:
    """Return True for ``Data N`` and ``N Line``: keywords are in capitals, or else all in small letters."""
    odd = [word.upper() in _keywords() and not word.isupper() and not word.islower() for word in (one, two)]
    return odd[0] or (odd[1] and one not in _keywords())


# -- notes ---------------------------------------------------------------------------------------


def _reading_notes(
    lines: Sequence[_TextLine], taken: Mapping[int, _ProgramLine], last: int, encoding: str
) -> Iterator[str]:
    """Say how the text was read; `last` is the main run's last line of text."""
    layout, quoted = next(iter(taken.values())).layout, [at for line in taken.values() for at in line.quoted]
    used = {part.number: part for line in taken.values() for part in line.parts}
    skipped = [line.number for line in lines if line.number not in used and line.text.strip()]
    if skipped:
        count = "1 line of text that is" if len(skipped) == 1 else f"{len(skipped)} lines of text that are"
        yield f"skipped {count} no part of the program: {ranges(skipped)}"
    if within := [number for number in skipped if min(used) < number < last]:
        yield f"of these, make sure that nothing between program lines belongs to one: {ranges(within)}"
    lines = list(used.values())
    if encoding:
        yield f"the file is not UTF-8; it was read as {encoding}, which is a guess"
    if read_as := sorted(set(itertools.chain.from_iterable(line.read_as for line in lines))):
        yield f"print characters read as BASIC's own: {', '.join(read_as)}"
    if quoted:
        fixed = f"the print is {layout.width} columns wide, so a shorter line has lost blanks at its end"
        how = fixed if layout.is_fixed else "the print is broken between words, so there is one blank at each"
        yield f"strings broken at the end of a text line: {ranges(quoted)}; {how}"
    prints = re.compile(r'(?:^|:|THEN)\s*(?:PRINT|INPUT)[^:]*(?<!")" "(?!")', re.IGNORECASE)
    suspects = [number for number, line in taken.items() if prints.search(line.content)]
    remarks = [number for number, line in taken.items() if _has_remark(line.content) and "?" in line.content]
    if remarks and any(not sign.isascii() for line in lines for sign in line.text):
        yield f"letters in remarks that the Spectrum does not have are ? now, in program lines: {ranges(remarks)}"
    if suspects and not any(_INNER_BLANKS.search(line.text) for line in lines):
        yield (
            "no two blanks stand side by side anywhere in the text, as when it was copied from a web page; strings of "
            f"blanks, which wipe text off the screen, may have been longer in program lines: {ranges(suspects)}"
        )
