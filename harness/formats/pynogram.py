"""`.ini` and `.toml`: the own formats of pynogram and of nonogrid, lists of clues and colours in sections.

In both a clue is lengths divided by spaces; a line holds one, or several divided by commas; quotes around a clue, and a
comma behind the last, don't count. ``0`` is a line without groups, ``?`` a group of unknown length. A word behind a
length is the name of its colour: ``2g 1r``; without one it is black. ``#`` and ``;`` begin a comment.

A colour is ``name = (look) sign``: the look is ``#RRGGBB``, three numbers, or a name; the sign stands for it on a
terminal. ``B`` is black and ``W`` the background, unless they are declared.

pynogram::

    [colors]
    r = (red) %

    [clues]
    columns =
        1r 2
        3
    rows = 1r 1, 2, 1

Colours may be left out, and either list may come first. A list ends at the next line with a ``key =`` (or ``key:``)
or a ``[section]``; blank lines in it don't count. The files usually end in ``.txt``.

pynogram's files before they had sections: the columns, two empty lines, the rows::

    # a comment
    color: r(red) %

    1r 2, 3
    '1r 1'

    # one empty line, or one with a comment alone, is layout


    1r 1, 2, 1

Two empty lines or more, of which comments may be part, divide the columns from the rows. Lines ``color: name(look)
sign`` stand above the columns.

A file of bare numbers may also be the ``keen`` or ``ish`` of webpbn.com, where the rows come first, and one empty line
divides the two: such a file is pynogram's only where its name does not say otherwise.

nonogrid, in TOML with the lists of clues in strings::

    [colors]
    defs = ['r = (red) %']

    [clues]
    columns = '''
        1r 2
        3
    '''
    rows = "1r 1, 2, 1"

Of TOML this reads what such files hold: strings of one line, strings of several between three quotes, and one array of
strings; so every error can name its line, which a reader of all TOML does not tell of what it has read.

Source: what the first readers of pynogram did; the sample files of pynogram (https://github.com/tsionyx/pynogram) and
of nonogrid (https://github.com/tsionyx/nonogrid), and the comments in both programs' hello.txt and hello.toml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from harness.errors import FormatError, Phrase
from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Source, TextLine
from harness.formats.sides import oriented
from harness.puzzle import BLOT, MAX_SIDE, Axis, Puzzle, RowsBy
from harness.puzzle.palette import BLACK, MAX_COLOURS, WHITE, Rgb, hex_rgb
from harness.puzzle.value import Value

_BLACK_NAME, _BACKGROUND_NAME = "B", "W"
_CLUES, _COLOURS = "clues", "colors"
_KEYS = "abcdefghijklmnopqrstuvwxyzACDEFGHIJKLMNOPQRSTUVXYZ"
"""Letters that name the colours of what is written; those with a meaning of their own are not among them."""

_HEADING = re.compile(r"\[\s*([A-Za-z]+)\s*\]")
_KEY = re.compile(r"([A-Za-z_][\w-]*)\s*=\s*(.*)")
_GROUP = re.compile(r"([0-9]+|\?)([^\W\d]\w*)?")
_COMMENTS = re.compile("[#;]")
_COLOUR = re.compile(r"([^\W\d]\w*)\s*=\s*\(([^()]*)\)\s*(\S)?.*")
_TRIPLE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})")
_QUOTES = "'\" \t"

_Look = tuple[Rgb, str]
"""A colour, and its name."""


class _Sections(Value):
    """A file taken apart.

    Attributes:
        rows: the lines of the list; None where the file has no such list.
        columns: likewise.
        colours: the lines that declare them.
        rows_by: how this is known.
        declaration: how to fix a colour that none of them declares: `name` and `sign` are filled in.
    """

    rows: list[TextLine] | None
    columns: list[TextLine] | None
    colours: list[TextLine]
    rows_by: RowsBy = RowsBy.FILE
    declaration: str = "declare it in [colors]: {name} = (#RRGGBB) {sign}"


def _without_comment(text: str) -> str:
    """Return the text before a comment, without spaces around it."""
    return _COMMENTS.split(text, maxsplit=1)[0].strip()


def _puzzle_of(sections: _Sections, source: Source, checked: bool) -> Puzzle:
    """Make the puzzle of a file."""
    declared = _parse_colours(sections.colours, source)
    lines_of: dict[Axis, list[TextLine]] = {}
    sides: list[list[list[tuple[int, str]]]] = []
    used: set[str] = set()
    for axis, lines in zip(Axis, (sections.rows, sections.columns), strict=True):
        name = f"{axis.value}s"
        if lines is None:
            raise source.error("no '{name}' in [clues]", "write '{name} =' and the clues below it", name=name)
        clues = lines_of[axis] = list(islice(_split_clues(lines, source), MAX_SIDE + 1))
        if len(clues) > MAX_SIDE:
            what = "more than {most} {lines}"
            raise source.error(what, "keep each side to {most}", clues[-1].number, most=MAX_SIDE, lines=Phrase(name))
        if not clues:
            raise source.error("no clues after '{name} ='", "write one for each line", lines[0].number, name=name)
        sides.append([_parse_groups(clue, declared, sections.declaration, source) for clue in clues])
        used.update(name for clue in sides[-1] for _, name in clue)
    if _BACKGROUND_NAME in used:
        what = "a group of the colour {name}, the background"
        raise source.error(what, "give it another colour", name=_BACKGROUND_NAME)
    background = declared.pop(_BACKGROUND_NAME, (WHITE, "white"))
    looks = {name: look for name, look in declared.items() if name in used or name != _BLACK_NAME}
    palette, keys = base.palette_of(looks, background[0], source, background[1])
    rows, columns = (base.coloured(side, keys) for side in sides)
    otherwise = sections.columns[0].number if sections.columns else None
    return base.finished(Puzzle(rows, columns, palette), source, checked, lines_of, otherwise).with_rows_by(
        sections.rows_by
    )


def _split_clues(lines: Sequence[TextLine], source: Source) -> Iterator[TextLine]:
    """Yield each clue with the number of its line."""
    for line in lines:
        text = _without_comment(line.text).rstrip(",").strip()
        if not text:
            continue
        for item in text.split(",", MAX_SIDE):  # what is behind is too much in any case
            if not (clue := item.strip(_QUOTES)):
                raise source.error("no clue beside a comma", "write 0 for a line without groups", line)
            yield TextLine(line.number, clue)


def _parse_groups(
    clue: TextLine, declared: dict[str, _Look], declaration: str, source: Source
) -> list[tuple[int, str]]:
    if clue.text == "0":
        return []
    if len(clue.text) <= 2 * base.MAX_GROUPS and _LENGTHS.fullmatch(clue.text):
        return [(length, _BLACK_NAME) for length in map(int, clue.text.split())]
    groups: list[tuple[int, str]] = []
    for item in base.split_items(clue.text, source, clue.number):
        if (match := _GROUP.fullmatch(item)) is None:
            fix = "write a length, and the name of its colour behind it"
            raise source.error("{text!r} is not a group", fix, clue.number, text=item[:20])
        name = match[2] or _BLACK_NAME
        if name not in declared:
            what = "{text!r} has a colour that is not declared"
            raise source.error(what, declaration, clue.number, text=item[:20], name=name[:20], sign=name[0])
        groups.append((BLOT if match[1] == base.BLOT_SIGN else base.parse_length(match[1], source, clue.number), name))
    return groups


def _parse_colours(lines: Sequence[TextLine], source: Source) -> dict[str, _Look]:
    """Return the colours by their names, black among them."""
    declared: dict[str, _Look] = {}
    for line in lines:
        if (match := _COLOUR.fullmatch(line.text)) is None:
            raise source.error("{text!r} is not a colour", "write 'name = (#RRGGBB) sign'", line)
        name, look = match[1], match[2].strip()
        if name in declared:
            raise source.error("a second colour {name!r}", "give each its own name", line.number, name=name[:20])
        declared[name] = _parse_look(look, source, line.number), base.one_line(look) if look.isalpha() else ""
    declared.setdefault(_BLACK_NAME, (BLACK, "black"))
    return declared


def _parse_look(look: str, source: Source, line: int) -> Rgb:
    if triple := _TRIPLE.fullmatch(look):
        red, green, blue = map(int, triple.groups())
        if max(red, green, blue) > 255:
            raise source.error("{text!r} is not a known colour", "its parts are 0 to 255", line, text=look[:20])
        return red, green, blue
    return base.parse_rgb(look, source, line)


def _wrong_place(text: str, source: Source, line: int) -> FormatError:
    fix = "put clues after 'rows =' or 'columns =' in [clues]"
    return source.error("{text!r} is outside every list", fix, line, text=text[:30])


def _check_name(section: str, key: str, known: dict[str, tuple[str, ...]], source: Source, line: int) -> None:
    """Raise unless the format has the section, and the key in it; `known` has no keys for a section that takes any."""
    if section not in known:
        raise source.error("a section [{text}]", "there are [clues] and [colors]", line, text=section[:20])
    if key and known[section] and key not in known[section]:
        what, fix = "{text!r} in [{section}]", "it holds {keys}"
        raise source.error(what, fix, line, text=key[:20], section=section, keys=" and ".join(known[section]))


_COMMENT = "#"
_DECLARED = re.compile(r"color:[ \t]*([^\W\d]\w*)[ \t]*(\([^()]*\).*)")
_COLOUR_WORD = "color:"
_LENGTHS = re.compile(r"[0-9]{1,9}+(?:\s++[0-9]{1,9}+)*+")
_BETWEEN = re.compile(r"[\s,'\"]+")
_BARE = re.compile(r"[0-9,\s]*")
_MEND_DIVISION = "write the columns, two empty lines, the rows"
_DECLARATION = "declare it above the columns: color: {name}(#RRGGBB) {sign}"


def _recognise_unsectioned(source: Source) -> Likeness:
    """Rate how sure it is, from the content alone, that a text is in this layout."""
    colours, parts = _divide(source)
    lines = [line for part in parts for line in part]
    if not lines or not (colours or len(parts) == 2) or not all(_is_clues(line.text) for line in lines):
        return Likeness.NO
    is_own = bool(colours) or any(not _BARE.fullmatch(line.text) or _has_both_dividers(line.text) for line in lines)
    return Likeness.YES if is_own else Likeness.MAYBE


def _take_apart_unsectioned(source: Source) -> _Sections:
    colours, parts = _divide(source)
    if len(parts) < 2:
        raise source.error("no two empty lines between columns and rows", _MEND_DIVISION)
    if len(parts) > 2:
        raise source.error("{text!r} after two empty lines below the rows", _MEND_DIVISION, parts[2][0])
    looks = []
    for line in colours:
        if (match := _DECLARED.fullmatch(line.text)) is None:
            raise source.error("{text!r} is not a colour", "write 'color: name(#RRGGBB) sign'", line)
        looks.append(TextLine(line.number, f"{match[1]} = {match[2]}"))
    is_own = _recognise_unsectioned(source) is Likeness.YES
    otherwise = RowsBy.FILE if is_own else RowsBy.OPTION if source.columns_first else RowsBy.FORMAT
    # this layout has the columns first
    sides = oriented(parts[1], parts[0], source.replace(columns_first=False), otherwise)
    return _Sections([*sides.rows], [*sides.columns], looks, rows_by=sides.rows_by, declaration=_DECLARATION)


def _divide(source: Source) -> tuple[list[TextLine], list[list[TextLine]]]:
    """Return the lines of colours, and the others as two empty lines or more divide them."""
    colours: list[TextLine] = []
    parts: list[list[TextLine]] = []
    empty = 0
    for number, raw in enumerate(source.lines, 1):
        text = raw.strip()
        if not parts and text.startswith(_COLOUR_WORD):
            colours.append(TextLine(number, text))
        elif text := text.partition(_COMMENT)[0].strip():
            if not parts or empty >= 2:
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
    return bool(items) and all(map(_GROUP.fullmatch, items))


_KNOWN_SECTIONS = {_CLUES: ("rows", "columns"), _COLOURS: ()}
_KEY_OR_COLON = re.compile(r"([A-Za-z_][\w-]*)\s*[=:]\s*(.*)")
_SECTION = re.compile(rf"^[ \t]*\[\s*(?:{_CLUES}|{_COLOURS})\s*\]", re.MULTILINE)
_CLUES_SECTION = re.compile(rf"^[ \t]*\[\s*{_CLUES}\s*\]", re.MULTILINE)


def _recognise_pynogram(source: Source) -> Likeness:
    if not _CLUES_SECTION.search(source.text):
        return _recognise_unsectioned(source)
    return Likeness.NO if _has_quoted_lists(source) else Likeness.YES


def _take_apart_pynogram(source: Source) -> _Sections:
    if not _SECTION.search(source.text):
        return _take_apart_unsectioned(source)
    contents, lists = Contents(source), dict[str, list[TextLine]]()
    colours: list[TextLine] = []
    section = ""
    current: list[TextLine] | None = None
    for number, raw in enumerate(source.lines, 1):
        text = _without_comment(raw)
        if not text:
            continue
        if heading := _HEADING.fullmatch(text):
            section, current = heading[1].lower(), None
            _check_name(section, "", _KNOWN_SECTIONS, source, number)
            contents.open(section, TextLine(number, text), f"[{section}]")
        elif section == _COLOURS:
            colours.append(TextLine(number, raw.strip()))
        elif section == _CLUES and (key := _KEY_OR_COLON.fullmatch(text)):
            name = key[1].lower()
            _check_name(section, name, _KNOWN_SECTIONS, source, number)
            if name in lists:
                raise source.error("a second '{name}'", "keep one of them", number, name=name)
            current = lists[name] = [TextLine(number, key[2])]
        elif current is not None:
            current.append(TextLine(number, text))
        else:
            raise _wrong_place(text, source, number)
    return _Sections(lists.get("rows"), lists.get("columns"), colours)


_DEFINITIONS = "defs"
_KNOWN = {_CLUES: ("rows", "columns"), _COLOURS: (_DEFINITIONS,)}
_QUOTED_LIST = re.compile(
    r"""^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(?:"{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)""", re.MULTILINE
)
_TRIPLE_QUOTES = ('"' * 3, "'" * 3)
_STRING = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_TOKEN = re.compile(r"\s*(" + _STRING.pattern.replace("(", "(?:") + r"|[^\s#])")


