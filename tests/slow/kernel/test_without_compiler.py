"""The solver where it was installed without a compiler: its tests pass, and a command solves."""

import subprocess
import sys
from pathlib import Path

from tests.house import ROOT

BLOCKED = "tests.slow.kernel.no_compiled_kernel"
TESTS = ("kernel", "test_fast.py", "test_lines.py")
"""Tests of the solver that have to do with the kernel, or with what stands in for it."""


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-8000:]
    return done.stdout


def test_the_solver_s_tests_pass(tmp_path: Path) -> None:
    known = tmp_path / "skips.toml"
    known.write_text('"there is no compiled kernel*" = "it is blocked"\n', encoding="utf-8")
    tests = [f"tests/unit/harness/solver/{name}" for name in TESTS]
    run("-m", "pytest", "-q", "-n", "0", "-p", BLOCKED, f"--known-skips={known}", *tests)


def test_a_command_solves() -> None:
    script = f"""
from {BLOCKED} import pytest_configure
import sys
pytest_configure()
from harness.__main__ import run
from harness.solver.kernel import has_compiled_kernel
assert not has_compiled_kernel()
sys.argv = ["crossword", "solve", "puzzles/totem.txt"]
run()
"""
    assert "totem, 10×10: unique: one solution" in run("-c", script)
