"""When an IN instruction really reads its port: memory and I/O contention as the ULA does it.

While the ULA fetches the picture it keeps the Z80 waiting for 6, 5, 4, 3, 2, 1, 0 or 0 T-states at each
access to the memory they share, by the place in an eight-T-state cycle, and likewise at its own port.
The simulator does all that, but gives a port's reader only the time at which the instruction began; here is the
rest, for the few who ask. Source: World of Spectrum, "16K / 48K reference" and "128K reference".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyspectrum.models import Model

_DELAYS = (6, 5, 4, 3, 2, 1, 0, 0)
_SCREEN_LINES, _FETCH_TSTATES = 192, 128
_SHARED = 0x4000  # any address that the ULA contends for
_FREE = 0x0000
_IN_A_N, _EXTENDED = 0xDB, 0xED
_BLOCK_INPUTS = (0xA2, 0xAA, 0xB2, 0xBA)  # ini, ind, inir, indr


class Contention:
    """The waits of one model, where `high_contended` says whether #C000 is shared memory just now."""

    def __init__(self, model: Model, high_contended: Callable[[], bool] = bool) -> None:
        self._frame = model.tstates_per_frame
        self._line = model.tstates_per_line
        self._first = model.first_screen_tstate - model.contention_lead_tstates
        self._high_contended = high_contended

    def end_of_input(self, memory: Sequence[int], registers: Sequence[int], program_counter: int, began: int) -> int:
        """The T-state at which the I/O cycle of the IN at `program_counter`, begun at `began`, ends.

        For ``in a,(n)`` and ``in r,(c)`` that is the end of the instruction.
        """
        following = (program_counter + 1) & 0xFFFF
        if memory[program_counter] == _IN_A_N:
            port = registers[0] << 8 | memory[following]
            accesses = [(program_counter, 4), (following, 3)]
        else:
            port = registers[2] << 8 | registers[3]
            accesses = [(program_counter, 4), (following, 4)]
            if memory[following] in _BLOCK_INPUTS:
                accesses.append((registers[14] << 8 | registers[15], 1))
        now = began
        for address, tstates in accesses + self._port_cycle(port):
            if self._contended(address):
                now += self.delay(now)
            now += tstates
        return now

    def _contended(self, address: int) -> bool:
        return 0x4000 <= address < 0x8000 or (address >= 0xC000 and self._high_contended())

    def delay(self, now: int) -> int:
        """For how long the ULA holds up an access to its memory, or port, that would begin now."""
        line, place = divmod(now % self._frame - self._first, self._line)
        return _DELAYS[place & 7] if 0 <= line < _SCREEN_LINES and place < _FETCH_TSTATES else 0

    def _port_cycle(self, port: int) -> list[tuple[int, int]]:
        """The four T-states of the access as (address that stands for it, T-states)."""
        contended = self._contended(port)
        if port & 1:
            return [(_SHARED, 1)] * 4 if contended else [(_FREE, 4)]
        return [(_SHARED if contended else _FREE, 1), (_SHARED, 3)]
