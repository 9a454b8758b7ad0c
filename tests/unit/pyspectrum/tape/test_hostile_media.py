"""Damaged and hostile files: one clear error each, in bounded time and memory, and never anything else."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
import skoolkit.tape
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import Spectrum, Tape
from pyspectrum.errors import SnapshotError, SpectrumError, TapeError
from pyspectrum.snapshot import Snapshot, parse_snapshot, restore_snapshot, write_snapshot
from pyspectrum.tape import Note, Recording, Signal, Stop, code_blocks, program_blocks
from pyspectrum.tape.blocks import PulseLimit
from pyspectrum.tape.pulses import duration_tstates, waveform
from tests.marks import examples

Medium = TypeVar("Medium", Tape, Snapshot)

TAPE_SUFFIXES = [".tap", ".tzx", ".pzx"]
SNAPSHOT_SUFFIXES = [".z80", ".szx", ".sna"]
TZX = b"ZXTape!\x1a\x01\x14"
PZX = b"PZXT\x02\x00\x00\x00\x01\x00"
RICH = Tape(
    (
        *program_blocks("game", b"\x00\x0a\x02\x00\xfb\x0d", 10),
        *code_blocks("data", b"abc", 40_000),
        Signal("turbo speed data", ((300, 1500), (1, 500), (1, 500)), b"xyz", (400, 400), (800, 800), 7),
        Signal("pulse sequence", ((1, 100), (1, 200))),
        Recording(b"\xf0\xa0", 79, 4),
        Stop(),
        Note("Text description", "hello"),
    ),
    (("Full title", "Game"),),
)


@cache
def sound_file(suffix: str) -> bytes:
    """A small file of this kind with nothing wrong."""
    if suffix == ".tap":
        return Tape(RICH.blocks).to_bytes()
    if suffix == ".tzx":
        return RICH.to_tzx() + b"\x24\x02\x00\x12\x05\x00\x05\x00\x25\x23\x01\x00\x26\x01\x00\x01\x00\x27"
    with TemporaryDirectory() as folder:
        path = Path(folder, f"x{suffix}")
        if suffix == ".pzx":
            skoolkit.tape.write_pzx(str(path), [block.to_bytes() for block in RICH.blocks])
        elif suffix == ".sna":
            header = bytearray(27)
            header[23:25] = (0x9000).to_bytes(2, "little")
            return bytes(header) + bytes(0xC000)
        else:
            write_snapshot(path, Spectrum("128").core)
        return path.read_bytes()


def damaged(suffix: str) -> st.SearchStrategy[bytes]:
    """The sound file with bytes changed, cut off, put in or taken out; or no such file at all."""
    good = sound_file(suffix)
    places = st.integers(0, min(len(good), 400))
    changes = st.lists(st.tuples(places, st.binary(max_size=4), st.integers(0, 4)), min_size=1, max_size=6)

    def apply(edits: list[tuple[int, bytes, int]]) -> bytes:
        data = bytearray(good)
        for place, put_in, taken_out in edits:
            data[place : place + taken_out] = put_in
        return bytes(data)

    heads = {".tzx": TZX, ".pzx": PZX, ".szx": b"ZXST\x01\x04\x02\x00"}
    noise = st.binary(max_size=200).map(lambda tail: heads.get(suffix, b"") + tail)
    return st.one_of(changes.map(apply), st.integers(0, len(good)).map(lambda end: good[:end]), noise)


def parsed(parse: Callable[[bytes, str, str], Medium], data: bytes, suffix: str) -> Medium | None:
    """Return what a reader makes of a file; None if it is refused, in one line that names the file."""
    try:
        return parse(data, suffix, "x")
    except (TapeError, SnapshotError) as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert complaint.startswith("x: ")
    return None


@pytest.mark.parametrize("suffix", TAPE_SUFFIXES)
def test_a_damaged_tape_is_played_or_refused(suffix: str) -> None:
    seen = set()

    @settings(max_examples=examples(300), deadline=None, derandomize=True)
    @given(damaged(suffix))
    def check(data: bytes) -> None:
        tape = parsed(Tape.parse, data, suffix)
        seen.add("refused" if tape is None else "played")
        if tape is None:
            return
        for part in tape.parts:
            if isinstance(part, Signal | Recording) and part.pulse_count > 1_000_000:
                continue
            whole = waveform([part])
            assert whole.end_tstates == duration_tstates(part)
            assert list(whole.edges) == sorted(whole.edges)

    check()
    assert seen == {"refused", "played"}


@pytest.mark.parametrize("suffix", SNAPSHOT_SUFFIXES)
def test_a_damaged_snapshot_is_restored_or_refused(suffix: str) -> None:
    machines = {name: Spectrum(name) for name in ("48", "128", "+2")}
    seen = set()

    @settings(max_examples=examples(100), deadline=None, derandomize=True)
    @given(damaged(suffix))
    def check(data: bytes) -> None:
        snapshot = parsed(parse_snapshot, data, suffix)
        seen.add("refused" if snapshot is None else "restored")
        if snapshot is None:
            return
        spectrum = machines[snapshot.machine.removesuffix("K")]
        restore_snapshot(spectrum.core, snapshot)
        spectrum.run_frames(1)

    check()
    assert seen == {"refused", "restored"}


def assert_refused_within(
    limit_bytes: int,
    error: type[SpectrumError],
    parse: Callable[[bytes, str, str], object],
    suffix: str,
    build: Callable[[], bytes],
) -> None:
    """The file is refused in one line, and refusing it takes no more memory than that."""
    data = build()
    tracemalloc.start()
    try:
        with pytest.raises(error) as caught:
            parse(data, suffix, "x")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "\n" not in str(caught.value)
    assert peak < limit_bytes, f"{peak:,} bytes for {len(data):,}"


BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a recording of 16 million bytes": (
        ".tzx", lambda: TZX + b"\x15" + struct.pack("<HHB", 79, 0, 8) + b"\xff\xff\xff" + b"\x55" * 0xFFFFFF
    ),
    "a loop in a loop that never ends": (".tzx", lambda: TZX + b"\x12\x05\x00\x05\x00\x23\xff\xff"),
    "a long loop": (".tzx", lambda: TZX + b"\x24\xff\xff" + b"\x12\x05\x00\x05\x00" * 50 + b"\x25"),
    "many single pulses": (".tzx", lambda: TZX + (b"\x13\xff" + b"\x01\x00" * 255) * 4_000),
    "many blocks in a .tap": (".tap", lambda: b"\x02\x00\xff\xff" * 70_000),
    "many blocks in a .tzx": (".tzx", lambda: TZX + b"\x22" * 70_000),
    "many blocks in a .pzx": (".pzx", lambda: PZX + b"BRWS\x00\x00\x00\x00" * 66_000),
    "pulses of 20 million bytes": (
        ".pzx", lambda: PZX + b"PULS" + (20_000_000).to_bytes(4, "little") + b"\x01\x00" * 10_000_000
    ),
    "pulses without number": (".pzx", lambda: PZX + b"PULS\x00\x10\x00\x00" + b"\xff\xff\x01\x00" * 1024),
    "bits without number": (
        ".pzx", lambda: PZX + b"DATA" + (0x10 + 510 + 2_000_000 - 8).to_bytes(4, "little")
        + struct.pack("<IHBB", 16_000_000 - 8 * 518 + 8 * 518, 0, 255, 0) + bytes(2_000_508)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_tape_that_would_fill_the_memory_is_refused(name: str) -> None:
    assert_refused_within(300_000_000, TapeError, Tape.parse, *BOMBS[name])


def ramp(page: bytes) -> bytes:
    packed = zlib.compress(page)
    return b"RAMP" + (len(packed) + 3).to_bytes(4, "little") + b"\x01\x00\x00" + packed


SNAPSHOT_BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a page that unpacks to 200 MB": (".szx", lambda: b"ZXST\x01\x04\x01\x00" + ramp(bytes(200_000_000))),
    "many pages": (".szx", lambda: b"ZXST\x01\x04\x01\x00" + ramp(bytes(0x4000)) * 20_000),
    "a .z80 that unpacks without end": (".z80", lambda: bytes(6) + b"\x00\x80" + bytes(4) + b"\x20" + bytes(17)
                                        + b"\xed\xed\xff\x00" * 20_000 + b"\0\xed\xed\0"),
    "a .z80 of a megabyte": (".z80", lambda: bytes(1_000_000)),
    "a .szx of more than 64 MB": (".szx", lambda: b"ZXST\x01\x04\x01\x00".ljust(64 * 1024 * 1024 + 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", SNAPSHOT_BOMBS)
def test_a_snapshot_that_would_fill_the_memory_is_refused(name: str) -> None:
    assert_refused_within(100_000_000, SnapshotError, parse_snapshot, *SNAPSHOT_BOMBS[name])


def test_single_pulses_count_over_all_parts_of_a_tape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyspectrum.tape.blocks.MAX_SINGLE_PULSES", 5)
    limit = PulseLimit()
    limit.check(Signal("pulses", ((1, 100),) * 3), "block 1")
    limit.check(Signal("pulses", ((9, 100),) * 2), "block 2")
    with pytest.raises(TapeError, match=r"^block 3: more than 5 single pulses; save the tape as a recording$"):
        limit.check(Signal("pulses", ((1, 100),)), "block 3")
