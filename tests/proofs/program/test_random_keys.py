"""Random keys, a long way: the program is never left but by its own doors, and solves right after.

Keys come nearly as fast as the ROM takes them, one chord after the other: any key, with or without its shifts, as
often as one that the program has a use for.
"""

import random
from collections import deque
from collections.abc import Callable

import pytest

from harness.puzzle import Puzzle
from harness.solver import solve
from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS
from harness.spectrum.menu import Menu, Stop
from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.keyboard import BREAK, ENTER, MATRIX, Chord
from tests.e2e.conftest import loaded_program
from tests.e2e.doors import check_door, come_back, go_home, stopped
from tests.e2e.test_128 import CAR, loaded_128
from tests.e2e.test_russian import loaded as loaded_in_russian

MACHINES: dict[str, Callable[[str], Menu]] = {"48": loaded_program, "128": loaded_128}
ENGLISH_ROUNDS, RUSSIAN_ROUNDS = 4, 2
"""Of a thousand keys: together 6,000 for each edition and machine."""
SHIFTS: tuple[Chord, ...] = (frozenset(), frozenset({"CAPS"}), frozenset({"SYMBOL"}), frozenset({"CAPS", "SYMBOL"}))
KEYS = sorted(MATRIX.keys() - {"CAPS", "SYMBOL"})
BACK, ON = frozenset({"SYMBOL", "R"}), frozenset({"SYMBOL", "T"})
"""The signs < and >."""
USEFUL: list[Chord] = [BREAK, *[ENTER] * 8, BACK, ON, *(frozenset({key}) for key in "11112233445678ybwan0")]
HELD_TSTATES = (2 * TSTATES_PER_FRAME, 3 * TSTATES_PER_FRAME)
TWO_SOLUTIONS = Puzzle(((1,), (1,)), ((1,), (1,)))
DOORS_TAKEN = 2
"""So many times a round the way back is taken; from then on a key that leads out of the program is not pressed, since
the way back takes longer than all other keys together."""
SEEN_LATE = 12
"""So many keys later, at most, the program has left by the door to which a key has led."""


def random_chord(dice: random.Random) -> Chord:
    return dice.choice(USEFUL) if dice.random() < 0.7 else dice.choice(SHIFTS) | {dice.choice(KEYS)}


def press_random_keys(menu: Menu, keys: int, dice: random.Random) -> None:
    """Press so many, one after the other; where BASIC has stopped then, it was by a door."""
    spectrum = menu.spectrum
    leaves = {stopped(spectrum)}
    doors = 0
    before = deque([spectrum.state()], maxlen=SEEN_LATE)
    for _ in range(keys):
        before.append(spectrum.state())
        spectrum.release()
        spectrum.hold(random_chord(dice))
        if spectrum.run_to(spectrum.tstates + dice.randrange(*HELD_TSTATES), leaves) is not None:
            check_door(spectrum)
            doors += 1
            if doors <= DOORS_TAKEN:
                come_back(menu)
            else:
                spectrum.restore(before[0])


def test_a_few_random_keys_lead_out_by_the_doors_alone() -> None:
    play_at_random(loaded_program(), 1, 200, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("tape_name", [edition.file_name for edition in EDITIONS])
@pytest.mark.parametrize("machine", MACHINES)
def test_random_keys_lead_out_by_the_doors_alone(machine: str, tape_name: str) -> None:
    play_at_random(MACHINES[machine](tape_name), ENGLISH_ROUNDS, 1_000, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("tape_name", [edition.file_name for edition in RUSSIAN_EDITIONS])
@pytest.mark.parametrize("machine", MACHINES)
def test_random_keys_in_russian(machine: str, tape_name: str) -> None:
    play_at_random(loaded_in_russian(tape_name, machine), RUSSIAN_ROUNDS, 1_000, seed=2)


def play_at_random(menu: Menu, rounds: int, keys: int, seed: int) -> None:
    """In rounds: each begins with a crossword in memory, so that every item of the menu does something."""
    dice = random.Random(seed)
    for _ in range(rounds):
        assert menu.enter(TWO_SOLUTIONS) is None
        press_random_keys(menu, keys, dice)
        go_home(menu)
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED
    assert (menu.read().grid,) == solve(CAR).solutions
