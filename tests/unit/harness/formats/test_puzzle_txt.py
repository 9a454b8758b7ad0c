"""`puzzle.txt`: its layouts, and the errors in it.

Clues copied from elsewhere are read where they can mean one thing only; else one line says what to do.
"""

import pytest

from harness.errors import FormatError
from harness.formats import build_puzzle, parse_puzzle
from harness.puzzle import Grid, Puzzle
from tests.unit.harness.formats.refused import refusal

STEP = Puzzle(((1,), (2,)), ((1,), (2,)))


def test_the_whole_form() -> None:
    puzzle = parse_puzzle("""\
# a comment
title: step: by step
AUTHOR:somebody
source: http://example.org/#1
Copyright: © somebody
license: CC0-1.0
drawn on: a Sunday
rows: 2   # from the top

 1  # right
 2
columns:
1
\t2
picture:
# the picture
.#
##
""")
    about = {"author": "somebody", "source": "http://example.org/#1", "copyright": "© somebody", "license": "CC0-1.0"}
    notes = (("drawn on", "a Sunday"),)
    assert puzzle == STEP.replace(title="step: by step", **about, notes=notes, goal=Grid((".#", "##")))


@pytest.mark.parametrize(
    "text",
    [
        "rows:\n1\n2\ncolumns:\n1\n2\n",
        "rows:\n1\n2\ncolumns:\n1\n2",
        "columns:\n1\n2\nrows:\n1\n2\n",
        "rows:\r\n1\r\n2\r\ncolumns:\r\n1\r\n2\r\n",
        "rows:\r1\r2\rcolumns:\r1\r2\r",
        "\ufeffrows:\n1\n2\ncolumns:\n1\n2\n",
        "  Rows:  \n\n1   \n\n 2\t\nCOLUMNS :\n1\n\n\n2\n\n",
        "rows:2\n1\n2\n\ncolumns: 2\n1\n2\n\n\n",
        "rows:\n1 # one\n2#two\n# nothing\ncolumns:\n+1\n02\n",
    ],
)
def test_layout_does_not_matter(text: str) -> None:
    assert parse_puzzle(text) == STEP


@pytest.mark.parametrize("clue", ["3,1,2", "3 1 2", "3, 1, 2", "3 ,1 2", "\t3\t1\t2 ", "3 , 1 , 2"])
def test_lengths_are_separated_by_commas_or_spaces(clue: str) -> None:
    assert parse_puzzle(f"rows:\n{clue}\ncolumns:\n" + "1\n1\n1\n-\n1\n-\n1\n1\n").rows == ((3, 1, 2),)


@pytest.mark.parametrize(
    "rows", ["rows:\n1\n-\n", "rows:\n1\n0\n", "rows: 2\n1\n\n", "rows: 2\n1\n\n\n\n", "rows: 2\n1\n-\n\n"]
)
def test_lines_without_groups(rows: str) -> None:
    assert parse_puzzle(rows + "columns:\n1\n").rows == ((1,), ())


def test_blank_lines_count_where_the_number_is_given() -> None:
    puzzle = parse_puzzle("rows: 4\n\n1\n\n1\ncolumns: 3\n\n1,1\n\n")
    assert puzzle.rows == ((), (1,), (), (1,))
    assert puzzle.columns == ((), (1, 1), ())


def test_a_picture_alone() -> None:
    puzzle = parse_puzzle("title: dot\npicture:\n# a comment\n#\n\n.\n")
    assert puzzle == Puzzle(((1,), ()), ((1,),), title="dot", goal=Grid(("#", ".")))


