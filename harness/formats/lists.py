"""Clues as nested lists, as programs hold them: one list a line, in braces or brackets. Only read.

A name says which side a list is, in any order: `SIDES` has the words, in several languages. Of two lists without names
the first is taken for the rows (`harness.formats.sides`). A group may be a pair of a sign and its length, with the same
sign everywhere. What else stands there, such as a number, a solution, a text, is passed over, and so are comments,
types and the program around the lists.

Source: the form of the clues in a Mathematica notebook's solver of Japanese crosswords, and in JSON files of many
programs, no two alike.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from harness.errors import FormatError, Phrase
from harness.formats.base import MAX_PARTS, Format, Likeness, Source, TextLine
from harness.formats.sides import Sides, oriented
from harness.puzzle import MAX_SIDE, Axis, Puzzle, RowsBy
from harness.puzzle.value import Value

SIDES: dict[Axis, tuple[str, ...]] = {
    Axis.ROW: (
        *("row", "hor", "left", "across", "side", "lign", "zeil", "rig", "fil", "linh", "rij", "wiersz"),
        *("строк", "ряд", "гориз", "слева", "行"),
    ),
    Axis.COLUMN: (
        *("col", "ver", "top", "up", "down", "spalt", "kolon", "kolom", "kolum", "sloup"),
        *("столб", "колон", "верт", "сверх", "列"),
    ),
}
"""Beginnings of words in the name of a side; `_LETTERS` are words of one letter."""

_LETTERS = {"h": Axis.ROW, "r": Axis.ROW, "v": Axis.COLUMN, "c": Axis.COLUMN}
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_OPEN, _CLOSE = "[{(", "]})"
_TOKEN = re.compile(
    r"(?P<comment>(?:#|//)[^\n]*)|(?P<line>\n)|(?P<text>\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<word>-?[^\W\d]\w*)|(?P<real>[+-]?[0-9]++(?:\.[0-9]*+(?:[eE][+-]?[0-9]++)?|[eE][+-]?[0-9]++))"
    r"|(?P<number>[+-]?[0-9]++(?:[ \t]*+,[ \t]*+[0-9]++(?![.eE])){0,100}+)"
    r"|(?P<sign>[\[\]{}()])|(?P<is>:=|=>|->|[:=])|(?P<end>[,;])|(?P<other>\S)"
)
_BEGINS = re.compile(
    r"\w[\"']?\s{0,9}(?::=|=>|->|[:=])[^\n\"'=,;]{0,60}?[\[{(]\s{0,9}(?:(?:\w{1,20}!?)?[\[{(]|[\]})])|\w\(\s?\[\s?\["
)
_QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|#[^\n]*|//[^\n]*|/\*|\(\*")
_AROUND = re.compile(
    r"(?<=\w)<[^<>=;(){}\n]*+>"  # vector<int>
    r"|\b[A-Za-z_]\w*+(?:::|\.)(?=[A-Za-z_])"  # np.array
    r"|\bnew *\( *\)"
    r"|(?<=\w)(?:\[ *\w*+ *\])+|(?:\[[0-9]*\])+(?=[A-Za-z_])"  # int[][] rows, rows[2][3], []int{1}
)
_BEFORE = re.compile(r"(?<=\w)!(?=\s?[\[{(])|[$@&](?=[A-Za-z_])")
"""What stands around lists and words in sources, and what stands before them."""
_MOST_WITHIN, _MOST_SIGNS = 6, 20
_SIGN_NAMES = ("col", "sign", "char", "sym")
_GAP = r"(?:\s++|(?:#|//)[^\n]*+|/\*[\s\S]{0,2000}?\*/)*+"
_UNNAMED = re.compile(rf"{_GAP}[\[{{(]{_GAP}[\[{{(]{_GAP}[\[{{(]")
_JSON = re.compile(rf"{_GAP}(?:\{{{_GAP}\"|\[{_GAP}[\[{{])")
_NOTEBOOK = re.compile(r"^[ \t]*+\w++\s*+=\s*+\{[{}\d,\s]*+;?\s*+\w++\s*+=\s*+\{[{}\d,\s]*+", re.MULTILINE)
"""Two lists in braces, one behind the other, amid other code of Mathematica, which calls and defines functions."""
_CALL = re.compile(r":=|[A-Z][a-z]+\[")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_COUNT = re.compile(r"[0-9]{1,9}")
_FORM = "write rows = {{{{1}}, {{2, 1}}}}; columns = {{{{…}}}}"
_MOST_DEPTH, _MOST_WAYS, _MOST_ITEMS = 50, 16, 300_000
_MOST_TEXT, _MOST_WHOLE = 30_000, 10**9
_SIZES = {"rows": Axis.ROW, "height": Axis.ROW} | dict.fromkeys(("columns", "cols", "width"), Axis.COLUMN)


class _Side(Value):
    """A list that may be a side, its `axis` as far as the names say it."""

    name: str
    axis: Axis | None
    lines: list[TextLine]
    signs: frozenset[str]
    fault: TextLine | None


class _Item:
    """A list with its members, or what stands between the commas; `sides` are the lists that it is or holds.

    `signs` are those of its groups, `fault` is what has no place in a list.
    """

    __slots__ = ("end", "fault", "is_numbers", "is_word", "line", "members", "name", "sides", "signs", "start", "text")

    def __init__(self, name: str, line: int, start: int, text: str = "") -> None:
        self.name, self.line, self.start, self.text, self.end = name, line, start, text, 0
        self.members: list[_Item] | None = None
        self.is_numbers = self.is_word = False
        self.sides: list[_Side] = []
        self.signs: frozenset[str] = frozenset()
        self.fault: TextLine | None = None


def side_of(name: str) -> Axis | None:
    """Tell which side a name means; None if neither, or either.

    >>> side_of("col_clues"), side_of("hintsLeft"), side_of("V"), side_of("clues")
    (<Axis.COLUMN: 'column'>, <Axis.ROW: 'row'>, <Axis.COLUMN: 'column'>, None)
    """
    words = [word.lower() for word in _WORDS.findall(name)]
    found = {axis for word in words for axis, begins in SIDES.items() if word.startswith(begins)}
    found = found or {_LETTERS[word] for word in words if word in _LETTERS}
    return found.pop() if len(found) == 1 else None


def _recognise(source: Source) -> Likeness:
    is_json = _JSON.match(source.text) is not None
    if not (is_json or _BEGINS.search(source.text) or _UNNAMED.match(source.text)):
        return Likeness.NO
    try:
        tree = _tree(source)
    except FormatError:
        return Likeness.MAYBE
    return Likeness.YES if _puzzles(tree) else Likeness.MAYBE if is_json or tree.sides or tree.fault else Likeness.NO


def _split(source: Source) -> Iterator[Source]:
    if not source.is_text or _JSON.match(source.text) is None:
        return
    with suppress(FormatError):
        puzzles = _puzzles(_tree(source))
        if len(puzzles) > 1:
            for number, puzzle in enumerate(itertools.islice(puzzles, MAX_PARTS), 1):
                text = source.text[puzzle.start : puzzle.end]
                yield source.part(number, text.encode(), puzzle.line - 1, ".json")


def _parse(source: Source, checked: bool) -> Puzzle:
    puzzles = _puzzles(tree := _tree(source))
    if len(puzzles) > 1:
        fix = "name one of them: {file}#1, {file}#2 …"
        raise source.error("there are several puzzles in it", fix, file=source.name)
    if not puzzles:
        raise _unclear(tree, source)
    puzzle, sides, rows_by = puzzles[0], puzzles[0].sides, RowsBy.FILE
    sizes = {
        axis: int(item.text)
        for item in puzzle.members or ()
        if _COUNT.fullmatch(item.text) and (axis := _SIZES.get(item.name.lower()))
    }
    if not any(side.axis for side in sides):
        first, second = sides
        placed = oriented(first.lines, second.lines, source, sizes=sizes)
        axes = (Axis.ROW, Axis.COLUMN) if placed.rows is first.lines else (Axis.COLUMN, Axis.ROW)
        sides, rows_by = [first.replace(axis=axes[0]), second.replace(axis=axes[1])], placed.rows_by
    rows, columns = ([side for side in sides if side.axis is axis] for axis in Axis)
    for side in (*rows, *columns):
        if len(side.lines) > MAX_SIDE:
            raise source.error("more than {most} lines", "a side has no more", _line_of(side), most=MAX_SIDE)
    ways = list(itertools.product(rows, columns))
    if len(ways) > 1:  # a row of the picture, say, may bear a row's name
        likely = ways[:_MOST_WAYS]
        ways = [(one, other) for one, other in likely if Sides(one.lines, other.lines).makes_puzzle(source)] or ways[:2]
        for one, other in zip(ways[0], ways[-1], strict=True):
            if [line.text for line in one.lines] != [line.text for line in other.lines] and one.axis:
                what, fix = "{one!r} and {other!r} could both be the {lines}", "remove one of them"
                if not (one.name and other.name):
                    what = "several lists could be the {lines}"
                lines = Phrase(f"{one.axis.value}s")
                raise source.error(what, fix, _line_of(other), one=one.name, other=other.name, lines=lines)
    row_lines, column_lines = (side.lines for side in ways[0])
    if fault := ways[0][0].fault or ways[0][1].fault:
        raise source.error("{text!r} among the lists", _FORM, fault)
    if len(signs := sorted(ways[0][0].signs | ways[0][1].signs)) > 1:
        what, fix = (
            "groups with the signs {one!r} and {other!r}",
            "a puzzle in colour needs a format that has its colours",
        )
        raise source.error(what, fix, _line_of(ways[0][0]), one=signs[0], other=signs[1])
    for item in puzzle.members or ():
        if _COUNT.fullmatch(item.text) and (axis := _SIZES.get(item.name.lower())):
            count = len(row_lines if axis is Axis.ROW else column_lines)
            if int(item.text) != count:
                what = "{name!r} is {text}, its list has {count} lines"
                raise source.error(what, "correct one of them", item.line, name=item.name, text=item.text, count=count)
    return Sides(row_lines, column_lines, rows_by).puzzle(source, checked)


def _unclear(tree: _Item, source: Source) -> FormatError:
    """Make the error of a file without a list for each side."""
    if tree.fault is not None:
        return source.error("{text!r} among the lists", _FORM, tree.fault)
    known = {side.axis for side in tree.sides} - {None}
    unknown = [side for side in tree.sides if side.axis is None and side.name]
    if not known and len(unknown) > 1:
        one, other = unknown[:2]
        what, fix = "{one!r} and {other!r} do not say which are the rows", "name them rows and columns"
        return source.error(what, fix, _line_of(other), one=one.name, other=other.name)
    missing = next(axis for axis in Axis if axis not in known)
    return source.error("no list of the {lines}", _FORM, lines=Phrase(missing.value + "s"))


def _line_of(side: _Side) -> int | None:
    return side.lines[0].number if side.lines else None


def _puzzles(tree: _Item) -> list[_Item]:
    """Return the smallest lists that hold both sides; those without names only if there are no others."""
    return _holding(tree, True) or _holding(tree, False)


def _holding(item: _Item, named: bool) -> list[_Item]:
    found = [puzzle for member in item.members or () if member.sides for puzzle in _holding(member, named)]
    if found:
        return found
    if not named and len(item.sides) == 2:
        known = [side.axis for side in item.sides if side.axis]
        if len(known) == 1:  # the other is the other side
            rest = next(axis for axis in Axis if axis is not known[0])
            item.sides = [side.replace(axis=side.axis or rest) for side in item.sides]
        elif not known and not any(side.name for side in item.sides):
            return [item]
    return [item] if {Axis.ROW, Axis.COLUMN} <= {side.axis for side in item.sides} else []


def _sides(item: _Item) -> list[_Side]:
    axis, members = side_of(item.name), item.members or []
    if not all(_is_line(member) for member in members):
        return [side.replace(axis=side.axis or axis) for member in members for side in member.sides]
    if axis is None and not (members and all(member.members is not None for member in members)):
        return []
    faults = (part.fault for part in (item, *members) if part.fault is not None)
    signs = item.signs.union(*(member.signs for member in members))
    return [_Side(item.name, axis, [line for member in members for line in _lines(member)], signs, next(faults, None))]


def _sign_and_length(item: _Item) -> tuple[str, _Item] | None:
    """Return the sign of a group and its length, of a pair of them."""
    if item.members is None or len(item.members) != 2:
        return None
    for sign, length in (item.members, item.members[::-1]):
        is_group = _COUNT.fullmatch(length.text) and length.members is None and sign.members is None
        is_named = sign.name.lower().startswith(_SIGN_NAMES) if length.name else not sign.name
        if is_group and is_named and sign.text and not re.search(r"[\d\s]", sign.text[:_MOST_SIGNS]):
            return sign.text[:_MOST_SIGNS], length
    return None


def _join_groups(item: _Item) -> None:
    """Make a line of lengths of a list of pairs."""
    groups = [_sign_and_length(member) for member in item.members or ()]
    if groups and all(groups):
        item.signs = frozenset(group[0] for group in groups if group)
        item.members = [_Item("", group[1].line, group[1].start, group[1].text) for group in groups if group]


def _is_line(item: _Item) -> bool:
    members = [item] if item.members is None else item.members
    return not item.name and all(member.members is None and not member.name for member in members)


def _lines(item: _Item) -> list[TextLine]:
    """Return the line of a list or a text; of bare numbers each is one."""
    if item.members is None:
        return [TextLine(item.line, text) for text in (item.text.split() if item.is_numbers else [item.text])]
    return [TextLine(item.line, " ".join([member.text for member in item.members if member.text]))]


@lru_cache(1)  # a file is recognised, taken apart and parsed one after the other
def _read(source: Source) -> _Item | FormatError:
    """Take a file apart once; return its error, too, as a value."""
    try:
        return _take_apart(source, source.text)
    except FormatError as error:
        refused, found = error, _CALL.search(source.text) and _NOTEBOOK.search(source.text)
    try:
        return _take_apart(source, "\n" * source.text.count("\n", 0, found.start()) + found[0]) if found else refused
    except FormatError:
        return refused


def _tree(source: Source) -> _Item:
    """Return the lists of a file, one within the other; raise the `FormatError` of brackets that do not match."""
    tree = _read(source)
    if isinstance(tree, FormatError):
        raise tree
    return tree


def _take_apart(source: Source, code: str) -> _Item:
    tree = _Item("", 1, 0)
    members: list[_Item] = []
    tree.members, opened, brackets = members, [(tree, members)], [""]
    name, line, last, count = "", 1, None, 0
    for found in _TOKEN.finditer(_lists_alone(code)):
        kind, text = found.lastgroup or "", found[0]
        if kind in ("line", "end"):
            line += kind == "line"
            last = None if kind == "end" else last
            continue
        if kind == "comment":
            continue
        if kind == "is":
            # a name before a colon, and a type behind it: rows: Vec = …
            name, last = (last.name or last.text if text == "=" else last.text, None) if last else (name, None)
            if members and members[-1].members is None and name in (members[-1].text, members[-1].name):
                members.pop()
            continue
        if kind == "other":
            if len(opened) > 1:
                fault = TextLine(line, text)
                opened[-1][0].fault = opened[-1][0].fault or fault
                tree.fault = tree.fault or fault
            continue
        if text in _CLOSE:
            if len(opened) == 1 or _OPEN.index(brackets.pop()) != _CLOSE.index(text):
                raise source.error("{text!r} closes no list", "check the brackets", line, text=text)
            item, _ = opened.pop()
            _join_groups(item)
            item.end, item.sides = found.end(), _sides(item)
            members, last = opened[-1][1], None
        else:
            if last is not None and last.is_word and kind in ("sign", "word"):  # a word before a list or another word
                members.pop()
                name = last.name or (last.text if kind == "sign" and side_of(last.text) else "")
            last = _Item(name, line, found.start(), "" if kind == "sign" else _bare(kind, text))
            last.is_numbers, last.is_word = kind == "number", kind == "word"
            members.append(last)
            count += 1
            if count > _MOST_ITEMS:
                raise source.error("more than {most} lists and values", "give a puzzle file", line, most=_MOST_ITEMS)
            if kind == "sign":
                if len(opened) > _MOST_DEPTH:
                    raise source.error("lists within lists, more than {most} deep", _FORM, line, most=_MOST_DEPTH)
                last.members = members = []
                opened.append((last, members))
                brackets.append(text)
                last = None
        name = ""
    if len(opened) > 1:
        raise source.error("{text!r} is never closed", "close it", opened[-1][0].line, text=brackets[-1])
    tree.sides = _sides(tree)
    return tree


def _bare(kind: str, text: str) -> str:
    """Return a text without its quotes, numbers without commas, 1.0 as 1; ``null`` is no text."""
    if kind == "text":
        return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text[1:-1])[:_MOST_TEXT]
    if kind == "number":
        return " ".join(text.replace(",", " ").split())
    if kind == "real" and abs(value := float(text)) < _MOST_WHOLE and value.is_integer():
        return str(int(value))
    return "" if text in ("null", "None") else text


def _lists_alone(text: str) -> str:
    """Put blanks for block comments, and in a program's source for types and signs around the lists."""
    text = _without_comments(text)
    if _JSON.match(text):
        return text
    for _ in range(_MOST_WITHIN):
        before, text = text, _AROUND.sub(_blank, text)
        if text == before:
            break
    return _BEFORE.sub(_blank, text)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _without_comments(text: str) -> str:
    """Put blanks for each ``/* … */`` and ``(* … *)``, but for its line breaks; one that is never closed stays."""
    parts, kept, at = [], 0, 0
    open_ends = {"/*": "*/", "(*": "*)"}
    while (found := _QUOTED.search(text, at)) is not None:
        at, closing = found.end(), open_ends.get(found[0])
        if closing is None:
            continue
        if (end := text.find(closing, at)) < 0:
            del open_ends[found[0]]
            continue
        at = end + len(closing)
        parts += [text[kept : found.start()], re.sub(r"[^\n]", " ", text[found.start() : at])]
        kept = at
    return "".join([*parts, text[kept:]])


LISTS = Format(_recognise, _parse, split=_split, has_order=False)
