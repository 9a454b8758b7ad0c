"""The SAT solver's rounds are sized by counts, so that a run is the same on every machine."""

import itertools
import time
from importlib.util import find_spec
from unittest.mock import Mock

import pytest

from harness.solver.sat import remainder
from harness.solver.sat.remainder import SatSolver
from tests.unit.harness.solver.sat.pigeons import pigeons

pytestmark = pytest.mark.skipif(
    not find_spec("pysolvers"), reason="python-sat is not installed: pip install python-sat"
)


def _rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The conflicts allowed in each round."""
    solver = SatSolver()
    counted = Mock(wraps=solver._set_conflicts)
    monkeypatch.setattr(solver, "_set_conflicts", counted)
    for clause in pigeons(7):
        solver.add(clause)
    assert not solver.is_solvable([], lambda: None)
    solver.delete()
    return [most for (most,), _ in counted.call_args_list]


def test_the_rounds_are_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """There every look at a clock is seconds after the one before."""
    monkeypatch.setattr(remainder, "_MOST_PROPAGATIONS", 20_000)
    rounds = _rounds(monkeypatch)
    ticks = itertools.count(step=5)
    for clock in ("monotonic", "perf_counter", "process_time", "time"):
        monkeypatch.setattr(time, clock, lambda: float(next(ticks)))
    assert rounds == _rounds(monkeypatch)
    assert any(later < sooner for sooner, later in itertools.pairwise(rounds))  # long ones are made shorter
