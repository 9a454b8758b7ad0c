"""`.tzx`, `.pzx` and `.wav`: what is read, what is written, how it sounds, and what is refused by name."""

import io
import struct
import wave
import zlib
from array import array
from itertools import accumulate, groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import skoolkit.tape
from hypothesis import given, settings
from hypothesis import strategies as st
from skoolkit.loadtracer import get_edges

from pyspectrum import Tape
from pyspectrum.errors import TapeError
from pyspectrum.tape import (
    Block,
    Note,
    Part,
    Recording,
    Signal,
    Stop,
    checksum,
    code_blocks,
    duration_tstates,
    program_blocks,
    waveform,
)
from tests.marks import examples

MS = 3_500
TZX = b"ZXTape!\x1a\x01\x14"
PZX = b"PZXT\x02\x00\x00\x00\x01\x00"
STANDARD = Tape((*program_blocks("game", b"\x00\x0a\x02\x00\xfb\x0d", 10), *code_blocks("data", b"abc", 40_000)))

pulse = st.integers(1, 0xFFFF)
pauses = st.integers(0, 100).map(lambda milliseconds: milliseconds * MS)
blocks = st.builds(Block, st.integers(0, 255), st.binary(max_size=20), st.integers(0, 255), pauses)
pairs = pulse.map(lambda length: (length, length))
bits: dict[str, st.SearchStrategy[Any]] = {
    "data": st.binary(min_size=1, max_size=20), "zero": pairs, "one": pairs, "used_bits": st.integers(1, 8),
    "pause_tstates": pauses,
}  # fmt: skip
one_pulse = st.tuples(st.just(1), pulse)
leaders = st.tuples(st.tuples(st.integers(1, 500), pulse), one_pulse, one_pulse)
turbo = st.builds(Signal, st.just("turbo speed data"), leaders, **bits)
pure = st.builds(Signal, st.just("pure data"), **bits)
tones = st.builds(Signal, st.just("pure tone"), st.tuples(st.tuples(st.integers(2, 500), pulse)))
rows = st.builds(Signal, st.just("pulse sequence"), st.lists(one_pulse, min_size=1, max_size=20).map(tuple))
recordings = st.builds(Recording, st.binary(min_size=1, max_size=20), st.integers(1, 500), st.integers(1, 8), pauses)
silences = st.builds(lambda pause: Signal("pause", pause_tstates=pause), st.integers(1, 100).map(lambda ms: ms * MS))
levels = st.builds(lambda level: Signal("level", level=level), st.integers(0, 1))
parts = st.one_of(blocks, turbo, pure, tones, rows, recordings, silences, levels, st.just(Stop()), st.just(Stop(True)))


# -- .tzx --------------------------------------------------------------------------------------


@given(st.lists(parts, max_size=6).map(tuple))
def test_a_tape_comes_back_from_a_tzx(content: tuple[Part, ...]) -> None:
    tape = Tape(content)
    assert Tape.parse(tape.encode(".tzx"), ".tzx") == tape


@settings(max_examples=examples(60))
@given(st.lists(st.one_of(turbo, pure, tones, rows), min_size=1, max_size=4))
def test_the_pulses_are_those_that_skoolkit_finds(content: list[Signal]) -> None:
    """SkoolKit reads the same file; its edges are the same while nothing pauses, later by as much as does."""
    tape = Tape(tuple(content))
    theirs = skoolkit.tape.parse_tzx(tape.encode(".tzx"), timings=True).blocks
    for block, part in zip(theirs, content, strict=True):
        block.keys = None
        assert block.timings.pause == part.pause_tstates
        block.timings.pause = 0
    expected, _ = get_edges(theirs, 1_000, 0)
    silent = [Signal(p.kind, p.pulses, p.data, p.zero, p.one, p.used_bits) for p in content]
    assert list(waveform(silent, 1_000).edges) == expected[1:]


