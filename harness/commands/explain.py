"""``explain``: a puzzle solved as a person solves it, every step with its reason, and the difficulty.

Named rules are applied, the easiest first; where looking at lines tells nothing more, cells are tried. The rating is a
class (LINE, BRANCH or MULT), a word for the hardest rule needed, and a score, the sum of what all steps cost.
docs/human-techniques.md has the rules with examples.
"""

from __future__ import annotations

import argparse

from harness.commands._common import (
    EXIT_GOOD,
    EXIT_INTERRUPTED,
    add_language_option,
    add_order_option,
    examples,
    print_json,
)
from harness.commands._found import find_puzzle
from harness.commands._limits import add_limit_options, budget_of, interruptible


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(
        ("crossword explain puzzles/cat.txt", "every step with its reason, then the rating"),
        ("crossword explain puzzles/cat.txt --brief --lang ru", "without the reasons, in Russian"),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format")
    add_language_option(parser)
    add_order_option(parser)
    parser.add_argument("--brief", action="store_true", help="leave the sentences out")
    add_limit_options(parser, "stop after S seconds (default: never)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Explain; what was found before time ran out, or before Ctrl-C, is explained as well."""
    from harness.commands._explained import explanation_as_json, print_explanation
    from harness.commands._progress_bar import busy_bar
    from harness.solver.human.agenda import Order
    from harness.solver.human.explain import Ending, explain
    from harness.solver.human.presentation import LANGUAGES

    puzzle = find_puzzle(arguments.puzzle).read_any()
    puzzle.check_no_blots("explain", arguments.puzzle)
    language = LANGUAGES[arguments.lang]
    with interruptible() as interrupt, busy_bar("explaining", puzzle.width * puzzle.height) as advance:
        budget = budget_of(arguments, interrupt)
        explanation = explain(puzzle, budget, Order(arguments.order), lambda step: advance(len(step.cells)))
    if arguments.json:
        print_json(explanation_as_json(puzzle, explanation, language))
    else:
        print_explanation(puzzle, explanation, language, brief=arguments.brief)
    return EXIT_INTERRUPTED if explanation.ending is Ending.INTERRUPTED else EXIT_GOOD
