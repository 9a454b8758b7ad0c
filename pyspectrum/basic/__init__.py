"""Sinclair BASIC: listing text to the bytes of a program, and back.

The ROM says whether a line is BASIC, and makes the five bytes behind each number (`line_scan`).

A program line in memory: number (high byte first), length of the rest (low byte first), tokens and
characters, #0D. After the digits of a number stands #0E and its five-byte value; after a parameter
of DEF FN, #0E and room for five bytes.

``\\a``–``\\u`` are the user-defined graphics, ``\\'.`` and the like the block graphics, ``\\*`` is ©, ``\\\\`` a
backslash, ``\\{16}`` a byte by its number; in strings and remarks £, © and block graphics may stand for themselves.
Outside them the ROM passes over colour codes, such as ``\\{16}\\{2}``.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pyspectrum.basic.line_scan import MAX_LINE_BYTES, Scanned, line_scan
from pyspectrum.basic.source import Token, complaint, keyword_codes, shown, split_tokens, too_big
from pyspectrum.basic.variables import find_variable, read_variables
from pyspectrum.errors import BasicError
from pyspectrum.memory import PROG, VARS, read_word

__all__ = [
    "HIDDEN_NUMBER",
    "MAX_LINE_BYTES",
    "MAX_LINE_NUMBER",
    "ProgramLine",
    "detokenise",
    "find_variable",
    "list_content",
    "read_variables",
    "split_program",
    "tokenise",
    "tokenise_lines",
]

HIDDEN_NUMBER = 0x0E
ENTER = 0x0D
MAX_LINE_NUMBER = 9999
_TOO_BIG = 5
"""The ROM's report ``6 Number too big``, less one, as ERR_NR has it."""
_ROOM_FOR_PARAMETER = bytes((HIDDEN_NUMBER, 0, 0, 0, 0, 0))
_SOURCE_LINE = re.compile(r"[ \t]*([0-9]+)[ \t]*")
_ESCAPE = re.compile(r"\\(?:(?P<block>[.:' ]{2})|(?P<udg>[a-uA-U])|(?P<sign>[*\\])|\{(?P<number>\d{1,3})\})")
_COMPARISON = re.compile(" ?(<>|<=|>=) ?")
"""Of these signs the 128's editor makes tokens in strings and remarks, too."""
_DEF_FN = 0xCE
_OR = 0xC5
"""From this token on LIST puts a blank before each."""
_SIDES = " '.:"
"""The four ways to fill one column of a block graphic."""
_BLOCKS = [_SIDES[code >> 1 & 1 | code >> 2 & 2] + _SIDES[code & 1 | code >> 1 & 2] for code in range(16)]
_SIGNS = {"©": 0x7F, "↑": 0x5E, "£": 0x60} | {sign: 0x80 + code for code, sign in enumerate("⠀▝▘▀▗▐▚▜▖▞▌▛▄▟▙█")}
_SIGNS |= {chr(0x24B6 + index): 0x90 + index for index in range(21)}  # letters in circles are UDGs


@dataclass(frozen=True)
class ProgramLine:
    """A line of a tokenised program: `number` 0–9999 and its `content` without the closing #0D."""

    number: int
    content: bytes

    def to_bytes(self) -> bytes:
        """The line as it lies in memory.

        >>> ProgramLine(10, bytes([0xFB])).to_bytes().hex(" ")
        '00 0a 02 00 fb 0d'
        """
        return self.number.to_bytes(2, "big") + (len(self.content) + 1).to_bytes(2, "little") + self.content + b"\r"


def tokenise(source: str, name: str = "<listing>", *, basic: str = "48") -> bytes:
    """A listing as the bytes of a program, ready for the program area or a tape.

    `basic` is ``48``, or ``128`` for a program with the statements of 128 BASIC, such as PLAY and ``SAVE !``.

    Every line has a number, 0–9999, rising; blank lines and lines that start with ``#`` are passed
    over. Keywords may be in either case and GO TO in one word or two; names keep their case. Blanks beside a
    keyword are left out, one on each side; others are the line's.

    >>> tokenise("10 CLS: GO TO 10").hex(" ")
    '00 0a 0c 00 fb 3a ec 31 30 0e 00 00 0a 00 00 0d'
    >>> tokenise('10 PLAY "c"', basic="128").hex(" ")
    '00 0a 05 00 a4 22 63 22 0d'

    Raises:
        BasicError: ``name:line: …`` for anything that is not Sinclair BASIC.
    """
    return b"".join(line.to_bytes() for line in tokenise_lines(source, name, basic=basic))


