"""Tape images: blocks, headers, files, pulses, and what the ROM says of them."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import skoolkit.tape
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum.basic import tokenise
from pyspectrum.basic.variables import Value, build_variables, read_variables
from pyspectrum.errors import MediumWarning, TapeError
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import (
    DATA_FLAG,
    HEADER_FLAG,
    Block,
    FileType,
    Header,
    Tape,
    checksum,
    code_blocks,
    parse_tap,
    program_blocks,
    read_tap,
    screen_blocks,
    waveform,
    write_tap,
)
from tests.marks import examples

blocks = st.builds(Block, st.integers(0, 255), st.binary(max_size=40), st.integers(0, 255))
tapes = st.builds(Tape, st.lists(blocks, max_size=4).map(tuple))


@given(tapes, tapes)
def test_tapes_add_up_as_their_files_do(first: Tape, second: Tape) -> None:
    assert parse_tap(first.to_bytes() + second.to_bytes()) == first + second


@pytest.mark.parametrize("payload", [b"abc", b"abc\x9f"], ids=["a check sum", "a check sum of 0"])
def test_zeros_behind_the_last_block_are_left_out(payload: bytes) -> None:
    tape = Tape((Block.build(0xFF, payload),))
    with pytest.warns(MediumWarning, match=r"t\.tap: 5 zeros after the last block, which ends at \d+, ignored"):
        assert parse_tap(tape.to_bytes() + bytes(5), "t.tap") == tape


@settings(max_examples=examples(60))
@given(tapes)
def test_skoolkit_reads_the_same_blocks(tape: Tape) -> None:
    theirs = skoolkit.tape.parse_tap(tape.to_bytes())
    assert [bytes(block.data) for block in theirs.blocks] == [block.to_bytes() for block in tape.blocks]


@given(st.integers(0, 255), st.binary(max_size=40))
def test_the_exclusive_or_of_a_sound_block_is_zero(flag: int, payload: bytes) -> None:
    block = Block.build(flag, payload)
    assert block.is_sound
    assert checksum(0, block.to_bytes()) == 0
    assert not Block(flag, payload, block.stored_checksum ^ 1).is_sound


def test_the_layout_of_a_program_on_tape() -> None:
    tape = Tape(program_blocks("test", b"\0\x0a\2\0\xfb\x0d", autostart_line=10))
    assert tape.to_bytes() == bytes.fromhex(
        "13 00  00  00 74 65 73 74 20 20 20 20 20 20  06 00  0a 00  06 00  1c08 00  ff  00 0a 02 00 fb 0d  01"
    )


@pytest.mark.parametrize(
    ("written", "header", "line"),
    [
        (program_blocks("p", b"abc", variables=b"vars"), Header(FileType.PROGRAM, "p", 7, 32768, 3), None),
        (program_blocks("p", b"", autostart_line=9999), Header(FileType.PROGRAM, "p", 0, 9999, 0), 9999),
        (code_blocks("ten chars!", b"xy", 62976), Header(FileType.CODE, "ten chars!", 2, 62976, 32768), None),
        (code_blocks("low", b"xy", 30_000), Header(FileType.CODE, "low", 2, 30_000, 32768), None),
        (screen_blocks("pic", bytes(6912)), Header(FileType.CODE, "pic", 6912, 16384, 32768), None),
    ],
)
def test_headers_tell_what_follows(written: tuple[Block, Block], header: Header, line: int | None) -> None:
    assert written[0].header == header
    assert header.autostart_line == line
    assert [block.flag for block in written] == [HEADER_FLAG, DATA_FLAG]


@pytest.mark.parametrize(("flag", "payload"), [(255, bytes(17)), (0, bytes(16)), (0, b"\4" + bytes(16))])
def test_other_blocks_are_no_headers(flag: int, payload: bytes) -> None:
    assert Block.build(flag, payload).header is None


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\x05", r"t\.tap: byte 0: block 1 has an incomplete length, 0 are left"),
        (b"\x05\x00", r"t\.tap: byte 0: block 1 says it has 5 bytes, 0 are left"),
        (b"\x05\x00abc", r"t\.tap: byte 0: block 1 says it has 5 bytes, 3 are left"),
        (b"\x02\x00\xff\xff\x03\x00ab", r"t\.tap: byte 4: block 2 says it has 3 bytes, 2 are left"),
        (b"\x02\x00\xff\xff\x01\x00a", r"t\.tap: byte 4: block 2 has 1 bytes, too few"),
        (b"\x02\x00\xff\xff\x00\x00\x02\x00ab", r"t\.tap: byte 4: block 2 has 0 bytes, too few"),
    ],
)
def test_a_file_that_is_no_row_of_blocks_is_refused(data: bytes, complaint: str) -> None:
    with pytest.raises(TapeError, match=complaint):
        parse_tap(data, "t.tap")


def test_a_tap_is_written_and_read_by_any_name(tmp_path: Path) -> None:
    tape = Tape(code_blocks("x", b"abc", 32768))
    path = tmp_path / "x"
    write_tap(path, tape)
    assert read_tap(path) == read_tap(str(path)) == tape
    with pytest.raises(TapeError, match=r"none\.tap: cannot read the tape: No such file"):
        read_tap(tmp_path / "none.tap")
    with pytest.raises(TapeError, match="cannot write the tape"):
        write_tap(tmp_path / "no" / "x.tap", tape)


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: code_blocks("eleven chars", b"", 0), "longer than 10"),
        (lambda: code_blocks("ж", b"", 0), "holds 'ж'"),
        (lambda: code_blocks("x", b"", 65536), "outside 0–65535"),
        (lambda: program_blocks("x", b"", autostart_line=10000), "autostart line 10000"),
        (lambda: Block.build(255, bytes(65534)), "too many for a tape block"),
    ],
)
def test_values_that_a_header_cannot_hold_are_refused(build: Callable[[], object], complaint: str) -> None:
    with pytest.raises(TapeError, match=complaint):
        build()
    assert len(Block.build(255, bytes(65533)).to_bytes()) == 0xFFFF


# -- pulses ------------------------------------------------------------------------------------


@settings(max_examples=examples(30))
@given(blocks.filter(lambda block: bool(block.payload)), st.integers(0, 10**9))
def test_the_pulses_are_skoolkit_s(block: Block, first: int) -> None:
    """SkoolKit's own reading of the same tape gives the pilot, sync and bit times."""
    timings = skoolkit.tape.parse_tap(Tape((block,)).to_bytes()).blocks[0].timings
    pulses = [duration for count, duration in timings.pulses for _ in range(count)]
    if 0 < block.flag < 128:  # there SkoolKit, unlike the ROM, takes the short leader
        pulses = [2168] * (8063 - 3223) + pulses
    for byte in block.to_bytes():
        for bit in f"{byte:08b}":
            pulses += timings.one if bit == "1" else timings.zero
    times = waveform((block,), first).edges
    assert times[0] == first
    assert [later - sooner for sooner, later in pairwise(times)] == pulses
    assert block.pulse_count == len(pulses)


