"""The keyboard: its matrix, which chords of keys type a text or a command, the joysticks, and typing.

Only this module writes the key matrix and the Kempston port, so that its log of changes is whole, and a recording made
of it can be played again bit for bit.

Joysticks: Kempston at port #1F, and those that press keys (Sinclair's two, the cursor kind).

Typing presses keys and releases them in step with the program that reads them. A key counts as typed when the program
has read it. At some places (see `KeyPlaces`) the ROM throws unread keys away; such a key is pressed again. By the
reader:

- KEY-INPUT (the editor, INPUT, ``scroll?``) takes the key from LAST_K: it is released at once.
- PAUSE and INKEY$ do not tell the ROM that they have had a key, and ``PAUSE 0: LET a$=INKEY$`` wants both to have the
  same one. So the key stays down until the program comes to a place that has had it, or to another that would take it,
  but no longer than a finger's time; and the next one waits until the program has seen that all keys are up.
- A key that cuts short a PAUSE with a time limit, in a text of several keys, is typed again.
- A program's own scan: the key is held for some frames from the first scan on.

The ROM's interrupt routine notices a new key and sets bit 5 of FLAGS. The places that `models` lists decide whether the
program takes the key, and so does INKEY$, which scans the keys itself.

Sources: the ZX Spectrum manual, chapters 1 and 25, and the ROM's key tables at #0205.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from pyspectrum import memory
from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.bus import NO_KEY
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Runner, next_poll
from pyspectrum.errors import KeyboardError
from pyspectrum.memory import read_word
from pyspectrum.models import KeyPlace as Place

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

_CHARACTERS: dict[str, tuple[Chord, ...]] = {
    "\r": (ENTER,),
    "\n": (ENTER,),
    " ": (frozenset({"SPACE"}),),
    **{key: (frozenset({key}),) for key in MATRIX if len(key) == 1},
    **{key.upper(): (frozenset({"CAPS", key}),) for key in MATRIX if len(key) == 1 and key.isalpha()},
    **{
        sign: (frozenset({"SYMBOL", key}),)
        for sign, key in zip("!@#$%&'()_*?^-+=.,;\"</>£:", "1234567890bchjklmnoprvtxz", strict=True)
    },
    **{sign: (EXTENDED_MODE, frozenset({"SYMBOL", key})) for sign, key in zip("~|\\{}[]©", "asdfgyup", strict=True)},
}
"""Character → the chords that type it into an INPUT line."""

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
_KEYWORDS: dict[str, tuple[Chord, ...]] = {
    **{word: (frozenset({key}),) for word, key in _KEYWORDS_PLAIN.items()},
    **{word: (frozenset({"SYMBOL", key}),) for word, key in _KEYWORDS_SYMBOL.items()},
    **{word: (EXTENDED_MODE, frozenset({key})) for word, key in _KEYWORDS_EXTENDED.items()},
    **{word: (EXTENDED_MODE, frozenset({"SYMBOL", key})) for word, key in _KEYWORDS_EXTENDED_SYMBOL.items()},
}
_SPELLINGS = (
    rf"(?<![A-Za-z]){spelling}(?![A-Za-z$])" if spelling[0].isalpha() else spelling
    for spelling in (re.escape(word).replace(r"\ ", " ?") for word in sorted(_KEYWORDS, key=len, reverse=True))
)
_KEYWORD = re.compile("|".join(_SPELLINGS))
"""The longest keyword; it must not continue in letters (``PRINTER`` is not ``PRINT`` and ``ER``)."""
_QUOTED = re.compile(r'"[^"]*"')
_BY_SPELLING = {word.replace(" ", ""): word for word in _KEYWORDS}


def parse_chord(chord: str | Iterable[str]) -> Chord:
    """Return the keys that `chord` names: a name, several joined by ``+``, one character, or an iterable of names.

    A name may be written in any case: ``CAPS`` (``CAPS SHIFT``), ``SYMBOL`` (``SYM``, ``SYMBOL SHIFT``), ``ENTER``,
    ``SPACE``, and words printed on keys: ``BREAK``, ``DELETE``, ``EDIT``, ``LEFT``, ``GRAPHICS``, ``CAPS LOCK`` … A
    single character means the keys that type it, so ``"A"`` is ``"CAPS+a"``. KeyboardError, with the nearest key's
    name, for one that does not exist.
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

    KeyboardError for a character that no key types.
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
        else:
            chords.extend(_chords_for_remark(word) if kind == "remark" else _KEYWORDS[word])
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

    None for a chord that the ROM does not take: a shift alone, or two keys without a shift. Source: its table at #0205.
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
    if character not in _CHARACTERS:
        raise KeyboardError(f"no key of the Spectrum types {character!r}; leave it out")
    return _CHARACTERS[character]


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


