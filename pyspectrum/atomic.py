"""Files written whole or not at all, and what they may replace (`refusal`): a file in the very format that is written.

Pages and pictures carry a mark, so that those of other people are not replaced by mistake.

The new file is written beside the old one and then takes its name. If the folder takes no new files but the old one may
be written to, it is overwritten, and its content is put back if that fails; only a reader may see half of it.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import RawIOBase
from pathlib import Path
from typing import NamedTuple

from pyspectrum.media_kinds import PLUS3DOS_SIGN, SCL_SIGN, SIGNS, SNA_SIZES, TRD_SIZE, is_tap

_STREAM = re.compile(r"/dev/(stdin|stdout|stderr|fd/\d+)|/proc/(self|thread-self|\d+)/(task/\d+/)?fd/\d+")
"""Names of open streams; behind one there may be a file that another program still writes to."""

_LONGEST_LINK = 40
"""Links followed, as the system does."""


@contextmanager
def atomic_path(path: Path | str) -> Iterator[Path]:
    """Yield a path to write to, of the same suffix; the file there takes its place at `path` if the block succeeds.

    A device, a pipe or a stream that is open already (``/dev/stdout``) cannot be replaced: it is `path` itself. OSError
    if there is no such directory, or neither it nor the file can be written to.
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
            with temporary.open("r+b") as written:  # Windows syncs no file that is open for reading alone
                os.fsync(written.fileno())  # what was renamed before it was on the disk may be empty after a power cut
            if sys.platform != "win32":  # there the one right is to write, and without it nothing can be renamed
                temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            temporary.replace(target)
        else:
            _overwrite(target, temporary.read_bytes())
    finally:
        with suppress(OSError):  # it has taken its place
            temporary.unlink()


def write_whole(path: Path | str, data: bytes) -> None:
    """Write a file with its mark, all of it or nothing."""
    data = marked(data, os.fspath(path))
    mode = "ab" if is_stream(path) else "wb"  # a file behind a stream keeps its content
    with atomic_path(path) as temporary, temporary.open(mode) as file:
        file.write(data)


def save_file(
    path: Path | str, data: bytes, what: str, error: Callable[[str], Exception], hint: str = "name another file"
) -> None:
    """Write a file, all of it or nothing; if that fails, raise what `error` makes of a message that names `what`."""
    try:
        write_whole(path, data)
    except OSError as reason:
        raise error(f"{path}: cannot write {what}: {reason.strerror or reason}; {hint}") from None


_SIGNS = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"GIF87a": "gif",
    b"GIF89a": "gif",
    b"BM": "bmp",
    b"\xff\xd8\xff": "jpg",
    b"%PDF-": "pdf",
    **{sign: suffix[1:] for sign, suffix in SIGNS.items()},
    SCL_SIGN: "scl",
    b"SQLite format 3\0": "db",
    b"RIFF": "wav",
    PLUS3DOS_SIGN: "scr",
    b"PK\x03\x04": "zip",
}
_TAGS = {b"<!doctype html": "html", b"<html": "html", b"<svg": "svg", b"<testsuite": "junit"}
_SIZES = {6912: "scr", **dict.fromkeys(SNA_SIZES, "sna"), TRD_SIZE: "trd"}
_TEXTS = ("py", "keys", "css", "js", "jsonl", "webmanifest")
"""Formats of texts that the ending tells, if the content agrees."""
_ENDINGS = {
    **{f".{kind}": (kind,) for kind in (*_SIGNS.values(), *_TAGS.values(), *_SIZES.values(), *_TEXTS)},
    ".tap": ("tap",),
    ".z80": ("z80",),
    ".htm": ("html",),
    ".apng": ("png",),
    ".jpeg": ("jpg",),
    ".webp": ("webp",),
    ".xml": ("junit",),
}
_MARK = b"pytest-spectrum"
_PNG_TEXT = b"tEXtSoftware\0" + _MARK
_MARKS = {
    "html": b'<meta name="generator" content="%s">\n' % _MARK,
    "svg": b"<!-- %s -->\n" % _MARK,
    "png": (len(_PNG_TEXT) - 4).to_bytes(4, "big") + _PNG_TEXT + zlib.crc32(_PNG_TEXT).to_bytes(4, "big"),
    "gif": b"!\xfe%c%s\0" % (len(_MARK), _MARK),
    "pdf": b"(%s)" % _MARK,
    "js": b"// %s\n" % _MARK,
    "css": b"/* %s */\n" % _MARK,
    "webmanifest": b'"generator": "%s", ' % _MARK,
}
"""Marks of the formats that have room for one; whoever makes a PDF puts it in."""
_PLACES = {
    "html": re.compile(rb"<head>\s*|<meta charset=[^>]*>\s*", re.IGNORECASE),
    "svg": re.compile(rb"(?=<svg\b)"),
    "png": re.compile(rb"(?s)\A.{33}"),  # behind the first chunk
    "gif": re.compile(rb"(?=;\Z)"),
    "js": re.compile(rb"\A"),
    "css": re.compile(rb"\A"),
    "webmanifest": re.compile(rb"\A\{(?=\s*\")"),
}
_LOOKED_AT = 64_000_000
"""Bytes of a file that are looked at: more than any that is written."""


