"""Find in a recording the visits to an address, the last change of the border, and the way into empty memory."""

import pytest

from pyspectrum import Spectrum
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.trace import Journal
from pyspectrum.trace.recording import record
from pyspectrum.trace.search import crash, last_change, visits

PAINTS = (
    b"\xf3\x01\x00\x20"  # di; ld bc,8192
    b"\x0b\x78\xb1\x20\xfb"  # dec bc; ld a,b; or c; jr nz: three frames of 69,888 T
    b"\x3e\x02\xd3\xfe\x18\xfe"  # ld a,2; out (254),a; and stay
)
OUT, STAY = 0x800B, 0x800D


@pytest.fixture
def journal(spectrum: Spectrum) -> Journal:
    """The journal of a program that paints the border red in the fourth frame."""
    spectrum.run_frames(1)
    with Journal(spectrum) as journal:
        spectrum.poke(0x8000, PAINTS)
        spectrum.core.pc = 0x8000
        spectrum.run_frames(6)
        journal.finish()
    return journal


def test_the_last_change_of_the_border_is_the_instruction_that_made_it(journal: Journal) -> None:
    recording = record(journal)
    moment = last_change(journal, recording, {"border": True})
    assert moment is not None
    assert (moment.frame, moment.pc) == (3, OUT)
    assert recording.frames[3].tstates <= moment.tstates < recording.frames[4].tstates


def test_visits_are_numbered_by_the_recorded_frames(journal: Journal) -> None:
    assert visits(journal, record(journal), OUT) == [3]
    recording = record(journal, seconds=0.02)
    assert recording.begin > journal.begin
    assert visits(journal, recording, OUT) == []
    assert visits(journal, recording, STAY)[0] == 0


@pytest.mark.parametrize("is_filled", [False, True])
def test_a_jump_into_memory_without_code_is_found(spectrum: Spectrum, is_filled: bool) -> None:
    """Code may have been put there only just before."""
    spectrum.symbols = SymbolTable({"start": 0x8000}, 0x8000, 0x8003)
    with Journal(spectrum) as journal:
        spectrum.poke(0x8000, b"\xc3\x00\xc0")  # jp 49152
        if is_filled:
            spectrum.poke(0xC000, b"\x18\xfe")  # jr $
        spectrum.core.interrupts_enabled = False
        spectrum.run_frames(2)
        spectrum.poke(0x9000, bytes(range(1, 33)))  # which is below it
        spectrum.run_frames(2)
        spectrum.core.pc = 0x8000
        spectrum.run_tstates(20_000)
        journal.finish()
    found = crash(journal, record(journal))
    assert (found is None) == is_filled
    assert found is None or (found[0].pc == 0x8000 and 0xC000 < found[1] < 0xE000)
