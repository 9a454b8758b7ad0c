"""Files that a page brings: a picture to be made into cells, a puzzle, or one of our own exports.

Every function raises a `HarnessError` for what the user can fix: the sentence is the one of the command line.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from harness.advice.choices import USUAL_CELLS, as_cells, choose, even_light
from harness.errors import FormatError, Phrase, RequestError
from harness.formats import Source, parse_source
from harness.formats.bitmaps import ImageOptions, has_colours, image_bytes, open_any_image
from harness.formats.cells import drawn_on_screen, read_picture
from harness.formats.picture_kinds import kind_of
from harness.puzzle import Puzzle, RowsBy
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import STOP_WORDS, Budget
from harness.solver.strategy import Outcome, solve_any
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.spectrum.screens import find_screens, read_screen, seen_picture
from harness.studio.documents import MAX_SIDE, Document
from harness.studio.embedded import returned

if TYPE_CHECKING:
    from PIL import Image

    from harness.formats.registry import ReadOptions

SECONDS = 10.0
"""Time limit of our own solver for a question."""
MEMORY_BYTES = 500_000_000
_SHOWN = (b"\x89PNG", b"GIF8", b"BM", b"\xff\xd8\xff", b"RIFF")
"""First bytes of the pictures that every browser shows."""


@dataclass(frozen=True)
class PictureOptions:
    """Settings of the page's sliders for turning a picture into cells.

    `crop` is left, top, width and height in pixels of the picture (None: all of it, of a SCREEN$ what is drawn on);
    `width` and `height` are cells (None: as many as pixels, or `USUAL_CELLS` if that is too many for a Spectrum).
    """

    crop: tuple[int, int, int, int] | None = None
    width: int | None = None
    height: int | None = None
    darkness: int = 0
    invert: bool = False
    colours: int = 2

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> PictureOptions:
        """Read the options in a query string."""
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


def bring(data: bytes, name: str, options: PictureOptions, **reading: Unpack[ReadOptions]) -> dict[str, Any]:
    """Read a file: a picture, made into cells by the options, or a puzzle, solved.

    Returns ``kind`` (``picture`` or ``puzzle``), ``document``, ``name``, and of a picture its ``pixels`` (width and
    height), the ``crop`` used, whether it ``is_photo``, and a ``preview``, as the address of a PNG, if browsers do not
    show it themselves; of a puzzle the solver's ``outcome``, and ``rows_by``.
    """
    source = Source(name, data)
    if (own := returned(source)) is not None:
        return _drawn(own, name)
    if (image := _opened(source)) is not None:
        return _picture(image, source, options)
    puzzle = parse_source(source, **reading)
    _check_side(puzzle.width, puzzle.height, name)
    return _puzzle(puzzle, name)


def _drawn(
    document: Document, name: str, rows_by: RowsBy = RowsBy.FILE, outcome: Outcome | None = None
) -> dict[str, Any]:
    found = {"outcome": outcome and outcome.value, "rows_by": rows_by.value}
    return {"kind": "puzzle", "name": name, "document": document.as_json(), **found}


def _opened(source: Source) -> Image.Image | None:
    """The picture in a file, of a SCREEN$ what is drawn on, in black and white; None if it holds none."""
    image = open_any_image(source.data, source.name)
    if image is None and (source.suffix == ".scr" or (not source.is_text and find_screens(source.data, source.name))):
        image = drawn_on_screen(seen_picture(read_screen(source.data, source.name).screen), source.name)
    return image


def _picture(image: Image.Image, source: Source, options: PictureOptions) -> dict[str, Any]:
    pixels, name = image.size, source.name
    if image.width > MAX_WIDTH or image.height > MAX_HEIGHT:
        image = even_light(image.convert("RGB" if has_colours(image) else "L"))
    if options.crop is not None:
        left, top, width, height = options.crop
        right, bottom = min(left + width, pixels[0]), min(top + height, pixels[1])
        if not (0 <= left < right and 0 <= top < bottom):
            raise FormatError("nothing of the picture is left", "choose a part of it", name)
        image = image.crop((left, top, right, bottom))
    drawn = None if options.width or options.height else read_picture(image, name)
    is_large = image.width > MAX_WIDTH or image.height > MAX_HEIGHT
    is_photo = is_large and not (drawn and drawn.box) and kind_of(source.data) is not None
    if drawn is not None and drawn.box is not None:
        document, options = Document(drawn.grid.rows, title=Path(name).stem), replace(options, crop=drawn.box)
    else:
        if options.width is None and options.height is None and is_photo:
            is_wide = image.width >= image.height
            options = replace(options, width=USUAL_CELLS) if is_wide else replace(options, height=USUAL_CELLS)
        fit, invert = (MAX_WIDTH, MAX_HEIGHT), options.invert
        settings = ImageOptions(options.width, options.height, fit, darkness=options.darkness, invert=invert)
        made = as_cells(image, name, settings, max(2, options.colours))
        document = Document(made.grid.rows, made.palette, Path(name).stem)
    _check_side(len(document.rows[0]), len(document.rows), name)
    answer = {
        "kind": "picture",
        "name": name,
        "document": document.as_json(),
        "pixels": pixels,
        "crop": options.crop or (0, 0, *pixels),
        "is_photo": is_photo,
    }
    if not source.data.startswith(_SHOWN):
        answer["preview"] = "data:image/png;base64," + base64.b64encode(image_bytes(image, "png")).decode("ascii")
    return answer


def choices(data: bytes, name: str) -> dict[str, Any]:
    """Pictures of what is drawn on a photo to choose from; see `harness.advice.choices`.

    Returns ``choices``, each with ``darkness``, ``invert``, ``colours``, ``likeness``, ``outcome``, ``solutions`` and
    ``document``; the ``crop`` that they show; and the number of the one that is ``chosen``.
    """
    image = _opened(Source(name, data))
    if image is None:
        raise FormatError("not a picture", "give a photo", name)
    found = choose(image, name, (MAX_WIDTH, MAX_HEIGHT))
    listed = [
        {
            "darkness": choice.options.darkness,
            "invert": choice.options.invert,
            "colours": choice.colours,
            "likeness": round(choice.likeness, 3),
            "outcome": choice.outcome.value,
            "solutions": choice.solutions,
            "document": Document(choice.picture.grid.rows, choice.picture.palette, Path(name).stem).as_json(),
        }
        for choice in found.offered
    ]
    return {"choices": listed, "chosen": found.chosen, "crop": found.crop}


def _puzzle(puzzle: Puzzle, name: str) -> dict[str, Any]:
    """A puzzle as the drawing that it hides."""
    if puzzle.goal is not None and UNKNOWN not in "".join(puzzle.goal.rows):
        return _drawn(Document.of_puzzle(puzzle, puzzle.goal.rows), name, puzzle.rows_by)
    result = solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES))
    if not result.solutions:
        what = "not decided: {reason}" if result.stopped else "no solution"
        reason = Phrase(STOP_WORDS[result.stopped]) if result.stopped else None
        raise FormatError(what, "check the clues with the command check", name, reason=reason)
    return _drawn(Document.of_puzzle(puzzle, result.solutions[0].rows), name, puzzle.rows_by, result.outcome)


def _check_side(width: int, height: int, name: str) -> None:
    if max(width, height) > MAX_SIDE:
        what = "{width}×{height} cells are too many"
        raise FormatError(what, "the page takes {most} a side", name, width=width, height=height, most=MAX_SIDE)


def _number(text: str, what: str) -> int:
    try:
        return int(text) if len(text) < 10 else int("no")
    except ValueError:
        raise RequestError("{what} {text!r} is not a whole number", what=what, text=text[:20]) from None
