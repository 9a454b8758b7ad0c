"""Moments of a machine, to come back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspectrum.core.bus import BusMark, BusState
from pyspectrum.core.paging import ROM_0

if TYPE_CHECKING:
    from pyspectrum.tape.deck import DeckState


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
    """What `Core.go_back` needs."""

    ram: tuple[bytes, ...]
    registers: Any
    paging: int
    ports: BusMark


@dataclass(frozen=True)
class MachineState:
    """All that `Spectrum.restore` needs to go back to a moment: memory, registers, the clock, the ports, the tape."""

    core: CoreState
    deck: DeckState | None

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        return self.core.memory

    @property
    def registers(self) -> tuple[int, ...]:
        """The registers, in the simulator's order."""
        return self.core.registers

    @property
    def border(self) -> int:
        """The border's colour, 0–7."""
        return self.core.ports.ula & 7
