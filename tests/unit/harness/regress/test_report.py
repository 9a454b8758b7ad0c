"""The reports of a regression: the page, JUnit, and the folder with both."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.files.junit import build_junit
from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.regress.outcome import Key, PuzzleOutcome, Status, clues_text, key_of
from harness.regress.report import build_page, draw_grid, junit_suites, pack_grid, puzzle_of, write_report
from harness.regress.session import Run, Store
from tests.regress_engines import outcome

HOSTILE = "</script><script>alert(1)</script>\x00&\"'\ud800"


def hostile_outcomes() -> list[PuzzleOutcome]:
    grid = Grid(("##.", "#.#"))
    puzzle = grid.puzzle()
    values: dict[str, object] = {"clues": clues_text(puzzle), "width": 3, "height": 2, "tstates": 10**6}
    told: dict[str, object] = values | {"answer": "##. ..?", "expected": "##. #.#"}
    names = (key_of(puzzle), "e", HOSTILE, HOSTILE)
    wrong = PuzzleOutcome(*names, Status.DISAGREES, "solved", HOSTILE, **told)  # type: ignore[arg-type]
    return [outcome("cat", **values), wrong, outcome("dog", Status.UNREADABLE, sentence=HOSTILE)]  # type: ignore[arg-type]


def test_the_page_escapes_whatever_names_hold() -> None:
    page = build_page(hostile_outcomes(), {}, HOSTILE)
    assert page.count("<script") == 2
    assert "alert(1)</script>" not in page
    assert "http" not in page.replace("http-equiv", "").replace("$", ""), "nothing comes from elsewhere"


@pytest.mark.parametrize("shown", [{"disagrees"}, {"unreadable"}, {"disagrees", "unreadable"}])
def test_wrong_answers_and_unreadable_files_have_cards(shown: set[str]) -> None:
    right, wrong, unreadable = hostile_outcomes()
    page = build_page([right, *(one for one in (wrong, unreadable) if one.status in shown)], {}, "title")
    assert ('<article class="card disagrees"' in page) == ("disagrees" in shown)
    assert ('<p class="note">3×2, ' in page) == ("disagrees" in shown)
    assert ('<ul class="unreadable">' in page) == ("unreadable" in shown)
    assert "Every answer is right" not in page


def test_junit_counts_and_holds_whatever_names_hold() -> None:
    outcomes = hostile_outcomes()
    text = build_junit(HOSTILE, junit_suites(outcomes, {outcomes[1].key: "crossword run x"}))
    assert text.startswith(b"<?xml version='1.0' encoding='utf-8'?>\n<testsuites name=")
    assert b"\n  <testsuite name=" in text, "people read it, too"
    root = ElementTree.fromstring(text)
    assert sum(int(suite.attrib["failures"]) for suite in root) == 1
    assert sum(int(suite.attrib["errors"]) for suite in root) == 1
    assert sum(int(suite.attrib["tests"]) for suite in root) == 3
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.text == "crossword run x"


def test_the_report_has_the_puzzle_of_each_disagreement(tmp_path: Path) -> None:
    outcomes = hostile_outcomes()
    write_report(str(tmp_path), outcomes, {"e": "crossword run {file}"}, "title")
    (path,) = (tmp_path / "puzzles").iterdir()
    wanted = puzzle_of(outcomes[1])
    assert wanted is not None
    assert read_puzzle(path).has_clues_of(wanted)
    assert f"crossword run {path}" in (tmp_path / "index.html").read_text("utf-8")
    lines = [json.loads(line) for line in (tmp_path / "outcomes.jsonl").read_text("ascii").splitlines()]
    assert [line["status"] for line in lines] == ["agrees", "disagrees", "unreadable"]
    assert lines[1]["expected"] == ["##.", "#.#"]


def test_a_grid_is_drawn_with_what_differs() -> None:
    drawn = draw_grid(["#.", "?#"], ["#.", "##"], title="a & b")
    assert drawn.count("<path") == 3
    assert 'class="differs" d="M0 1h1v1h-1z"' in drawn
    assert "a &amp; b" in drawn
    assert pack_grid(["ab"]) == "", "colours have no thumbnail"


def test_a_run_without_outcomes_has_a_report() -> None:
    empty: dict[Key, str] = {}
    assert "Every answer is right" in build_page([], empty, "nothing")
    with Store(":memory:") as store:
        assert Run().outcomes(store) == []
