"""`.ini`: the own format of pynogram, sections with lists of clues.

::

    [colors]
    r = (red) %

    [clues]
    columns =
        1r 2
        3
    rows = 1r 1, 2, 1

Colours may be left out, and either list may come first. A list ends at the next line with a ``key =`` (or ``key:``)
or a ``[section]``; blank lines in it don't count. `clue_sections` says what a clue and a colour are. The files usually
end in ``.txt``. Older ones have no sections: `pynogram_unsectioned`.

Source: the sample files of pynogram (https://github.com/tsionyx/pynogram).
"""

from __future__ import annotations

import re

from harness.formats.base import Format, Likeness, Source
from harness.formats.clue_sections import (
    CLUES,
    COLOURS,
    HEADING,
    KEYS,
    Sections,
    check_name,
    clues_of_sides,
    colour_lines,
    puzzle_of_sections,
    with_own_keys,
    without_comment,
    wrong_place,
)
from harness.formats.clues import TextLine
from harness.formats.nonogrid import has_quoted_lists
from harness.formats.pynogram_unsectioned import recognise_unsectioned, take_apart_unsectioned
from harness.puzzle.colour import AnyPuzzle

_KNOWN = {CLUES: ("rows", "columns"), COLOURS: ()}
_KEY = re.compile(r"([A-Za-z_][\w-]*)\s*[=:]\s*(.*)")
_SECTION = re.compile(rf"^[ \t]*\[\s*(?:{CLUES}|{COLOURS})\s*\]", re.MULTILINE)
_CLUES_SECTION = re.compile(rf"^[ \t]*\[\s*{CLUES}\s*\]", re.MULTILINE)


def _recognise(source: Source) -> Likeness:
    if not _CLUES_SECTION.search(source.text):
        return recognise_unsectioned(source)
    return Likeness.NO if has_quoted_lists(source) else Likeness.YES


def _parse(source: Source, checked: bool) -> AnyPuzzle:
    take_apart = _take_apart if _SECTION.search(source.text) else take_apart_unsectioned
    return puzzle_of_sections(take_apart(source), source, checked)


def _take_apart(source: Source) -> Sections:
    lists: dict[str, list[TextLine]] = {}
    colours: list[TextLine] = []
    section, section_lines = "", dict[str, int]()
    current: list[TextLine] | None = None
    for number, raw in enumerate(source.lines, 1):
        text = without_comment(raw)
        if not text:
            continue
        if heading := HEADING.fullmatch(text):
            section, current = heading[1].lower(), None
            check_name(section, "", _KNOWN, source, number)
            if section in section_lines:
                first = source.line_of_file(section_lines[section])
                raise source.error(f"a second [{section}], the first is in line {first}", "join them", number)
            section_lines[section] = number
        elif section == COLOURS:
            colours.append(TextLine(number, raw.strip()))
        elif section == CLUES and (key := _KEY.fullmatch(text)):
            name = key[1].lower()
            check_name(section, name, _KNOWN, source, number)
            if name in lists:
                raise source.error(f"a second '{name}'", "keep one of them", number)
            current = lists[name] = [TextLine(number, key[2])]
        elif current is not None:
            current.append(TextLine(number, text))
        else:
            raise wrong_place(text, source, number)
    return Sections(lists.get("rows"), lists.get("columns"), colours)


def _build(puzzle: AnyPuzzle) -> bytes:
    puzzle = with_own_keys(puzzle)
    lines = [f"[{COLOURS}]", *colours, ""] if (colours := colour_lines(puzzle)) else []
    lines.append(f"[{CLUES}]")
    for name, clues in clues_of_sides(puzzle):
        lines += [f"{name} =", *(f"    {clue}" for clue in clues), ""]
    return ("\n".join(lines[:-1]) + "\n").encode()


PYNOGRAM = Format(_recognise, _parse, build=_build, build_colour=_build, max_colours=len(KEYS), holds_blots=True)
