"""Arguments of the commands: their kinds, the options that several have, and the limits of time and memory."""

from __future__ import annotations

import argparse
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from harness.puzzle import MAX_SIDE
from harness.solver.budget import MEMORY_BYTES, STOP_WORDS, Budget, StopReason
from harness.solver.strategy import OUTCOME_WORDS, Outcome
from pyspectrum import command_line
from pyspectrum.arguments import read_seconds
from pyspectrum.command_line import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from harness.formats.bitmaps import ImageOptions
    from harness.formats.registry import ReadOptions

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


def difficulty_name(text: str) -> str:
    """An argument that is one of `harness.advice.generate.DIFFICULTIES`."""
    from harness.advice.generate import DIFFICULTIES  # it loads the human rules

    return _one_of(text, list(DIFFICULTIES))


def _one_of(text: str, names: Sequence[str]) -> str:
    if text not in names:
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(map(repr, names))})")
    return text


def edition_name(text: str) -> str:
    """An argument that is the file name of one of the project's own tapes."""
    from harness.spectrum.build import ALL_EDITIONS  # it loads the assembler and more

    return _one_of(text, [edition.file_name for edition in ALL_EDITIONS])


def share(text: str) -> float:
    """An argument that is a part of a whole: 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to 1")
    return value


MOST_SECONDS = 10**9
"""Thirty years; what the system's clocks and alarms can still count."""
_UNITS = {"": 10**6, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = r"(?ai)(\d{1,9}(?:\.\d{1,9})?)\s*([KMGT]?)(B?)"
seconds = partial(read_seconds, most=MOST_SECONDS)
"""An argument that is a time: a number from 0 on."""


def memory_size(text: str) -> int:
    """An argument that is an amount of memory, in bytes.

    >>> memory_size("2GB"), memory_size("1.5G"), memory_size("300")
    (2000000000, 1500000000, 300000000)
    """
    parts = re.fullmatch(_SIZE, text)
    size = int(float(parts[1]) * _UNITS[parts[2].upper()]) if parts and (parts[2] or not parts[3]) else 0
    if size < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not an amount of memory, such as 500MB or 2GB")
    return size


def web_address(text: str) -> str:
    """An argument that is the address of a page."""
    if text and not text.startswith(("https://", "http://")):
        raise argparse.ArgumentTypeError(f"{text!r} is not the address of a page; it begins with https:// or http://")
    return text


def from_to(least: int, most: int) -> Callable[[str], int]:
    """Make the type of an argument that is a whole number in a range."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, {least} to {most}")
        return int(text)

    return number


MOST_CELL = 500
"""Pixels a side of a cell."""
MOST_DIGITS = 18
"""Of a number given as an argument: all of them fit into the machine's words."""
positive_int, whole_number = from_to(1, 10**MOST_DIGITS - 1), from_to(0, 10**19 - 1)


def _crop(text: str) -> tuple[int, int, int, int]:
    parts = text.split(",")
    if len(parts) != 4:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not X,Y,W,H: left, top, width and height in pixels")
    return whole_number(parts[0]), whole_number(parts[1]), positive_int(parts[2]), positive_int(parts[3])


def _cell(text: str) -> int | None:
    return None if text == "auto" else from_to(1, MOST_CELL)(text)


def image_options(arguments: argparse.Namespace, **more: Any) -> ImageOptions:
    """Return the options of a picture as they were given, with more."""
    from harness.formats.bitmaps import ImageOptions

    return ImageOptions(**{name: getattr(arguments, name) for name in PICTURE_OPTIONS}, **more)


def reading_of(arguments: argparse.Namespace) -> ReadOptions:
    """Return what the user says about the puzzle files."""
    return {"format": arguments.from_format, "columns_first": arguments.columns_first}


# -- arguments of several commands -------------------------------------------------------------


def _known(spec: str, *details: Any, **more: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return (spec, *details), more


_READING = (
    _known("--from FORMAT", "the format of the file (default: the one it looks like)", dest="from_format"),
    _known("--columns-first", "read the first side as the columns, if the file does not name its sides"),
)
_FILE = "a puzzle file in any known format, or the name of a sample"
_FILES = f"{_FILE}, - for standard input; a folder, archive or file of several puzzles is all of them, NAME#3 its third"
_SIDE = from_to(1, MAX_SIDE)
_CELL = "pixels a side of a cell (default: auto, the squares that are found; without any, one)"
_PICTURE = (
    _known("--width N", "the puzzle's columns: the picture is scaled to them", _SIDE),
    _known("--height N", "the puzzle's rows, likewise", _SIDE),
    _known("--crop X,Y,W,H", "take only the part from (X,Y) on, W×H pixels", _crop),
    _known("--cell N", _CELL, _cell),
    _known("--ignore-strays", "leave out a few pixels far from all others"),
    _known("--invert", "swap black and white"),
)
PICTURE_OPTIONS = ("width", "height", "crop", "cell", "ignore_strays", "invert")
"""Names of the options of a picture."""
_JOBS = f"of many puzzles, solve N at a time, up to {JOBS_PER_CORE} for each core"
_LOOKS = "stop after N analyses of lines (up to 1,023 more), the same everywhere; --timeout has no default then"
_ORDER = "if a rule works in several lines, take the first, or the one with the largest number"
_KNOWN = {
    "PUZZLE": (_known("PUZZLE", _FILE, dest="puzzle"), *_READING),
    "PUZZLE...": (_known("PUZZLE", _FILES, nargs="+", dest="puzzles"), *_READING),
    "--from": _READING,
    "--to": (_known("--to FORMAT", "the format to write (default: by the ending of OUT)", dest="to_format"),),
    "--width": _PICTURE,
    "--force": (_known("--force", "overwrite an existing puzzle file, or a page or picture of another program"),),
    "--jobs": (_known("--jobs N", _JOBS, jobs, 1),),
    "--json": (_known("--json", "print one JSON object and nothing else"),),
    "--lang": (_known("--lang", "the language", default="en", choices=LANGUAGES),),
    "--looks": (_known("--looks N", _LOOKS, positive_int),),
    "--order": (_known("--order", _ORDER, default="first", choices=("first", "largest")),),
}
"""Arguments of several commands, under the first of those that come together."""


def add_to(parser: argparse._ActionsContainer) -> Callable[..., None]:
    """Do as pyspectrum's `add_to`, and take an argument of several commands by its name alone, from `_KNOWN`."""
    add = command_line.add_to(parser)

    def add_or_take(spec: str, *details: Any, **more: Any) -> None:
        for arguments, options in (((spec, *details), more),) if details else _KNOWN[spec]:
            add(*arguments, **options)

    return add_or_take


# -- limits, and the message that names the one reached ----------------------------------------


class Interrupt:
    """The user's request to stop; calling it returns True once there was one."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        return self._asked

    def ask(self) -> None:
        """Request the end; raise KeyboardInterrupt if it was requested already: the user will not wait."""
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Turn Ctrl-C and a termination signal into a request to stop; the second one ends at once.

    Signals that are ignored, as for a command in the background, stay so; outside the main thread nothing changes.
    """
    interrupt = Interrupt()
    before: dict[signal.Signals, signal._HANDLER] = {}
    if threading.current_thread() is threading.main_thread():
        for wish in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(wish) not in (signal.SIG_IGN, None):
                before[wish] = signal.signal(wish, lambda *_: interrupt.ask())
    try:
        yield interrupt
    finally:
        for wish, handler in before.items():
            signal.signal(wish, handler)


_LIMITS = (StopReason.TIMEOUT, StopReason.LOOKS, StopReason.MEMORY)
STOP_TEXTS = STOP_WORDS | {stop: f"{STOP_WORDS[stop]}; --{stop.value} allows more" for stop in _LIMITS}
STOP_TEXTS[StopReason.LIMIT] = "as many as were asked for"
"""Reasons for the end of a search, for people, and what to do."""


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome for people, with the reason if it is not decided."""
    stop = next((stop for stop in STOP_WORDS if stop.value == outcome.value), None)
    return OUTCOME_WORDS[outcome] if stop is None else f"{OUTCOME_WORDS[outcome]}: {STOP_TEXTS[stop]}"


def exit_code_of(stopped: StopReason | None) -> int:
    """Return the exit code of work that has an answer, unless a limit or the user ended it before."""
    if stopped is None or stopped is StopReason.LIMIT:
        return Exit.GOOD
    return Exit.INTERRUPTED if stopped is StopReason.INTERRUPTED else Exit.UNDECIDED


def add_limit_options(parser: argparse.ArgumentParser, help: str, default: float | None = None) -> None:
    """``--timeout``, with its `help`, and ``--memory``."""
    add = add_to(parser)
    add("--timeout S", help, seconds, default)
    parser.set_defaults(timeout_default=default)
    size = "stop before more memory than SIZE is taken, such as 500MB or 4GB; a bare number is in MB "
    add("--memory SIZE", f"{size}(default: {MEMORY_BYTES // 10**9}GB)", memory_size, MEMORY_BYTES)


def budget_of(arguments: argparse.Namespace, should_stop: Callable[[], bool] | None = None) -> Budget:
    """Make a budget of the arguments, from now on; the user's ``--memory`` limits long lists, too."""
    looks = getattr(arguments, "looks", None)
    is_given = arguments.timeout is not arguments.timeout_default
    limit = arguments.timeout if looks is None or is_given else None
    lists = None if arguments.memory == MEMORY_BYTES else arguments.memory
    return Budget(limit, should_stop=should_stop, looks=looks, memory_bytes=arguments.memory, list_bytes=lists)


REFERENCE_SECONDS = 10
"""Least time for the reference solver if ``--timeout`` is for the Spectrum."""


def reference_budget(arguments: argparse.Namespace, should_stop: Callable[[], bool]) -> Budget:
    """Make the reference solver's budget after the Spectrum's run: the same time again, at least `REFERENCE_SECONDS`.

    The Ctrl-C that ended the Spectrum's run does not end this, which is short; another one does.
    """
    limit = None if arguments.timeout is None else max(arguments.timeout, REFERENCE_SECONDS)
    return Budget(limit, should_stop=None if should_stop() else should_stop, memory_bytes=arguments.memory)
