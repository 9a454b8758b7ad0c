"""``picture``: a screen on the tape, menu 3, menu 4, and the puzzle read off the screen."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.puzzle import Grid
from harness.spectrum.play import PicturePlayed, play_picture
from harness.spectrum.screens import Canvas, build_picture_screen
from tests.cli_runner import Ran, assert_failed_after_answer, run_cli

RING = Grid(("###", "#.#", "###"))
SQUARE_OF_TWO = Grid(("#..", "...", "..#"))


def screen_file(folder: Path, grid: Grid) -> str:
    """A screen in black on white."""
    path = folder / "drawing.scr"
    path.write_bytes(build_picture_screen(grid)[:6144] + bytes([56]) * 768)
    return str(path)


def picture(*arguments: str) -> Ran:
    return run_cli("picture", *arguments, "--tape", "crossword-turbo.tap")


@pytest.mark.parametrize("ending", ["txt", "pbm", "scr", "rofl"])
def test_a_picture_becomes_a_file(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"ring.{ending}"
    ran = picture(screen_file(tmp_path, RING), "--out", str(out))
    assert ran.code == 0, ran.err
    assert "unique: it solves without a question\n" in ran.out
    assert ran.out.splitlines()[-1].startswith(f"{out}: ")
    back = run_cli("convert", str(out), "-", "--to", "text")
    assert RING.puzzle().has_clues_of(Grid(tuple(back.out.split())).puzzle())


def test_a_picture_that_is_not_unique_is_no_rofl(tmp_path: Path) -> None:
    out = tmp_path / "two.rofl"
    ran = picture(screen_file(tmp_path, SQUARE_OF_TWO), "--out", str(out))
    assert_failed_after_answer(ran, "not a puzzle with one solution")
    assert ran.out.startswith("X.o\n...\no.X\n"), "the cells that differ are marked"
    assert "not unique: two solutions differ" in ran.out
    assert not out.exists()


def test_the_part_and_the_time_for_a_second_solution_may_be_given(tmp_path: Path) -> None:
    path = screen_file(tmp_path, SQUARE_OF_TWO)
    ran = picture(path, "--crop", "0,0,3,4", "--timeout", "0", "--json")
    assert (ran.code, ran.json["unique"], ran.json["agrees"]) == (4, None, True)
    assert (ran.json["width"], ran.json["height"]) == (3, 4)


def test_a_program_that_reads_the_picture_and_solves_it_wrongly_does_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a tape with a fault in its solver would."""

    def solved_wrongly(*arguments: Any) -> PicturePlayed:
        return replace(play_picture(*arguments), grid=Grid((".#.", "###", ".#.")))

    monkeypatch.setattr("harness.spectrum.play.play_picture", solved_wrongly)
    ran = picture(screen_file(tmp_path, RING), "--json")
    assert (ran.code, ran.json["agrees"]) == (1, False)


def test_a_drawing_in_the_middle_is_moved_to_the_corner(tmp_path: Path) -> None:
    rows = ["." * 101] * 77 + ["." * 101 + row for row in RING.rows]
    path = screen_file(tmp_path, Grid(tuple(row.ljust(104, ".") for row in rows)))
    ran = picture(path, "--json")
    assert (ran.code, ran.json["agrees"], ran.json["solutions"]) == (0, True, [list(RING.rows)])
    assert ran.err.startswith(f"note: {path}: a pixel a cell, 3×3, from (101,77); ")
    ran = picture(path, "--crop", "102,77,2,3", "--json")
    assert (ran.code, ran.json["solutions"]) == (0, [["##", ".#", "##"]])


@pytest.mark.parametrize("kind", ["squares", "colours", "light"])
def test_the_cells_of_a_screen_are_played_a_pixel_each(tmp_path: Path, kind: str) -> None:
    """The program's own Test picture sees no squares."""
    drawing = Grid(("#.#.#.", ".#.#.#", "#.#.##", "######"))
    canvas = Canvas(7 if kind == "light" else 56)
    for y, row in enumerate(drawing.rows):
        for x in range(6):
            if row[x] == "#" and kind == "colours":
                canvas.colour(3 + y, 4 + x, 0o20)
            elif row[x] == "#":
                canvas.fill(33 + 5 * x, 17 + 5 * y, 5, 5)
    path = tmp_path / "drawing.scr"
    path.write_bytes(canvas.data)
    ran = picture(str(path), "--json", *["--invert"] * (kind == "light"))
    assert (ran.code, ran.json["agrees"]) == (0, True), ran.err
    assert drawing.puzzle().rows == tuple(map(tuple, ran.json["rows"]))
    assert ran.json["solutions"] == [list(drawing.rows)]


def test_a_screen_on_a_disk_is_named_by_its_number() -> None:
    ran = picture("tapes/crossword.trd#2", "--json")
    assert (ran.code, ran.json["width"], ran.json["agrees"]) == (0, 15, True)
