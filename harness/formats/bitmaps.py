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
import re
import struct
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from harness.errors import FormatError, PuzzleError
from harness.formats.base import KEYS
from harness.puzzle import MAX_SIDE, Cell, Grid
from harness.puzzle.palette import BACKGROUND, PLAIN, WHITE, Colour, Palette, Rgb

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 30_000_000
"""More than any camera's picture needs for a crossword; larger ones are refused before they fill the memory."""

MID_GREY = 128
READ_KINDS = ("png", "gif", "bmp", "ppm", "jpeg", "webp")
"""Pillow's names; PPM is its name for all of netpbm's formats. A JPEG or WebP is a photo, never a cell a pixel."""

_SIGNATURE = re.compile(
    rb"(?P<png>\x89PNG\r\n\x1a\n)|(?P<gif>GIF8[79]a)|(?P<bmp>BM)|(?P<jpeg>\xff\xd8\xff)|(?P<webp>RIFF.{4}WEBP)"
    rb"|.{4}(?:(?P<avif>ftypavi[fs])|(?P<heic>ftyp(?:hei[cx]|mif1)))|(?P<jxl>\0\0\0\x0cJXL )"
    rb"|(?P<jpeg2000>\0\0\0\x0cjP  )|(?P<tiff>II\*\0|MM\0\*)|(?P<ico>\0\0\1\0)|(?P<psd>8BPS)",
    re.DOTALL,
)
"""First bytes of each kind of picture file. Pillow has more kinds than are read."""
_LEVELS = 256


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
    """Read the picture in a file's content; `name` is what errors call it.

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.

    >>> grid = Grid(("#.", ".."))
    >>> read_image(build_image(grid, "png"), "dot.png").grid == grid
    True
    """
    image = open_image(data, name)
    width, height = size_in_cells(image, name, options)
    black = _black(_scaled(_grey(image), (width, height)), options)
    signs = "".join("#" if cell != options.invert else "." for cell in black)
    rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
    return ImportedPicture(Grid(rows), *image.size)


