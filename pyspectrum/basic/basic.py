"""Sinclair BASIC: listing text to the bytes of a program, and back.

The PyPI library `spectrum-basic` says whether a line is BASIC and gives the token table. Its own
bytes are not used: its syntax tree forgets brackets that matter (``(-a)^2``, ``(a=b)=(c=d)``),
doubles doubled quotes once more and leaves out the hidden number after BIN. The bytes here come
from the tokens of the line as written, in their order; blanks between them, which the ROM would
only step over, are left out.

A program line in memory: number (high byte first), length of the rest (low byte first), tokens and
characters, #0D. After the digits of a number stands #0E and its five-byte value; after a parameter
of DEF FN, #0E and room for five bytes.

In strings and remarks ``\\a``–``\\u`` are the user-defined graphics, ``\\'.`` and the like the block
graphics, ``\\*`` is ©, ``\\\\`` a backslash, ``\\{16}`` a byte by its number; £, © and block graphics
may stand for themselves.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pyspectrum.basic.source import Token, check_tokens, keyword_codes, library_spelling, split_tokens
from pyspectrum.basic.variables import number_to_bytes
from pyspectrum.errors import BasicError, VariableError
from pyspectrum.memory import PROG, VARS, read_word

HIDDEN_NUMBER = 0x0E
ENTER = 0x0D
MAX_LINE_NUMBER = 9999
MAX_LINE_BYTES = 0x9D00
"""The most that a line can have: about all the memory that BASIC leaves to a program."""
_RECURSION_LIMIT = 5000
_MOST_DIGITS = 250  # far beyond any number of use; Python converts none of some thousands
_ROOM_FOR_PARAMETER = bytes((HIDDEN_NUMBER, 0, 0, 0, 0, 0))
_SOURCE_LINE = re.compile(r"[ \t]*([0-9]+)[ \t]*")
_ESCAPE = re.compile(r"\\(?:(?P<block>[.:' ]{2})|(?P<udg>[a-uA-U])|(?P<sign>[*\\])|\{(?P<number>\d{1,3})\})")


@dataclass(frozen=True)
class ProgramLine:
    """A line of a tokenised program: `number` 1–9999 and its `content` without the closing #0D."""

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

    `basic` is ``48``, or ``128`` for a program that uses PLAY or SPECTRUM.

    Every line has a number, 1–9999, rising; blank lines and lines that start with ``#`` are passed
    over. Keywords may be in either case and GO TO in one word or two; names keep their case.

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
            raise BasicError(
                f"{name}:{text_line}: no line number before {_shown(stripped)}; start it with one (1–9999)"
            )
        number = int(start[1][:20])  # whatever is longer is out of range too
        if not 1 <= number <= MAX_LINE_NUMBER:
            raise BasicError(f"{name}:{text_line}: line number {number} is out of range; use 1–{MAX_LINE_NUMBER}")
        if lines and number <= lines[-1].number:
            raise BasicError(
                f"{name}:{text_line}: line {number} comes after line {lines[-1].number}; put the lines in rising order"
            )
        try:
            lines.append(ProgramLine(number, _content(text, start.end(), basic)))
        except BasicError as error:
            raise BasicError(f"{name}:{text_line}: line {number}: {error}") from None
    return tuple(lines)


def _shown(text: str, width: int = 40) -> str:
    return repr(text if len(text) <= width else text[: width - 1] + "…")


@functools.lru_cache(maxsize=4096)
def _content(text: str, start: int, basic: str) -> bytes:
    """The bytes of one source line from column `start`, without the #0D."""
    if len(text) > MAX_LINE_BYTES:
        raise BasicError(f"{len(text):,} characters are more than the Spectrum's memory takes; break the line up")
    tokens = split_tokens(text, start, basic)
    if not tokens:
        raise BasicError("there is nothing after the line number; write a statement, or REM, or take the line out")
    longest = max((len(token.text) for token in tokens if token.kind == "number"), default=0)
    if longest > _MOST_DIGITS:
        raise BasicError(f"a number of {longest:,} digits; the Spectrum keeps nine of them: shorten it")
    check_tokens(tokens, basic)
    _check_by_library(text, tokens, start, basic)
    content = b"".join(_encoded(tokens, keyword_codes(basic)))
    if len(content) > MAX_LINE_BYTES:
        raise BasicError(f"{len(content):,} bytes are more than the Spectrum's memory takes; break the line up")
    return content


def _check_by_library(text: str, tokens: list[Token], start: int, basic: str) -> None:
    """Have the library parse the line; a `BasicError` says where it stops."""
    import spectrum_basic.core as library

    spelling = library_spelling(text, tokens, start)
    try:
        with _room_to_recurse():
            model = library.parse_string(spelling)
            entered = (node for event, node in library.walk(model) if event is not library.Walk.LEAVING)
            values = [node.name for node in entered if isinstance(node, library.Variable | library.ArrayRef)]
    except RecursionError:
        raise BasicError("too much is nested in one line, or too long a sum; break it up") from None
    except library.textx.exceptions.TextXError as error:
        column = max(1, error.col or 1)
        rest = text[column - 1 :].strip()
        reason = f"cannot read {_shown(rest)} (column {column})" if rest else "the line stops too early"
        expected = str(error).partition("=>")[0]
        missing = next((sign for sign in ("')'", "'('", "','") if sign in expected), None)
        hint = f"; is {missing} missing?" if missing else "; check the spelling there"
        raise BasicError(reason + hint) from None
    for name in values:
        word = "".join(str(name).split()).upper()
        if word in keyword_codes(basic):
            raise BasicError(f"the keyword {word} stands where a value should; add what is missing before it")


