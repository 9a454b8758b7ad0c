"""The screens in a file of any medium: SCREEN$ on tapes and disks, a snapshot's screen, a `.scr` itself.

Sources: World of Spectrum, ".trd format", ".scl format" and "Hobeta".
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from pyspectrum.errors import SnapshotError, TapeError
from pyspectrum.media_kinds import PLUS3DOS_SIGN, SCL_SIGN, SNA_SIZES, is_disk, suffix_of
from pyspectrum.memory import read_word
from pyspectrum.opener import SCREEN_SIZES, true_suffix, without_header
from pyspectrum.screen import DISPLAY_SIZE, SCREEN_SIZE
from pyspectrum.snapshot import READ_SUFFIXES as SNAPSHOTS
from pyspectrum.snapshot import parse_snapshot
from pyspectrum.tape import FileType, Tape

SIZES = SCREEN_SIZES
_WHITE_INK = 7  # on black paper
_TAPE_HEADER = b"\x13\0\0"
"""The first bytes of a `.tap`: length 19, flag 0."""
_SECTOR, _TRACK = 256, 16
_CODE = b"C"
_HOBETA_HEADER = 17


class FoundScreen(NamedTuple):
    """A screen's name on the medium, and its bytes, as many as `SIZES` has."""

    name: str
    data: bytes


def screens_in(data: bytes, name: str) -> tuple[FoundScreen, ...] | None:
    """Find the screens in a file's bytes, in the order of the medium; None if it is no known medium.

    The content decides what the file is; its `name`, which is for messages, tells a `.z80`, which has no sign.
    TapeError or SnapshotError if it is a damaged one.
    """
    if data.startswith(PLUS3DOS_SIGN):
        data = without_header(data)
        return (FoundScreen("", data),) if len(data) in SIZES else ()
    if len(data) in SIZES:
        return (FoundScreen("", data),)
    named = ".z80" if name[-4:].lower() == ".z80" else ".sna"
    if len(data) not in SNA_SIZES and (named != ".z80" or b"\0" not in data):
        named = ".tap" if data.startswith(_TAPE_HEADER) else ""
    kind = true_suffix(data, named)
    if kind in SNAPSHOTS:
        return (FoundScreen("", parse_snapshot(data, kind, name).screen_bytes),)
    if kind:
        return tuple(_on_tape(Tape.parse(data, kind, name)))
    if (files := _disk_files(data)) is not None:
        return tuple(FoundScreen(title, file) for title, kind, file in files if kind == _CODE and len(file) in SIZES)
    if (kind := suffix_of(name)) in SNAPSHOTS:  # it says what is wrong
        return (FoundScreen("", parse_snapshot(data, kind, name).screen_bytes),)
    return None


def whole_screen(data: bytes) -> bytes:
    """Return the 6,912 bytes of a screen of any of the `SIZES`.

    A cut without attributes stands for black paper and white ink. What a third leaves open is background: white if the
    third's last pixel is, so that a drawing is found.
    """
    rest = b"\xff" if len(data) == SIZES[-1] and data[-1] & 1 else b"\0"
    attributes = data[DISPLAY_SIZE:] or bytes([_WHITE_INK]) * (SCREEN_SIZE - DISPLAY_SIZE)
    return data[:DISPLAY_SIZE].ljust(DISPLAY_SIZE, rest) + attributes


def _on_tape(tape: Tape) -> Iterator[FoundScreen]:
    for before, block in itertools.pairwise(tape.blocks):
        header = before.header
        if header and header.file_type is FileType.CODE and len(block.payload) in SIZES:
            yield FoundScreen(header.name.strip(), block.payload)


def _disk_files(data: bytes) -> Iterator[tuple[str, bytes, bytes]] | None:
    """The files of a TR-DOS disk as name, type and content; None if the bytes are no disk and no file of one."""
    if is_disk(data):
        return _scl_files(data) if data.startswith(SCL_SIGN) else _trd_files(data)
    if is_hobeta(data):
        return iter([_entry(data, data[_HOBETA_HEADER:])])
    return None


def is_hobeta(data: bytes) -> bool:
    """Return True if a file begins with a header of Hobeta, a single file of a TR-DOS disk, whose sum is right."""
    header = data[:_HOBETA_HEADER]
    if len(header) < _HOBETA_HEADER or (len(data) - _HOBETA_HEADER) % _SECTOR:
        return False
    return sum(257 * byte + place for place, byte in enumerate(header[:-2])) & 0xFFFF == read_word(header, 15)


def _scl_files(data: bytes) -> Iterator[tuple[str, bytes, bytes]]:
    count, first = data[8] if len(data) > 8 else 0, 9
    start = first + 14 * count
    for place in range(first, start, 14):
        entry = data[place : place + 14]
        if len(entry) == 14:
            yield _entry(entry, data[start:])
            start += entry[13] * _SECTOR


def _trd_files(data: bytes) -> Iterator[tuple[str, bytes, bytes]]:
    for place in range(0, 8 * _SECTOR, 16):
        entry = data[place : place + 16]
        if not entry[0]:
            return
        if entry[0] != 1:  # erased
            yield _entry(entry, data[(entry[15] * _TRACK + entry[14]) * _SECTOR :])


def _entry(header: bytes, rest: bytes) -> tuple[str, bytes, bytes]:
    return header[:8].decode("latin-1").strip(), header[8:9], rest[: read_word(header, 11)]


MediumError = (TapeError, SnapshotError)
"""Errors of `screens_in`."""
