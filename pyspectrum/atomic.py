"""Files written whole or not at all: a failure, or a second program that reads, never meets half of one."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_STREAM = re.compile(r"/dev/(stdin|stdout|stderr|fd/\d+)|/proc/(self|thread-self|\d+)/(task/\d+/)?fd/\d+")
"""Names of streams that are open already; behind one there may be a file, which whoever opened it still writes to."""

_LONGEST_LINK = 40
"""Links followed, as the system does."""


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """A path to write to, of the same suffix: what stands there takes its place at `path` when all ends well.

    A device, a pipe or a stream that is open already (``/dev/stdout``) cannot be replaced: it is `path` itself.

    Raises:
        OSError: the directory does not exist or cannot be written to.
    """
    path = Path(path)
    if is_stream(path):
        yield path
        return
    target = path.resolve()  # through a link: the file is replaced, not the link
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    suffix = target.suffix if len(target.suffix) <= 16 else ""
    import tempfile  # it brings much along, and most who name files write none

    handle, name = tempfile.mkstemp(prefix=".new-", suffix=suffix, dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        with temporary.open("rb") as written:
            os.fsync(written.fileno())  # what was renamed before it was on the disk may be empty after a power cut
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


@contextmanager
def write_atomically(path: Path | str) -> Iterator[BinaryIO]:
    """A new file that takes its place at `path` when the `with` block ends well, and leaves no trace when not.

    Raises:
        OSError: the directory does not exist or cannot be written to.
    """
    # a stream may have a file behind it: what was written there before stays
    mode = "ab" if is_stream(path) else "wb"
    with atomic_path(path) as temporary, temporary.open(mode) as file:
        yield file  # type: ignore[misc]
        file.flush()


def write_whole(path: Path | str, data: bytes) -> None:
    """Write a file, all of it or nothing.

    Raises:
        OSError: it cannot be written.
    """
    with write_atomically(path) as file:
        file.write(data)


def is_stream(path: Path | str) -> bool:
    """Whether the path leads to a device, a pipe or an open stream, which is written to instead of replaced.

    Raises:
        OSError: the name is too long, or a folder on the way to it may not be searched.

    >>> is_stream("/dev/null"), is_stream("README.md")
    (True, False)
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        return not path.is_dir()
    step = Path(os.path.normpath(path))
    for _ in range(_LONGEST_LINK):
        if _STREAM.fullmatch(str(step)):
            return True
        if not step.is_symlink():
            return False
        step = Path(os.path.normpath(step.parent / step.readlink()))
    return False


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
