"""Joysticks: Kempston at port #1F, and those that press keys (Sinclair's two, the cursor kind)."""

from __future__ import annotations

from pyspectrum.core.core import Core
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard.matrix import KeyMatrix

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
            core.kempston = 0

    def push(self, directions: str) -> None:
        """Hold these, joined by ``+``, and nothing else: ``left+fire``; the empty text lets go."""
        wanted = _directions(directions)
        if self.kind is None:
            raise KeyboardError("no joystick is plugged in; make the machine with Spectrum(joystick='kempston')")
        if self.kind == "kempston":
            self._matrix.kempston = kempston_bits(directions)
        else:
            self._matrix.pushed = frozenset(_KEYS[self.kind][word] for word in wanted)
