"""docs/human-techniques.md, and data/told.txt, which has more forms of its sentences: all are what the program says."""

import re
from collections import Counter

import pytest

from harness.formats import read_any, read_puzzle
from harness.puzzle import Axis, Grid, Line, Puzzle
from harness.puzzle.palette import Colour, Palette
from harness.solver.human.explain import Ending, explain, level_of
from harness.solver.human.findings import Hue
from harness.solver.human.line_view import LineView
from harness.solver.human.presentation import LANGUAGES
from harness.solver.human.rules import LINE_RULES, Rule, told_in_line
from harness.solver.human.steps import LineStep, Step
from tests.cli_runner import run_cli
from tests.house import ROOT
from tests.unit.harness.solver.human.test_steps import check_explanation, named_share
from tests.unit.harness.solver.human.truth import NOWHERE

COLOURS = (("r", (208, 24, 40), "red"), ("b", (40, 72, 176), "blue"), ("y", (240, 176, 0), "yellow"))
PALETTE = Palette(tuple(Colour(*colour) for colour in COLOURS))
TEXT = (ROOT / "docs" / "human-techniques.md").read_text(encoding="utf-8")
EN, RU = LANGUAGES["en"], LANGUAGES["ru"]

SECTIONS = dict(re.findall(r"^### [^\n]*\(`([a-z-]+)`\)\n(.*?)(?=^##)", TEXT + "\n##", re.MULTILINE | re.DOTALL))
SHOWN = [(rule, *re.findall(r"```text\n(.*?)```", section, re.DOTALL)) for rule, section in SECTIONS.items()]
MORE = [
    tuple(part.split("\n", 1))
    for part in (ROOT / "tests" / "data" / "told.txt").read_text(encoding="utf-8").split("\n\n")
]


def step_of_line(drawn: str) -> LineStep:
    """The step that a line such as `row 2,1: ???? → ##.#` takes, in colour `row 2r,1b: …`: its easiest rule."""
    found = re.fullmatch(r"(row|column) ([\w,-]+): (\S+) → (\S+)", drawn)
    assert found, drawn
    axis, clue, before, after = found.groups()
    if re.search("[a-z]", clue):
        view = LineView.of(before, clue.replace(",", " "))
        hues = tuple(Hue(hue.key, PALETTE.name_of(hue.key) if hue.name else "") for hue in view.hues)
        view = LineView(view.length, view.clue, view.known, hues)
    else:
        view = LineView.of(before, () if clue == "-" else tuple(map(int, clue.split(","))))
    rule, findings = next((rule, tells) for rule in LINE_RULES if (tells := told_in_line(rule, view)))
    cells = list(before)
    for finding in findings:
        for hue, decided in zip(view.hues, finding.told, strict=True):
            cells = [hue.key if decided >> at & 1 else sign for at, sign in enumerate(cells)]
    assert "".join(cells) == after
    return LineStep(rule, Line(Axis(axis), 0), view.blocks, before, after, findings, (), view.hues, *NOWHERE)


def step_of_puzzle(named: str) -> Step:
    """The step that is named by its puzzle and number; the puzzle is a file or drawn row by row."""
    found = re.fullmatch(r"(.*), step (\d+)", named)
    assert found, named
    name = found[1]
    rows = tuple(name.split())
    puzzle: Puzzle
    if name.endswith(".txt"):
        puzzle = read_puzzle(ROOT / name)
    elif set(name) <= set("#. "):
        puzzle = Grid(rows).puzzle()
    else:
        puzzle = Grid(rows).puzzle(PALETTE)
    return explain(puzzle).steps[int(found[2]) - 1]


@pytest.mark.parametrize(("rule", "block"), [*SHOWN, *MORE], ids=[rule for rule, _ in (*SHOWN, *MORE)])
def test_the_examples(rule: str, block: str) -> None:
    head, _, rest = block.strip().partition("\n")
    step = step_of_line(head) if "→" in head else step_of_puzzle(head)
    assert step.rule.value == rule
    assert rest.split() == " ".join((*EN.tell(step), *RU.tell(step))).split()


def test_every_rule_has_its_section_in_order_with_an_example() -> None:
    assert list(SECTIONS) == [rule.value for rule in Rule]


def test_the_session_shown() -> None:
    """Between the dots the lines are those printed, but for line breaks."""
    command, shown = re.findall(r"^\$ crossword (explain .*)\n((?:.*\n)*?)```", TEXT, re.MULTILINE)[0]
    printed = " ".join(run_cli(*command.split()).out.split())
    parts = [" ".join(part.split()) for part in shown.split("…") if part.strip()]
    assert parts
    for part in parts:
        assert part in printed


def test_the_table_of_rules() -> None:
    rows = re.findall(r"^\| \[([^]]+)\]\(#[^)]+\) \| ([^|]+) \| (\d+) \| ([^|]+) \|$", TEXT, re.MULTILINE)
    expected = [(rule.title, RU.words(rule.title), str(rule.effort), level_of(rule).title) for rule in Rule]
    assert rows == expected


def test_the_table_of_puzzles() -> None:
    rows = re.findall(r"^\| `(\w+\.\w+)` \| (\w+) \| ([\w ]+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) >= 5
    for name, difficulty, level, score, steps in rows:
        explained = explain(read_any(ROOT / "puzzles" / name))
        rating = explained.rating
        assert rating.difficulty is not None
        shown = rating.level.title if rating.level else "none"
        assert (difficulty, level) == (rating.difficulty.value.upper(), shown), name
        assert (int(score), int(steps)) == (rating.score, len(explained.steps)), name


def test_two_thirds_of_the_steps_of_the_sample_in_colour_have_a_named_rule() -> None:
    puzzle = read_any(ROOT / "puzzles" / "tulips.g")
    assert puzzle.in_colour
    explained = check_explanation(puzzle)
    assert explained.ending is Ending.SOLVED
    assert named_share(Counter(step.rule for step in explained.steps)) >= 2 / 3
