"""Tapes: `.tap`, `.tzx` and `.pzx` files, blocks and headers, and how they sound.

A `Block` is what the ROM's SAVE writes and its LOAD reads: a flag byte (0 before a header, 255 before data), the
payload, and the exclusive or of all of these as checksum. All else that a loader may listen to is a `Signal` (pulses,
bits at a rate of its own, silence) or a `Recording` (samples). `Stop` stops the player, `Note` is for people.

A `.tap` file is a row of blocks, each with its length in front (two bytes, low first). A `.wav` file is for the EAR
socket of a real machine: 44,100 Hz, 8 bits, one channel. The other formats hold any sound.

SkoolKit decodes each block of a `.tzx` or a `.pzx`, after it has been measured against the file, so that a file cut
short is refused and never half read. Loops, jumps and calls are unrolled: the parts are what the player plays. C64
tapes are refused by name; snapshots, and blocks of unknown kinds, which have their length in front, are skipped with a
note. CSW recordings and generalized data, which SkoolKit cannot decode, become pulses here. In a `.pzx`, a leader at
the ROM's speed, data at the ROM's speed and the pause after them become one `Block`.

How a tape sounds are the times at which the EAR level turns over. The rules are those of the `.tzx` format: each pulse
has the other level than the one before; silence is low, after a millisecond in which the last pulse is finished. The
leader of a block at the ROM's speed begins with an edge; the ROM does not mind which way up it hears a tape.
Sources: the TZX specification, revision 1.20, "the current pulse level"; the PZX specification 1.0.
"""

from __future__ import annotations

import io
import operator
import re
import struct
import warnings
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, reduce
from itertools import accumulate, pairwise, takewhile
from pathlib import Path
from typing import Any, ClassVar

import skoolkit.tape
from skoolkit import SkoolKitError

from pyspectrum.atomic import save_file
from pyspectrum.errors import MediumWarning, TapeError
from pyspectrum.media_kinds import MAX_FILE_BYTES, suffix_of
from pyspectrum.models import MODEL_48K
from pyspectrum.opener import OpeningError, opened, read_file

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
    PROGRAM = 0
    NUMBERS = 1
    CHARACTERS = 2
    CODE = 3


_FOUND = ("Program", "Number array", "Character array", "Bytes")


def checksum(flag: int, payload: bytes) -> int:
    """Return the exclusive or of the flag and every byte."""
    return reduce(operator.xor, payload, flag)


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
        """Build a sound block; TapeError for a payload that does not fit into one of a `.tap`."""
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
        return self.signal.pulse_count

    def to_bytes(self) -> bytes:
        """Return flag, payload and checksum: what is on the tape, without the `.tap` length."""
        return bytes((self.flag,)) + self.payload + bytes((self.stored_checksum,))


