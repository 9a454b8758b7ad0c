"""Files that a page brings: a picture to be made into cells, a puzzle, or one of our own exports.

Every function raises a `HarnessError` for what the user can fix: the sentence is the one of the command line.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import FormatError, Phrase, RequestError
from harness.formats import Source, parse_source
from harness.formats.bitmaps import ImageOptions, build_image, image_bytes, open_any_image, quantise_image, read_image
from harness.puzzle import Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import STOP_WORDS, Budget
from harness.solver.strategy import solve_any
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.spectrum.screens import find_screens, judge_picture, picture_box, read_screen
from harness.studio.documents import MAX_SIDE, Document
from harness.studio.returning import returned

if TYPE_CHECKING:
    from PIL import Image

SECONDS = 10.0
"""Time limit of our own solver for a question."""
MEMORY_BYTES = 500_000_000
PHOTO_COLUMNS = 25
"""Columns with which a photo begins: a puzzle for an evening."""
CHOICES = (10, 15, 20, 25, 30, 40)
"""Columns that are offered for a photo."""
JUDGING_SECONDS = 0.4
"""For one size at one threshold."""
_STEPS = (0, 12, -12, 24, -24, 40, -40)
"""Thresholds that are tried, around the one that parts dark from light best."""


@dataclass(frozen=True)
class PictureOptions:
    """Settings of the page's sliders for turning a picture into cells.

    `crop` is left, top, width and height in pixels of the picture (None: all of it, of a SCREEN$ what is drawn on);
    `width` and `height` are cells (None: as many as pixels, or `PHOTO_COLUMNS` if that is too many for a Spectrum);
    `threshold` None is the one that parts dark from light best; `colours` counts the background, 2 is black and white.
    """

    crop: tuple[int, int, int, int] | None = None
    width: int | None = None
    height: int | None = None
    threshold: int | None = None
    dither: bool = False
    invert: bool = False
    colours: int = 2

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> PictureOptions:
        """The options in a query string.

        Raises:
            RequestError: one that is no number.

        >>> PictureOptions.of_query({"crop": "0,0,8,9", "dither": "1"}).crop
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
            threshold=_number(query["threshold"], "threshold") if query.get("threshold") else None,
            dither=query.get("dither") == "1",
            invert=query.get("invert") == "1",
            colours=_number(query.get("colours", "2"), "colours"),
        )


