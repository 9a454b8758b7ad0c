"""A ZX Spectrum to run programs in and to look into: the machine, and nothing of any one program.

>>> from pyspectrum import Spectrum
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> spectrum.text_lines()[23].strip()
'© 1982 Sinclair Research Ltd'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspectrum.assembler import assemble as assemble
    from pyspectrum.errors import SpectrumError as SpectrumError
    from pyspectrum.errors import TimeLimitError as TimeLimitError
    from pyspectrum.machine import MachineState as MachineState
    from pyspectrum.machine import Spectrum as Spectrum
    from pyspectrum.models import Model as Model
    from pyspectrum.screen import Screen as Screen
    from pyspectrum.symbols import SymbolTable as SymbolTable
    from pyspectrum.tape import Tape as Tape

_HOMES = {
    "MachineState": "machine",
    "Model": "models",
    "Screen": "screen",
    "Spectrum": "machine",
    "SpectrumError": "errors",
    "SymbolTable": "symbols",
    "Tape": "tape",
    "TimeLimitError": "errors",
    "assemble": "assembler",
}
"""Public name → the module it lives in, imported when the name is first asked for."""

__all__ = [
    "MachineState",
    "Model",
    "Screen",
    "Spectrum",
    "SpectrumError",
    "SymbolTable",
    "Tape",
    "TimeLimitError",
    "assemble",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(globals().keys() | _HOMES.keys())
