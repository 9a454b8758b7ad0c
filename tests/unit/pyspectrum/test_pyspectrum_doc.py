"""What docs/pyspectrum.md shows is so: its sessions are doctests, its files make a project whose tests pass."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOC = ROOT / "docs" / "pyspectrum.md"
_BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE_NAME = re.compile(r"# (?P<name>\w+\.py)\n")
BLOCKS = [(match["language"], match["text"]) for match in _BLOCK.finditer(DOC.read_text(encoding="utf-8"))]


SHELL = [text for language, text in BLOCKS if language == "sh"]


def run(*arguments: str, folder: Path) -> str:
    """Python with these arguments; what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_sessions_go_as_shown() -> None:
    text = "\n".join(text for language, text in BLOCKS if language == "python" and text.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, "docs/pyspectrum.md", str(DOC), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.attempted > 30
    assert not result.failed, "".join(report)


QUICK = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")


def test_the_project_of_five_minutes_passes_its_tests(tmp_path: Path) -> None:
    (tmp_path / "game.bas").write_text(next(text for kind, text in BLOCKS if kind == "basic"), encoding="utf-8")
    for language, text in BLOCKS:
        name = _FILE_NAME.match(text)
        if language == "python" and name:
            (tmp_path / name["name"]).write_text(text, encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.bas", "make_tape.py", "test_game.py", "test_machines.py",
    ]  # fmt: skip
    run("make_tape.py", folder=tmp_path)
    commands = [line.split(maxsplit=1)[1] for text in SHELL for line in text.splitlines() if "pyspectrum" in line]
    commands = [command for command in commands if command.startswith("-m pyspectrum")]
    assert len(commands) == 5
    for command in commands:
        run(*shlex.split(command), folder=tmp_path)
    assert {"end.png", "game.tzx", "test_recorded.py", "trace.html"} <= {path.name for path in tmp_path.iterdir()}
    assert "8 passed" in run("-m", "pytest", "-q", *QUICK, folder=tmp_path)


@pytest.mark.parametrize("target", re.findall(r"\]\(((?!#|http)[^)]+)\)", DOC.read_text(encoding="utf-8")))
def test_links_lead_somewhere(target: str) -> None:
    assert (DOC.parent / target).exists()
