"""The XML format of webpbn.com, in colour or in black and white.

A set of several puzzles is taken apart first, and what the set says of itself goes with each. A file that says more
than is read is refused rather than cut: a second title or set of clues, elements and attributes that the format does
not have (they may be misspelt ones that it has), text between elements. Blanks in a row of an image are layout, unless
some colour's ``char`` is one.

``license`` and further notes are written as ``<note>license: …</note>``. The parser is a hardened one: entities that a
file declares are refused.

Source: Jan Wolter, "XML Format for Paint-by-Number Puzzles", https://webpbn.com/pbn_fmt.html.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from harness.errors import FormatError, PuzzleError
from harness.formats import base
from harness.formats.base import Format, Likeness, Source, TextLine
from harness.puzzle import BLOT, MAX_SIDE, Axis, Grid, Groups, Puzzle
from harness.puzzle.palette import BLACK, MAX_COLOURS, WHITE, Palette, Rgb, hex_rgb

MAX_ELEMENTS = 1_200_000  # the largest puzzle has a million groups, each an element
MAX_TOLD = 20_000  # the most bytes around the puzzles of a set, as they are read with each of them


class XmlTree(TreeBuilder):
    """The XML tree of a file, and the line on which each element begins.

    Raises `FormatError` for no XML, declared entities, or more than `MAX_ELEMENTS`.
    """

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.line_of: dict[Element, int] = {}
        self.parser = _parser_for(self, source)
        self.root = _parsed(self.parser, source)

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """Begin an element; the parser calls it."""
        if len(self.line_of) == MAX_ELEMENTS:
            fix = "no puzzle needs so many: give another file"
            raise self.source.error("more than {most:,} elements", fix, most=MAX_ELEMENTS)
        element = super().start(tag, attrs)
        self.line_of[element] = self.parser.parser.CurrentLineNumber
        return element

    def error(self, what: str, fix: str, element: Element, /, **values: object) -> FormatError:
        return self.source.error(what, fix, self.line_of.get(element), **values)


def _parser_for(target: object, source: Source) -> DefusedXMLParser:
    """Make a parser that knows HTML's entities: the document type, which is not fetched, could have declared them."""
    parser = DefusedXMLParser(target=target)
    if b"&" in source.data:
        from html.entities import name2codepoint  # a long table

        parser.entity.update((name, chr(point)) for name, point in name2codepoint.items())
    return parser


def _parsed(parser: DefusedXMLParser, source: Source) -> Element:
    try:
        parser.feed(source.data)
        root: Element = parser.close()
        return root
    except FormatError:
        raise
    except ParseError as error:
        reason = str(error).partition(": line ")[0]
        raise source.error("this is not XML ({reason})", "correct the file", error.position[0], reason=reason) from None
    except DefusedXmlException:
        raise source.error("the file declares entities", "remove its <!ENTITY …> lines") from None
    except (LookupError, ValueError) as error:  # an encoding that does not exist, or is not the file's own
        raise source.error("this is not XML ({reason})", "save it as UTF-8", reason=str(error)) from None


TEXTS = ("title", "author", "source", "copyright")
"""Facts about a puzzle, or about a set of them, that have a place of their own in a `Puzzle`."""
TOLD = ("id", "description", "authorid")  # facts that become notes

_ONCE = frozenset({*TEXTS, *TOLD, "puzzle", "image"})
_PARTS: dict[str, frozenset[str]] = {
    "puzzleset": frozenset({*TEXTS, *TOLD, "note", "puzzle"}),
    "puzzle": frozenset({*TEXTS, *TOLD, "note", "color", "clues", "solution"}),
    "clues": frozenset({"line"}),
    "line": frozenset({"count"}),
    "solution": frozenset({"image", "note"}),
}
"""Allowed contents of the elements that hold others; the rest hold text."""
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "puzzle": frozenset({"type", "defaultcolor", "backgroundcolor", "id"}),
    "color": frozenset({"name", "char"}),
    "clues": frozenset({"type"}),
    "count": frozenset({"color"}),
    "solution": frozenset({"type", "id"}),
}
_FIX_TEXT = {
    "clues": "write it in <line><count>",
    "line": "write each length in <count>",
    "solution": "write the rows in <image>",
}
_MEND_UNKNOWN = "the format does not have that: check its spelling, or remove it"


