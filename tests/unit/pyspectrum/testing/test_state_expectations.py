"""Expectations of memory, banks, ports, the sound chip, a frame's time; text snapshots; fonts that are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Font, MachineState, Spectrum, assemble, expect
from pyspectrum.errors import ExpectationError, ModelError, ScreenError
from pyspectrum.testing.goldens import goldens

GEMS = Path(__file__).parents[4] / "docs" / "examples" / "gems" / "gems.asm"


def test_memory(spectrum: Spectrum) -> None:
    spectrum.type("10 FOR i=1 TO 50: NEXT i: POKE 40000,7: POKE 40001,8\nRUN\n")
    expect(spectrum).to_have_memory(40000, 7)
    expect(spectrum).to_have_memory(40000, b"\x07\x08")
    expect(spectrum).not_to_have_memory(40000, 0)
    with pytest.raises(ExpectationError, match=r"the memory at #9C40 to be 9, but not within .*; it is 7"):
        expect(spectrum).to_have_memory(40000, 9, timeout=0.1)
    with pytest.raises(ExpectationError, match="not to be 7, 8"):
        expect(spectrum).not_to_have_memory(40000, b"\x07\x08", timeout=0.1)


def test_banks_and_the_sound_chip() -> None:
    spectrum = Spectrum("128")
    spectrum.boot("128")
    spectrum.type("OUT 65533,8: OUT 49149,12\n")
    expect(spectrum).to_have_ay(8, 12)
    expect(spectrum).not_to_have_ay(8, 11)
    with pytest.raises(ExpectationError, match=r"register 8 of the sound chip to be 3, but .*; it is 12"):
        expect(spectrum).to_have_ay(8, 3, timeout=0.1)
    expect(spectrum).to_have_page(spectrum.core.page)
    with pytest.raises(ExpectationError, match="bank 3 to be paged in"):
        expect(spectrum).to_have_page(3, timeout=0.1)
    expect(spectrum).not_to_have_page(3)
    with pytest.raises(ModelError, match="a 48K has no banks"):
        expect(Spectrum()).to_have_page(1)
    with pytest.raises(ModelError, match="no register 16"):
        expect(spectrum).to_have_ay(16, 0)


def test_ports(spectrum: Spectrum) -> None:
    spectrum.type("10 PAUSE 20: OUT 254,5: PAUSE 20: OUT 40001,3\nRUN")
    spectrum.hold("ENTER")
    expect(spectrum).to_write_port(254, 5)
    expect(spectrum).to_write_port(40001)
    expect(spectrum).not_to_write_port(40001, timeout=0.5)
    with pytest.raises(ExpectationError, match=r"9 to be sent to port #00FE, but .*; sent were"):
        expect(spectrum).to_write_port(0xFE, 9, mask=0xFF, timeout=0.1)
    spectrum.release()
    spectrum.type("10 PAUSE 5: OUT 254,5: GO TO 10\nRUN\n")
    with pytest.raises(ExpectationError, match="not to be sent"):
        expect(spectrum).not_to_write_port(254, 5, timeout=2)


def test_a_frame_budget(spectrum: Spectrum, tmp_path: Path) -> None:
    source = "        org 0x8000\nloop:   ei\n        halt\n        ld bc,(time)\nwork:   dec bc\n        ld a,b\n"
    source += "        or c\n        jr nz,work\ndone:   jr loop\ntime:   dw 1000\n"
    (tmp_path / "game.asm").write_text(source, encoding="utf-8")
    code = assemble(tmp_path / "game.asm")
    spectrum.poke(code.origin, code.code)
    spectrum.symbols = code.symbol_table()
    spectrum.core.pc = 0x8000
    expect(spectrum).to_finish_frames_within(30_000)
    expect(spectrum).to_finish_frames_within(30_000, idle="done", frames=3)
    with pytest.raises(ExpectationError, match=r"within 20,000 T-states each, but frame 1 was not; .* work"):
        expect(spectrum).to_finish_frames_within(20_000)
    spectrum.poke("time", [0x10, 0x0E])
    with pytest.raises(ExpectationError, match="frame 1 was not"):
        expect(spectrum).to_finish_frames_within(60_000)
    for tstates in (0, spectrum.model.tstates_per_frame):
        with pytest.raises(ModelError, match="no part of a frame"):
            expect(spectrum).to_finish_frames_within(tstates)


def test_text_snapshots(spectrum: Spectrum, tmp_path: Path) -> None:
    spectrum.type('PRINT "HELLO"\n')
    with goldens(folder=tmp_path), pytest.raises(ScreenError, match="--spectrum-update"):
        expect(spectrum).to_match_text("screen.txt")
    with goldens(folder=tmp_path, update=True):
        expect(spectrum).to_match_text("screen.txt")
        expect(spectrum).to_match_text("top.txt", rows=range(2))
    assert (tmp_path / "top.txt").read_text(encoding="utf-8") == "HELLO\n\n"
    with goldens(folder=tmp_path):
        expect(spectrum).to_match_text("screen.txt")
        spectrum.type('PRINT AT 1,0;"WORLD"\n')
        expect(spectrum).to_show("WORLD", row=1)
        with pytest.raises(ExpectationError, match=r"(?s)in these rows .* 1 -\n +\+WORLD"):
            expect(spectrum).to_match_text("top.txt", rows=range(2), timeout=0.1)


@pytest.fixture(scope="module")
def gems(booted: MachineState) -> MachineState:
    """The title screen of a game with letters of its own."""
    spectrum, code = Spectrum(), assemble(GEMS)
    spectrum.restore(booted)
    spectrum.poke(code.origin, code.code)
    spectrum.core.pc = code.origin
    spectrum.run_frames(30)
    return spectrum.state()


class TestFindingAFont:
    @pytest.fixture
    def game(self, gems: MachineState) -> Spectrum:
        spectrum = Spectrum()
        spectrum.restore(gems)
        return spectrum

    def test_the_whole_table_is_found_by_one_word(self, game: Spectrum) -> None:
        assert "PRESS SPACE" not in "".join(game.text_lines())
        font = Font.find(game, "PRESS SPACE")
        assert "PRESS SPACE" in game.text_lines(font)[12]
        assert "GEMS" in game.text_lines(font)[8]
        game.tap("SPACE")
        expect(game).to_show("SCORE 0000  GEMS 00  LIVES 3", font=font)

    def test_letters_alone_where_there_is_no_table(self, game: Spectrum) -> None:
        screen = game.core.screen_bytes()
        game.core.memory[0x8000:] = bytes(0x8000)
        game.core.memory[0x4000:0x5B00] = screen
        assert "PRESS SPACE" in game.text_lines(Font.find(game, "PRESS SPACE"))[12]

    def test_missing_or_too_short_memory(self, game: Spectrum) -> None:
        with pytest.raises(ScreenError, match="nothing on the screen can be 'XYZZYXXYZZZ'"):
            Font.find(game, "XYZZYXXYZZZ")
        with pytest.raises(ScreenError, match="too few different letters"):
            Font.find(game, "OO")
