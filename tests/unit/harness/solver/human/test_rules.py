"""The named rules: drawn examples, and all arrangements of small lines for what they decide and what they say."""

import itertools
import re
from functools import cache

import pytest
from hypothesis import given, settings

from harness.puzzle import Clue, clue_of
from harness.solver.human.arrangements import count_arrangements
from harness.solver.human.findings import Block, Blocks, Cells, Finding, Limit, Side, Wall, Why
from harness.solver.human.line_view import LineView
from harness.solver.human.ranges import NoArrangementError
from harness.solver.human.rating import Level, level_of, rate
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.lines import line_text, mirror, solve_text
from harness.solver.result import Difficulty
from tests.strategies import solvable_lines

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
    (Rule.PUSH_FROM_WALL, (3,), "?#???", "?##??"),
    (Rule.PUSH_FROM_WALL, (3,), "??.?#????", "??.?##???"),
    (Rule.PUSH_FROM_WALL, (1, 3), "?????#?", "????##?"),
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

Case = tuple[str, Clue]


def apply_rule(rule: Rule, clue: Clue, text: str) -> str:
    """The line with what one rule alone decides."""
    view = LineView.of(text, clue)
    black, white = view.black, view.white
    for finding in told_in_line(rule, view):
        black |= finding.black
        white |= finding.white
    return line_text(view.length, black, white)


@pytest.mark.parametrize(("rule", "clue", "before", "after"), EXAMPLES)
def test_drawn_examples(rule: Rule, clue: Clue, before: str, after: str) -> None:
    assert apply_rule(rule, clue, before) == after
    assert apply_rule(rule, clue[::-1], before[::-1]) == after[::-1], "seen from the other end"


def test_the_examples_in_the_docstrings() -> None:
    for rule in LINE_RULES:
        found = re.match(r"`([#.?]+)` with(?:out blocks| ([\d,]+)): `([#.?]+)`", rule.in_line.__doc__ or "")
        assert found, rule
        clue = tuple(map(int, found[2].split(","))) if found[2] else ()
        assert apply_rule(rule, clue, found[1]) == found[3], rule


def test_every_rule_of_a_line_has_examples_where_it_works_and_where_not() -> None:
    assert {rule for rule, _, before, after in EXAMPLES if before != after} == set(LINE_RULES)


@cache
def arrangements(length: int, clue: Clue) -> tuple[tuple[int, ...], ...]:
    """Every way to place the blocks: the first cell of each."""
    if not clue:
        return ((),)
    found = []
    for start in range(length - clue[0] + 1):
        rest = arrangements(max(length - start - clue[0] - 1, 0), clue[1:])
        found += [(start, *(start + clue[0] + 1 + other for other in others)) for others in rest]
    return tuple(found)


def mask_of(starts: tuple[int, ...], clue: Clue) -> int:
    """The black cells of an arrangement."""
    return sum(((1 << block) - 1) << start for start, block in zip(starts, clue, strict=True))


