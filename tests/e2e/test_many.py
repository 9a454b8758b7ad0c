"""Many puzzles by one command: order, errors among them, several processes, Ctrl-C; and one puzzle as ever."""

import csv
import itertools
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from harness.advice import report
from harness.commands._limits import Interrupt
from harness.commands._many import ShouldStop, answers, work_side_by_side
from harness.errors import HarnessError
from harness.formats import NamedPuzzle, Source, write_puzzle
from tests.cli_runner import Ran, assert_one_line_refusal, run_cli
from tests.marks import NAMES
from tools.made import noise_puzzle

STEP = 'title "step"\nwidth 2\nheight 2\nrows\n1\n2\ncolumns\n1\n2\n'
ROOKS = 'title "rooks"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n'
TYPO = 'title "typo"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n2\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two good puzzles, one that is none and one that cannot be a crossword."""
    (tmp_path / "a.nonpack").write_text(f"{STEP}====\nwidth x\n====\n{ROOKS}")
    (tmp_path / "b.non").write_text(TYPO)
    return tmp_path


UNREADABLE = "crossword: a.nonpack#2:11: the width is 'x'; write a whole number\n"


class TestSolve:
    def test_each_has_its_report_and_what_fails_is_told_at_its_place(self, folder: Path) -> None:
        ran = run_cli("solve", "a.nonpack", "b.non", "none.txt", "a.nonpack#1", cwd=folder)
        assert ran.code == 2
        heads = [line for line in ran.out.splitlines() if line.startswith("==>")]
        assert heads == [f"==> a.nonpack#{number} <==" for number in (1, 3, 1)]
        assert "solution 2:\n.#\n#.\n\nrooks, 2×2: not unique: several solutions\n2 solutions\n" in ran.out
        assert ran.out.endswith("\n6 puzzles: 2 unique, 1 multiple, 3 that could not be read or solved\n")
        first, second, third = ran.err.splitlines(keepends=True)
        assert (first, third) == (UNREADABLE, "crossword: none.txt: no such file; check the name\n")
        assert second.startswith("crossword: b.non")

    def test_quiet_is_a_line_for_each(self, folder: Path) -> None:
        ran = run_cli("solve", "--quiet", "a.nonpack#1", "a.nonpack#3", cwd=folder)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.splitlines() == [
            "a.nonpack#1: step, 2×2: unique: one solution, and no other",
            "a.nonpack#3: rooks, 2×2: not unique: several solutions",
            "2 puzzles: 1 unique, 1 multiple",
        ]

    def test_json_is_an_object_a_line_with_the_puzzles_name(self, folder: Path) -> None:
        ran = run_cli("solve", "--json", ".", cwd=folder)
        assert ran.code == 2
        assert [json.loads(line)["puzzle"] for line in ran.out.splitlines()] == ["a.nonpack#1", "a.nonpack#3"]
        alone = run_cli("solve", "--json", "a.nonpack#3", cwd=folder).json
        third = {"puzzle": "a.nonpack#3", **alone, "cpu_ms": pytest.approx(0, abs=1e6)}
        assert json.loads(ran.out.splitlines()[1]) == third

    def test_csv_is_a_table(self, folder: Path) -> None:
        ran = run_cli("solve", "--csv", "a.nonpack#1", "a.nonpack#3", cwd=folder)
        first, second = csv.DictReader(ran.out.splitlines())
        told = [first[key] for key in ("puzzle", "title", "outcome", "unique")]
        assert told == ["a.nonpack#1", "step", "unique", "yes"]
        assert (second["solutions"], second["unique"], second["stopped"], second["guesses"]) == ("2", "no", "", "1")
        assert not {"level", "score"} & first.keys()

    def test_a_file_that_cannot_be_read_is_a_row_with_the_reason(self, folder: Path) -> None:
        for command, column in (("solve", "outcome"), ("check", "finding")):
            ran = run_cli(command, ".", "--csv", cwd=folder)
            assert (ran.code, ran.err.splitlines(keepends=True)[0]) == (2, UNREADABLE)
            rows = list(csv.DictReader(ran.out.splitlines()))
            assert [row["puzzle"] for row in rows] == ["a.nonpack#1", "a.nonpack#2", "a.nonpack#3", "b.non"]
            assert (rows[1][column], f"crossword: {rows[1]['reason']}\n") == ("unreadable", UNREADABLE)

    def test_a_table_is_rated_where_that_is_asked_for(self, folder: Path) -> None:
        ran = run_cli("solve", "--csv", "--rate", "a.nonpack#1", "a.nonpack#3", "puzzles/winter.txt", cwd=folder)
        first, second, third = csv.DictReader(ran.out.splitlines())
        rating = run_cli("explain", "--json", "--rate", "a.nonpack#1", cwd=folder).json["rating"]
        assert [first[key] for key in ("difficulty", "level", "score")] == ["lines", "easy", str(rating["score"])]
        assert [second[key] for key in ("difficulty", "level", "score")] == ["", "", ""]
        assert [third[key] for key in ("difficulty", "level")] == ["trial", "very hard"]

    def test_the_standard_input_may_be_a_bundle(self, folder: Path) -> None:
        ran = run_cli("solve", "--quiet", "-", stdin=f"{STEP}====\n{ROOKS}")
        assert [line.partition(":")[0] for line in ran.out.splitlines()] == ["<stdin>#1", "<stdin>#2", "2 puzzles"]

    def test_a_drawing_is_of_one(self, folder: Path) -> None:
        for option in ("--png", "--svg", "--gif", "--apng", "--frames", "--scale", "--last"):
            ran = run_cli("solve", "a.nonpack", option, "2", cwd=folder)
            said = f"{option} is for one puzzle, and there are several; name one, as in PACK.nonpack#1"
            assert (ran.code, ran.out, ran.err) == (2, "", f"crossword: {said}\n")
        assert run_cli("solve", "a.nonpack#1", "--png", "x.out", cwd=folder).code == 0
        assert (folder / "x.out").stat().st_size

    def test_one_file_is_as_ever_and_a_folder_of_one_is_many(self, folder: Path) -> None:
        alone = run_cli("solve", "b.non", cwd=folder)
        assert (alone.code, alone.out) == (2, "")
        (folder / "a.nonpack").unlink()
        many = run_cli("solve", ".", cwd=folder)
        assert (many.code, many.err) == (2, alone.err)
        assert many.out == "1 puzzle: 1 that could not be read or solved\n"
        assert run_cli("solve", "puzzles/heart.txt#1", "--quiet").out == (
            "heart, 5×5: unique: one solution, and no other\n"
        )

    def test_an_archive_is_not_overwritten_by_what_is_in_it(self, folder: Path) -> None:
        ran = run_cli("solve", "a.nonpack#1", "--png", "a.nonpack", cwd=folder)
        assert ran.code == 2
        assert "--png would overwrite the file that is read" in ran.err


