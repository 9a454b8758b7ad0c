"""Contents of a tape: blocks at the ROM's speed, headers, and signals of any other kind.

A `Block` is what the ROM's SAVE writes and its LOAD reads: a flag byte (0 before a header, 255
before data), the payload, and the exclusive or of all of these as checksum. All else that a loader
may listen to is a `Signal` (pulses, bits at a rate of its own, silence) or a `Recording` (samples).
`Stop` stops the player, `Note` is for people.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from pyspectrum.errors import TapeError
from pyspectrum.models import MODEL_48K

HEADER_FLAG = 0x00
DATA_FLAG = 0xFF
HEADER_SIZE = 17
NAME_SIZE = 10
NO_AUTOSTART = 0x8000
SCREEN_ADDRESS = 16384
MAX_PAYLOAD = 0xFFFF - 2

# pulse lengths in T-states, as the ROM saves them
PILOT_TSTATES = 2168
HEADER_PILOT_PULSES = 8063
DATA_PILOT_PULSES = 3223
SYNC_TSTATES = (667, 735)
BIT_TSTATES = (855, 1710)
TSTATES_PER_SECOND = MODEL_48K.tstates_per_second
"""All formats count in the T-states of a 48K, whatever machine hears the tape."""

PAUSE_TSTATES = TSTATES_PER_SECOND
MAX_PARTS = 65_536
MAX_PULSES = 8_000_000
"""The most level changes one part of a tape may have: about eight times a whole 64K at the ROM's speed."""
MAX_SINGLE_PULSES = 1_000_000
"""The most pulses a tape may list one by one."""


class FileType(IntEnum):
    """Kinds of files that a header announces."""

    PROGRAM = 0
    NUMBERS = 1
    CHARACTERS = 2
    CODE = 3


_FOUND = ("Program", "Number array", "Character array", "Bytes")


def checksum(flag: int, payload: bytes) -> int:
    """Return the exclusive or of the flag and every byte.

    >>> checksum(0xFF, bytes([1, 2]))
    252
    """
    return functools.reduce(operator.xor, payload, flag)


@dataclass(frozen=True)
class Block:
    """A block as it is on tape, at the ROM's speed.

    `stored_checksum` is the byte at its end, right or wrong; `pause_tstates` the silence after it.
    """

    flag: int
    payload: bytes
    stored_checksum: int
    pause_tstates: int = PAUSE_TSTATES
    kind: ClassVar[str] = "block at the ROM's speed"

    @classmethod
    def build(cls, flag: int, payload: bytes) -> Block:
        """Build a sound block.

        Raises:
            TapeError: the payload does not fit into a `.tap` block.
        """
        if len(payload) > MAX_PAYLOAD:
            raise TapeError(f"{len(payload)} bytes are too many for a tape block; the limit is {MAX_PAYLOAD}")
        return cls(flag, payload, checksum(flag, payload))

    @property
    def is_sound(self) -> bool:
        """True if the checksum is right."""
        return self.stored_checksum == checksum(self.flag, self.payload)

    @property
    def header(self) -> Header | None:
        """The header that this block is, if it is one; blanks at the end of its name are dropped."""
        payload = self.payload
        if self.flag != HEADER_FLAG or len(payload) != HEADER_SIZE or payload[0] > FileType.CODE:
            return None
        numbers = (int.from_bytes(payload[at : at + 2], "little") for at in (11, 13, 15))
        return Header(FileType(payload[0]), payload[1:11].decode("latin-1").rstrip(" "), *numbers)

    @property
    def signal(self) -> Signal:
        """The leader, the bits and the silence as which it is played."""
        pilot = HEADER_PILOT_PULSES if self.flag < 0x80 else DATA_PILOT_PULSES
        leader = ((pilot, PILOT_TSTATES), *((1, sync) for sync in SYNC_TSTATES))
        zero, one = ((bit, bit) for bit in BIT_TSTATES)
        return Signal(self.kind, leader, self.to_bytes(), zero, one, pause_tstates=self.pause_tstates)

    @property
    def pulse_count(self) -> int:
        """Number of pulses in which it is played."""
        return self.signal.pulse_count

    def to_bytes(self) -> bytes:
        """Return flag, payload and checksum: what is on the tape, without the `.tap` length."""
        return bytes((self.flag,)) + self.payload + bytes((self.stored_checksum,))


