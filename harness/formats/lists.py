"""Clues as nested lists, as programs hold them: `rows` and `columns`, one list a line, in braces or brackets.

::

    rows = {{1}, {2, 1}}; columns = {{1}, {1}, {1, 1}}         (* Mathematica *)
    rows = [[1], [2, 1]]; columns = [[1], [1], [1, 1]]          # Python
    {"rows": [[1], [2, 1]], "columns": [[1], [1], [1, 1]]}      JSON

``cols`` is `columns`. An empty list, or one of a lone 0, is a line without groups. Without names there are two lists,
the rows first. Only read.

Source: the form of the clues in a Mathematica notebook's solver of Japanese crosswords.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from harness.errors import Phrase
from harness.formats.base import MAX_GROUPS, Format, Likeness, Source, TextLine
from harness.formats.numbers import puzzle_of_lines
from harness.puzzle import MAX_SIDE, Axis, Puzzle

_NAMES = {"rows": Axis.ROW, "row": Axis.ROW, "columns": Axis.COLUMN, "cols": Axis.COLUMN, "column": Axis.COLUMN}
_OPEN, _CLOSE = "[{(", "]})"
_TOKEN = re.compile(
    r"(?P<comment>(?:#|//)[^\n]*)|(?P<line>\n)|(?P<word>[A-Za-z_]\w*)|"
    r"(?P<number>[+-]?[0-9]+(?:[ \t]*+,[ \t]*+[0-9]++){0,100}+)"
    r"|(?P<sign>[\[\]{}()])|(?P<other>[^\s,=:;\"'])"
)
_BEGINS = re.compile(
    r"\b(?:rows?|cols|columns?)\b[\"']?\s{0,9}(?::=|[:=])\s{0,9}[\[{(]\s{0,9}[\[{(\]})]", re.IGNORECASE
)
_UNNAMED = re.compile(r"\s*[\[{(]\s*[\[{(]\s*[\[{(]")
_FORM = "write rows = {{{{1}}, {{2, 1}}}}; columns = {{{{…}}}}"
_CLUE_DEPTH = 2  # lists around the numbers of a line: its own, and that of its side


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def _recognise(source: Source) -> Likeness:
    named = _BEGINS.search(source.text) is not None
    return Likeness.YES if named or _UNNAMED.match(source.text) else Likeness.NO


def _tokens(source: Source) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(_without_comments(source.text)):
        kind = found.lastgroup or ""
        if kind == "line":
            line += 1
        elif kind != "comment":
            yield _Token(kind, found[0], line)


def _without_comments(text: str) -> str:
    """The text with the line breaks alone of each ``(* … *)``; what is never closed stays."""
    parts, at = [], 0
    while (begin := text.find("(*", at)) >= 0 and (end := text.find("*)", begin + 2)) >= 0:
        parts += [text[at:begin], "\n" * text.count("\n", begin, end)]
        at = end + 2
    return "".join([*parts, text[at:]])


def _parse(source: Source, checked: bool) -> Puzzle:
    sides = _take_apart(source)
    for axis in Axis:
        if axis not in sides:
            raise source.error("no list of the {lines}", _FORM, lines=Phrase(axis.value + "s"))
    return puzzle_of_lines(sides[Axis.ROW], sides[Axis.COLUMN], source, checked)


def _take_apart(source: Source) -> dict[Axis, list[TextLine]]:
    """The clues of each side, as texts with the line that each begins in."""
    sides: dict[Axis, list[TextLine]] = {}
    axis: Axis | None = None
    opened: list[_Token] = []
    base = 0  # lists open around a side: one in JSON, and where the sides have no names
    numbers: list[str] = []
    for token in _tokens(source):
        if token.kind == "word":
            name = token.text.lower()
            if name in _NAMES and len(opened) <= 1:
                axis, base = _NAMES[name], len(opened)
                if axis in sides:
                    what = "a second list of the {lines}"
                    raise source.error(what, "remove one of them", token.line, lines=Phrase(axis.value + "s"))
            elif opened and axis is not None and len(opened) > base:
                what = "{text!r} among the numbers"
                raise source.error(what, "write whole numbers", token.line, text=token.text[:20])
        elif token.kind == "number":
            if len(opened) - base != _CLUE_DEPTH:
                first = token.text.partition(",")[0].rstrip()[:20]
                what = "{first} outside a line's list"
                raise source.error(what, "write {{{{1}}, {{2, 1}}}}", token.line, first=first)
            numbers += token.text.replace(",", " ").split()
            if len(numbers) > MAX_GROUPS:
                what = "more than {most} groups"
                raise source.error(what, "a line holds half as many at most", token.line, most=MAX_GROUPS)
        elif token.kind == "other":
            raise source.error("{text!r} among the lists", _FORM, token.line, text=token.text)
        elif token.text in _OPEN:
            opened.append(token)
            axis, base = _side_of(opened, axis, base, sides, source)
        elif token.text in _CLOSE:
            if not opened or _OPEN.index(opened[-1].text) != _CLOSE.index(token.text):
                raise source.error("{text!r} closes no list", "check the brackets", token.line, text=token.text)
            opened.pop()
            if axis is not None and len(opened) - base == 1:
                lines = sides.setdefault(axis, [])
                if len(lines) == MAX_SIDE:
                    raise source.error("more than {most} lines", "a side has no more", token.line, most=MAX_SIDE)
                lines.append(TextLine(token.line, " ".join(numbers)))
                numbers = []
            elif axis is not None and len(opened) == base:
                sides.setdefault(axis, [])
                axis = None
    if opened:
        raise source.error("{text!r} is never closed", "close it", opened[-1].line, text=opened[-1].text)
    return sides


def _side_of(
    opened: list[_Token], axis: Axis | None, base: int, sides: dict[Axis, list[TextLine]], source: Source
) -> tuple[Axis | None, int]:
    """The side that a list which has just been opened belongs to, and how many lists are open around that side."""
    if len(opened) - base > _CLUE_DEPTH and axis is not None:
        raise source.error("a list within a line's list", "write whole numbers there", opened[-1].line)
    if axis is None and len(opened) == 2:
        axis = next((axis for axis in Axis if axis not in sides), None)
        if axis is None:
            raise source.error("a third list", "there are two: the rows, then the columns", opened[-1].line)
        return axis, 1
    return axis, base


LISTS = Format(_recognise, _parse)
