"""The sentences: each in both languages, whole, with the cells that were decided, and in good grammar."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from harness.puzzle import Axis, Cell, Clue, Grid, Line
from harness.solver.human.english import English
from harness.solver.human.explain import explain
from harness.solver.human.findings import Block, Cells, Finding, Limit, Place, Side, Span, Wall
from harness.solver.human.language import Language, cell_ranges
from harness.solver.human.line_view import LineView
from harness.solver.human.presentation import LANGUAGES, draw_step, group_of
from harness.solver.human.rating import Level
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.human.russian import Russian, plural_form
from harness.solver.human.steps import LineStep, TrialStep
from harness.solver.lines import line_text
from tests.line_cases import random_line

EN, RU = English(), Russian()
BOTH = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
ROW, COLUMN = Line(Axis.ROW, 2), Line(Axis.COLUMN, 4)

TRIALS = (
    Grid(("..#.#.", ".#.#..", "..#..#", "..#.#.", "#..#..", ".#.#..")),  # either way
    Grid(("#..#.", ".##..", "...#.", "..#..", "##..#")),  # a trial within a trial
    Grid((".##.", "#..#", "#...", "####")),
)
OF_TRIALS = {"suppose", "suppose-otherwise", "link", "refuted", "trial", "either-way", "nested-trial"}
NEVER_EASIEST = {"all-arrangements-one", "either-block-one"}
"""Sentences for what an easier rule always finds first, as far as anybody has seen."""


def random_lines(count: int) -> Iterator[tuple[str, Clue]]:
    """Lines, partly known, the same every time."""
    chance = random.Random(3)
    for _ in range(count):
        density, hidden = chance.choice((0.3, 0.5, 0.6)), chance.choice((0.6, 0.75, 0.9))
        yield random_line(chance, chance.randint(4, 15), density, hidden)


@cache
def steps_of_lines(count: int) -> list[LineStep]:
    """Each rule on each of these lines, be it the easiest one or not."""
    steps = []
    for number, (text, clue) in enumerate(random_lines(count)):
        view = LineView.of(text, clue)
        for rule in LINE_RULES:
            if findings := told_in_line(rule, view):
                steps.append(LineStep(rule, (ROW, COLUMN)[number % 2], clue, text, text, findings, ()))
    return steps


def trial_steps() -> list[TrialStep]:
    return [step for grid in TRIALS for step in explain(grid.clues()).steps if isinstance(step, TrialStep)]


def check_sentence(sentence: str, language: Language) -> None:
    """A sentence as it should be, whatever it says."""
    assert re.fullmatch(r"[A-ZА-ЯЁ].*\.", sentence), sentence
    assert not re.search(r"[{}]|  | [,.:]|,,|\.\.|None", sentence), sentence
    for part in re.split(r"(?<=\.) ", sentence):
        assert part[0].isupper(), sentence
    foreign = "[а-яё]" if language.code == "en" else "[a-z]"
    assert not re.search(foreign, sentence, re.IGNORECASE), sentence


def cells_read(sentence: str, words: dict[str, str]) -> str:
    """The cells with their colours that a sentence's end tells, drawn as a line of 20 cells."""
    cells = ["?"] * 20
    noun, conjunction = words["noun"], words["and"]
    for ranges, colour in re.findall(rf"{noun} ([\d–, {conjunction}]+?) ({words['black']}|{words['white']})", sentence):
        for one in re.split(rf", | {conjunction} ", ranges):
            first, _, last = one.partition("–")
            for cell in range(int(first), int(last or first) + 1):
                cells[cell - 1] = "#" if re.fullmatch(words["black"], colour) else "."
    return "".join(cells)


WORDS = {
    "en": {"noun": "cells?", "and": "and", "black": "(?:is|are) black", "white": "(?:is|are) white"},
    "ru": {"noun": "клетк[аи]", "and": "и", "black": "чёрн(?:ая|ые)", "white": "бел(?:ая|ые)"},
}


def same_keys(one: object, other: object) -> bool:
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    return list(one) == list(other)


def test_both_languages_have_the_same_tables() -> None:
    assert same_keys(EN.sentences, RU.sentences)
    assert same_keys(EN.texts, RU.texts)
    assert list(EN.rules) == list(RU.rules) == list(Rule)
    assert list(EN.levels) == list(RU.levels) == list(Level)
    for language in LANGUAGES.values():
        assert len(set(language.rules.values())) == len(Rule)
        assert len(set(language.levels.values())) == len(Level)


def test_every_sentence_comes_up() -> None:
    told = {finding.sentence for step in steps_of_lines(4000) for finding in step.findings}
    in_colour = {key for key in EN.sentences if key.startswith(("colour-", "touching", "crossing"))}
    assert told | OF_TRIALS | NEVER_EASIEST == set(EN.sentences) - in_colour - {"both-lines", "elimination"}


