"""``line``: what is certain of one line, and its arrangements, without a puzzle."""

from __future__ import annotations

import argparse
import re
from itertools import islice

from harness.commands._arguments import add_to, from_to, interruptible, positive_int
from harness.commands._streams import print_json
from harness.errors import FormatError, PuzzleError, UsageError
from harness.puzzle import BLOT, Axis, Line, Puzzle
from pyspectrum.command_line import Exit, examples

BRACED = re.compile(r"\s*\{(.*)\}\s*")
MOST_CELLS = 1000
"""The longest line: the arrangements of longer ones would take gigabytes."""


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = examples(
        ('crossword line "3 1" 10', "what is certain of a line, and all its arrangements"),
        ('crossword line 3 12 --state "?????##?????"', "the same with what is known of it"),
        ("crossword line '{1,2,3}' 10 --state '**00*10***'", "as Mathematica programs write it"),
    )
    add = add_to(parser)
    add("CLUE", "the lengths of the line's groups, leftmost first: 3,1 or {3,1}", dest="clue")
    add("WIDTH", "the cells of the line", from_to(1, MOST_CELLS), dest="width")
    cells = "only arrangements that agree with these cells: # or 1 for black, . or 0 for white, ? or * for unknown"
    add("--state CELLS", cells)
    add("--max-solutions N", "print N arrangements at most", positive_int, 100)
    add("--json")
    add("--quiet", "print only their number")


def run(arguments: argparse.Namespace) -> int:
    """Print what all arrangements share, then these, leftmost first, as soon as each is made."""
    from harness.advice.states import parse_state
    from harness.formats.base import Source, parse_clue
    from harness.solver.enumerate import count_fitting, fitting_arrangements
    from harness.solver.lines import line_text, numbered, solve_line

    width = arguments.width
    try:
        braced = BRACED.fullmatch(arguments.clue)
        clue = parse_clue(braced[1] if braced else arguments.clue, Source("CLUE", b""), 1, blots=True)
        for group in clue:
            if group < 1 and group != BLOT:
                raise UsageError(f"a group of {group}; lengths are 1 or more")
        line = Puzzle((clue,), ((),) * width)
        (groups,), _ = line.sides
        count = count_fitting(groups, "?" * width)
        if not count:
            line.check()
        given = "?" * width if arguments.state is None else arguments.state
        if len(given) != width:
            cells = f"--state: {len(given)} cells, where the line has {width}"
            raise UsageError(f"{cells}; write every cell, with ? for those not known")
        known = parse_state(Source("--state", given.encode()), line)[0]
    except (FormatError, PuzzleError) as error:
        where = error.where if error.where != Line(Axis.ROW, 0) else None
        raise UsageError(str(PuzzleError(error.what, error.fix, where, **error.values))) from None
    can = [sum(cell in (key, "?") and 1 << at for at, cell in enumerate(known)) for key in ".#"]
    solved = solve_line(width, numbered(clue), can)
    certain = line_text(width, solved, ".#") if solved else None
    fitting = count_fitting(groups, known)
    arrangements = islice(fitting_arrangements(groups, known), arguments.max_solutions)
    with interruptible() as interrupt:
        if arguments.json:
            state = {} if arguments.state is None else {"state": known, "fitting": fitting}
            found = {"certain": certain, "arrangements": list(arrangements)}
            print_json({"width": width, "clue": list(clue), "count": count, **state, **found})
            return Exit.GOOD
        if certain and not arguments.quiet:
            print(f"{certain}\n")
        shown = 0
        for text in () if arguments.quiet else arrangements:
            if interrupt():
                return Exit.INTERRUPTED
            print(text)
            shown += 1
    more = f"; the first {shown} are shown, --max-solutions shows more" if 0 < shown < fitting else ""
    of_all = f"{fitting:,} of " if arguments.state is not None else ""
    fit = "" if arguments.state is None else " fits" if fitting == 1 else " fit"
    print(f"{of_all}{count:,} arrangement{'' if count == 1 else 's'}{fit}{more}")
    return Exit.GOOD
