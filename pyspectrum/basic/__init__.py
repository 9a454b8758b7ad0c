"""Sinclair BASIC: listing text to the bytes of a program, and back.

The ROM says whether a line is BASIC, and makes the five bytes behind each number (`line_scan`). Before it, only
keywords, strings and remarks matter. A keyword stands by itself: ``total`` is a name. In 128 BASIC a digit may follow
it or stand before it, as its editor has it. (That editor loses lines with ``b<c``, ``OPEN #c``, ``CHR$c``, ``PRINT#1``
in them; the ROM's scan takes them.)

Blanks are kept as both editors keep them. Of those beside a keyword one on each side is the listing's, not the line's;
so are those behind the line's number and at its end.

A program line in memory: number (high byte first), length of the rest (low byte first), tokens and
characters, #0D. After the digits of a number stands #0E and its five-byte value; after a parameter
of DEF FN, #0E and room for five bytes.

``\\a``–``\\u`` are the user-defined graphics, ``\\'.`` and the like the block graphics, ``\\*`` is ©, ``\\\\`` a
backslash, ``\\{16}`` a byte by its number; in strings and remarks £, © and block graphics may stand for themselves.
Outside them the ROM passes over colour codes, such as ``\\{16}\\{2}``.

Two escapes never reach the ROM. ``\\{14:0,0,1,0,0}`` are five bytes hidden there, not the ROM's, ``\\{14:}`` none.
``\\{line:00 0a …}`` is a line of the program in bytes, from its number to its #0D, which nothing judges.
"""

from __future__ import annotations

import functools
import itertools
import re
import threading
import warnings
from collections.abc import Collection, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from pyspectrum.basic.variables import read_variables
from pyspectrum.core import Core
from pyspectrum.core.paging import ROM_0
from pyspectrum.errors import BasicError, BasicWarning
from pyspectrum.memory import (
    E_LINE,
    ERR_NR,
    ERR_SP,
    FLAGX,
    INPUT_MODE,
    PROG,
    STKBOT,
    STKEND,
    VARS,
    WORKSP,
    X_PTR,
    read_word,
)
from pyspectrum.models import MODEL_48K, MODEL_128K

__all__ = [
    "MAX_LINE_BYTES", "MAX_LINE_NUMBER", "ProgramLine", "Report", "detokenise", "editor_waits", "list_content",
    "read_variables", "refused_at", "split_program", "standing_report", "tokenise", "tokenise_lines",
]  # fmt: skip

HIDDEN_NUMBER = 0x0E
ENTER = 0x0D
MAX_LINE_NUMBER = 9999
_TOO_BIG = 5
"""The ROM's report ``6 Number too big``, less one, as in ERR_NR."""
_ROOM_FOR_PARAMETER = bytes((HIDDEN_NUMBER, 0, 0, 0, 0, 0))
_SOURCE_LINE = re.compile(r"[ \t]*([0-9]+)[ \t]*")
_RAW_LINE = re.compile(r"\\\{line:((?:[ \t]*[0-9A-Fa-f]{2})*)[ \t]*\}")
_ESCAPE = re.compile(r"\\(?:(?P<block>[.:' ]{2})|(?P<udg>[a-uA-U])|(?P<sign>[*\\])|\{(?P<number>\d{1,3})\})")
_COMPARISON = re.compile(" ?(<>|<=|>=) ?")
"""Signs that the 128's editor turns into tokens in strings and remarks, too."""
_DEF_FN, _REM = 0xCE, 0xEA
_NUMBERS = re.compile(r"\d+")
_MOST_BY_NUMBER = 100
_OR = 0xC5
"""From this token on LIST puts a blank before each."""
_SIDES = " '.:"
"""The four ways to fill one column of a block graphic."""
_BLOCKS = [_SIDES[code >> 1 & 1 | code >> 2 & 2] + _SIDES[code & 1 | code >> 1 & 2] for code in range(16)]
SIGNS = {"©": 0x7F, "↑": 0x5E, "£": 0x60} | {sign: 0x80 + code for code, sign in enumerate("⠀▝▘▀▗▐▚▜▖▞▌▛▄▟▙█")}
SIGNS |= {chr(0x24B6 + index): 0x90 + index for index in range(21)}  # letters in circles are UDGs


