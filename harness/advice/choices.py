"""Puzzles to choose from that a photo can become: several sizes, in black and, if it has colours, in colour as well.

Each is the picture most like the photo that the settings give, changed in a few cells if that gives it one solution.
What is drawn counts, not what is dark: the part that differs from the ground is cropped, a ground that is darker than
the drawing becomes white, and light that falls off evenly is evened out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from harness.advice.repair import find_repair
from harness.errors import FormatError
from harness.formats.bitmaps import ImageOptions, ImportedPicture, edges_kept, has_colours, quantise_image, read_image
from harness.puzzle import Grid
from harness.puzzle.palette import BACKGROUND
from harness.solver.budget import Budget
from harness.solver.strategy import Outcome, solve_any

if TYPE_CHECKING:
    from PIL import Image

SECONDS = 10.0
"""Time limit of our own solver for a choice; as analyses of lines are counted, the answer is the same everywhere."""
MEMORY_BYTES = 500_000_000
USUAL_CELLS, LEAST_USUAL, MOST_USUAL = 25, 20, 30
"""Cells of the longer side of what is chosen at first: a puzzle for an evening."""
SIZES = (10, 15, 20, 25, 30, 40, 50, 60)
"""Cells of the longer side that are offered, as long as the shorter one has `LEAST_SIDE`."""
MOST_SIZES, LEAST_SIDE = 6, 8
_DARKNESSES, _COLOURS = range(-48, 49, 12), range(3, 7)
"""Settings that are tried for each size."""
LEAST_FILLED, MOST_BLACK = 0.1, 0.7
"""Shares of the cells: of other cells than background at least, and of black ones at most."""
_NEAR_SIDE = 0.12
"""The part of a picture that is near a side of it."""
_SOLID = 0.65
"""Share of black with which a shape gets paper around it."""
FEW_CHANGED = 1 / 40
"""The share of the cells that may be changed for one solution."""
_AS_LIKE = 0.85
"""The share of the best likeness that is as good."""
_COLOUR_WORTH, _LINES_WORTH, _DARK_WORTH, _DARK = 0.01, 0.03, 0.02, 24
"""The likeness that each colour must add, and that thinner lines must add, or much thicker ones."""
_LOOK_PX, _SMALL_PX = 800, 120
"""Pixels of a photo's longer side that are looked at, and for finding its ground and what is drawn."""
_JUDGING_CALLS, _REPAIRING_CALLS = 200_000, 400_000
"""Most analyses of lines to judge a choice, and to repair it: half a second's work."""
_DRAWN, _SEEN, _KEPT, _SMALL_THING = 255, 1, 2, 0.04
"""Levels of what is drawn, and the share of a picture up to which a thing at its edge is small."""
_IS_DRAWN, _IS_GROUND = [0] + [255] * 255, [255] + [0] * 255
_BAND = 0.04
"""The part of a side that belongs to the edge."""
_GROUND_LEVELS, _DRAWN_LEVELS = 24, 28
"""Levels from the ground's within which an edge is ground, and beyond which something is drawn."""
_SOUND_EDGE = 0.6
"""The share of the edge that is ground, if there is one."""
_FALL_LEVELS, _LIGHT_LEVEL, _DIMMEST = 24, 110, 30
"""Levels between the lightest and the darkest place of a ground that is evened out, and how light these must be."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A picture that a photo can become.

    Attributes:
        options, colours: the settings that gave it, the crop included; 2 colours are black and white.
        likeness: the share of the photo's edges that it keeps.
        outcome, solutions: of its puzzle.
        changed: cells changed for one solution.
    """

    picture: ImportedPicture
    options: ImageOptions
    colours: int
    likeness: float
    outcome: Outcome = Outcome.TIMEOUT
    solutions: int = 0
    changed: int = 0

    @property
    def is_whole(self) -> bool:
        """True if something is drawn near each side, as in the part of the photo that is cropped around the drawing."""
        rows = self.picture.grid.rows
        sides: list[Sequence[str]] = []
        for lines in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
            near = ceil(_NEAR_SIDE * len(lines))
            sides += [lines[:near], lines[-near:]]
        return all({*"".join(side)} > {BACKGROUND} for side in sides)

    @property
    def longer(self) -> int:
        """The longer side in cells."""
        return max(self.picture.grid.width, self.picture.grid.height)


