"""Running a whole machine: to a time, to a place, to a condition, with callbacks on the way.

A `Spectrum` runs by `Runner.run_to` alone. That stops at watches, where the deck has something to load or to save, when
the tape must begin or end to play, and at the frames' edges to which videos and recorders listen.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Protocol, Self, TypeVar

from skoolkit.simutils import PC, T

from pyspectrum.assembler.symbols import ROM_LABELS, SymbolTable
from pyspectrum.core import SEEN, Core
from pyspectrum.core.breakpoints import Breakpoint, Tally
from pyspectrum.core.paging import ROM_1
from pyspectrum.errors import AddressError, ModelError, RunningError, SymbolError, TimeLimitError


class Closing:
    """Something in force until `close`, or for a ``with`` block; `end` ends it, and may be called again."""

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end

    def close(self) -> None:
        """End it, if it has not ended yet."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_Entry = TypeVar("_Entry")


def listed(entries: list[_Entry], entry: _Entry) -> Closing:
    """Put an entry on a list, until the result is closed."""

    def take_off() -> None:
        entries[:] = [other for other in entries if other is not entry]

    entries.append(entry)
    return Closing(take_off)


_NEVER = sys.maxsize


class FrameListener(Closing):
    """A callback in force until `close`, or for a ``with`` block, once in `every` frames; it is `due` in T-states."""

    def __init__(self, frames: Frames, callback: Callable[[], None], every: int, only_looks: bool) -> None:
        super().__init__(lambda: frames.remove(self))
        self.callback, self.every, self.due, self.only_looks = callback, every, 0, only_looks


