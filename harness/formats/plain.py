"""Common part of the formats of bare numbers: lines of lengths, with little or nothing around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.formats.base import Source
from harness.formats.clues import TextLine, check_located, parse_clue
from harness.puzzle import Axis, Clue, Line, Puzzle

_NUMBERS = re.compile(r"[-+0-9][-+0-9,\s]*")


def text_lines(source: Source, comment: str = "") -> list[TextLine]:
    """The file's lines without the spaces around them, without comments, without blank ones at the start and the end.

    Args:
        comment: the sign that begins a comment line; none by default.
    """
    lines = [TextLine(number, raw.strip()) for number, raw in enumerate(source.lines, 1)]
    if comment:
        lines = [line for line in lines if not line.text.startswith(comment)]
    filled = [index for index, line in enumerate(lines) if line.text]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def are_numbers(lines: Iterable[TextLine]) -> bool:
    """Return True if every line is blank or holds whole numbers, a lone ``-`` among them, and nothing else.

    >>> are_numbers([TextLine(1, "3, 1"), TextLine(2, ""), TextLine(3, "-")]), are_numbers([TextLine(1, "3x")])
    (True, False)
    """
    return all(not line.text or _NUMBERS.fullmatch(line.text) for line in lines)


def split_at_blank(lines: Sequence[TextLine]) -> tuple[list[TextLine], list[TextLine]] | None:
    """The lines before and after the only blank line (or run of such); None where there is none, or another.

    >>> split_at_blank([TextLine(1, "1"), TextLine(2, ""), TextLine(3, "2")])
    ([TextLine(number=1, text='1')], [TextLine(number=3, text='2')])
    """
    parts: list[list[TextLine]] = [[]]
    for line in lines:
        if line.text:
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return (parts[0], parts[1]) if len(parts) == 2 and parts[1] else None


def build_clue(clue: Clue, separator: str = " ") -> str:
    """The lengths, or ``0`` where there are none.

    >>> build_clue((3, 1)), build_clue(())
    ('3 1', '0')
    """
    return separator.join(map(str, clue)) or "0"


def puzzle_of_lines(
    rows: Sequence[TextLine], columns: Sequence[TextLine], source: Source, checked: bool, otherwise: int | None = None
) -> Puzzle:
    """The puzzle of these clue lines.

    Args:
        otherwise: the file's line for what is not the fault of one row or column.

    Raises:
        FormatError: with the file's line.
    """
    line_of: dict[Line, int] = {}
    sides: list[tuple[Clue, ...]] = []
    for axis, lines in ((Axis.ROW, rows), (Axis.COLUMN, columns)):
        line_of.update((Line(axis, index), line.number) for index, line in enumerate(lines))
        sides.append(tuple(parse_clue(line.text, source, line.number) for line in lines))
    puzzle = Puzzle(sides[0], sides[1])
    if checked:
        check_located(puzzle, source, line_of, otherwise)
    return puzzle
