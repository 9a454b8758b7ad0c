"""The keyboard: its matrix, which chords of keys type a text or a command, and the joysticks; `typist` presses.

Only this module writes the key matrix and the Kempston port, so that its log of changes is whole, and a recording made
of it can be played again bit for bit.

Joysticks: Kempston at port #1F, and those that press keys (Sinclair's two, the cursor kind).

Sources: the ZX Spectrum manual, chapters 1 and 25, and the ROM's key tables at #0205.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pyspectrum.core import Core
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

_NAMES: dict[str, Chord] = {
    "CAPS": frozenset({"CAPS"}), "CAPS SHIFT": frozenset({"CAPS"}),
    "SYMBOL": frozenset({"SYMBOL"}), "SYMBOL SHIFT": frozenset({"SYMBOL"}), "SYM": frozenset({"SYMBOL"}),
    "ENTER": ENTER, "SPACE": frozenset({"SPACE"}), "BREAK": BREAK, "DELETE": DELETE, "EXTENDED MODE": EXTENDED_MODE,
} | {
    name: frozenset({"CAPS", digit})
    for name, digit in (
        ("EDIT", "1"), ("CAPS LOCK", "2"), ("TRUE VIDEO", "3"), ("INV VIDEO", "4"), ("LEFT", "5"), ("DOWN", "6"),
        ("UP", "7"), ("RIGHT", "8"), ("GRAPHICS", "9"),
    )
}  # fmt: skip
"""Words printed on or above the keys → the keys to hold down for them."""

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
_SPELLINGS = (
    rf"(?<![A-Za-z]){spelling}(?![A-Za-z$])" if spelling[0].isalpha() else spelling
    for spelling in (re.escape(word).replace(r"\ ", " ?") for word in sorted(_ALL_KEYWORDS, key=len, reverse=True))
)
_KEYWORD = re.compile("|".join(_SPELLINGS))
"""The longest keyword; it must not continue in letters (``PRINTER`` is not ``PRINT`` and ``ER``)."""
_QUOTED = re.compile(r'"[^"]*"')
_BY_SPELLING = {word.replace(" ", ""): word for word in _ALL_KEYWORDS}


def parse_chord(chord: str | Iterable[str]) -> Chord:
    """Return the keys that `chord` names: a name, several joined by ``+``, one character, or an iterable of names.

    A name may be written in any case: ``CAPS`` (``CAPS SHIFT``), ``SYMBOL`` (``SYM``, ``SYMBOL SHIFT``), ``ENTER``,
    ``SPACE``, and words printed on keys: ``BREAK``, ``DELETE``, ``EDIT``, ``LEFT``, ``GRAPHICS``, ``CAPS LOCK`` … A
    single character means the keys that type it, so ``"A"`` is ``"CAPS+a"``.

    Raises:
        KeyboardError: a key that does not exist; the message names the nearest one.
    """
    if not isinstance(chord, str):
        return frozenset().union(*(_key(name) for name in chord))
    if len(chord) == 1:
        chords = _character(chord)
        if len(chords) > 1:
            raise KeyboardError(f"{chord!r} takes two presses, of EXTENDED MODE and of a key; type it instead")
        return chords[0]
    names = chord.split("+")
    if not all(map(str.strip, names)):
        rest = "+".join(filter(str.strip, names))
        meant = f"write {rest!r}, or name the key that is missing" if rest else "name a key"
        raise KeyboardError(f"{chord!r} has a + with no key beside it; {meant} (the sign + is 'SYMBOL+k')")
    return frozenset().union(*(_key(name) for name in names))


def _key(name: str) -> Chord:
    """Return the keys of one name; letters and digits are keys, in any case."""
    word = " ".join(name.upper().split())
    if word in _NAMES:
        return _NAMES[word]
    if word.lower() in MATRIX:
        return frozenset({word.lower()})
    keys = (*_NAMES, *(key for key in MATRIX if len(key) == 1))
    nearest = difflib.get_close_matches(word, [key.upper() for key in keys], n=1, cutoff=0)[0]
    nearest = nearest if nearest in _NAMES else nearest.lower()
    raise KeyboardError(f"the Spectrum has no key {name!r}; the nearest is {nearest!r}")


def chords_for_text(text: str) -> list[Chord]:
    """Return the chords that type `text`, letter by letter, into an INPUT line (L mode); newline is ENTER.

    Raises:
        KeyboardError: a character that no key types.
    """
    return [chord for character in text for chord in _character(character)]


def chords_for_command(command: str) -> list[Chord]:
    """Return the chords that type a direct command or program line, keywords (in capitals) by their keys.

    The ROM takes a statement's first keyword in K mode, where one key gives the whole word; the others come by SYMBOL
    SHIFT or in extended mode. Letter by letter go texts in quotes, what follows REM, and such a first keyword anywhere
    but first. ENTER is not added. In a REM, too, the ROM is in K mode behind a colon: a letter there is typed behind a
    full stop, which is then deleted.
    """
    chords: list[Chord] = []
    for word, kind in _words(command):
        if kind == "text":
            chords.extend(chords_for_text(word))
        elif kind == "remark":
            chords.extend(_chords_for_remark(word))
        elif word in _KEYWORDS_PLAIN:
            chords.append(frozenset({_KEYWORDS_PLAIN[word]}))
        elif word in _KEYWORDS_SYMBOL:
            chords.append(frozenset({"SYMBOL", _KEYWORDS_SYMBOL[word]}))
        elif word in _KEYWORDS_EXTENDED:
            chords.extend((EXTENDED_MODE, frozenset({_KEYWORDS_EXTENDED[word]})))
        else:
            chords.extend((EXTENDED_MODE, frozenset({"SYMBOL", _KEYWORDS_EXTENDED_SYMBOL[word]})))
    return chords


def _chords_for_remark(text: str) -> Iterator[Chord]:
    in_k_mode = quoted = False
    for character in text:
        if in_k_mode and character.isalpha():
            yield from (*_character("."), *_character(character), _NAMES["LEFT"], DELETE, _NAMES["RIGHT"])
        else:
            yield from _character(character)
        quoted ^= character == '"'
        in_k_mode = (character == ":" and not quoted) or (in_k_mode and character in " 0123456789")


def has_keywords(command: str) -> bool:
    """Return True if `chords_for_command` types anything in `command` by a keyword's key.

    >>> has_keywords("RUN"), has_keywords("12,PRINTER")
    (True, False)
    """
    return any(kind == "keyword" for _, kind in _words(command))


def main_code(chord: Chord) -> int | None:
    """Return the ROM's code for the chord's main key, as it keeps it in KSTATE: ``A``, ``1``, #0D, #20, #0E.

    None for a chord that the ROM does not take: a shift alone, or two keys without a shift.
    Source: the main key table at #0205.
    """
    keys = chord - {"CAPS", "SYMBOL"}
    if not keys:
        return 0x0E if chord == EXTENDED_MODE else None
    if len(keys) > 1 or chord >= EXTENDED_MODE:
        return None
    (key,) = keys
    return {"ENTER": 0x0D, "SPACE": 0x20}.get(key, ord(key[0].upper()))


def depends_on_mode(chord: Chord) -> bool:
    """Return True if the ROM treats the chord differently in K mode and in L mode: a letter without SYMBOL SHIFT.

    >>> depends_on_mode(frozenset({"CAPS", "a"})), depends_on_mode(frozenset({"1"}))
    (True, False)
    """
    return "SYMBOL" not in chord and any(key.isalpha() and len(key) == 1 for key in chord)


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
    raise KeyboardError(f"no key of the Spectrum types {character!r}; leave it out")


def _ends_before_statement(text: str) -> bool:
    """Return True if a statement begins after `text`: after a colon, or on a new line and its number."""
    last = text.rstrip()
    before = last.rstrip("0123456789").rstrip()
    return last.endswith(":") or "\n" in text[len(before) :]


def _words(command: str) -> Iterator[tuple[str, Literal["keyword", "text", "remark"]]]:
    """Cut the command into words with their kinds, keywords in their full spelling, without the spaces around them."""
    position = text_from = 0
    opens = True  # a statement begins here: the cursor is K
    while position < len(command):
        match = _QUOTED.match(command, position) or _KEYWORD.match(command, position)
        if match is None:
            position += 1
            continue
        between = command[text_from : match.start()].strip(" ")
        opens = _ends_before_statement(between) or (opens and (not between or between.isdigit()))
        word = _BY_SPELLING.get(match.group().replace(" ", ""))
        if word in _KEYWORDS_PLAIN and not opens:
            position = match.end()
            continue
        if between:
            yield between, "text"
        yield word or match.group(), "keyword" if word else "text"
        position = text_from = match.end()
        opens = word == "THEN"
        if word == "REM":
            text_from += command.startswith(" ", text_from)
            position = text_from + len(command[text_from:].split("\n")[0])
            if position > text_from:
                yield command[text_from:position], "remark"
            text_from = position
    if rest := command[text_from:].strip(" "):
        yield rest, "text"


# -- what is held down -----------------------------------------------------------------------------

NO_KEYS: Chord = frozenset()
_KEY_UP = 0x1F


class InputEvent(NamedTuple):
    """Keys held from `tstates` on, and the Kempston joystick's bits (0 without one)."""

    tstates: int
    keys: Chord
    kempston: int


