"""Cells found in drawings: squares of any size, anywhere, in frames and between lines, by colours alone."""

import io
import random
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from PIL import Image, ImageDraw

from harness.errors import FormatError
from harness.formats import build_puzzle, parse_puzzle
from harness.formats.bitmaps import ImageOptions, image_bytes
from harness.formats.cells import pixels_of, read_picture
from harness.formats.lattice import find_lattice
from harness.puzzle import Grid
from harness.spectrum.screens import BLACK_INK_ON_WHITE, WHITE_INK_ON_BLACK, Canvas, build_grid_screen, seen_picture
from pyspectrum.screen import Screen
from tests import strategies
from tests.marks import examples

DUCK = Grid(
    (
        "..###.....",
        ".#####....",
        ".##.##....",
        "########..",
        ".#####....",
        "..####...#",
        "..########",
        ".########.",
        ".########.",
        "..######..",
        "....#.....",
        "...###....",
    )
)
NEGATIVE = DUCK.recoloured({"#": ".", ".": "#"})
SIZE = (256, 192)


def squares(side: int, left: int, top: int, *, inset: int = 0, grid: Grid = DUCK) -> Image.Image:
    """Squares in black on a white screen."""
    image = Image.new("L", SIZE, 255)
    for y, row in enumerate(grid.rows):
        for x, cell in enumerate(row):
            if cell == "#":
                near, far = (left + side * x + inset, top + side * y + inset), side - 1 - 2 * inset
                ImageDraw.Draw(image).rectangle((*near, near[0] + far, near[1] + far), fill=0)
    return image


def framed(image: Image.Image, side: int, left: int, top: int, gap: int, thick: int = 1) -> Image.Image:
    """The same with a frame around the cells, so far from them."""
    box = (left - gap - thick, top - gap - thick, left + 10 * side + gap + thick - 1, top + 12 * side + gap + thick - 1)
    ImageDraw.Draw(image).rectangle(box, outline=0, width=thick)
    return image


def ruled(image: Image.Image, side: int, left: int, top: int) -> Image.Image:
    """The same with lines between the cells."""
    draw = ImageDraw.Draw(image)
    for x in range(11):
        draw.line((left + side * x, top, left + side * x, top + 12 * side), fill=0)
    for y in range(13):
        draw.line((left, top + side * y, left + 10 * side, top + side * y), fill=0)
    return image


def dotted(image: Image.Image, *places: tuple[int, int]) -> Image.Image:
    for place in places:
        image.putpixel(place, 0)
    return image


