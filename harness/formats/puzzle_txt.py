"""`puzzle.txt`: the project's own plain text.

* Headers ``key: value`` stand before, between or after the sections; any key is kept.
* Blank lines don't count, unless the number of lines is given (``rows: 2``): then a blank line among them is a line
  without groups.
* YAML's lists are read: ``- [1, 1]``, ``- "1 1"`` or ``- 1 1`` is a line.
* Clues copied from elsewhere are read where they can mean one thing only.
* ``#`` begins a comment: a whole line, or the end of a clue line. In a picture, where ``#`` is a black cell, a comment
  begins with ``#`` and a space.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from contextlib import suppress

from harness.errors import Phrase, PuzzleError, note
from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Section, Source, TextLine
from harness.formats.sides import HEADINGS as SIDE_HEADINGS
from harness.puzzle import MAX_SIDE, Axis, Clue, Grid, Puzzle, clue_text
from harness.puzzle.palette import PLAIN

HEADINGS = {
    **{word: f"{axis.value}s" for axis, words in SIDE_HEADINGS.items() for word in words},
    **dict.fromkeys(("picture", "картинка", "рисунок"), "picture"),
    "название": "title",
    "автор": "author",
}
"""The words before a colon, in small letters, and the key that each stands for."""

_DIVIDERS = frozenset(";|/-–—")
_BETWEEN = r"(?<=[0-9?])(?:[ \t]*[;|/][ \t]*|[-–—]|[ \t]+[-–—][ \t]+)(?=[0-9?])"
_BULLET = r"-[ \t]+[\[\"']?([^\[\]\"']*)[\]\"']?"
_MOST_TEXT = 1_000_000  # characters of a side in one line, at most: the largest one has less


def with_commas(text: str) -> str:
    """Put a comma for each other sign that divides two numbers; a ``-`` before a number alone stays.

    >>> with_commas("1-2; 3 | 4/5 – 6"), with_commas("3 -1")
    ('1,2,3,4,5,6', '3 -1')
    """
    return text if _DIVIDERS.isdisjoint(text) else re.sub(_BETWEEN, ",", text)


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
        parts = [part.strip() for part in re.split("[;|/]", text.strip(";|/ \t"))]
    elif "," not in text or (re.search(r"[ \t],|,[ \t]", text) is None and len(text.split()) > 1):
        parts = text.split()
    else:
        parts = [part.strip() for part in text.split(",")]
    return parts if len(parts) <= MAX_SIDE and "" not in parts else None


_SECTIONS = ("rows", "columns", "picture")
_OF_CLUES = "0123456789?-, ;|/\t"


def _recognise(source: Source) -> Likeness:
    parts = (line.partition(":") for line in source.lines)
    is_known = any(colon and HEADINGS.get(key.strip(" \t\ufeff").lower()) in _SECTIONS for key, colon, _ in parts)
    return Likeness.YES if is_known else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    _divide_lone_lines(contents, source)
    lines = {axis: contents.clue_lines(f"{axis.value}s") for axis in Axis}
    for name, section in contents.sections.items():
        if name != "picture" and not section.filled and section.count is None:
            raise source.error("no clues after '{name}:'", "write one line for each", section.heading, name=name)
    rows, columns = (
        None if side is None else tuple(_parse_line(line, source) for line in side) for side in lines.values()
    )
    goal, drawn = _parse_picture(contents, source)
    if rows is None and columns is None and drawn is not None:
        rows, columns = drawn.rows, drawn.columns
    if rows is None or columns is None:
        missing = "rows" if rows is None else "columns"
        raise source.error("no '{missing}:'", "a puzzle has 'rows:' and 'columns:', or a 'picture:'", missing=missing)
    puzzle = Puzzle(rows, columns, PLAIN, notes=tuple(contents.notes), goal=goal, **contents.about)
    last = max(section.heading.number for section in contents.sections.values())
    return base.finished(puzzle, source, checked, lines, last)


def _divide_lone_lines(contents: Contents, source: Source) -> None:
    """Divide a line that holds all clues of a side, if only one way makes a puzzle of it."""
    sides = [contents.sections[name] for name in ("rows", "columns") if name in contents.sections]
    if len(sides) != 2 or "picture" in contents.sections:
        return
    as_they_stand = [side.filled for side in sides]
    has_lone = any(len(lines) == 1 for lines in as_they_stand)
    if not has_lone or any(side.count is not None for side in sides) or _makes_puzzle(as_they_stand, source):
        return
    choices, lone = [], []
    for side, lines in zip(sides, as_they_stand, strict=True):
        ways = [lines]
        divided = clues_of_line(lines[0].text) if len(lines) == 1 else None
        if divided and [line.text for line in lines] != divided:
            lone.append(side)
            if lines[0].number == side.heading.number:  # on a line of its own it is a clue, with a slip in it perhaps
                ways.append([TextLine(lines[0].number, clue) for clue in divided])
        choices.append(ways)
    found = [way for way in itertools.product(*choices) if _makes_puzzle(way, source)]
    if len(found) == 1:
        for side, ways, lines in zip(sides, choices, found[0], strict=True):
            side.lines = list(lines)
            if lines is not ways[0]:
                what, clues = "taken apart into {count} clues: {clues}", "; ".join(line.text for line in lines)
                note(source.error(what, "check that this is meant", lines[0].number, count=len(lines), clues=clues))
        return
    for side, ways, others in zip(sides, choices, reversed(as_they_stand), strict=True):
        # the only line of a side crosses each of the others in one cell
        if side in lone and any(line.text not in ("", "-", "0", "1", base.BLOT_SIGN) for line in others):
            name = side.heading.text.partition(":")[0].strip()
            fix = "write the clues on the lines below the heading, one a line"
            raise source.error("all clues of {name!r} stand on one line", fix, ways[0][0].number, name=name)


def _makes_puzzle(sides: Sequence[Sequence[TextLine]], source: Source) -> bool:
    with suppress(PuzzleError):
        rows, columns = (tuple(_parse_line(line, source) for line in side) for side in sides)
        Puzzle(rows, columns).check()
        return True
    return False


def _parse_line(line: TextLine, source: Source) -> Clue:
    bullet = re.fullmatch(_BULLET, line.text) if line.text.startswith("-") else None
    return base.parse_clue(with_commas(bullet[1] if bullet else line.text), source, line.number, blots=True)


def _take_apart(source: Source) -> Contents:
    contents = Contents(source)
    section: Section | None = None
    heading: TextLine | None = None  # without a value, as that of a section
    for number, raw in enumerate(source.lines, 1):
        line = TextLine(number, raw.strip())
        in_picture = section is not None and section is contents.sections.get("picture")
        if in_picture and section is not None and line.text and set(line.text) <= set("#.?"):
            section.lines.append(line)
        elif line.text.startswith("# " if in_picture else "#"):
            continue
        elif header := _split_header(line.text):
            section = _take_header(header[0].lower(), header[1], line, contents, source)
            heading = None if header[1] else line
        elif section is not None and not in_picture:
            section.lines.append(TextLine(number, line.text.partition("#")[0].strip()))
        elif line.text and in_picture:
            sign, fix = min(set(line.text) - set("#.")), "draw with # for black and . for white"
            raise source.error("{sign!r} is not a cell", fix, number, sign=sign)
        elif line.text:
            fix = "headers look like 'title: …'; clues follow 'rows:' and 'columns:'"
            what = "{text!r} begins no section" if heading else "{text!r} stands in no section"
            wrong = heading or line
            raise source.error(what, fix, wrong.number, text=base.cut_short(wrong.text, 30))
    return contents


def _split_header(text: str) -> tuple[str, str] | None:
    """Split ``key: value``, a key of letters, digits, blanks, ``-`` and ``_`` behind a letter; None if it is none."""
    key, colon, value = text.partition(":")
    key = key.rstrip()
    first = key[:1]
    is_key = first.isalnum() and not first.isdecimal() and all(sign.isalnum() or sign in "_ -" for sign in key)
    return (key, value.strip()) if colon and is_key else None


def _take_header(key: str, value: str, line: TextLine, contents: Contents, source: Source) -> Section | None:
    """Note a header; return the section that it opens, if it opens one."""
    key = HEADINGS.get(key, key)
    if key in _SECTIONS:
        section = contents.open(key, line, f"'{key}:'")
        if announced := value.partition("#")[0].strip():
            if key == "picture":
                raise source.error("text after 'picture:'", "begin the picture on the next line", line.number)
            if announced.isdigit():
                section.count = base.parse_count(announced, f"the number of {key}", source, line.number)
            elif with_commas(announced).strip(_OF_CLUES):
                fix = "only the number of {lines} or all clues may stand there; write the clues on the next lines"
                text = base.cut_short(announced, 30)
                raise source.error("{text!r} after '{key}:'", fix, line.number, text=text, key=key, lines=Phrase(key))
            else:
                section.lines.append(TextLine(line.number, announced))
        return section
    if key in base.ABOUT:
        contents.tell(key, value, line.number, f"{key}:")
    else:
        contents.notes.append((key, value))
    return None


def _parse_picture(contents: Contents, source: Source) -> tuple[Grid, Puzzle] | tuple[None, None]:
    """Parse the picture, and the puzzle it makes."""
    if (section := contents.sections.get("picture")) is None:
        return None, None
    try:
        grid = Grid(tuple(line.text for line in section.lines))
        return grid, grid.puzzle()
    except PuzzleError as error:
        raise base.located(error, source, {Axis.ROW: section.lines}, section.heading.number) from None


def _build(puzzle: Puzzle) -> bytes:
    lines = base.about_lines(puzzle)
    for key, value in puzzle.notes:
        line = f"{base.one_line(key)}: {base.one_line(value)}".rstrip()
        header = _split_header(line)
        usable = header is not None and header[0].lower() not in (*_SECTIONS, *base.ABOUT)
        lines.append(line if usable else f"# {line}")
    if lines:
        lines.append("")
    lines += ["rows:", *map(clue_text, puzzle.rows), "", "columns:", *map(clue_text, puzzle.columns)]
    if puzzle.goal is not None:
        lines += ["", "picture:", *puzzle.goal.rows]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


PUZZLE_TXT = Format(_recognise, _parse, build=_build, holds_blots=True)
