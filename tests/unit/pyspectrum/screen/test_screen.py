"""Screen memory as pixels, colours, text and a picture."""

import io
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pyspectrum.core import Core
from pyspectrum.errors import ScreenError
from pyspectrum.machine import Spectrum
from pyspectrum.screen import BORDER_PX, HEIGHT_PX, PALETTE, ROWS, SCREEN_SIZE, WIDTH_PX, Attribute, Screen
from pyspectrum.screen.fonts import rom_font
from tests.marks import examples

PIXEL_ADD = 0x22AA  # ROM: B = y from the bottom, C = x; leaves the address in HL, the bit in A
TRAP = 0x8000
ANY_SCREEN = st.integers(0, 2**32 - 1).map(lambda seed: random.Random(seed).randbytes(SCREEN_SIZE))


def blank() -> bytearray:
    return bytearray(6144) + bytearray([0x38] * 768)


def put(data: bytearray, row: int, column: int, pattern: bytes) -> None:
    """Draw a square's eight bytes, by the addresses of the manual: third, pixel row, character row."""
    for line, byte in enumerate(pattern):
        data[(row // 8) * 2048 + line * 256 + (row % 8) * 32 + column] = byte


def glyph(character: str) -> bytes:
    start = 8 * (ord(character) - 32)
    return rom_font()[start : start + 8]


@settings(max_examples=examples(60))
@given(x=st.integers(0, WIDTH_PX - 1), y_from_bottom=st.integers(0, 175))
def test_pixels_lie_where_the_rom_puts_them(x: int, y_from_bottom: int) -> None:
    core = Core()
    core.memory[TRAP - 2 : TRAP] = TRAP.to_bytes(2, "little")
    core.set("sp", TRAP - 2)
    core.set("bc", y_from_bottom << 8 | x)
    core.pc = PIXEL_ADD
    assert core.run(core.tstates + 10_000, (TRAP,)) == TRAP
    data = blank()
    data[core.get("hl") - 16384] = 0x80 >> core.get("a")
    screen = Screen(bytes(data))
    assert screen.pixel(x, 175 - y_from_bottom)
    assert screen.row_bits(175 - y_from_bottom) == 1 << 255 - x
    assert sum(screen.row_bits(y).bit_count() for y in range(HEIGHT_PX)) == 1


def test_every_character_is_read_in_every_third_plain_and_inverse() -> None:
    data = blank()
    characters = [chr(code) for code in range(0x20, 0x80)]
    for index, character in enumerate(characters):
        put(data, index // 32 * 8, index % 32, glyph(character))
        put(data, index // 32 * 8 + 7, index % 32, bytes(byte ^ 0xFF for byte in glyph(character)))
    screen = Screen(bytes(data))
    expected = "".join(characters).replace("`", "£").replace("^", "↑").replace("\x7f", "©")
    for third in range(3):
        part = expected[32 * third : 32 * third + 32]
        assert screen.text_line(8 * third) == part
        assert screen.text_line(8 * third + 7) == part
        assert screen.inverse_cells(8 * third) == (False,) * 32
        assert screen.inverse_cells(8 * third + 7) == (True,) * 32
    assert screen.text()[16] == screen.text_line(16)


def test_attributes() -> None:
    data = blank()
    data[6144 + 32 * 23 + 31] = 0b10_001_110
    data[6144 + 1] = 0b01_010_101
    screen = Screen(bytes(data))
    assert screen.attribute(23, 31) == Attribute(ink=6, paper=1, bright=False, flash=True)
    assert screen.attribute(0, 1) == Attribute(ink=5, paper=2, bright=True, flash=False)
    assert screen.attribute(0, 0) == Attribute(ink=0, paper=7, bright=False, flash=False)


def test_the_palette_is_the_spectrum_s() -> None:
    on = [tuple(level > 0 for level in colour) for colour in PALETTE]
    assert on == [(colour & 2 > 0, colour & 4 > 0, colour & 1 > 0) for colour in range(8)] * 2
    assert max(map(max, PALETTE[:8])) < max(map(max, PALETTE[8:])) == 255


@settings(max_examples=examples(60))
@given(ANY_SCREEN, st.integers(0, 255), st.integers(0, 191), st.booleans())
def test_any_pixel_of_any_picture(data: bytes, x: int, y: int, flash: bool) -> None:
    screen = Screen(data)
    attribute = screen.attribute(y // 8, x // 8)
    ink = screen.pixel(x, y) ^ (attribute.flash and flash)
    expected = PALETTE[(attribute.ink if ink else attribute.paper) + 8 * attribute.bright]
    assert screen.image(flash=flash).getpixel((x, y)) == expected


def test_border_and_scale() -> None:
    data = blank()
    put(data, 0, 0, b"\x80" + bytes(7))
    image = Screen(bytes(data)).image(scale=3, border=2)
    assert image.size == (3 * (WIDTH_PX + 2 * BORDER_PX), 3 * (HEIGHT_PX + 2 * BORDER_PX))
    corner = 3 * BORDER_PX
    assert image.getpixel((corner - 1, corner)) == PALETTE[2]
    assert {image.getpixel((corner + dx, corner + dy)) for dx in range(3) for dy in range(3)} == {PALETTE[0]}
    assert image.getpixel((corner + 3, corner)) == PALETTE[7]


@pytest.mark.parametrize(("use", "complaint"), [
    (lambda s: s.pixel(256, 0), "x = 256"), (lambda s: s.pixel(-1, 0), "x = -1"),
    (lambda s: s.pixel(0, 192), "pixel row 192"), (lambda s: s.row_bits(-1), "pixel row -1"),
    (lambda s: s.attribute(ROWS, 0), "row 24, column 0"), (lambda s: s.text_line(24), "text row 24"),
    (lambda s: s.text_line(0, bytes(10)), "a font has 768 bytes, not 10"), (lambda s: s.image(scale=0), "scaled by 0"),
    (lambda s: s.image(border=8), "8 is not a border colour"), (lambda s: Screen(bytes(6911)), "not 6911"),
    (lambda s: s.palette_image(border=b"abc"), "10240 squares, not 3"),
])  # fmt: skip
def test_places_and_sizes_off_the_screen_are_refused(use: Callable[[Screen], object], complaint: str) -> None:
    with pytest.raises(ScreenError, match=complaint):
        use(Screen(bytes(SCREEN_SIZE)))


def test_a_notebook_shows_a_screen_and_a_machine_at_twice_their_size() -> None:
    spectrum = Spectrum()
    spectrum.boot()
    for shown, border in ((spectrum, BORDER_PX), (spectrum.screen, 0)):
        picture = Image.open(io.BytesIO(shown._repr_png_()))
        assert picture.size == (2 * (WIDTH_PX + 2 * border), 2 * (HEIGHT_PX + 2 * border))
        assert picture.convert("RGB").tobytes() == shown.image(scale=2).convert("RGB").tobytes()
