"""Moments of a whole machine, to come back to."""

from __future__ import annotations

from dataclasses import dataclass

from pyspectrum.core.states import CoreState
from pyspectrum.tape.deck import DeckState


@dataclass(frozen=True)
class MachineState:
    """State that `Spectrum.restore` needs to go back to a moment: memory, registers, the clock, the ports, the tape."""

    core: CoreState
    deck: DeckState | None

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        return self.core.memory

    @property
    def border(self) -> int:
        """The border's colour, 0–7."""
        return self.core.ports.ula & 7
