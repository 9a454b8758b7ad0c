"""One line of BASIC source as tokens, and what is said of a line that the ROM refuses.

Only keywords, strings and remarks matter here; whether the line is BASIC is the ROM's to say (`line_scan`). A keyword
stands by itself: ``total`` is a name. In 128 BASIC a digit may follow it or stand before it, as its editor
has it. (That editor loses lines with ``b<c``, ``OPEN #c``, ``CHR$c``, ``PRINT#1`` in them; the ROM's scan takes them.)

Blanks are kept as both editors keep them. Of those beside a keyword one on each side is the listing's, not the line's;
so are those behind the line's number and at its end.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pyspectrum.errors import BasicError
from pyspectrum.models import MODEL_48K

Kind = Literal["keyword", "name", "number", "string", "symbol", "code", "remark"]

_TOKEN_TABLE = 0x0095
"""The ROM's words, from the token before RND on; the last character of each has bit 7 set."""
_RND = 0xA5
_FIRST_COMMAND = 0xCE  # DEF FN; every statement starts with a keyword from here on,
_OF_THE_128 = {"SPECTRUM": 0xA3, "PLAY": 0xA4}  # or with one of these, whose codes are two UDGs of a 48K
_MISSING = {
    "a value": (b"0", b'""', b"a"),
    "')'": (b")",),
    "'('": (b"(",),
    "','": (b",",),
    "';'": (b";",),
    "'()'": (b"()",),
    "THEN": (b"\xcb",),
    "TO": (b"\xcc",),
    "':'": (b":",),
}
"""What may be missing where the ROM stops, in bytes."""
_MISSING_AT_THE_END = _MISSING | {"'='": (b"=0", b'=""'), "','": (b",", b",0"), "TO": (b"\xcc", b"\xcc0")}
_MOST_STATEMENTS = 127

_TOKEN = r"""(?P<string>"(?:[^"]|"")*")
    |   (?P<keyword>(?i:{keywords}))
    |   (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |   (?P<name>[A-Za-z][{in_words}]*\$?)
    |   (?P<symbol>[-+*/^=<>(),;:'#$!.])
    |   (?P<code>(?:\\(?:[.:' ]{{2}}|[a-uA-U]|[*\\]|\{{\d{{1,3}}\}}))+)"""
_BLANKS = re.compile(r"[ \t]*")

Takes = Callable[[bytes], bool]


@dataclass(frozen=True)
class Token:
    """A token of one source line.

    `text` is the keyword's own name (``GO TO``, ``OPEN #``), or the source's text for anything else; `column` is where
    it starts in the source line, from 0, and `blanks` counts those before it that are the line's own.
    """

    kind: Kind
    text: str
    column: int
    blanks: int = 0


@functools.cache
def keyword_codes(basic: str = "48") -> dict[str, int]:
    """Every keyword of ``48`` or ``128`` BASIC with its token code, from the ROM's table.

    >>> keyword_codes()["PRINT"], keyword_codes()["GO TO"], keyword_codes()["<>"]
    (245, 236, 201)
    >>> sorted(keyword_codes("128").keys() - keyword_codes().keys())
    ['PLAY', 'SPECTRUM']

    Raises:
        BasicError: there is no such BASIC.
    """
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
    """The tokens of `source` from column `start` on.

    A variable's name may hold blanks, as on the Spectrum.

    >>> [token.text for token in split_tokens("LET my row=LEN a$: GO TO 10")]
    ['LET', 'my row', '=', 'LEN', 'a$', ':', 'GO TO', '10']

    Raises:
        BasicError: a character that BASIC has no use for, or quotes left open (no place named).
    """
    tokens: list[Token] = []
    pattern, end = _pattern(basic), len(source.rstrip(" \t"))
    column = _after_blanks(source, start)
    before = column
    while column < end:
        match = pattern.match(source, column)
        if match is None:
            raise BasicError(_lexical_complaint(source, column))
        text, kind, last = match[0], match.lastgroup, tokens[-1] if tokens else None
        blanks = column - before
        before = match.end()
        is_name = last is not None and last.kind == "name" and not last.text.endswith("$")
        if kind == "keyword":
            text = _by_spelling()["".join(text.split()).upper()]
        if last is not None:
            blanks = max(0, blanks - (last.kind == "keyword") - (kind == "keyword"))
        if last is not None and is_name and (kind == "name" or text.isdigit()):
            tokens[-1] = Token("name", last.text + " " * blanks + text, last.column, last.blanks)
        else:
            tokens.append(Token(kind, text, column, blanks))  # type: ignore[arg-type]  # a group's name is a kind
        if text == "REM" and kind == "keyword":
            # one blank sets the text off from REM, as the ROM's own listing does
            tokens.append(Token("remark", source[before:].removeprefix(" "), before))
            return tokens
        column = _after_blanks(source, before)
    return tokens


