"""``run --profile`` on each kind of tape."""

from tests.cli_runner import run_cli


def test_the_turbo_code_is_followed_from_drawing_to_the_last_line() -> None:
    ran = run_cli("run", "puzzles/heart.txt", "--tape", "tapes/crossword-turbo.tap", "--profile", "--json")
    assert ran.code == 0
    profile = ran.json
    assert sum(profile["basic_lines"].values()) == profile["tstates"]
    assert sum(profile["labels"].values()) == profile["code_tstates"] < profile["tstates"]
    assert profile["calls"]["solve"]["count"] == 1
    assert {"draw_grid", "look_on", "line_core", "store_cell"} <= profile["labels"].keys()


def test_the_classic_code_is_called_once_a_line_analysis() -> None:
    profile = run_cli("run", "puzzles/two-solutions.txt", "--profile", "--json").json
    played = run_cli("run", "puzzles/two-solutions.txt", "--json").json
    (calls,) = profile["calls"].values()
    assert calls["count"] == played["line_calls"]
    assert calls["most"] <= calls["tstates"] == profile["code_tstates"]


def test_pure_basic_has_no_labels() -> None:
    ran = run_cli("run", "puzzles/one-cell.txt", "--tape", "tapes/crossword-basic.tap", "--profile", "3")
    assert ran.code == 0
    assert "BASIC line" in ran.out
    assert "label" not in ran.out
