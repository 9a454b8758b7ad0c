"""`japan.dat` and `japan.sol`: the input and the answers of Ilya Porublyov's program.

``japan.dat`` is plain numbers: how many rows; for each row, how many groups and then the groups, on one line; how many
columns; for each column the same. ``japan.sol`` holds every solution as rows of ``*`` and ``.``, and behind each a line
``<next>``, behind the last ``<end>``; where there is none, the one line ``<no solutions>``.

Source: the "Japanese crossword" page of Ilya Porublyov.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from harness.errors import Phrase
from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import MAX_DIGITS, MAX_GROUPS, TextLine, parse_count
from harness.formats.plain import puzzle_of_lines, text_lines
from harness.puzzle import Axis, Grid, Puzzle

NEXT, END, NO_SOLUTIONS = "<next>", "<end>", "<no solutions>"

SOLUTION_KEYS = ".*"
"""White and black in ``japan.sol``."""

_NUMBERS = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}+(?:\s++[0-9]{{1,{MAX_DIGITS}}}+)*+")
_TO_SOL = str.maketrans("#", "*")


def _recognise(source: Source) -> Likeness:
    texts = [line.text for line in text_lines(source) if line.text]
    if not all(map(_NUMBERS.fullmatch, texts)):
        return Likeness.NO
    lines = [text.split(maxsplit=MAX_GROUPS + 1) for text in texts]
    position = 0
    for _ in Axis:
        if position >= len(lines) or len(lines[position]) != 1:
            return Likeness.NO
        count = int(lines[position][0])
        side = lines[position + 1 : position + 1 + count]
        if count < 1 or len(side) < count or any(int(items[0]) != len(items) - 1 for items in side):
            return Likeness.NO
        position += 1 + count
    return Likeness.YES if position == len(lines) else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    lines = iter([line for line in text_lines(source) if line.text])
    sides: list[list[TextLine]] = []
    first: int | None = None
    for axis in Axis:
        heading = next(lines, None)
        if heading is None:
            raise source.error("no number of {lines}", "write it on a line of its own", lines=Phrase(axis.value + "s"))
        first = first or heading.number
        count = parse_count(heading.text, f"the number of {axis.value}s", source, heading.number)
        sides.append([_clue_line(next(lines, None), axis, count, source, heading.number) for _ in range(count)])
    if (extra := next(lines, None)) is not None:
        what = "{text!r} after the last column"
        raise source.error(what, "remove it or correct the counts", extra.number, text=extra.text[:30])
    return puzzle_of_lines(sides[0], sides[1], source, checked, first)


def _clue_line(line: TextLine | None, axis: Axis, count: int, source: Source, heading: int) -> TextLine:
    """The line without the number of groups that it begins with."""
    if line is None:
        what = "the file ends before the last of {count} {lines}"
        raise source.error(what, "correct the count", heading, count=count, lines=Phrase(axis.value + "s"))
    number, *groups = line.text.split(maxsplit=MAX_GROUPS + 1)
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) != len(groups):
        raise source.error(
            "{announced} groups announced, {following} follow",
            "each line begins with the number of its groups",
            line.number,
            announced=number[:20],
            following=len(groups) if len(groups) <= MAX_GROUPS else Phrase("more"),
        )
    return TextLine(line.number, " ".join(groups))


def _build(puzzle: Puzzle) -> bytes:
    lines: list[str] = []
    for clues in (puzzle.rows, puzzle.columns):
        lines.append(str(len(clues)))
        lines += [" ".join(map(str, (len(clue), *clue))) for clue in clues]
    return ("\n".join(lines) + "\n").encode()


def build_solutions(grids: Iterable[Grid]) -> Iterator[str]:
    """The text of ``japan.sol`` in pieces, each as soon as its solution is known: there may be millions.

    >>> print("".join(build_solutions([Grid(("#.", ".#")), Grid((".#", "#."))])), end="")
    *.
    .*
    <next>
    .*
    *.
    <end>
    >>> list(build_solutions([]))
    ['<no solutions>\\n']
    """
    empty = True
    for grid in grids:
        if not empty:
            yield NEXT + "\n"
        empty = False
        yield grid.to_text().translate(_TO_SOL) + "\n"
    yield (NO_SOLUTIONS if empty else END) + "\n"


JAPAN_DAT = Format(_recognise, _parse, build=_build)
