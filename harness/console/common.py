"""What several commands share: finding files, the exit codes, JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import UsageError, one_line
from harness.files.reading import is_disk, read_file
from harness.files.resources import data_folder
from harness.files.writing import STANDARD_STREAM
from harness.formats import AnyPuzzle, read_any, read_puzzle
from harness.formats.bundles import file_of, split_number
from harness.puzzle import Picture, Puzzle
from harness.puzzle.palette import BACKGROUND, Palette, hex_rgb

if TYPE_CHECKING:
    from rich.table import Table

    from pyspectrum.tape import Tape

EXIT_GOOD = 0
EXIT_DISAGREES = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
"""Ctrl-C ended it; the number is the shells' convention."""

DEFAULT_TAPE = "crossword.tap"
"""The tape for whoever does not choose."""

RENAMED_SAMPLES = {"roshin-20x30": "relax-20x30"}
"""Old names of samples: each works, with a note, until the release after the one that renamed it."""

Subparsers = argparse._SubParsersAction  # argparse has no public name for it


MOST_DIGITS = 18
"""Of a number given as an argument: all of them fit into the machine's words."""


def positive_int(text: str) -> int:
    """An argument that is a whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 1 to {10**MOST_DIGITS - 1}")
    return int(text)


def load_puzzle(name: str, *, checked: bool = True) -> Puzzle:
    """Read a puzzle file; ``puzzles/…`` means the samples that come with the project where it is no file here."""
    return read_puzzle(puzzle_name(name), checked=checked)


def load_any_puzzle(name: str, *, checked: bool = True) -> AnyPuzzle:
    """Read a puzzle file, in colour or not; names as for `load_puzzle`."""
    return read_any(puzzle_name(name), checked=checked)


def load_tape(name: str) -> Tape:
    """Read a tape; the bare name of one of the project's own tapes, or ``tapes/…``, finds that one.

    Raises:
        TapeError: it cannot be read, or is none.
        UsageError: it is a disk.
    """
    from pyspectrum.errors import TapeError
    from pyspectrum.tape import read_tap

    path = _shipped(name if Path(name).parent != Path() else f"tapes/{name}", "tapes", name)
    try:
        return read_tap(path)
    except TapeError:
        if is_there(path) and is_disk(read_file(path)):
            raise UsageError(f"{name}: this is a disk, not a tape; give a .tap, such as {DEFAULT_TAPE}") from None
        raise


def puzzle_path(name: str) -> Path:
    """Where `load_puzzle` finds the file of that name, or the one that holds the puzzle."""
    return _shipped(file_of(name), "puzzles", is_quiet=True)


def tape_path(name: str) -> Path:
    """Where `load_tape` finds the tape of that name."""
    return _shipped(name if Path(name).parent != Path() else f"tapes/{name}", "tapes", name, is_quiet=True)


def puzzle_name(name: str) -> str:
    """The name by which `puzzles_in` finds what the user names, samples that come with the project among it."""
    if name == STANDARD_STREAM:
        return name
    whole, number = split_number(name)
    found = str(_shipped(whole, "puzzles"))
    return found if number is None else f"{found}#{number}"


def title_of(puzzle: AnyPuzzle) -> str:
    """What a puzzle is called where it is shown."""
    return one_line(puzzle.title) or "crossword"


@contextmanager
def reporting(*outputs: str | None) -> Iterator[None]:
    """Within, what is printed is the answer: when it ends well, it is out, whatever becomes of the files written next.

    Where a file goes to the standard output (``-``), the answer goes to the standard error.
    """
    with redirect_stdout(sys.stderr) if STANDARD_STREAM in outputs else nullcontext():
        yield
        sys.stdout.flush()


def check_streams(outputs: Mapping[str, str | None], *, is_json: bool, is_watched: bool = False) -> None:
    """See that the standard output is not wanted for two things.

    Raises:
        UsageError: it is.
    """
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
    """What the characters of a picture look like, as ``#RRGGBB``."""
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
    """The table, whose cells on a narrow terminal go on in the next line; Rich would cut them short."""
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


def current_name(sample: str) -> str:
    """The name that a sample has now; a note on stderr tells of it where the one given is an old one."""
    new = RENAMED_SAMPLES.get(sample, sample)
    if new != sample:
        print(f"note: {sample} is now called {new}; the old name will go with the next release", file=sys.stderr)
    return new


def _shipped(path: str, folder: str, name: str | None = None, *, is_quiet: bool = False) -> Path:
    given = Path(name if name is not None else path)
    if is_there(given):
        return given
    if given.stem in RENAMED_SAMPLES and given.suffix == ".txt":
        new = RENAMED_SAMPLES[given.stem] if is_quiet else current_name(given.stem)
        return _shipped(str(given.with_stem(new)), folder)
    if Path(path) == Path(folder):
        return data_folder(folder)
    if Path(path).parent == Path(folder):
        shipped = data_folder(folder) / Path(path).name
        if is_there(shipped):
            return shipped
    return given


def is_there(path: Path | str) -> bool:
    """Whether there is such a file; whoever opens it says why it cannot be had."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False
