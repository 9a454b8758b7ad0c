"""Pictures as people draw and find them, made into cells: squares of any size, a pixel a cell, or scaled.

Every picture, a Spectrum screen as well: a part of it is cropped, the lattice of its squares found, and if it has none,
a pixel is a cell unless a size is asked for. A note says what was assumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PIL import Image, ImageChops, ImageFilter, ImageOps

from harness.errors import FormatError, Phrase, note
from harness.formats.bitmaps import AS_DRAWN, ImageOptions, ImportedPicture, quantise_image, read_image
from harness.formats.lattice import Lattice, box_of, edge_levels, find_lattice, ground_of, is_of_twos
from harness.puzzle import Grid
from harness.spectrum.reader import CELL_PITCH_PX, MAX_HEIGHT, MAX_WIDTH, ORIGIN_PX
from harness.spectrum.screens import SCREEN_PX, grid_view

_BLACK, _WHITE = 0, 255
_MOST_COLOURS = 16  # of a drawing of squares; a picture with more is judged by its levels of grey
_MARGIN = 2  # empty squares around a drawing that still belong to it, if the picture is cut into whole ones
_MOST_STRAYS, _STRAY_PX, _FEW_LEVELS = 3, 5, 4
"""Pixels that may stand alone, how far from others, and the level to which two in so wide a square blur."""
_DARK_SHARE = 0.9  # the share of a picture's edge that is black if its ground is


def pixels_of(picture: Grid) -> Image.Image:
    """A picture of cells as one of black and white pixels."""
    pixels = bytes(_BLACK if cell == "#" else _WHITE for row in picture.rows for cell in row)
    return Image.frombytes("L", (picture.width, picture.height), pixels)


def drawn_on_screen(picture: Grid, name: str) -> Image.Image:
    """What is drawn on a Spectrum's screen, given as the eye sees it; raise `FormatError` if nothing is."""
    pixels = pixels_of(picture)
    return pixels.crop(_drawn(pixels, name))


def _drawn(grey: Image.Image, name: str) -> tuple[int, int, int, int]:
    box = box_of(grey, ground_of(grey))
    if box is None:
        raise FormatError("the screen is empty", "draw something on it", name)
    return box


def read_picture(
    image: Image.Image,
    name: str,
    options: ImageOptions = AS_DRAWN,
    *,
    colours: int | None = None,
    screen: bool = False,
    photo: Callable[[Image.Image], ImportedPicture] | None = None,
) -> ImportedPicture:
    """Read the cells of an open picture; `name` is what errors and notes call it.

    Args:
        options: see `ImageOptions`; `width` and `height` are the puzzle's cells, `crop` is in pixels.
        colours: keep so many (None: black and white).
        screen: it is a Spectrum's, of which only what is drawn on counts.
        photo: makes cells of one without squares that is too large for a Spectrum (None: it is scaled).

    Raises `FormatError` for an empty picture or part, a size that contradicts its squares, or too many cells.
    """
    corner = (0, 0)
    if options.crop is not None:
        image, corner, screen = _cropped(image, name, options.crop), options.crop[:2], False
    grey = image.convert("L").point(lambda level: _WHITE * (level >= options.threshold))
    ground = ground_of(grey)
    if options.crop is not None and box_of(grey, ground) is None:
        raise FormatError("this part of the picture is empty", "take another with --crop X,Y,W,H", name)
    if (strays := _strays(grey, ground)) and options.ignore_strays:
        image, grey, strays = _without(strays, image), _without(strays, grey), []
    lattice = _lattice(image, grey, options, colours)
    if lattice is None and photo is not None and (image.width > MAX_WIDTH or image.height > MAX_HEIGHT):
        return photo(image)
    if lattice is None or not lattice.is_framed:
        _tell_ground(grey, name, options, colours)
    if lattice is not None:
        left, top, right, bottom = lattice.box
        _tell_strays([(x, y) for x, y in strays if not (left <= x < right and top <= y < bottom)], name, are_out=True)
        return _by_lattice(image, grey, lattice, name, corner, options, colours, is_whole=not screen)
    if screen:
        box = _drawn(grey, name)
        _tell_strays(strays, name, are_out=False)
        image, corner = image.crop(box), box[:2]
        is_sized = options.width or options.height or options.cell
        if not is_sized and (image.width > MAX_WIDTH or image.height > MAX_HEIGHT):
            what = "the drawing has {width}×{height} pixels and no squares that could be its cells"
            fix = "--cell N says how many pixels a cell has, --width scales it, --crop X,Y,W,H takes a part"
            raise FormatError(what, fix, name, width=image.width, height=image.height)
    read = read_image(image, name, options) if colours is None else quantise_image(image, name, colours, options)
    width, height = read.grid.width, read.grid.height
    if read.was_scaled:
        what, fix = "{columns}×{rows} pixels, scaled to {width}×{height} cells", "--width chooses another size"
        note(FormatError(what, fix, name, columns=image.width, rows=image.height, width=width, height=height))
        return read
    if corner != (0, 0) and options.crop is None:
        what, fix = "a pixel a cell, {width}×{height}, from ({left},{top})", "--crop X,Y,W,H takes another part"
        note(FormatError(what, fix, name, width=width, height=height, left=corner[0], top=corner[1]))
    if options.cell is None and is_of_twos(grey):
        note(FormatError("all its edges lie 2 pixels apart", "if a cell has 2×2 pixels, add --cell 2", name))
    return read