class Choices(NamedTuple):
    """What is offered, the number of the one that is chosen, and the part of the photo that they show.

    `plain` is the number of the one in black and white that would be chosen.
    """

    offered: tuple[Choice, ...]
    chosen: int
    plain: int
    crop: tuple[int, int, int, int]


def choose(image: Image.Image, name: str, fit: tuple[int, int], *, with_colours: bool = True) -> Choices:
    """Offer pictures of what is drawn on an open photo, of no more columns and rows than `fit` allows.

    Chosen is one with one solution, of 20 to 30 cells if any is, about as like the photo as the best of these. A photo
    of one colour is a `FormatError`.
    """
    is_coloured, pixels = has_colours(image), image.size
    image = even_light(image.convert("RGB" if is_coloured else "L"))
    scale = max(1, max(pixels) // _LOOK_PX)
    look = image.reduce(scale)
    box, is_dark = _drawn_on(look, name)
    look_px, look = look.size, look.crop(box)
    left, top, right, bottom = (scale * side for side in box)
    crop = left, top, min(right, pixels[0]) - left, min(bottom, pixels[1]) - top
    base = ImageOptions(fit=fit, invert=is_dark)
    tried = [[(replace(base, darkness=darkness), 2) for darkness in _DARKNESSES]]
    if is_coloured and with_colours:
        tried.append([(replace(base, darkness=0, invert=False), colours) for colours in _COLOURS])
    is_cropped = box != (0, 0, *look_px)
    found = [
        _most_like(look, name, cells, settings, is_cropped) for settings in tried for cells in _sizes(look.size, fit)
    ]
    if not max(choice.likeness for choice in found):
        raise FormatError("the picture is of one colour", "give one with something on it", name)
    pictures = [one for one in found if _is_picture(one.picture)] or [max(found, key=lambda one: one.likeness)]
    offered = [_judged(look, replace(one, options=replace(one.options, crop=crop))) for one in pictures]

    plain = [choice for choice in offered if choice.colours == 2] or offered
    return Choices(tuple(offered), offered.index(_best(offered)), offered.index(_best(plain)), crop)


def _best(offered: Sequence[Choice]) -> Choice:
    usual = [choice for choice in offered if LEAST_USUAL <= choice.longer <= MOST_USUAL] or offered
    best = max(choice.likeness for choice in usual)

    def rank(choice: Choice) -> tuple[object, ...]:
        is_far, is_plain = choice.likeness < _AS_LIKE * best, choice.colours == 2
        is_good = choice.outcome is Outcome.UNIQUE
        return not is_good, choice not in usual, is_far, is_plain, abs(choice.longer - USUAL_CELLS), -choice.likeness

    return min(offered, key=rank)


def as_cells(image: Image.Image, name: str, options: ImageOptions, colours: int) -> ImportedPicture:
    """Read an open picture with the settings of a choice, but without its crop."""
    return read_image(image, name, options) if colours == 2 else quantise_image(image, name, colours, options)


def _sizes(pixels: tuple[int, int], fit: tuple[int, int]) -> list[int]:
    """Return the cells of the longer side that are offered for a part of so many pixels."""
    shape = min(pixels) / max(pixels)
    fitting = [cells for cells in SIZES if cells <= fit[pixels[0] < pixels[1]]]
    return [cells for cells in fitting if round(cells * shape) >= LEAST_SIDE][:MOST_SIZES] or fitting[-1:]


def _sized(options: ImageOptions, image: Image.Image, cells: int) -> ImageOptions:
    return replace(options, width=cells) if image.width >= image.height else replace(options, height=cells)


def _most_like(
    image: Image.Image, name: str, cells: int, tried: Sequence[tuple[ImageOptions, int]], is_cropped: bool
) -> Choice:
    made: list[Choice] = []
    for settings, colours in tried:
        options = _sized(settings, image, cells)
        picture = as_cells(image, name, options, colours)
        made.append(Choice(picture, options, colours, _likeness(image, picture, options)))

    def worth(one: Choice) -> tuple[bool, bool, float]:
        darkness = one.options.darkness or 0
        cost = _COLOUR_WORTH * one.colours + _LINES_WORTH * (darkness < 0) + _DARK_WORTH * (darkness > _DARK)
        return _is_picture(one.picture), is_cropped and one.is_whole, one.likeness - cost

    return max(made, key=worth)


def _likeness(image: Image.Image, picture: ImportedPicture, options: ImageOptions) -> float:
    from PIL import ImageOps

    return edges_kept(ImageOps.invert(image) if options.invert else image, picture.grid, picture.palette)


def _is_picture(picture: ImportedPicture) -> bool:
    """False for one that is nearly blank, or nearly black."""
    cells = "".join(picture.grid.rows)
    filled = 1 - cells.count(BACKGROUND) / len(cells)
    return filled >= LEAST_FILLED and (picture.palette.in_colour or filled <= MOST_BLACK)


def _judged(image: Image.Image, choice: Choice) -> Choice:
    """The choice with its verdict, and with one solution if a few other cells give it that."""
    puzzle, rows = choice.picture.grid.puzzle(choice.picture.palette), choice.picture.grid.rows
    budget = partial(Budget, SECONDS, memory_bytes=MEMORY_BYTES)
    result = solve_any(puzzle, max_solutions=2, budget=budget(max_line_calls=_JUDGING_CALLS))
    if result.outcome is Outcome.MULTIPLE:
        others = [solution.rows for solution in result.solutions if solution.rows != rows]
        repair = find_repair(puzzle, rows, others, budget(max_line_calls=_REPAIRING_CALLS))
        if repair and len(repair.changes) <= FEW_CHANGED * puzzle.width * puzzle.height:
            picture = replace(choice.picture, grid=Grid(repair.picture))
            likeness, changed = _likeness(image, picture, choice.options), len(repair.changes)
            return replace(
                choice, picture=picture, likeness=likeness, outcome=Outcome.UNIQUE, solutions=1, changed=changed
            )
    return replace(choice, outcome=result.outcome, solutions=len(result.solutions))


# -- the ground, and the light on it ------------------------------------------------------------


def _drawn_on(image: Image.Image, name: str) -> tuple[tuple[int, int, int, int], bool]:
    """The part of a picture that differs from its ground, with paper around a solid shape; and if that is darker."""
    from PIL import ImageStat

    small = image.reduce(max(1, max(image.size) // _SMALL_PX))
    mask = _mask(small, name)
    box = mask.getbbox()
    if box is None:
        return (0, 0, *image.size), False
    part, ground = (ImageStat.Stat(small.convert("L"), mask.point(levels)) for levels in (_IS_DRAWN, _IS_GROUND))
    for share in (8, 2):
        wide, high = (box[2] - box[0], box[3] - box[1])
        if sum(mask.crop(box).histogram()[1:]) > _SOLID * wide * high:
            x, y = wide // share, high // share
            box = (max(0, box[0] - x), max(0, box[1] - y), min(mask.width, box[2] + x), min(mask.height, box[3] + y))
    across, down = image.width / mask.width, image.height / mask.height
    left, top = int(box[0] * across), int(box[1] * down)
    right, bottom = min(image.width, ceil(box[2] * across)), min(image.height, ceil(box[3] * down))
    return (left, top, right, bottom), part.count[0] > 0 < ground.count[0] and part.mean[0] > ground.mean[0]


def _mask(small: Image.Image, name: str) -> Image.Image:
    """Mark what differs from the ground; of a picture that has all kinds of things along its edge, what is dark."""
    from PIL import Image, ImageChops, ImageFilter

    levels = [sorted(band) for band in zip(*_edge(small), strict=True)]
    ground = Image.new(small.mode, small.size, tuple(band[len(band) // 2] for band in levels))
    distance = reduce(ImageChops.lighter, ImageChops.difference(small, ground).split())
    near = [level <= _GROUND_LEVELS for (level,) in _edge(distance)]
    if sum(near) >= _SOUND_EDGE * len(near):
        mask = distance.point(lambda level: _DRAWN * (level > _DRAWN_LEVELS)).filter(ImageFilter.MedianFilter(3))
        kept = _without_margins(mask)
        return kept if kept.getbbox() else mask
    dark = read_image(small, name, ImageOptions(darkness=0)).grid
    return Image.frombytes("L", small.size, bytes(_DRAWN * (cell == "#") for row in dark.rows for cell in row))


def _without_margins(mask: Image.Image) -> Image.Image:
    """Return what is drawn without the small things that reach the edge: the table beside the paper."""
    from PIL import ImageDraw

    kept, (width, height) = mask.copy(), mask.size
    for place in _edge_places(mask.size):
        at = place % width, place // width
        if kept.getpixel(at) == _DRAWN:
            ImageDraw.floodfill(kept, at, _SEEN)
            is_small = kept.histogram()[_SEEN] < _SMALL_THING * width * height
            seen = 0 if is_small else _KEPT
            kept = kept.point([seen if level == _SEEN else level for level in range(256)])
    return kept


def _edge(image: Image.Image) -> list[tuple[int, ...]]:
    """Return the pixels along the edge, each a level a channel."""
    bands = [band.tobytes() for band in image.split()]
    return [tuple(band[place] for band in bands) for place in _edge_places(image.size)]


def _edge_places(size: tuple[int, int]) -> list[int]:
    width, height = size
    band = max(1, round(_BAND * min(size)))
    return [
        y * width + x for y in range(height) for x in range(width) if min(x, y, width - 1 - x, height - 1 - y) < band
    ]


def even_light(image: Image.Image) -> Image.Image:
    """Return the picture with an even ground, if that falls off smoothly from one place to another.

    A surface of the second degree is fitted to the levels along the edge; what is far below it is no ground.
    """
    from PIL import Image, ImageChops

    scale = min(1, _SMALL_PX / max(image.size))
    width, height = (max(1, round(side * scale)) for side in image.size)
    small = image.convert("L").resize((width, height), Image.Resampling.BOX)
    data = small.tobytes()
    points = [
        (_powers(place % width / width, place // width / height), data[place]) for place in _edge_places(small.size)
    ]
    kept = points
    for _ in range(3):
        weights = _fitted(kept)
        misses = sorted(abs(level - _at(weights, powers)) for powers, level in kept)
        most = max(4.0, 2.5 * misses[len(misses) // 2])
        kept = [(powers, level) for powers, level in kept if abs(level - _at(weights, powers)) <= most]
    surface = [_at(weights, _powers((x + 0.5) / 32, (y + 0.5) / 32)) for y in range(32) for x in range(32)]
    low, high = min(surface), max(surface)
    is_ground = len(kept) >= _SOUND_EDGE * len(points) and most <= 3 * _GROUND_LEVELS / 4
    if not is_ground or high - low < _FALL_LEVELS or high < _LIGHT_LEVEL or low < _DIMMEST:
        return image
    most_gain = high / low
    gains = Image.new("L", (32, 32))
    gains.putdata([round(255 * high / level / most_gain) for level in surface])
    gains = gains.resize(image.size, Image.Resampling.BICUBIC)
    bands = [
        ImageChops.multiply(band, gains).point([min(255, round(level * most_gain)) for level in range(256)])
        for band in image.split()
    ]
    return Image.merge(image.mode, bands)


def _powers(x: float, y: float) -> tuple[float, ...]:
    return 1, x, y, x * x, x * y, y * y


def _at(weights: Sequence[float], powers: Sequence[float]) -> float:
    return sum(weight * power for weight, power in zip(weights, powers, strict=True))


def _fitted(points: Sequence[tuple[tuple[float, ...], int]]) -> list[float]:
    """Return the weights of the powers that come nearest to the levels, by least squares."""
    size = len(points[0][0])
    rows = [[sum(powers[one] * powers[other] for powers, _ in points) for other in range(size)] for one in range(size)]
    for one, row in enumerate(rows):
        row[one] += 1e-6  # as the powers of a few points may depend on one another
        row.append(sum(powers[one] * level for powers, level in points))
    for pivot in range(size):
        rows[pivot:] = sorted(rows[pivot:], key=lambda row: -abs(row[pivot]))
        for number, row in enumerate(rows):
            if number != pivot:
                share = row[pivot] / rows[pivot][pivot]
                rows[number] = [one - share * other for one, other in zip(row, rows[pivot], strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]
