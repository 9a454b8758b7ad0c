"""Ports of the Z80: the ULA, a Kempston joystick, the sound chip and the paging of a 128.

The simulator calls `read_port` and `write_port` for every IN and OUT. They are short: no other Python code runs while a
program runs at full speed.

Floating bus: in each eight T-states of a line's fetch the ULA reads a byte of the bitmap, its attribute, the next byte
and its attribute, and then rests for four. A port without a device gives the byte that is on the bus at the end of the
input cycle, and #FF while the ULA rests, in the border and in the retrace.

Contention: while the ULA fetches the picture it keeps the Z80 waiting for 6, 5, 4, 3, 2, 1, 0 or 0 T-states at each
access to the memory they share, by the place in an eight-T-state cycle, and likewise at its own port. The simulator
does that, but tells a port's reader only when the instruction began.

Sources: the ZX Spectrum manual, chapter 23; World of Spectrum, "16K / 48K reference" and "128K reference"; the data
sheet of the AY-3-8912; the comp.sys.sinclair FAQ, "Floating bus"; fusetest (a 48K's first byte comes at T = 14339).
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from skoolkit.simutils import PC, SP, T

from pyspectrum.core.breakpoints import Stops, TrapReachedError
from pyspectrum.core.paging import PAGE_SIZE, Memory, Pages
from pyspectrum.models import Model

_DELAYS = (6, 5, 4, 3, 2, 1, 0, 0)
_SCREEN_LINES, _FETCH_TSTATES = 192, 128
_SHARED = 0x4000  # any address that the ULA contends for
_FREE = 0x0000
_IN_A_N = 0xDB
_REPEATED_OUTPUTS = (0xB3, 0xBB)  # otir, otdr
_BLOCK_INPUTS = (0xA2, 0xAA, 0xB2, 0xBA)  # ini, ind, inir, indr


class Contention:
    """The waits of one model, where `high_contended` says whether #C000 is shared memory just now."""

    def __init__(self, model: Model, high_contended: Callable[[], bool] = bool) -> None:
        self._frame = model.tstates_per_frame
        self._line = model.tstates_per_line
        self._first = model.first_screen_tstate - model.contention_lead_tstates
        self._high_contended = high_contended

    def end_of_input(self, memory: Sequence[int], registers: Sequence[int]) -> int:
        """Return the T-state at which the I/O cycle of the IN under way ends.

        For ``in a,(n)`` and ``in r,(c)`` that is the end of the instruction.
        """
        program_counter, now = registers[PC], int(registers[T])
        following = (program_counter + 1) & 0xFFFF
        if memory[program_counter] == _IN_A_N:
            port = registers[0] << 8 | memory[following]
            accesses = [(program_counter, 4), (following, 3)]
        else:
            port = registers[2] << 8 | registers[3]
            accesses = [(program_counter, 4), (following, 4)]
            if memory[following] in _BLOCK_INPUTS:
                accesses.append((registers[14] << 8 | registers[15], 1))
        if not port & 1:
            accesses += [(_SHARED if self._contended(port) else _FREE, 1), (_SHARED, 3)]
        else:
            accesses += [(_SHARED, 1)] * 4 if self._contended(port) else [(_FREE, 4)]
        for address, tstates in accesses:
            now += (self.delay(now) if self._contended(address) else 0) + tstates
        return now

    def _contended(self, address: int) -> bool:
        return 0x4000 <= address < 0x8000 or (address >= 0xC000 and self._high_contended())

    def waits(self, address: int, tstates: int, now: int) -> int:
        """Return how long so many T-states with an address on the bus are held up in all."""
        waited = 0
        for step in range(tstates if self._contended(address) else 0):
            waited += self.delay(now + step + waited)
        return waited

    def delay(self, now: int) -> int:
        """Return how long the ULA holds up an access to its memory, or port, that would begin now."""
        line, place = divmod(now % self._frame - self._first, self._line)
        return _DELAYS[place & 7] if 0 <= line < _SCREEN_LINES and place < _FETCH_TSTATES else 0


NOTHING = 0xFF

_AFTER_FETCH = 3
_BITMAP_BYTES = 0x1800
_LONGEST_INPUT = 64
"""From an IN's beginning to its end, waits included, it takes fewer T-states."""


