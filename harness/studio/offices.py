"""Single questions that a page asks: what a file is, a hint, a file to take home. Each runs in a process of a pool.

Every function raises a `HarnessError` or a `SpectrumError` for what the user can mend: the sentence is the one of the
command line.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.drawing.animation import build_png
from harness.drawing.layout import Sheet
from harness.drawing.svg import build_svg
from harness.errors import FormatError, UsageError
from harness.files.resources import data_folder
from harness.formats import Source, build_puzzle, format_named, parse_source, read_any
from harness.formats.bitmaps import ImageOptions, build_image, image_bytes, open_image, read_image
from harness.formats.quantise import quantise_image
from harness.puzzle import UNKNOWN, AnyPuzzle, ColourGrid, ColourPuzzle, Grid, Picture
from harness.solver.budget import Budget
from harness.solver.human.hint import find_hint
from harness.solver.human.presentation import LANGUAGES, hint_as_json
from harness.solver.registry import solve_any
from harness.spectrum.build import ALL_EDITIONS, Edition
from harness.spectrum.disk_edition import edition_name
from harness.spectrum.loaded import Loaded, load_puzzle_into, machine_at_menu
from harness.spectrum.messages import ENGLISH
from harness.spectrum.reader import MAX_HEIGHT, MAX_WIDTH
from harness.spectrum.screens import judge_picture, picture_size, read_screen
from harness.studio.documents import MAX_SIDE, Document
from pyspectrum.screen import HEIGHT_PX as SCREEN_HEIGHT_PX
from pyspectrum.screen import WIDTH_PX as SCREEN_WIDTH_PX
from pyspectrum.snapshot import write_snapshot

SECONDS = 10.0
"""What a question may take of our own solver."""
MEMORY_BYTES = 500_000_000

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"BM", b"\xff\xd8\xff", b"RIFF")
_SCREEN_BYTES = (6912, 6144, 2048)


@dataclass(frozen=True)
class PictureOptions:
    """How a picture becomes cells, as the page's sliders say.

    `crop` is left, top, width and height in pixels of the picture (None: all of it, of a SCREEN$ what is drawn on);
    `width` and `height` are cells (None: as many as pixels, but no more than the Spectrum takes); `colours` counts the
    background, 2 is black and white.
    """

    crop: tuple[int, int, int, int] | None = None
    width: int | None = None
    height: int | None = None
    threshold: int = 128
    dither: bool = False
    invert: bool = False
    colours: int = 2

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> PictureOptions:
        """The options in a query string.

        Raises:
            UsageError: one that is no number.

        >>> PictureOptions.of_query({"crop": "0,0,8,9", "dither": "1"}).crop
        (0, 0, 8, 9)
        """
        crop = tuple(_number(part, "crop") for part in query["crop"].split(",")) if query.get("crop") else None
        if crop is not None and len(crop) != 4:
            raise UsageError("crop is four numbers: left, top, width and height")
        sizes = {side: _number(query[side], side) if query.get(side) else None for side in ("width", "height")}
        for side, size in sizes.items():
            if size is not None and not 1 <= size <= MAX_SIDE:
                raise UsageError(f"{side} {size}; choose 1 to {MAX_SIDE}")
        return cls(
            crop,
            **sizes,
            threshold=_number(query.get("threshold", "128"), "threshold"),
            dither=query.get("dither") == "1",
            invert=query.get("invert") == "1",
            colours=_number(query.get("colours", "2"), "colours"),
        )


def bring(data: bytes, name: str, options: PictureOptions) -> dict[str, Any]:
    """What a file is: a picture, made into cells by the options, or a puzzle, solved.

    Returns ``kind`` (``picture`` or ``puzzle``), ``document``, ``name``, and of a picture its ``pixels`` (width and
    height) and the ``crop`` used, of a SCREEN$ a ``preview`` besides, as the address of a PNG; of a puzzle the solver's
    ``outcome``.

    Raises:
        HarnessError: neither, or a puzzle without a solution.
    """
    source = Source(name, data)
    if data.startswith(_PICTURES) and not source.is_text:
        return _picture(data, name, options)
    if len(data) in _SCREEN_BYTES or data[:8] == b"PLUS3DOS" or source.suffix in (".scr", ".tap"):
        return _screen(source, options)
    puzzle = parse_source(source)
    _check_side(puzzle.width, puzzle.height, name)
    return _puzzle(puzzle, name)


def _screen(source: Source, options: PictureOptions) -> dict[str, Any]:
    """A SCREEN$ as a picture of black and white pixels: what is drawn on, or all of it where that is too large."""
    screen = read_screen(source.data, source.name).screen
    whole = judge_picture(screen, SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX)
    try:
        width, height = picture_size(screen, source.name)
    except FormatError:
        if len(set("".join(whole.rows))) == 1:
            raise FormatError("the screen is empty", "draw something on it", source.name) from None
        width, height = SCREEN_WIDTH_PX, SCREEN_HEIGHT_PX
    pixels = build_image(Grid(tuple(row[:width] for row in whole.rows[:height])), "png")
    preview = "data:image/png;base64," + base64.b64encode(pixels).decode("ascii")
    return {**_picture(pixels, source.name, options), "preview": preview}


def _picture(data: bytes, name: str, options: PictureOptions) -> dict[str, Any]:
    image = open_image(data, name)
    pixels = image.size
    if options.crop is not None:
        left, top, width, height = options.crop
        right, bottom = min(left + width, pixels[0]), min(top + height, pixels[1])
        if not (0 <= left < right and 0 <= top < bottom):
            raise FormatError("nothing of the picture is left", "choose a part of it", name)
        image = image.crop((left, top, right, bottom))
        data = image_bytes(image, "png")
    size = ImageOptions(
        options.width,
        options.height,
        fit=(MAX_WIDTH, MAX_HEIGHT),
        threshold=options.threshold,
        dither=options.dither,
        invert=options.invert,
    )
    if options.colours > 2:
        coloured = quantise_image(data, name, options.colours, size)
        document = Document(coloured.grid.rows, coloured.palette, Path(name).stem)
    else:
        document = Document(read_image(data, name, size).grid.rows, None, Path(name).stem)
    _check_side(len(document.rows[0]), len(document.rows), name)
    crop = options.crop or (0, 0, *pixels)
    return {"kind": "picture", "name": name, "document": document.as_json(), "pixels": pixels, "crop": crop}


def _puzzle(puzzle: AnyPuzzle, name: str) -> dict[str, Any]:
    """A puzzle as the drawing that it hides."""
    if puzzle.goal is not None and UNKNOWN not in "".join(puzzle.goal.rows):
        return {
            "kind": "puzzle",
            "name": name,
            "document": Document.of_puzzle(puzzle, puzzle.goal.rows).as_json(),
            "outcome": None,
        }
    result = solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES))
    if not result.solutions:
        raise FormatError(
            f"no solution was found ({result.outcome.value})", "check the numbers with the command check", name
        )
    return {
        "kind": "puzzle",
        "name": name,
        "document": Document.of_puzzle(puzzle, result.solutions[0].rows).as_json(),
        "outcome": result.outcome.value,
    }


def samples() -> list[dict[str, str]]:
    """The puzzles that come with the program and have a picture to be drawn on."""
    return [{"name": path.stem, "file": path.name} for path in _sample_files()]


@cache
def _sample_files() -> tuple[Path, ...]:
    files = sorted(path for path in data_folder("puzzles").glob("*.*") if path.suffix != ".md")
    return tuple(path for path in files if solve_any(read_any(path), max_solutions=1).solutions)


def bring_sample(file: str) -> dict[str, Any]:
    """One of the `samples`.

    Raises:
        UsageError: there is none of that name.
    """
    if file not in [sample["file"] for sample in samples()]:
        raise UsageError(f"there is no sample {file[:50]!r}; choose one of the list")
    return bring((data_folder("puzzles") / file).read_bytes(), file, PictureOptions())


def hint(document: object, state: object, language: str) -> dict[str, object]:
    """The next step for somebody who solves by hand; `state` are the rows known so far, ``?`` unknown."""
    drawn = Document.of_json(document)
    puzzle = drawn.puzzle()
    if not (isinstance(state, list) and all(isinstance(row, str) for row in state)):
        raise UsageError("the page sent no picture; reload it")
    words = LANGUAGES.get(language, LANGUAGES["en"])
    budget = Budget(SECONDS, memory_bytes=MEMORY_BYTES)
    grid = (ColourGrid if isinstance(puzzle, ColourPuzzle) else Grid)(tuple(state))
    _check_size(puzzle, grid)
    return hint_as_json(find_hint(puzzle, grid, budget), words)


def _check_size(puzzle: AnyPuzzle, state: Picture) -> None:
    if (state.width, state.height) != (puzzle.width, puzzle.height):
        raise UsageError("the page's picture has another size than its puzzle; reload it")


def take(document: object, kind: str, edition: str = "classic") -> bytes:
    """A drawing's puzzle as a file: of any format that can hold it, a sheet, or a tape or snapshot of the program.

    Raises:
        HarnessError: the format is unknown, or cannot hold it.
    """
    drawn = Document.of_json(document)
    if kind in ("tap", "z80"):
        loaded = _loaded(drawn, edition)
        if kind == "tap":
            return loaded.tape().to_bytes()
        with TemporaryDirectory() as folder:
            path = Path(folder) / "puzzle.z80"
            write_snapshot(path, machine_at_menu(loaded.tape()).core)
            return path.read_bytes()
    puzzle = drawn.puzzle()
    if kind in ("svg", "solution.svg"):
        picture = drawn.rows if kind == "solution.svg" else (UNKNOWN * puzzle.width,) * puzzle.height
        return build_svg(Sheet.of(puzzle), picture).encode("utf-8")
    if kind == "sheet.png":
        return build_png(Sheet.of(puzzle), (UNKNOWN * puzzle.width,) * puzzle.height)
    return build_puzzle(puzzle, format_named(kind).name, is_unique=_is_unique)


def edition_named(name: str) -> Edition:
    """One of the program's editions, by its `name_of_edition`.

    Raises:
        UsageError: there is none of that name.
    """
    for edition in ALL_EDITIONS:
        if name_of_edition(edition) == name:
            return edition
    names = ", ".join(map(name_of_edition, ALL_EDITIONS))
    raise UsageError(f"there is no edition {name[:20]!r}; choose one of: {names}")


def name_of_edition(edition: Edition) -> str:
    """What the page calls an edition.

    >>> [name_of_edition(edition) for edition in ALL_EDITIONS]
    ['classic', 'basic', 'turbo', 'classic-ru', 'basic-ru', 'turbo-ru']
    """
    name = edition_name(edition)
    return name if edition.language == ENGLISH else f"{name}-{edition.language}"


def _loaded(drawn: Document, edition: str) -> Loaded:
    return load_puzzle_into(edition_named(edition), drawn.monochrome())


def _is_unique(puzzle: AnyPuzzle) -> bool:
    return solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES)).unique is True


def _check_side(width: int, height: int, name: str) -> None:
    if max(width, height) > MAX_SIDE:
        raise FormatError(f"{width}×{height} cells", f"the page takes {MAX_SIDE} a side", name)


def _number(text: str, what: str) -> int:
    try:
        return int(text) if len(text) < 10 else int("no")
    except ValueError:
        raise UsageError(f"{what} {text[:20]!r} is no whole number") from None
