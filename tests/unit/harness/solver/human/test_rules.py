"""The named rules: drawn examples, and all arrangements of small lines for what they decide and what they say."""

import pytest

from harness.puzzle import Clue
from harness.solver.human.explain import Level, level_of, rate
from harness.solver.human.line_view import LineView, NoArrangementError
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.lines import members, mirror
from harness.solver.strategy import Difficulty
from tests.unit.harness.solver.human.truth import (
    HUES,
    coloured_lines,
    plain_lines,
    view_of,
)

EXAMPLES = [
    (Rule.NO_BLOCKS, (), "??.?", "...."),
    (Rule.NO_BLOCKS, (1,), "??.?", "??.?"),
    (Rule.FULL_LINE, (2, 1), "????", "##.#"),
    (Rule.FULL_LINE, (3,), "?#?", "###"),
    (Rule.FULL_LINE, (2, 1), "?????", "?????"),
    (Rule.COMPLETED_LINE, (2, 1), "?##?#?", ".##.#."),
    (Rule.COMPLETED_LINE, (1,), "???#", "...#"),
    (Rule.COMPLETED_LINE, (2, 1), "?##???", "?##???"),
    (Rule.LAST_BLACKS, (1, 2), "?.#?", "#.##"),
    (Rule.LAST_BLACKS, (1, 2), "??#?", "??#?"),
    (Rule.OVERLAP, (4,), "?????", "?###?"),
    (Rule.OVERLAP, (3, 2), "????????", "??#?????"),
    (Rule.OVERLAP, (3,), "?.?????", "?.??#??"),
    (Rule.OVERLAP, (2, 2), "?.??????", "?.?#??#?"),
    (Rule.OVERLAP, (2,), "?.??", "?.##"),
    (Rule.OVERLAP, (3,), "#??????", "#??????"),  # only walls are looked at
    (Rule.FINISHED_BLOCK, (2,), "?##??", ".##.?"),
    (Rule.FINISHED_BLOCK, (1, 2), "??##???", "?.##.??"),
    (Rule.FINISHED_BLOCK, (2, 1, 2), "???##?????", "??.##.????"),  # either 2, and nothing longer
    (Rule.FINISHED_BLOCK, (3, 1), "??##???", "??##???"),
    (Rule.FINISHED_BLOCK, (1, 1, 2), "????#???#?", "????#???#?"),  # the 2 could be the first run as far as walls go
    (Rule.JOINING, (4,), "?#?#??", "?###??"),
    (Rule.JOINING, (1, 4), "????#?#?", "????###?"),
    (Rule.JOINING, (2, 2), "?#?#???", "?#?#???"),
    (Rule.SPLITTING, (2, 2), "?##?#?", "?##.#?"),
    (Rule.SPLITTING, (1, 1, 3), "?#?#?????", "?#.#?????"),
    (Rule.SPLITTING, (3, 2), "????#?#??", "????#.#??"),  # the 3 is long enough, but ends too early
    (Rule.SPLITTING, (3, 2), "??#?#????", "??#?#????"),
    (Rule.DOES_NOT_FIT, (2,), "?.????", "..????"),
    (Rule.DOES_NOT_FIT, (3, 3), "???.??.???", "???....???"),
    (Rule.DOES_NOT_FIT, (2, 1), "??.?.#???", "??...#???"),  # short enough is only the 1, which cannot come there
    (Rule.DOES_NOT_FIT, (1, 3), "??.??.???", "??.??.???"),
    (Rule.DOES_NOT_FIT, (1, 2), "#.?.????", "#...????"),  # the 1 is finished
    (Rule.PUSH_FROM_WALL, (3,), "?#???", "?##??"),
    (Rule.PUSH_FROM_WALL, (3,), "??.?#????", "??.?##???"),
    (Rule.PUSH_FROM_WALL, (1, 3), "?????#?", "????##?"),
    (Rule.PUSH_FROM_WALL, (1, 5, 2), "#.???#?????????", "#.???##????????"),
    (Rule.PUSH_FROM_WALL, (2, 3), "#?????????", "##????????"),
    (Rule.PUSH_FROM_WALL, (2, 2), "????#.??", "???##.??"),  # either 2 goes back so far
    (Rule.PUSH_FROM_WALL, (3, 2), "??#?????", "??#?????"),
    (Rule.UNREACHABLE, (2,), "??#????", ".?#?..."),
    (Rule.UNREACHABLE, (2, 2), "?#?????#?", "?#?...?#?"),
    (Rule.UNREACHABLE, (1,), "?????", "?????"),
    (Rule.MUTUAL_EXCLUSION, (1, 1, 2), "????#???#?", "???.#.??#?"),
    (Rule.MUTUAL_EXCLUSION, (1, 4, 1), "#.?#?#?????", "#.?###?????"),
    (Rule.MUTUAL_EXCLUSION, (1, 3, 1), "#.?#??????", "#.?##?????"),
    (Rule.EXTREMES, (1, 2, 2), "????#????", "????#??#?"),
    (Rule.EXTREMES, (1, 2), "?????", "???#?"),
    (Rule.MUTUAL_EXCLUSION, (4, 3), "????.###?????", "????.###?.???"),  # the 3, the last one, or the 4 up to cell 9
    (Rule.MUTUAL_EXCLUSION, (1, 3), "??#?????", "?.#?????"),
    (Rule.MUTUAL_EXCLUSION, (1, 3), "???#?????", "???#?????"),  # there the 3 has two places
    (Rule.EITHER_BLOCK, (1, 3), "??#?????", "?.#?????"),
    (Rule.EITHER_BLOCK, (2, 3, 3), "????#?.???????", "??.?#?.???????"),
    (Rule.ALL_ARRANGEMENTS, (1, 2), "???#.???", "?.?#.???"),
    (Rule.ALL_ARRANGEMENTS, (2, 2), "??#.#??", ".##.##."),
    (Rule.ALL_ARRANGEMENTS, (1, 1), "?????", "?????"),
]

