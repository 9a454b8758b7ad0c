"""Many puzzles by one command: order, errors among them, several processes, Ctrl-C; and one puzzle as ever."""

import itertools
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.advice import report
from harness.commands._arguments import Interrupt
from harness.commands._many import ShouldStop, answers, work_side_by_side
from harness.errors import HarnessError
from harness.formats import NamedPuzzle, Source, write_puzzle
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.marks import NAMES
from tools.made import noise_puzzle

STEP = 'title "step"\nwidth 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n'
ROOKS = 'title "rooks"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n'
TYPO = 'title "typo"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n2\n'

NOT_UNIQUE = "not unique: 2 (or more )?solutions, (at least )?4 cells differ"
"""Without the compiled kernel the second solution is not known to be the last."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good puzzles, one that is none and one that cannot be a crossword."""
    (tmp_path / "a.nonpack").write_text(f"{STEP}====\nwidth x\n====\n{ROOKS}")
    (tmp_path / "b.non").write_text(TYPO)
    return tmp_path


@NAMES
def test_a_name_that_is_there_is_no_pattern(folder: Path) -> None:
    (folder / "*.non").write_text(STEP)
    assert "step, 2×2: unique" in run_cli("solve", "*.non", cwd=folder).out


def test_a_bracket_in_a_pattern_is_a_letter(folder: Path) -> None:
    (folder / "[ab]").mkdir()
    (folder / "[ab]" / "c.non").write_text(STEP)
    assert run_cli("solve", "[ab]/*.non", "--quiet", cwd=folder).out.startswith("step, 2×2: unique")


def test_check_looks_for_no_fix_for_quiet_and_a_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("find_differing", "find_repair", "suggest_corrections"):
        monkeypatch.setattr(report, name, lambda *_: pytest.fail("a fix is looked for"))
    for option in ("--quiet", "--csv"):
        ran = run_cli("check", ".", option, cwd=folder)
        assert re.search(NOT_UNIQUE, ran.out)
        assert "not a crossword: " in ran.out


def test_each_check_is_a_test_case_for_a_ci_which_fails_unless_it_has_one_solution(folder: Path) -> None:
    for options in (["--quiet"], ["--csv", "--jobs", "2"]):
        assert run_cli("check", ".", "--junit", "check.xml", *options, cwd=folder).code == 2
        (suite,) = ElementTree.parse(folder / "check.xml").getroot()
        (folder / "check.xml").unlink()  # a puzzle may end in .xml
        assert [suite.attrib[key] for key in ("tests", "failures", "errors", "skipped")] == ["4", "2", "1", "0"]
        kinds = {case.attrib["name"]: [child.tag for child in case] for case in suite}
        assert kinds == {"a.nonpack#1": [], "a.nonpack#2": ["error"], "a.nonpack#3": ["failure"], "b.non": ["failure"]}
        (wrong,) = suite[2]
        assert re.fullmatch(NOT_UNIQUE, wrong.attrib["message"])
        assert wrong.text == "crossword check 'a.nonpack#3'"
    assert run_cli("check", "a.nonpack#1", "--junit", "check.xml", cwd=folder).code == 0
    ran = run_cli("check", "a.nonpack#1", "--junit", "b.non", cwd=folder)
    assert_one_line_refusal(ran, "b.non: the ending .non is another format's")


def test_a_verdict_by_looks_is_the_same_each_time_and_needs_no_time(tmp_path: Path) -> None:
    write_puzzle(noise_puzzle(40, 40, 0.5, 1), tmp_path / "hard.non")
    for command in ("check", "solve"):
        ran = run_cli(command, "hard.non", "--quiet", "--looks", "100", cwd=tmp_path)
        assert ran.code == 4
        assert ": not decided: looks ran out; --looks allows more" in ran.out
        assert run_cli(command, "hard.non", "--quiet", "--looks", "100", cwd=tmp_path) == ran
    ran = run_cli("solve", "hard.non", "--json", "--looks", "100", cwd=tmp_path)
    assert 100 <= ran.json["line_calls"] < 100 + 1024, "the kernel asks at each 1,024th"
    assert ran.json["stopped"] == "looks"
    both = run_cli("check", "hard.non", "--quiet", "--looks", "100", "--timeout", "0", cwd=tmp_path)
    assert ": not decided: time ran out; --timeout allows more" in both.out


def named(*names: str) -> list[NamedPuzzle]:
    return [NamedPuzzle(name, Source(name, b"")) for name in names]


def work(puzzle: NamedPuzzle, should_stop: ShouldStop) -> str:
    """Do as the puzzle's name says."""
    if puzzle.name == "killed":
        os._exit(1)
    if puzzle.name == "fails":
        raise HarnessError("fails: fix it")
    looks = itertools.count()
    while puzzle.name == "endless" and not should_stop():
        assert next(looks) < 3000
        threading.Event().wait(0.01)
    return f"{puzzle.name} done"


class TestOneByOne:
    def test_ctrl_c_ends_the_one_under_way_and_begins_no_other(self) -> None:
        interrupt = Interrupt()

        def ask_at_second(puzzle: NamedPuzzle, should_stop: ShouldStop) -> str:
            if puzzle.name == "second":
                interrupt.ask()
            return f"{puzzle.name} {should_stop()}"

        done = list(answers(named("fails", "second", "third"), ask_at_second, 1, interrupt))
        assert done == [("fails", "fails False"), ("second", "second True")]

    def test_failures_are_reported(self, capsys: pytest.CaptureFixture[str]) -> None:
        (name, error), after = answers(named("fails", "a"), work, 1, Interrupt())
        assert (name, str(error), after) == ("fails", "fails: fix it", ("a", "a done"))
        assert capsys.readouterr().err == "crossword: fails: fix it\n"


class TestSideBySide:
    def test_the_collection_is_not_read_far_ahead(self) -> None:
        read: list[str] = []

        def reading() -> Iterator[NamedPuzzle]:
            for puzzle in named(*map(str, range(1000))):
                read.append(puzzle.name)
                yield puzzle

        source = work_side_by_side(reading(), work, 2, Interrupt())
        assert [next(source)[1] for _ in range(3)] == ["0 done", "1 done", "2 done"]
        assert len(read) <= 200
        source.close()

    def test_ctrl_c_ends_those_under_way_and_begins_no_other(self) -> None:
        interrupt = Interrupt()
        source = work_side_by_side(named("a", *["endless"] * 20), work, 2, interrupt)
        assert next(source) == ("a", "a done")
        interrupt.ask()
        assert len([*source]) <= 2, "more than the processes had begun"

    def test_a_process_that_is_killed_is_told_of(self) -> None:
        *_, (_, last) = work_side_by_side(named("a", "killed"), work, 2, Interrupt())
        assert str(last).endswith(": a process ended in the middle of its work; take fewer --jobs if memory is short")

    def test_quick_puzzles_come_in_their_order(self) -> None:
        names = [*map(str, range(300)), "fails", "last"]
        done = [name for name, _ in work_side_by_side(named(*names), work, 2, Interrupt())]
        assert done == names