def bring(data: bytes, name: str, options: PictureOptions) -> dict[str, Any]:
    """Read a file: a picture, made into cells by the options, or a puzzle, solved.

    Returns ``kind`` (``picture`` or ``puzzle``), ``document``, ``name``, and of a picture its ``pixels`` (width and
    height), the ``crop`` and ``threshold`` used, whether it ``is_photo``, and a ``preview``, as the address of a PNG,
    if browsers do not show it themselves; of a puzzle the solver's ``outcome``.

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
    puzzle = parse_source(source)
    _check_side(puzzle.width, puzzle.height, name)
    return _puzzle(puzzle, name)


def _drawn(document: Document, name: str) -> dict[str, Any]:
    return {"kind": "puzzle", "name": name, "document": document.as_json(), "outcome": None}


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
        options = replace(options, width=PHOTO_COLUMNS)
    threshold = options.threshold if options.threshold is not None else best_threshold(image)
    document = _document(image_bytes(image, "png"), name, replace(options, threshold=threshold))
    _check_side(len(document.rows[0]), len(document.rows), name)
    answer = {
        "kind": "picture",
        "name": name,
        "document": document.as_json(),
        "pixels": pixels,
        "crop": options.crop or (0, 0, *pixels),
        "threshold": threshold,
        "is_photo": is_photo,
    }
    if not is_shown:
        answer["preview"] = "data:image/png;base64," + base64.b64encode(image_bytes(image, "png")).decode("ascii")
    return answer


def _document(png: bytes, name: str, options: PictureOptions) -> Document:
    size = ImageOptions(
        options.width,
        options.height,
        fit=(MAX_WIDTH, MAX_HEIGHT),
        threshold=options.threshold if options.threshold is not None else 128,
        dither=options.dither,
        invert=options.invert,
    )
    title = Path(name).stem
    if options.colours > 2:
        coloured = quantise_image(png, name, options.colours, size)
        return Document(coloured.grid.rows, coloured.palette, title)
    return Document(read_image(png, name, size).grid.rows, title=title)


def best_threshold(image: Image.Image) -> int:
    """The level of grey that parts dark pixels from light ones best: between the groups the variance is greatest.

    Source: N. Otsu, A threshold selection method from gray-level histograms (1979).
    """
    histogram = image.convert("L").histogram()
    total, weighted = sum(histogram), sum(level * count for level, count in enumerate(histogram))
    best, found, dark, dark_sum = 128, 0.0, 0, 0
    for level, count in enumerate(histogram[:-1]):
        dark += count
        dark_sum += level * count
        if not dark or dark == total:
            continue
        apart = (dark_sum / dark - (weighted - dark_sum) / (total - dark)) ** 2 * dark * (total - dark)
        if apart > found:
            best, found = level + 1, apart
    return best


def choices(data: bytes, name: str) -> dict[str, Any]:
    """Sizes of a photo to choose from, each at a threshold that gives one solution if one was found.

    Returns ``choices``, each with ``width``, ``height``, ``threshold``, ``outcome``, ``solutions`` and ``document``;
    and the number of the one that is ``chosen``: with one solution, and nearest to `PHOTO_COLUMNS`.
    """
    image = open_any_image(data, name)
    if image is None:
        raise FormatError("not a picture", "give a photo", name)
    png, middle = image_bytes(image, "png"), best_threshold(image)
    found = [_choice(png, name, columns, middle) for columns in CHOICES]
    unique = [number for number, choice in enumerate(found) if choice["outcome"] == "unique"]
    chosen = min(unique or range(len(found)), key=lambda number: (abs(CHOICES[number] - PHOTO_COLUMNS), number))
    return {"choices": found, "chosen": chosen}


def _choice(png: bytes, name: str, columns: int, middle: int) -> dict[str, Any]:
    first: dict[str, Any] | None = None
    for step in _STEPS:
        threshold = min(255, max(1, middle + step))
        document = _document(png, name, PictureOptions(width=columns, threshold=threshold))
        if len({*"".join(document.rows)}) < 2:
            continue
        budget = Budget(JUDGING_SECONDS, memory_bytes=MEMORY_BYTES)
        result = solve_any(document.puzzle(), max_solutions=2, budget=budget)
        choice = {
            "width": len(document.rows[0]),
            "height": len(document.rows),
            "threshold": threshold,
            "outcome": result.outcome.value,
            "solutions": len(result.solutions),
            "document": document.as_json(),
        }
        if result.unique:
            return choice
        first = first or choice
    if first is None:
        raise FormatError("the picture is of one colour", "give one with something on it", name)
    return first


def _puzzle(puzzle: Puzzle, name: str) -> dict[str, Any]:
    """A puzzle as the drawing that it hides."""
    if puzzle.goal is not None and UNKNOWN not in "".join(puzzle.goal.rows):
        return _drawn(Document.of_puzzle(puzzle, puzzle.goal.rows), name)
    result = solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES))
    if not result.solutions:
        what = "not decided: {reason}" if result.stopped else "no solution"
        reason = Phrase(STOP_WORDS[result.stopped]) if result.stopped else None
        raise FormatError(what, "check the clues with the command check", name, reason=reason)
    return {**_drawn(Document.of_puzzle(puzzle, result.solutions[0].rows), name), "outcome": result.outcome.value}


def _check_side(width: int, height: int, name: str) -> None:
    if max(width, height) > MAX_SIDE:
        what = "{width}×{height} cells are too many"
        raise FormatError(what, "the page takes {most} a side", name, width=width, height=height, most=MAX_SIDE)


def _number(text: str, what: str) -> int:
    try:
        return int(text) if len(text) < 10 else int("no")
    except ValueError:
        raise RequestError("{what} {text!r} is not a whole number", what=what, text=text[:20]) from None
