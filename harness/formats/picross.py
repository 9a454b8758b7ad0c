"""`.picross`: the own format of Pierre Dejoue's picross-solver, whose files end in ``.txt`` more often than not.

Source: the comment on `parse_input_file_native` in picross_io.h, and the sample files
(https://github.com/pierre-dejoue/picross-solver).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Source, TextLine
from harness.puzzle import Axis, Puzzle
from harness.puzzle.palette import PLAIN

_GRID = re.compile(r"GRID(?:\s+(.*))?")
_CLUE = re.compile(r"\[([^\[\]]*)\]")
_SECTIONS = {"ROWS": Axis.ROW, "COLUMNS": Axis.COLUMN}
_STARTS = re.compile(r"^[ \t]*GRID\b", re.MULTILINE)
_COMMENT = "#"
_TOLD = re.compile(r"#+\s*(\w+)\s*:\s*(\S.*)")
_FIELDS = {key: key for key in base.ABOUT[1:]} | {"by": "author", "catalogue": "source"}
"""Fields that a comment may hold, and the headers that keep them; the second names are those of Simpson's `.non`."""


def _recognise(source: Source) -> Likeness:
    if not source.is_text or not _STARTS.search(source.text):
        return Likeness.NO
    lines = {line.strip() for line in source.lines}
    return Likeness.YES if _SECTIONS.keys() & lines or any(map(_CLUE.fullmatch, lines)) else Likeness.NO


def _split(source: Source) -> Iterator[Source]:
    if _recognise(source) is Likeness.NO or len(_STARTS.findall(source.text)) < 2:
        return
    starts: list[int] = []
    behind = 0  # the line after the last that belongs to the puzzle before: comments stand before their puzzle
    for index, line in enumerate(source.lines):
        text = line.strip()
        if _GRID.fullmatch(text):
            starts.append(behind if starts else 0)
        if text and not text.startswith(_COMMENT):
            behind = index + 1
    if len(starts) > base.MAX_PARTS:
        raise source.error("more than {parts:,} puzzles in it", "divide the file", parts=base.MAX_PARTS)
    for number, (start, end) in enumerate(pairwise([*starts, len(source.lines)]), 1):
        yield source.part(number, "\n".join(source.lines[start:end]).encode(), start, ".picross")


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    lines: dict[Axis, list[TextLine]] = {}
    for name, axis in _SECTIONS.items():
        if name not in contents.sections:
            fix = "write '{name}' on a line of its own and the clues below it, as [ 3 1 ]"
            grid = contents.sections["GRID"].heading.number if contents.sections else None
            raise source.error("no '{name}'", fix, grid, name=name)
        section = contents.sections[name]
        lines[axis] = section.lines
        if not section.lines:
            fix = "write one line for each, as [ 3 1 ]"
            raise source.error("no clues after '{name}'", fix, section.heading, name=name)
    rows, columns = (base.parse_clues(side, source) for side in lines.values())
    puzzle = Puzzle(rows, columns, PLAIN, notes=(), goal=None, **contents.about)
    last = max(section.heading.number for section in contents.sections.values())
    return base.finished(puzzle, source, checked, lines, last)


def _take_apart(source: Source) -> Contents:
    contents = Contents(source)
    sections, clues = contents.sections, list[TextLine]()
    for number, raw in enumerate(source.lines, 1):
        text = raw.strip()
        if not text or text.startswith(_COMMENT):
            told = _TOLD.fullmatch(text) if not sections else None
            if told and (key := _FIELDS.get(told[1].lower())):
                contents.about.setdefault(key, told[2])
            continue
        line = TextLine(number, text)
        if grid := _GRID.fullmatch(text):
            if sections:
                raise source.error("a second 'GRID'", "give each puzzle a file of its own", number)
            contents.open("GRID", line, "'GRID'")
            contents.about["title"] = (grid[1] or "").strip()
        elif not sections:
            raise source.error("{text!r} before 'GRID'", "begin with 'GRID' and the puzzle's title", line)
        elif text in _SECTIONS:
            clues = contents.open(text, line, f"'{text}'").lines
        elif len(sections) == 1:
            raise source.error("{text!r} stands below neither 'ROWS' nor 'COLUMNS'", "check the headings", line)
        elif clue := _CLUE.fullmatch(text):
            clues.append(TextLine(number, clue[1].strip()))
        elif text.count("[") > 1:
            raise source.error("{text!r} is more than one clue", "give each a line of its own", line)
        else:
            raise source.error("{text!r} is not a clue", "write the lengths in brackets: [ 3 1 ]", line)
    return contents


def _build(puzzle: Puzzle) -> bytes:
    told = [(key, getattr(puzzle, key)) for key in base.ABOUT[1:]] + list(puzzle.notes)
    lines = [f"{_COMMENT} {base.one_line(key)}: {base.one_line(text)}" for key, text in told if base.one_line(text)]
    lines.append(f"GRID {base.one_line(puzzle.title)}".rstrip())
    for name, clues in (("ROWS", puzzle.rows), ("COLUMNS", puzzle.columns)):
        lines += [name, *("[ " + "".join(f"{length} " for length in clue) + "]" for clue in clues)]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


PICROSS = Format(_recognise, _parse, build=_build, split=_split)
