"""Watchpoints: a call at each instruction that reads or writes certain bytes.

The simulator has none, so each instruction is looked at before it runs, while a watch is in force: some thirty times
slower than a plain run, and exact: a write of the value that is there already counts as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from skoolkit.simutils import PC, SP

from pyspectrum.core.accesses import Access, accesses
from pyspectrum.core.closing import Closing
from pyspectrum.core.core import Core


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
        """Before an instruction: note what it will touch, and with what there now."""
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
