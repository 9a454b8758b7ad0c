"""Formats without sizes: Makhorin's, syro, ish, keen, and faase. They are only read.

* **makhorin**: ``*`` begins a comment line; rows; a line ``&``; columns.
* **syro**: ``#`` begins a comment line; every line ends in `` 0``; a blank line between rows and columns.
* **ish** and **keen**: ``#`` comments; rows, a blank line, columns; lengths separated by commas (ish) or spaces (keen).
* **faase**: ``#`` comments; headings ``rows`` and ``columns`` alone on a line, and perhaps an ``end``. With sizes it is
  Simpson's `.non` (which webpbn.com calls ss).

A line without groups is ``0``.

Source: the formats that https://webpbn.com/export.cgi offers; makhorin is that of Andrew Makhorin's pbnsol.
"""

from __future__ import annotations

from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import TextLine
from harness.formats.plain import are_numbers, puzzle_of_lines, split_at_blank, text_lines
from harness.puzzle import Puzzle


def _recognise_makhorin(source: Source) -> Likeness:
    lines = text_lines(source, "*")
    dividers = [line for line in lines if line.text == "&"]
    rest = [line for line in lines if line.text != "&"]
    return Likeness.YES if len(dividers) == 1 and rest and are_numbers(rest) else Likeness.NO


def _parse_makhorin(source: Source, checked: bool) -> Puzzle:
    lines = [line for line in text_lines(source, "*") if line.text]
    dividers = [index for index, line in enumerate(lines) if line.text == "&"]
    if len(dividers) != 1:
        what = "no line '&'" if not dividers else "{count} lines '&'"
        raise source.error(what, "one belongs between the rows and the columns", count=len(dividers))
    divider = dividers[0]
    return puzzle_of_lines(lines[:divider], lines[divider + 1 :], source, checked, lines[divider].number)


def _lines_of_numbers(source: Source) -> list[TextLine]:
    """The lines of both parts; none if there are not two, or something else than numbers stands there."""
    parts = split_at_blank(text_lines(source, "#"))
    lines = [] if parts is None else parts[0] + parts[1]
    return lines if are_numbers(lines) else []


def _wanted_parts(source: Source) -> tuple[list[TextLine], list[TextLine]]:
    parts = split_at_blank(text_lines(source, "#"))
    if parts is None:
        what = "not two parts with a blank line between them"
        raise source.error(what, "the rows, one blank line, the columns; 0 for no groups")
    return parts


def _recognise_syro(source: Source) -> Likeness:
    items = [line.text.rsplit(maxsplit=1) for line in _lines_of_numbers(source)]
    if not items or not all(line[-1] == "0" for line in items):
        return Likeness.NO
    return Likeness.YES if any(len(line) > 1 for line in items) else Likeness.MAYBE


def _parse_syro(source: Source, checked: bool) -> Puzzle:
    def without_end(line: TextLine) -> TextLine:
        *clue, end = line.text.rsplit(maxsplit=1)
        if end != "0":
            what = "{text!r} does not end in 0"
            raise source.error(what, "every line does in this format", line.number, text=line.text[:30])
        return TextLine(line.number, "".join(clue))

    rows, columns = _wanted_parts(source)
    first = columns[0].number
    return puzzle_of_lines([*map(without_end, rows)], [*map(without_end, columns)], source, checked, first)


def _recognise_ish(source: Source) -> Likeness:
    return Likeness.MAYBE if any("," in line.text for line in _lines_of_numbers(source)) else Likeness.NO


def _recognise_keen(source: Source) -> Likeness:
    lines = _lines_of_numbers(source)
    return Likeness.MAYBE if lines and not any("," in line.text for line in lines) else Likeness.NO


def _parse_ish_or_keen(source: Source, checked: bool) -> Puzzle:
    rows, columns = _wanted_parts(source)
    return puzzle_of_lines(rows, columns, source, checked, columns[0].number)


def _headed(source: Source) -> tuple[list[TextLine], dict[str, int]]:
    """The lines with text, and where in them the headings stand."""
    lines = [line for line in text_lines(source, "#") if line.text]
    headings: dict[str, int] = {}
    for index, line in enumerate(lines):
        word = line.text.lower()
        if word not in ("rows", "columns"):
            continue
        if word in headings:
            raise source.error("a second '{text}'", "remove one of them", line.number, text=word)
        headings[word] = index
    return lines, headings


def _recognise_faase(source: Source) -> Likeness:
    keys = [words[0].lower() for words in (line.split(maxsplit=1) for line in source.lines) if words]
    if not {"rows", "columns"} <= set(keys) or {"width", "height"} <= set(keys):
        return Likeness.NO
    if any(key.startswith(("grid", "[")) for key in keys):  # then it is picross-solver's
        return Likeness.NO
    alone = {line.strip().lower() for line in source.lines}
    return Likeness.YES if {"rows", "columns"} <= alone else Likeness.NO


def _parse_faase(source: Source, checked: bool) -> Puzzle:
    lines, headings = _headed(source)
    if lines and lines[-1].text.lower() == "end":
        lines.pop()
    for heading in ("rows", "columns"):
        if heading not in headings:
            what = "no '{heading}'"
            raise source.error(what, "write '{heading}' on a line of its own and the clues below it", heading=heading)
    (first, start), (second, middle) = sorted(headings.items(), key=lambda heading: heading[1])
    if start > 0:
        what = "{text!r} before '{first}'"
        raise source.error(what, "remove it", lines[0].number, text=lines[0].text[:30], first=first)
    sides = {first: lines[start + 1 : middle], second: lines[middle + 1 :]}
    return puzzle_of_lines(sides["rows"], sides["columns"], source, checked, lines[middle].number)


MAKHORIN = Format(_recognise_makhorin, _parse_makhorin)

SYRO = Format(_recognise_syro, _parse_syro)

ISH = Format(_recognise_ish, _parse_ish_or_keen)

KEEN = Format(_recognise_keen, _parse_ish_or_keen)

FAASE = Format(_recognise_faase, _parse_faase)
