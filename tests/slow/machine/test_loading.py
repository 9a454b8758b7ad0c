"""A tape that plays while `Spectrum.load` waits: the simulator hears it by itself, and leads to the same program."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, Tape, assemble, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
LOADER = assemble(EXAMPLES / "gems" / "loader.asm")
DATA = bytes((7 * index ^ index >> 5) & 0xFF for index in range(3000))
GAME = 0x8000

pytestmark = pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator hears tapes")


def block(data: bytes) -> Signal:
    content = data + bytes([checksum(0, data)])
    return Signal("turbo", ((1200, 1600), (2, 500)), content, zero=(350, 350), one=(700, 700), pause_tstates=350_000)


def turbo_tape(loader: Assembly, data: bytes) -> Tape:
    """A picture, and a game that waits at its first instruction."""
    game = bytes.fromhex("18 FE") + data
    code = bytearray(loader.code)
    size = loader.symbol_table()["game_size"] - loader.origin
    code[size : size + 2] = len(game).to_bytes(2, "little")
    program = tokenise('10 CLEAR 32767: LOAD "" CODE : PRINT USR 64256')
    begin = (*program_blocks("turbo", program, 10), *code_blocks("loader", bytes(code), loader.origin))
    return Tape((*begin, block(bytes(range(256)) * 27), block(game)))


TAPE = turbo_tape(LOADER, DATA)


@pytest.mark.parametrize("model", ["48", "128"])
def test_the_same_program_is_loaded_as_by_every_single_pulse(model: str) -> None:
    fast, exact = Spectrum(model), Spectrum(model)
    fast.load(TAPE, until=GAME)
    exact.boot(None if model == "48" else "128")
    exact.insert_tape(TAPE)
    exact.type('LOAD ""\n')
    exact.run_until_pc(GAME, timeout=60)
    assert fast.peek(0x4000, 0x1B00) == exact.peek(0x4000, 0x1B00) == bytes(range(256)) * 27
    assert fast.peek(GAME + 2, len(DATA)) == exact.peek(GAME + 2, len(DATA)) == DATA
    assert fast.core.pc == GAME
    assert fast.deck.log[-1].startswith("part 6 played as pulses")
    assert not fast.core.accelerates
    reads = fast.core.ports.ula_reads
    assert reads < 20_000, "calls of Python; the 80,000 bits alone take some 800,000"


def test_watchers_see_all_of_it() -> None:
    """A hook at the port is asked at each read, so nothing is skipped."""
    spectrum = Spectrum()
    asked = 0

    def count(port: int, tstates: int) -> None:
        nonlocal asked
        asked += 1

    small = turbo_tape(LOADER, b"")
    with spectrum.ports.on_read(0xFE, count):
        spectrum.load(Tape((*small.parts[:-2], block(bytes(6912)), small.parts[-1])), until=GAME)
    assert asked > 300_000
