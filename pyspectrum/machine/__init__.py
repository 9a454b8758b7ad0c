"""A whole ZX Spectrum."""

from pyspectrum.machine.machine import EDITOR, Condition, MachineState, Spectrum

__all__ = ["EDITOR", "Condition", "MachineState", "Spectrum"]