# -- the ROM loads -----------------------------------------------------------------------------

PROGRAM = tokenise('10 LET a=1: LET b$="loaded"')


def load(spectrum: Spectrum, tape: Tape, command: str = 'LOAD ""') -> None:
    spectrum.insert_tape(tape)
    spectrum.type(command)
    spectrum.type("\n")


def test_a_program_brings_its_variables(spectrum: Spectrum) -> None:
    variables: dict[str, Value] = {"a$": "kept", "b()": (1, 2), "longname": 0.5}
    load(spectrum, Tape(program_blocks("demo", PROGRAM, variables=build_variables(variables))))
    spectrum.wait_for_text("0 OK, 0:1")
    assert read_variables(spectrum.core.memory) == variables


def test_the_rom_passes_files_of_another_name(spectrum: Spectrum) -> None:
    tape = Tape(
        program_blocks("first", PROGRAM) + code_blocks("second", b"no", 40000) + code_blocks("third", b"yes", 40000)
    )
    load(spectrum, tape, 'LOAD "third"CODE ')
    spectrum.wait_for_text("0 OK, 0:1")
    assert bytes(spectrum.core.memory[40000:40003]) == b"yes"
    lines = [line.rstrip() for line in spectrum.text_lines()]
    assert lines[1:4] == ["Program: first", "Bytes: second", "Bytes: third"]


def test_a_tape_loads_at_its_real_speed(spectrum: Spectrum) -> None:
    """The ROM's own loader listens to the pulses; no short-cut."""
    spectrum.type('LOAD ""')
    spectrum.type("\n")
    end = spectrum.play_tape(Tape(program_blocks("slow", PROGRAM, autostart_line=10)))
    started = spectrum.tstates
    spectrum.wait_for_text("0 OK, 10:2", timeout=MODEL_48K.seconds(end - started) + 2)
    spectrum.eject_tape()
    assert spectrum.tstates - started > MODEL_48K.seconds_to_tstates(7)  # 5 s and 2 s of leaders, 1 s between
    assert read_variables(spectrum.core.memory) == {"a": 1, "b$": "loaded"}
