"""The lattice of a drawing whose cells are squares of several pixels, with a frame and ruled lines or without.

The edges propose it: the columns and rows at which the colour changes lie a constant number of pixels apart, or in
groups that do. The squares decide: they must be of two kinds but for a few pixels (in colour of as many as there are
colours). So a cell may be a block, a block between ruled lines, a smaller square in its middle, or the Spectrum
program's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from struct import unpack

from PIL import Image, ImageChops, ImageOps

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""

LEAST_CELL, LEAST_SIDES = 3, 12
"""Pixels of a square, and straight edges of a drawing, from which on a lattice is none by chance."""
_MOST_PIXELS, _MOST_EDGES = 4_000_000, 500
"""A picture with more pixels, or with edges at more columns or rows, is no drawing of squares."""
_LEVEL = 255
_MOST_KINDS, _SQUARES_A_KIND, _LEAST_SQUARES, _LEAST_RULED = 12, 4, 8, 30
_MOST_TRIED = 24  # sides of squares that are tried, those at whose multiples most edges lie
_FEW_WRONG, _FEW_ODD = 0.02, 0.12
"""The share of squares that may be of no kind, and the odd pixels for each pixel of edge."""
_SOUND_LINE = 0.97  # the share of a frame's line that has one level
_WRONG_PART, _KINDS_PART = 4, 6
"""A square is wrong if a fourth of its pixels are; two kinds differ in a sixth of their pixels."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Squares of `cell` pixels, `columns` × `rows` of them, whose first has its corner at `left`, `top`.

    `kinds` has the number of each square's kind, row by row; of a picture in black and white 0 is black.
    """

    cell: int
    left: int
    top: int
    columns: int
    rows: int
    kinds: tuple[int, ...]
    is_framed: bool = False

    @property
    def box(self) -> Box:
        """The part of the picture that the squares take."""
        return self.left, self.top, self.left + self.cell * self.columns, self.top + self.cell * self.rows


def ground_of(pixels: Image.Image) -> int:
    """Return the level most frequent along the edge."""
    counts = edge_levels(pixels)
    return max(counts, key=lambda level: (counts[level], level))


def edge_levels(pixels: Image.Image) -> Counter[int]:
    """Return how often each level occurs along the edge."""
    return Counter(b"".join(_sides(pixels)))


def _sides(pixels: Image.Image) -> Iterator[bytes]:
    width, height = pixels.size
    for side in ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)):
        yield pixels.crop(side).tobytes()


def box_of(pixels: Image.Image, ground: int) -> Box | None:
    """Return the part that is not ground."""
    return ImageChops.difference(pixels, _filled(pixels, ground)).getbbox()


def find_lattice(pixels: Image.Image, cell: int | None = None) -> Lattice | None:
    """Find the squares of a drawing, whose levels are colours: 0 for black and 255 for white, or numbers of colours.

    If the side of a square is known (`cell`), the place that fits best is taken.

    >>> from PIL import Image
    >>> board = Image.frombytes("L", (8, 8), bytes(255 * ((x + y) % 2) for y in range(8) for x in range(8)))
    >>> found = find_lattice(board.resize((40, 40), Image.Resampling.NEAREST))
    >>> found.cell, found.columns, found.rows, found.kinds[:4]
    (5, 8, 8, (0, 1, 0, 1))
    """
    if pixels.width * pixels.height > _MOST_PIXELS:
        return None
    ground = ground_of(pixels)
    margin = max(pixels.size) // 2 + 2
    wide = ImageOps.expand(pixels, margin, fill=ground)
    box = box_of(_without_specks(wide, ground), ground)
    if box is None:
        return None
    for inner, thickness in reversed([(box, 0), *_frames(wide, box)]):
        if found := list(_lattices(wide, inner, cell, thickness)):
            break
    else:
        return None
    best = min(found, key=lambda one: (one[1], -one[0].cell, one[2]))[0]
    return replace(best, left=best.left - margin, top=best.top - margin)


def is_of_twos(pixels: Image.Image) -> bool:
    """Return True if all edges of a drawing lie an even number of pixels apart: perhaps its cells have 2 × 2."""
    wide = ImageOps.expand(pixels, 1, fill=ground_of(pixels))
    edges = _edges(wide)
    is_even = all(len({place % 2 for place, length in enumerate(lengths) if length}) == 1 for lengths, _ in edges)
    return is_even and sum(sides for _, sides in edges) >= LEAST_SIDES


def _filled(pixels: Image.Image, level: int) -> Image.Image:
    return Image.new("L", pixels.size, level)


def _without_specks(pixels: Image.Image, ground: int) -> Image.Image:
    """Return the picture without the pixels that have nothing but ground around them."""
    drawn = ImageChops.difference(pixels, _filled(pixels, ground)).point(lambda level: _LEVEL * (level > 0))
    around = _filled(pixels, 0)
    for x, y in product((-1, 0, 1), repeat=2):
        if x or y:
            around = ImageChops.lighter(around, ImageChops.offset(drawn, x, y))
    pixels = pixels.copy()
    pixels.paste(ground, mask=ImageChops.subtract(drawn, around))
    return pixels


def _frames(pixels: Image.Image, box: Box) -> Iterator[tuple[Box, int]]:
    """Yield the inside of each frame, and how many pixels thick it is; the outermost first."""
    while thickness := _thickness(pixels, box):
        inner = (box[0] + thickness, box[1] + thickness, box[2] - thickness, box[3] - thickness)
        yield inner, thickness
        part = pixels.crop(inner)
        found = box_of(part, ground_of(part))
        if found is None:
            return
        box = (inner[0] + found[0], inner[1] + found[1], inner[0] + found[2], inner[1] + found[3])


def _thickness(pixels: Image.Image, box: Box) -> int:
    """Return how many lines of pixels of one level lie around all that is in the box, 0 if it is filled by them."""
    left, top, right, bottom = box
    level = ground_of(pixels.crop(box))
    for thick in range(min(right - left, bottom - top) // 2):
        ring = pixels.crop((left + thick, top + thick, right - thick, bottom - thick))
        if any(side.count(level) < _SOUND_LINE * len(side) for side in _sides(ring)):
            return thick
    return 0


def _edges(pixels: Image.Image) -> list[tuple[list[int], int]]:
    """Return of columns and of rows how many pixels differ from those before them, by place, and the straight edges."""
    found: list[tuple[list[int], int]] = []
    for turned in (pixels, pixels.transpose(Image.Transpose.TRANSPOSE)):
        width, height = turned.size
        steps = ImageChops.difference(turned.crop((1, 0, width, height)), turned.crop((0, 0, width - 1, height)))
        steps = steps.point(lambda level: _LEVEL * (level > 0))
        above = Image.new("L", steps.size)
        above.paste(steps, (0, 1))
        sides = ImageChops.subtract(steps, above).histogram()[_LEVEL]
        means = steps.convert("F").resize((width - 1, 1), Image.Resampling.BOX).tobytes()
        lengths = [round(mean * height / _LEVEL) for mean in unpack(f"{width - 1}f", means)]
        found.append(([0, *lengths], sides))
    return found


def _lattices(pixels: Image.Image, inner: Box, cell: int | None, thickness: int) -> Iterator[tuple[Lattice, int, int]]:
    """Yield each lattice that fits, with its wrong squares and its odd pixels; `thickness` is the frame's."""
    left, top, right, bottom = inner
    # the edges of what is outermost count, those of a frame do not
    around = 0 if thickness else 1
    part = pixels.crop((left - around, top - around, right + around, bottom + around))
    edges = _edges(part)
    if cell is None and sum(sides for _, sides in edges) < LEAST_SIDES:
        return
    places = [
        {place + start - around: length for place, length in enumerate(lengths) if length}
        for (lengths, _), start in zip(edges, (left, top), strict=True)
    ]
    if cell is None and max(map(len, places)) > _MOST_EDGES:
        return
    edge = sum(sum(lengths) for lengths, _ in edges)
    sides = range(LEAST_CELL, max(right - left, bottom - top) // 2 + 1) if cell is None else (cell,)
    likely = [(side, [_starts(of_axis, side, cell is not None) for of_axis in places]) for side in sides]
    likely.sort(key=lambda one: -min(share for share, _ in one[1]))
    for side, starts in likely[:_MOST_TRIED]:
        for offset in product(*(firsts for _, firsts in starts)):
            fit = _fitted(pixels, inner, side, offset, thickness, edge, is_sure=cell is not None)
            if fit is not None:
                yield fit


def _starts(lengths: dict[int, int], side: int, is_sure: bool) -> tuple[float, list[int]]:
    """Return the places within a square at which most edges lie, one or two, and their share of all edges.

    There are none if the edges lie anywhere.
    """
    shares = Counter[int]()
    for place, length in lengths.items():
        shares[place % side] += length
    whole = shares.total() or 1
    common = shares.most_common(2) or [(0, 0)]
    share = sum(length for _, length in common) / whole
    if not is_sure and share < max(0.5, min(0.95, 2.8 / side)):
        return share, []
    return share, [place for number, (place, length) in enumerate(common) if not number or length > 0.1 * whole]


def _fitted(
    pixels: Image.Image, inner: Box, side: int, offset: Sequence[int], thickness: int, edge: int, *, is_sure: bool
) -> tuple[Lattice, int, int] | None:
    """Return the lattice with squares of this side at this offset, if it fits."""
    (left, columns), (top, rows) = (
        _squares(inner[axis], inner[axis + 2], side, offset[axis], thickness) for axis in (0, 1)
    )
    if columns < 1 or rows < 1 or (columns * rows < _LEAST_SQUARES and not is_sure):
        return None
    squares = [
        pixels.crop((x, y, x + side, y + side)).tobytes()
        for y in range(top, top + rows * side, side)
        for x in range(left, left + columns * side, side)
    ]
    counts = Counter(squares)
    if not is_sure and len(counts) > max(40, len(squares) // 2):
        return None
    kinds = _kinds(counts, side)
    if not is_sure and len(squares) < _SQUARES_A_KIND * len(kinds):
        return None
    nearest = {square: min((_distance(square, kind), number) for number, kind in enumerate(kinds)) for square in counts}
    wrong = sum(count for square, count in counts.items() if nearest[square][0] * _WRONG_PART >= side * side)
    odd = sum(count * nearest[square][0] for square, count in counts.items())
    numbers = tuple(nearest[square][1] for square in squares)
    found = Lattice(side, left, top, columns, rows, numbers, thickness > 0)
    ground = bytes([ground_of(pixels)]) * (side * side)
    if not thickness and ground in kinds:
        found = _trimmed(found, kinds.index(ground))
    if is_sure:
        return found, wrong, odd
    is_ruled = any(len({*kind}) > 1 for kind in kinds)
    if is_ruled and (min(columns, rows) < 3 or columns * rows < _LEAST_RULED):
        return None
    if len({*found.kinds}) < 2 or _sides_of(found) + is_ruled * (columns + rows) < LEAST_SIDES:
        return None
    return None if wrong > _FEW_WRONG * len(squares) or odd > _FEW_ODD * edge else (found, wrong, odd)


def _trimmed(lattice: Lattice, ground: int) -> Lattice:
    """Return the lattice without the empty squares around a drawing, to which odd pixels stretch it."""
    cells = Image.frombytes("L", (lattice.columns, lattice.rows), bytes(lattice.kinds))
    if (box := box_of(cells, ground)) is None:
        return lattice
    left, top = lattice.left + lattice.cell * box[0], lattice.top + lattice.cell * box[1]
    return Lattice(lattice.cell, left, top, box[2] - box[0], box[3] - box[1], tuple(cells.crop(box).tobytes()))


def _sides_of(lattice: Lattice) -> int:
    """Return the straight edges of the cells, of which the drawing's own outline counts."""
    cells = Image.frombytes("L", (lattice.columns, lattice.rows), bytes(lattice.kinds))
    return sum(sides for _, sides in _edges(ImageOps.expand(cells, 1, fill=ground_of(cells))))


def _squares(start: int, end: int, side: int, offset: int, thickness: int) -> tuple[int, int]:
    """Return where the first square begins that lies between start and end, and how many do.

    In a frame they lie whole, but for ruled lines that are its own; without one, by half at least.
    """
    over = min(thickness, side // 3) if thickness else side // 2
    first = offset + ceil((start - over - offset) / side) * side
    return first, (end + over - first) // side


def _kinds(counts: Counter[bytes], side: int) -> list[bytes]:
    """Choose the squares that all are like, the darkest first: each the one that leaves the least odd pixels."""
    common = [square for square, _ in counts.most_common(_MOST_KINDS)]
    levels = {level for square in common for level in square}
    chosen = common[:1]
    while len(chosen) < min(len(levels), _MOST_KINDS):
        near = {square: min(_distance(square, kind) for kind in chosen) for square in counts}
        others = [one for one in common if near[one] * _KINDS_PART >= side * side]
        if not others:
            break
        left = {
            one: sum(count * min(near[square], _distance(square, one)) for square, count in counts.items())
            for one in others
        }
        chosen.append(min(others, key=lambda one: left[one]))
    return sorted(chosen, key=sum)


def _distance(one: bytes, other: bytes) -> int:
    """Return how many pixels differ."""
    differing = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return len(one) - differing.to_bytes(len(one), "big").count(0)
