"""Files that once took minutes, gigabytes or the program down: each is taken or refused in a line, at a small price."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from harness.errors import BuildError, FormatError, PuzzleError
from harness.files.reading import MAX_FILE_BYTES, read_file
from harness.formats import Source, build_puzzle, format_named, parse_puzzle, parse_source, registry
from harness.formats.bitmaps import ImageOptions
from harness.formats.quantise import quantise_image
from harness.puzzle import Grid, Puzzle
from harness.spectrum.listing import effort, parse_listing, read_listing
from harness.spectrum.listing.effort import Effort
from harness.spectrum.play import fit_to_screen
from pyspectrum.basic import MAX_LINE_BYTES, tokenise
from pyspectrum.errors import BasicError, TapeError
from pyspectrum.tape import Tape, parse_tap, read_tap
from tests.cli_runner import assert_one_line_refusal, run_cli
from tests.fuzz.bounds import bounded

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are Linux's")


def xml_image(image: bytes) -> bytes:
    return b'<puzzleset><puzzle><solution type="goal"><image>' + image + b"</image></solution></puzzle></puzzleset>"


def refusal(data: bytes, name: str) -> str:
    with pytest.raises(FormatError) as caught:
        parse_puzzle(data, name)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 500
    return message


SMALL: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "100,000 blanks before no colon": ("x.txt", lambda: b"rows" + b" " * 100_000 + b"x", "x.txt:1: 'rows  "),
    "100,000 blanks in a clue": ("x.txt", lambda: b"rows:\n1" + b" " * 100_000 + b"x", "x.txt:2: 'x' is not a whole"),
    "200,000 brackets": ("x.xml", lambda: xml_image(b"|" + b"[" * 90_000 + b"|"), "x.xml:1: '[' in the image"),
    "a clue of 100,000 ones": ("x.txt", lambda: b"rows:\n" + b"1," * 100_000, "x.txt:2: more than 4000 groups"),
    "sizes of 5,000 digits": ("x.nin", lambda: b"9" * 5000 + b" 1\n1\n1", "x.nin:1: the width is 999"),
    "sizes of 5,000 digits in .cwd": ("x.cwd", lambda: b"9" * 5000 + b"\n1\n1\n\n1", "x.cwd:1: the height is 999"),
    "a count of 5,000 digits": ("x.dat", lambda: b"9" * 5000 + b"\n1 1\n1\n1 1", "x.dat:1: the number of rows is 9"),
    "a length of 5,000 digits": ("x.g", lambda: b":\n" + b"9" * 5000 + b"\n:\n1\n:", "x.g:2: '999"),
    "a title as a word": (
        "x.gno",
        lambda: b"[" + b"a" * 90_000 + b"]\n[Dimensions]\n[Solution]",
        "x.gno:1: no sec",
    ),
    "64,000 digits before no letter": (
        "x.non",
        lambda: b"width 1\nheight 1\nrows\n" + b"1" * 64_000 + b" x\ncolumns\n1\n",
        "x.non:4: a number of 64000 digits",
    ),
    "signs of the terminal": ("x.txt", lambda: b"rows:\n\x1b[31m\x0c\xe2\x80\xa8\ncolumns:\n1", "x.txt:2: '\\x1b[31m"),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_file_is_refused_at_a_small_price(name: str) -> None:
    path, build, message = SMALL[name]
    data = build()
    with bounded():
        assert refusal(data, path).startswith(message)


LARGE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "60 MB of newlines": ("x", lambda: b"1\n" + b"\n" * 60_000_000 + b"1", "x: 60,000,001 lines, where a puzzle file"),
    "60 MB of ones": ("x.txt", lambda: b"rows:\n" + b"1 " * 30_000_000, "x.txt:2: more than 4000 groups"),
    "60 MB of elements": (
        "x.xml",
        lambda: b"<puzzleset>" + b"<a/>" * 15_000_000,
        "x.xml: more than 1,200,000",
    ),
    "60 MB of bars": ("x.xml", lambda: xml_image(b"|" * 60_000_000), "x.xml:1: the image is too large"),
    "60 MB of clues": ("x.syro", lambda: b"1 " * 30_000_000 + b"0\n\n1 0", "x.syro:1: more than 4000 groups"),
    "comments before the size": ("x.pbm", lambda: b"P1\n" + b"#\n" * 30_000_000 + b"2 1\n1", "x.pbm:30000003: 1 cells"),
    "comments among the cells": ("x.pbm", lambda: b"P1\n2 1\n" + b"#\n" * 3_000_000 + b"1", "x.pbm:3000003: 1 cells"),
}


def _clues(separator: str, lines: int = 4000) -> str:
    return (separator.join(["1"] * 1250) + "\n") * lines


TEXTS: dict[str, Callable[[], str]] = {
    "x.txt": lambda: f"rows:\n{_clues(' ')}columns:\n{_clues(',')}",
    "x.non": lambda: f"width 4000\nheight 4000\nrows\n{_clues(',')}columns\n{_clues(',')}",
    "colours.non": lambda: f"width 2700\nheight 2700\nrows\n{_clues('a,', 2700)}columns\n{_clues('a,', 2700)}",
    "x.g": lambda: f":\n{_clues(' ')}:\n{_clues(' ')}:\n",
    "x.cwd": lambda: f"4000\n4000\n\n{_clues(' ')}\n{_clues(' ')}",
    "x.nin": lambda: f"4000 4000\n{_clues(' ')}{_clues(' ')}",
    "x.json": lambda: '{{"rows": [{0}], "columns": [{0}]}}'.format(",".join([f"[{'1,' * 1250}]"] * 3900)),
    "words.m": lambda: "rows = {" + '{"1", "1"}, ' * 1_600_000,
    "x.gno": lambda: f"[Dimensions]\n4000\n4000\n[Row clues]\n{_clues(',')}[Column clues]\n{_clues(',')}",
    "picture.txt": lambda: "picture:\n" + ("#." * 2000 + "\n") * 4000,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_the_largest_upload_is_read_or_refused_in_ten_seconds(name: str) -> None:
    data = TEXTS[name]().encode()
    assert 15_000_000 < len(data) <= 21_000_000
    with bounded(cpu_seconds=10, megabytes=3_000), suppress(FormatError):
        parse_source(Source(name, data))


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_is_refused_at_a_price_in_proportion(name: str) -> None:
    path, build, message = LARGE[name]
    data = build()
    with bounded(cpu_seconds=30, megabytes=700):
        assert refusal(data, path).startswith(message)


def test_blanks_and_comments_of_a_bitmap_cost_no_memory() -> None:
    data = b"P1\n1 1\n" + b" " * 5_000_000 + b"#\n" * 500_000 + b"1"
    with bounded(megabytes=100):
        assert parse_puzzle(data).rows == ((1,),)


def test_a_message_names_neither_all_of_a_clue_nor_breaks_its_line() -> None:
    puzzle = Puzzle(((1,) * 900,), ((1,),))
    with pytest.raises(PuzzleError) as caught:
        puzzle.check()
    assert len(str(caught.value)) < 400
    assert str(FormatError("a\u2028b", "fix\x1b", "two\nlines\x0c", 3)) == r"two\nlines\x0c:3: a\u2028b; fix\x1b"


def test_error_for_a_puzzle_too_large_for_the_spectrum_names_its_file() -> None:
    with pytest.raises(FormatError, match=r"^big\.txt: 62×62 cells are too many; the Spectrum program takes"):
        fit_to_screen(Grid(("#" * 62,) * 62).clues(), "big.txt")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
class TestEndless:
    def test_any_file(self) -> None:
        with (
            bounded(megabytes=200),
            pytest.raises(FormatError, match=r"^/dev/zero: more than 64 MB; name another"),
        ):
            read_file("/dev/zero")

    def test_screen(self) -> None:
        assert_one_line_refusal(run_cli("picture", "/dev/zero"), "/dev/zero: more than 64 MB")

    def test_listing(self) -> None:
        with pytest.raises(BuildError, match=r"^/dev/zero: more than 2 MB; give the listing alone"):
            read_listing("/dev/zero")

    def test_tape(self) -> None:
        with pytest.raises(TapeError, match=r"^/dev/zero: larger than 64 MB"):
            read_tap("/dev/zero")

    def test_state(self) -> None:
        ran = run_cli("hint", "puzzles/cat.txt", "--state", "/dev/zero")
        assert_one_line_refusal(ran, "/dev/zero: more than 64 MB")

    def test_tape_in_memory(self) -> None:
        for parse in (parse_tap, Tape.parse):
            with pytest.raises(TapeError, match="larger than 64 MB"):
                parse(bytes(64 * 1024 * 1024 + 1))

    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with Path("/dev/zero").open("rb") as zeros:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(zeros))
            with pytest.raises(FormatError, match=f"^<stdin>: more than {MAX_FILE_BYTES // 1_000_000} MB"):
                read_file("-")

    def test_no_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(FormatError, match=r"^<stdin>: standard input is closed; name a file$"):
            read_file("-")


TAKEN = {
    "25 brackets in one another": b"10 PRINT " + b"(" * 25 + b"1" + b")" * 25,
    "100 conditions": b"10 " + b"IF 1 THEN " * 100 + b"STOP",
    "a sum of 501": b"10 PRINT " + b"1+" * 500 + b"1",
    "a sum in 500 lines": b"10 PRINT 1\n" + b"+1\n" * 500,
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_listing_that_the_rom_would_take(name: str) -> None:
    with bounded():
        assert list(parse_listing(TAKEN[name]).lines) == [10]


REFUSED = {
    "80 times one line": (b"10 PRINT 1\n" * 80, r"^x:2:1: line 10 comes twice; take one of the two out"),
    "a remark of 70,000": (
        b"10 REM " + b"a" * 70_000,
        r"^x:1: 70,007 characters in one line, where a",
    ),
    "500 brackets": (
        b"10 PRINT " + b"(" * 500 + b"1" + b")" * 500,
        r"line 10: too much is nested in one line",
    ),
    "a number of 4,000 digits": (b"10 PRINT " + b"9" * 4000, r"line 10: a number of 4,000 digits"),
    "too many readings": (b"10 STOP\n" + b"5\n" * 300, r"^x: this can be read as a program in too many ways; leave"),
    "25,000 lines": (b"\n" * 25_000, r"^x: 25,001 lines, where a listing has 20,000 at most"),
    "3 MB": (b"1" * 3_000_000, r"^x: more than 2 MB; give the listing alone"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_listing_that_asks_too_much(name: str) -> None:
    data, message = REFUSED[name]
    with bounded(), pytest.raises(BuildError, match=message):
        parse_listing(data, "x")


def test_the_work_on_a_listing_is_bounded_whatever_its_length() -> None:
    """A text of 2 MB could be read for hours if its length alone set the bound."""
    work = Effort("x", 2_000_000)
    work.spend(700_000)  # as a program does that just fits
    with pytest.raises(BuildError, match=r"^x: this can be read as a program in too many ways"):
        work.step(20 * 400_000)


AMBIGUOUS = {
    "jumps": "{0} GO TO {1}: GO SUB\n{2} LET a=\n{3}\n",
    "half statements": '{0} PRINT "abc\n{1}0 def": LET\na=1\n',
    "numbers": "{0} REM {1} {2} {3}\n",
}


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_the_work_on_a_listing_follows_its_length_and_its_allowance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted without the clock, in calls: 40 for a character of the text, 250 for one of the allowance, at most."""
    monkeypatch.setattr(effort, "_MOST", 2_000)
    lines = (AMBIGUOUS[name].format(*range(number, number + 4)) for number in range(1, 9_990))
    text = "".join(lines)[:8_000]
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        with pytest.raises(BuildError, match="in too many ways"):
            parse_listing(text.encode(), "x")
    finally:
        sys.setprofile(before)
    assert calls < 40 * len(text) + 250 * 2_000


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("10 REM " + "a" * 70_000, "70,007 characters are more than the Spectrum's memory takes"),
        ("10 DATA " + "1," * 8_200 + "1", "too much is nested|bytes are more than the Spectrum's memory takes"),
        ("9" * 5_000 + " STOP", "line number 99999999999999999999 is out of range"),
        ("10 PRINT " + "9" * 5_000, "a number of 5,000 digits; the Spectrum keeps nine"),
        ("10 PRINT ٣", "BASIC has no use for '٣' at column 10"),
    ],
)
def test_a_program_line_beyond_any_measure(source: str, message: str) -> None:
    with pytest.raises(BasicError, match=message):
        tokenise(source)


