"""A whole ZX Spectrum."""

from pyspectrum.machine.machine import (
    EDITOR,
    MachineState,
    Spectrum,
)

__all__ = [
    "EDITOR",
    "MachineState",
    "Spectrum",
]