@dataclass(frozen=True)
class Header:
    """Header of a file: 17 bytes.

    `length` is that of the data block. `parameter1` is a program's autostart line (32768 or more:
    none), CODE's address, or an array's name in its high byte; `parameter2` a program's length
    without its variables, 32768 for CODE.

    >>> Header(FileType.CODE, "code", 6912, 16384, 32768).to_bytes().hex(" ")
    '03 63 6f 64 65 20 20 20 20 20 20 00 1b 00 40 00 80'
    """

    file_type: FileType
    name: str
    length: int
    parameter1: int
    parameter2: int

    @property
    def kind(self) -> str:
        """The ROM's name for such a file when it finds one.

        >>> code_blocks("code", b"", 0)[0].header.kind
        'Bytes'
        """
        return _FOUND[self.file_type]

    @property
    def autostart_line(self) -> int | None:
        """The BASIC line a program starts at after loading, if it does."""
        starts = self.file_type is FileType.PROGRAM and self.parameter1 < NO_AUTOSTART
        return self.parameter1 if starts else None

    def to_bytes(self) -> bytes:
        """Return the payload of the header block.

        Raises:
            TapeError: the name is too long or not in the Spectrum's characters, or a number too big.
        """
        try:
            name = self.name.encode("latin-1").ljust(NAME_SIZE)
        except UnicodeEncodeError as error:
            raise TapeError(f"the tape name {self.name!r} holds {self.name[error.start]!r}; use plain ASCII") from None
        if len(name) > NAME_SIZE:
            raise TapeError(f"the tape name {self.name!r} is longer than {NAME_SIZE} characters; shorten it")
        numbers = (self.length, self.parameter1, self.parameter2)
        if any(not 0 <= number <= 0xFFFF for number in numbers):
            raise TapeError(f"the header of {self.name!r} holds a number outside 0–65535: {numbers}")
        return bytes((self.file_type,)) + name + b"".join(number.to_bytes(2, "little") for number in numbers)


@dataclass(frozen=True)
class Signal:
    """Pulses, then bits at rates of their own, then silence; each of the three may be missing.

    `pulses` are (count, T-states); each bit of `data`, the highest first, is a row of pulses `zero` or
    `one` (T-states), the last byte has `used_bits` of them; `tail` is one pulse more. The first pulse
    has the `level` given, 0 or 1; None: the other than that of the pulse before, low after silence.
    `kind` says in words what it is.
    """

    kind: str
    pulses: tuple[tuple[int, int], ...] = ()
    data: bytes = b""
    zero: tuple[int, ...] = ()
    one: tuple[int, ...] = ()
    used_bits: int = 8
    tail: int = 0
    pause_tstates: int = 0
    level: int | None = None

    @property
    def bit_counts(self) -> tuple[int, int]:
        """Number of zeros and of ones in the data."""
        ones = (int.from_bytes(self.data, "big") >> 8 - self.used_bits).bit_count()
        return max(0, 8 * len(self.data) - 8 + self.used_bits) - ones, ones

    @property
    def pulse_count(self) -> int:
        """Number of pulses, at most."""
        longest = max(len(self.zero), len(self.one))
        return sum(count for count, _ in self.pulses) + 8 * longest * len(self.data) + bool(self.tail)


@dataclass(frozen=True)
class Recording:
    """Levels sampled every `sample_tstates`: the bits of `samples`, the highest first, `used_bits` of the last byte."""

    samples: bytes
    sample_tstates: int
    used_bits: int = 8
    pause_tstates: int = 0
    kind: ClassVar[str] = "recording"

    @property
    def pulse_count(self) -> int:
        """Number of pulses, at most."""
        return 8 * len(self.samples)


