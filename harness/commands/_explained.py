"""Output of ``explain``: for people, and as JSON."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from itertools import groupby

from harness.commands._common import palette_to_json
from harness.commands._shown_grid import tell_if_too_wide
from harness.commands._solved import print_picture
from harness.drawing.layout import found_groups
from harness.errors import one_line
from harness.puzzle import Groups, Line, Puzzle
from harness.solver.human.explain import Ending, Explanation
from harness.solver.human.language import Language
from harness.solver.human.presentation import contradiction_as_json, draw_step, group_of, step_as_json
from harness.solver.human.rating import Rating
from harness.solver.human.steps import LineStep, Step


def text_width() -> int | None:
    """Return the columns for text on a terminal, None elsewhere."""
    return min(shutil.get_terminal_size().columns, 120) if sys.stdout.isatty() else None


def print_explanation(puzzle: Puzzle, explanation: Explanation, language: Language, *, brief: bool) -> None:
    """Print the steps, how the solution ends, and how hard it was; `brief` leaves the sentences out."""
    _print_steps(puzzle, explanation, language, brief=brief)
    _print_end(puzzle, explanation, language)
    _print_rating(explanation.rating, language)


def _print_steps(puzzle: Puzzle, explanation: Explanation, language: Language, *, brief: bool) -> None:
    width = text_width()
    print(f"{one_line(puzzle.title) or language.texts['crossword']}, {puzzle.width}×{puzzle.height}")
    headings: dict[Line | None, str] = {}
    groups = puzzle.groups()

    def heading_of(numbered: tuple[int, Step]) -> str:
        line = getattr(numbered[1], "line", None)
        if line not in headings:
            headings[line] = group_of(numbered[1], language)
        return headings[line]

    for heading, grouped in groupby(enumerate(explanation.steps, start=1), key=heading_of):
        steps = list(grouped)
        print()
        _print_heading(heading, steps[0][1], groups, language)
        for number, step in steps:
            print("\n".join(draw_step(step, language, number, width, with_reasons=not brief)))
    print()


def _print_heading(heading: str, first: Step, groups: Mapping[Line, Groups], language: Language) -> None:
    """The line that the next steps are about; on a terminal with the numbers struck out that were found before."""
    if not sys.stdout.isatty():
        print(heading)
        return
    from rich.console import Console  # loaded for a terminal only: it takes as long as a small puzzle
    from rich.text import Text

    text = Text(heading, style="bold")
    if isinstance(first, LineStep):
        at = len(heading) - 1 - len(language.clue(first.clue))
        for part, found in zip(language.clue_parts(first.clue), _found(first, groups), strict=True):
            if found:
                text.stylize("strike dim", at, at + len(part))
            at += len(part) + len(language.between_blocks(first.clue))
    Console(highlight=False).print(text)


def _found(step: LineStep, groups: Mapping[Line, Groups]) -> tuple[bool, ...]:
    """For each number of a step's line whether its block was found before the step."""
    return found_groups(groups[step.line], step.before)


def _print_end(puzzle: Puzzle, explanation: Explanation, language: Language) -> None:
    grid, contradiction, completions = explanation.grid, explanation.contradiction, explanation.completions
    if contradiction is not None:
        line, clue = contradiction.line, language.clue(contradiction.clue)
        print(language.text("no-arrangement", line=line, clue=clue, text=contradiction.text))
    elif explanation.ending is Ending.CONTRADICTION:
        print(language.text("no-solution"))
    elif explanation.ending is Ending.MULTIPLE and completions is not None:
        key = "multiple" if completions.complete else "multiple-many"
        print(language.text(key, count=grid.unknown_count))
        grid = completions.grids[0]
    else:
        print(language.text(explanation.ending.value))
    print_picture(grid, puzzle)
    tell_if_too_wide(grid, as_printed=not puzzle.in_colour)
    if puzzle.in_colour:
        from harness.drawing.colour_terminal import palette_text

        print(palette_text(puzzle.palette, puzzle.used_keys))
        print()


def _print_rating(rating: Rating, language: Language) -> None:
    print(language.text(f"class-{rating.difficulty.value if rating.difficulty else 'unknown'}"))
    if not rating.counts:
        print(language.text("no-step"))
        return
    if rating.level is None:
        print(language.text("score", score=rating.score))
    else:
        print(language.text("level", level=language.levels[rating.level], score=rating.score))
    names = [(language.rules[rule], count) for rule, count in rating.counts]
    widest = max(len(name) for name, _ in names)
    for name, count in names:
        print(f"  {name:<{widest}} {count:5}")


def _step_as_json(step: Step, groups: Mapping[Line, Groups], language: Language) -> dict[str, object]:
    found = list(_found(step, groups)) if isinstance(step, LineStep) else None
    return {**step_as_json(step, language), "found": found}


def explanation_as_json(puzzle: Puzzle, explanation: Explanation, language: Language) -> dict[str, object]:
    """Return the explanation for JSON."""
    rating, completions = explanation.rating, explanation.completions
    groups = puzzle.groups()
    solved = explanation.ending is Ending.SOLVED
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "language": language.code,
        "steps": [_step_as_json(step, groups, language) for step in explanation.steps],
        "ending": explanation.ending.value,
        **({} if not puzzle.in_colour else {"palette": palette_to_json(puzzle.palette)}),
        "contradiction": contradiction_as_json(explanation.contradiction, language),
        "grid": list(explanation.grid.rows),
        "solutions": [list(grid.rows) for grid in completions.grids] if completions and not solved else [],
        "rating": {
            "difficulty": rating.difficulty.value if rating.difficulty else None,
            "score": rating.score,
            "level": rating.level.value if rating.level else None,
            "level_name": language.levels[rating.level] if rating.level else None,
            "rules": {rule.value: count for rule, count in rating.counts},
        },
    }
