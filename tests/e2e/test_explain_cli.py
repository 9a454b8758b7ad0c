"""`explain` and `hint` as a user runs them."""

import itertools
import re
from pathlib import Path

import pytest

from tests.cases import cases
from tests.cli_runner import Ran, run_cli

HEART = (".#.#.", "#####", "#####", ".###.", "..#..")
ROOKS = "rows:\n1\n1\n1\ncolumns:\n1\n1\n1\n"
COLOURED = "width 2\nheight 1\ncolor a #ff0000\ncolor b #0000ff\nrows\n1a,1b\ncolumns\n1a\n1b\n"


def hint(state: str, tmp_path: Path, *options: str, puzzle: str = "puzzles/heart.txt") -> Ran:
    file = tmp_path / "state.txt"
    file.write_text(state, encoding="utf-8")
    return run_cli("hint", puzzle, "--state", str(file), *options)


class TestExplain:
    def test_a_puzzle_solved_line_by_line(self) -> None:
        ran = run_cli("explain", "puzzles/heart.txt")
        assert ran.code == 0
        assert ran.err == ""
        lines = ran.out.splitlines()
        assert lines[0] == "heart, 5×5"
        assert lines[2:5] == [
            "Row 2 (5)",
            "   1. full line: ????? → #####",
            "      The 5 fills the whole row: cells 1–5 are black.",
        ]
        assert "\n".join(HEART) in ran.out
        assert "Difficulty LINE: looking at one line at a time is enough" in lines
        numbers = [int(number) for number in re.findall(r"^ +(\d+)\. ", ran.out, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1))

    def test_russian(self) -> None:
        ran = run_cli("explain", "puzzles/totem.txt", "--lang", "ru")
        assert "Строка 3 (3,2,3)\n   1. полная линия: ?????????? → ###.##.###\n" in ran.out
        assert "Предположим, что клетка на пересечении строки 7 и столбца 4 белая." in ran.out
        assert "Сложность BRANCH: без проб не обойтись" in ran.out

    def test_brief(self) -> None:
        """The rules and the lines without the sentences; a line is named once for the steps that follow in it."""
        lines = run_cli("explain", "puzzles/cat.txt", "--brief").out.splitlines()
        assert not [line for line in lines if "In any case" in line]
        headings = [line for line in lines if line.startswith(("Row ", "Column "))]
        assert all(one != other for one, other in itertools.pairwise(headings))

    @cases("name", "ending", "difficulty", "solutions")
    def test_json(self, name: str, ending: str, difficulty: str, solutions: int) -> None:
        ran = run_cli("explain", f"puzzles/{name}", "--json")
        assert ran.code == 0
        told = ran.json
        assert (told["ending"], told["rating"]["difficulty"]) == (ending, difficulty)
        grid = [["?"] * told["width"] for _ in range(told["height"])]
        for step in told["steps"]:
            assert step["sentence"]
            if step["line"] is not None:
                index, is_row = step["line"]["number"] - 1, step["line"]["axis"] == "row"
                assert step["before"] == "".join(grid[index] if is_row else [row[index] for row in grid])
                assert len(step["found"] or step["clue"]) == len(step["clue"])
            for cell in step["cells"]:
                assert grid[cell["row"] - 1][cell["column"] - 1] == "?"
                key = cell["key"] if "palette" in told else {"black": "#", "white": "."}[cell["colour"]]
                grid[cell["row"] - 1][cell["column"] - 1] = key
        assert ["".join(row) for row in grid] == told["grid"]
        assert sum(told["rating"]["rules"].values()) == len(told["steps"])
        assert len(told["solutions"]) == solutions
        if "palette" in told:
            assert told["palette"]["r"] == "#D01828"
            assert {found for step in told["steps"] for found in step["found"] or ()} == {True, False}

    def test_no_solution(self) -> None:
        out = run_cli("explain", "puzzles/contradiction.txt").out
        assert "No solution: no arrangement fits column 1 (2), of which this is known: ?.\n" in out


