"""The whole machine: run it, watch it, type on it, load tapes into it.

`Spectrum` is the front; its methods lead to its parts (`typist`, `stick`, `deck`, `sound`, `ports`). On power, a 48K
comes up in its one BASIC; a 128 shows a menu with "128 BASIC" and "48 BASIC", and the latter locks the paging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint, Tally
from pyspectrum.core.bus import Bus, PortLog, ReadHook, WriteHook
from pyspectrum.core.journal import noted
from pyspectrum.core.memory_watch import MemoryWatches
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Address, Closing, Frames, Place, Runner, check_span, listed
from pyspectrum.core.standstill import Standstill
from pyspectrum.core.states import CoreState
from pyspectrum.errors import AddressError, KeyboardError, ModelError, TimeLimitError
from pyspectrum.keyboard import NO_KEYS, Joystick, KeyMatrix, Keys, Typist, parse_chord
from pyspectrum.machine import media
from pyspectrum.machine.routines import CallResult, call_routine
from pyspectrum.models import MODEL_48K, Model, model_named
from pyspectrum.screen import Screen, View
from pyspectrum.screen.anywhere import stands_anywhere
from pyspectrum.screen.beam import BeamRecorder
from pyspectrum.screen.fonts import FontLike
from pyspectrum.screen.likeness import did_you_mean
from pyspectrum.screen.picture import NOTEBOOK_SCALE, png_bytes
from pyspectrum.screen.video import VideoFrame, record_video
from pyspectrum.sound import Sound
from pyspectrum.tape import Tape
from pyspectrum.tape.deck import Deck, DeckState

if TYPE_CHECKING:
    from PIL import Image

    from pyspectrum.assembler.symbols import SymbolTable
    from pyspectrum.coverage import Code, Coverage
    from pyspectrum.machine.rzx import Checkpoint, RecordedGame

__all__ = ["EDITOR", "Condition", "MachineState", "Spectrum"]


def with_machine(callback: Callable[..., object], *given: Any) -> Callable[..., object]:
    """Return the callback wrapped so that it gets as many of the arguments as it needs, `given` first.

    >>> with_machine(lambda: "nothing", "machine")(), with_machine(lambda it: it, "machine")()
    ('nothing', 'machine')
    >>> with_machine(lambda it, access: (it, access), "machine")("read")
    ('machine', 'read')
    """
    import inspect  # slow to load, and rarely needed

    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return lambda *more: callback()
    needed = sum(one.kind in positional and one.default is inspect.Parameter.empty for one in parameters)
    return lambda *more: callback(*(given + more)[:needed])


@dataclass(frozen=True)
class MachineState:
    """State that `Spectrum.restore` needs to go back to a moment: memory, registers, the clock, the ports, the tape."""

    core: CoreState
    deck: DeckState | None

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        return self.core.memory


EDITOR = MODEL_48K.basic_rom.editor

_BOOT_TIMEOUT = 10.0
_RAM = 0x4000
_EDGE_TSTATES = 40
"""So soon after a frame's edge its interrupt routine has not looked at the keyboard yet."""


class Ports:
    """Hooks for the machine's I/O ports.

    A hook is called at every IN or OUT whose port agrees with its own in the bits of `mask`, by default the low eight.
    It gets the T-state at which the instruction's I/O cycle ends, contention included: for ``in a,(n)`` and
    ``out (n),a`` that is the instruction's end. It must not run the machine. With a hook in place several breakpoints
    at once are slow.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def on_read(self, port: int, callback: ReadHook, mask: int = 0xFF) -> Closing:
        """Let ``callback(port, tstates)`` answer reads, before earlier hooks; by None it leaves them to what is there.

        >>> from pyspectrum.machine import Spectrum
        >>> spectrum = Spectrum()
        >>> spectrum.core.memory[0x8000:0x8002] = b"\\xdb\\x7b"  # in a,(123)
        >>> spectrum.core.pc = 0x8000
        >>> with spectrum.ports.on_read(123, lambda port, tstates: 42):
        ...     spectrum.core.step()
        >>> spectrum.core.get("a")
        42
        """
        return listed(self._bus.read_hooks, (mask, port & mask, callback))

    def on_write(self, port: int, callback: WriteHook, mask: int = 0xFF) -> Closing:
        """Call ``callback(port, value, tstates)`` after each write, when it has had its effect."""
        return listed(self._bus.write_hooks, (mask, port & mask, callback))

    @property
    def log(self) -> PortLog:
        """Log of writes to the border, the speaker and the sound chip, with T-states; always on, and bounded."""
        return self._bus.log

    @property
    def ay_registers(self) -> bytes:
        """The sixteen registers of a 128's sound chip."""
        return bytes(self._bus.ay_registers)


