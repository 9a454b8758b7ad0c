"""Pictures of other computers made into cells: size, threshold, dithering, transparency, few colours, damage."""

import io
import random
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from harness.errors import FormatError, PuzzleError
from harness.formats.bitmaps import (
    MAX_PIXELS,
    ImageOptions,
    build_image,
    edges_kept,
    open_image,
    quantise_image,
    read_image,
)
from harness.puzzle import Grid
from harness.puzzle.palette import Colour, Palette, Rgb
from tests import strategies
from tests.cases import cases
from tests.house import ROOT
from tests.marks import examples

STEP = Grid(("#...", "##..", "###."))
KINDS = ("png", "gif", "bmp")


def file_of(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def ramp(width: int = 256, height: int = 4, mode: str = "L") -> Image.Image:
    """Grey from black at the left to white at the right."""
    image = Image.new("L", (width, height))
    image.putdata([x * 255 // (width - 1) for _ in range(height) for x in range(width)])
    return image.convert(mode)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "I;16"])
def test_every_mode_of_a_picture_is_understood(mode: str) -> None:
    grey = Image.new("L", (4, 3))
    grey.putdata([40 if cell == "#" else 220 for row in STEP.rows for cell in row])
    image = grey.point(lambda level: level * 257, "I").convert("I;16") if mode == "I;16" else grey.convert(mode)
    assert read_image(file_of(image), "x").grid == STEP


@pytest.mark.parametrize(("threshold", "black"), [(0, 0), (1, 1), (128, 128), (200, 200), (256, 256)])
def test_levels_below_the_threshold_are_black(threshold: int, black: int) -> None:
    picture = read_image(file_of(ramp(height=1)), "x", ImageOptions(fit=None, threshold=threshold))
    assert picture.grid.rows == ("#" * black + "." * (256 - black),)


class TestTransparency:
    @pytest.mark.parametrize(("threshold", "cell"), [(155, "."), (156, "#")])
    def test_half_transparent_black_is_grey(self, threshold: int, cell: str) -> None:
        data = file_of(Image.new("RGBA", (1, 1), (0, 0, 0, 100)))  # 155 on white
        assert read_image(data, "x", ImageOptions(threshold=threshold)).grid.rows == (cell,)

    def test_transparent_pixels_are_white(self) -> None:
        image = Image.new("RGBA", (3, 3), (0, 0, 0, 0))
        image.putpixel((1, 1), (255, 0, 0, 255))
        picture = quantise_image(file_of(image), "x.png", 2)
        assert (picture.palette.background, picture.grid.rows) == (WHITE, ("...", ".a.", "..."))
        image = Image.new("P", (2, 1))  # and so is the transparent colour of a GIF
        image.putpalette([0, 0, 0, 10, 10, 10])
        image.putpixel((1, 0), 1)
        assert read_image(file_of(image, "GIF", transparency=1), "x").grid.rows == ("#.",)


def test_of_an_animation_the_first_frame_counts() -> None:
    frames = [Image.new("L", (2, 1), level) for level in (0, 255, 255)]
    data = file_of(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert Image.open(io.BytesIO(data)).n_frames > 1  # type: ignore[attr-defined]
    assert read_image(data, "x").grid.rows == ("##",)


class TestSize:
    @cases("pixels", "cells")
    def test_large_pictures_are_scaled_down_in_proportion(
        self, pixels: tuple[int, int], cells: tuple[int, int]
    ) -> None:
        picture = read_image(file_of(Image.new("L", pixels)), "x", ImageOptions(fit=(62, 42)))
        assert (picture.grid.width, picture.grid.height) == cells
        assert picture.was_scaled == (pixels != cells)
        assert (picture.width_px, picture.height_px) == pixels

    @pytest.mark.parametrize(
        ("width", "height", "cells"),
        [(10, None, (10, 5)), (None, 10, (20, 10)), (7, 9, (7, 9)), (80, None, (80, 40)), (1, None, (1, 1))],
    )
    def test_as_wished(self, width: int | None, height: int | None, cells: tuple[int, int]) -> None:
        picture = read_image(file_of(Image.new("L", (40, 20))), "x", ImageOptions(width, height, fit=(62, 42)))
        assert (picture.grid.width, picture.grid.height) == cells

    def test_a_cell_of_a_picture_scaled_down_is_the_mean_of_its_pixels(self) -> None:
        image = Image.new("L", (4, 4), 255)
        for x, y in ((0, 0), (1, 0), (0, 1)):  # three of four
            image.putpixel((x, y), 0)
        image.putpixel((2, 2), 0)  # one of four
        assert read_image(file_of(image), "x", ImageOptions(2, 2)).grid.rows == ("#.", "..")

    def test_scaled_up_a_pixel_becomes_a_block_of_cells(self) -> None:
        picture = read_image(build_image(Grid(("#.",)), "png"), "x", ImageOptions(4, 2))
        assert picture.grid.rows == ("##..", "##..")


class TestDithering:
    def test_grey_becomes_as_many_black_cells_as_it_is_dark(self) -> None:
        for level in (0, 64, 128, 192, 255):
            image = Image.new("L", (40, 40), level)
            grid = read_image(file_of(image), "x", ImageOptions(dither=True)).grid
            assert str(grid).count("#") / 1600 == pytest.approx(1 - level / 255, abs=0.03)

    @settings(max_examples=examples(20))
    @given(grid=strategies.grids(max_width=20, max_height=20), threshold=st.integers(1, 255))
    def test_black_and_white_stay_as_they_are(self, grid: Grid, threshold: int) -> None:
        options = ImageOptions(dither=True, threshold=threshold)
        assert read_image(build_image(grid, "png"), "x", options).grid == grid

    def test_a_higher_threshold_makes_it_darker(self) -> None:
        data = file_of(ramp())
        dark, light = (
            str(read_image(data, "x", ImageOptions(fit=None, dither=True, threshold=threshold)).grid).count("#")
            for threshold in (200, 60)
        )
        assert dark > 1.5 * light


class TestBadPictures:
    @pytest.mark.parametrize("kind", KINDS)
    def test_cut_off(self, kind: str) -> None:
        data = file_of(ramp(60, 40, "RGB"), kind.upper())
        for size in (20, len(data) // 2):
            with pytest.raises(FormatError, match=r"^x: "):
                read_image(data[:size], "x")
        with pytest.raises(FormatError, match=r"x\.png: not a picture"):
            read_image(b"no picture", "x.png")

    def test_more_pixels_than_the_memory_should_hold(self) -> None:
        side = int(MAX_PIXELS**0.5) + 1
        with pytest.raises(FormatError, match="pixels"):
            read_image(file_of(Image.new("1", (side, side))), "x", ImageOptions(fit=(62, 42)))

    def test_an_unknown_cell_cannot_be_drawn(self) -> None:
        with pytest.raises(ValueError, match="unknown"):
            build_image(Grid.unknown(2, 2), "png")


RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 255)
PALETTE = Palette((Colour("r", RED), Colour("g", GREEN), Colour("b", BLUE)))


def looks_of(grid: Grid, palette: Palette) -> list[list[Rgb]]:
    return [[palette.rgb(cell) for cell in row] for row in grid.rows]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(30))
@given(grid=strategies.grids(alphabet=".rgb"))
def test_few_colours_stay_as_they_are(kind: str, grid: Grid) -> None:
    picture = quantise_image(build_image(grid, kind, PALETTE), f"x.{kind}", 4)
    assert looks_of(picture.grid, picture.palette) == looks_of(grid, PALETTE)
    assert not picture.was_scaled
    picture.grid.puzzle(picture.palette).check()


@pytest.mark.parametrize("dither", [False, True])
@pytest.mark.parametrize("colours", [2, 3, 5, 9])
def test_many_colours_become_few(colours: int, dither: bool) -> None:
    image = Image.frombytes("RGB", (40, 30), random.Random(2).randbytes(3 * 40 * 30))
    picture = quantise_image(file_of(image), "x.png", colours, ImageOptions(fit=None, dither=dither))
    assert 2 <= len(picture.palette.colours) + 1 <= colours
    assert set("".join(picture.grid.rows)) <= {".", *picture.palette.keys}


def test_shades_go_to_the_colour_they_are_nearest_to() -> None:
    near_red, near_blue = (250, 10, 5), (10, 5, 240)
    image = Image.new("RGB", (6, 1), WHITE)
    image.putdata([WHITE, RED, near_red, near_blue, BLUE, WHITE])
    picture = quantise_image(file_of(image), "x.png", 3)
    assert picture.grid.rows[0] in (".aabb.", ".bbaa.")


def test_the_background_is_what_lies_along_the_edge() -> None:
    image = Image.new("RGB", (12, 12), GREEN)
    image.paste(WHITE, (1, 1, 11, 11))
    picture = quantise_image(file_of(image), "x.png", 4)
    assert picture.palette.background == GREEN
    assert picture.grid[5] == "." + "a" * 10 + "."


def test_scaling_keeps_a_flat_pictures_colours() -> None:
    grid = Grid(("....", ".rg.", ".bb.", "...."))
    small = Image.open(io.BytesIO(build_image(grid, "png", PALETTE))).convert("RGB")
    large = file_of(small.resize((41, 39), Image.Resampling.NEAREST))
    picture = quantise_image(large, "x.png", 4, ImageOptions(width=4, height=4))
    assert picture.was_scaled
    assert looks_of(picture.grid, picture.palette) == looks_of(grid, PALETTE)
    assert quantise_image(large, "x.png", 4, ImageOptions(fit=(10, 10))).grid.width == 10


@pytest.mark.parametrize("width", [10, 25, 40])
def test_a_cell_has_a_colour_of_its_own_pixels(width: int) -> None:
    """Between red and white there is no yellow, though their mean is nearer to it."""
    logo = ROOT / "tests" / "data" / "pictures" / "logo.png"
    picture = quantise_image(logo.read_bytes(), "logo.png", 4, ImageOptions(width=width))
    pixels, side = open_image(logo.read_bytes(), "logo.png"), 400 / width
    for y, x in product(range(width), repeat=2):
        part = pixels.crop((int(x * side), int(y * side), ceil((x + 1) * side), ceil((y + 1) * side)))
        assert picture.palette.rgb(picture.grid[y][x]) in {colour for _, colour in part.getcolors() or ()}


def test_a_thin_line_in_uneven_light_is_kept() -> None:
    image = Image.linear_gradient("L").resize((200, 200)).point(lambda level: 120 + level // 2)
    draw = ImageDraw.Draw(image)
    for y, level in ((30, 60), (170, 90)):
        draw.line((0, y, 199, y), fill=level, width=4)
    picture = read_image(file_of(image), "x", ImageOptions(10, 10, darkness=0))
    assert [number for number, row in enumerate(picture.grid.rows) if "#" in row] == [1, 8]
    assert {picture.grid[1], picture.grid[8]} == {"#" * 10}


def test_edges_that_are_missing_and_edges_that_are_new_count() -> None:
    image = Image.open(io.BytesIO(build_image(STEP, "png"))).convert("L")
    others = STEP, Grid(("#...", "##..", "##..")), Grid(("#..#", "##..", "###.")), Grid(("....",) * 3)
    kept = [edges_kept(image.resize((40, 30), Image.Resampling.NEAREST), grid) for grid in others]
    assert kept[0] == 1
    assert 0.3 < min(kept[1:3]) <= max(kept[1:3]) < 0.8
    assert kept[3] == 0


def test_numbers_of_colours_that_cannot_be() -> None:
    data = file_of(Image.new("RGB", (3, 2)))
    for colours in (1, 65):
        with pytest.raises(PuzzleError, match="choose 2 to 64"):
            quantise_image(data, "x.png", colours)
