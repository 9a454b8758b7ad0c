"""The tapes on a 128K and a +2, by Tape Loader, in 128 BASIC and in 48 BASIC; and under another ROM."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import EDITIONS, Edition, build_tape
from harness.spectrum.menu import LOAD_LIMIT, MENU_END, EndMessage
from pyspectrum import Spectrum
from pyspectrum.core import ROM_PATH
from pyspectrum.models import MODEL_48K, Model
from tests.many_solutions import rooks
from tests.slow.program.rig import (
    BASIC,
    CLASSIC,
    CLASSIC_RU,
    ENGLISH,
    RUSSIAN,
    TURBO,
    TWO_SOLUTIONS,
    Program,
    loaded,
    run_to_ending,
)
from tests.unit.harness.solver.files import sample

CAR = sample("car")
FOUR = rooks(4)
WIDE = Grid(tuple("".join("#" if (x + y) % 5 == 0 else "." for x in range(40)) for y in range(6))).puzzle()
"""Lines with much room, whose analysis needs all of its work space."""
SWAP = (0x5B00, 0x5C00)
"""Memory in which the 128's ROM keeps its paging, and the work of its editor, its RAM disk and the keypad."""
FIRST_VARIABLE = 0x5B58


@pytest.mark.parametrize(
    ("tape_name", "model", "way"),
    [
        *((tape_name, "128", "loader") for tape_name in ENGLISH),
        *((tape_name, "128", "128") for tape_name in (BASIC, TURBO, *RUSSIAN)),
        *((tape_name, "128", "48") for tape_name in (CLASSIC, TURBO)),
        *((tape_name, "+2", "loader") for tape_name in (CLASSIC, BASIC)),
        *((tape_name, "+2", "128") for tape_name in (TURBO, CLASSIC_RU)),
        (CLASSIC, "+2", "48"),
    ],
)
def test_the_car_is_solved(tape_name: str, model: str, way: str) -> None:
    menu = loaded(tape_name, model, way)
    menu.assert_solves(CAR)
    menu.leave(EndMessage.SOLVED)
    assert menu.view_data()[2].endswith(" 1: 6")


@pytest.mark.parametrize("model", ["48", "128"])
@pytest.mark.parametrize("tape_name", ENGLISH)
def test_the_memory_of_the_roms_paging_is_left_alone(tape_name: str, model: str) -> None:
    """The program neither writes there nor makes the ROM lose it; on a 48K all of it is the printer's buffer."""
    menu = loaded(tape_name, model)
    # behind its routines the 128's ROM keeps its own variables, the keypad, a stack
    page = slice(SWAP[0], FIRST_VARIABLE if model == "128" else SWAP[1])
    if model == "48":
        menu.spectrum.core.memory[page] = bytes(range(256))
    assert menu.enter(sample("heart")) is None
    before = bytes(menu.spectrum.core.memory[page])
    assert model == "128" or before == bytes(range(256))
    menu.start_solving()
    assert menu.spectrum.core.memory[page] == before


@pytest.mark.parametrize(
    ("tape_name", "puzzle", "guesses"),
    [
        (CLASSIC, sample("mask"), ""),
        (CLASSIC, sample("contradiction"), ""),
        (CLASSIC, FOUR, "wb"),
        (CLASSIC, WIDE, ""),
        (TURBO, sample("totem"), ""),
        (TURBO, sample("cup"), ""),
        (TURBO, FOUR, "b"),
        (TURBO, WIDE, ""),
        (BASIC, TWO_SOLUTIONS, "b"),
        (BASIC, sample("heart"), ""),
    ],
)
def test_a_puzzle_ends_as_on_a_48k(tape_name: str, puzzle: Puzzle, guesses: str) -> None:
    """The same prompt, the same 6,912 bytes of screen, the same P$, as many analyses of a line.

    In BASIC alone these are not counted: the 128's ROM runs BASIC's lines in a loop of its own, which nothing watches.
    """
    on_a_48k = run_to_ending(tape_name, puzzle, guesses)
    expected = replace(on_a_48k, line_calls=0) if tape_name == BASIC else on_a_48k
    assert run_to_ending(tape_name, puzzle, guesses, "128") == expected


OPENSE = Path("/usr/share/spectrum-roms/opense.rom")
CHARACTERS = 0x3D00
"""Address of a ROM's characters; they run to its end."""

needs_opense = pytest.mark.skipif(
    not OPENSE.is_file(), reason="OpenSE BASIC is not installed: apt install opense-basic"
)


@pytest.fixture
def model(tmp_path: Path) -> Model:
    """A 48K with that ROM, whose characters are the 48K's own, which the driver reads: its a, d, n and u differ."""
    rom = tmp_path / "opense.rom"
    rom.write_bytes(OPENSE.read_bytes()[:CHARACTERS] + Path(ROM_PATH).read_bytes()[CHARACTERS:])
    return replace(MODEL_48K, rom_paths=(str(rom),))


@needs_opense
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_load_is_typed_in_letters_and_the_car_is_solved(model: Model, edition: Edition) -> None:
    spectrum = Spectrum(model)
    spectrum.reset()
    spectrum.run(seconds=4)
    assert "Nine Tiles" in spectrum.text_lines()[23]  # this ROM's copyright message
    spectrum.insert_tape(build_tape(edition))
    spectrum.type('load ""\n')
    menu = Program(spectrum)
    menu.wait(MENU_END, timeout=LOAD_LIMIT)
    menu.assert_solves(CAR)