@dataclass(frozen=True)
class ProgramLine:
    """A line of a tokenised program: `number` 0–9999 and `content` without #0D; `raw` if they are no such line."""

    number: int
    content: bytes
    raw: bytes | None = None

    @classmethod
    def of_bytes(cls, data: bytes) -> ProgramLine:
        number, length = int.from_bytes(data[:2], "big"), int.from_bytes(data[2:4], "little")
        is_whole = length and len(data) == 4 + length and data.endswith(b"\r")
        return cls(number, data[4:-1], None if is_whole else data)

    def to_bytes(self) -> bytes:
        if self.raw is not None:
            return self.raw
        return self.number.to_bytes(2, "big") + (len(self.content) + 1).to_bytes(2, "little") + self.content + b"\r"


def tokenise(source: str, name: str = "<listing>", *, basic: str = "48") -> bytes:
    """Return a listing as the bytes of a program; BasicError, ``name:line: …``, for what is not Sinclair BASIC.

    `basic` is ``48``, or ``128`` for a program with the statements of 128 BASIC, such as PLAY and ``SAVE !``.

    Every line has a number, 0–9999, rising; blank lines and lines that start with ``#`` are skipped. Keywords may be in
    either case and GO TO in one word or two; names keep their case. Blanks beside a keyword are left out, one on each
    side; others are the line's. A `BasicWarning` tells how many lines are taken as they are, unjudged.

    >>> tokenise("10 CLS: GO TO 10").hex(" ")
    '00 0a 0c 00 fb 3a ec 31 30 0e 00 00 0a 00 00 0d'
    """
    return b"".join(line.to_bytes() for line in tokenise_lines(source, name, basic=basic))


def tokenise_lines(source: str, name: str = "<listing>", *, basic: str = "48") -> tuple[ProgramLine, ...]:
    """See `tokenise`."""
    keyword_codes(basic)  # no line is to blame if there is no such BASIC
    lines: list[ProgramLine] = []
    last, unjudged = -1, list[int]()
    for text_line, text in enumerate(source.splitlines(), 1):
        stripped = text.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if (raw := _RAW_LINE.fullmatch(stripped)) is not None:
            lines.append(ProgramLine.of_bytes(bytes.fromhex(raw[1])))
            unjudged.append(text_line)
            continue
        where, start = f"{name}:{text_line}", _SOURCE_LINE.match(text)
        if start is None:
            raise BasicError(f"{where}: no line number before {_shown(stripped)}; start it with one (0–9999)")
        number = int(start[1][:20])  # whatever is longer is out of range too
        if number > MAX_LINE_NUMBER:
            raise BasicError(f"{where}: line number {number} is out of range; use 0–{MAX_LINE_NUMBER}")
        if number <= last:
            raise BasicError(f"{where}: line {number} comes after line {last}; put the lines in rising order")
        last = number
        try:
            lines.append(ProgramLine(number, _content(text, start.end(), basic)))
        except BasicError as error:
            raise BasicError(f"{where}: line {number}: {error}") from None
    if unjudged:
        count = f"{len(unjudged)} line{'s' * (len(unjudged) > 1)}"
        warnings.warn(f"{name}:{unjudged[0]}: {count} in bytes, taken unjudged", BasicWarning, stacklevel=2)
    return tuple(lines)


@functools.lru_cache(maxsize=4096)
def _content(text: str, start: int, basic: str) -> bytes:
    """Return the bytes of one source line from column `start`, without the #0D."""
    tokens, parts, scanned = _scanned(text, start, basic)
    hidden, index = _hidden_numbers(parts, scanned)
    if scanned.report is None:
        return _with_hidden(b"".join(parts), hidden | _given_numbers(tokens, parts))
    if scanned.report == _TOO_BIG and any(token.kind == "number" for token in tokens[: index + 1]):
        raise BasicError(_too_big(tokens, index))
    fits_128 = False
    if basic == "48":
        with suppress(BasicError):
            fits_128 = _scanned(text, start, "128")[2].report is None
    raise BasicError(_complaint(text, tokens, parts, index, basic, fits_128))


def refused_at(statements: str) -> int | None:
    """Return the column at which the ROM refuses statements without a line number; None if it takes them.

    If they only stop too early, that is their length. BasicError for what never reaches the ROM, as quotes left open.

    >>> refused_at("LET a=1: CLS"), refused_at("LET a="), refused_at("PRINT a PRINT b")
    (None, 6, 8)
    """
    tokens, parts, scanned = _scanned(statements, 0, "48")
    if scanned.report is None:
        return None
    index = _hidden_numbers(parts, scanned)[1]
    return tokens[index].column if index < len(tokens) else len(statements)


