"""`.tzx` files: read, with SkoolKit's decoder of each block, and written.

Every block is measured against the file before it is decoded, so that a file cut short is refused and
never half read. Loops, jumps and calls are unrolled: what comes out is what the player plays. C64 tapes are refused by
name; snapshots, and blocks of unknown kinds, which have their length in front, are skipped with a note. CSW recordings
and generalized data, which SkoolKit cannot decode, become pulses here.

Source: the TZX specification, revision 1.20.
"""

from __future__ import annotations

import itertools
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import skoolkit.tape
from skoolkit import SkoolKitError

from pyspectrum.errors import TapeError
from pyspectrum.tape.blocks import (
    MAX_PARTS,
    MAX_PULSES,
    MAX_SINGLE_PULSES,
    TSTATES_PER_SECOND,
    Block,
    Info,
    Note,
    Part,
    Recording,
    Signal,
    Stop,
    count_pulses,
    split_blocks,
)

_SIGNATURE = b"ZXTape!\x1a"
_HEADER = _SIGNATURE + bytes((1, 20))
_TSTATES_PER_MS = TSTATES_PER_SECOND // 1000
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


def parse_tzx(data: bytes, name: str) -> tuple[tuple[Part, ...], Info]:
    """Parse a `.tzx` file: its parts, and its archive info as (what, text).

    Raises:
        TapeError: not a `.tzx`, a damaged one, or one with a block that cannot be played.
    """
    if data[: len(_SIGNATURE)] != _SIGNATURE or len(data) < len(_HEADER):
        raise TapeError(f"{name}: not a .tzx: it does not begin with its signature, ZXTape!; is it a .tap?")
    raw = list(split_blocks(data, len(_HEADER), name, lambda offset: (1, _body_size(data, offset))))
    if sum(block[1] for block in raw if block[0] == _PULSES) > MAX_SINGLE_PULSES:
        raise TapeError(f"{name}: more than {MAX_SINGLE_PULSES:,} single pulses; save the tape as a recording")
    parsed: list[tuple[Part, ...]] = []
    single_pulses = 0
    for number, block in enumerate(raw, 1):
        place = f"{name}: block {number}"
        part = _parse_block(block, place)
        parsed.append(part if isinstance(part, tuple) else (part,) if part else ())
        for one in parsed[-1]:
            single_pulses = count_pulses(one, place, single_pulses)
    info = tuple(pair for block in raw if block[0] == _ARCHIVE for pair in _archive_info(block[3:]))
    return tuple(_unroll(raw, parsed, name)), info


def _body_size(data: bytes, offset: int) -> int:
    """Return the length of a block's body."""
    length, variable = _BODY.get(data[offset], _UNKNOWN_BODY)
    start = offset + 1
    if variable and start + length <= len(data):
        at, width, unit = variable
        length += unit * int.from_bytes(data[start + at : start + at + width], "little")
    return length