def test_every_kind_of_block_is_read() -> None:
    file = TZX + b"".join((
        b"\x32\x0a\x00\x02\x00\x04Game\xff\x01!",
        b"\x30\x05hello",
        b"\x21\x04part",
        b"\x10\xe8\x03\x03\x00\xff\x01\xfe",
        b"\x22",
        b"\x11" + struct.pack("<HHHHHHBH", 2000, 600, 700, 500, 1000, 3000, 7, 2) + b"\x02\x00\x00\xab\xcd",
        b"\x12" + struct.pack("<HH", 800, 20),
        b"\x13\x02" + struct.pack("<HH", 100, 200),
        b"\x14" + struct.pack("<HHBH", 300, 600, 8, 0) + b"\x01\x00\x00\x55",
        b"\x15" + struct.pack("<HHB", 79, 1, 4) + b"\x02\x00\x00\xf0\xa0",
        b"\x20\x0a\x00",
        b"\x20\x00\x00",
        b"\x2a\x00\x00\x00\x00",
        b"\x2b\x01\x00\x00\x00\x01",
        b"\x33\x01\x00\x01\x01",
        b"\x35" + b"POKEs".ljust(16) + b"\x01\x00\x00\x00x",
    ))  # fmt: skip
    tape = Tape.parse(file, ".tzx")
    assert tape.info == (("Full title", "Game"), ("Comment(s)", "!"))
    assert [part for part in tape.parts if not isinstance(part, Note)] == [
        Block(0xFF, b"\x01", 0xFE, 1000 * MS),
        Signal("turbo speed data", ((3000, 2000), (1, 600), (1, 700)), b"\xab\xcd", (500, 500), (1000, 1000), 7,
               pause_tstates=2 * MS),
        Signal("pure tone", ((20, 800),)),
        Signal("pulse sequence", ((1, 100), (1, 200))),
        Signal("pure data", (), b"\x55", (300, 300), (600, 600)),
        Recording(b"\xf0\xa0", 79, 4, MS),
        Signal("pause", pause_tstates=10 * MS),
        Stop(),
        Stop(only_48k=True),
        Signal("level", level=1),
    ]  # fmt: skip
    notes = [(part.kind, part.text) for part in tape.parts if isinstance(part, Note)]
    assert notes[:3] == [("Text description", "hello"), ("Group start", "part"), ("Group end", "")]
    hardware = "- Type: Computer\n  Name: ZX Spectrum 48K Plus\n  Info: Uses special features of this machine"
    assert notes[-2:] == [("Hardware type", hardware), ("Custom info", "POKEs")]
    assert Tape.parse(tape.encode(".tzx"), ".tzx") == tape, "notes are written as they were"


@pytest.mark.parametrize(
    ("content", "played"),
    [
        pytest.param(
            [b"\x24\x03\x00", b"\x12\x01\x00\x05\x00", b"\x25", b"\x12\x02\x00\x05\x00"], [1, 1, 1, 2], id="loop"
        ),
        pytest.param([b"\x24\x00\x00", b"\x12\x01\x00\x05\x00", b"\x25"], [1], id="a loop of no rounds is played once"),
        pytest.param([b"\x23\x02\x00", b"\x12\x01\x00\x05\x00", b"\x12\x02\x00\x05\x00"], [2], id="jump"),
        pytest.param(
            [b"\x26\x02\x00\x02\x00\x04\x00", b"\x23\x05\x00", b"\x12\x01\x00\x05\x00", b"\x27",
             b"\x12\x02\x00\x05\x00", b"\x27", b"\x12\x03\x00\x05\x00"],
            [1, 2, 3], id="calls",
        ),
    ],
)  # fmt: skip
def test_loops_jumps_and_calls_are_played(content: list[bytes], played: list[int]) -> None:
    tape = Tape.parse(TZX + b"".join(content), ".tzx")
    assert [part.pulses[0][1] for part in tape.parts if isinstance(part, Signal)] == played


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\x16\x04\x00\x00\x00abcd", r"block 1 is a C64 tape \(#16\), which cannot be played"),
        (b"\x18\x04\x00\x00\x00abcd", r"block 1 is damaged: unpack_from"),
        (b"\x22\x19\x04\x00\x00\x00abcd", r"block 2 is damaged"),
        (b"\x77", r"byte 10: block 1 needs 4 bytes, 0 are left"),
        (b"\x10\xe8\x03\x05\x00ab", r"byte 10: block 1 needs 9 bytes, 6 are left; the file is cut short"),
        (b"\x22\x11\x00", r"byte 11: block 2 needs 18 bytes, 1 are left"),
        (b"\x23\xff\xff", r"block 1 goes to block 0, which the tape does not have"),
        (b"\x22\x23\xff\xff", r"jumps or loops play more than 65,536 blocks; is it endless\?"),
        (b"\x14\x2c\x01\x58\x02\x00\x00\x00\x01\x00\x00\x55", "its last byte has 0 bits; 1–8 are possible"),
        (b"\x14\x2c\x01\x58\x02\x09\x00\x00\x01\x00\x00\x55", "its last byte has 9 bits; 1–8 are possible"),
    ],
)
def test_unplayable_blocks_of_a_tzx_are_named(content: bytes, complaint: str) -> None:
    with pytest.raises(TapeError, match=rf"t\.tzx: .*{complaint}"):
        Tape.parse(TZX + content, ".tzx", "t.tzx")
    with pytest.raises(TapeError, match=r"t\.tzx: not a \.tzx"):
        Tape.parse(content, ".tzx", "t.tzx")