def marked(data: bytes, name: str = "") -> bytes:
    """Return a file with our mark, if its format has room for one.

    >>> marked(b"<svg></svg>"), marked(b"rows:", "x.txt"), marked(b"a = 1", "a.js")
    (b'<!-- pytest-spectrum -->\\n<svg></svg>', b'rows:', b'// pytest-spectrum\\na = 1')
    """
    start, ending = data[:100].lstrip().lower(), os.path.splitext(name)[1].lower()[1:]  # noqa: PTH122
    kind = ending if ending in _TEXTS else kind_of(data) if start.startswith((b"<", b"\x89png", b"gif8")) else ""
    place = _PLACES[kind].search(data) if kind in _PLACES and _MARKS[kind] not in data else None
    return data if place is None else data[: place.end()] + _MARKS[kind] + data[place.end() :]


class Formats(NamedTuple):
    """Formats that a program knows beyond those known here."""

    recognise: Callable[[bytes, str], Collection[str]]  # the formats that a file may be in, by its bytes and its name
    endings: Mapping[str, Collection[str]]  # the formats that an ending may stand for
    own: Collection[str]  # formats of what people write by hand: replaced only by one of them, and only if forced


def kind_of(data: bytes, name: str = "") -> str:
    r"""Name the format of a file by its content, and if that cannot tell, of a text by its ending; "" if neither can.

    >>> kind_of(b"%PDF-1.7"), kind_of(b"\x02\0\xff\xff"), kind_of(b"rows:\n1\n", "a.png"), kind_of(b"a = 1", "a.py")
    ('pdf', 'tap', '', 'py')
    """
    for sign, kind in _SIGNS.items():
        if data.startswith(sign) and (kind != "bmp" or b"\0" in data):
            return kind
    start, ending = data[:2000].lstrip().lower(), os.path.splitext(name)[1].lower()[1:]  # noqa: PTH122
    if start.startswith(b"<"):
        return next((kind for tag, kind in _TAGS.items() if tag in start), "")
    if is_tap(data):
        return "tap"
    if b"\0" not in data:
        return ending if ending in _TEXTS and _may_be(ending, start, data) else ""
    if ending == "z80" and len(data) > 30 and (data[6:8] != b"\0\0" or data[30] in (23, 54, 55)):
        return "z80"
    return _SIZES.get(len(data), "")


def _may_be(ending: str, start: bytes, data: bytes) -> bool:
    if ending in ("jsonl", "webmanifest"):
        return start.startswith(b"{")
    try:
        return ending != "py" or compile(data, "test", "exec", 0x400) is not None  # to a tree, no code
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False


def refusal(
    path: Path | str, kind: str, formats: Formats | None = None, *, forced: bool = False, otherwise: str = "file"
) -> str:
    """Say why a file in a format must not be written there, and to name another `otherwise`; "" if it may."""
    path = Path(path)
    if is_stream(path):
        return ""
    ending = path.suffix.lower()
    meant = {*_ENDINGS.get(ending, ()), *(formats.endings.get(ending, ()) if formats else ())}
    if meant and kind not in meant:
        return f"the ending {ending} is another format's, and {kind} is written; name another {otherwise}"
    try:
        with path.open("rb") as file:
            data = file.read(_LOOKED_AT)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    own = formats.own if formats else ()
    if not data:
        return ""
    found = formats.recognise(data, path.name) if formats else ()
    if kind not in own and (kind in found or kind_of(data, path.name) == kind):
        if forced or _MARKS.get(kind, b"") in data:
            return ""
        what = "the file that is there was made by something else"
        return f"{what}; name another {otherwise}, or replace it with --force"
    if kind in own and any(name in own for name in found):
        return "" if forced else f"a puzzle is there already; name another {otherwise}, or replace it with --force"
    return f"the file that is there is not in the format {kind}; name another {otherwise}"


def is_stream(path: Path | str) -> bool:
    """Return True if the path leads to a device, a pipe or an open stream, which is written to instead of replaced."""
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
    """Return True if two paths lead to one file, by whatever names and links; devices never do."""
    one, other = Path(one), Path(other)
    try:
        if one.exists() and other.exists():
            return one.samefile(other) and not (is_stream(one) and one.is_char_device())
        return os.path.realpath(one) == os.path.realpath(other)
    except (OSError, ValueError):
        return False  # the error comes when they are opened


def _make_temporary(target: Path) -> tuple[Path, bool]:
    """Make an empty file; return it, and True if it can take the place of the one to be written."""
    import tempfile  # a slow import, rarely needed

    suffix, is_beside = target.suffix if len(target.suffix) <= 16 else "", True
    try:
        handle, name = tempfile.mkstemp(prefix=".new-", suffix=suffix, dir=target.parent)
    except PermissionError:
        if not os.access(target, os.W_OK):
            raise
        handle, name = tempfile.mkstemp(suffix=suffix)
        is_beside = False
    os.close(handle)
    return Path(name), is_beside


def _overwrite(target: Path, data: bytes) -> None:
    """Write into a file that is there; put its content back if that fails.

    The file is cut only at the end, so that it keeps its blocks on the disk until then.
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
