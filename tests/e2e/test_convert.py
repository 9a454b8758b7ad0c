"""``convert``: between puzzle formats, pictures to puzzles, puzzles to pictures; in agreement with ``picture``."""

import io
import re
from pathlib import Path

from PIL import Image, ImageDraw

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


def grid_rows(image: Image.Image) -> list[str]:
    data = image.convert("L").tobytes()
    lines = [data[start : start + image.width] for start in range(0, len(data), image.width)]
    return ["".join("#."[level > 127] for level in line) for line in lines]


def test_the_grid_view_is_what_the_program_shows(tmp_path: Path) -> None:
    ran = run_cli("convert", str(CAR), str(tmp_path / "car.scr"), "--view", "grid")
    assert ran.code == 0, ran.err
    reading = read_solving_screen(Screen((tmp_path / "car.scr").read_bytes()), 10, 8)
    assert reading.grid.puzzle().has_clues_of(read_puzzle(CAR))
    run_cli("convert", str(CAR), str(tmp_path / "car.png"), "--view", "grid")
    with Image.open(tmp_path / "car.png") as image:
        assert image.tobytes() == Screen((tmp_path / "car.scr").read_bytes()).image().tobytes()


class TestFromPictures:
    def test_the_size_is_the_puzzles_for_every_kind_of_picture(self, tmp_path: Path) -> None:
        large = Image.open(io.BytesIO(png(RING, 4)))
        names = [file_of(tmp_path, "ring.png", png(RING, 4)), file_of(tmp_path, "ring.scr", screen(RING))]
        names.append(file_of(tmp_path, "large.scr", screen(Grid(tuple(grid_rows(large))))))
        for name in names:
            ran = run_cli("convert", name, "-", "--to", "text", "--width", "7", "--height", "6")
            assert (ran.code, ran.out) == (0, f"{RING}\n")
        for name in (names[0], names[2]):
            ran = run_cli("convert", name, "-", "--to", "text")
            assert (ran.out, ran.err.startswith(f"note: {name}: cells of 4 pixels, 7×6, from (0,0)")) == (
                f"{RING}\n",
                True,
            )
            contradiction = "its squares of 4 pixels make 7×6 cells, not 5×6"
            assert_one_line_refusal(run_cli("convert", name, "-", "--to", "text", "--width", "5"), contradiction)
        part = run_cli("convert", names[1], "-", "--to", "text", "--crop", "0,0,5,6")
        assert (part.out, part.err) == ("".join(f"{row[:5]}\n" for row in RING.rows), "")

    def test_a_picture_without_squares_is_scaled_and_that_is_said(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "ring.png", png(RING, 20))
        ran = run_cli("convert", name, "-", "--to", "text", "--cell", "1", "--width", "49")
        assert "note: " in ran.err
        assert "140×120 pixels, scaled to 49×42 cells" in ran.err
        assert len(ran.out.split()) == 42

    def test_other_kinds_are_read_or_say_what_to_do(self, tmp_path: Path) -> None:
        for kind, ending in (("tiff", "tif"), ("ppm", "pgm"), ("ppm", "ppm")):
            path = tmp_path / f"ring.{ending}"
            Image.open(io.BytesIO(png(RING))).convert("RGB" if ending == "ppm" else "L").save(path, kind)
            assert run_cli("convert", path, "-", "--to", "text").out == f"{RING}\n"
            assert run_cli("check", path).out.startswith("crossword, 7×6: unique")
        for kind in ("jpeg", "webp"):
            Image.open(io.BytesIO(png(RING, 16))).save(tmp_path / "photo", kind)
            ran = run_cli("convert", tmp_path / "photo", "-", "--to", "text", "--width", "7")
            assert ran.out == f"{RING}\n"
        plain = file_of(tmp_path, "plain.pgm", b"P2\n# grey\n3 1\n9\n0 9 0\n")
        assert run_cli("convert", plain, "-", "--to", "text").out == "#.#\n"
        unread = {
            "a.pdf": b"%PDF-1.7\n\xe2\xe3" + bytes(99),
            "b.svg": b'<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="9"/>',
            "c.heic": b"\0\0\0\x18ftypheic" + bytes(99),
        }
        for name, data in unread.items():
            kind = name.partition(".")[2].upper()
            said = f"{name}: the kind {kind} is not read; open it in another program, and save the picture as PNG"
            for command in (("convert", name, "x.txt"), ("check", name)):
                file_of(tmp_path, name, data)
                assert_one_line_refusal(run_cli(*command, cwd=tmp_path), said)

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


class TestFromPhotos:
    def photo(self, folder: Path) -> str:
        image = Image.new("RGB", (400, 300), "#202020")
        ImageDraw.Draw(image).ellipse((120, 40, 290, 250), fill="#f0d040")
        ImageDraw.Draw(image).rectangle((180, 90, 220, 130), fill="#c02020")
        image.save(folder / "moon.jpg", quality=95)
        return "moon.jpg"

    def test_the_choice_and_its_reason_are_said(self, tmp_path: Path) -> None:
        ran = run_cli("convert", self.photo(tmp_path), "moon.txt", cwd=tmp_path)
        size = re.search(
            r"become (\d+)×(\d+) cells: choice \d of 6, one solution(?: after \d+ changes)?, \d+% of", ran.err
        )
        assert ran.err.startswith("note: moon.jpg: 400×300 pixels become ")
        assert size, ran.err
        assert ran.out == f"moon.txt: puzzle.txt, {size[1]}×{size[2]} cells\n"
        assert 20 <= max(int(size[1]), int(size[2])) <= 30
        goal = read_puzzle(tmp_path / "moon.txt").goal
        assert goal is not None
        assert (goal.rows[0][0], goal.rows[-3][len(goal.rows[0]) // 2]) == (".", "#")
        assert run_cli("check", "moon.txt", cwd=tmp_path).code == 0

    def test_all_choices_go_into_a_folder_with_a_contact_sheet(self, tmp_path: Path) -> None:
        ran = run_cli("convert", self.photo(tmp_path), "moon.mk", "--choices", "all", cwd=tmp_path)
        assert ran.code == 0, ran.err
        names = sorted(path.name for path in (tmp_path / "all").iterdir())
        puzzles = [name for name in names if name != "moon-choices.png"]
        assert len(puzzles) == len(names) - 1
        assert len([name for name in puzzles if name.endswith(".mk")]) == 6
        coloured = [name for name in puzzles if name.endswith(".non")]
        assert coloured
        for name in puzzles:
            finding = run_cli("check", f"all/{name}", "--json", cwd=tmp_path).json
            assert f"{finding['width']}x{finding['height']}" in name
            assert ("palette" in finding) == (name in coloured)
        with Image.open(tmp_path / "all" / "moon-choices.png") as sheet:
            assert sheet.width > 4 * 240


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
