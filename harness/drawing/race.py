"""The authors' ways to solve a puzzle, a line of a table each, with its bar and its time."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple

from harness.drawing.terminal import milliseconds_text
from harness.errors import HarnessError
from harness.puzzle import Puzzle
from harness.solver.baselines import AllCells, AllRows, PrunedRows
from harness.solver.enumerate import number_text
from harness.solver.strategy import DEFAULT, OUTCOME_WORDS, find_strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.solver.budget import Budget
    from harness.solver.strategy import Search, Strategy

_BLOCKS, _LEAST_MS = 4, 0.1  # blocks of a bar for ten times as long, and the time that has one block
_WIDEST = 18
_FRAME_SECONDS = 1 / 25
_MOST_CELLS = 20_000
"""Largest puzzle whose pictures are counted: the number has thousands of digits, and takes long to compute."""
_UNITS = (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60))


class Way(NamedTuple):
    """A way to solve puzzles: its name here, its author, its strategy."""

    name: str
    author: str
    strategy: Strategy


class Racer:
    """One way at work on a puzzle, with its line of the table.

    `ms` is the time that it took, or has taken so far, None before it begins; `found` the result, once it is over.
    """

    def __init__(self, way: Way, puzzle: Puzzle) -> None:
        self.ms: float | None = None
        self.found = ""
        self._way, self._puzzle = way, puzzle

    def solve(self, budget: Callable[[Callable[[], bool]], Budget], show: Callable[[], object]) -> None:
        """Solve the puzzle within a budget, which is made of a function to call as often as the clock is looked at."""
        begun = shown = time.perf_counter()

        def look() -> bool:
            nonlocal shown
            now = time.perf_counter()
            if now - shown >= _FRAME_SECONDS:
                shown, self.ms = now, 1000 * (now - begun)
                show()
            return False

        search: Search | None = None
        try:
            search = self._way.strategy.solutions(self._puzzle, budget(look))
            outcome = OUTCOME_WORDS[search.collect(2).outcome]
        except HarnessError as error:  # beyond this way, which says why
            outcome = str(HarnessError(error.what, **error.values))
        self.ms = 1000 * (time.perf_counter() - begun)
        self.found = outcome if search is None else self._describe(search, outcome, self.ms)
        show()

    def _describe(self, search: Search, outcome: str, ms: float) -> str:
        strategy = self._way.strategy
        if not isinstance(strategy, AllRows | AllCells):
            guesses = f", {search.guesses:,} guessed" if search.guesses else ""
            return f"{outcome}; {_counted(search.budget.line_calls, 'line')} looked at{guesses}"
        if isinstance(strategy, PrunedRows):
            return f"{outcome}; {_counted(search.guesses, 'row')} tried"
        is_counted = self._puzzle.width * self._puzzle.height <= _MOST_CELLS
        if search.complete or search.found or not search.guesses or not is_counted:
            return f"{outcome}; {_counted(search.guesses, 'picture')} tried"
        count = strategy.count_ways(self._puzzle)
        seconds = int(1000 * ms) * count // (search.guesses * 10**6)
        return f"{search.guesses:,} of {number_text(count)} pictures: {duration_text(seconds)} for all"

    def line(self) -> str:
        name = f"  {self._way.name:<21} {self._way.author:<20}"
        if self.ms is None:
            return name.rstrip()
        blocks = max(1, round(_BLOCKS * math.log10(max(self.ms, _LEAST_MS) / _LEAST_MS)))
        return f"{name} {'█' * blocks:<{_WIDEST}} {milliseconds_text(self.ms):>8}  {self.found}".rstrip()


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def ways() -> tuple[Way, ...]:
    """List the ways, in the order of their history; each has solved a puzzle of one cell, so that all are warm."""
    every = (
        Way("all cells", "izaron, brute force", AllCells()),
        Way("row by row", "Porublyov", AllRows()),
        Way("rows, columns pruned", "izaron, backtracking", PrunedRows()),
        Way("blocks with memory", "Porublyov", find_strategy("recursion")),
        Way("lists of arrangements", "for Mathematica", find_strategy("enumerate")),
        Way("a person's rules", "the guides", find_strategy("human")),
        Way("ours", f"--strategy {DEFAULT}", find_strategy(DEFAULT)),
    )
    for way in every:
        way.strategy.solve(Puzzle(((1,),), ((1,),)))
    return every


def table(racers: Sequence[Racer]) -> str:
    return "\n".join(one.line() for one in racers)


def duration_text(seconds: int) -> str:
    """Write a time that may be long in the largest unit of which there are two.

    >>> duration_text(47), duration_text(200), duration_text(3 * 10**25)
    ('47 s', '3 minutes', '9.5e+17 years')
    """
    for name, length in _UNITS:
        if seconds >= 2 * length:
            return f"{number_text(seconds // length)} {name}"
    return f"{seconds} s"
