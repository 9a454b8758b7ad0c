"""``line``: the arrangements of one line, without a puzzle."""

from __future__ import annotations

import argparse
from itertools import islice

from harness.commands._common import EXIT_GOOD, EXIT_INTERRUPTED, examples, from_to, positive_int, print_json
from harness.commands._limits import interruptible
from harness.errors import UsageError

MOST_CELLS = 1000
"""The longest line: the arrangements of longer ones would take gigabytes."""


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = examples(('crossword line "3 1" 10', "all arrangements of one line"))
    parser.add_argument("clue", metavar="CLUE", help="the lengths of the line's groups, leftmost first")
    parser.add_argument("width", metavar="WIDTH", type=from_to(1, MOST_CELLS), help="the cells of the line")
    parser.add_argument(
        "--max-solutions",
        metavar="N",
        type=positive_int,
        default=100,
        help="print N arrangements at most (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--quiet", action="store_true", help="print only their number")


def run(arguments: argparse.Namespace) -> int:
    """Print the arrangements, leftmost first, as soon as each is made.

    Raises:
        UsageError: no clue, or one that does not fit.
    """
    from harness.errors import FormatError, PuzzleError
    from harness.formats.base import Source, parse_clue
    from harness.puzzle import BLOT, Axis, Line, Puzzle
    from harness.solver.enumerate import build_arrangements, count_arrangements
    from harness.solver.lines import line_text, numbered

    width = arguments.width
    try:
        clue = parse_clue(arguments.clue, Source("CLUE", b""), 1, blots=True)
        for group in clue:
            if group < 1 and group != BLOT:
                raise UsageError(f"a group of {group}; lengths are 1 or more")
        groups = numbered(clue)
        count = count_arrangements(width, groups)
        if not count:
            Puzzle((clue,), ((),) * width).check()
    except (FormatError, PuzzleError) as error:
        where = error.where if error.where != Line(Axis.ROW, 0) else None
        raise UsageError(str(PuzzleError(error.what, error.fix, where, **error.values))) from None
    cells = (1 << width) - 1
    arrangements = (
        line_text(width, (both & cells, both >> width), ".#")
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
