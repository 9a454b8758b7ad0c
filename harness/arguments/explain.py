"""``explain``: a puzzle solved as a person solves it, every step with its reason, and how hard it is.

Named rules are applied, the easiest first; where looking at lines tells nothing more, cells are tried. The rating is a
class (LINE, BRANCH or MULT), a word for the hardest rule needed, and a score, the sum of what all steps cost.
docs/human-techniques.md has the rules with examples.
"""

from __future__ import annotations

import argparse

from harness.console.argument_types import add_language_option
from harness.console.common import Subparsers
from harness.console.help_layout import examples
from harness.console.limits import add_memory_option, seconds


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], summary: str) -> None:
    """Describe the command; `summary` is what it does, in a line."""
    parser = subparsers.add_parser(
        "explain",
        help=summary,
        description=__doc__,
        epilog=examples(
            ("crossword explain puzzles/cat.txt", "every step with its reason, then the rating"),
            ("crossword explain puzzles/cat.txt --brief --lang ru", "without the reasons, in Russian"),
        ),
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format, in black and white")
    add_language_option(parser)
    parser.add_argument("--brief", action="store_true", help="leave the sentences out")
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Solve as a person does."""
    from harness.commands import explain

    return explain.run(arguments)
