"""`.pzl`: the format of Dmitry Izaron's *Nonograms*, in colour or black and white. Only read.

A group is its length, and in colour its red, green and blue; the background is the first colour without a group::

    3
    #ffffff
    #000000
    #ff0000
    2 3
    2 1 0 0 0 1 255 0 0
    0

Source: the reader and the examples of https://github.com/Izaron/Nonograms.
"""

from __future__ import annotations

import re

from harness.formats import base
from harness.formats.base import Format, Likeness, Source, TextLine
from harness.formats.sides import oriented, read_pair
from harness.puzzle import Axis, Puzzle
from harness.puzzle.palette import WHITE, Rgb, spare_rgb

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NUMBERS = re.compile(r"[0-9]{1,9}+(?:\s++[0-9]{1,9}+)*+")
_BLACK_GROUP, _COLOUR_GROUP = 1, 4  # numbers of a group


def _recognise(source: Source) -> Likeness:
    lines = [line for line in base.text_lines(source) if line.text]
    if len(lines) > 1 and lines[0].text.isdigit() and _COLOUR.fullmatch(lines[1].text):
        return Likeness.YES
    if not all(_NUMBERS.fullmatch(line.text) for line in lines) or len(lines) < 3:
        return Likeness.NO
    sizes, *clues = (line.text.split(maxsplit=base.MAX_GROUPS + 1) for line in lines)
    counted = all(int(clue[0]) == len(clue) - 1 for clue in clues)
    return Likeness.MAYBE if len(sizes) == 2 and counted and sum(map(int, sizes)) == len(clues) else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    lines = [line for line in base.text_lines(source) if line.text]
    listed: list[Rgb] = []
    if len(lines) > 1 and lines[1].text.startswith("#"):
        head = lines.pop(0)
        count = base.parse_count(head.text, "the number of colours", source, head.number)
        listed = [base.parse_rgb(line.text, source, line.number) for line in lines[:count]]
        lines = lines[count:]
    height, width = read_pair(lines, "height and the width", source)
    first, clues = lines[0].number, lines[1:]
    if len(clues) != height + width:
        what, fix = "{found} lines where {count} rows and columns are announced", "write 0 for a line without groups"
        raise source.error(what, fix, first, found=len(clues), count=height + width)
    groups = {line: _groups(line, _COLOUR_GROUP if listed else _BLACK_GROUP, source) for line in clues}
    used = {rgb for clue in groups.values() for _, rgb in clue}
    order = [*dict.fromkeys(rgb for rgb in listed if rgb in used), *sorted(used.difference(listed))]
    background = next((rgb for rgb in listed if rgb not in used), WHITE)
    if background in used:
        background = next(spare_rgb(used))
    palette, keys = base.palette_of({str(rgb): (rgb, "") for rgb in order}, background, source)
    sides = oriented(clues[:height], clues[height:], source)
    lines_of = {Axis.ROW: sides.rows, Axis.COLUMN: sides.columns}
    rows, columns = (
        base.coloured(([(length, str(rgb)) for length, rgb in groups[line]] for line in side), keys)
        for side in lines_of.values()
    )
    puzzle = Puzzle(rows, columns, palette)
    return base.finished(puzzle, source, checked, lines_of, first).with_rows_by(sides.rows_by)


def _groups(line: TextLine, size: int, source: Source) -> list[tuple[int, Rgb]]:
    if not _NUMBERS.fullmatch(line.text):
        raise source.error("{text!r} is not a line of numbers", "write lengths and colours", line)
    count, *numbers = map(int, line.text.split(maxsplit=size * base.MAX_GROUPS + 1)[: size * base.MAX_GROUPS + 1])
    if len(numbers) != size * count:
        what, fix = "{announced} groups announced, {following} follow", "each line begins with the number of its groups"
        raise source.error(what, fix, line.number, announced=count, following=len(numbers) // size)
    found: list[tuple[int, Rgb]] = []
    for start in range(0, len(numbers), size):
        length, *levels = numbers[start : start + size]
        red, green, blue = levels or (0, 0, 0)
        if max(red, green, blue) > 255:
            level, fix = max(levels), "levels of red, green and blue are 0 to 255"
            raise source.error("a level of {level}", fix, line.number, level=level)
        found.append((length, (red, green, blue)))
    return found


PZL = Format(_recognise, _parse)
