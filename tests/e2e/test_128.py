"""The tapes on a 128K and a +2, by Tape Loader, in 128 BASIC and in 48 BASIC."""

from functools import cache

import pytest

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver import solve
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import MENU_END, Menu, Stop
from pyspectrum import Spectrum
from pyspectrum.clock import seconds_to_tstates
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import MachineState
from tests.cli_runner import ROOT
from tests.e2e.conftest import loaded_program

LOAD_LIMIT = seconds_to_tstates(120)
CAR = read_puzzle(ROOT / "puzzles" / "car.txt")
SWAP = (0x5B00, 0x5C00)
"""Where the 128's ROM keeps its paging, and what its editor, its RAM disk and the keypad need."""

FIRST_VARIABLE = 0x5B58

EVERY_TAPE = pytest.mark.parametrize("tape_name", [edition.file_name for edition in EDITIONS])


@cache
def _loaded(model: str, way: str, tape_name: str) -> MachineState:
    edition = next(edition for edition in EDITIONS if edition.file_name == tape_name)
    spectrum = Spectrum(model)
    spectrum.boot({"loader": None, "128": "128", "48": "48"}[way])
    spectrum.insert_tape(build_tape(edition))
    if way != "loader":
        spectrum.type_command('load ""' if way == "128" else 'LOAD ""')  # the 128's editor takes letters
    spectrum.press(ENTER)
    Menu(spectrum).wait(MENU_END, limit_tstates=LOAD_LIMIT)
    spectrum.eject_tape()
    return spectrum.state()


def loaded_128(tape_name: str = "crossword.tap", *, model: str = "128", way: str = "loader") -> Menu:
    """A 128K machine at the menu of the program, loaded by ``loader``, or by LOAD in BASIC ``128`` or ``48``."""
    spectrum = Spectrum(model)
    spectrum.restore(_loaded(model, way, tape_name))
    return Menu(spectrum)


@EVERY_TAPE
@pytest.mark.parametrize(
    ("model", "way"),
    [
        ("128", "loader"),
        ("+2", "loader"),
        ("128", "48"),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in (("128", "128"), ("+2", "128"), ("+2", "48"))),
    ],
)
def test_the_car_is_solved(tape_name: str, model: str, way: str) -> None:
    menu = loaded_128(tape_name, model=model, way=way)
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(CAR).solutions
    menu.leave(Stop.SOLVED)
    assert menu.view_data()[2] == "Line 1: 6"


@EVERY_TAPE
def test_the_memory_of_the_roms_paging_is_left_alone(tape_name: str) -> None:
    """While the crossword is solved, from key to prompt: the program neither writes there nor makes the ROM lose it."""
    menu = loaded_128(tape_name)
    assert menu.enter(CAR) is None
    before = bytes(menu.spectrum.core.memory[slice(*SWAP)])
    menu.start_solving()
    changed = {0x5B00 + n for n, byte in enumerate(before) if menu.spectrum.core.memory[0x5B00 + n] != byte}
    # behind its routines the ROM keeps its own variables, the keypad, a stack
    assert not [hex(address) for address in changed if address < FIRST_VARIABLE]


@EVERY_TAPE
def test_a_48_s_printer_buffer_is_left_alone(tape_name: str) -> None:
    """The same page on a 48K, where the ROM leaves all of it to the printer: so must the program."""
    menu = loaded_program(tape_name)
    page = slice(*SWAP)
    menu.spectrum.core.memory[page] = bytes(range(256))
    assert menu.enter(CAR) is None
    menu.start_solving()
    assert menu.spectrum.core.memory[page] == bytes(range(256))


@pytest.mark.parametrize("tape_name", ["crossword.tap", "crossword-turbo.tap"])
def test_a_wide_crossword(tape_name: str) -> None:
    """Lines with much room, whose analysis needs all of its work space."""
    grid = Grid(tuple("".join("#" if (x + y) % 5 == 0 else "." for x in range(40)) for y in range(6)))
    menu = loaded_128(tape_name)
    assert menu.enter(grid.clues()) is None
    assert menu.start_solving() is Stop.MANY_VARIANTS
    assert menu.continue_with(black=True) in (Stop.SOLVED, Stop.MANY_VARIANTS, Stop.INCORRECT)


def test_a_contradiction() -> None:
    menu = loaded_128()
    assert menu.enter(Puzzle(((2,), ()), ((2,), ()))) is None
    assert menu.start_solving() is Stop.INCORRECT
    menu.leave(Stop.INCORRECT)
