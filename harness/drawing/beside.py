"""A picture with its clues left of it and above, for a terminal: a row a text line, a cell two columns or more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from harness.puzzle import BACKGROUND, BLOT, UNKNOWN, Axis, Grid, Group, Puzzle
from harness.puzzle.palette import Palette

_SQUARE = 2
"""Columns that are about as wide as a text line is high."""
_FULL, _OPEN = "█", "▒"


class Piece(NamedTuple):
    """A part of a text line: its text, the key of the colour behind it, and True if it is a cell of the picture."""

    text: str
    key: str = ""
    is_cell: bool = False


def lay_out(picture: Grid, puzzle: Puzzle) -> list[list[Piece]]:
    """The text lines of a sheet, all of one width.

    >>> from harness.puzzle import Puzzle, Grid
    >>> for line in lay_out(Grid(("##", ".#")), Puzzle(((2,), (1,)), ((1,), (2,)))):
    ...     print("".join(piece.text for piece in line))
       1 2
    2 ████
    1   ██
    """
    groups = puzzle.groups()
    rows, columns = ([clue for line, clue in groups.items() if line.axis is axis] for axis in Axis)
    wide = _cell_columns(columns)
    left = max(_length(clue) for clue in rows)
    highest = max(1, *(len(clue) for clue in columns))
    sheet: list[list[Piece]] = []
    for level in range(highest, 0, -1):
        line = [Piece(" " * (left + 1))]
        for clue in columns:
            line += [Piece(" " * (wide - len(text)) + text, key) for text, key in [_at_level(clue, level)]]
        sheet.append(line)
    for clue, cells in zip(rows, picture.rows, strict=True):
        line = [Piece(" " * (left - _length(clue)))]
        for text, key in map(_written, clue):
            line += [Piece(text, key), Piece(" ")]
        line += [] if clue else [Piece("0"), Piece(" ")]
        sheet.append([*line, *(_cell(cell, wide) for cell in cells)])
    return sheet


def _cell(cell: str, wide: int) -> Piece:
    sign = " " if cell == BACKGROUND else _OPEN if cell == UNKNOWN else _FULL
    return Piece(sign * wide, cell, is_cell=True)


def _written(group: Group) -> tuple[str, str]:
    return "?" if group.length == BLOT else str(group.length), group.key


def _length(clue: Sequence[Group]) -> int:
    """The columns of a row's clue."""
    return max(1, sum(len(_written(group)[0]) + 1 for group in clue) - 1)


def _at_level(clue: Sequence[Group], level: int) -> tuple[str, str]:
    """The number of a column's clue that stands so many lines above the picture, and its colour's key."""
    if level > len(clue):
        return ("0", "") if level == 1 else ("", "")
    return _written(clue[-level])


def _cell_columns(columns: Sequence[Sequence[Group]]) -> int:
    """The fewest columns for a cell in which no two numbers above the picture touch."""
    wide = _SQUARE
    for level in range(1, max(map(len, columns)) + 1):
        texts = ["", *(_at_level(clue, level)[0] for clue in columns)]
        wide = max(wide, *(len(text) + bool(before) for before, text in pairwise(texts)))
    return wide


def print_coloured(sheet: Sequence[Sequence[Piece]], palette: Palette) -> bool:
    """Print a sheet in its colours, with letters on those that are hard to tell apart; False if it shows no colours."""
    from rich.console import Console
    from rich.text import Text

    from harness.drawing.colour_terminal import close_keys, paint, shows_colours

    console = Console()
    if not shows_colours(console):
        return False
    close = close_keys(palette)
    for line in sheet:
        text = Text()
        for piece in line:
            if not piece.key or piece.key == UNKNOWN:
                text.append(piece.text)
                continue
            blank = " " * len(piece.text)
            letter = piece.key + blank[1:] if piece.key in close else blank
            text.append(letter if piece.is_cell else piece.text, paint(piece.key, palette))
        console.print(text, no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    return True
