"""The core of the line analysis on every line of up to nine cells, and on 200,000 random ones.

Every short line in every state with every clue, against the list of all arrangements; random lines of up to 62 cells,
a tenth of them contradictions, against the automaton.
"""

import random

import pytest

from tests.slow.line.line_reference import draw_line, list_arrangements, list_clues, random_line, solve_by_automaton
from tests.slow.line.line_rig import CoreRig

LENGTHS = range(1, 10)
CLUES_AT_ONCE = 20
PARTS = [(length, first) for length in LENGTHS for first in range(0, len(list_clues(length)), CLUES_AT_ONCE)]
CONTRADICTIONS = (10_848, 10_965)
"""In each hundred thousand random lines."""
SEQUENCES, LINES = 10, 10_000
"""Each hundred thousand are so many sequences, of so many lines."""
WORST_TSTATES = 49_152


@pytest.fixture(scope="module")
def rig() -> CoreRig:
    return CoreRig()


def test_the_lines_are_counted() -> None:
    assert sum(3**length * len(clues_from(length, first)) for length, first in PARTS) == 2_206_284
    assert sum(CONTRADICTIONS) == 21_813
    assert len(CONTRADICTIONS) * SEQUENCES * LINES == 200_000


def clues_from(length: int, first: int) -> tuple[tuple[int, ...], ...]:
    return list_clues(length)[first : first + CLUES_AT_ONCE]


@pytest.mark.parametrize(("length", "first"), PARTS)
def test_every_short_line(rig: CoreRig, length: int, first: int) -> None:
    for clue in clues_from(length, first):
        assert check_clue(rig, length, clue) == 3**length


def check_clue(rig: CoreRig, length: int, clue: tuple[int, ...]) -> int:
    """Check every state of a line with a clue; how many there are."""
    everything = (1 << length) - 1
    states = [(0, 0, list_arrangements(length, clue))]
    for cell in range(length):
        bit = 1 << cell
        states = [
            state
            for black, white, fitting in states
            for state in (
                (black, white, fitting),
                (black | bit, white, tuple(a for a in fitting if a & bit)),
                (black, white | bit, tuple(a for a in fitting if not a & bit)),
            )
        ]
    for black, white, fitting in states:
        always, ever = everything, 0
        for arrangement in fitting:
            always &= arrangement
            ever |= arrangement
        expected = (always, everything & ~ever) if fitting else None
        got = rig.analyse(length, clue, black, white)
        assert got == expected, f"{clue} on {draw_line(length, black, white)}: {got}, not {expected}"
    return len(states)


@pytest.mark.parametrize("batch", range(len(CONTRADICTIONS)))
def test_random_lines(rig: CoreRig, batch: int) -> None:
    found = 0
    for number in range(SEQUENCES * batch, SEQUENCES * (batch + 1)):
        generator = random.Random(f"prove {number}")
        for _ in range(LINES):
            line = random_line(generator, contradictions=0.17)
            expected, got = solve_by_automaton(*line), rig.analyse(*line)
            assert got == expected, f"{line}: {got}"
            assert rig.tstates <= WORST_TSTATES
            found += expected is None
    assert found == CONTRADICTIONS[batch]
