"""Files that once took minutes, gigabytes or the program down: each is taken or refused in a line, at a small price.

That no damage makes a reader fail, and none a file dear, is the fuzzer's to show (`tests/slow/formats`).
"""

import io
import random
import sys
from pathlib import Path

import pytest
from PIL import Image

from harness.errors import BuildError, FormatError, PuzzleError
from harness.files.reading import MAX_FILE_BYTES, read_file
from harness.formats import Source, build_puzzle, parse_source, webpbn_xml
from harness.formats.bitmaps import quantise_image
from harness.puzzle import Grid, Puzzle
from harness.spectrum.listing import parse_listing, read_listing
from harness.spectrum.play import fit_to_screen
from pyspectrum.basic import MAX_LINE_BYTES, tokenise
from pyspectrum.errors import BasicError, TapeError
from pyspectrum.tape import Tape, read_tap
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.unit.harness.formats.refused import refusal


def test_a_file_of_too_many_elements_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webpbn_xml, "MAX_ELEMENTS", 9)
    assert refusal("<puzzleset>" + "<a/>" * 9, "x.xml").startswith("x.xml: more than 9 elements")


def test_a_message_names_neither_all_of_a_clue_nor_breaks_its_line() -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle(((1,) * 900,), ((1,),)).check()
    assert len(str(caught.value)) < 400
    assert str(FormatError("a\u2028b", "fix\x1b", "two\nlines\x0c", 3)) == r"two\nlines\x0c:3: a\u2028b; fix\x1b"


def test_error_for_a_puzzle_too_large_for_the_spectrum_names_its_file() -> None:
    with pytest.raises(FormatError, match=r"^big\.txt: 62×62 cells are too many; the Spectrum program takes"):
        fit_to_screen(Grid(("#" * 62,) * 62).puzzle(), "big.txt")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
class TestEndless:
    def test_any_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(FormatError, match=rf"^/dev/zero: more than {MAX_FILE_BYTES // 1_000_000} MB; name another"):
            read_file("/dev/zero")
        with Path("/dev/zero").open("rb") as zeros:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(zeros))
            with pytest.raises(FormatError, match=r"^<stdin>: more than 0 MB"):
                read_file("-", limit=1000)

    def test_screen_and_state(self) -> None:
        for arguments in (("picture", "/dev/zero"), ("hint", "puzzles/cat.txt", "--state", "/dev/zero")):
            assert_one_line_refusal(run_cli(*arguments), "/dev/zero: more than 64 MB")

    def test_listing_and_tape(self) -> None:
        with pytest.raises(BuildError, match=r"^/dev/zero: more than 2 MB; give the listing alone"):
            read_listing("/dev/zero")
        with pytest.raises(TapeError, match=r"^/dev/zero: larger than 64 MB"):
            read_tap("/dev/zero")
        with pytest.raises(TapeError, match="larger than 64 MB"):
            Tape.parse(bytes(64 * 1024 * 1024 + 1))


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FormatError, match=r"^<stdin>: standard input is closed; name a file$"):
        read_file("-")


def test_a_listing_that_the_rom_would_take() -> None:
    for text in ("(" * 25 + "1" + ")" * 25, "1+" * 60 + "1", "1\n" + "+1\n" * 10):
        assert list(parse_listing(f"10 PRINT {text}".encode()).lines) == [10]
    assert list(parse_listing(b"10 " + b"IF 1 THEN " * 100 + b"STOP").lines) == [10]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("10 REM " + "a" * 70_000, r"^x:1: 70,007 characters in one line, where a"),
        ("10 PRINT " + "9" * 4000, "line 10: the number 9{60}… is too big"),
        ("\n" * 20_000, r"^x: 20,001 lines, where a listing has 20,000 at most"),
        ("\x13\0\0\0name", "^x: this is binary data, not a text"),
    ],
    ids=["a remark of 70,000", "4,000 digits", "20,001 lines", "bytes"],
)
def test_a_listing_that_asks_too_much(text: str, message: str) -> None:
    with pytest.raises(BuildError, match=message):
        parse_listing(text.encode(), "x")


def test_a_program_line_is_as_long_as_the_memory_takes() -> None:
    assert len(tokenise("10 REM " + "a" * (MAX_LINE_BYTES - 10))) < 0x10000
    with pytest.raises(BasicError, match="70,001 bytes are more than the Spectrum's memory takes"):
        tokenise("10 REM " + "a" * 70_000)
    with pytest.raises(BasicError, match="line number 99999999999999999999 is out of range"):
        tokenise("9" * 5_000 + " STOP")


def noise(side: int) -> Image.Image:
    return Image.frombytes("RGB", (side, side), random.Random(1).randbytes(3 * side * side))


class TestManyColours:
    def test_every_cell_has_the_nearest_colour(self) -> None:
        image = noise(20)
        picture = quantise_image(image, "x", 9)
        looks = {cell: picture.palette.rgb(cell) for cell in "." + picture.palette.keys}

        def distance(cell: str, rgb: tuple[int, ...]) -> int:
            red, green, blue = (one - other for one, other in zip(rgb, looks[cell], strict=True))
            return 3 * red * red + 6 * green * green + blue * blue

        levels = iter(image.tobytes())
        for cell, *rgb in zip("".join(picture.grid.rows), levels, levels, levels, strict=True):
            assert distance(cell, (*rgb,)) == min(distance(other, (*rgb,)) for other in looks)

    def test_too_many_colours_are_refused_before_anything_is_solved(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("harness.solver.budget.Budget.__init__", lambda *_, **__: pytest.fail("it began to solve"))
        noise(20).save(tmp_path / "x.bmp")
        ran = run_cli("convert", "x.bmp", "x.non", "--colours", "64", "--width", "20", cwd=tmp_path)
        said = "the format non tells 53 colours apart, the puzzle has 64 colours with the background; reduce"
        assert_one_line_refusal(ran, said)


def test_groups_of_nothing_are_kept_for_an_unchecked_run() -> None:
    source = Source("a.g", b":\n1 0 1\n:\n1\n:\n")
    assert parse_source(source, checked=False).rows == ((1, 0, 1),)
    assert build_puzzle(Grid(("#.#",)).puzzle(), "g").decode().splitlines()[1] == "1 1"