def _has_quoted_lists(source: Source) -> bool:
    """Return True if a list of clues stands in quotes: then a text with ``[clues]`` is nonogrid's, not pynogram's."""
    return _QUOTED_LIST.search(source.text) is not None


def _recognise_nonogrid(source: Source) -> Likeness:
    return Likeness.YES if _CLUES_SECTION.search(source.text) and _has_quoted_lists(source) else Likeness.NO


def _take_apart_nonogrid(source: Source) -> _Sections:
    contents, lists = Contents(source), dict[str, list[TextLine]]()
    colours: list[TextLine] = []
    section = ""
    lines = iter(enumerate(source.lines, 1))
    for number, raw in lines:
        text = raw.strip()
        bare = text.partition(_COMMENT)[0].strip()
        if not bare:
            continue
        if heading := _HEADING.fullmatch(bare):
            section = heading[1]
            _check_name(section, "", _KNOWN, source, number)
            contents.open(section, TextLine(number, text), f"[{section}]")
            continue
        key = _KEY.fullmatch(text)
        if key is None or not section:
            raise _wrong_place(text, source, number)
        name = key[1]
        _check_name(section, name, _KNOWN, source, number)
        if name in lists or (name == _DEFINITIONS and colours):
            raise source.error("a second '{name}'", "keep one of them", number, name=name)
        if name == _DEFINITIONS:
            strings = _take_strings(TextLine(number, key[2]), lines, source)
            colours = list(islice(strings, MAX_COLOURS + 2))  # more are refused whatever they are
        else:
            lists[name] = list(_take_text(TextLine(number, key[2]), lines, source))
    return _Sections(lists.get("rows"), lists.get("columns"), colours)


