"""The content of a static page: a puzzle's hints, worked out beforehand, and a Spectrum to watch.

The page plays a recording of our own emulator, picture by picture, as `encode_frame` has them: exact, small, and
without a ROM.
"""

from __future__ import annotations

import base64
import zlib
from contextlib import suppress
from typing import Any

from harness.errors import FormatError, Phrase
from harness.puzzle import Puzzle
from harness.solver.budget import Budget, Stop
from harness.solver.human.explain import Level, Rating, explain
from harness.solver.human.presentation import LANGUAGES, line_as_json
from harness.solver.human.steps import LineStep, Step
from harness.solver.strategy import OUTCOME_WORDS, Difficulty, solve_any
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import Menu
from harness.spectrum.play import fit_to_screen
from harness.studio.conductor import encode_frame
from harness.studio.documents import Document, clues_as_json
from harness.studio.player import STAGES
from pyspectrum.machine import Spectrum
from pyspectrum.tape import Tape

PICTURE_FRAMES = 2
"""Frames between two pictures of a recording."""


def record(puzzle: Puzzle, tape: Tape) -> dict[str, Any]:
    """Have a tape's program solve a puzzle, and keep its pictures, as the page gets them.

    Each picture has its length before it, in four bytes, and all of them are deflated; ``solving`` is the number of the
    first one after the numbers are in.

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
        solving = len(pictures)
        stop = refused or menu.start_solving()
        spectrum.run_frames(2 * PICTURE_FRAMES)
    joined = b"".join(len(picture).to_bytes(4, "big") + picture for picture in pictures)
    return {
        "pictures": base64.b64encode(zlib.compress(joined, 9)).decode("ascii"),
        "frames": PICTURE_FRAMES,
        "stage": STAGES[stop],
        "tstates": 0 if refused else menu.solving_tstates,
        "lines": counter.count,
        "solving": solving,
    }


def exported(puzzle: Puzzle, name: str, tape: Tape, seconds: float) -> dict[str, Any]:
    """Build a puzzle as its page gets it.

    Raises:
        FormatError: it has not exactly one solution, or none was found in time.
    """
    result = solve_any(puzzle, max_solutions=2, budget=Budget(seconds))
    if result.stopped is not None and len(result.solutions) < 2:
        if result.stopped is Stop.TIMEOUT:
            late = "not decided whether it has one solution: time ran out after {seconds:g} s"
            raise FormatError(late, "--timeout allows more", name, seconds=seconds)
        full = "not decided whether it has one solution: memory ran out"
        raise FormatError(full, "leave this puzzle out, or use a smaller one", name)
    if result.unique is not True:
        what, has = "not a puzzle with one solution: it has {outcome}", Phrase(OUTCOME_WORDS[result.outcome])
        raise FormatError(what, "see what `check` says", name, outcome=has)
    explanation = explain(puzzle, Budget(seconds))
    page: dict[str, Any] = {
        "document": Document.of_puzzle(puzzle, result.solutions[0].rows).as_json(),
        "clues": clues_as_json(puzzle),
        "hints": [_hint(step) for step in explanation.steps],
        "level": step_of_difficulty(explanation.rating),
        "recording": None,
    }
    if not puzzle.in_colour:
        with suppress(FormatError):  # too large for a Spectrum; the page does not offer it
            page["recording"] = record(puzzle, tape)
    return page


def step_of_difficulty(rating: Rating) -> str:
    """The step of the page's four-step scale: easy, moderate, hard, trial."""
    if rating.difficulty is not Difficulty.LINE:
        return "trial"
    return rating.level.value if rating.level in (Level.EASY, Level.MODERATE) else "hard"


def _hint(step: Step) -> dict[str, Any]:
    """A step of a person's solution: the cells that it decides, its line, and its sentence in each language."""
    return {
        "cells": [[cell.place.row, cell.place.column, cell.hue.key] for cell in step.cells],
        "line": line_as_json(step.line) if isinstance(step, LineStep) else None,
        "texts": {code: language.tell_alone(step) for code, language in LANGUAGES.items()},
    }
