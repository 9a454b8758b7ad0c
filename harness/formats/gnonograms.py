"""`.gno`: the old format of Jeremy Wootten's gnonograms.

The clues may be missing where there is a solution. Further lines of the description are kept as notes. The sections in
which the program keeps a solver's attempt are passed over; any other is refused, as it may be one of ours misspelt.

Source: the page "FileFormat" of gnonograms, and the sample files (https://github.com/jeremypw/gnonograms).
"""

from __future__ import annotations

import re

from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Section, Source, TextLine
from harness.puzzle import Axis, Grid, Puzzle

_HEADING = re.compile(r"\[([A-Za-z ]+)\]")
_KNOWN = ("description", "license", "dimensions", "row clues", "column clues", "solution")
_ATTEMPT = ("working grid", "state", "history", "locked", "original path")
_NONE = "-"
_TOLD = 4  # title, designer, date, difficulty
_MEND_SIZE = "correct the solution or the dimensions, or leave the solution out"
_CELLS = {"1": ".", "2": "#"}


def _recognise(source: Source) -> Likeness:
    headings = {match[1].lower() for line in source.lines if (match := _HEADING.fullmatch(line.strip()))}
    clues = headings & {"row clues", "column clues", "solution", "solution grid"}
    return Likeness.YES if "dimensions" in headings and clues else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    sections = contents.sections
    height, width = _parse_sizes(sections, source)
    lines = {
        Axis.ROW: contents.clue_lines("row clues", height),
        Axis.COLUMN: contents.clue_lines("column clues", width),
    }
    rows, columns = (None if side is None else base.parse_clues(side, source) for side in lines.values())
    goal = _parse_solution(sections, width, height, source)
    if rows is None and columns is None and goal is not None:
        rows, columns = (drawn := goal.puzzle()).rows, drawn.columns
    if rows is None or columns is None:
        missing = "Row clues" if rows is None else "Column clues"
        raise source.error("no [{missing}]", "write the clues below it, or a [Solution]", missing=missing)
    title, author, *about = _description(sections.get("description"))
    keys = ("date", "difficulty", *["description"] * len(about))
    notes = tuple((key, value) for key, value in zip(keys, about, strict=False) if value)
    licences = sections["license"].filled if "license" in sections else ()
    license = " ".join(line.text for line in licences if line.text != _NONE)
    puzzle = Puzzle(rows, columns, title=title, author=author, license=license, notes=notes, goal=goal)
    return base.finished(puzzle, source, checked, lines, sections["dimensions"].heading.number)


def _description(section: Section | None) -> list[str]:
    """Return its lines, four at least; a blank one counts if it makes them four: so the program leaves a fact out."""
    texts = [line.text for line in section.lines] if section is not None else []
    while texts and not texts[-1]:
        texts.pop()
    if len(texts) != _TOLD:
        texts = [text for text in texts if text]
    return [text if text != _NONE else "" for text in texts] + [""] * (_TOLD - len(texts))


def _take_apart(source: Source) -> Contents:
    contents = Contents(source)
    section: Section | None = None
    for number, raw in enumerate(source.lines, 1):
        line = TextLine(number, raw.strip())
        if heading := _HEADING.fullmatch(line.text):
            name = heading[1].lower().replace("solution grid", "solution")
            if name not in (*_KNOWN, *_ATTEMPT):
                known = ", ".join(f"[{known.capitalize()}]" for known in _KNOWN)
                what = "no section [{name}] is known"
                raise source.error(what, "there are {known}", number, name=heading[1][:30], known=known)
            section = contents.open(name, line, line.text)
        elif section is not None:
            section.lines.append(line)
        elif line.text:
            raise source.error("{text!r} stands in no section", "begin with [Description]", line)
    return contents


def _parse_sizes(sections: dict[str, Section], source: Source) -> tuple[int, int]:
    if (section := sections.get("dimensions")) is None:
        raise source.error("no [Dimensions]", "write the number of rows and of columns below it, a line each")
    if len(section.filled) != 2:
        what = "{count} dimensions"
        raise source.error(what, "write the rows, then the columns", section.heading, count=len(section.filled))
    rows, columns = section.filled
    height = base.parse_count(rows.text, "the number of rows", source, rows.number)
    return height, base.parse_count(columns.text, "the number of columns", source, columns.number)


def _parse_solution(sections: dict[str, Section], width: int, height: int, source: Source) -> Grid | None:
    if (section := sections.get("solution")) is None:
        return None
    if len(section.filled) != height:
        what = "{count} rows of the solution, {height} announced"
        raise source.error(what, _MEND_SIZE, section.heading, count=len(section.filled), height=height)
    rows: list[str] = []
    for line in section.filled:
        cells = re.sub("[ ,\t]", "", line.text)
        if len(cells) != width:
            what = "{count} cells of the solution, {width} announced"
            raise source.error(what, _MEND_SIZE, line.number, count=len(cells), width=width)
        if wrong := set(cells) - set(_CELLS):
            raise source.error("{sign!r} in the solution", "1 is blank, 2 is filled", line.number, sign=min(wrong))
        rows.append("".join(_CELLS[cell] for cell in cells))
    return Grid(tuple(rows))


def _build(puzzle: Puzzle) -> bytes:
    notes = dict(puzzle.notes)
    told = (puzzle.title, puzzle.author, notes.get("date", ""), notes.get("difficulty", ""))
    about = [*map(base.one_line, told)]
    about += [text for key, value in puzzle.notes if key == "description" and (text := base.one_line(value))]
    while about and not about[-1]:
        about.pop()
    lines = ["[Description]", *(_text_line(text) for text in about)] if about else []
    if puzzle.license:
        lines += ["[License]", _text_line(base.one_line(puzzle.license))]
    lines += ["[Dimensions]", str(puzzle.height), str(puzzle.width)]
    lines += ["[Row clues]", *(base.build_clue(clue, ",") for clue in puzzle.rows)]
    lines += ["[Column clues]", *(base.build_clue(clue, ",") for clue in puzzle.columns)]
    if puzzle.goal is not None:
        lines += ["[Solution]", *(" ".join("2" if cell == "#" else "1" for cell in row) for row in puzzle.goal.rows)]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _text_line(text: str) -> str:
    """Make a text neither blank nor a heading."""
    return f"({text[1:-1]})" if _HEADING.fullmatch(text) else text or _NONE


GNONOGRAMS = Format(_recognise, _parse, build=_build)