def _take_text(first: TextLine, lines: Iterator[tuple[int, str]], source: Source) -> Iterator[TextLine]:
    """Yield the lines of a string that begins in this one."""
    quotes = first.text[:3]
    if quotes not in _TRIPLE_QUOTES:
        if (string := _STRING.match(first.text)) is None:
            raise source.error("{text!r} is not a string", "write the clues between quotes", first)
        _check_end(first.text[string.end() :], source, first.number)
        yield TextLine(first.number, string[1] or string[2] or "")
        return
    number, text = first.number, first.text[3:]
    while quotes not in text:
        yield TextLine(number, text)
        if (following := next(lines, None)) is None:
            what = "the string that begins here has no end {quotes}"
            raise source.error(what, "close it", first.number, quotes=quotes)
        number, text = following
    inside, _, behind = text.partition(quotes)
    yield TextLine(number, inside)
    _check_end(behind, source, number)


def _take_strings(first: TextLine, lines: Iterator[tuple[int, str]], source: Source) -> Iterator[TextLine]:
    """Yield the strings of an array that begins in this line, each with the number of its line."""
    if not first.text.startswith("["):
        raise source.error("{text!r} is not an array", "write ['r = (red) %']", first)
    number, text, position = first.number, first.text, 1
    is_between = True  # where a string may stand
    while True:
        if (token := _TOKEN.match(text, position)) is None:
            if (following := next(lines, None)) is None:
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


