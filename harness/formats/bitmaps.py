"""Pictures of other computers (PNG, GIF, BMP, PBM) as pictures for a crossword, and back.

The picture is laid on white where it is transparent, and scaled. `read_image` turns it to grey and makes it black and
white, by a threshold, by its lines, or by dithering; `quantise_image` keeps a few of its colours. Of an animation the
first frame counts.

A picture that has few colours keeps them as they are. Of one that has more, the colours are chosen by median cut and
moved to the middle of what they stand for (k-means). Each cell gets the colour that most of its pixels are nearest to,
so that no third colour comes between two. The colour most frequent along the edge is the background.
"""

from __future__ import annotations

import io
import struct
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, product
from math import copysign
from typing import cast

from PIL import Image, ImageChops, ImageFilter, ImageOps, UnidentifiedImageError

from harness.errors import FormatError, PuzzleError, note
from harness.formats.base import KEYS
from harness.formats.picture_kinds import MAX_COLOURS, MID_GREY, kind_of
from harness.puzzle import MAX_SIDE, Cell, Grid
from harness.puzzle.palette import BACKGROUND, PLAIN, WHITE, Colour, Palette, Rgb, names_of

MAX_PIXELS = 30_000_000
"""More than any camera's picture needs for a crossword; larger ones are refused before they fill the memory."""

READ_KINDS = ("png", "gif", "bmp", "ppm", "tiff", "jpeg", "webp")
"""Pillow's names; PPM is its name for all of netpbm's formats. A JPEG or WebP is a photo, never a cell a pixel."""

_LEVELS = 256
_SPOTS, _COLOUR_SPOTS = 3, 5
"""Spots a side that a cell is seen as: in black such that any line through it takes a third of them."""
_DARK_SPOTS, _MOST_DARK_SPOTS, _LEVELS_A_SPOT = 3, 5, 16
"""Dark spots that make a cell black: a third of them; the lighter it must be, the more, up to most of them."""
_TILES = 6  # parts a side of a picture, each with a threshold of its own
_COLOURFUL, _COLOURFUL_SHARE, _LOOK_PX = 48, 0.02, 128
"""Levels between the channels of a pixel that has a colour, the share of them in a picture in colour, and the side to
which it is scaled down for that."""


@dataclass(frozen=True, slots=True)
class ImageOptions:
    """Settings for turning a picture into black and white cells.

    Attributes:
        width, height: cells to scale to; where one is None it follows in proportion, where both are, see `fit`.
        fit: the largest width and height in cells; what is larger is scaled down in proportion. None: as drawn.
        threshold: levels of grey below it are black, 0–256.
        darkness: draw lines instead: a cell is black if a third of it is darker than what lies around, by so many
            levels (below 0: it must be darker still). Thin lines stay, and uneven light goes. None: by `threshold`.
        dither: spread the error of each pixel over its neighbours (Floyd and Steinberg).
        invert: black for white and white for black.
        crop: the part that counts: left, top, width and height in pixels.
        cell: pixels a side of a cell; None: as many as `harness.formats.cells` finds.
        ignore_strays: leave out the few pixels that stand alone, far from the rest.

    The last three are for `harness.formats.cells.read_picture`.
    """

    width: int | None = None
    height: int | None = None
    fit: tuple[int, int] | None = None
    threshold: int = MID_GREY
    darkness: int | None = None
    dither: bool = False
    invert: bool = False
    crop: tuple[int, int, int, int] | None = None
    cell: int | None = None
    ignore_strays: bool = False


AS_DRAWN = ImageOptions()  # a pixel is a cell


@dataclass(frozen=True, slots=True)
class ImportedPicture:
    """The cells, the size in pixels that the picture had, and the colours.

    Of a drawing of squares `box` is the part that they take: left, top, width and height in pixels.
    """

    grid: Grid
    width_px: int
    height_px: int
    palette: Palette = PLAIN
    box: tuple[int, int, int, int] | None = None

    @property
    def was_scaled(self) -> bool:
        return (self.width_px, self.height_px) != (self.grid.width, self.grid.height)


def read_image(data: bytes | Image.Image, name: str, options: ImageOptions = AS_DRAWN) -> ImportedPicture:
    """Read the picture in a file's content, or an open one; `name` is what errors call it.

    Raises `FormatError` if it is no picture that Pillow reads, or too large.

    >>> grid = Grid(("#.", ".."))
    >>> read_image(build_image(grid, "png"), "dot.png").grid == grid
    True
    """
    image = open_image(data, name)
    width, height = size_in_cells(image, name, options)
    grey = image.convert("L")
    if options.darkness is None:
        black = _black(_scaled(grey, (width, height)), options)
    else:
        black = _black_by_lines(grey, (width, height), options.darkness)
    signs = "".join("#" if cell != options.invert else "." for cell in black)
    rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
    return ImportedPicture(Grid(rows), *image.size)


