"""Pictures as puzzle files: text rows, PBM, PNG/GIF/BMP, Spectrum screens and tapes."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.errors import FormatError
from harness.formats import Source, build_puzzle, detect_format, parse_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.screens import judge_picture
from pyspectrum.screen import Screen
from tests import strategies
from tests.marks import examples
from tests.unit.harness.formats.refused import refusal

STEP = Grid(("#..", "##.", "###"))


def goal_of(data: str | bytes, name: str = "x") -> Grid | None:
    return parse_puzzle(data, name).goal


class TestTextRows:
    @pytest.mark.parametrize(
        "text", ["#..\n##.\n###\n", "100\n110\n111", "\n  #..\n  ##.\n  ###\n\n", "#..\r\n##.\r\n###"]
    )
    def test_read(self, text: str) -> None:
        assert goal_of(text) == STEP


class TestPbm:
    def test_plain(self) -> None:
        assert goal_of("P1\n# step\n3 3\n1 0 0\n1 1 0\n1 1 1\n") == STEP
        assert goal_of("P1 3 # wide\n3 100110111") == STEP

    def test_raw(self) -> None:
        assert goal_of(b"P4\n3 3\n\x80\xc0\xe0") == STEP
        assert goal_of(b"P4 #c\n3 3\n\x9f\xdf\xff") == STEP  # the bits that fill up a byte mean nothing
        assert goal_of(b"P4\n9 1\n\x80\x80") == Grid(("#.......#",))

    def test_written(self) -> None:
        assert build_puzzle(STEP.puzzle(), "pbm") == b"P4\n3 3\n\x80\xc0\xe0"
        assert build_puzzle(STEP.puzzle(), "pbm-plain") == b"P1\n3 3\n100\n110\n111\n"
        long_row = Grid(("#" * 150,)).puzzle()
        assert max(map(len, build_puzzle(long_row, "pbm-plain").splitlines())) == 70


class TestImages:
    def test_a_pixel_is_a_cell_even_in_a_large_picture(self) -> None:
        grid = Grid(("#" * 99 + ".",) * 80)
        assert goal_of(build_puzzle(grid.puzzle(), "png"), "x.png") == grid

    def test_a_text_that_begins_like_a_bmp_is_none(self) -> None:
        assert "not a puzzle in any known format" in refusal("BM, a text")

    def test_a_picture_cannot_be_written_without_one(self) -> None:
        with pytest.raises(FormatError, match="png stores a picture and this puzzle has only clues; solve it first"):
            build_puzzle(Puzzle(((1,),), ((1,),)), "png")


class TestScreens:
    @settings(max_examples=4)
    @given(grid=strategies.grids(max_width=62, max_height=42))
    @example(grid=Grid((".#", "..")))
    def test_one_pixel_a_cell(self, grid: Grid) -> None:
        data = build_puzzle(grid.puzzle(), "scr")
        assert detect_format(Source("x", data)).name == "scr"
        assert judge_picture(Screen(data), grid.width, grid.height) == grid
        if str(grid).count("#"):
            drawn = [y for y, row in enumerate(grid.rows) if "#" in row]
            left, right = min(grid.rows[y].find("#") for y in drawn), max(grid.rows[y].rfind("#") for y in drawn)
            cropped = [row[left : right + 1] for row in grid.rows[drawn[0] : drawn[-1] + 1]]
            assert goal_of(data) == Grid(tuple(cropped))
        else:
            assert "empty" in refusal(data, "x")

    def test_larger_than_a_screen(self) -> None:
        with pytest.raises(FormatError, match=r"do not fit the Spectrum's screen; it has 256×192"):
            build_puzzle(Grid(("#",) * 193).puzzle(), "scr")
        assert len(build_puzzle(Grid(("#" * 256,) * 192).puzzle(), "scr")) == 6912

    @settings(max_examples=examples(30))
    @given(st.integers(0), st.sampled_from([b"", b"P4 ", b"BM", b"GIF89a", b"\x13\0\0"]))
    def test_the_name_tells_a_screen_from_what_it_happens_to_begin_like(self, seed: int, begin: bytes) -> None:
        data = begin + random.Random(seed).randbytes(6912 - len(begin))
        assert detect_format(Source("x.scr", data)).name == "scr"
