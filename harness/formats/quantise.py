"""Pictures of other computers as crosswords in colour: scaled to cells, and their colours reduced to a few.

A picture that has few colours keeps them as they are. Of one that has more, the colours are chosen by median cut and
moved to the middle of what they stand for (k-means), on the cells rather than the pixels, so that every colour chosen
is of use. Each cell gets the nearest of them. The colour most frequent along the edge is the background.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.errors import PuzzleError
from harness.formats.bitmaps import AS_DRAWN, ImageOptions, on_white, open_image, size_in_cells
from harness.formats.colours import KEYS
from harness.puzzle import Grid
from harness.puzzle.palette import BACKGROUND, WHITE, Colour, Palette, Rgb

if TYPE_CHECKING:
    from PIL import Image

MAX_COLOURS = 64
"""More than a person tells apart in a crossword; the background is one of them."""

_KMEANS_ROUNDS = 5
_MOST_TO_CHOOSE_FROM = 20_000  # colours: choosing takes longer than in proportion to them
_CUBE_BITS = 4  # cubes of 16 levels a side
_LEVELS_16_BIT = 257


@dataclass(frozen=True, slots=True)
class ColourPicture:
    """The cells, their colours, and the size in pixels that the picture had."""

    grid: Grid
    palette: Palette
    width_px: int
    height_px: int

    @property
    def was_scaled(self) -> bool:
        """True if a cell is not one pixel."""
        return (self.width_px, self.height_px) != (self.grid.width, self.grid.height)


def quantise_image(data: bytes, name: str, colours: int, options: ImageOptions = AS_DRAWN) -> ColourPicture:
    """The picture in a file's content, in no more than `colours` colours, the background among them.

    Args:
        data: a PNG, GIF, BMP or PBM file.
        name: what errors call it.
        colours: 2 to `MAX_COLOURS`.
        options: the size; and `dither`, which mixes the colours in patterns (not `threshold`, nor `invert`).

    Raises:
        FormatError: not a picture that Pillow reads, or one too large.
        PuzzleError: a number of colours that cannot be.

    >>> from harness.formats.bitmaps import build_colour_image
    >>> palette = Palette((Colour("r", (255, 0, 0)), Colour("b", (0, 0, 255))))
    >>> picture = quantise_image(build_colour_image(Grid(("...", "rrb", "...")), palette, "png"), "x.png", 8)
    >>> picture.grid.rows, [colour.rgb for colour in picture.palette.colours]
    (('...', 'aab', '...'), [(255, 0, 0), (0, 0, 255)])
    """
    if not 2 <= colours <= MAX_COLOURS:
        what = "{count} colours"
        raise PuzzleError(what, "choose 2 to {most}, the background among them", count=colours, most=MAX_COLOURS)
    from PIL.Image import Resampling

    image = open_image(data, name)
    width_px, height_px = image.size
    size = size_in_cells(image, name, options)
    pixels = _rgb(image)
    drawn = pixels.getcolors(colours)
    cells = pixels
    if size != pixels.size:
        shrinks = size[0] <= width_px and size[1] <= height_px
        cells = pixels.resize(size, Resampling.BOX if shrinks else Resampling.NEAREST)
    looks = [_rgb_of(colour) for _, colour in drawn] if drawn is not None else _choose(cells, colours)
    numbers = _nearest(cells, looks, dither=options.dither)
    rows = [numbers[start : start + size[0]] for start in range(0, len(numbers), size[0])]
    grid, palette = _named(rows, looks)
    return ColourPicture(grid, palette, width_px, height_px)


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
