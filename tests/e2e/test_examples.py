"""The examples of docs/ run green where a stranger runs them: a fresh environment with the wheel and pytest alone."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli_runner import ROOT

EXAMPLES = ROOT / "docs" / "examples"


def run(*command: str | Path, cwd: Path) -> str:
    """The command's output; its environment knows nothing of ours."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    environment = {key: value for key, value in os.environ.items() if key not in ours}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_examples_need_nothing_but_the_wheel_and_pytest(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, "pytest", cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(EXAMPLES, elsewhere, ignore=shutil.ignore_patterns("__pycache__", "spectrum-results"))
    tests = sorted(path.parent.name for path in elsewhere.glob("*/test_*.py"))
    assert tests == ["guess", "rooms", "snake", "turbo"]
    output = run(python, "-m", "pytest", "-q", "--strict-markers", cwd=elsewhere)
    passed = int(output.split(" passed")[0].split()[-1])
    assert passed >= 30
    assert "skipped" not in output
    assert not (elsewhere / "spectrum-results").exists()  # nothing failed
    where = run(python, "-c", "import pyspectrum; print(pyspectrum.__file__)", cwd=elsewhere)
    assert str(ROOT) not in where
