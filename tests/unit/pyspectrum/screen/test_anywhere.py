"""Text at any pixel, in letters of any width: found, read, learnt from a sample, and pointed out if unread."""

import random
import re
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyspectrum import ExpectationError, Font, Spectrum, expect
from pyspectrum.errors import ScreenError
from pyspectrum.screen import Screen, fonts
from pyspectrum.screen.anywhere import Edges, unread_text
from pyspectrum.screen.fonts import ROM_CHARACTERS
from pyspectrum.screen.picture import in_order, pixel_row_offset
from pyspectrum.testing import expectations
from tests.marks import examples

LETTERS = "ABCDEFGH0123 .-"


def invented(width: int, seed: int = 1) -> Font:
    """Letters of our own, with a blank column at the right and blank rows above and below."""
    made = random.Random(seed)
    mask = 0xFF00 >> width - 1 & 0xFF
    rows = {sign: [0x80 | made.randrange(256) & mask for _ in range(6)] for sign in LETTERS.replace(" ", "")}
    return Font({sign: bytes([0, *pattern, 0]) for sign, pattern in rows.items()}, width=width)


def draw(display: bytearray, font: Font, text: str, x: int, y: int, *, xor: int = 0) -> None:
    """Put a text at a pixel, XORed with the low bits of `xor`, one for each of its eight rows."""
    for number, sign in enumerate(text):
        pattern = bytes(8) if sign == " " else font.pattern(sign)
        for row in range(8):
            for column in range(font.width):
                at = x + number * font.width + column
                lit = pattern[row] >> 7 - column & 1 ^ xor >> row & 1
                place, bit = pixel_row_offset(y + row) + (at >> 3), 0x80 >> (at & 7)
                display[place] = display[place] | bit if lit else display[place] & ~bit


def noise(seed: int) -> bytearray:
    made = random.Random(seed)
    return bytearray(made.choice((0, 0, 0, 255, made.randrange(256))) for _ in range(6144))


def brute_force(display: bytes, font: Font, text: str) -> Iterator[tuple[int, int]]:
    """Look at every pixel: in each letter's cell each row is the letter's, or that inverse."""
    screen = Screen(display + bytes(768))
    rows = [screen.row_bits(y) for y in range(192)]
    used, mask = font.rows, (1 << font.width) - 1
    patterns = [bytes(8) if sign == " " else font.pattern(sign) for sign in text]
    for y in range(192 - used[-1]):
        for x in range(256 - len(text) * font.width + 1):
            shifts = [256 - x - (number + 1) * font.width for number in range(len(text))]
            if all(
                (rows[y + row] >> shift & mask) ^ pattern[row] >> 8 - font.width in (0, mask)
                for shift, pattern in zip(shifts, patterns, strict=True)
                for row in used
            ):
                yield x, y


@settings(max_examples=examples(12))
@given(
    width=st.integers(3, 8), text=st.text(LETTERS, min_size=2, max_size=8),
    place=st.tuples(st.integers(0, 200), st.integers(0, 184)),
    xor=st.sampled_from((0, 0xFF, 0xF0, 0x0F, 0x3C)), seed=st.integers(0, 5),
)  # fmt: skip
def test_a_text_is_found_where_looking_at_every_pixel_finds_it(
    width: int, text: str, place: tuple[int, int], xor: int, seed: int
) -> None:
    font, display = invented(width), noise(seed)
    x = min(place[0], 256 - width * len(text))
    draw(display, font, text, x, place[1], xor=xor)
    found = Edges(in_order(bytes(display))).find(font, text)
    if sum(map(str.isalnum, text)) < 2:
        assert found == []
    else:
        assert found == list(brute_force(bytes(display), font, text))
        assert (x, place[1]) in found


