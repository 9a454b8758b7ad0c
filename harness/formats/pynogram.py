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

The layout of pynogram's files before they had sections: the columns, two empty lines, the rows.

::

    # a comment
    color: r(red) %

    1r 2, 3
    '1r 1'

    # one empty line, or one with a comment alone, is mere layout


    1r 1, 2, 1

Two empty lines or more, of which comments may be part, divide the columns from the rows. Lines ``color: name(look)
sign`` stand above the columns. `clue_sections` says what a clue and a colour are.

A file of bare numbers may also be the ``keen`` or ``ish`` of webpbn.com, where the rows come first, and one empty line
divides the two: such a file is pynogram's only where its name does not say otherwise.

Source: what the first readers and sample files of pynogram did and showed (https://github.com/tsionyx/pynogram).
"""

from __future__ import annotations

import re

from harness.formats.base import Format, Likeness, Source
from harness.formats.clue_sections import (
    CLUES,
    COLOURS,
    GROUP,
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
from harness.puzzle import Puzzle

_COMMENT = "#"
_COLOUR = re.compile(r"color:[ \t]*([^\W\d]\w*)[ \t]*(\([^()]*\).*)")
_COLOUR_WORD = "color:"
_BETWEEN = re.compile(r"[\s,'\"]+")
_QUOTES = re.compile("['\"]")
_BARE = re.compile(r"[0-9,\s]*")
_EMPTY_LINES = 2
_PARTS = 2
_MEND_DIVISION = "write the columns, two empty lines, the rows"
_MEND_COLOUR = "write 'color: name(#RRGGBB) sign'"
_DECLARATION = "declare it above the columns: color: {name}(#RRGGBB) {sign}"


def recognise_unsectioned(source: Source) -> Likeness:
    """Rate how sure it is, from the content alone, that a text is in this layout.

    >>> texts = ["1, 1 1", "1"], ["1", "1"], ["1"]
    >>> [recognise_unsectioned(Source("", "\\n\\n\\n".join(parts).encode())).name for parts in texts]
    ['YES', 'MAYBE', 'NO']
    """
    colours, parts = _divide(source)
    lines = [line for part in parts for line in part]
    is_own = bool(colours) or any(_QUOTES.search(line.text) for line in lines)
    if not lines or not (is_own or len(parts) == _PARTS) or not all(_is_clues(line.text) for line in lines):
        return Likeness.NO
    is_own = is_own or any(not _BARE.fullmatch(line.text) or _has_both_dividers(line.text) for line in lines)
    return Likeness.YES if is_own else Likeness.MAYBE


def take_apart_unsectioned(source: Source) -> Sections:
    """The lines of the columns, of the rows, and of the colours.

    Raises:
        FormatError: there are not just two parts, or a line that begins like a colour is none.
    """
    colours, parts = _divide(source)
    if len(parts) < _PARTS:
        raise source.error("no two empty lines between columns and rows", _MEND_DIVISION)
    if len(parts) > _PARTS:
        first = parts[_PARTS][0]
        what = "{text!r} after two empty lines below the rows"
        raise source.error(what, _MEND_DIVISION, first.number, text=first.text[:30])
    looks = []
    for line in colours:
        match = _COLOUR.fullmatch(line.text)
        if match is None:
            raise source.error("{text!r} is not a colour", _MEND_COLOUR, line.number, text=line.text[:30])
        looks.append(TextLine(line.number, f"{match[1]} = {match[2]}"))
    return Sections(rows=parts[1], columns=parts[0], colours=looks, declaration=_DECLARATION)


def _divide(source: Source) -> tuple[list[TextLine], list[list[TextLine]]]:
    """The lines of colours, and the others as two empty lines or more divide them."""
    colours: list[TextLine] = []
    parts: list[list[TextLine]] = []
    empty = 0
    for number, raw in enumerate(source.lines, 1):
        text = raw.strip()
        if not parts and text.startswith(_COLOUR_WORD):
            colours.append(TextLine(number, text))
        elif text := text.partition(_COMMENT)[0].strip():
            if not parts or empty >= _EMPTY_LINES:
                parts.append([])
            parts[-1].append(TextLine(number, text))
            empty = 0
        else:
            empty += 1
    return colours, parts


def _has_both_dividers(text: str) -> bool:
    """Return True if commas stand between clues of several lengths, as no other format has them: ``3 1, 1``."""
    clues = text.split(",")
    return len(clues) > 1 and any(len(clue.split()) > 1 for clue in clues)


def _is_clues(text: str) -> bool:
    items = [item for item in _BETWEEN.split(text) if item]
    return bool(items) and all(map(GROUP.fullmatch, items))


_KNOWN = {CLUES: ("rows", "columns"), COLOURS: ()}
_KEY = re.compile(r"([A-Za-z_][\w-]*)\s*[=:]\s*(.*)")
_SECTION = re.compile(rf"^[ \t]*\[\s*(?:{CLUES}|{COLOURS})\s*\]", re.MULTILINE)
_CLUES_SECTION = re.compile(rf"^[ \t]*\[\s*{CLUES}\s*\]", re.MULTILINE)


def _recognise(source: Source) -> Likeness:
    if not _CLUES_SECTION.search(source.text):
        return recognise_unsectioned(source)
    return Likeness.NO if has_quoted_lists(source) else Likeness.YES


def _parse(source: Source, checked: bool) -> Puzzle:
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
                what = "a second [{section}], the first is in line {first}"
                raise source.error(what, "join them", number, section=section, first=first)
            section_lines[section] = number
        elif section == COLOURS:
            colours.append(TextLine(number, raw.strip()))
        elif section == CLUES and (key := _KEY.fullmatch(text)):
            name = key[1].lower()
            check_name(section, name, _KNOWN, source, number)
            if name in lists:
                raise source.error("a second '{name}'", "keep one of them", number, name=name)
            current = lists[name] = [TextLine(number, key[2])]
        elif current is not None:
            current.append(TextLine(number, text))
        else:
            raise wrong_place(text, source, number)
    return Sections(lists.get("rows"), lists.get("columns"), colours)


def _build(puzzle: Puzzle) -> bytes:
    puzzle = with_own_keys(puzzle)
    lines = [f"[{COLOURS}]", *colours, ""] if (colours := colour_lines(puzzle)) else []
    lines.append(f"[{CLUES}]")
    for name, clues in clues_of_sides(puzzle):
        lines += [f"{name} =", *(f"    {clue}" for clue in clues), ""]
    return ("\n".join(lines[:-1]) + "\n").encode()


PYNOGRAM = Format(_recognise, _parse, build=_build, build_colour=_build, max_colours=len(KEYS), holds_blots=True)