class TestPatterns:
    """The shells of Windows hand on ``*.txt`` as it was typed."""

    def test_all_that_fit_are_solved_in_their_order(self, folder: Path) -> None:
        ways = (("a.nonpack", "b.non"), ("?.non*",))
        named, fitting = (run_cli("solve", "--json", *names, cwd=folder) for names in ways)
        assert fitting.out.count('"puzzle"') == 2
        assert without_time(fitting) == without_time(named)

    def test_one_for_all_commands_that_take_one(self, folder: Path) -> None:
        assert run_cli("convert", "puzzles/hear*.txt", "-", "--to", "text", cwd=folder).out.startswith(".#.#.\n#####\n")
        refused = run_cli("convert", "puzzles/c*.txt", "-", "--to", "text", cwd=folder)
        assert_one_line_refusal(refused, "puzzles/c*.txt: 5 files fit; name one of them")

    @NAMES
    def test_a_name_that_is_there_is_no_pattern(self, folder: Path) -> None:
        (folder / "*.non").write_text(STEP)
        assert "step, 2×2: unique" in run_cli("solve", "*.non", cwd=folder).out

    def test_a_bracket_is_a_letter(self, folder: Path) -> None:
        (folder / "[ab]").mkdir()
        (folder / "[ab]" / "c.non").write_text(STEP)
        assert run_cli("solve", "[ab]/*.non", "--quiet", cwd=folder).out.startswith("step, 2×2: unique")

    def test_a_pattern_that_fits_nothing_is_no_file(self, folder: Path) -> None:
        assert_one_line_refusal(run_cli("solve", "*.xml", cwd=folder), "*.xml: ")


def without_time(ran: Ran) -> Ran:
    return Ran(ran.code, re.sub(r'"cpu_ms": [\d.]+', "", ran.out), ran.err)


