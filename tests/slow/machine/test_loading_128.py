"""A loader as large 128K games have: long leaders, banks paged in between blocks, the border changed at each edge."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Spectrum, Tape, assemble, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.core.bus import Bus
from pyspectrum.tape import Signal, checksum, code_blocks, program_blocks

pytestmark = pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator hears tapes")

LOADER = assemble(Path(__file__).with_name("paged_loader.asm"))
BANKS = (0, 1, 3, 4, 6)
SIZE = 300
LEADER_PULSES = 10_000
"""Of 1,300 T-states each: nearly four seconds."""


ROUND_TSTATES = 40
"""The loader's time from one read of the port to the next."""


def content(bank: int) -> bytes:
    return bytes((7 * at + bank ^ at >> 5) & 0xFF for at in range(SIZE))


def block(data: bytes) -> Signal:
    data += bytes([checksum(0, data)])
    return Signal(
        "turbo", ((LEADER_PULSES, 1300), (2, 500)), data, zero=(400, 400), one=(800, 800), pause_tstates=10**6
    )


def game_tape() -> Tape:
    code = bytearray(LOADER.code)
    size = LOADER.symbol_table()["size"] - LOADER.origin
    code[size : size + 2] = SIZE.to_bytes(2, "little")
    program = tokenise('10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768')
    begin = (*program_blocks("game", program, 10), *code_blocks("loader", bytes(code), LOADER.origin))
    return Tape((*begin, *(block(content(bank)) for bank in BANKS)))


def test_a_paged_loader_is_heard_without_a_call_for_each_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = writes = 0
    read_port, write_port = Bus.read_port, Bus.write_port

    def count_read(bus: Bus, registers: list[int], port: int) -> int:
        nonlocal reads
        reads += 1
        return read_port(bus, registers, port)

    def count_write(bus: Bus, registers: list[int], port: int, value: int, offset: int) -> None:
        nonlocal writes
        writes += 1
        write_port(bus, registers, port, value, offset)

    monkeypatch.setattr(Bus, "read_port", count_read)
    monkeypatch.setattr(Bus, "write_port", count_write)
    spectrum = Spectrum("128")
    spectrum.load(game_tape(), until=LOADER.symbol_table()["loaded"])
    for bank in BANKS:
        assert spectrum.core.banks[bank][:SIZE] == content(bank)
    assert spectrum.model.seconds(spectrum.tstates) > 20
    rounds = len(BANKS) * LEADER_PULSES * 1300 // ROUND_TSTATES
    assert reads < rounds / 50  # what is left are the deck's looks and trials
    assert writes < 2 * len(BANKS) * LEADER_PULSES  # one at each edge at most
