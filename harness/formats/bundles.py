"""Names of puzzles: a puzzle, one of several in a file, or a whole collection.

What is packed, a file in gzip or any number of files in zip, is unpacked in memory, never onto the disk, one file at a
time, and never more of one than `MAX_FILE_BYTES`.

Source: nonpacks, and that they come compressed, from FORMAT.md of nonogram-db (https://github.com/mikix/nonogram-db).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

from harness.errors import FormatError
from harness.files import reading
from harness.files.reading import STANDARD_STREAM, OpeningError, suffix_of
from harness.formats.base import Source
from harness.formats.registry import FORMATS, IN_PARTS, black_and_white, parse_source
from harness.puzzle import Puzzle
from harness.puzzle.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Unpack

    from harness.formats.registry import ReadOptions

COLLECTED_SUFFIXES = frozenset(suffix for known in FORMATS for suffix in known.suffixes)
"""The endings of the files that are taken from a folder or an archive, with `.gz` behind them or not."""

MAX_ENTRIES, MAX_DEPTH = 200_000, 40
"""The most files and folders in a folder, at any depth, and the most folders within folders."""

_MOST_DIGITS = 9
_ARCHIVE = ".zip"
_COMPRESSED = ".gz"
_GZIP_MAGIC = b"\x1f\x8b\x08"


class NamedPuzzle(Value):
    """A puzzle of a collection, not parsed yet: small data, fit to be sent to another process.

    `name` is what messages call it; given to a command it is found again: ``pack.nonpack#3``. `content` is the puzzle
    as a file of its own, or the error if it cannot be read.
    """

    name: str
    content: Source | FormatError

    def source(self) -> Source:
        """Return the bytes of the puzzle; raise the `FormatError` if the file cannot be read."""
        if isinstance(self.content, FormatError):
            raise self.content
        return self.content

    def read(self, *, checked: bool = True, **reading: Unpack[ReadOptions]) -> Puzzle:
        """Read the puzzle; arguments and errors as of `read_any`."""
        return parse_source(self.source(), checked=checked, **reading)


def puzzles_in(path: str | os.PathLike[str]) -> Iterator[NamedPuzzle]:
    """Yield all puzzles that a name stands for, in order: a folder's by their names, a file's as they stand there.

    Files are opened one at a time. Nothing is raised: a file that cannot be read is an item whose `NamedPuzzle.read`
    raises, and so is a collection without puzzles.

    >>> import harness
    >>> [puzzle.name for puzzle in harness.puzzles_in("no such file")]
    ['no such file']
    """
    name = os.fspath(path)
    whole, number = split_number(name)
    if number is None:
        yield from _all_in(whole)
        return
    before = list(islice(_all_in(whole), number))
    if 1 <= number <= len(before):
        yield before[-1]
    else:
        holds = "it holds 1 puzzle" if len(before) == 1 else "it holds {count} puzzles"
        fix = holds if number else "they count from 1"
        yield _failed(FormatError("there is no puzzle {number}", fix, name, number=number, count=len(before)))


def count_files(path: str | os.PathLike[str]) -> int:
    """Count the files that `puzzles_in` opens for a name, without opening any: a folder's, or one."""
    name, number = split_number(path)
    return len(_files_of(name)) if number is None and _is_folder(name) else 1


def split_number(path: str | os.PathLike[str]) -> tuple[str, int | None]:
    """Split a name into that of a file or collection and the number of one of its puzzles, None if it has none.

    >>> split_number("pack.nonpack#3"), split_number("cat.txt")
    (('pack.nonpack', 3), ('cat.txt', None))
    """
    name = os.fspath(path)
    whole, _, number = name.rpartition("#")
    is_number = number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS
    if not (whole and is_number) or os.path.lexists(name) or pasted_in(name) is not None:
        return name, None
    return whole, int(number)


def file_of(path: str | os.PathLike[str]) -> str:
    """Return the file that is opened for a name, which may be that of a puzzle in it."""
    return _archive_of(split_number(path)[0])[0]


def read_source(path: str | os.PathLike[str]) -> Source:
    """Read a file's name and content, or those of one puzzle in it; ``-`` is the standard input.

    Raises `FormatError` for no such file, or one that cannot be read, is larger than `MAX_FILE_BYTES` or holds several.
    """
    name = os.fspath(path)
    if _is_folder(name):
        raise FormatError("this is a folder", "name a file", name)
    first, *more = islice(puzzles_in(path), 2)
    if more:
        shown = reading.shown_name(path)
        what = "there are several puzzles in it"
        raise FormatError(what, "name one of them: {file}#1, {file}#2 …", shown, file=shown)
    return first.source()


def read_puzzle(path: str | os.PathLike[str], *, checked: bool = True, **reading: Unpack[ReadOptions]) -> Puzzle:
    """Read the puzzle in black and white, or of one colour, in a file; ``-`` is the standard input.

    The numbers are `checked` (`Puzzle.check`), or any whole ones are taken; the rest is as for `parse_source`. Raises
    `FormatError` if there is no such file, or no puzzle in it; it says where and what to do.
    """
    source = read_source(path)
    return black_and_white(parse_source(source, checked=checked, **reading), source)


def read_any(path: str | os.PathLike[str], *, checked: bool = True, **reading: Unpack[ReadOptions]) -> Puzzle:
    """Read the puzzle in a file, in colour or not; otherwise as `read_puzzle`.

    >>> import harness
    >>> harness.read("puzzles/heart.txt").title
    'heart'
    """
    return parse_source(read_source(path), checked=checked, **reading)