def _scanned(text: str, start: int, basic: str) -> tuple[list[Token], list[bytes], Scanned]:
    """Return the tokens of a line, the bytes of each without hidden numbers, and what the ROM makes of them."""
    tokens = split_tokens(text, start, basic)
    parts = _parts(tokens, basic)
    return tokens, parts, line_scan(basic).scan(b"".join(parts))


def _parts(tokens: Sequence[Token], basic: str) -> list[bytes]:
    if not tokens:
        raise BasicError("there is nothing after the line number; write a statement, or REM, or take the line out")
    codes = keyword_codes(basic)
    return [b" " * token.blanks + _encoded(token, codes) for token in tokens]


def _hidden_numbers(parts: Sequence[bytes], scanned: Scanned) -> tuple[dict[int, bytes], int]:
    """Return the ROM's hidden numbers by their places in the line, and the index of the token where it stopped.

    The room behind a parameter holds what was in memory; here it is blank.
    """
    line, filled, hidden, place = b"".join(parts), scanned.content + b"\r", dict[int, bytes](), 0
    origins: list[int] = []
    for index, byte in enumerate(line + b"\r"):
        if filled[place] != byte:
            is_parameter = _DEF_FN in line and (line[index - 1 : index].isalpha() or line[index - 1] == ord("$"))
            hidden[index] = _ROOM_FOR_PARAMETER if is_parameter else filled[place : place + 6]
            origins += 6 * [index]
            place += 6
        origins.append(index)
        place += 1
    stop = origins[min(scanned.place, len(origins) - 1)]
    return hidden, sum(end <= stop for end in itertools.accumulate(map(len, parts)))


def _with_hidden(line: bytes, hidden: Mapping[int, bytes]) -> bytes:
    return b"".join(hidden.get(place, b"") + line[place : place + 1] for place in range(len(line) + 1))


def _without_hidden(content: bytes) -> tuple[bytes, dict[int, bytes]]:
    """Return a line without its hidden numbers, and these, each by where it stood; the reverse of `_with_hidden`."""
    line, hidden, place = bytearray(), dict[int, bytes](), 0
    while place < len(content):
        code = content[place]
        if code == HIDDEN_NUMBER:
            hidden[len(line)] = hidden.get(len(line), b"") + content[place : place + 6]
            place += 6
            continue
        end = len(content) if code == _REM else _item_end(content, place)
        line += content[place:end]
        place = end
    return bytes(line), hidden


def _item_end(line: bytes, place: int) -> int:
    """Return where a character ends, a string, or a colour code, AT or TAB with what belongs to it."""
    code = line[place]
    if code == 0x22:
        return line.find(0x22, place + 1) + 1 or len(line)
    return place + (1 if not 0x10 <= code <= 0x17 else 2 if code < 0x16 else 3)


def _encoded(token: Token, codes: Mapping[str, int]) -> bytes:
    text = token.text
    if token.kind in ("string", "remark") and "PLAY" in codes:  # in 128 BASIC
        text = _COMPARISON.sub(lambda sign: f"\\{{{codes[sign[1]]}}}", text)
    match token.kind:
        case "keyword":
            return bytes((codes[text],))
        case "string":
            return b'"' + _characters(text[1:-1]) + b'"'
        case "code" if HIDDEN_NUMBER in _characters(text):
            raise BasicError(
                rf"\{{14}} at column {token.column + 1}: the ROM makes hidden numbers itself; leave it out, or give "
                r"the bytes, as \{14:0,0,1,0,0}"
            )
        case "remark" | "code":
            return _characters(text, ENTER if token.kind == "remark" else None)
        case "hidden":
            return b""
        case _:
            return text.encode("ascii")


def _characters(text: str, line_end: int | None = None) -> bytes:
    """Return the Spectrum's character codes for the text of a string or a remark, which may hold `line_end`, too."""
    codes = bytearray()
    place = 0
    while place < len(text):
        character = text[place]
        escape = _ESCAPE.match(text, place)
        place = escape.end() if escape else place + 1
        if escape is None:
            if character not in SIGNS and not " " <= character <= "~":
                raise BasicError(f"the Spectrum has no character {character!r}; write it as \\{{code}} or leave it out")
            codes.append(SIGNS.get(character) or ord(character))
        elif escape["block"]:
            codes.append(0x80 + _BLOCKS.index(escape["block"]))
        elif escape["udg"]:
            codes.append(0x90 + ord(escape["udg"].upper()) - ord("A"))
        elif escape["sign"]:
            codes.append(0x7F if escape["sign"] == "*" else 0x5C)
        elif (code := int(escape["number"])) == line_end or (code <= 255 and code != ENTER):
            codes.append(code)
        else:
            raise BasicError(f"{escape[0]} is not a character; the number in braces goes from 0 to 255, without 13")
    return bytes(codes)


