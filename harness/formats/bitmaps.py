"""Pictures of other computers (PNG, GIF, BMP, PBM) as pictures for a crossword, and back.

The picture is laid on white where it is transparent, and scaled. `read_image` turns it to grey and makes it black and
white, by a threshold or by dithering; `quantise_image` keeps a few of its colours. Of an animation the first frame
counts.

A picture that has few colours keeps them as they are. Of one that has more, the colours are chosen by median cut and
moved to the middle of what they stand for (k-means), on the cells rather than the pixels, so that every colour chosen
is of use. Each cell gets the nearest of them. The colour most frequent along the edge is the background.
"""

from __future__ import annotations

import io
import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.errors import FormatError, PuzzleError
from harness.formats.base import KEYS
from harness.puzzle import MAX_SIDE, Cell, Grid
from harness.puzzle.palette import BACKGROUND, PLAIN, WHITE, Colour, Palette, Rgb

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
    """The cells, the size in pixels that the picture had, and the colours."""

    grid: Grid
    width_px: int
    height_px: int
    palette: Palette = PLAIN

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
    black = _black(_scaled(grey, (width, height)), options)
    if options.invert:
        black = bytes(not cell for cell in black)
    signs = "".join("#" if cell else "." for cell in black)
    rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
    return ImportedPicture(Grid(rows), width_px, height_px)


def build_image(grid: Grid, kind: str, palette: Palette = PLAIN) -> bytes:
    """The file of a picture, a pixel a cell; `kind` is ``png``, ``gif`` or ``bmp``.

    Raises:
        ValueError: a cell is unknown.
    """
    from PIL import Image

    if grid.unknown_count:
        raise ValueError("cells are unknown")
    if palette.in_colour:
        levels = {key: number for number, key in enumerate(BACKGROUND + palette.keys)}
        image = Image.new("P", (grid.width, grid.height))
        image.putpalette([level for cell in levels for level in palette.rgb(cell)])
    else:
        levels = {BACKGROUND: 255, Cell.BLACK: 0}
        image = Image.new("1", (grid.width, grid.height))
    image.putdata([levels[cell] for row in grid.rows for cell in row])
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


def _scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    from PIL.Image import Resampling

    if size == image.size:
        return image
    shrinks = size[0] <= image.width and size[1] <= image.height
    return image.resize(size, Resampling.BOX if shrinks else Resampling.NEAREST)


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


MAX_COLOURS = 64
"""More than a person tells apart in a crossword; the background is one of them."""

_KMEANS_ROUNDS = 5
_MOST_TO_CHOOSE_FROM = 20_000  # colours: choosing takes longer than in proportion to them
_CUBE_BITS = 4  # cubes of 16 levels a side
_LEVELS_16_BIT = 257


def quantise_image(data: bytes, name: str, colours: int, options: ImageOptions = AS_DRAWN) -> ImportedPicture:
    """The picture in a file's content, in no more than `colours` colours, the background among them.

    Args:
        data: a PNG, GIF, BMP or PBM file.
        name: what errors call it.
        colours: 2 to `MAX_COLOURS`.
        options: the size; and `dither`, which mixes the colours in patterns (not `threshold`, nor `invert`).

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.
        PuzzleError: a number of colours that cannot be.

    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("b", (0, 0, 255))))
    >>> picture = quantise_image(build_image(Grid(("...", "rrb", "...")), "png", palette), "x.png", 8)
    >>> picture.grid.rows, [colour.rgb for colour in picture.palette.colours]
    (('...', 'aab', '...'), [(255, 0, 0), (0, 0, 255)])
    """
    if not 2 <= colours <= MAX_COLOURS:
        what = "{count} colours"
        raise PuzzleError(what, "choose 2 to {most}, the background among them", count=colours, most=MAX_COLOURS)
    image = open_image(data, name)
    width_px, height_px = image.size
    size = size_in_cells(image, name, options)
    pixels = _rgb(image)
    drawn = pixels.getcolors(colours)
    cells = _scaled(pixels, size)
    looks = [_rgb_of(colour) for _, colour in drawn] if drawn is not None else _choose(cells, colours)
    numbers = _nearest(cells, looks, dither=options.dither)
    rows = [numbers[start : start + size[0]] for start in range(0, len(numbers), size[0])]
    grid, palette = _named(rows, looks)
    return ImportedPicture(grid, width_px, height_px, palette)