@pytest.mark.parametrize("used", [0, 3, 8, 9])
@pytest.mark.parametrize(
    "head", [b"\x11" + 12 * b"\1", b"\x14" + 4 * b"\1", b"\x15" + 4 * b"\1"], ids=["turbo", "pure", "direct"]
)
def test_blocks_without_data_have_no_last_byte(head: bytes, used: int) -> None:
    pause = b"" if head[0] == 0x15 else b"\xe8\3"
    block = head + bytes((used,)) + pause + bytes(3)
    (part,) = Tape.parse(TZX + block, ".tzx").parts
    assert isinstance(part, Signal | Recording)
    for suffix in (".tzx", ".pzx"):
        again = Tape.parse(Tape((part,)).encode(suffix), suffix)
        assert sum(map(duration_tstates, again.parts)) == duration_tstates(part)


@pytest.mark.parametrize("count", [255, 256, 511])
def test_long_rows_of_pulses_are_divided(count: int) -> None:
    signal = Signal("pulse sequence", tuple((1, 100 + number) for number in range(count)))
    parts = Tape.parse(Tape((signal,)).encode(".tzx"), ".tzx").parts
    assert [pulse for part in parts if isinstance(part, Signal) for pulse in part.pulses] == list(signal.pulses)
    assert max(len(part.pulses) for part in parts if isinstance(part, Signal)) <= 255


def test_a_pause_behind_a_tail_is_written_once() -> None:
    bits = ((500, 500), (1000, 1000))
    signal = Signal("pure data", (), b"x", *bits, 8, tail=945, pause_tstates=20 * MS)
    parts = Tape.parse(Tape((signal,)).encode(".tzx"), ".tzx").parts
    assert [part.pause_tstates for part in parts if isinstance(part, Signal)] == [0, 0, 20 * MS]


def test_a_pause_below_a_millisecond_stays_a_pause() -> None:
    tape = Tape((Block(0xFF, b"\x01", 0xFE, 10),))
    assert Tape.parse(tape.encode(".tzx"), ".tzx").parts[0] == Block(0xFF, b"\x01", 0xFE, MS)


