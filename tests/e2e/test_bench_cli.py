"""``bench spectrum`` as the README's table is made by it."""

from tests.cli_runner import run_cli

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


def test_an_unknown_puzzle_is_refused_in_one_line() -> None:
    ran = run_cli("bench", "spectrum", "--puzzle", "nix")
    assert ran.code == 2
    assert "nix" in ran.err
    assert len(ran.err.splitlines()) == 1