def half_rows(keys: Chord) -> list[int]:
    """Return the eight half-rows of the matrix while these keys are down.

    >>> half_rows(frozenset({"CAPS", "v"}))
    [14, 31, 31, 31, 31, 31, 31, 31]
    """
    rows = [NO_KEY] * 8
    for key in keys:
        row, mask = MATRIX[key]
        rows[row] &= ~mask
    return rows


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
        self._core.keyboard_rows[:] = half_rows(self.down)
        self._note()

    def set(self, keys: Chord, kempston: int) -> None:
        """Put down just these, as an `InputEvent` has them."""
        self.put(held=keys, pressed=NO_KEYS, pushed=NO_KEYS, kempston=kempston)

    def release_all(self) -> None:
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
    """Return a Kempston joystick's value at its port for ``left+fire`` and the like; 0 for the empty text."""
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


# -- typing ----------------------------------------------------------------------------------------

_INTERRUPT_DEPTH = 10
"""More words than the ROM's interrupt routine ever has on the stack."""
_ZERO_FLAG = 0x40
_BREAK_REPORTS = (0x0C, 0x14)
"""``D BREAK - CONT repeats`` and ``L BREAK into program``, less one, as ERR_NR has them."""


class KeyPlaces:
    """The places in the ROMs of one machine, and what stands at them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        model = core.model
        self._rom = rom = model.basic_rom
        editor_places = model.editor_rom.key_places if model.editor_rom else {}
        self.places: dict[Breakpoint, Place] = {self._in_basic(at): place for at, place in rom.key_places.items()}
        self.places.update({(ROM_0, at): place for at, place in editor_places.items()})
        self.all = self._where({*Place} - {Place.WAITS})
        """Places that act on a key, read or not."""
        self.takers = frozenset({self._in_basic(rom.takes_key)})
        """The one place where a key can go while the 48K editor waits."""
        self.editor = frozenset({self._in_basic(rom.waits_for_key)})
        """Places at which the 48K editor waits for a key."""
        self._has_looked = self._in_basic(rom.inkey_scanned)
        self._has_scanned = self._in_basic(rom.interrupt_scanned)
        self.waits = self._where({Place.WAITS, Place.LOOKS})
        """Places at which a program waits for a key in a loop."""

    def _in_basic(self, address: int) -> Breakpoint:
        """Return the breakpoint at an address of the ROM with 48 BASIC."""
        return (ROM_1, address) if self._core.model.banked else address

    def _where(self, places: Collection[Place]) -> frozenset[Breakpoint]:
        return frozenset(point for point, place in self.places.items() if place in places)

    def editor_waits(self) -> bool:
        """Return True if the 48K editor waits for a key, for a program line, a command or an INPUT."""
        core = self._core
        if core.rom != 1:
            return False
        stack = self._word(memory.ERR_SP)
        if self._word(stack) == self._rom.copies_line:  # the line is being printed, with an error handler of its own
            stack = self._word(stack + 2)
        return core.get("sp") <= stack - 2 and self._word(stack - 2) == self._rom.editor_waits

    def scan_under_way(self) -> Breakpoint | None:
        """Return the address to which the key scan under way returns, or None outside a scan.

        A chord that goes down within it would be seen by half: the ``6`` without its CAPS SHIFT.
        """
        stack = self._core.get("sp")
        back = self._rom.inkey_scanned
        if self._core.pc in self._rom.inkey_scans:
            return self._has_looked
        if any(self._word(stack + 2 * depth) == back for depth in range(_INTERRUPT_DEPTH)):
            return self._has_looked  # an interrupt within INKEY$ scans the keys, too, but comes back there
        if self._core.pc in self._rom.key_scan and self._word(stack) == self._rom.interrupt_scanned:
            return self._has_scanned
        return None

    def edits_a_line(self) -> bool:
        """Return True if the editor that waits edits a program line or a command, so that keywords have keys."""
        return self.editor_waits() and not self._core.memory[memory.FLAGX] & memory.INPUT_MODE

    def looks_from(self) -> int:
        """At `Place.LOOKS`: return where in the program the INKEY$ stands."""
        return self._word(memory.CH_ADD)

    def _word(self, address: int) -> int:
        return read_word(self._core.memory, address)


Keys = str | Iterable[str]
"""Keys held down together: ``"a"``, ``"CAPS+0"``, or their names in a set."""

_FORGET_FRAMES = 12
"""The ROM forgets a key that is up within that many frames, if it scans the keys at all."""
_LINGER_FRAMES = 10
"""Frames for which a key stays down, at most, when PAUSE or INKEY$ has seen it."""
_SETTLE_TSTATES = 1_000
"""T-states that the ROM takes, at most, from reading a key to leaving KEY-INPUT."""
_SCAN_TSTATES = 5_000
"""More than a scan of the keys takes, with an interrupt within it."""
_FREE = 0xFF
"""A set of KSTATE that holds no key."""
_SCANNED_FRAMES = 3
"""Frames for which a key stays down from a program's own scan on, and up after that."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


