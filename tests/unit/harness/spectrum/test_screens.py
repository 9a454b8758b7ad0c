"""Spectrum screens judged as the eye sees them, and crosswords drawn as screens."""

import re
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings

from harness.errors import FormatError
from harness.formats import parse_puzzle, read_puzzle
from harness.formats.bundles import puzzles_in
from harness.puzzle import Grid
from harness.spectrum.disk import build_scl, build_trd, code_file, screen_file
from harness.spectrum.reader import read_solving_screen
from harness.spectrum.screens import build_grid_screen, build_picture_screen, judge_picture, read_screen
from pyspectrum import Spectrum
from pyspectrum.screen import Screen
from pyspectrum.snapshot import encode_sna, write_snapshot
from pyspectrum.tape import Tape, code_blocks, screen_blocks
from tests.cases import cases
from tests.marks import examples
from tests.strategies import grids

STEP = Grid(("#..", "##.", "###"))


def with_attributes(screen: bytes, attribute: int) -> bytes:
    return screen[:6144] + bytes([attribute]) * 768


def inverted(screen: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in screen[:6144]) + screen[6144:]


@settings(max_examples=examples(50))
@given(grids(62, 42))
def test_the_grid_view_is_what_the_program_shows(grid: Grid) -> None:
    reading = read_solving_screen(Screen(build_grid_screen(grid)), grid.width, grid.height)
    assert reading.grid == grid


@cases("attribute", "dark_is_ink")
def test_the_darker_colour_of_a_square_is_black(attribute: int, dark_is_ink: bool) -> None:
    drawn = build_picture_screen(STEP)
    data = with_attributes(drawn if dark_is_ink else inverted(drawn), attribute)
    assert judge_picture(Screen(data), 3, 3) == STEP


@pytest.mark.parametrize(("colour", "sign"), [(0, "#"), (1, "#"), (3, "#"), (4, "."), (7, ".")])
def test_a_square_of_one_colour_is_judged_against_mid_grey(colour: int, sign: str) -> None:
    data = with_attributes(build_picture_screen(STEP), colour << 3 | colour)
    assert judge_picture(Screen(data), 2, 1).rows == (sign * 2,)


class TestReading:
    def test_all_sizes_of_files(self) -> None:
        whole = build_picture_screen(STEP)
        black_paper = inverted(with_attributes(whole, 7))
        plus3 = b"PLUS3DOS\x1a" + bytes(119) + whole
        on_tape = Tape((*code_blocks("else", bytes(10), 30000), *screen_blocks("pic", whole))).to_bytes()
        for data in (whole, plus3, on_tape, black_paper, black_paper[:6144], black_paper[:2048]):
            assert judge_picture(read_screen(data, "x.scr").screen, 3, 3) == STEP

    def test_a_third_goes_onto_the_tape_as_it_was(self) -> None:
        assert len(read_screen(bytes(2048), "x").tape_bytes) == 2048
        assert len(read_screen(bytes(6144), "x").tape_bytes) == 6912

    @pytest.mark.parametrize("size", [0, 1, 2047, 6911, 7040, 49152])
    def test_other_sizes_are_refused(self, size: int) -> None:
        with pytest.raises(FormatError, match=r"x\.scr: .*SCREEN\$"):
            read_screen(bytes(size), "x.scr")


def hobeta(name: str, data: bytes) -> bytes:
    """A single file of a disk, with its header and filled up to whole sectors."""
    header = name.ljust(8).encode() + b"C" + struct.pack("<HHBB", 16384, len(data), 0, -(-len(data) // 256))
    check = sum(257 * byte + place for place, byte in enumerate(header)) & 0xFFFF
    return header + struct.pack("<H", check) + data.ljust(-(-len(data) // 256) * 256, b"\0")


def media(screen: bytes, folder: Path) -> dict[str, bytes]:
    """The screen in each medium, behind something else where there is room."""
    tape = Tape((*code_blocks("else", bytes(10), 30000), *screen_blocks("pic", screen)))
    disk = [code_file("else", bytes(300), 30000), screen_file("pic", screen)]
    spectrum = Spectrum("128")
    spectrum.poke(16384, screen)
    files = {"a.tap": tape.to_bytes(), "a.tzx": tape.encode(".tzx"), "a.sna": encode_sna(spectrum.core)}
    for kind in ("z80", "szx"):
        write_snapshot(folder / f"a.{kind}", spectrum.core)
        files[f"a.{kind}"] = (folder / f"a.{kind}").read_bytes()
    files |= {"a.trd": build_trd(disk, "test"), "a.scl": build_scl(disk), "pic.$C": hobeta("pic", screen)}
    return files | {"a.scr": b"PLUS3DOS\x1a" + bytes(119) + screen, "b.scr": screen}


class TestMedia:
    def test_each_gives_the_same_puzzle_whatever_its_name(self, tmp_path: Path) -> None:
        for name, data in media(build_picture_screen(STEP), tmp_path).items():
            assert parse_puzzle(data, name).goal == STEP, name
            if not name.endswith(".z80"):  # of which only the name tells
                assert parse_puzzle(data, "<stdin>").goal == STEP, name

    def test_several_screens_are_several_puzzles(self, tmp_path: Path) -> None:
        screens = [build_picture_screen(Grid((cells,))) for cells in ("#.#", "##.#")]
        disk = [screen_file(f"pic{number}", screen) for number, screen in enumerate(screens)]
        tape = Tape((*screen_blocks("one", screens[0]), *screen_blocks("two", screens[1])))
        files = {"a.trd": build_trd(disk, "x"), "a.scl": build_scl(disk), "a.tzx": tape.encode(".tzx")}
        for name, data in files.items():
            path = tmp_path / name
            path.write_bytes(data)
            assert [puzzle.read().rows for puzzle in puzzles_in(path)] == [((1, 1),), ((2, 1),)]
            assert read_puzzle(f"{path}#2").rows == ((2, 1),)

    @pytest.mark.parametrize(
        ("name", "data", "message"),
        [
            ("a.scl", build_scl([code_file("code", bytes(100), 30000)]), "there is no SCREEN$ in it"),
            ("a.trd", build_trd([], "none"), "there is no SCREEN$ in it"),
            ("a.tap", Tape(code_blocks("code", bytes(100), 30000)).to_bytes(), "there is no SCREEN$ in it"),
            ("a.tzx", b"ZXTape!\x1a\x01\x14\x10\0", "a tape or snapshot that cannot be read: "),
            ("a.szx", b"ZXST\x01\x04\x01\0", "a tape or snapshot that cannot be read: "),
            ("a.scl", b"SINCLAIR", "there is no SCREEN$ in it"),
        ],
    )
    def test_what_has_none_is_refused(self, name: str, data: bytes, message: str) -> None:
        with pytest.raises(FormatError, match=re.escape(f"{name}: {message}")):
            parse_puzzle(data, name)


def test_a_grid_that_the_view_has_no_room_for_is_refused() -> None:
    build_grid_screen(Grid(("." * 62,) * 42))
    for size, grid in (("63×1", Grid(("." * 63,))), ("1×43", Grid((".",) * 43))):
        with pytest.raises(FormatError, match=f"{size} cells do not fit the Spectrum's screen"):
            build_grid_screen(grid)