def check_structure(element: Element, error: Callable[..., FormatError]) -> None:
    """Raise an `error`, made by `XmlTree.error`, unless an element and all in it are as the format has them."""
    tag = element.tag
    if unknown := sorted(set(element.attrib) - _ATTRIBUTES.get(tag, frozenset())):
        raise error("<{tag}> has the attribute {attribute!r}", _MEND_UNKNOWN, element, tag=tag, attribute=unknown[0])
    parts = _PARTS.get(tag, frozenset())
    tails = (part.tail for part in element)
    for text in (element.text, *tails) if parts else tails:
        if text and text.strip():
            fix = _FIX_TEXT.get(tag, "remove it, or write it in an element")
            raise error("{text!r} stands in <{tag}> itself", fix, element, text=text.strip()[:30], tag=tag)
    seen: set[str] = set()
    for part in element:
        if part.tag not in parts:
            raise error("<{inner}> in <{tag}>", _MEND_UNKNOWN, part, inner=part.tag, tag=tag)
        if part.tag in _ONCE and part.tag in seen:
            raise error("a second <{inner}> in <{tag}>", "keep one of them", part, inner=part.tag, tag=tag)
        seen.add(part.tag)
        check_structure(part, error)


_NOTE = re.compile(r"([^\W\d_][\w -]*):(?: (.*))?")
_ROW = re.compile(r"\|([^|]*)\|")
_CELL = re.compile(r"\[[^][]*\]|.", re.DOTALL)  # no bracket inside: else each one open is sought to the very end
_PUZZLE_TAG = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"  # which may hold anything
    rb"|(?P<begin><puzzle(?=[\s>/])(?:\"[^\"]*+\"|'[^']*+'|[^\"'>])*+>)|(?P<end></puzzle\s*+>)",
    re.DOTALL,
)
_OPEN = "?"
_ZERO = "0"
_MOST_IN_ROW = 100 * MAX_SIDE  # characters: a cell may be a set of colours
_KEYS = "".join(key for key in base.KEYS if key not in "!$%&*+-=~@^_")


class _Colours:
    """The colours by name; each with its character in images and its look."""

    def __init__(self, default: str, background: str) -> None:
        self.default, self.background = default, background
        self.chars = {"black": "X", "white": "."}
        self.looks: dict[str, Rgb] = {"black": BLACK, "white": WHITE}


def _recognise(source: Source) -> Likeness:
    head = source.data.removeprefix(b"\xef\xbb\xbf").lstrip()
    return Likeness.YES if head.startswith(b"<") and re.search(rb"<puzzle(set)?[\s>]", head) else Likeness.NO


def _split(source: Source) -> Iterator[Source]:
    """Yield each puzzle of a set as a set of its own, with all that the set says of itself; nothing for a single one.

    Raises `FormatError` for no XML, or if more than `MAX_TOLD` bytes stand around the puzzles.
    """
    if not _recognise(source) or len(re.findall(rb"<puzzle[\s>/]", source.data)) < 2:
        return
    _parsed(_parser_for(object(), source), source)
    data, begins, ends = source.data, list[int](), list[int]()
    for tag in _PUZZLE_TAG.finditer(data):
        if tag["begin"]:
            begins.append(tag.start())
        if tag["end"] or (tag["begin"] or b"").endswith(b"/>"):
            ends.append(tag.end())
    if len(ends) < 2 or len(begins) != len(ends):
        return
    if len(ends) > base.MAX_PARTS:
        raise source.error("more than {parts:,} puzzles in it", "divide the file", parts=base.MAX_PARTS)
    # what stands around the puzzles goes with each of them, on one line so that the puzzle's own lines can be counted
    gaps = zip([0, *ends], [*begins, len(data)], strict=True)
    *before, after = (b" ".join(data[start:end].split()) for start, end in gaps)
    head = b"".join(before)
    if len(head) + len(after) > MAX_TOLD:
        what = "more than {most:,} bytes stand around the puzzles"
        raise source.error(what, "divide it into several files", most=MAX_TOLD)
    lines = counted = 0
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True), start=1):
        lines, counted = lines + data.count(b"\n", counted, begin), begin
        yield source.part(number, head + data[begin:end] + after, lines_before=lines)


