"""``regress`` and ``shrink`` as commands: exit codes, the store, the output."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.formats import write_puzzle
from harness.puzzle import Grid
from tests.cli_runner import run_cli

TURBO = ("--tape", "crossword-turbo.tap", "--inject", "--jobs", "1")


def test_outcomes_have_the_words_of_run(tmp_path: Path) -> None:
    two = tmp_path / "two.txt"
    two.write_text("rows:\n1\n1\ncolumns:\n1\n1\n")
    ran = run_cli("regress", str(two), *TURBO, "--report", str(tmp_path / "report"))
    assert "crossword-turbo.tap: 1 many variants\n" in ran.out
    assert "many-variants" not in (tmp_path / "report" / "index.html").read_text("utf-8")
    value = run_cli("regress", str(two), *TURBO, "--json").json
    assert value["engines"][0]["results"] == {"many-variants": 1}, "for programs it stays one word"


def test_strategies_alone_are_a_benchmark() -> None:
    ran = run_cli("regress", "puzzles", "--solver-only", "--strategy", "fast", "--strategy", "probe", "--jobs", "1")
    assert ran.code == 0, ran
    assert [line.split(":")[0] for line in ran.out.splitlines() if not line.startswith(" ")][:2] == ["fast", "probe"]
    assert ran.out.count("95 %") == 2


def test_modules_in_the_user_s_folder_are_not_ours(tmp_path: Path) -> None:
    (tmp_path / "harness.py").write_text("raise SystemExit('another harness')")
    write_puzzle(Grid(("##", "#.")).puzzle(), tmp_path / "corner.non")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "crossword").write_text(
        "if __name__ == '__main__':\n    from harness.cli import main\n    raise SystemExit(main())"
    )
    command = (sys.executable, "bin/crossword", "regress", "corner.non", "--jobs", "2", "--solver-only")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done


@pytest.mark.parametrize(("is_unique", "code"), [("true", 0), ("false", 1)])
def test_another_program_is_held_against_ours(is_unique: str, code: int, tmp_path: Path) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(f'{{"solutions": [["##", "#."]], "unique": {is_unique}}}', encoding="utf-8")
    write_puzzle(Grid(("##", "#.")).puzzle(), tmp_path / "corner.non")
    script = f'assert "rows:" in open(r"{{file}}").read(); print(open(r"{answer}").read())'
    against = f"'{sys.executable}' -c '{script}'"
    command = ("regress", str(tmp_path / "corner.non"), "--against", against, "--jobs", "1")
    ran = run_cli(*command, "--against-format", "puzzle.txt")
    assert (ran.code, "not the only one" in ran.out) == (code, bool(code))


def test_a_predicate_of_ones_own_is_asked(tmp_path: Path) -> None:
    write_puzzle(Grid(("#####", "..###", "#.#.#", "..#..")).puzzle(), tmp_path / "all.non")
    ran = run_cli("shrink", str(tmp_path / "all.non"), "--predicate", "grep -qx '1 1 1' {file}", "--format", "mk")
    assert ran.code == 0, ran
    assert re.fullmatch(r"5×4, 12 black → 5×1, 3 black after \d+ trials\n", ran.err), "one line, but on a terminal"
    assert "\n1,1,1\n" in ran.out
