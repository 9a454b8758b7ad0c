"""Moments of a core, to come back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from skoolkit.simutils import HALT as HALT
from skoolkit.simutils import IFF as IFF
from skoolkit.simutils import IM as IM
from skoolkit.simutils import MEMPTR as MEMPTR
from skoolkit.simutils import T

from pyspectrum.core.bus import BusMark, BusState
from pyspectrum.core.footprint import Tracks
from pyspectrum.core.paging import ROM_0

CLOCK = T
"""The clock's place in `CoreState.registers`, as `IM`, `IFF`, `HALT` and `MEMPTR` are those of theirs."""


@dataclass(frozen=True)
class CoreState:
    """A moment of the machine: its pages (one of 65,536 bytes for a 48K), registers with the clock, ports."""

    pages: tuple[bytes, ...]
    registers: tuple[int, ...]
    ports: BusState

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        if len(self.pages) == 1:
            return self.pages[0]
        paging = self.ports.o7ffd
        return b"".join(self.pages[page] for page in (ROM_0 + (paging >> 4 & 1), 5, 2, paging & 7))


@dataclass(frozen=True)
class Checkpoint:
    """State that `Core.go_back` needs."""

    ram: tuple[bytes, ...]
    registers: Any
    paging: int
    ports: BusMark
    tracks: Tracks | None = None
