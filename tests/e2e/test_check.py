"""``check``, and the drawings that ``solve`` makes, as a user runs them."""

import itertools
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from PIL import Image

from harness.formats import read_puzzle
from harness.puzzle import Grid
from harness.puzzle.palette import Colour, Palette
from harness.solver.search import solve
from harness.solver.strategy import solve_any
from tests.cli_runner import ROOT, assert_one_line_refusal, run_cli

CAR = (ROOT / "puzzles" / "car.txt").read_text(encoding="utf-8")
COLOURED = """width 2
height 2
color a #dc0000
color b #0000c8
rows
1a,1b
1b
columns
1a
1b,1b
"""
COLOURED_RIGHT = COLOURED.replace("1b,1b", "2b")
COLOURED_LEGEND = ". #FFFFFF white\na #DC0000\nb #0000C8\n"


def file_of(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


class TestCheck:
    def test_unique(self) -> None:
        ran = run_cli("check", "puzzles/car.txt")
        assert (ran.code, ran.err) == (0, "")
        finding = "car, 10×8: unique: one solution, and no other (looking at one line at a time is enough)\n"
        assert ran.out == finding
        asked = run_cli("check", "puzzles/car.txt", "--canonical")
        assert asked.out == f"{finding}not canonical: the height of 8 is not divisible by 5; row 6 is full\n"
        assert "cells must be tried" in run_cli("check", "puzzles/winter.txt", "--quiet").out

    def test_a_canonical_puzzle_is_called_so(self, tmp_path: Path) -> None:
        canonical = file_of(tmp_path, "c.txt", "picture:\n.####\n#.###\n##.##\n###.#\n####.\n")
        assert (
            "\ncanonical: sides divisible by 5, no empty or full line\n"
            in run_cli("check", "--canonical", canonical).out
        )
        value = run_cli("check", canonical, "--json").json
        assert (value["canonical"], value["empty_lines"], value["full_lines"]) == (True, [], [])

    def test_empty_lines_are_pointed_at(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "e.txt", "picture:\n##.##\n.....\n##.##\n##.##\n.....\n")
        assert "not canonical: rows 2, 5 are empty; column 3 is empty\n" in run_cli("check", "--canonical", name).out
        value = run_cli("check", name, "--json").json
        assert (value["canonical"], value["empty_lines"]) == (False, ["row 2", "row 5", "column 3"])

    def test_multiple(self) -> None:
        ran = run_cli("check", "puzzles/wink.txt")
        assert ran.code == 1
        assert "not unique: 4 solutions, 8 cells differ" in ran.out
        assert "row 4: 4, 5, 8, 9" in ran.out
        assert "smallest change of the picture" in ran.out
        picture = Grid(tuple(ran.out.splitlines()[-12:]))
        assert solve(picture.puzzle()).unique

    def test_the_fix_is_written_and_its_difficulty_told(self, tmp_path: Path) -> None:
        ran = run_cli("check", str(ROOT / "puzzles" / "wink.txt"), "--fix", "fixed.non", cwd=tmp_path)
        assert (ran.code, ran.err) == (1, "")
        assert "\ndifficulty: easy, as before\n" in ran.out
        assert ran.out.endswith("\nfixed.non: non, 12×12 cells\n")
        assert run_cli("check", "fixed.non", cwd=tmp_path).out.startswith("wink, 12×12: unique: ")
        (two := tmp_path / "two.txt").write_text("picture:\n#.\n.#\n", encoding="utf-8")
        value = run_cli("check", str(two), "--fix", "two.pic", "--json", cwd=tmp_path).json
        assert value["repair"]["levels"] == [None, "easy"]
        assert (tmp_path / "two.pic").read_text(encoding="utf-8").split() == value["repair"]["picture"]
        ran = run_cli("check", str(two), "--fix", "two.txt", "--force", cwd=tmp_path)
        assert_one_line_refusal(ran, "two.txt: --fix would overwrite the file that is read")

    def test_a_slip_of_the_pen_is_fixed_if_it_can_be_no_other(self, tmp_path: Path) -> None:
        right = "rows:\n3\n1\n3\ncolumns:\n1,1\n3\n1,1\n"
        name = file_of(tmp_path, "slip.txt", right.replace("\n1\n3\ncol", "\n2\n3\ncol"))
        ran = run_cli("check", name, "--fix", "right.txt", cwd=tmp_path)
        assert ran.out.endswith("right.txt: puzzle.txt, 3×3 cells\n")
        assert read_puzzle(tmp_path / "right.txt").rows == ((3,), (1,), (3,))
        name = file_of(tmp_path, "meant.txt", f"{right.replace('3', '2')}picture:\n###\n.#.\n###\n")
        assert run_cli("check", name, "--fix", "meant.non", cwd=tmp_path).code == 1
        assert read_puzzle(tmp_path / "meant.non").has_clues_of(read_puzzle(tmp_path / "right.txt"))
        none = file_of(tmp_path, "none.txt", "rows:\n9\n9\ncolumns:\n1\n1\n1\n1\n")
        ran = run_cli("check", none, "--fix", "x.txt", cwd=tmp_path)
        assert ran.out.splitlines()[-1] == "x.txt: not written; no fix was found that is the only one"
        ran = run_cli("check", "puzzles/car.txt", "--fix", str(tmp_path / "x.txt"))
        assert (ran.code, "not written; the puzzle needs no fix" in ran.out) == (0, True)
        assert not (tmp_path / "x.txt").exists()

    def test_multiple_as_json(self) -> None:
        value = run_cli("check", "puzzles/two-solutions.txt", "--json").json
        assert (value["finding"], value["unique"], value["complete"]) == ("multiple", False, True)
        assert len(value["solutions"]) == 2
        cells = [(cell["row"], cell["column"]) for cell in value["differing_cells"]]
        assert cells == list(itertools.product((1, 2), (1, 2)))
        (change,) = value["repair"]["cells"]
        first = [list(row) for row in value["solutions"][0]]
        assert first[change["row"] - 1][change["column"] - 1] == change["from"]
        first[change["row"] - 1][change["column"] - 1] = change["to"]
        assert ["".join(row) for row in first] == value["repair"]["picture"]
        assert value["repair"]["smallest"] is True

    def test_contradictions(self) -> None:
        ran = run_cli("check", "puzzles/contradiction.txt", "--quiet")
        assert (ran.code, ran.out) == (1, "contradiction, 2×2: no solution: no arrangement fits column 1\n")
        ran = run_cli("check", "puzzles/contradiction-by-trial.txt")
        assert ran.code == 1
        assert "only trial shows it" in ran.out

    def test_sums_that_disagree(self, tmp_path: Path) -> None:
        name = file_of(tmp_path, "car.txt", CAR.replace("2,1,1", "2,11"))
        ran = run_cli("check", name)
        assert (ran.code, ran.err) == (1, "")
        assert "not a crossword: row 2: 2,11 needs 14 cells, the row has 10" in ran.out
        assert "row 2: 2,1,1 instead of 2,11 (a comma missing); then it has one solution" in ran.out
        value = run_cli("check", name, "--json").json
        assert (value["finding"], value["unique"]) == ("typo", False)
        assert value["suggestions"][0] == {
            "line": "row 2", "was": "2,11", "now": "2,1,1", "slip": "a comma missing", "outcome": "unique",
        }  # fmt: skip

    def test_colour(self, tmp_path: Path) -> None:
        ran = run_cli("check", file_of(tmp_path, "right.non", COLOURED_RIGHT))
        assert (ran.code, ran.err) == (0, ""), ran
        assert len(ran.out.splitlines()) == 1
        ran = run_cli("check", file_of(tmp_path, "wrong.non", COLOURED))
        assert ran.code == 1
        assert "column 2: 2b instead of 1b,1b" in ran.out
        assert ran.out.endswith(COLOURED_LEGEND)

    def test_several_solutions_in_colour(self, tmp_path: Path) -> None:
        several = COLOURED_RIGHT.replace("1a,1b\n1b", "1a\n1a").replace("1a\n2b", "1a\n1a")
        name = file_of(tmp_path, "several.non", several)
        assert run_cli("check", name, "--json").json["palette"] == {".": "#FFFFFF", "a": "#DC0000", "b": "#0000C8"}
        ran = run_cli("check", name)
        assert ran.code == 1
        lines = ran.out.splitlines()
        assert "not unique: 2 solutions, 4 cells differ" in lines[0]
        assert lines[1:6] == ["cells that differ:", "  row 1: 1, 2", "  row 2: 1, 2", "??", "??"]
        assert lines[6].startswith("smallest change of the picture that leaves one solution: row 1, column 2 ")
        palette = Palette((Colour("a", (220, 0, 0)), Colour("b", (0, 0, 200))))
        assert solve_any(Grid((lines[8], lines[9])).puzzle(palette)).unique
        assert lines[10:] == [". #FFFFFF white", "a #DC0000"]

    def test_a_contradiction_in_colour(self, tmp_path: Path) -> None:
        crossed = COLOURED.replace("1a,1b\n1b\n", "1a,1b\n1b,1a\n").replace("1a\n1b,1b", "1a,1b\n1a,1b")
        ran = run_cli("check", file_of(tmp_path, "crossed.non", crossed))
        assert ran.code == 1
        assert "no solution: no arrangement fits column 2\n" in ran.out
        assert "\nwhat is known at that point:\nab\nba\n" in ran.out
        assert ran.out.endswith(COLOURED_LEGEND)

    def test_sums_that_disagree_in_colour(self, tmp_path: Path) -> None:
        wrong = COLOURED.split("rows")[0].replace("width 2", "width 4") + "rows\n2a,1b\n1b\ncolumns\n1a\n1b\n1b\n0\n"
        ran = run_cli("check", file_of(tmp_path, "sums.non", wrong))
        assert (ran.code, ran.err) == (1, "")
        assert "not a crossword: the rows hold 2 cells of the colour a, the columns 1; both must be the same" in ran.out
        assert "perhaps:\n  column 2: 1a,1b instead of 1b (1 missing); then it has one solution\n" in ran.out
        assert "  row 1: 1a,1b instead of 2a,1b (2 should be 1); then it has several solutions\n" in ran.out


class TestDrawings:
    def test_all_of_them(self, tmp_path: Path) -> None:
        names = {kind: str(tmp_path / f"heart.{kind}") for kind in ("png", "svg", "gif", "apng")}
        options = [word for kind, name in names.items() for word in (f"--{kind}", name)]
        ran = run_cli("solve", "puzzles/heart.txt", *options, "--json")
        assert (ran.code, ran.err, ran.json["unique"]) == (0, "", True)
        assert ElementTree.parse(names["svg"]).getroot().tag.endswith("svg")
        for kind, format, is_animated in (("png", "PNG", False), ("gif", "GIF", True), ("apng", "PNG", True)):
            with Image.open(names[kind]) as image:
                assert image.format == format
                assert (getattr(image, "n_frames", 1) > 5) is is_animated

    def test_in_colour(self, tmp_path: Path) -> None:
        name, gif = file_of(tmp_path, "c.non", COLOURED_RIGHT), tmp_path / "c.gif"
        ran = run_cli("solve", name, "--gif", str(gif))
        assert (ran.code, ran.err.count("\n")) == (0, 1), ran.err
        with Image.open(gif) as image:
            frames = getattr(image, "n_frames", 1)
            assert frames > 1
            image.seek(frames - 1)
            colours = {colour for _, colour in image.convert("RGB").getcolors() or []}
        assert {(0xDC, 0, 0), (0, 0, 0xC8)} <= colours
