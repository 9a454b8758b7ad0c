"""The commands and the tests run where Linux plays Windows (`tests/windows`), in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cases import cases
from tests.cli_runner import run_cli
from tests.house import ROOT

OURS = ("PYTHONUTF8", "PYTHONIOENCODING", "PYTEST_ADDOPTS")
PARENT = """
from harness.solver.budget import Budget
from harness.solver.sat.remainder import SatProcess
from tests.unit.harness.solver.sat.pigeons import pigeons

if __name__ == "__main__":
    process = SatProcess(Budget())
    for clause in pigeons(14):
        process.add(clause)
    print(process.worker.pid, flush=True)
    process.is_solvable([], lambda: None)
"""


def environment(system: str) -> dict[str, str]:
    """Return the environment of a process that takes this for another system."""
    kept = {key: value for key, value in os.environ.items() if key not in OURS}
    path = os.pathsep.join([str(ROOT / "tests" / "windows"), str(ROOT)])
    return kept | {"SIMULATED": system, "PYTHONPATH": path}


def on_windows(*command: str, cwd: Path = ROOT) -> bytes:
    """Return what a Python module prints; it must end with exit code 0."""
    command = (sys.executable, "-m", *command)
    done = subprocess.run(command, cwd=cwd, env=environment("win32"), capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done
    return done.stdout


def test_the_fast_tests_are_collected() -> None:
    options = ["-o", "addopts=", "--doctest-modules", "--assert=plain", "-q", "--collect-only"]
    *_, last = on_windows("pytest", *options, "tests/unit", "tests/e2e", "tools", "docs").splitlines()
    assert b" tests collected" in last


@cases("command")
def test_a_file_is_written_as_elsewhere(command: str, tmp_path: Path) -> None:
    written = []
    for place in ("there", "here"):
        (tmp_path / place).mkdir()
        words = command.replace("OUT", str(tmp_path / place / "out")).split()
        assert on_windows("harness", *words) if place == "there" else run_cli(*words).code == 0
        (file,) = (tmp_path / place).iterdir()
        written.append((file.name, file.read_bytes()))
    assert written[0] == written[1]


def test_many_puzzles_are_solved_side_by_side_by_a_pattern() -> None:
    lines = on_windows("harness", "solve", "--quiet", "--jobs", "2", "puzzles/c*.txt").decode("cp1252").splitlines()
    assert lines[-1] == "5 puzzles: 3 unique, 2 contradiction"


def test_json_and_tables_in_a_file_are_utf_8(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("title: кот №5 café\nrows:\n2\ncolumns:\n1\n1\n", encoding="utf-8")
    explained = json.loads(on_windows("harness", "explain", "p.txt", "--json", "--lang", "ru", cwd=tmp_path).decode())
    assert "клетки" in json.dumps(explained, ensure_ascii=False)
    assert "кот №5 café" in on_windows("harness", "solve", "p.txt", "--csv", cwd=tmp_path).decode()


def test_a_path_of_windows_stays_in_a_command() -> None:
    shrink = ("shrink", "puzzles/heart.txt", "--predicate", r"C:\tools\fails.exe {file}")
    command = (sys.executable, "-m", "harness", *shrink)
    done = subprocess.run(command, cwd=ROOT, env=environment("win32"), capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(rb"crossword: C:\tools\fails.exe cannot be run (")


def test_on_a_mac_the_sat_solver_ends_with_its_parent() -> None:
    """A round of 16,000 conflicts ends first; there is no signal as on Linux."""
    command = (sys.executable, "-c", PARENT)
    with subprocess.Popen(command, cwd=ROOT, env=environment("darwin"), stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        time.sleep(1)  # it is at work
        parent.send_signal(signal.SIGKILL)
        try:
            parent.communicate(timeout=60)  # the worker holds the output open, too
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise
