"""The files in the tutorial and the documents of pyspectrum make a project: its commands work, its tests pass."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house import ROOT
from tests.unit.pyspectrum.test_pyspectrum_doc import REFERENCE, blocks_of

TUTORIAL = ROOT / "docs" / "tutorials" / "game-under-test.md"
GUIDE = ROOT / "docs" / "pyspectrum.md"
PAGE = ROOT / "docs" / "spectrum-page.md"
DOUBLE = " DEVICE ZXSPECTRUM48\n ORG #8000\ndouble add a,a\n jr c,.over\n ret\n.over ld a,255\n ret\n"
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
    blocks = [block for path in (TUTORIAL, GUIDE, REFERENCE, PAGE) for block in blocks_of(path)]
    (tmp_path / "game.bas").write_text(next(text for kind, text in blocks if kind == "basic"), encoding="utf-8")
    for language, text in blocks:
        name = _FILE_NAME.match(text)
        if language == "python" and name and (name["name"] != "test_double.py" or shutil.which("sjasmplus")):
            (tmp_path / name["name"]).write_text(text, encoding="utf-8")
    files = {path.name for path in tmp_path.iterdir()} - {"test_double.py"}
    assert files == {"game.bas", "make_tape.py", "test_basic.py", "test_game.py", "test_machines.py", "test_tape.py"}
    (tmp_path / "double.asm").write_text(DOUBLE, encoding="ascii")
    run("make_tape.py", folder=tmp_path)
    lines = [line.partition(" ")[2] for language, text in blocks if language == "sh" for line in text.splitlines()]
    commands = [line for line in lines if line.startswith("-m pyspectrum")]
    assert len(commands) == 9
    shutil.copytree(ROOT / "tapes", tmp_path / "folder")
    for command in commands:
        run(*shlex.split(command), folder=tmp_path)
    assert {"end.png", "game.tzx", "test_played.py", "test_recorded.py", "trace.html"} <= {
        path.name for path in tmp_path.iterdir()
    }
    quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    assert f"{12 if shutil.which('sjasmplus') else 11} passed" in run("-m", "pytest", "-q", *quick, folder=tmp_path)
