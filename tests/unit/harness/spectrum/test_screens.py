"""Spectrum screens judged as the eye sees them, and crosswords drawn as screens."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.errors import FormatError
from harness.puzzle import Grid
from harness.spectrum.reader import read_solving_screen
from harness.spectrum.screens import build_grid_screen, build_picture_screen, judge_picture, picture_size, read_screen
from pyspectrum.screen import Screen
from pyspectrum.tape import Tape, code_blocks, screen_blocks
from tests.marks import examples

pictures = st.tuples(st.integers(1, 62), st.integers(1, 42)).flatmap(
    lambda size: st.lists(
        st.text(alphabet="#.", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
    ).map(lambda rows: Grid(tuple(rows)))
)
STEP = Grid(("#..", "##.", "###"))


def with_attributes(screen: bytes, attribute: int) -> bytes:
    return screen[:6144] + bytes([attribute]) * 768


def inverted(screen: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in screen[:6144]) + screen[6144:]


@settings(max_examples=examples(50))
@given(pictures)
def test_a_picture_comes_back_from_its_screen(grid: Grid) -> None:
    screen = Screen(build_picture_screen(grid))
    assert judge_picture(screen, grid.width, grid.height) == grid


@settings(max_examples=examples(50))
@given(pictures)
def test_the_grid_view_is_what_the_program_shows(grid: Grid) -> None:
    reading = read_solving_screen(Screen(build_grid_screen(grid)), grid.width, grid.height)
    assert reading.grid == grid


@pytest.mark.parametrize(
    ("attribute", "dark_is_ink"),
    [
        (0b00_111_000, True),  # black ink on white paper
        (0b00_000_111, False),  # white ink on black paper
        (0b01_111_000, True),  # BRIGHT
        (0b10_111_000, True),  # FLASH
        (0b11_110_001, True),  # blue on yellow, BRIGHT and FLASH
        (0b00_010_101, False),  # cyan ink on red paper
    ],
)
def test_the_darker_colour_of_a_square_is_black(attribute: int, dark_is_ink: bool) -> None:
    drawn = build_picture_screen(STEP)
    data = with_attributes(drawn if dark_is_ink else inverted(drawn), attribute)
    assert judge_picture(Screen(data), 3, 3) == STEP


@pytest.mark.parametrize(("colour", "sign"), [(0, "#"), (1, "#"), (3, "#"), (4, "."), (7, ".")])
def test_a_square_of_one_colour_is_judged_against_mid_grey(colour: int, sign: str) -> None:
    data = with_attributes(build_picture_screen(STEP), colour << 3 | colour)
    assert judge_picture(Screen(data), 2, 1).rows == (sign * 2,)


class TestReading:
    def test_all_sizes_of_files(self) -> None:
        whole = build_picture_screen(STEP)
        black_paper = inverted(with_attributes(whole, 7))
        plus3 = b"PLUS3DOS\x1a" + bytes(119) + whole
        on_tape = Tape((*code_blocks("else", bytes(10), 30000), *screen_blocks("pic", whole))).to_bytes()
        for data in (whole, plus3, on_tape, black_paper, black_paper[:6144], black_paper[:2048]):
            assert judge_picture(read_screen(data, "x.scr").screen, 3, 3) == STEP

    def test_a_third_goes_onto_the_tape_as_it_was(self) -> None:
        assert len(read_screen(bytes(2048), "x").tape_bytes) == 2048
        assert len(read_screen(bytes(6144), "x").tape_bytes) == 6912

    @pytest.mark.parametrize("size", [0, 1, 2047, 6911, 7040, 49152])
    def test_other_sizes_are_refused(self, size: int) -> None:
        with pytest.raises(FormatError, match=r"x\.scr: .*SCREEN\$"):
            read_screen(bytes(size), "x.scr")

    def test_a_tape_without_a_screen_is_refused(self) -> None:
        data = Tape(code_blocks("code", bytes(100), 30000)).to_bytes()
        with pytest.raises(FormatError, match="no SCREEN"):
            read_screen(data, "x.tap")


class TestBox:
    def test_reaches_from_the_corner_to_the_last_dot(self) -> None:
        grid = Grid(("....", ".#..", "...."))
        assert picture_size(Screen(build_picture_screen(grid)), "x") == (2, 2)

    def test_works_for_white_on_black(self) -> None:
        data = with_attributes(build_picture_screen(Grid(("#..#", "....", "..#."))), 7)
        assert picture_size(Screen(data), "x") == (4, 3)

    def test_refuses_an_empty_screen(self) -> None:
        with pytest.raises(FormatError, match="empty"):
            picture_size(Screen(build_picture_screen(Grid((".",)))), "x")

    def test_refuses_what_is_too_large(self) -> None:
        with pytest.raises(FormatError, match="63×1"):
            picture_size(Screen(build_picture_screen(Grid(("#" * 63,)))), "x")


def test_a_grid_that_the_view_has_no_room_for_is_refused() -> None:
    build_grid_screen(Grid(("." * 62,) * 42))
    for size, grid in (("63×1", Grid(("." * 63,))), ("1×43", Grid((".",) * 43))):
        with pytest.raises(FormatError, match=f"{size} cells do not fit the Spectrum's screen"):
            build_grid_screen(grid)
