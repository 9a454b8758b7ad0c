"""Pictures of other computers (PNG, GIF, BMP, PBM) as pictures for a crossword, and back.

The picture is laid on white where it is transparent, scaled, turned to grey and made black and white, by a threshold or
by dithering. Of an animation the first frame counts.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.errors import FormatError
from harness.puzzle import MAX_SIDE, Grid
from harness.puzzle.palette import BACKGROUND, Palette

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 30_000_000
"""More than any camera's picture needs for a crossword; larger ones are refused before they fill the memory."""

MID_GREY = 128
KINDS = ("png", "gif", "bmp", "ppm")  # Pillow's names; PPM is its name for all of netpbm's formats
READ_KINDS = (*KINDS, "jpeg", "webp")
"""Photos come as these, too; a cell a pixel is never what they are."""

_MAGICS = (
    ("png", 0, b"\x89PNG\r\n\x1a\n"),
    ("gif", 0, b"GIF87a"),
    ("gif", 0, b"GIF89a"),
    ("bmp", 0, b"BM"),
    ("jpeg", 0, b"\xff\xd8\xff"),
    ("webp", 8, b"WEBP"),
    ("avif", 4, b"ftypavif"),
    ("avif", 4, b"ftypavis"),
    ("heic", 4, b"ftypheic"),
    ("heic", 4, b"ftypheix"),
    ("heic", 4, b"ftypmif1"),
    ("jxl", 0, b"\0\0\0\x0cJXL "),
    ("jpeg2000", 0, b"\0\0\0\x0cjP  "),
    ("tiff", 0, b"II*\0"),
    ("tiff", 0, b"MM\0*"),
    ("ico", 0, b"\0\0\1\0"),
    ("psd", 0, b"8BPS"),
)
"""Signatures of picture files: the kind, and the bytes at a place. Pillow has more kinds than are read."""
_TEXT_LIKE = ("bmp",)
"""Kinds that a text may begin like."""
MAX_PALETTE = 256
"""Colours of a picture that is written, the background among them."""
_LEVELS = 256
_JPEG_MAGIC = b"\xff\xd8\xff"
_RIFF_MAGIC, _WEBP_MAGIC = b"RIFF", b"WEBP"
"""A WebP begins with one, the length, and the other."""


@dataclass(frozen=True, slots=True)
class ImageOptions:
    """Settings for turning a picture into black and white cells.

    Attributes:
        width, height: cells to scale to; where one is None it follows in proportion, where both are, see `fit`.
        fit: the largest width and height in cells; what is larger is scaled down in proportion. None: as drawn.
        threshold: levels of grey below it are black, 0–256.
        dither: spread the error of each pixel over its neighbours (Floyd and Steinberg).
        invert: black for white and white for black.
    """

    width: int | None = None
    height: int | None = None
    fit: tuple[int, int] | None = None
    threshold: int = MID_GREY
    dither: bool = False
    invert: bool = False


AS_DRAWN = ImageOptions()
"""A pixel is a cell."""


@dataclass(frozen=True, slots=True)
class ImportedPicture:
    """The cells, and the size in pixels that the picture had."""

    grid: Grid
    width_px: int
    height_px: int

    @property
    def was_scaled(self) -> bool:
        """True if a cell is not one pixel."""
        return (self.width_px, self.height_px) != (self.grid.width, self.grid.height)


def read_image(data: bytes, name: str, options: ImageOptions = AS_DRAWN) -> ImportedPicture:
    """The picture in a file's content; `name` is what errors call it.

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.

    >>> grid = Grid(("#.", ".."))
    >>> read_image(build_image(grid, "png"), "dot.png").grid == grid
    True
    """
    image = open_image(data, name)
    width_px, height_px = image.size
    width, height = size_in_cells(image, name, options)
    grey = _grey(image)
    if (width, height) != image.size:
        from PIL.Image import Resampling

        shrinks = width <= width_px and height <= height_px
        grey = grey.resize((width, height), Resampling.BOX if shrinks else Resampling.NEAREST)
    black = _black(grey, options)
    if options.invert:
        black = bytes(not cell for cell in black)
    signs = "".join("#" if cell else "." for cell in black)
    rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
    return ImportedPicture(Grid(rows), width_px, height_px)


def build_image(grid: Grid, kind: str) -> bytes:
    """The file of a picture, a pixel a cell, black on white; `kind` is ``png``, ``gif`` or ``bmp``.

    Raises:
        ValueError: a cell is unknown.
    """
    from PIL import Image

    if grid.unknown_count:
        raise ValueError("cells are unknown")
    image = Image.new("1", (grid.width, grid.height))
    image.putdata([255 * (cell == ".") for row in grid.rows for cell in row])
    return image_bytes(image, kind)


def build_colour_image(grid: Grid, palette: Palette, kind: str) -> bytes:
    """The file of a picture in colour, a pixel a cell; `kind` as for `build_image`.

    Raises:
        ValueError: a cell is unknown.
    """
    from PIL import Image

    if grid.unknown_count:
        raise ValueError("cells are unknown")
    numbers = {BACKGROUND: 0} | {key: number for number, key in enumerate(palette.keys, 1)}
    image = Image.new("P", (grid.width, grid.height))
    image.putpalette([level for cell in numbers for level in palette.rgb(cell)])
    image.putdata([numbers[cell] for row in grid.rows for cell in row])
    return image_bytes(image, kind)


def image_bytes(image: Image.Image, kind: str) -> bytes:
    """The picture as a file."""
    file = io.BytesIO()
    image.save(file, format=kind)
    return file.getvalue()


