"""Where the ROMs read the keyboard: the places at which a key is taken, looked at, or thrown away.

The ROM's interrupt routine notices a new key and sets bit 5 of FLAGS. What becomes of the key is
decided at the places below, all there are that reset that bit (found by searching the ROMs for writes to
FLAGS), and at INKEY$, which scans the keys itself.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from pyspectrum import memory
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.memory import read_word

if TYPE_CHECKING:
    from collections.abc import Collection

    from pyspectrum.core import Core
    from pyspectrum.core.breakpoints import Breakpoint


class Place(Enum):
    """What the ROM does with the keyboard at one place."""

    TAKES = auto()
    """It reads the new key: KEY-INPUT, for the editor, INPUT and ``scroll?``; the 128's editor."""
    ENDS_PAUSE = auto()
    """PAUSE has ended, by a key or because its time has passed."""
    DROPS = auto()
    """It throws an unread key away: before a report, ``scroll?``, or a change to the lower screen."""
    LOOKS = auto()
    """INKEY$ is about to scan the keys."""
    PAUSES = auto()
    """PAUSE begins."""
    WAITS = auto()
    """It goes round and round, waiting for a key."""


_WAITS, _TAKES = 0x10B0, 0x10B5
"""KEY-INPUT: is there a new key? And where it takes it."""
_BASIC_ROM = {
    0x0CB0: Place.DROPS,  # scroll?
    _WAITS: Place.WAITS,
    _TAKES: Place.TAKES,
    0x1304: Place.DROPS,  # MAIN-4, before a report
    0x1638: Place.DROPS,  # CHAN-K, as INPUT, CLS and all that goes to the lower screen call it
    0x1F3A: Place.PAUSES,
    0x1F3E: Place.WAITS,  # PAUSE, a frame later
    0x1F4F: Place.ENDS_PAUSE,
    0x2646: Place.LOOKS,  # S-INKEY$
}
"""The 48K's ROM, and the second of a 128."""
_EDITOR_ROM = {
    "128K": {0x032D: Place.DROPS, 0x25E3: Place.WAITS, 0x3683: Place.WAITS, 0x3687: Place.TAKES},
    "+2": {0x032D: Place.DROPS, 0x2602: Place.WAITS, 0x36A9: Place.WAITS, 0x36AD: Place.TAKES},
}
"""The first ROM of a 128: menus and editor."""

_EDITOR_WAITS = 0x0F3B
"""Where WAIT-KEY returns to in ED-LOOP: on the stack, right below the editor's error handler, while it waits."""
_ED_FULL = 0x1167
"""The error handler of ED-COPY; the one before it is next on the stack."""
_ABOUT_TO_LOOK = (0x2646, 0x3B6C)
"""INKEY$'s call of KEY-SCAN: on a 48K, and on a 128, whose ROM goes from the one place to the other."""
_KEY_SCAN = range(0x028E, 0x02BF)
"""The ROM's scan of the keys; it leaves its return address on top of the stack."""
_HAS_SCANNED = 0x02C2
"""Where KEY-SCAN returns to in the interrupt routine."""
_INTERRUPT_DEPTH = 10
"""More words than the ROM's interrupt routine ever has on the stack."""
_ZERO_FLAG = 0x40
_BREAK_REPORTS = (0x0C, 0x14)
"""``D BREAK - CONT repeats`` and ``L BREAK into program``, less one, as ERR_NR has them."""


class Reading:
    """The places in the ROMs of one machine, and what stands at them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._places: dict[Breakpoint, Place] = {}
        if core.model.banked:
            self._places.update({(ROM_1, address): place for address, place in _BASIC_ROM.items()})
            self._places.update({(ROM_0, address): place for address, place in _EDITOR_ROM[core.model.name].items()})
        else:
            self._places.update(_BASIC_ROM.items())
        self.all = self._where({*Place} - {Place.WAITS})
        """Each place where something becomes of a key."""
        self.unread = self._where({Place.TAKES, Place.PAUSES, Place.ENDS_PAUSE, Place.DROPS, Place.LOOKS})
        """Each place where something becomes of a key that has not been read."""
        self.takers = frozenset(self._places.keys() & {_TAKES, (ROM_1, _TAKES)})
        """The one place where a key can go while the 48K editor waits."""
        self.editor = frozenset(self._places.keys() & {_WAITS, (ROM_1, _WAITS)})
        """Where the 48K editor waits for a key."""
        self._has_looked: Breakpoint = (ROM_1, 0x3B6F) if core.model.banked else 0x2649
        self._has_scanned: Breakpoint = (ROM_1, _HAS_SCANNED) if core.model.banked else _HAS_SCANNED
        self.waits = self._where({Place.WAITS, Place.LOOKS})
        """Where a program waits for a key, round and round."""

    def _where(self, places: Collection[Place]) -> frozenset[Breakpoint]:
        return frozenset(point for point, place in self._places.items() if place in places)

    def at(self, point: Breakpoint) -> Place:
        """What the ROM does at one of the breakpoints above."""
        return self._places[point]

    def pause_ended_by_key(self) -> bool:
        """At `Place.ENDS_PAUSE`: whether BIT 5,(FLAGS) led here, not the counter."""
        return not self._core.get("f") & _ZERO_FLAG

    def pause_is_endless(self) -> bool:
        """At `Place.ENDS_PAUSE`: whether it was a ``PAUSE 0``, which only a key ends."""
        return not self._core.get("bc")

    def editor_waits(self) -> bool:
        """Whether the 48K editor waits for a key, for a program line, a command or an INPUT."""
        core = self._core
        if core.rom != 1:
            return False
        stack = read_word(core.memory, memory.ERR_SP)
        if self._word(stack) == _ED_FULL:  # the line is being printed, with an error handler of its own
            stack = self._word(stack + 2)
        return core.get("sp") <= stack - 2 and self._word(stack - 2) == _EDITOR_WAITS

    def scan_under_way(self) -> Breakpoint | None:
        """Where the scan of the keys returns to that the machine is at or in; None when it is in none.

        A chord that goes down within it would be seen by half: the ``6`` without its CAPS SHIFT.
        """
        stack = self._core.get("sp")
        back = self._has_looked if isinstance(self._has_looked, int) else self._has_looked[1]
        if self._core.pc in _ABOUT_TO_LOOK:
            return self._has_looked
        if any(self._word(stack + 2 * depth) == back for depth in range(_INTERRUPT_DEPTH)):
            return self._has_looked  # an interrupt within INKEY$ scans the keys, too, but comes back there
        if self._core.pc in _KEY_SCAN and self._word(stack) == _HAS_SCANNED:
            return self._has_scanned
        return None

    def edits_a_line(self) -> bool:
        """Whether the editor that waits edits a program line or a command, so that keywords have keys."""
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