class TestHint:
    def test_the_next_step(self, tmp_path: Path) -> None:
        ran = hint(".#.#.\n#####\n?????\n?????\n?????\n", tmp_path)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == (
            "Row 3 (5)\n      full line: ????? → #####\n      The 5 fills the whole row: cells 1–5 are black.\n"
        )

    def test_from_the_beginning_and_from_standard_input(self) -> None:
        assert run_cli("hint", "puzzles/heart.txt").out.startswith("Row 2 (5)\n")
        state = "\n".join((".#.#.", "#####", *["?????"] * 3))
        ran = run_cli("hint", "puzzles/heart.txt", "--state", "-", "--lang", "ru", stdin=state)
        assert "Группа 5 занимает всю строку: клетки 1–5 чёрные." in ran.out

    def test_json(self, tmp_path: Path) -> None:
        told = hint(".#.#.\n#####\n?????\n?????\n?????\n", tmp_path, "--json").json
        assert (told["kind"], told["step"]["rule"], told["step"]["line"]["number"]) == ("step", "full-line", 3)
        assert told["sentence"] == told["step"]["sentence"]

    def test_wrong_cells(self, tmp_path: Path) -> None:
        state = "?????\n##.#.\n?????\n?????\n?????\n"
        ran = hint(state, tmp_path)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out == "The cell in row 2, column 3 is wrong: it must be black. One more is wrong.\n"
        told = hint(state, tmp_path, "--json", "--lang", "ru").json
        assert told["wrong_cells"] == [{"row": 2, "column": column, "colour": "black"} for column in (3, 5)]
        assert (
            told["sentence"]
            == "Клетка на пересечении строки 2 и столбца 3 неверна: на самом деле она чёрная. Неверна и ещё одна."
        )

    def test_puzzle_with_several_solutions(self, tmp_path: Path) -> None:
        puzzle = tmp_path / "rooks.txt"
        puzzle.write_text(ROOKS)
        wrong = hint("#??\n#??\n???\n", tmp_path, puzzle=str(puzzle))
        assert wrong.code == 1
        assert wrong.out == "Something is wrong: no arrangement fits column 1 (1), of which this is known: ##?\n"
        open_ = run_cli("hint", str(puzzle))
        assert open_.code == 1
        assert open_.out == "Nothing more follows: several solutions agree with this picture.\n"
        assert hint("#??\n?#?\n???\n", tmp_path, puzzle=str(puzzle)).code == 0

    def test_a_puzzle_without_solution(self) -> None:
        ran = run_cli("hint", "puzzles/contradiction.txt")
        assert ran.code == 1
        assert ran.out == "The puzzle has no solution: no arrangement fits column 1 (2).\n"


class TestInColour:
    def test_a_puzzle_explained(self) -> None:
        ran = run_cli("explain", "puzzles/tulips.g")
        assert (ran.code, ran.err) == (0, "")
        assert "Row 12 (6 green, 2 green, 3 green)\n" in ran.out
        assert "overlap: .??????????????? → .??gggg??????g??" in ran.out
        assert "\n.r..r..r........\n" in ran.out
        assert "r #D01828 red" in ran.out
        assert "Difficulty BRANCH: cells must be tried\nVery hard, score " in ran.out

    def test_the_next_step_and_wrong_cells(self, tmp_path: Path) -> None:
        flag = tmp_path / "flag.non"
        flag.write_text(COLOURED)
        ran = hint("a?\n", tmp_path, puzzle=str(flag))
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("Row 1 (1 red, 1 blue)\n      full line: a? → ab\n")
        assert hint("ab\n", tmp_path, puzzle=str(flag)).out == "The picture is complete and right.\n"
        ran = hint("?a\n", tmp_path, puzzle=str(flag))
        assert (ran.code, ran.out) == (1, "The cell in row 1, column 2 is wrong: it must be blue.\n")
        told = hint("?a\n", tmp_path, "--json", puzzle=str(flag)).json
        assert told["wrong_cells"] == [{"row": 1, "column": 2, "colour": "blue", "key": "b"}]


class TestOrder:
    @pytest.mark.parametrize("puzzle", ["puzzles/cat.txt", "puzzles/tulips.g"])
    def test_the_largest_number_first(self, puzzle: str) -> None:
        first, largest = (run_cli("explain", puzzle, "--order", order, "--json").json for order in ("first", "largest"))
        assert first["grid"] == largest["grid"]
        assert first["rating"]["level"] == largest["rating"]["level"]
        assert first["steps"] != largest["steps"]
        hint = run_cli("hint", puzzle, "--order", "largest", "--json").json
        assert hint["step"]["line"] == largest["steps"][0]["line"]
