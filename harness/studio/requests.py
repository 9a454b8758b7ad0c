"""Single questions that a page asks: samples, a hint, a file to take home. Each runs in a process of a pool.

Every function raises a `HarnessError` or a `SpectrumError` for what the user can fix, with the command line's sentence.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.advice.generate import KINDS, MOST_SEEDS, NotFoundError, new_puzzle
from harness.drawing.animation import build_png
from harness.drawing.book import WORDS, BookPage, build_book
from harness.drawing.svg import build_svg
from harness.errors import RequestError
from harness.files.reading import data_folder
from harness.formats import build_puzzle, format_named, read_any
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import UNKNOWN
from harness.solver.budget import Budget
from harness.solver.human.explain import find_hint
from harness.solver.human.presentation import LANGUAGES, hint_as_json
from harness.solver.strategy import solve_any
from harness.spectrum.in_page import edition_named, tape_of
from harness.spectrum.loaded import load_puzzle_into, machine_at_menu
from harness.studio.analysis import difficulty_of
from harness.studio.documents import Document
from harness.studio.embedded import with_puzzle_in_png, with_puzzle_in_svg
from harness.studio.importing import MEMORY_BYTES, SECONDS
from harness.studio.pages import PagePuzzle, Site, exported, parts_of_spectrum
from pyspectrum.snapshot import write_snapshot

MOST_IN_BOOK = 200
"""Puzzles in a book that the page makes; the command `book` takes more."""
OF_SPECTRUM = ("tap", "z80")
"""Files for which a Spectrum runs."""
LEAST_CELLS = 20
"""Puzzles of fewer cells come with the program to be tested with."""


@cache
def samples() -> list[dict[str, Any]]:
    """List the puzzles that come with the program: file, drawing, outcome and difficulty of each; small ones first."""
    files = sorted(path for path in data_folder("puzzles").glob("*.*") if path.suffix != ".md")
    found = [sample for path in files if (sample := _sample(path)) is not None]
    return sorted(found, key=lambda one: (one["outcome"] != "unique", sum(map(len, one["document"]["rows"]))))


def _sample(path: Path) -> dict[str, Any] | None:
    puzzle = read_any(path)
    result = solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS))
    if not result.solutions or puzzle.width * puzzle.height < LEAST_CELLS:
        return None
    document = Document.of_puzzle(puzzle, result.solutions[0].rows)
    difficulty = difficulty_of(puzzle, Budget(SECONDS)) if result.unique else {"difficulty": None, "level": None}
    return {
        "file": path.name,
        "document": {**document.as_json(), "title": path.stem},
        "outcome": result.outcome.value,
        "difficulty": difficulty,
    }


def new(side: object, step: object, seed: object) -> dict[str, Any]:
    """Make a new puzzle, as the page describes it in its address; `seed` of the answer leads to it at once."""
    if not (isinstance(side, int) and isinstance(step, str) and isinstance(seed, int) and (side, step) in KINDS):
        raise RequestError("such puzzles are not made here", "choose size and difficulty on the first page")
    try:
        made = new_puzzle(side, step, seed)
    except NotFoundError:
        what = "no such puzzle of {side}×{side} was found in {tries} tries"
        raise RequestError(what, "try again, or choose another size", side=side, tries=MOST_SEEDS) from None
    assert made.puzzle.goal is not None
    document = Document.of_puzzle(made.puzzle, made.puzzle.goal.rows)
    return {"document": {**document.as_json(), "title": ""}, "seed": made.seed}


def hint(document: object, state: object, language: object) -> dict[str, object]:
    """Return the next step for solving by hand; `state` are the rows known so far, ``?`` unknown."""
    puzzle = Document.of_json(document).puzzle()
    if not (isinstance(state, list) and all(isinstance(row, str) for row in state)):
        raise RequestError("the page sent no picture", "reload it")
    grid = Grid(tuple(state))
    if (grid.width, grid.height) != (puzzle.width, puzzle.height):
        raise RequestError("the page's picture has another size than its puzzle", "reload it")
    found = find_hint(puzzle, grid, Budget(SECONDS, memory_bytes=MEMORY_BYTES))
    return hint_as_json(found, LANGUAGES.get(str(language), LANGUAGES["en"]))


def take(document: object, kind: str, edition: object = None) -> bytes:
    """Build a file of a drawing's puzzle: any format that can hold it, a sheet, a tape or snapshot of the program."""
    drawn, edition = Document.of_json(document), str(edition or "classic")
    if kind in OF_SPECTRUM:
        tape = load_puzzle_into(edition_named(edition), drawn.puzzle().black_and_white()).tape()
        if kind == "tap":
            return tape.to_bytes()
        with TemporaryDirectory() as folder:
            path = Path(folder) / "puzzle.z80"
            write_snapshot(path, machine_at_menu(tape).core)
            return path.read_bytes()
    if kind == "html":  # one file that opens from a disk: the puzzle, its hints, and a Spectrum
        parts = parts_of_spectrum({edition: tape_of(edition_named(edition))})
        content = exported(drawn.puzzle(), drawn.title or "the drawing", SECONDS)
        return Site([PagePuzzle(drawn.title or "puzzle", content)], parts, in_one_file=True).page().encode()
    puzzle = drawn.puzzle()
    nothing = (UNKNOWN * puzzle.width,) * puzzle.height
    if kind in ("svg", "solution.svg"):
        svg = build_svg(puzzle, drawn.rows if kind == "solution.svg" else nothing, unknown_fill="#ffffff")
        return with_puzzle_in_svg(svg, drawn).encode("utf-8")
    if kind == "sheet.png":
        return with_puzzle_in_png(build_png(puzzle, nothing), drawn)
    return build_puzzle(puzzle, format_named(kind).name, is_unique=_is_unique)


def book(documents: object, language: object) -> bytes:
    """A puzzle book of some drawings, as a PDF; each drawing is the answer to its puzzle."""
    if not isinstance(documents, list) or not documents:
        raise RequestError("the book is empty", "add a puzzle to it")
    if len(documents) > MOST_IN_BOOK:
        what = "{count:,} puzzles, and a book holds {most:,}"
        raise RequestError(what, "make several", count=len(documents), most=MOST_IN_BOOK)
    drawings = [Document.of_json(document) for document in documents]
    pages = [BookPage(drawn.puzzle(), Grid(drawn.rows)) for drawn in drawings]
    return build_book(pages, lang=str(language) if str(language) in WORDS else "en")


def _is_unique(puzzle: Puzzle) -> bool:
    return solve_any(puzzle, max_solutions=2, budget=Budget(SECONDS, memory_bytes=MEMORY_BYTES)).unique is True
