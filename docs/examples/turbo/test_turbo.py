"""A turbo loader: pulses of its own timing, stripes in the border, a bad tape refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Assembly, Load, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks

HERE = Path(__file__).parent
LOADER = """
10 CLEAR 32767: LOAD "" CODE
20 IF USR 32768 THEN STOP
30 PRINT AT 0,0;"BAD TAPE": STOP
"""
PICTURE = bytes((y ^ x) * 5 & 0xFF for y in range(192) for x in range(32)) + bytes(n & 0x3F for n in range(768))


def turbo_block(data: bytes) -> Signal:
    pulses = ((3000, 1500), (2, 400))
    return Signal("turbo speed data", pulses, data, zero=(400, 400), one=(800, 800), pause_tstates=3_500_000)


def turbo_tape(code: Assembly, data: bytes) -> Tape:
    program = program_blocks("turbo", tokenise(LOADER), autostart_line=10)
    return Tape((*program, *code_blocks("code", code.code, code.origin), turbo_block(data)))


@pytest.fixture(scope="session")
def code() -> Assembly:
    return assemble(HERE / "turbo.asm")


@pytest.fixture(scope="session")
def tape(code: Assembly) -> Tape:
    return turbo_tape(code, PICTURE + bytes([checksum(0, PICTURE)]))


def test_the_picture_comes(load: Load, tape: Tape) -> None:
    spectrum = load(tape, until="STOP statement")
    rows_of_text = 22  # the report stands on the other two
    for third in range(3):
        rows = min(8, rows_of_text - 8 * third)
        for line in range(8):
            place = 2048 * third + 256 * line
            assert spectrum.screen.data[place : place + 32 * rows] == PICTURE[place : place + 32 * rows]


def test_the_deck_tells_what_it_did(load: Load, tape: Tape) -> None:
    log = load(tape, until="STOP statement").deck.log
    assert "played as pulses" in log[-1]


def test_a_bad_tape_is_refused(load: Load, code: Assembly) -> None:
    damaged = bytes([PICTURE[0] ^ 1]) + PICTURE[1:] + bytes([checksum(0, PICTURE)])
    spectrum = load(turbo_tape(code, damaged), until="STOP statement")
    expect(spectrum).to_show("BAD TAPE", row=0)


@pytest.fixture
def loading(load: Load, tape: Tape, code: Assembly) -> Spectrum:
    """Before the first byte of the picture."""
    return load(tape, until="next_byte", symbols=code)


def test_there_are_stripes_in_the_border(loading: Spectrum) -> None:
    loading.run(seconds=1)
    left_edge = loading.image(beam=True).convert("RGB").crop((0, 0, 1, 256))
    colours = left_edge.getcolors() or []
    assert len(colours) == 2
    stripes = sum(left_edge.getpixel((0, y)) != left_edge.getpixel((0, y + 1)) for y in range(255))
    assert stripes > 40


def test_it_is_twice_as_fast_as_the_rom(loading: Spectrum) -> None:
    begun, count = loading.tstates, 256
    for _ in range(count):
        loading.run_until_pc("next_byte")
    ones = sum(byte.bit_count() for byte in PICTURE[:count])
    rom_tstates = 2 * (855 * (8 * count - ones) + 1710 * ones)
    assert rom_tstates / (loading.tstates - begun) == pytest.approx(2.1, abs=0.1)
