"""TR-DOS disks: the files on one as `.trd`, an image of the whole disk, and as `.scl`, the files alone.

A disk has 2 × 80 tracks of 16 sectors of 256 bytes; track 0 holds the catalogue (8 sectors, 16 bytes a file) and, in
sector 8, what the disk is. A file lies in whole sectors, one file behind the other, from track 1 on.

Sources: the TR-DOS 5.0x manual; World of Spectrum, ".trd format" and ".scl format".
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from harness.errors import BuildError
from pyspectrum.tape import SCREEN_ADDRESS

SECTOR_SIZE = 256
TRACK_SECTORS = 16
TRACKS = 160
"""Both sides: 2 × 80."""
MAX_FILES = 128
MAX_FILE_SECTORS = 255
NAME_SIZE = 8

_PROGRAM, _CODE = b"B", b"C"
_AUTOSTART_MARK = b"\x80\xaa"
_CATALOGUE_SECTORS = 8
_INFO_AT = _CATALOGUE_SECTORS * SECTOR_SIZE
_INFO = struct.Struct("<225xBBBBHB2x9sxB8s3x")
_DOUBLE_SIDED_80, _TR_DOS = 0x16, 0x10
_ENTRY = struct.Struct("<8scHHB")


@dataclass(frozen=True)
class DiskFile:
    """A file on a disk: its name of up to 8 characters, its kind, and its bytes.

    `start` and `length` are the catalogue's two numbers: where a block of code is loaded and how long it is; of a
    program how long it is with its variables and without.
    """

    name: str
    kind: bytes
    start: int
    length: int
    data: bytes

    def __post_init__(self) -> None:
        if not (self.name.isascii() and self.name.isprintable() and 1 <= len(self.name) <= NAME_SIZE):
            raise BuildError(f"{self.name!r}: no name for a file on a disk; use 1–{NAME_SIZE} plain characters")
        if self.sectors > MAX_FILE_SECTORS:
            raise BuildError(f"{self.name}: {len(self.data):,} bytes; a file on a disk has 65,280 at most: split it")

    @property
    def sectors(self) -> int:
        """Number of sectors that the file takes.

        >>> code_file("picture", bytes(6912), 16384).sectors
        27
        """
        return -(-len(self.data) // SECTOR_SIZE)

    @property
    def entry(self) -> bytes:
        """The 14 bytes of the catalogue that go with the file wherever it lies."""
        return _ENTRY.pack(self.name.ljust(NAME_SIZE).encode("ascii"), self.kind, self.start, self.length, self.sectors)

    @property
    def body(self) -> bytes:
        """Its bytes, filled up with zeros to whole sectors."""
        return self.data.ljust(self.sectors * SECTOR_SIZE, b"\0")


def code_file(name: str, data: bytes, address: int) -> DiskFile:
    """A block of code, loaded at `address` when LOAD names no other."""
    return DiskFile(name, _CODE, address, len(data), data)


def screen_file(name: str, screen: bytes) -> DiskFile:
    """A SCREEN$: a block of code at the screen's place."""
    return code_file(name, screen, SCREEN_ADDRESS)


def program_file(name: str, program: bytes, autostart_line: int, variables: bytes = b"") -> DiskFile:
    """A BASIC program that starts by itself, and its variables. The line stands behind both."""
    data = program + variables + _AUTOSTART_MARK + struct.pack("<H", autostart_line)
    return DiskFile(name, _PROGRAM, len(program) + len(variables), len(program), data)


def build_trd(files: Sequence[DiskFile], label: str) -> bytes:
    """The image of a disk with these files; `label` is its name, of up to 8 characters.

    Raises:
        BuildError: more files, or longer ones, than a disk takes.

    >>> image = build_trd([code_file("data", b"abc", 32768)], "mine")
    >>> len(image), image[:9], image[16 * 256 :][:3]
    (655360, b'data    C', b'abc')
    """
    entries, first = [], TRACK_SECTORS
    for file in files:
        track, sector = divmod(first, TRACK_SECTORS)
        entries.append(file.entry + bytes((sector, track)))
        first += file.sectors
    _check_room(files, first)
    track, sector = divmod(first, TRACK_SECTORS)
    info = _INFO.pack(
        sector, track, _DOUBLE_SIDED_80, len(files), TRACKS * TRACK_SECTORS - first, _TR_DOS,
        b" " * 9, 0, label.ljust(NAME_SIZE)[:NAME_SIZE].encode("ascii"),
    )  # fmt: skip
    system = b"".join(entries).ljust(_INFO_AT, b"\0") + info
    bodies = b"".join(file.body for file in files)
    return (system.ljust(TRACK_SECTORS * SECTOR_SIZE, b"\0") + bodies).ljust(
        TRACKS * TRACK_SECTORS * SECTOR_SIZE, b"\0"
    )


def build_scl(files: Sequence[DiskFile]) -> bytes:
    """The same files as a `.scl`: the catalogue without places, the files, and the sum of all bytes.

    Raises:
        BuildError: more files, or longer ones, than a disk takes.
    """
    _check_room(files, TRACK_SECTORS + sum(file.sectors for file in files))
    content = b"".join(
        [b"SINCLAIR", bytes((len(files),)), *(file.entry for file in files), *(file.body for file in files)]
    )
    return content + struct.pack("<I", sum(content) & 0xFFFFFFFF)


def _check_room(files: Sequence[DiskFile], end: int) -> None:
    if len(files) > MAX_FILES or end > TRACKS * TRACK_SECTORS:
        raise BuildError(f"{len(files)} files in {end - TRACK_SECTORS:,} sectors; a disk has room for 128 in 2,544")