class Typist:
    """Types on a machine's keyboard."""

    def __init__(self, runner: Runner, matrix: KeyMatrix) -> None:
        self.runner, self.matrix = runner, matrix
        self.reading = KeyPlaces(runner.core)

    def press(self, keys: Keys, limit_tstates: int) -> None:
        """See `Spectrum.press`."""
        chord = parse_chord(keys)
        if not chord:
            raise KeyboardError("no key is named; name at least one to press")
        self.matrix.put(held=NO_KEYS)
        _Press(self, chord, limit_tstates).until_read()

    def type(self, text: str, limit_tstates: int) -> None:
        """See `Spectrum.type`."""
        in_text = len(chords_for_text(text)) > 1  # refuses what cannot be typed, before anything is
        self.matrix.put(held=NO_KEYS)
        to_be_seen_up = False
        for line in _LINE.findall(text):
            by_keywords = has_keywords(line)
            if by_keywords:  # if the 48K editor waits for them
                if not self.reading.editor_waits():
                    _Press(self, NO_KEYS, limit_tstates).wait_for_look()
                by_keywords = self.reading.edits_a_line()
            chords = chords_for_command(line) if by_keywords else chords_for_text(line)
            for chord in chords:
                press = _Press(self, chord, limit_tstates, in_text=in_text)
                if to_be_seen_up:
                    press.wait_for_look()
                to_be_seen_up = press.until_read()


