"""``picture``: a screen on the tape, menu 3, menu 4, and the puzzle read off the screen."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import PictureRefusedError
from harness.formats import read_puzzle
from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.menu import Menu, Stop
from harness.spectrum.picture_play import PicturePlayed, play_picture, read_printed_puzzle
from harness.spectrum.screens import build_picture_screen, judge_picture, read_screen
from pyspectrum.keyboard import ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.tape import DATA_FLAG, Block, Tape, code_blocks, screen_blocks
from tests.cli_runner import assert_failed_after_answer, assert_one_line_refusal, run_cli
from tests.e2e.conftest import LoadProgram
from tests.strategies import NO_SHRINKING

RING = Grid(("..###..", ".#####.", "##...##", "##...##", "#######", "..###.."))
SQUARE_OF_TWO = Grid(("#..", "...", "..#"))
CLASSIC = build_tape(EDITIONS[0])


def screen_file(folder: Path, grid: Grid, attribute: int = 56, name: str = "drawing.scr") -> Path:
    data = build_picture_screen(grid)
    path = folder / name
    path.write_bytes(data[:6144] + bytes([attribute]) * 768)
    return path


def test_a_picture_becomes_a_puzzle_file(tmp_path: Path) -> None:
    path, out = screen_file(tmp_path, RING), tmp_path / "ring.txt"
    ran = run_cli("picture", str(path), "--out", str(out), "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["unique"], ran.json["agrees"], ran.json["outcome"]) == (True, True, "solved")
    assert ran.json["solutions"] == [list(RING.rows)]
    assert read_puzzle(out).has_clues_of(RING.clues())


@pytest.mark.parametrize("ending", ["pbm", "png", "scr", "rofl"])
def test_a_picture_becomes_a_picture_file(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"ring.{ending}"
    ran = run_cli("picture", str(screen_file(tmp_path, RING)), "--out", str(out))
    assert ran.code == 0, ran.err
    back = run_cli("convert", str(out), "-", "--to", "puzzle.txt")
    assert back.code == 0, back.err
    (tmp_path / "back.txt").write_text(back.out, encoding="utf-8")
    assert read_puzzle(tmp_path / "back.txt").has_clues_of(RING.clues())


def test_a_picture_that_is_not_unique_is_no_rofl(tmp_path: Path) -> None:
    out = tmp_path / "two.rofl"
    ran = run_cli("picture", str(screen_file(tmp_path, SQUARE_OF_TWO)), "--out", str(out))
    assert_failed_after_answer(ran, "not a puzzle with one solution")
    assert "not unique: two solutions differ" in ran.out
    assert not out.exists()


def test_the_time_for_a_second_solution_may_be_limited(tmp_path: Path) -> None:
    ran = run_cli("picture", str(screen_file(tmp_path, SQUARE_OF_TWO)), "--timeout", "0", "--json")
    assert (ran.code, ran.json["unique"], ran.json["agrees"]) == (0, None, True)


def test_a_program_that_reads_the_picture_and_solves_it_wrongly_does_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a tape with a fault in its solver would."""

    def solved_wrongly(*arguments: Any) -> PicturePlayed:
        return replace(play_picture(*arguments), grid=Grid((".#.", "###", ".#.")))

    monkeypatch.setattr("harness.spectrum.picture_play.play_picture", solved_wrongly)
    ran = run_cli("picture", str(screen_file(tmp_path, Grid(("###", "#.#", "###")))), "--json")
    assert (ran.code, ran.json["agrees"]) == (1, False)


def test_the_cells_that_differ_are_marked(tmp_path: Path) -> None:
    ran = run_cli("picture", str(screen_file(tmp_path, SQUARE_OF_TWO)))
    assert ran.code == 0
    assert ran.out.startswith("X.o\n...\no.X\n")
    assert "not unique" in ran.out


@pytest.mark.parametrize("attribute", [56, 7, 0b11_110_001, 0b01_000_110])
def test_any_colours_give_the_picture_the_eye_sees(tmp_path: Path, attribute: int) -> None:
    ink, paper = attribute & 7, attribute >> 3 & 7
    negative = Grid(tuple(row.translate(str.maketrans("#.", ".#")) for row in RING.rows))
    path = screen_file(tmp_path, RING if ink < paper else negative, attribute)
    ran = run_cli("picture", str(path), "--width", "7", "--height", "6", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["rows"] == [list(clue) for clue in RING.clues().rows]


@settings(max_examples=4, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=6912, max_size=6912), st.integers(1, 20), st.integers(1, 20))
def test_the_program_and_python_see_the_same_picture(data: bytes, width: int, height: int) -> None:
    picture = read_screen(data, "random.scr")
    played = play_picture(picture, width, height, CLASSIC)
    assert played.puzzle.has_clues_of(judge_picture(picture.screen, width, height).clues())


