"""Every limit binds: what is known then is printed, and the line says which limit it was."""

import mmap
import os
import random
import re
import signal
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

import pytest

from harness.formats import write_puzzle
from harness.puzzle import Grid, Puzzle
from harness.solver.result import Outcome
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tools.made import noise_puzzle

GIGABYTES = 10**9


def put_noise(side: int, folder: Path, name: str = "noise.non") -> str:
    """The file of a puzzle of which nobody knows soon that it has no solution: two columns are exchanged."""
    puzzle = noise_puzzle(side, side, 0.5, 1)
    columns = list(puzzle.columns)
    columns[0], columns[1] = columns[1], columns[0]
    write_puzzle(Puzzle(puzzle.rows, tuple(columns)), folder / name)
    return str(folder / name)


class TestMemory:
    def test_solve_prints_what_is_known(self, tmp_path: Path) -> None:
        path = put_noise(60, tmp_path)
        ran = run_cli("solve", path, "--memory", "1MB")
        assert ran.code == 0
        assert "60×60: not decided: memory ran out; --memory allows more" in ran.out
        assert len(ran.out.splitlines()) > 60, "the grid is there"
        answer = run_cli("solve", path, "--memory", "1MB", "--json").json
        assert (answer["outcome"], answer["stopped"], answer["unique"]) == ("memory", "memory", None)

    def test_check(self, tmp_path: Path) -> None:
        ran = run_cli("check", put_noise(60, tmp_path), "--memory", "1MB", "--quiet")
        assert (ran.code, ran.err) == (1, "")
        assert "not decided: memory ran out; --memory allows more" in ran.out

    def test_convert(self, tmp_path: Path) -> None:
        ran = run_cli("convert", put_noise(60, tmp_path), str(tmp_path / "x.png"), "--memory", "1MB")
        assert_one_line_refusal(ran, "not decided: memory ran out; --memory allows more")
        assert not (tmp_path / "x.png").exists()

    def test_the_old_limit_is_for_the_lists_alone(self) -> None:
        arguments = "solve", "puzzles/lighthouse.txt", "--strategy", "enumerate"
        assert run_cli(*arguments, "--memory-limit", "150", "--json").json["outcome"] == Outcome.UNIQUE.value
        assert_one_line_refusal(run_cli(*arguments, "--memory", "1MB"), "the limit is 1 MB")

    def test_findings_at_the_time_limit_are_not_claimed_to_be_all(self, tmp_path: Path) -> None:
        ran = run_cli("check", put_noise(60, tmp_path), "--timeout", "0", "--quiet")
        assert "not decided: time ran out" in ran.out


