"""``solve --line``: the arrangements of one line, without a puzzle."""

from __future__ import annotations

import argparse
from itertools import islice

from harness.commands._common import EXIT_GOOD, EXIT_INTERRUPTED, print_json
from harness.commands._limits import interruptible
from harness.errors import UsageError

MOST_CELLS = 1000
"""The longest line: the arrangements of longer ones would take gigabytes."""
_FOR_PUZZLES = ("state", "watch", "png", "svg", "gif", "apng", "csv", "delay", "timeout")
"""Options of ``solve`` that say nothing about one line."""


def check_line_options(arguments: argparse.Namespace) -> None:
    """See that either puzzles are named or a line is given, with its width.

    Raises:
        UsageError: neither or both, or an option that goes with the other.
    """
    if arguments.line is None:
        if not arguments.puzzles:
            raise UsageError('name a puzzle, or give one line: --line "3 1" --width 10')
        if arguments.width is not None:
            raise UsageError("--width is for --line; a puzzle has its own")
        return
    if arguments.puzzles:
        raise UsageError("--line is a line of its own; leave out the puzzle, or --line")
    if arguments.width is None:
        raise UsageError("--line needs the length of the line in cells: give --width")
    for option in _FOR_PUZZLES:
        if getattr(arguments, option):
            raise UsageError(f"--{option} is for puzzles; leave it out with --line")


def run_line(arguments: argparse.Namespace) -> int:
    """Print the arrangements of the line, leftmost first, as soon as each is made; returns the exit code.

    Raises:
        UsageError: no clue, or one that does not fit.
    """
    from harness.errors import FormatError, PuzzleError
    from harness.formats.base import Source
    from harness.formats.clues import parse_clue
    from harness.puzzle import BLOT, Axis, Line, Puzzle
    from harness.solver.enumerate import build_arrangements, count_arrangements
    from harness.solver.lines import line_text

    width = arguments.width
    if width > MOST_CELLS:
        raise UsageError(f"--width: {width} cells; a line has {MOST_CELLS} at most here")
    try:
        clue = parse_clue(arguments.line, Source("--line", b""), 1, blots=True)
        for group in clue:
            if group < 1 and group != BLOT:
                raise UsageError(f"--line: a group of {group}; lengths are 1 or more")
        groups = tuple((size, 1) for size in clue)
        count = count_arrangements(width, groups)
        if not count:
            Puzzle((clue,), ((),) * width).check()
    except (FormatError, PuzzleError) as error:
        where = "" if error.where in (None, Line(Axis.ROW, 0)) else f"{error.where}: "
        raise UsageError(f"--line: {where}{error.what}; {error.fix}") from None
    cells = (1 << width) - 1
    arrangements = (
        line_text(width, both >> width, both & cells)
        for both in islice(build_arrangements(width, groups, 2), arguments.max_solutions)
    )
    with interruptible() as interrupt:
        if arguments.json:
            print_json({"width": width, "clue": list(clue), "count": count, "arrangements": list(arrangements)})
            return EXIT_GOOD
        shown = 0
        for text in () if arguments.quiet else arrangements:
            if interrupt():
                return EXIT_INTERRUPTED
            print(text)
            shown += 1
    more = f"; the first {shown} are shown, --max-solutions shows more" if 0 < shown < count else ""
    print(f"{count:,} arrangement{'' if count == 1 else 's'}{more}")
    return EXIT_GOOD
