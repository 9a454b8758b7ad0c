"""Static pages for any web host: puzzles to be solved by hand, hints worked out beforehand, and a Spectrum to watch.

What is watched is a recording of our own emulator, picture by picture, as `screen_stream` has them: exact, small, and
without a ROM. A page is the studio's own modules with one of its own, and a file of JSON for each puzzle.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from harness.errors import BuildError, FormatError
from harness.files.writing import write_whole
from harness.puzzle import AnyPuzzle, ColourPuzzle, Puzzle
from harness.solver.budget import Budget
from harness.solver.human.explain import explain
from harness.solver.human.presentation import LANGUAGES, key_of
from harness.solver.registry import solve_any
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu
from harness.spectrum.play import fit_to_screen
from harness.studio.documents import Document, clues_as_json
from harness.studio.player import STAGES
from harness.studio.screen_stream import encode_frame
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape

MODULES = (
    "board.css",
    "board.js",
    "dom.js",
    "drawing.js",
    "english.js",
    "exported.js",
    "hand.js",
    "icon.svg",
    "lines.js",
    "paint.js",
    "palette.js",
    "pointers.js",
    "russian.js",
    "screen.js",
    "shapes.js",
    "strings.js",
    "studio.css",
    "tokens.css",
    "view.js",
)
"""The files of ``static/`` that a page needs."""
PICTURE_FRAMES = 2
"""Frames between two pictures of a recording."""


@dataclass(frozen=True)
class Recording:
    """A Spectrum's work as pictures, and its result."""

    pictures: tuple[bytes, ...]
    stage: str
    tstates: int
    line_calls: int

    def as_json(self) -> dict[str, Any]:
        """As the page gets it: each picture with its length before it, in four bytes, all of them deflated."""
        joined = b"".join(len(picture).to_bytes(4, "big") + picture for picture in self.pictures)
        return {
            "pictures": base64.b64encode(zlib.compress(joined, 9)).decode("ascii"),
            "frames": PICTURE_FRAMES,
            "stage": self.stage,
            "tstates": self.tstates,
            "lines": self.line_calls,
        }


def record(puzzle: Puzzle, tape: Tape) -> Recording:
    """Have a tape's program solve a puzzle, and keep its pictures.

    Raises:
        FormatError: the puzzle does not fit the screen.
        DriverError: the program does not do its part.
    """
    entered, _ = fit_to_screen(puzzle)
    spectrum = Spectrum()
    menu = Menu(spectrum)
    menu.load(tape)
    pictures: list[bytes] = []
    known = b""

    def keep() -> None:
        nonlocal known
        screen, frame = spectrum.core.screen_bytes(), spectrum.tstates // spectrum.model.tstates_per_frame
        pictures.append(encode_frame(screen, spectrum.core.border, frame, known))
        known = screen

    with spectrum.frames.listen(keep, every=PICTURE_FRAMES), LineCallCounter(spectrum, tape) as counter:
        refused = menu.enter(entered)
        stop = refused or menu.start_solving()
        spectrum.run_frames(2 * PICTURE_FRAMES)
    tstates = 0 if refused else menu.solving_tstates
    return Recording(tuple(pictures), STAGES[stop], tstates, counter.count)


def exported(puzzle: AnyPuzzle, name: str, tape: Tape, seconds: float) -> dict[str, Any]:
    """A puzzle as its page gets it.

    Raises:
        FormatError: it has not exactly one solution, or none was found in time.
    """
    result = solve_any(puzzle, max_solutions=2, budget=Budget(seconds))
    if result.unique is not True:
        raise FormatError(f"not a puzzle with one solution ({result.outcome.value})", "see what `check` says", name)
    solution = result.solutions[0].rows
    page: dict[str, Any] = {
        "document": Document.of_puzzle(puzzle, solution).as_json(),
        "clues": clues_as_json(puzzle),
        "hints": [],
        "recording": None,
    }
    page["hints"] = list(_hints(puzzle, seconds))
    if isinstance(puzzle, ColourPuzzle):
        return page
    try:
        page["recording"] = record(puzzle, tape).as_json()
    except FormatError:
        page["recording"] = None  # too large for a Spectrum; the page says so
    return page


def _hints(puzzle: AnyPuzzle, seconds: float) -> Iterator[dict[str, Any]]:
    """The steps of a person's solution: the cells that each decides, and its sentence in each language."""
    for step in explain(puzzle, Budget(seconds)).steps:
        yield {
            "cells": [[cell.place.row, cell.place.column, key_of(cell)] for cell in step.cells],
            "texts": {code: language.tell_alone(step) for code, language in LANGUAGES.items()},
        }


def write_pages(puzzles: Sequence[tuple[str, AnyPuzzle]], tape: Tape, folder: Path, seconds: float) -> list[Path]:
    """Write the page of these puzzles, by name, into a folder; returns the files written.

    Raises:
        FormatError: as `exported`.
        BuildError: a file cannot be written.
    """
    pages = {name: exported(puzzle, name, tape, seconds) for name, puzzle in puzzles}
    listed = [
        {"file": f"{number}.json", "title": page["document"]["title"] or name}
        for number, (name, page) in enumerate(pages.items(), start=1)
    ]
    static = files("harness.studio") / "static"
    contents = {f"static/{name}": (static / name).read_bytes() for name in MODULES}
    contents["index.html"] = (static / "exported.html").read_bytes()
    contents["puzzles.json"] = json.dumps(listed).encode()
    for entry, page in zip(listed, pages.values(), strict=True):
        contents[f"puzzles/{entry['file']}"] = json.dumps(page, separators=(",", ":")).encode()
    return [write_file(folder / name, data) for name, data in contents.items()]


def write_file(path: Path, data: bytes) -> Path:
    """Write a file, and its folder if need be; returns its path.

    Raises:
        BuildError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise BuildError(f"{path}: cannot write it: {error.strerror}; name another folder") from None
    return path