def _parse(source: Source, checked: bool) -> Puzzle:
    document = XmlTree(source)
    puzzle = document.root if document.root.tag == "puzzle" else document.root.find("puzzle")
    if puzzle is None:
        raise source.error("no <puzzle>", "a puzzle stands in <puzzleset><puzzle>")
    check_structure(document.root, document.error)
    if (kind := puzzle.get("type", "grid")) != "grid":
        raise document.error("a puzzle of the type {kind!r}", "only rectangular puzzles can be read", puzzle, kind=kind)
    colours = _read_colours(puzzle, document)
    lines: dict[Axis, list[TextLine]] = {axis: [] for axis in Axis}
    sides = {axis: _read_clues(axis, puzzle, colours, document, lines[axis]) for axis in Axis}
    used = {name for clues in sides.values() for clue in clues or () for _, name in clue}
    drawn, image = _read_goal(puzzle, colours, document, needed=None in sides.values())
    used |= {name for row in drawn for name in row if name != colours.background}
    palette, key_of = _palette(colours, used, document, puzzle)
    goal = None
    if image is not None:
        try:
            goal = Grid(tuple("".join(map(key_of.__getitem__, row)) for row in drawn))
        except PuzzleError as error:
            raise base.located(error, source, {}, document.line_of[image]) from None
    rows, columns = (None if side is None else base.coloured(side, key_of) for side in sides.values())
    if rows is None and columns is None and goal is not None:
        rows, columns = goal.puzzle(palette).sides
    if rows is None or columns is None:
        missing = "rows" if rows is None else "columns"
        raise document.error('no <clues type="{missing}">', "write them, or a <solution>", puzzle, missing=missing)
    about, notes = _read_about(puzzle, document.root)
    read = Puzzle(rows, columns, palette, notes=notes, goal=goal, **about)
    return base.finished(read, source, checked, lines, document.line_of.get(puzzle))


def _read_about(puzzle: Element, root: Element) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    about: dict[str, str] = {}
    notes: list[tuple[str, str]] = []
    for key in (*TEXTS, *TOLD):
        told, of_set = _text(puzzle, key), _text(root, key) if root is not puzzle else ""
        if key in TEXTS and (told or of_set):
            about[key] = told or of_set
        elif told or of_set:
            notes.append((key, told or of_set))
        if told and of_set and told != of_set:
            notes.append((f"puzzleset {key}", of_set))
    for element in (*puzzle.findall("note"), *(root.findall("note") if root is not puzzle else ())):
        text = base.one_line("".join(element.itertext()))
        match = _NOTE.fullmatch(text)
        if match and match[1] == "license":
            about["license"] = match[2] or ""
        elif text:
            notes.append((match[1], match[2] or "") if match else ("note", text))
    return about, tuple(notes)


def _text(puzzle: Element, tag: str) -> str:
    return "".join(base.one_line("".join(element.itertext())) for element in puzzle.findall(tag))


def _read_colours(puzzle: Element, document: XmlTree) -> _Colours:
    colours = _Colours(puzzle.get("defaultcolor", "black"), puzzle.get("backgroundcolor", "white"))
    declared: dict[str, str] = {}
    for element in puzzle.findall("color"):
        if not (name := element.get("name", "")):
            raise document.error("a <color> without a name", 'write <color name="…" char="…">RRGGBB</color>', element)
        char = element.get("char", "")
        if len(char) > 1:
            what = "the colour {name} has the char {char!r}"
            raise document.error(what, "it is one character", element, name=name, char=char[:10])
        if name in declared:
            raise document.error("a second colour {name!r}", "give each its own name", element, name=name)
        if char and char in declared.values():
            raise document.error("a second colour with the char {char!r}", "give each its own", element, char=char)
        declared[name] = colours.chars[name] = char
        look = "".join(element.itertext()).strip()
        if "/" in look or "\\" in look:
            what = "the colour {name} is a triangle"
            raise document.error(what, "only puzzles of whole cells can be read", element, name=name)
        colours.looks[name] = base.parse_rgb(look, document.source, document.line_of.get(element))
    for name in (colours.default, colours.background):
        if name not in colours.looks:
            raise document.error("no colour {name!r}", 'declare it with <color name="…">', puzzle, name=name)
    return colours