def _all_in(name: str) -> Iterator[NamedPuzzle]:
    if (source := pasted_in(name)) is not None:
        yield NamedPuzzle(source.name, source)
        return
    if _is_folder(name):
        files, member = _files_of(name), ""
    else:
        file, member = _archive_of(name)
        files = [file]
    found = False
    for path in files:
        for puzzle in [_failed(path)] if isinstance(path, FormatError) else _in_file(path, member):
            found = True
            yield puzzle
    if not found:
        shown = reading.shown_name(name)
        yield _failed(FormatError("there is no puzzle in it", "give a file or folder of puzzles", shown))


def _files_of(name: str) -> list[str | FormatError]:
    """Return the files of a folder, found before any is read; an error alone for one that is too large."""
    left = [MAX_ENTRIES]
    found = list(_files_in_folder(name, left))
    if left[0] < 0:
        what = "more than {most:,} files and folders in it"
        return [FormatError(what, "name a smaller folder", name, most=MAX_ENTRIES)]
    return found


def _files_in_folder(name: str, left: list[int], depth: int = 0) -> Iterator[str | FormatError]:
    """Yield the files that may hold puzzles, and errors; `left` is how many entries may be looked at."""
    try:
        entries = sorted(islice(os.scandir(name), left[0] + 1), key=lambda entry: entry.name)
    except OSError as error:
        yield FormatError("cannot read the folder: {reason}", "check its permissions", name, reason=error.strerror)
        return
    left[0] -= len(entries)
    if left[0] < 0:
        return
    if depth > MAX_DEPTH:
        yield FormatError("more than {most} folders within folders", "name this one", name, most=MAX_DEPTH)
        return
    from pathlib import PurePath

    folder = PurePath(name)
    before = str(folder / "x")[:-1]  # of the folder "." nothing
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = before + entry.name
        if entry.is_dir(follow_symlinks=False):  # a link may lead back up
            yield from _files_in_folder(path, left, depth + 1)
            if left[0] < 0:
                return
        elif (_is_collected(entry.name) or suffix_of(entry.name) == _ARCHIVE) and _may_be_file(entry):
            yield path


def _may_be_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # links that lead in a circle: opening it fails
        return True


def pasted_in(name: str) -> Source | None:
    """Return the puzzle in an address or a game id that is given in place of a file; None for a file's name."""
    if ":" not in name or os.path.lexists(name):
        return None
    from harness.formats.addresses import pasted

    return pasted(name)


def _in_file(name: str, member: str = "") -> Iterator[NamedPuzzle]:
    """Yield the puzzles in a file; with `member`, those in that file of the archive."""
    try:
        data = reading.read_file(name, fix="give a puzzle file")
        yield from _in_source(Source(reading.shown_name(name), data), member)
    except FormatError as error:
        yield _failed(error)


def _archive_of(name: str) -> tuple[str, str]:
    """Return the file to open, and which file in it is meant: ``a.zip/cat.non`` is not one on the disk."""
    if not os.path.lexists(name):
        from pathlib import PurePath

        path = PurePath(name)
        for parent in path.parents:
            if parent.suffix.lower() == _ARCHIVE and os.path.lexists(str(parent)):
                return str(parent), path.relative_to(parent).as_posix()
    return name, ""


def _in_source(source: Source, member: str = "") -> Iterator[NamedPuzzle]:
    """Yield the puzzles in a file that has been read; with `member`, those in that file of the archive."""
    if not source.data.startswith(reading.ZIP_SIGNS):
        yield from _in_one(source)
        return
    from pathlib import PurePosixPath

    with _opening(source.name):
        for packed, unpack in reading.members(source.data, reading.MAX_FILE_BYTES):
            path = PurePosixPath(packed)
            hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
            if str(path) == member if member else not hidden and _is_collected(path.name):
                name = f"{source.name}/{packed}"
                try:
                    yield from _in_one(Source(name, _whole(name, unpack)))
                except FormatError as error:
                    yield _failed(error)


def _whole(name: str, unpack: Callable[[], bytes]) -> bytes:
    with _opening(name):
        data = unpack()
    if len(data) > reading.MAX_FILE_BYTES:
        what = "more than {most} MB when unpacked"
        raise FormatError(what, "give a puzzle file", name, most=reading.MAX_FILE_BYTES // 1_000_000)
    return data


@contextmanager
def _opening(name: str) -> Iterator[None]:
    try:
        yield
    except OpeningError as error:
        raise FormatError(error.what, error.fix, name, **error.values) from None


def _in_one(source: Source) -> Iterator[NamedPuzzle]:
    """Yield the puzzles in a file that is no archive, compressed or not."""
    if (packed := source.data).startswith(_GZIP_MAGIC):
        inner = suffix_of(source.name.removesuffix(_COMPRESSED)) if source.suffix == _COMPRESSED else ""
        data = _whole(source.name, lambda: reading.unzipped(packed, reading.MAX_FILE_BYTES))
        source = Source(source.name, data, ending=inner)
    several, lowered = False, source.data.lower()
    for known in IN_PARTS:
        if known.parted[:1] in lowered and known.parted in lowered:  # a lone sign is found sooner
            for part in known.split(source):
                several = True
                yield NamedPuzzle(part.name, part)
            if several:
                return
    yield NamedPuzzle(source.name, source)


def _is_collected(name: str) -> bool:
    suffix = suffix_of(name)
    return (suffix_of(name[: -len(_COMPRESSED)]) if suffix == _COMPRESSED else suffix) in COLLECTED_SUFFIXES


def _failed(error: FormatError) -> NamedPuzzle:
    return NamedPuzzle(error.path, error)


def _is_folder(name: str) -> bool:
    return name != STANDARD_STREAM and os.path.isdir(name)  # noqa: PTH112 -- pathlib loads slowly
