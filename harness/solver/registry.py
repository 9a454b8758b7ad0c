"""The strategies by their names, and `solve_any`, which takes any puzzle by any of them."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from harness.errors import UsageError
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.result import Result

if TYPE_CHECKING:
    from harness.solver.strategy import OnStep, Strategy


class Known(NamedTuple):
    """A strategy that can be had; called without arguments it is ready for use.

    Attributes:
        name: that of its class, which need not be loaded to know it.
        place: its module here, and its class there.
        summary: that of its class too.
    """

    name: str
    place: str
    summary: str

    def load(self) -> type[Strategy]:
        """The class. Its module is loaded then."""
        module, _, name = self.place.partition(":")
        kind: type[Strategy] = getattr(importlib.import_module(f"harness.solver.{module}"), name)
        return kind

    def __call__(self) -> Strategy:
        return self.load()()


STRATEGIES: tuple[Known, ...] = (
    Known(
        "fast",
        "fast:Fast",
        "line logic and probing on bit sets, then a short search, then a SAT solver on what is left",
    ),
    Known(
        "probe",
        "search:Probe",
        "line logic on bit sets, then both colours of a cell tried to see what they have in common",
    ),
    Known(
        "recursion",
        "recursion:Recursion",
        "memoized recursion over (block, start) for a line, then cells tried on copies of the grid",
    ),
    Known(
        "enumerate",
        "enumerate:Enumerate",
        "lists of all arrangements of every line, intersected and filtered; then the shortest list split",
    ),
    Known(
        "human",
        "human.strategy:Human",
        "the rules by which a person finds cells, the easiest first, then trial; `explain` tells them in words",
    ),
)
"""Every strategy there is. A new one is a module and its entry here."""

DEFAULT = "fast"
"""The strategy for whoever does not choose."""


def strategy_names() -> tuple[str, ...]:
    """Return the names that the user may choose from.

    >>> DEFAULT in strategy_names()
    True
    """
    return tuple(strategy.name for strategy in STRATEGIES)


@cache
def find_strategy(name: str = DEFAULT) -> Strategy:
    """The strategy of that name; always the same one, for it holds nothing of a puzzle.

    Raises:
        UsageError: there is none.

    >>> find_strategy("enumerate").name
    'enumerate'
    """
    for strategy in STRATEGIES:
        if strategy.name == name:
            return strategy()
    raise UsageError(f"there is no strategy {name!r}; choose one of: {', '.join(strategy_names())}")


@cache
def load_strategy(name: str = DEFAULT) -> None:
    """See to it that a strategy is loaded, and solve a puzzle of one cell by it.

    The first call for a user's puzzle takes no longer than the next ones then: it finds memory, and the code in the
    processor's caches.

    Raises:
        UsageError: there is no such strategy.
    """
    find_strategy(name).solve(Puzzle(((1,),), ((1,),)))


def solve_any(
    puzzle: Puzzle,
    *,
    strategy: str = DEFAULT,
    max_solutions: int | None = 2,
    budget: Budget | None = None,
    on_step: OnStep | None = None,
    given: Grid | None = None,
) -> Result:
    """Solve a puzzle by the strategy of that name; the rest is as in `Strategy.solve`.

    Raises:
        UsageError: there is no such strategy.
        PuzzleError: the puzzle's numbers cannot be a crossword.
        TooLargeError: the puzzle is beyond the strategy.
        ValueError: `max_solutions` below 1, or `given` does not belong to the puzzle.

    >>> solve_any(Puzzle(((1,), (1,)), ((1,), (1,)))).outcome.value
    'multiple'
    """
    solver = find_strategy(strategy)
    return solver.solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=given)
