"""A tape that plays while `Spectrum.load` waits: the simulator hears it by itself, and leads to the same program."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from skoolkit import tap2sna

from pyspectrum import Assembly, Spectrum, Tape, assemble, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks
from pyspectrum.tape.tzx import build_tzx
from tests.marks import slow_ones
from tools.cpu_time import cpu_seconds

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
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


@pytest.mark.parametrize("model", ["48", *slow_ones(["128", "+2"])])
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


def test_reads_of_the_tape_are_no_calls_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    spectrum = Spectrum()
    spectrum.load(TAPE, until=GAME)
    reads = spectrum.core.ports.ula_reads
    assert reads < 20_000  # the 80,000 bits alone take some 800,000


@pytest.mark.slow
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


def seconds_for(work: Callable[[], object]) -> float:
    begun = cpu_seconds()
    work()
    return cpu_seconds() - begun


@pytest.mark.slow
def test_loading_takes_at_most_twice_the_time_of_tap2sna(tmp_path: Path) -> None:
    """CPU time, taken in turn, the best of four: other processes can only make one slower."""
    tape = turbo_tape(LOADER, DATA * 10)
    (tmp_path / "big.tzx").write_bytes(build_tzx(tape.parts))
    arguments = [str(tmp_path / "big.tzx"), str(tmp_path / "big.z80"), "--start", str(GAME)]

    def by_skoolkit() -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            tap2sna.main(arguments)

    def by_us() -> None:
        Spectrum().load(tmp_path / "big.tzx", until=GAME)

    theirs, ours = zip(*((seconds_for(by_skoolkit), seconds_for(by_us)) for _ in range(4)), strict=True)
    assert min(ours) <= 2 * min(theirs)