@dataclass(frozen=True)
class Header:
    """Header of a file: 17 bytes.

    `length` is that of the data block. `parameter1` is a program's autostart line (32768 or more: none), CODE's
    address, or an array's name in its high byte; `parameter2` a program's length without its variables, 32768 for CODE.
    """

    file_type: FileType
    name: str
    length: int
    parameter1: int
    parameter2: int

    @property
    def kind(self) -> str:
        """The ROM's name for such a file when it finds one, as ``Bytes``."""
        return _FOUND[self.file_type]

    @property
    def autostart_line(self) -> int | None:
        """The BASIC line a program starts at after loading, if it does."""
        starts = self.file_type is FileType.PROGRAM and self.parameter1 < NO_AUTOSTART
        return self.parameter1 if starts else None

    def to_bytes(self) -> bytes:
        """Return the payload of the header block.

        TapeError if the name is too long or not in the Spectrum's characters, or a number too big.
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

    `pulses` are (count, T-states); each bit of `data`, the highest first, is a row of pulses `zero` or `one`
    (T-states), the last byte has `used_bits` of them; `tail` is one pulse more. The first pulse has the `level` given,
    0 or 1; None: the other than that of the pulse before, low after silence. `kind` says in words what it is.
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
    """Count the pulses that a tape lists one by one, after `single` others; TapeError if there are too many."""
    if isinstance(part, Signal):
        single += len(part.pulses)
    if single > MAX_SINGLE_PULSES:
        raise TapeError(f"{place}: more than {MAX_SINGLE_PULSES:,} single pulses; save the tape as a recording")
    if isinstance(part, Signal | Recording) and part.pulse_count > MAX_PULSES:
        raise TapeError(f"{place} has {part.pulse_count:,} pulses; the limit is {MAX_PULSES:,}: split the block")
    return single


def _split_blocks(data: bytes, start: int, name: str, measure: Callable[[int], tuple[int, int]]) -> Iterator[bytes]:
    """Split a `.tzx` or `.pzx` file into its blocks, from the byte `start` on.

    ``measure(offset)`` gives the length of a block's mark, and that of the rest.
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

    `variables` is a variables area without its closing #80, as `variables.build_variables` gives it. TapeError for a
    name that is too long, a line outside 0–9999, or too many bytes.
    """
    if autostart_line is not None and not 0 <= autostart_line <= 9999:
        raise TapeError(f"the autostart line {autostart_line} of {name!r} is out of range; use 0–9999")
    start = NO_AUTOSTART if autostart_line is None else autostart_line
    data = program + variables
    return file_blocks(Header(FileType.PROGRAM, name, len(data), start, len(program)), data)


def code_blocks(name: str, data: bytes, start: int) -> tuple[Block, Block]:
    """Return memory as the blocks that ``SAVE name CODE start,length`` makes; TapeError for a bad name or address."""
    return file_blocks(Header(FileType.CODE, name, len(data), start, NO_AUTOSTART), data)


def screen_blocks(name: str, screen: bytes) -> tuple[Block, Block]:
    """Return a picture as the blocks that ``SAVE name SCREEN$`` makes."""
    return code_blocks(name, screen, SCREEN_ADDRESS)


# -- how it sounds ---------------------------------------------------------------------------------

_MILLISECOND = TSTATES_PER_SECOND // 1000


@dataclass(frozen=True)
class Waveform:
    """Sound on the machine's clock: the level at the EAR socket, low at first, turns over at each edge.

    `last_tstates` is the end of the last pulse, `end_tstates` that of the silence after it.
    """

    edges: array[int]
    last_tstates: int
    end_tstates: int

    @property
    def finished_tstates(self) -> int:
        """Time from which there is nothing but silence."""
        return self.last_tstates + _MILLISECOND


def waveform(parts: Iterable[Part], start_tstates: int = 0) -> Waveform:
    """Return the sound of parts of a tape from `start_tstates` on; TapeError for more than 8,000,000 pulses."""
    edges = array("q")
    now = last = start_tstates
    silent = True
    count = 0
    for part in parts:
        if not isinstance(part, Block | Signal | Recording):
            continue
        count += part.pulse_count
        if count > MAX_PULSES:
            what = f"{count:,} pulses are too many to play in one go; the limit is {MAX_PULSES:,}"
            raise TapeError(f"{what}: load the tape block by block")
        level = len(edges) & 1
        if isinstance(part, Block):
            durations, wanted = _signal_pulses(part.signal), 1 if silent and part.pause_tstates else level
        elif isinstance(part, Recording):
            durations, wanted = _runs(part)
        else:
            durations, wanted = _signal_pulses(part), level if part.level is None else part.level
        if wanted != level:
            edges.append(now)
        if durations:
            ends = array("q", accumulate(durations, initial=now))
            now = last = ends[-1]
            silent = False
            # a recording says no more than its samples: nothing turns over at its end
            edges.extend(ends[1:-1] if isinstance(part, Recording) else ends[1:])
        if part.pause_tstates:
            if len(edges) & 1 and not (isinstance(part, Signal) and part.level and not durations):
                edges.append(now + min(_MILLISECOND, part.pause_tstates))
            now += part.pause_tstates
            silent = True
    return Waveform(edges, last, now)


def leader_tstates(part: Part) -> int:
    """Return how long a part sounds before its first bit.

    >>> leader_tstates(Block.build(0, bytes(17)))
    17481986
    """
    signal = part.signal if isinstance(part, Block) else part
    return sum(count * duration for count, duration in signal.pulses) if isinstance(signal, Signal) else 0


def duration_tstates(part: Part) -> int:
    """Return how long a part is heard, with the silence after it."""
    if isinstance(part, Recording):
        return (8 * (len(part.samples) - 1) + part.used_bits) * part.sample_tstates + part.pause_tstates
    signal = part.signal if isinstance(part, Block) else part
    if not isinstance(signal, Signal):
        return 0
    zeros, ones = signal.bit_counts
    bits = zeros * sum(signal.zero) + ones * sum(signal.one)
    return leader_tstates(signal) + bits + signal.tail + signal.pause_tstates


def _signal_pulses(signal: Signal) -> array[int]:
    pulses = array("q")
    for count, duration in signal.pulses:
        pulses.extend(array("q", (duration,)) * count)
    if signal.data:
        bits = {"0": signal.zero, "1": signal.one}
        table = [tuple(duration for bit in f"{byte:08b}" for duration in bits[bit]) for byte in range(256)]
        for byte in signal.data[:-1]:
            pulses.extend(table[byte])
        for bit in f"{signal.data[-1]:08b}"[: signal.used_bits]:
            pulses.extend(bits[bit])
    if signal.tail:
        pulses.append(signal.tail)
    return pulses


def _runs(recording: Recording) -> tuple[array[int], int]:
    """Return how long each level of a recording lasts, and the first level."""
    bits = "".join(f"{byte:08b}" for byte in recording.samples)
    bits = bits[: len(bits) - 8 + recording.used_bits]
    runs = (match.end() - match.start() for match in re.finditer("0+|1+", bits))
    return array("q", (length * recording.sample_tstates for length in runs)), int(bits[:1] == "1")


# -- .wav ------------------------------------------------------------------------------------------

SAMPLE_RATE = 44_100
_LEVELS = (b"\x20", b"\xe0")
_LEAD_IN_TSTATES = TSTATES_PER_SECOND // 2
_TAIL_TSTATES = (TSTATES_PER_SECOND, TSTATES_PER_SECOND // 100, TSTATES_PER_SECOND // 2)
"""Silence at the end, a click, silence: a program that reads the sound finds a block's end by what comes behind it."""


def _build_wav(parts: Iterable[Part]) -> bytes:
    """Return the sound of a tape as a `.wav` file; each edge is at the sample nearest to its time.

    A sound file cannot wait, so `Stop` is left out. A second and a half follows the last part.
    """
    import wave  # slow to load, and rarely needed

    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(SAMPLE_RATE)
        for samples in _samples(parts):
            sound.writeframesraw(samples)
    return file.getvalue()


def _samples(parts: Iterable[Part]) -> Iterator[bytes]:
    now, written = _LEAD_IN_TSTATES, _sample(_LEAD_IN_TSTATES)
    yield _LEVELS[0] * written
    for group in _sounding_groups(parts):
        wave_part = waveform(group, now)
        if wave_part.end_tstates > 3600 * TSTATES_PER_SECOND:
            raise TapeError("the tape plays for more than an hour; write a .tzx")
        times = [now, *wave_part.edges, wave_part.end_tstates]
        level = 0
        chunk = bytearray()
        for start, end in pairwise(times):
            first, last = _sample(start), _sample(end)
            chunk += _LEVELS[level] * (last - max(first, written))
            written = max(written, last)
            level ^= 1
        yield bytes(chunk)
        now = wave_part.end_tstates
    for level, length in zip((0, 1, 0), _TAIL_TSTATES, strict=True):
        now += length
        yield _LEVELS[level] * (_sample(now) - written)
        written = _sample(now)


