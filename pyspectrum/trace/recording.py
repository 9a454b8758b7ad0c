"""Replay of a journal on a machine of its own, instruction by instruction the same, and the recording made of it.

The viewer runs a frame's instructions itself, from the state at its edge. So a recorded frame keeps that state, as the
changes since the one before, and the bytes that its INs got.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.states import HALT, IFF, IM, MEMPTR
from pyspectrum.trace.journal import Change, Journal, Runs, differing_runs

_PAIRS = ("af", "bc", "de", "hl", "af'", "bc'", "de'", "hl'", "ix", "iy", "sp", "pc")
_RAM_START = 0x4000


class Replay:
    """A machine that does again what the journal's did; `is_exact` until it was not where that had been at a change."""

    def __init__(self, journal: Journal) -> None:
        spectrum = journal.spectrum
        self.journal = journal
        self.core = core = Core(spectrum.model)
        core.restore(journal.start)
        self._put_in(*journal.start_input)
        self.end = spectrum.tstates
        self.is_exact = True
        self._following = 0
        if journal.answers:
            core.ports.read_hooks.append((0, 0, lambda port, tstates: journal.answers.get(tstates)))
        self.on_change: Callable[[Change], object] | None = None

    @property
    def next_change(self) -> Change | None:
        changes = self.journal.changes
        return changes[self._following] if self._following < len(changes) else None

    def run_to(self, until: int, stop: Breakpoint | None = None) -> bool:
        """Run to `until` T-states, each change at its time; returns True where PC comes to `stop` first.

        A change at `until` itself is left for the next run, but for those at the very end.
        """
        core = self.core
        stops = () if stop is None else (stop,)
        while True:
            change = self.next_change
            limit = until if change is None or change.tstates > until else change.tstates
            if core.tstates < limit and core.run(limit, stops) is not None:
                return True
            if change is None or core.tstates < change.tstates or (change.tstates >= until and until < self.end):
                return False
            self._apply(change)
            if not self.is_exact:
                return False

    @contextmanager
    def executing(self, **how: object) -> Iterator[None]:
        """Give `Core.execute` more options while the block lasts: ``ask``, called before each instruction, ``note``."""
        core = self.core
        execute = core.execute
        core.execute = partial(execute, **how)  # type: ignore[method-assign, arg-type]
        try:
            yield
        finally:
            core.execute = execute  # type: ignore[method-assign]

    def is_like(self, core: Core) -> bool:
        """Return True if this machine equals that one now: clock, registers and memory."""
        same = tuple(self.core.registers) == tuple(core.registers)
        return same and bytes(self.core.memory) == bytes(core.memory) and self.core.banks == core.banks

    def _apply(self, change: Change) -> None:
        core = self.core
        self._following += 1
        here = tuple(core.registers)  # but MEMPTR, the last: at a trap it is a step ahead (see `Core.run`)
        if (change.before is not None and here[:MEMPTR] != change.before[:MEMPTR]) or core.tstates != change.tstates:
            self.is_exact = False
            return
        if change.paging is not None:
            core.paging = change.paging
        if change.ula is not None:
            core.ports.ula = change.ula
        pages = core.banks or (core.memory,)
        for place, content in change.memory:
            bank, at = divmod(place, len(pages[0]))
            pages[bank][at : at + len(content)] = content
        if change.registers is not None:
            for number, value in enumerate(change.registers):
                core.registers[number] = value
        self._put_in(change.rows, change.kempston, change.edges)
        if self.on_change is not None:
            self.on_change(change)

    def _put_in(self, rows: object, kempston: int | None, edges: object) -> None:
        core = self.core
        if rows is not None:
            core.keyboard_rows[:] = rows  # type: ignore[call-overload]
        if kempston is not None:
            core.ports.kempston = kempston
        if edges is not None:
            core.ports.play_edges(edges)  # type: ignore[arg-type]


def first_difference(journal: Journal) -> int | None:
    """Return the clock when a replay was last right, or None if it ends right."""
    again = Replay(journal)
    right = journal.begin
    for check in journal.checks:
        tstates, pc = check >> 16, check & 0xFFFF
        if tstates < again.core.tstates:
            continue
        again.run_to(tstates)
        change = again.next_change  # one that comes at this very moment may set PC
        is_there = again.core.pc == pc or (change is not None and change.tstates == tstates)
        if not again.is_exact or again.core.tstates != tstates or not is_there:
            return right
        right = tstates
    again.run_to(again.end)
    return None if again.is_exact and again.is_like(journal.spectrum.core) else right


@dataclass(frozen=True)
class Frame:
    """The machine at a moment: `words` as of `words_of`, and what of the RAM differs from the frame before.

    Places count from the RAM's beginning: from 16384 on a 48K, from bank 0 on a 128. `reads` counts the INs before.
    """

    tstates: int
    words: tuple[int, ...]
    reads: int
    memory: Runs


