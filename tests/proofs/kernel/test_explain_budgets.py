"""Cost of explaining, in rules asked and lines looked at: counts, so the same on every machine.

Without quick tests the first two puzzles took over 9,500 and 10,000 questions; without remembered trials the next two
took 5,952 and 44,742 looks. A third more than what is needed now fails.
"""

from __future__ import annotations

import pytest

from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.human import steps
from harness.solver.human.explain import explain
from harness.solver.human.findings import Finding
from harness.solver.human.line_view import LineView
from harness.solver.human.rules import Rule, told_in_line
from tools.made import colour_noise, noise_puzzle

MARGIN = 1.33


@pytest.mark.parametrize(
    ("puzzle", "questions", "looks"),
    [
        (noise_puzzle(40, 40, 0.7, 1), 850, 2_211),
        (noise_puzzle(40, 40, 0.65, 2), 1_125, 2_330),
        (noise_puzzle(20, 20, 0.5, 1), 389, 4_400),
        (noise_puzzle(20, 20, 0.5, 2), 321, 23_909),
        (colour_noise(30, 3, 0.75, 1), 676, 2_550),
        (colour_noise(30, 4, 0.8, 2), 525, 1_896),
    ],
    ids=lambda value: getattr(value, "title", None),
)
def test_explaining_asks_few_rules_and_looks_at_few_lines(
    puzzle: Puzzle, questions: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Rule] = []

    def ask(rule: Rule, view: LineView) -> tuple[Finding, ...]:
        asked.append(rule)
        return told_in_line(rule, view)

    monkeypatch.setattr(steps, "told_in_line", ask)
    steps._kept.cache_clear()
    budget = Budget()
    found = explain(puzzle, budget).steps
    assert sum(getattr(step, "findings", None) is not None for step in found) <= len(asked) <= MARGIN * questions
    assert budget.line_calls <= MARGIN * looks
