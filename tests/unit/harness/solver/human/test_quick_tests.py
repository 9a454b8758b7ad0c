"""Savings in explaining change no step: quick tests, and trials that are remembered."""

from itertools import product

import pytest

from harness.solver.budget import Budget
from harness.solver.human import trial
from harness.solver.human.explain import explain
from harness.solver.human.line_view import LineView, NoArrangementError, packed
from harness.solver.human.rules import LINE_RULES, Rule, may_work, told_in_line
from harness.solver.lines import NumberedClue, several, solve_line
from tests.unit.harness.solver.human.truth import coloured_lines, plain_lines, view_of
from tools.made import noise_puzzle

RULES = tuple(Rule)


def assert_none_is_missed(view: LineView) -> None:
    """Ask all rules, before the line's analysis is known, and see that those that find something pass the test."""
    finding = {rule for rule in LINE_RULES if told_in_line(rule, view)}
    solved = solve_line(view.length, view.clue, view.can)
    assert solved is not None
    view.may_tell = [cells & view.unknown & ~several(solved) for cells in solved]
    if not any(view.may_tell):
        assert not finding
        return
    passing = {rule for number, rule in enumerate(RULES) if may_work(view) >> number & 1}
    assert finding <= passing <= set(LINE_RULES)
    assert finding == {rule for rule in passing if told_in_line(rule, view)}


def check_short_lines(most: int) -> None:
    """All lines of black and white up to a length, in all states."""
    for length in range(1, most + 1):
        clues = [
            clue
            for blocks in range(length // 2 + 2)
            for clue in product(range(1, length + 1), repeat=blocks)
            if sum(clue) + blocks - 1 <= length
        ]
        for text, clue in product(map("".join, product("#.?", repeat=length)), clues):
            view = LineView.of(text, clue)
            if "?" in text and solve_line(length, view.clue, view.can) is not None:
                assert_none_is_missed(view)


def check_random_lines(seed: int, count: int) -> None:
    """Lines up to 40 cells."""
    for text, clue in plain_lines(count, seed, most=40):
        assert_none_is_missed(LineView.of(text, clue))
    for whole, text in coloured_lines(count, seed, most=40):
        assert_none_is_missed(view_of(whole, text))


@pytest.mark.parametrize(("length", "clue", "walls"), [(3, ((2, 1), (1, 1)), (0, 0)), (5, ((3, 1),), (0, 0b00100))])
def test_blocks_that_do_not_fit_between_walls_are_rejected(length: int, clue: NumberedClue, walls: list[int]) -> None:
    with pytest.raises(NoArrangementError):
        packed(length, clue, walls)


def check_remembered_trials(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled kernel the steps are the same, with as many looks; without memory there are more looks."""
    puzzle, budgets = noise_puzzle(15, 15, 0.5, seed), [Budget() for _ in range(3)]
    remembered = explain(puzzle, budgets[0])
    monkeypatch.setattr("harness.solver.human.steps.build_kernel", lambda *_: None)
    assert explain(puzzle, budgets[1]) == remembered
    monkeypatch.setattr(trial, "_MOST_KEPT", 0)
    assert explain(puzzle, budgets[2]) == remembered
    looks, readable_looks, more_looks = (budget.line_calls for budget in budgets)
    assert looks == readable_looks <= more_looks
    assert any(step.rule is Rule.TRIAL for step in remembered.steps)