def _after_blanks(source: str, column: int) -> int:
    match = _BLANKS.match(source, column)
    return match.end() if match else column


def _lexical_complaint(source: str, column: int) -> str:
    character = source[column]
    if character == '"':
        return f"the quotes opened at column {column + 1} are never closed; add a closing quote"
    hint = "; names are made of letters and digits" if character in "_@%" else ""
    return f"BASIC has no use for {character!r} at column {column + 1}{hint}"


def complaint(
    source: str, tokens: Sequence[Token], index: int, codes: Mapping[str, int], takes: Takes, fits_128: bool
) -> str:
    """Say why the ROM stops at the token `index` (behind the last one: at the line's end).

    `takes` tells if it would take the line with these bytes put in there, `fits_128` if a 128 takes it as it is.
    """
    other = 'this is 128 BASIC: say basic="128"' if fits_128 else None
    here = tokens[index] if index < len(tokens) else None
    for place in (index, index - 1):
        if 0 <= place < len(tokens) and _opens_statement(tokens, place) and not _is_command(tokens[place], codes):
            told = f"{_as_told(tokens[place])!r} (column {tokens[place].column + 1})"
            hint = other or "it needs a BASIC command such as LET or PRINT there"
            return f"a statement cannot start with {told}; {hint}"
    for place in range(max(0, index - 2), min(index + 1, len(tokens))):
        if (why := _misnamed(tokens, place)) is not None:
            return f"{_as_told(tokens[place])} at column {tokens[place].column + 1}: {why}"
    if index and here is not None and here.kind == "number" and tokens[index - 1].text == "BIN":
        return too_big(tokens, index)
    if sum(token.text in (":", "THEN") for token in tokens[:index]) >= _MOST_STATEMENTS:
        return f"more than {_MOST_STATEMENTS} statements in one line; break it up"
    missing = _MISSING if here and here.text != ":" else _MISSING_AT_THE_END
    fits = next((f"is {name} missing?" for name, signs in missing.items() if any(map(takes, signs))), None)
    if not (other or fits) and here and here.kind == "keyword" and index and _wants_operand(tokens[index - 1]):
        return f"the keyword {here.text} stands where a value should; add what is missing before it"
    where = "the line stops too early"
    if here:
        where = f"cannot read {shown(source[here.column :].strip())} (column {here.column + 1})"
    return f"{where}; {other or fits or 'check the spelling, and which is a number and which a text'}"


def too_big(tokens: Sequence[Token], index: int) -> str:
    """Say which number before the token `index` the ROM finds too big."""
    place = max(place for place, token in enumerate(tokens[: index + 1]) if token.kind == "number")
    if place and tokens[place - 1].text == "BIN":
        return f"BIN {_as_told(tokens[place])}: write at most 16 digits, each 0 or 1"
    return f"the number {_as_told(tokens[place])} is too big for the Spectrum (at most about 1.7E38)"


def shown(text: str, width: int = 40) -> str:
    """The text in quotes, or its beginning."""
    return repr(text if len(text) <= width else text[: width - 1] + "…")


def _opens_statement(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].text != ":" and (place == 0 or tokens[place - 1].text in (":", "THEN"))


def _is_command(token: Token, codes: Mapping[str, int]) -> bool:
    return token.kind == "keyword" and (codes[token.text] >= _FIRST_COMMAND or token.text in _OF_THE_128)


def _wants_operand(before: Token) -> bool:
    """Return True if an operand, not an operator, comes after `before`."""
    return before.kind == "keyword" or (before.kind == "symbol" and before.text != ")")


def _as_told(token: Token, most: int = 60) -> str:
    """Its text, or where that would fill the screen, the beginning."""
    return token.text if len(token.text) <= most else f"{token.text[:most]}…"


def _misnamed(tokens: Sequence[Token], place: int) -> str | None:
    """The reason why the ROM refuses a name of several letters, if it is one."""
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
