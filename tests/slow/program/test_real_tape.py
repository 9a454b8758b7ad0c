"""Tapes at their real speed: pulses at the EAR socket, the ROM's own loader listening to them, no short-cut.

The same tape is also loaded by the short-cut at LD-BYTES; both machines must end up the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import (
    ALL_EDITIONS,
    EDITIONS,
    Edition,
    build_tape,
    edition_ramtop,
    guard_code,
    line_code,
)
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import LOAD_LIMIT, MENU_END, Menu
from harness.spectrum.messages import LANGUAGES, language
from pyspectrum import memory
from pyspectrum.basic import tokenise
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.memory import read_word
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import (
    BIT_TSTATES,
    DATA_PILOT_PULSES,
    HEADER_PILOT_PULSES,
    PAUSE_TSTATES,
    PILOT_TSTATES,
    SYNC_TSTATES,
    Block,
    FileType,
    Signal,
    Tape,
    code_blocks,
    program_blocks,
)
from pyspectrum.tape.deck import LD_BYTES
from tests.house import ROOT
from tests.slow.program.rig import BASIC_RU, TURBO, TURBO_RU, edition_on

TAPE_LIMIT = 300.0
STACK_BYTES = 96
"""Bytes below RAMTOP that the machine stack may reach while the menu waits."""
UDG_START = 65368
LONGEST_GAP = MODEL_48K.seconds_to_tstates(1.0)
"""Time that BASIC may take from the end of a block to the call that listens for the next one."""
SHORT_PAUSE = MODEL_48K.tstates_per_second // 2
ERROR = "R Tape loading error"


def start_loading(command: str = 'LOAD ""', model: str = "48") -> Spectrum:
    """A machine in which the ROM listens for a tape; a 128K and a +2 do by Tape Loader."""
    spectrum = Spectrum(model)
    spectrum.boot()
    if not spectrum.model.banked:
        spectrum.type(command)
    spectrum.press(ENTER)
    return spectrum


def at_other_speed(cassette: Tape, speed: float) -> Tape:
    """The tape as a recorder plays it that runs at `speed`, 1.1 being a tenth too fast; each block as its pulses."""

    def slowed(tstates: int) -> int:
        return round(tstates / speed)

    def played(block: Block) -> Signal:
        pilot = HEADER_PILOT_PULSES if block.flag < 0x80 else DATA_PILOT_PULSES
        zero, one = (slowed(pulse) for pulse in BIT_TSTATES)
        return Signal(
            "a block",
            ((pilot, slowed(PILOT_TSTATES)), *((1, slowed(sync)) for sync in SYNC_TSTATES)),
            block.to_bytes(),
            (zero, zero),
            (one, one),
            pause_tstates=slowed(block.pause_tstates),
        )

    return Tape(tuple(played(block) for block in cassette.blocks))


def with_pauses(cassette: Tape, tstates: int) -> Tape:
    """The tape with so much silence between its blocks."""
    return Tape(tuple(replace(block, pause_tstates=tstates) for block in cassette.blocks))


def is_menu(spectrum: Spectrum) -> bool:
    return any(MENU_END in line for line in spectrum.text_lines())


def load_as_pulses(cassette: Tape, model: str = "48") -> tuple[Spectrum, list[bytes], int, float]:
    """Load a tape through the EAR socket.

    Returns the machine at the menu, the display file and attributes at each call of the ROM's loader, by how many
    T-states the menu came after the tape's last edge, and how many seconds after ENTER.
    """
    spectrum = start_loading(model=model)
    began = spectrum.tstates
    screens: list[bytes] = []
    end = spectrum.play_tape(cassette)
    with spectrum.watch(LD_BYTES, lambda: screens.append(spectrum.screen.data)):
        spectrum.run_until(is_menu, "the menu", timeout=TAPE_LIMIT)
    return spectrum, screens, spectrum.tstates - end, MODEL_48K.seconds(spectrum.tstates - began)


def load_at_once(cassette: Tape) -> Spectrum:
    """Load the same tape by the short-cut."""
    spectrum = Spectrum()
    Menu(spectrum).load(cassette)
    return spectrum


def may_differ(address: int, edition: Edition) -> bool:
    """Return True for memory that depends on the moment, not on the tape: keys and clock, stacks, and their remains."""
    if memory.KSTATE <= address < memory.LAST_K or memory.FRAMES <= address < memory.FRAMES + 3:
        return True
    ramtop = edition_ramtop(edition)
    return ramtop - STACK_BYTES <= address <= ramtop or UDG_START - STACK_BYTES <= address < UDG_START


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.file_name)
def test_a_tape_played_at_real_speed_loads_as_the_short_cut_does(edition: Edition) -> None:
    cassette = build_tape(edition)
    by_ear, screens, late_by, took_seconds = load_as_pulses(cassette)
    at_once = load_at_once(cassette)

    assert 0 <= late_by <= 5 * MODEL_48K.tstates_per_second, "the menu did not follow the end of the tape"
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


def test_a_tape_is_heard_by_tape_loader() -> None:
    """A 128K's BASIC is slower than a 48K's between two blocks, and the tape does not wait."""
    edition = edition_on(TURBO)
    by_ear, screens, late_by, _ = load_as_pulses(build_tape(edition), "128")
    assert late_by <= 5 * MODEL_48K.tstates_per_second
    assert len(screens) >= len(build_tape(edition).blocks)
    check_loaded(by_ear, edition)


@pytest.mark.parametrize(("tape_name", "speed", "model"), [(BASIC_RU, 0.9, "+2"), (TURBO_RU, 1.1, "48")])
def test_a_tape_with_short_pauses_that_runs_a_tenth_slow_or_fast_loads(
    tape_name: str, speed: float, model: str
) -> None:
    """Half a second, while BASIC gets to the next LOAD."""
    edition = edition_on(tape_name)
    spectrum = start_loading(model=model)
    spectrum.play_tape(at_other_speed(with_pauses(build_tape(edition), SHORT_PAUSE), speed))
    exits = [language(code)["menu_exit"] for code in LANGUAGES]
    menu = Menu(spectrum)
    menu.wait(*exits, timeout=TAPE_LIMIT)
    check_loaded(spectrum, edition)


def check_loaded(spectrum: Spectrum, edition: Edition) -> None:
    """The guard and all other code are in memory, and BASIC knows it."""
    cells = spectrum.core.memory
    guard = guard_code()
    kept = guard.symbols["typed_next"] - guard.origin  # behind it are its variables
    assert bytes(cells[guard.origin : guard.origin + kept]) == guard.code[:kept]
    assert read_word(cells, memory.RAMTOP) == edition_ramtop(edition)
    if edition.machine_code:
        loaded = line_code().symbols["code_loaded"]
        assert bytes(cells[CODE_ADDRESS:loaded]) == line_code().code[: loaded - CODE_ADDRESS]
        assert cells[loaded] == 1


@pytest.mark.parametrize("model", ["48", "128", "+2"])
@pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda edition: edition.file_name)
def test_nothing_that_takes_time_stands_between_two_blocks(edition: Edition, model: str) -> None:
    """From the end of a block that is there at once to the call that listens for the next one."""
    spectrum = Spectrum(model)
    calls: list[int] = []
    with spectrum.watch(LD_BYTES, lambda: calls.append(spectrum.tstates)):
        Menu(spectrum).load(build_tape(edition))
    assert len(calls) >= len(build_tape(edition).blocks)
    gaps = [later - earlier for earlier, later in pairwise(calls)]
    assert max(gaps) <= LONGEST_GAP, [round(MODEL_48K.seconds(gap), 2) for gap in gaps]


def test_the_gap_is_measured() -> None:
    """A program that dawdles between two blocks, as ours once did, is seen to."""
    slow = tokenise('10 FOR i=1 TO 500: NEXT i: LOAD ""CODE\n', "slow")
    spectrum = start_loading()
    calls: list[int] = []
    spectrum.insert_tape(Tape((*program_blocks("slow", slow, 10), *code_blocks("few", b"abc", 50_000))))
    with spectrum.watch(LD_BYTES, lambda: calls.append(spectrum.tstates)):
        spectrum.wait_for_text("0 OK", timeout=LOAD_LIMIT)
    assert max(later - earlier for earlier, later in pairwise(calls)) > LONGEST_GAP


def test_pauses_and_speed_are_what_they_are_called() -> None:
    tape = Tape(code_blocks("few", b"abc", 50_000))
    assert [block.pause_tstates for block in with_pauses(tape, SHORT_PAUSE).blocks] == [SHORT_PAUSE] * 2
    (header, _) = at_other_speed(tape, 0.5).parts
    assert isinstance(header, Signal)
    assert header.pulses[0] == (HEADER_PILOT_PULSES, 2 * PILOT_TSTATES)
    assert header.pause_tstates == 2 * PAUSE_TSTATES


@pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda edition: edition.file_name)
def test_the_first_file_has_a_short_name(edition: Edition) -> None:
    """An emulator in a browser that loads by itself stumbles over more than seven letters."""
    first = build_tape(edition).blocks[0].header
    assert first is not None
    assert 0 < len(first.name.strip()) <= 7


def seconds_in_manual(edition: Edition) -> int:
    """Return the time from ENTER to the menu that the manual names."""
    manual = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
    (told,) = re.findall(rf"^\| `{re.escape(edition.file_name)}` \| (\d+) seconds \|$", manual, re.MULTILINE)
    return int(told)


def file_payloads(cassette: Tape) -> tuple[bytes, bytes]:
    """The last program on a tape, and the code of the line analysis or else the last CODE but the picture."""
    files: dict[FileType, bytes] = {}
    for header, data in zip(cassette.blocks[::2], cassette.blocks[1::2], strict=True):
        assert header.header is not None
        if header.header.name != "typing":  # that comes last, for typed clues
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
    if which == 0:  # a bad header is passed over, and its data too: the ROM continues listening, as at a recorder
        spectrum.run_tstates(end - spectrum.tstates + MODEL_48K.tstates_per_second)
        assert not any("0 OK" in line or ERROR in line for line in spectrum.text_lines())
        assert bytes(spectrum.core.memory[40_000:40_020]) == bytes(20)
    else:
        spectrum.wait_for_text(ERROR, timeout=TAPE_LIMIT)
        assert spectrum.core.memory[40_019] == 19 ^ 0x10


def test_a_program_finds_its_own_header_past_others() -> None:
    others = program_blocks("other", b"", None)
    wanted = code_blocks("wanted", b"\x01\x02\x03", 50_000)
    spectrum = start_loading('LOAD "wanted"CODE')
    spectrum.play_tape(Tape((*others, *wanted)))
    spectrum.wait_for_text("0 OK, 0:1", timeout=TAPE_LIMIT)
    assert bytes(spectrum.core.memory[50_000:50_003]) == b"\x01\x02\x03"
    assert any("Program: other" in line for line in spectrum.text_lines())


def test_ejecting_stops_the_tape() -> None:
    spectrum = start_loading('LOAD ""CODE')
    spectrum.play_tape(Tape(code_blocks("few", bytes(range(20)), 40_000)))
    spectrum.run_frames(50)
    spectrum.eject_tape()
    spectrum.run_tstates(MODEL_48K.seconds_to_tstates(15))
    assert bytes(spectrum.core.memory[40_000:40_020]) == bytes(20)
    assert not any("0 OK" in line for line in spectrum.text_lines())
