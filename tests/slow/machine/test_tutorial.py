"""The files in the tutorial and in docs/pyspectrum.md make a project whose commands work and whose tests pass."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.house import ROOT
from tests.unit.pyspectrum.test_pyspectrum_doc import DOC, blocks_of

TUTORIAL = ROOT / "docs" / "tutorials" / "game-under-test.md"
_FILE_NAME = re.compile(r"# (?P<name>\w+\.py)\n")


def run(*arguments: str, folder: Path) -> str:
    """Python with these arguments; what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_project_of_five_minutes_passes_its_tests(tmp_path: Path) -> None:
    blocks = blocks_of(TUTORIAL) + blocks_of(DOC)
    (tmp_path / "game.bas").write_text(next(text for kind, text in blocks if kind == "basic"), encoding="utf-8")
    for language, text in blocks:
        name = _FILE_NAME.match(text)
        if language == "python" and name:
            (tmp_path / name["name"]).write_text(text, encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.bas", "make_tape.py", "test_game.py", "test_machines.py",
    ]  # fmt: skip
    run("make_tape.py", folder=tmp_path)
    lines = [line.partition(" ")[2] for language, text in blocks if language == "sh" for line in text.splitlines()]
    commands = [line for line in lines if line.startswith("-m pyspectrum")]
    assert len(commands) == 7
    for command in commands:
        run(*shlex.split(command), folder=tmp_path)
    assert {"end.png", "game.tzx", "test_recorded.py", "trace.html"} <= {path.name for path in tmp_path.iterdir()}
    quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    assert "8 passed" in run("-m", "pytest", "-q", *quick, folder=tmp_path)
