"""Text that is not on the squares of 8 × 8 pixels: narrow letters, and letters at any pixel."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyspectrum import Assembly, ExpectationError, Font, Load, Spectrum, Tape, assemble, expect, tokenise
from pyspectrum.tape import code_blocks, program_blocks

HERE = Path(__file__).parent
LOADER = '10 CLEAR 32767: LOAD "" CODE : RANDOMIZE USR 32768'
SIGNS = "".join(map(chr, range(32, 96)))


def load_program(load: Load, name: str, until_pc: str) -> Spectrum:
    code: Assembly = assemble(HERE / f"{name}.asm")
    blocks = (*program_blocks(name, tokenise(LOADER), 10), *code_blocks(name, code.code, code.origin))
    return load(Tape(blocks), until_pc=until_pc, symbols=code)


@pytest.fixture
def narrow(load: Load) -> Spectrum:
    return load_program(load, "narrow", "wait")


@pytest.fixture
def floating(load: Load) -> Spectrum:
    return load_program(load, "floating", "wait")


def test_narrow_letters_are_read_from_their_table(narrow: Spectrum) -> None:
    font = Font.at(narrow, "font", SIGNS, width=4)
    expect(narrow).to_show("NARROW: 64 LETTERS TO A LINE", font=font, row=0, column=1)
    narrow.tap("a")
    expect(narrow).to_show("TIME 60", font=font, row=23)
    expect(narrow).to_show("TIME 58", font=font)
    assert len(narrow.text_lines(font)[0]) == 64


def test_narrow_letters_are_learnt_from_a_text(narrow: Spectrum) -> None:
    font = Font.find(narrow, "PRESS ANY KEY")
    assert font.width == 4
    narrow.tap("a")
    expect(narrow).to_show("TIME 60", font=font)  # inverse, with digits that were not in the sample


def test_the_rom_s_letters_are_found_at_any_pixel(floating: Spectrum) -> None:
    expect(floating).to_show("PRESS ANY KEY", row=11)  # half of it XORed over a bar
    floating.tap("a")
    expect(floating).to_show("TIME 04", timeout=1.2)
    expect(floating).not_to_show("PRESS ANY KEY")
    expect(floating).never(seconds=2).to_show("GAME OVER")
    expect(floating).to_show("GAME OVER", timeout=10)


def test_a_message_says_where_unread_text_is(narrow: Spectrum) -> None:
    with pytest.raises(ExpectationError, match=r"text in row 0, column 0 that no font reads: Font\.find\("):
        expect(narrow).to_show("PRESS ANY KEY")
