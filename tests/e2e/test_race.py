"""``race``: each way within its limit, and a table at the end."""

import itertools
import re
from functools import partial
from pathlib import Path

import pytest

from harness.drawing.race import ways
from harness.formats import write_puzzle
from harness.puzzle import BLOT, Puzzle
from harness.solver.budget import Budget
from harness.solver.strategy import strategy_names
from tests.cli_runner import run_cli, run_on_terminal
from tests.marks import TERMINALS


@pytest.fixture(autouse=True)
def _work_for_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second has ten thousand looks at the clock, so that a limit is an amount of work."""
    ticks = itertools.count()
    monkeypatch.setattr("harness.commands._arguments.Budget", partial(Budget, clock=lambda: next(ticks) / 10_000))


def race(*arguments: str) -> dict[str, str]:
    """The table's words for each way, its bar before it."""
    ran = run_cli("race", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return {line[2:24].rstrip(): line[45:].strip() for line in ran.out.splitlines()[1:]}


def test_the_car_by_every_way() -> None:
    table = race("puzzles/car.txt", "--timeout", "0.5")
    assert list(table) == [way.name for way in ways()]
    cells, rows, pruned, *others = table.values()
    stopped = r"█+ +[\d.,]+ ms  [\d,]+ of {} pictures: [\d,.e+]+ \w+ for all"
    assert re.fullmatch(stopped.format(r"1\.4e\+22"), cells)
    assert re.fullmatch(stopped.format("17,287,200"), rows)
    assert pruned.endswith("one solution; 365 rows tried")
    assert all(re.search(r"one solution; \d+ lines looked at$", line) for line in others)


def test_every_strategy_takes_part_but_the_reference() -> None:
    assert {*strategy_names()} - {way.strategy.name for way in ways()} == {"probe"}


def test_a_puzzle_in_colour_is_solved_by_the_same_ways() -> None:
    found = race("puzzles/tulips.g", "--timeout", "5")
    assert [way for way, line in found.items() if "one solution" not in line] == ["all cells", "row by row"]


def test_what_a_way_cannot_do_is_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "blot.txt"
    write_puzzle(Puzzle(((BLOT,), (1,)), ((1,), (BLOT,))), path)
    table = race(str(path))
    assert table.pop("a person's rules").endswith("a blotted number (?), and the strategy human needs all numbers")
    assert all("several solutions" in line for line in table.values())
    lists = race("puzzles/harbour.txt", "--timeout", "0.01")["lists of arrangements"]
    assert "19,367,483 arrangements would take about 1 GB" in lists


def test_without_time_nothing_is_decided() -> None:
    assert all("not decided" in line for line in race("puzzles/car.txt", "--timeout", "0").values())


@TERMINALS
def test_on_a_terminal_the_table_is_drawn_as_it_grows() -> None:
    ran = run_on_terminal("race", "puzzles/heart.txt", "--timeout", "0.2", COLUMNS="140")
    assert ran.code == 0
    shown = ran.out.split("heart, 5×5: 7 ways")
    assert shown[0].count("row by row") > 6
    assert shown[1].count("row by row") == 1
