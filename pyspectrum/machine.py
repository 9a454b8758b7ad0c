"""The whole machine: run it, watch it, type on it, load tapes into it.

`Spectrum` is the front: each kind of work is done by a part of its own (`typist`, `stick`, `routines`,
`deck`, `sound`, `ports`), to which the methods here lead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyspectrum import memory, power
from pyspectrum.breakpoints import Breakpoint
from pyspectrum.core import Core, CoreState
from pyspectrum.deck import Deck, DeckState
from pyspectrum.errors import AddressError, ModelError, TimeLimitError
from pyspectrum.joystick import Joystick
from pyspectrum.models import Model, model_named
from pyspectrum.paging import ROM_1
from pyspectrum.ports import Ports
from pyspectrum.routines import CallResult, Routines
from pyspectrum.screen import Screen
from pyspectrum.sound import Sound
from pyspectrum.tape import Tape
from pyspectrum.typist import Keys, Typist

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from pyspectrum.symbols import SymbolTable

EDITOR = power.EDITOR
DEFAULT_TIMEOUT = 60.0
"""How many seconds of Spectrum time a method waits when it is not told."""

_POLL_TSTATES = 5_000
"""How far into a frame conditions are looked at: after the ROM's interrupt routine has read the keyboard."""

Address = int | str
"""A place in memory: a number, or a name in `Spectrum.symbols`."""
Place = Address | tuple[int, Address]
"""An address, or a page of a 128 and an address: there only while the page is in place."""
Condition = Callable[["Spectrum"], bool]


@dataclass(frozen=True)
class MachineState:
    """All that `Spectrum.restore` needs to go back to a moment: memory, registers, the clock, the ports, the tape."""

    core: CoreState
    deck: DeckState | None

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        return self.core.memory

    @property
    def registers(self) -> tuple[int, ...]:
        """The registers, in the simulator's order."""
        return self.core.registers

    @property
    def border(self) -> int:
        """The border's colour, 0–7."""
        return self.core.ports.ula & 7


