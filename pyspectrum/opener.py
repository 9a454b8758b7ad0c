"""Opening files: gzip and zip unpacked, headers taken off, texts decoded, and the kind known by the first bytes.

Everything is unpacked in memory, one file at a time, and never more of one than a limit.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pyspectrum.media_kinds import MAX_FILE_BYTES, PLUS3DOS_SIGN, SIGNS, SNA_SIZES, is_disk, is_tap, suffix_of

SCREEN_SIZES = (6912, 6144, 2048)
"""Bytes of a screen with its attributes, without, and of its upper third."""
MAX_MEMBERS = 100_000
"""The most files in a zip file: their list stands in memory."""
_GZIP_SIGN, ZIP_SIGNS = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
_DIRECTORY_ENTRY = b"PK\x01\x02"
_PLUS3DOS_HEADER_SIZE = 128
_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_LOOKED_AT, _LEAST_TEXT = 4096, 8
# patterns, compiled at their first use: few texts need them
_CONTROL = rb"[\0-\x08\x0e-\x19\x1b-\x1f\x7f]"
_CYRILLIC = ("cp1251", "koi8-r", "cp866")
# read in another one, Russian has small letters before capitals, and few of the usual letters
_CYRILLIC_PAIR = "(?=[\u0410-\u044f\u0401\u0451][\u0430-\u044f\u0451]|[\u0410-\u042f\u0401]{2})"
_USUAL = "[оеаинтОЕАИНТ]"
_WORD = rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*"


class OpeningError(ValueError):
    """A file that cannot be opened: `what` is wrong and how to `fix` it are templates with the same `values`."""

    def __init__(self, what: str, fix: str, /, **values: object) -> None:
        super().__init__(f"{what}; {fix}".format_map(values))
        self.what, self.fix, self.values = what, fix, values


@contextmanager
def _unpacking() -> Iterator[None]:
    """Turn errors of the libraries that unpack into an `OpeningError`."""
    import struct
    import zlib
    from lzma import LZMAError
    from zipfile import BadZipFile

    try:
        yield
    except OpeningError:
        raise
    except (RuntimeError, NotImplementedError):
        raise OpeningError("locked, or packed in a way that is not known", "unpack it first") from None
    except (BadZipFile, zlib.error, LZMAError, struct.error, EOFError, OSError, ValueError, OverflowError) as error:
        raise OpeningError("damaged where it is packed ({reason})", "pack it again", reason=str(error)) from None


def read_file(path: os.PathLike[str] | str, what: str, made: Callable[[str], Exception]) -> bytes:
    """Read a file, up to a byte more than the limit; if it cannot be read, raise the error `made` of a message."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 -- pathlib loads slowly
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as reason:
        raise made(f"{path}: cannot read {what}: {reason.strerror}; name another file") from None


