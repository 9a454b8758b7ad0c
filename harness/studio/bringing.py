"""Files that a page brings: a picture to be made into cells, a puzzle, or one of our own exports.

Every function raises a `HarnessError` for what the user can fix: the sentence is the one of the command line.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from harness.advice.repair import find_repair
from harness.errors import FormatError, Phrase, RequestError
from harness.formats import Reading, Source, parse_source
from harness.formats.bitmaps import (
    ImageOptions,
    build_image,
    edges_kept,
    has_colours,
    image_bytes,
    open_any_image,
    quantise_image,
    read_image,
)
from harness.puzzle import Grid, Puzzle, RowsBy
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import STOP_WORDS, Budget
from harness.solver.strategy import Outcome, solve_any
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.spectrum.screens import find_screens, judge_picture, picture_box, read_screen
from harness.studio.documents import MAX_SIDE, Document
from harness.studio.returning import returned

if TYPE_CHECKING:
    from PIL import Image

SECONDS = 10.0
"""Time limit of our own solver for a question."""
MEMORY_BYTES = 500_000_000
PHOTO_CELLS = 25
"""Cells of a photo's longer side at first: a puzzle for an evening."""
CHOICES = (10, 15, 20, 25, 30, 40)
"""Cells of the longer side that are offered for a photo."""
_DARKNESSES, _COLOURS = range(-48, 49, 12), range(3, 7)
"""Settings that are tried for each size."""
LEAST_FILLED, MOST_BLACK = 0.1, 0.7
"""Shares of the cells: of other cells than background at least, and of black ones at most."""
_SOLID = 0.65
"""Share of black with which a shape gets paper around it."""
FEW_CHANGED = 1 / 40
"""The share of the cells that may be changed for one solution."""
_AS_LIKE = 0.85
"""The share of the best likeness that is as good."""
_COLOUR_WORTH, _LINES_WORTH = 0.01, 0.03
"""The likeness that each colour must add, and that thinner lines must add."""
_LOOK_PX, _LOOK_CELLS = 800, 60
"""Pixels of a photo's longer side that are looked at, and cells for finding what is drawn on."""
_JUDGING_CALLS, _REPAIRING_CALLS = 200_000, 400_000
"""Most analyses of lines to judge a choice, and to repair it: half a second's work."""


@dataclass(frozen=True)
class PictureOptions:
    """Settings of the page's sliders for turning a picture into cells.

    `crop` is left, top, width and height in pixels of the picture (None: all of it, of a SCREEN$ what is drawn on);
    `width` and `height` are cells (None: as many as pixels, or `PHOTO_CELLS` if that is too many for a Spectrum);
    `darkness` is that of `ImageOptions`; `colours` counts the background, 2 is black and white.
    """

    crop: tuple[int, int, int, int] | None = None
    width: int | None = None
    height: int | None = None
    darkness: int = 0
    invert: bool = False
    colours: int = 2

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> PictureOptions:
        """The options in a query string.

        Raises:
            RequestError: one that is no number.

        >>> PictureOptions.of_query({"crop": "0,0,8,9", "invert": "1"}).crop
        (0, 0, 8, 9)
        """
        crop = tuple(_number(part, "crop") for part in query["crop"].split(",")) if query.get("crop") else None
        if crop is not None and len(crop) != 4:
            raise RequestError("crop is four numbers: left, top, width and height")
        sizes = {side: _number(query[side], side) if query.get(side) else None for side in ("width", "height")}
        for side, size in sizes.items():
            if size is not None and not 1 <= size <= MAX_SIDE:
                raise RequestError("{side} {size}", "choose 1 to {most}", side=Phrase(side), size=size, most=MAX_SIDE)
        return cls(
            crop,
            **sizes,
            darkness=_number(query.get("darkness", "0"), "darkness"),
            invert=query.get("invert") == "1",
            colours=_number(query.get("colours", "2"), "colours"),
        )


def bring(data: bytes, name: str, options: PictureOptions, **reading: Unpack[Reading]) -> dict[str, Any]:
    """Read a file: a picture, made into cells by the options, or a puzzle, solved.

    Returns ``kind`` (``picture`` or ``puzzle``), ``document``, ``name``, and of a picture its ``pixels`` (width and
    height), the ``crop`` used, whether it ``is_photo``, and a ``preview``, as the address of a PNG, if browsers do not
    show it themselves; of a puzzle the solver's ``outcome``, and ``rows_by``.

    Raises:
        HarnessError: neither, or a puzzle without a solution.
    """
    source = Source(name, data)
    own = returned(source)
    if own is not None:
        return _drawn(own, name)
    image = open_any_image(data, name)
    if image is not None:
        # the kinds that every browser shows
        is_shown = data.startswith((b"\x89PNG", b"GIF8", b"BM", b"\xff\xd8\xff", b"RIFF"))
        return _picture(image, name, options, is_shown=is_shown)
    if source.suffix == ".scr" or (not source.is_text and find_screens(data, name)):
        return _screen(source, options)
    puzzle = parse_source(source, **reading)
    _check_side(puzzle.width, puzzle.height, name)
    return _puzzle(puzzle, name)