class TestAtOnce:
    """Refusals and answers that need no work come at once."""

    def test_a_picture_too_large_for_rofl(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        lot = random.Random(1)
        rows = tuple("".join(lot.choice("#.") for _ in range(300)) for _ in range(300))
        write_puzzle(Grid(rows).clues(), tmp_path / "p.pbm")
        monkeypatch.setattr("harness.solver.registry.solve_any", None)  # nobody is to solve it
        ran = run_cli("convert", str(tmp_path / "p.pbm"), str(tmp_path / "p.rofl"))
        assert_one_line_refusal(ran, "300 columns; the format rofl holds 255 at most")

    def test_a_line_that_no_slip_explains(self, tmp_path: Path) -> None:
        path = tmp_path / "ones.non"
        lines = "width 3\nheight 2\nrows\n{}\n1\ncolumns\n1\n1\n1\n"
        path.write_text(lines.format(",".join(["1"] * 20_000)))
        assert_one_line_refusal(run_cli("check", str(path)), "ones.non:4: more than 4000 groups")
        path.write_text(lines.format(",".join(["1"] * 1_000)))
        ran = run_cli("check", str(path))
        assert ran.code == 1
        assert "no single wrong number explains it" in ran.out
        assert len(ran.out) < 2000


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no /proc to see what the process does")
class TestCtrlC:
    @pytest.mark.slow
    def test_it_is_heard_while_clauses_are_built(self, tmp_path: Path) -> None:
        """Clauses of some hundred megabytes take seconds; the first Ctrl-C ends it, with what is known."""
        path = put_noise(200, tmp_path)
        with subprocess.Popen(
            [sys.executable, "-m", "harness", "solve", path],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUTF8": "1"},
            # a job in the background of a shell may have been started with the signal ignored
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        ) as process:
            _wait_for_megabytes(process, 150)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        assert err == ""
        assert "200×200: not decided: interrupted" in out


def _wait_for_megabytes(process: subprocess.Popen[str], megabytes: int) -> None:
    while _family_bytes(process.pid) < megabytes * 10**6:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
            pytest.fail("it ended before it was interrupted")


def _family_bytes(pid: int) -> int:
    """Return the memory of a process together with those that it has started."""
    with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * mmap.PAGESIZE
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return own + sum(_family_bytes(int(child)) for child in children)
    return 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
class TestLarge:
    """Problems that took minutes and gigabytes; the memory is measured, the time is the limit's and the ending's.

    A timeout of the process is what keeps it from taking longer.
    """

    @pytest.mark.parametrize(
        ("side", "arguments", "said"),
        [
            # which limit is met first depends on the machine
            (500, ("solve", "{}", "--timeout", "5"), "not decided: (memory|time) ran out"),
            (220, ("solve", "{}", "--timeout", "5"), "not decided: (memory|time) ran out"),
            (200, ("check", "{}", "--quiet"), "not decided: (memory|time) ran out"),
            (300, ("convert", "{}", "x.png"), "not decided: (memory ran out|time ran out after 60 s)"),
        ],
    )
    def test_it_ends_as_said(self, side: int, arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
        path = put_noise(side, tmp_path)
        answer, taken = self.measured([part.format(path) for part in arguments], tmp_path)
        assert re.search(said, answer)
        assert taken < 2 * GIGABYTES

    @pytest.mark.parametrize(
        "tile",
        [("#.", ".#"), ("##..", "##..", "..##", "..##"), ("#..", "..#", ".#."), ("##.##.", "......", "#.##.#")],
        ids=["cells", "squares", "dots", "bricks"],
    )
    def test_a_regular_tiling_of_a_million_cells_ends_as_said(self, tile: tuple[str, ...], tmp_path: Path) -> None:
        side = 1000
        rows = tuple((tile[row % len(tile)] * side)[:side] for row in range(side))
        write_puzzle(Grid(rows).clues().replace(goal=None), tmp_path / "tiling.dat")
        arguments = ["solve", "tiling.dat", "--quiet", "--timeout", "5", "--memory", "1GB"]
        answer, taken = self.measured(arguments, tmp_path)
        (line, *_) = answer.splitlines()
        assert re.fullmatch("crossword, 1000×1000: (unique|not decided: (memory|time) ran out).*", line)
        assert taken < 1.2 * GIGABYTES
        assert float(answer.split()[-2]) < 15  # seconds of CPU time: the five, the start and the ending

    def measured(self, arguments: list[str], folder: Path) -> tuple[str, int]:
        """Run a command in a process; returns what it printed, its seconds of CPU time behind that, and the most memory
        that it took, in bytes.
        """
        script = "import sys; from harness.cli import main; code = main(sys.argv[1:]); "
        script += "import re, resource; from pathlib import Path; "
        script += "own = int(re.search('VmHWM:\\\\s+(\\\\d+)', Path('/proc/self/status').read_text())[1]); "
        script += "all = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]; "
        script += "print(sum(one.ru_utime + one.ru_stime for one in all), own + all[1].ru_maxrss); sys.exit(code)"
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)},
            timeout=120,
            check=False,
        )
        return done.stdout + done.stderr, int(done.stdout.split()[-1]) * 1024


def test_a_goal_is_no_help(tmp_path: Path) -> None:
    """A puzzle whose file has its picture needs no solving to be drawn, however large it is."""
    puzzle = noise_puzzle(60, 60, 0.5, 1)
    lot = random.Random(1)
    rows = tuple("".join("#" if lot.random() < 0.5 else "." for _ in range(60)) for _ in range(60))
    write_puzzle(puzzle.replace(goal=Grid(rows)), tmp_path / "p.non")
    assert run_cli("convert", str(tmp_path / "p.non"), str(tmp_path / "p.png"), "--memory", "1MB").code == 0


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        ("solve puzzles/heart.txt --timeout 5", 5.0),
        ("solve puzzles/heart.txt --timeout=5", 5.0),
        ("regress puzzles/heart.txt --solver-only --jobs 1", None),
    ],
)
def test_a_timeout_counts_for_reading_too_but_a_default_does_not(
    arguments: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float | None] = []

    def noted(limit: float | None) -> AbstractContextManager[None]:
        limits.append(limit)
        return nullcontext()

    monkeypatch.setattr("harness.files.reading.reading_within", noted)
    assert run_cli(*arguments.split()).code == 0
    assert limits == [seconds]


def test_a_drawing_that_is_too_large_is_refused_before_the_search(tmp_path: Path) -> None:
    write_puzzle(Puzzle(((),) * 3000, ((),) * 3000), tmp_path / "p.non")
    ran = run_cli("solve", str(tmp_path / "p.non"), "--png", str(tmp_path / "p.png"))
    assert_one_line_refusal(ran, "is too large; draw it as SVG (--svg)")
