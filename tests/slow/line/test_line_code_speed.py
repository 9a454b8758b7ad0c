"""Cost of an analysis in T-states: exact numbers, held with a margin of 1 %.

The core is timed from its entry, cells and groups in their buffers, to its return, the answer in the same buffers, in
memory that the ULA leaves alone; the contract is what a call from BASIC takes on top of that, where the contract's
variables are the first in VARS.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.slow.line.core_rig import CoreRig
from tests.slow.line.line_calls import workload
from tests.slow.line.line_rig import LineRig

MARGIN = 1.01


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
    """The cost of a workload."""
    core_rig, line_rig = CoreRig(), LineRig()
    core, contract = [], []
    for line in workload(width, height, kind):
        core_rig.analyse(*line)
        core.append(core_rig.tstates)
        contract.append(line_rig.contract_tstates(*line))
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
    measured = measure(*size)
    for name, value, budget in zip(Cost._fields, measured, BUDGETS[size], strict=True):
        assert value <= budget * MARGIN, f"{name}: {value}, not {budget}: {measured}"
        assert value * MARGIN >= budget, f"{name}: {value}, better than {budget}: bring the budget down: {measured}"
