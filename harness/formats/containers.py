"""Files that other files are packed in: gzip, which holds one, and zip, which holds any number.

The files inside are unpacked in memory, never onto the disk, one at a time, and never more of one than
`harness.files.reading.MAX_FILE_BYTES`.
"""

from __future__ import annotations

import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, TypeVar

from harness.errors import FormatError
from harness.files.reading import MAX_FILE_BYTES
from harness.formats.base import Source

MAX_MEMBERS = 100_000
"""The most files in a zip file: their list stands in memory."""

_DIRECTORY_ENTRY = b"PK\x01\x02"
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError, OverflowError)
_LOCKED = (RuntimeError, NotImplementedError)
_SUFFIX = ".gz"

T = TypeVar("T")


def unzipped(source: Source) -> Source:
    """Unpack a gzip file; the content keeps the file's name.

    >>> unzipped(Source("cat.non.gz", gzip.compress(b"width 3"))).suffix
    '.non'

    Raises:
        FormatError: it is damaged, or more than `MAX_FILE_BYTES`.
    """
    inner = PurePosixPath(source.name.removesuffix(_SUFFIX)).suffix.lower() if source.suffix == _SUFFIX else ""

    def unpack() -> bytes:
        with gzip.GzipFile(fileobj=io.BytesIO(source.data)) as file:
            return _read_limited(file, source.name)

    return Source(source.name, _with_clear_errors(unpack, source.name), ending=inner)


def members_of(source: Source, wanted: Callable[[PurePosixPath], bool]) -> Iterator[Source | FormatError]:
    """The files in a zip file, in its order, each under the name `FILE.zip/…`, or the error why it cannot be had.

    Args:
        wanted: a test for the files to unpack, by their path in the archive.

    Raises:
        FormatError: the archive itself is damaged, or holds more than `MAX_MEMBERS` files.
    """
    if source.data.count(_DIRECTORY_ENTRY) > MAX_MEMBERS:
        raise source.error("more than {most:,} files in it", "unpack it, and give the folder", most=MAX_MEMBERS)
    with _with_clear_errors(lambda: zipfile.ZipFile(io.BytesIO(source.data)), source.name) as archive:
        for member in archive.infolist():
            if not member.filename or member.is_dir() or not wanted(PurePosixPath(member.filename)):
                continue
            name = f"{source.name}/{member.filename}"
            try:
                yield Source(name, _member_bytes(archive, member, name))
            except FormatError as error:
                yield error


def _member_bytes(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    def unpack() -> bytes:
        with archive.open(member) as file:
            return _read_limited(file, name)

    return _with_clear_errors(unpack, name)


def _read_limited(file: IO[bytes] | gzip.GzipFile, name: str) -> bytes:
    data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        what = "more than {most} MB when unpacked"
        raise FormatError(what, "give a puzzle file", name, most=MAX_FILE_BYTES // 1_000_000)
    return data


def _with_clear_errors(action: Callable[[], T], name: str) -> T:
    try:
        return action()
    except _LOCKED:
        raise FormatError("locked, or packed in a way that is not known", "unpack it first", name) from None
    except _DAMAGED as error:
        raise FormatError("damaged where it is packed ({reason})", "pack it again", name, reason=str(error)) from None
