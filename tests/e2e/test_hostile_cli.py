"""Command lines given by mistake or malice: one line, exit code 2, files as they were, nothing lost."""

import errno
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from harness.cli import main
from harness.drawing.watch import Delay
from tests.cli_runner import ROOT, Ran, assert_failed_after_answer, assert_one_line_refusal, run_cli

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
TWO = "rows:\n1\n1\ncolumns:\n1\n1\n"


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "p.txt"
    path.write_text(TWO)
    return path


class TestTheAnswerIsNotLost:
    @FULL
    def test_when_a_drawing_fails(self) -> None:
        for option in ("--png", "--svg", "--gif", "--apng"):
            ran = run_cli("solve", "puzzles/heart.txt", option, "/dev/full")
            assert_failed_after_answer(ran, "/dev/full", "No space left")
            assert "heart, 5×5: unique" in ran.out

    def test_tapes_stay_whole_when_the_disk_is_full(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tapes = {"a.tap": b"new a", "b.tap": b"new b"}
        monkeypatch.setattr("harness.commands.build.build_all", lambda: tapes)
        (tmp_path / "b.tap").write_bytes(b"old")
        monkeypatch.setattr(os, "fsync", Mock(side_effect=[None, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))]))
        ran = run_cli("build", "--out", str(tmp_path))
        assert_one_line_refusal(ran, "b.tap: cannot write the file: No space left")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == tapes | {"b.tap": b"old"}


class TestWhatItIsInstead:
    """A file of another kind is called by its name, and the message says what to give."""

    @pytest.mark.parametrize("kind", ["trd", "scl"])
    def test_a_disk(self, kind: str, tmp_path: Path) -> None:
        for name in ("disk.bin", f"disk.{kind}", "disk.tap"):
            disk = tmp_path / name
            disk.write_bytes((ROOT / "tapes" / f"crossword.{kind}").read_bytes())
            ran = run_cli("run", "puzzles/heart.txt", "--tape", str(disk))
            assert_one_line_refusal(ran, f"{disk}: this is a disk, not a tape; give a .tap")
            if disk.suffix != ".tap":
                ran = run_cli("run", str(disk))
                assert_one_line_refusal(ran, f"{disk}: there are several puzzles in it; name one of them: ")

    @pytest.mark.parametrize("kind", ["jpeg", "webp"])
    def test_a_photograph(self, kind: str, tmp_path: Path) -> None:
        from PIL import Image

        photograph = tmp_path / f"photograph.{kind}"
        Image.linear_gradient("L").save(photograph)
        assert_one_line_refusal(run_cli("run", str(photograph)), "this is a picture", "convert makes a puzzle of it")

    def test_a_picture_too_large_for_any_puzzle(self, tmp_path: Path) -> None:
        from PIL import Image

        Image.new("1", (4001, 5)).save(tmp_path / "wide.png")
        ran = run_cli("run", str(tmp_path / "wide.png"))
        assert_one_line_refusal(ran, "4001×5 cells are too many; convert scales it down")


class TestNothingIsOverwritten:
    def test_the_tape_by_its_screen(self) -> None:
        for arguments in ((), ("--tape", "tapes/crossword.tap")):
            ran = run_cli("run", "puzzles/heart.txt", "--png", "tapes/crossword.tap", *arguments)
            assert_one_line_refusal(ran, "--png", "would overwrite")

    def test_a_puzzle_of_the_corpus_by_its_report(self, tmp_path: Path) -> None:
        (tmp_path / "r" / "puzzles").mkdir(parents=True)
        for name in ("junit.xml", "index.html", "outcomes.jsonl", "outcomes.sqlite", "puzzles/abc.txt"):
            path = tmp_path / "r" / name
            path.write_text(TWO)
            ran = run_cli("regress", f"r/{name}", "--solver-only", "--report", "r", cwd=tmp_path)
            assert_one_line_refusal(ran, f"r/{name}: --report would overwrite the file that is read; name another")
            assert path.read_text() == TWO
            path.unlink()

    def test_a_puzzle_by_its_pages(self, tmp_path: Path) -> None:
        (tmp_path / "index.html").write_text(TWO)
        ran = run_cli("page", "index.html", "--out", ".", cwd=tmp_path)
        assert_one_line_refusal(ran, "index.html: --out would overwrite the file that is read; name another folder")
        assert [path.name for path in tmp_path.iterdir()] == ["index.html"]

    def test_a_folder_that_is_a_file_is_refused_before_anything_is_built(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "f").write_text("kept")
        monkeypatch.setattr("harness.commands.build.build_all", lambda: pytest.fail("it began to build"))
        monkeypatch.setattr("harness.studio.pages.exported", lambda *_: pytest.fail("it began to solve"))
        for arguments in (("build",), ("page", "puzzles/car.txt"), ("regress", "puzzles/car.txt")):
            option = "--report" if arguments[0] == "regress" else "--out"
            ran = run_cli(*arguments, option, str(tmp_path / "f"))
            assert_one_line_refusal(ran, f"{tmp_path / 'f'}: this is a file; name another folder")
        assert (tmp_path / "f").read_text() == "kept"


