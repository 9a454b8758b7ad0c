"""Files written whole or not at all: a failure, or a second program that reads, never meets half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """A path to write to, of the same suffix: what stands there takes its place at `path` when all ends well.

    Raises:
        OSError: the directory does not exist or cannot be written to.
    """
    path = Path(path)
    if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced
        yield path
        return
    target = path.resolve()  # through a link: the file is replaced, not the link
    handle, name = tempfile.mkstemp(prefix=f".{target.stem}-", suffix=target.suffix, dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
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
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        yield file
        file.flush()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
