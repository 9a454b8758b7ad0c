"""``bench spectrum``, which makes the table in docs/costs.md."""

import pytest

from harness.spectrum.build import Edition
from tests.cli_runner import run_bench
from tests.house import ROOT
from tools.bench.spectrum import Case, Cost

CAR = ("spectrum", "--puzzle", "car", "--tape", "crossword.tap", "--tape", "crossword-turbo.tap")


def test_the_table_has_a_line_for_each_puzzle_and_columns_for_each_tape() -> None:
    costs = run_bench(*CAR, "--json").json["costs"]
    assert [cost["tape"] for cost in costs] == ["crossword.tap", "crossword-turbo.tap"]
    table = run_bench(*CAR, "--markdown").out
    (line,) = [line for line in table.splitlines() if line.startswith("| car |")]
    for cost in costs:
        assert f"{cost['seconds']:,.2f} s" in line
        assert f"{cost['line_mean']:,} / {cost['line_95']:,} / {cost['line_worst']:,}" in line
        assert f"{cost['code_bytes']:,} bytes on `{cost['tape']}`" in table
    costs_page = (ROOT / "docs" / "costs.md").read_text(encoding="utf-8")
    assert table.splitlines()[-1] in costs_page, "docs/costs.md has another size of the machine code"


def test_an_unknown_puzzle_is_refused_in_one_line() -> None:
    ran = run_bench("spectrum", "--puzzle", "nix")
    assert ran.code == 2
    assert "nix" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.slow
def test_the_emulator_is_run_in_every_way_over_the_same_stretch() -> None:
    ran = run_bench("emulator", "puzzles/wink.txt", "--json").json
    ways = {"bare", "harness", "frames", "text", "font"}
    assert ran.keys() == ways | {"spectrum_seconds", "ratio", "frames_ratio", "text_ratio", "font_ratio"}
    assert all(ran[way] > 1 for way in ways), "slower than a Spectrum"
    assert ran["ratio"] == ran["harness"] / ran["bare"]
    table = run_bench("emulator", "puzzles/wink.txt").out
    assert f"solving takes {ran['spectrum_seconds']:.1f} s on the Spectrum" in table
    assert table.count("× real time") == len(ways)


@pytest.mark.slow
def test_the_cost_of_a_regression_is_measured() -> None:
    ran = run_bench("regress", "--count", "2", "--side", "5", "--json")
    assert ran.code == 0, ran
    (size,) = ran.json["sizes"]
    assert size["tstates"] > 500_000
    assert 0 < size["bare"] < size["play"] <= size["whole"]
    assert ran.json["jobs"]["ratio"] > 0
    assert ran.json["jobs"]["bare_ratio"] > 0
    assert 0 < ran.json["jobs"]["put_ms"] < ran.json["jobs"]["serial_ms"]


@pytest.mark.parametrize("more", [("--json",), ("--markdown",), ()])
def test_rows_measured_before_ctrl_c_are_kept(more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[Cost] = []

    def measure(case: Case, edition: Edition) -> Cost:
        if measured:
            raise KeyboardInterrupt
        measured.append(Cost(edition.file_name, case.name, "9×8", 7_000_000, 2.0, 17, "easy", "solved", 1, 2, 3, 4))
        return measured[0]

    monkeypatch.setattr("tools.bench.commands.spectrum.measure", measure)
    ran = run_bench("spectrum", *more)
    assert (ran.code, ran.err) == (130, "")
    assert measured[0].tape in ran.out
    assert "17" in ran.out


@pytest.mark.parametrize("more", [("--json",), ("--markdown",), ("--search",), ()])
def test_when_nothing_was_measured_before_ctrl_c(more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(case: Case, edition: Edition) -> Cost:
        raise KeyboardInterrupt

    monkeypatch.setattr("tools.bench.commands.spectrum.measure", measure)
    monkeypatch.setattr("tools.bench.commands.spectrum.measure_search", measure)
    ran = run_bench("spectrum", *more)
    assert (ran.code, ran.out, ran.err) == (130, "", "crossword: interrupted: nothing was measured\n")
