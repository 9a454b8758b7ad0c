"""``run`` stopped before its end, by a time limit or Ctrl-C: what was found until then is kept and judged."""

import argparse
import json
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from harness.cli import main
from harness.console.limits import REFERENCE_SECONDS, reference_budget
from harness.files.resources import data_folder
from harness.formats import read_puzzle
from harness.puzzle import Cell, Grid, Puzzle
from harness.solver.budget import Budget
from harness.spectrum import play as play_module
from harness.spectrum.play import OnBranch, PlayOutcome, play
from harness.verdict import judge
from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.machine import Spectrum
from pyspectrum.tape import read_tap
from tests.cli_runner import ROOT, run_cli

CLASSIC = read_tap(data_folder("tapes") / "crossword.tap")
CAR = read_puzzle(ROOT / "puzzles" / "car.txt")
THREE = Puzzle(((1,),) * 3, ((1,),) * 3)  # 6 solutions


def after(frames: int) -> Callable[[], bool]:
    """Says stop when it has been asked this often: before a line is typed, and in each frame of solving."""
    passed = iter(range(frames))
    return lambda: next(passed, None) is None


def test_it_is_heard_while_the_numbers_are_typed() -> None:
    """Typing takes seconds of real time in a large puzzle."""
    spectrum = Spectrum()
    played = play(CAR, CLASSIC, should_stop=after(2), spectrum=spectrum)
    assert (played.outcome, played.grids, played.line_calls) == (PlayOutcome.STOPPED, (Grid.unknown(10, 8),), 0)
    written = "".join(spectrum.screen.text())
    assert "Line 2: 2,1,1" in written
    assert "Line 4" not in written
    assert judge(CAR, played, OnBranch.STOP).sentence == "right: stopped with 0 cells known"


def test_the_cells_known_so_far_are_kept() -> None:
    lines = CAR.width + CAR.height  # it is asked before each of them, too
    played = play(CAR, CLASSIC, should_stop=after(400 + lines))
    assert (played.outcome, played.complete) == (PlayOutcome.STOPPED, False)
    (grid,) = played.grids
    assert 0 < grid.unknown_count < 80
    # about as many frames as were allowed
    assert 400 <= played.tstates / TSTATES_PER_FRAME <= 450
    verdict = judge(CAR, played, OnBranch.STOP)
    assert (verdict.agrees, verdict.unique) == (True, None)


def test_a_wrong_cell_is_noticed() -> None:
    played = play(CAR, CLASSIC, should_stop=after(400))
    (grid,) = played.grids
    flipped = {Cell.BLACK: Cell.WHITE, Cell.WHITE: Cell.BLACK}
    row, column = next((y, x) for y, cells in enumerate(grid.rows) for x, cell in enumerate(cells) if cell in flipped)
    cells = grid.rows[row]
    wrong = cells[:column] + flipped[Cell(cells[column])] + cells[column + 1 :]
    rows = (*grid.rows[:row], wrong, *grid.rows[row + 1 :])
    assert not judge(CAR, replace(played, grids=(Grid(rows),)), OnBranch.STOP).agrees


@pytest.mark.parametrize("frames", [1, 150, 450, 700])
def test_a_walk_keeps_the_solutions_found(frames: int) -> None:
    played = play(THREE, CLASSIC, on_branch=OnBranch.ALL, should_stop=after(frames))
    assert not played.complete
    assert len(played.grids) < 6
    assert played.outcome is (PlayOutcome.SOLVED if played.grids else PlayOutcome.STOPPED)
    verdict = judge(THREE, played, OnBranch.ALL)
    assert verdict.agrees
    assert verdict.unique is (False if len(played.grids) > 1 else None)


def test_a_longer_walk_finds_more() -> None:
    found = [len(play(THREE, CLASSIC, on_branch=OnBranch.ALL, should_stop=after(n)).grids) for n in (1, 500, 1000)]
    assert found == sorted(set(found)), "as many for each"


def test_a_time_limit() -> None:
    ran = run_cli("run", "puzzles/car.txt", "--timeout", "0", "--json")
    assert ran.code == 0
    assert (ran.json["outcome"], ran.json["agrees"], ran.json["unique"]) == ("stopped", True, None)


@pytest.mark.parametrize("on_branch", [OnBranch.STOP, OnBranch.ALL])
def test_a_reference_that_is_stopped_says_nothing(on_branch: OnBranch) -> None:
    played = replace(play(THREE, CLASSIC, should_stop=after(1)), outcome=PlayOutcome.SOLVED, complete=True, grids=())
    assert judge(THREE, played, on_branch).agrees is False
    for budget, why in ((Budget(0), "time ran out"), (Budget(should_stop=lambda: True), "interrupted")):
        verdict = judge(THREE, played, on_branch, budget)
        assert (verdict.agrees, verdict.unique) == (None, None)
        assert verdict.sentence == f"not known whether this is right: the reference solver was stopped ({why})"


def test_the_reference_has_time_of_its_own() -> None:
    arguments = argparse.Namespace(timeout=None, memory=10**6)
    assert reference_budget(arguments, lambda: False).left_seconds is None
    arguments.timeout = 0.5
    assert reference_budget(arguments, lambda: False).left_seconds == pytest.approx(REFERENCE_SECONDS, abs=5)
    arguments.timeout = 10**6
    assert (reference_budget(arguments, lambda: False).left_seconds or 0) > REFERENCE_SECONDS
    assert not reference_budget(arguments, lambda: True).is_spent, "the Ctrl-C that ended the Spectrum's run"


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sigint: None) -> None:
    def play_and_press_ctrl_c(*arguments: Any, **options: Any) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return play(*arguments, **options)

    monkeypatch.setattr(play_module, "play", play_and_press_ctrl_c)
    assert main(["run", str(ROOT / "puzzles" / "car.txt"), "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["outcome"] == "stopped"


@pytest.fixture
def sigint() -> Iterator[None]:
    """Ctrl-C as usual, whatever whoever runs the tests has made of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
