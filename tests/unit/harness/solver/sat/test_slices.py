"""The SAT solver's rounds are sized by counts, so that a run is the same on every machine."""

from __future__ import annotations

import itertools
from collections import deque

import pytest

from harness.solver.kernel.kernel import Check
from harness.solver.sat import remainder
from harness.solver.sat.remainder import SatSolver
from tools.made import domino_puzzle, noise_puzzle

pytest.importorskip("pysolvers")


def _pigeons(solver: SatSolver, holes: int) -> None:
    """One pigeon more than holes: no solution, and a long proof."""
    pigeons = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    for pigeon in pigeons:
        solver.add(pigeon)
    for hole in range(holes):
        for one in range(holes + 1):
            for other in range(one):
                solver.add([-pigeons[one][hole], -pigeons[other][hole]])


def _rounds(slowness: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The conflicts allowed in each round, where each look at the clock takes so many steps."""
    monkeypatch.setattr(remainder, "_MOST_PROPAGATIONS", 20_000)
    solver = SatSolver()
    rounds: list[int] = []
    set_conflicts = solver._set_conflicts

    def counted(most: int) -> object:
        rounds.append(most)
        return set_conflicts(most)

    monkeypatch.setattr(solver, "_set_conflicts", counted)
    _pigeons(solver, 8)
    assert not solver.is_solvable([], lambda: deque(range(slowness), maxlen=0).clear())
    solver.delete()
    return rounds


@pytest.mark.slow
def test_the_rounds_are_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = _rounds(0, monkeypatch)
    assert rounds == _rounds(2_000_000, monkeypatch)
    assert any(later < sooner for sooner, later in itertools.pairwise(rounds))  # long ones are made shorter


def test_a_whole_run_asks_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from harness.solver.fast import Fast

    asked: list[int] = []
    original = SatSolver.is_solvable_within

    def counted(self: SatSolver, limit: int | None, supposed: list[int], check: Check) -> bool | None:
        answer = original(self, limit, supposed, check)
        asked.append(self._statistics()["propagations"])
        return answer

    monkeypatch.setattr(SatSolver, "is_solvable_within", counted)
    for puzzle in (domino_puzzle(8), noise_puzzle(30, 30, 0.5, 1)):
        runs = []
        for _ in range(2):
            asked.clear()
            result = Fast(search_limit=0).solve(puzzle)
            runs.append((result.outcome, result.solutions, result.line_calls, tuple(asked)))
        assert runs[0] == runs[1]
