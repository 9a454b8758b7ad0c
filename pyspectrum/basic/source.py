"""One line of BASIC source as tokens, and the small normalisation the `spectrum-basic` library needs.

The library's grammar decides whether a line is BASIC. It refuses a few things that the ROM takes;
`library_spelling` is the one place that rewrites them into something it reads, of the same syntax.
Only the check sees that spelling: the program's bytes come from the line as written.

================================== ===================== ==============================================
what the ROM takes                 what the library sees why it refuses the first
================================== ===================== ==============================================
``PLOT OVER 1,x,y``                ``PLOT OVER 1;x,y``   wants ``;`` after a colour item
``VAL$ a$``                        ``STR$ a$``           its ``VAL`` swallows the start of ``VAL$``
``a=NOT b``, ``b^-c``, ``+b``      the sign left out     takes a sign or NOT in fewer places than the ROM
``INT -x``                         ``INT  x``            takes INT for a variable
``LPRINT a;TAB 3``, ``LPRINT``     ``PRINT`` …           its LPRINT knows commas only
``LIST #3``, ``LIST #3,10``        ``LIST 3``, ``3+10``  knows no channel there
``a$(3)(2 TO )``                   ``a$(3,2 TO )``       slices a slice only after brackets or quotes
``a$( TO )``                       ``a$(1 TO )``         takes TO for a variable
``IF a THEN`` and no more          ``IF a THEN STOP``    wants a statement there
``SPECTRUM``, in 128 BASIC         ``STOP``              does not know it
================================== ===================== ==============================================

Refused though the ROM takes it: a second slice after quotes, brackets or FN (``"abc"(2 TO )(1)``),
and MOVE, ERASE, FORMAT and CAT with what an Interface 1 wants after them.

Source: the ZX Spectrum's parameter tables and SCANNING routine (ROM addresses #1A48 and #24FB).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pyspectrum.errors import BasicError

Kind = Literal["keyword", "name", "number", "string", "symbol", "remark"]

_FIRST_TOKEN = {"48": 0xA5, "128": 0xA3}  # RND, SPECTRUM; lower codes are block graphics and UDGs
_FIRST_COMMAND = 0xCE  # DEF FN; every statement starts with a keyword from here on,
_COMMANDS_OF_THE_128 = ("SPECTRUM", "PLAY")  # or with one of these, whose codes are two UDGs of a 48K
_COLOURS = frozenset({"INK", "PAPER", "FLASH", "BRIGHT", "INVERSE", "OVER"})
_VALUES = frozenset({"RND", "INKEY$", "PI", "BIN"})  # keywords that can end an operand
_TWO_WORDS = {"GO": ("TO", "SUB"), "DEF": ("FN",), "OPEN": ("#",), "CLOSE": ("#",)}
_JOINED = {"GO TO": "GOTO", "GO SUB": "GOSUB"}  # the library's names for these tokens

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"]|"")*")
    |   (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    |   (?P<word>[A-Za-z][A-Za-z0-9]*\$?)
    |   (?P<symbol><=|>=|<>|[-+*/^=<>(),;:'#])
    |   (?P<blank>[ \t]+)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Token:
    """A token of one source line.

    `text` is the keyword's own name (``GOTO``, ``OPEN #``), or the source's text for anything else;
    `column` is where it starts in the source line, from 0.
    """

    kind: Kind
    text: str
    column: int


@functools.cache
def keyword_codes(basic: str = "48") -> dict[str, int]:
    """Every keyword of ``48`` or ``128`` BASIC with its token code, from the library's table.

    >>> keyword_codes()["PRINT"], keyword_codes()["GOTO"], keyword_codes()["<>"]
    (245, 236, 201)
    >>> sorted(keyword_codes("128").keys() - keyword_codes().keys())
    ['PLAY', 'SPECTRUM']

    Raises:
        BasicError: there is no such BASIC.
    """
    from spectrum_basic.tokenizer import CODE_FOR

    if basic not in _FIRST_TOKEN:
        raise BasicError(f"no BASIC {basic!r}; use {' or '.join(map(repr, _FIRST_TOKEN))}")
    return {name: code for name, code in CODE_FOR.items() if code >= _FIRST_TOKEN[basic]}


def split_tokens(source: str, start: int = 0, basic: str = "48") -> list[Token]:
    """The tokens of `source` from column `start` on; blanks between them are dropped.

    A variable's name may hold blanks, as on the Spectrum; they do not count.

    >>> [token.text for token in split_tokens("LET my row=LEN a$: GO TO 10")]
    ['LET', 'myrow', '=', 'LEN', 'a$', ':', 'GOTO', '10']

    Raises:
        BasicError: a character that BASIC has no use for, or quotes left open (no place named).
    """
    tokens: list[Token] = []
    codes = keyword_codes(basic)
    column = start
    while column < len(source):
        match = _TOKEN.match(source, column)
        if match is None:
            raise BasicError(_lexical_complaint(source, column))
        text, kind = match[0], match.lastgroup
        if kind == "word":
            keyword = _keyword(source, match, codes)
            if keyword is not None:
                tokens.append(Token("keyword", keyword[0], column))
                column = keyword[1]
                if keyword[0] == "REM":
                    # one blank sets the text off from REM, as the ROM's own listing does
                    tokens.append(Token("remark", source[column:].removeprefix(" "), column))
                    return tokens
                continue
            _add_name(tokens, text, column)
        elif kind == "symbol":
            tokens.append(Token("keyword" if text in codes else "symbol", text, column))
        elif kind == "number":
            if tokens and tokens[-1].kind == "name" and not tokens[-1].text.endswith("$") and text.isdigit():
                _add_name(tokens, text, column)
            else:
                tokens.append(Token("number", text, column))
        elif kind == "string":
            tokens.append(Token("string", text, column))
        column = match.end()
    return tokens


def _lexical_complaint(source: str, column: int) -> str:
    character = source[column]
    if character == '"':
        return f"the quotes opened at column {column + 1} are never closed; add a closing quote"
    hint = "; names are made of letters and digits" if character in "_@$%!" else ""
    return f"BASIC has no use for {character!r} at column {column + 1}{hint}"


def _keyword(source: str, match: re.Match[str], codes: Mapping[str, int]) -> tuple[str, int] | None:
    """The keyword that starts at `match` and the column after it, or None where that is a name."""
    word = match[0].upper()
    for second in _TWO_WORDS.get(word, ()):
        after = re.compile(rf"[ \t]*{second}" + (r"(?![A-Za-z0-9])" if second != "#" else ""), re.IGNORECASE)
        found = after.match(source, match.end())
        if found is not None:
            name = f"{word} {second}"
            return _JOINED.get(name, name), found.end()
    if word == "DEFFN":
        return "DEF FN", match.end()
    return (word, match.end()) if word in codes else None


def _add_name(tokens: list[Token], text: str, column: int) -> None:
    """Add a name, or the next part of one: ``my row`` is ``myrow``."""
    if tokens and tokens[-1].kind == "name" and not tokens[-1].text.endswith("$"):
        last = tokens.pop()
        tokens.append(Token("name", last.text + text, last.column))
    else:
        tokens.append(Token("name", text, column))


def check_tokens(tokens: list[Token], basic: str = "48") -> None:
    """Refuse what the library lets pass and the ROM does not.

    Raises:
        BasicError: what and at which column (no place in the file named).
    """
    codes = keyword_codes(basic)
    statement: str | None = None  # the command of the statement we are in
    needs_then: Token | None = None
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if statement is None and token.text != ":":
            if token.kind != "keyword" or not _is_command(token.text, codes):
                place = f"{_as_told(token)!r} (column {token.column + 1})"
                raise BasicError(f"a statement cannot start with {place}; {_start_hint(token)}")
            if token.text == "INPUT" and (following is None or following.text == ":"):
                raise BasicError(f"the INPUT at column {token.column + 1} has nothing to ask for; name a variable")
            statement = token.text
            needs_then = token if token.text == "IF" else None
        elif token.kind == "symbol" and token.text == ":":
            if needs_then is not None:
                break
            statement = None
        elif token.kind == "keyword" and token.text == "THEN":
            statement = needs_then = None
        elif token.kind == "name":
            _check_name(token, following, statement, tokens[index - 1])
    if needs_then is not None:
        raise BasicError(f"the IF at column {needs_then.column + 1} has no THEN in its statement; add it")


def _is_command(keyword: str, codes: Mapping[str, int]) -> bool:
    return codes[keyword] >= _FIRST_COMMAND or keyword in _COMMANDS_OF_THE_128


def _start_hint(token: Token) -> str:
    of_the_128 = next((word for word in _COMMANDS_OF_THE_128 if token.text.upper().startswith(word)), None)
    if of_the_128 and token.kind == "name":
        return f'{of_the_128} is 128 BASIC: say basic="128"'
    return "it needs a BASIC command such as LET or PRINT there"


def _as_told(token: Token, most: int = 60) -> str:
    """Its text, or where that would fill the screen, the beginning."""
    return token.text if len(token.text) <= most else f"{token.text[:most]}…"


def _check_name(token: Token, following: Token | None, statement: str | None, before: Token) -> None:
    letters = token.text.rstrip("$")
    if len(letters) == 1:
        if before.text == "DEF FN" and (following is None or following.text != "("):
            raise BasicError(f"DEF FN {token.text} needs brackets, even empty ones: DEF FN {token.text}()=…")
        return
    place = f"{_as_told(token)} at column {token.column + 1}"
    if token.text.endswith("$"):
        raise BasicError(f"{place}: the name of a string is one letter and $")
    if before.text in ("FN", "DEF FN"):
        raise BasicError(f"{place}: the name of a function is one letter")
    if statement in ("FOR", "NEXT") and before.text == statement:
        raise BasicError(f"{place}: the name of a loop variable is one letter")
    if following is not None and following.text == "(":
        raise BasicError(f"{place}: the name of an array is one letter (or a keyword is misspelt)")


def library_spelling(source: str, tokens: list[Token], start: int = 0) -> str:
    """The line as the library can check it, columns kept where possible; see the module's table.

    >>> line = "PLOT OVER 1,x,y: LET a=NOT b"
    >>> library_spelling(line, split_tokens(line))
    'PLOT OVER 1;x,y: LET a=    b'
    """
    spelling = [_spelled(tokens, index) for index in range(len(tokens))]
    _item_separators(tokens, spelling)
    _chained_slices(tokens, spelling)
    text = source[:start]
    for token, spelled in zip(tokens, spelling, strict=True):
        text = text.ljust(token.column)
        if spelled[:1].isalnum() and (text[-1:].isalnum() or text.endswith(".")):
            text += " "  # a longer spelling before has used up the blanks
        text += spelled
    return text


def _spelled(tokens: list[Token], index: int) -> str:
    """A token on its own, as the library wants it."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    match token.kind, token.text:
        case "keyword", "VAL$":
            return "STR$"
        case "keyword", "LPRINT":
            return " PRINT"
        case "keyword", "SPECTRUM":
            return "STOP"
        case "keyword", "NOT":
            return ""
        case "symbol", "+" | "-" if _operand_starts(before):
            return ""
        case "symbol", "#" if _is_list(before):
            return ""
        case "keyword", "TO" if _opens(before) and (after is None or after.text in (")", ",")):
            return "1 TO"
        case "keyword", "THEN" if after is None:
            return "THEN STOP"
        case "remark", _:
            return ""
        case _:
            return token.text


