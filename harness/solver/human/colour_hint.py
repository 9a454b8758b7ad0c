"""The next step from a partly known picture in colour, or what is wrong with it: in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harness.puzzle import AnyPuzzle, Axis, ColourGrid, ColourPuzzle, Line
from harness.puzzle.line import length_text
from harness.puzzle.palette import BACKGROUND
from harness.solver.budget import Budget, StoppedError, raise_if_spent
from harness.solver.human.colour_steps import ColouredCell, ColourSolver, ColourStep, Reason, known_in
from harness.solver.human.hint import HintKind
from harness.solver.human.language import Language, Term
from harness.solver.human.presentation import line_as_json
from harness.solver.registry import AnyResult, solve_any
from harness.solver.result import Outcome


@dataclass(frozen=True, slots=True)
class ColourHint:
    """What there is to say about a picture in colour; as `Hint`, but for `contradiction`, which is the line alone."""

    kind: HintKind
    step: ColourStep | None = None
    wrong_cells: tuple[ColouredCell, ...] = ()
    contradiction: Line | None = None


def find_colour_hint(puzzle: ColourPuzzle, state: ColourGrid, budget: Budget | None = None) -> ColourHint:
    """Look at a picture and find the next step.

    Args:
        puzzle: as it passes `ColourPuzzle.check`.
        state: what somebody has found so far, right or wrong, as large as the puzzle.
        budget: what may be spent (default: no limit).

    Raises:
        PuzzleError: the puzzle's numbers cannot be a crossword.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> puzzle = ColourGrid(("rr", "r.")).puzzle(Palette((Colour("r", (255, 0, 0), "red"),)))
    >>> find_colour_hint(puzzle, ColourGrid(("??", "?r"))).wrong_cells
    (ColouredCell(place=Place(row=1, column=1), key='.'),)
    """
    budget = budget or Budget()
    try:
        result = solve_any(puzzle, max_solutions=2, budget=budget)
        raise_if_spent(result.stopped)
        return _wrong(puzzle, state, result, budget) or _right(ColourSolver(puzzle, state, budget))
    except StoppedError as stopped:
        return ColourHint(HintKind(stopped.reason.value))


def _wrong(puzzle: ColourPuzzle, state: ColourGrid, result: AnyResult, budget: Budget) -> ColourHint | None:
    if result.outcome is Outcome.CONTRADICTION:
        return ColourHint(HintKind.NO_SOLUTION, contradiction=result.contradiction)
    if result.unique:
        solution = result.solutions[0].rows
        right = {cell: replace(cell, key=solution[cell.place.row][cell.place.column]) for cell in known_in(state)}
        wrong = tuple(correct for cell, correct in right.items() if correct != cell)
        return ColourHint(HintKind.WRONG_CELLS, wrong_cells=wrong) if wrong else None
    if set("".join(cell.key for cell in known_in(state))) - {BACKGROUND, *puzzle.used_keys}:
        return ColourHint(HintKind.CONTRADICTION)
    with_these = solve_any(puzzle, max_solutions=1, budget=budget, given=state)
    raise_if_spent(with_these.stopped)
    if not with_these.solutions:
        return ColourHint(HintKind.CONTRADICTION, contradiction=with_these.contradiction)
    return None


def _right(solver: ColourSolver) -> ColourHint:
    if solver.solved:
        return ColourHint(HintKind.COMPLETE)
    step = solver.next_step()
    assert not isinstance(step, Line), "the state agrees with a solution"
    return ColourHint(HintKind.STEP, step) if step is not None else ColourHint(HintKind.MULTIPLE)


def colour_steps(puzzle: ColourPuzzle, budget: Budget | None = None) -> Iterator[ColourStep]:
    """All steps from the empty picture on, as far as they are found.

    Raises:
        StoppedError: the budget ran out.
    """
    solver = ColourSolver(puzzle, budget=budget)
    while isinstance(step := solver.next_step(), ColourStep):
        yield step
        solver.take(step)


def tell_colour_step(step: ColourStep, puzzle: ColourPuzzle, language: Language) -> str:
    """A step in words, in colours as the puzzle names them.

    >>> from harness.puzzle.palette import Colour, Palette
    >>> from harness.solver.human.english import English
    >>> puzzle = ColourGrid(("rr.", "r..")).puzzle(Palette((Colour("r", (255, 0, 0), "red"),)))
    >>> tell_colour_step(ColourSolver(puzzle).next_step(), puzzle, English())
    'Column 1 (2 red): all arrangements that fit the known cells have cells 1–2 red.'
    """
    first = step.cells[0]
    terms: dict[str, Term] = {"place": first.place, "colour": _name(first.key, puzzle, language)}
    if step.reason is Reason.TRIAL:
        told = [
            language.text(
                "colour-refuted",
                colour=_name(key, puzzle, language),
                line=line,
                clue=_clue_text(puzzle, line, language),
                place=first.place,
            )
            for key, line in step.refuted
        ]
        return " ".join([*told, language.text("colour-trial", **terms)])
    if step.reason is Reason.SOLUTIONS:
        key = "colour-solution" if step.solutions == 1 else "colour-solutions"
        return language.text(key, count=step.solutions, **terms)
    line = step.lines[0]
    terms["cells"] = _coloured(step, line, puzzle, language)
    if step.reason is Reason.CROSSING:
        crossing = step.lines[1]
        return language.text(
            "colour-crossing",
            line=line,
            clue=_clue_text(puzzle, line, language),
            crossing=crossing,
            other=_clue_text(puzzle, crossing, language),
            **terms,
        )
    if not puzzle.groups()[line]:
        return language.text("colour-empty", line=line)
    return language.text(f"colour-{step.reason.value}", line=line, clue=_clue_text(puzzle, line, language), **terms)


def colour_hint_as_json(hint: ColourHint, puzzle: ColourPuzzle, language: Language) -> dict[str, object]:
    """A hint for JSON, with the fields of a hint in black and white; cells have their colour's `key` besides."""
    step = hint.step
    return {
        "kind": hint.kind.value,
        "language": language.code,
        "step": {
            "reason": step.reason.value,
            "lines": [line_as_json(line) for line in step.lines],
            "cells": [_cell_as_json(cell, puzzle, language) for cell in step.cells],
        }
        if step
        else None,
        "wrong_cells": [_cell_as_json(cell, puzzle, language) for cell in hint.wrong_cells],
        "contradiction": {"line": line_as_json(hint.contradiction)} if hint.contradiction else None,
        "sentence": _sentence(hint, puzzle, language),
    }


