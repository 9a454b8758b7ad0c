"""`.mk`, `.nin` and `.cwd`: the two sizes, then the rows, then the columns, lengths separated by spaces.

========  ================================  =========================
format    the sizes                         rows end with
========  ================================  =========================
``.mk``   first line ``height width``       a line ``#``
``.nin``  first line ``width height``       nothing
``.cwd``  first line height, second width   one blank line
========  ================================  =========================

A line without groups is written ``0``; where a file has a blank line for it, the count of lines tells.

Source: `.mk` is of Petr and Mirek Olšák's *grid*, `.nin` of Jakub Wilk's *nonogram*, `.cwd` of Alexander
Meshcheryakov's QNonograms and Vladimir Sukhoy's solver; facts from ``doc/input.md`` of Jan Wolter's pbnsolve.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.errors import Phrase
from harness.formats.base import Format, Likeness, Source
from harness.formats.clues import MAX_DIGITS, TextLine, choose_clue_lines, parse_count
from harness.formats.plain import are_numbers, build_clue, puzzle_of_lines, text_lines
from harness.puzzle import Puzzle


def _has_counts(lines: Sequence[TextLine], numbers: int) -> bool:
    """Return True if the first line has this count of numbers and the rest is numbers too."""
    return bool(lines) and are_numbers(lines) and len(lines[0].text.split(maxsplit=numbers)) == numbers


def _is_count(text: str) -> bool:
    return text.isdigit() and len(text) <= MAX_DIGITS


def _read_pair(lines: Sequence[TextLine], what: str, source: Source) -> tuple[int, int]:
    if not lines:
        raise source.error("no numbers", "the first line holds the {what}", what=Phrase(what))
    numbers = lines[0].text.split(maxsplit=2)
    if len(numbers) != 2:
        fix = "write the {what}"
        raise source.error(
            "{text!r} where two numbers belong", fix, lines[0].number, text=lines[0].text[:30], what=Phrase(what)
        )
    first, second = what.split(" and the ")
    return (
        parse_count(numbers[0], f"the {first}", source, lines[0].number),
        parse_count(numbers[1], f"the {second}", source, lines[0].number),
    )


def _build_lines(puzzle: Puzzle, *head: str, between: Sequence[str] = ()) -> bytes:
    lines = (*head, *map(build_clue, puzzle.rows), *between, *map(build_clue, puzzle.columns))
    return ("\n".join(lines) + "\n").encode()


def _recognise_mk(source: Source) -> Likeness:
    lines = text_lines(source)
    dividers = [index for index, line in enumerate(lines) if line.text.startswith("#")]
    if len(dividers) != 1 or dividers[0] < 2:
        return Likeness.NO
    numbers = lines[: dividers[0]] + lines[dividers[0] + 1 :]
    return Likeness.YES if _has_counts(numbers, 2) else Likeness.NO


def _parse_mk(source: Source, checked: bool) -> Puzzle:
    lines = text_lines(source)
    height, width = _read_pair(lines, "height and the width", source)
    first = lines[0].number
    dividers = [index for index, line in enumerate(lines) if line.text.startswith("#")]
    if len(dividers) != 1:
        what = "no line '#'" if not dividers else "{count} lines '#'"
        raise source.error(what, "one belongs between the rows and the columns", first, count=len(dividers))
    divider = lines[dividers[0]]
    if re.search("[0-9]", divider.text):  # a word tells what follows; numbers may be a clue
        fix = "leave '#' alone on its line, and write the clue on the next"
        raise source.error("{text!r} behind '#'", fix, divider.number, text=divider.text[1:30].strip())
    rows = choose_clue_lines(lines[1 : dividers[0]], height, "rows", source, first)
    columns = choose_clue_lines(lines[dividers[0] + 1 :], width, "columns", source, first)
    return puzzle_of_lines(rows, columns, source, checked, first)


def _build_mk(puzzle: Puzzle) -> bytes:
    return _build_lines(puzzle, f"{puzzle.height} {puzzle.width}", between=("#",))


def _recognise_nin(source: Source) -> Likeness:
    lines = text_lines(source)
    if not _has_counts(lines, 2) or not all(map(_is_count, lines[0].text.split())):
        return Likeness.NO
    wanted = sum(map(int, lines[0].text.split()))
    return Likeness.MAYBE if sum(bool(line.text) for line in lines[1:]) == wanted else Likeness.NO


def _parse_nin(source: Source, checked: bool) -> Puzzle:
    lines = text_lines(source)
    width, height = _read_pair(lines, "width and the height", source)
    first = lines[0].number
    chosen = choose_clue_lines(lines[1:], width + height, "rows and columns", source, first)
    return puzzle_of_lines(chosen[:height], chosen[height:], source, checked, first)


def _build_nin(puzzle: Puzzle) -> bytes:
    return _build_lines(puzzle, f"{puzzle.width} {puzzle.height}")


def _recognise_cwd(source: Source) -> Likeness:
    lines = text_lines(source)
    if not _has_counts(lines, 1) or len(lines) < 5 or not all(_is_count(line.text) for line in lines[:2]):
        return Likeness.NO
    clues = lines[2:]
    blank = any(not line.text for line in clues)
    wanted = int(lines[0].text) + int(lines[1].text)
    return Likeness.MAYBE if blank and sum(bool(line.text) for line in clues) == wanted else Likeness.NO


def _parse_cwd(source: Source, checked: bool) -> Puzzle:
    lines = text_lines(source)
    sizes = [line for line in lines[:2] if line.text]
    if len(sizes) < 2:
        raise source.error("no sizes", "the first line holds the height, the second the width")
    height = parse_count(sizes[0].text, "the height", source, sizes[0].number)
    width = parse_count(sizes[1].text, "the width", source, sizes[1].number)
    clues = lines[2:]
    filled = [line for line in clues if line.text]
    if len(filled) == height + width:  # then all blank lines are layout
        rows, columns = filled[:height], filled[height:]
    else:
        rows = clues[:height]
        divider = clues[height] if len(clues) > height else None
        if divider is None or divider.text:
            where = divider.number if divider is not None else sizes[0].number
            what = "no blank line after {height} rows"
            raise source.error(what, "put one before the columns, or correct the height", where, height=height)
        columns = list(choose_clue_lines(clues[height + 1 :], width, "columns", source, sizes[1].number))
    return puzzle_of_lines(rows, columns, source, checked, sizes[0].number)


def _build_cwd(puzzle: Puzzle) -> bytes:
    return _build_lines(puzzle, str(puzzle.height), str(puzzle.width), between=("",))


OLSAK_MK = Format(_recognise_mk, _parse_mk, build=_build_mk)

WILK_NIN = Format(_recognise_nin, _parse_nin, build=_build_nin)

CWD = Format(_recognise_cwd, _parse_cwd, build=_build_cwd)
