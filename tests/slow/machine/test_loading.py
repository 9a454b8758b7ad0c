"""A tape that plays while `Spectrum.load` waits: the simulator hears it by itself, and leads to the same program."""

from collections import Counter
from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, Tape, assemble, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.core.bus import Bus
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks
from tests.house import ROOT

LOADER = assemble(ROOT / "docs" / "examples" / "gems" / "loader.asm")
DATA = bytes((7 * index ^ index >> 5) & 0xFF for index in range(3000))
GAME = 0x8000

PAGED_LOADER = assemble(Path(__file__).with_name("paged_loader.asm"))
"""As large 128K games have: long leaders, banks paged in between blocks, the border changed at each edge."""
BANKS = (0, 1, 3, 4, 6)
SIZE = 300
LEADER_PULSES = 10_000
"""Of 1,300 T-states each: nearly four seconds."""
ROUND_TSTATES = 40
"""The paged loader's time from one read of the port to the next."""

pytestmark = pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator hears tapes")


def block(data: bytes, leader: tuple[int, int] = (1200, 1600), zero: int = 350, pause: int = 350_000) -> Signal:
    content = data + bytes([checksum(0, data)])
    bits = (zero, zero), (2 * zero, 2 * zero)
    return Signal("turbo", (leader, (2, 500)), content, *bits, pause_tstates=pause)


def tape_with(loader: Assembly, size: str, length: int, *blocks: Signal) -> Tape:
    """A loader that is told how long a block is."""
    code, place = bytearray(loader.code), loader.symbol_table()[size] - loader.origin
    code[place : place + 2] = length.to_bytes(2, "little")
    program = tokenise(f'10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR {loader.origin}')
    return Tape((*program_blocks("x", program, 10), *code_blocks("loader", bytes(code), loader.origin), *blocks))


def turbo_tape(picture: bytes, data: bytes) -> Tape:
    """A picture, and a game that waits at its first instruction."""
    game = bytes.fromhex("18 FE") + data
    return tape_with(LOADER, "game_size", len(game), block(picture), block(game))


def content(bank: int) -> bytes:
    return bytes((7 * at + bank ^ at >> 5) & 0xFF for at in range(SIZE))


def game_tape() -> Tape:
    blocks = [block(content(bank), (LEADER_PULSES, 1300), 400, 10**6) for bank in BANKS]
    return tape_with(PAGED_LOADER, "size", SIZE, *blocks)


@pytest.mark.parametrize("model", ["48", "128"])
def test_the_same_program_is_loaded_as_by_every_single_pulse(model: str) -> None:
    fast, exact = Spectrum(model), Spectrum(model)
    tape = turbo_tape(bytes(range(256)) * 27, DATA)
    fast.load(tape, until=GAME)
    exact.boot(None if model == "48" else "128")
    exact.insert_tape(tape)
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
    asked: list[int] = []
    with spectrum.ports.on_read(0xFE, lambda port, tstates: asked.append(port)):
        spectrum.load(turbo_tape(bytes(6912), b""), until=GAME)
    assert len(asked) > 300_000


def test_a_paged_loader_is_heard_without_a_call_for_each_read(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()
    read_port, write_port = Bus.read_port, Bus.write_port

    def count_read(bus: Bus, registers: list[int], port: int) -> int:
        calls["read"] += 1
        return read_port(bus, registers, port)

    def count_write(bus: Bus, registers: list[int], port: int, value: int, offset: int) -> None:
        calls["write"] += 1
        write_port(bus, registers, port, value, offset)

    monkeypatch.setattr(Bus, "read_port", count_read)
    monkeypatch.setattr(Bus, "write_port", count_write)
    spectrum = Spectrum("128")
    spectrum.load(game_tape(), until=PAGED_LOADER.symbol_table()["loaded"])
    for bank in BANKS:
        assert spectrum.core.banks[bank][:SIZE] == content(bank)
    assert spectrum.model.seconds(spectrum.tstates) > 20
    rounds = len(BANKS) * LEADER_PULSES * 1300 // ROUND_TSTATES
    assert calls["read"] < rounds / 50  # what is left are the deck's looks and trials
    assert calls["write"] < 2 * len(BANKS) * LEADER_PULSES  # one at each edge at most
