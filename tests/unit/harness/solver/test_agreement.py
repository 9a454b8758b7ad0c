"""Agreement of all solvers on random puzzles, and the soundness of the encoding that they are held against."""

import itertools
import random

import pytest
from hypothesis import given, settings

from harness.puzzle import BLOT, Group, Puzzle, colour_clue_of, tells_of
from harness.puzzle.colour import ColourGrid
from tests.colour_brute_force import brute_force
from tests.many_solutions import rooks
from tests.strategies import COLOUR_PALETTE, colour_grids
from tools.agreement import KEYS, MOST_SIDE, automaton, compare_many, count_by_automata, possible_states, random_puzzle

KINDS = ("plain", "colour", "blotted")


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_an_automaton_reads_the_lines_of_its_clue_and_no_others(length: int) -> None:
    lines = ["".join(cells) for cells in itertools.product(".rg", repeat=length)]
    clues = {colour_clue_of(line) for line in lines}
    blotted = {tuple(Group(BLOT if number % 2 else size, key) for number, (size, key) in enumerate(c)) for c in clues}
    for clue in sorted(clues | blotted):
        states, possible = automaton(clue), possible_states(automaton(clue), length)
        read = {("", 0)} if possible[0] else set()
        for now in possible[1:]:
            read = {
                (line + states[after].key, after)
                for line, state in read
                for after in states[state].followers
                if after in now
            }
        assert {line for line, _ in read} == {line for line in lines if tells_of(clue, colour_clue_of(line))}


@given(colour_grids())
@settings(deadline=None, max_examples=60)
def test_the_encoding_counts_what_brute_force_counts(grid: ColourGrid) -> None:
    puzzle = grid.puzzle(COLOUR_PALETTE)
    assert count_by_automata(puzzle) == min(len(brute_force(puzzle)), 2)


def test_the_encoding_counts_up_to_two() -> None:
    one = ((1,),)
    assert [count_by_automata(p) for p in (Puzzle(one, one), rooks(4), Puzzle(((1,), ()), ((), ())))] == [1, 2, 0]


def test_random_puzzles_are_of_all_sizes_and_colours() -> None:
    rng = random.Random(1)
    puzzles = [random_puzzle(rng, kind) for kind in KINDS for _ in range(25)]
    for puzzle in puzzles:
        puzzle.check()
    sides = [side for puzzle in puzzles for side in (puzzle.width, puzzle.height)]
    assert min(sides) == 1
    assert sum(side > 63 for side in sides) > 5
    assert MOST_SIDE >= max(sides) > 128
    assert {len(puzzle.used_keys) for puzzle in puzzles[25:50]} >= set(range(2, len(KEYS) + 1))
    assert any(BLOT in clue for puzzle in puzzles if isinstance(puzzle, Puzzle) for clue in puzzle.rows)


@pytest.mark.parametrize(("kind", "count"), [("plain", 8), ("colour", 8), ("blotted", 8)])
def test_all_agree(kind: str, count: int) -> None:
    assert sum(compare_many(random.Random(3), kind, count).values()) == count


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), [("plain", 400), ("colour", 200), ("blotted", 100)])
def test_all_agree_on_many(kind: str, count: int) -> None:
    counted = compare_many(random.Random(4), kind, count)
    assert sum(counted.values()) == count
    assert all(counted[solutions] for solutions in (0, 1, 2))
