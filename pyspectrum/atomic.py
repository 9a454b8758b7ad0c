"""Files written whole or not at all: a failure, or a second program that reads, never meets half of one.

The new file is written beside the old one and then takes its name. If the folder takes no new files but the old one may
be written to, it is overwritten, and what stood in it is put back if that fails; only a reader may meet half of it.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase
from pathlib import Path

_STREAM = re.compile(r"/dev/(stdin|stdout|stderr|fd/\d+)|/proc/(self|thread-self|\d+)/(task/\d+/)?fd/\d+")
"""Names of streams that are open already; behind one there may be a file, which whoever opened it still writes to."""

_LONGEST_LINK = 40
"""Links followed, as the system does."""


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """A path to write to, of the same suffix: what stands there takes its place at `path` when all ends well.

    A device, a pipe or a stream that is open already (``/dev/stdout``) cannot be replaced: it is `path` itself.

    Raises:
        OSError: there is no such directory, or neither it nor the file can be written to.
    """
    path = Path(path)
    if is_stream(path):
        yield path
        return
    target = path.resolve()  # through a link: the file is replaced, not the link
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    temporary, is_beside = _make_temporary(target)
    try:
        yield temporary
        if is_beside:
            _take_place(temporary, target)
        else:
            _overwrite(target, temporary.read_bytes())
    finally:
        with suppress(OSError):  # it has taken its place
            temporary.unlink()


def write_whole(path: Path | str, data: bytes) -> None:
    """Write a file, all of it or nothing.

    Raises:
        OSError: it cannot be written.
    """
    mode = "ab" if is_stream(path) else "wb"  # a file behind a stream keeps what was written there before
    with atomic_path(path) as temporary, temporary.open(mode) as file:
        file.write(data)


def save_file(
    path: Path | str, data: bytes, what: str, error: Callable[[str], Exception], hint: str = "name another file"
) -> None:
    """Write a file, all of it or nothing; `what` it is called in the message, as in ``the tape``.

    Raises:
        Exception: of the kind that `error` makes of a message, if the file cannot be written.
    """
    try:
        write_whole(path, data)
    except OSError as reason:
        raise error(f"{path}: cannot write {what}: {reason.strerror or reason}; {hint}") from None


def is_stream(path: Path | str) -> bool:
    """Return True if the path leads to a device, a pipe or an open stream, which is written to instead of replaced.

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


def is_same_file(one: Path | str, other: Path | str) -> bool:
    """Return True if two paths lead to one file, by whatever names and links; devices never do.

    >>> is_same_file("a.txt", "b/../a.txt"), is_same_file("/dev/null", "/dev/null")
    (True, False)
    """
    one, other = Path(one), Path(other)
    try:
        if one.exists() and other.exists():
            return one.samefile(other) and not (is_stream(one) and one.is_char_device())
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False  # whoever opens them says what is wrong


def _make_temporary(target: Path) -> tuple[Path, bool]:
    """An empty file, and whether it lies where it can take the place of the one to be written."""
    import tempfile  # it brings much along, and most who name files write none

    suffix = target.suffix if len(target.suffix) <= 16 else ""
    try:
        handle, name = tempfile.mkstemp(prefix=".new-", suffix=suffix, dir=target.parent)
    except PermissionError:
        if not os.access(target, os.W_OK):
            raise
        handle, name = tempfile.mkstemp(suffix=suffix)
        os.close(handle)
        return Path(name), False
    os.close(handle)
    return Path(name), True


def _take_place(temporary: Path, target: Path) -> None:
    temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
    with temporary.open("rb") as written:
        os.fsync(written.fileno())  # what was renamed before it was on the disk may be empty after a power cut
    temporary.replace(target)


def _overwrite(target: Path, data: bytes) -> None:
    """Write into a file that is there; what it holds is put back where that fails.

    It is cut only at the end, so that its blocks on the disk stay its own until then.
    """
    with target.open("r+b", buffering=0) as file:
        before = file.read()
        try:
            _write_all(file, data)
        except BaseException:
            _write_all(file, before)
            raise


def _write_all(file: RawIOBase, data: bytes) -> None:
    file.seek(0)
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]
    file.truncate()
    os.fsync(file.fileno())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
