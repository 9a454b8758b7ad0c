"""Gather measurements until there are no more, or Ctrl-C, and print them as a table or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Container, Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from harness.commands._streams import print_json
from pyspectrum.command_line import Exit

T = TypeVar("T")


def gather(measurements: Iterable[T], total: int | None = None) -> tuple[list[T], Exit]:
    """List measurements; after Ctrl-C those before it, for the time of the one under way is not up.

    KeyboardInterrupt if there are none before it.

    >>> gather([1, 2])
    ([1, 2], <Exit.GOOD: 0>)
    """
    kept: list[T] = []
    console = Console(stderr=True)
    try:
        for one in track(measurements, "measuring", total, console=console, disable=not console.is_terminal):
            kept.append(one)
    except KeyboardInterrupt:
        if not kept:
            raise KeyboardInterrupt("nothing was measured") from None
        return kept, Exit.INTERRUPTED
    return kept, Exit.GOOD


def written(value: object) -> str:
    """Return a value as a cell shows it: three digits of a float at least, an integer in groups of three.

    >>> written(0.01234), written(1234.5), written(12345), written("car"), written(None)
    ('0.0123', '1,234', '12,345', 'car', '')
    """
    if isinstance(value, float):
        places = next((places for places in range(5) if abs(value) * 10**places >= 99.95), 4)
        return f"{value:,.{places}f}"
    return "" if value is None else f"{value:,}" if type(value) is int else str(value)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]], right: Container[int] = ()) -> str:
    """Lay rows out as Markdown; numbers, and the columns whose places are in `right`, at the right.

    >>> print(table(("name", "ms"), [("car", 12.5), ("house", 3)]))
    | name | ms |
    |---|--:|
    | car | 12.5 |
    | house | 3 |
    """
    rows = list(rows)
    is_text = [
        place not in right and all(isinstance(row[place], str) for row in rows) for place in range(len(headings))
    ]
    line = "|".join("---" if text else "--:" for text in is_text)
    cells = (headings, *([written(value) for value in row] for row in rows))
    head, *body = (f"| {' | '.join(row)} |" for row in cells)
    return "\n".join((head, f"|{line}|", *body))


def show(
    arguments: argparse.Namespace, headings: Sequence[str], rows: Collection[Sequence[object]], *notes: str
) -> None:
    """Print rows and notes, as a table or, with ``--json``, as an object for each row."""
    if arguments.json:
        named = [dict(zip(headings, row, strict=True)) for row in rows]
        print_json({"rows": named, "notes": notes} if notes else {"rows": named})
    else:
        print(table(headings, rows), *notes, sep="\n")
