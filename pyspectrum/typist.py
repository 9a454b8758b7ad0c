"""Typing: keys pressed and released in step with the program that reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyspectrum import keyboard, memory
from pyspectrum.errors import KeyboardError
from pyspectrum.keyboard import Chord

if TYPE_CHECKING:
    from pyspectrum.machine import Spectrum

Keys = str | Iterable[str]
"""Keys held down together: ``"a"``, ``"CAPS+0"``, or their names in a set."""


class Typist:
    """The fingers on a machine's keyboard."""

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum

    def hold(self, keys: Keys) -> None:
        """See `Spectrum.hold`."""
        self.release()
        for key in _chord(keys):
            if key not in keyboard.MATRIX:
                raise KeyboardError(f"the Spectrum has no key {key!r}")
            row, mask = keyboard.MATRIX[key]
            self._spectrum.core.keyboard_rows[row] &= ~mask

    def release(self, keys: Keys | None = None) -> None:
        """See `Spectrum.release`."""
        rows = self._spectrum.core.keyboard_rows
        if keys is None:
            rows[:] = [0x1F] * 8
            return
        for key in _chord(keys):
            row, mask = keyboard.MATRIX[key]
            rows[row] |= mask

    def press(self, keys: Keys, limit_tstates: int) -> None:
        """See `Spectrum.press`.

        The ROM's interrupt routine keeps the two last keys in KSTATE for five frames each, and tells
        of a new key by bit 5 of FLAGS; who reads the key resets the bit. So there is no need to guess
        at delays. (The routine at #02BF.)
        """
        chord = _chord(keys)
        code = keyboard.main_code(chord)
        spectrum, cells = self._spectrum, self._spectrum.core.memory

        def can_take(_: Spectrum) -> bool:
            sets = (cells[memory.KSTATE], cells[memory.KSTATE + 4])
            return not cells[memory.FLAGS] & memory.NEW_KEY and code not in sets and 0xFF in sets

        spectrum.run_until(can_take, "the program to read the last key", limit_tstates)
        self.hold(chord)
        spectrum.run_until(
            lambda _: code in (cells[memory.KSTATE], cells[memory.KSTATE + 4]), "a key to be noticed", limit_tstates
        )
        self.release()

    def tap(self, keys: Keys, frames: int) -> None:
        """See `Spectrum.tap`."""
        self.hold(keys)
        self._spectrum.run_frames(frames)
        self.release(keys)

    def key_waits(self) -> bool:
        """See `Spectrum.key_waits`."""
        return bool(self._spectrum.core.memory[memory.FLAGS] & memory.NEW_KEY)

    def type(self, text: str, limit_tstates: int) -> None:
        """See `Spectrum.type`."""
        self._press_all(keyboard.chords_for_command(text), limit_tstates)

    def type_text(self, text: str, limit_tstates: int) -> None:
        """See `Spectrum.type_text`."""
        self._press_all(keyboard.chords_for_text(text), limit_tstates)

    def type_command(self, command: str, limit_tstates: int) -> None:
        """See `Spectrum.type_command`."""
        self._press_all(keyboard.chords_for_command(command), limit_tstates)

    def _press_all(self, chords: Iterable[Chord], limit_tstates: int) -> None:
        for chord in chords:
            self.press(chord, limit_tstates)
        self._spectrum.run_until(lambda m: not m.key_waits(), "the program to read the last key", limit_tstates)


def _chord(keys: Keys) -> Chord:
    return frozenset(keys.split("+") if isinstance(keys, str) else keys)
