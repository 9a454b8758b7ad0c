"""Saved grids: cells known already, from a file or from standard input, and their mistakes.

A file holds the rows of the grid, in the puzzle's own signs: ``#`` for black or the key of a colour, ``.`` for the
background, ``?`` for not known. In black and white ``x``, ``X``, ``1`` and ``█`` are black too, ``-``, ``0`` and ``·``
white, and ``_``, ``*`` and blanks not known. The output of `solve` into a file is one: behind the grid and a blank line
the report may follow.
"""

from __future__ import annotations

from harness.errors import UsageError
from harness.files.reading import STANDARD_STREAM
from harness.formats import Source, read_source
from harness.puzzle import Grid, Puzzle
from harness.puzzle.palette import BACKGROUND, UNKNOWN
from harness.solver.budget import Budget
from harness.solver.strategy import Outcome, Result, cell_text, solve_any

_BLACK_AND_WHITE = str.maketrans("xX1█-0·_*", "####...??")


def load_state(name: str | None, puzzle: Puzzle, puzzle_name: str) -> Grid | None:
    """Read the grid in a file, as `parse_state`; None without a file.

    Raises `UsageError` if both the puzzle and the grid should come from standard input.
    """
    if name is None:
        return None
    if name == puzzle_name == STANDARD_STREAM:
        raise UsageError("--state -: the puzzle comes from standard input; name a file for one of them")
    return parse_state(read_source(name), puzzle)


def parse_state(source: Source, puzzle: Puzzle) -> Grid:
    """Parse a saved grid; `FormatError` for another size than the puzzle's, or a sign that is no cell.

    >>> print(parse_state(Source("state.txt", b" #\\nx.\\n"), Puzzle(((1,), (2,)), ((1,), (2,)))))
    ?#
    #.
    """
    table = {} if puzzle.in_colour else _BLACK_AND_WHITE
    lines = [(number, line.rstrip().translate(table)) for number, line in enumerate(source.lines, start=1)]
    signs = set(BACKGROUND + puzzle.used_keys + UNKNOWN)
    if _is_report(lines, puzzle, signs):
        lines = lines[: puzzle.height]
    filled = [(number, "".join(row.split())) for number, row in lines if row]
    spaced_out = len(filled) == puzzle.height and all(len(row) == puzzle.width for _, row in filled)
    if spaced_out or UNKNOWN in "".join(row for _, row in filled):
        lines = filled
    elif len(lines) - 1 in (len(filled), puzzle.height):  # a line end behind the last row
        lines.pop()
    if len(lines) != puzzle.height:
        what = "the grid has {count} and the puzzle {height} rows"
        fix = "write every row, with ? for cells not known"
        rows = next((place for place, (_, row) in enumerate(lines) if not row), 0)  # a report of another puzzle
        raise source.error(what, fix, count=rows or len(lines), height=puzzle.height)
    if lines is not filled:
        lines = [(number, row.replace(" ", UNKNOWN).ljust(puzzle.width, UNKNOWN)) for number, row in lines]
    for number, row in lines:
        if wrong := set(row) - signs:
            colours = ", ".join(f"{key} for {puzzle.name_of(key)}" for key in puzzle.used_keys[:5]) or "no colour"
            fix = "use {colours}, . for the background, ? for not known"
            if not puzzle.in_colour:
                fix = "use # for black, . for white, ? for not known"
            raise source.error("{sign!r} is not a cell", fix, number, sign=min(wrong), colours=colours)
        if len(row) != puzzle.width:
            fix = "write every cell, with ? for those not known"
            what = "{count} cells, where the puzzle has {width} columns"
            raise source.error(what, fix, number, count=len(row), width=puzzle.width)
    return Grid(tuple(row for _, row in lines))


def _is_report(lines: list[tuple[int, str]], puzzle: Puzzle, signs: set[str]) -> bool:
    """Return True if a whole grid comes first, and then a blank line."""
    rows = [row for _, row in lines[: puzzle.height]]
    whole = len(lines) > puzzle.height and all(len(row) == puzzle.width and set(row) <= signs for row in rows)
    return whole and not lines[puzzle.height][1]


def find_wrong_cells(
    puzzle: Puzzle, state: Grid, result: Result, budget: Budget
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Say why no solution agrees with a saved grid, by solving the puzzle without it.

    Return the reason in words, and the cells (row, column), from 0, that differ from the only solution; nothing if a
    solution agrees, or none was looked for.
    """
    if result.outcome is not Outcome.CONTRADICTION:
        return "", ()
    whole = solve_any(puzzle, budget=budget.part(share=1.0))
    if whole.outcome is Outcome.CONTRADICTION:
        return "the puzzle has no solution without the cells given either", ()
    if whole.outcome is not Outcome.UNIQUE:
        return "no solution of the puzzle agrees with all cells given", ()
    solution = whole.solutions[0]
    wrong = tuple(
        (row, column)
        for row, cells in enumerate(state.rows)
        for column, cell in enumerate(cells)
        if cell not in (UNKNOWN, solution[row][column])
    )
    row, column = wrong[0]
    given, right = (puzzle.name_of(picture[row][column]) for picture in (state, solution))
    more = f", and {len(wrong) - 1} more are wrong" if len(wrong) > 1 else ""
    return f"{cell_text(row, column)} is given as {given}, and must be {right}{more}", wrong
