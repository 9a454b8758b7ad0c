"""The names that README, documents and examples used before the modules moved, from where they used them."""

import importlib
import warnings

import pytest

NAMES = {
    "pyspectrum": "Assembly Coverage Difference ExpectationError Font MachineState Model Recorder Recording Screen"
    " Spectrum SpectrumError SymbolTable Tape TimeLimitError VideoRecorder assemble assemble_with_pasmo compare_images"
    " expect load_symbols replay save_video tokenise",
    "pyspectrum.assembler": "Assembly assemble assemble_with_pasmo",
    "pyspectrum.basic": "tokenise",
    "pyspectrum.errors": "ExpectationError SpectrumError TapeError TimeLimitError",
    "pyspectrum.keyboard": "parse_chord",
    "pyspectrum.machine": "MachineState Spectrum",
    "pyspectrum.models": "MODEL_48K MODEL_128K MODEL_PLUS2 Model model_named",
    "pyspectrum.pytest_plugin": "Load",
    "pyspectrum.recorder": "Recorder replay",
    "pyspectrum.screen": "Screen",
    "pyspectrum.snapshot": "read_snapshot write_snapshot",
    "pyspectrum.sound": "Sound",
    "pyspectrum.tape": "Signal Tape checksum code_blocks program_blocks write_tap",
}
MOVED = {
    "pyspectrum.fonts": "Font",
    "pyspectrum.profile": "Profiler",
    "pyspectrum.symbols": "SymbolTable",
    "pyspectrum.variables": "read_variables",
    "pyspectrum.video": "save_video",
}


def test_public_names_are_where_they_were() -> None:
    for module, names in NAMES.items():
        found = importlib.import_module(module)
        assert [name for name in names.split() if not hasattr(found, name)] == [], module


@pytest.mark.parametrize("module", MOVED)
def test_modules_that_moved_work_under_their_old_names_with_a_warning(module: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = importlib.reload(importlib.import_module(module))
    assert hasattr(found, MOVED[module])
    assert any(module in str(warning.message) for warning in caught if warning.category is DeprecationWarning)
