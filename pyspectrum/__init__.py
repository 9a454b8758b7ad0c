"""A ZX Spectrum to run programs in and to look into: the machine, and nothing of any one program.

>>> from pyspectrum import Spectrum
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> spectrum.text_lines()[23].strip()
'© 1982 Sinclair Research Ltd'
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pyspectrum.assembler import Assembly as Assembly
    from pyspectrum.assembler import assemble as assemble
    from pyspectrum.assembler import assemble_with_pasmo as assemble_with_pasmo
    from pyspectrum.assembler import assemble_with_sjasmplus as assemble_with_sjasmplus
    from pyspectrum.assembler.symbols import SymbolTable as SymbolTable
    from pyspectrum.assembler.symbols import load_symbols as load_symbols
    from pyspectrum.basic import tokenise as tokenise
    from pyspectrum.coverage import Coverage as Coverage
    from pyspectrum.errors import ExpectationError as ExpectationError
    from pyspectrum.errors import SpectrumError as SpectrumError
    from pyspectrum.errors import TimeLimitError as TimeLimitError
    from pyspectrum.machine import MachineState as MachineState
    from pyspectrum.machine import Spectrum as Spectrum
    from pyspectrum.models import Model as Model
    from pyspectrum.recorder import Recorder as Recorder
    from pyspectrum.recorder import Recording as Recording
    from pyspectrum.recorder import replay as replay
    from pyspectrum.screen import Screen as Screen
    from pyspectrum.screen.fonts import Font as Font
    from pyspectrum.screen.video import save_video as save_video
    from pyspectrum.tape import Tape as Tape
    from pyspectrum.testing.expectations import Difference as Difference
    from pyspectrum.testing.expectations import compare_images as compare_images
    from pyspectrum.testing.expectations import expect as expect
    from pyspectrum.testing.machines import Load as Load
    from pyspectrum.testing.machines import NewSpectrum as NewSpectrum
    from pyspectrum.testing.source_checks import check_source as check_source

_NAMES = {
    "assembler": "Assembly assemble assemble_with_pasmo assemble_with_sjasmplus",
    "assembler.symbols": "SymbolTable load_symbols",
    "basic": "tokenise",
    "coverage": "Coverage",
    "errors": "ExpectationError SpectrumError TimeLimitError",
    "machine": "MachineState Spectrum",
    "models": "Model",
    "recorder": "Recorder Recording replay",
    "screen": "Screen",
    "screen.fonts": "Font",
    "screen.video": "save_video",
    "tape": "Tape",
    "testing.expectations": "Difference compare_images expect",
    "testing.machines": "Load NewSpectrum",
    "testing.source_checks": "check_source",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
"""Public name → the module it lives in, imported when the name is first asked for."""

__all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(globals().keys() | _HOMES.keys())