def _given_numbers(tokens: Sequence[Token], parts: Sequence[bytes]) -> dict[int, bytes]:
    """Return the hidden numbers that the source gives, each by where it stands in the line without any."""
    given: dict[int, bytes] = {}
    for token, place in zip(tokens, itertools.accumulate(map(len, parts)), strict=True):
        if token.kind == "hidden":
            codes = [int(code) for code in _NUMBERS.findall(token.text)[1:]]
            if any(code > 255 for code in codes):
                raise BasicError(f"{token.text} at column {token.column + 1}: a byte goes from 0 to 255")
            given[place] = given.get(place, b"") + bytes((HIDDEN_NUMBER, *codes) if codes else ())
    return given


def split_program(program: bytes) -> tuple[ProgramLine, ...]:
    """Split a tokenised program into its lines; BasicError if it stops inside one, or one does not end in #0D."""
    lines: list[ProgramLine] = []
    offset = 0
    while offset < len(program):
        number = int.from_bytes(program[offset : offset + 2], "big")
        end = offset + 4 + int.from_bytes(program[offset + 2 : offset + 4], "little")
        if end > len(program) or end < offset + 5 or program[end - 1] != ENTER:
            raise BasicError(f"the program is damaged at byte {offset}: line {number} does not end where it says")
        lines.append(ProgramLine(number, program[offset + 4 : end - 1]))
        offset = end
    return tuple(lines)


def program_in(memory: Sequence[int]) -> tuple[ProgramLine, ...]:
    """Return the lines of the program in a machine's memory; none if it is damaged, or no longer one."""
    try:
        return split_program(bytes(memory[read_word(memory, PROG) : read_word(memory, VARS)]))
    except BasicError:
        return ()


def detokenise(program: bytes, *, basic: str = "48") -> str:
    """List a program, one text line each, much as a 128's ROM lists it; `tokenise` takes it back, byte for byte.

    What the ROM skips is kept: ``\\{16}\\{2}`` for a colour code, blanks of the line's own. So is what the ROM does not
    make: a hidden number as ``\\{14:0,0,1,0,0}``, a whole line as ``\\{line:…}``. `basic` is that of `tokenise`.
    """
    texts: list[str] = []
    last, offset = -1, 0
    while offset < len(program):
        data = program[offset : offset + 4 + int.from_bytes(program[offset + 2 : offset + 4], "little")]
        offset += len(data)
        line = ProgramLine.of_bytes(data)
        text = _text_of(line, basic) if line.raw is None and last < line.number <= MAX_LINE_NUMBER else None
        last = last if text is None else line.number
        texts.append(f"\\{{line:{data.hex(' ')}}}" if text is None else text)
    return "\n".join(texts)


def _text_of(line: ProgramLine, basic: str) -> str | None:
    """Return the source of a line, from which the ROM makes just this line; None if there is none."""
    bare, hidden = _without_hidden(line.content)
    head = f"{line.number} "
    by_number: set[int] = set()
    try:
        text = head + _listed_line(bare)
        while (typed := b"".join(_parts(split_tokens(text, len(head), basic), basic))) != bare:
            place = next(at for at in range(len(bare) + 1) if typed[at : at + 1] != bare[at : at + 1])
            if place in by_number or place == len(bare) or len(by_number) == _MOST_BY_NUMBER:
                return None
            by_number.add(place)  # it would be another token
            text = head + _listed_line(bare, by_number)
        if _content(text, len(head), basic) != line.content:
            made = _hidden_numbers([bare], line_scan(basic).scan(bare))[0]
            differing = {place for place in made | hidden if made.get(place) != hidden.get(place)}
            given = {place: _escaped_numbers(hidden.get(place, b"")) for place in differing}
            text = head + _listed_line(bare, by_number, given)
        return text if _content(text, len(head), basic) == line.content else None
    except BasicError:
        return None


def _escaped_numbers(hidden: bytes) -> str:
    numbers = [hidden[place + 1 : place + 6] for place in range(0, len(hidden), 6)]
    return "".join(f"\\{{14:{','.join(map(str, number))}}}" for number in numbers or [b""])