class FloatingBus:
    """Floating bus of one machine; `screen` gives the bank that shows, 48K's own at an offset."""

    def __init__(self, model: Model, contention: Contention, screen: Callable[[], tuple[Sequence[int], int]]) -> None:
        self._frame, self._line = model.tstates_per_frame, model.tstates_per_line
        self._first = model.first_fetch_tstate + _AFTER_FETCH
        self._end = self._first + _SCREEN_LINES * self._line
        self._contention, self._screen = contention, screen

    def value(self, memory: Sequence[int], registers: Sequence[int]) -> int:
        """Return the byte that the IN under way gets from a port without a device."""
        if not self._first - _LONGEST_INPUT < registers[T] % self._frame < self._end:  # most reads, in the border above
            return NOTHING
        return self.byte_at(self._contention.end_of_input(memory, registers))

    def byte_at(self, tstates: int) -> int:
        """The byte on the bus when an input cycle ends at `tstates`."""
        line, place = divmod(tstates % self._frame - self._first, self._line)
        column, phase = divmod(place, 8)
        if not 0 <= line < _SCREEN_LINES or place >= _FETCH_TSTATES or phase > 3:
            return NOTHING
        memory, start = self._screen()
        column = 2 * column + (phase >> 1)
        if phase & 1:
            return memory[start + _BITMAP_BYTES + 32 * (line >> 3) + column]
        return memory[start + (line >> 6 << 11 | (line & 7) << 8 | (line >> 3 & 7) << 5) + column]


ReadHook = Callable[[int, int], int | None]
WriteHook = Callable[[int, int, int], None]
NO_KEY = 0x1F
NEVER = 1 << 62
"""T-states of an edge that does not come."""

_KEY_SCAN_IN = 0x0296
"""ROM: KEY-SCAN reads a half-row."""
_LOG_KEEPS = 50_000
_ROW_OF_SELECT = {1 << row: row for row in range(8)}
# how many bits each register of the sound chip has; the others read as 0
_AY_MASKS = (0xFF, 0x0F, 0xFF, 0x0F, 0xFF, 0x0F, 0x1F, 0xFF, 0x1F, 0x1F, 0x1F, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF)
_AY_REGISTERS = len(_AY_MASKS)
_AY_MIXER, _AY_PORT_A, _AY_PORT_A_IS_OUTPUT = 7, 14, 0x40
_PORT_A_PINS = 0xBF  # nothing in the keypad's and the printer's sockets


class PortLog:
    """Log of recent writes to the ports: `ula` (border, MIC and speaker) and `ay` (the sound chip).

    `ula` holds ``(tstates, value)`` for each OUT to an even port that changed the value, `ay`
    ``(tstates, register, value)`` for each OUT to the chip; both ascend. `tstates` is when the OUT's I/O cycle was
    over. Both are complete from `since` on, when the value at the ULA was `ula_before`; before the first entry of `ay`
    the chip's registers were `ay_before`. At least the last 50,000 entries are kept.
    """

    def __init__(self) -> None:
        self.ula: list[tuple[int, int]] = []
        self.ay: list[tuple[int, int, int]] = []
        self.since = 0
        self.ula_before = 0
        self.ay_before = bytes(_AY_REGISTERS)

    def clear(self, tstates: int, ula_value: int, ay_registers: bytes) -> None:
        self.ula.clear()
        self.ay.clear()
        self.since, self.ula_before, self.ay_before = tstates, ula_value, ay_registers

    def cut(self, tstates: int, ula_value: int, ay_registers: bytes) -> None:
        """Forget what came after `tstates`, when the ULA and the sound chip held these values."""
        for writes in (self.ula, self.ay):
            while writes and writes[-1][0] > tstates:
                writes.pop()
        if self.since > tstates:
            self.since, self.ula_before, self.ay_before = tstates, ula_value, ay_registers

    def trim(self) -> None:
        if len(self.ula) > 2 * _LOG_KEEPS:
            last_dropped = self.ula[-_LOG_KEEPS - 1]
            del self.ula[:-_LOG_KEEPS]
            self.since, self.ula_before = max(self.since, last_dropped[0]), last_dropped[1]
        if len(self.ay) > 2 * _LOG_KEEPS:
            self.since = max(self.since, self.ay[-_LOG_KEEPS - 1][0])
            registers = bytearray(self.ay_before)
            for _, register, value in self.ay[:-_LOG_KEEPS]:
                registers[register] = value
            self.ay_before = bytes(registers)
            del self.ay[:-_LOG_KEEPS]


@dataclass(frozen=True)
class BusState:
    """State of the ports: the byte last sent to the ULA, the sound chip, the paging."""

    ula: int
    ay_selected: int
    ay_registers: bytes
    o7ffd: int


STOP_FRAMES = 1 << 24
"""So many frames in the future is beyond every limit."""

BusMark = tuple[BusState, int, int]


class Attached:
    """A bus as the simulator sees it. It asks for the border, too, at each start, but does not draw it."""

    border = 0

    def __init__(self, bus: Bus) -> None:
        self.read_port, self.write_port = bus.read_port, bus.write_port


