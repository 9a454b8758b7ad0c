"""Joysticks: Kempston at port #1F, and those that press keys (Sinclair's two, the cursor kind)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspectrum import keyboard
from pyspectrum.errors import KeyboardError

if TYPE_CHECKING:
    from pyspectrum.machine import Spectrum

_KEMPSTON = {"right": 0x01, "left": 0x02, "down": 0x04, "up": 0x08, "fire": 0x10}
_KEYS = {
    "sinclair1": {"left": "6", "right": "7", "down": "8", "up": "9", "fire": "0"},
    "sinclair2": {"left": "1", "right": "2", "down": "3", "up": "4", "fire": "5"},
    "cursor": {"left": "5", "down": "6", "up": "7", "right": "8", "fire": "0"},
}
KINDS = ("kempston", *_KEYS)


class Joystick:
    """A joystick of one kind in a machine's socket; none when `kind` is None."""

    def __init__(self, spectrum: Spectrum, kind: str | None) -> None:
        if kind is not None and kind not in KINDS:
            raise KeyboardError(f"no joystick {kind!r}; use {', '.join(KINDS)}")
        self.kind = kind
        self._core = spectrum.core
        self._held: set[str] = set()
        if kind == "kempston":
            self._core.kempston = 0

    def push(self, directions: str) -> None:
        """Hold these, joined by ``+``, and nothing else: ``left+fire``; the empty text lets go."""
        wanted = {word.strip() for word in directions.split("+")} if directions else set()
        if unknown := wanted - _KEMPSTON.keys():
            raise KeyboardError(f"a joystick has no {min(unknown)!r}; use {', '.join(_KEMPSTON)}")
        if self.kind is None:
            raise KeyboardError("no joystick is plugged in; make the machine with Spectrum(joystick='kempston')")
        if self.kind == "kempston":
            self._core.kempston = sum(_KEMPSTON[word] for word in wanted)
            return
        keys = _KEYS[self.kind]
        for word in self._held - wanted:
            row, mask = keyboard.MATRIX[keys[word]]
            self._core.keyboard_rows[row] |= mask
        for word in wanted:
            row, mask = keyboard.MATRIX[keys[word]]
            self._core.keyboard_rows[row] &= ~mask
        self._held = wanted
