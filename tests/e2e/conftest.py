"""The program, loaded once and put back for every test."""

import pytest

from harness.build import EDITIONS, build_tape
from harness.menu import Menu
from pyspectrum.machine import MachineState, Spectrum

_loaded: dict[str, MachineState] = {}


@pytest.fixture(params=[edition.file_name for edition in EDITIONS])
def tape_name(request: pytest.FixtureRequest) -> str:
    """Each edition in turn."""
    return str(request.param)


def loaded_program(tape_name: str = "crossword.tap") -> Menu:
    """A machine that stands at the menu of the program on one of the project's tapes."""
    spectrum = Spectrum()
    menu = Menu(spectrum)
    if tape_name not in _loaded:
        edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
        menu.load(build_tape(edition))
        spectrum.eject_tape()
        _loaded[tape_name] = spectrum.state()
    spectrum.restore(_loaded[tape_name])
    return menu


@pytest.fixture
def program(tape_name: str) -> Menu:
    """Each edition of the program at its menu."""
    return loaded_program(tape_name)
