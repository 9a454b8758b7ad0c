"""Pictures reduced to a few colours."""

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from harness.errors import FormatError, PuzzleError
from harness.formats.bitmaps import ImageOptions, build_colour_image
from harness.formats.quantise import quantise_image
from harness.puzzle import Grid
from harness.puzzle.palette import Colour, Palette, Rgb
from tests.marks import examples

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 255)
PALETTE = Palette((Colour("r", RED), Colour("g", GREEN), Colour("b", BLUE)))


def png_of(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def looks_of(grid: Grid, palette: Palette) -> list[list[Rgb]]:
    return [[palette.rgb(cell) for cell in row] for row in grid.rows]


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_few_colours_stay_as_they_are(data: st.DataObject) -> None:
    width = data.draw(st.integers(1, 8))
    row = st.text(alphabet=".rgb", min_size=width, max_size=width)
    grid = Grid(tuple(data.draw(st.lists(row, min_size=1, max_size=8))))
    picture = quantise_image(build_colour_image(grid, PALETTE, "png"), "x.png", 4)
    assert looks_of(picture.grid, picture.palette) == looks_of(grid, PALETTE)
    assert not picture.was_scaled
    picture.grid.puzzle(picture.palette).check()


@pytest.mark.parametrize("dither", [False, True])
@pytest.mark.parametrize("colours", [2, 3, 5, 9])
def test_many_colours_become_few(colours: int, dither: bool) -> None:
    source = random.Random(2)
    image = Image.new("RGB", (40, 30))
    image.putdata([(source.randrange(256), source.randrange(256), source.randrange(256)) for _ in range(1200)])
    picture = quantise_image(png_of(image), "x.png", colours, ImageOptions(fit=None, dither=dither))
    assert 2 <= len(picture.palette.colours) + 1 <= colours
    assert set("".join(picture.grid.rows)) <= {".", *picture.palette.keys}


def test_shades_go_to_the_colour_they_are_nearest_to() -> None:
    near_red, near_blue = (250, 10, 5), (10, 5, 240)
    image = Image.new("RGB", (6, 1), WHITE)
    image.putdata([WHITE, RED, near_red, near_blue, BLUE, WHITE])
    picture = quantise_image(png_of(image), "x.png", 3)
    assert picture.grid.rows[0] in (".aabb.", ".bbaa.")


def test_the_background_is_what_lies_along_the_edge() -> None:
    image = Image.new("RGB", (12, 12), GREEN)
    image.paste(WHITE, (1, 1, 11, 11))
    picture = quantise_image(png_of(image), "x.png", 4)
    assert picture.palette.background == GREEN
    assert picture.grid[5] == "." + "a" * 10 + "."


def test_scaling_keeps_a_flat_pictures_colours() -> None:
    grid = Grid(("....", ".rg.", ".bb.", "...."))
    small = Image.open(io.BytesIO(build_colour_image(grid, PALETTE, "png"))).convert("RGB")
    large = png_of(small.resize((41, 39), Image.Resampling.NEAREST))
    picture = quantise_image(large, "x.png", 4, ImageOptions(width=4, height=4))
    assert picture.was_scaled
    assert looks_of(picture.grid, picture.palette) == looks_of(grid, PALETTE)
    assert quantise_image(large, "x.png", 4, ImageOptions(fit=(10, 10))).grid.width == 10


def test_transparent_pixels_are_white() -> None:
    image = Image.new("RGBA", (3, 3), (0, 0, 0, 0))
    image.putpixel((1, 1), (255, 0, 0, 255))
    picture = quantise_image(png_of(image), "x.png", 2)
    assert (picture.palette.background, picture.grid.rows) == (WHITE, ("...", ".a.", "..."))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png(mode: str) -> None:
    image = Image.new(mode, (3, 2))
    picture = quantise_image(png_of(image), "x.png", 3)
    assert (picture.grid.width, picture.grid.height) == (3, 2)


def test_refusals() -> None:
    data = png_of(Image.new("RGB", (3, 2)))
    for colours in (1, 65):
        with pytest.raises(PuzzleError, match="choose 2 to 64"):
            quantise_image(data, "x.png", colours)
    with pytest.raises(FormatError, match=r"x\.png: not a picture"):
        quantise_image(b"no", "x.png", 4)
