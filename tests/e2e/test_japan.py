"""``japan``: japan.dat in, all solutions out, as they are found, in memory that does not grow."""

import itertools
from functools import partial
from pathlib import Path

import pytest

from harness.formats import read_puzzle, write_puzzle
from harness.puzzle import Puzzle
from harness.solver.budget import Budget
from harness.solver.search import solve
from harness.solver.strategy import strategy_names
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli
from tests.japan_solutions import parse_solutions
from tests.many_solutions import rooks, switches


def put(puzzle: Puzzle, folder: Path, name: str = "japan.dat") -> Path:
    """The puzzle as a file for the command."""
    write_puzzle(puzzle, folder / name, "japan.dat")
    return folder / name


def test_the_files_have_their_names_by_default(tmp_path: Path) -> None:
    winter = read_puzzle(ROOT / "puzzles" / "winter.txt")
    put(winter, tmp_path)
    ran = run_cli("japan", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "1 solution, and no other\n", "")
    text = (tmp_path / "japan.sol").read_text()
    assert parse_solutions(text) == solve(winter).solutions
    assert text.splitlines()[-1] == "<end>"
    assert len(text.splitlines()) == 26
    assert set(text.splitlines()[0]) == {"*", "."}


@pytest.mark.parametrize("strategy", strategy_names())
def test_all_solutions(strategy: str, tmp_path: Path) -> None:
    put(rooks(4), tmp_path, "in")
    ran = run_cli("japan", "--in", "in", "--out", "out", "--strategy", strategy, cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "24 solutions, and no other\n")
    text = (tmp_path / "out").read_text()
    assert (text.count("<next>\n"), text.count("<end>\n")) == (23, 1)
    found = parse_solutions(text)
    assert (len(found), set(found)) == (24, set(solve(rooks(4), None).solutions))


def test_the_limit(tmp_path: Path) -> None:
    put(switches(60), tmp_path)
    ran = run_cli("japan", "--max-solutions", "50", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "50 solutions found (as many as asked for), and there may be more\n")
    found = parse_solutions((tmp_path / "japan.sol").read_text("ascii"))
    assert len(set(found)) == len(found) == 50
    assert all(grid.puzzle().has_clues_of(switches(60)) for grid in found)


def test_solutions_found_in_time_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(switches(16), tmp_path)
    ticks = itertools.count()  # a second passes at each look at the clock
    by_count = partial(Budget, clock=lambda: float(next(ticks)))
    monkeypatch.setattr("harness.commands._arguments.Budget", by_count)
    ran = run_cli("japan", "--timeout", "200", cwd=tmp_path)
    found = parse_solutions((tmp_path / "japan.sol").read_text("ascii"))
    said = f"{len(found)} solutions found (time ran out; --timeout allows more), and there may be more\n"
    assert (ran.code, ran.out) == (4, said)
    assert len(set(found)) == len(found) > 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk(tmp_path: Path) -> None:
    put(rooks(2), tmp_path)
    assert_one_line_refusal(run_cli("japan", "--out", "/dev/full", cwd=tmp_path), "/dev/full", "space")
