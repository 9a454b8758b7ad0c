"""``bench spectrum`` as the README's table is made by it."""

import pytest

from tests.cli_runner import run_cli
from tests.house import ROOT

CAR = ("bench", "spectrum", "--puzzle", "car", "--tape", "crossword.tap", "--tape", "crossword-turbo.tap")


def test_the_table_has_a_line_for_each_puzzle_and_columns_for_each_tape() -> None:
    costs = run_cli(*CAR, "--json").json["costs"]
    assert [cost["tape"] for cost in costs] == ["crossword.tap", "crossword-turbo.tap"]
    table = run_cli(*CAR, "--markdown").out
    (line,) = [line for line in table.splitlines() if line.startswith("| car |")]
    for cost in costs:
        assert f"{cost['seconds']:,.2f} s" in line
        assert f"{cost['line_mean']:,} / {cost['line_95']:,} / {cost['line_worst']:,}" in line
        assert f"{cost['code_bytes']:,} bytes on `{cost['tape']}`" in table
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert table.splitlines()[-1] in readme, "the size of the machine code is another one in the README"


def test_an_unknown_puzzle_is_refused_in_one_line() -> None:
    ran = run_cli("bench", "spectrum", "--puzzle", "nix")
    assert ran.code == 2
    assert "nix" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.slow
def test_the_emulator_is_run_in_every_way_over_the_same_stretch() -> None:
    ran = run_cli("bench", "emulator", "puzzles/wink.txt", "--json").json
    ways = {"bare", "harness", "frames", "text", "font"}
    assert ran.keys() == ways | {"spectrum_seconds", "ratio", "frames_ratio", "text_ratio", "font_ratio"}
    assert all(ran[way] > 1 for way in ways), "slower than a Spectrum"
    assert ran["ratio"] == ran["harness"] / ran["bare"]
    table = run_cli("bench", "emulator", "puzzles/wink.txt").out
    assert f"solving takes {ran['spectrum_seconds']:.1f} s on the Spectrum" in table
    assert table.count("× real time") == len(ways)


@pytest.mark.slow
def test_what_a_regression_costs_is_measured() -> None:
    ran = run_cli("bench", "regress", "--count", "2", "--side", "5", "--json")
    assert ran.code == 0, ran
    (size,) = ran.json["sizes"]
    assert size["tstates"] > 500_000
    assert 0 < size["bare"] < size["play"] <= size["whole"]
    assert ran.json["jobs"]["ratio"] > 0
    assert 0 < ran.json["jobs"]["put_ms"] < ran.json["jobs"]["serial_ms"]
