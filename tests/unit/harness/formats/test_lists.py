"""Clues as nested lists: Mathematica's braces, Python's and JSON's brackets."""

import re

import pytest

from harness.errors import FormatError
from harness.formats import parse_puzzle


@pytest.mark.parametrize(
    "text",
    [
        "rows = {{1}, {2, 1}, {}}; columns = {{1}, {2}, {}, {1}};",
        "Rows={{1},{2,1},{0}};\nCols={{1},{2},{0},{1}} (* a comment;\n {{ *)",
        "columns = [[1], [2], [], [1]]  # the left one first\nrows = [[1], [2, 1], []]\n",
        '{"rows": [[1], [2, 1], []],\n "columns": [[1], [2], [], [1]]}',
        "{'cols': [(1,), (2,), (), (1,)], 'rows': [(1,), (2, 1), ()]}",
        "[[[1], [2, 1], []], [[1], [2], [], [1]]]",
    ],
)
def test_lists_of_each_kind_are_read(text: str) -> None:
    puzzle = parse_puzzle(text, "clues.txt")
    assert puzzle.rows == ((1,), (2, 1), ())
    assert puzzle.columns == ((1,), (2,), (), (1,))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rows = {{1}, {2}};", "no list of the columns"),
        ("rows = {{1}};\ncolumns = {{x}};", "2: 'x' among the numbers"),
        ("rows = {{1}};\ncolumns = {{1};", "2: '{' is never closed"),
        ("rows = {{1}};\ncolumns = {{1]};", "2: ']' closes no list"),
        ("rows = {{1}};\nrows = {{1}};", "2: a second list of the rows"),
        ("rows = {{1, {2}}};\ncolumns = {{1}};", "1: a list within a line's list"),
        ("rows = {{1}, 3};\ncolumns = {{1}};", "1: 3 outside a line's list"),
        ("[[[1]], [[1]], [[1]]]", "1: a third list"),
        ("rows = {{2}};\ncolumns = {{1}};", "row 1"),
        ("rows = {{1}};\ncolumns = {{1}} €", "2: '€' among the lists"),
    ],
)
def test_errors_in_lists_name_their_line(text: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=re.escape(complaint)):
        parse_puzzle(text, "clues.m")
