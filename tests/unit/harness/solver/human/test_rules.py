"""The named rules: drawn examples, and all arrangements of small lines for what they decide and what they say."""

import tomllib
from pathlib import Path

import pytest

from harness.puzzle import Clue
from harness.solver.human.explain import Level, level_of, rate
from harness.solver.human.line_view import LineView, NoArrangementError
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.lines import members, mirror
from harness.solver.strategy import Difficulty
from tests.unit.harness.solver.human.truth import HUES, coloured_lines, plain_lines, view_of

EXAMPLES = tomllib.loads((Path(__file__).parent / "rules.toml").read_text("utf-8"))


def apply_rule(rule: Rule, clue: Clue | str, text: str) -> str:
    """The line with what one rule alone decides."""
    view, cells = LineView.of(text, clue), list(text)
    for finding in told_in_line(rule, view):
        for hue, told in zip(view.hues, finding.told, strict=True):
            for cell in members(told):
                assert cells[cell] == "?"
                cells[cell] = hue.key
    return "".join(cells)


@pytest.mark.parametrize(("rule", "clue", "before", "after"), [*EXAMPLES["plain"], *EXAMPLES["colour"]])
def test_drawn_examples(rule: str, clue: list[int] | str, before: str, after: str) -> None:
    given = clue if isinstance(clue, str) else tuple(clue)
    assert apply_rule(Rule[rule], given, before) == after
    turned = " ".join(given.split()[::-1]) if isinstance(given, str) else given[::-1]
    assert apply_rule(Rule[rule], turned, before[::-1]) == after[::-1], "seen from the other end"


def test_every_rule_of_a_line_has_an_example_where_it_works() -> None:
    works = [{Rule[rule] for rule, _, before, after in table if before != after} for table in EXAMPLES.values()]
    assert works == [set(LINE_RULES) - {Rule.TOUCHING}, set(LINE_RULES) - {Rule.LAST_BLACKS}]


def test_a_finished_block_at_either_end_changes_no_rule_and_no_find() -> None:
    """`##.` before a line, and the same behind it: what works first there works first in the line alone."""
    lines = [(LineView.of(text, clue), text, clue) for text, clue in plain_lines(3_500, seed=63) if clue]
    assert len(lines) > 3_000
    for view, text, clue in lines:
        found = first_step(view)
        before, behind = LineView.of(f"##.{text}", (2, *clue)), LineView.of(f"{text}.##", (*clue, 2))
        assert first_step(before) == (found and (found[0], found[1] << 3, found[2] << 3)), (text, clue)
        assert first_step(behind) == found, (text, clue)


def first_step(view: LineView) -> tuple[Rule, int, int] | None:
    """The easiest rule that works in a line, and the cells that it finds white and black."""
    for rule in LINE_RULES:
        told = [finding.told for finding in told_in_line(rule, view)]
        if told:
            white, black = (sum(cells) for cells in zip(*told, strict=True))
            return rule, white, black
    return None


def test_a_line_has_no_left_and_right() -> None:
    for text, clue in plain_lines(60):
        for rule in LINE_RULES:
            assert apply_rule(rule, clue, text)[::-1] == apply_rule(rule, clue[::-1], text[::-1]), rule
    for whole, text in coloured_lines(60):
        views = view_of(whole, text), view_of(whole[::-1], text[::-1])
        for rule in LINE_RULES:
            told, back = (zip(*(finding.told for finding in told_in_line(rule, view)), strict=True) for view in views)
            assert [mirror(sum(sets), len(text)) for sets in told] == list(map(sum, back))


def check_one_colour(count: int, seed: int) -> None:
    """In one colour the rules are those of black and white."""
    for text, clue in plain_lines(count, seed):
        plain = LineView.of(text, clue)
        coloured = LineView(plain.length, plain.clue, plain.known, HUES[:2])
        for rule in set(LINE_RULES) - {Rule.LAST_BLACKS}:
            told = [finding.told for finding in told_in_line(rule, plain)]
            assert [finding.told for finding in told_in_line(rule, coloured)] == told, (rule, text, clue)


@pytest.mark.parametrize(
    ("text", "clue"), [("#.#", (3,)), ("#?#", (1,)), ("?.?", (2,)), ("r.r", "3r"), ("r?r", "1r"), ("b??", "2r")]
)
def test_a_line_without_arrangement_has_no_extremes(text: str, clue: Clue | str) -> None:
    with pytest.raises(NoArrangementError):
        _ = LineView.of(text, clue).extremes
    assert told_in_line(Rule.ALL_ARRANGEMENTS, LineView.of(text, clue)) == ()


class TestRating:
    def test_efforts_grow_with_the_rules(self) -> None:
        efforts = [rule.effort for rule in Rule]
        assert efforts == sorted(efforts)
        levels = [list(Level).index(level_of(rule)) for rule in Rule]
        assert levels == sorted(levels)
        assert set(levels) == set(range(len(Level)))

    def test_the_hardest_rule_makes_the_level(self) -> None:
        rating = rate([Rule.TRIAL, Rule.OVERLAP, Rule.OVERLAP], Difficulty.BRANCH)
        assert rating.counts == ((Rule.OVERLAP, 2), (Rule.TRIAL, 1))
        assert (rating.score, rating.level) == (Rule.TRIAL.effort + 2 * Rule.OVERLAP.effort, Level.VERY_HARD)

    def test_unsolved_puzzles_and_those_without_a_step_have_no_level(self) -> None:
        assert [rate([Rule.OVERLAP], difficulty).level for difficulty in (None, Difficulty.MULT)] == [None, None]
        assert rate([], Difficulty.LINE) == (Difficulty.LINE, 0, None, ())