def _sentence(hint: ColourHint, puzzle: ColourPuzzle, language: Language) -> str:
    if hint.step is not None:
        return tell_colour_step(hint.step, puzzle, language)
    if hint.kind is HintKind.WRONG_CELLS:
        first, more = hint.wrong_cells[0], len(hint.wrong_cells) - 1
        key = "colour-wrong" if not more else "colour-wrong-more-one" if more == 1 else "colour-wrong-more"
        return language.text(key, place=first.place, colour=_name(first.key, puzzle, language), count=more)
    if hint.contradiction is not None:
        clue = _clue_text(puzzle, hint.contradiction, language)
        key = "hint-puzzle-line" if hint.kind is HintKind.NO_SOLUTION else "colour-line-wrong"
        return language.text(key, line=hint.contradiction, clue=clue)
    key = "colour-multiple" if hint.kind is HintKind.MULTIPLE else f"hint-{hint.kind.value}"
    return language.text(key)


def _coloured(step: ColourStep, line: Line, puzzle: ColourPuzzle, language: Language) -> str:
    """The step's cells along a line, by colour: "cells 1–2 red and cell 4 white"."""
    by_key: dict[str, list[int]] = {}
    for cell in step.cells:
        by_key.setdefault(cell.key, []).append(cell.place.column if line.axis is Axis.ROW else cell.place.row)
    return ", ".join(
        language.texts["colour-cells"].format(
            cells=language.cells(tuple(cells), ""), colour=_name(key, puzzle, language)
        )
        for key, cells in by_key.items()
    )


def _clue_text(puzzle: AnyPuzzle, line: Line, language: Language) -> str:
    groups = puzzle.groups()[line]
    return ", ".join(f"{length_text(group.length)} {_name(group.key, puzzle, language)}" for group in groups) or "-"


def _name(key: str, puzzle: AnyPuzzle, language: Language) -> str:
    return language.texts["white"] if key == BACKGROUND else puzzle.name_of(key)


def _cell_as_json(cell: ColouredCell, puzzle: ColourPuzzle, language: Language) -> dict[str, object]:
    colour = _name(cell.key, puzzle, language)
    return {"row": cell.place.row + 1, "column": cell.place.column + 1, "colour": colour, "key": cell.key}