class Frames:
    """The callbacks at a machine's frame edges.

    >>> from pyspectrum import Spectrum
    >>> spectrum, seen = Spectrum(), []
    >>> with spectrum.frames.listen(lambda: seen.append(spectrum.tstates // 69_888), every=2):
    ...     spectrum.run_frames(7)
    >>> seen
    [2, 4, 6]
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self._per_frame = core.model.tstates_per_frame
        self._listeners: list[FrameListener] = []
        self.due = _NEVER
        """T-states of the next listener's call."""

    def listen(self, callback: Callable[[], None], *, every: int = 1, only_looks: bool = False) -> FrameListener:
        """Call `callback` at the start of each frame, or of each whose number `every` divides.

        It is called between two instructions, the first time at the next such frame. It must not run the machine;
        if it does not change it either, it `only_looks`.
        """
        if every < 1:
            raise ValueError(f"cannot call every {every} frames; use 1 or more")
        listener = FrameListener(self, callback, every, only_looks)
        self._listeners.append(listener)
        self._schedule(listener)
        self._look_ahead()
        return listener

    def remove(self, listener: FrameListener) -> None:
        self._listeners = [other for other in self._listeners if other is not listener]
        self._look_ahead()

    def call(self) -> None:
        """Call the listeners whose frame has begun."""
        now = self._core.tstates
        if now < self.due:
            return
        for listener in tuple(self._listeners):
            if listener.due <= now:
                self._schedule(listener)
                listener.callback()
        self._look_ahead()

    @property
    def may_change_machine(self) -> bool:
        """True if a listener does more than look."""
        return not all(listener.only_looks for listener in self._listeners)

    def clock_was_set(self) -> None:
        """Continue from where the machine's clock has jumped to."""
        for listener in self._listeners:
            self._schedule(listener)
        self._look_ahead()

    def _schedule(self, listener: FrameListener) -> None:
        span = listener.every * self._per_frame
        listener.due = (self._core.tstates // span + 1) * span

    def _look_ahead(self) -> None:
        self.due = min((listener.due for listener in self._listeners), default=_NEVER)


Address = int | str
"""A place in memory: a number, a name in `Runner.symbols`, a source line (``"snake.asm:27"``), a label of the ROM."""
Place = Address | tuple[int, Address]
"""An address, or a page of a 128 and an address: there only while the page is in place."""

POLL_TSTATES = 5_000
"""T-states into a frame at which conditions are looked at: after the ROM's interrupt routine has read the keyboard."""

_LONGEST_INSTRUCTION = 64
"""No instruction, contention and interrupt included, takes more T-states."""
_NOWHERE: frozenset[Breakpoint] = frozenset()


class Stopper(Protocol):
    """The part of the tape deck for which the machine stops: `tape.deck.Deck`."""

    def traps(self) -> Collection[Breakpoint]: ...
    def idle_traps(self) -> Collection[Breakpoint] | None: ...
    def serve(self, trap: Breakpoint) -> None: ...
    def next_look(self, until: int) -> int: ...
    def look(self) -> None: ...


class Watcher(Protocol):
    """The part of the beam that keeps a moment before a run: `screen.beam.BeamRecorder`."""

    def before_run(self, until: int, *, was_moved: bool) -> None: ...


class Runner:
    """Makes a core run, with the watches on it; `symbols` are the names that places may have.

    `hear` is called before each run; `screen_text` gives the text on the screen, for the message of a limit that has
    passed.
    """

    def __init__(
        self,
        core: Core,
        frames: Frames,
        deck: Stopper,
        hear: Callable[[], None],
        beam: Watcher,
        screen_text: Callable[[], tuple[str, ...]],
    ) -> None:
        self.core = self._core = core
        self.symbols: SymbolTable | None = None
        self._beam, self._hear, self._frames, self._deck = beam, hear, frames, deck
        self._screen_text = screen_text
        self.allowance: int | None = None
        """T-states that the machine may still run for; None: any number."""
        self._allowed = 0
        self._per_frame = core.model.tstates_per_frame
        self._short = 2 * self._per_frame
        self._left_at = self._left_pc = -1
        self._left_rows: list[int] = []
        self._left_kempston: int | None = None
        self._watches: list[tuple[Breakpoint, Callable[[], object]]] = []
        self._being_served: set[Breakpoint] = set()
        self._tallies: list[Tally] = []

    def run_to(self, until: int, stops: Iterable[Breakpoint] = ()) -> Breakpoint | None:
        """Run until the clock reaches `until` T-states, or PC comes to one of `stops`; return which, or None."""
        left = self.allowance
        if left is None:
            return self._run_to(until, stops)
        began, point = self._core.tstates, None
        if left > 0:
            try:
                point = self._run_to(min(until, began + left), stops)
            finally:
                self.allowance = left - (self._core.tstates - began)
        if point is None and self._core.tstates < until:
            raise self.time_limit_error("the test to end", self._allowed)
        return point

    def _run_to(self, until: int, stops: Iterable[Breakpoint]) -> Breakpoint | None:
        core, frames, registers = self._core, self._frames, self._core.registers
        now = registers[T]
        wanted = frozenset(stops) if stops else _NOWHERE
        if (  # as a rule, where a program is run frame by frame: nobody has touched it, and nobody is called on the way
            now == self._left_at
            and registers[PC] == self._left_pc
            and until - now < self._short
            and until + _LONGEST_INSTRUCTION < frames.due
            and core.keyboard_rows == self._left_rows
            and core.ports.kempston == self._left_kempston
            and (traps := self._deck.idle_traps()) is not None
        ):
            points, counted = self._plan(wanted) if self._watches or self._tallies else (wanted, None)
            point = core.run(until, points, traps, counted)
            if point is None or (point := self._arrive(points, traps, wanted)) is not None:
                self._leave()
                return point
        self._before_run(until)
        try:
            while True:
                point = self._run_on(frames.due if frames.due < until else until, wanted)
                if point is not None:
                    return point
                frames.call()
                if core.tstates >= until:
                    return None
        finally:
            self._leave()

    @property
    def is_attended(self) -> bool:
        """True if a callback or the tape deck may step in while the machine runs."""
        return bool(self._watches) or self._frames.may_change_machine or self._deck.idle_traps() is None

    def allow(self, tstates: int | None) -> None:
        """Limit how long the machine may run in all from now on; None lifts the limit."""
        self.allowance, self._allowed = tstates, tstates or 0

    def _before_run(self, until: int) -> None:
        self._hear()
        self._beam.before_run(until, was_moved=self._core.pc != self._left_pc)

    def _leave(self) -> None:
        """Remember how the machine stopped, to see before the next run if it was touched since."""
        core = self._core
        registers = core.registers
        self._left_at, self._left_pc = registers[T], registers[PC]
        self._left_kempston = core.ports.kempston
        if core.journal is not None:
            core.journal.after_run()
        if core.keyboard_rows != self._left_rows:
            self._left_rows = list(core.keyboard_rows)

    def run_frames(self, frames: float) -> None:
        """See `Spectrum.run_frames`."""
        core, per_frame = self._core, self._per_frame
        if frames != 1:
            check_span(frames, "frames")
        if frames % 1:
            self.run_to(core.tstates + core.model.frames_to_tstates(frames))
        elif frames:
            self.run_to((core.registers[T] // per_frame + int(frames)) * per_frame)

    def run_until(
        self,
        condition: Callable[[], bool],
        waited_for: str,
        limit_tstates: int,
        every_frames: int | Callable[[], int] = 1,
        *,
        stops: Collection[Breakpoint] = (),
    ) -> None:
        """Run until the condition holds, looking once in `every_frames` frames (and now), or PC comes to a stop.

        `every_frames` may be a function, asked before each stretch. A TimeLimitError comes after `limit_tstates`.
        """
        core = self._core
        deadline = core.tstates + limit_tstates
        while not condition():
            if core.tstates >= deadline:
                raise self.time_limit_error(waited_for, limit_tstates)
            frames = every_frames() if callable(every_frames) else every_frames
            if self.run_to(next_poll(core, frames), stops) is not None:
                return

    def can_look(self, stop: int) -> bool:
        """Return True if `run_looking` can stop there: see `Core.can_look`; and at most one place is counted."""
        if self.allowance is not None or self._watches or len(self._tallies) > 1:
            return False
        counts_address = all(isinstance(tally.place, int) for tally in self._tallies)
        traps = self._deck.idle_traps()
        return counts_address and traps is not None and self._core.can_look(stop, traps)

    def run_looking(
        self, look: Callable[[], bool], waited_for: str, limit_tstates: int, stop: int, every_frames: int = 1
    ) -> bool:
        """Run until PC comes to `stop` (True), or until `look`, asked once in `every_frames` frames, holds.

        This is `run_until` with a stop for a condition that only looks: it must not run the machine or change it. It
        takes no longer than the run itself: unless `can_look`, the machine runs past `stop`.
        """
        if not self.can_look(stop):
            self.run_until(look, waited_for, limit_tstates, every_frames)
            return False
        core, frames = self._core, self._frames
        deadline = core.tstates + limit_tstates
        self._before_run(next_poll(core))
        try:
            while True:
                traps = self._deck.traps()
                until = frames.due if frames.due < deadline else deadline
                poll = next_poll(core, every_frames)
                hit = core.run_looking(look, until, poll, every_frames, stop, self._plan(_NOWHERE)[1], traps)
                if hit in (stop, SEEN):
                    return hit == stop
                if hit is not None:
                    self._deck.serve(hit)
                elif core.tstates >= deadline:
                    raise self.time_limit_error(waited_for, limit_tstates)
                frames.call()
        finally:
            self._leave()

    def run_until_pc(self, places: tuple[Place, ...], limit_tstates: int) -> int:
        """See `Spectrum.run_until_pc`."""
        stops = [self.breakpoint(place) for place in places]
        if self.run_to(self._core.tstates + limit_tstates, stops) is None:
            names = " or ".join(map(place_name, places))
            raise self.time_limit_error(f"PC to reach {names}", limit_tstates)
        return self._core.pc

    def time_limit_error(self, waited_for: str, waited_tstates: int, why: str = "timed out") -> TimeLimitError:
        """Return the error of a limit that has passed, or of a wait that is hopeless, with the screen as it is now."""
        per_second = self._core.model.tstates_per_second
        return TimeLimitError(waited_for, waited_tstates, self._screen_text(), tstates_per_second=per_second, why=why)

    def watch(self, place: Place, callback: Callable[[], object]) -> Closing:
        """See `Spectrum.watch`."""
        return listed(self._watches, (self.breakpoint(place), callback))

    @contextmanager
    def tally(self, place: Place) -> Iterator[Tally]:
        """See `Spectrum.tally`."""
        tally = Tally(self.breakpoint(place))
        with listed(self._tallies, tally):
            yield tally

    def breakpoint(self, place: Place) -> Breakpoint:
        """The breakpoint at a place; AddressError for no address, ModelError for a page that no model has."""
        if not isinstance(place, tuple):
            address = self.address(place)
            is_of_rom = self._core.model.banked and place in ROM_LABELS and place not in (self.symbols or ())
            return (ROM_1, address) if is_of_rom else address
        page, there = place
        if not 0 <= page <= ROM_1:
            raise ModelError(f"{page} is not a page; use a bank's number, 0–7, or paging.ROM_0 or ROM_1")
        return page, self.address(there)

    def address(self, place: Address) -> int:
        """The number of a place: itself, or the value of a name in `symbols`; see `address_of`."""
        return address_of(place, self.symbols)

    def describe(self, address: int) -> str:
        """Return an address as its label with the source line, ``work+3 (r.asm:4)``, or as a number."""
        core, symbols = self._core, self.symbols
        if symbols is None or not hasattr(symbols, "nearest"):
            return f"#{address:04X}"
        bank = core.page if core.banks and address >= 0xC000 else None
        name, line = symbols.describe(address, bank), symbols.source_line(address, bank)
        return f"{name} ({PurePath(line.path).name}:{line.line})" if line else name

    def _run_on(self, until: int, stops: frozenset[Breakpoint]) -> Breakpoint | None:
        core, deck = self._core, self._deck
        while True:
            (points, counted), traps = self._plan(stops), deck.traps()
            hit = core.run(deck.next_look(until), points, traps, counted)
            deck.look()
            if hit is not None:
                point = self._arrive(points, traps, stops)
                if point is not None:
                    return point
            elif core.tstates >= until:
                return None

    def _arrive(
        self, points: frozenset[Breakpoint], traps: Collection[Breakpoint], stops: frozenset[Breakpoint]
    ) -> Breakpoint | None:
        """Run the callbacks registered for the current PC; return the one of `stops` that it is, if any."""
        core = self._core
        stopped_at = core.tstates
        for tally in self._tallies:
            if tally.place in points and core.stands_at(tally.place):
                tally.count += 1
        for place, callback in tuple(self._watches):
            if place in points and core.stands_at(place):
                self._serve(place, callback)
        if core.tstates != stopped_at:  # a callback ran the machine
            return None
        for place in stops:
            if core.stands_at(place):
                return place
        for trap in traps:
            if core.stands_at(trap):
                self._deck.serve(trap)
                break
        return None

    def jump(self, address: int) -> None:
        """Set PC from outside, as a call does, and run the callbacks registered for that place."""
        self._core.pc = address
        if self._watches or self._tallies:
            places = {place for place, _ in self._watches} - self._being_served
            self._arrive(frozenset(places.union(tally.place for tally in self._tallies)), (), _NOWHERE)

    def _plan(self, stops: frozenset[Breakpoint]) -> tuple[frozenset[Breakpoint], Tally | None]:
        """Return the places to stop at, and a place that is only counted on the way, at full speed.

        These are `stops`, those counted and the watches, but for those whose callback is running.
        """
        if not self._watches and (not self._tallies or (len(self._tallies) == 1 and not stops)):
            return stops, self._tallies[0] if self._tallies else None
        watched = (place for place, _ in self._watches if place not in self._being_served)
        return stops.union(watched, (tally.place for tally in self._tallies)), None

    def _serve(self, place: Breakpoint, callback: Callable[[], object]) -> None:
        outermost = place not in self._being_served
        self._core.touch()
        self._being_served.add(place)
        try:
            callback()
        finally:
            if outermost:
                self._being_served.discard(place)


def check_span(span: float, unit: str) -> None:
    """Raise RunningError unless a machine can run for so long."""
    if not 0 <= span < math.inf:
        raise RunningError(f"cannot run for {span} {unit}; use 0 or more")


def next_poll(core: Core, frames: int = 1) -> int:
    """T-states at which `run_until` looks at its condition next, if it looks once in `frames` frames."""
    per_frame = core.model.tstates_per_frame
    return ((core.tstates - POLL_TSTATES) // per_frame + frames) * per_frame + POLL_TSTATES


def address_of(place: Address, symbols: SymbolTable | None) -> int:
    """Return the number of a place: itself, a name's value, the first instruction at a source line, a ROM label.

    AddressError for a name that is not a symbol, or a number outside 0–65535.

    >>> address_of(0x8000, None), hex(address_of("LD-BYTES", None))
    (32768, '0x556')
    """
    if isinstance(place, str):
        if place in ROM_LABELS and place not in (symbols or ()):
            return ROM_LABELS[place]
        if symbols is None or not hasattr(symbols, "nearest"):  # what `assemble` returned, perhaps, but no table
            has = "no symbols" if symbols is None else f"for symbols an {type(symbols).__name__}"
            raise AddressError(f"no symbol {place!r}: the machine has {has}; set spectrum.symbols to a SymbolTable")
        try:
            is_line = place not in symbols and ":" in place
            place = symbols.address_of_line(place) if is_line else symbols[place]
        except SymbolError as error:
            raise AddressError(str(error)) from None
    if not 0 <= place <= 0xFFFF:
        raise AddressError(f"{place} is not an address; use 0–65535")
    return place


def place_name(place: Place) -> str:
    """A place as a message names it.

    >>> place_name("main"), place_name((3, 0xC000))
    ('main', '#C000 in page 3')
    """
    page, address = place if isinstance(place, tuple) else (None, place)
    name = address if isinstance(address, str) else f"#{address:04X}"
    return name if page is None else f"{name} in page {page}"