def test_sentences_that_never_come_first() -> None:
    """If one of them does, it deserves an example."""
    first: dict[tuple[str, Clue], LineStep] = {}
    for step in steps_of_lines(4000):
        first.setdefault((step.before, step.clue), step)
    assert not NEVER_EASIEST & {finding.sentence for step in first.values() for finding in step.findings}


@BOTH
def test_sentences_are_whole_and_tell_the_cells(language: Language) -> None:
    for step in steps_of_lines(4000)[::3]:
        for finding, sentence in zip(step.findings, language.tell(step), strict=True):
            check_sentence(sentence, language)
            expected = line_text(20, finding.black, finding.white)
            end = re.split(
                r": |[Ii]n any case |stands, |In all |known cells |of them |В любом случае |стоял, |них ", sentence
            )[-1]
            assert cells_read(end, WORDS[language.code]) == expected, sentence


@BOTH
def test_sentences_of_trials(language: Language) -> None:
    steps = trial_steps()
    assert {step.rule for step in steps} == {Rule.TRIAL, Rule.EITHER_WAY, Rule.NESTED_TRIAL}
    for step in steps:
        sentences = language.tell(step)
        for sentence in sentences:
            check_sentence(sentence.replace("(-)", "(0)"), language)
        links = sum(len(branch.links) + (branch.refuted is not None) for branch in step.conclusion.branches)
        assert len(sentences) == len(step.conclusion.branches) + links + 1
        place = step.conclusion.place
        numbers = [str(place.row + 1), str(place.column + 1)]
        about = sentences[-1] if step.rule is not Rule.NESTED_TRIAL else sentences[-1].split(".")[1]
        assert re.findall(r"\d+", about) == numbers
        assert language.phrase(step.conclusion.cell, "is", None, ()) in sentences[-1]


@BOTH
def test_headings(language: Language) -> None:
    step = LineStep(Rule.OVERLAP, COLUMN, (2, 1), "????", "?#??", (), ())
    assert group_of(step, language) == {"en": "Column 5 (2,1)", "ru": "Столбец 5 (2,1)"}[language.code]
    empty = LineStep(Rule.NO_BLOCKS, ROW, (), "????", "....", (), ())
    assert group_of(empty, language) == {"en": "Row 3 (-)", "ru": "Строка 3 (-)"}[language.code]
    assert language.tell_alone(step).startswith(group_of(step, language))
    assert group_of(trial_steps()[0], language) == {"en": "Whole picture", "ru": "Вся картинка"}[language.code]


class TestEnglish:
    @pytest.mark.parametrize(
        ("index", "clue", "text"),
        [
            (0, (3,), "the 3"),
            (1, (3, 1), "the 1"),
            (2, (1, 2, 1), "the second 1"),
            (11, (1,) * 12, "the 12th 1"),
            (21, (1,) * 23, "the 22nd 1"),
        ],
    )
    def test_blocks(self, index: int, clue: Clue, text: str) -> None:
        assert EN.block(index, clue, "") == text

    def test_numbers(self) -> None:
        assert [EN.number(number, "cells") for number in (1, 2)] == ["1 cell", "2 cells"]
        assert EN.number(12345, "") == "12,345"

    def test_walls(self) -> None:
        walls = (Wall(Side.START, None), Wall(Side.END, None), Wall(Side.END, 3))
        assert [EN.wall(wall, ROW, "") for wall in walls] == ["the left edge", "the right edge", "white cell 4"]
        assert [EN.wall(wall, COLUMN, "") for wall in walls] == ["the top edge", "the bottom edge", "white cell 4"]