@functools.cache
def _names() -> tuple[dict[int, str], dict[int, str]]:
    """Return the keywords and the characters by their codes."""
    characters = {code: chr(code) for code in range(0x20, 0x7F)} | {0x5C: "\\\\", 0x60: "£", 0x7F: "©"}
    characters |= {0x80 + code: f"\\{sides}" for code, sides in enumerate(_BLOCKS)}
    characters |= {0x90 + index: f"\\{chr(0x61 + index)}" for index in range(21)}
    return {code: name for name, code in keyword_codes("128").items()}, characters


def _listed(line: bytes, place: int, end: int, by_number: Container[int]) -> str:
    characters = _names()[1]
    return "".join(
        f"\\{{{line[at]}}}" if at in by_number else characters.get(line[at]) or f"\\{{{line[at]}}}"
        for at in range(place, min(end, len(line)))
    )


def _set_apart(text: str, before: str, name: str, item: str) -> bool:
    """Return True if a blank stands between `text` and the keyword `name` or another `item` that follows."""
    is_word = text[-1].isalnum() or text[-1] == "."
    if before not in ("", "RND", "INKEY$", "PI") and (is_word or text[-1] == "$"):
        return True
    if name[:1].isalpha() and keyword_codes("128")[name] >= _OR:
        return True
    return bool(name or before) and is_word and item[0].isalnum()


def list_content(content: bytes) -> str:
    """List one line's content, without hidden numbers.

    Blanks stand around keywords where LIST puts them, and where a name and a keyword would run together, so that the
    text can be tokenised again. The line's own blanks are kept.

    Source: the ROM's PO-TOKENS and PO-SEARCH (#0C10, #0C41); SKIP-OVER (#007D).
    """
    return _listed_line(_without_hidden(content)[0])


def _listed_line(
    line: bytes, by_number: Collection[int] = (), escapes: Mapping[int, str] = MappingProxyType({})
) -> str:
    """List a line without hidden numbers.

    Characters at the places `by_number` are listed by their numbers; `escapes` are put in before their places.
    """
    keywords, text, place, blanks = _names()[0], "", 0, 0
    before = ""  # the keyword right before, if there is one
    while place <= len(line):
        if place in escapes:
            text += (" " * (blanks + bool(before and blanks)) if text else blanks * r"\{32}") + escapes[place]
            before, blanks = "", 0
        if place == len(line):
            break
        code, end = line[place], _item_end(line, place)
        if code == 0x20 and place not in by_number:
            blanks, place = blanks + 1, end
            continue
        name = "" if place in by_number else keywords.get(code, "")
        item = name or _listed(line, place, end, range(place, end) if code < 0x20 else by_number)
        if blanks:
            text += " " * (blanks + bool(before) + bool(name)) if text else blanks * r"\{32}"
        elif text and _set_apart(text, before, name, item):
            text += " "
        text, before, blanks, place = text + item, name, 0, end
        if name == "REM":
            return f"{text} {_listed(line, end, len(line), by_number)}" if end < len(line) else text
    return text + blanks * r"\{32}"


# -- one line of source as tokens, and why the ROM refuses a line -------------------------------------

_TOKEN_TABLE = 0x0095
"""The ROM's words, from the token before RND on; the last character of each has bit 7 set."""
_RND = 0xA5
_FIRST_COMMAND = 0xCE  # DEF FN; every statement starts with a keyword from here on,
_OF_THE_128 = {"SPECTRUM": 0xA3, "PLAY": 0xA4}  # or with one of these, whose codes are two UDGs of a 48K
_MISSING = {
    "a value": (b"0", b'""', b"a"), "')'": (b")",), "'('": (b"(",), "','": (b",",), "';'": (b";",), "'()'": (b"()",),
    "THEN": (b"\xcb",), "TO": (b"\xcc",), "':'": (b":",),
}  # fmt: skip
"""Signs that may be missing where the ROM stops, in bytes."""
_MISSING_AT_THE_END = _MISSING | {"'='": (b"=0", b'=""'), "','": (b",", b",0"), "TO": (b"\xcc", b"\xcc0")}
_MOST_STATEMENTS = 127

_TOKEN = r"""(?P<string>"(?:[^"]|"")*")
    |   (?P<keyword>(?i:{keywords}))
    |   (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |   (?P<name>[A-Za-z][{in_words}]*\$?)
    |   (?P<symbol>[-+*/^=<>(),;:'#$!.])
    |   (?P<hidden>\\\{{14:(?:\d{{1,3}}(?:,\d{{1,3}}){{4}})?\}})
    |   (?P<code>(?:\\(?:[.:' ]{{2}}|[a-uA-U]|[*\\]|\{{\d{{1,3}}\}}))+)"""


