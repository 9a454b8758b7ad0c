"""``explain``: a puzzle solved as a person solves it, every step with its reason, and the difficulty.

Named rules are applied, the easiest first; where looking at lines tells nothing more, cells are tried. The rating is a
class (LINE, BRANCH or MULT), a word for the hardest rule needed, and a score, the sum of what all steps cost.
docs/human-techniques.md has the rules with examples.
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby

import harness
from harness.commands._arguments import add_limit_options, add_to, budget_of, interruptible, reading_of
from harness.commands._found import find_puzzle
from harness.commands._streams import busy_bar, print_json, puzzle_to_json
from harness.errors import one_line
from pyspectrum.command_line import Exit, examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.puzzle import Groups, Line, Puzzle
    from harness.solver.human.explain import Explanation, Rating
    from harness.solver.human.language import Language
    from harness.solver.human.steps import LineStep, Step


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword explain puzzles/cat.txt", "every step with its reason, then the rating"),
        ("crossword explain puzzles/cat.txt --brief --lang ru", "without the reasons, in Russian"),
        ("crossword explain puzzles/cat.txt --rate", "only how hard it is"),
    )
    add = add_to(parser)
    add("PUZZLE")
    add("--lang")
    add("--order")
    add("--brief", "leave the sentences out")
    add("--rate", "print only the rating")
    add_limit_options(parser, "stop after S seconds (default: never)")
    add("--json")


def run(arguments: argparse.Namespace) -> int:
    """Explain; the steps found before time ran out, or before Ctrl-C, are explained as well."""
    from harness.solver.human.presentation import LANGUAGES

    puzzle = harness.read(find_puzzle(arguments.puzzle).name, **reading_of(arguments))
    puzzle.check_no_blots("explain", arguments.puzzle)
    language = LANGUAGES[arguments.lang]
    with interruptible() as interrupt, busy_bar("explaining", puzzle.width * puzzle.height) as advance:
        budget = budget_of(arguments, interrupt)
        order = harness.Order(arguments.order)
        explanation = harness.explain(puzzle, budget, order, lambda step: advance(len(step.cells)))
    if arguments.json:
        value = explanation_as_json(puzzle, explanation, language)
        print_json({"rating": value["rating"]} if arguments.rate else value)
    elif arguments.rate:
        _print_rating(explanation.rating, language)
    else:
        _print_steps(puzzle, explanation, language, brief=arguments.brief)
        _print_end(puzzle, explanation, language)
        _print_rating(explanation.rating, language)
    end = harness.Ending
    undecided = {end.INTERRUPTED: Exit.INTERRUPTED, end.TIMEOUT: Exit.UNDECIDED, end.MEMORY: Exit.UNDECIDED}
    return undecided.get(explanation.ending, Exit.GOOD)


def _print_steps(puzzle: Puzzle, explanation: Explanation, language: Language, *, brief: bool) -> None:
    from harness.drawing.terminal import text_width
    from harness.solver.human.presentation import draw_step, group_of

    width, groups = text_width(), puzzle.groups()
    print(f"{one_line(puzzle.title) or language.words('crossword')}, {puzzle.width}×{puzzle.height}")
    numbered = enumerate(explanation.steps, start=1)
    for heading, grouped in groupby(numbered, lambda step: group_of(step[1], language)):
        steps = list(grouped)
        print()
        _print_heading(heading, steps[0][1], groups, language)
        for number, step in steps:
            print("\n".join(draw_step(step, language, number, width, with_reasons=not brief)))
    print()


def _print_heading(heading: str, first: Step, groups: Mapping[Line, Groups], language: Language) -> None:
    """Print the line that the next steps are about; on a terminal, strike out the numbers found before."""
    if not sys.stdout.isatty():
        print(heading)
        return
    from rich.console import Console  # loaded for a terminal only: it takes as long as a small puzzle
    from rich.text import Text

    from harness.solver.human.steps import LineStep

    text = Text(heading, style="bold")
    if isinstance(first, LineStep):
        at = len(heading) - 1 - len(language.clue(first.clue))
        for part, found in zip(language.clue_parts(first.clue), _found(first, groups), strict=True):
            if found:
                text.stylize("strike dim", at, at + len(part))
            at += len(part) + len(language.between_blocks(first.clue))
    Console(highlight=False).print(text)


def _found(step: LineStep, groups: Mapping[Line, Groups]) -> tuple[bool, ...]:
    """Tell for each number of a step's line whether its block was found before the step."""
    from harness.drawing.layout import found_groups

    return found_groups(groups[step.line], step.before)


def _print_end(puzzle: Puzzle, explanation: Explanation, language: Language) -> None:
    from harness.drawing.terminal import print_palette, print_picture, tell_if_too_wide

    grid, contradiction, completions = explanation.grid, explanation.contradiction, explanation.completions
    if contradiction is not None:
        line, clue = contradiction.line, language.clue(contradiction.clue)
        print(language.text("no-arrangement", line=line, clue=clue, text=contradiction.text))
    elif explanation.ending is harness.Ending.CONTRADICTION:
        print(language.text("no-solution"))
    elif explanation.ending is harness.Ending.MULTIPLE and completions is not None:
        key = "multiple" if completions.complete else "multiple-many"
        print(language.text(key, count=grid.unknown_count))
        grid = completions.grids[0]
    else:
        print(language.text(explanation.ending.value))
    print_picture(grid, puzzle)
    tell_if_too_wide(grid, as_printed=not puzzle.in_colour)
    if puzzle.in_colour:
        print_palette(puzzle)
        print()


def _print_rating(rating: Rating, language: Language) -> None:
    print(language.text(f"class-{rating.difficulty.value if rating.difficulty else 'unknown'}"))
    if not rating.counts:
        print(language.text("no-step"))
        return
    if rating.level is None:
        print(language.text("score", score=rating.score))
    else:
        print(language.text("level", level=language.words(rating.level.title), score=rating.score))
    names = [(language.words(rule.title), count) for rule, count in rating.counts]
    widest = max(len(name) for name, _ in names)
    for name, count in names:
        print(f"  {name:<{widest}} {count:5}")


def explanation_as_json(puzzle: Puzzle, explanation: Explanation, language: Language) -> dict[str, object]:
    from harness.solver.human.presentation import contradiction_as_json, step_as_json
    from harness.solver.human.steps import LineStep

    rating, completions, groups = explanation.rating, explanation.completions, puzzle.groups()
    solved = explanation.ending is harness.Ending.SOLVED
    return {
        **puzzle_to_json(puzzle),
        "language": language.code,
        "steps": [
            step_as_json(step, language) | {"found": list(_found(step, groups)) if isinstance(step, LineStep) else None}
            for step in explanation.steps
        ],
        "ending": explanation.ending.value,
        "contradiction": contradiction_as_json(explanation.contradiction, language),
        "grid": list(explanation.grid.rows),
        "solutions": [list(grid.rows) for grid in completions.grids] if completions and not solved else [],
        "rating": {
            "difficulty": rating.difficulty and rating.difficulty.value,
            "score": rating.score,
            "level": rating.level and rating.level.value,
            "level_name": rating.level and language.words(rating.level.title),
            "rules": {rule.value: count for rule, count in rating.counts},
        },
    }
