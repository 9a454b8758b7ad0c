"""Steps as text and as JSON, for `explain` and `hint`."""

from __future__ import annotations

import textwrap

from harness.puzzle import Line
from harness.solver.human.explain import Hint, HintKind
from harness.solver.human.findings import ColourBlock
from harness.solver.human.language import English, Language
from harness.solver.human.russian import Russian
from harness.solver.human.steps import Contradiction, DecidedCell, LineStep, Step

LANGUAGES: dict[str, Language] = {language.code: language for language in (English(), Russian())}
"""The languages by their codes. A new one is a module and its entry here."""

_INDENT = "      "
_ON_ONE_LINE = 30
"""Cells of the longest line that is drawn before and after side by side."""


def draw_step(
    step: Step, language: Language, number: int | None = None, width: int | None = None, *, with_reasons: bool = True
) -> list[str]:
    """Format a step in lines of text: its number, its rule, the line before and after, the sentences.

    The sentences are wrapped to the width (None: not at all), and left out without reasons.
    """
    title = f"{number:4}. " if number is not None else _INDENT
    title += language.words(step.rule.title)
    lines = [title]
    if isinstance(step, LineStep):
        if len(step.before) <= _ON_ONE_LINE:
            lines[0] = f"{title}: {step.before} → {step.after}"
        else:
            lines += [f"{_INDENT}  {step.before}", f"{_INDENT}→ {step.after}"]
    if with_reasons:
        for sentence in language.tell(step):
            lines += wrap(sentence, width, _INDENT)
    return lines


def wrap(text: str, width: int | None, indent: str = "") -> list[str]:
    """Wrap a text to that many columns, if there is a width."""
    if width is None:
        return [indent + text]
    return textwrap.wrap(text, max(width, 40), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def group_of(step: Step, language: Language) -> str:
    """Return the heading of a step: its line, or the whole picture."""
    return language.heading(step) if isinstance(step, LineStep) else language.text("whole-picture")


def step_as_json(step: Step, language: Language) -> dict[str, object]:
    """Return a step for JSON; lines and cells count from 1."""
    of_line = step if isinstance(step, LineStep) else None
    return {
        "rule": step.rule.value,
        "rule_name": language.words(step.rule.title),
        "line": line_as_json(of_line.line) if of_line else None,
        "clue": clue_as_json(of_line.clue, language) if of_line else None,
        "cells": [cell_as_json(cell, language) for cell in step.cells],
        "before": of_line.before if of_line else None,
        "after": of_line.after if of_line else None,
        "sentence": language.tell_alone(step),
    }


def line_as_json(line: Line) -> dict[str, object]:
    """Return a line by its axis and its number from 1."""
    return {"axis": line.axis.value, "number": line.number}


def clue_as_json(clue: tuple[ColourBlock, ...], language: Language) -> list[object]:
    """Return the clue of a line; in colour each with its colour and that colour's key."""
    return [
        {"length": block.length, "colour": language.hue(block.hue), "key": block.hue.key}
        if block.hue.in_colour
        else block.length
        for block in clue
    ]


def cell_as_json(decided: DecidedCell, language: Language) -> dict[str, object]:
    """Return a cell by its row and column from 1, with its colour; in colour also with that colour's key."""
    place = {"row": decided.place.row + 1, "column": decided.place.column + 1}
    if decided.hue.in_colour:
        return {**place, "colour": language.hue(decided.hue), "key": decided.hue.key}
    return {**place, "colour": decided.hue.name or "white"}


def contradiction_as_json(contradiction: Contradiction | None, language: Language) -> dict[str, object] | None:
    """Return a line that no arrangement fits, with its known cells."""
    if contradiction is None:
        return None
    line, clue = line_as_json(contradiction.line), clue_as_json(contradiction.clue, language)
    return {"line": line, "clue": clue, "known": contradiction.text}


def hint_sentence(hint: Hint, language: Language) -> str:
    """Put a hint into one sentence."""
    if hint.step is not None:
        return language.tell_alone(hint.step)
    if hint.kind is HintKind.WRONG_CELLS:
        first, more = hint.wrong_cells[0], len(hint.wrong_cells) - 1
        key = "hint-wrong" if not more else "hint-wrong-more-one" if more == 1 else "hint-wrong-more"
        return language.text(key, place=first.place, colour=first.hue, count=more)
    if hint.contradiction is not None:
        key = "hint-puzzle-line" if hint.kind is HintKind.NO_SOLUTION else "hint-line"
        line, clue = hint.contradiction.line, language.clue(hint.contradiction.clue)
        return language.text(key, line=line, clue=clue, text=hint.contradiction.text)
    return language.text(f"hint-{hint.kind.value}")


def hint_as_json(hint: Hint, language: Language) -> dict[str, object]:
    """Return a hint for JSON."""
    return {
        "kind": hint.kind.value,
        "language": language.code,
        "step": step_as_json(hint.step, language) if hint.step else None,
        "wrong_cells": [cell_as_json(cell, language) for cell in hint.wrong_cells],
        "contradiction": contradiction_as_json(hint.contradiction, language),
        "sentence": hint_sentence(hint, language),
    }
