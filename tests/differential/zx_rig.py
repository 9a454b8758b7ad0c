"""An independent Spectrum, `zx` (the extra ``crosscheck``), as the tests use it: take a snapshot over, type, look.

It shares no code with ours: its Z80 and its ULA are written in C++, its tape player and keyboard in Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyspectrum import Spectrum
from pyspectrum.keyboard import Chord, chords_for_command
from pyspectrum.screen import SCREEN_SIZE, Screen
from pyspectrum.snapshot import write_snapshot

SCREEN = 0x4000
_NAMES = {"CAPS": "CS", "SYMBOL": "SS"}
_STEP_SECONDS = 0.5


class OtherSpectrum:
    """A 48K of the other make."""

    def __init__(self) -> None:
        zx: Any = pytest.importorskip("zx", reason="zx is not installed: pip install 'spectrum-crosswords[crosscheck]'")
        self._machine = zx.Spectrum(headless=True)
        self._machine.reset_and_wait()

    def take_over(self, spectrum: Spectrum, folder: Path) -> None:
        """Go on where our machine stands, by way of a `.z80` file."""
        path = folder / "handed-over.z80"
        write_snapshot(path, spectrum.core)
        self._machine._load_file(str(path))

    def load_tape(self, path: Path) -> None:
        """Type ``LOAD ""`` and play the tape, at a real machine's speed, to its end."""
        self._machine.load_tape(str(path))

    def run(self, seconds: float) -> None:
        """Run for so many seconds of its time."""
        self._machine.run(duration=seconds, fast_forward=True)

    def type(self, command: str) -> None:
        """Type a command with keywords in capitals, or text where that is wanted; each key for a tenth of a second."""
        for chord in chords_for_command(command.rstrip("\n")):
            self.press(chord)
        if command.endswith("\n"):
            self.press(frozenset({"ENTER"}))

    def press(self, chord: Chord) -> None:
        """Press a chord, shifts first, and let go."""
        keys = sorted((_NAMES.get(key, key.upper()) for key in chord), key=lambda key: key not in ("CS", "SS"))
        self._machine.generate_key_strokes("+".join(keys))

    @property
    def screen(self) -> Screen:
        """Its screen."""
        return Screen(self._machine.read(SCREEN, SCREEN_SIZE))

    @property
    def border(self) -> int:
        """Its border's colour."""
        return int(self._machine.border_colour)

    def run_until_still(self, seconds: float) -> None:
        """Run until the screen has not changed for half a second, for at most so many seconds."""
        for _ in range(int(seconds / _STEP_SECONDS)):
            before = self.screen
            self.run(_STEP_SECONDS)
            if self.screen == before:
                return


def assert_same_picture(ours: Spectrum, other: OtherSpectrum) -> None:
    """The two show the same: text first, for it is what one reads, then every pixel and colour, then the border."""
    assert other.screen.text() == ours.screen.text()
    differing = [place for place in range(SCREEN_SIZE) if other.screen.data[place] != ours.screen.data[place]]
    assert differing == []
    assert other.border == ours.core.border
