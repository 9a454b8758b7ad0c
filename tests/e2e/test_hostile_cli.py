"""Command lines given by mistake or malice: one line, exit code 2, files as they were, nothing lost."""

import errno
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli import main
from harness.drawing.watch import Delay
from tests.cli_runner import ROOT, Ran, assert_failed_after_answer, assert_one_line_refusal, run_cli

POSIX = pytest.mark.skipif(os.name == "nt", reason="shells, signals and devices are a Unix matter")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
TWO = "rows:\n1\n1\ncolumns:\n1\n1\n"
HARNESS = f"{sys.executable} -m harness"


def shell(script: str, cwd: Path = ROOT, **environment: str) -> Ran:
    """A line for a shell, in which ``crossword`` is the program."""
    done = subprocess.run(
        ["bash", "-c", f'crossword() {{ {HARNESS} "$@"; }}; {script}'],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", **environment},
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "p.txt"
    path.write_text(TWO)
    return path


class TestTheAnswerIsNotLost:
    @FULL
    @pytest.mark.parametrize("option", ["--png", "--svg", "--gif", "--apng"])
    def test_when_a_drawing_fails(self, option: str) -> None:
        ran = run_cli("solve", "puzzles/heart.txt", option, "/dev/full")
        assert_failed_after_answer(ran, "/dev/full", "No space left")
        assert "heart, " in ran.out
        assert "unique" in ran.out

    @FULL
    def test_when_a_screen_fails(self) -> None:
        ran = run_cli("run", "puzzles/heart.txt", "--png", "/dev/full", "--json")
        assert_failed_after_answer(ran, "/dev/full")
        assert ran.json["agrees"] is True

    @FULL
    def test_when_the_puzzle_of_a_picture_fails(self, tmp_path: Path) -> None:
        (tmp_path / "s.scr").write_bytes((b"\xd8" + bytes(255)) * 8 + bytes(4096) + b"\x38" * 768)
        (tmp_path / "full.non").symlink_to("/dev/full")
        ran = run_cli("picture", str(tmp_path / "s.scr"), "--out", str(tmp_path / "full.non"))
        assert_failed_after_answer(ran, "full.non", "No space left")

    @POSIX
    def test_a_file_stays_whole_when_the_disk_is_full(self, tmp_path: Path) -> None:
        keep = tmp_path / "keep.png"
        keep.write_bytes(b"k" * 5000)
        ran = shell(
            f"ulimit -f 1; export PYTHONDONTWRITEBYTECODE=1; crossword solve puzzles/relax-20x30.txt --png {keep}"
        )
        assert_failed_after_answer(ran, "keep.png", "name another file")
        assert keep.read_bytes() == b"k" * 5000
        assert list(tmp_path.iterdir()) == [keep]

    def test_tapes_stay_whole_when_the_disk_is_full(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert run_cli("build", "--out", str(tmp_path)).code == 0
        whole = {path.name for path in tmp_path.iterdir()}
        (tmp_path / "crossword-basic.tap").write_bytes(b"old")
        synced: list[int] = []

        def full(file: int) -> None:
            synced.append(file)
            if len(synced) == 2:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        ran = run_cli("build", "--out", str(tmp_path))
        assert_one_line_refusal(ran, "crossword-basic.tap: cannot write the file: No space left")
        assert (tmp_path / "crossword-basic.tap").read_bytes() == b"old"
        assert {path.name for path in tmp_path.iterdir()} == whole


class TestWhatItIsInstead:
    """A file of another kind is called by its name, and the message says what to give."""

    @pytest.mark.parametrize("kind", ["trd", "scl"])
    @pytest.mark.parametrize("name", ["disk.bin", "disk.{}", "disk.tap"])
    def test_a_disk(self, kind: str, name: str, tmp_path: Path) -> None:
        disk = tmp_path / name.format(kind)
        disk.write_bytes((ROOT / "tapes" / f"crossword.{kind}").read_bytes())
        ran = run_cli("run", "puzzles/heart.txt", "--tape", str(disk))
        assert_one_line_refusal(ran, f"{disk}: this is a disk, not a tape; give a .tap")
        if disk.suffix != ".tap":
            assert_one_line_refusal(run_cli("run", str(disk)), f"{disk}: this is a disk, not a puzzle; give a puzzle")

    @pytest.mark.parametrize("kind", ["jpeg", "webp"])
    def test_a_photograph(self, kind: str, tmp_path: Path) -> None:
        from PIL import Image

        photograph = tmp_path / f"photograph.{kind}"
        Image.linear_gradient("L").save(photograph)
        assert_one_line_refusal(run_cli("run", str(photograph)), "this is a photograph", "convert makes a puzzle of it")

    def test_a_picture_too_large_for_any_puzzle(self, tmp_path: Path) -> None:
        from PIL import Image

        Image.new("1", (4001, 5)).save(tmp_path / "wide.png")
        ran = run_cli("run", str(tmp_path / "wide.png"))
        assert_one_line_refusal(ran, "4001×5 cells are too many; convert scales it down")


class TestNothingIsOverwritten:
    @pytest.mark.parametrize("option", ["--png", "--svg", "--gif", "--apng"])
    def test_the_puzzle_by_its_drawing(self, puzzle: Path, option: str) -> None:
        ran = run_cli("solve", str(puzzle), option, str(puzzle))
        assert_one_line_refusal(ran, option, "would overwrite the file that is read")
        assert puzzle.read_text() == TWO

    def test_the_tape_by_its_screen(self, tmp_path: Path) -> None:
        tape = tmp_path / "t.tap"
        tape.write_bytes((ROOT / "tapes" / "crossword.tap").read_bytes())
        before = tape.read_bytes()
        ran = run_cli("run", "puzzles/heart.txt", "--tape", str(tape), "--png", str(tape))
        assert_one_line_refusal(ran, "--png", "would overwrite")
        assert tape.read_bytes() == before

    def test_the_project_s_own_tape(self) -> None:
        ran = run_cli("run", "puzzles/heart.txt", "--png", "tapes/crossword.tap")
        assert_one_line_refusal(ran, "would overwrite")

    def test_two_drawings_in_one_file(self, tmp_path: Path) -> None:
        path = str(tmp_path / "x")
        ran = run_cli("solve", "puzzles/heart.txt", "--png", path, "--gif", path)
        assert_one_line_refusal(ran, "--png and --gif would write the same file")

    def test_a_puzzle_of_the_corpus_by_its_report(self, tmp_path: Path) -> None:
        (tmp_path / "r" / "puzzles").mkdir(parents=True)
        for name in ("junit.xml", "index.html", "outcomes.jsonl", "outcomes.sqlite", "puzzles/abc.txt"):
            path = tmp_path / "r" / name
            path.write_text(TWO)
            ran = run_cli("regress", f"r/{name}", "--solver-only", "--report", "r", cwd=tmp_path)
            assert_one_line_refusal(ran, f"r/{name}: --report would overwrite the file that is read; name another")
            assert path.read_text() == TWO
            path.unlink()

    def test_a_result_by_another(self, tmp_path: Path, puzzle: Path) -> None:
        ran = run_cli(
            "regress", str(puzzle), "--solver-only", "--report", "r", "--db", "r/junit.xml", cwd=tmp_path
        )  # fmt: skip
        assert_one_line_refusal(ran, "r/junit.xml")

    def test_a_puzzle_by_its_pages(self, tmp_path: Path) -> None:
        (tmp_path / "index.html").write_text(TWO)
        ran = run_cli("page", "index.html", "--out", ".", cwd=tmp_path)
        assert_one_line_refusal(ran, "index.html: --out would overwrite the file that is read; name another folder")
        assert [path.name for path in tmp_path.iterdir()] == ["index.html"]

    @pytest.mark.parametrize(
        "arguments",
        [("japan", "--in", "-", "--out", "j.dat"), ("convert", "-", "j.dat"), ("shrink", "-", "--out", "j.dat")],
    )
    def test_the_file_behind_the_standard_input(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        file = tmp_path / "j.dat"
        file.write_text("1\n1 1\n1\n1 1\n")
        more = ("--predicate", "true {file}") if arguments[0] == "shrink" else ()
        ran = shell(f"crossword {shlex.join((*arguments, *more))} < j.dat", cwd=tmp_path)
        assert_one_line_refusal(ran, "j.dat: ", "would overwrite the file that is read; name another file")
        assert file.read_text() == "1\n1 1\n1\n1 1\n"

    def test_a_folder_that_is_a_file_is_refused_before_anything_is_built(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "f").write_text("kept")
        monkeypatch.setattr("harness.console.products.build_all", lambda: pytest.fail("it began to build"))
        monkeypatch.setattr("harness.studio.export.exported", lambda *_: pytest.fail("it began to solve"))
        for arguments in (("build",), ("page", "puzzles/car.txt"), ("regress", "puzzles/car.txt")):
            option = "--report" if arguments[0] == "regress" else "--out"
            ran = run_cli(*arguments, option, str(tmp_path / "f"))
            assert_one_line_refusal(ran, f"{tmp_path / 'f'}: this is a file; name another folder")
        assert (tmp_path / "f").read_text() == "kept"

    def test_a_request_to_terminate_leaves_no_half_written_file(self, tmp_path: Path) -> None:
        program = "import harness.__main__, harness.cli, time\nfrom pyspectrum.atomic import write_atomically\n"
        program += "def main():\n    with write_atomically('x.tap'):\n        print('now', flush=True)\n"
        program += "        time.sleep(600)\nharness.cli.main = main\nharness.__main__.run()\n"
        with subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == b"now\n"
            process.terminate()
            assert process.communicate()[1] == b""
        assert (process.returncode, list(tmp_path.iterdir())) == (128 + 15, [])

    def test_a_conversion_into_itself(self, puzzle: Path) -> None:
        puzzle.write_text(f"# a comment\n{TWO}")
        assert_one_line_refusal(run_cli("convert", str(puzzle), str(puzzle)), "would overwrite")
        assert puzzle.read_text() == f"# a comment\n{TWO}"

    def test_a_screen_by_its_puzzle(self, tmp_path: Path) -> None:
        screen = tmp_path / "s.scr"
        screen.write_bytes(bytes(6912))
        assert_one_line_refusal(run_cli("picture", str(screen), "--out", str(screen)), "s.scr")
        assert screen.read_bytes() == bytes(6912)


class TestArguments:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("solve", "n" * 300),
            ("solve", "puzzles/heart.txt", "--png", "n" * 300),
            ("solve", "puzzles/heart.txt", "--png", "n" * 300 + "/x"),
            ("run", "puzzles/heart.txt", "--tape", "n" * 300),
            ("run", "puzzles/heart.txt", "--png", "n" * 300),
            ("picture", "n" * 300),
            ("convert", "n" * 300, "x.non"),
            ("convert", "puzzles/heart.txt", "n" * 300 + ".non"),
            ("random", "n" * 300 + ".non", "--width", "2", "--height", "2"),
            ("build", "--out", "n" * 300),
            ("build", "--listing", "n" * 300, "--out", "x.tap"),
            ("build", "--out", "-"),
            ("hint", "puzzles/heart.txt", "--state", "n" * 300),
            ("japan", "--in", "n" * 300),
            ("solve", "a\0b"),
            ("solve", "puzzles/heart.txt", "--watch", "--delay", "1e10"),
            ("solve", "puzzles/heart.txt", "--timeout", "1e300"),
            ("solve", "puzzles/heart.txt", "--memory", "much"),
            ("solve", "puzzles/heart.txt", "--memory", "0"),
            ("solve", "puzzles/heart.txt", "--max-solutions", "9" * 5000),
            ("random", "x.non", "--width", "9" * 5000),
            ("convert", "puzzles/heart.txt", "x.png", "--threshold", "9" * 5000),
            ("solve", "two\nlines\x1b[31m"),
            ("no\nsuch\u2028command",),
        ],
        ids=lambda arguments: " ".join(arguments)[:40].encode("unicode_escape").decode(),
    )
    def test_one_line_and_no_control_characters(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        full = [str(ROOT / part) if part.startswith("puzzles/") else part for part in arguments]
        ran = run_cli(*full, cwd=tmp_path)
        assert_one_line_refusal(ran)
        assert ran.err.rstrip("\n").isprintable()
        assert len(ran.err) < 1000
        assert list(tmp_path.iterdir()) == []

    def test_a_limit_beyond_all_counting_leaves_the_output(self, tmp_path: Path) -> None:
        (tmp_path / "japan.dat").write_text("2 2\n1\n1\n1\n1\n")
        (tmp_path / "japan.sol").write_text("precious")
        ran = run_cli("japan", "--limit", "9223372036854775808", cwd=tmp_path)
        assert_one_line_refusal(ran, "--limit")
        assert (tmp_path / "japan.sol").read_text() == "precious"

    def test_the_largest_delay_hears_the_end(self) -> None:
        """The clock ends it; a sleep that cannot be ended would take thirty years."""
        asked: list[int] = []

        def should_stop() -> bool:
            asked.append(1)
            return len(asked) == 3

        Delay(1e9, should_stop).wait()
        assert len(asked) == 3


class TestStandardOutput:
    """`-` is standard output wherever a file is written, and the answer then goes to standard error."""

    def test_a_drawing(self) -> None:
        ran = run_cli("solve", "puzzles/heart.txt", "--svg", "-")
        assert ran.code == 0
        assert ran.out.startswith("<?xml")
        assert "unique" in ran.err

    def test_a_tape(self, tmp_path: Path) -> None:
        (tmp_path / "l.bas").write_text("10 PRINT 1\n")
        done = shell("crossword build --listing l.bas --out - | wc -c", cwd=tmp_path)
        assert done.code == 0
        assert int(done.out) > 20

    @pytest.mark.parametrize(
        "arguments",
        [
            ("solve", "puzzles/heart.txt", "--png", "-", "--json"),
            ("solve", "puzzles/heart.txt", "--png", "-", "--watch"),
            ("run", "puzzles/heart.txt", "--png", "-", "--json"),
            ("solve", "puzzles/heart.txt", "--png", "-", "--svg", "-"),
        ],
    )
    def test_not_two_things_at_once(self, arguments: tuple[str, ...]) -> None:
        assert_one_line_refusal(run_cli(*arguments))


class TestTitles:
    @pytest.mark.parametrize("command", ["solve", "check", "explain", "run"])
    def test_cursor_controls_are_shown_as_escapes(self, command: str, tmp_path: Path) -> None:
        path = tmp_path / "p.txt"
        path.write_text("title: red\x1b[31m\x07 alert\nrows:\n2\ncolumns:\n1\n1\n")
        ran = run_cli(command, str(path))
        assert r"red\x1b[31m\x07 alert" in ran.out
        assert "\x1b" not in ran.out + ran.err
        assert "\x07" not in ran.out + ran.err


@POSIX
class TestProcesses:
    def test_closed_and_full_outputs(self) -> None:
        closed = shell("crossword solve puzzles/heart.txt >&-")
        assert_one_line_refusal(closed, "standard output is closed")
        silent = shell("crossword solve puzzles/none.txt 2>&-")
        assert (silent.code, silent.out) == (2, "")
        assert shell("crossword solve puzzles/heart.txt <&-").code == 0

    @FULL
    @pytest.mark.parametrize("arguments", ["solve puzzles/heart.txt", "check puzzles/heart.txt --json", "--help"])
    def test_a_full_output(self, arguments: str) -> None:
        assert_one_line_refusal(shell(f"crossword {arguments} > /dev/full"), "No space left")

    @FULL
    def test_closed_standard_error(self) -> None:
        assert shell("crossword --help > /dev/full 2> /dev/full").code == 2

    def test_a_reader_that_has_gone(self) -> None:
        ran = shell("crossword solve puzzles/relax-20x30.txt --watch | head -1; echo ${PIPESTATUS[0]}")
        assert ran.out.splitlines()[-1] == str(128 + signal.SIGPIPE)
        assert ran.err == ""

    @pytest.mark.parametrize(
        "encoding", ["ascii", *(pytest.param(name, marks=pytest.mark.slow) for name in ("latin-1", "cp1252", "utf-8"))]
    )
    def test_encodings(self, encoding: str, tmp_path: Path) -> None:
        (tmp_path / "p.txt").write_text("title: кот №5 café\nrows:\n2\ncolumns:\n1\n1\n", encoding="utf-8")
        done = shell(
            "crossword explain p.txt; crossword check p.txt; crossword solve none.txt",
            cwd=tmp_path,
            PYTHONIOENCODING=encoding,
        )
        assert done.code == 2
        assert "bug" not in done.err
        assert len(done.err.splitlines()) == 1
        assert ("2x1" if encoding == "ascii" else "1: unique") in done.out

    def test_the_c_locale(self) -> None:
        ran = shell("crossword solve puzzles/heart.txt", LC_ALL="C", PYTHONCOERCECLOCALE="0")
        assert (ran.code, ran.err) == (0, "")
        assert "heart, " in ran.out

    def test_json_is_json_in_any_encoding(self, tmp_path: Path) -> None:
        ran = shell("crossword explain puzzles/heart.txt --lang ru --json", PYTHONIOENCODING="ascii")
        assert "\\u0" in ran.out
        assert ran.json["language"] == "ru"

    def test_names_that_are_no_utf_8(self, tmp_path: Path) -> None:
        name = os.fsdecode(b"caf\xe9.txt")
        try:
            (tmp_path / name).write_text(TWO)
        except OSError:
            pytest.skip("this file system takes only UTF-8")
        ran = shell(
            "crossword solve caf*.txt; crossword convert caf*.txt $'caf\\xe8.non'; crossword solve $'\\xff'",
            cwd=tmp_path,
        )
        assert ran.code == 2
        assert "crossword, 2×2" in ran.out
        assert r"caf\xe8.non: non, 2×2 cells" in ran.out
        assert ran.err.startswith(r"crossword: \xff: ")

    def test_a_folder_that_has_gone(self) -> None:
        puzzle = ROOT / "puzzles" / "heart.txt"
        ran = shell(f"d=$(mktemp -d); cd $d; rmdir $d; crossword solve {puzzle}; crossword solve {puzzle} --png x.png")
        assert ran.code == 2
        assert "Traceback" not in ran.err
        assert "heart, " in ran.out
        assert len(ran.err.splitlines()) == 1

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may enter every folder")
    def test_a_folder_that_may_not_be_entered(self, tmp_path: Path) -> None:
        locked = tmp_path / "locked"
        locked.mkdir(mode=0o600)
        assert_one_line_refusal(run_cli("solve", str(locked / "p.txt")), "p.txt")
        assert_one_line_refusal(run_cli("solve", "puzzles/heart.txt", "--png", str(locked / "p.png")), "p.png")

    def test_ctrl_c_while_modules_load(self) -> None:
        """A signal at the first import: the process ends as others do, and says nothing."""
        early = "import os, signal, sys; sys.argv = ['crossword', 'solve', 'puzzles/heart.txt']\n"
        early += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        early += "import harness.__main__ as program, builtins\n"
        early += "real = builtins.__import__\n"
        early += "def hit(name, *rest, **more):\n"
        early += "    if name == 'argparse': os.kill(os.getpid(), signal.SIGINT)\n"
        early += "    return real(name, *rest, **more)\n"
        early += "builtins.__import__ = hit\nsys.exit(program.run())\n"
        done = subprocess.run([sys.executable, "-c", early], cwd=ROOT, capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


class TestWordsThatHelp:
    def test_no_command_prints_the_help(self) -> None:
        ran = run_cli()
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == run_cli("--help").out

    @pytest.mark.parametrize(
        "arguments",
        [
            ("solve", "puzzles/car.txt", "--timeout=--"),
            ("solve", "puzzles/car.txt", "--png=--"),
            ("random", "--width=--"),
        ],
    )
    def test_an_option_whose_value_is_two_dashes(self, arguments: tuple[str, ...]) -> None:
        option = arguments[-1].removesuffix("=--")
        assert_one_line_refusal(run_cli(*arguments), f"crossword {arguments[0]}: argument {option}: -- is no value")

    @pytest.mark.parametrize("module", ["harness", "pyspectrum"])
    def test_a_missing_package_is_named_with_the_remedy(self, module: str) -> None:
        lacking, what = "skoolkit", "puzzles/car.txt" if module == "harness" else "tapes/crossword.tap"
        hidden = f"import sys, runpy; sys.modules[{lacking!r}] = None; sys.argv = ['x', *sys.argv[1:]]; "
        program = f"{hidden} runpy.run_module({module!r}, run_name='__main__')"
        done = subprocess.run([sys.executable, "-c", program, "run", what], cwd=ROOT, capture_output=True, text=True)
        ran = Ran(done.returncode, done.stdout, done.stderr)
        assert_one_line_refusal(ran, lacking, "is not installed for", "pip install")

    def test_the_missing_kernel_is_told_once_on_a_terminal(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.delenv("CROSSWORD_KERNEL", raising=False)
        monkeypatch.setattr("harness.solver.kernel.choose.has_compiled_kernel", lambda: False)
        for is_terminal, times in ((True, 1), (False, 0)):
            monkeypatch.setattr(sys.stderr, "isatty", lambda shown=is_terminal: shown)
            assert main(["solve", "puzzles/car.txt", "puzzles/heart.txt", "--quiet"]) == 0
            assert capsys.readouterr().err.count("note: without its compiled kernel the solver is some thirty") == times
