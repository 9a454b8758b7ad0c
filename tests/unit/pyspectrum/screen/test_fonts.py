"""Fonts from everywhere, and what is read with them."""

import random
from collections.abc import Callable

import pytest

from pyspectrum import Font, Spectrum
from pyspectrum.errors import ScreenError
from pyspectrum.screen import Screen, TextReader
from pyspectrum.screen.fonts import ROM_CHARACTERS, UNREADABLE, as_font, rom_font

FONT_AT = 0x9000


def screen_of(*patterns: bytes) -> Screen:
    """A screen with these squares in its top row."""
    data = bytearray(6912)
    for column, pattern in enumerate(patterns):
        data[column : column + 2048 : 256] = pattern
    return Screen(bytes(data))


def invented(seed: int, count: int = 96) -> bytes:
    """Patterns like no ROM's; the first is the blank."""
    made = random.Random(seed)
    return bytes(8) + b"".join(made.randbytes(7) + b"\x5a" for _ in range(count - 1))


def test_the_rom_s_font() -> None:
    font = Font.rom()
    assert len(font.glyphs) == 96
    assert font.read(font.pattern("A")) == "A"
    assert font.read(bytes(byte ^ 0xFF for byte in font.pattern("A"))) == "A"
    assert font.read(bytes(8)) == font.read(b"\xff" * 8) == " "
    assert font.read(b"\x01\x02\x04\x08\x10\x20\x40\x80") == UNREADABLE
    assert as_font(None) is font
    assert as_font(rom_font()) == font


def test_a_font_in_memory_and_where_chars_points(spectrum: Spectrum) -> None:
    data = invented(1)
    spectrum.core.memory[FONT_AT : FONT_AT + 768] = data
    spectrum.type(f'POKE 23606,{(FONT_AT - 256) & 255}: POKE 23607,{(FONT_AT - 256) >> 8}: PRINT "HELLO"\n')
    spectrum.run(seconds=0.5)
    assert spectrum.text_lines()[0].strip() == UNREADABLE * 5
    assert spectrum.text_lines(Font.at(spectrum, FONT_AT))[0].strip() == "HELLO"
    assert spectrum.text_lines(Font.current(spectrum))[0].strip() == "HELLO"
    assert spectrum.screen.text(Font.at(spectrum, FONT_AT))[0].strip() == "HELLO"


def test_user_defined_graphics(spectrum: Spectrum) -> None:
    ghost = bytes([60, 126, 219, 255, 255, 255, 219, 145])
    spectrum.type("PRINT CHR$ 144;CHR$ 145\n")
    spectrum.run(seconds=0.5)
    udg = spectrum.core.memory[23675] | spectrum.core.memory[23676] << 8
    spectrum.core.memory[udg : udg + 8] = ghost
    spectrum.core.memory[0x4000:0x4800:256] = ghost
    assert spectrum.text_lines(Font.udgs(spectrum))[0][0] == "Ⓐ"
    assert spectrum.text_lines(Font.udgs(spectrum, "👻@"))[0][0] == "👻"
    assert spectrum.text_lines(Font.rom() | Font.udgs(spectrum, "@"))[0][:2] == "@B"  # as yet B is the ROM's letter


def test_raw_fonts_have_the_rom_s_characters_or_every_code() -> None:
    font = Font.from_bytes(invented(2))
    assert "".join(font.read(pattern) for _, pattern in font.glyphs) == ROM_CHARACTERS
    patterns = [bytes([code, 1, 2, 3, 4, 5, 6, 7]) for code in range(256)]
    whole = Font.from_bytes(b"".join(patterns))
    assert [whole.read(patterns[code]) for code in (ord("A"), 0xE9, 3)] == ["A", "é", UNREADABLE]


def test_bold_and_shifted_letters() -> None:
    rom = Font.rom()
    thick = bytes(byte | byte >> 1 for byte in rom.pattern("A"))
    low = b"\0" + rom.pattern("A")[:7]
    screen = screen_of(thick, low, rom.pattern("A"))
    assert screen.text_line(0)[:3] == UNREADABLE * 2 + "A"
    assert screen.text_line(0, rom | rom.bold() | rom.shifted(down=1))[:3] == "AAA"
    assert rom.shifted(right=1).pattern("A") == bytes(byte >> 1 for byte in rom.pattern("A"))
    assert rom.shifted(right=-1).pattern("A") == bytes(byte << 1 & 0xFF for byte in rom.pattern("A"))
    assert rom.shifted(down=-1).pattern("A") == rom.pattern("A")[1:] + b"\0"


def test_of_two_that_look_alike_the_first_is_read_and_texts_are_spelled_so() -> None:
    zero = Font.rom().pattern("0")
    font = Font([("0", zero), ("O", zero), ("X", Font.rom().pattern("X"))])
    assert font.read(zero) == "0"
    assert font.spell("OX0") == "0X0"
    assert Font.rom().spell("SCORE 100") == "SCORE 100"
    assert (Font({"O": zero}) | font).spell("OX0") == "OXO"


def test_an_inverse_that_is_another_s_plain_reads_as_that() -> None:
    pattern = bytes([0xF0] * 8)
    inverse = bytes([0x0F] * 8)
    font = Font({"L": pattern, "R": inverse})
    assert (font.read(pattern), font.read(inverse)) == ("L", "R")
    assert screen_of(pattern, inverse).inverse_cells(0, font)[:2] == (False, False)


@pytest.mark.parametrize(("make", "complaint"), [
    (lambda: Font({"A": b"short"}), "the pattern of 'A' has 5 bytes; it needs 8"),
    (lambda: Font.from_bytes(bytes(100)), r"a font has 768 bytes \(or 2048\), not 100; name its characters="),
    (lambda: Font.from_bytes(bytes(8), "AB"), "8 bytes are too few for 2 characters"),
    (lambda: Font.rom().pattern("é"), "no character 'é'"),
])  # fmt: skip
def test_invalid_fonts_raise_screen_error(make: Callable[[], Font], complaint: str) -> None:
    with pytest.raises(ScreenError, match=complaint):
        make()


def test_reading_again_and_again_is_the_same_as_reading_afresh() -> None:
    made = random.Random(5)
    patterns = [pattern for _, pattern in Font.rom().glyphs]
    display = bytearray(6144)
    reader = TextReader()
    for _ in range(80):
        row, column = made.randrange(24), made.randrange(32)
        first = (row >> 3) * 2048 + (row & 7) * 32 + column
        display[first : first + 2048 - 32 * (row & 7) - column : 256] = made.choice(patterns)
        if made.random() < 0.1:  # so much at once that whole thirds are read
            third = made.randrange(3)
            for start in range(0, 256, 8):
                pattern = made.choice(patterns)
                display[2048 * third : 2048 * (third + 1)] = bytes(
                    pattern[place >> 8] if place & 0xF8 == start else display[2048 * third + place]
                    for place in range(2048)
                )
        assert reader.read(bytes(display)) == Screen(bytes(display) + bytes(768)).text()
