"""Tapes: `.tap` files, blocks and headers, blocks as pulses, and a deck that loads them at once.

A `.tap` file is a row of blocks, each with its length in front (two bytes, low first): a flag byte
(0 before a header, 255 before data), the payload, and the exclusive or of all of these as checksum.

The deck hands the ROM a block where it would listen for one: when the program counter comes to
LD-BYTES (#0556) a whole block can be put in memory at once, with the registers, the flags and the
stack as the ROM's own routine leaves them after the same block; the ROM then goes on with its own
reports. What that routine does, byte by byte:

- the flag byte is compared with A; another one ends it, zero and carry reset;
- then DE bytes go to IX onwards (carry set: LOAD) or are compared with what is there (carry reset:
  VERIFY; a difference ends it, zero and carry reset);
- the byte after these is taken for the checksum, whatever it is: carry set when it all adds up;
- where a block ends too soon the routine waits in vain for an edge: zero set, carry reset;
- with DE = 0 nothing but the flag byte is read, and it alone is summed.

Source: the 48K ROM, SA-BYTES (#04C2) and LD-BYTES (#0556) to SA/LD-RET (#053F).
"""

from __future__ import annotations

import functools
import operator
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from pyspectrum.clock import TSTATES_PER_SECOND
from pyspectrum.errors import TapeError

if TYPE_CHECKING:
    from pyspectrum.core import Core

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
PAUSE_TSTATES = TSTATES_PER_SECOND


class FileType(IntEnum):
    """What a header announces."""

    PROGRAM = 0
    NUMBERS = 1
    CHARACTERS = 2
    CODE = 3


def checksum(flag: int, payload: bytes) -> int:
    """The exclusive or of the flag and every byte.

    >>> checksum(0xFF, bytes([1, 2]))
    252
    """
    return functools.reduce(operator.xor, payload, flag)


@dataclass(frozen=True)
class Block:
    """A block as it is on tape. `stored_checksum` is the byte at its end, right or wrong."""

    flag: int
    payload: bytes
    stored_checksum: int

    @classmethod
    def build(cls, flag: int, payload: bytes) -> Block:
        """A sound block.

        Raises:
            TapeError: the payload does not fit into a `.tap` block.
        """
        if len(payload) > MAX_PAYLOAD:
            raise TapeError(f"{len(payload)} bytes are too many for a tape block; the limit is {MAX_PAYLOAD}")
        return cls(flag, payload, checksum(flag, payload))

    @property
    def is_sound(self) -> bool:
        """Whether the checksum is right."""
        return self.stored_checksum == checksum(self.flag, self.payload)

    @property
    def header(self) -> Header | None:
        """The header that this block is, if it is one."""
        if self.flag != HEADER_FLAG or len(self.payload) != HEADER_SIZE or self.payload[0] > FileType.CODE:
            return None
        return Header.parse(self.payload)

    def to_bytes(self) -> bytes:
        """Flag, payload, checksum: what is on the tape, without the `.tap` length."""
        return bytes((self.flag,)) + self.payload + bytes((self.stored_checksum,))


@dataclass(frozen=True)
class Header:
    """The 17 bytes before a file.

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

    @classmethod
    def parse(cls, payload: bytes) -> Header:
        """The header in a payload; blanks at the end of the name are dropped.

        Raises:
            TapeError: not 17 bytes, or no known type.
        """
        if len(payload) != HEADER_SIZE or payload[0] > FileType.CODE:
            raise TapeError(f"not a tape header: {len(payload)} bytes, first {payload[:1].hex() or 'none'}")
        length, parameter1, parameter2 = (int.from_bytes(payload[at : at + 2], "little") for at in (11, 13, 15))
        name = payload[1:11].decode("latin-1").rstrip(" ")
        return cls(FileType(payload[0]), name, length, parameter1, parameter2)

    @property
    def autostart_line(self) -> int | None:
        """The BASIC line a program starts at after loading, if it does."""
        starts = self.file_type is FileType.PROGRAM and self.parameter1 < NO_AUTOSTART
        return self.parameter1 if starts else None

    def to_bytes(self) -> bytes:
        """The payload of the header block.

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
class Tape:
    """Blocks in their order.

    Tapes add up: ``Tape(program_blocks(…)) + Tape(code_blocks(…))``.
    """

    blocks: tuple[Block, ...] = ()

    def to_bytes(self) -> bytes:
        """The `.tap` file."""
        contents = (block.to_bytes() for block in self.blocks)
        return b"".join(len(content).to_bytes(2, "little") + content for content in contents)

    def __add__(self, other: Tape) -> Tape:
        return Tape(self.blocks + other.blocks)


