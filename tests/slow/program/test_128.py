"""The tapes on a 128K and a +2, by Tape Loader, in 128 BASIC and in 48 BASIC."""

from dataclasses import replace

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum.menu import Stop
from tests.slow.program.rig import (
    BASIC,
    CLASSIC,
    CLASSIC_RU,
    ENGLISH,
    RUSSIAN,
    TURBO,
    TWO_SOLUTIONS,
    loaded,
    run_to_ending,
    sample,
)

CAR = sample("car")
FOUR = Puzzle(((1,),) * 4, ((1,),) * 4)
SWAP = (0x5B00, 0x5C00)
"""Memory in which the 128's ROM keeps its paging, and the work of its editor, its RAM disk and the keypad."""
FIRST_VARIABLE = 0x5B58
EVERY_TAPE = pytest.mark.parametrize("tape_name", ENGLISH)


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
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(CAR).solutions
    menu.leave(Stop.SOLVED)
    assert menu.view_data()[2].endswith(" 1: 6")


@EVERY_TAPE
def test_the_memory_of_the_roms_paging_is_left_alone(tape_name: str) -> None:
    """While the crossword is solved, from key to prompt: the program neither writes there nor makes the ROM lose it."""
    menu = loaded(tape_name, "128")
    assert menu.enter(sample("heart")) is None
    before = bytes(menu.spectrum.core.memory[slice(*SWAP)])
    menu.start_solving()
    changed = {0x5B00 + n for n, byte in enumerate(before) if menu.spectrum.core.memory[0x5B00 + n] != byte}
    # behind its routines the ROM keeps its own variables, the keypad, a stack
    assert not [hex(address) for address in changed if address < FIRST_VARIABLE]


@EVERY_TAPE
def test_a_48_s_printer_buffer_is_left_alone(tape_name: str) -> None:
    """The same page on a 48K, where the ROM leaves all of it to the printer: so must the program."""
    menu = loaded(tape_name)
    page = slice(*SWAP)
    menu.spectrum.core.memory[page] = bytes(range(256))
    assert menu.enter(sample("heart")) is None
    menu.start_solving()
    assert menu.spectrum.core.memory[page] == bytes(range(256))


@pytest.mark.parametrize("tape_name", [CLASSIC, TURBO])
def test_a_wide_crossword(tape_name: str) -> None:
    """Lines with much room, whose analysis needs all of its work space."""
    grid = Grid(tuple("".join("#" if (x + y) % 5 == 0 else "." for x in range(40)) for y in range(6)))
    menu = loaded(tape_name, "128")
    assert menu.enter(grid.puzzle()) is None
    assert menu.start_solving() is Stop.MANY_VARIANTS
    assert menu.continue_with(black=True) in (Stop.SOLVED, Stop.MANY_VARIANTS, Stop.INCORRECT)


@pytest.mark.parametrize(
    ("tape_name", "puzzle", "guesses"),
    [
        (CLASSIC, sample("mask"), ""),
        (CLASSIC, sample("contradiction"), ""),
        (CLASSIC, FOUR, "wb"),
        (TURBO, sample("totem"), ""),
        (TURBO, sample("cup"), ""),
        (TURBO, FOUR, "b"),
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
