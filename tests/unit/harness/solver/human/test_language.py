"""The sentences: in both languages they name the cells, lines, numbers and colours that they are about."""

import re
from collections.abc import Iterator

import pytest

from harness.puzzle import Axis, Clue, Line
from harness.solver.human.explain import Level, explain
from harness.solver.human.findings import (
    BLACK_AND_WHITE,
    ColourBlock,
    Hue,
    KnownCells,
    Limit,
    LineFinding,
    Place,
    Side,
    Wall,
)
from harness.solver.human.language import English, Language, Term
from harness.solver.human.line_view import LineView
from harness.solver.human.presentation import LANGUAGES, draw_step, group_of
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.human.russian import Russian
from harness.solver.human.steps import DecidedCell, LineStep, PictureStep
from tests.cases import cases
from tests.unit.harness.solver.human.test_steps import BOTH, EITHER_WAY, NESTED
from tests.unit.harness.solver.human.truth import NOWHERE, coloured_lines, plain_lines, view_of

EN, RU = English(), Russian()
ROW, COLUMN = Line(Axis.ROW, 2), Line(Axis.COLUMN, 4)

COLOURS = {
    "en": {"white": ".", "black": "#", "red": "r", "blue": "b"},
    "ru": dict(
        zip(["белая", "белые", "чёрная", "чёрные", "красная", "красные", "синяя", "синие"], "..##rrbb", strict=True)
    ),
}


def blocks(*clue: int) -> tuple[ColourBlock, ...]:
    """A clue in black and white."""
    return tuple(ColourBlock(length, BLACK_AND_WHITE[1]) for length in clue)


def line_step(rule: Rule, line: Line, clue: Clue, before: str, after: str, *findings: LineFinding) -> LineStep:
    """A step in black and white."""
    return LineStep(rule, line, blocks(*clue), before, after, findings, (), BLACK_AND_WHITE, *NOWHERE)


def steps_of_lines(count: int) -> Iterator[LineStep]:
    """Each rule on each of these lines."""
    views = [(text, LineView.of(text, clue)) for text, clue in plain_lines(count)]
    views += [(text, view_of(whole, text)) for whole, text in coloured_lines(count)]
    for number, (text, view) in enumerate(views):
        for rule in LINE_RULES:
            if findings := told_in_line(rule, view):
                line = (ROW, COLUMN)[number % 2]
                yield LineStep(rule, line, view.blocks, text, text, findings, (), view.hues, *NOWHERE)


def cells_read(sentence: str, language: Language) -> dict[str, int]:
    """The set of the cells that a sentence tells of each colour."""
    read: dict[str, int] = {}
    words = COLOURS[language.code]
    told = rf"(?:cells?|клетк[аи]) (\d[\d–]*(?:(?:, | and | и )[\d–]+)*) (?:is |are )?({'|'.join(words)})\b"
    for ranges, word in re.findall(told, sentence, re.IGNORECASE):
        for one in re.split(r", | and | и ", ranges):
            first, _, last = one.partition("–")
            for cell in range(int(first), int(last or first) + 1):
                read[words[word]] = read.get(words[word], 0) | 1 << cell - 1
    return read


@BOTH
def test_sentences_are_whole_and_tell_the_cells(language: Language) -> None:
    foreign = "[а-яёА-ЯЁ]" if language.code == "en" else "[a-zA-Z]"
    for step in steps_of_lines(150):
        for finding, sentence in zip(step.findings, language.tell(step), strict=True):
            assert re.fullmatch(r"[A-ZА-ЯЁ].*\.", sentence), sentence
            assert not re.search(rf"[{{}}]|None|{foreign}", sentence), sentence
            expected = {hue.key: told for hue, told in zip(step.hues, finding.told, strict=True) if told}
            assert cells_read(sentence, language) == expected, sentence


@BOTH
@pytest.mark.parametrize("kind", [Rule, Level])
def test_each_rule_and_level_has_a_name_of_its_own(language: Language, kind: type[Rule | Level]) -> None:
    assert len({language.words(one.title) for one in kind}) == len(kind)