class KeyMatrix:
    """The keys that are down: those held, those being pressed or tapped, and those that a joystick pushes.

    `log` has each change since `since` (T-states): the machine's boot, or the last `restore`. `held` are the keys that
    are held until they are let go of, `pressed` those of a press or a tap that is under way, `pushed` a joystick's.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self.held = self.pressed = self.pushed = NO_KEYS
        self.since = core.tstates
        self.log: list[InputEvent] = []

    @property
    def down(self) -> Chord:
        """All keys that are down."""
        return self.held | self.pressed | self.pushed

    @property
    def kempston(self) -> int:
        """The bits of the Kempston joystick, ``000FUDLR``; 0 where there is none."""
        return self._core.ports.kempston or 0

    def put(
        self,
        *,
        held: Chord | None = None,
        pressed: Chord | None = None,
        pushed: Chord | None = None,
        kempston: int | None = None,
    ) -> None:
        """Change these keys and the Kempston joystick's bits, write what is down into the matrix, and note it."""
        self.held = self.held if held is None else held
        self.pressed = self.pressed if pressed is None else pressed
        self.pushed = self.pushed if pushed is None else pushed
        if kempston is not None and self._core.ports.kempston is not None:
            self._core.ports.kempston = kempston
        rows = [_KEY_UP] * 8
        for key in self.down:
            row, mask = MATRIX[key]
            rows[row] &= ~mask
        self._core.keyboard_rows[:] = rows
        self._note()

    def set(self, keys: Chord, kempston: int) -> None:
        """Put down just these, as an `InputEvent` has them."""
        self.put(held=keys, pressed=NO_KEYS, pushed=NO_KEYS, kempston=kempston)

    def release_all(self) -> None:
        """Let go of every key and of the joystick."""
        self.set(NO_KEYS, 0)

    def begin_log(self) -> None:
        """Start another log here, with what is down."""
        self.log = []
        self.since = self._core.tstates
        self._note()

    def _note(self) -> None:
        event = InputEvent(self._core.tstates, self.down, self.kempston)
        if self.log and self.log[-1].tstates == event.tstates:
            self.log.pop()  # the machine has not run since
        before = self.log[-1][1:] if self.log else (NO_KEYS, 0)
        if event[1:] != before:
            self.log.append(event)


