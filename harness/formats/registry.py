"""All formats, and which one a file is in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeVar

from harness.errors import FormatError
from harness.formats.base import Format, Likeness, Source
from harness.formats.puzzle_txt import PUZZLE_TXT
from harness.formats.simpson_non import SIMPSON_NON
from harness.puzzle import Puzzle

FORMATS: tuple[Format, ...] = (PUZZLE_TXT, SIMPSON_NON)
"""Every format that is known. A new one is a module with a `Format`, and its entry here."""

T = TypeVar("T")

MAX_FILE_BYTES = 16_000_000
"""More than any puzzle of `MAX_SIDE` takes; an endless file is refused instead of read."""


def read_puzzle(path: str | os.PathLike[str], *, checked: bool = True, format: str | None = None) -> Puzzle:
    """The puzzle in a file; ``-`` is the standard input.

    Args:
        checked: see that the numbers can be a crossword (`Puzzle.check`). Without, any whole numbers are taken.
        format: a `Format.name`; by default what the content looks like, then what the name says.

    Raises:
        FormatError: no such file, not to be read, or not a puzzle; it says where and what to do.
    """
    name = os.fspath(path)
    if name == "-":
        return parse_puzzle(_read_limited(sys.stdin.buffer, "<stdin>"), "<stdin>", checked=checked, format=format)

    def read() -> bytes:
        with Path(name).open("rb") as file:
            return _read_limited(file, name)

    data = _with_clear_errors(read, name, "read")
    return parse_puzzle(data, name, checked=checked, format=format)


def parse_puzzle(data: str | bytes, name: str = "<text>", *, checked: bool = True, format: str | None = None) -> Puzzle:
    """The puzzle in a file's content; `name` is what errors call it, and may tell the format by its end.

    >>> parse_puzzle("picture:\\n.#\\n##\\n").rows
    ((1,), (2,))

    Raises:
        FormatError: not a puzzle.
    """
    source = Source(name, data.encode("utf-8", "replace") if isinstance(data, str) else data)
    chosen = detect_format(source) if format is None else _format_named(format, name)
    return chosen.parse(source, checked)


def detect_format(source: Source) -> Format:
    """The format of a file: by content, and by name where content cannot tell.

    Raises:
        FormatError: none, or several.
    """
    if not source.data.strip():
        raise source.error("the file is empty", "give a puzzle file")
    likeness = {format.name: format.recognise(source) for format in FORMATS}
    best = max(likeness.values())
    by_name = [format for format in FORMATS if source.suffix in format.suffixes]
    if best is Likeness.NO:
        candidates = by_name
    else:
        candidates = [format for format in FORMATS if likeness[format.name] is best]
        if len(candidates) > 1:
            candidates = [format for format in candidates if format in by_name] or candidates
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        names = " or ".join(format.name for format in candidates)
        raise source.error(f"the file could be {names}", "say which by the file's name or the format option")
    _ = source.text  # where it is no text at all, that is the better message
    known = "; ".join(f"{format.name} ({format.summary})" for format in FORMATS)
    raise source.error("not a puzzle in a format known here", f"known are: {known}")


def build_puzzle(puzzle: Puzzle, format: str) -> bytes:
    """The file's content for a puzzle, in the format of that name.

    Raises:
        PuzzleError: the puzzle does not pass `Puzzle.check`.
        FormatError: no such format, or one that is only read.
    """
    chosen = _format_named(format, "")
    if chosen.build is None:
        raise FormatError(f"the format {chosen.name} can only be read", _choice(writable=True))
    puzzle.check()
    return chosen.build(puzzle)


def write_puzzle(puzzle: Puzzle, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a puzzle to a file; ``-`` is the standard output (and `puzzle.txt` unless a format is named).

    Raises:
        PuzzleError: the puzzle does not pass `Puzzle.check`.
        FormatError: a name whose end tells no format that can be written, or the file cannot be written.
    """
    name = os.fspath(path)
    if format is None:
        suffix = Path(name).suffix.lower()
        fitting = [known for known in FORMATS if suffix in known.suffixes and known.build is not None]
        if not fitting and name != "-":
            raise FormatError("the end of the name tells no format", _choice(writable=True), name)
        format = fitting[0].name if fitting else PUZZLE_TXT.name
    data = build_puzzle(puzzle, format)
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        _with_clear_errors(lambda: Path(name).write_bytes(data), name, "written")


def _format_named(format: str, path: str) -> Format:
    for known in FORMATS:
        if known.name == format.lower() or f".{format.lower().lstrip('.')}" in known.suffixes:
            return known
    raise FormatError(f"no format {format!r}", _choice(writable=False), path)


def _choice(writable: bool) -> str:
    names = (f"{f.name} ({', '.join(f.suffixes)})" for f in FORMATS if f.build is not None or not writable)
    return "choose one of: " + ", ".join(names)


def _read_limited(file: BinaryIO, name: str) -> bytes:
    data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise FormatError(f"more than {MAX_FILE_BYTES // 1_000_000} MB", "give a puzzle file", name)
    return data


def _with_clear_errors(action: Callable[[], T], name: str, done: str) -> T:
    try:
        return action()
    except FileNotFoundError:
        where = "no such file" if done == "read" else "no such directory"
        raise FormatError(where, "check the name", name) from None
    except IsADirectoryError:
        raise FormatError("this is a directory", "give a file", name) from None
    except PermissionError:
        raise FormatError(f"the file may not be {done}", "check its permissions", name) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"the file cannot be {done} ({reason})", "", name) from None
