"""Random keys, a long way: the program is never left but by its own doors, and solves right after.

Keys come nearly as fast as the ROM takes them, one chord after the other: any key, with or without its shifts, as
often as one that the program has a use for.
"""

import random
from collections import deque

import pytest

from pyspectrum.keyboard import BREAK, ENTER, MATRIX, Chord
from pyspectrum.models import MODEL_48K
from tests.slow.program.rig import BASIC, BASIC_RU, CLASSIC, CLASSIC_RU, TURBO, TURBO_RU, TWO_SOLUTIONS, Program, loaded
from tests.unit.harness.solver.files import sample

ROUNDS = 2
"""Of a thousand keys, on each edition and machine: other keys whenever the program is another."""
SHIFTS: tuple[Chord, ...] = (frozenset(), frozenset({"CAPS"}), frozenset({"SYMBOL"}), frozenset({"CAPS", "SYMBOL"}))
KEYS = sorted(MATRIX.keys() - {"CAPS", "SYMBOL"})
BACK, ON = frozenset({"SYMBOL", "R"}), frozenset({"SYMBOL", "T"})
"""The signs < and >."""
USEFUL: list[Chord] = [BREAK, *[ENTER] * 8, BACK, ON, *(frozenset({key}) for key in "11112233445678ybwan0")]
HELD_TSTATES = (2 * MODEL_48K.tstates_per_frame, 3 * MODEL_48K.tstates_per_frame)
DOORS_TAKEN = 2
"""So many times a round the way back is taken; from then on a key that leads out of the program is not pressed, since
the way back takes longer than all other keys together."""
SEEN_LATE = 12
"""So many keys later, at most, the program has left by the door to which a key has led."""


def press_random_keys(menu: Program, keys: int, dice: random.Random) -> None:
    """Press so many, one after the other; where BASIC has stopped then, it was by a door."""
    spectrum = menu.spectrum
    leaves = {menu.stopped}
    doors = 0
    before = deque([spectrum.state()], maxlen=SEEN_LATE)
    for _ in range(keys):
        before.append(spectrum.state())
        spectrum.release()
        spectrum.hold(dice.choice(USEFUL) if dice.random() < 0.7 else dice.choice(SHIFTS) | {dice.choice(KEYS)})
        if spectrum.run_to(spectrum.tstates + dice.randrange(*HELD_TSTATES), leaves) is not None:
            menu.check_door()
            doors += 1
            if doors <= DOORS_TAKEN:
                menu.come_back()
            else:
                spectrum.restore(before[0])


@pytest.mark.parametrize(
    ("model", "tape_name"),
    [("48", CLASSIC), ("128", BASIC), ("48", TURBO), ("128", CLASSIC_RU), ("48", BASIC_RU), ("128", TURBO_RU)],
)
def test_random_keys_lead_out_by_the_doors_alone(model: str, tape_name: str, seed: int) -> None:
    """Each round begins with a crossword in memory, so that every item of the menu does something."""
    menu, dice = loaded(tape_name, model), random.Random(seed)
    for _ in range(ROUNDS):
        assert menu.enter(TWO_SOLUTIONS) is None
        press_random_keys(menu, 1_000, dice)
        menu.go_home()
    menu.assert_solves(sample("car"))