class TestRussian:
    @pytest.mark.parametrize(
        ("number", "nom", "acc", "gen"),
        [
            (1, "1 клетка", "1 клетку", "1 клетки"),
            (2, "2 клетки", "2 клетки", "2 клеток"),
            (5, "5 клеток", "5 клеток", "5 клеток"),
            (11, "11 клеток", "11 клеток", "11 клеток"),
            (14, "14 клеток", "14 клеток", "14 клеток"),
            (21, "21 клетка", "21 клетку", "21 клетки"),
            (22, "22 клетки", "22 клетки", "22 клеток"),
            (111, "111 клеток", "111 клеток", "111 клеток"),
        ],
    )
    def test_numbers_with_cells(self, number: int, nom: str, acc: str, gen: str) -> None:
        assert [RU.number(number, case) for case in ("nom", "acc", "gen")] == [nom, acc, gen]

    def test_plural_forms_repeat_every_hundred(self) -> None:
        assert all(plural_form(number) == plural_form(number + 100) for number in range(200))

    @pytest.mark.parametrize(
        ("case", "one", "several"),
        [
            ("", "клетка 3", "клетки 3–4"),
            ("gen", "клетки 3", "клеток 3–4"),
            ("dat", "клетке 3", "клеткам 3–4"),
            ("acc", "клетку 3", "клетки 3–4"),
            ("inst", "клеткой 3", "клетками 3–4"),
            ("prep", "клетке 3", "клетках 3–4"),
            ("black", "чёрная клетка 3", "чёрные клетки 3–4"),
            ("can", "может", "могут"),
        ],
    )
    def test_cells(self, case: str, one: str, several: str) -> None:
        assert [RU.cells((2,), case), RU.cells((2, 3), case)] == [one, several]

    @pytest.mark.parametrize(
        ("index", "case", "text"),
        [
            (0, "", "первый из блоков 1"),
            (1, "gen", "второго из блоков 1"),
            (1, "", "второй из блоков 1"),
            (2, "", "третий из блоков 1"),
            (2, "gen", "третьего из блоков 1"),
            (2, "inst", "третьим из блоков 1"),
            (3, "dat", "четвёртому из блоков 1"),
            (5, "acc", "шестой из блоков 1"),
            (7, "inst", "восьмым из блоков 1"),
            (8, "", "девятый из блоков 1"),
            (10, "gen", "11-го из блоков 1"),
            (11, "inst", "12-м из блоков 1"),
        ],
    )
    def test_blocks_of_one_length(self, index: int, case: str, text: str) -> None:
        assert RU.block(index, (1,) * 12, case) == text

    def test_a_block_alone_of_its_length(self) -> None:
        cases = {case: RU.block(1, (1, 3), case) for case in ("", "gen", "dat", "acc", "inst")}
        assert cases == {"": "блок 3", "gen": "блока 3", "dat": "блоку 3", "acc": "блок 3", "inst": "блоком 3"}

    def test_lines_and_walls(self) -> None:
        assert [RU.line(ROW, case) for case in ("", "gen", "prep")] == ["строка 3", "строки 3", "строке 3"]
        assert [RU.line(COLUMN, case) for case in ("", "gen", "prep")] == ["столбец 5", "столбца 5", "столбце 5"]
        assert RU.wall(Wall(Side.START, None), COLUMN, "inst") == "верхним краем"
        assert RU.wall(Wall(Side.END, 3), ROW, "inst") == "белой клеткой 4"

    def test_limits(self) -> None:
        assert RU.limit(Limit(0, Side.END, 4), (3,)) == "блок 3 заканчивается не позже клетки 5"
        held = Limit(0, Side.START, 2, Span(3, 4))
        assert RU.limit(held, (3,)) == "блок 3 накрывает чёрные клетки 4–5 и поэтому начинается не раньше клетки 3"

    def test_places_and_colours(self) -> None:
        assert RU.place(Place(2, 4), "") == "клетка на пересечении строки 3 и столбца 5"
        assert [RU.phrase(Cell.BLACK, "is", None, ()), RU.phrase(Cell.WHITE, "were", None, ())] == [
            "чёрная",
            "была белой",
        ]


def test_a_rule_in_a_column_speaks_of_up_and_down() -> None:
    finding = Finding("overlap-alone", (0, 0b100), {"block": Block(0), "first": Cells(0b111), "last": Cells(0b11100)})
    row, column = (LineStep(Rule.OVERLAP, line, (3,), "?????", "??#??", (finding,), ()) for line in (ROW, COLUMN))
    assert "left" in EN.tell(row)[0]
    assert "up" in EN.tell(column)[0]
    assert "влево" in RU.tell(row)[0]
    assert "вверх" in RU.tell(column)[0]


def test_long_lines_are_drawn_one_above_the_other_and_text_is_wrapped() -> None:
    before, after = "?" * 35, "?" * 34 + "."
    finding = Finding("unreachable-after", (1 << 34, 0), {"ends": Limit(0, Side.END, 33)})
    step = LineStep(Rule.UNREACHABLE, ROW, (3,), before, after, (finding,), ())
    drawn = draw_step(step, EN, 7, width=50)
    assert drawn[:3] == ["   7. out of reach", f"        {before}", f"      → {after}"]
    assert len(drawn) > 4
    assert max(map(len, drawn)) <= 50
    assert draw_step(step, EN, with_reasons=False) == ["      out of reach", *drawn[1:3]]


@pytest.mark.parametrize(
    ("cells", "text"), [((0,), "1"), ((0, 1), "1–2"), ((0, 2), "1 or 3"), ((0, 2, 4), "1, 3 or 5")]
)
def test_ranges(cells: tuple[int, ...], text: str) -> None:
    assert cell_ranges(cells, "or") == text
