"""The content of a static page: a puzzle, its clues and its hints, worked out beforehand."""

from __future__ import annotations

from typing import Any

from harness.errors import FormatError, Phrase
from harness.puzzle import Puzzle
from harness.solver.budget import Budget, Stop
from harness.solver.human.explain import Level, Rating, explain
from harness.solver.human.presentation import LANGUAGES, line_as_json
from harness.solver.human.steps import LineStep, Step
from harness.solver.strategy import OUTCOME_WORDS, Difficulty, solve_any
from harness.studio.documents import Document, clues_as_json


def exported(puzzle: Puzzle, name: str, seconds: float) -> dict[str, Any]:
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
    return {
        "document": Document.of_puzzle(puzzle, result.solutions[0].rows).as_json(),
        "clues": clues_as_json(puzzle),
        "hints": [_hint(step) for step in explanation.steps],
        "level": step_of_difficulty(explanation.rating),
    }


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
