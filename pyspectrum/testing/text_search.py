"""Looking for a text, or a pattern, in the 24 lines of a screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from pyspectrum.errors import ScreenError
from pyspectrum.screen import COLUMNS, ROWS
from pyspectrum.screen.fonts import Font

Text = str | re.Pattern[str]
"""A text, or a compiled regular expression, to look for."""

Lines = tuple[str, ...]


def quoted(text: Text) -> str:
    """A text, or a pattern, as a message has it."""
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else repr(text)


def text_matcher(text: Text, font: Font, row: int | None = None, column: int | None = None) -> Callable[[Lines], bool]:
    """Build a predicate that finds a text in screen lines; see `Expectation.to_show`.

    >>> shows = text_matcher("SCORE 03", Font.rom(), row=0)
    >>> shows(("    SCORE 03    ",)), shows(("    SCORE 04    ",))
    (True, False)

    Raises:
        ScreenError: there is no such row or column.
    """
    if row is not None and not 0 <= row < ROWS:
        raise ScreenError(f"text row {row} is not on the screen; rows go from 0 to {ROWS - 1}")
    if column is not None and not 0 <= column < COLUMNS:
        raise ScreenError(f"column {column} is not on the screen; columns go from 0 to {COLUMNS - 1}")
    if isinstance(text, re.Pattern):
        return lambda lines: _pattern_matches(text, lines, row, column)
    spelled = font.spell(text).split("\n")
    if len(spelled) == 1 and row is None and column is None:  # the usual case, quickly
        return lambda lines: any(spelled[0] in line for line in lines)
    return lambda lines: _text_matches(spelled, lines, row, column)


def _text_matches(pieces: list[str], lines: Lines, row: int | None, column: int | None) -> bool:
    def stands_at(first: int) -> bool:
        found = zip(pieces, lines[first:], strict=False)
        if column is None:
            return all(piece in line for piece, line in found)
        return all(line.startswith(piece, column) for piece, line in found)

    if row is not None:
        return row + len(pieces) <= len(lines) and stands_at(row)
    return any(stands_at(first) for first in range(len(lines) - len(pieces) + 1))


def _pattern_matches(pattern: re.Pattern[str], lines: Lines, row: int | None, column: int | None) -> bool:
    chosen = lines if row is None else lines[row : row + 1]
    if column is not None:
        return any(pattern.match(line, column) for line in chosen)
    return bool(pattern.search("\n".join(line.rstrip() for line in chosen)))
