"""Recorded games (`.rzx`): what the program read from its ports in each frame. SkoolKit's player runs it again.

A recording begins with a snapshot; each of its frames has the number of opcode fetches and the bytes that were read. A
program that reads more or fewer has left the track: the machine differs from the one that made the recording.

Source: R. Coreanu, "The RZX file format", version 0.13.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from skoolkit import SkoolKitError
from skoolkit.rzxplay import Frame, InputRecording, RZXContext, process_block

from pyspectrum.core import Core
from pyspectrum.core.bus import BusState
from pyspectrum.core.states import CLOCK, CoreState
from pyspectrum.errors import RecordingError, ReplayError, SnapshotError
from pyspectrum.media_kinds import MAX_FILE_BYTES
from pyspectrum.opener import OpeningError, read_file, unzipped
from pyspectrum.screen import SCREEN_SIZE, Screen
from pyspectrum.snapshot import Snapshot, parse_snapshot

_SIGN, _HEADER = b"RZX!", 10
_SNAPSHOT, _INPUT = 0x30, 0x80
_NOT_HERE, _PACKED = 1, 2
_AS_BEFORE = 0xFFFF
_SHADOW_SCREEN = 8
_WAYS = (0, 2, 4, 6)
"""SkoolKit's flags, tried in turn: 2 delays an interrupt after EI if a short frame asks for it, as some recorders mean
it; 4 leaves out the snapshots after the first.
"""


@dataclass(frozen=True)
class Checkpoint:
    """A moment of a recording, after so many frames: the CRC-32 of the whole RAM, and the screen that showed.

    The interrupt of the next frame has not come yet.
    """

    frame: int
    memory: int
    screen: Screen


@dataclass(frozen=True)
class RecordedGame:
    """An `.rzx` file: snapshots, and the input that follows each; `machine` is the first snapshot's."""

    name: str
    machine: str
    blocks: tuple[Any, ...]

    @property
    def frames(self) -> int:
        return sum(len(block.frames) for block in self.blocks if isinstance(block, InputRecording))


def read_rzx(path: Path | str) -> RecordedGame:
    """Read an `.rzx` file, which may be packed (``.rzx.gz``); RecordingError if there is none or it is damaged."""
    try:
        return parse_rzx(unzipped(read_file(path, "the recording", RecordingError)), str(path))
    except OpeningError as error:
        raise RecordingError(f"{path}: {error}") from None


def parse_rzx(data: bytes, name: str = "<rzx>") -> RecordedGame:
    """Parse the bytes of an `.rzx` file; RecordingError ``name: …`` if they are damaged, or no game to be played."""
    if not data.startswith(_SIGN) or len(data) > MAX_FILE_BYTES:
        raise RecordingError(f"{name}: not a recorded game: it does not begin with RZX!, or is larger than 64 MB")
    machine, blocks, at = "", [], _HEADER
    while at < len(data):
        kind, length = data[at], int.from_bytes(data[at + 1 : at + 5], "little")
        place, body = f"{name}: byte {at}", data[at + 5 : at + length]
        if length < 5 or at + length > len(data):
            raise RecordingError(f"{place}: damaged: the block ends beyond the end of the file; copy the file anew")
        if kind == _SNAPSHOT:
            snapshot = _parse_snapshot(body, place)
            machine = machine or snapshot.machine
            blocks.append(snapshot.parsed)
        elif kind == _INPUT:
            blocks.append(_parse_input(body, place))
        at += length
    while blocks and not isinstance(blocks[-1], InputRecording):
        del blocks[-1]
    if not blocks or isinstance(blocks[0], InputRecording):
        lacking = "a snapshot" if blocks else "recorded input"
        raise RecordingError(f"{name}: {lacking} is missing at its beginning; only a whole recording can be played")
    return RecordedGame(name, machine, tuple(blocks))


def _parse_snapshot(body: bytes, place: str) -> Snapshot:
    if len(body) < 12 or body[0] & _NOT_HERE:
        raise RecordingError(f"{place}: its snapshot is in another file; record it anew, with the snapshot in it")
    suffix = body[4:8].rstrip(b"\0").decode("latin-1").lower()
    try:
        snapshot = parse_snapshot(_content(body, body[0], 12, place), f".{suffix}", place)
    except SnapshotError as error:
        raise RecordingError(str(error)) from None
    if len(snapshot.banks) == 3 and None in snapshot.parsed.memory.memory[1:4]:
        raise RecordingError(f"{place}: a snapshot of a 16K, which SkoolKit's player does not have; record on a 48K")
    return snapshot


