"""Which medium a file is: by its name, through gzip around it, and by its first bytes; and those that are not read."""

from __future__ import annotations

import zlib
from pathlib import PurePath

MAX_FILE_BYTES = 64 * 1024 * 1024
GZIP = ".gz"
_GZIP_SIGN = b"\x1f\x8b"
_SIGNS = {b"ZXTape!\x1a": ".tzx", b"PZXT": ".pzx", b"ZXST": ".szx"}
_TR_DOS = "a TR-DOS disk: not emulated; Fuse reads it"
_UNREAD = {
    ".trd": _TR_DOS,
    ".scl": _TR_DOS,
    ".dsk": "a disk of a +3 or a CPC: not emulated; Fuse reads it as a +3",
    ".mgt": "a disk of a +D or a DISCiPLE: not emulated; Fuse reads it",
    ".img": "a disk of a +D or a DISCiPLE: not emulated; Fuse reads it",
    ".mdr": "a microdrive cartridge: not emulated; Fuse reads it",
    ".rzx": "a recorded game: not played; Fuse plays it",
    ".wav": "the sound of a tape: not read; audio2tape of the Fuse utilities makes a .tzx of it",
    ".csw": "the sound of a tape: not read; tapeconv of the Fuse utilities makes a .tzx of it",
}


def suffix_of(name: str) -> str:
    """The suffix that says what a file holds, in small letters; that inside of ``.gz``.

    >>> suffix_of("GAME.TAP"), suffix_of("game.tzx.gz")
    ('.tap', '.tzx')
    """
    path = PurePath(name)
    return PurePath(path.stem if path.suffix.lower() == GZIP else path.name).suffix.lower()


def unread(suffix: str) -> str | None:
    """A known medium that is not read, in words, and what reads it; None for any other."""
    return _UNREAD.get(suffix)


def true_suffix(data: bytes, suffix: str) -> str:
    """The suffix of the format that the first bytes say, whatever the file is called.

    >>> true_suffix(b"ZXTape!\\x1a\\x01\\x14", ".tap"), true_suffix(b"\\x13\\0", ".tap")
    ('.tzx', '.tap')
    """
    return next((kind for sign, kind in _SIGNS.items() if data.startswith(sign)), suffix)


def unpacked(data: bytes) -> bytes:
    """The contents of a gzip file, up to a byte more than the limit; of any other file its own.

    Raises:
        ValueError: it is damaged.
    """
    if not data.startswith(_GZIP_SIGN):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, MAX_FILE_BYTES + 1)
    except zlib.error:
        raise ValueError("the gzip around it is damaged; pack it anew") from None
    if not unpacker.eof and len(content) <= MAX_FILE_BYTES:
        raise ValueError("the gzip around it is cut short; pack it anew")
    return content
