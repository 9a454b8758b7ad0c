"""Signs, sizes and suffixes of media, and the media that are not read.

Sources: World of Spectrum, ".trd format" and ".scl format"; the +3 manual, "The disk format" (+3DOS headers).
"""

from __future__ import annotations

import os

MAX_FILE_BYTES = 64 * 1024 * 1024
PACKED = (".gz", ".zip")
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
    ".bas": "a listing or a file of a disk: not loaded; make a tape of a listing with tokenise of pyspectrum",
    ".rzx": "a recorded game: played by spectrum run and Spectrum.play_rzx alone",
    ".wav": "the sound of a tape: not read; audio2tape of the Fuse utilities makes a .tzx of it",
    ".csw": "the sound of a tape: not read; tapeconv of the Fuse utilities makes a .tzx of it",
}


def suffix_of(name: str) -> str:
    """Return the suffix that says what a file holds, in small letters; the one inside of ``.gz`` and ``.zip``.

    >>> suffix_of("GAME.TAP"), suffix_of("game.tzx.gz"), suffix_of("game.zip")
    ('.tap', '.tzx', '')
    """
    stem, suffix = os.path.splitext(os.path.basename(name))  # noqa: PTH119, PTH122 -- loaded at every start
    return (os.path.splitext(stem)[1] if suffix.lower() in PACKED else suffix).lower()  # noqa: PTH122


def unread(suffix: str) -> str | None:
    """Name a known medium that is not read, and a program that reads it; None for any other."""
    return _UNREAD.get(suffix)


def is_disk(data: bytes) -> bool:
    """Return True if a file's bytes look like a TR-DOS disk, a ``.scl`` or a ``.trd``; a tape rarely does by chance.

    >>> is_disk(b"SINCLAIR\\x01"), is_disk(b"\\x13\\0\\0\\0")
    (True, False)
    """
    if data.startswith(SCL_SIGN):
        return True
    return len(data) > _TRD_SIGN_AT and data[_TRD_SIGN_AT] == _TRD_SIGN and data[_TRD_KIND_AT] in _TRD_KINDS


def is_tap(data: bytes) -> bool:
    """Return True if the bytes are blocks, each with its length before it and its checksum at its end."""
    start = 0
    while start < len(data):
        end = start + 2 + int.from_bytes(data[start : start + 2], "little")
        check = 0
        for byte in data[start + 2 : end]:
            check ^= byte
        if end < start + 4 or end > len(data) or check:
            return False
        start = end
    return start > 0
