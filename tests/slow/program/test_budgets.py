"""Cost of each puzzle of the fixed set, and of counting all solutions of those that need guesses, in T-states.

Exact numbers, held with a margin of 1 %. The puzzles of other authors are measured where the corpus is; see
`tools.bench.corpus.corpus_folder`.

``pytest -n 0 --update-golden tests/slow/program/test_budgets.py`` writes what is measured; read the diff.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from tools.bench.search import CORPUS_NAMES, counting_editions, measure_search, search_cases
from tools.bench.spectrum import Case, SpectrumCost, benchmark_cases, measure

DATA = Path(__file__).parents[2] / "data"
MARGIN = 0.01
PINNED = ("tstates", "line_calls", "line_mean", "line_worst")
CASES = [(case, edition) for edition in EDITIONS for case in benchmark_cases()]
IN_RUSSIAN = [(case, edition) for edition in RUSSIAN_EDITIONS for case in benchmark_cases() if case.name == "car"]
"""The same programs but for their words and their place: one puzzle is enough to see that nothing has become slow."""
COUNTED = ("tstates", "line_calls", "guesses", "depth", "count", "complete")
SEARCHED = ("mask", "winter", "domino-5", "domino-6", "domino-7", *CORPUS_NAMES.values())
GOAL_SECONDS = {
    "petroglyph": 60,
    "forever": 180,
    "owl": 90,
    "mum": 10,
    "domino-5": 12,
    "domino-7": 900,
    "winter": 1.3 * 1.9,
    "mask": 1.3 * 0.9,
    "bucks": 1.3 * 1.7,
    "bubble-cat": 1.3 * 2.2,
}
"""Goals of the search; for the last four, 1.3 times what they took before it."""


@cache
def program_of(edition: Edition) -> LoadedProgram:
    return LoadedProgram(build_tape(edition))


def check_pins(file: str, key: str, cost: SpectrumCost, names: tuple[str, ...], *, writes: bool) -> None:
    """Hold a measured cost against the pinned one, or write it down."""
    path = DATA / file
    golden = json.loads(path.read_text(encoding="ascii"))
    measured = {name: cost.as_json()[name] for name in names}
    if writes:
        golden[key] = measured
        path.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", encoding="ascii")
    assert measured == pytest.approx(golden[key], rel=MARGIN)


@pytest.mark.parametrize(
    ("case", "edition"), [*CASES, *IN_RUSSIAN], ids=lambda value: getattr(value, "file_name", None) or value.name
)
def test_the_cost_is_what_it_was(case: Case, edition: Edition, request: pytest.FixtureRequest) -> None:
    writes = request.config.getoption("--update-golden")
    # typing takes most of the time, and makes a difference of three T-states at most: see `test_injection`
    cost = measure(case, edition, None if writes else program_of(edition).inject)
    check_pins("tstates.json", f"{edition.file_name} {case.name}", cost, PINNED, writes=writes)


def test_goals() -> None:
    """The goals that this program was written to reach, on the 20×30 puzzle and the car."""
    golden = json.loads((DATA / "tstates.json").read_text(encoding="ascii"))
    seconds = {key: value["tstates"] / 3_500_000 for key, value in golden.items() if "tstates" in value}
    assert seconds["crossword.tap relax-20x30"] <= 200
    assert seconds["crossword.tap car"] <= 20
    assert seconds["crossword-turbo.tap relax-20x30"] <= 1.0
    assert seconds["crossword-turbo.tap harbour"] <= 2.3
    assert seconds["crossword-basic.tap relax-20x30"] <= 1_800


@pytest.mark.parametrize("name", SEARCHED)
def test_the_count_costs_what_it_did(name: str, request: pytest.FixtureRequest) -> None:
    cases = {case.name: case for case in search_cases()}
    if name not in cases:
        pytest.skip("the corpus is not here; CROSSWORD_CORPUS names its folder")
    (edition,) = counting_editions()
    writes = request.config.getoption("--update-golden")
    cost = measure_search(cases[name], edition, None if writes else program_of(edition).inject)
    check_pins("search.json", name, cost, COUNTED, writes=writes)


def test_goals_of_the_count() -> None:
    golden = json.loads((DATA / "search.json").read_text(encoding="ascii"))
    assert golden.keys() == set(SEARCHED)
    for name, goal in GOAL_SECONDS.items():
        assert golden[name]["tstates"] / 3_500_000 <= goal, name
    assert all(pinned["complete"] for pinned in golden.values())
