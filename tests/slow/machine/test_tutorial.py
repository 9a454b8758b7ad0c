"""The Python in the tutorial and the documents of pyspectrum makes a project: its tape is made, its tests pass.

What their command lines do stands in tests/slow/project/test_documents.py.
"""

import os
import re
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
    quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
    assert f"{10 if shutil.which('sjasmplus') else 9} passed" in run("-m", "pytest", "-q", *quick, folder=tmp_path)
