"""Damaged and hostile tapes and snapshots: taken, or refused in one line before they fill the memory."""

import io
import json
import struct
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
import skoolkit.tape
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import Spectrum, Tape
from pyspectrum.commands import main
from pyspectrum.errors import SnapshotError, TapeError
from pyspectrum.snapshot import Snapshot, parse_snapshot, restore_snapshot, write_snapshot
from pyspectrum.tape import (
    Note,
    Recording,
    Signal,
    Stop,
    code_blocks,
    count_pulses,
    duration_tstates,
    program_blocks,
    waveform,
)
from tests.marks import examples

Medium = TypeVar("Medium", Tape, Snapshot)

TAPE_SUFFIXES = [".tap", ".tzx", ".pzx"]
SNAPSHOT_SUFFIXES = [".z80", ".szx", ".sna"]
TARGETS = {**dict.fromkeys(TAPE_SUFFIXES, ("tzx", "tap")), **dict.fromkeys(SNAPSHOT_SUFFIXES, ("szx", "z80", "scr"))}
TZX = b"ZXTape!\x1a\x01\x14"
PZX = b"PZXT\x02\x00\x00\x00\x01\x00"
SZX = b"ZXST\x01\x04\x01\x00"
Z80_PACKED = bytes(6) + b"\x00\x80" + bytes(4) + b"\x20" + bytes(17)
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
        return RICH.encode(".tzx") + b"\x24\x02\x00\x12\x05\x00\x05\x00\x25\x23\x01\x00\x26\x01\x00\x01\x00\x27"
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

    @settings(max_examples=examples(150), derandomize=True)
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

    @settings(max_examples=examples(100), derandomize=True)
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
    for length in (0, 5, 26, 30, 100, 300):
        assert parsed(parse_snapshot, sound_file(suffix)[:length], suffix) is None


def run_on(data: bytes, *arguments: str) -> tuple[int, bytes, str]:
    """The exit code, standard output and standard error of a command that reads `data` from standard input."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
        out.flush()
    finally:
        sys.stdin = stdin
    assert isinstance(out.buffer, io.BytesIO)
    return code, out.buffer.getvalue(), err.getvalue()


@pytest.mark.parametrize("suffix", TAPE_SUFFIXES + SNAPSHOT_SUFFIXES)
def test_a_damaged_file_is_described_converted_or_refused(suffix: str) -> None:
    seen = set()

    @settings(max_examples=examples(60), derandomize=True)
    @given(damaged(suffix), st.sampled_from(TARGETS[suffix]), st.booleans())
    def check(data: bytes, target: str, lossy: bool) -> None:
        code, out, err = run_on(data, "info", "-", "--from", suffix[1:], "--json")
        assert code in (0, 2), err
        if code == 0:
            assert json.loads(out)["format"] == suffix[1:]
        assert len([line for line in err.splitlines() if not line.startswith("note: ")]) == (code != 0), err
        seen.add(code)
        code, out, err = run_on(
            data, "convert", "-", "-", "--from", suffix[1:], "--to", target, *(["--lossy"] if lossy else [])
        )
        assert code in (0, 2), err
        assert code == 0 or not out, "a refused file writes nothing"

    check()
    assert seen == {0, 2}


SMALL_LIMITS = {"MAX_PARTS": 5, "MAX_SINGLE_PULSES": 5, "MAX_PULSES": 40}
TAPES_OF: dict[str, tuple[str, Callable[[int], bytes], str]] = {
    "blocks of a .tap": (".tap", lambda n: b"\x02\x00\xff\xff" * n, "x: more than 5 blocks"),
    "blocks of a .tzx": (".tzx", lambda n: TZX + b"\x22" * n, "x: more than 5 blocks"),
    "blocks of a .pzx": (".pzx", lambda n: PZX + b"BRWS\x00\x00\x00\x00" * (n - 1), "x: more than 5 blocks"),
    "steps of a loop": (
        ".tzx", lambda n: TZX + b"\x24" + bytes([n - 1, 0]) + b"\x25", "x: block 2: jumps or loops play more than 5"
    ),
    "single pulses of a .tzx": (
        ".tzx", lambda n: TZX + b"\x13" + bytes([n]) + b"\x01\x00" * n, "x: more than 5 single pulses"
    ),
    "single pulses of a .pzx": (
        ".pzx", lambda n: PZX + b"PULS" + bytes([2 * n, 0, 0, 0]) + b"\x01\x00" * n,
        "x: block 2: more than 5 single pulses; split the tape",
    ),
    "pulses of a .pzx": (
        ".pzx", lambda n: PZX + b"PULS\x04\x00\x00\x00" + bytes([8 * n, 0x80, 1, 0]), "x: block 2 has 48 pulses"
    ),
    "bytes of a .pzx": (
        ".pzx", lambda n: PZX + b"DATA" + struct.pack("<IIHBBHH", 12 + n, 8 * n, 0, 1, 1, 1, 1) + bytes(n),
        "x: block 2 has 48 pulses",
    ),
    "bytes of a recording": (
        ".tzx", lambda n: TZX + b"\x15" + struct.pack("<HHB", 79, 0, 8) + bytes([n, 0, 0]) + bytes(n),
        "x: block 1 has 48 pulses",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAPES_OF)
def test_a_tape_has_so_many_of_these_and_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    suffix, build, complaint = TAPES_OF[name]
    for constant, limit in SMALL_LIMITS.items():
        monkeypatch.setattr(f"pyspectrum.tape.{constant}", limit)
    Tape.parse(build(5), suffix, "x")
    with pytest.raises(TapeError, match="^" + complaint):
        Tape.parse(build(6), suffix, "x")


@pytest.mark.parametrize(
    ("suffix", "data", "complaint"),
    [
        (".szx", SZX + b"NOTE\x00\x00\x00\x00" * 1001, "more than 1,000 blocks"),
        (".z80", bytes(256 * 1024 + 1), "262,145 bytes, more than 256 KB, are too many"),
        (".z80", b"\x01" * 100_001, "100,001 bytes are too many for a .z80 of a 48K"),
        (".z80", Z80_PACKED + b"\xed\xed\xff\x00" * 2_000 + b"\0\xed\xed\0", "damaged"),
    ],
    ids=["blocks", "bytes", "bytes of a 48K", "runs for ten times its memory"],
)
def test_a_snapshot_that_has_too_much_is_refused(suffix: str, data: bytes, complaint: str) -> None:
    with pytest.raises(SnapshotError, match="^x: .*" + complaint):
        parse_snapshot(data, suffix, "x")


def test_no_page_is_unpacked_beyond_its_size() -> None:
    packed = zlib.compress(bytes(4_000_000))
    data = SZX + b"RAMP" + (len(packed) + 3).to_bytes(4, "little") + b"\x01\x00\x00" + packed
    tracemalloc.start()
    try:
        with pytest.raises(SnapshotError, match="page 0 does not have 16,384 bytes"):
            parse_snapshot(data, ".szx", "x")
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()


def test_single_pulses_count_over_all_parts_of_a_tape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyspectrum.tape.MAX_SINGLE_PULSES", 5)
    single = count_pulses(Signal("pulses", ((1, 100),) * 3), "block 1", 0)
    single = count_pulses(Signal("pulses", ((9, 100),) * 2), "block 2", single)
    with pytest.raises(TapeError, match=r"^block 3: more than 5 single pulses; save the tape as a recording$"):
        count_pulses(Signal("pulses", ((1, 100),)), "block 3", single)
