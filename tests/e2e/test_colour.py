"""Crosswords in colour on the command line: `solve` and `convert`."""

import io
from pathlib import Path

import pytest
from PIL import Image

from harness.formats import read_any
from harness.solver.strategy import strategy_names
from tests.cli_runner import assert_one_line_refusal, run_cli

HEAD = "width {width}\nheight {height}\ncolor r #FF0000\ncolor b #0000FF\n"
FLAG = HEAD.format(width=4, height=3) + "title flag\nrows\n2r,2b\n1r,1b\n4b\ncolumns\n2r,1b\n1r,1b\n1b,1b\n3b\n"
FLAG_ROWS = ["rrbb", "r..b", "bbbb"]


def file_of(folder: Path, text: str) -> str:
    path = folder / "in.non"
    path.write_text(text, encoding="ascii")
    return str(path)


@pytest.mark.parametrize("strategy", strategy_names())
def test_every_strategy_solves_the_sample(strategy: str) -> None:
    """`puzzles/tulips.g` is what `puzzles/README.md` says."""
    found = run_cli("solve", "puzzles/tulips.g", "--strategy", strategy, "--json").json
    assert (found["width"], found["height"], found["strategy"]) == (16, 20, strategy)
    assert (found["outcome"], found["difficulty"], len(found["palette"])) == ("unique", "branch", 5)
    assert found["solutions"][0][4] == ".rrrrrrr.yyyyyyy"


def test_rofl_and_back(tmp_path: Path) -> None:
    rofl, back, png = (str(tmp_path / name) for name in ("flag.rofl", "back.g", "flag.png"))
    assert run_cli("convert", file_of(tmp_path, FLAG), rofl).code == 0
    shown = run_cli("solve", rofl).out.splitlines()[:3]
    assert [row.translate(str.maketrans("ab", "rb")) for row in shown] == FLAG_ROWS
    assert run_cli("convert", rofl, back).code == 0
    puzzle, original = read_any(back), read_any(tmp_path / "in.non")
    assert puzzle.in_colour
    assert original.in_colour
    assert puzzle.has_clues_of(original)
    assert run_cli("convert", rofl, png).code == 0
    image = Image.open(io.BytesIO(Path(png).read_bytes())).convert("RGB")
    red, blue, white = b"\xff\0\0", b"\0\0\xff", b"\xff\xff\xff"
    drawn = [red, red, blue, blue, red, white, white, blue, blue, blue, blue, blue]
    assert image.tobytes() == b"".join(drawn)


def test_a_picture_becomes_a_puzzle_in_colour(tmp_path: Path) -> None:
    image = Image.new("RGB", (40, 30), (255, 255, 255))
    image.paste((255, 0, 0), (0, 0, 20, 10))
    image.paste((0, 0, 255), (20, 0, 40, 30))
    image.save(tmp_path / "flag.png")
    out = tmp_path / "flag.g"
    ran = run_cli("convert", tmp_path / "flag.png", out, "--colours", "3", "--width", "4")
    assert ran.code == 0
    assert ran.err.startswith(f"note: {tmp_path / 'flag.png'}: 40×30 pixels, scaled to 4×3 cells; ")
    assert ran.err.splitlines()[1].endswith("flag.png: 3 colours, one solution")
    # blue lies along most of the edge, so it is the background; white and red are drawn on it
    solved = run_cli("solve", out, "--json").json
    assert solved["solutions"] == [["bb..", "aa..", "aa.."]]
    assert solved["palette"] == {".": "#0000FF", "a": "#FFFFFF", "b": "#FF0000"}


@pytest.mark.parametrize(("name", "colours"), [("x.txt", "2"), ("x.non", "5"), ("x.rofl", "5")])
def test_random_puzzles_have_one_solution_and_can_be_made_again(tmp_path: Path, name: str, colours: str) -> None:
    out, again = str(tmp_path / name), str(tmp_path / f"again-{name}")
    options = ("--width", "14", "--height", "11", "--colours", colours, "--seed", "7", "--unique")
    ran = run_cli("random", out, *options)
    assert ran.code == 0, ran.err
    assert ran.out.endswith("14×11 cells, one solution, seed 7\n")
    assert run_cli("solve", out, "--json").json["outcome"] == "unique"
    run_cli("random", again, *options)
    assert Path(out).read_bytes() == Path(again).read_bytes()


def test_colours_that_the_format_lacks_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object) -> None:
        pytest.fail("a puzzle was made")

    monkeypatch.setattr("harness.advice.generate.random_puzzle", work)
    ran = run_cli("random", str(tmp_path / "x.txt"), "--colours", "3")
    assert_one_line_refusal(ran, "is black and white, the puzzle has 3 colours with the background")
