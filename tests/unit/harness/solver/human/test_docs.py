"""docs/human-techniques.md: every example in it is what the program says, every figure the program's."""

import re
from pathlib import Path

import pytest

from harness.formats import read_puzzle
from harness.puzzle import Axis, Clue, Grid, Line
from harness.solver.human.explain import explain
from harness.solver.human.language import Language
from harness.solver.human.line_view import LineView
from harness.solver.human.presentation import LANGUAGES
from harness.solver.human.rating import EFFORTS, level_of
from harness.solver.human.rules import RULES_OF_A_LINE, Rule, findings_of
from harness.solver.human.steps import LineStep, Step
from harness.solver.lines import line_text
from tests.cli_runner import run_cli

ROOT = Path(__file__).resolve().parents[5]
TEXT = (ROOT / "docs" / "human-techniques.md").read_text(encoding="utf-8")
EN, RU = LANGUAGES["en"], LANGUAGES["ru"]

SECTIONS = dict(re.findall(r"^### [^\n]*\(`([a-z-]+)`\)\n(.*?)(?=^##)", TEXT + "\n##", re.MULTILINE | re.DOTALL))
EXAMPLES = [
    pytest.param(rule, block, id=f"{rule}-{number}")
    for rule, section in SECTIONS.items()
    for number, block in enumerate(re.findall(r"```text\n(.*?)```", section, re.DOTALL), start=1)
]


def step_of_line(drawn: str) -> Step:
    """The step that a line such as `row 2,1: ???? → ##.#` takes: its easiest rule."""
    found = re.fullmatch(r"(row|column) ([\d,-]+): ([#.?]+) → ([#.?]+)", drawn)
    assert found, drawn
    clue: Clue = () if found[2] == "-" else tuple(map(int, found[2].split(",")))
    view = LineView.of(found[3], clue)
    rule, findings = next((rule, told) for rule, apply in RULES_OF_A_LINE.items() if (told := findings_of(apply, view)))
    black, white = view.black, view.white
    for finding in findings:
        black, white = black | finding.black, white | finding.white
    after = line_text(view.length, black, white)
    assert after == found[4]
    return LineStep(rule, Line(Axis(found[1]), 0), clue, found[3], after, findings, ())


def step_of_puzzle(named: str) -> Step:
    """The step that is named by its puzzle and number; the puzzle is a file or drawn row by row."""
    found = re.fullmatch(r"(.*), step (\d+)", named)
    assert found, named
    name = found[1]
    puzzle = read_puzzle(ROOT / name) if name.endswith(".txt") else Grid(tuple(name.split())).clues()
    return explain(puzzle).steps[int(found[2]) - 1]


def told(step: Step, language: Language) -> str:
    return "\n".join(language.tell(step))


@pytest.mark.parametrize(("rule", "block"), EXAMPLES)
def test_the_examples(rule: str, block: str) -> None:
    head, _, rest = block.strip().partition("\n")
    step = step_of_line(head) if "→" in head else step_of_puzzle(head)
    assert step.rule.value == rule
    assert rest == f"{told(step, EN)}\n{told(step, RU)}"


def test_every_rule_has_its_section_in_order_with_an_example() -> None:
    assert list(SECTIONS) == [rule.value for rule in Rule]
    assert {param.values[0] for param in EXAMPLES} == set(SECTIONS)


@pytest.mark.parametrize("text", [TEXT, (ROOT / "README.md").read_text(encoding="utf-8")], ids=["page", "README"])
def test_the_session_shown(text: str) -> None:
    """Between the dots the lines are those printed, but for line breaks."""
    command, shown = re.findall(r"^\$ python -m harness (explain .*)\n((?:.*\n)*?)```", text, re.MULTILINE)[0]
    printed = " ".join(run_cli(*command.split()).out.split())
    parts = [" ".join(part.split()) for part in shown.split("…") if part.strip()]
    assert parts
    for part in parts:
        assert part in printed


def test_the_table_of_rules() -> None:
    rows = re.findall(r"^\| \[([^]]+)\]\(#[^)]+\) \| ([^|]+) \| (\d+) \| ([^|]+) \|$", TEXT, re.MULTILINE)
    expected = [(EN.rules[rule], RU.rules[rule], str(EFFORTS[rule]), EN.levels[level_of(rule)]) for rule in Rule]
    assert rows == expected


def test_the_table_of_puzzles() -> None:
    rows = re.findall(r"^\| `(\w+)\.txt` \| (\w+) \| ([\w ]+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) >= 5
    for name, difficulty, level, score, steps in rows:
        explained = explain(read_puzzle(ROOT / "puzzles" / f"{name}.txt"))
        rating = explained.rating
        assert rating.difficulty is not None
        shown = EN.levels[rating.level] if rating.level else "none"
        assert (difficulty, level) == (rating.difficulty.value.upper(), shown), name
        assert (int(score), int(steps)) == (rating.score, len(explained.steps)), name