def _sounding_groups(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Yield rows of parts, each of which ends in silence or at the tape's end."""
    group: list[Part] = []
    for part in parts:
        if isinstance(part, Block | Signal | Recording):
            group.append(part)
            if part.pause_tstates:
                yield group
                group = []
    if group:
        yield group


def _sample(tstates: int) -> int:
    return round(tstates * SAMPLE_RATE / TSTATES_PER_SECOND)


# -- .tzx ------------------------------------------------------------------------------------------

_TZX_SIGNATURE = b"ZXTape!\x1a"
_TZX_HEADER = _TZX_SIGNATURE + bytes((1, 20))
_STANDARD, _TURBO, _TONE, _PULSES, _PURE, _DIRECT = 0x10, 0x11, 0x12, 0x13, 0x14, 0x15
_CSW, _GENERALIZED, _SNAPSHOT = 0x18, 0x19, 0x40
_PAUSE, _GROUP, _GROUP_END, _JUMP, _LOOP, _LOOP_END, _CALL, _RETURN = 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27
_STOP_48K, _LEVEL, _TEXT, _MESSAGE, _ARCHIVE, _CUSTOM = 0x2A, 0x2B, 0x30, 0x31, 0x32, 0x35
_NO_EDGE, _LOW = 1, 2
_HEARD = (_STANDARD, _TURBO, _TONE, _PULSES, _PURE)
_REFUSED = {0x16: "a C64 tape", 0x17: "a C64 turbo tape"}
# length of a block's body: bytes before the variable part, and where in them (offset, bytes, unit) its length stands
_BODY: dict[int, tuple[int, tuple[int, int, int] | None]] = {
    0x10: (4, (2, 2, 1)), 0x11: (18, (15, 3, 1)), 0x12: (4, None), 0x13: (1, (0, 1, 2)), 0x14: (10, (7, 3, 1)),
    0x15: (8, (5, 3, 1)), 0x16: (4, (0, 4, 1)), 0x17: (4, (0, 4, 1)), 0x18: (4, (0, 4, 1)), 0x19: (4, (0, 4, 1)),
    0x20: (2, None), 0x21: (1, (0, 1, 1)), 0x22: (0, None), 0x23: (2, None), 0x24: (2, None), 0x25: (0, None),
    0x26: (2, (0, 2, 2)), 0x27: (0, None), 0x28: (2, (0, 2, 1)), 0x2A: (4, (0, 4, 1)), 0x2B: (4, (0, 4, 1)),
    0x30: (1, (0, 1, 1)), 0x31: (2, (1, 1, 1)), 0x32: (2, (0, 2, 1)), 0x33: (1, (0, 1, 3)), 0x34: (8, None),
    0x35: (20, (16, 4, 1)), 0x40: (4, (1, 3, 1)), 0x5A: (9, None),
}  # fmt: skip
_UNKNOWN_BODY = 4, (0, 4, 1)
"""Blocks of later versions have their length in front, by the specification's rule for extensions."""


def _parse_tzx(data: bytes, name: str) -> tuple[tuple[Part, ...], Info]:
    """Parse a `.tzx` file: its parts, and its archive info as (what, text)."""
    if data[: len(_TZX_SIGNATURE)] != _TZX_SIGNATURE or len(data) < len(_TZX_HEADER):
        raise TapeError(f"{name}: not a .tzx: it does not begin with its signature, ZXTape!; is it a .tap?")
    raw = list(_split_blocks(data, len(_TZX_HEADER), name, lambda offset: (1, _body_size(data, offset))))
    if sum(block[1] for block in raw if block[0] == _PULSES) > MAX_SINGLE_PULSES:
        raise TapeError(f"{name}: more than {MAX_SINGLE_PULSES:,} single pulses; save the tape as a recording")
    parsed: list[tuple[Part, ...]] = []
    single_pulses = 0
    for number, block in enumerate(raw, 1):
        place = f"{name}: block {number}"
        part = _parse_tzx_block(block, place)
        parsed.append(part if isinstance(part, tuple) else (part,) if part else ())
        for one in parsed[-1]:
            single_pulses = count_pulses(one, place, single_pulses)
    info = tuple(pair for block in raw if block[0] == _ARCHIVE for pair in _archive_info(block[3:]))
    return tuple(_unroll(raw, parsed, name)), info


def _body_size(data: bytes, offset: int) -> int:
    length, variable = _BODY.get(data[offset], _UNKNOWN_BODY)
    start = offset + 1
    if variable and start + length <= len(data):
        at, width, unit = variable
        length += unit * int.from_bytes(data[start + at : start + at + width], "little")
    return length


def _parse_tzx_block(block: bytes, place: str) -> Part | tuple[Part, ...] | None:
    kind, body = block[0], block[1:]
    if kind in _REFUSED:
        raise TapeError(f"{place} is {_REFUSED[kind]} (#{kind:02X}), which cannot be played; convert the tape to .pzx")
    if kind in (_JUMP, _LOOP, _LOOP_END, _CALL, _RETURN, _ARCHIVE):
        return None
    if kind == _SNAPSHOT or kind not in _BODY:
        what = "Snapshot" if kind == _SNAPSHOT else f"Block of kind #{kind:02X}"
        return Note(what, f"skipped: {len(body):,} bytes that are not heard", block)
    try:
        if kind == _CSW:
            return _parse_csw(body)
        if kind == _GENERALIZED:
            return tuple(_parse_generalized(body))
    except (struct.error, IndexError, ValueError, zlib.error) as error:
        raise TapeError(f"{place} is damaged: {error or 'it ends too soon'}") from None
    if kind == _DIRECT:
        sample_tstates, pause, used_bits = struct.unpack_from("<HHB", body)
        used_bits = _used_bits(used_bits, body[8:], place)
        return Recording(body[8:], sample_tstates, used_bits, pause * _MILLISECOND)
    if kind == _CUSTOM:
        return Note("Custom info", body[:16].decode("latin-1").strip(), block)
    if kind == _STOP_48K:
        return Stop(only_48k=True)
    if kind == _LEVEL:
        return Signal("level", level=int(any(body[4:5])))
    try:
        decoded: Any = skoolkit.tape.parse_tzx(_TZX_HEADER + block, info=kind not in _HEARD, timings=True).blocks[0]
    except (SkoolKitError, IndexError) as error:
        raise TapeError(f"{place} is damaged: {error}") from None
    timings = decoded.timings
    if kind == _PAUSE:
        return Signal("pause", pause_tstates=timings.pause) if timings.pause else Stop()
    if kind == _STANDARD and len(body) >= 4 + 2:
        content = bytes(decoded.data)
        return Block(content[0], content[1:-1], content[-1], timings.pause)
    if kind in _HEARD:
        if timings is None:  # a standard block without a byte
            return Signal("empty block", pause_tstates=_MILLISECOND * int.from_bytes(body[:2], "little"))
        content, used_bits = bytes(decoded.data or b""), timings.used_bits
        if kind in (_TURBO, _PURE):
            used_bits = _used_bits(used_bits, content, place)
        return Signal(
            str(decoded.name).lower(),
            tuple(timings.pulses),
            content,
            tuple(timings.zero or ()),
            tuple(timings.one or ()),
            used_bits,
            pause_tstates=timings.pause,
        )
    text = "\n".join(line.split(": ", 1)[-1] if kind != 0x33 else line for line in decoded.info)
    return Note(str(decoded.name), text, block)


class _Pulses:
    """Builds a row of pulses: counts and lengths, equal ones as one."""

    def __init__(self) -> None:
        self.rows: list[list[int]] = []
        self._total = 0

    def add(self, duration: int, count: int = 1) -> None:
        self._total += count
        if self._total > MAX_PULSES:
            raise ValueError(f"more than {MAX_PULSES:,} pulses")
        if self.rows and self.rows[-1][1] == duration:
            self.rows[-1][0] += count
        elif len(self.rows) >= MAX_SINGLE_PULSES:
            raise ValueError(f"more than {MAX_SINGLE_PULSES:,} single pulses")
        else:
            self.rows.append([count, duration])

    def lengthen(self, duration: int) -> None:
        count, last = self.rows.pop()
        if count > 1:
            self.rows.append([count - 1, last])
        self.add(last + duration)

    def signal(self, kind: str, level: int | None = None, pause_tstates: int = 0) -> Signal:
        """Return the row so far, and begin another."""
        pulses, self.rows = tuple((count, duration) for count, duration in self.rows), []
        return Signal(kind, pulses, level=level, pause_tstates=pause_tstates)


def _parse_csw(body: bytes) -> Signal:
    """Parse a recording: the samples that each pulse lasts, in a byte, or behind a zero in four."""
    pause, low, high, packing, count = struct.unpack_from("<HHBBI", body, 4)
    rate, data = low | high << 16, body[14:]
    if not rate or packing not in (1, 2):
        raise ValueError(f"its rate is {rate} Hz, its packing {packing}; 1 and 2 are possible")
    if packing == 2:
        data = zlib.decompressobj().decompress(data, 5 * MAX_PULSES)
    pulses, at, samples, now, found = _Pulses(), 0, 0, 0, 0
    while at < len(data):
        length, at = data[at], at + 1
        if not length:
            length, at = struct.unpack_from("<I", data, at)[0], at + 4
        samples += length
        then = samples * TSTATES_PER_SECOND // rate
        pulses.add(then - now)
        now, found = then, found + 1
    if found != count:
        raise ValueError(f"it says it has {count:,} pulses, {found:,} are there")
    return pulses.signal("CSW recording", pause_tstates=pause * _MILLISECOND)


def _parse_generalized(body: bytes) -> Iterator[Signal]:
    """Parse symbols, rows of pulses that begin with an edge, without one, or at a level: repeated ones, then bits."""
    pause, leaders, leader_width, leader_kinds, count, width, kinds = struct.unpack_from("<HIBBIBB", body, 4)
    at, pulses, level = 18, _Pulses(), None

    def alphabet(size: int, longest: int) -> list[tuple[int, tuple[int, ...]]]:
        nonlocal at
        found = []
        for _ in range(size or 256):
            flags, *lengths = struct.unpack_from(f"<B{longest}H", body, at)
            found.append((flags & 3, tuple(takewhile(bool, lengths))))
            at += 1 + 2 * longest
        return found

    def play(symbol: tuple[int, tuple[int, ...]], times: int = 1) -> Iterator[Signal]:
        nonlocal level
        begins, lengths = symbol
        if not begins and len(lengths) == 1:
            return pulses.add(lengths[0], times)
        for _ in range(times if lengths else 1):
            if begins >= _LOW:
                if pulses.rows:
                    yield pulses.signal("generalized data", level)
                level = begins - _LOW
            for number, length in enumerate(lengths):
                if begins == _NO_EDGE and not number and pulses.rows:
                    pulses.lengthen(length)
                else:
                    pulses.add(length)
        return None

    if leaders:
        symbols = alphabet(leader_kinds, leader_width)
        for _ in range(leaders):
            number, times = struct.unpack_from("<BH", body, at)
            at += 3
            yield from play(symbols[number], times)
    pause_tstates = pause * _MILLISECOND
    symbols = alphabet(kinds, width) if count else []
    bits = (len(symbols) - 1).bit_length()
    data = body[at : at + (bits * count + 7) // 8]
    if len(data) * 8 < bits * count:
        raise ValueError(f"it says it has {count:,} symbols, {len(data):,} bytes are there")
    if len(symbols) == 2 and not any(begins for begins, _ in symbols):  # bits as everywhere
        if pulses.rows:
            yield pulses.signal("generalized data", level)
        (_, zero), (_, one) = symbols
        yield Signal("generalized data", (), data, zero, one, (count - 1) % 8 + 1, pause_tstates=pause_tstates)
        return
    if symbols and not bits:
        yield from play(symbols[0], count)
    rest, left, played = 0, 0, 0
    for byte in data:
        rest, left = rest << 8 | byte, left + 8
        while left >= bits and played < count:
            left, played = left - bits, played + 1
            yield from play(symbols[rest >> left])
            rest &= (1 << left) - 1
    yield pulses.signal("generalized data", level, pause_tstates)


def _used_bits(used_bits: int, data: bytes, place: str) -> int:
    """Return how many bits of the last byte are used; of no byte all."""
    if data and not 1 <= used_bits <= 8:
        raise TapeError(f"{place} is damaged: its last byte has {used_bits} bits; 1–8 are possible")
    return used_bits if data else 8


def _archive_info(body: bytes) -> Iterator[tuple[str, str]]:
    at = 1
    for _ in range(body[0] if body else 0):
        if at + 2 > len(body):
            return
        what, length = body[at], body[at + 1]
        text = body[at + 2 : at + 2 + length].decode("latin-1").replace("\r", "\n")
        yield skoolkit.tape.ARCHIVE_INFO.get(what, f"#{what:02X}"), text
        at += 2 + length


def _unroll(raw: Sequence[bytes], parsed: Sequence[tuple[Part, ...]], name: str) -> Iterator[Part]:
    """Yield the parts in the order in which they are played."""
    index, steps = 0, 0
    loop: list[int] = []  # where it begins, rounds left
    sequences: dict[int, tuple[int, ...]] = {}  # by the block that calls it: unpacked once, however often it is called
    calling, called = -1, 0  # the block whose sequence is being called (-1: none), and how many of it have been
    while 0 <= index < len(raw):
        steps += 1
        if steps > MAX_PARTS:
            what = f"jumps or loops play more than {MAX_PARTS:,} blocks; is it endless?"
            raise TapeError(f"{name}: block {index + 1}: {what}")
        kind, body = raw[index][0], raw[index][1:]
        yield from parsed[index]
        following = index + 1
        if kind == _JUMP:
            following = index + struct.unpack("<h", body)[0]
        elif kind == _LOOP:
            loop = [following, int.from_bytes(body, "little")]
        elif kind == _LOOP_END and loop:
            loop[1] -= 1
            if loop[1] > 0:
                following = loop[0]
        elif kind == _CALL:
            if index not in sequences:
                sequences[index] = struct.unpack(f"<{len(body) // 2 - 1}h", body[2:])
            calling, called = index, 0
        if calling >= 0 and kind in (_CALL, _RETURN):
            if called < len(sequences[calling]):
                following = calling + sequences[calling][called]
                called += 1
            else:
                following, calling = calling + 1, -1
        if not 0 <= following <= len(raw):
            raise TapeError(f"{name}: block {index + 1} goes to block {following + 1}, which the tape does not have")
        index = following


def _build_tzx(parts: Iterable[Part], info: Info) -> bytes:
    contents = [_TZX_HEADER]
    if info:
        contents.append(_tzx_archive_info(info))
    for number, part in enumerate(parts, 1):
        try:
            contents.append(_tzx_block(part))
        except (struct.error, OverflowError):
            raise TapeError(
                f"part {number} cannot be written as .tzx: it has a pulse of more than 65,535 T-states, "
                "more than 65,535 pulses at a time, or a pause of more than 65 s"
            ) from None
    return b"".join(contents)


def _tzx_archive_info(info: Info) -> bytes:
    ids = {text: number for number, text in skoolkit.tape.ARCHIVE_INFO.items()}
    items = []
    for what, text in info:
        data = text.replace("\n", "\r").encode("latin-1", "replace")
        if len(data) > 0xFF:
            raise TapeError(f"the archive info {what!r} is longer than 255 characters; shorten it")
        number = ids.get(what, 0xFF)
        if what.startswith("#") and len(what) == 3:
            number = int(what[1:], 16)
        items.append(bytes((number, len(data))) + data)
    body = bytes((len(items),)) + b"".join(items)
    return struct.pack("<BH", _ARCHIVE, len(body)) + body


def _tzx_block(part: Part) -> bytes:
    if isinstance(part, Block):
        content = part.to_bytes()
        return struct.pack("<BHH", _STANDARD, _milliseconds(part.pause_tstates), len(content)) + content
    if isinstance(part, Stop):
        return struct.pack("<BI", _STOP_48K, 0) if part.only_48k else struct.pack("<BH", _PAUSE, 0)
    if isinstance(part, Note):
        text = part.text.encode("latin-1", "replace")
        return part.tzx or struct.pack("<BB", _TEXT, len(text)) + text
    if isinstance(part, Recording):
        head = struct.pack("<BHHB", _DIRECT, part.sample_tstates, _milliseconds(part.pause_tstates), part.used_bits)
        return head + len(part.samples).to_bytes(3, "little") + part.samples
    return _tzx_signal(part)


def _tzx_signal(signal: Signal) -> bytes:
    contents = []
    if signal.level is not None:
        contents.append(struct.pack("<BIB", _LEVEL, 1, signal.level))
    pause = _milliseconds(signal.pause_tstates)
    zero, one = (sorted(set(pulses)) for pulses in (signal.zero, signal.one))
    if signal.data and not (len(signal.zero) == len(signal.one) == 2 and len(zero) == len(one) == 1):
        what = f"a {signal.kind} with other than two equal pulses for each bit cannot be written as .tzx"
        raise TapeError(f"{what}; keep the tape as it is")
    pulses = signal.pulses
    own_pause = pause if not signal.tail else 0
    if signal.data and len(pulses) == 3 and pulses[1][0] == pulses[2][0] == 1:
        (count, pilot), (_, sync1), (_, sync2) = pulses
        timing = (pilot, sync1, sync2, zero[0], one[0], count, signal.used_bits, own_pause)
        head = struct.pack("<BHHHHHHBH", _TURBO, *timing)
        contents.append(head + len(signal.data).to_bytes(3, "little") + signal.data)
    else:
        contents.extend(_tzx_pulses(pulses))
        if signal.data:
            head = struct.pack("<BHHBH", _PURE, zero[0], one[0], signal.used_bits, own_pause)
            contents.append(head + len(signal.data).to_bytes(3, "little") + signal.data)
    if signal.tail:
        contents.extend(_tzx_pulses(((1, signal.tail),)))
    if pause and (signal.tail or not signal.data):
        contents.append(struct.pack("<BH", _PAUSE, pause))
    return b"".join(contents)


def _tzx_pulses(pulses: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    """Build tones, and rows of up to 255 single pulses."""
    single: list[int] = []
    for count, duration in (*pulses, (2, 0)):  # the last one only ends a row
        if count == 1 and len(single) < 0xFF:
            single.append(duration)
            continue
        if single:
            yield struct.pack(f"<BB{len(single)}H", _PULSES, len(single), *single)
            single = [duration] if count == 1 else []
        if count > 1 and duration:
            yield struct.pack("<BHH", _TONE, duration, count)


def _milliseconds(tstates: int) -> int:
    """Return a pause to the millisecond, a short one as one."""
    return max(1, round(tstates / _MILLISECOND)) if tstates else 0


# -- .pzx ------------------------------------------------------------------------------------------

_PZX_SIGNATURE = b"PZXT"
_EMPTY_PZX = _PZX_SIGNATURE + bytes((2, 0, 0, 0, 1, 0))
# the names of texts in a .pzx and in a .tzx
_PZX_INFO = {
    "Title": "Full title", "Publisher": "Software house/publisher", "Author": "Author(s)",
    "Year": "Year of publication", "Language": "Language", "Type": "Game/utility type", "Price": "Price",
    "Protection": "Protection scheme/loader", "Origin": "Origin", "Comment": "Comment(s)",
}  # fmt: skip
_PZX_TAIL = 945
"""The pulse by which the tools that make a .pzx end a block at the ROM's speed."""
_ROM_LEADERS = tuple(Block.build(flag, b"").signal.pulses for flag in (HEADER_FLAG, DATA_FLAG))


def _parse_pzx(data: bytes, name: str) -> tuple[tuple[Part, ...], Info]:
    """Parse a `.pzx` file: its parts, and the texts of its header as (what, text)."""
    if data[:4] != _PZX_SIGNATURE:
        raise TapeError(f"{name}: not a .pzx: it does not begin with its signature, PZXT; is it a .tzx?")
    parts: list[Part] = []
    info: list[tuple[str, str]] = []
    rom_leader, single_pulses = False, 0
    blocks = _split_blocks(data, 0, name, lambda at: (0, 8 + int.from_bytes(data[at + 4 : at + 8], "little")))
    for number, raw in enumerate(list(blocks), 1):
        place = f"{name}: block {number}"
        if raw[:4] == b"PULS" and len(raw) - 8 > 2 * MAX_SINGLE_PULSES:
            raise TapeError(f"{place}: more than {MAX_SINGLE_PULSES:,} single pulses; split the tape")
        try:
            tape: Any = skoolkit.tape.parse_pzx(raw if raw[:4] == _PZX_SIGNATURE else _EMPTY_PZX + raw)
        except (SkoolKitError, IndexError, ValueError) as error:
            raise TapeError(f"{place}, {raw[:4]!r}, is damaged: {error}") from None
        if raw[:4] == _PZX_SIGNATURE:
            pairs = [line.split(": ", 1) for line in tape.blocks[0].info[1:]]
            info += [(_PZX_INFO.get(pair[0], pair[0]), pair[-1]) for pair in pairs if pair[-1]]
            continue
        parsed = _parse_pzx_block(raw, tape.blocks[1], place)
        single_pulses = count_pulses(parsed, place, single_pulses)
        if isinstance(parsed, Signal) and rom_leader and _is_rom_data(parsed):
            content = parsed.data
            parts[-1] = Block(content[0], content[1:-1], content[-1], 0)
        elif isinstance(parsed, Signal) and parsed.kind == "pause" and parts and isinstance(parts[-1], Block):
            parts[-1] = replace(parts[-1], pause_tstates=parts[-1].pause_tstates + parsed.pause_tstates)
        else:
            parts.append(parsed)
        rom_leader = isinstance(parsed, Signal) and parsed.pulses in _ROM_LEADERS
    return tuple(parts), tuple(info)


def _parse_pzx_block(raw: bytes, decoded: Any, place: str) -> Part:
    kind = raw[:4]
    timings = decoded.timings
    if kind == b"PULS":
        return Signal("pulses", tuple(timings.pulses), level=timings.polarity)
    if kind == b"DATA":
        data = bytes(decoded.data)
        bits = int.from_bytes(raw[8:12], "little") & 0x7FFF_FFFF
        if len(data) != (bits + 7) // 8 or (data and not (timings.zero or timings.one)):
            raise TapeError(f"{place}, {kind!r}, is damaged: it says it has {bits:,} bits, {8 * len(data):,} are there")
        bits_and_tail = (timings.zero, timings.one, timings.used_bits, timings.tail)
        return Signal("data", (), data, *bits_and_tail, level=timings.polarity)
    if kind == b"PAUS":
        return Signal("pause", pause_tstates=timings.pause, level=timings.polarity)
    if kind == b"STOP":
        return Stop(only_48k=bool(raw[8] & 1))
    if kind == b"BRWS":
        return Note("Browse point", "".join(decoded.info))
    raise TapeError(f"{place} is of kind {kind!r}, which .pzx 1.0 does not have; take it out")


def _build_pzx(parts: Iterable[Part], info: Info) -> bytes:
    """Build a `.pzx` file of these parts and these texts.

    A block begins low unless it says otherwise, so each says its level; a note of a `.tzx` becomes a browse point.
    """
    names = {text: name for name, text in _PZX_INFO.items()}
    texts = [text for what, text in info if what == "Full title"] or [""]
    texts += [piece for what, text in info if what != "Full title" for piece in (names.get(what, what), text)]
    version = bytes((1, 0))
    contents = [_pzx_block(_PZX_SIGNATURE, version + b"\0".join(text.encode("latin-1", "replace") for text in texts))]
    level, silent = 0, True
    for number, part in enumerate(parts, 1):
        if isinstance(part, Stop):
            contents.append(_pzx_block(b"STOP", bytes((part.only_48k, 0))))
        elif isinstance(part, Note):
            contents.append(_pzx_block(b"BRWS", (part.text or part.kind).encode("latin-1", "replace")))
        else:
            if isinstance(part, Block) and silent:
                level = 0  # the ROM hears it either way, and so it is written elsewhere, too
            try:
                blocks, level = _pzx_sound(part, level)
            except (struct.error, OverflowError):
                what = f"part {number} cannot be written as .pzx: it has a pulse or a pause that is too long"
                raise TapeError(f"{what}; keep the tape as it is") from None
            contents += blocks
            silent = bool(part.pause_tstates)
    return b"".join(contents)


def _pzx_sound(part: Block | Signal | Recording, level: int) -> tuple[list[bytes], int]:
    """Return the blocks of a part that is heard, and the level after it."""
    contents: list[bytes] = []
    pause = part.pause_tstates

    def pulse(pulses: Sequence[tuple[int, int]]) -> None:
        nonlocal level
        if pulses:
            contents.append(_pzx_pulses(pulses, level))
            level ^= sum(count for count, _ in pulses) & 1

    if isinstance(part, Recording):
        runs, level = _runs(part)
        pulse([(1, run) for run in runs])
        level ^= 1  # a recording says no more than its samples: nothing turns over at its end
    else:
        signal = replace(part.signal, tail=_PZX_TAIL if pause else 0) if isinstance(part, Block) else part
        level = level if signal.level is None else signal.level
        pulse(signal.pulses)
        if signal.data:
            lengths = (*signal.zero, *signal.one)
            counts = (sum(signal.bit_counts) | level << 31, signal.tail, len(signal.zero), len(signal.one))
            body = struct.pack(f"<IHBB{len(lengths)}H", *counts, *lengths) + signal.data
            contents.append(_pzx_block(b"DATA", body))
            zeros, ones = signal.bit_counts
            level ^= (zeros * len(signal.zero) + ones * len(signal.one) + bool(signal.tail)) & 1
        elif signal.tail:
            pulse([(1, signal.tail)])
        if pause and signal.level and not contents:
            return [_pzx_block(b"PAUS", struct.pack("<I", pause | 1 << 31))], level
    if pause and level:  # the last pulse is finished, and then there is silence
        pulse([(1, min(_MILLISECOND, pause))])
        pause -= min(_MILLISECOND, pause)
    if pause >= 1 << 31:
        raise OverflowError
    if pause:
        contents.append(_pzx_block(b"PAUS", struct.pack("<I", pause)))
    return contents, level


def _pzx_block(kind: bytes, body: bytes) -> bytes:
    return kind + len(body).to_bytes(4, "little") + body


def _pzx_pulses(pulses: Iterable[tuple[int, int]], level: int) -> bytes:
    """Build a block of pulses, with one of no length before them if they begin high."""
    words: list[int] = [0] if level else []
    for count, duration in pulses:
        for first in range(0, count, 0x7FFF):
            several = min(count - first, 0x7FFF)
            is_long = duration > 0x7FFF
            words += [0x8000 | several] * (several > 1 or is_long) + [0x8000 | duration >> 16] * is_long
            words.append(duration & 0xFFFF)
    return _pzx_block(b"PULS", struct.pack(f"<{len(words)}H", *words))


def _is_rom_data(signal: Signal) -> bool:
    found = (signal.kind, signal.zero, signal.one, signal.used_bits)
    return found == ("data", (855, 855), (1710, 1710), 8) and len(signal.data) >= 2


READ_SUFFIXES = (".tap", ".tzx", ".pzx")
WRITTEN_SUFFIXES = (".tap", ".tzx", ".pzx", ".wav")


@dataclass(frozen=True)
class Tape:
    """Parts of a tape, in its order, and `info`: (what, text) about it, as a `.tzx` has them.

    `blocks` are the blocks at the ROM's speed among the `parts`. Tapes add up:
    ``Tape(program_blocks(…)) + Tape(code_blocks(…))``.
    """

    parts: tuple[Part, ...] = ()
    info: Info = ()

    @classmethod
    def read(cls, path: Path | str) -> Tape:
        """Read a `.tap`, `.tzx` or `.pzx` file, which may be packed: ``.tap.gz``, or alone in a ``.zip``.

        TapeError if it cannot be read, is damaged, or holds what cannot be played.
        """
        path = Path(path)
        return cls.parse(read_file(path, "the tape", TapeError), suffix_of(path.name), str(path))

    @classmethod
    def parse(cls, data: bytes, suffix: str = ".tap", name: str = "<tape>") -> Tape:
        """Parse the bytes of a file, of the kind that its first bytes say or else `suffix` names.

        TapeError, ``name: …``, if they are damaged, or hold what cannot be played.
        """
        try:
            data, suffix = opened(data, suffix.lower(), READ_SUFFIXES, "a tape")
        except OpeningError as error:
            raise TapeError(f"{name}: {error}") from None
        if len(data) > MAX_FILE_BYTES:
            raise TapeError(f"{name}: larger than 64 MB; that is not a tape: name another file")
        if suffix not in READ_SUFFIXES:
            what = f"a {suffix}, not a tape" if suffix else "neither its name nor its first bytes are those of a tape"
            raise TapeError(f"{name}: {what}; it should be a .tap, .tzx or .pzx")
        if suffix == ".tzx":
            return cls(*_parse_tzx(data, name))
        if suffix == ".pzx":
            return cls(*_parse_pzx(data, name))
        return parse_tap(data, name)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks at the ROM's speed."""
        return tuple(part for part in self.parts if isinstance(part, Block))

    def losses(self, suffix: str) -> tuple[str, ...]:
        """Describe what the format `suffix` cannot store of this tape."""
        if suffix.lower() != ".tap":
            return ()
        signals = [part for part in self.parts if isinstance(part, Signal | Recording)]
        paused = [part for part in self.parts[:-1] if isinstance(part, Block) and part.pause_tstates != PAUSE_TSTATES]
        kinds = ", ".join(dict.fromkeys(part.kind for part in signals))
        counted = (
            (len(signals), f"part not at the ROM's speed ({kinds})", f"parts not at the ROM's speed ({kinds})"),
            (len(paused), "pause of other than a second", "pauses of other than a second"),
            (sum(isinstance(part, Stop) for part in self.parts), "stop", "stops"),
            (sum(isinstance(part, Note) for part in self.parts), "note", "notes"),
            (len(self.info), "archive info text", "archive info texts"),
        )
        return tuple(f"{count} {one if count == 1 else many}" for count, one, many in counted if count)

    def to_bytes(self) -> bytes:
        """Return the `.tap` file, of the blocks alone; TapeError if there is sound on the tape that it cannot hold."""
        if any(isinstance(part, Signal | Recording) for part in self.parts):
            raise TapeError(f"a .tap cannot hold {self.losses('.tap')[0]}; write a .tzx")
        contents = (block.to_bytes() for block in self.blocks)
        return b"".join(len(content).to_bytes(2, "little") + content for content in contents)

    def encode(self, suffix: str) -> bytes:
        """Return the file of the kind that `suffix` names: `.tap`, `.tzx`, `.pzx` or (for a real machine) `.wav`.

        TapeError if there is sound on the tape that the format has no room for.
        """
        if suffix == ".tap":
            return self.to_bytes()
        if suffix == ".tzx":
            return _build_tzx(self.parts, self.info)
        if suffix == ".pzx":
            return _build_pzx(self.parts, self.info)
        if suffix == ".wav":
            return _build_wav(self.parts)
        known = ", ".join(WRITTEN_SUFFIXES)
        raise TapeError(f"cannot write a tape as {suffix or 'a file without a suffix'}; use {known}")

    def write(self, path: Path | str, *, lossy: bool = False) -> None:
        """Write a `.tap`, `.tzx`, `.pzx` or (for a real machine) `.wav` file; all of it or, on an error, nothing.

        TapeError for another suffix, a file that cannot be written, or if something on the tape would be lost; with
        `lossy` only the sound must not be.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix not in WRITTEN_SUFFIXES:
            raise TapeError(f"{path}: cannot write that kind of tape; name it {', '.join(WRITTEN_SUFFIXES)}")
        lost = self.losses(suffix)
        if lost and not lossy:
            raise TapeError(f"{path}: a {suffix} cannot hold {' or '.join(lost)}; write a .tzx")
        save_file(path, self.encode(suffix), "the tape", TapeError)

    def __add__(self, other: Tape) -> Tape:
        return Tape(self.parts + other.parts, self.info + other.info)


def parse_tap(data: bytes, name: str = "<tape>") -> Tape:
    """Parse the bytes of a `.tap` file; a wrong checksum stays as it is, zeros behind the last block are left out.

    TapeError, ``name: byte N: …``, if they are not a row of blocks.
    """
    blocks: list[Block] = []
    offset = 0
    whole = len(data.rstrip(b"\0"))
    while offset < len(data) and not (offset >= whole and blocks and blocks[-1].is_sound):
        if len(blocks) == MAX_PARTS:
            raise TapeError(f"{name}: more than {MAX_PARTS:,} blocks; that is not a tape: name another file")
        place = f"{name}: byte {offset}"
        length = int.from_bytes(data[offset : offset + 2], "little")
        end = offset + 2 + length
        if offset + 2 > len(data) or end > len(data):
            wanted = f"says it has {length} bytes" if offset + 2 <= len(data) else "has an incomplete length"
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
    if offset < len(data):
        what = f"{len(data) - offset:,} zeros after the last block, which ends at {offset:,}, ignored"
        warnings.warn(f"{name}: {what}", MediumWarning, stacklevel=3)
    return Tape(tuple(blocks))


def read_tap(path: Path | str) -> Tape:
    """Read a `.tap` file, whatever its name; TapeError if it cannot be read or is none."""
    return Tape.parse(read_file(path, "the tape", TapeError), ".tap", str(path))


def write_tap(path: Path | str, tape: Tape) -> None:
    """Write a `.tap` file, whatever its name, all of it or nothing; TapeError if that fails, or for sound."""
    save_file(path, tape.to_bytes(), "the tape", TapeError)
