"""Parts that several commands share: the exit codes, kinds of arguments, JSON, tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import TYPE_CHECKING

from harness.errors import UsageError, one_line

if TYPE_CHECKING:
    from rich.table import Table

    from harness.puzzle import AnyPuzzle, Picture
    from harness.puzzle.palette import Palette

EXIT_GOOD = 0
EXIT_DISAGREES = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
"""Ctrl-C ended it; the number is the shells' convention."""

Subparsers = argparse._SubParsersAction  # argparse has no public name for it


MOST_DIGITS = 18
"""Of a number given as an argument: all of them fit into the machine's words."""


def positive_int(text: str) -> int:
    """An argument that is a whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 1 to {10**MOST_DIGITS - 1}")
    return int(text)


def title_of(puzzle: AnyPuzzle) -> str:
    """Return a puzzle's name for people."""
    return one_line(puzzle.title) or "crossword"


@contextmanager
def reporting(*outputs: str | None) -> Iterator[None]:
    """Within, what is printed is the answer: when it ends well, it is out, whatever becomes of the files written next.

    If a file goes to the standard output (``-``), the answer goes to the standard error.
    """
    from harness.files.reading import STANDARD_STREAM

    with redirect_stdout(sys.stderr) if STANDARD_STREAM in outputs else nullcontext():
        yield
        sys.stdout.flush()


def check_streams(outputs: Mapping[str, str | None], *, is_json: bool, is_watched: bool = False) -> None:
    """See that the standard output is not wanted for two things.

    Raises:
        UsageError: it is.
    """
    from harness.files.reading import STANDARD_STREAM

    for option, name in outputs.items():
        if name == STANDARD_STREAM and (is_json or is_watched):
            other = "--json prints its object" if is_json else "--watch shows its frames"
            raise UsageError(f"{option} -: {other} on the standard output; name a file")


def grids_to_json(grids: tuple[Picture, ...]) -> list[list[str]]:
    """Grids as lists of row strings of ``#``, ``.`` and ``?``, or of the colours' keys."""
    return [list(grid.rows) for grid in grids]


def cells_to_json(cells: Iterable[tuple[int, int]]) -> list[dict[str, int]]:
    """Cells, which are (row, column) from 0, as the user counts them: from 1.

    >>> cells_to_json([(0, 4)])
    [{'row': 1, 'column': 5}]
    """
    return [{"row": row + 1, "column": column + 1} for row, column in cells]


def palette_to_json(palette: Palette) -> dict[str, str]:
    """Return the colours of a picture's characters, as ``#RRGGBB``."""
    from harness.puzzle.palette import BACKGROUND, hex_rgb

    return {cell: hex_rgb(palette.rgb(cell)) for cell in (BACKGROUND, *palette.keys)}


def print_json(value: dict[str, object]) -> None:
    """One JSON object on standard output."""
    import json

    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # JSON has escapes of its own for what the terminal's encoding lacks
        text = json.dumps(value)
    print(text)


def keep_names_whole(table: Table) -> Table:
    """The table, whose cells on a narrow terminal continue in the next line; Rich would cut them short."""
    for column in table.columns:
        column.overflow = "fold"
    return table


def print_csv(values: Iterable[object]) -> None:
    """One line of a table on standard output; what is not there (None) is empty."""
    import csv

    csv.writer(sys.stdout, lineterminator="\n").writerow([one_line(str(_csv_value(value))) for value in values])


def _csv_value(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value