def build_image(grid: Grid, kind: str, palette: Palette = PLAIN) -> bytes:
    """Build the file of a picture, a pixel a cell; `kind` is ``png``, ``gif`` or ``bmp``.

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
    """Save the picture as a file."""
    file = io.BytesIO()
    image.save(file, format=kind)
    return file.getvalue()


def is_photograph(data: bytes) -> bool:
    """Return True if a file is of a kind that cameras and the web have, and that is never a puzzle as it stands.

    >>> is_photograph(b"\\xff\\xd8\\xff\\xe0"), is_photograph(b"RIFF\\0\\0\\0\\0WEBPVP8 "), is_photograph(b"#..#")
    (True, True, False)
    """
    return _kind(data) in ("jpeg", "webp")


def _kind(data: bytes) -> str | None:
    found = _SIGNATURE.match(data)
    return found and found.lastgroup


def open_image(data: bytes, name: str, kinds: tuple[str, ...] = READ_KINDS) -> Image.Image:
    """Open a file's picture upright, the first frame of several; `name` is what errors call it.

    A camera that was held upright writes its picture lying, with a note (Exif's orientation) of how to turn it.

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.
    """
    import warnings

    from PIL import Image, ImageOps, UnidentifiedImageError

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
            with suppress(struct.error, OSError, SyntaxError, ValueError, LookupError, TypeError, ArithmeticError):
                return ImageOps.exif_transpose(image)
            return image  # with a note that cannot be read
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
    kind = _kind(data)
    if kind is None or (kind == "bmp" and b"\0" not in data[:200]):  # a text may begin with its two letters
        return None
    if kind in READ_KINDS:
        return open_image(data, name)
    from PIL import Image

    Image.init()
    if kind.upper() not in Image.OPEN:
        what = "a picture of the kind {kind}, which is not read"
        raise FormatError(what, "save it as PNG or JPEG", name, kind=kind.upper())
    return open_image(data, name, (kind,))


def size_in_cells(image: Image.Image, name: str, options: ImageOptions) -> tuple[int, int]:
    """Return the width and height that the options give a picture.

    Raises:
        FormatError: more than `MAX_SIDE`.
    """
    width, height = image.size
    if options.width and options.height:
        width, height = options.width, options.height
    elif options.width:
        width, height = options.width, max(1, round(height * options.width / width))
    elif options.height:
        width, height = max(1, round(width * options.height / height)), options.height
    elif options.fit:
        scale = min(options.fit[0] / width, options.fit[1] / height, 1)
        width, height = max(1, round(width * scale)), max(1, round(height * scale))
    if max(width, height) > MAX_SIDE:
        fix = "convert scales it down" if options == AS_DRAWN else "scale it with --width or --height, up to {most}"
        raise FormatError("{width}×{height} cells are too many", fix, name, width=width, height=height, most=MAX_SIDE)
    return width, height


def on_white(image: Image.Image) -> Image.Image:
    """Return the picture with white where it is transparent, in RGBA if anything can be."""
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


def _grey(image: Image.Image) -> Image.Image:
    """Return levels of grey, 0–255, with white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits, which Pillow would cut off instead of scaling down
        return image.convert("I").point(lambda level: level / 257).convert("L")
    return on_white(image).convert("L")


def _black(grey: Image.Image, options: ImageOptions) -> bytes:
    """Return 1 for each black pixel, row by row, and 0 for each white one."""
    if not options.dither:
        return bytes(level < options.threshold for level in grey.tobytes())
    from PIL.Image import Dither

    # Pillow dithers around mid-grey: the levels are moved, so that the threshold comes to lie there
    moved = grey.point([_moved(level, options.threshold) for level in range(_LEVELS)])
    return bytes(level == 0 for level in moved.convert("1", dither=Dither.FLOYDSTEINBERG).convert("L").tobytes())


def _moved(level: int, threshold: int) -> int:
    """Move the level to a scale whose middle is the threshold.

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


def quantise_image(data: bytes, name: str, colours: int, options: ImageOptions = AS_DRAWN) -> ImportedPicture:
    """Read the picture in a file's content, in no more than `colours` colours, the background among them.

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
    width, height = size_in_cells(image, name, options)
    pixels = on_white(_grey(image) if image.mode.startswith("I") else image).convert("RGB")
    drawn = pixels.getcolors(colours)
    cells = _scaled(pixels, (width, height))
    looks = [cast("Rgb", colour) for _, colour in drawn] if drawn is not None else _choose(cells, colours)
    numbers = _nearest(cells, looks, dither=options.dither)
    grid, palette = _named([numbers[start : start + width] for start in range(0, len(numbers), width)], looks)
    return ImportedPicture(grid, *image.size, palette)


def _choose(cells: Image.Image, colours: int) -> list[Rgb]:
    """Choose the colours that stand for all that occur."""
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
    """Return the number of the nearest colour for each cell, row by row."""
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
    """Return the numbers of the colours that can be nearest to one in the cube; rising, so the first of equals wins."""
    ends = [(side << _CUBE_BITS, (side + 1 << _CUBE_BITS) - 1) for side in cube]
    least: list[int] = []
    most: list[int] = []
    for look in looks:
        closest = [min(max(level, low), high) for level, (low, high) in zip(look, ends, strict=True)]
        furthest = [low if level - low > high - level else high for level, (low, high) in zip(look, ends, strict=True)]
        least.append(_distance(closest, look))
        most.append(_distance(furthest, look))
    return [number for number, distance in enumerate(least) if distance <= min(most)]


def _distance(one: Sequence[int], other: Rgb) -> int:
    """Return the visible difference of two colours, roughly: the eye sees green best, then red, then blue."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 6 * green * green + blue * blue


def _named(rows: Sequence[Sequence[int]], looks: Sequence[Rgb]) -> tuple[Grid, Palette]:
    """Return the cells as keys of a palette, the most frequent colour first, without those that do not occur."""
    edge = Counter([*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)])
    background = max(edge, key=lambda number: (edge[number], looks[number] == WHITE))
    counted = Counter(number for row in rows for number in row if number != background)
    order = sorted(counted, key=lambda number: (-counted[number], looks[number]))
    keys = {background: BACKGROUND} | dict(zip(order, KEYS, strict=False))
    grid = Grid(tuple("".join(keys[number] for number in row) for row in rows))
    colours = tuple(Colour(keys[number], looks[number]) for number in order)
    name = "white" if looks[background] == WHITE else ""
    return grid, Palette(colours, looks[background], name)
