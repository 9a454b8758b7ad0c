"""Small programs of four kinds under test, as their authors would test them; and what is said when they fail."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, SymbolTable, Tape, assemble, expect, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.errors import ExpectationError, SpectrumError
from pyspectrum.tape import Signal, code_blocks, program_blocks
from pyspectrum.testing.machines import Load, NewSpectrum
from pyspectrum.trace import Journal
from pyspectrum.trace.failure import Failure
from pyspectrum.trace.recording import record

PROGRAMS = Path(__file__).parents[2] / "data" / "programs"
START = '10 CLEAR 32767: LOAD ""CODE: RANDOMIZE USR 32768'


def tape(code: Assembly, *more: Signal) -> Tape:
    blocks = (*program_blocks("demo", tokenise(START), 10), *code_blocks("code", code.code, code.origin))
    return Tape((*blocks, *more))


def failed(machine: Spectrum, *acts: Callable[[], object]) -> Failure:
    *before, last = acts
    with Journal(machine) as journal:
        for act in before:
            act()
        with pytest.raises(SpectrumError) as caught:
            last()
    journal.finish()
    return Failure(journal, record(journal), caught.value)


class TestBasicWithInput:
    @pytest.fixture
    def game(self, load: Load) -> Spectrum:
        program = tokenise((PROGRAMS / "ask.bas").read_text(encoding="ascii"))
        game = load(Tape(program_blocks("ask", program, 10)), until="Name? ")
        game.type("ANNA\n")
        expect(game).to_show("HELLO ANNA", row=0)
        return game

    def test_its_variables_are_waited_for(self, game: Spectrum) -> None:
        expect(game).to_have_variable("n$", "ANNA")
        expect(game).to_have_variable("lamp", 0)
        game.press("l")
        expect(game).to_have_variable("lamp", 1)
        expect(game).to_have_variable("h()", [0, 0.5, 0])
        game.press("l")
        expect(game).to_show("LAMP 0", row=2)
        expect(game).never(seconds=1).to_have_variable("lamp", 1)
        game.press("q")
        expect(game).to_report("9 STOP statement, 50:3")

    def test_a_failure_names_the_line_the_statement_and_the_variables(self, game: Spectrum) -> None:
        failure = failed(game, lambda: expect(game).to_show("BYE", timeout=0.5))
        (place,) = (fact for fact in failure.facts if fact.startswith("BASIC is at"))
        assert re.fullmatch(r"BASIC is at line [378]0, statement \d; no key is down\.", place)
        assert "Variables: h() 0, 0, 0, n$ 'ANNA', lamp 0, k$ ''." in failure.facts
        failure = failed(game, lambda: game.press("l"), lambda: expect(game).to_show("LAMP 2", row=2, timeout=0.5))
        assert any(fact.endswith("by BASIC's line 40, statement 4.") for fact in failure.facts), failure.facts

    def test_a_report_names_them_too(self, game: Spectrum) -> None:
        failure = failed(game, lambda: game.press("x"), lambda: expect(game).to_show("BYE"))
        assert re.fullmatch(
            r"BASIC stopped in frame \d+, in line 60, statement 2: 2 Variable not found, 60:2", failure.diagnosis.title
        )
        assert any("lamp 0, k$ 'x'" in fact for fact in failure.facts)

    def test_a_program_that_resets_the_machine_is_named(self, game: Spectrum) -> None:
        expect(game).to_have_variable("lamp", 0)
        game.press("q")
        expect(game).to_report("STOP")
        failure = failed(game, lambda: game.type("PRINT USR 0\n"), lambda: expect(game).to_show("42"))
        assert re.fullmatch(
            r"The program reset the machine: it came to #0000 in frame \d+, by the instruction at #34BB\.",
            failure.diagnosis.title,
        )


class TestKempstonAndInterrupts:
    @pytest.fixture
    def game(self, new_spectrum: NewSpectrum) -> Iterator[Spectrum]:
        code = assemble(PROGRAMS / "kempston.asm")
        with new_spectrum(joystick="kempston", medium=tape(code), until="frame", symbols=code) as machine:
            yield machine

    def test_the_stick_moves_the_spot_and_fire_sounds(self, game: Spectrum) -> None:
        assert game.core.get("im") == 2
        expect(game).to_have_attribute(0, 5, paper=2)
        game.joystick("right", seconds=0.1)
        expect(game).to_have_memory("column", 10)
        expect(game).to_have_attribute(0, 10, paper=2)
        game.joystick("left", seconds=0.02)
        expect(game).never(seconds=0.2).not_to_have_memory("column", 9)
        game.joystick("fire", seconds=0.1)
        expect(game).to_beep(880, tolerance=0.05)

    def test_a_frame_is_long_enough(self, game: Spectrum) -> None:
        frames = game.peek("frames", 2)
        expect(game).to_finish_frames_within(20_000)
        assert game.peek("frames", 2) != frames


class TestBanksAndSoundChip:
    @pytest.fixture
    def game(self, new_spectrum: NewSpectrum) -> Iterator[Spectrum]:
        code = assemble(PROGRAMS / "screens.asm")
        with new_spectrum("128", medium=tape(code), until="later", symbols=code) as machine:
            yield machine

    def test_the_second_screen_comes_after_forty_frames(self, game: Spectrum) -> None:
        expect(game).to_have_ay(8, 15)
        expect(game).to_have_page(7)
        expect(game).to_beep(436)
        expect(game).never(seconds=0.7).to_have_attribute(3, 0, paper=1)
        expect(game).to_have_attribute(3, 0, paper=1, ink=7)
        assert game.core.display_bank == 7

    def test_showing_the_other_screen_is_a_change(self, game: Spectrum) -> None:
        failure = failed(game, lambda: expect(game).to_show("LEVEL 2", row=3, timeout=1.5))
        (change,) = (fact for fact in failure.facts if "last changed" in fact)
        frame = int(change.split("frame ")[1].split(",")[0])
        assert 35 <= frame <= 42
        assert "at page+4 (screens.asm:43)" in change
        failure = failed(game, lambda: expect(game).to_show("LEVEL 2", row=3, timeout=0.2))
        assert not any("last changed" in fact for fact in failure.facts)


@pytest.mark.skipif(not HAS_C_SIMULATOR, reason="the C simulator hears tapes")
class TestLoaderOfItsOwn:
    GAME = bytes.fromhex("3E04 D3FE 210058 3697 18FE")
    """Border 4, a square in black on red, flashing; and there it stays."""

    def tape(self, data: bytes) -> Tape:
        code = assemble(PROGRAMS / "loader.asm")
        content = bytearray(code.code)
        size = code.symbols["size"] - code.origin
        content[size : size + 2] = len(data).to_bytes(2, "little")
        block = Signal("turbo", ((1200, 1600), (2, 500)), data, zero=(350, 350), one=(700, 700), pause_tstates=350_000)
        return tape(Assembly(code.origin, bytes(content), code.symbols), block)

    @pytest.mark.parametrize("model", ["48", "128"])
    def test_what_it_loads_runs(self, new_spectrum: NewSpectrum, model: str) -> None:
        with new_spectrum(model, medium=self.tape(self.GAME), until=0x9009) as game:
            expect(game).to_have_border(4)
            expect(game).to_have_attribute(0, 0, ink=7, paper=2, flash=True)
            assert game.peek(0x9000, len(self.GAME)) == self.GAME

    def test_a_tape_that_is_cut_short_is_said(self, load: Load) -> None:
        whole = self.tape(self.GAME)
        with pytest.raises((SpectrumError, ExpectationError), match=r"2 red|the tape has ended|timed out"):
            load(Tape(whole.parts[:-1]), until=0x9009, timeout=10)


@pytest.mark.parametrize(("code", "title", "fact"), [
    ("cd0000", "The program reset the machine: it came to #0000 in frame 0, by the instruction at #8000.", ""),
    ("f3 00 76 00", "Row 0 never showed the text.",
     "The program is in HALT at #8002 with interrupts off: nothing wakes it."),
])  # fmt: skip
def test_resets_and_dead_ends_are_named_without_symbols(spectrum: Spectrum, code: str, title: str, fact: str) -> None:
    spectrum.poke(0x8000, bytes.fromhex(code))
    spectrum.core.pc = 0x8000
    failure = failed(spectrum, lambda: expect(spectrum).to_show("HELLO", row=0, timeout=0.5))
    assert failure.diagnosis.title == title
    assert not fact or fact in failure.facts


def test_a_call_that_hangs_is_described_where_it_hung(spectrum: Spectrum) -> None:
    spectrum.symbols = SymbolTable({"work": 0x8000}, 0x8000, 0x8010)
    spectrum.poke(0x8000, bytes.fromhex("00 76"))
    failure = failed(spectrum, lambda: spectrum.call("work", timeout=0.5))
    assert failure.diagnosis.title.startswith("Waited 0.5 s for work to return (PC = work+1, SP = #FF")
    assert failure.diagnosis.title.endswith(", in HALT with interrupts off).")
    assert any("at work+1" in fact for fact in failure.facts)
