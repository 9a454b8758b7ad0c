"""Our machine against an independent one, `zx` (the extra ``crosscheck``): the same keys, the same picture.

It shares no code with ours: its Z80 and its ULA are written in C++, its tape player and keyboard in Python.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.menu import ANY_KEY, MENU_END, SOLVED, EndMessage, Menu
from harness.spectrum.reader import read_solving_screen
from pyspectrum import Spectrum, assemble
from pyspectrum.keyboard import Chord, chords_for_command
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import SCREEN_SIZE, Screen
from pyspectrum.snapshot import write_snapshot
from pyspectrum.tape import read_tap
from tests.house import ROOT
from tests.slow.program.rig import BASIC, CLASSIC
from tests.unit.harness.solver.files import sample

SCREEN = 0x4000
_NAMES = {"CAPS": "CS", "SYMBOL": "SS"}
_STEP_SECONDS = 0.5
_SILENCE: tuple[bool, int, tuple[str, ...]] = (False, 0, ())


class OtherSpectrum:
    """A 48K of the other make."""

    def __init__(self) -> None:
        zx: Any = pytest.importorskip("zx", reason="zx is not installed: pip install zx")
        self._machine = zx.Spectrum(headless=True)
        self._machine.reset_and_wait()

    def take_over(self, spectrum: Spectrum, folder: Path) -> None:
        """Continue where our machine stands, by way of a `.z80` file."""
        path = folder / "handed-over.z80"
        write_snapshot(path, spectrum.core)
        self._machine._load_file(str(path))

    def load_tape(self, path: Path) -> None:
        """Type ``LOAD ""`` and play the tape, pulse by pulse as on a real machine, to its end."""
        self._machine.reset_and_wait()
        self.type('LOAD ""\n')
        tape = _PlayingTape(self._machine, path)
        self._machine.set_on_input_callback(tape.read_port)
        while tape.plays:
            self.run(_STEP_SECONDS)

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

    def wait_for(self, text: str, seconds: float) -> None:
        """Run until `text` stands on the screen, which may wrap it; fails after so many seconds of its time."""
        for _ in range(int(seconds / _STEP_SECONDS)):
            if text in "".join(self.screen.text()):
                return
            self.run(_STEP_SECONDS)
        raise AssertionError(f"no {text!r} after {seconds} s on the screen:\n" + "\n".join(self.screen.text()))

    @property
    def screen(self) -> Screen:
        return Screen(self._machine.read(SCREEN, SCREEN_SIZE))

    def assert_shows(self, ours: Spectrum) -> None:
        """The two show the same: text first, for it is what one reads, then every pixel and colour, then the border."""
        assert self.screen.text() == ours.screen.text()
        differing = [place for place in range(SCREEN_SIZE) if self.screen.data[place] != ours.screen.data[place]]
        assert differing == []
        assert self._machine.border_colour == ours.core.border


class _PlayingTape:
    """A tape at the ear socket, from now on: the pulses that the other's own tape player would play.

    That player has all devices asked, in Python, each of the ten million times that the ROM looks at the socket while
    it loads. Here are the pulses alone, which takes a quarter of the time; the keyboard is asked when they are over.
    """

    def __init__(self, machine: Any, path: Path) -> None:
        from zx._device import ReadPort
        from zx._file import parse_file

        self._read_port = ReadPort
        self.plays = True
        self._machine = machine
        file: Any = parse_file(str(path))
        self._pulses: Iterator[tuple[bool, int, tuple[str, ...]]] = iter(file.get_pulses())
        self._level = False
        self._until = self._now()

    def _now(self) -> int:
        return int(self._machine.frame_count * MODEL_48K.tstates_per_frame + self._machine.ticks_since_int)

    def read_port(self, address: int) -> int:
        """Return the ULA's port: bit 6 is the tape's level, the low five are keys."""
        if not self.plays:
            return int(self._machine.devices.notify(self._read_port(address), result=0xFF)) & 0xBF
        now = self._now()
        while self._until <= now and self.plays:
            self._level, duration, _ = next(self._pulses, _SILENCE)
            self._until += duration
            self.plays = duration > 0
        return 0xFF if self._level else 0xBF


TAPES = ROOT / "tapes"

ONE_FRAME = (Path(__file__).parent / "one_frame.asm").read_text("utf-8")


def test_a_frame_has_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "code.asm"
    path.write_text(ONE_FRAME, encoding="ascii")
    code = assemble(path)
    ours, other = Spectrum(), OtherSpectrum()
    ours.boot()
    ours.core.memory[code.origin : code.end] = code.code
    ours.type(f"CLEAR {code.origin - 1}\n")
    ours.run(seconds=1)
    other.take_over(ours, tmp_path)
    ours.type(f"RANDOMIZE USR {code.origin}\n")
    ours.run(seconds=2)
    other.type(f"RANDOMIZE USR {code.origin}\n")
    other.run(2)
    assert ours.screen.data[0] != 0
    other.assert_shows(ours)


@pytest.mark.parametrize("name", [BASIC, CLASSIC])
def test_the_other_solves_the_car(name: str, tmp_path: Path) -> None:
    """It loads the classic tape, which has files of every kind, at real speed; the one in BASIC is handed over."""
    car = sample("car")
    ours, other = Menu(Spectrum()), OtherSpectrum()
    ours.load(read_tap(TAPES / name))
    if name == CLASSIC:
        other.load_tape(TAPES / name)
    else:
        other.take_over(ours.spectrum, tmp_path)
    other.wait_for(MENU_END, 20)
    other.run(1)  # a longer menu goes on below
    ours.spectrum.run(seconds=5)
    other.assert_shows(ours.spectrum)

    assert ours.enter(car) is None
    assert ours.start_solving() is EndMessage.SOLVED
    other.type("1")
    for prompt, answer in answers(car):
        other.wait_for(prompt, 20)
        other.run(0.5)  # the prompt stands there before INPUT takes keys
        other.type(f"{answer}\n")
    other.wait_for(ANY_KEY, 20)
    other.run(0.5)
    other.type("\n")
    other.wait_for(SOLVED, 120)
    other.run(0.5)  # up to the cursor
    ours.spectrum.run(seconds=0.5)
    assert (read_solving_screen(other.screen, car.width, car.height).grid,) == solve(car).solutions
    other.assert_shows(ours.spectrum)


def answers(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield the questions of menu item 1, and the answers to type."""
    yield "X size (1-62):", str(puzzle.width)
    yield "Y size (1-42):", str(puzzle.height)
    for name, clues in (("Horisontal", puzzle.rows), ("Vertical", puzzle.columns)):
        for number, clue in enumerate(clues, start=1):
            yield f"{name} line {number}:", ",".join(map(str, clue))