def test_the_longest_remark() -> None:
    assert len(tokenise("10 REM " + "a" * (MAX_LINE_BYTES - 10))) < 0x10000


class TestManyColours:
    def noise(self, side: int) -> bytes:
        image = Image.frombytes("RGB", (side, side), random.Random(1).randbytes(3 * side * side))
        file = io.BytesIO()
        image.save(file, "BMP")
        return file.getvalue()

    def test_every_cell_has_the_nearest_colour(self) -> None:
        picture = quantise_image(self.noise(40), "x", 9)
        image = Image.open(io.BytesIO(self.noise(40)))
        looks = {cell: picture.palette.rgb(cell) for cell in "." + picture.palette.keys}

        def distance(cell: str, rgb: tuple[int, ...]) -> int:
            red, green, blue = (one - other for one, other in zip(rgb, looks[cell], strict=True))
            return 3 * red * red + 6 * green * green + blue * blue

        for y, row in enumerate(picture.grid.rows):
            for x, cell in enumerate(row):
                rgb = image.getpixel((x, y))
                assert isinstance(rgb, tuple)
                assert distance(cell, rgb) == min(distance(other, rgb) for other in looks)

    @pytest.mark.slow
    def test_a_million_cells_in_64_colours(self) -> None:
        data = self.noise(1000)
        with bounded(cpu_seconds=15, megabytes=600):
            picture = quantise_image(data, "x", 64)
        assert (picture.grid.width, len(picture.palette.colours)) == (1000, 63)

    @pytest.mark.slow
    def test_a_picture_is_scaled_to_a_million_cells(self) -> None:
        data = self.noise(64)
        with bounded(cpu_seconds=15, megabytes=600):
            picture = quantise_image(data, "x", 16, ImageOptions(width=1000, height=1000))
        assert picture.grid.width == 1000

    def test_too_many_colours_are_refused_before_anything_is_solved(self, tmp_path: Path) -> None:
        (tmp_path / "x.bmp").write_bytes(self.noise(50))
        with bounded():
            ran = run_cli("convert", "x.bmp", "x.non", "--colours", "64", "--width", "50", cwd=tmp_path)
        assert_one_line_refusal(
            ran,
            "the format non tells 53 colours apart, the puzzle has 64 colours with the background; reduce",
        )

    def test_contents_of_a_format_are_known_without_building(self) -> None:
        puzzle = quantise_image(self.noise(20), "x", 8)
        coloured = puzzle.grid.puzzle(puzzle.palette)
        registry.check_colours(coloured, format_named("non"))
        with pytest.raises(
            FormatError,
            match=r"^the format mk is black and white, the puzzle has 8 colours with the background; choose",
        ):
            registry.check_colours(coloured, format_named("mk"))


def test_groups_of_nothing_are_kept_for_an_unchecked_run() -> None:
    source = Source("a.g", b":\n1 0 1\n:\n1\n:\n")
    assert parse_source(source, checked=False).rows == ((1, 0, 1),)
    assert build_puzzle(Grid(("#.#",)).clues(), "g").decode().splitlines()[1] == "1 1"
