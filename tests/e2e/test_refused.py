"""Command lines that cannot be: one line says what is wrong or was meant, and nothing is written."""

import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli

LINES = (Path(__file__).parent / "refused.txt").read_text("utf-8").splitlines()[1:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the lines name."""
    folder = tmp_path_factory.mktemp("refused")
    for name in ("puzzles", "tapes"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("README.md", "tests/data/pictures/logo.png"):
        shutil.copy(ROOT / name, folder)
    (folder / "drawing.scr").write_bytes(bytes(6912))
    (folder / "japan.dat").write_text("1\n1 1\n1\n1 1\n")
    return folder


@pytest.mark.parametrize(("typed", "meant"), [[part.strip() for part in line.rsplit("|", 1)] for line in LINES])
def test_a_line_that_cannot_be_is_refused_in_one_line_and_writes_nothing(typed: str, meant: str, folder: Path) -> None:
    tool, *arguments = shlex.split(typed.replace("{n}", "n" * 300).replace("{9}", "9" * 5000))
    before = sorted(folder.rglob("*"))
    ran = run_cli(*arguments, cwd=folder, tool=tool)
    assert_one_line_refusal(ran, meant)
    assert ran.err.startswith(tool)
    assert ran.err.rstrip("\n").isprintable()
    assert len(ran.err) < 1000
    assert sorted(folder.rglob("*")) == before