def _build(puzzle: Puzzle, in_toml: bool) -> bytes:
    palette, lines = puzzle.palette, list[str]()
    if puzzle.in_colour:
        if not set(palette.keys) <= set(_KEYS):  # other keys cannot be names
            puzzle = puzzle.with_keys(_KEYS)
        looks = [(colour.key, colour.rgb, colour.key) for colour in puzzle.palette.colours]
        if palette.background != WHITE:
            looks.append((_BACKGROUND_NAME, palette.background, "."))
        lines = [f"{name} = ({hex_rgb(rgb)[1:].upper()}) {sign}" for name, rgb, sign in looks]
        if in_toml:
            lines = [f"{_DEFINITIONS} = [", *(f"    '{line}'," for line in lines), "]"]
        lines = [f"[{_COLOURS}]", *lines, ""]
    lines.append(f"[{_CLUES}]")
    quotes = [_TRIPLE_QUOTES[0]] if in_toml else []
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [" ".join([name, "=", *quotes]), *(f"    {base.build_clue(clue)}" for clue in clues), *quotes, ""]
    return ("\n".join(lines[:-1]) + "\n").encode()


def _format(
    recognise: Callable[[Source], Likeness], take_apart: Callable[[Source], _Sections], *, in_toml: bool
) -> Format:
    return Format(
        recognise,
        lambda source, checked: _puzzle_of(take_apart(source), source, checked),
        build=partial(_build, in_toml=in_toml),
        max_colours=len(_KEYS),
        holds_blots=True,
    )


PYNOGRAM = _format(_recognise_pynogram, _take_apart_pynogram, in_toml=False)

NONOGRID = _format(_recognise_nonogrid, _take_apart_nonogrid, in_toml=True)
