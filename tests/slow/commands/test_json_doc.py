"""docs/json.md: each command prints the keys that its table has, and no other; one key has one form."""

import re
from pathlib import Path

from tests.cli_runner import ROOT, run_cli

TEXT = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^## `([\w -]+)`\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
TURBO = ("--tape", "crossword-turbo.tap")


def keys_of(table: str) -> set[str]:
    """The keys in the first column of a table."""
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`(\w+)`", row)}


def described(command: str) -> list[set[str]]:
    """The keys in each table of a command."""
    (text,) = (text for name, text in TABLES if name == command)
    return [keys_of(table) for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]


def test_run() -> None:
    whole, counted = described("run")
    plain = run_cli("run", "puzzles/two-solutions.txt", "--json", *TURBO).json
    assert set(plain) == whole
    assert (plain["unique"], plain["agrees"], plain["outcome"]) == (None, True, "many-variants")
    value = run_cli("run", "puzzles/two-solutions.txt", "--json", "--count", *TURBO).json
    assert set(value) == whole - {"outcome", "solutions", "branches"} | counted
    assert value["count"] == 2


def test_the_tree_of_variants() -> None:
    keys = keys_of(TEXT.partition("## The tree of variants")[2].partition("\n## ")[0])
    branches = run_cli("run", "puzzles/two-solutions.txt", "--json", "--on-branch", "all", *TURBO).json["branches"]
    assert {frozenset(branch) for branch in branches} == {frozenset(keys)}


def test_check() -> None:
    (keys,) = described("check")
    for puzzle in ("car", "two-solutions", "contradiction"):
        value = run_cli("check", f"puzzles/{puzzle}.txt", "--json").json
        assert set(value) == keys - {"palette"}
        assert value["stopped"] is None
    assert set(run_cli("check", "puzzles/tulips.g", "--json").json) == keys


def test_check_names_its_limit_as_solve_does() -> None:
    checked, solved = (
        run_cli(command, "puzzles/winter.txt", "--timeout", "0", "--json").json for command in ("check", "solve")
    )
    assert checked["stopped"] == solved["stopped"] == "timeout"


def test_profile_and_regress() -> None:
    (keys,) = described("run --profile")
    assert set(run_cli("run", "puzzles/one-cell.txt", "--profile", "--json", *TURBO).json) == keys
    (keys,) = described("regress")
    assert set(run_cli("regress", "puzzles/one-cell.txt", "--solver-only", "--jobs", "1", "--json").json) == keys


def test_picture_tells_cells_as_check_does(tmp_path: Path) -> None:
    """Counted from 1, each by its row and its column."""
    screen = bytearray(6144) + bytes([0x38]) * 768  # black on white: two dots on a diagonal
    screen[0], screen[256] = 0x80, 0x40
    (tmp_path / "two.scr").write_bytes(screen)
    value = run_cli("picture", str(tmp_path / "two.scr"), "--json", *TURBO).json
    run, _ = described("run")
    (besides,) = described("picture")
    assert set(value) == run - {"branches"} | besides
    cells = [{"row": row, "column": column} for row in (1, 2) for column in (1, 2)]
    assert value["differing_cells"] == cells
    run_cli("picture", str(tmp_path / "two.scr"), "--out", str(tmp_path / "two.txt"))
    assert run_cli("check", str(tmp_path / "two.txt"), "--json").json["differing_cells"] == cells
