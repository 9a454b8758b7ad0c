"""The keyboard matrix and joystick port, with a log of changes.

Only this module writes the key matrix and the Kempston port, so that the log is whole, and a recording made of it can
be played again bit for bit.

Joysticks: Kempston at port #1F, and those that press keys (Sinclair's two, the cursor kind).
"""

from __future__ import annotations

from typing import NamedTuple

from pyspectrum.core import Core
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import MATRIX, Chord

NO_KEYS: Chord = frozenset()
_KEY_UP = 0x1F


class InputEvent(NamedTuple):
    """Keys held from `tstates` on, and the Kempston joystick's bits (0 without one)."""

    tstates: int
    keys: Chord
    kempston: int


class _Keys:
    """Keys that are down for one reason; to set them is to press and let go."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, matrix: KeyMatrix, owner: type) -> Chord:
        keys: Chord = getattr(matrix, self._name)
        return keys

    def __set__(self, matrix: KeyMatrix, keys: Chord) -> None:
        setattr(matrix, self._name, keys)
        matrix.apply()


class KeyMatrix:
    """The keys that are down: those held, those being pressed or tapped, and those that a joystick pushes.

    `log` has each change since `since` (T-states): the machine's boot, or the last `restore`. `held` are the keys that
    are held until they are let go of, `pressed` those of a press or a tap that is under way, `pushed` a joystick's.
    """

    held, pressed, pushed = _Keys(), _Keys(), _Keys()

    def __init__(self, core: Core) -> None:
        self._core = core
        self._held = self._pressed = self._pushed = NO_KEYS
        self.since = core.tstates
        self.log: list[InputEvent] = []

    @property
    def down(self) -> Chord:
        """All keys that are down."""
        return self._held | self._pressed | self._pushed

    @property
    def kempston(self) -> int:
        """The bits of the Kempston joystick, ``000FUDLR``; 0 where there is none."""
        return self._core.ports.kempston or 0

    @kempston.setter
    def kempston(self, bits: int) -> None:
        self._core.ports.kempston = bits
        self.apply()

    def set(self, keys: Chord, kempston: int) -> None:
        """Put down just these, as an `InputEvent` has them."""
        self._held, self._pressed, self._pushed = keys, NO_KEYS, NO_KEYS
        if self._core.ports.kempston is not None:
            self._core.ports.kempston = kempston
        self.apply()

    def release_all(self) -> None:
        """Let go of every key and of the joystick."""
        self.set(NO_KEYS, 0)

    def begin_log(self) -> None:
        """Start another log here, with what is down."""
        self.log = []
        self.since = self._core.tstates
        self._note()

    def apply(self) -> None:
        """Write the keys that are down into the matrix, and note them."""
        rows = [_KEY_UP] * 8
        for key in self.down:
            row, mask = MATRIX[key]
            rows[row] &= ~mask
        self._core.keyboard_rows[:] = rows
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

    >>> kempston_bits("left+fire")
    18

    Raises:
        KeyboardError: what a joystick does not have.
    """
    return sum(_KEMPSTON[word] for word in _directions(directions))


def kempston_directions(bits: int) -> str:
    """The directions that a Kempston joystick's bits mean.

    >>> kempston_directions(18)
    'left+fire'
    """
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
            self._matrix.kempston = kempston_bits(directions)
        else:
            self._matrix.pushed = frozenset(_KEYS[self.kind][word] for word in wanted)
