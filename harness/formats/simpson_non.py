"""`.non`: Steve Simpson's format, which most nonogram programs can read, with colours as nonogram-db has them.

A line without groups is a ``0`` or blank; which blank lines count is decided by the number of lines. The goal in the
lines below ``goal`` is from pbnsolve's manual, ``columns 3`` for a size from Simpson's own page, colours by name are
nonny's. Texts may hold HTML escapes (``&quot;``); other characters after a length are ignored.

Source: the format is Steve Simpson's; its facts from FORMAT.md of nonogram-db (https://github.com/mikix/nonogram-db).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Source, TextLine
from harness.puzzle import Axis, Grid, Puzzle
from harness.puzzle.palette import BACKGROUND, BLACK, WHITE, Rgb, hex_rgb, spare_rgb
from harness.solver.kernel import read_plain

_KEY = re.compile(r"([A-Za-z][\w-]*)(?:\s+(.*))?")
_COLOURED = re.compile(r"[0-9][A-Za-z]\b")
_GROUP = re.compile(r"([0-9]+)([A-Za-z]?)")
_COLOUR = re.compile(r"([A-Za-z0])\s+(\S+)")
_NAMED_COLOUR = re.compile(r"([A-Za-z][\w-]*)\s+#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})\s+(\S)")
_IGNORED = re.compile(r"(?<=[0-9A-Za-z])[^\w\s,]+(?=[\s,]|\Z)")
_PLAIN = re.compile(r"[0-9A-Za-z,\s]*+")
_SIZES = {"rows": "height", "columns": "width"}
"""Keys with a number behind them, in Simpson's own description, and ours."""
_DIVIDER = re.compile(rb"^[ \t]*====[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DRAWN = str.maketrans("01", ".#")
_TO_GOAL = str.maketrans(".#", "01")
_BLACK = "1"  # what stands for it in the goal
_FIELDS = {"title": "title", "by": "author", "copyright": "copyright", "license": "license", "catalogue": "source"}
_SUFFIXES = (".non", ".nonpack")
_RESERVED = {"width", "height", "rows", "columns", "goal", "saved", "color", "colour", *_FIELDS}
_Clues = Sequence[TextLine] | None


class _Contents(Contents):
    """A file taken apart: its colours by their letters, the letters of those that have names."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.sizes: dict[str, int] = {}
        self.goal: TextLine | None = None
        self.goal_lines: list[TextLine] = []
        self.colours: dict[str, Rgb] = {}
        self.names: dict[str, str] = {}


def _recognise(source: Source) -> Likeness:
    if not source.is_text:
        return Likeness.NO
    folded = source.folded
    if b"\nwidth " in folded and b"\nheight " in folded and (b"\nrows\n" in folded or b"\ncolumns\n" in folded):
        return Likeness.YES  # what follows would say the same
    words = [line.split(None, 1) for line in source.lines]
    keys = {parts[0].lower() for parts in words if parts}
    keys |= {_SIZES.get(parts[0].lower(), "") for parts in words if len(parts) == 2 and parts[1].strip().isdigit()}
    if not {"width", "height"} <= keys:
        return Likeness.NO
    alone = {parts[0].lower() for parts in words if len(parts) == 1}
    return Likeness.YES if {"rows", "columns"} & alone or "goal" in keys else Likeness.MAYBE


def _split(source: Source) -> Iterator[Source]:
    dividers = list(islice(_DIVIDER.finditer(source.data), base.MAX_PARTS))
    if len(dividers) == base.MAX_PARTS:
        raise source.error("{parts:,} puzzles and more", "divide it into several files", parts=base.MAX_PARTS)
    starts, ends = [0, *(match.end() for match in dividers)], [*(match.start() for match in dividers), len(source.data)]
    number = lines = 0
    for start, end in zip(starts, ends, strict=True):
        text = source.data[start:end]
        if text.strip() and dividers:
            number += 1
            part = source.part(number, text, lines, ".non")
            if number == 1 and source.suffix not in _SUFFIXES and not _recognise(part):
                return  # four signs in a row stand for something else there
            yield part
        lines += text.count(b"\n") + 1


def _parse_plain(source: Source) -> Puzzle | None:
    data = source.data.removeprefix(base.BYTE_ORDER_MARK)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if len(data) > base.MAX_LINES and data.count(b"\n") > base.MAX_LINES:
        return None
    if (found := read_plain(data)) is None:
        return None
    rows, columns, cells, headers = found
    about: dict[str, str] = {}
    notes: list[tuple[str, str]] = []
    for key, value in headers:
        name = key.lower()
        if name in _RESERVED and (name not in _FIELDS or _FIELDS[name] in about):
            return None
        if name in _FIELDS:
            about[_FIELDS[name]] = _unescaped(value)
        else:
            notes.append((key, _unescaped(value)))
    goal = None
    if cells:
        drawn, width = cells.translate(_DRAWN), len(columns)
        goal = Grid.of_sound(tuple([drawn[start : start + width] for start in range(0, len(drawn), width)]))
    return Puzzle.of_sound(rows, columns, notes=tuple(notes), goal=goal, **about)


def _parse(source: Source, checked: bool) -> Puzzle:
    contents = _take_apart(source)
    for side in ("width", "height"):
        if side not in contents.sizes:
            raise source.error("no '{side}'", "write '{side} N' with the number of cells", side=side)
    width, height = contents.sizes["width"], contents.sizes["height"]
    for section in contents.sections.values():
        for index, line in enumerate(section.lines):
            if not _PLAIN.fullmatch(line.text):
                section.lines[index] = TextLine(line.number, _IGNORED.sub("", line.text))
    lines = {Axis.ROW: contents.clue_lines("rows", height), Axis.COLUMN: contents.clue_lines("columns", width)}
    missing = [axis for axis in Axis if lines[axis] is None]
    if missing and (len(missing) == 1 or contents.goal is None):
        name = f"{missing[0].value}s"
        raise source.error("no '{name}'", "write '{name}' on a line of its own and the clues below it", name=name)
    cells = _parse_goal(contents.goal, width, height, source) if contents.goal is not None else None
    texts = [line.text for side in lines.values() for line in side or ()]
    in_colour = any(map(_COLOURED.search, texts)) or "0" in contents.colours
    if cells is not None and not any(text.strip(" ,0-") for text in texts):
        in_colour = in_colour or not set("".join(cells)) <= {"0", "1"}
    parse = _colour_puzzle if in_colour else _plain_puzzle
    puzzle = parse(lines[Axis.ROW], lines[Axis.COLUMN], cells, contents)
    puzzle = puzzle.replace(notes=tuple(contents.notes), **contents.about)
    otherwise = contents.sections["columns"].heading.number if contents.sections else None  # a goal's own clues fit
    return base.finished(puzzle, source, checked, lines, otherwise)


def _take_apart(source: Source) -> _Contents:
    contents = _Contents(source)
    section: list[TextLine] | None = None
    for number, raw in enumerate(source.lines, 1):
        text = raw.strip()
        key_value = _KEY.fullmatch(text)
        if section is not None and contents.names and text and text.split(None, 1)[0].lower() in contents.names:
            section.append(TextLine(number, _with_letters(text, contents.names)))
            continue
        if key_value is None:
            if text.startswith("#"):
                continue
            line = TextLine(number, text)
            if section is not None:
                section.append(line)
            elif any(map(str.isalnum, text)):  # others, such as -----, are layout
                raise source.error("{text!r} stands below neither 'rows' nor 'columns'", "check the headings", line)
            continue
        section = _take_key(key_value[1], (key_value[2] or "").strip(), TextLine(number, text), contents, source)
    if contents.goal is not None:
        cells = "".join((contents.goal.text, *(line.text for line in contents.goal_lines)))
        contents.goal = TextLine(contents.goal.number, "".join(cells.split()))
    return contents


def _take_key(key: str, value: str, line: TextLine, contents: _Contents, source: Source) -> list[TextLine] | None:
    """Note a key; return the lines of the section that it opens, if it opens one."""
    name, number = key.lower(), line.number
    if len(value) >= 2 and value[0] == value[-1] == '"':
        value = value[1:-1]
    if name in _SIZES and value.isdigit() and _SIZES[name] not in contents.sizes:
        name = _SIZES[name]
    if name in ("rows", "columns"):
        if value:
            what = "{text!r} after '{name}'"
            raise source.error(what, "begin the clues on the next line", number, text=value[:30], name=name)
        return contents.open(name, line, f"'{name}'").lines
    if name in ("width", "height"):
        if name in contents.sizes:
            raise source.error("a second '{name}'", "keep one of them", number, name=name)
        contents.sizes[name] = base.parse_count(value, f"the {name}", source, number)
    elif name == "goal":
        if contents.goal is not None:
            first = source.line_of_file(contents.goal.number)
            raise source.error("a second 'goal'", "the first is in line {first}; keep one", number, first=first)
        contents.goal = TextLine(number, value)
        return None if value else contents.goal_lines
    elif name in ("color", "colour") and (named := _NAMED_COLOUR.fullmatch(value)):
        taken = {*contents.colours, *contents.names.values()}
        letter = named[3] if named[3] in _LETTERS else next((one for one in _LETTERS if one not in taken), "")
        if not letter or letter in taken or named[1].lower() in contents.names:
            raise source.error("a second colour {name!r}", "give each its own letter", number, name=named[1])
        contents.names[named[1].lower()] = letter
        contents.colours[letter] = base.parse_rgb(named[2], source, number)
    elif name in ("color", "colour"):
        if (match := _COLOUR.fullmatch(value)) is None:
            raise source.error("{text!r} is not a colour", "write 'color a #RRGGBB'", number, text=value[:30])
        if match[1] in contents.colours:
            raise source.error("a second colour {name!r}", "give each its own letter", number, name=match[1])
        contents.colours[match[1]] = base.parse_rgb(match[2], source, number)
    elif name in _FIELDS:
        contents.tell(_FIELDS[name], _unescaped(value), number, name)
    elif name == "saved":
        return None if value else []  # lines that are dropped
    else:
        contents.notes.append((key, _unescaped(value)))
    return None


def _with_letters(text: str, names: Mapping[str, str]) -> str:
    """Rewrite a clue whose colours stand by name before their lengths: ``red 1 blue 1`` is ``1R,1B``."""
    words = _IGNORED.sub("", text).replace(",", " ").split(maxsplit=2 * base.MAX_GROUPS)
    pairs = zip(words[::2], words[1::2], strict=False)
    groups = [f"{length}{names.get(name.lower(), name)}" for name, length in pairs]
    return ",".join(groups + words[len(groups) * 2 :])


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    import html  # its table of names is long

    return html.unescape(text)


def _parse_goal(goal: TextLine, width: int, height: int, source: Source) -> tuple[str, ...]:
    """Return the picture's rows: 0 is white, 1 or the letter of a colour is not."""
    if strange := re.search("[^01A-Za-z]", goal.text):
        raise source.error("{sign!r} in the goal", "1 is black, 0 is white", goal.number, sign=strange[0])
    if len(goal.text) != width * height:
        count, wanted = len(goal.text), width * height
        what, fix = "the goal has {count} cells, {width}×{height} are {wanted}", "correct it or leave it out"
        raise source.error(what, fix, goal.number, count=count, width=width, height=height, wanted=wanted)
    return tuple(goal.text[start : start + width] for start in range(0, len(goal.text), width))


def _plain_puzzle(rows: _Clues, columns: _Clues, cells: tuple[str, ...] | None, contents: _Contents) -> Puzzle:
    source, goal = contents.source, None
    if cells is not None:
        goal = Grid(tuple("".join("." if cell == "0" else "#" for cell in row) for row in cells))
        if rows is None or columns is None:
            return goal.puzzle()
    return Puzzle(base.parse_clues(rows or (), source), base.parse_clues(columns or (), source), goal=goal)


def _colour_puzzle(rows: _Clues, columns: _Clues, cells: tuple[str, ...] | None, contents: _Contents) -> Puzzle:
    source = contents.source
    found = [[(line, _groups(line, source)) for line in lines] for lines in (rows or (), columns or ())]
    named = [(line, *group) for side in found for line, clue in side for group in clue]
    if not all(letter for _, _, letter in named):
        for line, length, letter in named:
            if letter and letter not in contents.colours:  # beside lengths without one, it is rather a slip
                what = "'{length}{name}' has a colour that is not declared"
                fix = "write 'color {name} #RRGGBB' above the clues, or correct the number"
                raise source.error(what, fix, line.number, length=length, name=letter)
    letters = {letter or _BLACK for _, _, letter in named}
    letters |= set("".join(cells or ())) - {"0"}
    background = contents.colours.get("0", WHITE)
    order = [letter for letter in contents.colours if letter != "0"]
    order += sorted(letters - set(order))
    spare = spare_rgb({*contents.colours.values(), background})
    known = {_BLACK: BLACK} | contents.colours
    looks = {letter: (known.get(letter) or next(spare), "black" if letter == _BLACK else "") for letter in order}
    palette, keys = base.palette_of(looks, background, source)
    goal = None if cells is None else Grid(cells).recoloured({"0": BACKGROUND, **keys})
    if goal is not None and (rows is None or columns is None):
        return goal.puzzle(palette)
    keys[""] = keys.get(_BLACK, "")
    sides = [base.coloured((clue for _, clue in side), keys) for side in found]
    return Puzzle(sides[0], sides[1], palette, goal=goal)


def _groups(line: TextLine, source: Source) -> list[tuple[int, str]]:
    items = [] if line.text in ("", "-", "0") else base.split_items(line.text, source, line.number)
    return [base.parse_group(item, _GROUP, source, line.number) for item in items]


def _build(puzzle: Puzzle) -> bytes:
    looks = []
    if puzzle.in_colour:
        if not set(puzzle.palette.keys) <= set(_LETTERS):
            puzzle = puzzle.with_keys(_LETTERS)
        looks = [("0", puzzle.palette.background)] if puzzle.palette.background != WHITE else []
        looks += [(colour.key, colour.rgb) for colour in puzzle.palette.colours]
    lines = [f"{key} {value}" for key, name in _FIELDS.items() if (value := _quoted(getattr(puzzle, name)))]
    for key, value in puzzle.notes:
        word = base.one_line(key).replace(" ", "-")
        if _KEY.fullmatch(word) and word.lower() not in _RESERVED:
            lines.append(f"{word} {_quoted(value)}".rstrip())
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    lines += [f"color {key} {hex_rgb(rgb)}" for key, rgb in looks]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", name, *(base.build_clue(clue, ",") for clue in clues)]
    if puzzle.goal is not None:
        lines += ["", f'goal "{"".join(puzzle.goal.rows).translate(_TO_GOAL)}"']
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _quoted(text: str) -> str:
    """Put a value in quotes; quotes inside are escaped."""
    text = base.one_line(text).replace("&", "&amp;").replace('"', "&quot;")
    return f'"{text}"' if text else ""


SIMPSON_NON = Format(
    _recognise, _parse, parse_plain=_parse_plain, build=_build, max_colours=len(_LETTERS), split=_split
)
