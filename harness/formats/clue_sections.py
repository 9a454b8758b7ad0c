"""Common part of the formats of pynogram and nonogrid: sections ``[clues]`` and ``[colors]``, and their contents.

A clue is lengths divided by spaces; a line holds one, or several divided by commas; quotes around a clue, and a comma
behind the last, don't count. ``0`` is a line without groups, ``?`` a group of unknown length. A word behind a length is
the name of its colour: ``2g 1r``; without one it is black. ``#`` and ``;`` begin a comment.

A colour is ``name = (look) sign``: the look is ``#RRGGBB``, three numbers, or a name; the sign stands for it on a
terminal. ``B`` is black and ``W`` the background, unless they are declared.

Source: the comments in the sample files of both programs, hello.txt and hello.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from harness.errors import FormatError, Phrase
from harness.formats.base import Source
from harness.formats.clues import BLOT_SIGN, TextLine, check_located, one_line, parse_length, split_items
from harness.formats.colours import free_keys, parse_rgb, plain_if_black_on_white
from harness.puzzle import BLOT, MAX_SIDE, Axis, Group, Groups, Line, Puzzle, length_text
from harness.puzzle.palette import BLACK, MAX_COLOURS, WHITE, Colour, Palette, Rgb, hex_rgb

BLACK_NAME, BACKGROUND_NAME = "B", "W"
CLUES, COLOURS = "clues", "colors"
KEYS = "abcdefghijklmnopqrstuvwxyzACDEFGHIJKLMNOPQRSTUVXYZ"
"""Letters that name the colours of what is written; those with a meaning of their own are not among them."""

HEADING = re.compile(r"\[\s*([A-Za-z]+)\s*\]")
KEY = re.compile(r"([A-Za-z_][\w-]*)\s*=\s*(.*)")
GROUP = re.compile(r"([0-9]+|\?)([^\W\d]\w*)?")
_COMMENT = re.compile("[#;]")
_COLOUR = re.compile(r"([^\W\d]\w*)\s*=\s*\(([^()]*)\)\s*(\S)?.*")
_TRIPLE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})")
_QUOTES = "'\" \t"


class Sections(NamedTuple):
    """A file taken apart.

    Attributes:
        rows: the lines of the list; None where the file has no such list.
        columns: likewise.
        colours: the lines that declare them.
        declaration: how to fix a colour that none of them declares: `name` and `sign` are filled in.
    """

    rows: list[TextLine] | None
    columns: list[TextLine] | None
    colours: list[TextLine]
    declaration: str = "declare it in [colors]: {name} = (#RRGGBB) {sign}"


class _Declared(NamedTuple):
    """A colour of the file."""

    rgb: Rgb
    name: str


def without_comment(text: str) -> str:
    """The text before a comment, without spaces around it.

    >>> without_comment("3 1  # the roof"), without_comment("; nothing")
    ('3 1', '')
    """
    return _COMMENT.split(text, maxsplit=1)[0].strip()


def puzzle_of_sections(sections: Sections, source: Source, checked: bool) -> Puzzle:
    """The puzzle of a file; black on white is a `Puzzle`.

    Raises:
        FormatError: with the file's line.
    """
    declared = _parse_colours(sections.colours, source)
    line_of: dict[Line, int] = {}
    sides: list[list[list[tuple[int, str]]]] = []
    used: set[str] = set()
    for axis, lines in zip(Axis, (sections.rows, sections.columns), strict=True):
        name = f"{axis.value}s"
        if lines is None:
            raise source.error("no '{name}' in [clues]", "write '{name} =' and the clues below it", name=name)
        clues = list(islice(_split_clues(lines, source), MAX_SIDE + 1))
        if len(clues) > MAX_SIDE:
            what = "more than {most} {lines}"
            raise source.error(what, "keep each side to {most}", clues[-1].number, most=MAX_SIDE, lines=Phrase(name))
        if not clues:
            raise source.error("no clues after '{name} ='", "write one for each line", lines[0].number, name=name)
        line_of.update((Line(axis, index), clue.number) for index, clue in enumerate(clues))
        sides.append([_parse_groups(clue, declared, sections.declaration, source) for clue in clues])
        used.update(name for clue in sides[-1] for _, name in clue)
    if BACKGROUND_NAME in used:
        what = "a group of the colour {name}, the background"
        raise source.error(what, "give it another colour", name=BACKGROUND_NAME)
    background = declared.pop(BACKGROUND_NAME, _Declared(WHITE, "white"))
    names = [name for name in declared if name in used or name != BLACK_NAME]
    if len(names) > MAX_COLOURS:
        raise source.error("{count} colours", "keep to {most}", count=len(names), most=MAX_COLOURS)
    keys = dict(zip(names, free_keys(names), strict=True))
    palette = Palette(
        tuple(Colour(keys[name], declared[name].rgb, declared[name].name) for name in names),
        background.rgb,
        background.name,
    )
    rows, columns = (
        tuple(tuple(Group(length, keys[name]) for length, name in clue) for clue in side) for side in sides
    )
    puzzle = plain_if_black_on_white(Puzzle(rows, columns, palette))
    if checked:
        check_located(puzzle, source, line_of, sections.columns[0].number if sections.columns else None)
    return puzzle


def _split_clues(lines: Sequence[TextLine], source: Source) -> Iterator[TextLine]:
    """The clues, one by one, each with the number of its line."""
    for number, raw in lines:
        text = without_comment(raw).rstrip(",").strip()
        if not text:
            continue
        for item in text.split(",", MAX_SIDE):  # what is behind is too much in any case
            if not (clue := item.strip(_QUOTES)):
                raise source.error("no clue beside a comma", "write 0 for a line without groups", number)
            yield TextLine(number, clue)


def _parse_groups(
    clue: TextLine, declared: dict[str, _Declared], declaration: str, source: Source
) -> list[tuple[int, str]]:
    if clue.text == "0":
        return []
    groups: list[tuple[int, str]] = []
    for item in split_items(clue.text, source, clue.number):
        match = GROUP.fullmatch(item)
        if match is None:
            fix = "write a length, and the name of its colour behind it"
            raise source.error("{text!r} is not a group", fix, clue.number, text=item[:20])
        name = match[2] or BLACK_NAME
        if name not in declared:
            what = "{text!r} has a colour that is not declared"
            raise source.error(what, declaration, clue.number, text=item[:20], name=name[:20], sign=name[0])
        groups.append((BLOT if match[1] == BLOT_SIGN else parse_length(match[1], source, clue.number), name))
    return groups


def _parse_colours(lines: Sequence[TextLine], source: Source) -> dict[str, _Declared]:
    """The colours by their names, black among them."""
    declared: dict[str, _Declared] = {}
    for number, text in lines:
        match = _COLOUR.fullmatch(text)
        if match is None:
            raise source.error("{text!r} is not a colour", "write 'name = (#RRGGBB) sign'", number, text=text[:30])
        name, look = match[1], match[2].strip()
        if name in declared:
            raise source.error("a second colour {name!r}", "give each its own name", number, name=name[:20])
        declared[name] = _Declared(_parse_look(look, source, number), one_line(look) if look.isalpha() else "")
    declared.setdefault(BLACK_NAME, _Declared(BLACK, "black"))
    return declared


def _parse_look(look: str, source: Source, line: int) -> Rgb:
    if triple := _TRIPLE.fullmatch(look):
        red, green, blue = map(int, triple.groups())
        if max(red, green, blue) > 255:
            raise source.error("{text!r} is not a known colour", "its parts are 0 to 255", line, text=look[:20])
        return red, green, blue
    return parse_rgb(look, source, line)


def colour_lines(puzzle: Puzzle) -> list[str]:
    """The colours of a puzzle, a line each; none for black and white."""
    if not puzzle.in_colour:
        return []
    looks = [(colour.key, colour.rgb, colour.key) for colour in puzzle.palette.colours]
    if puzzle.palette.background != WHITE:
        looks.append((BACKGROUND_NAME, puzzle.palette.background, "."))
    return [f"{name} = ({hex_rgb(rgb)[1:].upper()}) {sign}" for name, rgb, sign in looks]


def clue_lines(clues: Sequence[Groups], *, in_colour: bool) -> list[str]:
    """The clues, a line each.

    >>> clue_lines([(Group(2, "r"), Group(BLOT, "k")), ()], in_colour=True)
    ['2r ?k', '0']
    """
    return [
        " ".join(length_text(group.length) + (group.key if in_colour else "") for group in clue) or "0"
        for clue in clues
    ]


def with_own_keys(puzzle: Puzzle) -> Puzzle:
    """The puzzle with keys that can name its colours."""
    if not puzzle.in_colour or set(puzzle.palette.keys) <= set(KEYS):
        return puzzle
    return puzzle.with_keys(KEYS)


def clues_of_sides(puzzle: Puzzle) -> list[tuple[str, list[str]]]:
    """The columns and the rows by their names, a line for each clue."""
    clues = clue_lines(list(puzzle.groups().values()), in_colour=puzzle.in_colour)
    return [("columns", clues[puzzle.height :]), ("rows", clues[: puzzle.height])]


def wrong_place(text: str, source: Source, line: int) -> FormatError:
    """Build the error for a line outside every list."""
    return source.error(
        "{text!r} is outside every list", "put clues after 'rows =' or 'columns =' in [clues]", line, text=text[:30]
    )


def check_name(section: str, key: str, known: dict[str, tuple[str, ...]], source: Source, line: int) -> None:
    """See that the format has a section, and a key in it.

    Args:
        known: the keys of each section; an empty tuple for a section that takes any.

    Raises:
        FormatError: it has not.
    """
    if section not in known:
        raise source.error("a section [{text}]", "there are [clues] and [colors]", line, text=section[:20])
    if key and known[section] and key not in known[section]:
        what, fix = "{text!r} in [{section}]", "it holds {keys}"
        raise source.error(what, fix, line, text=key[:20], section=section, keys=" and ".join(known[section]))
