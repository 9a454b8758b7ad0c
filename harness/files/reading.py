"""Reading whatever file a user names: a path or standard input, never more than a limit, and one clear line if not.

Every command that opens a file opens it through `read_file`, so an endless one (a device, a pipe that never closes) is
refused after `MAX_FILE_BYTES` instead of read until memory ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeVar

from harness.errors import FormatError

MAX_FILE_BYTES = 64_000_000
"""More than any puzzle of the largest size, any picture for one, and any tape takes."""

STANDARD_STREAM = "-"
"""The path that means standard input, or standard output where a file is written."""

T = TypeVar("T")


def read_file(path: str | os.PathLike[str], *, limit: int = MAX_FILE_BYTES, fix: str = "name another file") -> bytes:
    """All bytes of a file; ``-`` is the standard input.

    Args:
        limit: the most bytes that it may have.
        fix: what to do about a file that is larger.

    Raises:
        FormatError: no such file, not to be read, or larger than the limit.
    """
    name = shown_name(path)
    if os.fspath(path) == STANDARD_STREAM:
        if sys.stdin is None:  # a process may be started without one
            raise FormatError("standard input is closed", "name a file", name)
        return with_clear_errors(lambda: _read_limited(sys.stdin.buffer, name, limit, fix), name, "read")

    def read() -> bytes:
        with Path(path).open("rb") as file:
            return _read_limited(file, name, limit, fix)

    return with_clear_errors(read, name, "read")


_SCL_MAGIC = b"SINCLAIR"
_TRD_SIGN_AT, _TRD_SIGN = 0x8E7, 0x10
_TRD_KIND_AT, _TRD_KINDS = 0x8E3, range(0x16, 0x1A)


def is_disk(data: bytes) -> bool:
    """Return True if a file's bytes look like a TR-DOS disk, a ``.scl`` or a ``.trd``; a tape may, by a rare chance.

    Sources: World of Spectrum, ".trd format" and ".scl format".

    >>> is_disk(b"SINCLAIR\\x01"), is_disk(b"\\x13\\0\\0\\0")
    (True, False)
    """
    if data.startswith(_SCL_MAGIC):
        return True
    return len(data) > _TRD_SIGN_AT and data[_TRD_SIGN_AT] == _TRD_SIGN and data[_TRD_KIND_AT] in _TRD_KINDS


def shown_name(path: str | os.PathLike[str]) -> str:
    """Return a file's name for messages.

    >>> shown_name("cat.txt"), shown_name("-")
    ('cat.txt', '<stdin>')
    """
    name = os.fspath(path)
    return "<stdin>" if name == STANDARD_STREAM else name


def with_clear_errors(action: Callable[[], T], name: str, done: str) -> T:
    """Return the action's result; an error of the system becomes a `FormatError`. `done` is ``read`` or ``written``."""
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
        fix = "name another file" if done == "read" else "free some room there, or name another file"
        raise FormatError(f"the file cannot be {done} ({reason})", fix, name) from None


def _read_limited(file: BinaryIO, name: str, limit: int, fix: str) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise FormatError(f"more than {limit // 1_000_000} MB", fix, name)
    return data