def _parse_block(block: bytes, place: str) -> Part | tuple[Part, ...] | None:
    """Parse one block; None for those that only direct the player."""
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
        _check_bits(used_bits, place)
        return Recording(body[8:], sample_tstates, used_bits, pause * _TSTATES_PER_MS)
    if kind == _CUSTOM:
        return Note("Custom info", body[:16].decode("latin-1").strip(), block)
    if kind == _STOP_48K:
        return Stop(only_48k=True)
    if kind == _LEVEL:
        return Signal("level", level=int(any(body[4:5])))
    try:
        decoded: Any = skoolkit.tape.parse_tzx(_HEADER + block, info=kind not in _HEARD, timings=True).blocks[0]
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
            return Signal("empty block", pause_tstates=_TSTATES_PER_MS * int.from_bytes(body[:2], "little"))
        if kind in (_TURBO, _PURE):
            _check_bits(timings.used_bits, place)
        return Signal(
            str(decoded.name).lower(),
            tuple(timings.pulses),
            bytes(decoded.data or b""),
            tuple(timings.zero or ()),
            tuple(timings.one or ()),
            timings.used_bits,
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
        """Append pulses of one length."""
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
        """Make the last pulse longer by `duration`."""
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
    return pulses.signal("CSW recording", pause_tstates=pause * _TSTATES_PER_MS)


def _parse_generalized(body: bytes) -> Iterator[Signal]:
    """Parse symbols, rows of pulses that begin with an edge, without one, or at a level: repeated ones, then bits."""
    pause, leaders, leader_width, leader_kinds, count, width, kinds = struct.unpack_from("<HIBBIBB", body, 4)
    at, pulses, level = 18, _Pulses(), None

    def alphabet(size: int, longest: int) -> list[tuple[int, tuple[int, ...]]]:
        nonlocal at
        found = []
        for _ in range(size or 256):
            flags, *lengths = struct.unpack_from(f"<B{longest}H", body, at)
            found.append((flags & 3, tuple(itertools.takewhile(bool, lengths))))
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
    pause_tstates = pause * _TSTATES_PER_MS
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


def _check_bits(used_bits: int, place: str) -> None:
    if not 1 <= used_bits <= 8:
        raise TapeError(f"{place} is damaged: its last byte has {used_bits} bits; 1–8 are possible")


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
            raise TapeError(
                f"{name}: block {index + 1}: jumps or loops play more than {MAX_PARTS:,} blocks; is it endless?"
            )
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


def build_tzx(parts: Iterable[Part], info: Info) -> bytes:
    """Build a `.tzx` file of these parts and this archive info.

    Raises:
        TapeError: a pulse, a pause or a text that the format has no room for.
    """
    contents = [_HEADER]
    if info:
        contents.append(_build_archive_info(info))
    for number, part in enumerate(parts, 1):
        try:
            contents.append(_build_part(part))
        except (struct.error, OverflowError):
            raise TapeError(
                f"part {number} cannot be written as .tzx: it has a pulse of more than 65,535 T-states, "
                "more than 65,535 pulses at a time, or a pause of more than 65 s"
            ) from None
    return b"".join(contents)


def _build_archive_info(info: Info) -> bytes:
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


def _build_part(part: Part) -> bytes:
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
    return _build_signal(part)


def _build_signal(signal: Signal) -> bytes:
    contents = []
    if signal.level is not None:
        contents.append(struct.pack("<BIB", _LEVEL, 1, signal.level))
    pause = _milliseconds(signal.pause_tstates)
    zero, one = (sorted(set(pulses)) for pulses in (signal.zero, signal.one))
    if signal.data and not (len(signal.zero) == len(signal.one) == 2 and len(zero) == len(one) == 1):
        raise TapeError(
            f"a {signal.kind} with other than two equal pulses for each bit cannot be written as .tzx; "
            "keep the tape as it is"
        )
    pulses = signal.pulses
    own_pause = pause if not signal.tail else 0
    if signal.data and len(pulses) == 3 and pulses[1][0] == pulses[2][0] == 1:
        (count, pilot), (_, sync1), (_, sync2) = pulses
        timing = (pilot, sync1, sync2, zero[0], one[0], count, signal.used_bits, own_pause)
        head = struct.pack("<BHHHHHHBH", _TURBO, *timing)
        contents.append(head + len(signal.data).to_bytes(3, "little") + signal.data)
    else:
        contents.extend(_build_pulses(pulses))
        if signal.data:
            head = struct.pack("<BHHBH", _PURE, zero[0], one[0], signal.used_bits, own_pause)
            contents.append(head + len(signal.data).to_bytes(3, "little") + signal.data)
    if signal.tail:
        contents.extend(_build_pulses(((1, signal.tail),)))
    if pause and (signal.tail or not signal.data):
        contents.append(struct.pack("<BH", _PAUSE, pause))
    return b"".join(contents)


def _build_pulses(pulses: Sequence[tuple[int, int]]) -> Iterator[bytes]:
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
    return max(1, round(tstates / _TSTATES_PER_MS)) if tstates else 0
