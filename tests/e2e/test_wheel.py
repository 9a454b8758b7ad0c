"""The installed wheel works outside the checkout: tapes, sources, samples and types come with it."""

import os
import re
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


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the scripts of an environment with the wheel and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / "bin"
    run(scripts / "python", "-m", "pip", "install", "-q", wheel, cwd=folder)
    return scripts


@pytest.mark.slow
def test_the_wheel_solves_the_car_from_another_folder(installed: Path, tmp_path: Path) -> None:
    python = installed / "python"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.txt").write_text("picture:\n.#.\n###\n.#.\n")
    assert "right: the one solution" in run(python, "-m", "harness", "run", "mine.txt", cwd=elsewhere)
    script = installed / "crossword"
    assert "..##...##." in run(script, "run", "puzzles/car.txt", cwd=elsewhere)
    run(script, "build", "--check", cwd=elsewhere)
    assert "harness" in run(python, "-c", "import harness; print(harness.__file__)", cwd=elsewhere)
    assert str(ROOT) not in run(python, "-c", "import harness; print(harness.__file__)", cwd=elsewhere)


USES = """
from harness.formats import read_puzzle
from harness.solver import solve
from pyspectrum.machine import Spectrum

reveal_type(solve(read_puzzle("mine.txt")).unique)
reveal_type(Spectrum().screen.text_line(0))
"""


@pytest.mark.slow
def test_whoever_installs_the_wheel_has_its_types(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "uses.py").write_text(USES, encoding="utf-8")
    told = run(
        sys.executable, "-m", "mypy", "--strict", "--python-executable", installed / "python", "uses.py", cwd=tmp_path
    )
    assert re.findall(r'Revealed type is "(.*)"', told) == ["bool | None", "str"]
    assert "no issues found" in told
