"""The floating bus: what a port that nothing answers reads while the ULA fetches the picture.

In each eight T-states of a line's fetch the ULA reads a byte of the bitmap, its attribute, the next byte and its
attribute, and then rests for four. A port without a device gives the byte that is on the bus at the end of the input
cycle, and #FF while the ULA rests, in the border and in the retrace.
Source: the comp.sys.sinclair FAQ, "Floating bus"; fusetest, which expects the first bitmap byte at T = 14339 of a 48K.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyspectrum.core.contention import Contention
from pyspectrum.models import Model

NOTHING = 0xFF

_AFTER_FETCH = 3
_SCREEN_LINES, _FETCH_TSTATES = 192, 128
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

    def value(self, memory: Sequence[int], registers: Sequence[int], program_counter: int, began: int) -> int:
        """The byte that the IN at `program_counter`, begun at `began`, gets from a port without a device."""
        if not self._first - _LONGEST_INPUT < began % self._frame < self._end:  # most reads, in the border above
            return NOTHING
        return self.byte_at(self._contention.end_of_input(memory, registers, program_counter, began))

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