@BOTH
def test_sentences_of_trials(language: Language) -> None:
    steps = [
        step for grid in (EITHER_WAY, NESTED) for step in explain(grid.puzzle()).steps if isinstance(step, PictureStep)
    ]
    assert {step.rule for step in steps} == {Rule.TRIAL, Rule.EITHER_WAY, Rule.NESTED_TRIAL}
    for step in steps:
        sentences = language.tell(step)
        assert group_of(step, language) == {"en": "Whole picture", "ru": "Вся картинка"}[language.code]
        links = sum(len(branch.links or ()) + (branch.refuted is not None) for branch in step.branches)
        assert len(sentences) == len(step.branches) + links + 1
        ((place, hue),) = step.cells
        about = sentences[-1] if step.rule is not Rule.NESTED_TRIAL else sentences[-1].split(".")[1]
        assert re.findall(r"\d+", about) == [str(place.row + 1), str(place.column + 1)]
        assert language.phrase(hue, "is", None, ()) in sentences[-1]


@BOTH
def test_the_solutions_compared_are_counted_if_there_are_several(language: Language) -> None:
    def numbers(solutions: int) -> list[str]:
        cell = DecidedCell(Place(3, 6), Hue("r", "red"))
        step = PictureStep(Rule.NESTED_TRIAL, (cell,), *NOWHERE, solutions=solutions)
        return re.findall(r"\d+", " ".join(language.tell(step)))

    assert [numbers(solutions) for solutions in (1, 2, 5)] == [["4", "7"], ["2", "4", "7"], ["5", "4", "7"]]


@BOTH
def test_headings(language: Language) -> None:
    step = line_step(Rule.OVERLAP, COLUMN, (2, 1), "????", "?#??")
    assert group_of(step, language) == {"en": "Column 5 (2,1)", "ru": "Столбец 5 (2,1)"}[language.code]
    empty = line_step(Rule.NO_BLOCKS, ROW, (), "????", "....")
    assert group_of(empty, language) == {"en": "Row 3 (-)", "ru": "Строка 3 (-)"}[language.code]
    assert language.tell_alone(step).startswith(group_of(step, language))


@cases("language", "index", "clue", "case", "text")
def test_blocks(language: str, index: int, clue: Clue, case: str, text: str) -> None:
    assert LANGUAGES[language].block(index, blocks(*clue), case) == text


HELD = Limit(0, Side.START, 2, KnownCells(0b11000, BLACK_AND_WHITE[1]))


@pytest.mark.parametrize(
    ("language", "term", "form", "line", "text"),
    [
        (EN, Wall(Side.START, None), "", ROW, "the left edge"),
        (EN, Wall(Side.END, None), "", COLUMN, "the bottom edge"),
        (EN, Wall(Side.END, 3), "", COLUMN, "white cell 4"),
        (RU, Wall(Side.START, None), "inst", COLUMN, "верхним краем"),
        (RU, Wall(Side.END, 3), "inst", ROW, "белой клеткой 4"),
        (EN, 1, "cells", None, "1 cell"),
        (EN, 12345, "", None, "12,345"),
        (RU, 22, "nom", None, "22 клетки"),
        (RU, 111, "nom", None, "111 клеток"),
        (RU, Limit(0, Side.END, 4), "", ROW, "группа 3 заканчивается не позже клетки 5"),
        (RU, HELD, "", ROW, "группа 3 накрывает чёрные клетки 4–5 и поэтому начинается не раньше клетки 3"),
    ],
)
def test_phrases(language: Language, term: Term, form: str, line: Line | None, text: str) -> None:
    assert language.phrase(term, form, line, blocks(3)) == text


def test_long_lines_are_drawn_one_above_the_other_and_text_is_wrapped() -> None:
    before, after = "?" * 35, "?" * 34 + "."
    finding = LineFinding("unreachable-after", (1 << 34, 0), {"ends": Limit(0, Side.END, 33)})
    step = line_step(Rule.UNREACHABLE, ROW, (3,), before, after, finding)
    drawn = draw_step(step, EN, 7, width=50)
    assert drawn[:3] == ["   7. out of reach", f"        {before}", f"      → {after}"]
    assert len(drawn) > 4
    assert max(map(len, drawn)) <= 50
    assert draw_step(step, EN, with_reasons=False) == ["      out of reach", *drawn[1:3]]
