"""The Z80, its memory and its ports: the only module that touches SkoolKit's simulator.

SkoolKit's C simulator with memory and I/O contention (`CCMIOSimulator`) does the work; where it was
not built, its pure-Python twin (`CMIOSimulator`) gives the same T-states, slowly.

Breakpoints
-----------
The simulator stops at one address only. To stop at any of several at full speed, `Core.run` plants
the opcode of ``out (n),a`` (#D3) over each of them, and the port callback raises when it is called
from such an address. The simulator leaves that instruction before it has changed any register or
the clock, so the stop is exact; all planted bytes are taken out again before `run` returns. A
program that reads its own code at a breakpoint while it runs would see the planted byte.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from skoolkit import ROM48, CCMIOSimulator
from skoolkit.cmiosimulator import CMIOSimulator
from skoolkit.simutils import REGISTERS

from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.models import MODEL_48K, Model

ROM_PATH: str = ROM48
HAS_C_SIMULATOR: bool = CCMIOSimulator is not None

_PLANTED_OPCODE = 0xD3
_PC, _T, _IFF = REGISTERS["PC"], REGISTERS["T"], 26
_INT_ACTIVE = 32
_PAIRS = {
    "bc": "BC", "de": "DE", "hl": "HL", "ix": ("IXh", "IXl"), "iy": ("IYh", "IYl"), "af": "AF",
    "bc'": ("^B", "^C"), "de'": ("^D", "^E"), "hl'": ("^H", "^L"), "af'": ("^A", "^F"),
}  # fmt: skip
_REGISTER_PAIRS = {name: (REGISTERS[pair[0]], REGISTERS[pair[1]]) for name, pair in _PAIRS.items()}
_SINGLE = {name: REGISTERS[name.upper()] for name in ("a", "f", "b", "c", "d", "e", "h", "l", "i", "r", "sp", "pc")}


Observer = Callable[[int, int], object]
"""Called with address and start (in T-states) of each instruction, once it is done; `Core.tstates` is its end then."""


class _BreakpointReachedError(Exception):
    """Raised through the simulator by the port callback; never leaves this module."""


class PortLog:
    """What was sent to the ports, with the T-state of each access: `ula` (border and speaker), `ay` (registers).

    An entry of `ula` is ``(tstates, value)`` for an OUT to an even port, one of `ay`
    ``(tstates, register, value)``; both ascend. Bounded: the oldest entries go.
    """

    def __init__(self) -> None:
        self.ula: list[tuple[int, int]] = []
        self.ay: list[tuple[int, int, int]] = []


class _Ports:
    """What the simulator asks about ports: the ULA's keyboard, EAR and border."""

    def __init__(self) -> None:
        self.rows = [0x1F] * 8  # half-rows #FEFE, #FDFE … #7FFE; a pressed key is a 0 bit
        self.border = 7
        self.speaker = 0
        self.edges: Sequence[int] = ()
        self.kempston: int | None = None
        self.planted: dict[int, int] = {}
        self.log = PortLog()

    def ear_level(self, tstates: int) -> int:
        """The level at the EAR socket: it turns over at each edge of the tape that plays."""
        return bisect.bisect_right(self.edges, tstates) & 1

    def read_port(self, registers: Sequence[int], port: int) -> int:
        if port & 1:
            return 0xFF if port & 0x20 or self.kempston is None else self.kempston
        keys = 0x1F
        select = ~(port >> 8) & 0xFF
        if select:
            for row in range(8):
                if select >> row & 1:
                    keys &= self.rows[row]
        ear = self.ear_level(registers[_T]) if self.edges else 0
        return 0xA0 | ear << 6 | keys

    def write_port(self, registers: Sequence[int], port: int, value: int, offset: int) -> None:
        if self.planted and registers[_PC] in self.planted:
            raise _BreakpointReachedError
        if not port & 1:
            self.border = value & 7
            self.speaker = value >> 4 & 1
            self.log.ula.append((registers[_T] + offset, value))