COLOUR_EXAMPLES = [  # in one colour, the rules are those of black and white
    (Rule.NO_BLOCKS, "", "??.?", "...."),
    (Rule.FULL_LINE, "2r 2b", "????", "rrbb"),
    (Rule.FULL_LINE, "1r 1r 1b", "????", "r.rb"),
    (Rule.FULL_LINE, "2r 1b", "????", "????"),
    (Rule.COMPLETED_LINE, "2r 1b", "?rr?b?", ".rr.b."),
    (Rule.COMPLETED_LINE, "2r 1b", "?r??b?", "?r??b?"),
    (Rule.OVERLAP, "2r 2b", "?????", "?r?b?"),
    (Rule.OVERLAP, "3r", "?b??r?", "?b?rr?"),  # another colour is a wall
    (Rule.FINISHED_BLOCK, "1b 2r", "?rr??", "?rr.?"),  # the b may touch it
    (Rule.FINISHED_BLOCK, "1b 2r", "b??rr?", "b..rr."),  # here it cannot
    (Rule.TOUCHING, "2r 2b", "??rb??", "?rrbb?"),
    (Rule.TOUCHING, "2r 2b 3r 3b", "???????rb???????", "??????rrbb??????"),  # whichever pair it is
    (Rule.TOUCHING, "2r 2b", "??r?b?", "??r?b?"),
    (Rule.JOINING, "4r", "?r?r??", "?rrr??"),
    (Rule.JOINING, "2r 1b 2r", "?r?r????", "?r?r????"),
    (Rule.SPLITTING, "1r 1b 1r", "?r?r?", "?r?r?"),  # the b may stand between them
    (Rule.SPLITTING, "1r 1r 2b 1r 1r", "?????r?r?????", "?????r.r?????"),  # the b is too long to
    (Rule.DOES_NOT_FIT, "2r 2r 2b", "?.???????b", "..???????b"),
    (Rule.DOES_NOT_FIT, "1b 2r 3r", "?.b???????", "?.b???????"),
    (Rule.PUSH_FROM_WALL, "1b 3r", "?br???", "?brrr?"),
    (Rule.PUSH_FROM_WALL, "1b 3r", "??r???", "??r???"),
    (Rule.UNREACHABLE, "2r 2b", "?r?????b?", "?r?...?b?"),
    (Rule.MUTUAL_EXCLUSION, "1r 1r 2r", "????r???r?", "???.r.??r?"),
    (Rule.EXTREMES, "1r 2r 2b", "????r????", "????r????"),
    (Rule.EXTREMES, "1r 2r 2r", "????r????", "????r??r?"),
    (Rule.EITHER_BLOCK, "1r 3r", "??r?????", "?.r?????"),
    (Rule.ALL_ARRANGEMENTS, "1r 2r", "???r??.?", "???r?..."),
]


def apply_rule(rule: Rule, clue: Clue | str, text: str) -> str:
    """The line with what one rule alone decides."""
    view, cells = LineView.of(text, clue), list(text)
    for finding in told_in_line(rule, view):
        for hue, told in zip(view.hues, finding.told, strict=True):
            for cell in members(told):
                assert cells[cell] == "?"
                cells[cell] = hue.key
    return "".join(cells)


@pytest.mark.parametrize(("rule", "clue", "before", "after"), [*EXAMPLES, *COLOUR_EXAMPLES])
def test_drawn_examples(rule: Rule, clue: Clue | str, before: str, after: str) -> None:
    assert apply_rule(rule, clue, before) == after
    turned = " ".join(clue.split()[::-1]) if isinstance(clue, str) else clue[::-1]
    assert apply_rule(rule, turned, before[::-1]) == after[::-1], "seen from the other end"


def test_every_rule_of_a_line_has_an_example_where_it_works() -> None:
    works = [{rule for rule, _, before, after in table if before != after} for table in (EXAMPLES, COLOUR_EXAMPLES)]
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
        assert rating.score == Rule.TRIAL.effort + 2 * Rule.OVERLAP.effort
        assert rating.level is level_of(Rule.TRIAL)

    @pytest.mark.parametrize("difficulty", [None, Difficulty.MULT])
    def test_unsolved_puzzles_have_no_level(self, difficulty: Difficulty | None) -> None:
        assert rate([Rule.OVERLAP], difficulty).level is None

    def test_no_steps(self) -> None:
        rating = rate([], Difficulty.LINE)
        assert (rating.score, rating.level, rating.counts) == (0, None, ())
