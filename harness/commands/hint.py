"""``hint``: the next step from a partly solved picture, with its reason; or the picture's mistakes.

FILE holds the picture, a text row for each row: # (or x, X, 1, █) black, . (or -, 0, ·) white, ? (or _) unknown; in
colour the keys of the colours, . and ?. In a file without ? and _ a blank is an unknown cell, and blanks at the end
of a row may be missing; in any other file blanks are ignored.

The exit code is 0 for a step and for a picture that is complete and right, 1 if there is no step (something is wrong,
or nothing more follows), 2 for a file that cannot be read, 4 if time or memory ran out.
"""

from __future__ import annotations

import argparse

import harness
from harness.commands._arguments import add_limit_options, add_to, budget_of, interruptible, reading_of
from harness.commands._found import find_puzzle
from harness.commands._streams import print_json
from harness.puzzle import Grid
from pyspectrum.command_line import Exit, examples


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ("crossword hint puzzles/cat.txt", "where to begin"),
        ("crossword hint puzzles/cat.txt --state half-done.txt", "the next step from there"),
    )
    add = add_to(parser)
    add("PUZZLE")
    add("--state FILE", "the picture as far as it is known; - is standard input (default: nothing is known)")
    add("--lang")
    add("--order")
    add_limit_options(parser, "stop after S seconds (default: never)")
    add("--json")


def run(arguments: argparse.Namespace) -> int:
    from harness.advice.states import load_state
    from harness.drawing.terminal import text_width
    from harness.solver.human.presentation import LANGUAGES, draw_step, group_of, hint_as_json, hint_sentence, wrap

    puzzle = harness.read(find_puzzle(arguments.puzzle).name, **reading_of(arguments))
    puzzle.check_no_blots("hint", arguments.puzzle)
    state = load_state(arguments.state, puzzle, arguments.puzzle) or Grid.unknown(puzzle.width, puzzle.height)
    language = LANGUAGES[arguments.lang]
    with interruptible() as interrupt:
        hint = harness.hint(puzzle, state, budget_of(arguments, interrupt), harness.Order(arguments.order))
    if arguments.json:
        print_json(hint_as_json(hint, language))
    elif hint.step is not None:
        print(group_of(hint.step, language))
        print("\n".join(draw_step(hint.step, language, width=text_width())))
    else:
        print("\n".join(wrap(hint_sentence(hint, language), text_width())))
    kinds = harness.HintKind
    codes = {kinds.INTERRUPTED: Exit.INTERRUPTED, kinds.TIMEOUT: Exit.UNDECIDED, kinds.MEMORY: Exit.UNDECIDED}
    return codes.get(hint.kind, Exit.GOOD if hint.kind in (kinds.STEP, kinds.COMPLETE) else Exit.NO)
