"""A program for the 128K: its banks, its shadow screen, its sound chip, loaded by 128 BASIC."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Assembly, Load, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.tape import code_blocks, program_blocks

pytestmark = pytest.mark.spectrum(model="128")

HERE = Path(__file__).parent
LOADER = """
10 CLEAR 32767: LOAD "" CODE
20 FOR i=1 TO 3: READ b: POKE 23388,16+b: OUT 32765,16+b: LOAD "" CODE : NEXT i
30 RANDOMIZE USR 32768
40 DATA 1,3,4
"""
BLUE, RED, GREEN = 1, 2, 4
ROOMS = {  # bank: paper, pitch in Hz, name
    1: (BLUE, 440, "THE CELLAR"),
    3: (RED, 523, "THE KITCHEN"),
    4: (GREEN, 659, "THE GARDEN"),
}
AY_HZ = 1_773_400


def room_data(paper: int, hz: float, name: str) -> bytes:
    period = round(AY_HZ / 16 / hz)
    return bytes([8 * paper + 7]) + period.to_bytes(2, "little") + name.encode("ascii").ljust(29, b"\0")


@pytest.fixture(scope="session")
def code() -> Assembly:
    return assemble(HERE / "rooms.asm")


@pytest.fixture(scope="session")
def tape(code: Assembly) -> Tape:
    tape = Tape(program_blocks("rooms", tokenise(LOADER), 10) + code_blocks("code", code.code, code.origin))
    for bank, room in ROOMS.items():
        tape += Tape(code_blocks(f"room {bank}", room_data(*room), 0xC000))
    return tape


@pytest.fixture
def house(load: Load, tape: Tape, code: Assembly) -> Spectrum:
    return load(tape, until="THE CELLAR", symbols=code)


def test_each_room_lies_in_its_bank(house: Spectrum) -> None:
    for bank, room in ROOMS.items():
        assert house.core.banks[bank][:32] == room_data(*room)


@pytest.mark.parametrize(("key", "bank"), [("1", 1), ("2", 3), ("3", 4)])
def test_the_keys_lead_to_the_rooms(house: Spectrum, key: str, bank: int) -> None:
    paper, hz, name = ROOMS[bank]
    house.tap(key)
    expect(house).to_show(name, row=10, column=10)
    expect(house).to_have_attribute(0, 0, paper=paper)
    expect(house).to_beep(hz)


def test_two_keys_at_once_lead_nowhere(house: Spectrum) -> None:
    house.hold("2+3")
    house.run(seconds=0.5)
    expect(house).to_show("THE CELLAR")


def test_the_shadow_screen_shows_and_the_other_is_left_alone(house: Spectrum) -> None:
    before = bytes(house.core.banks[5])
    house.tap("3")
    expect(house).to_show("THE GARDEN")
    assert house.core.display_bank == 7
    assert bytes(house.core.banks[5]) == before


def test_a_room_is_read_with_its_bank_in_place(house: Spectrum) -> None:
    pages = []
    with house.ports.on_write(0x7FFD, lambda port, value, tstates: pages.append(value & 7), mask=0x8002):
        house.call("show_room", a=2)
    assert pages == [4, 7, 7]
