"""Reading a file that a user names, a path or standard input: up to a limit, with one clear line if it fails.

Every command opens files through `read_file`, so an endless one (a device, a pipe that never closes) is refused.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from harness.errors import FormatError
from pyspectrum.media_kinds import is_disk as is_disk  # for rooms that know no pyspectrum
from pyspectrum.opener import ZIP_SIGNS as ZIP_SIGNS
from pyspectrum.opener import OpeningError as OpeningError
from pyspectrum.opener import decoded as decoded
from pyspectrum.opener import members as members
from pyspectrum.opener import read_pipe
from pyspectrum.opener import unzipped as unzipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import IO, TypeVar

    T = TypeVar("T")

MAX_FILE_BYTES = 64_000_000  # more than any puzzle of the largest size, any picture for one, and any tape takes

STANDARD_STREAM = "-"  # the path that means standard input, or standard output where a file is written

_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)  # Windows has texts beside bytes

_ends_at: float | None = None
"""When a pipe that is read must have ended; see `reading_within`."""


def read_file(path: str | os.PathLike[str], *, limit: int = MAX_FILE_BYTES, fix: str = "name another file") -> bytes:
    """Read all bytes of a file, at most `limit`; ``-`` is the standard input.

    Raises `FormatError` for no such file, one that cannot be read, or a larger one; `fix` says what to do about that.
    """
    name = shown_name(path)
    if os.fspath(path) == STANDARD_STREAM:
        if sys.stdin is None:  # a process may be started without one
            raise FormatError("standard input is closed", "name a file", name)
        return with_clear_errors(lambda: _read_limited(sys.stdin.buffer, name, limit, fix), name, "read")

    def read() -> bytes:
        if _ends_at is not None and hasattr(os, "O_NONBLOCK") and stat.S_ISFIFO(os.stat(path).st_mode):  # noqa: PTH116
            # opening it would wait
            with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:  # noqa: PTH123
                return _read_limited(pipe, name, limit, fix)
        descriptor = os.open(path, _READING)
        try:
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= limit:
                data = os.read(descriptor, status.st_size + 1)
                if len(data) == status.st_size:
                    return data  # without room for as much as the limit, and without buffers
                os.lseek(descriptor, 0, os.SEEK_SET)
            with io.FileIO(descriptor, closefd=False) as file:
                return _read_limited(io.BufferedReader(file), name, limit, fix)
        finally:
            os.close(descriptor)

    return with_clear_errors(read, name, "read")


@contextmanager
def reading_within(seconds: float | None) -> Iterator[None]:
    """Limit how long a pipe that is read in the ``with`` block may take to end (None: no limit)."""
    global _ends_at
    before, _ends_at = _ends_at, None if seconds is None else time.monotonic() + seconds
    try:
        yield
    finally:
        _ends_at = before


def _read_limited(file: IO[bytes], name: str, limit: int, fix: str) -> bytes:
    ends_at = _ends_at
    if ends_at is None or not _is_pipe(file):
        data = file.read(limit + 1)
    else:
        came = read_pipe(file.fileno(), limit + 1, lambda: max(0.0, ends_at - time.monotonic()))
        if came is None:
            how = "write to it, or allow more time with --timeout"
            raise FormatError("nothing came from this pipe, or not its end, before time ran out", how, name)
        data = came
    if len(data) > limit:
        raise FormatError("more than {most} MB", fix, name, most=limit // 1_000_000)
    return data


def _is_pipe(file: IO[bytes]) -> bool:
    """Return True for a pipe whose end can be waited for."""
    import select

    try:
        return hasattr(select, "poll") and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
    except OSError:  # a stream without a file behind it
        return False


def suffix_of(name: str) -> str:
    """Return the end of a file's name, from its last dot, in lower case.

    >>> suffix_of("a.b/Cat.NON"), suffix_of(".hidden"), suffix_of("cat.")
    ('.non', '', '')
    """
    base = os.path.basename(name)  # noqa: PTH119 -- asked of every file; a `Path` takes ten times as long
    dot = base.rfind(".")
    return base[dot:].lower() if 0 < dot < len(base) - 1 else ""


def shown_name(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path)
    return "<stdin>" if name == STANDARD_STREAM else name


def with_clear_errors(action: Callable[[], T], name: str, verb: str) -> T:
    """Return the action's result; turn an `OSError` into a `FormatError`. `verb` is ``read`` or ``write``."""
    try:
        return action()
    except FileNotFoundError:
        if verb != "read":
            raise FormatError("no such folder", "check the name", name) from None
        if os.path.islink(name):  # noqa: PTH114
            what = "a link to {target}, which is not there"
            raise FormatError(what, "name another file", name, target=os.readlink(name)) from None  # noqa: PTH115
        folder = os.path.dirname(name)  # noqa: PTH120
        if not folder and not suffix_of(name):
            folder = "puzzles"  # the name of a sample
        ours = [data_folder(folder)] if folder in ("puzzles", "tapes") else []
        from pyspectrum.meant import nearest_file

        meant = nearest_file(name, ours)
        way = "check the name" if meant is None else "did you mean {meant!r}?"
        raise FormatError("no such file", way, name, meant=meant) from None
    except IsADirectoryError:
        raise FormatError("this is a folder", "name a file", name) from None
    except FormatError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = "a zero byte in its name" if "\0" in name else getattr(error, "strerror", None) or str(error)
        if isinstance(error, PermissionError):
            fix = "check its permissions"
        else:
            fix = "name another file" if verb == "read" else "free some room there, or name another file"
        what = "cannot read the file: {reason}" if verb == "read" else "cannot write the file: {reason}"
        raise FormatError(what, fix, name, reason=reason) from None


# -- the project's own files --------------------------------------------------------------------


def data_folder(name: str) -> Path:
    """Return the folder ``asm``, ``basic``, ``puzzles`` or ``tapes``: beside the package, or in it in a wheel."""
    packed = _package() / "_data" / name
    return packed if packed.is_dir() else _package().parent / name


def shared_style() -> bytes:
    """Read the tokens that all our pages share with pyspectrum's: type, space, ground, text, lines, accent, motion."""
    from importlib.resources import files  # which loads much of Python

    return (files("pyspectrum") / "trace" / "viewer" / "tokens.css").read_bytes()


def cell_style() -> bytes:
    return (_package() / "studio" / "static" / "cells.css").read_bytes()


def _package() -> Path:
    from pathlib import Path  # which loads slowly

    return Path(__file__).resolve().parents[1]
