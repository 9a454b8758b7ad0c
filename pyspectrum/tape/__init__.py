"""Tapes: `.tap`, `.tzx` and `.pzx` files, blocks and headers, and how they sound.

A `.tap` file is a row of blocks, each with its length in front (two bytes, low first). The other
formats hold any sound as well; what is on them is described in `pyspectrum.tape.blocks`.

A `.pzx` file is read with SkoolKit's decoder of each block. A leader at the ROM's speed, data at the ROM's speed and
the pause after them become one `Block`. Source: the PZX specification, version 1.0.

A `.wav` file is for the EAR socket of a real machine: 44,100 Hz, 8 bits, one channel.

How a tape sounds are the times at which the EAR level turns over. The rules are those of the `.tzx` format: each pulse
has the other level than the one before; silence is low, after a millisecond in which the last pulse is finished. The
leader of a block at the ROM's speed begins with an edge; the ROM does not mind which way up it hears a tape.
Source: the TZX specification, revision 1.20, "the current pulse level"; the PZX specification 1.0.

>>> tape = Tape(code_blocks("code", b"abc", 32768))
>>> len(tape.to_bytes()), len(tape.encode(".tzx"))
(28, 44)
"""

from __future__ import annotations

import io
import re
import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import skoolkit.tape
from skoolkit import SkoolKitError

from pyspectrum.atomic import save_file
from pyspectrum.errors import TapeError
from pyspectrum.media_kinds import MAX_FILE_BYTES, suffix_of, true_suffix, unpacked
from pyspectrum.tape import tzx
from pyspectrum.tape.blocks import (
    MAX_PARTS,
    MAX_PULSES,
    MAX_SINGLE_PULSES,
    PAUSE_TSTATES,
    TSTATES_PER_SECOND,
    Block,
    FileType,
    Info,
    Note,
    Part,
    Recording,
    Signal,
    Stop,
    checksum,
    code_blocks,
    count_pulses,
    program_blocks,
    screen_blocks,
    split_blocks,
)

__all__ = [
    "Block",
    "FileType",
    "Note",
    "Part",
    "Recording",
    "Signal",
    "Stop",
    "Tape",
    "checksum",
    "code_blocks",
    "parse_tap",
    "program_blocks",
    "read_tap",
    "screen_blocks",
    "waveform",
    "write_tap",
]

_FINISH_TSTATES = TSTATES_PER_SECOND // 1000


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
        return self.last_tstates + _FINISH_TSTATES


def waveform(parts: Iterable[Part], start_tstates: int = 0) -> Waveform:
    """Return the sound of parts of a tape that start to play at `start_tstates`.

    >>> waveform([Signal("three pulses", ((2, 100), (1, 50)))]).edges
    array('q', [100, 200, 250])

    Raises:
        TapeError: more than 8,000,000 pulses.
    """
    edges = array("q")
    now = last = start_tstates
    silent = True
    count = 0
    for part in parts:
        if not isinstance(part, Block | Signal | Recording):
            continue
        count += part.pulse_count
        if count > MAX_PULSES:
            raise TapeError(
                f"{count:,} pulses are too many to play in one go; the limit is {MAX_PULSES:,}: "
                "load the tape block by block"
            )
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
                edges.append(now + min(_FINISH_TSTATES, part.pause_tstates))
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
    """Return how long a part is heard, with the silence after it.

    >>> duration_tstates(Signal("two bits", (), b"@", (10, 10), (20, 20), used_bits=2, pause_tstates=5))
    65
    """
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


