"""`puzzle.txt`: its layouts, and the errors in it.

Clues copied from elsewhere are read where they can mean one thing only; else one line says what to do.
"""

import pytest

from harness.errors import FormatError
from harness.formats import build_puzzle, parse_puzzle
from harness.puzzle import Grid, Puzzle

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


def test_a_picture_alone() -> None:
    puzzle = parse_puzzle("title: dot\npicture:\n# a comment\n#\n\n.\n")
    assert puzzle == Puzzle(((1,), ()), ((1,),), title="dot", goal=Grid(("#", ".")))


CLUES = "rows:\n1\n2\ncolumns:\n1\n2\n"


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


def test_a_note_tells_of_a_line_taken_apart(told: list[str]) -> None:
    assert parse_puzzle("rows: 1,1 3\ncolumns:\n2\n1\n2\n", "a").rows == ((1, 1), (3,))
    assert told == ["a:1: taken apart into 2 clues: 1,1; 3; check that this is meant"]


@pytest.mark.parametrize("clue", ["1 1", "1,1"])
def test_a_side_of_one_line_stays_one_where_it_makes_a_puzzle(clue: str) -> None:
    puzzle = parse_puzzle(f"rows:\n{clue}\ncolumns:\n1\n0\n1\n")
    assert (puzzle.rows, puzzle.columns) == (((1, 1),), ((1,), (), (1,)))
