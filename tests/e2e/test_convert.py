"""``convert``: between puzzle formats, pictures to puzzles, puzzles to pictures; in agreement with ``picture``."""

import io
from pathlib import Path

from PIL import Image

from harness.formats import FORMATS, read_puzzle
from harness.puzzle import Grid
from harness.spectrum.build import EDITIONS, build_tape
from harness.spectrum.reader import read_solving_screen
from harness.spectrum.screens import build_picture_screen
from pyspectrum.screen import Screen
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli, run_process

RING = Grid(("..###..", ".#####.", "##...##", "##...##", "#######", "..###.."))
CAR = ROOT / "puzzles" / "car.txt"
CLASSIC = build_tape(EDITIONS[0])


def screen(grid: Grid, attribute: int = 0b00_111_000) -> bytes:
    return build_picture_screen(grid)[:6144] + bytes([attribute]) * 768


def negative(grid: Grid) -> Grid:
    return Grid(tuple(row.translate(str.maketrans("#.", ".#")) for row in grid.rows))


def file_of(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def png(grid: Grid, scale: int = 1) -> bytes:
    image = Image.new("L", (grid.width, grid.height))
    image.putdata([255 * (cell == ".") for row in grid.rows for cell in row])
    file = io.BytesIO()
    image.resize((grid.width * scale, grid.height * scale), Image.Resampling.NEAREST).save(file, "PNG")
    return file.getvalue()


class TestPuzzles:
    def test_standard_input_and_output(self) -> None:
        ran = run_cli("convert", "-", "-", "--to", "mk", stdin="rows\n1\n1\ncolumns\n2\n")
        assert (ran.code, ran.out) == (0, "2 1\n1\n1\n#\n2\n")


class TestToPictures:
    def test_the_grid_view_is_what_the_program_shows(self, tmp_path: Path) -> None:
        ran = run_cli("convert", str(CAR), str(tmp_path / "car.scr"), "--view", "grid")
        assert ran.code == 0, ran.err
        reading = read_solving_screen(Screen((tmp_path / "car.scr").read_bytes()), 10, 8)
        assert reading.grid.puzzle().has_clues_of(read_puzzle(CAR))
        run_cli("convert", str(CAR), str(tmp_path / "car.png"), "--view", "grid")
        with Image.open(tmp_path / "car.png") as image:
            assert image.tobytes() == Screen((tmp_path / "car.scr").read_bytes()).image().tobytes()

    def test_a_puzzle_with_several_solutions_needs_its_picture(self, tmp_path: Path) -> None:
        two = file_of(tmp_path, "two.txt", b"rows:\n1\n1\ncolumns:\n1\n1\n")
        assert_one_line_refusal(run_cli("convert", two, str(tmp_path / "two.png")), "two.txt", "several solutions")
        assert not (tmp_path / "two.png").exists()
        meant = file_of(tmp_path, "meant.txt", b"picture:\n.#\n#.\n")
        ran = run_cli("convert", meant, "-", "--to", "text")
        assert ran.out == ".#\n#.\n"

    def test_a_puzzle_without_a_solution(self, tmp_path: Path) -> None:
        none = file_of(tmp_path, "none.txt", b"rows:\n2\n-\ncolumns:\n1\n1\n".replace(b"1\n1\n", b"2\n-\n"))
        assert_one_line_refusal(run_cli("convert", none, str(tmp_path / "x.gif")), "none.txt", "no solution")


class TestColour:
    FLAG = b"width 3\nheight 2\ncolor r #FF0000\ncolor b #0000FF\nrows\n2r,1b\n1b\ncolumns\n1r,1b\n1r\n1b\n"

    def test_black_and_white_formats_refuse_it(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "flag.non", self.FLAG)
        assert_one_line_refusal(run_cli("convert", name, str(tmp_path / "flag.mk")), "mk is black and white")
        refused = run_cli("convert", name, str(tmp_path / "flag.png"), "--view", "grid")
        assert_one_line_refusal(refused, "colours; this works on puzzles in black and white")


class TestFromPictures:
    def test_a_screen_that_is_cut_says_so(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "ring.scr", screen(RING))
        ran = run_cli("convert", name, "-", "--to", "text", "--width", "5")
        assert ran.out == "".join(f"{row[:5]}\n" for row in RING.rows)
        assert ran.err.startswith(f"note: {name}: the drawing has 7×6 pixels, cut to 5×6 from --left 0 --top 0; ")
        ran = run_cli("convert", name, "-", "--to", "text", "--width", "9")
        assert (ran.out, ran.err) == ("".join(f"{row}..\n" for row in RING.rows), "")

    def test_a_large_png_is_scaled_down_and_that_is_said(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "ring.png", png(RING, 20))
        ran = run_cli("convert", name, "-", "--to", "text")
        assert "140×120 pixels, scaled to 49×42 cells" in ran.err
        assert len(ran.out.split()) == 42
        ran = run_cli("convert", name, "-", "--to", "text", "--width", "7")
        assert ran.out == f"{RING}\n"

    def test_options_of_the_picture(self, tmp_path: Path) -> None:
        grey = io.BytesIO()
        Image.new("L", (20, 20), 150).save(grey, "PNG")
        name = file_of(tmp_path, "grey.png", grey.getvalue())

        def blacks(*options: str) -> int:
            return run_cli("convert", name, "-", "--to", "text", *options).out.count("#")

        assert blacks() == 0
        assert blacks("--invert") == 400
        assert blacks("--threshold", "151") == 400
        assert 120 < blacks("--dither") < 210

    def test_a_bitmap_keeps_its_size_unless_told(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "wide.pbm", b"P1\n80 2\n" + b"10" * 80)
        assert "80×2" in run_cli("convert", name, str(tmp_path / "wide.mk")).out
        assert "40×1" in run_cli("convert", name, str(tmp_path / "wide.mk"), "--width", "40", "--force").out


class TestRefusals:
    def test_names_and_formats(self, tmp_path: Path) -> None:
        out = str(tmp_path / "x.mk")
        assert_one_line_refusal(run_cli("convert", "none.txt", out), "none.txt", "no such file")
        assert_one_line_refusal(run_cli("convert", str(CAR), "x.zip"), "x.zip", "names no format")
        assert_one_line_refusal(run_cli("convert", str(CAR), out, "--to", "keen"), "keen can only be read")
        assert_one_line_refusal(run_cli("convert", str(CAR), out, "--to", "nope"), "no format 'nope'")
        assert_one_line_refusal(run_cli("convert", str(CAR), out, "--from", "mk"), "car.txt:", "height and the width")
        assert_one_line_refusal(run_cli("convert", str(CAR), str(tmp_path)), "names no format")
        assert_one_line_refusal(run_cli("convert", str(CAR), str(tmp_path / "no" / "x.mk")), "no such folder")

    def test_options_where_they_mean_nothing(self, tmp_path: Path) -> None:
        out = str(tmp_path / "x.mk")
        assert_one_line_refusal(run_cli("convert", str(CAR), out, "--width", "9"), "--width is for pictures")
        assert_one_line_refusal(run_cli("convert", str(CAR), out, "--view", "grid"), "--view is for pictures")
        drawing = file_of(tmp_path, "x.scr", screen(RING))
        assert_one_line_refusal(run_cli("convert", drawing, out, "--dither"), "judged by its colours")
        assert_one_line_refusal(run_cli("convert", drawing, out, "--width", "257", "--height", "1"), "256×192")
        assert_one_line_refusal(run_cli("convert", drawing, out, "--threshold", "257"), "0 to 256")


def test_every_format_is_named_in_the_help() -> None:
    ran = run_cli("convert", "--help")
    assert ran.code == 0
    for known in FORMATS:
        assert known.name in ran.out


def test_a_process_reads_its_input_and_writes_where_it_is_as_the_tests_do(tmp_path: Path) -> None:
    for run in (run_cli, run_process):
        ran = run("convert", "-", "out.non", stdin="picture:\n#.\n.#\n", cwd=tmp_path)
        assert (ran.code, ran.out, ran.err) == (0, "out.non: non, 2×2 cells\n", "")
        assert (tmp_path / "out.non").read_bytes().startswith(b"width 2\nheight 2\n")
        (tmp_path / "out.non").unlink()
