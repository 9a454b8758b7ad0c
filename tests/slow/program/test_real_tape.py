"""Tapes at their real speed: pulses at the EAR socket, the ROM's own loader listening to them, no short-cut.

The same tape is also loaded by the short-cut at LD-BYTES; both machines must end up the same.
"""

import re
from itertools import pairwise

import pytest

from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import (
    ALL_EDITIONS,
    BASIC_SYMBOLS,
    EDITIONS,
    Edition,
    build_tape,
    edition_ramtop,
    guard_code,
    line_code,
)
from harness.spectrum.loading_screen import draw_loading_screen
from harness.spectrum.menu import Menu
from harness.spectrum.messages import LANGUAGES, language
from pyspectrum import memory
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.memory import read_word
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import (
    BIT_TSTATES,
    DATA_PILOT_PULSES,
    HEADER_PILOT_PULSES,
    PILOT_TSTATES,
    SYNC_TSTATES,
    Block,
    Signal,
    Tape,
)
from pyspectrum.tape.deck import LD_BYTES
from tests.house import ROOT
from tests.slow.program.rig import BASIC_RU, TURBO, TURBO_RU, edition_on

INKEY = 0x2634
"""ROM: INKEY$ looks for a key."""
TAPE_LIMIT = 300.0
STACK_BYTES = 96
"""Bytes below RAMTOP that the machine stack may reach while the menu waits."""
UDG_START = 65368
LONGEST_GAP = MODEL_48K.seconds_to_tstates(1.0)
"""Time that BASIC may take from the end of a block to the call that listens for the next one."""
SHORT_PAUSE = MODEL_48K.tstates_per_second // 2
EXITS = [language(code)["menu_exit"] for code in LANGUAGES]


def start_loading(model: str = "48") -> Spectrum:
    """A machine in which the ROM listens for a tape; a 128K and a +2 do by Tape Loader."""
    spectrum = Spectrum(model)
    spectrum.boot()
    if not spectrum.model.banked:
        spectrum.type('LOAD ""')
    spectrum.press(ENTER)
    return spectrum


def at_other_speed(cassette: Tape, speed: float) -> Tape:
    """The tape with short pauses as a recorder plays it that runs at `speed`, 1.1 being a tenth too fast."""

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
            pause_tstates=slowed(SHORT_PAUSE),
        )

    return Tape(tuple(played(block) for block in cassette.blocks))


def may_differ(address: int, edition: Edition) -> bool:
    """Return True for memory that depends on the moment, not on the tape: keys, seed, clock, stacks, their remains."""
    if memory.KSTATE <= address < memory.LAST_K or memory.FRAMES - 2 <= address < memory.FRAMES + 3:
        return True
    ramtop = edition_ramtop(edition)
    return ramtop - STACK_BYTES <= address <= ramtop or UDG_START - STACK_BYTES <= address < UDG_START


@pytest.mark.parametrize("edition", [*EDITIONS, edition_on(BASIC_RU)], ids=lambda edition: edition.file_name)
def test_a_tape_played_at_real_speed_loads_as_the_short_cut_does(edition: Edition) -> None:
    cassette = build_tape(edition)
    by_ear, screens = start_loading(), list[bytes]()
    began, end = by_ear.tstates, by_ear.play_tape(cassette)
    with by_ear.watch(LD_BYTES, lambda: screens.append(by_ear.screen.data)):
        Menu(by_ear).wait(*EXITS, timeout=TAPE_LIMIT)
    late_by, took_seconds = by_ear.tstates - end, MODEL_48K.seconds(by_ear.tstates - began)
    at_once = Spectrum()
    Menu(at_once).load(cassette)
    for spectrum in (by_ear, at_once):
        assert spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_second, (INKEY,)), "all of the menu stands"

    assert 0 <= late_by <= 5 * MODEL_48K.tstates_per_second, "the menu did not follow the end of the tape"
    assert seconds_in_manual(edition) == pytest.approx(took_seconds, abs=2)
    # the ROM was called once for each block: loader, picture, program and code, a header and data each
    assert len(screens) == len(cassette.blocks)
    # the picture stands while the program loads, whatever the ROM has to say about "Program:"
    picture = draw_loading_screen(edition.language)
    assert screens[4:6] == [picture, picture]

    heard, copied = by_ear.core.memory, at_once.core.memory
    different = [
        address
        for address in range(0x4000, 0x10000)
        if heard[address] != copied[address] and not may_differ(address, edition)
    ]
    assert not different, f"memory differs at {[hex(address) for address in different[:20]]}"
    check_loaded(by_ear, edition)


@pytest.mark.parametrize(
    ("tape_name", "speed", "model"), [(BASIC_RU, 0.9, "+2"), (TURBO, 1.0, "128"), (TURBO_RU, 1.1, "48")]
)
def test_a_tape_with_short_pauses_that_runs_a_tenth_slow_or_fast_loads(
    tape_name: str, speed: float, model: str
) -> None:
    """Half a second, while BASIC gets to the next LOAD: by Tape Loader, too, since a 128K's BASIC is slower there."""
    edition = edition_on(tape_name)
    spectrum = start_loading(model=model)
    spectrum.play_tape(at_other_speed(build_tape(edition), speed))
    Menu(spectrum).wait(*EXITS, timeout=TAPE_LIMIT)
    check_loaded(spectrum, edition)


def check_loaded(spectrum: Spectrum, edition: Edition) -> None:
    """All code is in memory, and BASIC knows it."""
    cells = spectrum.core.memory
    guard = guard_code()
    kept = guard.symbols["typed_next"] - guard.origin  # behind it are its variables
    assert bytes(cells[guard.origin : guard.origin + kept]) == guard.code[:kept]
    assert read_word(cells, memory.RAMTOP) == edition_ramtop(edition)
    loaded = BASIC_SYMBOLS["code_loaded"]
    assert cells[loaded] == 1
    if edition.machine_code:
        assert bytes(cells[CODE_ADDRESS:loaded]) == line_code().code[: loaded - CODE_ADDRESS]


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


@pytest.mark.parametrize("edition", ALL_EDITIONS, ids=lambda edition: edition.file_name)
def test_the_first_file_has_a_short_name(edition: Edition) -> None:
    """An emulator in a browser that loads by itself stumbles over more than seven letters."""
    first = build_tape(edition).blocks[0].header
    assert first is not None
    assert 0 < len(first.name.strip()) <= 7


def seconds_in_manual(edition: Edition) -> int:
    """Return the time from ENTER to the menu that the manual names."""
    name = "manual.md" if edition.language == "en" else "manual.ru.md"
    manual = (ROOT / "docs" / name).read_text(encoding="utf-8")
    (told,) = re.findall(rf"^\| `{re.escape(edition.file_name)}` \| (\d+) (?:seconds|секунд[аы]?) \|$", manual, re.M)
    return int(told)