def tokenise_lines(source: str, name: str = "<listing>", *, basic: str = "48") -> tuple[ProgramLine, ...]:
    """The lines of a listing, tokenised; see `tokenise`.

    >>> [line.number for line in tokenise_lines("# two lines\\n10 CLS\\n20 STOP")]
    [10, 20]
    """
    keyword_codes(basic)  # no line is to blame if there is no such BASIC
    lines: list[ProgramLine] = []
    for text_line, text in enumerate(source.splitlines(), 1):
        stripped = text.strip()
        if not stripped or stripped.startswith("#"):
            continue
        start = _SOURCE_LINE.match(text)
        if start is None:
            raise BasicError(f"{name}:{text_line}: no line number before {shown(stripped)}; start it with one (0–9999)")
        number = int(start[1][:20])  # whatever is longer is out of range too
        if number > MAX_LINE_NUMBER:
            raise BasicError(f"{name}:{text_line}: line number {number} is out of range; use 0–{MAX_LINE_NUMBER}")
        if lines and number <= lines[-1].number:
            raise BasicError(
                f"{name}:{text_line}: line {number} comes after line {lines[-1].number}; put the lines in rising order"
            )
        try:
            lines.append(ProgramLine(number, _content(text, start.end(), basic)))
        except BasicError as error:
            raise BasicError(f"{name}:{text_line}: line {number}: {error}") from None
    return tuple(lines)


@functools.lru_cache(maxsize=4096)
def _content(text: str, start: int, basic: str) -> bytes:
    """The bytes of one source line from column `start`, without the #0D."""
    tokens, parts, scanned = _scanned(text, start, basic)
    line = b"".join(parts)
    content, origins = _filled(line, scanned.content)
    if scanned.report is None:
        return content
    stop = origins[min(scanned.place, len(content))]
    index = sum(end <= stop for end in itertools.accumulate(map(len, parts)))
    if scanned.report == _TOO_BIG and any(token.kind == "number" for token in tokens[: index + 1]):
        raise BasicError(too_big(tokens, index))

    def takes(missing: bytes) -> bool:
        return line_scan(basic).scan(b"".join((*parts[:index], missing, *parts[index:]))).report is None

    raise BasicError(
        complaint(text, tokens, index, keyword_codes(basic), takes, basic == "48" and _fits_128(text, start))
    )


def _scanned(text: str, start: int, basic: str) -> tuple[list[Token], list[bytes], Scanned]:
    """The tokens of a line, the bytes of each, and what the ROM makes of them."""
    tokens = split_tokens(text, start, basic)
    if not tokens:
        raise BasicError("there is nothing after the line number; write a statement, or REM, or take the line out")
    codes = keyword_codes(basic)
    parts = [b" " * token.blanks + _encoded(token, codes) for token in tokens]
    return tokens, parts, line_scan(basic).scan(b"".join(parts))


def _fits_128(text: str, start: int) -> bool:
    try:
        return _scanned(text, start, "128")[2].report is None
    except BasicError:
        return False


def _filled(line: bytes, scanned: bytes) -> tuple[bytes, list[int]]:
    """The line with the hidden numbers that the ROM has put in, and where each of its bytes stood in `line`.

    The room behind a parameter holds whatever was in memory; here it is blank.
    """
    content, origins = bytearray(), []
    scanned += b"\r"
    for index, byte in enumerate(line + b"\r"):
        if scanned[len(content)] != byte:
            is_parameter = _DEF_FN in line and (line[index - 1 : index].isalpha() or line[index - 1] == ord("$"))
            content += _ROOM_FOR_PARAMETER if is_parameter else scanned[len(content) : len(content) + 6]
            origins += 6 * [index]
        content.append(byte)
        origins.append(index)
    return bytes(content[:-1]), origins


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
                rf"\{{14}} at column {token.column + 1}: the ROM makes hidden numbers itself; leave it out"
            )
        case "remark" | "code":
            return _characters(text)
        case _:
            return text.encode("ascii")