class _Press:
    """One press of a chord, until the program has read it."""

    def __init__(self, typist: Typist, chord: Chord, limit_tstates: int, *, in_text: bool = False) -> None:
        self._runner, self._core = typist.runner, typist.runner.core
        self._matrix, self._reading = typist.matrix, typist.reading
        self._chord = chord
        self._code = main_code(chord)
        self._limit = limit_tstates
        self._deadline = self._core.tstates + limit_tstates
        self._read_by: Place | None = None
        self._in_text = in_text
        self._dropped = self._cut_short = False
        self._seen_from: set[int] = set()
        self._new_to_rom = True  # the ROM did not know the key when it went down
        self._noticed_as: int | None = None  # what LAST_K was when the ROM had noticed the key

    def wait_for_look(self) -> None:
        """Run until the program has looked at the keyboard with all keys up, so that two presses are two."""
        while not self._runs_into_reader():
            self._check()

    def until_read(self) -> bool:
        """Press until the program has read the key; return True if it has yet to see that the key is up again.

        TimeLimitError if it has not been read in time; the key is up then as well.
        """
        try:
            while True:
                self._wait_for_reader()
                self._wait_for_room()
                if self._down_until_read():
                    return self._linger()
                if self._is_taken_back():
                    return False
                self._check()
        finally:
            self._matrix.put(pressed=NO_KEYS)
            self._core.ports.count_scans(0)

    # -- the steps -----------------------------------------------------------------------------

    def _wait_for_reader(self) -> None:
        """If the ROM takes the chord by the cursor's mode, run until the program waits for a key, but not for long.

        The ROM looks at the mode when it notices the key, so the editor must have set it by then.
        """
        if depends_on_mode(self._chord):
            for _ in range(_FORGET_FRAMES):
                if self._runs_into_reader():
                    return

    def _runs_into_reader(self) -> bool:
        """Run for up to a frame; return True if the program looks at the keyboard meanwhile, or waits for a key."""
        ports = self._core.ports
        ports.count_scans(0xFF)
        place = self._run_frame(self._reading.editor if self._reading.editor_waits() else self._reading.waits)
        scanned = place is None and ports.scans > 0
        ports.count_scans(0)
        for _ in range(_SCANNED_FRAMES if scanned else 1 if place is Place.LOOKS else 0):
            self._run_frame()  # so that it sees all keys up, for as long as it may want to make sure of it
        return scanned or place is not None

    def _wait_for_room(self) -> None:
        """Run until the ROM's interrupt routine can take the key; a little while, if that does not run."""
        for _ in range(_FORGET_FRAMES):
            sets = self._key_sets()
            if self._code not in sets and _FREE in sets:
                return
            self._run_frame()

    def _down_until_read(self) -> bool:
        """Hold the key down until it is read (True), or has been thrown away (False)."""
        core, ports = self._core, self._core.ports
        back = self._reading.scan_under_way()
        if back is not None:  # with the chord down from now on it would be seen by half
            self._runner.run_to(core.tstates + _SCAN_TSTATES, {back})
        self._read_by, self._dropped, self._cut_short = None, False, False
        self._new_to_rom, self._noticed_as = self._code not in self._key_sets(), None
        self._seen_from.clear()
        ports.count_scans(sum(1 << row for row in {MATRIX[key][0] for key in self._chord}))
        self._matrix.put(pressed=self._chord)
        frames = 0
        while True:
            self._run_frame(self._reading.takers if self._reading.editor_waits() else self._reading.all)
            if self._read_by or ports.scans:
                return True
            if self._dropped:
                return False
            if self._cut_short:
                frames += 1
                if frames > _LINGER_FRAMES or self._reading.editor_waits():
                    self._matrix.put(pressed=NO_KEYS)
                    return False
                continue
            self._notice()
            if self._noticed_as is not None and (not self._key_waits() or self._is_emptied()):
                return True  # code of the program's own has reset the flag or LAST_K
            self._check()

    def _is_taken_back(self) -> bool:
        """Run on behind the place that threw the key away; return True if the program's own code reads it all the same.

        LAST_K still has the key: such code takes it from there, or tells the ROM that it is new.
        """
        for _ in range(_FORGET_FRAMES):
            place = self._run_frame(self._reading.editor if self._reading.editor_waits() else self._reading.waits)
            self._notice()
            if self._noticed_as is None:
                return False
            if self._key_waits():
                while self._key_waits():
                    self._run_frame(self._reading.takers)
                    self._check()
                return True
            if self._is_emptied():
                return True
            if place:
                break
        return False

    def _linger(self) -> bool:
        """Keep the key down as long as its reader needs it; return True if it was down to the end of that time."""
        scanned = bool(self._core.ports.scans) and self._read_by is None
        frames = _SCANNED_FRAMES if scanned else _LINGER_FRAMES if self._read_by else 0
        for _ in range(frames):
            if self._matrix.pressed:
                self._run_frame(self._reading.all if self._read_by else ())
        still_down = bool(frames and self._matrix.pressed)
        self._matrix.put(pressed=NO_KEYS)
        return still_down

    # -- whether the key is taken ---------------------------------------------------------------

    def _run_frame(self, stops: Collection[Breakpoint] = ()) -> Place | None:
        """Run to the next look, doing at each of the ROM's places in `stops` what it asks for.

        With no key down, the first such place ends the run; it is returned.
        """
        core = self._core
        until = next_poll(core)
        while (hit := self._runner.run_to(until, stops)) is not None:
            place = self._reading.places[hit]
            if not self._matrix.pressed:
                return place
            if self._read_by is None:
                self._meet(place)
            else:
                self._meet_again(place)
            if not self._matrix.pressed:
                stops = ()
                until = max(until, core.tstates + _SETTLE_TSTATES)
        return None

    def _meet(self, place: Place) -> None:
        """Act on the program's coming to `place` with the key down and not read yet."""
        core = self._core
        if place is Place.LOOKS:
            self._read_by = place
            self._seen_from.add(self._reading.looks_from())
            return
        if place is Place.DROPS and "SPACE" in self._chord and core.memory[memory.ERR_NR] in _BREAK_REPORTS:
            self._take()
            return
        self._notice()
        if self._cut_short:
            self._drop()
        elif self._noticed_as is None or not self._key_waits():
            if place is Place.DROPS and depends_on_mode(self._chord):
                self._drop()  # INPUT begins: let it set the cursor's mode first
        elif place is Place.TAKES:
            self._take()
        elif place is Place.DROPS or (place is Place.ENDS_PAUSE and core.get("f") & _ZERO_FLAG):
            self._drop()  # or the counter ended the pause, not BIT 5,(FLAGS)
        elif place is Place.ENDS_PAUSE and self._in_text and core.get("bc"):  # not a PAUSE 0
            self._cut_short = True  # to be seen by the INKEY$ that may follow
        elif place is Place.ENDS_PAUSE:
            self._read_by = place

    def _meet_again(self, place: Place) -> None:
        """Act on the program's coming to `place` with the key down and read already."""
        if place is Place.LOOKS and (origin := self._reading.looks_from()) not in self._seen_from:
            self._seen_from.add(origin)
        elif place is not Place.ENDS_PAUSE:
            self._matrix.put(pressed=NO_KEYS)

    def _take(self) -> None:
        self._read_by = Place.TAKES
        self._matrix.put(pressed=NO_KEYS)

    def _drop(self) -> None:
        self._dropped = True
        self._matrix.put(pressed=NO_KEYS)

    def _notice(self) -> None:
        """See whether the ROM has noticed the key, or has lost it again (NEW clears the system variables)."""
        known = self._code in self._key_sets()
        if not known:
            self._new_to_rom, self._noticed_as = True, None
        elif self._new_to_rom and self._noticed_as is None:
            self._noticed_as = self._core.memory[memory.LAST_K]

    def _key_sets(self) -> tuple[int, int]:
        """Return the main codes of the two keys that the ROM remembers."""
        cells = self._core.memory
        return cells[memory.KSTATE], cells[memory.KSTATE + 4]

    def _is_emptied(self) -> bool:
        """Return True if LAST_K no longer has the key that was noticed; 0 is none of the ROM's."""
        return self._core.memory[memory.LAST_K] != self._noticed_as or not self._noticed_as

    def _key_waits(self) -> bool:
        """Return True if the ROM has noticed a key that the program has not taken yet."""
        return bool(self._core.memory[memory.FLAGS] & memory.NEW_KEY)

    def _check(self) -> None:
        if self._core.tstates >= self._deadline:
            key = f"read the key {'+'.join(sorted(self._chord))}" if self._chord else "look at the keyboard"
            raise self._runner.time_limit_error(f"the program to {key}", self._limit)
