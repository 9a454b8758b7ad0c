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
def typed_in(booted: MachineState) -> MachineState:
    spectrum = Spectrum()
    spectrum.restore(booted)
    for line in ("10 FOR i=1 TO 5", "20 RANDOMIZE USR 60000", "30 NEXT i", "40 PAUSE 10"):
        spectrum.type(line)
        spectrum.press(ENTER)
        spectrum.run_frames(30)
    spectrum.core.memory[CODE : CODE + len(CODE_BYTES)] = CODE_BYTES
    spectrum.type("RUN")
    return spectrum.state()


@pytest.fixture
def spectrum(typed_in: MachineState) -> Spectrum:
    spectrum = Spectrum()
    spectrum.restore(typed_in)
    return spectrum


def profile_of(spectrum: Spectrum, table: SymbolTable = TABLE, report: str = "0 OK") -> Profile:
    """The profile of the program run to this report; every T-state is charged to one line."""
    start = spectrum.tstates
    with Profile(spectrum, (table,)) as profile:
        spectrum.press(ENTER)
        spectrum.wait_for_text(report)
    assert profile.total_tstates == spectrum.tstates - start
    return profile


def test_lines_get_their_runs_and_t_states(spectrum: Spectrum) -> None:
    profile = profile_of(spectrum)
    assert {line: profile.line_runs[line] for line in (10, 20, 30, 40)} == {10: 5, 20: 5, 30: 5, 40: 1}
    assert profile.line_tstates[40] / 69_888 >= 10


def test_labels_get_the_t_states_of_their_instructions(spectrum: Spectrum) -> None:
    profile = profile_of(spectrum)
    assert list(profile.calls) == ["entry"]
    assert len(profile.calls["entry"]) == 5
    assert sum(profile.by_label.values()) == profile.code_tstates == sum(profile.calls["entry"])
    assert min(profile.calls["entry"]) == 7 + 99 * 13 + 8 + 17 + 10 + 10  # without an interrupt
    assert profile.by_label["entry"] == 5 * 7
    assert profile.by_label["loop"] >= 5 * (99 * 13 + 8)
    assert profile.by_label["tail"] == 5 * (17 + 10)
    assert profile.by_label["helper"] == 5 * 10


def test_profiling_changes_no_timing(spectrum: Spectrum, typed_in: MachineState) -> None:
    total = profile_of(spectrum).total_tstates
    spectrum.restore(typed_in)
    start = spectrum.tstates
    spectrum.press(ENTER)
    spectrum.wait_for_text("0 OK")
    assert abs(spectrum.tstates - start - total) < 69_888


def test_the_rom_address_is_where_ppc_holds_the_new_line(spectrum: Spectrum) -> None:
    spectrum.press(ENTER)
    lines = []
    for _ in range(6):
        spectrum.run_until_pc(NEXT_LINE)
        lines.append(read_word(spectrum.core.memory, PPC))
    assert lines == [65534, 10, 20, 30, 10, 20]  # the direct command RUN first, which the ROM numbers 65534


@pytest.mark.parametrize(("code", "report"), [
    pytest.param("CF 09", "A Invalid argument", id="a report instead of a return"),
    # ld (60100),sp / ld sp,65000 / pop hl / pop hl / ld sp,(60100) / ret
    pytest.param("ED73C4EA 31E8FD E1 E1 ED7BC4EA C9", "0 OK", id="the stack pointer put to other use"),
])  # fmt: skip
def test_code_is_followed_to_its_end(spectrum: Spectrum, code: str, report: str) -> None:
    spectrum.poke(CODE, bytes.fromhex(code))
    profile = profile_of(spectrum, SymbolTable({"entry": CODE}, CODE, CODE + len(bytes.fromhex(code))), report)
    assert profile.by_label["entry"] > 0
    assert set(profile.by_label) <= {"entry", "(ROM)"}  # an interrupt may come in between
    assert profile.code_tstates < 2_000