class Truth:
    """All arrangements of a line: those that fit it, and those that fit its white cells at least."""

    def __init__(self, view: LineView) -> None:
        self.clue = view.clue
        drawn = [(starts, mask_of(starts, view.clue)) for starts in arrangements(view.length, view.clue)]
        self.between_walls = [starts for starts, mask in drawn if not mask & view.white]
        self.fitting = [starts for starts, mask in drawn if not mask & view.white and not view.black & ~mask]

    def place(self, starts: tuple[int, ...], block: int) -> int:
        """The cells of a block."""
        return ((1 << self.clue[block]) - 1) << starts[block]

    def owners(self, cells: int) -> set[int]:
        """The blocks that cover all these cells in some arrangement that fits."""
        return {
            block for starts in self.fitting for block in range(len(starts)) if not cells & ~self.place(starts, block)
        }

    def check(self, finding: Finding, view: LineView) -> None:
        """Check that a finding and its sentence hold in all arrangements that fit."""
        for starts in self.fitting:
            mask = mask_of(starts, self.clue)
            assert not finding.black & ~mask
            assert not finding.white & mask
        decided = finding.black | finding.white
        assert decided, "nothing is decided"
        assert not decided & view.all_known, "it was known"
        for fact in finding.facts.values():
            if isinstance(fact, Limit):
                self.check_limit(fact)
        kind, facts = finding.sentence, finding.facts
        if kind.startswith(("overlap", "extremes")):
            self.check_range(finding, self.between_walls if kind.startswith("overlap") else self.fitting)
        if "run" in facts or "runs" in facts:
            self.check_owner(finding, view)
        if "reached" in facts:
            self.check_reached(finding, view)
        if kind.startswith("splitting"):
            joined, length, longest = mask_in(finding, "joined"), facts["length"], facts["longest"]
            assert isinstance(longest, int)
            assert joined == mask_in(finding, "cell") | view.black & joined
            assert length == joined.bit_count()
            assert not self.owners(joined)
            assert (longest < joined.bit_count()) == (kind == "splitting")
            runs = [run.mask for run in view.runs if run.mask & joined]
            assert all(self.clue[owner] <= longest for run in runs for owner in self.owners(run))
        if kind.startswith("does-not-fit"):
            gap = wall_cells(finding, "start", view)[1] + 1, wall_cells(finding, "end", view)[0] - 1
            assert finding.white == ((1 << gap[1] + 1) - 1) & ~((1 << gap[0]) - 1)
            shortest = facts["shortest"]
            assert isinstance(shortest, int)
            assert facts["room"] == gap[1] - gap[0] + 1 < shortest
            assert shortest == min(self.clue) or kind == "does-not-fit"
        if kind.startswith("all-arrangements"):
            count = len(self.fitting)
            assert facts["count"] == count
            assert kind.endswith("one" if count == 1 else "few" if count <= 50 else "many")
        if kind.startswith("completed-line"):
            assert facts["total"] == sum(self.clue) == view.black.bit_count()
        if kind.startswith("last-blacks"):
            assert facts["missing"] == sum(self.clue) - view.black.bit_count()

    def check_range(self, finding: Finding, among: list[tuple[int, ...]]) -> None:
        """The places named are the first and the last ones, and have the cells in common."""
        block = finding.facts["block"]
        assert isinstance(block, Block)
        places = [self.place(starts, block.index) for starts in among]
        first, last = mask_in(finding, "first"), mask_in(finding, "last")
        assert (first, last) == (min(places), max(places))
        assert not finding.black & ~(first & last)
        assert (first == last) == finding.sentence.endswith("one-place")

    def check_limit(self, limit: Limit) -> None:
        """The block starts (ends) there in some arrangement, and no sooner (later); what it shall hold it holds."""
        if limit.side is Side.START:
            assert limit.cell == min(starts[limit.block] for starts in self.fitting)
        else:
            assert limit.cell == max(starts[limit.block] for starts in self.fitting) + self.clue[limit.block] - 1
        if limit.held is not None:
            assert self.owners(limit.held.mask) == {limit.block}

    def check_owner(self, finding: Finding, view: LineView) -> None:
        """The run belongs to the block named in all arrangements, for the reason named; or to one of those named."""
        cells = mask_in(finding, "run" if "run" in finding.facts else "runs")
        runs = [run.mask for run in view.runs if run.mask & cells]
        owners = set.union(*(self.owners(run) for run in runs))
        if isinstance(blocks := finding.facts.get("blocks"), Blocks):
            assert owners <= set(blocks.indices)
            if finding.sentence == "one-or-other":
                for owner in owners:
                    places = {self.place(starts, owner) for starts in self.fitting}
                    assert len({place for place in places if not cells & ~place}) == 1
            return
        if finding.sentence == "finished-block-longest":
            assert {self.clue[owner] for owner in owners} == {cells.bit_count()} == {finding.facts["longest"]}
        if finding.sentence in ("finished-block-longest", "push-from-wall-shortest"):
            return
        block = finding.facts["block"]
        assert isinstance(block, Block)
        assert owners == {block.index}
        others = [other for other in range(len(self.clue)) if other != block.index]
        match finding.facts["why"]:
            case Why.ONLY_BLOCK:
                assert not others
            case Why.TOO_SHORT:
                assert all(self.clue[other] < run.bit_count() for other in others for run in runs)
            case Why.OUT_OF_REACH:
                for starts, other, run in itertools.product(self.between_walls, others, runs):
                    assert run & ~self.place(starts, other)
            case Why.NOT_THERE:
                for other, starts, run in itertools.product(others, self.between_walls, runs):
                    place = self.place(starts, other)
                    assert run & ~place or place & view.white or (place << 1 | place >> 1) & ~place & view.black
            case Why.TAKEN:
                assert any(self.clue[other] >= run.bit_count() for other in others for run in runs)
                assert view.black & ~cells, "there are other black cells"

    def check_reached(self, finding: Finding, view: LineView) -> None:
        """The block that has the run covers all cells up to the one named, and the wall is one."""
        wall_cells(finding, "wall", view)
        cells, reached = mask_in(finding, "run"), mask_in(finding, "reached")
        low, high = min(cells & -cells, reached), max(cells, reached)
        span = (1 << high.bit_length()) - low
        assert not finding.black & ~span
        shortest = finding.facts["shortest"]
        assert isinstance(shortest, int)
        for owner in self.owners(cells):
            assert self.clue[owner] >= shortest
        for starts in self.fitting:
            assert any(not span & ~self.place(starts, block) for block in range(len(starts)))


