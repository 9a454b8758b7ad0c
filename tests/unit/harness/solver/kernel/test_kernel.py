"""The kernel beside the reference, what ends it, and its errors."""

import random
from typing import Any

import pytest

from harness.puzzle import Group, Puzzle
from tests.cases import cases
from tests.kernels import COMPILED, kernel_of
from tests.many_solutions import BY_TRIAL
from tests.unit.harness.solver.kernel.beside import LONG, SMALL, TINY, Pair, random_pair
from tools.made import colour_noise, noise_puzzle


@COMPILED
@pytest.mark.parametrize(("sides", "count"), [(SMALL, 30), (LONG, 5)], ids=["small", "long"])
def test_it_knows_what_the_reference_knows(sides: tuple[tuple[int, int], ...], count: int) -> None:
    for seed in range(count):
        rng = random.Random(seed)
        random_pair(rng, sides).walk(rng, 40)


@COMPILED
@pytest.mark.parametrize("sweep", [False, True], ids=["probe", "sweep"])
def test_probing_ends_where_plain_probing_ends_and_names_the_cell_that_decides_the_most(sweep: bool) -> None:
    pairs = [random_pair(random.Random(seed), TINY) for seed in range(300)]
    for puzzle in (BY_TRIAL, noise_puzzle(11, 11, 0.45, 1), colour_noise(7, 2, 0.7, 1)):
        pairs.append(Pair(puzzle))
    for pair in pairs:
        pair.probe_all(sweep)


@COMPILED
def test_a_cell_that_loses_its_last_colour_is_found_wherever_it_lies() -> None:
    puzzle = Puzzle(((3, 100), (3, 100)), ((2,),) * 3 + ((),) * 60 + ((2,),) * 100 + ((),) * 20)
    for column in (1, 30, 70, 175):
        for colour in (0, 1):
            kernel = kernel_of(puzzle)
            kernel.propagate()
            assert kernel.unknown_count == 0
            if kernel.possible(0)[colour] >> column & 1:
                kernel.rule_out(0, column, colour)
                assert kernel.propagate() == 0


@COMPILED
@cases("arguments", "trouble", more=[((".r", ((Group(1, "g"),),), ((1,),)), "no colour")])
def test_the_error_names_what_would_break_it(arguments: tuple[Any, ...], trouble: str) -> None:
    from harness.solver.kernel import _fast

    with pytest.raises(ValueError, match=trouble):
        _fast.Kernel(*arguments)