@dataclass(frozen=True)
class Outside:
    """Change from outside at `tstates`: registers (`words`, and the clock, as they were then), memory."""

    tstates: int
    clock: int
    words: tuple[int, ...] | None
    memory: Runs


@dataclass
class Trace:
    """Record of what one machine did.

    Attributes:
        begin, end: in T-states since power-on.
        ram: the RAM in `frames[0]`.
        frames: the start, each frame's edge, and the end.
        reads: the byte that each IN got.
        ula, ay: writes to the ULA and to the sound chip, with T-states.
        ula_before, ay_before: the last writes before `begin`.
        changes: changes from outside, but for keys, which show in `reads`.
        right_until: the end of what is exact, or None if all of it is.
    """

    begin: int
    end: int
    ram: bytes
    ula_before: int
    ay_before: bytes
    frames: list[Frame] = field(default_factory=list)
    reads: bytearray = field(default_factory=bytearray)
    ula: list[tuple[int, int]] = field(default_factory=list)
    ay: list[tuple[int, int, int]] = field(default_factory=list)
    changes: list[Outside] = field(default_factory=list)
    right_until: int | None = None

    def frame_at(self, tstates: int) -> int:
        return max(0, bisect_right(self.frames, tstates, key=lambda frame: frame.tstates) - 1)

    def run_of_frames(self) -> Iterator[tuple[int, Frame, bytearray]]:
        """Yield each frame with its number and the RAM at its edge, which the next frame changes."""
        ram = bytearray(self.ram)
        for number, frame in enumerate(self.frames):
            for place, content in frame.memory:
                ram[place : place + len(content)] = content
            yield number, frame, ram


def words_of(core: Core) -> tuple[int, ...]:
    """Return the registers in pairs, I and R, the flip-flops, the border, MEMPTR and the paging."""
    registers = core.registers
    flags = registers[IM] | registers[IFF] << 4 | registers[HALT] << 5
    pairs = [core.get(name) for name in _PAIRS]
    return (*pairs, core.get("i") << 8 | core.get("r"), flags, core.border, registers[MEMPTR], core.paging)


def ram_of(core: Core) -> bytes:
    """Return the RAM: 48K from 16384 on, or the eight banks."""
    return b"".join(map(bytes, core.banks)) if core.banks else bytes(core.memory[_RAM_START:])


def record(journal: Journal, seconds: float = 300.0) -> Trace:
    """Replay the journal and record its last `seconds`, as far as the replay is exact."""
    again = Replay(journal)
    core, per_frame = again.core, again.core.model.tstates_per_frame
    longest = core.model.seconds_to_tstates(seconds)
    if again.end - journal.begin > longest:
        again.run_to((again.end - longest) // per_frame * per_frame)
    recording = Trace(core.tstates, again.end, ram_of(core), core.ports.ula, bytes(core.ports.ay_registers))
    core.port_log.clear(core.tstates, recording.ula_before, recording.ay_before)
    _note_reads(core, recording.reads)
    again.on_change = lambda change: _note_change(core, change, recording.changes)
    ram, frames = recording.ram, recording.frames
    frames.append(Frame(core.tstates, words_of(core), 0, ()))
    log = core.port_log
    while again.is_exact and (core.tstates < again.end or again.next_change is not None):
        edge = (core.tstates // per_frame + 1) * per_frame
        again.run_to(min(edge, again.end))
        now = ram_of(core)
        runs = () if now == ram else tuple(differing_runs(ram, now))
        frames.append(Frame(core.tstates, words_of(core), len(recording.reads), runs))
        ram = now
        recording.ula += log.ula
        recording.ay += log.ay
        log.ula.clear()
        log.ay.clear()
    if not again.is_exact or not again.is_like(journal.spectrum.core):
        recording.right_until = first_difference(journal)
    if recording.right_until is not None:
        del frames[recording.frame_at(recording.right_until) + 1 :]
        recording.end = frames[-1].tstates
        recording.changes = [change for change in recording.changes if change.tstates < recording.end]
    return recording


def _note_reads(core: Core, reads: bytearray) -> None:
    """Keep each byte that an IN gets from now on."""
    read = core.ports.read_port

    def read_and_note(registers: Sequence[int], port: int) -> int:
        value = read(registers, port)
        reads.append(value)
        return value

    core.ports.read_port = read_and_note  # type: ignore[method-assign]
    core.attach_ports()


def _note_change(core: Core, change: Change, changes: list[Outside]) -> None:
    changed = change.registers is not None or change.ula is not None or change.paging is not None
    if not changed and not change.memory:
        return
    start = 0 if core.banks else _RAM_START
    memory = tuple((place - start, content) for place, content in change.memory)
    changes.append(Outside(change.tstates, core.tstates, words_of(core) if changed else None, memory))
