"""The medium that a file is, by its name, by its first bytes, through gzip or a pipe; and media that are not read.

Sources: World of Spectrum, ".trd format" and ".scl format"; the +3 manual, "The disk format" (+3DOS headers).
"""

from __future__ import annotations

import os
from collections.abc import Callable

MAX_FILE_BYTES = 64 * 1024 * 1024
GZIP = ".gz"
_GZIP_SIGN = b"\x1f\x8b"
SIGNS = {b"ZXTape!\x1a": ".tzx", b"PZXT": ".pzx", b"ZXST": ".szx"}
"""First bytes that say what a file is."""
SCL_SIGN, PLUS3DOS_SIGN = b"SINCLAIR", b"PLUS3DOS\x1a"
SNA_SIZES, TRD_SIZE = (49179, 131103, 147487), 655360
_TRD_SIGN_AT, _TRD_SIGN = 0x8E7, 0x10
_TRD_KIND_AT, _TRD_KINDS = 0x8E3, range(0x16, 0x1A)
_TR_DOS = "a TR-DOS disk: not emulated; Fuse reads it"
_UNREAD = {
    ".trd": _TR_DOS,
    ".scl": _TR_DOS,
    ".dsk": "a disk of a +3 or a CPC: not emulated; Fuse reads it as a +3",
    ".mgt": "a disk of a +D or a DISCiPLE: not emulated; Fuse reads it",
    ".img": "a disk of a +D or a DISCiPLE: not emulated; Fuse reads it",
    ".mdr": "a microdrive cartridge: not emulated; Fuse reads it",
    ".rzx": "a recorded game: played by spectrum run and Spectrum.play_rzx alone",
    ".wav": "the sound of a tape: not read; audio2tape of the Fuse utilities makes a .tzx of it",
    ".csw": "the sound of a tape: not read; tapeconv of the Fuse utilities makes a .tzx of it",
}


def suffix_of(name: str) -> str:
    """Return the suffix that says what a file holds, in small letters; the one inside of ``.gz``.

    >>> suffix_of("GAME.TAP"), suffix_of("game.tzx.gz")
    ('.tap', '.tzx')
    """
    stem, suffix = os.path.splitext(os.path.basename(name))  # noqa: PTH119, PTH122 -- loaded at every start
    return (os.path.splitext(stem)[1] if suffix.lower() == GZIP else suffix).lower()  # noqa: PTH122


def unread(suffix: str) -> str | None:
    """Name a known medium that is not read, and a program that reads it; None for any other."""
    return _UNREAD.get(suffix)


def true_suffix(data: bytes, suffix: str) -> str:
    """Return the suffix of the format that the first bytes say, or else `suffix`.

    >>> true_suffix(b"ZXTape!\\x1a\\x01\\x14", ".tap"), true_suffix(b"\\x13\\0", ".tap")
    ('.tzx', '.tap')
    """
    return next((kind for sign, kind in SIGNS.items() if data.startswith(sign)), suffix)


def is_disk(data: bytes) -> bool:
    """Return True if a file's bytes look like a TR-DOS disk, a ``.scl`` or a ``.trd``; a tape rarely does by chance.

    >>> is_disk(b"SINCLAIR\\x01"), is_disk(b"\\x13\\0\\0\\0")
    (True, False)
    """
    if data.startswith(SCL_SIGN):
        return True
    return len(data) > _TRD_SIGN_AT and data[_TRD_SIGN_AT] == _TRD_SIGN and data[_TRD_KIND_AT] in _TRD_KINDS


def unpacked(data: bytes) -> bytes:
    """Return the contents of a gzip file, up to a byte more than the limit; the bytes of any other file as they are.

    Raises:
        ValueError: it is damaged.
    """
    if not data.startswith(_GZIP_SIGN):
        return data
    import zlib  # most media are not packed

    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, MAX_FILE_BYTES + 1)
    except zlib.error:
        raise ValueError("the gzip around it is damaged; pack it anew") from None
    if not unpacker.eof and len(content) <= MAX_FILE_BYTES:
        raise ValueError("the gzip around it is cut short; pack it anew")
    return content


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