def parse_tap(data: bytes, name: str = "<tape>") -> Tape:
    """The tape in the bytes of a `.tap` file; a wrong checksum stays as it is.

    Raises:
        TapeError: ``name: byte N: …`` where the bytes are not a row of blocks.
    """
    blocks: list[Block] = []
    offset = 0
    while offset < len(data):
        place = f"{name}: byte {offset}"
        length = int.from_bytes(data[offset : offset + 2], "little")
        end = offset + 2 + length
        if offset + 2 > len(data) or end > len(data):
            wanted = f"says it has {length} bytes" if offset + 2 <= len(data) else "has no whole length"
            raise TapeError(
                f"{place}: block {len(blocks) + 1} {wanted}, {max(0, len(data) - offset - 2)} are left; "
                "the file is cut short or not a .tap"
            )
        if length < 2:
            raise TapeError(
                f"{place}: block {len(blocks) + 1} has {length} bytes, too few for flag and checksum; take it out"
            )
        blocks.append(Block(data[offset + 2], bytes(data[offset + 3 : end - 1]), data[end - 1]))
        offset = end
    return Tape(tuple(blocks))


def read_tap(path: Path | str) -> Tape:
    """The tape in a `.tap` file.

    Raises:
        TapeError: the file cannot be read, or is not a `.tap`.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise TapeError(f"{path}: cannot read the tape: {error.strerror}; name a file that can be read") from None
    return parse_tap(data, str(path))


def write_tap(path: Path | str, tape: Tape) -> None:
    """Write a `.tap` file.

    Raises:
        TapeError: the file cannot be written.
    """
    try:
        Path(path).write_bytes(tape.to_bytes())
    except OSError as error:
        raise TapeError(f"{path}: cannot write the tape: {error.strerror}; name another file") from None


def file_blocks(header: Header, data: bytes) -> tuple[Block, Block]:
    """A header and its data as blocks."""
    return Block.build(HEADER_FLAG, header.to_bytes()), Block.build(DATA_FLAG, data)


def program_blocks(
    name: str, program: bytes, autostart_line: int | None = None, variables: bytes = b""
) -> tuple[Block, Block]:
    """A BASIC program as the blocks that ``SAVE name LINE …`` makes.

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
    """Memory as the blocks that ``SAVE name CODE start,length`` makes.

    Raises:
        TapeError: a name that is too long, or an address outside memory.
    """
    return file_blocks(Header(FileType.CODE, name, len(data), start, NO_AUTOSTART), data)


def screen_blocks(name: str, screen: bytes) -> tuple[Block, Block]:
    """A picture as the blocks that ``SAVE name SCREEN$`` makes."""
    return code_blocks(name, screen, SCREEN_ADDRESS)


def edges(tape: Tape | Iterable[Block], first_edge_tstates: int = 0) -> Sequence[int]:
    """The times in T-states at which the EAR level turns over while the tape plays.

    Every block is a leader, two sync pulses and two pulses a bit, then a pause of one second; the
    first edge comes at `first_edge_tstates`. Ascending, for `Core.play_edges`.
    """
    times = array("q")
    now = first_edge_tstates
    for block in tape.blocks if isinstance(tape, Tape) else tape:
        content = block.to_bytes()
        pulses = array("q", (PILOT_TSTATES,)) * (HEADER_PILOT_PULSES if block.flag < 0x80 else DATA_PILOT_PULSES)
        pulses.extend(SYNC_TSTATES)
        for byte in content:
            pulses.extend(_BYTE_PULSES[byte])
        times.append(now)
        for pulse in pulses:
            now += pulse
            times.append(now)
        now += PAUSE_TSTATES
    return times


