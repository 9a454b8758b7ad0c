"""The strategies by their names, and `solve_any`, which takes any puzzle by any of them."""

from __future__ import annotations

from harness.errors import UsageError
from harness.puzzle import AnyPuzzle, ColourGrid, ColourPuzzle, Grid, Picture
from harness.solver.budget import Budget
from harness.solver.colour_search import ColourProbe
from harness.solver.enumerate import ColourEnumerate, Enumerate
from harness.solver.fast import ColourFast, Fast
from harness.solver.human.strategy import Human
from harness.solver.recursion import ColourRecursion, Recursion
from harness.solver.result import ResultOf
from harness.solver.search import Probe
from harness.solver.strategy import ColourStrategy, OnStep, Strategy

STRATEGIES: tuple[type[Strategy], ...] = (Fast, Probe, Recursion, Enumerate, Human)
"""Every strategy there is; called without arguments each is ready for use. A new one is a module and its entry here."""

COLOUR_STRATEGIES: tuple[type[ColourStrategy], ...] = (ColourFast, ColourProbe, ColourRecursion, ColourEnumerate)
"""Those that there are in colour as well, by the same names."""

DEFAULT = Fast.name
"""The strategy for whoever does not choose."""


def strategy_names() -> tuple[str, ...]:
    """What the user may choose from.

    >>> DEFAULT in strategy_names()
    True
    """
    return tuple(strategy.name for strategy in STRATEGIES)


def find_strategy(name: str = DEFAULT) -> Strategy:
    """The strategy of that name, for black and white.

    Raises:
        UsageError: there is none.

    >>> find_strategy("enumerate").name
    'enumerate'
    """
    for strategy in STRATEGIES:
        if strategy.name == name:
            return strategy()
    raise UsageError(f"there is no strategy {name!r}; choose one of: {', '.join(strategy_names())}")


def find_colour_strategy(name: str = DEFAULT) -> ColourStrategy:
    """The strategy of that name, for colour.

    Raises:
        UsageError: there is none, or it is for black and white alone.

    >>> find_colour_strategy().name == DEFAULT
    True
    """
    for strategy in COLOUR_STRATEGIES:
        if strategy.name == name:
            return strategy()
    find_strategy(name)
    names = ", ".join(strategy.name for strategy in COLOUR_STRATEGIES)
    raise UsageError(f"the strategy {name} is for crosswords in black and white; choose one of: {names}")


AnyResult = ResultOf[Picture]
"""What was found of a crossword, in colour or not."""


def solve_any(
    puzzle: AnyPuzzle,
    *,
    strategy: str = DEFAULT,
    max_solutions: int | None = 2,
    budget: Budget | None = None,
    on_step: OnStep | None = None,
    given: Picture | None = None,
) -> AnyResult:
    """Solve a puzzle, in colour or not, by the strategy of that name; the rest is as in `StrategyOf.solve`.

    Raises:
        UsageError: there is no such strategy, or none for colour where the puzzle is in colour.
        PuzzleError: the puzzle's numbers cannot be a crossword.
        TooLargeError: the puzzle is beyond the strategy.
        ValueError: `max_solutions` below 1, or `given` does not belong to the puzzle.

    >>> from harness.puzzle import Puzzle
    >>> solve_any(Puzzle(((1,), (1,)), ((1,), (1,)))).outcome.value
    'multiple'
    """
    if isinstance(puzzle, ColourPuzzle):
        in_colour = find_colour_strategy(strategy)
        cells = None if given is None else ColourGrid(given.rows)
        return in_colour.solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=cells)
    plain = find_strategy(strategy)
    known = None if given is None else Grid(given.rows)
    return plain.solve(puzzle, max_solutions=max_solutions, budget=budget, on_step=on_step, given=known)
