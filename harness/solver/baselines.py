"""The plain searches that the articles begin with, to see how far better ones have come: they take part with a limit.

`brute_force` tries every choice of one arrangement a row and looks at the columns at the end, as izaron's first
solver; `row_by_row` backtracks as soon as a column's beginning does not fit, as Porublyov's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from harness.puzzle import Clue, Grid, Puzzle

_CHECK_EVERY = 1_000
"""Pictures or rows between two looks at the clock."""


class _TimeUpError(Exception):
    """The limit has passed."""


def arrangements(clue: Clue, length: int) -> Iterator[str]:
    """Every way to place the groups, as ``#`` and ``.``; the leftmost first.

    >>> list(arrangements((1, 1), 4))
    ['#.#.', '#..#', '.#.#']
    """
    if not clue:
        yield "." * length
        return
    group, *rest = clue
    least = sum(rest) + len(rest)
    for start in range(length - group - least + 1):
        head = "." * start + "#" * group + "." * bool(rest)
        for tail in arrangements(tuple(rest), length - len(head)):
            yield head + tail


def brute_force(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
    """Up to two solutions among all choices of one arrangement a row; None when the time is up."""
    tick = _clock(seconds)
    found: list[Grid] = []
    try:
        for rows in product(*_choices(puzzle, tick)):
            tick()
            if Grid(rows).puzzle().columns == puzzle.columns:
                found.append(Grid(rows))
                if len(found) == 2:
                    break
    except _TimeUpError:
        return None
    return found


def row_by_row(puzzle: Puzzle, seconds: float) -> list[Grid] | None:
    """Up to two solutions by backtracking over the rows' arrangements; None when the time is up."""
    tick = _clock(seconds)
    found: list[Grid] = []
    rows: list[str] = []

    def place() -> None:
        if len(rows) == puzzle.height:
            found.append(Grid(tuple(rows)))
            return
        for row in choices[len(rows)]:
            tick()
            rows.append(row)
            if all(_may_begin(column, clue, puzzle.height) for column, clue in _columns(rows, puzzle)):
                place()
            rows.pop()
            if len(found) == 2:
                return

    try:
        choices = _choices(puzzle, tick)
        place()
    except _TimeUpError:
        return None
    return found


def _choices(puzzle: Puzzle, tick: Callable[[], None]) -> list[list[str]]:
    """The arrangements of each row; there may be too many to list in time."""
    choices: list[list[str]] = []
    for clue in puzzle.rows:
        choices.append([])
        for row in arrangements(clue, puzzle.width):
            tick()
            choices[-1].append(row)
    return choices


def _columns(rows: Sequence[str], puzzle: Puzzle) -> Iterator[tuple[str, Clue]]:
    return zip(("".join(column) for column in zip(*rows, strict=True)), puzzle.columns, strict=True)


def _may_begin(column: str, clue: Clue, height: int) -> bool:
    """Return True if a column that begins so may still have its clue.

    >>> _may_begin("#.", (1, 1), 3), _may_begin("##", (1,), 3), _may_begin("..", (2,), 3)
    (True, False, False)
    """
    groups = [len(group) for group in column.split(".") if group]
    if len(column) == height:
        return tuple(groups) == clue
    is_open = column.endswith("#")
    closed = groups[:-1] if is_open else groups
    if len(groups) > len(clue) or tuple(closed) != clue[: len(closed)]:
        return False
    rest = clue[len(closed) :]
    if is_open:
        if groups[-1] > rest[0]:
            return False
        rest = (rest[0] - groups[-1], *rest[1:])
    return sum(rest) + max(0, len(rest) - 1) <= height - len(column)


def _clock(seconds: float) -> Callable[[], None]:
    """A function to be called at every step, which raises when the time is up."""
    deadline, steps = time.monotonic() + seconds, 0

    def tick() -> None:
        nonlocal steps
        steps += 1
        if steps % _CHECK_EVERY == 0 and time.monotonic() > deadline:
            raise _TimeUpError

    return tick
