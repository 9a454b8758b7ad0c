"""Tables of many puzzles: values divided by commas, a line for each puzzle, those that cannot be read included."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from harness.errors import HarnessError, one_line
from harness.solver.strategy import Difficulty

if TYPE_CHECKING:
    from harness.solver.human.explain import Rating

_DIFFICULTIES: dict[Difficulty | None, str] = {Difficulty.LINE: "lines", Difficulty.BRANCH: "trial"}
UNREADABLE = "unreadable"
_WORDS: dict[object, str] = {True: "yes", False: "no", None: ""}


def print_csv(
    values: Mapping[str, object] | HarnessError | Sequence[str], columns: Sequence[str] = (), puzzle: str = ""
) -> None:
    """Print a line of a table: the names of its columns, or the values of a puzzle; None is empty.

    A puzzle that could not be read has its name and, in the column ``reason``, the error.
    """
    if isinstance(values, HarnessError):
        values = {"outcome": UNREADABLE, "finding": UNREADABLE, "reason": str(values)}
    if isinstance(values, Mapping):
        row = {**values, "puzzle": puzzle}
        values = [_shown(row.get(column)) for column in columns]
    csv.writer(sys.stdout, lineterminator="\n").writerow(values)


def _shown(value: object) -> str:
    return _WORDS[value] if isinstance(value, bool | None) else one_line(str(value))


def rating_row(difficulty: Difficulty | None, rating: Rating | None = None) -> dict[str, object]:
    """Return how hard a puzzle is: the columns ``difficulty``, ``level`` and ``score``, in the words of `explain`."""
    row: dict[str, object] = {"difficulty": _DIFFICULTIES.get(difficulty)}
    if rating is None:
        return row
    return row | {"level": rating.level and rating.level.title, "score": rating.score}
