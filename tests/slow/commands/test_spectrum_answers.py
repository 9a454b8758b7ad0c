"""The Spectrum's answers, as the commands print and write them."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from harness.formats import parse_puzzle, read_puzzle
from harness.puzzle import Grid
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.play import play_picture
from harness.spectrum.screens import picture_box, read_screen
from tests.cli_runner import assert_failed_after_answer, run_cli
from tests.e2e.test_convert import RING, file_of, negative, screen
from tests.strategies import NO_SHRINKING

TURBO = ("--tape", "crossword-turbo.tap")
TWO_DOTS = screen(Grid(("#.", ".#")))


def test_the_answer_is_put_into_words() -> None:
    assert "two solutions, 2×2: many variants\n" in run_cli("run", "puzzles/two-solutions.txt", *TURBO).out


def test_a_page_is_made_in_any_folder(tmp_path: Path) -> None:
    ran = run_cli("page", "puzzles/heart.txt", "--out", "pages", *TURBO, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "pages" / "index.html").is_file()


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
        """The rest of the paper is dark where the drawing is the inverse: there the sizes must be given."""
        name = file_of(tmp_path, "x.scr", screen(negative(RING) if inverse else RING, attribute))
        sizes = ("--width", "7", "--height", "6") if inverse else ()
        converted, played = tmp_path / "c.txt", tmp_path / "p.txt"
        assert run_cli("convert", name, str(converted), *sizes).code == 0
        assert run_cli("picture", name, "--out", str(played), *sizes).code == 0
        assert read_puzzle(converted).has_clues_of(read_puzzle(played))

    @settings(max_examples=3, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
    @given(st.integers(0), st.integers(1, 16), st.integers(1, 16), st.sampled_from([2048, 6144, 6912]))
    @example(5500, 7, 6, 6912)  # the part is of one colour
    def test_on_any_screen(self, tmp_path: Path, seed: int, width: int, height: int, size: int) -> None:
        data = random.Random(seed).randbytes(size)
        name, out = file_of(tmp_path, "any.scr", data), tmp_path / "any.txt"
        ran = run_cli("convert", name, str(out), "--width", str(width), "--height", str(height), "--force")
        played = play_picture(read_screen(data, name), width, height, build_tape(EDITIONS[0])).puzzle
        if ran.code:
            assert "this part of the screen is empty" in ran.err
            assert {*played.rows} in ({()}, {(width,)})
        else:
            assert played.has_clues_of(read_puzzle(out))

    def test_on_the_size_of_the_drawing(self, tmp_path: Path) -> None:
        grid = Grid(("....", ".#.#", "..#."))
        for data in (screen(grid), screen(negative(grid), 7)[:2048]):
            name = file_of(tmp_path, "x.scr", data)
            box = picture_box(read_screen(data, name).screen, name)[2:]
            ran = run_cli("convert", name, "-", "--to", "dat")
            puzzle = parse_puzzle(ran.out, "x.dat")
            assert (puzzle.width, puzzle.height) == box
