"""``explain``: a puzzle solved as a person solves it, every step with its reason, and how hard it is.

Named rules are applied, the easiest first; where looking at lines yields nothing more, cells are tried. The rating is a
class (LINE, BRANCH or MULT), a word for the hardest rule needed, and a score, the sum of what all steps cost.
docs/human-techniques.md has the rules with examples.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from itertools import groupby

from rich.console import Console
from rich.text import Text

from harness.console.common import EXIT_GOOD, EXIT_INTERRUPTED, load_puzzle, print_json
from harness.console.interrupt import interruptible
from harness.console.limits import budget_of
from harness.console.shown_grid import print_grid, tell_if_too_wide
from harness.errors import one_line
from harness.puzzle import Puzzle, check_no_blots, clue_text
from harness.solver.human.explain import Ending, Explanation, explain
from harness.solver.human.language import Language
from harness.solver.human.presentation import (
    LANGUAGES,
    contradiction_as_json,
    draw_step,
    group_of,
    step_as_json,
)
from harness.solver.human.rating import Rating


def text_width() -> int | None:
    """Columns for text where a person looks, None where no terminal is."""
    return min(shutil.get_terminal_size().columns, 120) if sys.stdout.isatty() else None


def run(arguments: argparse.Namespace) -> int:
    """Explain; what was found before time ran out, or before Ctrl-C, is explained as well."""
    puzzle = load_puzzle(arguments.puzzle)
    check_no_blots(puzzle, "explain", arguments.puzzle)
    language = LANGUAGES[arguments.lang]
    with interruptible() as interrupt:
        explanation = explain(puzzle, budget_of(arguments, interrupt))
    if arguments.json:
        print_json(_as_json(puzzle, explanation, language))
    else:
        _print_steps(puzzle, explanation, language, brief=arguments.brief)
        _print_end(explanation, language)
        _print_rating(explanation.rating, language)
    return EXIT_INTERRUPTED if explanation.ending is Ending.INTERRUPTED else EXIT_GOOD


def _print_steps(puzzle: Puzzle, explanation: Explanation, language: Language, *, brief: bool) -> None:
    width = text_width()
    print(f"{one_line(puzzle.title) or language.texts['crossword']}, {puzzle.width}×{puzzle.height}")
    numbered = enumerate(explanation.steps, start=1)
    for heading, steps in groupby(numbered, key=lambda numbered: group_of(numbered[1], language)):
        print()
        _print_heading(heading)
        for number, step in steps:
            print("\n".join(draw_step(step, language, number, width, with_reasons=not brief)))
    print()


def _print_heading(heading: str) -> None:
    if sys.stdout.isatty():
        Console(highlight=False).print(Text(heading, style="bold"))
    else:
        print(heading)


def _print_end(explanation: Explanation, language: Language) -> None:
    grid, contradiction, completions = explanation.grid, explanation.contradiction, explanation.completions
    if contradiction is not None:
        line, clue = contradiction.line, clue_text(contradiction.clue)
        print(language.text("no-arrangement", line=line, clue=clue, text=contradiction.text))
    elif explanation.ending is Ending.CONTRADICTION:
        print(language.text("no-solution"))
    elif explanation.ending is Ending.MULTIPLE and completions is not None:
        key = "multiple" if completions.complete else "multiple-many"
        print(language.text(key, count=grid.unknown_count))
        grid = completions.grids[0]
    else:
        print(language.text(explanation.ending.value))
    print_grid(grid)
    tell_if_too_wide(grid)
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


def _as_json(puzzle: Puzzle, explanation: Explanation, language: Language) -> dict[str, object]:
    rating, completions = explanation.rating, explanation.completions
    solved = explanation.ending is Ending.SOLVED
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "language": language.code,
        "steps": [step_as_json(step, language) for step in explanation.steps],
        "ending": explanation.ending.value,
        "contradiction": contradiction_as_json(explanation.contradiction),
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