CLUES = "rows:\n1\n2\ncolumns:\n1\n2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rows:\n1\n2\n", "p.txt: no 'columns:'; a puzzle has 'rows:' and 'columns:', or a 'picture:'"),
        ("columns:\n1\n2\n", "p.txt: no 'rows:'; a puzzle has"),
        ("rows:\ncolumns:\n1\n", "p.txt:1: no clues after 'rows:'; write one line for each"),
        ("1,2\nrows:\n1\n", "p.txt:1: '1,2' stands in no section; headers look like"),
        ("rows:\n1\ncolumns:\n1\ntitle: a\n1\n", "p.txt:6: '1' stands in no section"),
        ("rows:\n1\nx\ncolumns:\n1\n", "p.txt:3: 'x' is not a whole number; write lengths separated by commas"),
        ("rows:\n1,,2\ncolumns:\n1\n", "p.txt:2: an empty item beside a comma; write one comma between two lengths"),
        ("rows:\n1_0\ncolumns:\n1\n", "p.txt:2: '1_0' is not a whole number"),
        ("rows:\n¹\ncolumns:\n1\n", "p.txt:2: '¹' is not a whole number"),
        ("rows:\n٣\ncolumns:\n1\n", "p.txt:2: '٣' is not a whole number"),
        ("rows:\n" + "9" * 5000 + "\ncolumns:\n1\n", "p.txt:2: a number of 5000 digits"),
        ("rows:\n" + "x" * 5000 + "\ncolumns:\n1\n", "p.txt:2: 'xxxxxxxxxxxxxxxxxxxx…' is not a whole number"),
        ("rows:\n1,0\n1\ncolumns:\n1\n1\n", "p.txt:2: row 1: a group of 0 in 1,0"),
        ("rows:\n-2\ncolumns:\n1\n", "p.txt:2: row 1: a group of -2 in -2; lengths are 1 or more"),
        ("rows:\n1\n3\ncolumns:\n1\n2\n", "p.txt:3: row 2: 3 needs 3 cells, the row has 2; shorten the groups"),
        ("rows:\n1\n2\n\ncolumns:\n1\n\n1,1\n", "p.txt:8: column 2: 1,1 needs 3 cells, the column has 2"),
        ("rows:\n1\n2\ncolumns:\n1\n1\n", "p.txt:4: the rows hold 3 black cells, the columns 2; both must be"),
        ("rows: 2\n1\ncolumns:\n1\n", "p.txt:1: 1 rows where 2 are announced; write 0 for a line without groups"),
        ("rows: 1\n1\n2\ncolumns:\n1\n", "p.txt:3: more than the announced 1 rows; remove this line or correct"),
        ("rows: 3\n\n\n1\n\n2\ncolumns:\n1\n", "p.txt:1: 2 rows where 3 are announced"),
        ("rows: 0\ncolumns:\n1\n", "p.txt:1: the number of rows is 0; it must be 1 to 4000"),
        ("rows: 1,2\ncolumns:\n1\n", "p.txt:1: row 1: 1,2 needs 4 cells"),
        ("rows: ²\ncolumns:\n1\n", "p.txt:1: the number of rows is '²'; write a whole number"),
        (CLUES + "rows:\n1\n", "p.txt:7: a second 'rows:', the first is in line 1; join them"),
        ("title: a\ntitle: b\n" + CLUES, "p.txt:2: a second 'title:'; keep one of them"),
        ("picture:\n.#\n#\n", "p.txt:3: row 2: 1 cells, where row 1 has 2; make all rows equally long"),
        ("picture:\n.#\nxo\n", "p.txt:3: 'o' is not a cell; draw with # for black and . for white"),
        ("picture:\n.#\n#?\n", "p.txt:3: row 2: cell 2 is unknown; a puzzle is made of a whole picture"),
        ("picture:\n", "p.txt:1: the picture has no cells; draw at least one"),
        ("picture: .#\n", "p.txt:1: text after 'picture:'; begin the picture on the next line"),
        (CLUES + "picture:\n##\n##\n", "p.txt:2: row 1: the clue is 1, the picture has 2; correct one of them"),
        (CLUES + "picture:\n#.\n##\n", "p.txt:5: column 1: the clue is 1, the picture has 2; correct one of them"),
        (CLUES + "picture:\n##\n", "p.txt:7: the picture has 2×1 cells, the clues are for 2×2"),
    ],
)
def test_errors_name_the_line_and_how_to_mend(text: str, message: str) -> None:
    said = refusal(text, "p.txt", "puzzle.txt")
    assert said.startswith(message)
    assert "; " in said


def test_unchecked_takes_any_whole_numbers() -> None:
    puzzle = parse_puzzle("rows:\n9\n1,0,-3\n" + "7" * 300 + "\n0\ncolumns:\n2\n", checked=False)
    assert puzzle.rows == ((9,), (1, 0, -3), (int("7" * 300),), ())
    assert puzzle.columns == ((2,),)


def test_unchecked_leaves_a_picture_be_that_does_not_agree() -> None:
    assert parse_puzzle(CLUES + "picture:\n##\n", checked=False).goal == Grid(("##",))


@pytest.mark.parametrize(
    "text", ["rows:\nx\ncolumns:\n1\n", "rows: 2\n1\ncolumns:\n1\n", "rows:\n1\n", "picture:\n#\n##"]
)
def test_unchecked_still_wants_numbers_and_sections(text: str) -> None:
    with pytest.raises(FormatError):
        parse_puzzle(text, "p.txt", checked=False, format="puzzle.txt")


