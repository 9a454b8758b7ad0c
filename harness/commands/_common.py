"""Parts that several commands share: the exit codes, kinds of arguments, JSON, tables."""

from __future__ import annotations

import argparse
import codecs
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from typing import TYPE_CHECKING, TextIO

from harness.errors import UsageError, one_line

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

    from harness.puzzle import Puzzle
    from harness.puzzle.palette import Palette


MOST_COLUMNS = 100
"""Longer lines are hard to read, however wide the terminal."""

_HELP_COLUMN = 24
_ITEM = re.compile(r" +(\S+ {2,})?")
_CODE_MARKS = "``"


class HelpFormatter(argparse.HelpFormatter):
    """Fills each paragraph by itself, and keeps lines that are indented apart, as those of a table or an example."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=MOST_COLUMNS)

    def format_help(self) -> str:
        """Lay it out; how wide the terminal is, matters only now: argparse makes a formatter for every argument."""
        import shutil  # takes long to load, and few commands end with their help

        self._width = min(shutil.get_terminal_size().columns, MOST_COLUMNS) - 2
        self._max_help_position = min(_HELP_COLUMN, max(self._width - 20, 4))
        return super().format_help()

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # argparse's own makes one paragraph of all
        return "\n\n".join(_filled(paragraph, width) for paragraph in text.strip().split("\n\n"))


def examples(*pairs: tuple[str, str]) -> str:
    """The examples at the end of a command's help: what is typed, and what it does.

    >>> print(examples(("crossword solve cat.txt", "the picture, and whether it is the only one")))
    examples:
      crossword solve cat.txt
          the picture, and whether it is the only one
    """
    return "\n".join(["examples:", *(f"  {typed}\n      {what}" for typed, what in pairs)])


def _filled(paragraph: str, width: int) -> str:
    """A paragraph in lines of no more than `width`; the second line of an item begins where the text of its first does.

    >>> print(_filled("of ``solve``,\\n  fast  line logic and search\\n  probe  both colours", 24))
    of solve,
      fast  line logic and
            search
      probe  both colours
    """
    import textwrap  # as above

    lines: list[str] = []
    flowing: list[str] = []
    for line in [*paragraph.replace(_CODE_MARKS, "").splitlines(), ""]:
        if line and not line.startswith(" "):
            flowing.append(line)
            continue
        lines += textwrap.wrap(" ".join(flowing), width, break_on_hyphens=False, break_long_words=False)
        flowing = []
        if (item := _ITEM.match(line)) is not None:
            hanging = " " * len(item[0])
            lines += textwrap.wrap(
                line, width, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False
            )
    return "\n".join(lines)


LANGUAGES = ("en", "ru")
"""The languages of `harness.solver.human`, by their codes."""


JOBS_PER_CORE = 4
"""Processes for each core, at most: more of them take memory and time, and finish nothing earlier."""


def jobs(text: str) -> int:
    """An argument that is a number of processes; a larger one than the machine has use for becomes that.

    >>> jobs("1"), jobs("100000") == JOBS_PER_CORE * (os.cpu_count() or 1)
    (1, True)
    """
    return min(positive_int(text), JOBS_PER_CORE * (os.cpu_count() or 1))


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """``--jobs``."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=jobs,
        default=1,
        help=f"of many puzzles, N at a time, up to {JOBS_PER_CORE} for each core (default: %(default)s)",
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """``--lang``."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language (default: %(default)s)")


def add_order_option(parser: argparse.ArgumentParser) -> None:
    """``--order``."""
    parser.add_argument(
        "--order",
        choices=("first", "largest"),
        default="first",
        help="if a rule works in several lines: the first one, or that with the largest number (default: first)",
    )


def difficulty_name(text: str) -> str:
    """An argument that is one of `harness.advice.generate.DIFFICULTIES`."""
    from harness.advice.generate import DIFFICULTIES  # the rules of people, which nobody needs who wants none

    return _one_of(text, list(DIFFICULTIES))


def _one_of(text: str, names: Sequence[str]) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(
            f"invalid choice: {text!r} (choose from {', '.join(repr(name) for name in names)})"
        )
    return text


def edition_name(text: str) -> str:
    """An argument that is the file name of one of the project's own tapes."""
    from harness.spectrum.build import ALL_EDITIONS  # the assembler and more, which nobody needs who gives no such name

    return _one_of(text, [edition.file_name for edition in ALL_EDITIONS])


def grey_level(text: str) -> int:
    """An argument that divides black from white."""
    return from_to(0, 256)(text)


def share(text: str) -> float:
    """An argument that is a part of a whole: 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to 1")
    return value


def whole_number(text: str) -> int:
    """An argument that is a whole number from 0."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, 0 to {10**19 - 1}")
    return int(text)


