"""Output of ``explain``."""

import io
import re
import sys
from collections.abc import Mapping

import pytest

from harness.cli import main
from harness.commands.explain import explanation_as_json
from harness.puzzle import Groups, Line, Puzzle
from harness.solver.human.explain import explain
from harness.solver.human.presentation import LANGUAGES
from tools.made import noise_puzzle


def test_json_divides_the_clues_once_for_all_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each step took ten times as long as all else, with 100×100 cells."""
    puzzle, divided, groups = noise_puzzle(12, 12, 0.7, 1), [], Puzzle.groups
    explanation = explain(puzzle)
    assert len(explanation.steps) > 10

    def counted(asked: Puzzle) -> Mapping[Line, Groups]:
        divided.append(asked)
        return groups(asked)

    monkeypatch.setattr(Puzzle, "groups", counted)
    explanation_as_json(puzzle, explanation, LANGUAGES["en"])
    assert divided == [puzzle]


@pytest.mark.parametrize("name", ["heart.txt", "tulips.g"])
def test_numbers_found_are_struck_out_on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    monkeypatch.setattr(output, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["explain", f"puzzles/{name}", "--brief"]) == 0
    struck = re.findall(r"\x1b\[[\d;]*9m([^\x1b]+)", output.getvalue())
    assert struck
    assert all(re.fullmatch(r"\d+( \w+)?", number) for number in struck)