class TestArguments:
    @pytest.mark.parametrize("typed", ["solve a\0b", "solve two\nlines\x1b[31m", "no\nsuch\u2028command"])
    def test_control_characters_are_escapes(self, typed: str) -> None:
        ran = run_cli(*typed.split(" "))
        assert_one_line_refusal(ran)
        assert ran.err.rstrip("\n").isprintable()

    def test_a_limit_beyond_all_counting_leaves_the_output(self, tmp_path: Path) -> None:
        (tmp_path / "japan.dat").write_text("2 2\n1\n1\n1\n1\n")
        (tmp_path / "japan.sol").write_text("precious")
        ran = run_cli("japan", "--max-solutions", "9223372036854775808", cwd=tmp_path)
        assert_one_line_refusal(ran, "--max-solutions")
        assert (tmp_path / "japan.sol").read_text() == "precious"

    def test_the_largest_delay_hears_the_end(self) -> None:
        """The clock ends it; a sleep that cannot be ended would take thirty years."""
        should_stop = Mock(side_effect=[False, False, True])
        Delay(1e9, should_stop).wait()
        assert should_stop.call_count == 3


def test_a_drawing_on_standard_output_sends_the_answer_to_standard_error() -> None:
    ran = run_cli("solve", "puzzles/heart.txt", "--svg", "-")
    assert (ran.code, ran.out[:5]) == (0, "<?xml")
    assert "unique" in ran.err


@pytest.mark.parametrize("command", ["solve", "check", "explain", "run"])
def test_cursor_controls_in_a_title_are_shown_as_escapes(command: str, tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("title: red\x1b[31m\x07 alert\nrows:\n2\ncolumns:\n1\n1\n")
    ran = run_cli(command, str(path))
    assert r"red\x1b[31m\x07 alert" in ran.out
    assert "\x1b" not in ran.out + ran.err
    assert "\x07" not in ran.out + ran.err


def test_a_reader_that_has_gone_is_no_error_on_windows_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("harness.commands.solve.run", Mock(side_effect=OSError(errno.EINVAL, "Invalid argument")))
    assert run_cli("solve", "puzzles/heart.txt") == Ran(2, "", "")


@pytest.mark.parametrize(
    ("is_terminal", "seconds", "command", "times"),
    [(True, 1.1, "solve", 1), (True, 0.9, "solve", 0), (False, 1.1, "solve", 0), (True, 1.1, "run", 0)],
)
def test_the_missing_kernel_is_noted_once_after_a_second_of_solving_on_a_terminal(
    is_terminal: bool,
    seconds: float,
    command: str,
    times: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("CROSSWORD_KERNEL", raising=False)
    monkeypatch.setattr("harness.solver.kernel.has_compiled_kernel", lambda: False)
    monkeypatch.setattr("harness.cli._cpu_seconds", iter([0.0, seconds]).__next__)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    assert main([command, "puzzles/heart.txt", "--quiet"]) == 0
    assert capsys.readouterr().err.count("note: without its compiled kernel the solver is much slower") == times
