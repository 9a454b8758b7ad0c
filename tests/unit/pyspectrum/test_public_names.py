"""The names that README, documents and examples used before the modules moved, from where they used them."""

import importlib

NAMES = {
    "pyspectrum": "Assembly Coverage Difference ExpectationError Font Load MachineState Model Recorder Recording Screen"
    " Spectrum SpectrumError SymbolTable Tape TimeLimitError assemble assemble_with_pasmo"
    " assemble_with_sjasmplus compare_images"
    " expect load_symbols replay save_video tokenise",
    "pyspectrum.assembler": "Assembly assemble assemble_with_pasmo",
    "pyspectrum.basic": "tokenise",
    "pyspectrum.errors": "ExpectationError SpectrumError TapeError TimeLimitError",
    "pyspectrum.keyboard": "parse_chord",
    "pyspectrum.machine": "MachineState Spectrum",
    "pyspectrum.models": "MODEL_48K MODEL_128K MODEL_PLUS2 Model model_named",
    "pyspectrum.recorder": "Recorder replay",
    "pyspectrum.screen": "Screen",
    "pyspectrum.snapshot": "read_snapshot write_snapshot",
    "pyspectrum.sound": "Sound",
    "pyspectrum.tape": "Signal Tape checksum code_blocks program_blocks write_tap",
}


def test_public_names_are_where_they_were() -> None:
    for module, names in NAMES.items():
        found = importlib.import_module(module)
        assert [name for name in names.split() if not hasattr(found, name)] == [], module
