"""Every command ends with the exit codes that docs/limits.md promises, and with no others."""

import re
import shlex
import signal
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import PropertyMock

import pytest

from harness.cli import COMMANDS
from harness.formats import write_puzzle
from harness.puzzle import Grid
from harness.spectrum.screens import build_picture_screen
from pyspectrum.tape import write_tap
from tests.cli_runner import ROOT, run_cli
from tests.many_solutions import BY_TRIAL, rooks
from tests.marks import SIGNALS
from tests.planted import SHOWS_FAULT, faulty_tape

_ROW = re.compile(r"^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|$", re.MULTILINE)
_TEXT = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8").partition("## Exit codes")[2]

TABLE = {
    (command, code)
    for command, *cells in _ROW.findall(_TEXT)
    for code, cell in zip((0, 1, 4), cells, strict=True)
    if cell.strip()
}
"""Each command with the exit codes that the page gives it."""


def build_files(folder: Path) -> None:
    """Files with what the cases below need."""
    write_puzzle(rooks(3), folder / "rooks.non")
    write_puzzle(rooks(4), folder / "japan.dat")
    write_puzzle(BY_TRIAL, folder / "none.non")
    write_puzzle(SHOWS_FAULT, folder / "shows.xml")
    write_puzzle(Grid(("##", "#.")).puzzle().replace(goal=None), folder / "no-picture.non")
    write_tap(folder / "faulty.tap", faulty_tape())
    drawing = build_picture_screen(Grid(("###", "#.#", "###")))[:6144] + bytes([56]) * 768
    (folder / "drawing.scr").write_bytes(drawing)


CASES: dict[tuple[str, int], list[str]] = {}
"""The command lines for each exit code, `{}` being a folder of files; the rest has tests of its own below."""
for _line in (Path(__file__).parent / "exit_codes.txt").read_text("utf-8").splitlines()[1:]:
    _code, _command, _ = _line.split(maxsplit=2)
    CASES.setdefault((_command, int(_code)), []).append(_line.partition(" ")[2])
SHRINK = CASES["shrink", 0][0]

OWN = {("picture", 1), ("studio", 0), ("shrink", 4)}
"""Cases with tests of their own: that of a wrong picture is in `test_picture`."""


def typed(line: str, folder: Path) -> list[str]:
    return [argument.replace("{}", str(folder)) for argument in shlex.split(line)]


def test_the_page_has_every_command_and_every_code_has_a_case() -> None:
    assert {command for command, _ in TABLE} == set(COMMANDS)
    assert CASES.keys() | OWN == TABLE


@pytest.mark.parametrize(("command", "code"), list(CASES))
def test_the_exit_code_is_that_of_the_page(command: str, code: int, tmp_path: Path) -> None:
    build_files(tmp_path)
    for case in CASES[command, code]:
        ran = run_cli(*typed(case, tmp_path))
        assert ran.code == code, ran


@pytest.mark.parametrize("command", list(COMMANDS))
def test_bad_arguments_are_2(command: str) -> None:
    assert run_cli(command, "--no-such-option").code == 2


INTERRUPTED = [one for one in COMMANDS if one not in ("convert", "regress", "studio", "page", "build")]


@pytest.mark.parametrize("command", INTERRUPTED)
def test_ctrl_c_is_130(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_files(tmp_path)
    monkeypatch.setattr("harness.commands._arguments.Interrupt.__call__", lambda _: True)
    assert run_cli(*typed(CASES[command, 0][0], tmp_path)).code == 130


def test_a_shrinking_that_is_stopped_is_4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the fault was seen, and before; the smallest so far is written in the first case."""
    build_files(tmp_path)
    command, small = typed(f"{SHRINK} --timeout 1000", tmp_path), tmp_path / "small.txt"
    for looks, is_written in ((0, False), (2, True)):
        small.unlink(missing_ok=True)
        is_spent = PropertyMock(side_effect=chain(repeat(False, looks), repeat(True)))
        monkeypatch.setattr("harness.solver.budget.Budget.is_spent", is_spent)
        ran = run_cli(*command)
        assert (ran.code, small.exists()) == (4, is_written), ran


@SIGNALS
def test_a_studio_that_is_closed_is_0() -> None:
    command = [sys.executable, "-m", "harness", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT) as studio:
        assert studio.stdout is not None
        assert studio.stdout.readline()
        studio.send_signal(signal.SIGTERM)
        assert studio.wait(30) == 0, studio.stdout.read()
