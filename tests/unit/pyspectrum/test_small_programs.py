"""Small programs of four kinds under test, as their authors would test them; and what is said when they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pyspectrum import Assembly, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.core import HAS_C_SIMULATOR
from pyspectrum.errors import ExpectationError, SpectrumError
from pyspectrum.tape import Signal, code_blocks, program_blocks
from pyspectrum.testing.lending import Load, NewSpectrum
from pyspectrum.trace import Journal
from pyspectrum.trace.failure import Failure, describe
from pyspectrum.trace.recording import record

PROGRAMS = Path(__file__).parents[2] / "data" / "programs"
START = '10 CLEAR 32767: LOAD ""CODE: RANDOMIZE USR 32768'


def tape(code: Assembly, *more: Signal) -> Tape:
    blocks = (*program_blocks("demo", tokenise(START), 10), *code_blocks("code", code.code, code.origin))
    return Tape((*blocks, *more))


def failed(machine: Spectrum, act: Callable[[], object]) -> Failure:
    with Journal(machine) as journal, pytest.raises(SpectrumError) as caught:
        act()
    journal.finish()
    return describe(journal, record(journal), caught.value)


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
            load(Tape(whole.parts[:-1]), until=0x9009, timeout=30)
