"""Writing of files, whole or not at all, and checks that nothing that is read gets overwritten.

`pyspectrum.atomic` does the writing for both packages. A name of ``-`` is the standard output.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from harness.errors import BuildError, UsageError
from harness.files.reading import STANDARD_STREAM
from pyspectrum import atomic
from pyspectrum.atomic import Formats as Formats  # for rooms that know no pyspectrum
from pyspectrum.atomic import marked as marked
from pyspectrum.atomic import write_whole as write_whole

_KINDS = {"junit.xml": "junit", "outcomes.sqlite": "db", "SHA256SUMS": "SHA256SUMS"}
"""Formats of files in a folder whose endings do not tell."""


def check_outputs(
    outputs: Mapping[str, tuple[str | None, str]],
    inputs: Iterable[str | os.PathLike[str]] = (),
    formats: Formats | None = None,
    *,
    forced: bool = False,
) -> None:
    """See before a long run that files can be written, and that none is lost thereby.

    Args:
        outputs: for each option, the file to write, None if none is asked for, and its format.
        inputs: files that are read; ``-``, whatever file the standard input comes from.
        forced: replace a puzzle by a puzzle, and a page or picture that somebody else has made.

    Raises `UsageError` for a folder, a file in one that is not there, one that is read, by any name or link, two that
    are the same, or one that must not be replaced (`pyspectrum.atomic.refusal`).

    >>> check_outputs({"--png": ("a.png", "png"), "--apng": ("./a.png", "png")})
    Traceback (most recent call last):
        ...
    harness.errors.UsageError: ./a.png: --png and --apng would write the same file; give each its own
    """
    written: list[tuple[str, str]] = []
    for option, (name, kind) in outputs.items():
        if name is None:
            continue
        _check_place(name)
        for other, other_name in written:
            if is_same_file(name, other_name):
                raise UsageError(f"{name}: {other} and {option} would write the same file; give each its own")
        for read in inputs:
            if _is_read(name, os.fspath(read)):
                raise UsageError(f"{name}: {option} would overwrite the file that is read; name another file")
        _check_replaced(name, kind, formats, forced=forced)
        written.append((option, name))


def _check_replaced(
    name: str, kind: str, formats: Formats | None, *, forced: bool = False, otherwise: str = "file"
) -> None:
    if name == STANDARD_STREAM:
        return
    try:
        refused = atomic.refusal(name, kind, formats, forced=forced, otherwise=otherwise)
    except OSError as error:
        what = f"cannot read the file that is there: {error.strerror}"
        raise UsageError(f"{name}: {what}; name another {otherwise}") from None
    if refused:
        raise UsageError(f"{name}: {refused}")


def is_same_file(one: str, other: str) -> bool:
    """Return True if two names, as typed, mean one file; devices never do.

    >>> is_same_file("-", "-"), is_same_file("a.txt", "b/../a.txt"), is_same_file("/dev/null", "/dev/null")
    (True, True, False)
    """
    if STANDARD_STREAM in (one, other):
        return one == other
    return atomic.is_same_file(one, other)


def check_overwritten(
    option: str,
    written: Iterable[str | os.PathLike[str]],
    inputs: Iterable[str | os.PathLike[str]],
    formats: Formats | None = None,
    *,
    forced: bool = False,
) -> None:
    """See before a long run that files written into a folder are none of those that are read, and replace their like.

    Raises `UsageError` if one is, or must not be replaced (`pyspectrum.atomic.refusal`).
    """
    read = [os.fspath(path) for path in inputs]
    for path in map(Path, written):
        if any(_is_read(str(path), other) for other in read):
            raise UsageError(f"{path}: {option} would overwrite the file that is read; name another folder")
        kind = _KINDS.get(path.name, path.suffix.lower()[1:])
        _check_replaced(str(path), kind, formats, forced=forced, otherwise="folder")


def write_file(path: Path, data: bytes, *, otherwise: str = "folder") -> Path:
    """Write a file whole, and its folder if need be; return its path.

    Raises `BuildError` if it cannot be written; the user is to name another `otherwise`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise BuildError(f"{path}: cannot write the file: {error.strerror}; name another {otherwise}") from None
    return path


def _is_read(written: str, read: str) -> bool:
    if read != STANDARD_STREAM:
        return is_same_file(written, read)
    try:  # the standard input may come from this file, as in ``convert - cat.txt < cat.txt``
        status = Path(written).stat()
        return written != STANDARD_STREAM and stat.S_ISREG(status.st_mode) and os.path.samestat(os.fstat(0), status)
    except (OSError, ValueError):
        return False


def check_folder(name: str) -> None:
    """See before a long run that files can be written into a folder, which is made if need be.

    Raises `UsageError` if it is a file, cannot be made, or takes no files.
    """
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        made = f"cannot make the folder: {getattr(error, 'strerror', error)}"
        reason = "this is a file" if Path(name).is_file() else made
        raise UsageError(f"{name}: {reason}; name another folder") from None
    if not os.access(name, os.W_OK | os.X_OK):
        raise UsageError(f"{name}: no file can be made in this folder; name another folder")


def _check_place(name: str) -> None:
    if name == STANDARD_STREAM:
        return
    if "\0" in name:
        raise UsageError(f"{name}: no file can have this name; name another file")
    path = Path(name)
    try:
        with suppress(FileNotFoundError):
            path.stat()  # of links that lead in a circle the system says so
        if path.is_dir():
            raise UsageError(f"{name}: this is a folder; name a file")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"{name}: no such folder: {path.parent}; make it first")
    except OSError as error:
        raise UsageError(f"{name}: cannot write the file: {error.strerror}; name another file") from None