@pytest.mark.parametrize("width", range(3, 9))
def test_a_font_of_any_width_is_read_on_its_grid_and_off_it(spectrum: Spectrum, width: int) -> None:
    font, display = invented(width), bytearray(6144)
    draw(display, font, "ABC 123", 5 * width, 80)
    draw(display, font, "DEF-GH", 101, 131, xor=0xFF)
    spectrum.poke(0x4000, display)
    lines = spectrum.text_lines(font)
    assert (len(lines), len(lines[0])) == (24, 256 // width)
    assert lines[10].strip() == "ABC 123"
    assert spectrum.screen.text_line(10, font) == lines[10]
    assert [(line.x, line.y, line.text) for line in Edges(in_order(bytes(display))).read(font)] == [
        (5 * width, 80, "ABC 123"), (101, 131, "DEF-GH"),
    ]  # fmt: skip
    expect(spectrum).to_show("ABC 123", font=font, row=10, column=5)
    expect(spectrum).to_show("DEF-GH", font=font, row=131 // 8, timeout=0.1)
    expect(spectrum).to_show(re.compile("D.F-G"), font=font, timeout=0.1)
    with pytest.raises(ExpectationError):
        expect(spectrum).to_show("DEF-GH", font=font, row=3, timeout=0.1)


def test_lines_under_each_other_are_found(spectrum: Spectrum) -> None:
    font, display = invented(5), bytearray(6144)
    draw(display, font, "ABCD", 33, 50)
    draw(display, font, "0123", 71, 57)
    spectrum.poke(0x4000, display)
    expect(spectrum).to_show("ABCD\n0123", font=font, timeout=0.1)
    expect(spectrum).not_to_show("0123\nABCD", font=font, timeout=0.1)


class TestCountedLooks:
    """`to_show` looks elsewhere only before it fails."""

    @pytest.fixture
    def looks(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        made: list[int] = []

        class Counted(Edges):
            def __init__(self, bits: bytes) -> None:
                made.append(1)
                super().__init__(bits)

        monkeypatch.setattr(expectations, "Edges", Counted)
        return made

    def test_none_if_the_text_comes_on_the_grid_and_one_if_it_does_not(
        self, spectrum: Spectrum, looks: list[int]
    ) -> None:
        spectrum.type('PAUSE 20: PRINT "SCORE"\n')
        expect(spectrum).to_show("SCORE")
        expect(spectrum).to_show(re.compile("SC"), row=0)
        assert len(looks) == 0
        with pytest.raises(ExpectationError):
            expect(spectrum).to_show("LIVES")
        assert len(looks) == 1

    def test_one_for_each_other_screen_where_it_must_not_stand(self, spectrum: Spectrum, looks: list[int]) -> None:
        spectrum.type("CLS\n")
        spectrum.run(seconds=0.5)
        expect(spectrum).never(seconds=1).to_show("SCORE")
        expect(spectrum).not_to_show("SCORE")
        assert len(looks) == 2

    def test_what_stands_elsewhere_is_seen_by_both(self, spectrum: Spectrum, looks: list[int]) -> None:
        display = bytearray(6144)
        draw(display, Font.rom(), "GAME OVER", 61, 77)
        spectrum.poke(0x4000, display)
        with pytest.raises(ExpectationError, match=r"that came after 0\.00 s"):
            expect(spectrum).never(seconds=1).to_show("GAME OVER")
        with pytest.raises(ExpectationError, match="not to show 'GAME OVER'"):
            expect(spectrum).not_to_show("GAME OVER", timeout=0.2)
        spectrum.wait_for_text("GAME OVER")
        assert len(looks) == 2


class TestMessages:
    def test_a_text_that_is_like_it_is_named(self, spectrum: Spectrum) -> None:
        spectrum.type('PRINT AT 5,3;"PRESS A KEY": PAUSE 0\n')
        with pytest.raises(ExpectationError, match=r"0\.5 s .* \(did you mean 'PRESS A KEY' in row 5\?\); the"):
            expect(spectrum).to_show("PRES A KEY", timeout=0.5)

    def test_a_place_that_no_font_reads_is_named(self, spectrum: Spectrum) -> None:
        display = bytearray(6144)
        draw(display, invented(4), "ABCD EFGH", 21, 42)
        spectrum.poke(0x4000, display)
        said = (
            r"\(there may be text in row 5, column 2 that no font reads: Font.find\(spectrum, TEXT, at=\(21, 43\)\)\)"
        )
        with pytest.raises(ExpectationError, match=said):
            expect(spectrum).to_show("ABCD", timeout=0.1)
        assert Font.find(spectrum, "ABCD EFGH", at=(21, 43)).width == 4

    def test_text_that_is_read_and_pictures_are_no_such_place(self) -> None:
        display = bytearray(6144)
        draw(display, Font.rom(), "SCORE 100", 0, 0)
        draw(display, Font.rom(), "SCORE 100", 99, 43)
        for y in range(100, 130):
            display[pixel_row_offset(y) + 3 : pixel_row_offset(y) + 12] = random.Random(y).randbytes(9)
        assert unread_text(in_order(bytes(display)), [Font.rom()]) is None


class TestLearning:
    """`Font.find` from a text at any pixel."""

    @pytest.mark.parametrize(
        ("width", "side"), [(4, "both"), *((width, side) for width in range(3, 9) for side in ("left", "right"))]
    )
    def test_a_table_in_memory_is_found_from_a_sample(self, spectrum: Spectrum, width: int, side: str) -> None:
        font, display = invented(width), bytearray(6144)
        table = bytearray(8 * 96)
        for sign, pattern in font.glyphs:
            rows = [
                row >> 8 - width if side == "right" else row | row >> 4 if side == "both" else row for row in pattern
            ]
            table[8 * (ord(sign) - 32) : 8 * (ord(sign) - 31)] = rows
        spectrum.poke(0x9001, table)
        draw(display, font, "ABC-0 D", 77, 53)
        draw(display, font, "EFGH 123", 77 + width, 101)
        spectrum.poke(0x4000, display)
        found = Font.find(spectrum, "ABC-0")
        assert found.width == width
        expect(spectrum).to_show("EFGH 123", font=found, timeout=0.1)
        assert Font.at(spectrum, 0x9001, ROM_CHARACTERS, width=width).pattern("H") == font.pattern("H")

    def test_letters_alone_come_from_a_place(self, spectrum: Spectrum) -> None:
        font, display = invented(5), bytearray(6144)
        draw(display, font, "ABC0", 43, 64)
        draw(display, font, "C0BA", 91, 123)
        spectrum.poke(0x4000, display)
        found = Font.find(spectrum, "ABC0", at=(43, 65), width=5)
        expect(spectrum).to_show("C0BA", font=found, timeout=0.1)
        with pytest.raises(ScreenError, match=r"may be 'ABC0'; name a longer text, or one of them: at="):
            Font.find(spectrum, "ABC0")
        with pytest.raises(ScreenError, match="nothing on the screen can be 'ABC0' at x 200, y 10"):
            Font.find(spectrum, "ABC0", at=(200, 10))
        with pytest.raises(ScreenError, match="too few different letters"):
            Font.find(spectrum, "00")

    def test_nothing_below_a_table_at_the_bottom_of_memory_is_a_letter(self, spectrum: Spectrum) -> None:
        font, display, memory = invented(8), bytearray(6144), spectrum.core.memory
        draw(display, font, "ABCDEFGH", 80, 64)
        spectrum.poke(0x4000, display)
        memory[:64] = b"".join(map(font.pattern, "ABCDEFGH"))
        memory[0xFFF8:] = bytes(range(8))
        found = dict(Font.find(spectrum, "ABCDEFGH").glyphs)
        assert found["H"] == font.pattern("H")
        assert "@" not in found


class TestKnownFonts:
    """The layouts of the known fonts, with letters of our own."""

    def register(self, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes) -> None:
        _, known_by, size, make = fonts._KNOWN[name]
        assert len(data) == size
        monkeypatch.setitem(fonts._KNOWN, name, (zlib.crc32(data[:known_by]), known_by, size, make))

    def test_a_table_of_narrow_letters_is_named_by_a_failure_if_it_reads_the_text(
        self, spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data = b"".join(
            bytes(row * 17 >> 4 for row in dict(invented(4).glyphs).get(chr(code), bytes(8))) for code in range(32, 128)
        )
        self.register(monkeypatch, "z88dk-64", data)
        spectrum.poke(0x8123, data)
        assert Font.named(spectrum, "z88dk-64") == Font.at(spectrum, 0x8123, width=4)
        display = bytearray(6144)
        draw(display, invented(4), "ABCD EFGH", 21, 42)
        spectrum.poke(0x4000, display)
        with pytest.raises(ExpectationError, match=r"in another font: font=Font\.named\(spectrum, 'z88dk-64'\)\)"):
            expect(spectrum).to_show("ABCD", timeout=0.1)

    def test_pairs_of_letters(self, spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch) -> None:
        data = random.Random(2).randbytes(384)
        self.register(monkeypatch, "print64", data)
        spectrum.poke(0x8123, data)
        font = Font.named(spectrum, "print64")
        at = 8 * ((ord("A") - 32) // 2)
        assert font.pattern("@") == bytes(byte & 0xF0 for byte in data[at : at + 8])
        assert font.pattern("A") == bytes(byte << 4 & 0xF0 for byte in data[at : at + 8])

    def test_letters_of_the_rom_without_a_column(self, spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch) -> None:
        columns = bytearray(random.Random(3).choices((0x80, 0xF0, 0xFC), k=96))
        columns[ord("T") - 32] = 2
        own = bytes(16) + bytes([0, 124, 16, 16, 16, 16, 16, 0]) + bytes(32)
        columns[ord("A") - 32] = 0xF0
        self.register(monkeypatch, "print42", bytes(columns) + own)
        spectrum.poke(0x8123, bytes(columns) + own)
        font = Font.named(spectrum, "print42")
        assert font.pattern("T") == own[16:24]
        assert [f"{row:08b}"[:6] for row in font.pattern("A")] == [
            "000000", "001110", "010001", "010001", "011111", "010001", "010001", "000000",
        ]  # fmt: skip

    def test_a_font_that_is_not_there(self, spectrum: Spectrum) -> None:
        with pytest.raises(ScreenError, match=r"the font z88dk-64 is not in memory; Font\.find learns"):
            Font.named(spectrum, "z88dk-64")
        with pytest.raises(ScreenError, match="no font is known as 'topaz'; use rom, z88dk-64, print42, print64"):
            Font.named(spectrum, "topaz")
        assert Font.named(spectrum, "rom") is Font.rom()


def test_fonts_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ScreenError, match="letters 9 pixels wide cannot be read; use 3 to 8"):
        Font({}, width=9)
    with pytest.raises(ScreenError, match="letters 4 and 8 pixels wide cannot be joined"):
        invented(4) | Font.rom()
    assert (invented(4) | invented(4, seed=2)).width == 4
    assert Font({"A": bytes(8)}, width=4) != Font({"A": bytes(8)}, width=5)