_BYTE_PULSES = [
    tuple(BIT_TSTATES[byte >> bit & 1] for bit in range(7, -1, -1) for _ in range(2)) for byte in range(256)
]


# -- the short-cut through LD-BYTES ------------------------------------------------------------

LD_BYTES = 0x0556
_SA_LD_RET = 0x053F  # restores the border, looks for BREAK, enables interrupts
_LD_BYTES_RET = 0x05E2  # the RET at LD-BYTES's end
_FIRST_RAM = 0x4000
_CARRY = 0x01
_TIMED_OUT = (0x00, 0x50)  # A and F after LD-EDGE-1 has counted B up to zero
_B_AFTER_BYTE = 0xB0


class TapeDeck:
    """A tape in a player: `position` is the index of the block that plays next."""

    def __init__(self, tape: Tape | None = None) -> None:
        self.tape = tape or Tape()
        self.position = 0

    def insert(self, tape: Tape) -> None:
        """Change the tape; it starts at its beginning."""
        self.tape = tape
        self.position = 0

    def rewind(self) -> None:
        """Go back to the first block."""
        self.position = 0

    @property
    def at_end(self) -> bool:
        """Whether no block is left."""
        return self.position >= len(self.tape.blocks)

    def load_block(self, core: Core) -> bool:
        """Give the next block to a machine that stands at `LD_BYTES`.

        Returns False, with nothing changed, at the end of the tape: the ROM then goes on listening
        until BREAK, as with a real recorder.
        """
        if self.at_end:
            return False
        block = self.tape.blocks[self.position]
        self.position += 1
        _load(core, block)
        return True


def _load(core: Core, block: Block) -> None:
    memory = core.memory
    expected, loading = core.get("a"), bool(core.get("f") & _CARRY)
    address, left = core.get("ix"), core.get("de")
    parity = 0
    a, f, b, last = *_TIMED_OUT, 0, 1  # what stands when the block ends too soon
    for position, byte in enumerate(block.to_bytes()):
        parity ^= byte
        if left == 0:
            a, f, b, last = parity, _compare_flags(parity), _B_AFTER_BYTE, byte
            break
        if position == 0:
            difference = expected ^ byte
        elif loading:
            difference = 0
            if address >= _FIRST_RAM:
                memory[address] = byte
        else:
            difference = memory[address] ^ byte
        if difference:
            a, f, b, last = difference, _logic_flags(difference), _B_AFTER_BYTE, byte
            break
        if position:
            address = address + 1 & 0xFFFF
            left -= 1
    core.set("ix", address)
    core.set("de", left)
    for name, value in (("a", a), ("f", f), ("b", b), ("h", parity), ("l", last)):
        core.set(name, value)
    _return_to_sa_ld_ret(core)


def _return_to_sa_ld_ret(core: Core) -> None:
    """Go on at the RET at the routine's end, with the address it pushed and interrupts off."""
    stack = core.get("sp") - 2 & 0xFFFF
    for place, byte in ((stack, _SA_LD_RET & 0xFF), (stack + 1 & 0xFFFF, _SA_LD_RET >> 8)):
        if place >= _FIRST_RAM:
            core.memory[place] = byte
    core.set("sp", stack)
    core.interrupts_enabled = False
    core.pc = _LD_BYTES_RET


def _compare_flags(value: int) -> int:
    """The flags of ``cp 1`` with `value` in A."""
    result = value - 1 & 0xFF
    half = 0x10 if value & 0x0F == 0 else 0
    overflow = 0x04 if value == 0x80 else 0
    return result & 0x80 | (0x40 if result == 0 else 0) | half | overflow | 0x02 | (_CARRY if value == 0 else 0)


def _logic_flags(value: int) -> int:
    """The flags of ``xor`` with `value` as result."""
    even_parity = 0x04 if value.bit_count() % 2 == 0 else 0
    return value & 0xA8 | (0x40 if value == 0 else 0) | even_parity
