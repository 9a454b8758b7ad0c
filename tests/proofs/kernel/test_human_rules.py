"""The rules of people on every state of every small line and on many longer ones; no quick test misses one of them."""

import pytest

from harness.solver.human.line_view import LineView
from tests.unit.harness.solver.human.test_quick_tests import check_random_lines, check_short_lines
from tests.unit.harness.solver.human.test_rules import check_one_colour
from tests.unit.harness.solver.human.truth import all_small_lines, check_rules, coloured_lines, plain_lines, view_of


@pytest.mark.parametrize(
    ("length", "keys"), [*((length, "#.") for length in range(1, 8)), *((length, ".rb") for length in range(2, 6))]
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


@pytest.mark.parametrize("colours", [1, 2])
def test_quick_tests_miss_no_rule_in_long_lines(colours: int, seed: int) -> None:
    check_random_lines(seed, colours, 1500)
