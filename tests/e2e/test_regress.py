"""``regress`` and ``shrink`` as commands: exit codes, the store, the output."""

import re
import sys
from pathlib import Path

import pytest

from harness.formats import write_puzzle
from harness.puzzle import Grid
from tests.cli_runner import run_cli

TURBO = ("--tape", "crossword-turbo.tap", "--inject", "--jobs", "1")


def test_all_agree() -> None:
    ran = run_cli("regress", "puzzles/cat.txt", "puzzles/cup.txt", "--random", "5x5..8x8:6:3", *TURBO)
    assert ran.code == 0, ran
    assert "random puzzles: --random 5x5..8x8:6:3" in ran.out
    assert ran.out.splitlines()[-1] == "8 agrees"


def test_outcomes_have_the_words_of_run(tmp_path: Path) -> None:
    two = tmp_path / "two.txt"
    two.write_text("rows:\n1\n1\ncolumns:\n1\n1\n")
    ran = run_cli("regress", str(two), *TURBO, "--report", str(tmp_path / "report"))
    assert "crossword-turbo.tap: 1 many variants\n" in ran.out
    assert "many-variants" not in (tmp_path / "report" / "index.html").read_text("utf-8")
    value = run_cli("regress", str(two), *TURBO, "--json").json
    assert value["engines"][0]["results"] == {"many-variants": 1}, "for programs it stays one word"


def test_an_unreadable_file_is_a_line_and_not_the_end(tmp_path: Path) -> None:
    (tmp_path / "broken.non").write_text("rows\n!\n")
    ran = run_cli("regress", str(tmp_path), "puzzles/cup.txt", *TURBO)
    assert ran.code == 2
    assert "broken.non" in ran.out
    assert ran.out.splitlines()[-1] == "1 agrees, 1 unreadable"


def test_large_and_coloured_puzzles_are_skipped(tmp_path: Path) -> None:
    write_puzzle(Grid(("#" * 70,) * 50).puzzle(), tmp_path / "large.non")
    ran = run_cli("regress", str(tmp_path), "puzzles/tulips.g", "puzzles/cup.txt", *TURBO)
    assert ran.code == 0, ran
    assert ran.out.splitlines()[-1] == "1 agrees, 2 skipped"


def test_limits_leave_puzzles_undecided(tmp_path: Path) -> None:
    ran = run_cli("regress", "puzzles/cat.txt", *TURBO, "--spectrum-timeout", "0.1", "--json")
    assert ran.code == 4
    assert ran.json["by_status"] == {"undecided": 1}
    ran = run_cli("regress", "puzzles/cat.txt", *TURBO, "--timeout", "0", "--json")
    assert ran.json["by_status"] == {"undecided": 1}


def test_wrong_numbers_reach_the_program_when_unchecked(tmp_path: Path) -> None:
    (tmp_path / "wrong.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n0\n")
    assert run_cli("regress", str(tmp_path), *TURBO).code == 2
    ran = run_cli("regress", str(tmp_path), *TURBO, "--unchecked", "--json")
    assert (ran.code, ran.json["engines"][0]["results"]) == (0, {"checksum-error": 1})


def test_typed_puzzles_agree_as_well() -> None:
    ran = run_cli("regress", "--random", "2x2:1:1", "--tape", "crossword-turbo.tap", "--jobs", "1", "--quiet")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "1 agrees")


def test_strategies_alone_are_a_benchmark() -> None:
    ran = run_cli("regress", "puzzles", "--solver-only", "--strategy", "fast", "--strategy", "probe", "--jobs", "1")
    assert ran.code == 0, ran
    assert [line.split(":")[0] for line in ran.out.splitlines() if not line.startswith(" ")][:2] == ["fast", "probe"]
    assert ran.out.count("95 %") == 2


@pytest.mark.parametrize(("is_unique", "code"), [("true", 0), ("false", 1)])
def test_another_program_is_held_against_ours(is_unique: str, code: int, tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(f'{{"solutions": [["##", "#."]], "unique": {is_unique}}}', encoding="utf-8")
    write_puzzle(Grid(("##", "#.")).puzzle(), tmp_path / "corner.non")
    against = f"'{sys.executable}' -c 'print(open(r\"{answer}\").read())' {{file}}"
    ran = run_cli("regress", str(tmp_path / "corner.non"), "--against", against, "--jobs", "1")
    assert (ran.code, "not the only one" in ran.out) == (code, bool(code))


def test_a_predicate_of_ones_own_is_asked(tmp_path: Path) -> None:
    write_puzzle(Grid(("#####", "..###", "#.#.#", "..#..")).puzzle(), tmp_path / "all.non")
    ran = run_cli("shrink", str(tmp_path / "all.non"), "--predicate", "grep -qx 1,1,1 {file}")
    assert ran.code == 0, ran
    assert re.fullmatch(r"5×4, 12 black → 5×1, 3 black after \d+ trials\n", ran.err), "one line, but on a terminal"
    assert "\n1,1,1\n" in ran.out