@dataclass(frozen=True)
class Stop:
    """The player stops here; with `only_48k`, only on a 48K."""

    only_48k: bool = False
    kind: ClassVar[str] = "stop"


@dataclass(frozen=True)
class Note:
    """Words for people; nothing of it is heard. `tzx` is the block of the `.tzx` it came from."""

    kind: str
    text: str = ""
    tzx: bytes = b""


Part = Block | Signal | Recording | Stop | Note
Info = tuple[tuple[str, str], ...]
"""A tape's own description: (what, text) pairs, named as the `.tzx` format names them."""


def count_pulses(part: Part, place: str, single: int) -> int:
    """Count the pulses that a tape lists one by one, after `single` others, so that no hostile file fills the memory.

    Raises:
        TapeError: ``place …`` if the part has too many pulses, or the tape with it.
    """
    if isinstance(part, Signal):
        single += len(part.pulses)
    if single > MAX_SINGLE_PULSES:
        raise TapeError(f"{place}: more than {MAX_SINGLE_PULSES:,} single pulses; save the tape as a recording")
    if isinstance(part, Signal | Recording) and part.pulse_count > MAX_PULSES:
        raise TapeError(f"{place} has {part.pulse_count:,} pulses; the limit is {MAX_PULSES:,}: split the block")
    return single


def split_blocks(data: bytes, start: int, name: str, measure: Callable[[int], tuple[int, int]]) -> Iterator[bytes]:
    """Split a `.tzx` or `.pzx` file into its blocks, from the byte `start` on.

    ``measure(offset)`` gives the length of a block's mark, and that of the rest.

    Raises:
        TapeError: a block is not all there, or there are too many.
    """
    offset, number = start, 0
    while offset < len(data):
        number += 1
        if number > MAX_PARTS:
            raise TapeError(f"{name}: more than {MAX_PARTS:,} blocks; that is not a tape: name another file")
        mark, length = measure(offset)
        left = len(data) - offset - mark
        if length > left:
            place = f"{name}: byte {offset}: block {number}"
            raise TapeError(f"{place} needs {length:,} bytes, {left:,} are left; the file is cut short or damaged")
        yield data[offset : offset + mark + length]
        offset += mark + length


def file_blocks(header: Header, data: bytes) -> tuple[Block, Block]:
    """Return a header and its data as blocks."""
    return Block.build(HEADER_FLAG, header.to_bytes()), Block.build(DATA_FLAG, data)


def program_blocks(
    name: str, program: bytes, autostart_line: int | None = None, variables: bytes = b""
) -> tuple[Block, Block]:
    """Return a BASIC program as the blocks that ``SAVE name LINE …`` makes.

    `variables` is a variables area without its closing #80, as `variables.build_variables` gives it.

    >>> header, data = program_blocks("demo", b"", autostart_line=10)
    >>> header.header
    Header(file_type=<FileType.PROGRAM: 0>, name='demo', length=0, parameter1=10, parameter2=0)

    Raises:
        TapeError: a name that is too long, a line outside 0–9999, or too many bytes.
    """
    if autostart_line is not None and not 0 <= autostart_line <= 9999:
        raise TapeError(f"the autostart line {autostart_line} of {name!r} is out of range; use 0–9999")
    start = NO_AUTOSTART if autostart_line is None else autostart_line
    data = program + variables
    return file_blocks(Header(FileType.PROGRAM, name, len(data), start, len(program)), data)


def code_blocks(name: str, data: bytes, start: int) -> tuple[Block, Block]:
    """Return memory as the blocks that ``SAVE name CODE start,length`` makes.

    Raises:
        TapeError: a name that is too long, or an address outside memory.
    """
    return file_blocks(Header(FileType.CODE, name, len(data), start, NO_AUTOSTART), data)


def screen_blocks(name: str, screen: bytes) -> tuple[Block, Block]:
    """Return a picture as the blocks that ``SAVE name SCREEN$`` makes."""
    return code_blocks(name, screen, SCREEN_ADDRESS)