def unzipped(data: bytes, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the contents of a gzip file, up to a byte more than the limit; the bytes of any other file as they are."""
    if not data.startswith(_GZIP_SIGN):
        return data
    from gzip import GzipFile  # most files are not packed

    with _unpacking(), GzipFile(fileobj=io.BytesIO(data)) as file:
        return file.read(limit + 1)


def members(data: bytes, limit: int = MAX_FILE_BYTES) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each file in a zip file, and a function that unpacks it, up to a byte more than the limit.

    OpeningError if it is damaged, or holds more than `MAX_MEMBERS` files; the functions may raise it, too.
    """
    from zipfile import ZipFile, ZipInfo

    if data.count(_DIRECTORY_ENTRY) > MAX_MEMBERS:
        raise OpeningError("more than {most:,} files in it", "unpack it, and give the folder", most=MAX_MEMBERS)
    with _unpacking():
        archive = ZipFile(io.BytesIO(data))

    def unpack(packed: ZipInfo) -> bytes:
        with _unpacking(), archive.open(packed) as file:
            return file.read(limit + 1)

    for packed in archive.infolist():
        if packed.filename and not packed.is_dir():
            yield packed.filename, lambda packed=packed: unpack(packed)  # type: ignore[misc]


def opened(data: bytes, suffix: str, wanted: tuple[str, ...], what: str) -> tuple[bytes, str]:
    """Unpack a medium, also the only one in a zip file, take its +3DOS header off, and see what it is.

    Returns its bytes, and the suffix that says what they are, "" if nothing does. `suffix` is that of the file's name,
    `wanted` are those of media that are read, `what` is a word for them in messages. OpeningError for damaged packing,
    no such medium in a zip or several, or a text.
    """
    data = unzipped(data)
    if data.startswith(ZIP_SIGNS):
        found = [(name, unpack) for name, unpack in members(data) if suffix_of(name) in wanted]
        if len(found) != 1:
            names = ", ".join(name for name, _ in found[:5]) or "none"
            fix = "unpack it, and name one of its files"
            raise OpeningError("{count} files of the kinds {kinds} in this zip: {names}", fix,
                               count=len(found), kinds=" ".join(wanted), names=names[:200])  # fmt: skip
        suffix, data = suffix_of(found[0][0]), unzipped(found[0][1]())
    data = without_header(data)
    signed = true_suffix(data, "")
    kind = signed or suffix or _shaped(data)
    if kind in wanted and not signed and is_text(data) and not is_tap(data) and len(data) not in SCREEN_SIZES:
        raise OpeningError("a text, not {what}", "name another file", what=what)
    return data, kind


def true_suffix(data: bytes, suffix: str) -> str:
    """Return the suffix of the medium that the first bytes say, or else `suffix`.

    >>> true_suffix(b"ZXTape!\\x1a\\x01\\x14", ".tap"), true_suffix(b"\\x13\\0", ".tap")
    ('.tzx', '.tap')
    """
    return next((kind for sign, kind in SIGNS.items() if data.startswith(sign)), suffix)


def _shaped(data: bytes) -> str:
    """Return the suffix of the medium whose size or form the bytes have, "" for none."""
    sizes = dict.fromkeys(SNA_SIZES, ".sna") | dict.fromkeys(SCREEN_SIZES, ".scr")
    return sizes.get(len(data)) or (".tap" if is_tap(data) else ".trd" if is_disk(data) else "")


def without_header(data: bytes) -> bytes:
    """Return the file behind a +3DOS header; without one, the bytes as they are.

    >>> without_header(b"PLUS3DOS\\x1a" + bytes(119) + b"data"), without_header(b"data")
    (b'data', b'data')
    """
    return data[_PLUS3DOS_HEADER_SIZE:] if data.startswith(PLUS3DOS_SIGN) else data


def is_text(data: bytes) -> bool:
    """Return True if the bytes look like a text, in UTF-8, in UTF-16 or in an encoding of one byte a sign.

    >>> is_text("the rows é".encode("latin-1")), is_text("row".encode("utf-16")), is_text(b"\\0the rows"), is_text(b"")
    (True, True, False, False)
    """
    return _utf_16(data) is not None or (len(data) >= _LEAST_TEXT and not re.search(_CONTROL, data[:_LOOKED_AT]))


def _utf_16(data: bytes) -> str | None:
    """Return the encoding of a text in UTF-16, which may lack its mark: it is ASCII for the most part then."""
    if data[:2] in _BOMS:
        return "utf-16"
    start = data[:_LOOKED_AT]
    if len(start) < 8 or b"\0" not in start:
        return None
    for name, signs, zeros in (("utf-16-le", start[::2], start[1::2]), ("utf-16-be", start[1::2], start[::2])):
        if zeros.count(0) > 0.8 * len(zeros) and not re.search(_CONTROL, signs):
            return name
    return None


def decoded(data: bytes) -> tuple[str, str | None]:
    """Decode a text: UTF-8 or UTF-16, else the encoding of one byte a sign that is likeliest, which it returns, too.

    OpeningError if it is no text.

    >>> decoded(b"caf\\xe9"), decoded("котик".encode("koi8-r")), decoded("row".encode("utf-16"))
    (('café', 'CP1252'), ('котик', 'KOI8-R'), ('row', None))
    """
    if (encoding := _utf_16(data)) is not None:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            raise OpeningError("damaged UTF-16 text", "save it as UTF-8") from None
        return text, None if encoding == "utf-16" else encoding.upper()
    data = data.rstrip(b"\x1a")  # DOS's end of a file
    if b"\0" in data:
        raise OpeningError("this is binary data, not a text", "name another file")
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        if re.search(_CONTROL, data):
            raise OpeningError("this is binary data, not a text", "name another file") from None
    guess, words = "cp1252", re.findall(_WORD, data)
    if 2 * sum(re.search(rb"[A-Za-z]", word) is not None for word in words) < len(words):
        readings = {encoding: data.decode(encoding, errors="replace") for encoding in _CYRILLIC}
        pairs = {encoding: len(re.findall(_CYRILLIC_PAIR, reading)) for encoding, reading in readings.items()}
        usual = {encoding: len(re.findall(_USUAL, reading)) for encoding, reading in readings.items()}
        best = max(pairs, key=lambda encoding: pairs[encoding] and pairs[encoding] + 2 * usual[encoding])
        guess = best if pairs[best] else guess
    return data.decode(guess, errors="replace"), guess.upper()


def read_pipe(pipe: int, limit: int, seconds_left: Callable[[], float]) -> bytes | None:
    """Read up to `limit` bytes of a pipe to its end; None if nothing comes within `seconds_left`, asked each time."""
    import select  # few files are pipes

    watched, data = select.poll(), bytearray()
    watched.register(pipe, select.POLLIN)
    while len(data) < limit:
        if not watched.poll(1000 * seconds_left()):
            return None
        if not (piece := os.read(pipe, min(limit - len(data), 1 << 20))):
            break
        data += piece
    return bytes(data)