def screen_of(image: Image.Image, attribute: int = BLACK_INK_ON_WHITE) -> bytes:
    """A SCREEN$ whose ink is what is black."""
    canvas = Canvas(attribute)
    for place, level in enumerate(image.tobytes()):
        if level == 0:
            canvas.plot(place % 256, place // 256)
    return canvas.data


def coloured(ink: int, paper: int, left: int = 3, top: int = 5) -> bytes:
    """Squares drawn by the colours of attributes alone, on a blank bitmap."""
    canvas = Canvas(paper)
    for y, row in enumerate(DUCK.rows):
        for x, cell in enumerate(row):
            if cell == "#":
                canvas.colour(top + y, left + x, ink)
    return canvas.data


OF_THE_DUCK: dict[str, tuple[Callable[[], bytes], str]] = {
    "4 pixels at the corner": (lambda: screen_of(squares(4, 0, 0)), "cells of 4 pixels, 10×12, from (0,0)"),
    "4 pixels elsewhere": (lambda: screen_of(squares(4, 101, 51)), "cells of 4 pixels, 10×12, from (101,51)"),
    "8 pixels off by 3 and 5": (lambda: screen_of(squares(8, 3, 5)), "cells of 8 pixels, 10×12, from (3,5)"),
    "3 pixels": (lambda: screen_of(squares(3, 50, 50)), "cells of 3 pixels"),
    "in a frame": (lambda: screen_of(framed(squares(7, 20, 20), 7, 20, 20, 0)), "10×12, from (20,20), in a frame"),
    "in a thick frame": (lambda: screen_of(framed(squares(4, 99, 60), 4, 99, 60, 1, 3)), "4 pixels, 10×12, from"),
    "8 pixels between lines": (lambda: screen_of(ruled(squares(8, 9, 9), 8, 9, 9)), "cells of 8 pixels, 10×12"),
    "small squares between lines, framed": (
        lambda: screen_of(framed(ruled(squares(8, 40, 30, inset=2), 8, 40, 30), 8, 40, 30, 4, 2)),
        "cells of 8 pixels, 10×12",
    ),
    "squares apart": (lambda: screen_of(squares(6, 31, 17, inset=1)), "cells of 6 pixels, 10×12"),
    "red on yellow": (lambda: coloured(0o20, 0o60), "cells of 8 pixels, 10×12, from (24,40)"),
    "blue on red": (lambda: coloured(0o10, 0o20), "cells of 8 pixels"),
    "green on white": (lambda: coloured(0o47, 0o70), "cells of 8 pixels"),
    "8 pixels and a stray": (
        lambda: screen_of(dotted(squares(8, 8, 8), (250, 180))),
        "1 pixel(s) standing alone at (250,180); not read as cells\nx.scr: cells of 8 pixels, 10×12, from (8,8)",
    ),
    "a block drawn too high": (
        lambda: screen_of(dotted(squares(8, 8, 8), *((x, 15) for x in range(16, 24)))),
        "cells of 8 pixels, 10×12",
    ),
    "a pixel a cell": (lambda: screen_of(squares(1, 77, 101)), "a pixel a cell, 10×12, from (77,101)"),
}
SCREENS = {kind: (build, DUCK, note) for kind, (build, note) in OF_THE_DUCK.items()} | {
    "white on black": (lambda: screen_of(squares(4, 7, 9), WHITE_INK_ON_BLACK), NEGATIVE, "lighter than its ground"),
    "yellow on blue": (lambda: coloured(0o60, 0o10), NEGATIVE, "lighter than its ground"),
    "2 pixels": (
        lambda: screen_of(squares(2, 0, 0)),
        Grid(tuple("".join(2 * cell for cell in row) for row in DUCK.rows for _ in "12")),
        "all its edges lie 2 pixels apart; if a cell has 2×2 pixels, add --cell 2",
    ),
    "a pixel a cell and a stray": (
        lambda: screen_of(dotted(squares(1, 0, 0), (20, 30))),
        Grid((*(row + "." * 11 for row in DUCK.rows), *["." * 21] * 18, "." * 20 + "#")),
        "1 pixel(s) standing alone at (20,30); --ignore-strays leaves out what stands alone",
    ),
}


@pytest.mark.parametrize("kind", SCREENS)
def test_a_screen_is_the_picture_that_was_meant(kind: str, told: list[str]) -> None:
    build, meant, note = SCREENS[kind]
    assert parse_puzzle(build(), "x.scr").goal == meant
    assert note in "\n".join(told)
    if cell := re.search(r"cells of (\d+) pixels", note):  # as another picture, too
        told.clear()
        photo = pixels_of(seen_picture(Screen(build()))).resize((768, 576))
        assert read_picture(Image.open(io.BytesIO(image_bytes(photo, "jpeg"))), "x.jpg").grid == meant
        assert f"cells of {3 * int(cell[1])} pixels" in "\n".join(told)


@settings(max_examples=examples(20))
@given(grid=strategies.grids(max_width=62, max_height=42))
@example(grid=Grid(("#",)))
@example(grid=Grid(("##..##..####", "##..##..####") * 4))
def test_own_pictures_come_back_in_every_view(grid: Grid) -> None:
    for kind in ("png", "gif", "bmp"):
        assert parse_puzzle(build_puzzle(grid.puzzle(), kind), f"x.{kind}").goal == grid
        shown = image_bytes(Screen(build_grid_screen(grid)).image(), kind)
        assert parse_puzzle(shown, f"x.{kind}").goal == grid
    assert parse_puzzle(build_grid_screen(grid), "x.scr").goal == grid


def test_drawings_of_a_pixel_a_cell_have_no_squares() -> None:
    """Blots whose edges lie anywhere, and the same with edges 2 apart."""
    lot = random.Random(69)
    for _ in range(200):
        width, height, coarse = lot.randint(1, 40), lot.randint(1, 40), lot.choice((1, 2, 3, 5))
        noise = Image.frombytes("L", (12, 12), lot.randbytes(144)).resize((width // coarse + 2, height // coarse + 2))
        blots = noise.resize((width, height), Image.Resampling.BICUBIC).point(lambda level: 255 * (level > 128))
        assert find_lattice(blots) is None
        assert find_lattice(blots.resize((2 * width, 2 * height))) is None


def read(image: Image.Image, **options: object) -> Grid:
    return read_picture(image, "x", ImageOptions(**options), screen=True).grid  # type: ignore[arg-type]


def test_a_size_is_that_of_the_puzzle(told: list[str]) -> None:
    drawn = squares(4, 101, 51)
    assert read(drawn, width=10, height=12) == DUCK
    with pytest.raises(FormatError, match=r"x: its squares of 4 pixels make 10×12 cells, not 20×12; leave --width"):
        read(drawn, width=20)
    assert read(drawn, width=20, cell=1).puzzle().has_clues_of(read(drawn, cell=2).puzzle())
    assert read(squares(2, 9, 9), width=10) == read(squares(2, 9, 9), cell=2) == DUCK
    told.clear()
    tall = Image.effect_mandelbrot(SIZE, (-2, -1.5, 1, 1.5), 30)
    assert read(tall, height=30).height == 30
    assert "pixels, scaled to " in told[-1]
    with pytest.raises(FormatError, match=r"and no squares that could be its cells; --cell N says how many pixels"):
        read(tall)


def test_a_part_is_cropped_in_pixels(told: list[str]) -> None:
    assert read(squares(1, 7, 9), crop=(7, 9, 4, 3)) == Grid(tuple(row[:4] for row in DUCK.rows[:3]))
    assert read(squares(4, 101, 51), crop=(101, 51, 40, 24)) == Grid(DUCK.rows[:6])
    assert read(squares(4, 101, 51), crop=(100, 50, 60, 60)) == DUCK
    assert "cells of 4 pixels, 10×12, from (101,51)" in told[-1]
    for crop, error in {(0, 0, 5, 5): "this part of the picture is empty", (250, 0, 7, 5): "it has 256×192"}.items():
        with pytest.raises(FormatError, match=error):
            read(squares(1, 100, 100), crop=crop)


def test_strays_are_left_out_if_asked(told: list[str]) -> None:
    image = dotted(squares(1, 0, 0), (250, 180), (249, 20))
    assert read(image, ignore_strays=True) == DUCK
    assert told == []
    with pytest.raises(FormatError, match="251×181 pixels"):
        read(image)
    assert "2 pixel(s) standing alone at (249,20), (250,180); --ignore-strays" in told[0]


def test_squares_in_colour_keep_their_colours() -> None:
    image = squares(5, 12, 9).convert("RGB")
    for x in range(12, 62):
        for y in range(9, 30):
            if image.getpixel((x, y)) == (0, 0, 0):
                image.putpixel((x, y), (255, 255, 0))  # as light as paper
    read = read_picture(image, "x", colours=3)
    assert [colour.rgb for colour in read.palette.colours] == [(0, 0, 0), (255, 255, 0)]
    upper, lower = Grid(DUCK.rows[:4]).recoloured({"#": "b"}), Grid(DUCK.rows[4:]).recoloured({"#": "a"})
    assert read.grid.rows[:4] == upper.rows
    assert read.grid.rows[5:] == lower.rows[1:]


def test_a_picture_of_whole_squares_keeps_its_margin() -> None:
    image = squares(4, 4, 8).crop((0, 0, 48, 64))
    grid = read_picture(image, "x.png").grid
    assert (grid.width, grid.height) == (12, 16)
    assert parse_puzzle(image_bytes(squares(4, 40, 40), "png"), "x.png").goal == DUCK  # on a larger sheet it does not


def test_an_empty_screen_is_rejected() -> None:
    with pytest.raises(FormatError, match=r"x\.scr: the screen is empty; draw something on it"):
        parse_puzzle(Canvas().data, "x.scr")


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_a_wholly_transparent_picture_is_told(mode: str, told: list[str]) -> None:
    sheet = Image.new(mode, (3, 2), 0)
    file = io.BytesIO()
    sheet.save(file, "PNG", **({"transparency": 0} if mode == "P" else {}))
    assert parse_puzzle(file.getvalue(), "x.png").goal == Grid(("...", "..."))
    assert told == ["x.png: the picture is wholly transparent; every cell of it is white"]


@pytest.mark.parametrize(("rows", "notes"), [(("#.", ".#"), 0), (("#",), 0), (("##.", "##."), 1), (("..", "##"), 1)])
def test_a_screen_that_loses_the_blank_lines_around_a_picture_says_so(
    rows: tuple[str, ...], notes: int, told: list[str]
) -> None:
    build_puzzle(Grid(rows).puzzle(), "scr")
    assert told == ["a screen does not keep the blank lines around a picture; --view grid keeps them"] * notes
