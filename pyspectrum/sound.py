"""What the machine sounds like: the speaker's edges, and what the sound chip was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspectrum.machine import Spectrum

_SPEAKER = 0x10


class Sound:
    """The sound of a machine since the last `mark`."""

    def __init__(self, spectrum: Spectrum) -> None:
        self._spectrum = spectrum
        self._since = 0

    def mark(self) -> None:
        """Forget what has sounded until now."""
        self._since = self._spectrum.tstates

    @property
    def edges(self) -> Sequence[int]:
        """The T-states at which the speaker's level turned over."""
        times: list[int] = []
        level = 0
        for tstates, value in self._spectrum.core.port_log.ula:
            if value & _SPEAKER != level:
                level = value & _SPEAKER
                if tstates >= self._since:
                    times.append(tstates)
        return times

    @property
    def ay_writes(self) -> Sequence[tuple[int, int, int]]:
        """What was written to the sound chip: (T-states, register, value)."""
        return [write for write in self._spectrum.core.port_log.ay if write[0] >= self._since]
