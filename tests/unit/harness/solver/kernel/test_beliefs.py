"""Belief propagation: the chances against counting, the guesses against the clues, and what becomes of them."""

import itertools
import random
from math import prod

import pytest

from harness.puzzle import BLOT, Groups, Puzzle, groups_of
from harness.solver.fast import WAYS, Fast
from harness.solver.kernel import PAUSED, SOLVED, STABLE, has_compiled_kernel
from harness.solver.sat import remainder
from harness.solver.strategy import Outcome
from tests.kernels import kernel_of
from tests.many_solutions import BY_TRIAL
from tools.made import colour_noise, noise_puzzle

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")

LEAST_CHANCE = 3e-4

Weights = tuple[tuple[float, ...], ...]
"""For each cell, the weight of the background and of each colour; the greatest is 1."""


def counted_chances(keys: str, clue: Groups, told: Weights) -> list[float] | None:
    """Each cell's chances of its colours by all arrangements, each weighing what the other cells' weights make it."""
    length, colours = len(told), len(keys)
    sums = [[0.0] * colours for _ in told]
    for cells in itertools.product(range(colours), repeat=length):
        if groups_of("".join(keys[cell] for cell in cells)) != clue:
            continue
        weights = [cell[colour] for cell, colour in zip(told, cells, strict=True)]
        for own, colour in enumerate(cells):
            sums[own][colour] += prod(weights[:own] + weights[own + 1 :])
    if not sum(map(sum, sums)):
        return None
    return [min(max(chance / sum(cell), LEAST_CHANCE), 1 - LEAST_CHANCE) for cell in sums for chance in cell]


@pytest.mark.parametrize(("keys", "most"), [(".#", 6), (".rg", 4), (".rgb", 3)])
def test_a_line_s_beliefs_are_what_counting_gives(keys: str, most: int) -> None:
    from harness.solver.kernel import _fast

    rng = random.Random(most)
    for length in range(1, most + 1):
        for clue in sorted({groups_of("".join(cells)) for cells in itertools.product(keys, repeat=length)}):
            cells = [[rng.uniform(0.001, 1) for _ in keys] for _ in range(length)]
            told = tuple(tuple(weight / max(cell) for weight in cell) for cell in cells)
            expected = counted_chances(keys, clue, told)
            assert _fast.believe(keys, clue, sum(told, ())) == pytest.approx(expected, rel=1e-6), (clue, told)


def test_a_line_without_an_arrangement_says_so() -> None:
    from harness.solver.kernel import _fast

    assert _fast.believe(".#", (2,), (0.0, 1.0, 1.0, 0.0, 0.0, 1.0)) is None
    assert _fast.believe(".#", (3, 3), (0.5,) * 10) is None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "puzzle",
    [
        *(noise_puzzle(width, height, 0.5, 1) for width, height in ((20, 20), (40, 30), (70, 30), (30, 70))),
        *(colour_noise(18, colours, 0.5, 1) for colours in (1, 2, 3)),
    ],
    ids=lambda puzzle: f"{puzzle.width}x{puzzle.height}" + "c" * len(puzzle.used_keys) * puzzle.in_colour,
)
def test_a_guess_is_a_solution(puzzle: Puzzle, way: tuple[float, int, float]) -> None:
    kernel = kernel_of(puzzle)
    assert kernel.propagate() == STABLE
    kernel.push()
    assert kernel.guess(20, *way, None) == SOLVED
    assert puzzle.redrawn(kernel.rows()).has_clues_of(puzzle)
    kernel.pop()
    assert kernel.unknown_count  # what was guessed is no knowledge


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_guess_that_fails_at_once_is_none(seed: int) -> None:
    """In steps as large as these there is a contradiction before anything else is known; attempts begin anew."""
    puzzle = noise_puzzle(80, 80, 0.45, seed)
    kernel = kernel_of(puzzle)
    assert kernel.propagate() == STABLE
    assert kernel.unknown_count == 80 * 80
    assert [kernel.guess(attempts, 0.3, 1, 0.0, None) for attempts in (0, 3)] == [PAUSED, PAUSED]


@pytest.mark.parametrize("puzzle", [Puzzle(((BLOT,), (1,)), ((1,), (1,))), BY_TRIAL], ids=["blots", "no solution"])
def test_nothing_is_guessed_where_numbers_are_blotted_or_there_is_no_solution(puzzle: Puzzle) -> None:
    kernel = kernel_of(puzzle)
    assert kernel.propagate() == STABLE
    assert kernel.unknown_count
    assert kernel.guess(20, *WAYS[0], None) == PAUSED


def test_the_sat_solver_continues_after_failed_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def guess_nothing(_walk: object, _branch: object, times: int, _ways: object = ()) -> list[tuple[str, ...]]:
        asked.append(times)
        return []

    monkeypatch.setattr(remainder, "_AFTER_GUESS", 5)
    monkeypatch.setattr("harness.solver.fast._Walk._guess", guess_nothing)
    result = Fast(search_limit=0).solve(noise_puzzle(30, 30, 0.5, 1))
    assert result.outcome is Outcome.MULTIPLE
    assert len(asked) > 2
    assert asked == [0, 0, *range(len(asked) - 2)], "the search has asked before, the quickest way and then the others"