def _read_clues(
    axis: Axis, puzzle: Element, colours: _Colours, document: XmlTree, lines: list[TextLine]
) -> list[list[tuple[int, str]]] | None:
    """Read the groups of all lines as (length, colour's name), None if there are none; `lines` gets their places."""
    elements: list[Element] = []
    for clues in puzzle.findall("clues"):
        if (kind := clues.get("type")) not in ("rows", "columns"):
            raise document.error("clues of the type {kind!r}", "there are rows and columns", clues, kind=kind)
        if kind == f"{axis.value}s":
            elements.append(clues)
    if not elements:
        return None
    if len(elements) > 1:
        first = document.source.line_of_file(document.line_of[elements[0]])
        fix = "the first is in line {first}; join them"
        raise document.error('a second <clues type="{name}">', fix, elements[1], name=axis.value + "s", first=first)
    zeros_are_blots = _zeros_are_blots(puzzle)
    sides: list[list[tuple[int, str]]] = []
    for line in elements[0].findall("line"):
        lines.append(TextLine(document.line_of[line], ""))
        clue: list[tuple[int, str]] = []
        for count in line.findall("count"):
            text = "".join(count.itertext()).strip()
            if text != base.BLOT_SIGN and (not re.fullmatch("[0-9]+", text) or len(text) > base.MAX_DIGITS):
                what = "{text!r} is not a whole number"
                raise document.error(what, "write a length in <count>", count, text=text[:20])
            name = count.get("color", colours.default)
            if name not in colours.looks:
                raise document.error("no colour {name!r}", 'declare it with <color name="…">', count, name=name)
            is_blot = text == base.BLOT_SIGN or (zeros_are_blots and not int(text))
            clue.append((BLOT if is_blot else int(text), name))
        sides.append([] if [length for length, _ in clue] == [0] else clue)
    return sides


def _zeros_are_blots(puzzle: Element) -> bool:
    """Return True if a 0 is a blotted number, even one that is alone in its line."""
    lines = (["".join(count.itertext()).strip() for count in line] for line in puzzle.iterfind("clues/line"))
    return any(not counts or (len(counts) > 1 and _ZERO in counts) for counts in lines)


def _blot_sign(puzzle: Puzzle) -> str:
    """Choose the sign for a blotted number that is read as such, here and elsewhere if possible."""
    clues = puzzle.groups().values()
    is_clear = any(not clue or (len(clue) > 1 and any(group.length == BLOT for group in clue)) for clue in clues)
    return _ZERO if is_clear else base.BLOT_SIGN


def _read_goal(
    puzzle: Element, colours: _Colours, document: XmlTree, *, needed: bool
) -> tuple[list[list[str]], Element | None]:
    """Read the goal as rows of colours' names, and its element, which is None where there is no whole one."""
    goals = [solution for solution in puzzle.findall("solution") if solution.get("type", "goal") == "goal"]
    if len(goals) > 1:
        raise document.error("a second goal", "keep one of them", goals[1])
    for solution in goals:
        if (image := solution.find("image")) is None:
            continue
        text = "".join(image.itertext())
        if _ROW.sub("", text).strip():
            raise document.error("the image is not made of rows between bars", "write each row as |..X.|", image)
        name_of = {char: name for name, char in colours.chars.items() if char}
        rows: list[list[str]] = []
        drawn = _ROW.findall(text)
        if len(drawn) > MAX_SIDE or any(len(row) > _MOST_IN_ROW for row in drawn):
            raise document.error("the image is too large", "keep each side to {most}", image, most=MAX_SIDE)
        for number, row in enumerate(drawn, 1):
            cells = _CELL.findall(row if " " in name_of else row.replace(" ", ""))
            cells = [cell[1] if len(cell) == 3 else cell for cell in cells]  # a set of one, [X], is that one
            if _OPEN in cells or any(len(cell) > 1 for cell in cells):
                if needed:
                    what = "row {number} of the image is open"
                    raise document.error(what, "a goal is a whole picture", image, number=number)
                return [], None
            if wrong := set(cells) - name_of.keys():
                what = "{sign!r} in the image"
                raise document.error(what, 'no <color> has it as its char="…"', image, sign=min(wrong))
            rows.append([name_of[cell] for cell in cells])
        return rows, image
    return [], None