def test_a_sequence_that_calls_itself_is_refused_in_linear_time() -> None:
    """Each of its 100 calls is unpacked once, not at each of the 1,000 steps until it counts as endless."""
    calls = struct.pack("<BH", 0x26, 100) + struct.pack("<h", 0) * 100
    unpacked: list[int] = []

    def counted(layout: str, data: bytes) -> tuple[int, ...]:
        unpacked.append(len(data))
        return struct.unpack(layout, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pyspectrum.tape.MAX_PARTS", 1_000)
        # the reader's alone: pytest-xdist unpacks its own messages meanwhile, in another thread
        patch.setattr("pyspectrum.tape.struct", SimpleNamespace(**{**vars(struct), "unpack": counted}))
        with pytest.raises(TapeError, match="is it endless"):
            Tape.parse(TZX + calls, ".tzx")
    assert sum(unpacked) <= 2 * 100


def test_parts_that_a_tzx_cannot_hold_are_refused() -> None:
    with pytest.raises(TapeError, match=r"part 1 cannot be written as \.tzx"):
        Tape((Signal("pulses", ((1, 70_000),)),)).encode(".tzx")
    with pytest.raises(TapeError, match="other than two equal pulses for each bit"):
        Tape((Signal("data", (), b"x", (1,), (2,)),)).encode(".tzx")
    with pytest.raises(TapeError, match="longer than 255"):
        Tape((), (("Comment(s)", "x" * 256),)).encode(".tzx")


# -- .pzx --------------------------------------------------------------------------------------


def pzx_block(kind: bytes, body: bytes) -> bytes:
    return kind + len(body).to_bytes(4, "little") + body


def test_a_pzx_at_the_rom_s_speed_is_blocks(tmp_path: Path) -> None:
    path = tmp_path / "x.pzx"
    skoolkit.tape.write_pzx(str(path), [block.to_bytes() for block in STANDARD.blocks])
    tape = Tape.read(path)
    assert [block.to_bytes() for block in tape.parts if isinstance(block, Block)] == [
        block.to_bytes() for block in STANDARD.blocks
    ]
    assert [block.pause_tstates for block in tape.blocks] == [3_500_000] * 3 + [0]


@pytest.mark.parametrize(
    ("bits", "rates", "data", "is_block"),
    [
        (16, (855, 855, 1710, 1710), b"\xff\xff", True),
        (16, (855, 855, 1700, 1700), b"\xff\xff", False),
        (8, (855, 855, 1710, 1710), b"\xff", False),
        (9, (855, 855, 1710, 1710), b"\xff\x80", False),
    ],
)
def test_only_whole_bytes_at_the_rom_s_rate_are_a_block(
    bits: int, rates: tuple[int, ...], data: bytes, is_block: bool
) -> None:
    leader = pzx_block(b"PULS", struct.pack("<4H", 0x8000 | 3223, 2168, 667, 735))
    content = struct.pack("<IHBB4H", 0x8000_0000 | bits, 945, 2, 2, *rates) + data
    parts = Tape.parse(PZX + leader + pzx_block(b"DATA", content), ".pzx").parts
    if is_block:
        assert parts == (Block(0xFF, b"", 0xFF, 0),)
    else:
        assert [part.kind for part in parts if isinstance(part, Signal)] == ["pulses", "data"]


def test_bits_of_one_value_may_have_no_pulses_in_a_pzx() -> None:
    content = struct.pack("<IHBB2H", 0x8000_0000 | 8, 945, 0, 2, 1710, 1710) + b"\xff"
    (part,) = Tape.parse(PZX + pzx_block(b"DATA", content), ".pzx").parts
    assert part == Signal("data", (), b"\xff", (), (1710, 1710), 8, 945, level=1)


def test_every_kind_of_pzx_block_is_read() -> None:
    data = struct.pack("<IHBB", 0x8000_0000 | 12, 945, 2, 2) + struct.pack("<4H", 400, 400, 800, 800) + b"\xab\xc0"
    header = b"\x01\x00Game: it: goes on\x00Publisher\x00Me\x00Year\x001999"
    file = b"".join((
        pzx_block(b"PZXT", header),
        pzx_block(b"PULS", struct.pack("<4H", 0x8000 | 100, 2000, 600, 700)),
        pzx_block(b"DATA", data),
        pzx_block(b"PAUS", struct.pack("<I", 35_000)),
        pzx_block(b"BRWS", b"level 1"),
        pzx_block(b"STOP", b"\x01\x00"),
    ))  # fmt: skip
    tape = Tape.parse(file, ".pzx")
    assert tape.info == (
        ("Full title", "Game: it: goes on"), ("Software house/publisher", "Me"), ("Year of publication", "1999"),
    )  # fmt: skip
    assert tape.parts == (
        Signal("pulses", ((100, 2000), (1, 600), (1, 700)), level=0),
        Signal("data", (), b"\xab\xc0", (400, 400), (800, 800), 4, 945, level=1),
        Signal("pause", pause_tstates=35_000, level=0),
        Note("Browse point", "level 1"),
        Stop(only_48k=True),
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"ABCD\x00\x00\x00\x00", "block 2 is of kind b'ABCD'"),
        (b"PULS\x08\x00\x00\x00\x00", "byte 10: block 2 needs 16 bytes, 9 are left"),
        (b"PULS\x01\x00\x00\x00\x00", "block 2, b'PULS', is damaged"),
        (b"DATA\x10\x00\x00\x00\x10\x00\x00\x80\x00\x00\x02\x02" + bytes(8), "it says it has 16 bits, 0 are there"),
        (b"STO", "byte 10: block 2 needs 8 bytes, 3 are left"),
    ],
)
def test_a_damaged_pzx_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(TapeError, match=rf"t\.pzx: .*{complaint}"):
        Tape.parse(PZX + content, ".pzx", "t.pzx")


