"""Lines beyond two words: the compiled kernel held against the pure one."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from harness.puzzle import BACKGROUND, BLOT, AnyPuzzle, Clue, Colour, ColourGrid, Grid, Group, Palette, Puzzle
from harness.puzzle.colour import ColourPuzzle
from harness.solver.fast import Fast
from harness.solver.kernel.choose import STABLE, Kernel, build_kernel, has_compiled_kernel
from harness.solver.result import Outcome
from tools.made import noise_puzzle

pytestmark = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel")

PALETTE = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))


def _drawn(rng: random.Random, keys: str, width: int, height: int) -> tuple[str, ...]:
    """Rows of stretches, long ones among them."""
    rows = []
    longest = rng.choice((2, 6, 40, 150))
    for _ in range(height):
        row = ""
        while len(row) < width:
            row += rng.choice(keys) * rng.randint(1, longest)
        rows.append(row[:width])
    return tuple(rows)


def _long_puzzle(rng: random.Random) -> AnyPuzzle:
    """A picture of 130 to 320 cells one way and a few the other way, in one or two colours, some groups blotted."""
    sides = [rng.randint(130, 320), rng.randint(1, 9)]
    rng.shuffle(sides)
    in_colour, blotted = rng.random() < 0.4, rng.random() < 0.3
    drawn = _drawn(rng, BACKGROUND + ("rk" if in_colour else "#"), *sides)

    def blot(length: int) -> int:
        return BLOT if blotted and rng.random() < 0.2 else length

    if not in_colour:
        plain = Grid(drawn).clues()
        rows, columns = (tuple(tuple(map(blot, clue)) for clue in side) for side in (plain.rows, plain.columns))
        return Puzzle(rows, columns)
    coloured = ColourGrid(drawn).puzzle(PALETTE)
    red, black = (
        tuple(tuple(Group(blot(group.length), group.key) for group in clue) for clue in side)
        for side in (coloured.rows, coloured.columns)
    )
    return ColourPuzzle(red, black, PALETTE)


def _assert_same(pure: Kernel, compiled: Kernel, rng: random.Random, lines: int) -> None:
    assert compiled.rows() == pure.rows()
    assert compiled.line_calls == pure.line_calls
    for _ in range(3):
        line = rng.randrange(lines)
        assert compiled.analyse(line) == pure.analyse(line)


@pytest.mark.parametrize("seed", range(120))
def test_both_kernels_know_the_same_of_long_lines(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = _long_puzzle(rng)
    pure, compiled = build_kernel(puzzle, "pure"), build_kernel(puzzle, "compiled")
    lines, depth = puzzle.height + puzzle.width, 0
    for _ in range(40):
        move, row, column = rng.random(), rng.randrange(puzzle.height), rng.randrange(puzzle.width)
        can = [colour for colour, cells in enumerate(pure.can(row)) if cells >> column & 1]
        if not can or move < 0.1:
            if depth:
                depth -= 1
                pure.pop()
                compiled.pop()
        elif move < 0.3:
            depth += 1
            from_lowest = rng.random() < 0.3
            pure.push(from_lowest)
            compiled.push(from_lowest)
        elif move < 0.5:
            for kernel in (pure, compiled):
                kernel.put(row, column, can[0])
        elif move < 0.6 and len(can) > 1:
            for kernel in (pure, compiled):
                kernel.rule_out(row, column, can[-1])
        else:
            answer = pure.propagate()
            assert compiled.propagate() == answer
        if move >= 0.6:
            _assert_same(pure, compiled, rng, lines)


@pytest.mark.parametrize("seed", range(8))
def test_both_kernels_know_the_same_of_pictures_with_long_lines_both_ways(seed: int) -> None:
    """Most lines are analysed again and again, between groups that stand fast."""
    puzzle = noise_puzzle(130 + 9 * seed, 135 + 3 * seed, 0.72, seed, smooth=seed % 2 == 0)
    pure, compiled = build_kernel(puzzle, "pure"), build_kernel(puzzle, "compiled")
    assert compiled.propagate() == pure.propagate() == STABLE
    _assert_same(pure, compiled, random.Random(seed), puzzle.height + puzzle.width)
    for row in range(0, puzzle.height, 20):  # on from a cell here and there that is still open
        if open_cells := pure.can(row)[0] & pure.can(row)[1]:
            for kernel in (pure, compiled):
                kernel.put(row, open_cells.bit_length() - 1, 1)
            assert compiled.propagate() == pure.propagate()
            assert (compiled.rows(), compiled.line_calls) == (pure.rows(), pure.line_calls)


@pytest.mark.parametrize("seed", range(12))
def test_both_kernels_probe_long_lines_alike(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = _long_puzzle(rng)
    pure, compiled = build_kernel(puzzle, "pure"), build_kernel(puzzle, "compiled")
    assert compiled.propagate() == pure.propagate()
    assert compiled.probe(600, 15, None) == pure.probe(600, 15, None)
    _assert_same(pure, compiled, rng, puzzle.height + puzzle.width)


def test_a_cell_that_loses_its_last_colour_is_found_wherever_it_lies() -> None:
    puzzle = Puzzle(((3, 100), (3, 100)), ((2,),) * 3 + ((),) * 60 + ((2,),) * 100 + ((),) * 20)
    for column in (1, 30, 70, 175):
        for colour in (0, 1):
            kernel = build_kernel(puzzle, "compiled")
            kernel.propagate()
            assert kernel.unknown_count == 0
            if kernel.can(0)[colour] >> column & 1:
                kernel.rule_out(0, column, colour)
                assert kernel.propagate() == 0


def _grainy_puzzle(side: int) -> Puzzle:
    """A black ground with white grains, 190 groups a line at 4,000 cells."""
    rng = random.Random(1)
    raw = [rng.getrandbits(side) for _ in range(side + 1)]
    rows = [f"{(above | below | above << 1 | below << 1) % (1 << side):0{side}b}" for above, below in pairwise(raw)]
    columns = map("".join, zip(*rows, strict=True))

    def clues(lines: Iterable[str]) -> tuple[Clue, ...]:
        return tuple(tuple(len(group) for group in line.split("0") if group) for line in lines)

    return Puzzle(clues(rows), clues(columns))


@pytest.mark.slow
def test_sixteen_million_cells_are_solved_within_a_gigabyte() -> None:
    resource = pytest.importorskip("resource")
    puzzle = _grainy_puzzle(4000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = Fast().solve(puzzle)
    assert result.outcome is Outcome.MULTIPLE
    assert result.fixpoint.unknown_count == 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000