@dataclass(frozen=True)
class Token:
    """A token of one source line.

    `kind` is ``keyword``, ``name``, ``number``, ``string``, ``symbol``, ``code``, ``hidden`` or ``remark``; `text` the
    keyword's name (``GO TO``), else the source's text; `column` its start in the source line, from 0; `blanks` counts
    those before it that are the line's own.
    """

    kind: str
    text: str
    column: int
    blanks: int = 0


@functools.cache
def keyword_codes(basic: str = "48") -> dict[str, int]:
    """Return every keyword of ``48`` or ``128`` BASIC with its token code; BasicError for another BASIC."""
    if basic not in ("48", "128"):
        raise BasicError(f"no BASIC {basic!r}; use '48' or '128'")
    rom = Path(MODEL_48K.rom_paths[0]).read_bytes()
    words = re.findall(rb"[\0-\x7f]*[\x80-\xff]", rom[_TOKEN_TABLE:])[1 : 0x101 - _RND]
    names = (bytes(byte & 0x7F for byte in word).decode("ascii").strip() for word in words)
    return {name: code for code, name in enumerate(names, _RND)} | (_OF_THE_128 if basic == "128" else {})


@functools.cache
def _pattern(basic: str) -> re.Pattern[str]:
    in_words = "A-Za-z0-9" if basic == "48" else "A-Za-z"
    words = sorted(keyword_codes(basic), key=len, reverse=True)
    spelt = (re.escape(word).replace(r"\ ", "[ \t]*") + rf"(?![{in_words}$])" * word[-1].isalpha() for word in words)
    return re.compile(_TOKEN.format(keywords="|".join(spelt), in_words=in_words), re.VERBOSE)


@functools.cache
def _by_spelling() -> dict[str, str]:
    return {name.replace(" ", ""): name for name in keyword_codes("128")}


def split_tokens(source: str, start: int = 0, basic: str = "48") -> list[Token]:
    """Split `source` into tokens, from column `start` on; a variable's name may hold blanks, as on the Spectrum.

    BasicError for a character that BASIC has no use for, or quotes left open.
    """
    tokens: list[Token] = []
    pattern, end = _pattern(basic), len(source.rstrip(" \t"))
    before = column = _after_blanks(source, start)
    while column < end:
        match = pattern.match(source, column)
        if match is None or match.lastgroup is None:
            character = source[column]
            if character == '"':
                raise BasicError(f"the quotes opened at column {column + 1} are never closed; add a closing quote")
            hint = "; names are made of letters and digits" if character in "_@%" else ""
            raise BasicError(f"BASIC has no use for {character!r} at column {column + 1}{hint}")
        text, kind, last = match[0], match.lastgroup, tokens[-1] if tokens else None
        blanks = column - before
        before = match.end()
        if kind == "keyword":
            text = _by_spelling()["".join(text.split()).upper()]
        if last is not None:
            blanks = max(0, blanks - (last.kind == "keyword") - (kind == "keyword"))
        is_name = last is not None and last.kind == "name" and not last.text.endswith("$")
        if last is not None and is_name and (kind == "name" or text.isdigit()):
            tokens[-1] = Token("name", last.text + " " * blanks + text, last.column, last.blanks)
        else:
            tokens.append(Token(kind, text, column, blanks))
        if text == "REM" and kind == "keyword":
            # one blank sets the text off from REM, as the ROM's own listing does
            tokens.append(Token("remark", source[before:].removeprefix(" "), before))
            return tokens
        column = _after_blanks(source, before)
    return tokens


def _after_blanks(source: str, column: int) -> int:
    return len(source) - len(source[column:].lstrip(" \t"))


