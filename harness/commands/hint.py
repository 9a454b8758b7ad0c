"""``hint``: the next step from a partly solved picture, with its reason; or what is wrong with that picture.

FILE holds the picture, a text row for each row: # (or x, X, 1, █) black, . (or -, 0, ·) white, ? (or _) unknown. In a
file without ? and _ a blank is an unknown cell, and blanks at the end of a row may be missing; in any other file
blanks are ignored.

The exit code is 0 for a step and for a picture that is complete and right, 1 where there is no step to give (something
is wrong, or nothing more follows), 2 for a file that cannot be read.
"""

from __future__ import annotations

import argparse

from harness.commands.common import EXIT_GOOD, EXIT_INTERRUPTED, Subparsers, load_puzzle, print_json
from harness.commands.explain import add_language_option, text_width
from harness.commands.interrupt import interruptible
from harness.commands.limits import add_memory_option, budget_of, seconds
from harness.formats import Source, read_source
from harness.puzzle import Grid, Puzzle
from harness.solver.human.hint import HintKind, find_hint
from harness.solver.human.presentation import (
    LANGUAGES,
    draw_step,
    group_of,
    hint_as_json,
    hint_sentence,
    wrap,
)

EXIT_NO_STEP = 1

_CELLS = str.maketrans("xX1█-0·_", "####...?")


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "hint",
        help="the next step from a partly solved picture, or what is wrong with it",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle file in any known format, in black and white")
    parser.add_argument(
        "--state",
        metavar="FILE",
        help="the picture as far as it is known; - is standard input (default: nothing is known)",
    )
    add_language_option(parser)
    parser.add_argument("--timeout", metavar="S", type=seconds, help="stop after S seconds (default: never)")
    add_memory_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Find the hint and print it."""
    puzzle = load_puzzle(arguments.puzzle)
    state = Grid.unknown(puzzle.width, puzzle.height)
    if arguments.state is not None:
        state = parse_state(read_source(arguments.state), puzzle)
    language = LANGUAGES[arguments.lang]
    with interruptible() as interrupt:
        hint = find_hint(puzzle, state, budget_of(arguments, interrupt))
    if arguments.json:
        print_json(hint_as_json(hint, language))
    elif hint.step is not None:
        print(group_of(hint.step, language))
        print("\n".join(draw_step(hint.step, language, width=text_width())))
    else:
        print("\n".join(wrap(hint_sentence(hint, language), text_width())))
    if hint.kind is HintKind.INTERRUPTED:
        return EXIT_INTERRUPTED
    return EXIT_GOOD if hint.kind in (HintKind.STEP, HintKind.COMPLETE) else EXIT_NO_STEP


def parse_state(source: Source, puzzle: Puzzle) -> Grid:
    """The picture in a file; see the module's text for what may be in it.

    Raises:
        FormatError: another size than the puzzle's, or a sign that is no cell.

    >>> print(parse_state(Source("state.txt", b" #\\nx.\\n"), Puzzle(((1,), (2,)), ((1,), (2,)))))
    ?#
    #.
    """
    lines = [(number, line.rstrip().translate(_CELLS)) for number, line in enumerate(source.lines, start=1)]
    filled = [(number, "".join(row.split())) for number, row in lines if row]
    spaced_out = len(filled) == puzzle.height and all(len(row) == puzzle.width for _, row in filled)
    if spaced_out or "?" in "".join(row for _, row in filled):
        lines = filled
    elif len(lines) - 1 in (len(filled), puzzle.height):  # a line end behind the last row
        lines.pop()
    if len(lines) != puzzle.height:
        raise source.error(
            f"{len(lines)} row{'' if len(lines) == 1 else 's'}, where the puzzle has {puzzle.height}",
            "write every row, with ? for cells not known",
        )
    if lines is not filled:
        lines = [(number, row.replace(" ", "?").ljust(puzzle.width, "?")) for number, row in lines]
    for number, row in lines:
        if wrong := set(row) - set("#.?"):
            mend = "use # for black, . for white, ? for not known"
            raise source.error(f"{min(wrong)!r} is not a cell", mend, number)
        if len(row) != puzzle.width:
            mend = "write every cell, with ? for those not known"
            raise source.error(f"{len(row)} cells, where the puzzle has {puzzle.width} columns", mend, number)
    return Grid(tuple(row for _, row in lines))
