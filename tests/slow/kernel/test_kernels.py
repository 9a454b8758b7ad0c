"""The kernel beside the reference on many boards, small and with long sides; and the largest board there may be."""

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from harness.puzzle import Clue, Puzzle
from harness.solver.fast import Fast
from harness.solver.kernel import has_compiled_kernel
from harness.solver.strategy import Outcome
from tests.unit.harness.solver.kernel.beside import LONG, SMALL, Pair, random_pair
from tools.made import noise_puzzle

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")


@pytest.mark.parametrize(("sides", "count"), [(SMALL, 200), (LONG, 60)], ids=["small", "long"])
def test_it_knows_what_the_reference_knows(sides: tuple[tuple[int, int], ...], count: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        random_pair(rng, sides).walk(rng, 60)


@pytest.mark.parametrize("seed", range(4))
def test_it_knows_the_same_of_pictures_with_long_lines_both_ways(seed: int) -> None:
    """Most lines are analysed again and again, between groups that stand fast."""
    pair = Pair(noise_puzzle(130 + 9 * seed, 135 + 3 * seed, 0.72, seed, smooth=seed % 2 == 0))
    assert pair.propagate()
    for row in range(0, pair.size[1], 20):  # on from a cell here and there that is still open
        pair.check_line(row)
        if open_cells := pair.board.open_cells(row):
            pair.push(False)
            pair.put(row, open_cells.bit_length() - 1, 1)
            if not pair.propagate():
                pair.pop()


def _grainy_puzzle(side: int) -> Puzzle:
    """A black ground with white grains, 190 groups a line at 4,000 cells."""
    rng = random.Random(1)
    raw = [rng.getrandbits(side) for _ in range(side + 1)]
    rows = [f"{(above | below | above << 1 | below << 1) % (1 << side):0{side}b}" for above, below in pairwise(raw)]
    columns = map("".join, zip(*rows, strict=True))

    def clues(lines: Iterable[str]) -> tuple[Clue, ...]:
        return tuple(tuple(len(group) for group in line.split("0") if group) for line in lines)

    return Puzzle(clues(rows), clues(columns))


def test_sixteen_million_cells_are_solved_within_a_gigabyte() -> None:
    resource = pytest.importorskip("resource")
    puzzle = _grainy_puzzle(4000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = Fast().solve(puzzle)
    assert result.outcome is Outcome.MULTIPLE
    assert result.fixpoint.unknown_count == 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000