def _complaint(
    source: str, tokens: Sequence[Token], parts: Sequence[bytes], index: int, basic: str, fits_128: bool
) -> str:
    """Say why the ROM stops at the token `index` (behind the last one: at the line's end).

    `parts` are the bytes of the tokens, `fits_128` is true if a 128 takes the line as it is.
    """
    codes = keyword_codes(basic)

    def opens_badly(place: int) -> bool:
        token = tokens[place]
        is_command = token.kind == "keyword" and (codes[token.text] >= _FIRST_COMMAND or token.text in _OF_THE_128)
        return not is_command and token.text != ":" and (not place or tokens[place - 1].text in (":", "THEN"))

    def takes(missing: bytes) -> bool:
        return line_scan(basic).scan(b"".join((*parts[:index], missing, *parts[index:]))).report is None

    other = 'this is 128 BASIC: say basic="128"' if fits_128 else None
    here = tokens[index] if index < len(tokens) else None
    before = tokens[index - 1] if index else None
    for place in (index, index - 1):
        if 0 <= place < len(tokens) and opens_badly(place):
            told = f"{_as_told(tokens[place])!r} (column {tokens[place].column + 1})"
            hint = other or "it needs a BASIC command such as LET or PRINT there"
            return f"a statement cannot start with {told}; {hint}"
    for place in range(max(0, index - 2), min(index + 1, len(tokens))):
        if (why := _misnamed(tokens, place)) is not None:
            return f"{_as_told(tokens[place])} at column {tokens[place].column + 1}: {why}"
    if here and before and here.kind == "number" and before.text == "BIN":
        return _too_big(tokens, index)
    if sum(token.text in (":", "THEN") for token in tokens[:index]) >= _MOST_STATEMENTS:
        return f"more than {_MOST_STATEMENTS} statements in one line; break it up"
    missing = _MISSING if here and here.text != ":" else _MISSING_AT_THE_END
    fits = next((f"is {name} missing?" for name, signs in missing.items() if any(map(takes, signs))), None)
    wants_operand = before and (before.kind == "keyword" or (before.kind == "symbol" and before.text != ")"))
    if not (other or fits) and here and here.kind == "keyword" and wants_operand:
        return f"the keyword {here.text} stands where a value should; add what is missing before it"
    where = "the line stops too early"
    if here:
        where = f"cannot read {_shown(source[here.column :].strip())} (column {here.column + 1})"
    return f"{where}; {other or fits or 'check the spelling, and which is a number and which a text'}"


def _too_big(tokens: Sequence[Token], index: int) -> str:
    place = max(place for place, token in enumerate(tokens[: index + 1]) if token.kind == "number")
    if place and tokens[place - 1].text == "BIN":
        return f"BIN {_as_told(tokens[place])}: write at most 16 digits, each 0 or 1"
    return f"the number {_as_told(tokens[place])} is too big for the Spectrum (at most about 1.7E38)"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _as_told(token: Token) -> str:
    return token.text if len(token.text) <= 60 else f"{token.text[:60]}…"


def _misnamed(tokens: Sequence[Token], place: int) -> str | None:
    """Say why the ROM refuses a name of several letters, if it is one."""
    token, before = tokens[place], tokens[place - 1].text if place else ""
    if token.kind != "name" or len(token.text.rstrip("$")) == 1:
        return None
    if token.text.endswith("$"):
        return "the name of a string is one letter and $"
    if before in ("FN", "DEF FN"):
        return "the name of a function is one letter"
    if before in ("FOR", "NEXT"):
        return "the name of a loop variable is one letter"
    if place + 1 < len(tokens) and tokens[place + 1].text == "(":
        return "the name of an array is one letter (or a keyword is misspelt)"
    return None


# -- the ROM's verdict on a line -----------------------------------------------------------------------

MAX_LINE_BYTES = 0x9000
"""The most that a line can have, its hidden numbers included: nearly all the memory that BASIC leaves to a program."""
_BOOT_SECONDS = 10
_SCAN_SECONDS = 60
_NUMBER = b"1 "
_NO_REPORT = 0xFF
_END = 0x5BFE
"""The scan's return address, with nothing there."""
_BANKM = 0x5B5C
"""A 128's copy of what it last sent to the paging port."""
_STACK = 0xFF00
_STACK_END = 0xF000
_GUARD = bytes(range(64))


@dataclass(frozen=True)
class Scanned:
    """A scanned line: its `content` now, and if it was refused the `report`, and the `place` of the ROM's ``?``."""

    content: bytes
    report: int | None = None
    place: int = 0