class Bus:
    """The devices at the ports.

    `rows` is the key matrix; `kempston` what port #1F reads, ``000FUDLR`` with 1 for pushed, None without a joystick.
    """

    def __init__(self, model: Model, memory: Memory, pages: Pages | None) -> None:
        self.rows = [NO_KEY] * 8  # half-rows #FEFE, #FDFE … #7FFE; a pressed key is a 0 bit
        self.scanned_rows = self.scans = 0
        self.ula_reads = 0  # how many times the keyboard or the EAR socket was read
        self.kempston: int | None = None
        self.ula = 7
        self.edges: Sequence[int] = ()
        self.heard = False
        self._ear = 0xA0  # what the ULA answers from one edge to the next but for the keys
        self._level_since = self._level_until = 0
        self.ay_selected = 0
        self.ay_registers = bytearray(_AY_REGISTERS)
        self.log = PortLog()
        self.log.ula_before = self.ula
        self.read_hooks: list[tuple[int, int, ReadHook]] = []
        self.write_hooks: list[tuple[int, int, WriteHook]] = []
        self.in_hook = False
        self.answered: Callable[[int, int], None] | None = None  # called with each answer of a hook
        self.traps: Stops | None = None
        """Places at which an OUT is not executed, but ends the run by a `TrapReachedError` through the simulator."""
        self.stop_tstates = STOP_FRAMES * model.tstates_per_frame
        self._memory = memory
        self._pages = pages
        self._contention = Contention(model, lambda: pages is not None and bool(pages.o7ffd & 1))
        self._floating = FloatingBus(
            model, self._contention, lambda: (memory, 0x4000) if pages is None else (pages.banks[pages.display_bank], 0)
        )
        self.before_paging: Callable[[int | None], object] = bool  # which does nothing
        """Called when other pages are about to be switched in, with the address of the OUT, if one does it."""
        self.read_into_paging: int | None = None
        """Value that an IN from #7FFD of a 128 has put there, until the core pages it in."""
        self.bank_sent = -1
        """The highest bank that a program on a 48K has sent to where a 128 has #7FFD; -1 if nothing was sent."""

    def play_edges(self, edges: Sequence[int], *, heard: bool = True) -> None:
        """Turn the EAR level over at each of these T-states (ascending), `heard` or not; none stops the tape."""
        self.edges, self.heard = edges, heard
        self._level_since = self._level_until = 0

    def count_scans(self, rows: int) -> None:
        """Count a program's own scans of these half-rows anew in `scans`: bit 0 is that at #FEFE. 0 ends the counting.

        The ROM's routine KEY-SCAN counts when code in RAM has called it; what the ROM reads for itself does
        not, nor what is read while a tape plays, when it may be the tape that is listened to.
        """
        self.scanned_rows, self.scans = rows, 0

    # -- what the simulator calls --------------------------------------------------------------

    def read_port(self, registers: Sequence[int], port: int) -> int:
        if self.read_hooks:
            value = self._ask_hooks(registers, port)
            if value is not None:
                return value
        if port & 1:
            return self._read_odd(registers, port)
        select = ~(port >> 8) & 0xFF
        if select & self.scanned_rows:
            self._count_scan(registers)
        self.ula_reads += 1
        row = _ROW_OF_SELECT.get(select)
        keys = self._read_rows(select) if row is None else self.rows[row]
        now = registers[T]
        if not self._level_since <= now < self._level_until:
            self._find_level(now)
        return self._ear | keys

    def write_port(self, registers: Any, port: int, value: int, offset: int) -> None:
        """Take the byte of an OUT; `offset` T-states after the instruction began it is there (and one more)."""
        if self.traps is not None and registers[PC] in self.traps.addresses and self.traps.at(registers[PC]):
            raise TrapReachedError
        if not port & 1 and value != self.ula:
            self.ula = value
            self.log.ula.append((registers[T] + offset - 1, value))
        if self._pages is None:
            if not port & 0x8002 and value & 7 > self.bank_sent:
                self.bank_sent = value & 7
        else:
            self._write_128(self._pages, registers, registers[T] + offset - 1, port, value)
        if self.write_hooks:
            self._call_write_hooks(port, value, registers[T] + offset - 1)
        if port & 0x3F00 == 0x3F00:
            self._wait_at_port(registers, port, registers[T] + offset - 1)

    def _wait_at_port(self, registers: Any, port: int, now: int) -> None:
        """Let an OTIR or OTDR that repeats wait for five T-states at its port: SkoolKit takes B as it was before."""
        memory, pc = self._memory, registers[PC]
        if memory[pc] == 0xED and memory[pc + 1 & 0xFFFF] in _REPEATED_OUTPUTS:
            waits = self._contention.waits
            registers[T] += waits(port, 5, now) - waits(port + 0x100 & 0xFFFF, 5, now)

    # -- devices -------------------------------------------------------------------------------

    def _find_level(self, tstates: int) -> None:
        """Find the EAR level at this moment, and between which edges it stays: a loader asks tens of times there."""
        passed = bisect.bisect_right(self.edges, tstates)
        self._level_since = self.edges[passed - 1] if passed else -1
        self._level_until = self.edges[passed] if passed < len(self.edges) else NEVER
        self._ear = 0xA0 | (passed & 1) << 6

    def _read_rows(self, select: int) -> int:
        keys = NO_KEY
        for row in range(8):
            if select >> row & 1:
                keys &= self.rows[row]
        return keys

    def _count_scan(self, registers: Sequence[int]) -> None:
        address = registers[PC]
        if address == _KEY_SCAN_IN:  # its return address is on top of the stack
            address = self._memory[registers[SP]] | self._memory[(registers[SP] + 1) & 0xFFFF] << 8
        if address >= PAGE_SIZE and not (self.heard and self.edges and registers[T] < self.edges[-1]):
            self.scans += 1

    def _read_odd(self, registers: Any, port: int) -> int:
        if self.kempston is not None and not port & 0x20:
            return self.kempston
        if self._pages is not None and port & 0xC002 == 0xC000:
            return self._read_ay()
        value = self._floating.value(self._memory, registers)
        if self._pages is not None and not port & 0x8002 and not self._pages.locked:
            # the 128 does not tell this read from a write: what is on the bus goes to the port
            self.read_into_paging = value
            registers[T] += self.stop_tstates  # no time passes: it makes the simulator stop, and is taken back
        return value

    def _read_ay(self) -> int:
        selected, registers = self.ay_selected, self.ay_registers
        if selected > 15:
            return 0xFF
        if selected == _AY_PORT_A:
            output = registers[_AY_MIXER] & _AY_PORT_A_IS_OUTPUT
            return registers[_AY_PORT_A] & _PORT_A_PINS if output else _PORT_A_PINS
        return registers[selected]

    def _write_128(self, pages: Pages, registers: Sequence[int], tstates: int, port: int, value: int) -> None:
        if not port & 0x8002 and not pages.locked:
            self.before_paging(registers[PC])
            pages.out7ffd(value)
        if port & 0xC002 == 0xC000:
            self.ay_selected = value
        elif port & 0xC002 == 0x8000 and self.ay_selected < 16:
            self.ay_registers[self.ay_selected] = value & _AY_MASKS[self.ay_selected]
            self.log.ay.append((tstates, self.ay_selected, value))

    def reset(self) -> None:
        """Silence the sound chip."""
        self.ay_selected = 0
        self.ay_registers[:] = bytes(_AY_REGISTERS)

    # -- hooks ---------------------------------------------------------------------------------

    @property
    def has_hooks(self) -> bool:
        """True if a hook is called at a port."""
        return bool(self.read_hooks or self.write_hooks)

    def _ask_hooks(self, registers: Sequence[int], port: int) -> int | None:
        wanted = [hook for mask, value, hook in self.read_hooks if port & mask == value]
        if not wanted:
            return None
        tstates = self._contention.end_of_input(self._memory, registers)
        self.in_hook = True
        try:
            for hook in reversed(wanted):
                answer = hook(port, tstates)
                if answer is not None:
                    if self.answered is not None:
                        self.answered(tstates, answer & 0xFF)
                    return answer & 0xFF
        finally:
            self.in_hook = False
        return None

    def _call_write_hooks(self, port: int, value: int, tstates: int) -> None:
        self.in_hook = True
        try:
            for mask, wanted, hook in tuple(self.write_hooks):
                if port & mask == wanted:
                    hook(port, value, tstates)
        finally:
            self.in_hook = False

    # -- going back ----------------------------------------------------------------------------

    def state(self) -> BusState:
        """Return the state of the ports; the keys and the joystick are the user's and not part of it."""
        o7ffd = self._pages.o7ffd if self._pages is not None else 0
        return BusState(self.ula, self.ay_selected, bytes(self.ay_registers), o7ffd)

    def restore(self, state: BusState) -> None:
        """Go back to a `state` (but for the paging, which is the core's to do)."""
        self.ula = state.ula
        self.ay_selected = state.ay_selected
        self.ay_registers[:] = state.ay_registers

    def mark(self) -> BusMark:
        """Return what running changes, but for the log, to undo it with `go_back`: the state and the counts."""
        return self.state(), self.scans, self.ula_reads

    def go_back(self, mark: BusMark, tstates: int) -> None:
        """Undo what has happened since `mark` was made, at `tstates`."""
        state, self.scans, self.ula_reads = mark
        self.restore(state)
        self.log.cut(tstates, state.ula, state.ay_registers)