def _parse_input(body: bytes, place: str) -> InputRecording:
    if len(body) < 13 or body[9] & _NOT_HERE:
        raise RecordingError(f"{place}: its input is encrypted or cut short; only a plain recording can be played")
    (count,) = struct.unpack_from("<I", body)
    (tstates,) = struct.unpack_from("<I", body, 5)
    content = _content(body, body[9], 13, place)
    frames, at, start, end = [], 0, 0, 0
    for number in range(count):
        if at + 4 > len(content):
            raise RecordingError(f"{place}: damaged: frame {number + 1:,} of {count:,} is missing")
        fetches, reads = struct.unpack_from("<HH", content, at)
        at += 4
        if reads != _AS_BEFORE:
            start, at = at, at + reads
            end = at
        if end > len(content):
            raise RecordingError(f"{place}: damaged: frame {number + 1:,} of {count:,} ends too soon")
        frames.append(Frame(fetches, start, end))
    return InputRecording(tstates, frames, content)


def _content(body: bytes, flags: int, start: int, place: str) -> bytes:
    if not flags & _PACKED:
        return body[start:]
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(body[start:], MAX_FILE_BYTES)
    except zlib.error:
        content = b""
    if not unpacker.eof:
        raise RecordingError(f"{place}: damaged: the block cannot be unpacked; copy the file anew")
    return content


class _Watcher:
    """The screen that SkoolKit's player draws on after each frame; it keeps the checkpoints."""

    def __init__(self, context: RZXContext, every: int) -> None:
        self._context, self._every = context, every
        self.checkpoints: list[Checkpoint] = []

    def draw(self, _screen: Any, number: int, _border: Any) -> bool:
        frames = number + 1
        if frames == self._context.total_frames or (self._every and frames % self._every == 0):
            self.keep(frames)
        return True

    def keep(self, frames: int) -> None:
        """Add a checkpoint, unless there is one after so many frames."""
        if self.checkpoints and self.checkpoints[-1].frame == frames:
            return
        banks, shown = _ram(self._context)
        memory = 0
        for bank in banks:
            memory = zlib.crc32(bank, memory)
        self.checkpoints.append(Checkpoint(frames, memory, Screen(shown)))


def _ram(context: RZXContext) -> tuple[Sequence[bytes], bytes]:
    """Return the RAM in banks, one of a 48K, and the screen that shows."""
    memory = context.simulator.memory
    if len(memory) == 0x10000:
        ram = bytes(memory[0x4000:])
        return [ram], ram[:SCREEN_SIZE]
    banks = [bytes(bank) for bank in memory.banks]
    return banks, banks[7 if memory.o7ffd & _SHADOW_SCREEN else 5][:SCREEN_SIZE]


@dataclass(frozen=True)
class Played:
    """End of a recording: the machine's state, the checkpoints, and the error if it left the track."""

    state: CoreState
    checkpoints: tuple[Checkpoint, ...]
    error: ReplayError | None


def play(core: Core, game: RecordedGame, every: int = 0) -> Played:
    """Play a recording for a machine of its model, whose clock goes on by its frames; keep a checkpoint each `every`.

    RecordingError if it is of another model.
    """
    if game.machine != core.model.name:
        model = game.machine.removesuffix("K")
        raise RecordingError(f"{game.name}: a recording of a {game.machine}; use Spectrum(model={model!r})")
    tries = []
    for flags in _WAYS:
        tries.append(played := _play(core, game, every, flags))
        if played.error is None:
            return played
    return max(tries, key=lambda played: played.error.frame if played.error else 0)


def _play(core: Core, game: RecordedGame, every: int, flags: int) -> Played:
    context = RZXContext(None)
    context.screen = watcher = _Watcher(context, every)
    context.total_frames = game.frames
    options = SimpleNamespace(force=True, cmio=True, python=not core.uses_c, quiet=True, stop=None)
    error = None
    try:
        for block in game.blocks:
            process_block(block, options, flags, context)
        watcher.keep(context.frame_count)
    except SkoolKitError as stop:
        way = "more" if "exhausted" in str(stop) else "less"
        number = context.frame_count + 1
        error = ReplayError(
            f"{game.name}: left the track in frame {number:,} of {game.frames:,}: "
            f"the program read its ports {way} often than in the recording",
            number,
        )
    return Played(_state(core, context), tuple(watcher.checkpoints), error)


def _state(core: Core, context: RZXContext) -> CoreState:
    simulator, before = context.simulator, core.state()
    banks, _ = _ram(context)
    pages = (*banks, *before.pages[8:]) if core.banks else (before.pages[0][:0x4000] + banks[0],)
    per_frame, registers, ports = core.model.tstates_per_frame, [*simulator.registers], simulator.tracer
    registers[CLOCK] += (core.tstates // per_frame + context.frame_count + 1) * per_frame
    paging = simulator.memory.o7ffd if core.banks else before.ports.o7ffd
    return CoreState(pages, tuple(registers), BusState(ports.outfe, ports.outfffd, bytes(ports.ay), paging))