class LineScan:
    """The ROM's line scan, on a machine that has booted in the BASIC that `basic` names.

    It is LINE-SCAN of the 48K, or the scan of the 128's editor, which knows its own statements and has the other ROM
    read the expressions. It puts five bytes behind each number, and room behind the parameters of DEF FN.

    The stack has an end here: a line nested so deeply that it would need more is refused, as is one that grows into it.
    """

    def __init__(self, basic: str) -> None:
        model = MODEL_128K if basic == "128" else MODEL_48K
        rom = model.editor_rom
        self._core = core = Core(model)
        waits = (ROM_0, rom.waits_for_key) if rom else model.basic_rom.editor
        core.run(model.seconds_to_tstates(_BOOT_SECONDS), (waits,))
        if rom:
            core.memory[_BANKM] = core.paging = 0  # in place of the editor's bank
        core.interrupts_enabled = False
        core.pc = rom.line_scan if rom else model.basic_rom.line_scan
        core.memory[_STACK_END - len(_GUARD) : _STACK_END] = _GUARD
        core.memory[_STACK : _STACK + 4] = 2 * _END.to_bytes(2, "little")  # the scan's return, and that of its report
        core.memory[ERR_SP : ERR_SP + 2] = (_STACK + 2).to_bytes(2, "little")
        core.set("sp", _STACK)
        self._start = core.state()
        self._limit = core.tstates + model.seconds_to_tstates(_SCAN_SECONDS)
        self._lock = threading.Lock()

    def scan(self, content: bytes) -> Scanned:
        """Scan a line's content, without number, hidden numbers and #0D.

        BasicError if it is too much for the Spectrum's memory, or for its pace.
        """
        if len(content) > MAX_LINE_BYTES:
            raise BasicError(f"{len(content):,} bytes are more than the Spectrum's memory takes; break the line up")
        with self._lock:
            core = self._core
            core.restore(self._start)
            start = read_word(core.memory, E_LINE)
            line = _NUMBER + content + b"\r\x80"
            core.memory[start : start + len(line)] = line
            for pointer in (WORKSP, STKBOT, STKEND):
                core.memory[pointer : pointer + 2] = (start + len(line)).to_bytes(2, "little")
            has_ended = core.run(self._limit, (_END,)) is not None
            memory = bytes(core.memory[start:_STACK_END])
            if not has_ended:
                raise BasicError("the line takes the ROM too long; break it up")
            if not memory.endswith(_GUARD):
                raise BasicError("too much is nested or numbered in one line; break it up")
            first, report = len(_NUMBER), core.memory[ERR_NR]
            content = memory[first : read_word(core.memory, WORKSP) - start - 2]
            if report == _NO_REPORT:
                return Scanned(content)
            return Scanned(content, report, read_word(core.memory, X_PTR) - start - first)


line_scan = functools.cache(LineScan)
"""The line scan of ``48`` or ``128`` BASIC; its machine boots once in a process."""


# -- reports, in the lowest lines of the screen --------------------------------------------------------

_TV_FLAG = 23612
_REPORT_STANDS = 0x20  # of TV_FLAG: the next key clears the lower screen
_ROM_END = 0x4000
_NEAR_BYTES = 128  # how deep the editor's stack gets below ERR_SP
_CODES = "0123456789ABCDEFGHIJKLMNOPQRabcdefghijklmno"
_REPORT = re.compile(r"^(?P<code>[0-9A-Ra-o]) (?P<text>\S.*?), ?(?P<line>\d+):(?P<statement>\d+)$")


class Readable(Protocol):
    """A machine whose screen can be read: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    def text_lines(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Report:
    """BASIC's report when it has stopped: the code, its text, the line and the statement.

    >>> str(Report("2", "Variable not found", 10, 1)), Report("0", "OK", 0, 1).is_error
    ('2 Variable not found, 10:1', False)
    """

    code: str
    text: str
    line: int
    statement: int

    @property
    def is_error(self) -> bool:
        """True if it is any but ``0 OK``."""
        return self.code != "0"

    def __str__(self) -> str:
        return f"{self.code} {self.text}, {self.line}:{self.statement}"


def standing_report(spectrum: Readable) -> Report | None:
    """Return the report at the bottom of the screen while BASIC's editor waits for a key, or None."""
    core = spectrum.core
    cells = core.memory
    if not cells[_TV_FLAG] & _REPORT_STANDS or cells[FLAGX] & INPUT_MODE or not editor_waits(core):
        return None
    upper, lower = spectrum.text_lines()[-2:]
    for text in (lower, upper + lower):  # a long one takes two lines
        found = _REPORT.match(text.rstrip())
        if found and _CODES.index(found["code"]) == (cells[ERR_NR] + 1) & 0xFF:
            return Report(found["code"], found["text"], int(found["line"]), int(found["statement"]))
    return None


def editor_waits(core: Core) -> bool:
    """Return True while the ROM's editor runs: for a command, a program line or an INPUT.

    The stack is the editor's and PC in ROM: another program may leave the lowest lines, but not that.
    """
    if core.pc >= _ROM_END:
        return False
    editor = core.model.editor_rom
    if editor and not core.paging_locked and core.get("sp") in editor.stack:
        return True
    errors_go_to = read_word(core.memory, ERR_SP)
    if not 0 <= errors_go_to - core.get("sp") < _NEAR_BYTES:
        return False
    return read_word(core.memory, errors_go_to) == core.model.basic_rom.editor_error
