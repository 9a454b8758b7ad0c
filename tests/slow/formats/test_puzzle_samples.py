"""Every puzzle in puzzles/ is what its table says; the specification's are known cell by cell."""

import re

import pytest

from harness.formats import read_any, read_puzzle
from harness.solver.human.explain import Ending, Level, explain
from harness.solver.search import solve
from harness.solver.strategy import Difficulty, Outcome
from tests.house import ROOT

FOLDER = ROOT / "puzzles"
ROW = re.compile(r"\| \[`(.+\.txt)`\]\(\1\) \| (\d+)×(\d+) \| (.+?) \| (.+) \|")
KINDS = {
    "solved line by line": (Outcome.UNIQUE, Difficulty.LINE, 1),
    "unique": (Outcome.UNIQUE, Difficulty.BRANCH, 1),
    "no solution, which only trial": (Outcome.CONTRADICTION, Difficulty.BRANCH, 0),
    "no solution": (Outcome.CONTRADICTION, Difficulty.LINE, 0),
    **{word: (Outcome.MULTIPLE, Difficulty.MULT, number) for word, number in (("two", 2), ("four", 4), ("six", 6))},
}


def table() -> dict[str, tuple[int, int, str, str]]:
    """The README's rows: file to width, height, kind, source."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    return {row[1]: (int(row[2]), int(row[3]), row[4], row[5]) for row in ROW.finditer(text)}


def test_the_table_lists_all_files_and_no_others() -> None:
    assert sorted(table()) == sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", sorted(table()))
def test_samples_are_what_the_table_says(name: str) -> None:
    width, height, kind, source = table()[name]
    puzzle = read_puzzle(FOLDER / name)
    assert (puzzle.width, puzzle.height, puzzle.source) == (width, height, source)
    assert source
    assert (FOLDER / name).read_text(encoding="utf-8").startswith(f"# {width} wide, {height} high; {kind}.\n")
    result = solve(puzzle, None)
    assert result.complete
    if puzzle.goal is not None:
        assert puzzle.goal in result.solutions
    found = (result.outcome, result.difficulty, len(result.solutions))
    assert found == next(wanted for begin, wanted in KINDS.items() if kind.startswith(begin))
    if kind == "solved line by line":
        assert result.fixpoint == result.solutions[0]


def test_the_samples_are_listed_by_difficulty() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8").partition("## By difficulty")[2]
    listed = [
        (name, level, score)
        for level, names in re.findall(r"^- \*\*([a-z ]+)\*\*: (.*(?:\n  .*)*)", text, re.MULTILINE)
        for name, score in re.findall(r"\[`(.+?)`\]\(\1\)\s+([\d,]+\d|\d)", names)
    ]
    rated: list[tuple[int, int, str]] = []
    for path in (*FOLDER.glob("*.txt"), *FOLDER.glob("*.g")):
        explanation = explain(read_any(path))
        rating = explanation.rating
        if explanation.ending is Ending.SOLVED and rating.level is not None:
            rated.append((list(Level).index(rating.level), rating.score, path.name))
    levels = [level.value.replace("-", " ") for level in Level]
    assert listed == [(name, levels[level], f"{score:,}") for level, score, name in sorted(rated)]


def test_there_is_a_sample_of_every_kind() -> None:
    sizes = {(width, height) for width, height, _, _ in table().values()}
    assert (62, 42) in sizes, "the largest that the Spectrum takes"
    assert any(42 < height <= 62 and width <= 42 for width, height in sizes), "one that is entered turned"
    puzzles = [read_puzzle(FOLDER / name) for name in table()]
    assert any(() in puzzle.rows and () in puzzle.columns for puzzle in puzzles), "one with empty lines"
