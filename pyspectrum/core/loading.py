"""Running at full speed while a tape plays: the simulator looks up the pulses itself, and skips rounds of known loops.

A loader reads the EAR socket some hundred thousand times a second, and each read is a call of Python. SkoolKit's
simulator without contention answers those reads from the list of edges, and in the loops of well-known loaders goes
straight to the round that hears the edge, as its `tap2sna` does.

It is not exact: there is no contention, and no key is heard. So only `Spectrum.load` uses it, and not while keys are
down, or with hooks at ports or an observer.
"""

from __future__ import annotations

import bisect
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from skoolkit import CSimulator
from skoolkit.loadsample import ACCELERATORS, Accelerator
from skoolkit.simutils import PC, T

from pyspectrum.core.bus import NEVER, NO_KEY, Bus
from pyspectrum.core.paging import PAGE_SIZE, Memory, Pages
from pyspectrum.models import Model

HAS_FAST_SIMULATOR: bool = CSimulator is not None

_ULA = 0xFE
_NEXT_EDGE, _INDEX, _LAST_INDEX, _IS_RUNNING, _STATE_SIZE = 0, 1, 3, 4, 10
_BOTH_DELAY_LOOPS = 3
"""Skip rounds of ``dec a / jr nz`` and of ``dec a / jp nz``."""


class _Tracer:
    """The tracer that the simulator's `load` asks for: the edges, the position of the tape, and the writes to ports."""

    in_min_addr = 0
    list_accelerators = 0
    accel_dec_a = _BOTH_DELAY_LOOPS
    border = 0

    def __init__(self, bus: Bus) -> None:
        self.write_port = _writer(bus)
        self.read_port = bus.read_port
        self.accelerators: set[Any] = set()
        self.edges = array("Q")
        self.state = array("Q", bytes(8 * _STATE_SIZE))
        self.blocks: list[object] = []
        self.block_index = 0

    def fast_load(self, simulator: object) -> bool:
        """Leave the ROM's loader to the deck."""
        return False


def _writer(bus: Bus) -> Callable[[Any, int, int, int], None]:
    """The short way to the ULA, for stripes in the border; a closure, since it is called twice a bit."""

    def write(registers: Any, port: int, value: int, offset: int) -> None:
        if registers[PC] >= PAGE_SIZE and port & 0xFF == _ULA:  # traps are in ROM
            bus.ula = value
        else:
            bus.write_port(registers, port, value, offset)

    return write


class FastLoader:
    """A second simulator, which takes the machine over for a stretch in which pulses play.

    `memory` is the machine's, and `pages` those of a 128, which both simulators share.
    """

    def __init__(self, model: Model, bus: Bus, memory: Memory, pages: Pages | None) -> None:
        self._bus, self._pages = bus, pages
        self._memory = memory if isinstance(memory, bytearray) else None
        self._config = {"frame_duration": model.tstates_per_frame, "int_active": model.interrupt_tstates}
        self._tracer = _Tracer(bus)
        self._simulator: Any = None
        self._paging = -1
        self._edges: Sequence[int] = ()

    def is_of_use(self) -> bool:
        """Return True if pulses play and nothing observes the machine."""
        bus = self._bus
        return (
            bool(bus.edges)
            and bus.heard
            and HAS_FAST_SIMULATOR
            and not bus.has_hooks
            and bus.kempston is None
            and bus.rows == [NO_KEY] * 8
        )

    def run(self, registers: Any, until: int, stop: int | None) -> None:
        """Run from these registers to `until` or to an address, and put back the registers that result.

        At a trap the simulator raises TrapReachedError.
        """
        self._take_over(registers)
        simulator = self._simulator
        try:
            # stop, fast_load, finish_tape, timeout, draw, disassemble, trace
            simulator.load(stop, 0, 0, until - 1, None, None, None)
        finally:
            registers[:] = simulator.registers
            bus = self._bus  # its log has a gap here: it begins afresh
            bus.log.clear(int(registers[T]), bus.ula, bytes(bus.ay_registers))
            if self._memory is not None:
                self._memory[:] = simulator.memory
            elif self._pages is not None:
                self._paging = self._pages.o7ffd

    def _take_over(self, registers: Any) -> None:
        """Bring the simulator to the machine's state, and find the place on the tape."""
        paging = self._pages.o7ffd if self._pages is not None else -1
        if self._simulator is None or paging != self._paging:  # it takes the paging over only when it is made
            memory = self._pages if self._pages is not None else bytearray(0x10000)
            self._tracer.accelerators = {Accelerator(*facts) for facts in ACCELERATORS.values()}
            self._simulator = CSimulator(memory, {"PC": 0, "SP": 0xFFFF}, {"iff": 0, "im": 0}, self._config)
            self._simulator.set_tracer(self._tracer)
        if self._memory is not None:
            self._simulator.memory[:] = self._memory
        self._simulator.registers[:] = registers
        tracer, edges = self._tracer, self._bus.edges
        if edges is not self._edges:
            self._edges = edges
            # a first edge that has always been; a last one so late that no progress is ever printed
            tracer.edges = array("Q", [0])
            tracer.edges.frombytes(array("q", edges).tobytes())
            tracer.edges.append(NEVER)
        index = bisect.bisect_right(edges, registers[T])
        state = tracer.state
        state[:] = array("Q", bytes(8 * _STATE_SIZE))
        state[_INDEX], state[_NEXT_EDGE] = index, tracer.edges[index + 1]
        state[_LAST_INDEX], state[_IS_RUNNING] = len(edges) + 1, 1