def _cropped(image: Image.Image, name: str, crop: tuple[int, int, int, int]) -> Image.Image:
    left, top, width, height = crop
    if left + width > image.width or top + height > image.height:
        what = "{width}×{height} pixels from ({left},{top}) reach beyond the picture"
        fix = "it has {most_width}×{most_height} pixels"
        most = {"most_width": image.width, "most_height": image.height}
        raise FormatError(what, fix, name, width=width, height=height, left=left, top=top, **most)
    return image.crop((left, top, left + width, top + height))


def _lattice(image: Image.Image, grey: Image.Image, options: ImageOptions, colours: int | None) -> Lattice | None:
    if options.cell == 1 or options.dither:
        return None
    if options.cell is None and options.crop is None and (own := _own_view(grey)) is not None:
        kinds = tuple("#.".index(cell) for row in own.rows for cell in row)
        return Lattice(CELL_PITCH_PX, ORIGIN_PX, ORIGIN_PX, own.width, own.height, kinds, is_framed=True)
    return find_lattice(grey if colours is None else _labels(image) or grey, options.cell)


def _own_view(grey: Image.Image) -> Grid | None:
    """Return the grid in a picture of the Spectrum program's solved grid, however small."""
    box = box_of(grey, _BLACK) if grey.size == SCREEN_PX else None
    if box is None or box[:2] != (ORIGIN_PX - 2, ORIGIN_PX - 2):
        return None
    columns, rows = ((side - ORIGIN_PX) // CELL_PITCH_PX for side in box[2:])
    places = [range(ORIGIN_PX, ORIGIN_PX + CELL_PITCH_PX * cells, CELL_PITCH_PX) for cells in (columns, rows)]
    if not (1 <= columns <= MAX_WIDTH and 1 <= rows <= MAX_HEIGHT):
        return None
    grid = Grid(tuple("".join("#."[grey.getpixel((x, y)) == _WHITE] for x in places[0]) for y in places[1]))
    return grid if pixels_of(grid_view(grid)).tobytes() == grey.tobytes() else None


def _by_lattice(
    image: Image.Image,
    grey: Image.Image,
    lattice: Lattice,
    name: str,
    corner: tuple[int, int],
    options: ImageOptions,
    colours: int | None,
    *,
    is_whole: bool,
) -> ImportedPicture:
    """Read the cells of a drawing of squares; of a picture that is cut into whole ones, the margins as well."""
    left, top, right, bottom = lattice.box
    margins = (left, top, image.width - right, image.height - bottom)
    cells = [margin // lattice.cell for margin in margins]
    if not is_whole or lattice.is_framed or any(margin % lattice.cell for margin in margins) or max(cells) > _MARGIN:
        cells = [0, 0, 0, 0]
    columns, rows = lattice.columns + cells[0] + cells[2], lattice.rows + cells[1] + cells[3]
    wanted = (options.width or columns, options.height or rows)
    sizes = {"cell": lattice.cell, "columns": columns, "rows": rows}
    if wanted != (columns, rows):
        what = "its squares of {cell} pixels make {columns}×{rows} cells, not {width}×{height}"
        fix = "leave --width and --height out, or add --cell 1 to scale the picture"
        raise FormatError(what, fix, name, width=wanted[0], height=wanted[1], **sizes)
    left, top = left - cells[0] * lattice.cell, top - cells[1] * lattice.cell
    what = "cells of {cell} pixels, {columns}×{rows}, from ({left},{top}){where}"
    where = Phrase(", in a frame") if lattice.is_framed else ""
    fix = "--cell 1 makes each pixel a cell" if options.cell is None else ""
    note(FormatError(what, fix, name, left=corner[0] + left, top=corner[1] + top, where=where, **sizes))
    box = (corner[0] + left, corner[1] + top, columns * lattice.cell, rows * lattice.cell)
    if colours is not None:
        part = image.crop((left, top, left + box[2], top + box[3]))
        read = quantise_image(part, name, colours, replace(options, width=columns, height=rows))
        return replace(read, width_px=image.width, height_px=image.height, box=box)
    signs = "".join("#."[kind] for kind in lattice.kinds)
    if len({*lattice.kinds}) == 1 and ground_of(grey.crop(lattice.box)) == _WHITE:
        signs = signs.replace("#", ".")
    empty = "#" if ground_of(grey) == _BLACK else "."
    drawn = [signs[start : start + lattice.columns] for start in range(0, len(signs), lattice.columns)]
    lines = [empty * columns] * cells[1] + [empty * cells[0] + row + empty * cells[2] for row in drawn]
    grid = Grid((*lines, *[empty * columns] * cells[3]))
    grid = grid.recoloured({"#": ".", ".": "#"}) if options.invert else grid
    return ImportedPicture(grid, *image.size, box=box)


def _labels(image: Image.Image) -> Image.Image | None:
    """Return the picture as numbers of its colours, if they are few."""
    pixels = image.convert("RGB")
    found = pixels.getcolors(_MOST_COLOURS)
    if found is None:
        return None
    numbers = pixels.quantize(len(found), kmeans=1)
    if ImageChops.difference(numbers.convert("RGB"), pixels).getbbox() is not None:
        return None
    return Image.frombytes("L", image.size, numbers.tobytes())


def _strays(grey: Image.Image, ground: int) -> list[tuple[int, int]]:
    """Return the few pixels that are far from all others of a drawing, if it is larger with them."""
    drawn = ImageChops.difference(grey, Image.new("L", grey.size, ground))
    wide = ImageOps.expand(drawn, _STRAY_PX, fill=0)
    crowd = wide.filter(ImageFilter.BoxBlur(_STRAY_PX)).point(lambda level: _WHITE * (level > _FEW_LEVELS))
    around, box = ImageOps.crop(crowd, _STRAY_PX), drawn.getbbox()
    alone = ImageChops.subtract(drawn, around)
    if box is None or not 1 <= alone.histogram()[_WHITE] <= _MOST_STRAYS or around.getbbox() is None:
        return []
    if ImageChops.subtract(drawn, alone).getbbox() == box:
        return []
    return [(place % grey.width, place // grey.width) for place, level in enumerate(alone.tobytes()) if level]


def _without(strays: list[tuple[int, int]], image: Image.Image) -> Image.Image:
    """Return the picture with the strays as their neighbours are."""
    image = image.copy()
    for x, y in strays:
        pixel = image.getpixel((x - 1 if x else 1, y))
        assert pixel is not None
        image.putpixel((x, y), pixel)
    return image


def _tell_strays(strays: list[tuple[int, int]], name: str, *, are_out: bool) -> None:
    if strays:
        places = ", ".join(f"({x},{y})" for x, y in strays)
        fix = "not read as cells" if are_out else "--ignore-strays leaves out what stands alone"
        note(FormatError("{count} pixel(s) standing alone at {places}", fix, name, count=len(strays), places=places))


def _tell_ground(grey: Image.Image, name: str, options: ImageOptions, colours: int | None) -> None:
    levels = edge_levels(grey)
    is_dark = levels[_BLACK] >= _DARK_SHARE * levels.total()
    if is_dark and colours is None and not options.invert and box_of(grey, _BLACK):
        what, fix = "the figure is lighter than its ground, which counts as black", "--invert swaps black and white"
        note(FormatError(what, fix, name))
