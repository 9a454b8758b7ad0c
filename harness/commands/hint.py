"""``hint``: the next step from a partly solved picture, with its reason; or what is wrong with that picture.

FILE holds the picture, a text row for each row: # (or x, X, 1, █) black, . (or -, 0, ·) white, ? (or _) unknown. In a
file without ? and _ a blank is an unknown cell, and blanks at the end of a row may be missing; in any other file
blanks are ignored.

The exit code is 0 for a step and for a picture that is complete and right, 1 where there is no step to give (something
is wrong, or nothing more follows), 2 for a file that cannot be read.
"""

from __future__ import annotations

import argparse

from harness.commands.common import EXIT_GOOD, EXIT_INTERRUPTED, load_puzzle, print_json
from harness.commands.explain import text_width
from harness.commands.interrupt import interruptible
from harness.commands.limits import budget_of
from harness.formats import Source, read_source
from harness.puzzle import Grid, Puzzle, clue_text
from harness.solver.human.hint import Hint, HintKind, find_hint
from harness.solver.human.language import Language
from harness.solver.human.presentation import (
    LANGUAGES,
    cell_as_json,
    contradiction_as_json,
    draw_step,
    group_of,
    step_as_json,
    wrap,
)

EXIT_NO_STEP = 1

_CELLS = str.maketrans("xX1█-0·_", "####...?")


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
        print_json(_as_json(hint, language))
    elif hint.step is not None:
        print(group_of(hint.step, language))
        print("\n".join(draw_step(hint.step, language, width=text_width())))
    else:
        print("\n".join(wrap(_sentence(hint, language), text_width())))
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


def _sentence(hint: Hint, language: Language) -> str:
    if hint.step is not None:
        return language.tell_alone(hint.step)
    if hint.kind is HintKind.WRONG_CELLS:
        first, more = hint.wrong_cells[0], len(hint.wrong_cells) - 1
        key = "hint-wrong" if not more else "hint-wrong-more-one" if more == 1 else "hint-wrong-more"
        return language.text(key, place=first.place, colour=first.cell, count=more)
    if hint.contradiction is not None:
        key = "hint-puzzle-line" if hint.kind is HintKind.NO_SOLUTION else "hint-line"
        line, clue = hint.contradiction.line, clue_text(hint.contradiction.clue)
        return language.text(key, line=line, clue=clue, text=hint.contradiction.text)
    return language.text(f"hint-{hint.kind.value}")


def _as_json(hint: Hint, language: Language) -> dict[str, object]:
    return {
        "kind": hint.kind.value,
        "language": language.code,
        "step": step_as_json(hint.step, language) if hint.step else None,
        "wrong_cells": [cell_as_json(cell) for cell in hint.wrong_cells],
        "contradiction": contradiction_as_json(hint.contradiction),
        "sentence": _sentence(hint, language),
    }
