"""Tapes at their real speed: pulses at the EAR socket, the ROM's own loader listening to them, no short-cut.

The same tape is also loaded by the short-cut at LD-BYTES; both machines must end up the same.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from harness.spectrum.build import CODE_ADDRESS, EDITIONS, Edition, build_tape, edition_ramtop, line_code
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import MENU_END, Menu
from pyspectrum import memory
from pyspectrum.clock import TSTATES_PER_SECOND, seconds, seconds_to_tstates
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.memory import read_word
from pyspectrum.tape import LD_BYTES, Block, FileType, Tape, code_blocks, program_blocks
from tests.house import ROOT

TAPE_LIMIT = seconds_to_tstates(300)
STACK_BYTES = 96
"""How far below RAMTOP the machine stack may reach while the menu waits."""
UDG_START = 65368
ERROR = "R Tape loading error"


def start_loading(command: str = 'LOAD ""') -> Spectrum:
    """A machine in which the ROM listens for a tape."""
    spectrum = Spectrum()
    spectrum.boot()
    spectrum.type_command(command)
    spectrum.press(ENTER)
    return spectrum


def is_menu(spectrum: Spectrum) -> bool:
    return any(MENU_END in line for line in spectrum.text_lines())


def load_as_pulses(cassette: Tape) -> tuple[Spectrum, list[bytes], int, float]:
    """Load a tape through the EAR socket.

    Returns the machine at the menu, the display file and attributes at each call of the ROM's loader, by how many
    T-states the menu came after the tape's last edge, and how many seconds after ENTER.
    """
    spectrum = start_loading()
    began = spectrum.tstates
    screens: list[bytes] = []
    end = spectrum.play_tape(cassette)
    with spectrum.watch(LD_BYTES, lambda: screens.append(spectrum.screen.data)):
        spectrum.run_until(is_menu, "the menu", TAPE_LIMIT)
    return spectrum, screens, spectrum.tstates - end, seconds(spectrum.tstates - began)


def load_at_once(cassette: Tape) -> Spectrum:
    """Load the same tape by the short-cut."""
    spectrum = Spectrum()
    Menu(spectrum).load(cassette)
    return spectrum


def may_differ(address: int, edition: Edition) -> bool:
    """What depends on the moment, not on the tape: keys and clock, and what lies on stacks, in use or left behind."""
    if memory.KSTATE <= address < memory.LAST_K or memory.FRAMES <= address < memory.FRAMES + 3:
        return True
    ramtop = edition_ramtop(edition)
    if ramtop is None:  # no CLEAR: RAMTOP, and so the stack, is where the ROM has put it
        return UDG_START - STACK_BYTES <= address < UDG_START
    return ramtop - STACK_BYTES <= address <= ramtop or UDG_START - STACK_BYTES <= address < UDG_START


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition",
    EDITIONS,
    ids=lambda edition: edition.file_name,
)
def test_a_tape_played_at_real_speed_loads_as_the_short_cut_does(edition: Edition) -> None:
    cassette = build_tape(edition)
    by_ear, screens, late_by, took_seconds = load_as_pulses(cassette)
    at_once = load_at_once(cassette)

    # BASIC puts a little machine code into memory first; where there is more to load, while the pilot tone is heard
    patience = TSTATES_PER_SECOND if edition.machine_code else 5 * TSTATES_PER_SECOND
    assert 0 <= late_by <= patience, "the menu did not follow the end of the tape"
    assert seconds_in_manual(edition) == pytest.approx(took_seconds, abs=2)
    # the ROM was called once for each block: loader, picture, program and code, a header and data each
    assert len(screens) == len(cassette.blocks)
    # the picture stands while the program loads, whatever the ROM has to say about "Program:"
    picture = draw_loading_screen()
    assert screens[4:6] == [picture, picture]

    heard, copied = by_ear.core.memory, at_once.core.memory
    different = [
        address
        for address in range(0x4000, 0x10000)
        if heard[address] != copied[address] and not may_differ(address, edition)
    ]
    assert not different, f"memory differs at {[hex(address) for address in different[:20]]}"

    program, code = file_payloads(cassette)
    start, end = read_word(heard, memory.PROG), read_word(heard, memory.VARS)
    assert bytes(heard[start:end]) == program
    if edition.machine_code:
        loaded = line_code().symbols["code_loaded"]  # set by BASIC once all has come
        assert bytes(heard[CODE_ADDRESS:loaded]) == code[:-1] == line_code().code[: loaded - CODE_ADDRESS]
        assert (heard[loaded], code[-1]) == (1, 0)
        assert read_word(heard, memory.RAMTOP) == edition_ramtop(edition)


def seconds_in_manual(edition: Edition) -> int:
    """How long the manual says that it takes from ENTER to the menu."""
    manual = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
    (told,) = re.findall(rf"^\| `{re.escape(edition.file_name)}` \| (\d+) seconds \|$", manual, re.MULTILINE)
    return int(told)


def file_payloads(cassette: Tape) -> tuple[bytes, bytes]:
    """The last program on a tape and the last CODE but the picture."""
    files: dict[FileType, bytes] = {}
    for header, data in zip(cassette.blocks[::2], cassette.blocks[1::2], strict=True):
        assert header.header is not None
        files[header.header.file_type] = data.payload
    return files[FileType.PROGRAM], files[FileType.CODE]


def spoilt(block: Block) -> Block:
    """The block with one bit fallen over."""
    return replace(block, payload=block.payload[:-1] + bytes((block.payload[-1] ^ 0x10,)))


@pytest.mark.parametrize("which", [0, 1], ids=["header", "data"])
def test_a_damaged_tape_is_an_error_at_real_speed_too(which: int) -> None:
    header, data = code_blocks("few", bytes(range(20)), 40_000)
    blocks = [header, data]
    blocks[which] = spoilt(blocks[which])
    spectrum = start_loading('LOAD ""CODE')
    end = spectrum.play_tape(Tape(tuple(blocks)))
    if which == 0:  # a bad header is passed over, and its data too: the ROM goes on listening, as at a recorder
        spectrum.run_tstates(end - spectrum.tstates + TSTATES_PER_SECOND)
        assert not any("0 OK" in line or ERROR in line for line in spectrum.text_lines())
        assert bytes(spectrum.core.memory[40_000:40_020]) == bytes(20)
    else:
        spectrum.wait_for_text(ERROR, TAPE_LIMIT)
        assert spectrum.core.memory[40_019] == 19 ^ 0x10


def test_a_program_finds_its_own_header_past_others() -> None:
    others = program_blocks("other", b"", None)
    wanted = code_blocks("wanted", b"\x01\x02\x03", 50_000)
    spectrum = start_loading('LOAD "wanted"CODE')
    spectrum.play_tape(Tape((*others, *wanted)))
    spectrum.wait_for_text("0 OK, 0:1", TAPE_LIMIT)
    assert bytes(spectrum.core.memory[50_000:50_003]) == b"\x01\x02\x03"
    assert any("Program: other" in line for line in spectrum.text_lines())


def test_ejecting_stops_the_tape() -> None:
    spectrum = start_loading('LOAD ""CODE')
    spectrum.play_tape(Tape(code_blocks("few", bytes(range(20)), 40_000)))
    spectrum.run_frames(50)
    spectrum.eject_tape()
    spectrum.run_tstates(seconds_to_tstates(15))
    assert bytes(spectrum.core.memory[40_000:40_020]) == bytes(20)
    assert not any("0 OK" in line for line in spectrum.text_lines())