class Spectrum:
    """A Spectrum: a 48K, a 128K or a +2.

    Every method that waits has a limit in Spectrum time, `timeout` in seconds (or `limit_tstates`), and
    raises `TimeLimitError`, with the text on the screen, when it is passed.

    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type_command('PRINT 6*7')
    >>> spectrum.type_text("\\n")
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
        self.symbols: SymbolTable | None = None
        self.typist = Typist(self)
        self.stick = Joystick(self, joystick)
        self.routines = Routines(self)
        self.deck = Deck(self)
        self.ports = Ports(self.core.ports)
        self.sound = Sound(self)
        self._watches: list[tuple[Breakpoint, Callable[[], None]]] = []
        self._being_served: set[Breakpoint] = set()
        self._text_cache: tuple[bytes, tuple[str, ...]] = (b"", ())
        self._input_cache: tuple[tuple[int, bytes], tuple[str, ...]] = ((0, b""), ())

    # -- power ---------------------------------------------------------------------------------

    def reset(self) -> None:
        """Press the reset button: the ROM starts afresh; the clock runs on."""
        self.core.reset()

    def boot(self, basic: str | None = None) -> None:
        """Reset, and run until the ROM waits for a key: in BASIC, or on a 128 at its menu.

        `basic`, ``"128"`` or ``"48"``, chooses that BASIC on the menu of a 128.

        >>> spectrum = Spectrum("128")
        >>> spectrum.boot()
        >>> spectrum.text_lines()[10].split()
        ['48', 'BASIC']
        """
        power.boot(self, basic)

    def state(self) -> MachineState:
        """The machine as it is, to come back to with `restore`; the keys held down are not part of it."""
        return MachineState(self.core.state(), self.deck.state())

    def restore(self, state: MachineState) -> None:
        """Go back to a `state`, its clock included; all keys are released."""
        self.core.restore(state.core)
        self.deck.restore(state.deck)
        self.release()

    # -- running -------------------------------------------------------------------------------

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        return self.core.tstates

    def run(self, *, seconds: float) -> None:
        """Run for so many seconds of Spectrum time."""
        self.run_tstates(self.model.seconds_to_tstates(seconds))

    def run_tstates(self, tstates: int) -> None:
        """Run for so many T-states (rounded up to a whole instruction)."""
        self._advance(self.tstates + tstates)

    def run_frames(self, frames: float) -> None:
        """Run to the end of so many frames: to a frame's edge, where its interrupt comes.

        A frame that has begun counts as one. A number that is not whole is a length of time instead.
        """
        if frames != int(frames):
            self.run_tstates(self.model.frames_to_tstates(frames))
        elif frames > 0:
            per_frame = self.model.tstates_per_frame
            self._advance((self.tstates // per_frame + int(frames)) * per_frame)

    def run_until(
        self,
        condition: Condition,
        waited_for: str,
        limit_tstates: int | None = None,
        *,
        every_frames: int = 1,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        """Run until `condition(self)` holds, looking once in `every_frames` frames (and now).

        Raises `TimeLimitError` after `timeout` seconds, naming `waited_for`.
        """
        limit = self.limit(limit_tstates, timeout)
        deadline = self.tstates + limit
        per_frame = self.model.tstates_per_frame
        while not condition(self):
            if self.tstates >= deadline:
                raise self.time_limit_error(waited_for, limit)
            frame = (self.tstates - _POLL_TSTATES) // per_frame + every_frames
            self._advance(frame * per_frame + _POLL_TSTATES)

    def run_until_pc(
        self, *addresses: Place, limit_tstates: int | None = None, timeout: float = DEFAULT_TIMEOUT
    ) -> int:
        """Run until PC comes to one of `addresses`, exactly there; returns the address.

        Raises `TimeLimitError` after `timeout` seconds.
        """
        limit = self.limit(limit_tstates, timeout)
        if self._advance(self.tstates + limit, map(self.breakpoint, addresses)) is None:
            raise self.time_limit_error(f"PC to reach {' or '.join(map(_place_name, addresses))}", limit)
        return self.core.pc

    @contextmanager
    def watch(self, address: Place, callback: Callable[[], None]) -> Iterator[None]:
        """While the `with` block lasts, call `callback` each time PC comes to `address`.

        The callback finds the machine before the instruction there, and may run it further; it is not
        called again before it has returned. Several may watch one place.
        """
        watch = (self.breakpoint(address), callback)
        self._watches.append(watch)
        try:
            yield
        finally:
            self._watches.remove(watch)

    def breakpoint(self, place: Place) -> Breakpoint:
        """The breakpoint at a place: an address or a name in `symbols`, or either behind a page (see `paging`).

        Raises `AddressError` for what is no address, `ModelError` for a page of another model.
        """
        if not isinstance(place, tuple):
            return self.address(place)
        page, address = place
        if not 0 <= page <= ROM_1:
            raise ModelError(f"{page} is no page; use a bank's number, 0–7, or paging.ROM_0 or ROM_1")
        return page, self.address(address)

    def address(self, place: Address) -> int:
        """The number of a place: itself, or the value of a name in `symbols`.

        Raises `AddressError` for a name that is no symbol, or a number outside 0–65535.
        """
        if isinstance(place, str):
            if self.symbols is None or place not in self.symbols:
                raise AddressError(f"no symbol {place!r}; set spectrum.symbols to a table that has it")
            place = self.symbols[place]
        if not 0 <= place <= 0xFFFF:
            raise AddressError(f"{place} is no address; use 0–65535")
        return place

    def limit(self, limit_tstates: int | None, timeout: float) -> int:
        """A limit in T-states, from one in T-states where that is given, or else in seconds."""
        return self.model.seconds_to_tstates(timeout) if limit_tstates is None else limit_tstates

    def time_limit_error(self, waited_for: str, limit_tstates: int) -> TimeLimitError:
        """The error of a limit that has passed, with the screen as it is now."""
        return TimeLimitError(
            waited_for, limit_tstates, self.screen.text(), tstates_per_second=self.model.tstates_per_second
        )

    def _advance(self, until: int, stops: Iterable[Breakpoint] = ()) -> Breakpoint | None:
        core = self.core
        stops = frozenset(stops)
        while True:
            traps = self.deck.traps()
            points = stops.union(place for place, _ in self._watches if place not in self._being_served)
            if core.run(until, points, traps) is None:
                return None
            stopped_at = core.tstates
            for place, callback in tuple(self._watches):
                if place in points and core.stands_at(place):
                    self._serve(place, callback)
            if core.tstates != stopped_at:  # a callback ran the machine
                continue
            for place in stops:
                if core.stands_at(place):
                    return place
            for trap in traps:
                if core.stands_at(trap):
                    self.deck.serve(trap)
                    break

    def _serve(self, place: Breakpoint, callback: Callable[[], None]) -> None:
        outermost = place not in self._being_served
        self._being_served.add(place)
        try:
            callback()
        finally:
            if outermost:
                self._being_served.discard(place)

    # -- keys ----------------------------------------------------------------------------------

    def hold(self, keys: Keys) -> None:
        """Press these keys and keep them down; whatever was down before is released."""
        self.typist.hold(keys)

    def release(self, keys: Keys | None = None) -> None:
        """Let go of these keys, or of all."""
        self.typist.release(keys)

    def press(self, keys: Keys, limit_tstates: int | None = None, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Press a chord as soon as the ROM can take it, and release it as soon as it has."""
        self.typist.press(keys, self.limit(limit_tstates, timeout))

    def tap(self, keys: Keys, frames: int = 3) -> None:
        """Hold a chord for so many frames, for programs that scan the keyboard themselves."""
        self.typist.tap(keys, frames)

    def key_waits(self) -> bool:
        """Whether a key was pressed that the program has not read yet."""
        return self.typist.key_waits()

    def type(self, text: str, limit_tstates: int | None = None, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Type as the machine now takes it: keywords in capitals by their keys in K mode, letters in INPUT."""
        self.typist.type(text, self.limit(limit_tstates, timeout))

    def type_text(self, text: str, limit_tstates: int | None = None, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Type into an INPUT line, letter by letter; ``\\n`` is ENTER. Returns when all was read."""
        self.typist.type_text(text, self.limit(limit_tstates, timeout))

    def type_command(self, command: str, limit_tstates: int | None = None, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Type a direct command or program line with keywords in capitals; ENTER is not added."""
        self.typist.type_command(command, self.limit(limit_tstates, timeout))

    def joystick(self, directions: str) -> None:
        """Push the joystick: ``"left+fire"``, held until the next call; ``""`` lets go."""
        self.stick.push(directions)

    # -- routines ------------------------------------------------------------------------------

    def call(
        self, target: Address, *, limit_tstates: int | None = None, timeout: float = DEFAULT_TIMEOUT, **registers: int
    ) -> CallResult:
        """Call a machine-code routine with these registers, and return those it comes back with."""
        return self.routines.call(target, self.limit(limit_tstates, timeout), registers)

    # -- screen --------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen as it is now; on a 128 the one that shows."""
        return Screen(self.core.screen_bytes())

    def text_lines(self) -> tuple[str, ...]:
        """The 24 lines of text on the screen, 32 characters each; quick while nothing changes."""
        cells = self.core.screen_bytes(memory.ATTRIBUTE_FILE - memory.DISPLAY_FILE)
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

    def wait_for_text(self, text: str, limit_tstates: int | None = None, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        """Run until `text` stands somewhere on one line of the screen."""
        limit = self.limit(limit_tstates, timeout)
        self.run_until(lambda m: any(text in line for line in m.text_lines()), f"{text!r} on the screen", limit)

    def image(self, *, scale: int = 1, border: bool = True) -> Image.Image:
        """The picture on the television, `scale` times its size, with the border around it."""
        return self.screen.image(scale=scale, border=self.core.border if border else None)

    # -- tape ----------------------------------------------------------------------------------

    def insert_tape(self, cassette: Tape) -> None:
        """Put a tape in; each time the ROM wants a block from tape it gets the next one at once."""
        self.deck.insert(cassette)

    def eject_tape(self) -> None:
        """Take the tape out, or stop the one that plays."""
        self.deck.eject()

    def play_tape(self, cassette: Tape) -> int:
        """Play a tape as pulses at the EAR socket, at real speed; returns when it ends, in T-states."""
        return self.deck.play(cassette)


def _place_name(place: Place) -> str:
    page, address = place if isinstance(place, tuple) else (None, place)
    name = address if isinstance(address, str) else f"#{address:04X}"
    return name if page is None else f"{name} in page {page}"
