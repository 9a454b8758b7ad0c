"""The puzzle in what "View data" prints."""

from __future__ import annotations

import re

from harness.errors import ReaderError
from harness.puzzle import Clue, Puzzle
from harness.spectrum.messages import Language

_LINE = re.compile(r"\D+(?P<number>\d+): ?(?P<groups>[0-9,]*)$")
_RULE = re.compile("_+$")


def read_printed_puzzle(lines: tuple[str, ...], said: Language) -> Puzzle:
    """The puzzle in what "View data" prints; a clue may run over the end of a text line.

    Raises:
        ReaderError: anything else.

    >>> from harness.spectrum.messages import language
    >>> puzzle = read_printed_puzzle(("Horisontal lines:", "", "Line 1: 1,1", "", "Vertical lines:", "",
    ...     "Line 1: 1", "Line 2:", "Line 3: 1", "", "Press any key..."), language("en"))
    >>> puzzle.rows, puzzle.columns
    (((1, 1),), ((1,), (), (1,)))
    """
    sides: dict[str, list[str]] = {said["row_heading"]: [], said["column_heading"]: []}
    begins = tuple(f"{said[key]} " for key in ("row", "column"))
    clues: list[str] | None = None
    for line in lines:
        if line in sides:
            clues = sides[line]
        elif not line or _RULE.match(line) or line.startswith(said["any_key"]):
            continue
        elif clues is None:
            raise ReaderError(f"{line!r} stands before the first heading of the data")
        elif line.startswith(begins):
            clues.append(line)
        elif clues and re.fullmatch(r"[0-9,]+", line):
            clues[-1] += line
        else:
            raise ReaderError(f"{line!r} is not a line of the data")
    rows, columns = (tuple(_parse_clue(text, n) for n, text in enumerate(side, 1)) for side in sides.values())
    return Puzzle(rows, columns)


def _parse_clue(text: str, number: int) -> Clue:
    match = _LINE.fullmatch(text)
    if match is None or int(match["number"]) != number:
        raise ReaderError(f"{text!r} stands where line {number} of the data should")
    return tuple(int(group) for group in match["groups"].split(",") if group)
