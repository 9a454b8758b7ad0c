"""`.non`: Steve Simpson's format, which most nonogram programs can read.

Lines ``key value``, the value in quotes where it is text; ``width`` and ``height``; ``rows`` alone on a line, then
`height` lines of comma-separated lengths; ``columns`` likewise; ``goal "0110…"``, the picture row by row. A line
without groups is a ``0`` or blank; which blank lines count is decided by the number of lines. ``title``, ``by``,
``copyright``, ``license`` and ``catalogue`` (here: source) tell about the puzzle; further keys are kept as notes,
except ``saved``, the state of somebody's attempt. Texts may hold HTML escapes (``&quot;``). Clues in colour are
refused.

Source: the format is Steve Simpson's; its facts from FORMAT.md of nonogram-db (https://github.com/mikix/nonogram-db).
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import TextLine, check_located, choose_clue_lines, one_line, parse_clue, parse_count
from harness.puzzle import Axis, Clue, Grid, Line, Puzzle

_KEY = re.compile(r"([A-Za-z][\w-]*)(?:\s+(.*))?")
_COLOURED = re.compile(r"[0-9]+[A-Za-z]\b")
_FIELDS = {"title": "title", "by": "author", "copyright": "copyright", "license": "license", "catalogue": "source"}
_RESERVED = {"width", "height", "rows", "columns", "goal", "saved", "color", "colour", *_FIELDS}


@dataclass
class _Contents:
    """The file taken apart: sizes and goal with their line numbers, sections with their headings'."""

    sizes: dict[str, int] = field(default_factory=dict)
    sections: dict[str, tuple[int, list[TextLine]]] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    notes: list[tuple[str, str]] = field(default_factory=list)
    goal: TextLine | None = None


def _recognise(source: Source) -> Likeness:
    if not source.is_text:
        return Likeness.NO
    words = [line.split(None, 1) for line in source.lines]
    keys = {parts[0].lower() for parts in words if parts}
    if not {"width", "height"} <= keys:
        return Likeness.NO
    alone = {parts[0].lower() for parts in words if len(parts) == 1}
    if {"rows", "columns"} & alone or "goal" in keys:
        return Likeness.YES
    return Likeness.MAYBE


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    for side in ("width", "height"):
        if side not in contents.sizes:
            raise source.error(f"no '{side}'", f"write '{side} N' with the number of cells")
    width, height = contents.sizes["width"], contents.sizes["height"]
    line_of: dict[Line, int] = {}
    rows = _parse_clues(Axis.ROW, height, contents, source, line_of)
    columns = _parse_clues(Axis.COLUMN, width, contents, source, line_of)
    goal = _parse_goal(contents.goal, width, height, source) if contents.goal is not None else None
    if rows is None and columns is None and goal is not None:
        drawn = goal.clues()
        rows, columns = drawn.rows, drawn.columns
    if rows is None or columns is None:
        missing = "rows" if rows is None else "columns"
        raise source.error(f"no '{missing}'", f"write '{missing}' on a line of its own and the clues below it")
    puzzle = Puzzle(rows, columns, notes=tuple(contents.notes), goal=goal, **contents.about)
    if checked:
        otherwise = contents.sections["columns"][0] if contents.sections else contents.goal and contents.goal.number
        check_located(puzzle, source, line_of, otherwise)
    return puzzle


def _take_apart(source: Source) -> _Contents:
    contents = _Contents()
    section: list[TextLine] | None = None
    for number, raw in enumerate(source.lines, 1):
        text = raw.strip()
        key_value = _KEY.fullmatch(text)
        if key_value is None:
            if text.startswith("#"):
                continue
            if section is not None:
                section.append(TextLine(number, text))
            elif text[:1].isdigit():
                raise source.error(
                    f"{text[:30]!r} stands below neither 'rows' nor 'columns'", "check the headings", number
                )
            continue
        section = _take_key(key_value[1], (key_value[2] or "").strip(), number, contents, source)
    return contents


def _take_key(key: str, value: str, number: int, contents: _Contents, source: Source) -> list[TextLine] | None:
    """Note a key; returns the lines of the section that it opens, if it opens one."""
    name = key.lower()
    value = value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value
    if name in ("rows", "columns"):
        if value:
            raise source.error(f"{value[:30]!r} after '{name}'", "begin the clues on the next line", number)
        if name in contents.sections:
            raise source.error(f"a second '{name}', the first is in line {contents.sections[name][0]}", "", number)
        contents.sections[name] = (number, [])
        return contents.sections[name][1]
    if name in ("width", "height"):
        if name in contents.sizes:
            raise source.error(f"a second '{name}'", "keep one of them", number)
        contents.sizes[name] = parse_count(value, f"the {name}", source, number)
    elif name == "goal":
        contents.goal = TextLine(number, value)
    elif name in _FIELDS:
        contents.about.setdefault(_FIELDS[name], html.unescape(value))
    elif name != "saved":
        contents.notes.append((key, html.unescape(value)))
    return None


def _parse_clues(
    axis: Axis, count: int, contents: _Contents, source: Source, line_of: dict[Line, int]
) -> tuple[Clue, ...] | None:
    """The clues of a section, None where the file has none; `line_of` learns where they stand."""
    name = axis.value + "s"
    if name not in contents.sections:
        return None
    heading, lines = contents.sections[name]
    chosen = choose_clue_lines(lines, count, name, source, heading)
    clues: list[Clue] = []
    for index, line in enumerate(chosen):
        line_of[Line(axis, index)] = line.number
        if coloured := _COLOURED.search(line.text):
            raise source.error(
                f"{coloured[0]!r} is a group in colour", "only puzzles in black and white can be read", line.number
            )
        clues.append(parse_clue(line.text, source, line.number))
    return tuple(clues)


def _parse_goal(goal: TextLine, width: int, height: int, source: Source) -> Grid:
    """The picture: 0 is white, 1 or the letter of a colour black."""
    if strange := re.search("[^01A-Za-z]", goal.text):
        raise source.error(f"{strange[0]!r} in the goal", "1 is black, 0 is white", goal.number)
    if len(goal.text) != width * height:
        raise source.error(
            f"the goal has {len(goal.text)} cells, {width}×{height} are {width * height}",
            "correct it or leave it out",
            goal.number,
        )
    cells = re.sub("[^.]", "#", goal.text.replace("0", "."))
    return Grid(tuple(cells[start : start + width] for start in range(0, len(cells), width)))


def _build(puzzle: Puzzle) -> bytes:
    lines: list[str] = []
    for key, name in _FIELDS.items():
        if value := _quoted(getattr(puzzle, name)):
            lines.append(f"{key} {value}")
    for key, value in puzzle.notes:
        word = one_line(key).replace(" ", "-")
        if _KEY.fullmatch(word) and word.lower() not in _RESERVED:
            lines.append(f"{word} {_quoted(value)}".rstrip())
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for heading, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", heading, *(",".join(map(str, clue)) or "0" for clue in clues)]
    if puzzle.goal is not None:
        cells = "".join(puzzle.goal.rows).translate(str.maketrans(".#", "01"))
        lines += ["", f'goal "{cells}"']
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _quoted(text: str) -> str:
    """A value in quotes; quotes inside are escaped."""
    text = one_line(text).replace("&", "&amp;").replace('"', "&quot;")
    return f'"{text}"' if text else ""


SIMPSON_NON = Format(
    name="non",
    suffixes=(".non",),
    summary="lines 'width N' and 'height N', then 'rows' and 'columns' alone on a line followed by clues",
    recognise=_recognise,
    parse=_parse,
    build=_build,
)
