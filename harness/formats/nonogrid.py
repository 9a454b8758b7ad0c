"""`.toml`: the own format of nonogrid, TOML with the lists of clues in strings.

::

    [colors]
    defs = ['r = (red) %']

    [clues]
    columns = '''
        1r 2
        3
    '''
    rows = "1r 1, 2, 1"

`clue_sections` says what a clue and a colour are. Of TOML this reads what such files hold: strings of one line, strings
of several between three quotes, and one array of strings; so every error can name its line, which a reader of all TOML
does not tell of what it has read.

Source: the sample files of nonogrid (https://github.com/tsionyx/nonogrid).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from harness.formats.base import Format, Likeness, Source
from harness.formats.clue_sections import (
    CLUES,
    COLOURS,
    HEADING,
    KEY,
    KEYS,
    Sections,
    check_name,
    clues_of_sides,
    colour_lines,
    puzzle_of_sections,
    with_own_keys,
    wrong_place,
)
from harness.formats.clues import TextLine
from harness.puzzle import Puzzle
from harness.puzzle.palette import MAX_COLOURS

_DEFINITIONS = "defs"
_KNOWN = {CLUES: ("rows", "columns"), COLOURS: (_DEFINITIONS,)}
_CLUES_HEADING = re.compile(rf"^[ \t]*\[\s*{CLUES}\s*\]", re.MULTILINE)
_QUOTED_LIST = re.compile(
    r"""^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(?:"{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)""", re.MULTILINE
)
_TRIPLE_QUOTES = ('"' * 3, "'" * 3)
_STRING = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_TOKEN = re.compile(r"\s*(" + _STRING.pattern.replace("(", "(?:") + r"|[^\s#])")
_COMMENT = "#"


def has_quoted_lists(source: Source) -> bool:
    """Return True if a list of clues stands in quotes, so that a text with ``[clues]`` is nonogrid's and not
    pynogram's.
    """
    return _QUOTED_LIST.search(source.text) is not None


def _recognise(source: Source) -> Likeness:
    if not _CLUES_HEADING.search(source.text):
        return Likeness.NO
    return Likeness.YES if has_quoted_lists(source) else Likeness.NO


def _parse(source: Source, checked: bool) -> Puzzle:
    return puzzle_of_sections(_take_apart(source), source, checked)


def _take_apart(source: Source) -> Sections:
    lists: dict[str, list[TextLine]] = {}
    colours: list[TextLine] = []
    section, sections_seen = "", set[str]()
    lines = iter(enumerate(source.lines, 1))
    for number, raw in lines:
        text = raw.strip()
        bare = text.partition(_COMMENT)[0].strip()
        if not bare:
            continue
        if heading := HEADING.fullmatch(bare):
            section = heading[1]
            check_name(section, "", _KNOWN, source, number)
            if section in sections_seen:
                raise source.error("a second [{section}]", "join them", number, section=section)
            sections_seen.add(section)
            continue
        key = KEY.fullmatch(text)
        if key is None or not section:
            raise wrong_place(text, source, number)
        name = key[1]
        check_name(section, name, _KNOWN, source, number)
        if name in lists or (name == _DEFINITIONS and colours):
            raise source.error("a second '{name}'", "keep one of them", number, name=name)
        if name == _DEFINITIONS:
            strings = _take_strings(TextLine(number, key[2]), lines, source)
            colours = list(islice(strings, MAX_COLOURS + 2))  # more are refused whatever they are
        else:
            lists[name] = list(_take_text(TextLine(number, key[2]), lines, source))
    return Sections(lists.get("rows"), lists.get("columns"), colours)


def _take_text(first: TextLine, lines: Iterator[tuple[int, str]], source: Source) -> Iterator[TextLine]:
    """The lines of a string that begins in this one."""
    quotes = first.text[:3]
    if quotes not in _TRIPLE_QUOTES:
        string = _STRING.match(first.text)
        if string is None:
            what = "{text!r} is not a string"
            raise source.error(what, "write the clues between quotes", first.number, text=first.text[:30])
        _check_end(first.text[string.end() :], source, first.number)
        yield TextLine(first.number, string[1] or string[2] or "")
        return
    number, text = first.number, first.text[3:]
    while quotes not in text:
        yield TextLine(number, text)
        following = next(lines, None)
        if following is None:
            what = "the string that begins here has no end {quotes}"
            raise source.error(what, "close it", first.number, quotes=quotes)
        number, text = following
    inside, _, behind = text.partition(quotes)
    yield TextLine(number, inside)
    _check_end(behind, source, number)


def _take_strings(first: TextLine, lines: Iterator[tuple[int, str]], source: Source) -> Iterator[TextLine]:
    """The strings of an array that begins in this line, each with the number of its line."""
    if not first.text.startswith("["):
        raise source.error("{text!r} is not an array", "write ['r = (red) %']", first.number, text=first.text[:30])
    number, text, position = first.number, first.text, 1
    is_between = True  # where a string may stand
    while True:
        token = _TOKEN.match(text, position)
        if token is None:
            following = next(lines, None)
            if following is None:
                raise source.error("the array that begins here has no end ]", "close it", first.number)
            number, text, position = *following, 0
            continue
        position, sign = token.end(), token[1]
        if sign == "]":
            _check_end(text[position:], source, number)
            return
        if sign == ",":
            is_between = True
        elif (string := _STRING.fullmatch(sign)) is None:
            shown = text[token.start(1) : token.start(1) + 30]
            raise source.error("{text!r} is not a string", "write each colour between quotes", number, text=shown)
        elif not is_between:
            raise source.error("{text!r} behind a string", "write a comma between two", number, text=sign[:30])
        else:
            yield TextLine(number, (string[1] or string[2] or "").strip())
            is_between = False


def _check_end(text: str, source: Source, line: int) -> None:
    if text.strip() and not text.strip().startswith(_COMMENT):
        what = "{text!r} behind the value"
        raise source.error(what, "write one key and its value on a line", line, text=text.strip()[:30])


def _build(puzzle: Puzzle) -> bytes:
    puzzle = with_own_keys(puzzle)
    colours = colour_lines(puzzle)
    lines = [f"[{COLOURS}]", f"{_DEFINITIONS} = [", *(f"    '{colour}'," for colour in colours), "]", ""]
    if not colours:
        lines.clear()
    lines.append(f"[{CLUES}]")
    for name, clues in clues_of_sides(puzzle):
        lines += [f"{name} = {_TRIPLE_QUOTES[0]}", *(f"    {clue}" for clue in clues), _TRIPLE_QUOTES[0], ""]
    return ("\n".join(lines[:-1]) + "\n").encode()


NONOGRID = Format(_recognise, _parse, build=_build, build_colour=_build, max_colours=len(KEYS), holds_blots=True)