def build_image(grid: Grid, kind: str, palette: Palette = PLAIN) -> bytes:
    """Build the file of a picture whose cells are all known, a pixel a cell; `kind` is ``png``, ``gif`` or ``bmp``."""
    return image_bytes(_drawn(grid, palette), kind)


def _drawn(grid: Grid, palette: Palette) -> Image.Image:
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
    return image


def image_bytes(image: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    image.save(file, format=kind)
    return file.getvalue()


def open_image(data: bytes | Image.Image, name: str, kinds: tuple[str, ...] = READ_KINDS) -> Image.Image:
    """Open a file's picture upright and on white, the first frame of several; `name` is what errors call it.

    A camera that was held upright writes its picture lying, with a note (Exif's orientation) of how to turn it. Raises
    `FormatError` if it is no picture that Pillow reads, or too large.
    """
    if isinstance(data, Image.Image):
        return data
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's own, of sizes that are refused below and of odd metadata
        try:
            image: Image.Image = Image.open(io.BytesIO(data), formats=[kind.upper() for kind in kinds])
            if image.width * image.height > MAX_PIXELS:
                what, fix = "{width}×{height} pixels", "scale it down to {millions} million"
                width, height = image.size
                raise FormatError(what, fix, name, width=width, height=height, millions=MAX_PIXELS // 1_000_000)
            image.load()
            with suppress(struct.error, OSError, SyntaxError, ValueError, LookupError, TypeError, ArithmeticError):
                image = ImageOps.exif_transpose(image)  # unless its note cannot be read
            return _on_white(image, name)
        except FormatError:
            raise
        except UnidentifiedImageError:
            what = "not a picture of a known kind"
            raise FormatError(what, "give a PNG, GIF, BMP, TIFF, PBM, PGM, JPEG or WebP file", name) from None
        except Image.DecompressionBombError:
            raise FormatError("far too many pixels", "scale it down", name) from None
        except (OSError, SyntaxError, ValueError, IndexError, EOFError, OverflowError, MemoryError) as error:
            raise FormatError("the picture is damaged ({reason})", "save it again", name, reason=str(error)) from None


def open_any_image(data: bytes, name: str) -> Image.Image | None:
    """Open a picture of whatever kind Pillow reads, as `open_image` does; None if the bytes are of no such kind.

    Raises `FormatError` for one that is damaged, too large, or of a kind that is known and not read.
    """
    kind = kind_of(data)
    if kind is None or (kind == "bmp" and b"\0" not in data[:200]):  # a text may begin with its two letters
        return None
    check_kind(data, name)
    return open_image(data, name, (kind,))


def check_kind(data: bytes, name: str) -> None:
    """Raise `FormatError` for a picture of a kind that is known and that Pillow does not read."""
    kind = kind_of(data)
    if kind is not None and kind not in READ_KINDS:
        Image.init()
        if kind.upper() not in Image.OPEN:
            raise unread(kind.upper(), name)


def unread(kind: str, name: str) -> FormatError:
    """Make the error of a file that shows a picture and is of a kind that is not read."""
    fix = "open it in another program, and save the picture as PNG"
    return FormatError("the kind {kind} is not read", fix, name, kind=kind)


def size_in_cells(image: Image.Image, name: str, options: ImageOptions) -> tuple[int, int]:
    """Return the width and height that the options give a picture; raise `FormatError` for more than `MAX_SIDE`."""
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


def _on_white(image: Image.Image, name: str) -> Image.Image:
    """Return the picture with white where it is transparent, in levels of 256."""
    if image.mode.startswith("I"):  # 16 bits, which Pillow would cut off instead of scaling down
        return image.convert("I").point(lambda level: level / 257).convert("L")
    if "A" in image.getbands() or "transparency" in image.info:
        image = image.convert("RGBA")
        if not any(image.getchannel("A").tobytes()):
            note(FormatError("the picture is wholly transparent", "every cell of it is white", name))
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image if image.mode in ("1", "L", "P", "RGB") else image.convert("L" if image.mode == "F" else "RGB")


def _scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    if size == image.size:
        return image
    shrinks = size[0] <= image.width and size[1] <= image.height
    return image.resize(size, Image.Resampling.BOX if shrinks else Image.Resampling.NEAREST)


def _black(grey: Image.Image, options: ImageOptions) -> bytes:
    """Return 1 for each black pixel, row by row, and 0 for each white one."""
    if not options.dither:
        return bytes(level < options.threshold for level in grey.tobytes())
    # Pillow dithers around mid-grey: the levels are moved, so that the threshold comes to lie there
    moved = grey.point([_moved(level, options.threshold) for level in range(_LEVELS)])
    return bytes(level == 0 for level in moved.convert("1", dither=Image.Dither.FLOYDSTEINBERG).convert("L").tobytes())


def _black_by_lines(grey: Image.Image, size: tuple[int, int], darkness: int) -> bytes:
    """Return 1 for each cell of which a third is dark (below darkness 0 more, up to most of it), and 0 for others."""
    spots = _scaled(grey, (size[0] * _SPOTS, size[1] * _SPOTS))
    dark = ImageChops.subtract(_thresholds(spots), spots, offset=darkness).point(
        lambda level: (_LEVELS - 1) * (level > 0)
    )
    needed = min(_MOST_DARK_SPOTS, _DARK_SPOTS + max(0, -darkness // _LEVELS_A_SPOT))
    least = (_LEVELS - 1) * needed // _SPOTS**2
    return bytes(share >= least for share in dark.resize(size, Image.Resampling.BOX).tobytes())


def _thresholds(spots: Image.Image) -> Image.Image:
    """Return for each spot the level of grey below which it is dark.

    It is the mean level at the edges of the picture, in which strong and near edges weigh more: halfway between
    a line and its paper, be they in the light or in shadow. The inside of a large shape has no edges of its own.

    Source: J. Kittler, J. Illingworth, J. Föglein, Threshold selection based on a simple image statistic (1985), for
    the whole picture; C. K. Chow, T. Kaneko, Automatic boundary detection (1972), for thresholds part by part.
    """
    lightest, darkest = spots.filter(ImageFilter.MaxFilter(3)), spots.filter(ImageFilter.MinFilter(3))
    steps, middles = ImageChops.difference(lightest, darkest), Image.blend(lightest, darkest, 0.5)
    tiles = list(product(range(_TILES), repeat=2))
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for y, x in tiles:
        left, right = (side * spots.width // _TILES for side in (x, x + 1))
        top, bottom = (side * spots.height // _TILES for side in (y, y + 1))
        weights = [step * step for step in steps.crop((left, top, right, bottom)).tobytes()]
        levels = middles.crop((left, top, right, bottom)).tobytes()
        found[y, x] = sum(weights), sum(weight * level for weight, level in zip(weights, levels, strict=True))
    thresholds = Image.new("L", (_TILES, _TILES), MID_GREY)
    for y, x in tiles:
        near = [(1 / (1 + (y - row) ** 2 + (x - column) ** 2) ** 2, *found[row, column]) for row, column in tiles]
        if weight := sum(nearness * weight for nearness, weight, _ in near):
            thresholds.putpixel((x, y), round(sum(nearness * level for nearness, _, level in near) / weight))
    return thresholds.resize(spots.size, Image.Resampling.BILINEAR)


def _moved(level: int, threshold: int) -> int:
    """Move the level to a scale whose middle is the threshold."""
    if level < threshold:
        return level * MID_GREY // threshold
    top = _LEVELS - 1
    return top if level == top else MID_GREY + (level - threshold) * (top - MID_GREY) // max(1, top - threshold)


_KMEANS_ROUNDS = 5
_MOST_TO_CHOOSE_FROM = 20_000  # colours: choosing takes longer than in proportion to them
_CUBE_BITS = 4  # cubes of 16 levels a side


def quantise_image(
    data: bytes | Image.Image, name: str, colours: int, options: ImageOptions = AS_DRAWN
) -> ImportedPicture:
    """Read the picture in a file's content, or an open one, in at most `colours` colours, the background among them.

    `options` are the size; and `dither`, which mixes the colours in patterns (not `threshold`, nor `invert`). Raises
    `FormatError` as `read_image` does, `PuzzleError` unless there are 2 to `MAX_COLOURS` colours.

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
    pixels = image.convert("RGB")
    drawn = pixels.getcolors(colours)
    if options.dither:
        spots = _scaled(pixels, (width, height))
    else:  # pixels as they are, since a mean of two colours may be near a third
        size = (
            min(width * _COLOUR_SPOTS, max(width, image.width)),
            min(height * _COLOUR_SPOTS, max(height, image.height)),
        )
        spots = pixels.resize(size, Image.Resampling.NEAREST)
    looks = [cast("Rgb", colour) for _, colour in drawn] if drawn is not None else _choose(spots, colours)
    numbers = _most_in_cells(_nearest(spots, looks, dither=options.dither), spots.size, (width, height))
    grid, palette = _named([numbers[start : start + width] for start in range(0, len(numbers), width)], looks)
    return ImportedPicture(grid, *image.size, palette)


def _most_in_cells(numbers: list[int], spots: tuple[int, int], cells: tuple[int, int]) -> list[int]:
    """Return for each cell the number that most of its spots have, the smallest of several."""
    if spots == cells:
        return numbers
    image = Image.frombytes("L", spots, bytes(numbers))
    shares = [
        image.point([(_LEVELS - 1) * (level == number) for level in range(_LEVELS)])
        .resize(cells, Image.Resampling.BOX)
        .tobytes()
        for number in range(max(numbers) + 1)
    ]
    return [votes.index(max(votes)) for votes in zip(*shares, strict=True)]


def has_colours(image: Image.Image) -> bool:
    """Return True if a share of the picture worth mentioning is neither black, grey nor white."""
    _, saturation, value = image.convert("RGB").resize((_LOOK_PX, _LOOK_PX)).convert("HSV").split()
    return sum(ImageChops.multiply(saturation, value).histogram()[_COLOURFUL:]) > _COLOURFUL_SHARE * _LOOK_PX**2


_MAX_NAMED = 6  # most colours that get names, the background among them
_FAINT, _CONTRAST = 8, 0.5  # levels of a step that is none, and the power of the others that counts
_WEIGHTS = {
    step: 0.0 if abs(step) < _FAINT else copysign(abs(step) ** _CONTRAST, step) for step in range(-_LEVELS + 1, _LEVELS)
}
"""The weight of a step: faint edges are edges."""


def edges_kept(image: Image.Image, grid: Grid, palette: Palette = PLAIN) -> float:
    """Return the share of a picture's edges that its cells keep, 0 to 1.

    An edge is the step in level from a cell to the next one on its right or below, in the picture scaled down to the
    cells; a step counts by its square. Kept is the share of them that the steps of the cells explain, at the contrast
    that fits best (the square of the correlation): edges that are missing and edges that are new both lower it.
    """
    wanted = [_WEIGHTS[step] for step in _steps(image.resize((grid.width, grid.height), Image.Resampling.BOX))]
    given = [_WEIGHTS[step] for step in _steps(_drawn(grid, palette).convert("RGB").convert(image.mode))]
    shared = sum(one * other for one, other in zip(wanted, given, strict=True))
    squares = sum(step * step for step in wanted) * sum(step * step for step in given)
    return shared * shared / squares if shared > 0 else 0.0


def _steps(image: Image.Image) -> list[int]:
    data, bands = image.tobytes(), len(image.getbands())
    width = image.width * bands
    lines = [data[start : start + width] for start in range(0, len(data), width)]
    right = [after - before for line in lines for before, after in zip(line, line[bands:], strict=False)]
    return right + [after - before for lines in pairwise(lines) for before, after in zip(*lines, strict=True)]


def _choose(cells: Image.Image, colours: int) -> list[Rgb]:
    """Choose the colours that stand for all that occur."""
    if cells.getcolors(_MOST_TO_CHOOSE_FROM) is None:  # of a picture with more, every few cells tell enough
        scale = (_MOST_TO_CHOOSE_FROM / (cells.width * cells.height)) ** 0.5
        size = (max(1, int(cells.width * scale)), max(1, int(cells.height * scale)))
        cells = cells.resize(size, Image.Resampling.NEAREST)
    reduced = cells.quantize(colours, Image.Quantize.MEDIANCUT, _KMEANS_ROUNDS)
    levels = reduced.getpalette() or []
    used = sorted(set(reduced.tobytes()))
    return list(dict.fromkeys((levels[3 * n], levels[3 * n + 1], levels[3 * n + 2]) for n in used))


def _nearest(cells: Image.Image, looks: Sequence[Rgb], *, dither: bool) -> list[int]:
    """Return the number of the nearest colour for each cell, row by row."""
    if dither:
        palette = Image.new("P", (1, 1))
        palette.putpalette([level for rgb in looks for level in rgb])
        return list(cells.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).tobytes())
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
    shown = [looks[number] for number in (background, *order)]
    few = len(shown) <= _MAX_NAMED
    name, *names = names_of(shown) if few else ["white" if shown[0] == WHITE else "", *[""] * len(order)]
    colours = tuple(map(Colour, (keys[number] for number in order), shown[1:], names))
    return grid, Palette(colours, looks[background], name)