class Core:
    """A Z80 with 64K of memory, clocked in T-states, with the 48K ROM in place.

    `memory` is the live 65,536 bytes: reading and writing it is reading and writing the machine.
    `keyboard_rows` is the live key matrix, eight half-rows from #FEFE to #7FFE, where a pressed key
    is a 0 among the low five bits.
    """

    def __init__(self, model: Model = MODEL_48K, *, pure_python: bool = False) -> None:
        self.model = model
        image = bytearray(Path(ROM_PATH).read_bytes()) + bytearray(0xC000)
        use_c = HAS_C_SIMULATOR and not pure_python
        simulator_class: Any = CCMIOSimulator if use_c else CMIOSimulator
        self._simulator: Any = simulator_class(image, {"PC": 0, "SP": 0xFFFF}, {"iff": 0, "im": 0})
        self._uses_c = use_c
        self._ports = _Ports()
        self._simulator.set_tracer(self._ports)
        self.memory: bytearray = self._simulator.memory
        self.registers: Any = self._simulator.registers
        self.keyboard_rows: list[int] = self._ports.rows
        self.port_log = self._ports.log
        self.observer: Observer | None = None
        self.before_run: Callable[[], None] | None = None

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        return int(self.registers[_T])

    @tstates.setter
    def tstates(self, value: int) -> None:
        self.registers[_T] = value

    @property
    def pc(self) -> int:
        """The program counter."""
        return int(self.registers[_PC])

    @pc.setter
    def pc(self, value: int) -> None:
        self.registers[_PC] = value & 0xFFFF

    @property
    def border(self) -> int:
        """The border colour, 0–7."""
        return self._ports.border

    @border.setter
    def border(self, value: int) -> None:
        self._ports.border = value & 7

    @property
    def kempston(self) -> int | None:
        """What port #1F reads, ``000FUDLR`` with 1 for pushed; None where no Kempston joystick is fitted."""
        return self._ports.kempston

    @kempston.setter
    def kempston(self, value: int | None) -> None:
        self._ports.kempston = value

    def get(self, name: str) -> int:
        """A register or register pair by its Z80 name: ``a``, ``hl``, ``ix``, ``hl'``, ``sp`` …"""
        if name in _REGISTER_PAIRS:
            high, low = _REGISTER_PAIRS[name]
            return int(self.registers[high]) << 8 | int(self.registers[low])
        return int(self.registers[_SINGLE[name]])

    def set(self, name: str, value: int) -> None:
        """Set a register or register pair by its Z80 name."""
        if name in _REGISTER_PAIRS:
            high, low = _REGISTER_PAIRS[name]
            self.registers[high], self.registers[low] = value >> 8 & 0xFF, value & 0xFF
        else:
            self.registers[_SINGLE[name]] = value

    @property
    def interrupts_enabled(self) -> bool:
        """IFF1."""
        return bool(self.registers[_IFF])

    @interrupts_enabled.setter
    def interrupts_enabled(self, value: bool) -> None:
        self.registers[_IFF] = int(value)

    def play_edges(self, edges: Iterable[int]) -> None:
        """Turn the EAR level over at each of these T-states (ascending); none stops the tape."""
        self._ports.edges = tuple(edges)

    def run(self, until: int, breakpoints: Collection[int] = ()) -> int | None:
        """Run until the clock reaches `until` T-states or PC comes to a breakpoint.

        Returns the breakpoint's address, or None when time ran out. At least one instruction is
        executed, so a machine that stands at a breakpoint moves on.
        """
        if self.before_run is not None:
            self.before_run()
        if self.observer is not None:
            return self._run_observed(until, breakpoints, self.observer)
        if not breakpoints:
            self._execute(until)
            return None
        if self.tstates < until and self.pc in breakpoints:
            self._execute(0)
            if self.pc in breakpoints:
                return self.pc
        if self.tstates >= until:
            return None
        planted = self._ports.planted
        memory = self.memory
        for address in breakpoints:
            planted[address] = memory[address]
            memory[address] = _PLANTED_OPCODE
        try:
            self._execute(until)
        except _BreakpointReachedError:
            pass
        finally:
            for address, byte in planted.items():
                memory[address] = byte
            planted.clear()
        return self.pc if self.pc in breakpoints else None

    def _run_observed(self, until: int, breakpoints: Collection[int], observer: Observer) -> int | None:
        """As `run`, telling of every instruction: some twenty times slower, and exact whatever the program does."""
        is_first = True

        def before(pc: int) -> str:
            nonlocal is_first
            if pc in breakpoints and not is_first:
                raise _BreakpointReachedError
            is_first = False
            return ""

        if not self._uses_c:
            while True:
                pc, started = self.pc, self.tstates
                self._execute(0)
                observer(pc, started)
                if self.pc in breakpoints:
                    return self.pc
                if self.tstates >= until:
                    return None
        limits = (0, until) if until > self.tstates else (1, 0)
        try:
            self._simulator.trace(
                None, None, *limits, True, None, None, None, before, lambda pc, _, started: observer(pc, started)
            )
        except _BreakpointReachedError:
            return self.pc
        return self.pc if self.pc in breakpoints else None

    def step(self) -> None:
        """Execute one instruction (and accept an interrupt after it where one is due)."""
        if self.observer is not None:
            self._run_observed(0, (), self.observer)
        else:
            self._execute(0)

    def trace(self, until: int, visit: Callable[[int, int], None]) -> None:
        """Run until the clock reaches `until`, calling ``visit(pc, tstates)`` with each instruction's start.

        Slow (a Python call for every instruction): for profiles, not for play.
        """
        if self._uses_c:
            self._simulator.trace(
                None, None, 0, until, True, None, None, None, lambda pc: "", lambda pc, _, t: visit(pc, t)
            )
            return
        while self.tstates < until:
            visit(self.pc, self.tstates)
            self._execute(0)

    def _execute(self, until: int) -> None:
        """Run to `until`; always at least one instruction."""
        if self._uses_c:
            max_operations, max_time = (0, until) if until > self.tstates else (1, 0)
            # start, stop, max_operations, max_time, interrupts, draw, exec_map, keyboard, disassemble, trace
            self._simulator.trace(None, None, max_operations, max_time, True, None, None, None, None, None)
            return
        simulator, registers, memory = self._simulator, self.registers, self.memory
        opcodes = simulator.opcodes
        while True:
            pc = registers[_PC]
            opcodes[memory[pc]]()
            if registers[_IFF] and registers[_T] % TSTATES_PER_FRAME < _INT_ACTIVE:
                simulator.accept_interrupt(registers, memory, pc)
            if registers[_T] >= until:
                return