EXIT_GOOD = 0
EXIT_NO = 1
"""The answer is no: the Spectrum is wrong, the puzzle is not good, there is no next step."""
EXIT_BAD_INPUT = 2
EXIT_UNDECIDED = 4
"""Time or memory ran out before the answer was known."""
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


def from_to(least: int, most: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range.

    >>> from_to(1, 4000)("20")
    20
    """

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, {least} to {most}")
        return int(text)

    return number


def side(text: str) -> int:
    """An argument that is a width or a height in cells."""
    from harness.puzzle import MAX_SIDE

    return from_to(1, MAX_SIDE)(text)


def colour_count(text: str) -> int:
    """An argument that is a number of colours, the background among them."""
    from harness.formats.bitmaps import MAX_COLOURS

    return from_to(2, MAX_COLOURS)(text)


def title_of(puzzle: Puzzle) -> str:
    """Return a puzzle's name for people."""
    return one_line(puzzle.title) or "crossword"


def milliseconds_text(milliseconds: float) -> str:
    """A time with as many digits as tell something.

    >>> milliseconds_text(0.184), milliseconds_text(9.96), milliseconds_text(1234.5)
    ('0.2 ms', '10 ms', '1,234 ms')
    """
    return f"{milliseconds:,.0f} ms" if milliseconds >= 9.95 else f"{max(milliseconds, 0.1):.1f} ms"


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


def check_written(
    outputs: Mapping[str, tuple[str | None, str]],
    inputs: Iterable[str | os.PathLike[str]] = (),
    *,
    forced: bool = False,
) -> None:
    """See before the work that files can be written, and that none is lost thereby; arguments as of `check_outputs`.

    Raises:
        UsageError: as `check_outputs` and `check_overwritten`.
    """
    if any(name is not None for name, _ in outputs.values()):
        from harness.files.writing import check_outputs  # pathlib, and how to write; most print alone
        from harness.formats.registry import puzzle_formats

        check_outputs(outputs, inputs, puzzle_formats(), forced=forced)


def add_part_options(parser: argparse.ArgumentParser) -> None:
    """``--left``, ``--top``, ``--width`` and ``--height``, of a picture that is read."""
    skip = "of a screen: skip N {} of pixels (default: up to what is drawn)"
    parser.add_argument("--left", metavar="N", type=whole_number, help=skip.format("columns"))
    parser.add_argument("--top", metavar="N", type=whole_number, help=skip.format("rows"))
    parser.add_argument("--width", metavar="N", type=side, help="columns (default: as many as are drawn on)")
    parser.add_argument("--height", metavar="N", type=side, help="rows, likewise")


def add_force_option(parser: argparse.ArgumentParser) -> None:
    """``--force``."""
    parser.add_argument("--force", action="store_true", help="write over a puzzle file that is there")


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

    words: dict[object, str] = {True: "yes", False: "no", None: ""}
    shown = [words[value] if isinstance(value, bool | None) else one_line(str(value)) for value in values]
    csv.writer(sys.stdout, lineterminator="\n").writerow(shown)


# -- a bar for long work -----------------------------------------------------------------------

PATIENCE_SECONDS = 1.0
"""Work that is done by then needs no bar."""


@contextmanager
def busy_bar(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes how many parts have been done since it was called last.

    Work that takes longer than a second has a bar on the standard error, if that is a terminal; it moves by itself.

    Args:
        what: what is being done, the text before the bar.
        total: how many parts there are; None if nobody knows.
    """
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


# -- signs that an output's encoding lacks ------------------------------------------------------

_PLAIN_SIGNS = "crossword-plain"

_PLAIN = {
    "×": "x", "–": "-", "—": "-", "·": ".", "…": "...", "±": "+-", "→": "->", "„": '"', "“": '"', "”": '"', "’": "'",
    "«": '"', "»": '"', "█": "#", "▀": '"', "▄": "_", "▒": "?", "░": ":", "▛": "#", "▙": "#", "│": "|", "─": "-",
    "├": "|", "└": "`",
}  # fmt: skip


def plain(sign: str) -> str:
    """The plain sign for one: what it looks like, its letter without accents, or an escape.

    >>> plain("×"), plain("é"), plain("\\udcff"), plain("ж")
    ('x', 'e', '\\\\xff', '?')
    """
    if sign in _PLAIN:
        return _PLAIN[sign]
    if "\udc80" <= sign <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or "?"


def use_plain_signs_on(stream: TextIO) -> None:
    """Print plain signs on a stream, from now on, where its encoding lacks what is printed."""
    codecs.register_error(_PLAIN_SIGNS, _replace_by_plain)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_PLAIN_SIGNS)


def _replace_by_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(sign) for sign in error.object[error.start : error.end]), error.end
