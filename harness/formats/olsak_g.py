"""Olšák's `.g`, in colour or in black and white. Triddlers (``#t``) and triangles are refused.

Source: the format is that of Petr and Mirek Olšák's *grid*; facts from the sample files that come with it.
"""

from __future__ import annotations

import re

from harness.errors import Phrase
from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Section, Source, TextLine
from harness.puzzle import Axis, Group, Groups, Puzzle
from harness.puzzle.palette import BLACK, MAX_COLOURS, WHITE, Palette, Rgb, hex_rgb

_ABOUT_LINE = re.compile(rf"({'|'.join(base.ABOUT)}): (.+)")
_COLOUR = re.compile(r"(\S):(\S?)\s+(\S+)\s*(.*)")
_GROUP = re.compile(r"([0-9]+)([^\s0-9,]?)")
_GROUPS = re.compile(r"[\s,]*+(?:[0-9]++[^\s0-9,]?(?:[\s,]++|\Z))*+")


def _recognise(source: Source) -> Likeness:
    marks = [index for index, line in enumerate(source.lines) if line.startswith(":")]
    if len(marks) < 2:
        return Likeness.NO
    rows = " ".join(source.lines[marks[0] + 1 : marks[1]])
    return Likeness.YES if _GROUPS.fullmatch(rows) else Likeness.MAYBE


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    if len(contents.sections) < 2:
        missing = "rows" if not contents.sections else "columns"
        raise source.error("no {missing}", "a line that begins with ':' opens the {missing}", missing=Phrase(missing))
    palette, key_of = _parse_colours(contents.colours, source)
    lines = {axis: section.lines for axis, section in zip(Axis, contents.sections.values(), strict=True)}
    group_of: dict[str, Group] = {}  # what has been read so far: the same few groups come again and again
    rows, columns = (tuple(_parse_clue(line, key_of, group_of, source) for line in side) for side in lines.values())
    puzzle = Puzzle(rows, columns, palette, notes=(), goal=None, **contents.about)
    return base.finished(puzzle, source, checked, lines, contents.sections["columns"].heading.number)


class _Contents(Contents):
    colours: list[TextLine] | None = None


def _take_apart(source: Source) -> _Contents:
    contents = _Contents(source)
    names = iter(("rows", "columns"))
    section: Section | None = None
    for number, raw in enumerate(source.lines, 1):
        line = TextLine(number, raw.strip())
        if raw.startswith(":"):
            if (name := next(names, None)) is None:
                return contents
            section = contents.open(name, line, ":")
        elif section is not None:
            section.lines.append(line)
        elif raw.lower().startswith("#t"):
            raise source.error("this is a triddler", "only rectangular puzzles can be read", number)
        elif raw.lower().startswith("#d"):
            if contents.colours is not None:
                raise source.error("a second '#d'", "write all colours below the first", number)
            contents.colours = []
        elif contents.colours is not None:
            if line.text:
                contents.colours.append(line)
        elif about := _ABOUT_LINE.fullmatch(raw):
            contents.about.setdefault(about[1], about[2].strip())
    if section is not None and section.lines and not section.lines[-1].text:  # what stands behind the last line's end
        section.lines.pop()
    return contents


def _parse_colours(lines: list[TextLine] | None, source: Source) -> tuple[Palette, dict[str, str]]:
    """Return the palette, and the key of each letter in the clues; of none, the default colour's."""
    if lines is None:
        return base.palette_of({"": (BLACK, "black")}, WHITE, source)
    declared: dict[str, tuple[Rgb, str]] = {}
    background, background_name = WHITE, "white"
    for line in lines:
        if (match := _COLOUR.fullmatch(line.text)) is None:
            raise source.error("{text!r} is not a colour", "write 'letter:sign  #RRGGBB  name'", line)
        letter, word, name = match[1], match[3], base.one_line(match[4])
        if "/" in word or "\\" in word:
            what = "{text!r} is a triangle"
            raise source.error(what, "only puzzles of whole cells can be read", line.number, text=word)
        rgb = base.parse_rgb(word, source, line.number)
        name = name or ("" if word.startswith("#") else word)
        if letter == "0":
            background, background_name = rgb, name
        elif letter == "," or (letter.isdigit() and letter != "1"):
            raise source.error("{name!r} cannot stand for a colour", "take a letter", line.number, name=letter)
        elif letter in declared:
            raise source.error("a second colour {name!r}", "give each its own letter", line.number, name=letter)
        else:
            declared[letter] = rgb, name
    palette, keys = base.palette_of(declared, background, source, background_name)
    return palette, {"" if letter == "1" else letter: key for letter, key in keys.items()}


def _parse_clue(line: TextLine, key_of: dict[str, str], group_of: dict[str, Group], source: Source) -> Groups:
    if line.text in ("", "0"):
        return ()
    groups: list[Group] = []
    for item in base.split_items(line.text, source, line.number):
        if (group := group_of.get(item)) is None:
            group = group_of[item] = _parse_group(item, key_of, source, line.number)
        groups.append(group)
    return tuple(groups)


def _parse_group(item: str, key_of: dict[str, str], source: Source, line: int) -> Group:
    length, letter = base.parse_group(item, _GROUP, source, line)
    if letter not in key_of:
        what = "{text!r} has a colour that is not declared" if letter else "{text!r} has no colour's letter"
        fix = "declare it below '#d'" if letter else "write it behind the number, or declare the colour 1"
        raise source.error(what, fix, line, text=item[:20])
    return Group(length, key_of[letter])


def _build(puzzle: Puzzle) -> bytes:
    lines = base.about_lines(puzzle)
    if lines:
        lines.append("")
    if puzzle.in_colour:
        background = f"{hex_rgb(puzzle.palette.background)}  {base.one_line(puzzle.palette.background_name)}"
        lines += ["#d", f"  0:   {background}".rstrip()]
        for colour in puzzle.palette.colours:
            lines.append(f"  {colour.key}:{colour.key}  {hex_rgb(colour.rgb)}  {base.one_line(colour.name)}".rstrip())
    for heading, clues in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        lines += [heading, *map(base.build_clue, clues)]
    return ("\n".join([*lines, ": end"]) + "\n").encode("utf-8", "replace")


OLSAK_G = Format(_recognise, _parse, build=_build, max_colours=MAX_COLOURS)
