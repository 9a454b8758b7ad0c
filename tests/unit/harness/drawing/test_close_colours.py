"""Colours that are hard to tell apart have letters on a terminal."""

from rich.cells import cell_len

from harness.drawing.colour_terminal import render_colour_blocks, render_colours
from harness.formats import read_any
from harness.puzzle import Colour, Grid, Palette
from tests.cli_runner import ROOT

REDS = Palette((Colour("r", (255, 0, 0)), Colour("s", (230, 20, 20)), Colour("k", (0, 0, 0))))
GRID = Grid(("rsk", "?.r"))


def test_letters_stand_on_the_close_colours_alone() -> None:
    assert render_colours(GRID, REDS).plain == "r s   \n▒▒  r "


def test_letters_can_be_read_on_their_colour() -> None:
    dark = Palette((Colour("d", (0, 0, 90)), Colour("e", (0, 0, 100)), Colour("y", (255, 255, 0))))
    styles = [str(span.style) for span in render_colours(Grid(("de",)), dark).spans]
    assert styles == ["#ffffff on #00005a", "#ffffff on #000064"]


def test_a_colour_near_the_background_has_its_letter() -> None:
    assert Palette((Colour("w", (250, 250, 250)), Colour("k", (0, 0, 0)))).close_keys == {"w"}


def test_wide_keys_take_no_more_room() -> None:
    wide = Palette((Colour("赤", (255, 0, 0)), Colour("s", (230, 20, 20))))
    lines = render_colours(Grid(("赤s", "ss")), wide).plain.splitlines()
    assert [cell_len(line) for line in lines] == [4, 4]


def test_colours_far_apart_are_drawn_as_before() -> None:
    far = Palette((Colour("r", (255, 0, 0)), Colour("k", (0, 0, 0))))
    grid = Grid(("rk", "k."))
    assert render_colours(grid, far) == render_colour_blocks(grid, far)


def test_the_sample_in_colour_needs_no_letters() -> None:
    palette = read_any(ROOT / "puzzles" / "tulips.g").palette
    assert palette is not None
    assert palette.close_keys == frozenset()