def test_texts_are_made_to_fit_the_file() -> None:
    puzzle = Puzzle(((1,),), ((1,),), title=" two\nlines\t", notes=(("1st", "x"), ("rows", "8"), ("ok", "")))
    written = build_puzzle(puzzle, "puzzle.txt").decode()
    assert written == "title: two lines\n# 1st: x\n# rows: 8\nok:\n\nrows:\n1\n\ncolumns:\n1\n"
    assert parse_puzzle(written).title == "two lines"


def test_written_form() -> None:
    puzzle = Puzzle(((1,), (), (1, 1)), ((1, 1), (), (1,)), title="t", goal=Grid(("#..", "...", "#.#")))
    written = build_puzzle(puzzle, "puzzle.txt").decode()
    assert written == "title: t\n\nrows:\n1\n-\n1,1\n\ncolumns:\n1,1\n-\n1\n\npicture:\n#..\n...\n#.#\n"


WANTED = Puzzle(((1, 1), (3,)), ((2,), (1,), (2,)))


@pytest.mark.parametrize(
    "text",
    [
        "rows: 1 1; 3\ncolumns: 2; 1; 2\n",
        "rows: 1,1 3\ncolumns: 2 1 2\n",
        "rows: 1 1, 3\ncolumns: 2,1,2\n",
        "rows: 1 1 | 3\ncolumns: 2 / 1 / 2\n",
        "rows: 1 1 / 3 # two of them\ncols: 2,1,2\n",
        "rows:\n1 1\n3\ncolumns: 2 1 2\n",
        "rows:\n1-1\n3\ncols:\n2\n1\n2\n",
        "Rows:\n1 - 1\n3\nCol:\n2\n1\n2\n",
        "rows:\n1;1\n3\ncolumns:\n2\n1\n2\n",
        "rows:\n1 | 1\n3\ncolumns:\n2\n1\n2\n",
        "rows:\n1/1\n3\ncolumns:\n2\n1\n2\n",
        "Строки:\n1 1\n3\nСтолбцы:\n2\n1\n2\n",
        "По горизонтали: 1 1; 3\nПо вертикали: 2 1 2\n",
        "РЯДЫ:\n1 1\n3\nКОЛОНКИ:\n2\n1\n2\n",
        '{"rows": [[1, 1], [3]], "columns": [[2], [1], [2]]}',
        "rows: [[1, 1], [3]]\ncolumns: [[2], [1], [2]]\n",
    ],
)
def test_it_means_one_puzzle(text: str) -> None:
    assert parse_puzzle(text).has_clues_of(WANTED)
    assert parse_puzzle(text, checked=False).has_clues_of(WANTED)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rows:\n1 1\n3\ncolumns:\n2 1 2\n", "a:5: all clues of 'columns' stand on one line; write the clues on"),
        ("rows:\n1,1\ncolumns:\n1\n1\n", "a:2: row 1: 1,1 needs 3 cells, the row has 2"),
        ("rows:\n2,1\ncolumns:\n1\n1\n1\n", "a:2: row 1: 2,1 needs 4 cells, the row has 3"),
        ("rows: 1 1 4\ncols:\n2\n1\n2\n", "a:1: all clues of 'rows' stand on one line"),
        ("rows: one\ncolumns:\n1\n", "a:1: 'one' after 'rows:'; only the number of rows or all clues may stand there"),
        ("rows: 2\n1 1\n3\n1\ncolumns:\n2\n", "more than the announced 2 rows"),
        ("rows:\n3 -1\n1\ncolumns:\n1\n1\n1\n1\n1\n", "a:2: a group of -1"),
    ],
)
def test_it_means_none_or_several(text: str, message: str) -> None:
    assert message in refusal(text, "a")


def test_a_note_tells_of_a_line_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("harness.errors.listeners", [lambda remark: told.append(str(remark))])
    assert parse_puzzle("rows: 1,1 3\ncolumns:\n2\n1\n2\n", "a").has_clues_of(WANTED)
    assert told == ["a:1: taken apart into 2 clues: 1,1; 3; check that this is meant"]


@pytest.mark.parametrize("clue", ["1 1", "1,1"])
def test_a_side_of_one_line_stays_one_where_it_makes_a_puzzle(clue: str) -> None:
    puzzle = parse_puzzle(f"rows:\n{clue}\ncolumns:\n1\n0\n1\n")
    assert (puzzle.rows, puzzle.columns) == (((1, 1),), ((1,), (), (1,)))
