"""The commands in processes of their own: shells, signals, terminals, encodings and full disks."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.formats import write_puzzle
from tests.cases import cases
from tests.cli_runner import (
    ROOT,
    Ran,
    assert_failed_after_answer,
    assert_one_line_refusal,
    run_cli,
    run_on_terminal,
    run_process,
)
from tests.japan_solutions import parse_solutions
from tests.many_solutions import switches

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


@cases("line")
def test_a_process_ends_and_prints_as_the_tests_do(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert without_times(run_process(*line.split())) == without_times(run_cli(*line.split()))


def without_times(ran: Ran) -> Ran:
    """Remove the CPU time from a command's output."""
    return Ran(ran.code, re.sub(r"[\d.,]+ ms.*", "", ran.out), ran.err)


def test_several_processes_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TWO)
    (tmp_path / "b.txt").write_text(TWO.replace("1", "2", 1))
    names = ["a.txt", "b.txt", "none.txt", *["a.txt"] * 9]
    by_one, by_two = (run_process("check", "--json", "--jobs", jobs, *names, cwd=tmp_path) for jobs in ("1", "2"))
    assert by_one == by_two
    assert len(by_one.out.splitlines()) == 11


class TestOutputs:
    def test_closed(self) -> None:
        assert_one_line_refusal(shell("crossword solve puzzles/heart.txt >&-"), "standard output is closed")
        silent = shell("crossword solve puzzles/none.txt 2>&-")
        assert (silent.code, silent.out) == (2, "")
        assert shell("crossword solve puzzles/heart.txt <&-").code == 0
        assert shell("crossword --help > /dev/full 2> /dev/full").code == 2

    @pytest.mark.parametrize("arguments", ["solve puzzles/heart.txt", "check puzzles/heart.txt --json", "--help"])
    def test_full(self, arguments: str) -> None:
        assert_one_line_refusal(shell(f"crossword {arguments} > /dev/full"), "No space left")

    def test_a_file_stays_whole_when_the_disk_is_full(self, tmp_path: Path) -> None:
        keep = tmp_path / "keep.png"
        before = b"\x89PNG\r\n\x1a\n" + b"k" * 5000
        keep.write_bytes(before)
        ran = shell(
            "ulimit -f 1; export PYTHONDONTWRITEBYTECODE=1; "
            f"crossword solve puzzles/relax-20x30.txt --force --png {keep}"
        )
        assert_failed_after_answer(ran, "keep.png", "name another file")
        assert keep.read_bytes() == before
        assert list(tmp_path.iterdir()) == [keep]

    @pytest.mark.parametrize(
        "arguments", ["japan --in - --out j.dat", "convert - j.dat", "shrink - --out j.dat --predicate 'true {file}'"]
    )
    def test_the_file_behind_the_standard_input_stays(self, arguments: str, tmp_path: Path) -> None:
        file = tmp_path / "j.dat"
        file.write_text("1\n1 1\n1\n1 1\n")
        ran = shell(f"crossword {arguments} < j.dat", cwd=tmp_path)
        assert_one_line_refusal(ran, "j.dat: ", "would overwrite the file that is read; name another file")
        assert file.read_text() == "1\n1 1\n1\n1 1\n"

    def test_a_tape_into_a_pipe(self, tmp_path: Path) -> None:
        (tmp_path / "l.bas").write_text("10 PRINT 1\n")
        done = shell("crossword build --listing l.bas --out - | wc -c", cwd=tmp_path)
        assert done.code == 0
        assert int(done.out) > 20

    def test_a_reader_that_has_gone(self) -> None:
        ran = shell("crossword solve puzzles/relax-20x30.txt --watch | head -1; echo ${PIPESTATUS[0]}")
        assert ran.out.splitlines()[-1] == str(128 + signal.SIGPIPE)
        assert ran.err == ""


class TestEncodings:
    @pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
    def test_titles(self, encoding: str, tmp_path: Path) -> None:
        (tmp_path / "p.txt").write_text("title: кот №5 café\nrows:\n2\ncolumns:\n1\n1\n", encoding="utf-8")
        line = "crossword explain p.txt; crossword check p.txt; crossword solve none.txt"
        done = shell(line, cwd=tmp_path, PYTHONIOENCODING=encoding)
        assert done.code == 2
        assert "bug" not in done.err
        assert len(done.err.splitlines()) == 1
        assert ("2x1" if encoding == "ascii" else "1: unique") in done.out

    def test_the_c_locale(self) -> None:
        ran = shell("crossword solve puzzles/heart.txt", LC_ALL="C", PYTHONCOERCECLOCALE="0")
        assert (ran.code, ran.err) == (0, "")
        assert "heart, " in ran.out

    def test_json_is_json_in_any(self) -> None:
        ran = shell("crossword explain puzzles/heart.txt --lang ru --json", PYTHONIOENCODING="ascii")
        assert "\\u0" in ran.out
        assert ran.json["language"] == "ru"

    def test_names_that_are_no_utf_8(self, tmp_path: Path) -> None:
        (tmp_path / os.fsdecode(b"caf\xe9.txt")).write_text(TWO)
        line = "crossword solve caf*.txt; crossword convert caf*.txt $'caf\\xe8.non'; crossword solve $'\\xff'"
        ran = shell(line, cwd=tmp_path)
        assert ran.code == 2
        assert "crossword, 2×2" in ran.out
        assert r"caf\xe8.non: non, 2×2 cells" in ran.out
        assert ran.err.startswith(r"crossword: \xff: ")


