"""A picture as text: rows of ``#`` and ``.``, or of ``1`` and ``0``, all equally long, and nothing else.

It is written with ``#`` and ``.``.
"""

from __future__ import annotations

from harness.errors import PuzzleError
from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import located
from harness.formats.plain import text_lines
from harness.puzzle import Axis, Grid, Line, Puzzle

_FROM_DIGITS = str.maketrans("10", "#.")


def _recognise(source: Source) -> Likeness:
    rows = [line.text for line in text_lines(source)]
    signs = set("".join(rows))
    if not rows or not all(rows) or not (signs <= set("#.?") or signs <= set("01")):
        return Likeness.NO
    whole = len({len(row) for row in rows}) == 1 and "?" not in signs
    return Likeness.YES if whole else Likeness.MAYBE


def _parse(source: Source, checked: bool) -> Puzzle:
    lines = text_lines(source)
    line_of = {Line(Axis.ROW, index): line.number for index, line in enumerate(lines)}
    in_digits = bool(lines) and set(lines[0].text) <= set("01")
    for line in lines:
        if in_digits and (wrong := set(line.text) - set("01")):
            what = "{sign!r} is not a cell"
            raise source.error(what, "use 1 for black and 0 for white", line.number, sign=min(wrong))
    try:
        return Grid(tuple(line.text.translate(_FROM_DIGITS) if in_digits else line.text for line in lines)).puzzle()
    except PuzzleError as error:
        raise located(error, source, line_of, None) from None


def _build(puzzle: Puzzle) -> bytes:
    assert puzzle.goal is not None
    return f"{puzzle.goal}\n".encode()


TEXT_ROWS = Format(_recognise, _parse, build=_build, of_picture=True)
