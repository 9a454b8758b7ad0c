"""Cost of each puzzle of the fixed set, and of counting all solutions of those that need guesses, in T-states.

Exact numbers, held with a margin of 1 %. ``pytest -n 0 --update-golden tests/slow/program/test_budgets.py`` writes what
is measured, that of `takes_long` too; read the diff.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from tools import figures
from tools.bench.spectrum import Case, Cost, benchmark_cases, counting_editions, measure, measure_search, search_cases

DATA = Path(__file__).parents[2] / "data"
MARGIN = 0.01
PINNED = ("tstates", "line_calls", "line_mean", "line_worst")
CASES = [(case, edition) for edition in EDITIONS for case in benchmark_cases()]
IN_RUSSIAN = [(case, edition) for edition in RUSSIAN_EDITIONS for case in benchmark_cases() if case.name == "car"]
"""The same programs but for their words and their place: one puzzle is enough to see that nothing has become slow."""
COUNTED = ("tstates", "line_calls", "guesses", "depth", "count", "complete")
GOAL_SECONDS = {
    "mask": 1.2,
    "winter": 2.5,
    "noise-243": 4,
    "domino-5": 12,
    "noise-105": 30,
    "noise-210": 60,
    "noise-428": 120,
    "domino-6": 180,
    "domino-7": 900,
}
"""Goals of the search, in seconds of the Spectrum's."""


@cache
def program_of(edition: Edition) -> LoadedProgram:
    return LoadedProgram(build_tape(edition))


def check_pins(file: str, key: str, measured: dict[str, Any], *, writes: bool) -> None:
    """Hold what was measured against what is pinned, or write it down."""
    golden = json.loads((DATA / file).read_text(encoding="ascii"))
    if writes:
        golden[key] = measured
        (DATA / file).write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", encoding="ascii")
    assert measured == pytest.approx(golden[key], rel=MARGIN)


def pins_of(cost: Cost, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(cost, name) for name in names}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Measure what takes long only in order to write it."""
    if "case" in metafunc.fixturenames:
        searched = [(case, edition) for edition in counting_editions() for case in search_cases()]
        cases = searched if metafunc.function is test_the_count_costs_what_it_did else [*CASES, *IN_RUSSIAN]
        if not metafunc.config.getoption("--update-golden"):
            cases = [case for case in cases if not figures.takes_long(*case)]
        metafunc.parametrize(
            ("case", "edition"), cases, ids=lambda value: getattr(value, "file_name", None) or value.name
        )


def test_the_cost_is_what_it_was(case: Case, edition: Edition, request: pytest.FixtureRequest) -> None:
    writes = request.config.getoption("--update-golden")
    # typing takes most of the time, and makes a difference of three T-states at most: see `test_injection`
    cost = measure(case, edition, None if writes else program_of(edition).inject)
    check_pins("tstates.json", f"{edition.file_name} {case.name}", pins_of(cost, PINNED), writes=writes)


def test_goals() -> None:
    """The goals that this program was written to reach, on the 20×30 puzzle and the car."""
    golden = json.loads((DATA / "tstates.json").read_text(encoding="ascii"))
    seconds = {key: value["tstates"] / 3_500_000 for key, value in golden.items() if "tstates" in value}
    assert seconds["crossword.tap relax-20x30"] <= 95
    assert seconds["crossword.tap car"] <= 11.5
    assert seconds["crossword-turbo.tap relax-20x30"] <= 1.0
    assert seconds["crossword-turbo.tap harbour"] <= 2.3
    assert seconds["crossword-basic.tap relax-20x30"] <= 1_497


def test_the_count_costs_what_it_did(case: Case, edition: Edition, request: pytest.FixtureRequest) -> None:
    writes = request.config.getoption("--update-golden")
    cost = measure_search(case, edition, None if writes else program_of(edition).inject)
    check_pins("search.json", case.name, pins_of(cost, COUNTED), writes=writes)


def test_goals_of_the_count() -> None:
    """Each puzzle is counted to the end within its goal, and takes longer than the goal before allows."""
    golden = json.loads((DATA / "search.json").read_text(encoding="ascii"))
    assert golden.keys() == GOAL_SECONDS.keys() == {case.name for case in search_cases()}
    seconds = {name: golden[name]["tstates"] / 3_500_000 for name in GOAL_SECONDS}
    for name, goal in GOAL_SECONDS.items():
        assert seconds[name] <= goal, name
        assert golden[name]["complete"], name
    for (_, goal), (name, _) in pairwise(GOAL_SECONDS.items()):
        assert goal < seconds[name], name


@pytest.mark.parametrize("kind", figures.KINDS[1:], ids=lambda kind: kind.__name__)
def test_no_exact_figure_in_the_documents_is_stale(kind: Callable[[], Iterator[str]]) -> None:
    """Those that a fast test pins are left to it."""
    assert list(kind()) == []