def _palette(colours: _Colours, used: set[str], document: XmlTree, puzzle: Element) -> tuple[Palette, dict[str, str]]:
    """Return the foreground colours that occur, and the key of each by its name."""
    if colours.background in used:
        what = "a group has the background's colour {name}"
        raise document.error(what, "give it another colour", puzzle, name=colours.background)
    looks = {name: (rgb, name) for name, rgb in colours.looks.items() if name in used}
    background = colours.looks[colours.background]
    wanted = [colours.chars.get(name, "") for name in looks]
    palette, keys = base.palette_of(looks, background, document.source, colours.background, wanted)
    return palette, keys | {colours.background: "."}


def _build(puzzle: Puzzle) -> bytes:
    from xml.sax.saxutils import escape, quoteattr

    blot, in_colour = _blot_sign(puzzle), puzzle.in_colour
    if not in_colour:
        puzzle = puzzle.with_keys("X")
    elif not set(puzzle.palette.keys) <= set(_KEYS):
        puzzle = puzzle.with_keys(_KEYS)
    background = base.one_line(puzzle.palette.background_name) or "background"
    names: dict[str, str] = {}
    for colour in puzzle.palette.colours:
        name = base.one_line(colour.name) or f"colour {colour.key}"
        names[colour.key] = f"{name} {colour.key}" if name in (*names.values(), background) else name
    looks = [(background, ".", puzzle.palette.background)]
    looks += [(names[colour.key], colour.key, colour.rgb) for colour in puzzle.palette.colours]
    default = next(iter(names.values()), background)
    colours = {key: f" color={quoteattr(name)}" if in_colour else "" for key, name in names.items()}

    def line(clue: Groups) -> str:
        counts = (f"<count{colours[group.key]}>{blot if group == BLOT else group}</count>" for group in clue)
        return f"<line>{''.join(counts)}</line>"

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    attributes = f"defaultcolor={quoteattr(default)} backgroundcolor={quoteattr(background)}"
    lines.append(f'<puzzle type="grid" {attributes}>')
    lines += [f"<{key}>{escape(text)}</{key}>" for key in TEXTS if (text := base.one_line(getattr(puzzle, key)))]
    told: dict[str, str] = {}
    notes: list[tuple[str, str]] = [("license", puzzle.license)] if base.one_line(puzzle.license) else []
    for key, value in puzzle.notes:
        if key in TOLD and key not in told and base.one_line(value):
            told[key] = value
        else:
            notes.append((key, value))
    lines += [f"<{key}>{escape(base.one_line(told[key]))}</{key}>" for key in TOLD if key in told]
    lines += [f'<color name={quoteattr(name)} char="{char}">{hex_rgb(rgb)[1:]}</color>' for name, char, rgb in looks]
    rows, columns = puzzle.sides
    for side, clues in (("columns", columns), ("rows", rows)):
        lines += [f'<clues type="{side}">', *map(line, clues), "</clues>"]
    if puzzle.goal is not None:
        image = [escape(f"|{row}|") for row in puzzle.goal.rows]
        lines += ['<solution type="goal">', "<image>", *image, "</image>", "</solution>"]
    lines += [f"<note>{escape(base.one_line(key))}: {escape(base.one_line(value))}</note>" for key, value in notes]
    return "\n".join([*lines, "</puzzle>", "</puzzleset>", ""]).encode("utf-8", "replace")


WEBPBN_XML = Format(_recognise, _parse, build=_build, max_colours=MAX_COLOURS, holds_blots=True, split=_split)
