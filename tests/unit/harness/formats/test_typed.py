"""Clues copied from elsewhere are read where they can mean one thing only; else one line says what to do."""

from __future__ import annotations

import pytest

from harness.errors import FormatError
from harness.formats import parse_puzzle
from harness.puzzle import Puzzle

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
        "rows:\n1 1\n3\ncolumns:\n2 1 2\n",
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
        ("rows:\n1 1\n3\ncolumns:\n2 1 3\n", "a:5: all clues of 'columns' stand on one line; write the clues on"),
        ("rows: 1 1 4\ncols:\n2\n1\n2\n", "a:1: all clues of 'rows' stand on one line"),
        ("rows: one\ncolumns:\n1\n", "a:1: 'one' after 'rows:'; only the number of rows or all clues may stand there"),
        ("rows: 2\n1 1\n3\n1\ncolumns:\n2\n", "more than the announced 2 rows"),
        ("rows:\n3 -1\n1\ncolumns:\n1\n1\n1\n1\n1\n", "a:2: a group of -1"),
    ],
)
def test_it_means_none_or_several(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_puzzle(text, "a")
    assert message in str(refused.value)


@pytest.mark.parametrize("clue", ["1 1", "1,1"])
def test_a_side_of_one_line_stays_one_where_it_makes_a_puzzle(clue: str) -> None:
    puzzle = parse_puzzle(f"rows:\n{clue}\ncolumns:\n1\n0\n1\n")
    assert (puzzle.rows, puzzle.columns) == (((1, 1),), ((1,), (), (1,)))
