"""Which side is the rows, in a file that does not name its sides, and how that is known.

The sums cannot tell: a puzzle that lies on its side has the same. They do tell where the first side ends, if a file
has two sizes and no divider.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from harness.errors import FormatError, Phrase, PuzzleError
from harness.formats.base import Source, TextLine, choose_clue_lines, finished, parse_clues, parse_count
from harness.puzzle import Axis, Puzzle, RowsBy
from harness.puzzle.value import Value

HEADINGS: dict[Axis, tuple[str, ...]] = {
    Axis.ROW: ("rows", "row", "строки", "ряды", "горизонтали", "по горизонтали"),
    Axis.COLUMN: ("columns", "column", "cols", "col", "столбцы", "колонки", "вертикали", "по вертикали"),
}
"""Headings of a side, in small letters."""

_ORDERED = (".mk", ".nin", ".cwd")  # ends of names that belong to formats in which the order of the sizes is known
_COMMENT = r"\s*(?:#|\*|//|--|;|%|\(\*|/\*)[\s#*/;%-]*"
_MOST_ABOVE = 20  # lines above a side that are looked at for its heading
_AROUND = " \t:=.#*/;%-()"
_BESIDE = r"\b(?:the|clues?|hints?|numbers?)\b"


class Sides(Value):
    rows: Sequence[TextLine]
    columns: Sequence[TextLine]
    rows_by: RowsBy = RowsBy.FILE

    def puzzle(self, source: Source, checked: bool, otherwise: int | None = None) -> Puzzle:
        """Make the puzzle of these lines; `otherwise`, and the error, as of `finished`."""
        puzzle = Puzzle(parse_clues(self.rows, source), parse_clues(self.columns, source))
        lines = {Axis.ROW: self.rows, Axis.COLUMN: self.columns}
        return finished(puzzle, source, checked, lines, otherwise).with_rows_by(self.rows_by)

    def makes_puzzle(self, source: Source) -> bool:
        """Return True if these lines are clues, and they can be a crossword."""
        with suppress(PuzzleError):
            Puzzle(parse_clues(self.rows, source), parse_clues(self.columns, source)).check()
            return True
        return False


def heading_of(text: str) -> Axis | None:
    """Return the side that a comment is the heading of, if it is one.

    >>> heading_of("// The columns:"), heading_of("# row clues"), heading_of("# colours of a row")
    (<Axis.COLUMN: 'column'>, <Axis.ROW: 'row'>, None)
    """
    words = " ".join(re.sub(_BESIDE, " ", text.lower().strip(_AROUND)).split())
    return next((axis for axis, headings in HEADINGS.items() if words in headings), None)


def oriented(
    first: Sequence[TextLine],
    second: Sequence[TextLine],
    source: Source,
    otherwise: RowsBy = RowsBy.FORMAT,
    *,
    sizes: dict[Axis, int] | None = None,
) -> Sides:
    """Decide which of two sides without names is the rows: the first, unless something says otherwise.

    `otherwise` is how this is known if the user, the comments and the `sizes`, as far as the file has them, do not say
    it.
    """
    if source.columns_first:
        return Sides(second, first, RowsBy.OPTION)
    of_first, of_second = (_heading_above(side, source) for side in (first, second))
    fits = [
        all(len(side) == (sizes or {}).get(axis, len(side)) for axis, side in zip(Axis, way, strict=True))
        for way in ((first, second), (second, first))
    ]
    is_turned, by = False, otherwise
    if of_first is not of_second:
        is_turned, by = of_first is Axis.COLUMN or of_second is Axis.ROW, RowsBy.FILE
    elif fits[0] is not fits[1]:
        is_turned, by = fits[1], RowsBy.SIZES
    return Sides(second, first, by) if is_turned else Sides(first, second, by)


def _heading_above(side: Sequence[TextLine], source: Source) -> Axis | None:
    """Return the side that the comments right above a side name."""
    at = side[0].number - 2 if side else -1
    first = max(0, at - _MOST_ABOVE)
    while at >= first and (not source.lines[at].strip(" \t[({") or re.match(_COMMENT, source.lines[at])):
        if (axis := heading_of(source.lines[at])) is not None:
            return axis
        at -= 1
    return None


def divided(
    sizes: tuple[int, int], lines: Sequence[TextLine], source: Source, heading: int, divider: int | None = None
) -> Sides:
    """Divide clue lines by the two sizes above them: in the format's order or, if no name gives it, in one that fits.

    Args:
        sizes: how many rows and columns the format's own order gives.
        heading: the file's line with the sizes, for the `FormatError` of counts that do not agree.
        divider: where the lines of the second side begin; None if nothing divides them.
    """
    is_sure = sizes[0] == sizes[1] or source.suffix in _ORDERED
    ways = [sizes] if is_sure else [sizes, sizes[::-1]]
    parts = split_at_blank(lines)
    if divider is None and parts and (len(parts[0]), len(parts[1])) in ways:
        divider = lines.index(parts[1][0])
    for way in ways:
        with suppress(FormatError):
            first, second = _cut(way, lines, source, heading, divider)
            if len(ways) == 1 or divider is not None or Sides(first, second).makes_puzzle(source):
                return oriented(first, second, source, RowsBy.FORMAT if way is sizes else RowsBy.ASSUMED)
    return oriented(*_cut(sizes, lines, source, heading, divider), source)


def read_pair(lines: Sequence[TextLine], what: str, source: Source) -> tuple[int, int]:
    """Read the two sizes in the first line, such as "height and the width"; raise `FormatError` for anything else."""
    if not lines:
        raise source.error("no numbers", "the first line holds the {what}", what=Phrase(what))
    numbers = lines[0].text.split(maxsplit=2)
    if len(numbers) != 2:
        text, fix = lines[0].text[:30], "write the {what}"
        raise source.error("{text!r} where two numbers belong", fix, lines[0].number, text=text, what=Phrase(what))
    first, second = (
        parse_count(number, f"the {name}", source, lines[0].number)
        for number, name in zip(numbers, what.split(" and the "), strict=True)
    )
    return first, second


def split_at_blank(lines: Sequence[TextLine]) -> tuple[list[TextLine], list[TextLine]] | None:
    """Return the lines before and after the only blank line (or run of such); None where there is none, or another."""
    parts: list[list[TextLine]] = [[]]
    for line in lines:
        if line.text:
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return (parts[0], parts[1]) if len(parts) == 2 and parts[1] else None


def _cut(
    counts: tuple[int, int], lines: Sequence[TextLine], source: Source, heading: int, divider: int | None
) -> tuple[Sequence[TextLine], Sequence[TextLine]]:
    one, other = counts
    if divider is None:
        clues = choose_clue_lines(lines, one + other, "rows and columns", source, heading)
        return clues[:one], clues[one:]
    first = choose_clue_lines(lines[:divider], one, "rows", source, heading)
    return first, choose_clue_lines(lines[divider:], other, "columns", source, heading)