# -- what SkoolKit does not decode ---------------------------------------------------------------


def csw(runs: list[int], rate: int, *, packed: bool = False, pause: int = 0, count: int | None = None) -> bytes:
    data = b"".join(bytes([run]) if run < 256 else b"\0" + struct.pack("<I", run) for run in runs)
    data = zlib.compress(data) if packed else data
    head = struct.pack("<HHBBI", pause, rate & 0xFFFF, rate >> 16, 1 + packed, len(runs) if count is None else count)
    return b"\x18" + struct.pack("<I", len(head + data)) + head + data


@pytest.mark.parametrize("packed", [False, True])
def test_a_csw_recording_in_a_tzx_is_pulses(packed: bool) -> None:
    (part,) = Tape.parse(TZX + csw([35, 35, 20, 300], 3_500_000 // 35, packed=packed, pause=2), ".tzx").parts
    assert part == Signal("CSW recording", ((2, 35 * 35), (1, 20 * 35), (1, 300 * 35)), pause_tstates=2 * MS)
    (part,) = Tape.parse(TZX + csw([1] * 44_100, 44_100, packed=packed), ".tzx").parts
    assert duration_tstates(part) == 3_500_000, "no sample's rest is lost"


def generalized(leader: bytes, data: bytes, *numbers: int, pause: int = 0) -> bytes:
    """A block #19; the numbers: leaders, pulses and kinds of their symbols, symbols, pulses and kinds of theirs."""
    body = struct.pack("<HIBBIBB", pause, *numbers) + leader + data
    return b"\x19" + struct.pack("<I", len(body)) + body


def symbol(begins: int, *lengths: int) -> bytes:
    return bytes([begins]) + struct.pack(f"<{len(lengths)}H", *lengths)


ROM_SYMBOLS = symbol(0, 2168, 0) + symbol(0, 667, 735) + struct.pack("<BHBH", 0, 3223, 1, 1)
ROM_BITS = symbol(0, 855, 855) + symbol(0, 1710, 1710)


def test_generalized_data_like_the_rom_s_are_heard_as_the_rom_s() -> None:
    block = STANDARD.blocks[-1]
    content = generalized(
        ROM_SYMBOLS, ROM_BITS + block.to_bytes(), 2, 2, 2, 8 * len(block.to_bytes()), 2, 2, pause=1000
    )
    tape = Tape.parse(TZX + content, ".tzx")
    silence = Signal("pause", pause_tstates=MS)
    theirs, ours = (waveform((silence, *parts)).edges for parts in ((block,), tape.parts))
    assert list(ours)[: len(theirs) - 1] == list(theirs)[1:], "a block begins with an edge"
    assert duration_tstates(tape.parts[0]) + duration_tstates(tape.parts[1]) == duration_tstates(block)


@pytest.mark.parametrize(("content", "pulses"), [
    # four symbols of two bits each; the last half byte is not used
    (generalized(b"", symbol(0, 1) + symbol(0, 2) + symbol(0, 3) + symbol(0, 4) + b"\x1b\xc0", 0, 0, 1, 5, 1, 4),
     [(None, ((1, 1), (1, 2), (1, 3), (2, 4)))]),
    # without an edge a pulse lengthens the one before
    (generalized(symbol(0, 100) + symbol(1, 50) + struct.pack("<BHBH", 0, 2, 1, 1), b"", 2, 1, 2, 0, 0, 0),
     [(None, ((1, 100), (1, 150)))]),
    # low and high begin a row of their own
    (generalized(symbol(2, 10, 20) + symbol(3, 30, 0) + struct.pack("<BHBH", 0, 1, 1, 2), b"", 2, 2, 2, 0, 0, 0),
     [(0, ((1, 10), (1, 20))), (1, ((1, 30),)), (1, ((1, 30),))]),
    # one kind of symbol takes no bits
    (generalized(b"", symbol(0, 7, 7), 0, 0, 1, 3, 2, 1), [(None, ((6, 7),))]),
])  # fmt: skip
def test_symbols_of_generalized_data(
    content: bytes, pulses: list[tuple[int | None, tuple[tuple[int, int], ...]]]
) -> None:
    found = Tape.parse(TZX + content, ".tzx").parts
    assert [(part.level, part.pulses) for part in found if isinstance(part, Signal)] == pulses


def test_bits_of_generalized_data_may_be_of_any_pulses() -> None:
    content = generalized(b"", symbol(0, 100, 0, 0) + symbol(0, 50, 60, 70) + b"\xa0", 0, 0, 1, 3, 3, 2, pause=4)
    assert Tape.parse(TZX + content, ".tzx").parts == (
        Signal("generalized data", (), b"\xa0", (100,), (50, 60, 70), 3, pause_tstates=4 * MS),
    )


def test_snapshots_and_blocks_of_unknown_kinds_are_skipped_with_a_note() -> None:
    content = b"\x40\x00\x01\x00\x00x" + b"\x77\x03\x00\x00\x00abc" + b"\x12\x02\x00\x05\x00"
    tape = Tape.parse(TZX + content, ".tzx")
    assert [(part.kind, part.text) for part in tape.parts if isinstance(part, Note)] == [
        ("Snapshot", "skipped: 5 bytes that are not heard"),
        ("Block of kind #77", "skipped: 7 bytes that are not heard"),
    ]
    assert tape.parts[-1] == Signal("pure tone", ((5, 2),))
    assert tape.encode(".tzx") == TZX + content


@pytest.mark.parametrize(("content", "complaint"), [
    (csw([5], 44_100, count=2), "it says it has 2 pulses, 1 are there"), (csw([5], 0), "its rate is 0 Hz"),
    (b"\x18\x0b\x00\x00\x00" + bytes(2) + b"\x44\xac\x00\x02\x01\x00\x00\x00x", "1 pulses, 0 are there"),
    (b"\x18\x0c\x00\x00\x00" + bytes(2) + b"\x44\xac\x00\x02\x01\x00\x00\x00xx", "is damaged: Error"),
    (generalized(b"", ROM_BITS + b"\x00", 0, 0, 1, 9, 2, 2), "it says it has 9 symbols, 1 bytes are there"),
    (generalized(ROM_SYMBOLS[:-6] + b"\x05\x01\x00", b"", 1, 2, 2, 0, 0, 0), "is damaged"),
    (generalized(b"", symbol(0, 7, 7), 0, 0, 1, 0xFFFFFFFF, 2, 1), "more than 8,000,000 pulses"),
])  # fmt: skip
def test_damaged_recordings_and_generalized_data_are_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(TapeError, match=complaint):
        Tape.parse(TZX + content, ".tzx")


# -- .pzx is written, too ------------------------------------------------------------------------

spans = st.one_of(st.just(0), st.integers(2 * MS, 9 * MS))
any_signals = st.builds(
    lambda pulses, data, zero, one, used, tail, pause, level: Signal(
        "x", pulses, data, zero if data else (), one if data else (), used if data else 8, tail, pause, level
    ),
    st.lists(st.tuples(st.sampled_from([1, 1, 2, 3, 40_000]), st.sampled_from([1, 0x7FFF, 0x8000, 0xFFFF, 0x10000])),
             max_size=3).map(tuple),
    st.binary(max_size=3), st.lists(st.integers(1, 900), min_size=1, max_size=3).map(tuple),
    st.lists(st.integers(1, 900), min_size=1, max_size=3).map(tuple), st.integers(1, 8), st.sampled_from([0, 945]),
    spans, st.sampled_from([None, 0, 1]),
)  # fmt: skip
any_recordings = st.builds(Recording, st.binary(min_size=1, max_size=5), st.integers(1, 500), st.integers(1, 8), spans)


def turns(parts: tuple[Part, ...], end: int) -> list[int]:
    """The edges before a moment, without two at one moment."""
    found: list[int] = []
    for edge in waveform(parts).edges:
        if found and found[-1] == edge:
            found.pop()
        else:
            found.append(edge)
    return [edge for edge in found if edge < end]


@given(st.lists(st.one_of(any_signals, any_recordings), min_size=1, max_size=4).map(tuple))
def test_any_sound_comes_back_from_a_pzx(content: tuple[Part, ...]) -> None:
    again = Tape.parse(Tape(content).encode(".pzx"), ".pzx").parts
    last = waveform(content).last_tstates  # of the last pulse
    assert turns(again, last) == turns(content, last)
    assert sum(map(duration_tstates, again)) == sum(map(duration_tstates, content))


@given(
    st.lists(st.one_of(blocks.filter(lambda block: bool(block.pause_tstates)), st.just(Stop()), st.just(Stop(True))))
)
def test_blocks_and_stops_come_back_from_a_pzx_as_they_were(content: list[Part]) -> None:
    assert Tape.parse(Tape(tuple(content)).encode(".pzx"), ".pzx").parts == tuple(content)


def test_texts_and_notes_go_into_a_pzx_and_lose_what_is_not_western() -> None:
    tape = Tape((*STANDARD.parts, Note("Text description", "side B")), (("Full title", "Gamé"), ("Author(s)", "Ann")))
    again = Tape.parse(tape.encode(".pzx"), ".pzx")
    assert again.info == tape.info
    assert Tape.parse(Tape((), (("Full title", "жук"),)).encode(".tzx"), ".tzx").info == (("Full title", "???"),)
    assert again.parts == (*STANDARD.parts, Note("Browse point", "side B"))
    (theirs,) = [part for part in skoolkit.tape.parse_pzx(tape.encode(".pzx")).blocks if part.name == "Browse point"]
    assert theirs.info == ["side B"]


# -- how it sounds -----------------------------------------------------------------------------


def test_a_recording_is_played_as_it_was_sampled() -> None:
    assert list(waveform([Recording(b"\xf0\xa0", 10, 4)]).edges) == [0, 40, 80, 90, 100, 110]
    assert list(waveform([Recording(b"\x0f", 10)]).edges) == [40]
    assert list(waveform([Recording(b"\x0f\xf0", 10)]).edges) == [40, 120]
    assert duration_tstates(Recording(b"\x55\xaa", 79, 4, 5)) == 12 * 79 + 5
    assert duration_tstates(Signal("tone", ((2, 100),), tail=40, pause_tstates=7)) == 247


def test_silence_is_low_a_millisecond_after_the_last_pulse() -> None:
    odd = Signal("pulses", ((3, 100),), pause_tstates=10 * MS)
    even = Signal("pulses", ((2, 100),), pause_tstates=10 * MS)
    assert list(waveform([odd, even]).edges) == [100, 200, 300, 300 + MS, 300 + 10 * MS + 100, 300 + 10 * MS + 200]


def test_too_many_pulses_are_not_played_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyspectrum.tape.MAX_PULSES", 1_200)
    tone = Signal("pure tone", ((600, 100),))
    assert len(waveform([tone] * 2).edges) == 1_200
    with pytest.raises(TapeError, match="1,800 pulses are too many to play in one go"):
        waveform([tone] * 3)


def test_a_part_begins_at_its_own_level() -> None:
    odd = Signal("pulses", ((3, 100),))  # the signal is high after it
    for level, begins in ((None, []), (0, [300]), (1, [])):
        following = Signal("pulses", ((2, 50),), level=level)
        assert list(waveform([odd, following]).edges) == [100, 200, 300, *begins, 350, 400]
    for level, ends in ((1, []), (None, [300 + MS])):
        pause = Signal("pause", pause_tstates=10 * MS, level=level)
        assert list(waveform([odd, pause]).edges) == [100, 200, 300, *ends]
    assert waveform([Block(200, b"", 0, MS)]).edges[:2] == array("q", [0, 2168])  # high from the start
    assert waveform([Block(200, b"", 0, 0)]).edges[:2] == array("q", [2168, 2 * 2168])


def test_silent_parts_end_no_tape() -> None:
    tone = Signal("pure tone", ((2, 100),))
    assert list(waveform([tone, Note("on the way"), tone]).edges) == [100, 200, 300, 400]


def test_no_part_has_more_pulses_than_it_says() -> None:
    uneven = Signal("data", ((3, 100),), b"\xff\x00\x55", (50, 60), (70, 80, 90), tail=40)
    assert uneven.pulse_count == 3 + 3 * 8 * 3 + 1  # as if all bits were ones
    assert Signal("data", uneven.pulses, b"\xff" * 3, uneven.zero, uneven.one).pulse_count == 3 + 3 * 8 * 3
    for part in (uneven, Recording(b"\x55\xaa", 79)):
        assert 0 < len(waveform([part]).edges) <= part.pulse_count
    assert Recording(b"\x55\xaa", 79).pulse_count == 16


# -- .wav --------------------------------------------------------------------------------------


def wav_runs(parts: tuple[Part, ...]) -> list[tuple[int, int]]:
    """The levels in the `.wav` file of a tape, and how many samples each lasts."""
    with wave.open(io.BytesIO(Tape(parts).encode(".wav"))) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 1, 44_100)
        return [(level, len(list(run))) for level, run in groupby(sound.readframes(sound.getnframes()))]


def test_a_recording_goes_into_a_wav_between_silences_the_last_of_them_with_a_click() -> None:
    levels, lengths = zip(*wav_runs((Recording(b"\xff", 350),)), strict=True)
    assert levels == (0x20, 0xE0, 0x20, 0xE0, 0x20)
    assert lengths == (22_050, 35, 44_100, 441, 22_050)
    with pytest.raises(TapeError, match="the tape plays for more than an hour"):
        Tape((Signal("pause", pause_tstates=3601 * 1000 * MS),)).encode(".wav")


@pytest.mark.parametrize(
    "content", [(Signal("pulses", tuple((1, 333 + index) for index in range(500))),), STANDARD.parts]
)
def test_each_edge_is_at_the_nearest_sample(content: tuple[Part, ...]) -> None:
    changes = list(accumulate(length for _, length in wav_runs(content)))
    start = 1_750_000
    expected = [round((start + edge) * 44_100 / 3_500_000) for edge in waveform(content).edges]
    click_and_end = 3
    assert changes[:-click_and_end] == expected


# -- files -------------------------------------------------------------------------------------


def test_tapes_are_written_by_their_suffix(tmp_path: Path) -> None:
    STANDARD.write(tmp_path / "x.tap")
    STANDARD.write(str(tmp_path / "x.TZX"))
    assert Tape.read(tmp_path / "x.tap") == Tape.read(tmp_path / "x.TZX") == STANDARD
    STANDARD.write(tmp_path / "x.pzx")
    assert Tape.read(tmp_path / "x.pzx") == STANDARD
    with pytest.raises(TapeError, match=r"x\.csw: cannot write that kind of tape; name it \.tap, \.tzx, \.pzx, \.wav"):
        STANDARD.write(tmp_path / "x.csw")
    with pytest.raises(TapeError, match=r"cannot write a tape as \.txt; use \.tap, \.tzx, \.pzx, \.wav"):
        STANDARD.encode(".txt")
    with pytest.raises(TapeError, match="cannot write the tape: No such file"):
        STANDARD.write(tmp_path / "nowhere" / "x.tap")
    (tmp_path / "x.doc").write_bytes(b"\0\1\2")
    with pytest.raises(TapeError, match=r"x\.doc: a \.doc, not a tape; it should be a \.tap, "):
        Tape.read(tmp_path / "x.doc")


def test_a_tap_that_would_lose_something_is_refused_with_what_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.tap"
    rich = Tape(
        (Block(0xFF, b"a", checksum(0xFF, b"a"), 5 * MS), Note("Text description", "hello"), Stop(), *STANDARD.parts),
        (("Full title", "Game"),),
    )
    lost = "cannot hold 1 pause of other than a second or 1 stop or 1 note or 1 archive info text"
    with pytest.raises(TapeError, match=lost):
        rich.write(path)
    assert not path.exists()
    rich.write(path, lossy=True)
    assert Tape.read(path).blocks[1:] == STANDARD.blocks
    turbo_tape = Tape((*STANDARD.parts, Signal("pure tone", ((9, 9),))))
    for lossy in (False, True):  # sound is never left out
        with pytest.raises(TapeError, match=r"1 part not at the ROM's speed \(pure tone\)"):
            turbo_tape.write(tmp_path / "y.tap", lossy=lossy)
    assert [file.name for file in tmp_path.iterdir()] == ["x.tap"]
    assert Tape((Recording(b"\x55", 79),)).losses(".tap") == ("1 part not at the ROM's speed (recording)",)


def test_a_file_of_more_than_64_mb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    STANDARD.write(tmp_path / "x.tap")
    size = (tmp_path / "x.tap").stat().st_size
    monkeypatch.setattr("pyspectrum.tape.MAX_FILE_BYTES", size)
    assert Tape.read(tmp_path / "x.tap") == STANDARD
    monkeypatch.setattr("pyspectrum.tape.MAX_FILE_BYTES", size - 1)
    with pytest.raises(TapeError, match="larger than 64 MB"):
        Tape.read(tmp_path / "x.tap")
