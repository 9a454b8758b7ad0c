"""Clues as people copy them from elsewhere: other headings, other signs between numbers, a side in one line, JSON.

Each is read only where it can mean one thing. `puzzle_txt` uses this after its own way of reading.
"""

from __future__ import annotations

import re

from harness.puzzle import MAX_SIDE

HEADINGS = {
    **dict.fromkeys(("rows", "row", "строки", "ряды", "горизонтали", "по горизонтали"), "rows"),
    **dict.fromkeys(("columns", "column", "cols", "col", "столбцы", "колонки", "вертикали", "по вертикали"), "columns"),
    **dict.fromkeys(("picture", "картинка", "рисунок"), "picture"),
    "название": "title",
    "автор": "author",
}
"""The words before a colon, in small letters, and the key that each stands for."""

_BETWEEN = re.compile(r"(?<=[0-9?])(?:[ \t]*[;|/][ \t]*|[-–—]|[ \t]+[-–—][ \t]+)(?=[0-9?])")
_OUTER = re.compile(r"[;|/]")
_BESIDE_COMMA = re.compile(r"[ \t],|,[ \t]")
_MOST_TEXT = 1_000_000
"""Characters of a side in one line, at most: the largest one has less."""


def with_commas(text: str) -> str:
    """Put a comma for each other sign that divides two numbers; a ``-`` before a number alone stays.

    >>> with_commas("1-2; 3 | 4/5 – 6"), with_commas("3 -1")
    ('1,2,3,4,5,6', '3 -1')
    """
    return _BETWEEN.sub(",", text)


def clues_of_line(text: str) -> list[str] | None:
    """Divide a line that may hold all clues of a side; None if it cannot.

    The sign that divides clues is ``;``, ``|`` or ``/``, or else the one of comma and space that binds less. If only
    one of them is there, each number is a clue.

    >>> clues_of_line("1 1; 2; 3"), clues_of_line("1,1 2 3"), clues_of_line("1 1, 2, 3"), clues_of_line("1 2 3")
    (['1 1', '2', '3'], ['1,1', '2', '3'], ['1 1', '2', '3'], ['1', '2', '3'])
    """
    if len(text) > _MOST_TEXT:
        return None
    if any(sign in text for sign in ";|/"):
        parts = [part.strip() for part in _OUTER.split(text.strip(";|/ \t"))]
    elif "," not in text or (_BESIDE_COMMA.search(text) is None and len(text.split()) > 1):
        parts = text.split()
    else:
        parts = [part.strip() for part in text.split(",")]
    return parts if len(parts) <= MAX_SIDE and "" not in parts else None
