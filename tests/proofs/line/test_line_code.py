"""The line analysis at #F600 against brute force and against an automaton: complete, and never wrong."""

from __future__ import annotations

import random

import pytest

from tests.proofs.line.line_lines import all_states, random_line
from tests.proofs.line.line_reference import list_clues, solve_by_automaton, solve_by_enumeration
from tests.proofs.line.line_rig import LineRig, draw_line


@pytest.fixture(scope="module")
def rig() -> LineRig:
    return LineRig()


@pytest.mark.parametrize("length", range(1, 9))
def test_automaton_agrees_with_enumeration(length: int) -> None:
    generator = random.Random(length)
    for clue in list_clues(length):
        for black, white in generator.sample(all_states(length), 3 ** min(length, 5)):
            assert solve_by_automaton(length, clue, black, white) == solve_by_enumeration(length, clue, black, white)


@pytest.mark.parametrize("part", range(10))
def test_random_lines(rig: LineRig, part: int) -> None:
    generator = random.Random(f"random lines {part}")
    contradictions = 0
    for _ in range(2_000):
        line = random_line(generator)
        expected = solve_by_automaton(*line)
        got = rig.analyse(*line)
        assert got == expected, f"{line.clue} on {draw_line(line.length, line.black, line.white)}"
        contradictions += expected is None
    assert 100 < contradictions < 1_000


def test_clues_too_long_for_the_line_are_contradictions(rig: LineRig) -> None:
    for length in (1, 2, 7, 8, 9, 31, 61, 62):
        for clue in ((length + 1,), (length, 1), (1,) * (length // 2 + 2), (200,), (255, 255), (1, 255)):
            if len(clue) <= 31:
                assert rig.analyse(length, clue, 0, 0) is None, (length, clue)