def _rgb(image: Image.Image) -> Image.Image:
    """In red, green and blue, what is transparent on white."""
    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off instead of scaling down
        image = image.convert("I").point(lambda level: level / _LEVELS_16_BIT).convert("L")
    return on_white(image).convert("RGB")


def _choose(cells: Image.Image, colours: int) -> list[Rgb]:
    """The colours that stand for all that occur."""
    from PIL.Image import Quantize, Resampling

    if cells.getcolors(_MOST_TO_CHOOSE_FROM) is None:  # of a picture with more, every few cells tell enough
        scale = (_MOST_TO_CHOOSE_FROM / (cells.width * cells.height)) ** 0.5
        size = (max(1, int(cells.width * scale)), max(1, int(cells.height * scale)))
        cells = cells.resize(size, Resampling.NEAREST)
    reduced = cells.quantize(colours, Quantize.MEDIANCUT, _KMEANS_ROUNDS)
    levels = reduced.getpalette() or []
    used = sorted(set(reduced.tobytes()))
    return list(dict.fromkeys((levels[3 * n], levels[3 * n + 1], levels[3 * n + 2]) for n in used))


def _nearest(cells: Image.Image, looks: Sequence[Rgb], *, dither: bool) -> list[int]:
    """For each cell, row by row, the number of its colour."""
    if dither:
        from PIL import Image
        from PIL.Image import Dither

        palette = Image.new("P", (1, 1))
        palette.putpalette([level for rgb in looks for level in rgb])
        return list(cells.quantize(palette=palette, dither=Dither.FLOYDSTEINBERG).tobytes())
    near: dict[Rgb, list[int]] = {}  # by cubes of the colours: which of ours may be the nearest there
    found: dict[tuple[int, ...], int] = {}
    numbers: list[int] = []
    levels = iter(cells.tobytes())
    for rgb in zip(levels, levels, levels, strict=True):
        if (number := found.get(rgb)) is None:
            cube = (rgb[0] >> _CUBE_BITS, rgb[1] >> _CUBE_BITS, rgb[2] >> _CUBE_BITS)
            if cube not in near:
                near[cube] = _may_be_nearest(cube, looks)
            number = found[rgb] = min(near[cube], key=lambda number: _distance(rgb, looks[number]))
        numbers.append(number)
    return numbers


def _may_be_nearest(cube: Rgb, looks: Sequence[Rgb]) -> list[int]:
    """The numbers of the colours that can be nearest to one in the cube; rising, so that the first of equals wins."""
    ends = [(side << _CUBE_BITS, (side + 1 << _CUBE_BITS) - 1) for side in cube]
    least: list[int] = []
    most: list[int] = []
    for look in looks:
        closest = [min(max(level, low), high) for level, (low, high) in zip(look, ends, strict=True)]
        furthest = [low if level - low > high - level else high for level, (low, high) in zip(look, ends, strict=True)]
        least.append(_distance((closest[0], closest[1], closest[2]), look))
        most.append(_distance((furthest[0], furthest[1], furthest[2]), look))
    return [number for number, distance in enumerate(least) if distance <= min(most)]


def _distance(one: Rgb, other: Rgb) -> int:
    """Return the visible difference of two colours, roughly: the eye is keener on green than on red, on red than on
    blue.
    """
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 6 * green * green + blue * blue


def _named(rows: Sequence[Sequence[int]], looks: Sequence[Rgb]) -> tuple[Grid, Palette]:
    """The cells as keys of a palette, the most frequent colour first, without those that do not occur."""
    edge = Counter([*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)])
    background = max(edge, key=lambda number: (edge[number], looks[number] == WHITE))
    counted = Counter(number for row in rows for number in row if number != background)
    order = sorted(counted, key=lambda number: (-counted[number], looks[number]))
    keys = {background: BACKGROUND} | dict(zip(order, KEYS, strict=False))
    grid = Grid(tuple("".join(keys[number] for number in row) for row in rows))
    colours = tuple(Colour(keys[number], looks[number]) for number in order)
    name = "white" if looks[background] == WHITE else ""
    return grid, Palette(colours, looks[background], name)


def _rgb_of(colour: object) -> Rgb:
    """A pixel of an image in red, green and blue."""
    assert isinstance(colour, tuple)
    red, green, blue = colour
    return red, green, blue
