"""Cost of an analysis in T-states: exact numbers, held with a margin of 1 %.

The core is timed from its entry, cells and groups in their buffers, to its return, the answer in the same buffers, in
memory that the ULA leaves alone; the contract is what a call from BASIC takes on top of that, where the contract's
variables are the first in VARS.

The calls are those of solving pictures: rows from the top, then columns from the left, each when something changed in
it, as the program goes about it; they stop where lines alone lead no further.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.slow.line.line_reference import Line, clue_of, solve_by_automaton
from tests.slow.line.line_rig import CoreRig, LineRig, contract_variables

MARGIN = 0.01
Grid = list[list[bool]]  # picture[row][column], row 0 on top


def random_picture(dice: random.Random, width: int, height: int) -> Grid:
    """Cells black or white by chance, half to two thirds of them black."""
    density = dice.choice((0.5, 0.6, 0.7))
    return [[dice.random() < density for _ in range(width)] for _ in range(height)]


def blob_picture(dice: random.Random, width: int, height: int) -> Grid:
    """Smoothed noise, the darker half or so of it black: blobs, as in a drawing."""
    noise = [[dice.random() for _ in range(width)] for _ in range(height)]
    for _ in range(2):
        noise = [[_mean_around(noise, row, column) for column in range(width)] for row in range(height)]
    levels = sorted(level for row in noise for level in row)
    threshold = levels[int(len(levels) * (1 - dice.choice((0.4, 0.5, 0.6))))]
    return [[level >= threshold for level in row] for row in noise]


def _mean_around(noise: list[list[float]], row: int, column: int) -> float:
    rows = range(max(0, row - 1), min(len(noise), row + 2))
    columns = range(max(0, column - 1), min(len(noise[0]), column + 2))
    return sum(noise[r][c] for r in rows for c in columns) / (len(rows) * len(columns))


def line_calls(picture: Grid) -> Iterator[Line]:
    """Every line analysis of the row and column loop on a picture, in order."""
    height, width = len(picture), len(picture[0])
    lines = (picture, [list(column) for column in zip(*picture, strict=True)])
    clues = [[clue_of(len(line), sum(cell << at for at, cell in enumerate(line))) for line in side] for side in lines]
    black, white = [[0] * height, [0] * width], [[0] * height, [0] * width]
    marked = [set(range(height)), set(range(width))]
    while any(marked):
        for side, length in enumerate((width, height)):
            for number in sorted(marked[side]):
                line = Line(length, clues[side][number], black[side][number], white[side][number])
                yield line
                answer = solve_by_automaton(*line)
                assert answer is not None
                found = (answer[0] | answer[1]) & ~(line.black | line.white)
                black[side][number], white[side][number] = answer
                for at in range(length):
                    if found >> at & 1:
                        (black if answer[0] >> at & 1 else white)[1 - side][at] |= 1 << number
                        marked[1 - side].add(at)
            marked[side] = set()


def workload(width: int, height: int, kind: str) -> list[Line]:
    """The analyses of a fixed set of pictures of one size; `kind` is ``random`` or ``blob``."""
    dice = random.Random(f"{width}x{height} {kind}")
    draw = {"random": random_picture, "blob": blob_picture}[kind]
    pictures = (draw(dice, width, height) for _ in range(6_000 // (width * height) + 2))
    return [line for picture in pictures for line in line_calls(picture)]


class Cost(NamedTuple):
    """T-states of the core's calls in a workload, and what the contract adds."""

    mean: int
    percentile_95: int
    worst: int
    contract_mean: int
    contract_worst: int


BUDGETS = {
    (10, 10, "random"): Cost(2_052, 3_466, 5_175, 4_229, 5_087),
    (10, 10, "blob"): Cost(1_608, 3_181, 4_847, 4_079, 4_905),
    (20, 30, "random"): Cost(5_332, 13_130, 15_881, 5_094, 7_741),
    (20, 30, "blob"): Cost(5_000, 11_521, 14_685, 4_838, 7_327),
    (62, 42, "random"): Cost(8_816, 27_101, 41_357, 7_226, 12_009),
    (62, 42, "blob"): Cost(14_400, 32_733, 39_853, 6_228, 9_887),
}


def measure(width: int, height: int, kind: str) -> Cost:
    core_rig, line_rig = CoreRig(), LineRig()
    core, contract = [], []
    for line in workload(width, height, kind):
        core_rig.analyse(*line)
        core.append(core_rig.tstates)
        called = line_rig.call(list(contract_variables(*line).values()))
        contract.append(called.tstates - called.core_tstates)
    core.sort()
    return Cost(
        round(sum(core) / len(core)),
        core[len(core) * 95 // 100],
        core[-1],
        round(sum(contract) / len(contract)),
        max(contract),
    )


@pytest.mark.parametrize("size", BUDGETS, ids=lambda size: "{}x{}-{}".format(*size))
def test_calls_of_the_row_and_column_loop(size: tuple[int, int, str]) -> None:
    """What has become better is brought down."""
    assert measure(*size)._asdict() == pytest.approx(BUDGETS[size]._asdict(), rel=MARGIN)