def mask_in(finding: Finding, name: str) -> int:
    """The cells of a fact."""
    fact = finding.facts[name]
    assert isinstance(fact, Cells)
    return fact.mask


def wall_cells(finding: Finding, name: str, view: LineView) -> tuple[int, int]:
    """Return the first and last cell of a wall; it must be white or beyond the edge."""
    wall = finding.facts[name]
    assert isinstance(wall, Wall)
    if wall.cell is None:
        return (-1, -1) if wall.side is Side.START else (view.length, view.length)
    assert view.white >> wall.cell & 1
    return wall.cell, wall.cell


def check_rules(text: str, clue: Clue) -> set[str]:
    """Every rule on a line against the truth; returns the sentences used."""
    view = LineView.of(text, clue)
    truth = Truth(view)
    used = set()
    for rule in LINE_RULES:
        decided = 0
        for finding in told_in_line(rule, view):
            truth.check(finding, view)
            assert (finding.black | finding.white) & ~decided, "a sentence too many"
            decided |= finding.black | finding.white
            used.add(finding.sentence)
    assert apply_rule(Rule.ALL_ARRANGEMENTS, clue, text) == solve_text(text, clue)
    assert count_arrangements(view.length, view.numbered_clue, view.can) == len(truth.fitting)
    return used


@pytest.mark.parametrize("length", range(1, 7))
def test_every_state_of_every_small_line(length: int) -> None:
    for whole in map("".join, itertools.product("#.", repeat=length)):
        for hidden in itertools.product((True, False), repeat=length):
            text = "".join("?" if hide else cell for cell, hide in zip(whole, hidden, strict=True))
            check_rules(text, clue_of(whole))


@pytest.mark.slow
@given(solvable_lines(max_size=14))
@settings(deadline=None, max_examples=1000)
def test_no_rule_says_what_an_arrangement_contradicts(case: Case) -> None:
    check_rules(*case)


@given(solvable_lines(max_size=20))
@settings(deadline=None, max_examples=300)
def test_a_line_has_no_left_and_right(case: Case) -> None:
    text, clue = case
    for rule in LINE_RULES:
        assert apply_rule(rule, clue, text)[::-1] == apply_rule(rule, clue[::-1], text[::-1]), rule


@given(solvable_lines(max_size=14))
@settings(deadline=None)
def test_extremes_are_those_of_all_arrangements(case: Case) -> None:
    view = LineView.of(*case)
    truth = Truth(view)
    for ranges, among in ((view.packed, truth.between_walls), (view.extremes, truth.fitting)):
        assert list(ranges.earliest) == [min(starts) for starts in zip(*among, strict=True)]
        assert list(ranges.latest) == [max(starts) for starts in zip(*among, strict=True)]


@pytest.mark.parametrize(("text", "clue"), [("#.#", (3,)), ("#?#", (1,)), ("?.?", (2,))])
def test_a_line_without_arrangement_has_no_extremes(text: str, clue: Clue) -> None:
    with pytest.raises(NoArrangementError):
        _ = LineView.of(text, clue).extremes
    assert told_in_line(Rule.ALL_ARRANGEMENTS, LineView.of(text, clue)) == ()


def test_mirror_of_a_view() -> None:
    view = LineView.of("?#..?", (1, 1))
    other = LineView(view.length, view.clue[::-1], mirror(view.black, 5), mirror(view.white, 5))
    assert other.text == view.text[::-1]


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