Condition = Callable[["Spectrum"], bool]
DEFAULT_TIMEOUT = 60.0
"""Seconds of Spectrum time that a method waits by default."""


@noted(
    "reset boot run run_tstates run_frames run_until run_until_pc hold release press tap type "
    "joystick call poke load play_rzx insert_tape eject_tape play_tape wait_for_text"
)
class Spectrum:
    """A Spectrum: a 48K, a 128K or a +2.

    Every method that waits has a limit in Spectrum time, `timeout` in seconds, and ends in a `TimeLimitError`, with the
    text on the screen, when that has passed.

    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type('PRINT 6*7')
    >>> spectrum.type("\\n")
    >>> spectrum.wait_for_text("0 OK, 0:1")
    >>> spectrum.screen.text_line(0).strip()
    '42'

    Args:
        model: ``"48"``, ``"128"`` or ``"+2"``.
        joystick: what is plugged in: ``"kempston"``, ``"sinclair1"``, ``"sinclair2"``, ``"cursor"``, or nothing.
        pure_python: use SkoolKit's Python simulator, slow, in place of the C one.
    """

    def __init__(self, model: str | Model = "48", *, joystick: str | None = None, pure_python: bool = False) -> None:
        self.model = model_named(model)
        self.core = Core(self.model, pure_python=pure_python)
        self.matrix = KeyMatrix(self.core)
        self.stick = Joystick(self.core, self.matrix, joystick)
        self.deck = Deck(self.core)
        self.ports = Ports(self.core.ports)
        self.sound = Sound(self.core)
        self.view = View(self.core)
        self.frames = Frames(self.core)
        self.beam = BeamRecorder(self.core, self.frames, self.sound)
        self.runner = Runner(self.core, self.frames, self.deck, self.sound.before_run, self.beam, self.view.text_lines)
        self.memory_watches = MemoryWatches(self.core)
        self.typist = Typist(self.runner, self.matrix)

    def __repr__(self) -> str:
        """Model, place and time.

        >>> Spectrum("128")
        <Spectrum 128K, PC at #0000, frame 0>
        """
        frame = self.tstates // self.model.tstates_per_frame
        return f"<Spectrum {self.model.name}, PC at {self.runner.describe(self.core.pc)}, frame {frame}>"

    @property
    def symbols(self) -> SymbolTable | None:
        """The names that a place may be called by: from `assemble`, or from a file of symbols."""
        return self.runner.symbols

    @symbols.setter
    def symbols(self, table: SymbolTable | None) -> None:
        self.runner.symbols = table

    # -- power ---------------------------------------------------------------------------------

    def reset(self) -> None:
        """Press the reset button: the ROM starts afresh; the clock runs on."""
        self.core.reset()

    def boot(self, basic: str | None = None) -> None:
        """Reset, and run until the ROM waits for a key: in BASIC, or on a 128 at its menu.

        `basic`, ``"128"`` or ``"48"``, chooses that BASIC on the menu of a 128.

        >>> spectrum = Spectrum("128")
        >>> spectrum.boot()
        >>> "48 BASIC" in spectrum.text_lines()[11]
        True
        """
        self.matrix.release_all()
        self.matrix.begin_log()
        core, model, rom = self.core, self.model, self.model.editor_rom
        if rom is None:
            if basic not in (None, "48"):
                raise ModelError(f"a {model.name} has no {basic!r} BASIC; use Spectrum(model='128')")
        elif basic is not None and basic not in rom.menu:
            raise ModelError(f"a {model.name} has no {basic!r} BASIC; use '128' or '48', or neither for the menu")
        core.reset()
        limit = model.seconds_to_tstates(_BOOT_TIMEOUT)
        if rom is not None:
            waits_for_key = ((ROM_0, rom.waits_for_key),)
            self.runner.run_until_pc(waits_for_key, limit)
            if basic is None:
                return
            for _ in range(rom.menu[basic]):
                self.typist.press("DOWN", limit)
            self.typist.press("ENTER", limit)
            if basic == "128":
                self.runner.run_until_pc(waits_for_key, limit)
                return
        # an earlier session's message may still stand on the screen: it counts only once the editor runs
        self.runner.run_until_pc(((ROM_1, model.basic_rom.editor),), limit)
        self.runner.run_until(lambda: media.COPYRIGHT in self.screen.text_line(23), "the copyright message", limit)

    def state(self) -> MachineState:
        """The machine as it is, to come back to with `restore`; the keys held down are not part of it."""
        return MachineState(self.core.state(), self.deck.state())

    def restore(self, state: MachineState) -> None:
        """Go back to a `state`, its clock included; all keys are released."""
        self.core.restore(state.core)
        self.deck.restore(state.deck)
        self.matrix.release_all()
        self.matrix.begin_log()
        if self.core.journal is not None:
            self.core.journal.begin_anew()
        self.sound.mark()
        self.beam.forget()
        self.frames.clock_was_set()

    # -- running -------------------------------------------------------------------------------

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        return self.core.tstates

    def run(self, *, seconds: float) -> None:
        """Run for that many seconds of Spectrum time."""
        check_span(seconds, "seconds")
        self.run_tstates(self.model.seconds_to_tstates(seconds))

    def run_tstates(self, tstates: int) -> None:
        """Run for that many T-states (rounded up to a whole instruction)."""
        check_span(tstates, "T-states")
        self.runner.run_to(self.core.tstates + tstates)

    def run_frames(self, frames: float) -> None:
        """Run to the end of that many frames: to a frame's edge, where its interrupt comes.

        A frame that has begun counts as one. A number that is not whole is a length of time instead.
        """
        self.runner.run_frames(frames)

    def run_until(
        self, condition: Condition, waited_for: str, *, every_frames: int = 1, timeout: float = DEFAULT_TIMEOUT
    ) -> None:
        """Run until `condition(self)` holds, looking once in `every_frames` frames (and now)."""
        limit = self.model.seconds_to_tstates(timeout)
        self.runner.run_until(lambda: condition(self), waited_for, limit, every_frames)

    def run_until_pc(self, *addresses: Place, timeout: float = DEFAULT_TIMEOUT) -> int:
        """Run until PC comes to one of `addresses`, exactly there; returns the address.

        Each is a number, a name in `symbols`, or ``(page, address)`` with either (see `paging`).
        """
        return self.runner.run_until_pc(addresses, self.model.seconds_to_tstates(timeout))

    def run_to(self, until: int, stops: Iterable[Breakpoint] = ()) -> Breakpoint | None:
        """Run until the clock reaches `until` T-states, or PC comes to one of `stops`; returns which, or None."""
        return self.runner.run_to(until, stops)

    def address(self, place: Address) -> int:
        """The number of a place: itself, or the value of a name in `symbols`; see `address_of` for its errors."""
        return self.runner.address(place)

    # -- watching ------------------------------------------------------------------------------

    def watch(self, address: Place, callback: Callable[..., object]) -> Closing:
        """While the `with` block lasts, call `callback` each time PC comes to `address`.

        It is given the machine if it takes an argument. It finds the machine before the instruction there, and may run
        it further; it is not called again before it has returned. Several may watch one place.
        """
        return self.runner.watch(address, with_machine(callback, self))

    def tally(self, address: Place) -> AbstractContextManager[Tally]:
        """While the `with` block lasts, count how often PC comes to `address`, which costs next to nothing.

        >>> spectrum = Spectrum()
        >>> spectrum.boot()
        >>> with spectrum.tally(0x0038) as interrupts:
        ...     spectrum.run_frames(3)
        >>> interrupts.count
        3
        """
        return self.runner.tally(address)

    def watch_writes(self, place: Address, length: int, callback: Callable[..., object]) -> Closing:
        """While the ``with`` block lasts, call ``callback(machine, access)`` at each write to these bytes.

        PC is at the instruction that did it; `access` is a `MemoryAccess`. The callback may take the machine alone, or
        nothing, and must not run it. This is slow (see `core.memory_watch`).
        """
        return self.memory_watches.add(self.runner.address(place), length, True, with_machine(callback, self))

    def watch_reads(self, place: Address, length: int, callback: Callable[..., object]) -> Closing:
        """As `watch_writes`, at each read; fetches of instructions are none."""
        return self.memory_watches.add(self.runner.address(place), length, False, with_machine(callback, self))

    # -- keys ----------------------------------------------------------------------------------

    def hold(self, keys: Keys) -> None:
        """Press these keys and keep them down, until `release`, or until something is typed.

        `keys` is written as it is said: ``"a"``, ``"SPACE"``, ``"CAPS+0"``, ``"LEFT"`` (see `keyboard.parse_chord`).
        """
        self.matrix.put(held=self.matrix.held | parse_chord(keys))

    def release(self, keys: Keys | None = None) -> None:
        """Let go of these keys, or of all that are held."""
        self.matrix.put(held=NO_KEYS if keys is None else self.matrix.held - parse_chord(keys))

    def press(self, keys: Keys, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Press a chord, hold it until the program has read it, and let go; exactly once, as `type` does.

        Keys that were held are let go of first: the ROM takes one key at a time.
        """
        self.typist.press(keys, self.model.seconds_to_tstates(timeout))

    def tap(self, keys: Keys | None = None, frames: int = 3, *, joystick: str = "", gap: int = 3) -> None:
        """Hold a chord for `frames` whole frames, beginning with the next one, and then nothing for `gap` frames.

        For programs that scan the keyboard themselves; nothing waits for the key to be read. Keys and directions that
        are held stay down: ``hold("p")`` and then ``tap("SPACE")`` runs and jumps. `joystick` pushes the joystick as
        well, or alone: ``tap(joystick="fire")``. KeyboardError for less than a frame, which no program would see.
        """
        if frames < 1:
            raise KeyboardError(f"a tap of {frames} frames is not seen; use 1 or more")
        chord, held = NO_KEYS if keys is None else parse_chord(keys), self.stick.directions
        if self.tstates % self.model.tstates_per_frame >= _EDGE_TSTATES:
            self.runner.run_frames(1)
        if joystick:
            self.stick.push("+".join(filter(None, (held, joystick))))
        self.matrix.put(pressed=chord)
        try:
            self.runner.run_frames(frames)
        finally:
            self.matrix.put(pressed=NO_KEYS)
            if joystick:
                self.stick.push(held)
        self.runner.run_frames(gap)

    def type(self, text: str, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Type `text`, each key as soon as the program can read it; ``\\n`` is ENTER. Returns when all was read.

        If the 48K editor waits for a command or a program line, keywords in capitals are typed by their keys; anywhere
        else all goes letter by letter. A key that the ROM throws away unread is typed again. KeyboardError for a
        character that no key types.
        """
        self.typist.type(text, self.model.seconds_to_tstates(timeout))

    def joystick(self, directions: str, *, seconds: float | None = None) -> None:
        """Push the joystick: ``"left+fire"``, held until the next call; ``""`` lets go.

        With `seconds` it is held for so long, in whole frames and one at least, as `tap` does it, and then released.
        """
        if seconds is None:
            self.stick.push(directions)
            return
        check_span(seconds, "seconds")
        frames = round(self.model.seconds_to_tstates(seconds) / self.model.tstates_per_frame)
        self.stick.push("")
        self.tap(frames=max(1, frames), joystick=directions, gap=0)

    # -- routines ------------------------------------------------------------------------------

    def call(
        self,
        target: Address,
        *,
        stack: Iterable[int] = (),
        interrupts: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
        **registers: int,
    ) -> CallResult:
        """Call a machine-code routine with these registers; returns those it comes back with, and its T-states.

        A register that is not named keeps its value. `stack` are words pushed before the return address, the first one
        first; the routine may take them away or leave them, but StackError if it returns with another SP. Interrupts
        are off unless asked for, so that the T-states are the routine's own. Afterwards, and after an error, all
        registers are as before, PC, SP and the interrupt flip-flop too: what remains is in memory, at the ports and on
        the clock.
        """
        self.sound.mark()
        limit = self.model.seconds_to_tstates(timeout)
        return call_routine(self.runner, target, limit, registers, stack=stack, interrupts=interrupts)

    def poke(self, place: Address, data: int | Iterable[int]) -> None:
        """Put a byte, or several, into memory, at an address or a name in `symbols`.

        AddressError if they do not fit, or the place is in the ROM.
        """
        address = self.address(place)
        if address < _RAM:
            raise AddressError(f"#{address:04X} is in the ROM; poke #4000 or more (spectrum.core.memory takes a patch)")
        content = bytes([data] if isinstance(data, int) else data)
        if address + len(content) > 0x10000:
            raise AddressError(f"{len(content)} bytes from #{address:04X} do not fit; memory ends at #FFFF")
        self.core.memory[address : address + len(content)] = content

    @overload
    def peek(self, place: Address) -> int: ...
    @overload
    def peek(self, place: Address, length: int) -> bytes: ...
    def peek(self, place: Address, length: int | None = None) -> int | bytes:
        """The byte at an address or a name in `symbols`, a number; or `length` bytes from there on."""
        address, size = self.address(place), 1 if length is None else length
        if size < 0 or address + size > 0x10000:
            raise AddressError(f"cannot read {size} bytes from #{address:04X}; ask for 0–{0x10000 - address}")
        content = bytes(self.core.memory[address : address + size])
        return content[0] if length is None else content

    # -- coverage ------------------------------------------------------------------------------

    def coverage(self, code: Code | None = None, *, basic: bool | Path | str = False, counts: bool = True) -> Coverage:
        """Count, while a ``with`` block lasts, what runs: each instruction and each BASIC line. See `Coverage`."""
        from pyspectrum.coverage import Coverage  # a slow import, rarely needed

        return Coverage(self, code, basic=basic, counts=counts)

    # -- screen --------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen as it is now; on a 128 the one that shows."""
        return Screen(self.core.screen_bytes())

    def text_lines(self, font: FontLike = None) -> tuple[str, ...]:
        """The 24 lines of text on the screen, 32 characters each; quick where little has changed.

        `font` is what is read: the ROM's characters, or a `Font`.
        """
        return self.view.text_lines(font)

    def input_area(self, font: FontLike = None) -> tuple[str, ...]:
        """The text lines of the lower screen, where INPUT asks, as many as DF_SZ says; one tuple until they change."""
        return self.view.input_area(font)

    def wait_for_text(self, text: str, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Run until `text` stands somewhere on one line of the screen; before that fails, it may stand at any pixel.

        TimeLimitError if `timeout` seconds have passed, or nothing new will show before a key is pressed.
        """
        shows, standstill, words = self.view.shows(text), Standstill(self.runner), f"{text!r} on the screen"
        try:
            self.runner.run_until(
                lambda: shows() or standstill.check(words), words, self.model.seconds_to_tstates(timeout)
            )
        except TimeLimitError as error:
            if stands_anywhere(self.core.screen_bytes(), text):
                return
            error.hint = did_you_mean(text, self.text_lines())
            raise

    def image(self, *, scale: int = 1, border: bool | int = True, beam: bool = False) -> Image.Image:
        """The picture on the television, `scale` times its size, a palette picture.

        With `border` it has the border around it, 32 px wide; a number is another width, 48 the full picture of 352 ×
        288. With `beam` it is as the beam drew the last complete frame, with stripes in the border and what changed on
        the screen in mid-frame, all exact to eight pixels; else what is in memory now.
        """
        return (self.beam if beam else VideoFrame.of(self.core)).image(scale=scale, border=border)

    def _repr_png_(self) -> bytes:
        """Draw the picture on the television for a notebook."""
        return png_bytes(self.image(scale=NOTEBOOK_SCALE))

    def record_video(
        self, path: str | Path, *, every: int = 2, scale: int = 1, border: bool | int = True
    ) -> AbstractContextManager[list[VideoFrame]]:
        """While the ``with`` block lasts, keep what shows once in `every` frames; write a ``.gif`` or ``.png`` then."""
        return record_video(self.core, self.frames, path, every=every, scale=scale, border=border)

    # -- tape and snapshots --------------------------------------------------------------------

    def load(
        self,
        path: Path | str | Tape,
        until: media.Until | None = None,
        *,
        until_text: str | None = None,
        until_pc: Place | None = None,
        timeout: float = media.DEFAULT_TIMEOUT,
        basic: str | None = None,
    ) -> None:
        """Load a tape (`.tap`, `.tzx`, `.pzx`, or a `Tape`) or take over a snapshot (`.z80`, `.szx`, `.sna`).

        A machine that has not run yet is booted first. On a 48K ``LOAD ""`` is typed (``LOAD ""CODE`` for a
        tape that begins with code), on a 128 the Tape Loader is chosen or, with `basic` ``"48"`` or
        ``"128"``, that BASIC, and the same typed there.
        Returns when `until` is reached: a text on the screen, a compiled pattern in its lines, a label of `symbols`
        or an address that PC comes to, or ``until(self)``; `until_text` is always a text, `until_pc` always a place.
        Without them, it returns when the tape has been loaded: it has ended, or the program has not listened for twelve
        seconds, or is back in BASIC with a report.

        Raises:
            TapeError: the tape is damaged or cannot be played, BASIC stopped with an error, the program reset
                the machine, or the tape ended while the program waited for more.
            SnapshotError: the snapshot is damaged, or of another model.
            TimeLimitError: `timeout` seconds of Spectrum time passed first, or the program waits for a key, or does
                the same over and over, so that the text or the place cannot come.
        """
        media.load(self, path, media.one_goal(until, until_text, until_pc), timeout=timeout, basic=basic)

    def play_rzx(self, path: Path | str | RecordedGame, *, every: int = 0) -> tuple[Checkpoint, ...]:
        """Play a recorded game (`.rzx`) of this model to its last frame, from the snapshot in it.

        Returns a checkpoint after each `every` frames (0: none) and after the last, for a test to pin. The machine then
        stands at the end; if the recording left the track, where that was.

        Raises:
            RecordingError: the file is damaged, or of another model.
            ReplayError: the program read its ports more or less often than in the recording; `frame` says when.
        """
        from pyspectrum.machine import rzx  # SkoolKit's player, rarely needed

        played = rzx.play(self.core, path if isinstance(path, rzx.RecordedGame) else rzx.read_rzx(path), every)
        self.restore(MachineState(played.state, None))
        if played.error is not None:
            raise played.error
        return played.checkpoints

    def insert_tape(self, cassette: Tape) -> None:
        """Put a tape in; each time the ROM wants a block from tape it gets the next one at once."""
        self.deck.insert(cassette)

    def eject_tape(self) -> None:
        """Take the tape out, or stop the one that plays."""
        self.deck.eject()

    def play_tape(self, cassette: Tape) -> int:
        """Play a tape as pulses at the EAR socket, at real speed; returns when it ends, in T-states."""
        return self.deck.play(cassette)

    @property
    def saved(self) -> Tape:
        """Blocks saved to tape since power-on or `deck.clear_saved()`."""
        return self.deck.saved