def _characters(text: str) -> bytes:
    """The Spectrum's character codes for the text of a string or a remark."""
    codes = bytearray()
    place = 0
    while place < len(text):
        character = text[place]
        escape = _ESCAPE.match(text, place)
        if escape is None:
            if character in _SIGNS:
                codes.append(_SIGNS[character])
            elif " " <= character <= "~":
                codes.append(ord(character))
            else:
                raise BasicError(f"the Spectrum has no character {character!r}; write it as \\{{code}} or leave it out")
            place += 1
            continue
        if escape["block"]:
            codes.append(0x80 + _BLOCKS.index(escape["block"]))
        elif escape["udg"]:
            codes.append(0x90 + ord(escape["udg"].upper()) - ord("A"))
        elif escape["sign"]:
            codes.append(0x7F if escape["sign"] == "*" else 0x5C)
        elif (code := int(escape["number"])) <= 255 and code != ENTER:
            codes.append(code)
        else:
            raise BasicError(f"{escape[0]} is not a character; the number in braces goes from 0 to 255, without 13")
        place = escape.end()
    return bytes(codes)


def split_program(program: bytes) -> tuple[ProgramLine, ...]:
    """The lines of a tokenised program.

    >>> split_program(tokenise("10 CLS"))
    (ProgramLine(number=10, content=b'\\xfb'),)

    Raises:
        BasicError: the bytes stop inside a line, or a line has no #0D at its end.
    """
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
    """The lines of the program in a machine's memory; none if it is damaged, or no longer one."""
    try:
        return split_program(bytes(memory[read_word(memory, PROG) : read_word(memory, VARS)]))
    except BasicError:
        return ()


def detokenise(program: bytes) -> str:
    """A program as listing text, one line each, much as a 128's ROM lists it; `tokenise` takes it back.

    What the ROM passes over is kept as well: ``\\{16}\\{2}`` for a colour code, blanks of the line's own.

    >>> print(detokenise(tokenise("10 if a>1.50 then go to 10: rem Over")))
    10 IF a>1.50 THEN GO TO 10: REM Over

    Raises:
        BasicError: the program is damaged.
    """
    return "\n".join(f"{line.number} {list_content(line.content)}" for line in split_program(program))


@functools.cache
def _names() -> tuple[dict[int, str], dict[int, str]]:
    """The keywords and the characters by their codes."""
    characters = {code: chr(code) for code in range(0x20, 0x7F)}
    characters |= {0x5C: "\\\\", 0x60: "£", 0x7F: "©"} | {
        0x80 + code: f"\\{sides}" for code, sides in enumerate(_BLOCKS)
    }
    characters |= {0x90 + index: f"\\{chr(0x61 + index)}" for index in range(21)}
    return {code: name for name, code in keyword_codes("128").items()}, characters


def _listed(codes: bytes, *, by_number: bool = False) -> str:
    characters = {} if by_number else _names()[1]
    return "".join(characters.get(code) or f"\\{{{code}}}" for code in codes)


def _set_apart(text: str, before: str, name: str, item: str) -> bool:
    """Return True if a blank stands between `text` and the keyword `name` or another `item` that follows."""
    is_word = text[-1].isalnum() or text[-1] == "."
    if before not in ("", "RND", "INKEY$", "PI") and (is_word or text[-1] == "$"):
        return True
    if name[:1].isalpha() and keyword_codes("128")[name] >= _OR:
        return True
    return bool(name or before) and is_word and item[0].isalnum()


def list_content(content: bytes) -> str:
    """The text of one line's content, hidden numbers left out.

    Blanks stand around keywords where LIST puts them, and also where a name and a keyword would run
    together, so that the text can be tokenised again. Those of the line itself are listed besides.

    Source: the ROM's PO-TOKENS and PO-SEARCH (#0C10, #0C41); SKIP-OVER (#007D).
    """
    keywords, text, place, blanks = _names()[0], "", 0, 0
    before = ""  # the keyword right before, if there is one
    while place < len(content):
        code = content[place]
        if code == HIDDEN_NUMBER:
            place += 6
            continue
        if code == 0x20:
            blanks, place = blanks + 1, place + 1
            continue
        end = place + 1
        if code == 0x22:
            end = content.find(0x22, end) + 1 or len(content)
        elif 0x10 <= code <= 0x17:
            end += 1 if code < 0x16 else 2  # a colour code, AT or TAB with what belongs to it
        name = keywords.get(code, "")
        item = name or _listed(content[place:end], by_number=code < 0x20)
        if blanks:
            text += " " * (blanks + bool(before) + bool(name)) if text else blanks * r"\{32}"
        elif text and _set_apart(text, before, name, item):
            text += " "
        text, before, blanks, place = text + item, name, 0, end
        if name == "REM":
            return f"{text} {_listed(content[end:])}" if end < len(content) else text
    return text + blanks * r"\{32}"
