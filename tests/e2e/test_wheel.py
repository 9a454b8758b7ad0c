"""The installed wheel works outside the checkout: tapes, sources and samples come with it."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli_runner import ROOT


def run(*command: str | Path, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_solves_the_car_from_another_folder(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.txt").write_text("picture:\n.#.\n###\n.#.\n")
    assert "right: the one solution" in run(python, "-m", "harness", "run", "mine.txt", cwd=elsewhere)
    script = tmp_path / "venv" / "bin" / "crossword"
    assert "..##...##." in run(script, "run", "puzzles/car.txt", cwd=elsewhere)
    run(script, "build", "--check", cwd=elsewhere)
    assert "harness" in run(python, "-c", "import harness; print(harness.__file__)", cwd=elsewhere)
    assert str(ROOT) not in run(python, "-c", "import harness; print(harness.__file__)", cwd=elsewhere)
