"""Files that do not name their sides: which one is the rows, how it is known, and what a note tells."""

import pytest

from harness.errors import FormatError
from harness.formats import Source, parse_source
from harness.puzzle import Puzzle, RowsBy

ROWS, COLUMNS = ((1, 1), (3,)), ((2,), (1,), (2,))
FILES = {  # the name, and the text with the rows first
    "json": "[[[1,1],[3]], [[2],[1],[2]]]",
    "py": "clues = (((1, 1), (3,)), ((2,), (1,), (2,)))",
    "nono": "2 3\n1 1\n3\n2\n1\n2\n",
    "two": "2\n3\n1 1\n3\n2\n1\n2\n",
    "blank": "2 3\n1 1\n3\n\n2\n1\n2\n",
    "hash": "2 3\n1 1\n3\n#\n2\n1\n2\n",
    "keen-like": "1 1\n3\n\n2\n1\n2\n",
    "ish-like": "1,1\n3\n\n2\n1\n2\n",
    "syro-like": "1 1 0\n3 0\n\n2 0\n1 0\n2 0\n",
    "makhorin-like": "1 1\n3\n&\n2\n1\n2\n",
    "japan-like": "2\n2 1 1\n1 3\n3\n1 2\n1 1\n1 2\n",
    "pzl-like": "2 3\n2 1 1\n1 3\n1 2\n1 1\n1 2\n",
}


def read(name: str, text: str, *, columns_first: bool = False) -> Puzzle:
    return parse_source(Source(name, text.encode()), columns_first=columns_first)


def sides(puzzle: Puzzle) -> tuple[object, object]:
    return puzzle.rows, puzzle.columns


@pytest.mark.parametrize("kind", FILES)
def test_a_first_side_without_a_name_is_assumed_to_be_the_rows(kind: str, told: list[str]) -> None:
    puzzle = read(f"x.{kind}", FILES[kind])
    assert (sides(puzzle), puzzle.rows_by) == ((ROWS, COLUMNS), RowsBy.ASSUMED)
    assert told == [f"x.{kind}: took the first 2 lines for the rows; --columns-first turns it"]


@pytest.mark.parametrize("kind", FILES)
def test_columns_first_turns_it(kind: str, told: list[str]) -> None:
    puzzle = read(f"x.{kind}", FILES[kind], columns_first=True)
    assert (sides(puzzle), puzzle.rows_by, told) == ((COLUMNS, ROWS), RowsBy.OPTION, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.mk", FILES["nono"]),
        ("x.nin", "3 2\n1 1\n3\n2\n1\n2\n"),
        ("x.cwd", "2\n3\n1 1\n3\n\n2\n1\n2\n"),
        ("x.keen", FILES["keen-like"]),
        ("x.makhorin", FILES["makhorin-like"]),
        ("x.dat", FILES["japan-like"]),
        ("x.y", "# columns\n2\n1\n2\n\n# rows\n1 1\n3\n"),
        ("x.y", "3 2\n2\n1\n2\n# rows:\n1 1\n3\n"),
        ("x.json", '{"rows": [[1, 1], [3]], "others": [[2], [1], [2]]}'),
        ("x.js", "[ // the columns\n[[2],[1],[2]],\n// row clues\n[[1, 1], [3]]]"),
        ("x.txt", "rows:\n1 1\n3\ncolumns:\n2\n1\n2\n"),
    ],
)
def test_a_format_by_name_and_a_heading_say_which_side_is_which(name: str, text: str, told: list[str]) -> None:
    puzzle = read(name, text)
    assert (sides(puzzle), puzzle.rows_by, told) == ((ROWS, COLUMNS), RowsBy.FILE, [])


def test_a_format_that_the_user_names_needs_no_note(told: list[str]) -> None:
    assert parse_source(Source("x", FILES["nono"].encode()), format="mk").rows_by is RowsBy.FILE
    assert told == []


def test_sizes_with_names_tell_the_sides_apart(told: list[str]) -> None:
    puzzle = read("x.json", '{"width": 3, "height": 2, "clues": 1, "a": [], "b": 0, "": [[[2],[1],[2]],[[1,1],[3]]]}')
    assert sides(puzzle) == (COLUMNS, ROWS)  # the list that holds the sides has no sizes
    puzzle = read("x.m", "width = 3; height = 2; {{2},{1},{2}}; {{1,1},{3}}")
    assert (sides(puzzle), puzzle.rows_by) == ((ROWS, COLUMNS), RowsBy.SIZES)


def test_sides_with_the_same_clues_need_no_note(told: list[str]) -> None:
    assert read("x.json", "[[[1],[2]], [[1],[2]]]").rows_by is RowsBy.EITHER
    assert told == []


@pytest.mark.parametrize("text", ["3\n1\n\n1 1\n\n1\n0\n1\n", "3\n1\n1 1\n1\n0\n1\n", "3 1\n1 1\n1\n0\n1\n"])
def test_sizes_are_read_in_the_order_that_fits(text: str) -> None:
    assert sides(read("x.test", text)) == (((1, 1),), ((1,), (), (1,)))


def test_bare_numbers_of_pynogram_say_that_the_columns_came_first(told: list[str]) -> None:
    assert sides(read("x.txt", "2\n1\n2\n\n\n1 1\n3\n")) == (ROWS, COLUMNS)
    assert told == ["x.txt: took the first 3 lines for the columns; --from keen turns it"]


def test_columns_first_is_rejected_for_a_file_that_names_its_sides() -> None:
    with pytest.raises(FormatError, match="the file itself says which side is the rows; leave --columns-first out"):
        read("x.txt", "rows:\n1 1\n3\ncolumns:\n2\n1\n2\n", columns_first=True)


def test_pairs_with_several_signs_are_rejected() -> None:
    with pytest.raises(FormatError, match="groups with the signs '!' and '%'; a puzzle in colour needs a format"):
        read("x.json", '{"rows": [[["!", 1], ["%", 1]], [["!", 3]]], "cols": [[2], [1], [2]]}')
