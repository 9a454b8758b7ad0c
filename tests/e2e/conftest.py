"""The program, loaded once and put back for every test."""

import pytest

from harness.spectrum import menu
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu
from pyspectrum.clock import seconds, seconds_to_tstates
from pyspectrum.machine_cache import MachineCache


@pytest.fixture(autouse=True)
def _no_endless_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that hangs fails its test after an hour of Spectrum time, not after a day."""
    monkeypatch.setattr(menu, "SOLVE_LIMIT", seconds_to_tstates(3_600))


_MACHINES = MachineCache()


def loaded_program(tape_name: str = "crossword.tap") -> Menu:
    """A machine that stands at the menu of the program on one of the project's tapes."""
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    spectrum = _MACHINES.booted()
    _MACHINES.load(spectrum, build_tape(edition), menu.MENU_END, seconds(menu.LOAD_LIMIT))
    spectrum.eject_tape()
    return Menu(spectrum)