def is_photograph(data: bytes) -> bool:
    """Return True if a file is of a kind that cameras and the web have, and that is never a puzzle as it stands.

    >>> is_photograph(b"\\xff\\xd8\\xff\\xe0"), is_photograph(b"RIFF\\0\\0\\0\\0WEBPVP8 "), is_photograph(b"#..#")
    (True, True, False)
    """
    return data.startswith(_JPEG_MAGIC) or (data.startswith(_RIFF_MAGIC) and data[8:12] == _WEBP_MAGIC)


def open_image(data: bytes, name: str, kinds: tuple[str, ...] = READ_KINDS) -> Image.Image:
    """A file's picture upright, the first frame of several; `name` is what errors call it.

    A camera that was held upright writes its picture lying, with a note (Exif's orientation) of how to turn it.

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.
    """
    import warnings

    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's own, of sizes that are refused below and of odd metadata
        try:
            image = Image.open(io.BytesIO(data), formats=[kind.upper() for kind in kinds])
            if image.width * image.height > MAX_PIXELS:
                what, fix = "{width}×{height} pixels", "scale it down to {millions} million"
                raise FormatError(
                    what, fix, name, width=image.width, height=image.height, millions=MAX_PIXELS // 1_000_000
                )
            image.load()
            return _upright(image)
        except UnidentifiedImageError:
            what = "not a picture of a known kind"
            raise FormatError(what, "give a PNG, GIF, BMP, PBM, JPEG or WebP file", name) from None
        except Image.DecompressionBombError:
            raise FormatError("far too many pixels", "scale it down", name) from None
        except (OSError, SyntaxError, ValueError, IndexError, EOFError, OverflowError, MemoryError) as error:
            raise FormatError("the picture is damaged ({reason})", "save it again", name, reason=str(error)) from None


def open_any_image(data: bytes, name: str) -> Image.Image | None:
    """Open a picture of whatever kind Pillow reads, as `open_image` does; None if the bytes are of no such kind.

    Raises:
        FormatError: a damaged picture, one too large, or one of a kind that is known and not read.
    """
    kind = next((kind for kind, place, magic in _MAGICS if data[place : place + len(magic)] == magic), None)
    if kind is None or (kind in _TEXT_LIKE and b"\0" not in data[:200]):
        return None
    if kind in READ_KINDS:
        return open_image(data, name)
    from PIL import Image

    Image.init()
    if kind.upper() not in Image.OPEN:
        what = "a picture of the kind {kind}, which is not read"
        raise FormatError(what, "save it as PNG or JPEG", name, kind=kind.upper())
    return open_image(data, name, (kind,))


def _upright(image: Image.Image) -> Image.Image:
    from PIL import ImageOps

    try:
        return ImageOps.exif_transpose(image)
    except (struct.error, OSError, SyntaxError, ValueError, LookupError, TypeError, ArithmeticError):
        return image  # a note that cannot be read, and a picture that can


def size_in_cells(image: Image.Image, name: str, options: ImageOptions) -> tuple[int, int]:
    """The width and height that the options give a picture.

    Raises:
        FormatError: more than `MAX_SIDE`.
    """
    width, height = _wanted_size(image.width, image.height, options)
    if max(width, height) > MAX_SIDE:
        fix = "convert scales it down" if options == AS_DRAWN else "scale it with --width or --height, up to {most}"
        raise FormatError("{width}×{height} cells are too many", fix, name, width=width, height=height, most=MAX_SIDE)
    return width, height


def on_white(image: Image.Image) -> Image.Image:
    """The picture with white where it is transparent, in RGBA if anything can be."""
    from PIL import Image

    if "A" in image.getbands() or "transparency" in image.info:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image


def _wanted_size(width_px: int, height_px: int, options: ImageOptions) -> tuple[int, int]:
    """The size in cells."""
    if options.width and options.height:
        return options.width, options.height
    if options.width:
        return options.width, max(1, round(height_px * options.width / width_px))
    if options.height:
        return max(1, round(width_px * options.height / height_px)), options.height
    if options.fit is None or (width_px <= options.fit[0] and height_px <= options.fit[1]):
        return width_px, height_px
    scale = min(options.fit[0] / width_px, options.fit[1] / height_px)
    return max(1, round(width_px * scale)), max(1, round(height_px * scale))


def _grey(image: Image.Image) -> Image.Image:
    """Levels of grey, 0–255, what is transparent on white."""
    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off instead of scaling down
        return image.convert("I").point(lambda level: level / 257).convert("L")
    return on_white(image).convert("L")


def _black(grey: Image.Image, options: ImageOptions) -> bytes:
    """For each pixel, row by row, whether it is black."""
    if not options.dither:
        return bytes(level < options.threshold for level in grey.tobytes())
    from PIL.Image import Dither

    # Pillow dithers around mid-grey: the levels are moved, so that the threshold comes to lie there
    moved = grey.point([_moved(level, options.threshold) for level in range(_LEVELS)])
    return bytes(level == 0 for level in moved.convert("1", dither=Dither.FLOYDSTEINBERG).convert("L").tobytes())


def _moved(level: int, threshold: int) -> int:
    """The level on a scale whose middle is the threshold.

    >>> [_moved(level, 64) for level in (0, 32, 64, 255)]
    [0, 64, 128, 255]
    """
    if level < threshold:
        return level * MID_GREY // threshold
    top = _LEVELS - 1
    return top if level == top else MID_GREY + (level - threshold) * (top - MID_GREY) // max(1, top - threshold)
