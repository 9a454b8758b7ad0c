"""The named rules in colour: drawn examples, and all arrangements of small lines for what they decide and say."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from harness.puzzle import Axis, Line, colour_clue_of
from harness.solver.colour_lines import NumberedClue
from harness.solver.human.arrangements import count_arrangements
from harness.solver.human.colour_values import ColourLineStep
from harness.solver.human.colour_view import ColourLineView, known_cells
from harness.solver.human.findings import Block, Blocks, Cells, Finding, Hue, Limit, Run, Side, Wall, Why
from harness.solver.human.language import Language
from harness.solver.human.line_view import LineView
from harness.solver.human.presentation import LANGUAGES
from harness.solver.human.ranges import NoArrangementError
from harness.solver.human.rules import COLOUR_RULES, LINE_RULES, Rule, told_in_line
from tests.line_cases import random_line

KEYS = ".rb"
HUES = (Hue("."), Hue("r", "red"), Hue("b", "blue"))
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
OF_PICTURES = {
    "both-lines", "crossing", "crossing-several", "elimination",
    "colour-refuted", "colour-trial", "colour-solution", "colour-solutions",
}  # fmt: skip

EXAMPLES = [
    (Rule.NO_BLOCKS, "", "??.?", "...."),
    (Rule.FULL_LINE, "2r 2b", "????", "rrbb"),
    (Rule.FULL_LINE, "1r 1r 1b", "????", "r.rb"),
    (Rule.FULL_LINE, "2r 1b", "????", "????"),
    (Rule.COMPLETED_LINE, "2r 1b", "?rr?b?", ".rr.b."),
    (Rule.COMPLETED_LINE, "1b", "?b?", ".b."),
    (Rule.COMPLETED_LINE, "2r 1b", "?r??b?", "?r??b?"),
    (Rule.OVERLAP, "2r 2b", "?????", "?r?b?"),
    (Rule.OVERLAP, "2r 2r", "?????", "rr?rr"),
    (Rule.OVERLAP, "3r", "?b??r?", "?b?rr?"),  # another colour is a wall
    (Rule.FINISHED_BLOCK, "2r", "?rr??", ".rr.?"),
    (Rule.FINISHED_BLOCK, "2r 2r", "?rr?????", ".rr.????"),
    (Rule.FINISHED_BLOCK, "1b 2r", "?rr??", "?rr.?"),  # the b may touch it
    (Rule.FINISHED_BLOCK, "1b 2r", "b??rr?", "b..rr."),  # here it cannot
    (Rule.TOUCHING, "2r 2b", "??rb??", "?rrbb?"),
    (Rule.TOUCHING, "2r 2b 3r 3b", "???????rb???????", "??????rrbb??????"),  # whichever pair it is
    (Rule.TOUCHING, "2r 2b", "??r?b?", "??r?b?"),
    (Rule.JOINING, "4r", "?r?r??", "?rrr??"),
    (Rule.JOINING, "2r 1b 2r", "?r?r????", "?r?r????"),
    (Rule.SPLITTING, "2r 2r", "?rr?r?", "?rr.r?"),
    (Rule.SPLITTING, "1r 1b 1r", "?r?r?", "?r?r?"),  # the b may stand between them
    (Rule.SPLITTING, "1r 1r 2b 1r 1r", "?????r?r?????", "?????r.r?????"),  # the b is too long to
    (Rule.DOES_NOT_FIT, "2r", "?.????", "..????"),
    (Rule.DOES_NOT_FIT, "2r 2r 2b", "?.???????b", "..???????b"),
    (Rule.DOES_NOT_FIT, "2r 1r", "??.?.r???", "??...r???"),
    (Rule.DOES_NOT_FIT, "1b 2r 3r", "?.b???????", "?.b???????"),
    (Rule.PUSH_FROM_WALL, "3r", "?r???", "?rr??"),
    (Rule.PUSH_FROM_WALL, "1b 3r", "?br???", "?brrr?"),
    (Rule.PUSH_FROM_WALL, "1b 3r", "??r???", "??r???"),
    (Rule.UNREACHABLE, "2r", "??r????", ".?r?..."),
    (Rule.UNREACHABLE, "2r 2b", "?r?????b?", "?r?...?b?"),
    (Rule.UNREACHABLE, "1r", "?????", "?????"),
    (Rule.MUTUAL_EXCLUSION, "1r 1r 2r", "????r???r?", "???.r.??r?"),
    (Rule.EXTREMES, "1r 2r 2b", "????r????", "????r????"),
    (Rule.EXTREMES, "1r 2r 2r", "????r????", "????r??r?"),
    (Rule.EITHER_BLOCK, "1r 3r", "??r?????", "?.r?????"),
    (Rule.ALL_ARRANGEMENTS, "1r 2r", "???r??.?", "???r?..."),
]


def apply_rule(rule: Rule, clue: str, text: str) -> str:
    """The line with what one rule alone decides."""
    view = ColourLineView.of(text, clue)
    cells = list(text)
    for finding in told_in_line(rule, view):
        for hue, told in zip(view.hues, finding.told, strict=True):
            for cell in range(view.length):
                if told >> cell & 1:
                    assert cells[cell] == "?"
                    cells[cell] = hue.key
    return "".join(cells)


def findings_in(rule: Rule, clue: str, text: str) -> tuple[Finding, ...]:
    return told_in_line(rule, ColourLineView.of(text, clue))


@pytest.mark.parametrize(("rule", "clue", "before", "after"), EXAMPLES)
def test_drawn_examples(rule: Rule, clue: str, before: str, after: str) -> None:
    assert apply_rule(rule, clue, before) == after
    reverse = " ".join(clue.split()[::-1])
    assert apply_rule(rule, reverse, before[::-1]) == after[::-1], "seen from the other end"


def test_every_rule_of_a_line_in_colour_has_an_example_where_it_works() -> None:
    assert {rule for rule, _, before, after in EXAMPLES if before != after} == set(COLOUR_RULES)


def arrangements(length: int, clue: NumberedClue) -> Iterator[tuple[int, ...]]:
    """The starts of the blocks in every arrangement, known cells left aside."""
    if not clue:
        yield ()
        return
    (size, colour), *others = clue
    gap = bool(others) and others[0][1] == colour
    for start in range(length - size + 1):
        behind = start + size
        for rest in arrangements(length - behind, tuple(others)):
            if not rest or not gap or rest[0] > 0:
                yield (start, *(behind + other for other in rest))


class Truth:
    """All arrangements of a line: as places of the blocks, and as cells by colour."""

    def __init__(self, view: ColourLineView) -> None:
        self.view = view
        everywhere = [(starts, self.cells(starts)) for starts in cached_arrangements(view.length, view.clue)]
        self.fitting = [
            (starts, cells)
            for starts, cells in everywhere
            if not any(known & ~own for known, own in zip(view.known, cells, strict=True))
        ]

    def place(self, starts: tuple[int, ...], block: int) -> int:
        return ((1 << self.view.lengths[block]) - 1) << starts[block]

    def cells(self, starts: tuple[int, ...]) -> tuple[int, ...]:
        cells = [(1 << self.view.length) - 1] + [0] * (len(self.view.known) - 1)
        for block, (_, colour) in enumerate(self.view.clue):
            place = self.place(starts, block)
            cells[0] &= ~place
            cells[colour] |= place
        return tuple(cells)

    def owners(self, cells: int) -> set[int]:
        """The blocks that cover all these cells in some arrangement that fits."""
        return {
            block
            for starts, _ in self.fitting
            for block in range(len(starts))
            if not cells & ~self.place(starts, block)
        }

    def check(self, finding: Finding) -> None:
        """Check that a finding and its sentence hold in all arrangements that fit."""
        view, facts, kind = self.view, finding.facts, finding.sentence
        for _, cells in self.fitting:
            assert not any(told & ~own for told, own in zip(finding.told, cells, strict=True)), kind
        assert finding.decided, "nothing is decided"
        assert not finding.decided & view.all_known, "it was known"
        for fact in facts.values():
            if isinstance(fact, Limit):
                self.check_limit(fact)
            elif isinstance(fact, Wall) and fact.cell is not None:
                hue = HUES[0] if fact.hue is None else fact.hue
                assert view.known[view.hues.index(hue)] >> fact.cell & 1, "the wall is another one"
        if kind.startswith(("overlap", "extremes")):
            self.check_range(finding)
        for name in ("run", "runs"):
            if isinstance(run := facts.get(name), Run):
                self.check_owner(finding, run)
        if isinstance(reached := facts.get("reached"), Cells):
            run = facts["run"]
            assert isinstance(run, Run)
            low, high = min(run.mask & -run.mask, reached.mask), max(run.mask, reached.mask)
            span = (1 << high.bit_length()) - low
            assert not finding.decided & ~span
            assert all(any(not span & ~self.place(s, b) for b in range(len(s))) for s, _ in self.fitting)
        if "splitting" in kind:
            joined = facts["joined"]
            assert isinstance(joined, Cells)
            assert facts["length"] == joined.mask.bit_count()
            assert not self.owners(joined.mask)
        if kind.startswith("does-not-fit"):
            room, shortest = facts["room"], facts["shortest"]
            assert isinstance(room, int)
            assert isinstance(shortest, int)
            assert room == finding.decided.bit_count() < shortest
        if kind.startswith("colour-completed-line"):
            assert facts["total"] == sum(view.lengths) == (view.all_known & ~view.known[0]).bit_count()
        if kind.startswith("all-arrangements"):
            assert facts["count"] == len(self.fitting)
        if kind == "touching":
            ending, starting = facts["ending"], facts["starting"]
            one, other = facts["one"], facts["other"]
            assert isinstance(ending, Block)
            assert isinstance(starting, Block)
            assert isinstance(one, Run)
            assert isinstance(other, Run)
            assert (self.owners(one.mask), self.owners(other.mask)) == ({ending.index}, {starting.index})
            assert starting.index == ending.index + 1

    def check_range(self, finding: Finding) -> None:
        """No arrangement has the block outside of the two places, which have the cells in common."""
        block, first, last = (finding.facts[name] for name in ("block", "first", "last"))
        assert isinstance(block, Block)
        assert isinstance(first, Cells)
        assert isinstance(last, Cells)
        places = [self.place(starts, block.index) for starts, _ in self.fitting]
        assert first.mask <= min(places)
        assert max(places) <= last.mask
        if finding.sentence.startswith("extremes"):
            assert (first.mask, last.mask) == (min(places), max(places))
        assert not finding.decided & ~(first.mask & last.mask)
        assert (first == last) == finding.sentence.endswith("one-place")

    def check_limit(self, limit: Limit) -> None:
        starts = [starts[limit.block] for starts, _ in self.fitting]
        if limit.side is Side.START:
            assert limit.cell == min(starts)
        else:
            assert limit.cell == max(starts) + self.view.lengths[limit.block] - 1
        if limit.held is not None:
            assert self.owners(limit.held.mask) == {limit.block}
            assert limit.hue == self.view.blocks[limit.block].hue

    def check_owner(self, finding: Finding, run: Run) -> None:
        """The run belongs to the block named in all arrangements, for the reason named; or to one of those named."""
        view = self.view
        parts = [part.mask for part in view.runs if part.mask & run.mask]
        owners = set.union(*map(self.owners, parts))
        assert {view.blocks[owner].hue for owner in owners} == {run.hue}
        if isinstance(blocks := finding.facts.get("blocks"), Blocks):
            assert owners <= set(blocks.indices)
            return
        if finding.sentence.endswith("finished-block-longest"):
            assert {view.lengths[owner] for owner in owners} == {run.mask.bit_count()}
        if finding.sentence.endswith(("finished-block-longest", "push-from-wall-shortest")):
            return
        block = finding.facts["block"]
        assert isinstance(block, Block)
        assert owners == {block.index}
        others = [
            other for other in range(len(view.clue)) if view.blocks[other].hue == run.hue and other != block.index
        ]
        match finding.facts["why"]:
            case Why.ONLY_BLOCK:
                assert not others
            case Why.TOO_SHORT:
                assert all(view.lengths[other] < part.bit_count() for other in others for part in parts)
            case Why.OUT_OF_REACH:
                assert all(part & ~view.packed.reach(other).mask for other in others for part in parts)


@cache
def cached_arrangements(length: int, clue: NumberedClue) -> list[tuple[int, ...]]:
    return list(arrangements(length, clue))


def view_of(whole: str, text: str) -> ColourLineView:
    """A line of these cells of which only a part is known."""
    clue = tuple((group.length, KEYS.index(group.key)) for group in colour_clue_of(whole))
    return ColourLineView(len(whole), clue, known_cells(text, KEYS), HUES)


def check_rules(whole: str, text: str) -> Iterator[Finding]:
    """Every rule on a line against the truth; yields what they find."""
    view = view_of(whole, text)
    truth = Truth(view)
    for rule in COLOUR_RULES:
        decided = 0
        for finding in told_in_line(rule, view):
            truth.check(finding)
            assert finding.decided & ~decided, "a sentence too many"
            decided |= finding.decided
            yield finding
        if rule is Rule.ALL_ARRANGEMENTS:
            same = list(zip(*(cells for _, cells in truth.fitting), strict=True))
            everything = sum(_all(cells) for cells in same)
            assert decided == everything & view.unknown
    assert count_arrangements(view.length, view.clue, view.can) == len(truth.fitting)


def _all(sets: tuple[int, ...]) -> int:
    common = sets[0]
    for cells in sets:
        common &= cells
    return common


def random_lines(count: int) -> Iterator[tuple[str, str]]:
    """Lines in two colours, partly known, the same every time."""
    chance = random.Random(5)
    for _ in range(count):
        length, hidden = chance.randint(5, 12), chance.choice((0.5, 0.7, 0.85))
        cells = ""
        while len(cells) < length:
            cells += chance.choice((".", "r", "b", "r", "b")) * chance.choice((1, 1, 2, 3))
        whole = cells[:length]
        yield whole, "".join("?" if chance.random() < hidden else cell for cell in whole)


@pytest.mark.parametrize("length", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_every_state_of_every_small_line(length: int) -> None:
    for whole in map("".join, itertools.product(KEYS, repeat=length)):
        for hidden in itertools.product((True, False), repeat=length):
            text = "".join("?" if hide else cell for cell, hide in zip(whole, hidden, strict=True))
            for _ in check_rules(whole, text):
                pass


def test_no_rule_says_what_an_arrangement_contradicts() -> None:
    for case in random_lines(600):
        for _ in check_rules(*case):
            pass


def test_a_line_has_no_left_and_right() -> None:
    for whole, text in random_lines(300):
        view, mirrored = view_of(whole, text), view_of(whole[::-1], text[::-1])
        for rule in COLOUR_RULES:
            told, back = (
                [sum(sets) for sets in zip(*(finding.told for finding in told_in_line(rule, seen)), strict=True)]
                for seen in (view, mirrored)
            )
            assert [f"{cells:0{len(text)}b}"[::-1] for cells in told] == [f"{cells:0{len(text)}b}" for cells in back]


def test_in_one_colour_the_rules_are_those_of_black_and_white() -> None:
    chance = random.Random(11)
    for _ in range(1500):
        text, clue = random_line(chance, chance.randint(4, 15), chance.choice((0.4, 0.6)), chance.choice((0.6, 0.8)))
        plain = LineView.of(text, clue)
        numbered = tuple((length, 1) for length in clue)
        coloured = ColourLineView(plain.length, numbered, (plain.white, plain.black), HUES[:2])
        for rule in set(LINE_RULES) & set(COLOUR_RULES):
            told = [(finding.white, finding.black) for finding in told_in_line(rule, plain)]
            assert [finding.told for finding in told_in_line(rule, coloured)] == told, (rule, text, clue)


@cache
def steps_of_lines(count: int) -> list[ColourLineStep]:
    """Each rule on each of these lines, be it the easiest one or not."""
    steps = []
    views = [(view_of(whole, text), text) for whole, text in random_lines(count)]
    for number, (view, text) in enumerate(views):
        line = Line((Axis.ROW, Axis.COLUMN)[number % 2], number % 7)
        for rule in COLOUR_RULES:
            if findings := told_in_line(rule, view):
                steps.append(ColourLineStep(rule, line, view.blocks, text, text, findings, (), HUES))
    return steps


@pytest.mark.slow
def test_every_sentence_comes_up() -> None:
    told = {finding.sentence for step in steps_of_lines(4000) for finding in step.findings}
    told |= {finding.sentence for rule, clue, before, _ in EXAMPLES for finding in findings_in(rule, clue, before)}
    in_colour = {key for key in LANGUAGES["en"].sentences if key.startswith(("colour-", "touching", "crossing"))}
    assert in_colour - told <= OF_PICTURES


@BOTH
def test_sentences_are_whole_and_tell_the_cells(language: Language) -> None:
    endings = {
        "en": {"is white": ".", "is red": "r", "is blue": "b"},
        "ru": {"белая": ".", "белые": ".", "красная": "r", "красные": "r", "синяя": "b", "синие": "b"},
    }[language.code]
    endings |= {told.replace("is ", "are "): key for told, key in endings.items()}
    for step in steps_of_lines(4000)[::9]:
        for finding, sentence in zip(step.findings, language.tell(step), strict=True):
            assert re.fullmatch(r"[A-ZА-ЯЁ].*\.", sentence), sentence
            assert not re.search(r"[{}]|  | [,.:]|,,|\.\.|None", sentence), sentence
            foreign = "[а-яё]" if language.code == "en" else "[a-z]"
            assert not re.search(foreign, sentence, re.IGNORECASE), sentence
            read = dict.fromkeys(KEYS, 0)
            decided = rf"(?:cells?|клетк[аи]) (\d[\d–]*(?:(?:, | and | и )[\d–]+)*) ({'|'.join(endings)})\b"
            for ranges, told in re.findall(decided, sentence, re.IGNORECASE):
                for one in re.split(r", | and | и ", ranges):
                    first, _, end = one.partition("–")
                    for cell in range(int(first), int(end or first) + 1):
                        read[endings[told]] |= 1 << (cell - 1)
            assert tuple(read[hue.key] for hue in HUES) == finding.told, sentence


def test_a_line_without_arrangement_has_no_extremes() -> None:
    for text, clue in (("r.r", "3r"), ("r?r", "1r"), ("b??", "2r")):
        with pytest.raises(NoArrangementError):
            _ = ColourLineView.of(text, clue).extremes
        assert told_in_line(Rule.ALL_ARRANGEMENTS, ColourLineView.of(text, clue)) == ()
