"""Common part of the text formats: clue lines, their count, and errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from harness.errors import FormatError, Phrase, PuzzleError
from harness.formats.base import Source
from harness.puzzle import BLOT, MAX_SIDE, Clue, Line, Puzzle, length_text

MAX_DIGITS = 300
"""The longest number taken: absurd already, yet an unchecked file may hold such to try the Spectrum with."""

MAX_GROUPS = MAX_SIDE
"""The most groups taken in a line: twice as many as fit, as an unchecked file may hold such too."""

_NUMBER = re.compile(r"[+-]?[0-9]+")
_SEPARATOR = re.compile(r"\s*,\s*|\s+")
_PLAIN = re.compile(r"[0-9]{1,9}+(?:(?:\s*+,\s*+|\s++)[0-9]{1,9}+)*+")
_PLAIN_CHARACTERS = 2 * MAX_GROUPS  # of a line whose groups need not be counted before they are taken


class TextLine(NamedTuple):
    """A line of the file: its number, from 1, and what stands there without the spaces around it."""

    number: int
    text: str


BLOT_SIGN = length_text(BLOT)
"""Sign for a group of unknown length."""


def parse_clue(text: str, source: Source, line: int, *, blots: bool = False) -> Clue:
    """Lengths separated by commas or spaces; a lone ``-`` or ``0`` is a line without groups, and so is nothing.

    Any whole number is taken, but for the one that stands for `BLOT`: whether it can be a length is for `Puzzle.check`.

    Args:
        blots: whether ``?`` is a group of unknown length.

    >>> source = Source("cat.txt", b"")
    >>> parse_clue("3, 1 ,2", source, 1), parse_clue("-", source, 2), parse_clue("1 ?", source, 3, blots=True)
    ((3, 1, 2), (), (1, -1))

    Raises:
        FormatError: an item that is no whole number.
    """
    text = text.strip()
    if text in ("", "-", "0"):
        return ()
    if len(text) <= _PLAIN_CHARACTERS and _PLAIN.fullmatch(text):
        return tuple(map(int, text.replace(",", " ").split()))
    return tuple(
        BLOT if blots and item == BLOT_SIGN else parse_length(item, source, line)
        for item in split_items(text, source, line)
    )


def split_items(text: str, source: Source, line: int) -> list[str]:
    """Split a line at commas or spaces.

    Raises:
        FormatError: nothing beside a comma, or more than `MAX_GROUPS`.
    """
    items = _SEPARATOR.split(text, maxsplit=MAX_GROUPS)
    if len(items) > MAX_GROUPS:
        raise source.error("more than {most} groups", "a line holds half as many at most", line, most=MAX_GROUPS)
    if "" in items:
        raise source.error("an empty item beside a comma", "write one comma between two lengths", line)
    return items


def parse_length(item: str, source: Source, line: int) -> int:
    """A whole number, which may be no length, but is not mistaken for `BLOT` either.

    Raises:
        FormatError: anything else.
    """
    if not _NUMBER.fullmatch(item):
        shown = item if len(item) <= 20 else item[:20] + "…"
        what = "{text!r} is not a whole number"
        raise source.error(what, "write lengths separated by commas or spaces", line, text=shown)
    if len(item) > MAX_DIGITS:
        what = "a number of {count} digits"
        raise source.error(what, "write lengths separated by commas or spaces", line, count=len(item))
    if (length := int(item)) == BLOT:
        raise source.error("a group of {item}", "lengths are 1 or more", line, item=item)
    return length


def parse_count(text: str, what: str, source: Source, line: int) -> int:
    """A number of cells or lines, from 1 to `MAX_SIDE`.

    Raises:
        FormatError: anything else.
    """
    if not re.fullmatch("[0-9]+", text):
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise source.error("{what} is {text!r}", "write a whole number", line, what=Phrase(what), text=shown)
    if len(text) > MAX_DIGITS or not 1 <= int(text) <= MAX_SIDE:
        raise source.error(
            "{what} is {text}", "it must be 1 to {most}", line, what=Phrase(what), text=text[:20], most=MAX_SIDE
        )
    return int(text)


def choose_clue_lines(
    lines: Sequence[TextLine], count: int | None, what: str, source: Source, heading_line: int
) -> Sequence[TextLine]:
    """The lines of a section that are clues, blank ones judged by how many there should be.

    If as many lines as wanted have text, the blank ones are mere layout. Otherwise the first `count` lines are the
    clues, the blank ones among them without groups. Without a count blank lines are layout.

    Args:
        what: the section's name for an error: "rows".

    Raises:
        FormatError: the count cannot be met.
    """
    filled = [line for line in lines if line.text]
    if count is None or len(filled) == count:
        return filled
    if len(filled) > count:
        fix = "remove this line or correct the size"
        raise source.error(
            "more than the announced {count} {lines}", fix, filled[count].number, count=count, lines=Phrase(what)
        )
    if len(lines) < count or any(line.text for line in lines[count:]):
        raise source.error(
            "{found} {lines} where {count} are announced",
            "write 0 for a line without groups, or correct the size",
            heading_line,
            found=len(filled),
            lines=Phrase(what),
            count=count,
        )
    return lines[:count]


def check_located(puzzle: Puzzle, source: Source, line_of: Mapping[Line, int], otherwise: int | None) -> None:
    """`Puzzle.check`, its errors placed in the file.

    Args:
        line_of: the file's line for each row and column of the crossword.
        otherwise: the file's line for what is not the fault of one row or column.

    Raises:
        FormatError: with the file's line.
    """
    try:
        puzzle.check()
    except PuzzleError as error:
        raise located(error, source, line_of, otherwise) from None


def located(error: PuzzleError, source: Source, line_of: Mapping[Line, int], otherwise: int | None) -> FormatError:
    """The error as one of this file; arguments as for `check_located`."""
    line = line_of.get(error.where, otherwise) if isinstance(error.where, Line) else otherwise
    return source.error(error.what, error.fix, line, error.where, **error.values)


def one_line(text: str) -> str:
    """A header's value without line breaks and other control characters, fit for a text file.

    >>> one_line(" two\\n lines ")
    'two lines'
    """
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