def _drawn(document: Document, name: str, rows_by: RowsBy = RowsBy.FILE) -> dict[str, Any]:
    found = {"kind": "puzzle", "name": name, "document": document.as_json(), "outcome": None}
    return {**found, "rows_by": rows_by.value}


def _screen(source: Source, options: PictureOptions) -> dict[str, Any]:
    """A SCREEN$ as a picture of black and white pixels: what is drawn on."""
    screen = read_screen(source.data, source.name).screen
    left, top, width, height = picture_box(screen, source.name)
    pixels = build_image(judge_picture(screen, width, height, left, top), "png")
    image = open_any_image(pixels, source.name)
    assert image is not None
    if options.width is None and options.height is None and (width > MAX_WIDTH or height > MAX_HEIGHT):
        scale = min(MAX_WIDTH / width, MAX_HEIGHT / height)
        options = replace(options, width=max(1, int(width * scale)))
    return {**_picture(image, source.name, options, is_shown=False), "is_photo": False}


def _picture(image: Image.Image, name: str, options: PictureOptions, *, is_shown: bool) -> dict[str, Any]:
    pixels = image.size
    if options.crop is not None:
        left, top, width, height = options.crop
        right, bottom = min(left + width, pixels[0]), min(top + height, pixels[1])
        if not (0 <= left < right and 0 <= top < bottom):
            raise FormatError("nothing of the picture is left", "choose a part of it", name)
        image = image.crop((left, top, right, bottom))
    is_photo = image.width > MAX_WIDTH or image.height > MAX_HEIGHT
    if options.width is None and options.height is None and is_photo:
        options = _sized(options, image, PHOTO_CELLS)
    document = _document(image, name, options)
    _check_side(len(document.rows[0]), len(document.rows), name)
    answer = {
        "kind": "picture",
        "name": name,
        "document": document.as_json(),
        "pixels": pixels,
        "crop": options.crop or (0, 0, *pixels),
        "is_photo": is_photo,
    }
    if not is_shown:
        answer["preview"] = "data:image/png;base64," + base64.b64encode(image_bytes(image, "png")).decode("ascii")
    return answer


def _sized(options: PictureOptions, image: Image.Image, cells: int) -> PictureOptions:
    """The options with so many cells for the longer side."""
    return replace(options, width=cells) if image.width >= image.height else replace(options, height=cells)


def _document(image: Image.Image, name: str, options: PictureOptions) -> Document:
    fit, title = (MAX_WIDTH, MAX_HEIGHT), Path(name).stem
    size = ImageOptions(options.width, options.height, fit, darkness=options.darkness, invert=options.invert)
    if options.colours > 2:
        coloured = quantise_image(image, name, options.colours, size)
        return Document(coloured.grid.rows, coloured.palette, title)
    return Document(read_image(image, name, size).grid.rows, title=title)


