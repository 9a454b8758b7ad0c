"""The standard streams: values in JSON and in words, a bar for long work, and the check of the files to write."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout

from harness.errors import UsageError, one_line
from harness.puzzle.palette import BACKGROUND, hex_rgb
from pyspectrum.command_line import is_redirected_on_windows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

    from harness.puzzle import Puzzle


@contextmanager
def reporting(*outputs: str | None) -> Iterator[None]:
    """Flush the answer printed within before files are written; print it on the standard error if one goes to ``-``."""
    with redirect_stdout(sys.stderr) if "-" in outputs else nullcontext():
        yield
        sys.stdout.flush()


def check_written(
    outputs: Mapping[str, tuple[str | None, str]],
    inputs: Iterable[str | os.PathLike[str]] = (),
    *,
    forced: bool = False,
    is_json: bool = False,
    is_watched: bool = False,
) -> None:
    """Check before the work that files can be written and none is lost thereby; arguments as of `check_outputs`.

    The standard output cannot have JSON or frames as well.
    """
    for option, (name, _) in outputs.items():
        if name == "-" and (is_json or is_watched):
            other = "--json prints its object" if is_json else "--watch shows its frames"
            raise UsageError(f"{option} -: {other} on the standard output; name a file")
    if any(name is not None for name, _ in outputs.values()):
        from harness.files.writing import check_outputs  # pathlib, and how to write; most print alone
        from harness.formats.registry import puzzle_formats

        check_outputs(outputs, inputs, puzzle_formats(), forced=forced)


def print_json(value: dict[str, object]) -> None:
    import json

    is_utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    print(json.dumps(value, ensure_ascii=not is_utf8 or is_redirected_on_windows(sys.stdout)))


PATIENCE_SECONDS = 1.0
"""Shorter work has no bar."""
OnPart = Callable[[int], None]
"""Called with the number of parts done since the last call."""


@contextmanager
def busy_bar(what: str, total: int | None = None) -> Iterator[OnPart]:
    """Show a bar of `total` parts for work of more than a second, if the standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda parts: None
        return
    import threading

    bars: list[Progress] = []
    lock, is_over, done = threading.Lock(), False, 0

    def show() -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        with lock:
            if is_over:
                return
            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
            bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
            bar.add_task(what, total=total, completed=done)
            bar.start()
            bars.append(bar)

    def advance(parts: int) -> None:
        nonlocal done
        with lock:
            done += parts
            for bar in bars:
                bar.update(bar.task_ids[0], completed=done)

    timer = threading.Timer(PATIENCE_SECONDS, show)
    timer.daemon = True
    timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        with lock:
            is_over = True
            for bar in bars:
                bar.stop()


# -- values ------------------------------------------------------------------------------------


def title_of(puzzle: Puzzle) -> str:
    return one_line(puzzle.title) or "crossword"


def cells_to_json(cells: Iterable[tuple[int, int]]) -> list[dict[str, int]]:
    """Cells, which are (row, column) from 0, as the user counts them: from 1."""
    return [{"row": row + 1, "column": column + 1} for row, column in cells]


def puzzle_to_json(puzzle: Puzzle) -> dict[str, object]:
    """Return the sides in cells, how it is known which is which, and in colour a ``palette``: ``#RRGGBB`` by cell."""
    value = {"width": puzzle.width, "height": puzzle.height, "rows_by": puzzle.rows_by.value}
    cells = (BACKGROUND, *puzzle.palette.keys) if puzzle.in_colour else ()
    return value | ({"palette": {cell: hex_rgb(puzzle.palette.rgb(cell)) for cell in cells}} if cells else {})


def keep_names_whole(table: Table) -> Table:
    """Make cells continue in the next line on a narrow terminal; Rich would cut them short."""
    for column in table.columns:
        column.overflow = "fold"
    return table
