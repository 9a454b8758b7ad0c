"""The whole machine: run it, watch it, type on it, load tapes into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspectrum import keyboard, memory, tape
from pyspectrum.clock import TSTATES_PER_FRAME, frames_to_tstates, seconds_to_tstates
from pyspectrum.core import Core
from pyspectrum.errors import KeyboardError, TimeLimitError
from pyspectrum.keyboard import Chord
from pyspectrum.screen import Screen
from pyspectrum.tape import LD_BYTES, Tape, TapeDeck

if TYPE_CHECKING:
    from collections.abc import Iterator

EDITOR = 0x0F2C  # ROM: edit the input line

_POLL_TSTATES = 5_000
"""How far into a frame conditions are looked at: after the ROM's interrupt routine has read the keyboard."""
_BOOT_LIMIT = seconds_to_tstates(10)
_KEY_LIMIT = seconds_to_tstates(60)

Condition = Callable[["Spectrum"], bool]


@dataclass(frozen=True)
class MachineState:
    """All that `Spectrum.restore` needs to go back to a moment: memory, registers, the clock, the border."""

    memory: bytes
    registers: tuple[int, ...]
    border: int


class Spectrum:
    """A 48K Spectrum.

    Every method that waits has a limit in Spectrum time and raises `TimeLimitError`, with the text
    on the screen, when it is passed.

    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type_command('PRINT 6*7')
    >>> spectrum.type_text("\\n")
    >>> spectrum.wait_for_text("0 OK, 0:1")
    >>> spectrum.screen.text_line(0).strip()
    '42'
    """

    def __init__(self, *, pure_python: bool = False) -> None:
        self.core = Core(pure_python=pure_python)
        self._watches: dict[int, Callable[[], None]] = {}
        self._deck: TapeDeck | None = None
        self._text_cache: tuple[bytes, tuple[str, ...]] = (b"", ())
        self._input_cache: tuple[tuple[int, bytes], tuple[str, ...]] = ((0, b""), ())

    # -- power ---------------------------------------------------------------------------------

    def reset(self) -> None:
        """Press the reset button: the ROM starts afresh; the clock runs on."""
        self.core.interrupts_enabled = False
        self.core.pc = 0

    def boot(self) -> None:
        """Reset, and run until the copyright message stands and the ROM waits for a key."""
        self.reset()
        # an earlier session's message may still stand on the screen: it counts only once the editor runs
        self.run_until_pc(EDITOR, limit_tstates=_BOOT_LIMIT)
        self.run_until(lambda m: "1982 Sinclair" in m.screen.text_line(23), "the copyright message", _BOOT_LIMIT)

    def state(self) -> MachineState:
        """The machine as it is, to come back to with `restore`. The tape deck is not part of it."""
        return MachineState(bytes(self.core.memory), tuple(self.core.registers), self.core.border)

    def restore(self, state: MachineState) -> None:
        """Go back to a `state`, its clock included; all keys are released."""
        self.core.memory[:] = state.memory
        for index, value in enumerate(state.registers):
            self.core.registers[index] = value
        self.core.border = state.border
        self.release()

    # -- running -------------------------------------------------------------------------------

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        return self.core.tstates

    def run_tstates(self, tstates: int) -> None:
        """Run for so many T-states (rounded up to a whole instruction)."""
        self._advance(self.tstates + tstates)

    def run_frames(self, frames: float) -> None:
        """Run for so many frames of 69,888 T-states."""
        self._advance(self.tstates + frames_to_tstates(frames))

    def run_until(
        self, condition: Condition, waited_for: str, limit_tstates: int = _KEY_LIMIT, *, every_frames: int = 1
    ) -> None:
        """Run until `condition(self)` holds, looking once in `every_frames` frames (and now).

        Raises `TimeLimitError` after `limit_tstates`, naming `waited_for`.
        """
        deadline = self.tstates + limit_tstates
        while not condition(self):
            if self.tstates >= deadline:
                raise TimeLimitError(waited_for, limit_tstates, self.screen.text())
            frame = (self.tstates - _POLL_TSTATES) // TSTATES_PER_FRAME + every_frames
            self._advance(frame * TSTATES_PER_FRAME + _POLL_TSTATES)

    def run_until_pc(self, *addresses: int, limit_tstates: int = _KEY_LIMIT) -> int:
        """Run until PC comes to one of `addresses`, exactly there; returns which.

        Raises `TimeLimitError` after `limit_tstates`.
        """
        hit = self._advance(self.tstates + limit_tstates, addresses)
        if hit is None:
            names = " or ".join(f"#{address:04X}" for address in addresses)
            raise TimeLimitError(f"PC to reach {names}", limit_tstates, self.screen.text())
        return hit

    @contextmanager
    def watch(self, address: int, callback: Callable[[], None]) -> Iterator[None]:
        """While the `with` block lasts, call `callback` each time PC comes to `address`."""
        if address in self._watches:
            raise ValueError(f"#{address:04X} is being watched already")
        self._watches[address] = callback
        try:
            yield
        finally:
            del self._watches[address]

    def _advance(self, until: int, stops: Iterable[int] = ()) -> int | None:
        stops = frozenset(stops)
        while True:
            traps = {LD_BYTES} if self._deck else set()
            hit = self.core.run(until, stops | self._watches.keys() | traps)
            if hit is None:
                return None
            if hit in self._watches:
                self._watches[hit]()
            if hit in stops:
                return hit
            if hit == LD_BYTES and self._deck:
                self._deck.load_block(self.core)

    # -- keys ----------------------------------------------------------------------------------

    def hold(self, chord: Iterable[str]) -> None:
        """Press these keys and keep them down; whatever was down before is released."""
        self.release()
        for key in chord:
            if key not in keyboard.MATRIX:
                raise KeyboardError(f"the Spectrum has no key {key!r}")
            row, mask = keyboard.MATRIX[key]
            self.core.keyboard_rows[row] &= ~mask

    def release(self) -> None:
        """Let go of all keys."""
        self.core.keyboard_rows[:] = [0x1F] * 8

    def press(self, chord: Chord, limit_tstates: int = _KEY_LIMIT) -> None:
        """Press a chord as soon as the ROM can take it, and release it as soon as it has.

        The ROM's interrupt routine keeps the two last keys in KSTATE for five frames each, and tells
        of a new key by bit 5 of FLAGS; who reads the key resets the bit. So there is no need to guess
        at delays. (The routine at #02BF.)
        """
        code = keyboard.main_code(chord)
        cells = self.core.memory

        def can_take(_: Spectrum) -> bool:
            sets = (cells[memory.KSTATE], cells[memory.KSTATE + 4])
            return not cells[memory.FLAGS] & memory.NEW_KEY and code not in sets and 0xFF in sets

        self.run_until(can_take, "the program to read the last key", limit_tstates)
        self.hold(chord)
        self.run_until(
            lambda _: code in (cells[memory.KSTATE], cells[memory.KSTATE + 4]), "a key to be noticed", limit_tstates
        )
        self.release()

    def key_waits(self) -> bool:
        """Whether a key was pressed that the program has not read yet."""
        return bool(self.core.memory[memory.FLAGS] & memory.NEW_KEY)

    def type_text(self, text: str, limit_tstates: int = _KEY_LIMIT) -> None:
        """Type into an INPUT line, letter by letter; ``\\n`` is ENTER. Returns when all was read."""
        self._type(keyboard.chords_for_text(text), limit_tstates)

    def type_command(self, command: str, limit_tstates: int = _KEY_LIMIT) -> None:
        """Type a direct command or program line with keywords in capitals; ENTER is not added."""
        self._type(keyboard.chords_for_command(command), limit_tstates)

    def _type(self, chords: Iterable[Chord], limit_tstates: int) -> None:
        for chord in chords:
            self.press(chord, limit_tstates)
        self.run_until(lambda m: not m.key_waits(), "the program to read the last key", limit_tstates)

    # -- screen --------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen as it is now."""
        return Screen(bytes(self.core.memory[memory.DISPLAY_FILE : memory.SCREEN_END]))

    def text_lines(self) -> tuple[str, ...]:
        """The 24 lines of text on the screen, 32 characters each; quick while nothing changes."""
        cells = bytes(self.core.memory[memory.DISPLAY_FILE : memory.ATTRIBUTE_FILE])
        if cells != self._text_cache[0]:
            self._text_cache = (cells, self.screen.text())
        return self._text_cache[1]

    def input_area(self) -> tuple[str, ...]:
        """The text lines of the lower screen, where INPUT asks: as many as DF_SZ says."""
        first = max(0, 24 - self.core.memory[memory.DF_SZ])
        third = memory.DISPLAY_FILE + 0x1000
        cells = self.core.memory
        # lines 22 and 23 are the last 64 bytes of each pixel row of the last third
        signature = b"".join(bytes(cells[a + 0xC0 : a + 0x100]) for a in range(third, third + 0x800, 0x100))
        if (first, signature) != self._input_cache[0]:
            screen = self.screen
            self._input_cache = ((first, signature), tuple(screen.text_line(row) for row in range(first, 24)))
        return self._input_cache[1]

    def wait_for_text(self, text: str, limit_tstates: int = _KEY_LIMIT) -> None:
        """Run until `text` stands somewhere on one line of the screen."""
        self.run_until(lambda m: any(text in line for line in m.text_lines()), f"{text!r} on the screen", limit_tstates)

    # -- tape ----------------------------------------------------------------------------------

    def insert_tape(self, cassette: Tape) -> None:
        """Put a tape in; each time the ROM wants a block from tape it gets the next one at once."""
        self._deck = TapeDeck(cassette)

    def eject_tape(self) -> None:
        """Take the tape out, or stop the one that plays."""
        self._deck = None
        self.core.play_edges(())

    def play_tape(self, cassette: Tape) -> int:
        """Play a tape as pulses at the EAR socket, at real speed; returns when it ends, in T-states."""
        self.eject_tape()
        edges = tape.edges(cassette, self.tstates + TSTATES_PER_FRAME)
        self.core.play_edges(edges)
        return edges[-1] if edges else self.tstates
