"""The tapes on a 128K and a +2, by Tape Loader, in 128 BASIC and in 48 BASIC."""

from dataclasses import replace

import pytest

from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver import solve
from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.menu import LOAD_LIMIT, Menu, Stop
from harness.spectrum.messages import language
from pyspectrum import Spectrum
from tests.cli_runner import ROOT
from tests.e2e.conftest import loaded_128 as loaded_128
from tests.e2e.conftest import loaded_program
from tests.e2e.test_turbo import FOUR, Ending, run_to_ending, solve_to_ending
from tests.marks import slow_ones

CAR = read_puzzle(ROOT / "puzzles" / "car.txt")
HEART = read_puzzle(ROOT / "puzzles" / "heart.txt")
SWAP = (0x5B00, 0x5C00)
"""Memory in which the 128's ROM keeps its paging, and the work of its editor, its RAM disk and the keypad."""

FIRST_VARIABLE = 0x5B58

WITH_CODE = pytest.mark.parametrize("tape_name", ["crossword.tap", "crossword-turbo.tap"])
EVERY_TAPE = pytest.mark.parametrize("tape_name", [edition.file_name for edition in EDITIONS])


@EVERY_TAPE
@pytest.mark.parametrize(
    ("model", "way"),
    [
        ("128", "loader"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (("+2", "loader"), ("128", "48"), ("128", "128"), ("+2", "128"), ("+2", "48"))
        ),
    ],
)
def test_the_car_is_solved(tape_name: str, model: str, way: str) -> None:
    menu = loaded_128(tape_name, model=model, way=way)
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(CAR).solutions
    menu.leave(Stop.SOLVED)
    assert menu.view_data()[2] == "Line 1: 6"


@pytest.mark.slow
@pytest.mark.parametrize("model", ["128", "+2"])
@pytest.mark.parametrize("edition", RUSSIAN_EDITIONS, ids=lambda edition: edition.file_name)
def test_the_russian_editions_load_in_128_basic(edition: Edition, model: str) -> None:
    menu = Menu(Spectrum(model))
    menu.spectrum.boot("128")
    menu.spectrum.insert_tape(build_tape(edition))
    menu.spectrum.type('load ""\n')
    menu.wait(language(edition.language)["menu_exit"], limit_tstates=LOAD_LIMIT)
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(CAR).solutions


@EVERY_TAPE
def test_the_memory_of_the_roms_paging_is_left_alone(tape_name: str) -> None:
    """While the crossword is solved, from key to prompt: the program neither writes there nor makes the ROM lose it."""
    menu = loaded_128(tape_name)
    assert menu.enter(HEART) is None
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
    assert menu.enter(HEART) is None
    menu.start_solving()
    assert menu.spectrum.core.memory[page] == bytes(range(256))


@pytest.mark.parametrize("tape_name", ["crossword.tap", *slow_ones(["crossword-turbo.tap"])])
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


SMALL_CELLS = 230
SMALL = [
    path.stem
    for path in sorted((ROOT / "puzzles").glob("*.txt"))
    if (puzzle := read_puzzle(path, checked=False)).width * puzzle.height <= SMALL_CELLS
]


@pytest.mark.slow
@WITH_CODE
@pytest.mark.parametrize("name", SMALL)
def test_a_sample_ends_as_on_a_48k(name: str, tape_name: str) -> None:
    """The same prompt, the same 6,912 bytes of screen, the same P$, as many analyses of a line."""
    puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
    assert ending_on_a_128(tape_name, puzzle) == run_to_ending(tape_name, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["car", "contradiction", "two-solutions"])
def test_a_sample_in_basic_alone_ends_as_on_a_48k(name: str) -> None:
    """The analyses are not counted: the 128's ROM runs BASIC's lines in a loop of its own, which nothing watches."""
    puzzle = read_puzzle(ROOT / "puzzles" / f"{name}.txt")
    on_a_48k = run_to_ending("crossword-basic.tap", puzzle)
    assert ending_on_a_128("crossword-basic.tap", puzzle) == replace(on_a_48k, line_calls=0)


@pytest.mark.slow
@WITH_CODE
@pytest.mark.parametrize("guesses", ["b", "wb"])
def test_a_guess_leads_where_it_does_on_a_48k(tape_name: str, guesses: str) -> None:
    assert ending_on_a_128(tape_name, FOUR, guesses) == run_to_ending(tape_name, FOUR, guesses)


def ending_on_a_128(tape_name: str, puzzle: Puzzle, guesses: str = "") -> Ending:
    """As `run_to_ending` gives it of a 48K."""
    menu = loaded_128(tape_name)
    assert menu.enter(puzzle) is None
    return solve_to_ending(menu, tape_name, puzzle, guesses)