_KEMPSTON = {"right": 0x01, "left": 0x02, "down": 0x04, "up": 0x08, "fire": 0x10}
_KEYS = {
    "sinclair1": {"left": "6", "right": "7", "down": "8", "up": "9", "fire": "0"},
    "sinclair2": {"left": "1", "right": "2", "down": "3", "up": "4", "fire": "5"},
    "cursor": {"left": "5", "down": "6", "up": "7", "right": "8", "fire": "0"},
}
KINDS = ("kempston", *_KEYS)


def kempston_bits(directions: str) -> int:
    """Return a Kempston joystick's value at its port for ``left+fire`` and the like; 0 for the empty text.

    Raises:
        KeyboardError: what a joystick does not have.
    """
    return sum(_KEMPSTON[word] for word in _directions(directions))


def kempston_directions(bits: int) -> str:
    """Return the directions that a Kempston joystick's bits mean."""
    return "+".join(word for word, bit in _KEMPSTON.items() if bits & bit)


def _directions(text: str) -> set[str]:
    words = {word.strip().lower() for word in text.split("+")} if text.strip() else set()
    if unknown := words - _KEMPSTON.keys():
        raise KeyboardError(f"a joystick has no {min(unknown)!r}; use {', '.join(_KEMPSTON)}")
    return words


class Joystick:
    """A joystick of one kind in a machine's socket; none when `kind` is None."""

    def __init__(self, core: Core, matrix: KeyMatrix, kind: str | None) -> None:
        if kind is not None and kind not in KINDS:
            raise KeyboardError(f"no joystick {kind!r}; use {', '.join(KINDS)}")
        self.kind = kind
        self._matrix = matrix
        if kind == "kempston":
            core.ports.kempston = 0

    @property
    def directions(self) -> str:
        """The directions that it is pushed in, joined by ``+``."""
        if self.kind in (None, "kempston"):
            return kempston_directions(self._matrix.kempston)
        return "+".join(word for word, key in _KEYS[self.kind].items() if key in self._matrix.pushed)

    def push(self, directions: str) -> None:
        """Hold these, joined by ``+``, and nothing else: ``left+fire``; the empty text lets go."""
        wanted = _directions(directions)
        if self.kind is None:
            raise KeyboardError("no joystick is plugged in; make the machine with Spectrum(joystick='kempston')")
        if self.kind == "kempston":
            self._matrix.put(kempston=kempston_bits(directions))
        else:
            self._matrix.put(pushed=frozenset(_KEYS[self.kind][word] for word in wanted))
