"""Places in the ROMs that read the keyboard: at which a key is taken, looked at, or thrown away.

The ROM's interrupt routine notices a new key and sets bit 5 of FLAGS. The places that `models` lists decide what
becomes of the key, and so does INKEY$, which scans the keys itself.
"""

from __future__ import annotations

from collections.abc import Collection

from pyspectrum import memory
from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.memory import read_word
from pyspectrum.models import KeyPlace as Place

_INTERRUPT_DEPTH = 10
"""More words than the ROM's interrupt routine ever has on the stack."""
_ZERO_FLAG = 0x40
_BREAK_REPORTS = (0x0C, 0x14)
"""``D BREAK - CONT repeats`` and ``L BREAK into program``, less one, as ERR_NR has them."""


class Reading:
    """The places in the ROMs of one machine, and what stands at them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        model = core.model
        self._rom = rom = model.basic_rom
        self._places: dict[Breakpoint, Place] = {
            self._in_basic(address): place for address, place in rom.key_places.items()
        }
        if model.editor_rom:
            self._places.update({(ROM_0, address): place for address, place in model.editor_rom.key_places.items()})
        self.all = self._where({*Place} - {Place.WAITS})
        """Each place where something becomes of a key."""
        self.unread = self._where({Place.TAKES, Place.PAUSES, Place.ENDS_PAUSE, Place.DROPS, Place.LOOKS})
        """Each place where something becomes of a key that has not been read."""
        self.takers = frozenset({self._in_basic(rom.takes_key)})
        """The one place where a key can go while the 48K editor waits."""
        self.editor = frozenset({self._in_basic(rom.waits_for_key)})
        """Places at which the 48K editor waits for a key."""
        self._has_looked = self._in_basic(rom.inkey_scanned)
        self._has_scanned = self._in_basic(rom.interrupt_scanned)
        self.waits = self._where({Place.WAITS, Place.LOOKS})
        """Places at which a program waits for a key, round and round."""

    def _in_basic(self, address: int) -> Breakpoint:
        """The breakpoint at an address of the ROM with 48 BASIC."""
        return (ROM_1, address) if self._core.model.banked else address

    def _where(self, places: Collection[Place]) -> frozenset[Breakpoint]:
        return frozenset(point for point, place in self._places.items() if place in places)

    def at(self, point: Breakpoint) -> Place:
        """Return the ROM's action at one of the breakpoints above."""
        return self._places[point]

    def pause_ended_by_key(self) -> bool:
        """At `Place.ENDS_PAUSE`: whether BIT 5,(FLAGS) led here, not the counter."""
        return not self._core.get("f") & _ZERO_FLAG

    def pause_is_endless(self) -> bool:
        """At `Place.ENDS_PAUSE`: whether it was a ``PAUSE 0``, which only a key ends."""
        return not self._core.get("bc")

    def editor_waits(self) -> bool:
        """Return True if the 48K editor waits for a key, for a program line, a command or an INPUT."""
        core = self._core
        if core.rom != 1:
            return False
        stack = read_word(core.memory, memory.ERR_SP)
        if self._word(stack) == self._rom.copies_line:  # the line is being printed, with an error handler of its own
            stack = self._word(stack + 2)
        return core.get("sp") <= stack - 2 and self._word(stack - 2) == self._rom.editor_waits

    def scan_under_way(self) -> Breakpoint | None:
        """Return the address to which the key scan under way returns, or None outside a scan.

        A chord that goes down within it would be seen by half: the ``6`` without its CAPS SHIFT.
        """
        stack = self._core.get("sp")
        back = self._rom.inkey_scanned
        if self._core.pc in self._rom.inkey_scans:
            return self._has_looked
        if any(self._word(stack + 2 * depth) == back for depth in range(_INTERRUPT_DEPTH)):
            return self._has_looked  # an interrupt within INKEY$ scans the keys, too, but comes back there
        if self._core.pc in self._rom.key_scan and self._word(stack) == self._rom.interrupt_scanned:
            return self._has_scanned
        return None

    def edits_a_line(self) -> bool:
        """Return True if the editor that waits edits a program line or a command, so that keywords have keys."""
        return self.editor_waits() and not self._core.memory[memory.FLAGX] & memory.INPUT_MODE

    def broke_in(self) -> bool:
        """At `Place.DROPS`: whether the report to come is that BREAK was pressed."""
        return self._core.memory[memory.ERR_NR] in _BREAK_REPORTS

    def _word(self, address: int) -> int:
        cells = self._core.memory
        return cells[address & 0xFFFF] | cells[(address + 1) & 0xFFFF] << 8

    def looks_from(self) -> int:
        """At `Place.LOOKS`: where in the program the INKEY$ stands."""
        return read_word(self._core.memory, memory.CH_ADD)
