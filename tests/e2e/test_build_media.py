"""``build``: a tape that has a puzzle already, and options that do not go together."""

from pathlib import Path

import pytest

from tests.cli_runner import ROOT, run_cli

CELL = str(ROOT / "puzzles" / "one-cell.txt")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--also", "tzx"), "--also needs --out FOLDER"),
        (("--out", "x", "--also", "tzx,rar"), "'rar' is none of tzx, wav, z80, szx"),
        (("--out", "x", "--also", "tzx", "--check"), "--also goes with --out FOLDER alone"),
        (("--tape", "crossword.tap"), "--tape names the edition for a puzzle"),
        (("--puzzle", CELL), "--puzzle needs --out FILE"),
        (("--puzzle", CELL, "--out", "x.rar"), "written as .tap, .tzx, .wav, .z80, .szx, .trd, .scl"),
        (("--puzzle", CELL, "--out", "x.tap", "--check"), "--check does not go with --puzzle"),
        (("--puzzle", CELL, "--out", "x.tap", "--listing", "y"), "--listing does not go with --puzzle"),
    ],
)
def test_options_that_do_not_go_together(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_cli("build", *arguments)
    assert ran.code == 2
    assert complaint in ran.err
    assert not list(tmp_path.iterdir())