def _is_list(token: Token | None) -> bool:
    return token is not None and token.text in ("LIST", "LLIST")


def _opens(token: Token | None) -> bool:
    return token is not None and token.text in ("(", ",")


def _operand_starts(before: Token | None) -> bool:
    """Return True if an operand, not an operator, comes after `before`."""
    if before is None:
        return True
    if before.kind == "keyword":
        return before.text not in _VALUES
    return before.kind == "symbol" and before.text != ")"


def _item_separators(tokens: list[Token], spelling: list[str]) -> None:
    """Mark the separators that end a colour item or LIST's channel: ``PLOT OVER 1,x,y``, ``LIST #3,10``.

    A comma after a colour becomes a semicolon; the separator after a channel a plus sign.
    """
    for index, token in enumerate(tokens):
        if token.kind != "keyword":
            continue
        place = index + 1
        if token.text in ("PLOT", "DRAW", "CIRCLE"):
            while place < len(tokens) and tokens[place].text in _COLOURS:
                end = _end_of_expression(tokens, place)
                if end < len(tokens) and tokens[end].text == ",":
                    spelling[end] = ";"
                place = end + 1
        elif _is_list(token) and place < len(tokens) and tokens[place].text == "#":
            end = _end_of_expression(tokens, place)
            if end < len(tokens) and tokens[end].text in (",", ";"):
                spelling[end] = "+"


def _end_of_expression(tokens: list[Token], place: int) -> int:
    """The index of the separator outside brackets that comes after `place`, or the line's length."""
    depth = 0
    for index in range(place, len(tokens)):
        text = tokens[index].text if tokens[index].kind == "symbol" else ""
        depth += (text == "(") - (text == ")")
        if depth == 0 and text in (",", ";", ":"):
            return index
    return len(tokens)


def _chained_slices(tokens: list[Token], spelling: list[str]) -> None:
    """``a$(3)(2 TO 4)``: the brackets between become a comma, where a name stands before them."""
    before_bracket: list[Token | None] = []  # for each bracket open, the token in front of it
    merged = False
    for index, token in enumerate(tokens):
        if token.kind != "symbol":
            continue
        if token.text == "(":
            if not merged:
                before_bracket.append(tokens[index - 1] if index else None)
            merged = False
        elif token.text == ")" and before_bracket:
            owner = before_bracket.pop()
            follower = tokens[index + 1] if index + 1 < len(tokens) else None
            if owner is not None and owner.kind == "name" and follower is not None and follower.text == "(":
                spelling[index], spelling[index + 1] = ",", ""
                before_bracket.append(owner)
                merged = True
