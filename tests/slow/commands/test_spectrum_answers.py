"""The Spectrum's answers, as the commands print and write them; and the keys of JSON.

docs/json.md: each command prints the keys that its table has, and no other; one key has one form.
"""

import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from harness.formats import parse_puzzle, read_puzzle
from harness.formats.cells import drawn_on_screen
from harness.puzzle import Grid
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.play import play_picture
from harness.spectrum.screens import read_screen, seen_picture
from tests.cli_runner import ROOT, assert_failed_after_answer, run_cli
from tests.e2e.test_convert import RING, file_of, negative, screen
from tests.strategies import NO_SHRINKING

TEXT = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^## `([\w -]+)`\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE)
TURBO = ("--tape", "crossword-turbo.tap")
TWO_DOTS = screen(Grid(("#.", ".#")))


def keys_of(table: str) -> set[str]:
    """The keys in the first column of a table."""
    rows = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`(\w+)`", row)}


def described(command: str) -> list[set[str]]:
    """The keys in each table of a command."""
    (text,) = (text for name, text in TABLES if name == command)
    return [keys_of(table) for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]


def test_the_keys_of_run() -> None:
    whole, counted = described("run")
    plain = run_cli("run", "puzzles/two-solutions.txt", "--json", *TURBO).json
    assert set(plain) == whole
    assert (plain["unique"], plain["agrees"], plain["outcome"]) == (None, True, "many-variants")
    value = run_cli("run", "puzzles/two-solutions.txt", "--json", "--count", *TURBO).json
    assert set(value) == whole - {"outcome", "solutions", "branches"} | counted
    assert value["count"] == 2


def test_the_keys_of_the_tree_of_variants() -> None:
    keys = keys_of(TEXT.partition("## The tree of variants")[2].partition("\n## ")[0])
    branches = run_cli("run", "puzzles/two-solutions.txt", "--json", "--on-branch", "all", *TURBO).json["branches"]
    assert {frozenset(branch) for branch in branches} == {frozenset(keys)}


def test_the_keys_of_check() -> None:
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


def test_the_keys_of_profile_and_regress() -> None:
    (keys,) = described("run --profile")
    assert set(run_cli("run", "puzzles/one-cell.txt", "--profile", "--json", *TURBO).json) == keys
    (keys,) = described("regress")
    assert set(run_cli("regress", "puzzles/one-cell.txt", "--solver-only", "--jobs", "1", "--json").json) == keys


def test_picture_tells_cells_as_check_does(tmp_path: Path) -> None:
    """Counted from 1, each by its row and its column."""
    name = file_of(tmp_path, "two.scr", TWO_DOTS)
    value = run_cli("picture", name, "--json", *TURBO).json
    run, _ = described("run")
    (besides,) = described("picture")
    assert set(value) == run - {"branches"} | besides
    cells = [{"row": row, "column": column} for row in (1, 2) for column in (1, 2)]
    assert value["differing_cells"] == cells
    run_cli("picture", name, "--out", str(tmp_path / "two.txt"))
    assert run_cli("check", str(tmp_path / "two.txt"), "--json").json["differing_cells"] == cells


def test_the_answer_is_not_lost_when_its_screen_or_its_puzzle_cannot_be_written(tmp_path: Path) -> None:
    ran = run_cli("run", "puzzles/heart.txt", "--png", "/dev/full", "--json", *TURBO)
    assert_failed_after_answer(ran, "/dev/full")
    assert ran.json["agrees"] is True
    (tmp_path / "full.non").symlink_to("/dev/full")
    name = file_of(tmp_path, "two.scr", TWO_DOTS)
    ran = run_cli("picture", name, "--out", str(tmp_path / "full.non"), *TURBO)
    assert_failed_after_answer(ran, "full.non", "No space left")


def test_the_next_step_after_a_picture_is_told(tmp_path: Path) -> None:
    file_of(tmp_path, "two.scr", TWO_DOTS)
    ran = run_cli("picture", "two.scr", "--out", "two.txt", *TURBO, cwd=tmp_path)
    assert ran.out.splitlines()[-2:] == [
        "two.txt: puzzle.txt, 2×2 cells",
        "check two.txt finds the smallest change that leaves one solution",
    ]
    assert run_cli("check", "two.txt", "--quiet", cwd=tmp_path).code == 1


class TestAgreement:
    """``picture`` lets the Spectrum judge; ``convert`` must come to the same puzzle."""

    @pytest.mark.parametrize(
        ("attribute", "inverse"),
        [(0b00_111_000, False), (0b00_000_111, True), (0b11_110_001, False), (0b01_010_110, True)],
    )
    def test_on_drawings(self, tmp_path: Path, attribute: int, inverse: bool) -> None:
        """The rest of the paper is dark where the drawing is the inverse: there the part must be given."""
        name = file_of(tmp_path, "x.scr", screen(negative(RING) if inverse else RING, attribute))
        sizes = ("--crop", "0,0,7,6") if inverse else ()
        converted, played = tmp_path / "c.txt", tmp_path / "p.txt"
        assert run_cli("convert", name, str(converted), *sizes).code == 0
        assert run_cli("picture", name, "--out", str(played), *sizes).code == 0
        assert read_puzzle(converted).has_clues_of(read_puzzle(played))

    @settings(max_examples=3, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
    @given(st.integers(0), st.integers(1, 16), st.integers(1, 16), st.sampled_from([2048, 6144, 6912]))
    @example(5500, 7, 6, 6912)  # the part is of one colour
    def test_on_any_screen(self, tmp_path: Path, seed: int, width: int, height: int, size: int) -> None:
        data = random.Random(seed).randbytes(size)
        name, out = file_of(tmp_path, "any.scr", data), tmp_path / "any.txt"
        ran = run_cli("convert", name, str(out), "--crop", f"0,0,{width},{height}", "--cell", "1", "--force")
        played = play_picture(read_screen(data, name), width, height, build_tape(EDITIONS[0])).puzzle
        if ran.code:
            assert "this part of the picture is empty" in ran.err
            assert {*played.rows} in ({()}, {(width,)})
        else:
            assert played.has_clues_of(read_puzzle(out))

    def test_on_the_size_of_the_drawing(self, tmp_path: Path) -> None:
        grid = Grid(("....", ".#.#", "..#."))
        for data in (screen(grid), screen(negative(grid), 7)[:2048]):
            name = file_of(tmp_path, "x.scr", data)
            box = drawn_on_screen(seen_picture(read_screen(data, name).screen), name).size
            ran = run_cli("convert", name, "-", "--to", "dat")
            puzzle = parse_puzzle(ran.out, "x.dat")
            assert (puzzle.width, puzzle.height) == box
