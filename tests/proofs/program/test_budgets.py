"""Cost of each puzzle of the fixed set, in T-states: exact numbers, held with a margin of 1 %.

``pytest --update-golden`` (with ``-m ''`` and ``-n0`` for all of them) writes what is measured;
read the diff.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from harness.spectrum.build import EDITIONS, RUSSIAN_EDITIONS, Edition, build_tape
from harness.spectrum.injection import LoadedProgram
from tools.bench.spectrum import Case, benchmark_cases, measure

GOLDEN = Path(__file__).parents[2] / "data" / "tstates.json"
MARGIN = 0.01
PINNED = ("tstates", "line_calls", "line_mean", "line_worst")
QUICK = {
    "crossword.tap": ("car", "mask"),
    "crossword-basic.tap": ("car",),
    "crossword-turbo.tap": ("car", "mask", "relax-20x30"),
}
IN_RUSSIAN: dict[str, tuple[str, ...]] = {
    "crossword-ru.tap": (),
    "crossword-basic-ru.tap": (),
    "crossword-turbo-ru.tap": ("car",),
}
"""The same programs but for their words and their place: one puzzle is enough to see that nothing has become slow."""

CASES = [
    pytest.param(case, edition, id=f"{edition.file_name}-{case.name}", marks=[] if quick else [pytest.mark.slow])
    for edition in EDITIONS
    for case in benchmark_cases()
    for quick in [case.name in QUICK[edition.file_name]]
] + [
    pytest.param(case, edition, id=f"{edition.file_name}-{case.name}", marks=[] if quick else [pytest.mark.slow])
    for edition in RUSSIAN_EDITIONS
    for case in benchmark_cases()
    for quick in [case.name in IN_RUSSIAN[edition.file_name]]
    if case.name == "car" or quick
]


@cache
def program_of(edition: Edition) -> LoadedProgram:
    return LoadedProgram(build_tape(edition))


@pytest.mark.parametrize(("case", "edition"), CASES)
def test_the_cost_is_what_it_was(case: Case, edition: Edition, request: pytest.FixtureRequest) -> None:
    writes = request.config.getoption("--update-golden")
    # typing takes most of the time, and makes a difference of three T-states at most: see `test_injection`
    cost = measure(case, edition, None if writes else program_of(edition).inject).as_json()
    measured = {key: cost[key] for key in PINNED}
    golden = json.loads(GOLDEN.read_text(encoding="ascii"))
    key = f"{edition.file_name} {case.name}"
    if writes:
        golden[key] = measured
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", encoding="ascii")
    assert measured == pytest.approx(golden[key], rel=MARGIN)


def test_goals() -> None:
    """The goals that this program was written to reach, on the 20×30 puzzle and the car."""
    golden = json.loads(GOLDEN.read_text(encoding="ascii"))
    seconds = {key: value["tstates"] / 3_500_000 for key, value in golden.items()}
    assert seconds["crossword.tap relax-20x30"] <= 200
    assert seconds["crossword.tap car"] <= 20
    assert seconds["crossword-turbo.tap relax-20x30"] <= 1.0
    assert seconds["crossword-turbo.tap harbour"] <= 2.3
    assert seconds["crossword-basic.tap relax-20x30"] <= 1_800
