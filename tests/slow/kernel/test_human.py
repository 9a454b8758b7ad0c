"""Solving as a person does: every step proved anew, on the samples, and on puzzles made by chance.

The rules hold on every state of every small line and on many longer ones, and no quick test misses one of them.
"""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.human import steps
from harness.solver.human.agenda import Order
from harness.solver.human.explain import explain
from harness.solver.human.findings import LineFinding
from harness.solver.human.line_view import LineView
from harness.solver.human.rules import Rule, told_in_line
from tests.strategies import clue_tables, grids
from tests.unit.harness.solver.files import SAMPLES, read_clues
from tests.unit.harness.solver.human.test_quick_tests import (
    check_random_lines,
    check_remembered_trials,
    check_short_lines,
)
from tests.unit.harness.solver.human.test_rules import check_one_colour
from tests.unit.harness.solver.human.test_steps import (
    NO_SHORT_REASON,
    PALETTE,
    check_explanation,
    check_order,
    named_share,
    puzzles_in_colour,
)
from tests.unit.harness.solver.human.truth import all_small_lines, check_rules, coloured_lines, plain_lines, view_of
from tools.made import colour_noise, noise_puzzle

IN_COLOUR = {Rule.TOUCHING, Rule.CROSSING, Rule.BOTH_LINES, Rule.ELIMINATION}
MARGIN = 1.33
"""Of counts, the same on every machine. Without quick tests the first two puzzles took over 9,500 and 10,000 questions;
without remembered trials the next two took 5,952 and 44,742 looks."""


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples(path: Path) -> None:
    check_explanation(read_clues(path))


def test_noise_needs_every_rule_for_black_and_white() -> None:
    puzzles = [noise_puzzle(30, 30, 0.55, seed, smooth=True) for seed in range(1, 13)]
    puzzles += [noise_puzzle(20, 20, 0.5, seed, smooth=True) for seed in (24, 51)] + [noise_puzzle(6, 6, 0.5, 17)]
    rules = {step.rule for puzzle in puzzles for step in check_explanation(puzzle).steps}
    assert set(Rule) - rules == {*IN_COLOUR, Rule.EITHER_WAY}


@given(st.one_of(grids(max_width=10, max_height=10).map(Grid.puzzle), clue_tables(max_side=6)))
@settings(max_examples=600)
def test_pictures_and_clues_by_lot(puzzle: Puzzle) -> None:
    if sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)):
        check_explanation(puzzle)


def test_pictures_in_colour_by_lot() -> None:
    rules: Counter[Rule] = Counter()
    for puzzle in (*puzzles_in_colour(150), NO_SHORT_REASON, Grid(("..", "..")).puzzle(PALETTE)):
        rules.update(step.rule for step in check_explanation(puzzle).steps)
    of_pictures = {Rule.BOTH_LINES, Rule.ELIMINATION, Rule.TRIAL, Rule.NESTED_TRIAL, Rule.CROSSING}
    assert of_pictures <= set(rules), rules
    assert named_share(rules) > 0.9


@pytest.mark.parametrize("order", Order)
def test_the_easiest_rule_comes_first_and_then_the_line(order: Order) -> None:
    for puzzle in (*puzzles_in_colour(25), *(noise_puzzle(7, 7, 0.5, seed) for seed in range(40))):
        check_order(puzzle, order)


@pytest.mark.parametrize("seed", [4, 10, 15, 17])
def test_remembered_trials_lead_to_the_same_steps(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_remembered_trials(seed, monkeypatch)


@pytest.mark.parametrize(
    ("length", "keys"), [*((length, "#.") for length in range(1, 7)), *((length, ".rb") for length in range(2, 6))]
)
def test_every_state_of_every_small_line(length: int, keys: str) -> None:
    for view in all_small_lines(length, keys):
        check_rules(view)


def test_no_rule_says_what_an_arrangement_contradicts(seed: int) -> None:
    for text, clue in plain_lines(2000, seed):
        check_rules(LineView.of(text, clue))
    for whole, text in coloured_lines(2000, seed):
        check_rules(view_of(whole, text))


def test_in_one_colour_the_rules_are_those_of_black_and_white(seed: int) -> None:
    check_one_colour(1500, seed)


def test_quick_tests_miss_no_rule_in_short_lines() -> None:
    check_short_lines(6)


def test_quick_tests_miss_no_rule_in_long_lines(seed: int) -> None:
    check_random_lines(seed, 1500)


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

    def ask(rule: Rule, view: LineView) -> tuple[LineFinding, ...]:
        asked.append(rule)
        return told_in_line(rule, view)

    monkeypatch.setattr(steps, "told_in_line", ask)
    steps._STUDIED.clear()
    budget = Budget()
    found = explain(puzzle, budget).steps
    assert sum(getattr(step, "findings", None) is not None for step in found) <= len(asked) <= MARGIN * questions
    assert budget.line_calls <= MARGIN * looks