@pytest.mark.slow
def test_the_largest_drawing(tmp_path: Path) -> None:
    rows = tuple("".join("#" if (x - 31) ** 2 + 2 * (y - 21) ** 2 < 850 else "." for x in range(62)) for y in range(42))
    path = screen_file(tmp_path, Grid(rows))
    ran = run_cli("picture", str(path), "--width", "62", "--height", "42", "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["width"], ran.json["height"], ran.json["unique"]) == (62, 42, True)
    assert ran.json["solutions"] == [list(rows)]


def bad_blocks() -> dict[str, tuple[Block, ...]]:
    header, data = screen_blocks("picture", build_picture_screen(RING))
    return {
        "too short": code_blocks("picture", bytes(100), 16384),
        "too long": code_blocks("picture", bytes(7000), 16384),
        "damaged": (header, Block(DATA_FLAG, data.payload, data.stored_checksum ^ 1)),
        "cut off": (header, Block.build(DATA_FLAG, data.payload[:3000])),
    }


@pytest.mark.parametrize("kind", bad_blocks())
def test_a_bad_block_leads_back_to_the_menu_with_the_old_data(load_program: LoadProgram, kind: str) -> None:
    menu = load_program()
    assert menu.enter(Puzzle(((1,), (1,)), ((1,), (1,)))) is None
    menu.leave(menu.start_solving())
    menu.spectrum.insert_tape(Tape(bad_blocks()[kind]))
    with pytest.raises(PictureRefusedError):
        menu.test_picture(7, 6, "picture")
    menu.spectrum.eject_tape()
    assert [line for line in menu.view_data() if line.startswith("Line")] == ["Line 1: 1", "Line 2: 1"] * 2
    assert menu.solve_again() is Stop.MANY_VARIANTS


def test_break_while_it_waits_for_the_tape_leads_back_to_the_menu(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.choose("3")
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "5")
    menu.answer("Screen name:", "nothing")
    menu.spectrum.run_frames(50)
    menu.spectrum.hold({"CAPS", "SPACE"})
    menu.spectrum.run_frames(10)
    menu.spectrum.release()
    menu.wait("Tape loading error!")


PAGING = (
    [{"ENTER"}],
    [{"y"}],
    [{"CAPS", "2"}, {"ENTER"}],  # caps lock
    [{"CAPS", "9"}, {"ENTER"}],  # graphics
    [{"CAPS", "SYMBOL"}, {"ENTER"}],  # extended
)


def test_any_key_leads_to_the_next_page_of_the_data(load_program: LoadProgram) -> None:
    """But for N, SPACE and STOP, see `test_view_pages`; the ROM's own ``scroll?`` takes keys for colours."""
    menu = load_program()
    square = Grid(("###",) * 40)
    menu.enter(square.clues())
    menu.leave(menu.start_solving())
    menu.choose("4")
    menu.wait("scroll?")
    menu.spectrum.run_frames(10)
    asked = menu.spectrum.state()
    for chords in PAGING:
        menu.spectrum.restore(asked)
        for chord in chords:
            menu.spectrum.hold(chord)
            menu.spectrum.run_frames(6)
            menu.spectrum.release()
            menu.spectrum.run_frames(10)
        menu.wait("Line 31:")
    while menu.wait("scroll?", "Press any key...") == "scroll?":
        menu.press_away(ENTER, "scroll?")
    menu.press_away(ENTER, "Press any key...")
    assert read_printed_puzzle(menu.view_data(), menu.language).has_clues_of(square.clues())


@pytest.mark.slow
def test_no_line_of_data_runs_over_a_page(load_program: LoadProgram) -> None:
    """The longest lines there are, and columns after them: everything is printed, nothing scrolls away."""
    grid = Grid(("#." * 31,) * 5)
    menu = load_program()
    assert menu.enter(grid.clues()) is None
    menu.leave(menu.start_solving())
    assert read_printed_puzzle(menu.view_data(), menu.language).has_clues_of(grid.clues())


def test_view_data_has_the_rules_where_they_belong(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(Grid(tuple("#.#" for _ in range(7))).clues())
    menu.leave(menu.start_solving())
    assert menu.view_data() == (
        "Horisontal lines:",
        "",
        *(f"Line {n}: 1,1" for n in range(1, 6)),
        "_" * 31,
        "Line 6: 1,1",
        "Line 7: 1,1",
        "",
        "Vertical lines:",
        "",
        "Line 1: 7",
        "Line 2:",
        "Line 3: 7",
        "",
        "Press any key...",
    )


class TestBadInput:
    def test_files(self, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.scr"
        wrong.write_bytes(bytes(100))
        assert_one_line_refusal(run_cli("picture", str(wrong)), "wrong.scr")
        assert_one_line_refusal(run_cli("picture", str(tmp_path / "none.scr")), "none.scr")
        empty = screen_file(tmp_path, Grid((".",)))
        assert_one_line_refusal(run_cli("picture", str(empty)), "empty")

    def test_sizes(self, tmp_path: Path) -> None:
        path = str(screen_file(tmp_path, RING))
        assert_one_line_refusal(run_cli("picture", path, "--width", "63"), "62×42")
        assert_one_line_refusal(run_cli("picture", path, "--height", "43"), "62×42")
        assert_one_line_refusal(run_cli("picture", path, "--out", "x.unknown"), "x.unknown")


def test_a_machine_without_our_tape_is_not_needed() -> None:
    menu = Menu(Spectrum())
    menu.load(CLASSIC)
    assert "5 - Exit" in "".join(menu.spectrum.text_lines())


def test_a_block_without_colours_is_white_on_black_so_what_is_not_set_is_black() -> None:
    """The 2,048 bytes of the original; the same drawing as a SCREEN$ in black on white is the other way round."""
    third = build_picture_screen(RING)[:2048]
    negative = Grid(tuple(row.translate(str.maketrans("#.", ".#")) for row in RING.rows))
    for data, seen in ((build_picture_screen(RING), RING), (third, negative)):
        played = play_picture(read_screen(data, "ring.scr"), RING.width, RING.height, CLASSIC)
        assert played.puzzle.has_clues_of(seen.clues())