@contextmanager
def _room_to_recurse() -> Iterator[None]:
    """Let the library go deeper than Python's usual thousand calls: 25 nested brackets are not too many."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def _encoded(tokens: list[Token], codes: Mapping[str, int]) -> Iterator[bytes]:
    """The bytes of each token in turn."""
    in_parameters = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else None
        match token.kind:
            case "keyword":
                yield bytes((codes[token.text],))
                if token.text == "DEF FN":
                    in_parameters = True
                if token.text == "BIN" and (index + 1 == len(tokens) or tokens[index + 1].kind != "number"):
                    yield _hidden(0)
            case "number":
                is_binary = before is not None and before.text == "BIN"
                yield token.text.encode("ascii") + _hidden(_binary(token.text) if is_binary else float(token.text))
            case "string":
                yield b'"' + _characters(token.text[1:-1]) + b'"'
            case "remark":
                yield _characters(token.text)
            case "name":
                yield token.text.encode("ascii")
                if in_parameters and before is not None and before.text != "DEF FN":
                    yield _ROOM_FOR_PARAMETER
            case _:
                yield token.text.encode("ascii")
                if token.text == ")":
                    in_parameters = False


def _hidden(value: float) -> bytes:
    try:
        return bytes((HIDDEN_NUMBER,)) + number_to_bytes(value)
    except VariableError:
        raise BasicError(f"the number {value:g} is too big for the Spectrum (at most about 1.7E38)") from None


def _binary(digits: str) -> int:
    if not re.fullmatch("[01]{1,16}", digits):
        raise BasicError(f"BIN {digits}: write at most 16 digits, each 0 or 1")
    return int(digits, 2)


def _characters(text: str) -> bytes:
    """The Spectrum's character codes for the text of a string or a remark."""
    from spectrum_basic.tokenizer import BYTE_FOR_BLOCK_ESCAPE, BYTE_FOR_UNICODE

    codes = bytearray()
    place = 0
    while place < len(text):
        character = text[place]
        escape = _ESCAPE.match(text, place)
        if escape is None:
            if character in BYTE_FOR_UNICODE:
                codes += BYTE_FOR_UNICODE[character]
            elif " " <= character <= "~":
                codes.append(ord(character))
            else:
                raise BasicError(f"the Spectrum has no character {character!r}; write it as \\{{code}} or leave it out")
            place += 1
            continue
        if escape["block"]:
            codes += BYTE_FOR_BLOCK_ESCAPE[escape["block"].encode("ascii")]
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

    >>> print(detokenise(tokenise("10 if a>1.50 then go to 10: rem Over")))
    10 IF a>1.50 THEN GO TO 10: REM Over

    Raises:
        BasicError: the program is damaged.
    """
    return "\n".join(f"{line.number} {list_content(line.content)}" for line in split_program(program))


@functools.cache
def _keyword_names() -> dict[int, str]:
    names = {code: name for name, code in keyword_codes("128").items()}
    return names | {keyword_codes()["GOTO"]: "GO TO", keyword_codes()["GOSUB"]: "GO SUB"}


@functools.cache
def _character_names() -> dict[int, str]:
    from spectrum_basic.tokenizer import BLOCK_ESCAPES

    names = {code: chr(code) for code in range(0x20, 0x7F)}
    names |= {0x5C: "\\\\", 0x60: "£", 0x7F: "©"}
    names |= {0x80 + index: f"\\{escape}" for index, escape in enumerate(BLOCK_ESCAPES)}
    return names | {0x90 + index: f"\\{chr(0x61 + index)}" for index in range(21)}


def list_content(content: bytes) -> str:
    """The text of one line's content, hidden numbers left out.

    Blanks stand around keywords where LIST puts them, and also where a name and a keyword would run
    together, so that the text can be tokenised again.

    Source: the ROM's PO-TOKENS and PO-SEARCH (#0C10, #0C41).
    """
    text = ""
    place = 0
    quoted = remark = False
    codes, names, characters = keyword_codes(), _keyword_names(), _character_names()
    while place < len(content):
        code = content[place]
        place += 1
        if code == HIDDEN_NUMBER and not quoted and not remark:
            place += 5
        elif code in names and not quoted and not remark:
            name = names[code]
            sets_off = code >= codes["OR"] or text[-1:].isalnum() or text.endswith(".")
            if sets_off and name[0].isalpha() and text and not text.endswith(" "):
                text += " "
            text += name
            if name not in ("RND", "INKEY$", "PI") and (name[-1].isalpha() or name[-1] == "$"):
                text += " "
            remark = name == "REM"
        else:
            quoted ^= code == 0x22 and not remark
            text += characters.get(code, f"\\{{{code}}}")
    return text.rstrip(" ") if not (quoted or remark) else text
