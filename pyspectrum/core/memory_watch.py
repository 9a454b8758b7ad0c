"""Watchpoints: a call at each instruction that reads or writes certain bytes as data.

The simulator has none, so each instruction is looked at before it runs, while a watch is in force: some thirty times
slower than a plain run, and exact: a write of the value that is there already counts as well.

Source: Zilog, "Z80 CPU User Manual"; the decoding by x, y, z, p and q is Cristian Dinu's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from skoolkit.simutils import PC, REGISTERS, SP

from pyspectrum.core import Core
from pyspectrum.core.running import Closing
from pyspectrum.memory import read_word

Access = tuple[int, int] | None
"""The first address and how many bytes from there on; None for no access."""

_F, _SP = REGISTERS["F"], REGISTERS["SP"]
_BC, _DE, _HL = 2, 4, 6
_INDEX = {0xDD: REGISTERS["IXh"], 0xFD: REGISTERS["IYh"]}
_CONDITIONS = ((0x40, 0), (0x40, 0x40), (1, 0), (1, 1), (4, 0), (4, 4), (0x80, 0), (0x80, 0x80))
_NOTHING: tuple[Access, Access] = (None, None)


def accesses(memory: Sequence[int], registers: Sequence[int], pc: int) -> tuple[Access, Access]:
    """Return the memory that the instruction at `pc` will read, and the memory that it will write.

    >>> registers = [0] * 30
    >>> registers[6:8] = 0x80, 0x10  # HL
    >>> accesses([0x77], registers, 0), accesses([0x35], registers, 0)  # ld (hl),a; dec (hl)
    ((None, (32784, 1)), ((32784, 1), (32784, 1)))
    """
    opcode, index = memory[pc], 0
    if opcode in _INDEX:
        index, pc = _INDEX[opcode], (pc + 1) & 0xFFFF
        opcode = memory[pc]
        if opcode in _INDEX or opcode == 0xED:  # the first prefix does nothing
            return _NOTHING
    if opcode == 0xED:
        return _extended(memory, registers, pc)
    if opcode == 0xCB:
        return _bits(memory, registers, pc, index)
    x, y, z = opcode >> 6, opcode >> 3 & 7, opcode & 7
    if x == 0:
        return _loads(memory, registers, pc, index, y, z)
    if x == 3:
        return _stack(registers, y, z)
    if opcode == 0x76 or (z != 6 and (x == 2 or y != 6)):
        return _NOTHING
    place = (_pointed(memory, registers, pc, index), 1)
    return (place, None) if z == 6 else (None, place)


def _loads(
    memory: Sequence[int], registers: Sequence[int], pc: int, index: int, y: int, z: int
) -> tuple[Access, Access]:
    if z == 2:
        if y < 4:
            place: Access = (_pair(registers, _BC if y < 2 else _DE), 1)
        else:
            place = (read_word(memory, pc + 1), 2 if y < 6 else 1)
        return (place, None) if y & 1 else (None, place)
    if y == 6 and z in (4, 5, 6):
        place = (_pointed(memory, registers, pc, index), 1)
        return (None, place) if z == 6 else (place, place)
    return _NOTHING


def _stack(registers: Sequence[int], y: int, z: int) -> tuple[Access, Access]:
    top, below = (registers[_SP], 2), ((registers[_SP] - 2) & 0xFFFF, 2)
    mask, value = _CONDITIONS[y]
    holds = registers[_F] & mask == value
    match z:
        case 0:
            return (top, None) if holds else _NOTHING
        case 1:
            return (top, None) if y in (0, 1, 2, 4, 6) else _NOTHING
        case 3:
            return (top, top) if y == 4 else _NOTHING
        case 4:
            return (None, below) if holds else _NOTHING
        case 5:
            return (None, below) if y in (0, 1, 2, 4, 6) else _NOTHING
        case 7:
            return None, below
    return _NOTHING


def _bits(memory: Sequence[int], registers: Sequence[int], pc: int, index: int) -> tuple[Access, Access]:
    operation = memory[pc + (2 if index else 1) & 0xFFFF]
    if not index and operation & 7 != 6:
        return _NOTHING
    place = (_pointed(memory, registers, pc, index), 1)
    return (place, None) if operation >> 6 == 1 else (place, place)


def _extended(memory: Sequence[int], registers: Sequence[int], pc: int) -> tuple[Access, Access]:
    opcode = memory[pc + 1 & 0xFFFF]
    x, y, z = opcode >> 6, opcode >> 3 & 7, opcode & 7
    at_hl = (_pair(registers, _HL), 1)
    if x == 1:
        if z == 3:
            place = (read_word(memory, pc + 2), 2)
            return (place, None) if y & 1 else (None, place)
        if z == 5:
            return (registers[_SP], 2), None
        return (at_hl, at_hl) if z == 7 and y in (4, 5) else _NOTHING
    if x != 2 or y < 4 or z > 3:
        return _NOTHING
    return ((at_hl, (_pair(registers, _DE), 1)), (at_hl, None), (None, at_hl), (at_hl, None))[z]


def _pointed(memory: Sequence[int], registers: Sequence[int], pc: int, index: int) -> int:
    """The address in HL, or that in IX or IY and the displacement after the opcode."""
    if not index:
        return _pair(registers, _HL)
    displacement = memory[pc + 1 & 0xFFFF]
    return _pair(registers, index) + (displacement ^ 0x80) - 0x80 & 0xFFFF


def _pair(registers: Sequence[int], high: int) -> int:
    return registers[high] << 8 | registers[high + 1]


@dataclass(frozen=True)
class MemoryAccess:
    """A read or a write of watched bytes, by the instruction at `pc`.

    `address` is the first watched byte that it touches; `before` and `after` are that byte's values.
    """

    pc: int
    address: int
    is_write: bool
    before: int
    after: int


Seen = Callable[[MemoryAccess], object]


@dataclass(frozen=True, eq=False)
class _Watch:
    first: int
    end: int
    is_write: bool
    seen: Seen

    def touched(self, access: Access) -> int | None:
        """The first watched address that an access touches."""
        if access is None:
            return None
        first = max(self.first, access[0])
        return first if first < min(self.end, access[0] + access[1]) else None


class MemoryWatches:
    """The watches on one machine's memory."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._watches: list[_Watch] = []
        self._pending: list[tuple[_Watch, int, int]] = []
        self._left: tuple[int, int] | None = None

    def add(self, address: int, length: int, is_write: bool, seen: Seen) -> Closing:
        """Call `seen` at each read, or write, of these bytes, until the result is closed."""
        watch = _Watch(address, address + length, is_write, seen)
        if not self._watches:
            core = self._core
            self._outer = core.observer
            core.before_step, core.observer = self._look, self._tell
            self._left = None
        self._watches.append(watch)
        return Closing(lambda: self._remove(watch))

    def _remove(self, watch: _Watch) -> None:
        if watch in self._watches:
            self._watches.remove(watch)
            if not self._watches:
                self._core.before_step, self._core.observer = None, self._outer

    def _look(self, pc: int) -> int:
        """Note what the instruction to come will touch, and the bytes there now."""
        core = self._core
        memory, registers = core.memory, core.registers
        if self._left is not None and self._left[1] != pc:
            self._tell_of_interrupt(self._left[0])
        for access, is_write in zip(accesses(memory, registers, pc), (False, True), strict=True):
            if access is not None:
                for watch in self._watches:
                    if watch.is_write == is_write and (address := watch.touched(access)) is not None:
                        self._pending.append((watch, address, memory[address]))
        return 0

    def _tell(self, pc: int, started: int, ended: int) -> None:
        """Call the callbacks concerned after the instruction, with the machine at it."""
        core = self._core
        registers = core.registers
        following = registers[PC]
        if self._outer is not None:
            self._outer(pc, started, ended)
        if self._pending:
            pending, self._pending = self._pending, []
            registers[PC], core.ports.in_hook = pc, True  # a call that runs the machine is refused
            try:
                for watch, address, before in pending:
                    watch.seen(MemoryAccess(pc, address, watch.is_write, before, core.memory[address]))
            finally:
                registers[PC], core.ports.in_hook = following, False
        self._left = (pc, following)

    def _tell_of_interrupt(self, pc: int) -> None:
        """An interrupt has pushed PC since the last instruction."""
        pushed = (self._core.registers[SP], 2)
        for watch in tuple(self._watches):
            if watch.is_write and (address := watch.touched(pushed)) is not None:
                value = self._core.memory[address]
                watch.seen(MemoryAccess(pc, address, True, value, value))
