"""The keyboard: its matrix, and which chords of keys type a text or a command.

Everything here is pure; `pyspectrum.machine` presses the chords. Sources: the ZX Spectrum manual,
chapters 1 and 25, and the ROM's key tables at #0205.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyspectrum.errors import KeyboardError

Chord = frozenset[str]
"""Keys held down together, by name: ``a``–``z``, ``0``–``9``, ``ENTER``, ``SPACE``, ``CAPS``, ``SYMBOL``."""

_HALF_ROWS = (
    ("CAPS", "z", "x", "c", "v"),
    ("a", "s", "d", "f", "g"),
    ("q", "w", "e", "r", "t"),
    ("1", "2", "3", "4", "5"),
    ("0", "9", "8", "7", "6"),
    ("p", "o", "i", "u", "y"),
    ("ENTER", "l", "k", "j", "h"),
    ("SPACE", "SYMBOL", "m", "n", "b"),
)
MATRIX: dict[str, tuple[int, int]] = {
    key: (row, 1 << bit) for row, keys in enumerate(_HALF_ROWS) for bit, key in enumerate(keys)
}
"""Key name → (half-row 0–7 from port #FEFE to #7FFE, bit mask among the low five)."""

EXTENDED_MODE: Chord = frozenset({"CAPS", "SYMBOL"})
ENTER: Chord = frozenset({"ENTER"})
DELETE: Chord = frozenset({"CAPS", "0"})
BREAK: Chord = frozenset({"CAPS", "SPACE"})

_SYMBOLS = dict(zip("!@#$%&'()_", "1234567890", strict=True)) | dict(
    zip('*?^-+=.,;"</>£:', "bchjklmnoprvtxz", strict=True)
)
_EXTENDED_SYMBOLS = dict(zip("~|\\{}[]©", "asdfgyup", strict=True))

_KEYWORDS_PLAIN = {
    "NEW": "a", "BORDER": "b", "CONTINUE": "c", "DIM": "d", "REM": "e", "FOR": "f", "GO TO": "g", "GO SUB": "h",
    "INPUT": "i", "LOAD": "j", "LIST": "k", "LET": "l", "PAUSE": "m", "NEXT": "n", "POKE": "o", "PRINT": "p",
    "PLOT": "q", "RUN": "r", "SAVE": "s", "RANDOMIZE": "t", "IF": "u", "CLS": "v", "DRAW": "w", "CLEAR": "x",
    "RETURN": "y", "COPY": "z",
}  # fmt: skip
_KEYWORDS_SYMBOL = {
    "STOP": "a", "STEP": "d", ">=": "e", "TO": "f", "THEN": "g", "AT": "i", "<=": "q", "NOT": "s", "OR": "u",
    "<>": "w", "AND": "y",
}  # fmt: skip
_KEYWORDS_EXTENDED = {
    "READ": "a", "BIN": "b", "LPRINT": "c", "DATA": "d", "TAN": "e", "SGN": "f", "ABS": "g", "SQR": "h", "CODE": "i",
    "VAL": "j", "LEN": "k", "USR": "l", "PI": "m", "INKEY$": "n", "PEEK": "o", "TAB": "p", "SIN": "q", "INT": "r",
    "RESTORE": "s", "RND": "t", "CHR$": "u", "LLIST": "v", "COS": "w", "EXP": "x", "STR$": "y", "LN": "z",
}  # fmt: skip
_KEYWORDS_EXTENDED_SYMBOL = {
    "DEF FN": "1", "FN": "2", "LINE": "3", "OPEN #": "4", "CLOSE #": "5", "MOVE": "6", "ERASE": "7", "POINT": "8",
    "CAT": "9", "FORMAT": "0", "BRIGHT": "b", "PAPER": "c", "ATN": "e", "CIRCLE": "h", "IN": "i", "VAL$": "j",
    "SCREEN$": "k", "ATTR": "l", "INVERSE": "m", "OVER": "n", "OUT": "o", "ASN": "q", "VERIFY": "r", "MERGE": "t",
    "FLASH": "v", "ACS": "w", "INK": "x", "BEEP": "z",
}  # fmt: skip
_ALL_KEYWORDS = (*_KEYWORDS_PLAIN, *_KEYWORDS_SYMBOL, *_KEYWORDS_EXTENDED, *_KEYWORDS_EXTENDED_SYMBOL)


def _keyword_pattern() -> re.Pattern[str]:
    """Longest keyword first; a word must not go on in letters (``PRINTER`` is not ``PRINT`` and ``ER``)."""
    words = sorted(_ALL_KEYWORDS, key=len, reverse=True)
    parts = []
    for word in words:
        spelling = re.escape(word).replace(r"\ ", " ?")
        parts.append(rf"(?<![A-Za-z]){spelling}(?![A-Za-z$])" if word[0].isalpha() else spelling)
    return re.compile("|".join(parts))


_KEYWORD = _keyword_pattern()
_BY_SPELLING = {word.replace(" ", ""): word for word in _ALL_KEYWORDS}


def chords_for_text(text: str) -> list[Chord]:
    """The chords that type `text`, letter by letter, into an INPUT line (L mode); newline is ENTER.

    Raises `KeyboardError` for a character that no key gives.

    >>> [sorted(chord) for chord in chords_for_text("1,A\\n")]
    [['1'], ['SYMBOL', 'n'], ['CAPS', 'a'], ['ENTER']]
    """
    return [chord for character in text for chord in _character(character)]


def chords_for_command(command: str) -> list[Chord]:
    """The chords that type a direct command or program line, keywords (in capitals) by their keys.

    The ROM takes a statement's first keyword in K mode, where one key gives the whole word; the
    others come by SYMBOL SHIFT or in extended mode. Text within quotes is typed letter by letter.
    ENTER is not added.

    >>> [sorted(chord) for chord in chords_for_command('LOAD ""')]
    [['j'], ['SYMBOL', 'p'], ['SYMBOL', 'p']]
    """
    chords: list[Chord] = []
    for word, quoted in _words(command):
        if quoted or word not in _ALL_KEYWORDS:
            chords.extend(chords_for_text(word))
        elif word in _KEYWORDS_PLAIN:
            chords.append(frozenset({_KEYWORDS_PLAIN[word]}))
        elif word in _KEYWORDS_SYMBOL:
            chords.append(frozenset({"SYMBOL", _KEYWORDS_SYMBOL[word]}))
        elif word in _KEYWORDS_EXTENDED:
            chords.extend((EXTENDED_MODE, frozenset({_KEYWORDS_EXTENDED[word]})))
        else:
            chords.extend((EXTENDED_MODE, frozenset({"SYMBOL", _KEYWORDS_EXTENDED_SYMBOL[word]})))
    return chords


def main_code(chord: Chord) -> int:
    """The ROM's code for the chord's main key, as it keeps it in KSTATE: ``A``, ``1``, #0D, #20, #0E.

    Source: the main key table at #0205.
    """
    keys = chord - {"CAPS", "SYMBOL"}
    if not keys:
        return 0x0E
    (key,) = keys
    return {"ENTER": 0x0D, "SPACE": 0x20}.get(key, ord(key[0].upper()))


def _character(character: str) -> tuple[Chord, ...]:
    if character in "\r\n":
        return (ENTER,)
    if character == " ":
        return (frozenset({"SPACE"}),)
    if character in MATRIX:
        return (frozenset({character}),)
    if "A" <= character <= "Z":
        return (frozenset({"CAPS", character.lower()}),)
    if character in _SYMBOLS:
        return (frozenset({"SYMBOL", _SYMBOLS[character]}),)
    if character in _EXTENDED_SYMBOLS:
        return (EXTENDED_MODE, frozenset({"SYMBOL", _EXTENDED_SYMBOLS[character]}))
    raise KeyboardError(f"no key of the Spectrum types {character!r}")


def _words(command: str) -> Iterator[tuple[str, bool]]:
    """The command cut into (text, is inside quotes), keywords on their own and without their spaces."""
    for index, part in enumerate(re.split(r'("[^"]*")', command)):
        if index % 2:
            yield part, True
            continue
        position = 0
        for match in _KEYWORD.finditer(part):
            if between := part[position : match.start()].strip(" "):
                yield between, False
            yield _BY_SPELLING[match.group().replace(" ", "")], False
            position = match.end()
        if rest := part[position:].strip(" "):
            yield rest, False
