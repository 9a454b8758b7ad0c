"""Exact profiles: every T-state is charged once, and to the right place."""

import pytest

from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.coverage import NEXT_LINE, Profile
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import MachineState, Spectrum
from pyspectrum.memory import PPC, read_word

CODE = 60000
# entry: ld b,100 / loop: djnz loop / tail: call helper / ret / helper: ret
CODE_BYTES = bytes([0x06, 100, 0x10, 0xFE, 0xCD, 0x68, 0xEA, 0xC9, 0xC9])
TABLE = SymbolTable(
    {"entry": CODE, "loop": CODE + 2, "tail": CODE + 4, "helper": CODE + 8, "constant": 5}, CODE, CODE + len(CODE_BYTES)
)


@pytest.fixture(scope="module")
def typed_in() -> MachineState:
    spectrum = Spectrum()
    spectrum.boot()
    for line in ("10 FOR i=1 TO 5", "20 RANDOMIZE USR 60000", "30 NEXT i", "40 PAUSE 10"):
        spectrum.type(line)
        spectrum.press(ENTER)
        spectrum.run_frames(30)
    spectrum.core.memory[CODE : CODE + len(CODE_BYTES)] = CODE_BYTES
    spectrum.type("RUN")
    return spectrum.state()


@pytest.fixture
def profile(typed_in: MachineState) -> Profile:
    spectrum = Spectrum()
    spectrum.restore(typed_in)
    with Profile(spectrum, (TABLE,)) as profile:
        spectrum.press(ENTER)
        spectrum.wait_for_text("0 OK")
    return profile


def test_every_t_state_is_charged_to_one_line(profile: Profile) -> None:
    assert sum(profile.line_tstates.values()) == profile.total_tstates
    assert {line: profile.line_runs[line] for line in (10, 20, 30, 40)} == {10: 5, 20: 5, 30: 5, 40: 1}


def test_a_pause_is_the_longest_line(profile: Profile) -> None:
    frames = profile.line_tstates[40] / 69_888
    assert frames >= 10


def test_labels_get_the_t_states_of_their_instructions(profile: Profile) -> None:
    assert list(profile.calls) == ["entry"]
    assert len(profile.calls["entry"]) == 5
    assert sum(profile.by_label.values()) == profile.code_tstates == sum(profile.calls["entry"])
    assert min(profile.calls["entry"]) == 7 + 99 * 13 + 8 + 17 + 10 + 10  # without an interrupt
    assert profile.by_label["entry"] == 5 * 7
    assert profile.by_label["loop"] >= 5 * (99 * 13 + 8)
    assert profile.by_label["tail"] == 5 * (17 + 10)
    assert profile.by_label["helper"] == 5 * 10


def test_profiling_changes_no_timing(typed_in: MachineState, profile: Profile) -> None:
    spectrum = Spectrum()
    spectrum.restore(typed_in)
    start = spectrum.tstates
    spectrum.press(ENTER)
    spectrum.wait_for_text("0 OK")
    assert abs(spectrum.tstates - start - profile.total_tstates) < 69_888


def test_the_rom_address_is_where_ppc_holds_the_new_line(typed_in: MachineState) -> None:
    spectrum = Spectrum()
    spectrum.restore(typed_in)
    spectrum.press(ENTER)
    lines = []
    for _ in range(6):
        spectrum.run_until_pc(NEXT_LINE)
        lines.append(read_word(spectrum.core.memory, PPC))
    assert lines == [65534, 10, 20, 30, 10, 20]  # the direct command RUN first, which the ROM numbers 65534


@pytest.mark.parametrize(
    ("code", "report"),
    [
        pytest.param([0xCF, 0x09], "A Invalid argument", id="a report instead of a return"),
        # ld (60100),sp / ld sp,65000 / pop hl / pop hl / ld sp,(60100) / ret
        pytest.param(
            [0xED, 0x73, 0xC4, 0xEA, 0x31, 0xE8, 0xFD, 0xE1, 0xE1, 0xED, 0x7B, 0xC4, 0xEA, 0xC9],
            "0 OK",
            id="the stack pointer put to other use",
        ),
    ],
)
def test_code_is_followed_to_its_end(typed_in: MachineState, code: list[int], report: str) -> None:
    spectrum = Spectrum()
    spectrum.restore(typed_in)
    spectrum.core.memory[CODE : CODE + len(code)] = bytes(code)
    with Profile(spectrum, (SymbolTable({"entry": CODE}, CODE, CODE + len(code)),)) as profile:
        spectrum.press(ENTER)
        spectrum.wait_for_text(report)
    assert profile.by_label["entry"] > 0
    assert set(profile.by_label) <= {"entry", "(ROM)"}  # an interrupt may come in between
    assert sum(profile.line_tstates.values()) == profile.total_tstates
    assert profile.code_tstates < 2_000
