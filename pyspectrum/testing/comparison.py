"""Comparison of two pictures: where they differ, and a picture that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

Box = tuple[int, int, int, int]
"""A rectangle in pixels: left, top, right, bottom, the last two outside of it."""

_DIFFERS = (255, 0, 255)
_FADED = 0.25


@dataclass(frozen=True)
class Difference:
    """Difference of two pictures; true if there is one.

    Attributes:
        pixels: how many pixels differ.
        box: the smallest rectangle around them, or None.
        summary: the same in words.
        picture: the actual picture, faded, with every pixel that differs in magenta.
    """

    pixels: int
    box: Box | None
    summary: str
    picture: Image.Image

    def __bool__(self) -> bool:
        return self.pixels > 0


def compare_images(
    expected: Image.Image, actual: Image.Image, mask: Image.Image | Iterable[Box] | None = None
) -> Difference:
    """Compare two pictures, pixel by pixel, by their colours.

    Args:
        mask: areas to leave out: rectangles, or a picture of the same size that is not black there.

    >>> from PIL import Image
    >>> white = Image.new("RGB", (8, 8), "white")
    >>> dotted = white.copy()
    >>> dotted.putpixel((2, 3), (0, 0, 0))
    >>> found = compare_images(white, dotted)
    >>> found.pixels, found.box, bool(compare_images(white, dotted, [(0, 0, 4, 4)]))
    (1, (2, 3, 3, 4), False)
    """
    from PIL import Image, ImageChops, ImageDraw

    before, after = expected.convert("RGB"), actual.convert("RGB")
    size = (max(before.width, after.width), max(before.height, after.height))
    if before.size != after.size:
        changed = Image.new("L", size, 255)
        summary = f"the picture is {after.width} by {after.height} pixels, expected {before.width} by {before.height}"
    else:
        red, green, blue = ImageChops.difference(before, after).split()
        changed = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda level: 255 if level else 0)
        if isinstance(mask, Image.Image):
            changed.paste(0, mask=mask.convert("L").point(lambda level: 255 if level else 0))
        else:
            pen = ImageDraw.Draw(changed)
            for left, top, right, bottom in mask or ():
                pen.rectangle((left, top, right - 1, bottom - 1), fill=0)
        summary = "no pixel differs"
    pixels, box = changed.histogram()[255], changed.getbbox()
    if box is not None and before.size == after.size:
        left, top, right, bottom = box
        of_all = f"{pixels} of {before.width * before.height} pixels differ"
        summary = f"{of_all}, x {left}–{right - 1}, y {top}–{bottom - 1}"
    canvas = Image.new("RGB", size, "white")
    canvas.paste(after)
    picture = Image.blend(Image.new("RGB", size, "white"), canvas, _FADED)
    picture.paste(_DIFFERS, mask=changed)
    return Difference(pixels, box, summary, picture)