def test_a_folder_that_has_gone() -> None:
    puzzle = ROOT / "puzzles" / "heart.txt"
    ran = shell(f"d=$(mktemp -d); cd $d; rmdir $d; crossword solve {puzzle}; crossword solve {puzzle} --png x.png")
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert "heart, " in ran.out
    assert len(ran.err.splitlines()) == 1


def ran_as(early: str, *arguments: str, module: str = "harness") -> Ran:
    """A command of a process in which something else comes first."""
    program = f"import runpy, sys\n{early}\nrunpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    command = [sys.executable, "-W", "ignore", "-c", program, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False, text=True)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("module", ["harness", "pyspectrum"])
def test_a_missing_package_is_named_with_the_remedy(module: str) -> None:
    lacking, what = "skoolkit", "puzzles/car.txt" if module == "harness" else "tapes/crossword.tap"
    ran = ran_as(f"sys.modules[{lacking!r}] = None", "run", what, module=module)
    assert_one_line_refusal(ran, lacking, "is not installed for", "pip install")


class TestSignals:
    """Take Ctrl-C as usual; the tests may run in a process that ignores it."""

    def test_ctrl_c_while_modules_load(self) -> None:
        """A signal at the first import: the process ends as others do, and says nothing."""
        assert ran_as(
            """
import builtins, os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
real = builtins.__import__
def hit(name, *rest, **more):
    if name == "argparse": os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest, **more)
builtins.__import__ = hit
""",
            *("solve", "puzzles/heart.txt"),
        ) == Ran(-signal.SIGINT, "", "")

    def test_workers_that_cannot_be_started_are_said(self) -> None:
        """SIGPIPE, of which `| head` ends a command, would end it without a word."""
        early = "import multiprocessing; multiprocessing.set_executable('/bin/false')"
        ran = ran_as(early, "regress", "puzzles/cat.txt", "--solver-only", "--jobs", "2")
        said = "crossword: no worker process can be started; free some memory, or give --jobs 1\n"
        assert ran == Ran(2, "", said)

    def test_a_request_to_terminate_leaves_no_half_written_file(self, tmp_path: Path) -> None:
        program = "import harness.__main__, harness.cli, time\nfrom pyspectrum.atomic import atomic_path\n"
        program += "def main():\n    with atomic_path('x.tap'):\n        print('now', flush=True)\n"
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

    def interrupted(self, wish: signal.Signals, lines: int, *arguments: str) -> Ran:
        """Send a process the signal when it has printed so many lines."""
        with subprocess.Popen(
            [sys.executable, "-m", "harness", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},  # a full pipe's write may be cut short
            preexec_fn=lambda: signal.signal(wish, signal.SIG_DFL),
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            out = "".join(process.stdout.readline() for _ in range(lines))
            process.send_signal(wish)
            out += process.stdout.read()
            err = process.stderr.read()
        return Ran(process.returncode, out, err)

    @pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
    def test_findings_are_printed(self, wish: signal.Signals, tmp_path: Path) -> None:
        write_puzzle(switches(40), tmp_path / "endless.txt")
        options = ("--watch", "--strategy=recursion", "--max-solutions=99999")
        ran = self.interrupted(wish, 3000, "solve", str(tmp_path / "endless.txt"), *options)
        assert ran.code == 130
        assert "Traceback" not in ran.err
        assert "interrupted" in ran.out
        assert "and there may be more" in ran.out

    @pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
    def test_solutions_are_written_as_they_are_found_and_kept(self, wish: signal.Signals, tmp_path: Path) -> None:
        source = tmp_path / "japan.dat"
        write_puzzle(switches(60), source)
        ran = self.interrupted(wish, 20 * (switches(60).height + 1), "japan", "--in", str(source), "--out", "-")
        found = parse_solutions(ran.out)
        assert len(set(found)) == len(found) >= 20
        assert ran.err == f"{len(found)} solutions found (interrupted), and there may be more\n"
        assert ran.code == 130


class TestTerminals:
    def test_a_search_is_watched(self) -> None:
        ran = run_on_terminal("solve", "puzzles/heart.txt", "--watch", "--delay", "0.001")
        assert ran.code == 0, ran.err
        assert ran.out.count("╭") > 5, "a panel is drawn again and again"
        assert "▒" in ran.out
        assert "row 2" in ran.out, "the steps are put into words"
        assert "unique" in "".join(ran.out.splitlines()[-3:])

    def test_a_search_in_colour_is_watched_and_close_colours_have_letters(self, tmp_path: Path) -> None:
        path = tmp_path / "reds.non"
        colours = "color r #ff0000\ncolor s #e61414\ncolor b #0000ff\n"
        path.write_text(f"width 3\nheight 2\n{colours}rows\n1r,1s\n2b\ncolumns\n1r,1b\n1s,1b\n0\n")
        for environment, shown in (({"COLORTERM": "truecolor"}, "38;2;"), ({"NO_COLOR": "1"}, "│rs.│")):
            ran = run_on_terminal("solve", str(path), "--watch", "--delay", "0.001", **environment)
            assert ran.code == 0, ran.err
            assert ran.out.count("╭") > 3, "a panel is drawn again and again"
            assert shown in ran.out.replace(" ", "")
            assert ("38;2" in ran.out) is ("COLORTERM" in environment)
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", ran.out)
            assert "COLORTERM" not in environment or "r s" in plain
