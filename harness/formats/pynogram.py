"""`.ini` and `.toml`: the own formats of pynogram and of nonogrid, lists of clues and colours in sections.

Quotes around a clue, and a comma behind the last, don't count. A list in an ``.ini`` file ends at the next line with a
``key =`` (or ``key:``) or a ``[section]``; blank lines in it don't count. ``B`` is black and ``W`` the background,
unless they are declared.

pynogram's files before they had sections: the columns, two empty lines or more, of which comments may be part, the
rows. One empty line, or one with a comment alone, is layout. A file of bare numbers may also be the ``keen`` or ``ish``
of webpbn.com, where the rows come first: such a file is pynogram's only where its name does not say otherwise.

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

from harness.errors import Phrase
from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Source, TextLine
from harness.formats.sides import oriented
from harness.puzzle import MAX_SIDE, Axis, Puzzle, RowsBy
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
    """A file taken apart: the lines of each list, None for one that it has not, and those that declare colours.

    `declaration` is how to fix a colour that none of them declares: `name` and `sign` are filled in.
    """

    rows: list[TextLine] | None
    columns: list[TextLine] | None
    colours: list[TextLine]
    rows_by: RowsBy = RowsBy.FILE
    declaration: str = "declare it in [colors]: {name} = (#RRGGBB) {sign}"


def _without_comment(text: str) -> str:
    return _COMMENTS.split(text, maxsplit=1)[0].strip()


def _puzzle_of(sections: _Sections, source: Source, checked: bool) -> Puzzle:
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
    puzzle = base.finished(Puzzle(rows, columns, palette), source, checked, lines_of, otherwise)
    return puzzle.with_rows_by(sections.rows_by)


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
        length, name = base.parse_group(item, _GROUP, source, clue.number)
        name = name or _BLACK_NAME
        if name not in declared:
            what = "{text!r} has a colour that is not declared"
            raise source.error(what, declaration, clue.number, text=item[:20], name=name[:20], sign=name[0])
        groups.append((length, name))
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
        if triple := _TRIPLE.fullmatch(look):
            red, green, blue = map(int, triple.groups())
            if max(red, green, blue) > 255:
                fix = "its parts are 0 to 255"
                raise source.error("{text!r} is not a known colour", fix, line.number, text=look[:20])
            declared[name] = (red, green, blue), ""
        else:
            declared[name] = base.parse_rgb(look, source, line.number), base.one_line(look) if look.isalpha() else ""
    declared.setdefault(_BLACK_NAME, (BLACK, "black"))
    return declared


def _check_name(section: str, key: str, source: Source, line: int) -> None:
    """Raise `FormatError` unless there is such a section, and such a key in it."""
    if section not in _KNOWN:
        raise source.error("a section [{text}]", "there are [clues] and [colors]", line, text=section[:20])
    if key and key not in _KNOWN[section]:
        what, fix = "{text!r} in [{section}]", "it holds {keys}"
        raise source.error(what, fix, line, text=key[:20], section=section, keys=" and ".join(_KNOWN[section]))


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


_DEFINITIONS = "defs"
_KNOWN = {_CLUES: ("rows", "columns"), _COLOURS: (_DEFINITIONS,)}
_KEY_OR_COLON = re.compile(r"([A-Za-z_][\w-]*)\s*[=:]\s*(.*)")
_SECTION = re.compile(rf"^[ \t]*\[\s*(?:{_CLUES}|{_COLOURS})\s*\]", re.MULTILINE)
_CLUES_SECTION = re.compile(rf"^[ \t]*\[\s*{_CLUES}\s*\]", re.MULTILINE)
_QUOTED_LIST = re.compile(
    r"""^[ \t]*(?:rows|columns)[ \t]*=[ \t]*(?:"{3}|'{3}|"[^"\n]*"[ \t]*$|'[^'\n]*'[ \t]*$)""", re.MULTILINE
)
_TRIPLE_QUOTES = ('"' * 3, "'" * 3)
_STRING = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_TOKEN = re.compile(r"\s*(" + _STRING.pattern.replace("(", "(?:") + r"|[^\s#])")


def _has_quoted_lists(source: Source) -> bool:
    """Return True if a list of clues stands in quotes: then a text with ``[clues]`` is nonogrid's, not pynogram's."""
    return _QUOTED_LIST.search(source.text) is not None


def _recognise_pynogram(source: Source) -> Likeness:
    if not _CLUES_SECTION.search(source.text):
        return _recognise_unsectioned(source)
    return Likeness.NO if _has_quoted_lists(source) else Likeness.YES


def _recognise_nonogrid(source: Source) -> Likeness:
    return Likeness.YES if _CLUES_SECTION.search(source.text) and _has_quoted_lists(source) else Likeness.NO


def _take_apart(source: Source, in_toml: bool) -> _Sections:
    """Take a file with sections apart; only in TOML a list ends with its value."""
    contents, section = Contents(source), ""
    lists: dict[str, list[TextLine]] = {}
    current: list[TextLine] | None = None
    lines = iter(enumerate(source.lines, 1))
    for number, raw in lines:
        text = raw.strip() if in_toml else _without_comment(raw)
        bare = text.partition(_COMMENT)[0].strip()
        if not bare:
            continue
        line = TextLine(number, text)
        if heading := _HEADING.fullmatch(bare):
            section, current = heading[1].lower(), None
            _check_name(section, "", source, number)
            contents.open(section, line, f"[{section}]")
        elif section == _COLOURS and not in_toml:
            lists.setdefault(_DEFINITIONS, []).append(TextLine(number, raw.strip()))
        elif section and (key := (_KEY if in_toml else _KEY_OR_COLON).fullmatch(text)):
            name, value = key[1] if in_toml else key[1].lower(), TextLine(number, key[2])
            _check_name(section, name, source, number)
            if name in lists:
                raise source.error("a second '{name}'", "keep one of them", number, name=name)
            if not in_toml:
                current = lists[name] = [value]
            elif name == _DEFINITIONS:  # more than are allowed are refused whatever they are
                lists[name] = list(islice(_take_strings(value, lines, source), MAX_COLOURS + 2))
            else:
                lists[name] = list(_take_text(value, lines, source))
        elif current is not None:
            current.append(line)
        else:
            fix = "put clues after 'rows =' or 'columns =' in [clues]"
            raise source.error("{text!r} is outside every list", fix, line)
    return _Sections(lists.get("rows"), lists.get("columns"), lists.get(_DEFINITIONS, []))


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


def _parse(source: Source, checked: bool, in_toml: bool) -> Puzzle:
    has_sections = in_toml or _SECTION.search(source.text)
    return _puzzle_of(
        _take_apart(source, in_toml) if has_sections else _take_apart_unsectioned(source), source, checked
    )


def _format(recognise: Callable[[Source], Likeness], *, in_toml: bool) -> Format:
    parse, build = partial(_parse, in_toml=in_toml), partial(_build, in_toml=in_toml)
    return Format(recognise, parse, build=build, max_colours=len(_KEYS), holds_blots=True)


PYNOGRAM = _format(_recognise_pynogram, in_toml=False)
NONOGRID = _format(_recognise_nonogrid, in_toml=True)