class TestCheck:
    def test_the_worst_of_all_is_the_code(self, folder: Path) -> None:
        good, bad = (run_cli("check", *names, cwd=folder) for names in (["a.nonpack#1"] * 2, ["b.non", "."]))
        assert (good.code, bad.code, bad.err) == (0, 2, UNREADABLE)
        assert good.out.count("==> a.nonpack#1 <==") == 2
        assert run_cli("check", "a.nonpack#1", "b.non", cwd=folder).code == 1

    def test_a_line_or_an_object_for_each(self, folder: Path) -> None:
        quiet = run_cli("check", "--quiet", ".", cwd=folder)
        *lines, end = quiet.out.splitlines()
        assert [line.split(":")[0] for line in lines] == ["a.nonpack#1", "a.nonpack#3", "b.non"]
        kinds = "1 unique, 1 with several solutions, 1 that cannot be a crossword, 1 that could not be read or solved"
        assert end == f"4 puzzles: {kinds}"
        objects = [json.loads(line) for line in run_cli("check", "--json", ".", cwd=folder).out.splitlines()]
        assert [value["puzzle"] for value in objects] == ["a.nonpack#1", "a.nonpack#3", "b.non"]

    def test_quiet_and_a_table_look_for_no_fix(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("find_differing", "find_repair", "suggest_corrections"):
            monkeypatch.setattr(report, name, lambda *_: pytest.fail("a fix is looked for"))
        for option in ("--quiet", "--csv"):
            ran = run_cli("check", ".", option, cwd=folder)
            assert "not unique: 2 solutions, 4 cells differ" in ran.out
            assert "not a crossword: " in ran.out

    def test_each_is_a_test_case_for_a_ci_which_fails_unless_it_has_one_solution(self, folder: Path) -> None:
        for options in (["--quiet"], ["--csv", "--jobs", "2"]):
            assert run_cli("check", ".", "--junit", "check.xml", *options, cwd=folder).code == 2
            (suite,) = ElementTree.parse(folder / "check.xml").getroot()
            (folder / "check.xml").unlink()  # a puzzle may end in .xml
            assert [suite.attrib[key] for key in ("tests", "failures", "errors", "skipped")] == ["4", "2", "1", "0"]
            kinds = {case.attrib["name"]: [child.tag for child in case] for case in suite}
            assert kinds == {
                "a.nonpack#1": [],
                "a.nonpack#2": ["error"],
                "a.nonpack#3": ["failure"],
                "b.non": ["failure"],
            }
            (wrong,) = suite[2]
            assert (wrong.attrib["message"], wrong.text) == (
                "not unique: 2 solutions, 4 cells differ",
                "crossword check 'a.nonpack#3'",
            )
        assert run_cli("check", "a.nonpack#1", "--junit", "check.xml", cwd=folder).code == 0
        ran = run_cli("check", "a.nonpack#1", "--junit", "b.non", cwd=folder)
        assert_one_line_refusal(ran, "b.non: the ending .non is another format's")


class TestLooks:
    def test_a_verdict_by_looks_is_the_same_each_time_and_needs_no_time(self, tmp_path: Path) -> None:
        write_puzzle(noise_puzzle(40, 40, 0.5, 1), tmp_path / "hard.non")
        for command in ("check", "solve"):
            ran = run_cli(command, "hard.non", "--quiet", "--looks", "2000", cwd=tmp_path)
            assert ran.code == 4
            assert ": not decided: looks ran out; --looks allows more" in ran.out
            assert run_cli(command, "hard.non", "--quiet", "--looks", "2000", cwd=tmp_path) == ran
        ran = run_cli("solve", "hard.non", "--json", "--looks", "2000", cwd=tmp_path)
        assert 2000 <= ran.json["line_calls"] < 2000 + 1024, "the kernel asks at each 1,024th"
        assert ran.json["stopped"] == "looks"
        both = run_cli("check", "hard.non", "--quiet", "--looks", "2000", "--timeout", "0", cwd=tmp_path)
        assert ": not decided: time ran out; --timeout allows more" in both.out

    def test_enough_looks_end_in_the_verdict(self) -> None:
        ran = run_cli("check", "puzzles/wink.txt", "--quiet", "--looks", "100000")
        assert (ran.code, ran.out) == (1, "wink, 12×12: not unique: 2 or more solutions, at least 4 cells differ\n")


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
    def test_ctrl_c_ends_the_one_under_way_and_begins_no_other(self, capsys: pytest.CaptureFixture[str]) -> None:
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
