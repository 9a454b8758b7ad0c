"""The program, loaded once and put back for every test."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import pytest

from harness.puzzle import Puzzle
from harness.spectrum import menu
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.menu import Menu
from pyspectrum import Spectrum
from pyspectrum.clock import seconds, seconds_to_tstates
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import MachineState
from pyspectrum.testing.machine_cache import MachineCache

LoadProgram = Callable[..., Menu]
"""Gives a machine that stands at the menu of the program on the tape of this name; the classic one if not said."""


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


@cache
def program_on(tape_name: str) -> LoadedProgram:
    """The program on one of the project's tapes, to be injected into."""
    return LoadedProgram(build_tape(next(edition for edition in EDITIONS if edition.file_name == tape_name)))


def give(menu: Menu, puzzle: Puzzle, tape_name: str = "crossword.tap") -> Menu:
    """Let the program solve a puzzle next, for tests of what comes after typing, which takes most of the time.

    It is injected on a 48K, and typed on a 128K.
    """
    entry = menu.enter if menu.spectrum.model.banked else partial(program_on(tape_name).inject, menu)
    assert entry(puzzle) is None
    return menu


@cache
def _loaded(model: str, way: str, tape_name: str) -> MachineState:
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    spectrum = Spectrum(model)
    spectrum.boot({"loader": None, "128": "128", "48": "48"}[way])
    spectrum.insert_tape(build_tape(edition))
    if way != "loader":
        spectrum.type_command('load ""' if way == "128" else 'LOAD ""')  # the 128's editor takes letters
    spectrum.press(ENTER)
    Menu(spectrum).wait(menu.MENU_END, limit_tstates=menu.LOAD_LIMIT)
    spectrum.eject_tape()
    return spectrum.state()


def loaded_128(tape_name: str = "crossword.tap", *, model: str = "128", way: str = "loader") -> Menu:
    """A 128K machine at the menu of the program, loaded by ``loader``, or by LOAD in BASIC ``128`` or ``48``."""
    spectrum = Spectrum(model)
    spectrum.restore(_loaded(model, way, tape_name))
    return Menu(spectrum)


BOTH_MACHINES = ("48", pytest.param("128", marks=pytest.mark.slow))
"""Parameters of a test that holds on a 48K and on a 128K alike."""


@pytest.fixture(params=BOTH_MACHINES)
def load_program(request: pytest.FixtureRequest) -> LoadProgram:
    """On a 48K, and, among the slow tests, on a 128K, where Tape Loader has loaded it."""
    return {"48": loaded_program, "128": loaded_128}[request.param]


def enter_command(program: Menu, command: str) -> None:
    """Type a command when a report has ended the program.

    If Tape Loader has loaded it, the key after the report leads to the 128's menu, and 128 BASIC is its second item.
    """
    spectrum = program.spectrum
    if spectrum.model.banked:
        spectrum.press("SPACE")
        spectrum.run_frames(25)
        if any("Calculator" in line for line in spectrum.text_lines()):
            spectrum.press("DOWN")
            spectrum.press(ENTER)
            spectrum.run_until(lambda machine: "128 BASIC" in machine.text_lines()[21], "128 BASIC")
            spectrum.run_frames(25)
    spectrum.type(command)
    spectrum.press(ENTER)
    spectrum.run_frames(5)
