"""The program, loaded once and put back for every test."""

import pytest

from harness.spectrum import menu
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from pyspectrum.clock import seconds_to_tstates
from pyspectrum.machine import MachineState, Spectrum


@pytest.fixture(autouse=True)
def _no_endless_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that hangs fails its test after an hour of Spectrum time, not after a day."""
    monkeypatch.setattr(menu, "SOLVE_LIMIT", seconds_to_tstates(3_600))


_loaded: dict[str, MachineState] = {}


def loaded_program(tape_name: str = "crossword.tap") -> Menu:
    """A machine that stands at the menu of the program on one of the project's tapes."""
    spectrum = Spectrum()
    driver = Menu(spectrum)
    if tape_name not in _loaded:
        edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
        driver.load(build_tape(edition))
        spectrum.eject_tape()
        _loaded[tape_name] = spectrum.state()
    spectrum.restore(_loaded[tape_name])
    return driver