SAMPLE_RATE = 44_100
MAX_SECONDS = 3600
_LEVELS = (b"\x20", b"\xe0")
_LEAD_IN_TSTATES = TSTATES_PER_SECOND // 2
_TAIL_TSTATES = (TSTATES_PER_SECOND, TSTATES_PER_SECOND // 100, TSTATES_PER_SECOND // 2)
"""Silence at the end, a click, silence: a program that reads the sound finds a block's end by what comes behind it."""


def _build_wav(parts: Iterable[Part]) -> bytes:
    """Return the sound of a tape as a `.wav` file; each edge is at the sample nearest to its time.

    A sound file cannot wait, so `Stop` is left out. A second and a half follows the last part.

    Raises:
        TapeError: more than an hour, or a part with too many pulses.
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
        if wave_part.end_tstates > MAX_SECONDS * TSTATES_PER_SECOND:
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


_SIGNATURE = b"PZXT"
_EMPTY_HEADER = _SIGNATURE + bytes((2, 0, 0, 0, 1, 0))
# the names of texts in a .pzx and in a .tzx
_INFO = {
    "Title": "Full title",
    "Publisher": "Software house/publisher",
    "Author": "Author(s)",
    "Year": "Year of publication",
    "Language": "Language",
    "Type": "Game/utility type",
    "Price": "Price",
    "Protection": "Protection scheme/loader",
    "Origin": "Origin",
    "Comment": "Comment(s)",
}
_PZX_TAIL = 945
"""The pulse by which the tools that make a .pzx end a block at the ROM's speed."""
_ROM_LEADERS = tuple(((count, 2168), (1, 667), (1, 735)) for count in (8063, 3223))


def _parse_pzx(data: bytes, name: str) -> tuple[tuple[Part, ...], Info]:
    """Parse a `.pzx` file: its parts, and the texts of its header as (what, text).

    Raises:
        TapeError: not a `.pzx`, a damaged one, or one with a block of an unknown kind.
    """
    if data[:4] != _SIGNATURE:
        raise TapeError(f"{name}: not a .pzx: it does not begin with its signature, PZXT; is it a .tzx?")
    parts: list[Part] = []
    info: list[tuple[str, str]] = []
    rom_leader = False
    single_pulses = 0
    blocks = split_blocks(data, 0, name, lambda at: (0, 8 + int.from_bytes(data[at + 4 : at + 8], "little")))
    for number, raw in enumerate(list(blocks), 1):
        place = f"{name}: block {number}"
        if raw[:4] == b"PULS" and len(raw) > 2 * MAX_SINGLE_PULSES:
            raise TapeError(f"{place}: more than {MAX_SINGLE_PULSES:,} single pulses; split the tape")
        try:
            tape: Any = skoolkit.tape.parse_pzx(raw if raw[:4] == _SIGNATURE else _EMPTY_HEADER + raw)
        except (SkoolKitError, IndexError, ValueError) as error:
            raise TapeError(f"{place}, {raw[:4]!r}, is damaged: {error}") from None
        if raw[:4] == _SIGNATURE:
            pairs = [line.split(": ", 1) for line in tape.blocks[0].info[1:]]
            info += [(_INFO.get(pair[0], pair[0]), pair[-1]) for pair in pairs if pair[-1]]
            continue
        parsed = _parse_block(raw, tape.blocks[1], place)
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


def _parse_block(raw: bytes, decoded: Any, place: str) -> Part:
    kind = raw[:4]
    timings = decoded.timings
    if kind == b"PULS":
        return Signal("pulses", tuple(timings.pulses), level=timings.polarity)
    if kind == b"DATA":
        data = bytes(decoded.data)
        bits = int.from_bytes(raw[8:12], "little") & 0x7FFF_FFFF
        if len(data) != (bits + 7) // 8 or (data and not (timings.zero or timings.one)):
            raise TapeError(f"{place}, {kind!r}, is damaged: it says it has {bits:,} bits, {8 * len(data):,} are there")
        return Signal(
            "data", (), data, timings.zero, timings.one, timings.used_bits, timings.tail, level=timings.polarity
        )
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

    Raises:
        TapeError: a pulse or a pause that the format has no room for.
    """
    names = {text: name for name, text in _INFO.items()}
    texts = [text for what, text in info if what == "Full title"] or [""]
    texts += [piece for what, text in info if what != "Full title" for piece in (names.get(what, what), text)]
    contents = [_pzx_block(_SIGNATURE, bytes((1, 0)) + b"\0".join(text.encode("latin-1", "replace") for text in texts))]
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
            contents.append(_pzx_data(signal, level))
            zeros, ones = signal.bit_counts
            level ^= (zeros * len(signal.zero) + ones * len(signal.one) + bool(signal.tail)) & 1
        elif signal.tail:
            pulse([(1, signal.tail)])
        if pause and signal.level and not contents:
            return [_pzx_block(b"PAUS", struct.pack("<I", pause | 1 << 31))], level
    if pause and level:  # the last pulse is finished, and then there is silence
        pulse([(1, min(_FINISH_TSTATES, pause))])
        pause -= min(_FINISH_TSTATES, pause)
    if pause >= 1 << 31:
        raise OverflowError
    if pause:
        contents.append(_pzx_block(b"PAUS", struct.pack("<I", pause)))
    return contents, level


def _pzx_data(signal: Signal, level: int) -> bytes:
    pulses = (*signal.zero, *signal.one)
    counts = (sum(signal.bit_counts) | level << 31, signal.tail, len(signal.zero), len(signal.one))
    return _pzx_block(b"DATA", struct.pack(f"<IHBB{len(pulses)}H", *counts, *pulses) + signal.data)


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
        """Read a `.tap`, `.tzx` or `.pzx` file, which may be packed: ``.tap.gz``.

        Raises:
            TapeError: the file cannot be read, is damaged, or holds what cannot be played.
        """
        path = Path(path)
        suffix = suffix_of(path.name)
        if suffix not in READ_SUFFIXES:
            raise TapeError(f"{path}: its name is not that of a tape; it should end in .tap, .tzx or .pzx")
        return cls.parse(_read_file(path), suffix, str(path))

    @classmethod
    def parse(cls, data: bytes, suffix: str = ".tap", name: str = "<tape>") -> Tape:
        """Parse the bytes of a file, of the kind that its first bytes say or else `suffix` names.

        Raises:
            TapeError: ``name: …`` where the bytes are damaged, or hold what cannot be played.
        """
        try:
            data = unpacked(data)
        except ValueError as error:
            raise TapeError(f"{name}: {error}") from None
        _check_size(data, name)
        suffix = true_suffix(data, suffix.lower())
        if suffix == ".tzx":
            return cls(*tzx.parse_tzx(data, name))
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
        """Return the `.tap` file, of the blocks alone.

        Raises:
            TapeError: there is sound on the tape that a `.tap` cannot hold.
        """
        if any(isinstance(part, Signal | Recording) for part in self.parts):
            raise TapeError(f"a .tap cannot hold {self.losses('.tap')[0]}; write a .tzx")
        contents = (block.to_bytes() for block in self.blocks)
        return b"".join(len(content).to_bytes(2, "little") + content for content in contents)

    def encode(self, suffix: str) -> bytes:
        """Return the file of the kind that `suffix` names: `.tap`, `.tzx`, `.pzx` or (for a real machine) `.wav`.

        Raises:
            TapeError: there is sound on the tape that the format has no room for.
        """
        if suffix == ".tap":
            return self.to_bytes()
        if suffix == ".tzx":
            return tzx.build_tzx(self.parts, self.info)
        if suffix == ".pzx":
            return _build_pzx(self.parts, self.info)
        if suffix == ".wav":
            return _build_wav(self.parts)
        known = ", ".join(WRITTEN_SUFFIXES)
        raise TapeError(f"cannot write a tape as {suffix or 'a file without a suffix'}; use {known}")

    def write(self, path: Path | str, *, lossy: bool = False) -> None:
        """Write a `.tap`, `.tzx`, `.pzx` or (for a real machine) `.wav` file; all of it or, on an error, nothing.

        Raises:
            TapeError: another suffix, a file that cannot be written, or something on the tape would
                be lost; with `lossy` only the sound must not be.
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

    Raises:
        TapeError: ``name: byte N: …`` where the bytes are not a row of blocks.
    """
    _check_size(data, name)
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
    return Tape(tuple(blocks))


def read_tap(path: Path | str) -> Tape:
    """Read a `.tap` file, whatever its name.

    Raises:
        TapeError: the file cannot be read, or is not a `.tap`.
    """
    return Tape.parse(_read_file(Path(path)), ".tap", str(path))


def write_tap(path: Path | str, tape: Tape) -> None:
    """Write a `.tap` file, whatever its name; all of it or, on an error, nothing.

    Raises:
        TapeError: the file cannot be written, or there is sound on the tape that a `.tap` cannot hold.
    """
    save_file(path, tape.to_bytes(), "the tape", TapeError)


def _check_size(data: bytes, name: str) -> None:
    if len(data) > MAX_FILE_BYTES:
        raise TapeError(f"{name}: larger than 64 MB; that is not a tape: name another file")


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise TapeError(f"{path}: cannot read the tape: {error.strerror}; name another file") from None
