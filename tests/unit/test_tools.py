"""The developers' programs, each run once in its smallest form; what they measure is held to nothing here."""

from functools import partial
from pathlib import Path

import pytest

from harness.puzzle import Puzzle
from harness.spectrum.menu import MENU_END
from tests.house import ROOT
from tools import agreement, beside, figures, through
from tools.bench.__main__ import main as bench
from tools.bench.emulator import measure_emulator
from tools.bench.groups import Group
from tools.bench.regress import JobsCost, measure_size


def test_bench_spectrum_and_the_page_of_costs_give_one_size_of_code(capsys: pytest.CaptureFixture[str]) -> None:
    tapes = ("--tape", "crossword.tap", "--tape", "crossword-turbo.tap")
    assert bench(["spectrum", "--puzzle", "car", *tapes, "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| car | 10×8 | easy | ")
    assert lines[-1] in (ROOT / "docs" / "costs.md").read_text(encoding="utf-8")


def test_bench_solver(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    dot = Group("dot", (("dot", Puzzle(((1,),), ((1,),))),))
    monkeypatch.setattr("tools.bench.commands.solver.build_groups", lambda: [dot])
    assert bench(["solver"]) == 0
    assert capsys.readouterr().out.count(" 1/1 ") >= 4


def test_bench_emulator(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tools.bench.commands.emulator.measure_emulator", partial(measure_emulator, rounds=1))
    assert bench(["emulator", str(ROOT / "puzzles" / "contradiction.txt")]) == 0
    assert capsys.readouterr().out.count("× real time") == 5


def test_bench_regress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tools.bench.commands.regress.measure_size", partial(measure_size, rounds=1))
    monkeypatch.setattr("tools.bench.commands.regress.measure_jobs", lambda *_: JobsCost(5, *[1.0] * 8))
    assert bench(["regress", "--count", "1", "--side", "5"]) == 0
    assert "crossword-turbo.tap" in capsys.readouterr().out


def test_agreement_and_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["", "--seed=1", "--plain=1", "--colour=1", "--blotted=1"])
    agreement.main()
    assert capsys.readouterr().out.count("all agree") == 3
    assert all(line.startswith("docs/verification.md: crossword") for line in figures.stale_hashes())


def test_beside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "listing.txt"
    listing.write_text(f'10 PRINT "{MENU_END}"\n20 PAUSE 0\n', encoding="ascii")
    assert beside.main([str(listing), "--scene", "^menu $"]) == 1
    assert "'menu ', key 0 '':" in capsys.readouterr().out


def test_the_list_of_differences_is_the_one_that_beside_takes_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert beside.main([]) == 0
    assert capsys.readouterr().out in (ROOT / "basic" / "README.md").read_text(encoding="utf-8")


def test_through(capsys: pytest.CaptureFixture[str]) -> None:
    assert through.main(["solve", str(ROOT / "puzzles" / "contradiction.txt"), "--quiet"]) == 0
    assert "  harness/commands/solve.py\n" in capsys.readouterr().err
