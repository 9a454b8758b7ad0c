"""The Z80, its memory and its ports, on SkoolKit's C simulator with memory and I/O contention (`CCMIOSimulator`).

If that was not built, its pure-Python twin (`CMIOSimulator`) gives the same T-states, slowly.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from skoolkit import ROM48, CCMIOSimulator
from skoolkit.cmiosimulator import CMIOSimulator
from skoolkit.simutils import HALT, IFF, IM, MEMPTR, PC, REGISTERS, T

from pyspectrum.core.breakpoints import (
    OUT_N_A,
    Addresses,
    Asked,
    Breakpoint,
    Stops,
    Tally,
    TrapReachedError,
    TrapSorter,
)
from pyspectrum.core.bus import Attached, Bus
from pyspectrum.core.finder import Finder
from pyspectrum.core.journal import RunJournal
from pyspectrum.core.loading import FastLoader
from pyspectrum.core.paging import PAGE_SIZE, ROM_1, Memory, PagedMemory, Pages
from pyspectrum.core.states import Checkpoint, CoreState, Footprint
from pyspectrum.errors import ModelError, RegisterError, RunningError, SlowMachineWarning
from pyspectrum.models import MODEL_48K, Model

__all__ = ["HAS_C_SIMULATOR", "ROM_PATH", "Checkpoint", "Core", "Observer"]

_NAMES = {
    "bc": "BC", "de": "DE", "hl": "HL", "ix": ("IXh", "IXl"), "iy": ("IYh", "IYl"), "af": "AF",
    "bc'": ("^B", "^C"), "de'": ("^D", "^E"), "hl'": ("^H", "^L"), "af'": ("^A", "^F"),
}  # fmt: skip
PAIRS = {name: (REGISTERS[pair[0]], REGISTERS[pair[1]]) for name, pair in _NAMES.items()}
SINGLES: dict[str, int] = {
    **{name: REGISTERS[name.upper()] for name in ("a", "f", "b", "c", "d", "e", "h", "l", "i", "r", "sp", "pc")},
    **{name: REGISTERS[f"{name[:2].upper()}{name[2]}"] for name in ("ixh", "ixl", "iyh", "iyl")},
    "im": IM, "halt": HALT, "memptr": MEMPTR,
}  # fmt: skip

ROM_PATH: str = ROM48
HAS_C_SIMULATOR: bool = CCMIOSimulator is not None

LOADS_HL = 0x2A
"""The instruction ``LD HL,(nn)``. It sets MEMPTR, as the OUT that may stand in its place does."""
SEEN = -1
"""The answer of `run_looking` if the look has found what it looks for; no address."""

_LONGEST_RUN_FRAMES = 10
"""Longest stretch of the simulator before Python looks at signals and at the length of the logs."""


def _single(name: str) -> int:
    try:
        return SINGLES[name]
    except KeyError:
        raise RegisterError(f"no register {name!r}; use {', '.join((*PAIRS, *SINGLES))}") from None


Observer = Callable[[int, int, int], object]
"""Called with the address of each instruction that was executed, and with its start and end in T-states."""


class Core:
    """A Z80 with its memory, clocked in T-states, with the ROMs in place.

    `memory` is the live 65,536 bytes that the Z80 sees, `banks` the eight live banks of a 128 (none on a 48K).
    `keyboard_rows` is the live key matrix, eight half-rows from #FEFE to #7FFE, where a pressed key is a 0 among the
    low five bits. `port_log` is what was sent to the ports. `registers` are the simulator's; fetch them anew after
    `restore` and `go_back`, which on a 128 may need a new simulator.

    `observer` is called with every instruction, some twenty times slower; `footprint` takes up what is executed, at a
    quarter of the speed. `journal` is told of each run and of changes from outside. While `accelerates` is set, a
    playing tape is loaded fast, at the price of exact times (see `loading`); `load` sets it if `may_accelerate`.
    """

    def __init__(self, model: Model = MODEL_48K, *, pure_python: bool = False) -> None:
        self.model = model
        self.uses_c = HAS_C_SIMULATOR and not pure_python
        if not HAS_C_SIMULATOR and not pure_python:
            warnings.warn(SlowMachineWarning.TEXT, SlowMachineWarning, stacklevel=3)
        roms = [Path(path).read_bytes() for path in model.rom_paths]
        self._pages = Pages(roms) if model.banked else None
        self.banks: tuple[bytearray, ...] = tuple(self._pages.banks) if self._pages else ()
        self._simulator: Any = self._build_simulator(self._pages or bytearray(roms[0]) + bytearray(0xC000))
        self.registers: Any = self._simulator.registers
        self.memory: Memory = PagedMemory(self._pages) if self._pages else self._simulator.memory
        self.ports = Bus(model, self.memory, self._pages)
        self.attach_ports()
        self.keyboard_rows: list[int] = self.ports.rows
        self.port_log = self.ports.log
        self.observer: Observer | None = None
        self.journal: RunJournal | None = None
        self.footprint: Footprint | None = None
        self.before_step: Asked | None = None
        self.accelerates, self.may_accelerate = False, True
        self._loader = FastLoader(model, self.ports, self.memory, self._pages)
        self._longest_run = self._trim_at = _LONGEST_RUN_FRAMES * model.tstates_per_frame
        self._finder = Finder(self)
        self._traps = TrapSorter(self.page_at, lambda page: self._pages.all[page] if self._pages else self.memory)

    def _build_simulator(self, memory: Pages | bytearray) -> Any:
        simulator_class: Any = CCMIOSimulator if self.uses_c else CMIOSimulator
        config = {"frame_duration": self.model.tstates_per_frame, "int_active": self.model.interrupt_tstates}
        return simulator_class(memory, {"PC": 0, "SP": 0xFFFF}, {"iff": 0, "im": 0}, config)

    # -- registers and ports -------------------------------------------------------------------

    @property
    def tstates(self) -> int:
        """T-states since power-on."""
        now: int = self.registers[T]
        return now

    @tstates.setter
    def tstates(self, value: int) -> None:
        self.registers[T] = value

    @property
    def pc(self) -> int:
        """The program counter."""
        place: int = self.registers[PC]
        return place

    @pc.setter
    def pc(self, value: int) -> None:
        self.registers[PC] = value & 0xFFFF

    def get(self, name: str) -> int:
        """A register or register pair by its Z80 name: ``a``, ``hl``, ``ix``, ``hl'``, ``sp`` …, or RegisterError.

        Also ``im``, the interrupt mode; ``halt``, 1 while the Z80 waits in HALT; ``memptr``, its hidden register.
        """
        if name in PAIRS:
            high, low = PAIRS[name]
            return int(self.registers[high]) << 8 | int(self.registers[low])
        return int(self.registers[_single(name)])

    def set(self, name: str, value: int) -> None:
        """Set a register or register pair by its Z80 name; see `get`."""
        if name in PAIRS:
            high, low = PAIRS[name]
            self.registers[high], self.registers[low] = value >> 8 & 0xFF, value & 0xFF
        else:
            self.registers[_single(name)] = value

    @property
    def interrupts_enabled(self) -> bool:
        """IFF1."""
        return bool(self.registers[IFF])

    @interrupts_enabled.setter
    def interrupts_enabled(self, value: bool) -> None:
        self.registers[IFF] = int(value)

    @property
    def border(self) -> int:
        """The border colour, 0–7."""
        return self.ports.ula & 7

    @border.setter
    def border(self, value: int) -> None:
        self.ports.ula = self.ports.ula & ~7 | value & 7

    def attach_ports(self) -> None:
        """Make the simulator call the bus's methods as they are now."""
        self._simulator.set_tracer(Attached(self.ports))

    # -- paging --------------------------------------------------------------------------------

    @property
    def paging(self) -> int:
        """The byte last sent to port #7FFD of a 128; setting it pages, locked or not. #30 (ROM 1, locked) on a 48K."""
        return self._pages.o7ffd if self._pages else 0x30

    @paging.setter
    def paging(self, value: int) -> None:
        if self._pages is None or value == self._pages.o7ffd:
            return
        self.ports.before_paging(None)
        self._pages.out7ffd(value)
        self._take_paging_over()

    def _take_paging_over(self) -> None:
        """Make the C simulator anew: it keeps a copy of the paging, and takes it only when it is made."""
        if self.uses_c and self._pages is not None:
            registers = self.registers
            self._simulator = self._build_simulator(self._pages)
            self.attach_ports()
            self.registers = self._simulator.registers
            self.registers[:] = registers

    @property
    def page(self) -> int:
        """The bank at #C000."""
        return self.paging & 7

    @property
    def rom(self) -> int:
        """The ROM in place: 0, or 1 with 48 BASIC; always 1 on a 48K."""
        return self.paging >> 4 & 1

    @property
    def paging_locked(self) -> bool:
        """True if port #7FFD is deaf until the next reset; always so on a 48K."""
        return bool(self.paging & 0x20)

    @property
    def display_bank(self) -> int:
        """The bank whose screen shows: 5, or 7 for the shadow screen of a 128."""
        return self._pages.display_bank if self._pages else 5

    def page_at(self, address: int) -> int:
        """The page that the Z80 sees at an address: 0–7, `paging.ROM_0` or `paging.ROM_1`."""
        return self._pages.page_at(address) if self._pages else (ROM_1, 5, 2, 0)[address >> 14]

    def shown(self) -> tuple[bytearray, int]:
        """The live memory in which the screen that shows lies, and where in it that begins."""
        if self._pages is None:
            return self._simulator.memory, 0x4000
        return self._pages.banks[self._pages.display_bank], 0

    @property
    def live_pages(self) -> tuple[bytearray, ...]:
        """The live RAM: the eight banks, or on a 48K the one memory, with its ROM."""
        return self.banks or (self._simulator.memory,)

    def screen_bytes(self) -> bytes:
        """The 6,912 bytes of the screen that shows: the display file and the attributes."""
        memory, start = self.shown()
        return bytes(memory[start : start + 6912])

    def reset(self) -> None:
        """Start the Z80 at 0 with interrupts off, the sound chip silent and a 128's paging unlocked; time continues."""
        self.paging = 0
        self.ports.reset()
        for register in (PC, IFF, IM, HALT):
            self.registers[register] = 0

    # -- running -------------------------------------------------------------------------------

    def run(
        self,
        until: int,
        breakpoints: Collection[Breakpoint] = (),
        traps: Collection[Breakpoint] = (),
        tally: Tally | None = None,
    ) -> Breakpoint | None:
        """Run until the clock reaches `until` T-states, or PC comes to a breakpoint, which is then returned.

        At least one instruction is executed, so a machine that stands at a breakpoint moves on; none when it is `until`
        already. `traps` are also breakpoints; those at an ``out (#FE),a`` in ROM cost nothing (on a 128: when they name
        the ROM's page). There MEMPTR is already as after the instruction. With a `tally` there are no breakpoints;
        visits to its place are counted on the way. RunningError within a port's hook, in the middle of an instruction.
        """
        ports, registers = self.ports, self.registers
        if ports.in_hook:
            self._refuse_within_hook()
        if registers[T] >= until:
            return None
        free, others = self._traps.sort(tuple(traps)) if traps and self.uses_c else (None, ())
        address: int | None = None
        if tally is not None:
            place = tally.place
            if not self.uses_c or self.journal is not None or others or not isinstance(place, int):
                while (hit := self.run(until, (place,), traps)) == place:
                    tally.count += 1
                return hit
            address = place
        if self.journal is not None:
            self.journal.before_run()
        if not self.uses_c:
            return self._run_python(until, Stops((*breakpoints, *traps), self.page_at))
        if breakpoints or others:
            point, *more = *breakpoints, *others
            if more or not isinstance(point, int):
                return self._finder.run(until, frozenset((point, *more)), free)
            address = point
        if free is not None and registers[PC] in free.addresses:
            self.step()
            if self.registers[PC] == address:
                if tally is None:
                    return address
                tally.count += 1
        ports.traps = free
        try:
            self.execute(until, address, tally=tally)
        except TrapReachedError:
            return free.at(self.pc) if free is not None else None
        finally:
            ports.traps = None
        return address if address is not None and tally is None and self.registers[PC] == address else None

    def can_look(self, stop: int, traps: Collection[Breakpoint]) -> bool:
        """Return True if `run_looking` can stop there: an ``LD HL,(nn)`` in the ROM of a 48K, and nobody looks on."""
        if not self.uses_c or self._pages is not None or self.accelerates or self.ports.has_hooks:
            return False
        if any(one is not None for one in (self.journal, self.observer, self.before_step, self.footprint)):
            return False
        is_there = stop < PAGE_SIZE and self.memory[stop] == LOADS_HL
        return is_there and self._traps.join(tuple(traps), stop) is not None

    def run_looking(
        self,
        look: Callable[[], bool],
        until: int,
        poll: int,
        every_frames: int,
        stop: int,
        tally: Tally | None,
        traps: Collection[Breakpoint],
    ) -> Breakpoint | None:
        """Run to `until`, to `stop` or a trap, which is returned, or until `look` returns True (SEEN); count meanwhile.

        `look` is called at `poll` T-states, then every `every_frames` frames. It must not run or change the machine.
        All this in one pass, if `can_look`: while the simulator runs, and only then, an OUT stands at `stop`; so the
        port's device, which is called there, can stop it, as at a trap. There, too, MEMPTR is as after the instruction.
        """
        self._refuse_within_hook()
        stops = self._traps.join(tuple(traps), stop)
        assert stops is not None
        registers, memory, ports = self.registers, self.memory, self.ports
        place = tally.place if tally is not None and isinstance(tally.place, int) else None
        if registers[PC] in stops.addresses:
            self.step()
            if tally is not None and registers[PC] == place:
                tally.count += 1
        while registers[T] < until:
            memory[stop], ports.traps = OUT_N_A, stops
            try:
                self.execute(poll if poll < until else until, place, tally=tally)
            except TrapReachedError:
                if registers[PC] == stop:
                    registers[MEMPTR] = (memory[stop + 1] + 256 * memory[stop + 2] + 1) & 0xFFFF
                return stops.at(registers[PC])
            finally:
                memory[stop], ports.traps = LOADS_HL, None
            if registers[T] >= poll:
                if look():
                    return SEEN
                poll += every_frames * self.model.tstates_per_frame
        return None

    def stands_at(self, point: Breakpoint) -> bool:
        """Return True if PC is at a breakpoint and its page is paged in."""
        if isinstance(point, int):
            return bool(self.registers[PC] == point)
        return self.pc == point[1] and self.page_at(self.pc) == point[0]

    def _refuse_within_hook(self) -> None:
        if self.ports.in_hook:
            raise RunningError("the machine cannot be run from within a port's hook; note what you need and run later")

    def step(self) -> None:
        """Execute one instruction (and accept an interrupt after it where one is due)."""
        self._refuse_within_hook()
        if self.uses_c:
            # start, stop, max_operations, max_time, interrupts, draw, exec_map, keyboard, disassemble, trace
            note = self.footprint.addresses if self.footprint is not None else None
            self._simulator.trace(None, None, 1, 0, True, None, note, None, *self._questions(None))
            self._page_what_was_read()
            return
        simulator, registers, memory = self._simulator, self.registers, self._simulator.memory
        pc, started = registers[PC], registers[T]
        if self.before_step is not None:
            self.before_step(pc)
        simulator.opcodes[memory[pc]]()
        if self.observer is not None:
            self.observer(pc, started, registers[T])
        if self.footprint is not None:
            self.footprint.addresses.add(pc)
        if registers[IFF] and registers[T] % self.model.tstates_per_frame < self.model.interrupt_tstates:
            simulator.accept_interrupt(registers, memory, pc)
        self._page_what_was_read()

    def execute(
        self,
        until: int,
        stop: int | None = None,
        *,
        note: Addresses | None = None,
        ask: Asked | None = None,
        tally: Tally | None = None,
    ) -> None:
        """Run the simulator to `until` or to the address `stop`, whatever is paged in there.

        With a `tally` it does not end at `stop`, but counts. `note` takes up every address executed, `ask` is called
        with it before and may raise; the Python simulator knows none of the three.
        """
        if not self.uses_c:
            while self.registers[T] < until:
                self.step()
                if self.registers[PC] == stop:
                    return
            return
        before = after = None
        if ask is not None or self.observer is not None:
            before, after = self._questions(ask)
        if note is None and self.footprint is not None:
            note = self.footprint.addresses
        if self.accelerates and note is None and before is None and tally is None and self._loader.is_of_use():
            self._execute_fast(until, stop)
            return
        registers, ports, longest, run = self.registers, self.ports, self._longest_run, self._simulator.trace
        now = registers[T]
        while now < until:
            limit = until if until - now <= longest else now + longest
            # start, stop, max_operations, max_time, interrupts, draw, exec_map, keyboard, disassemble, trace
            run(None, stop, 0, limit, True, None, note, None, before, after)
            if ports.read_into_paging is not None:
                self._page_what_was_read()
                registers, run = self.registers, self._simulator.trace
            now = registers[T]
            if now >= self._trim_at:
                self.port_log.trim()
                self._trim_at = now + longest
            if registers[PC] == stop:
                if tally is None:
                    return
                tally.count += 1

    def touch(self) -> None:
        """Tell the journal that the machine is about to be changed between two runs."""
        if self.journal is not None:
            self.journal.touch()

    def track(self) -> Footprint:
        """Begin to keep the places that are executed."""
        footprint = self.footprint = Footprint(self.page_at)
        self.ports.before_paging = footprint.leave
        return footprint

    @contextmanager
    def tracking(self, take: Callable[[frozenset[int]], object]) -> Iterator[None]:
        """While the block lasts, keep the places that are executed; give them to `take` at its end."""
        outer, before_paging = self.footprint, self.ports.before_paging
        footprint = self.track()
        try:
            yield
        finally:
            places = footprint.settle()
            self.footprint, self.ports.before_paging = outer, before_paging
            if outer is not None:
                outer.add(places)
            take(places)

    def _page_what_was_read(self) -> None:
        """Page in what an IN from #7FFD has put there, if one has."""
        value, self.ports.read_into_paging = self.ports.read_into_paging, None
        if value is not None:
            self.registers[T] -= self.ports.stop_tstates
            self.paging = value

    def _execute_fast(self, until: int, stop: int | None) -> None:
        """See `execute`; while a tape plays."""
        paging = self.paging
        try:
            while self.registers[T] < until:
                self._loader.run(self.registers, min(until, self.registers[T] + self._longest_run), stop)
                if self.registers[PC] == stop:
                    return
        finally:
            if self.paging != paging:
                self._take_paging_over()
            if self.journal is not None:  # this cannot be run again
                self.journal.begin_anew(keep_calls=True)

    def _questions(self, ask: Asked | None) -> tuple[Any, Any]:
        """Return the simulator's hooks before and after each instruction: both callable, or both None.

        If one has nothing to do, a built-in function that takes such arguments costs least.
        """
        observer, registers, before = self.observer, self.registers, self.before_step
        if before is not None:
            asked = ask
            ask = (lambda pc: (before(pc) and 0) or asked(pc)) if asked is not None else before
        if observer is not None:
            return ask or int, lambda pc, _, started: observer(pc, started, registers[T])
        return ask, min if ask else None

    def _run_python(self, until: int, stops: Stops) -> Breakpoint | None:
        registers = self.registers
        while registers[T] < until:
            self.step()
            if registers[PC] in stops.addresses:
                point = stops.at(registers[PC])
                if point is not None:
                    return point
        return None

    # -- going back ----------------------------------------------------------------------------

    def state(self) -> CoreState:
        """Return the machine's state, without the keys, the joystick, the tape's edges and the hooks."""
        pages = (bytes(self.memory),) if self._pages is None else tuple(map(bytes, self._pages.all))
        return CoreState(pages, tuple(self.registers), self.ports.state())

    def restore(self, state: CoreState) -> None:
        """Go back to a `state`, its clock included, with a new log of the ports; ModelError for another model's."""
        ours = 10 if self._pages else 1
        if len(state.pages) != ours:
            raise ModelError(f"the state is not of a {self.model.name}; restore it in a machine of its own model")
        if self._pages is None:
            self.memory[:] = state.pages[0]
        else:
            for page, content in zip(self._pages.all, state.pages, strict=True):
                page[:] = content
            self.paging = state.ports.o7ffd
        self.registers[:] = array("Q", state.registers) if self.uses_c else state.registers
        self.ports.restore(state.ports)
        self.port_log.clear(self.tstates, state.ports.ula, state.ports.ay_registers)
        self._trim_at = self.tstates + self._longest_run

    def checkpoint(self) -> Checkpoint:
        """Return a moment to `go_back` to, quicker than a `state`, and with the logs."""
        ram = (bytes(self.memory),) if self._pages is None else tuple(map(bytes, self._pages.banks))
        tracks = self.footprint.mark() if self.footprint is not None else None
        return Checkpoint(ram, self.registers[:], self.paging, self.ports.mark(), tracks)

    def go_back(self, checkpoint: Checkpoint) -> None:
        """Undo what the program did since a `checkpoint`."""
        if self._pages is None:
            self.memory[:] = checkpoint.ram[0]
        else:
            for bank, content in zip(self._pages.banks, checkpoint.ram, strict=True):
                bank[:] = content
            self.paging = checkpoint.paging
        self.registers[:] = checkpoint.registers
        self.ports.go_back(checkpoint.ports, self.tstates)
        if self.footprint is not None and checkpoint.tracks is not None:
            self.footprint.go_back(checkpoint.tracks)
