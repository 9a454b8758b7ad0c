"""Formats of bare numbers: lines of lengths, with little or nothing around them; a line without groups is ``0``.

Where a file with sizes has a blank line for one without groups, the count of lines tells.

Source: `.mk` is of Petr and Mirek Olšák's *grid*, `.nin` of Jakub Wilk's *nonogram*, `.cwd` of Alexander
Meshcheryakov's QNonograms and Vladimir Sukhoy's solver; facts from ``doc/input.md`` of Jan Wolter's pbnsolve. makhorin
(of Andrew Makhorin's pbnsol), syro, ish, keen and faase are formats that https://webpbn.com/export.cgi offers; faase
with sizes is Simpson's `.non`, which webpbn.com calls ss. ``japan.dat`` and ``japan.sol`` are the input and the answers
of Ilya Porublyov's program: the page "Japanese crossword" of his.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from harness.errors import Phrase
from harness.formats import base
from harness.formats.base import Contents, Format, Likeness, Source, TextLine
from harness.formats.sides import Sides, divided, oriented, read_pair, split_at_blank
from harness.puzzle import MAX_SIDE, Axis, Grid, Puzzle

_NUMBERS = re.compile(r"[-+0-9][-+0-9,\s]*")


def are_numbers(lines: Iterable[TextLine]) -> bool:
    """Return True if every line is blank or holds whole numbers, a lone ``-`` among them, and nothing else."""
    return all(not line.text or _NUMBERS.fullmatch(line.text) for line in lines)


def _has_counts(lines: Sequence[TextLine], numbers: int) -> bool:
    """Return True if the first line has this count of numbers and the rest is numbers too."""
    return bool(lines) and are_numbers(lines) and len(lines[0].text.split(maxsplit=numbers)) == numbers


def _announced(sizes: Sequence[str], lines: Sequence[TextLine]) -> Likeness:
    """Judge lines below two sizes: they may be the clues if as many have text."""
    are_counts = all(text.isdigit() and len(text) <= base.MAX_DIGITS for text in sizes)
    is_sum = are_counts and sum(map(int, sizes)) == sum(bool(line.text) for line in lines)
    return Likeness.MAYBE if is_sum else Likeness.NO


def _builder(sizes: str, *between: str) -> Callable[[Puzzle], bytes]:
    """Make a writer of the sizes, the rows, what stands between, and the columns."""

    def build(puzzle: Puzzle) -> bytes:
        head = sizes.format(height=puzzle.height, width=puzzle.width)
        lines = (head, *map(base.build_clue, puzzle.rows), *between, *map(base.build_clue, puzzle.columns))
        return ("\n".join(lines) + "\n").encode()

    return build


def _recognise_mk(source: Source) -> Likeness:
    lines = base.text_lines(source)
    dividers = [index for index, line in enumerate(lines) if line.text.startswith("#")]
    if not dividers:
        return Likeness.NO if source.suffix == ".nin" else _recognise_nin(source)
    del lines[dividers[0]]
    return Likeness.YES if len(dividers) == 1 and dividers[0] > 1 and _has_counts(lines, 2) else Likeness.NO


def _parse_mk(source: Source, checked: bool) -> Puzzle:
    lines = base.text_lines(source)
    height, width = read_pair(lines, "height and the width", source)
    first = lines[0].number
    dividers = [index for index, line in enumerate(lines) if line.text.startswith("#")]
    if not dividers and sum(bool(line.text) for line in lines[1:]) == height + width:
        return divided((height, width), lines[1:], source, first).puzzle(source, checked, first)
    if len(dividers) != 1:
        what = "no line '#'" if not dividers else "{count} lines '#'"
        raise source.error(what, "one belongs between the rows and the columns", first, count=len(dividers))
    divider = lines[dividers[0]]
    if re.search("[0-9]", divider.text):  # a word tells what follows; numbers may be a clue
        fix = "leave '#' alone on its line, and write the clue on the next"
        raise source.error("{text!r} behind '#'", fix, divider.number, text=divider.text[1:30].strip())
    clues = [*lines[1 : dividers[0]], *lines[dividers[0] + 1 :]]
    return divided((height, width), clues, source, first, dividers[0] - 1).puzzle(source, checked, first)


def _recognise_nin(source: Source) -> Likeness:
    lines = base.text_lines(source)
    return _announced(lines[0].text.split(), lines[1:]) if _has_counts(lines, 2) else Likeness.NO


def _parse_nin(source: Source, checked: bool) -> Puzzle:
    lines = base.text_lines(source)
    width, height = read_pair(lines, "width and the height", source)
    first = lines[0].number
    return divided((height, width), lines[1:], source, first).puzzle(source, checked, first)


def _recognise_cwd(source: Source) -> Likeness:
    lines = base.text_lines(source)
    has_sizes = _has_counts(lines, 1) and len(lines) > 4
    return _announced([line.text for line in lines[:2]], lines[2:]) if has_sizes else Likeness.NO


def _parse_cwd(source: Source, checked: bool) -> Puzzle:
    lines = base.text_lines(source)
    sizes, clues = [line for line in lines[:2] if line.text], lines[2:]
    if len(sizes) < 2:
        raise source.error("no sizes", "the first line holds the height, the second the width")
    height = base.parse_count(sizes[0].text, "the height", source, sizes[0].number)
    width = base.parse_count(sizes[1].text, "the width", source, sizes[1].number)
    first, divider = sizes[0].number, None
    if sum(bool(line.text) for line in clues) != height + width:  # else all blank lines are layout
        divider = next((at for at in (height, width) if len(clues) > at and not clues[at].text), None)
        if divider is None:
            where = clues[height].number if len(clues) > height else first
            what = "no blank line after {height} rows"
            raise source.error(what, "put one before the columns, or correct the height", where, height=height)
        clues = clues[:divider] + clues[divider + 1 :]
    return divided((height, width), clues, source, first, divider).puzzle(source, checked, first)


OLSAK_MK = Format(_recognise_mk, _parse_mk, build=_builder("{height} {width}", "#"))
WILK_NIN = Format(_recognise_nin, _parse_nin, build=_builder("{width} {height}"))
CWD = Format(_recognise_cwd, _parse_cwd, build=_builder("{height}\n{width}", ""))


def _recognise_makhorin(source: Source) -> Likeness:
    lines = base.text_lines(source, "*")
    dividers = [line for line in lines if line.text == "&"]
    rest = [line for line in lines if line.text != "&"]
    return Likeness.YES if len(dividers) == 1 and rest and are_numbers(rest) else Likeness.NO


def _parse_makhorin(source: Source, checked: bool) -> Puzzle:
    lines = [line for line in base.text_lines(source, "*") if line.text]
    divider, *others = [index for index, line in enumerate(lines) if line.text == "&"] or [-1]
    if divider < 0 or others:
        what = "no line '&'" if divider < 0 else "{count} lines '&'"
        raise source.error(what, "one belongs between the rows and the columns", count=len(others) + 1)
    sides = oriented(lines[:divider], lines[divider + 1 :], source)
    return sides.puzzle(source, checked, lines[divider].number)


def _lines_of_numbers(source: Source) -> list[TextLine]:
    """Return the lines of both parts; none if there are not two, or something else than numbers stands there."""
    parts = split_at_blank(base.text_lines(source, "#"))
    lines = [] if parts is None else parts[0] + parts[1]
    return lines if are_numbers(lines) else []


def _wanted_parts(source: Source) -> tuple[list[TextLine], list[TextLine]]:
    parts = split_at_blank(base.text_lines(source, "#"))
    if parts is None:
        what = "not two parts with a blank line between them"
        raise source.error(what, "the rows, one blank line, the columns; 0 for no groups")
    return parts


def _recognise_syro(source: Source) -> Likeness:
    items = [line.text.rsplit(maxsplit=1) for line in _lines_of_numbers(source)]
    if not items or not all(line[-1] == "0" for line in items):
        return Likeness.NO
    return Likeness.YES if any(len(line) > 1 for line in items) else Likeness.MAYBE


def _parse_syro(source: Source, checked: bool) -> Puzzle:
    def without_end(line: TextLine) -> TextLine:
        *clue, end = line.text.rsplit(maxsplit=1)
        if end != "0":
            raise source.error("{text!r} does not end in 0", "every line does in this format", line)
        return TextLine(line.number, "".join(clue))

    rows, columns = _wanted_parts(source)
    first = columns[0].number
    return oriented([*map(without_end, rows)], [*map(without_end, columns)], source).puzzle(source, checked, first)


def _recognise_ish(source: Source) -> Likeness:
    return Likeness.MAYBE if any("," in line.text for line in _lines_of_numbers(source)) else Likeness.NO


def _recognise_keen(source: Source) -> Likeness:
    lines = _lines_of_numbers(source)
    return Likeness.MAYBE if lines and not any("," in line.text for line in lines) else Likeness.NO


def _parse_ish_or_keen(source: Source, checked: bool) -> Puzzle:
    first, second = _wanted_parts(source)
    return oriented(first, second, source).puzzle(source, checked, second[0].number)


def _recognise_faase(source: Source) -> Likeness:
    lines = {line.strip().lower() for line in source.lines}
    keys = {line.split(maxsplit=1)[0] for line in lines if line}
    if {"width", "height"} <= keys or any(key.startswith(("grid", "[")) for key in keys):  # `.non`, or `.picross`
        return Likeness.NO
    return Likeness.YES if {"rows", "columns"} <= lines else Likeness.NO


def _parse_faase(source: Source, checked: bool) -> Puzzle:
    lines = [line for line in base.text_lines(source, "#") if line.text]
    if lines and lines[-1].text.lower() == "end":
        lines.pop()
    contents, section, before = Contents(source), None, list[TextLine]()
    for line in lines:
        word = line.text.lower()
        if word in ("rows", "columns"):
            section = contents.open(word, line, f"'{word}'")
        else:
            (before if section is None else section.lines).append(line)
    for heading in ("rows", "columns"):
        if heading not in contents.sections:
            fix = "write '{heading}' on a line of its own and the clues below it"
            raise source.error("no '{heading}'", fix, heading=heading)
    first, second = contents.sections.values()  # in the file's order
    if before:
        text, word = before[0].text[:30], first.heading.text.lower()
        raise source.error("{text!r} before '{first}'", "remove it", before[0], text=text, first=word)
    sides = contents.sections
    return Sides(sides["rows"].lines, sides["columns"].lines).puzzle(source, checked, second.heading.number)


MAKHORIN = Format(_recognise_makhorin, _parse_makhorin)
SYRO = Format(_recognise_syro, _parse_syro)
ISH = Format(_recognise_ish, _parse_ish_or_keen)
KEEN = Format(_recognise_keen, _parse_ish_or_keen)
FAASE = Format(_recognise_faase, _parse_faase)


NEXT, END, NO_SOLUTIONS = "<next>", "<end>", "<no solutions>"

SOLUTIONS = "japan.sol"
SOLUTION_KEYS = ".*"  # white and black in ``japan.sol``

_WHOLE_NUMBERS = re.compile(rf"[0-9]{{1,{base.MAX_DIGITS}}}+(?:\s++[0-9]{{1,{base.MAX_DIGITS}}}+)*+")


def _recognise_japan(source: Source) -> Likeness:
    texts = [line.text for line in base.text_lines(source) if line.text]
    if not all(map(_WHOLE_NUMBERS.fullmatch, texts)):
        return Likeness.NO
    lines = [text.split(maxsplit=base.MAX_GROUPS + 1) for text in texts]
    for _ in Axis:
        if not lines or len(lines[0]) != 1:
            return Likeness.NO
        count = int(lines[0][0])
        side, lines = lines[1 : 1 + count], lines[1 + count :]
        if count < 1 or len(side) < count or any(int(items[0]) != len(items) - 1 for items in side):
            return Likeness.NO
    return Likeness.NO if lines else Likeness.YES


def _parse_japan(source: Source, checked: bool) -> Puzzle:
    lines = iter([line for line in base.text_lines(source) if line.text])
    sides: list[list[TextLine]] = []
    first: int | None = None
    for axis in Axis:
        if (heading := next(lines, None)) is None:
            raise source.error("no number of {lines}", "write it on a line of its own", lines=Phrase(axis.value + "s"))
        first = first or heading.number
        count = base.parse_count(heading.text, f"the number of {axis.value}s", source, heading.number)
        sides.append([_clue_line(next(lines, None), axis, count, source, heading.number) for _ in range(count)])
    if (extra := next(lines, None)) is not None:
        raise source.error("{text!r} after the last column", "remove it or correct the counts", extra)
    return oriented(sides[0], sides[1], source).puzzle(source, checked, first)


def _clue_line(line: TextLine | None, axis: Axis, count: int, source: Source, heading: int) -> TextLine:
    """Return the line without the number of groups that it begins with."""
    if line is None:
        what = "the file ends before the last of {count} {lines}"
        raise source.error(what, "correct the count", heading, count=count, lines=Phrase(axis.value + "s"))
    number, *groups = line.text.split(maxsplit=base.MAX_GROUPS + 1)
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) != len(groups):
        raise source.error(
            "{announced} groups announced, {following} follow",
            "each line begins with the number of its groups",
            line.number,
            announced=number[:20],
            following=len(groups) if len(groups) <= base.MAX_GROUPS else Phrase("more"),
        )
    return TextLine(line.number, " ".join(groups))


def _build_japan(puzzle: Puzzle) -> bytes:
    lines: list[str] = []
    for clues in (puzzle.rows, puzzle.columns):
        lines.append(str(len(clues)))
        lines += [" ".join(map(str, (len(clue), *clue))) for clue in clues]
    return ("\n".join(lines) + "\n").encode()


def are_solutions(data: bytes) -> bool:
    """Return True if a file begins as ``japan.sol`` does."""
    first = data[: MAX_SIDE + 2].partition(b"\n")[0].strip()
    return first == NO_SOLUTIONS.encode() or (first != b"" and not first.strip(SOLUTION_KEYS.encode()))


def build_solutions(grids: Iterable[Grid]) -> Iterator[str]:
    """Yield the text of ``japan.sol`` in pieces, each as soon as its solution is known: there may be millions.

    >>> print("".join(build_solutions([Grid(("#.", ".#")), Grid((".#", "#."))])), end="")
    *.
    .*
    <next>
    .*
    *.
    <end>
    """
    empty = True
    for grid in grids:
        if not empty:
            yield NEXT + "\n"
        empty = False
        yield grid.to_text().replace("#", "*") + "\n"
    yield (NO_SOLUTIONS if empty else END) + "\n"


JAPAN_DAT = Format(_recognise_japan, _parse_japan, build=_build_japan)