def choices(data: bytes, name: str) -> dict[str, Any]:
    """Pictures of what is drawn on a photo to choose from, in several sizes; if it has colours, in colour as well.

    Each is the one most like the photo that the settings give, changed in a few cells if that gives it one solution.

    Returns ``choices``, each with ``darkness``, ``colours``, ``likeness`` (the share of the photo's edges that it
    keeps), ``outcome``, ``solutions`` and ``document``; the ``crop`` that they show; and the number of the one that is
    ``chosen``: with one solution, about as like the photo as the best, and then nearest to `PHOTO_CELLS`.
    """
    image = open_any_image(data, name)
    if image is None:
        raise FormatError("not a picture", "give a photo", name)
    scale, pixels, is_coloured = max(1, max(image.size) // _LOOK_PX), image.size, has_colours(image)
    image = image.convert("RGB" if is_coloured else "L").reduce(scale)
    box = _drawn_on(image, name)
    image = image.crop(box)
    tried = [[PictureOptions(darkness=darkness) for darkness in _DARKNESSES]]
    tried += [[PictureOptions(colours=colours) for colours in _COLOURS]] * is_coloured
    found = [_most_like(image, name, cells, settings) for settings in tried for cells in CHOICES]
    if not max(likeness for likeness, *_ in found):
        raise FormatError("the picture is of one colour", "give one with something on it", name)
    pictures = [one for one in found if _is_picture(one[-1])] or [max(found, key=lambda one: one[0])]
    offered = [_judged(image, *one) for one in pictures]

    def rank(number: int) -> tuple[bool, bool, int]:
        choice = offered[number]
        rows = choice["document"]["rows"]
        is_far = choice["likeness"] < _AS_LIKE * best
        return choice["outcome"] != "unique", is_far, abs(max(len(rows), len(rows[0])) - PHOTO_CELLS)

    best = max(choice["likeness"] for choice in offered)
    left, top, right, bottom = (scale * side for side in box)
    crop = left, top, min(right, pixels[0]) - left, min(bottom, pixels[1]) - top
    return {"choices": offered, "chosen": min(range(len(offered)), key=rank), "crop": crop}


def _drawn_on(image: Image.Image, name: str) -> tuple[int, int, int, int]:
    """The part of a picture that has something dark: left, top, right and bottom; with paper around a solid shape."""
    rows = _document(image, name, _sized(PictureOptions(), image, _LOOK_CELLS)).rows
    width, height = len(rows[0]), len(rows)
    across = [x for x in range(width) if any(row[x] == "#" for row in rows)] or [0, width - 1]
    down = [y for y in range(height) if "#" in rows[y]] or [0, height - 1]
    left, top, right, bottom = across[0], down[0], across[-1] + 1, down[-1] + 1
    if "".join(rows).count("#") > _SOLID * (right - left) * (bottom - top):
        x, y = (right - left) // 2, (bottom - top) // 2
        left, top, right, bottom = max(0, left - x), max(0, top - y), min(width, right + x), min(height, bottom + y)
    wide, high = image.width / width, image.height / height
    return int(left * wide), int(top * high), ceil(right * wide), ceil(bottom * high)


_Found = tuple[float, PictureOptions, Document]


def _most_like(image: Image.Image, name: str, cells: int, tried: Sequence[PictureOptions]) -> _Found:
    made: list[_Found] = []
    for settings in tried:
        options = _sized(settings, image, cells)
        document = _document(image, name, options)
        made.append((edges_kept(image, Grid(document.rows), document.palette), options, document))

    def worth(one: _Found) -> tuple[bool, float]:
        likeness, options, document = one
        cost = _COLOUR_WORTH * options.colours + _LINES_WORTH * (options.darkness < 0)
        return _is_picture(document), likeness - cost

    return max(made, key=worth)


def _is_picture(document: Document) -> bool:
    """False for one that is nearly blank, or nearly black."""
    cells = "".join(document.rows)
    filled = 1 - cells.count(BACKGROUND) / len(cells)
    return filled >= LEAST_FILLED and (document.palette.in_colour or filled <= MOST_BLACK)


def _judged(image: Image.Image, likeness: float, options: PictureOptions, document: Document) -> dict[str, Any]:
    """The picture with its verdict, and with one solution if a few other cells give it that.

    Analyses of lines are counted, so that the answer is the same everywhere; seconds only bound a SAT solver.
    """
    puzzle, rows = document.puzzle(), document.rows
    budget = partial(Budget, SECONDS, memory_bytes=MEMORY_BYTES)
    result = solve_any(puzzle, max_solutions=2, budget=budget(max_line_calls=_JUDGING_CALLS))
    outcome, solutions = result.outcome, len(result.solutions)
    if outcome is Outcome.MULTIPLE:
        others = [solution.rows for solution in result.solutions if solution.rows != rows]
        repair = find_repair(puzzle, rows, others, budget(max_line_calls=_REPAIRING_CALLS))
        if repair and len(repair.changes) <= FEW_CHANGED * puzzle.width * puzzle.height:
            document, outcome, solutions = replace(document, rows=repair.picture), Outcome.UNIQUE, 1
            likeness = edges_kept(image, Grid(document.rows), document.palette)
    return {
        "darkness": options.darkness,
        "colours": options.colours,
        "likeness": round(likeness, 3),
        "outcome": outcome.value,
        "solutions": solutions,
        "document": document.as_json(),
    }


def _puzzle(puzzle: Puzzle, name: str) -> dict[str, Any]:
    """A puzzle as the drawing that it hides."""
    if puzzle.goal is not None and UNKNOWN not in "".join(puzzle.goal.rows):
        return _drawn(Document.of_puzzle(puzzle, puzzle.goal.rows), name, puzzle.rows_by)
    result = solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES))
    if not result.solutions:
        what = "not decided: {reason}" if result.stopped else "no solution"
        reason = Phrase(STOP_WORDS[result.stopped]) if result.stopped else None
        raise FormatError(what, "check the clues with the command check", name, reason=reason)
    drawn = _drawn(Document.of_puzzle(puzzle, result.solutions[0].rows), name, puzzle.rows_by)
    return {**drawn, "outcome": result.outcome.value}


def _check_side(width: int, height: int, name: str) -> None:
    if max(width, height) > MAX_SIDE:
        what = "{width}×{height} cells are too many"
        raise FormatError(what, "the page takes {most} a side", name, width=width, height=height, most=MAX_SIDE)


def _number(text: str, what: str) -> int:
    try:
        return int(text) if len(text) < 10 else int("no")
    except ValueError:
        raise RequestError("{what} {text!r} is not a whole number", what=what, text=text[:20]) from None
