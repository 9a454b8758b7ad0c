"""Two pictures are compared, and palette pictures with the true-colour ones."""

import io
import random

import pytest
from PIL import Image

from pyspectrum import Screen, compare_images

SIZE = (40, 30)


def grey() -> Image.Image:
    return Image.new("RGB", SIZE, (128, 128, 128))


def test_the_same_picture_has_no_difference() -> None:
    found = compare_images(grey(), grey())
    assert not found
    assert (found.pixels, found.box, found.summary) == (0, None, "no pixel differs")


@pytest.mark.parametrize("colour", [(129, 128, 128), (128, 127, 128), (128, 128, 129)])
def test_the_least_difference_of_any_colour_counts(colour: tuple[int, int, int]) -> None:
    other = grey()
    other.putpixel((5, 7), colour)
    found = compare_images(grey(), other)
    assert found
    assert (found.pixels, found.box) == (1, (5, 7, 6, 8))
    assert found.summary == "1 of 1200 pixels differ, x 5–5, y 7–7"
    assert found.picture.getpixel((5, 7)) == (255, 0, 255)
    assert found.picture.getpixel((6, 7)) != (255, 0, 255)


def test_masked_areas_are_not_compared() -> None:
    other = grey()
    for place in ((5, 7), (20, 20)):
        other.putpixel(place, (0, 0, 0))
    assert compare_images(grey(), other, [(5, 7, 6, 8)]).box == (20, 20, 21, 21)
    assert not compare_images(grey(), other, [(0, 0, 10, 10), (20, 20, 21, 21)])
    mask = Image.new("1", SIZE)
    mask.paste(1, (20, 20, 21, 21))
    assert compare_images(grey(), other, mask).box == (5, 7, 6, 8)


def test_pictures_of_other_sizes_differ_whole() -> None:
    found = compare_images(grey(), Image.new("RGB", (40, 31)), [(0, 0, 40, 31)])
    assert found
    assert found.summary == "the picture is 40 by 31 pixels, expected 40 by 30"
    assert found.picture.size == (40, 31)


@pytest.mark.parametrize("flash", [False, True])
@pytest.mark.parametrize("scale", [1, 2])
def test_the_palette_picture_has_the_colours_of_the_true_colour_one(flash: bool, scale: int) -> None:
    screen = Screen(random.Random(4).randbytes(6912))
    picture = screen.palette_image(flash=flash, border=5, scale=scale)
    assert picture.mode == "P"
    assert not compare_images(screen.image(flash=flash, border=5, scale=scale), picture)
    file = io.BytesIO()
    picture.save(file, "PNG")
    with Image.open(file) as read:
        assert not compare_images(picture, read)
    assert file.getvalue()[24:26] == bytes((4, 3))  # four bits a pixel, of a palette
