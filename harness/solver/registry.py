"""The strategies by their names, and `solve_any`, which takes any puzzle by any of them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from harness.errors import UsageError
from harness.puzzle import BLACK, AnyPuzzle, Colour, ColourGrid, ColourPuzzle, Grid, Palette, Picture, Puzzle
from harness.solver.budget import Budget
from harness.solver.result import ResultOf

if TYPE_CHECKING:
    from harness.solver.strategy import ColourStrategy, OnStep, Strategy

StrategyT = TypeVar("StrategyT")


@cache
def _load(place: str) -> Any:
    """Import what stands at a place, a module here and a name in it; asked for each puzzle."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(f"harness.solver.{module}"), name)


class Known(NamedTuple, Generic[StrategyT]):
    """A strategy that can be had; called without arguments it is ready for use.

    Attributes:
        name: that of its class, which need not be loaded to know it.
        place: its module here, and its class there.
        summary: that of its class too; given for black and white alone.
    """

    name: str
    place: str
    summary: str = ""

    def load(self) -> type[StrategyT]:
        """The class. Its module is loaded then."""
        kind: type[StrategyT] = _load(self.place)
        return kind

    def __call__(self) -> StrategyT:
        return self.load()()


STRATEGIES: tuple[Known[Strategy], ...] = (
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

COLOUR_STRATEGIES: tuple[Known[ColourStrategy], ...] = (
    Known("fast", "fast:ColourFast"),
    Known("probe", "colour_search:ColourProbe"),
    Known("recursion", "recursion:ColourRecursion"),
    Known("enumerate", "enumerate:ColourEnumerate"),
    Known("human", "human.strategy:ColourHuman"),
)
"""The same in colour, by the same names."""

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
    """The strategy of that name, for black and white; always the same one, for it holds nothing of a puzzle.

    Raises:
        UsageError: there is none.

    >>> find_strategy("enumerate").name
    'enumerate'
    """
    return _known(STRATEGIES, name)()


@cache
def find_colour_strategy(name: str = DEFAULT) -> ColourStrategy:
    """The strategy of that name, for colour.

    Raises:
        UsageError: there is none.

    >>> find_colour_strategy().name == DEFAULT
    True
    """
    return _known(COLOUR_STRATEGIES, name)()


def _known(strategies: Sequence[Known[StrategyT]], name: str) -> Known[StrategyT]:
    for strategy in strategies:
        if strategy.name == name:
            return strategy
    raise UsageError(f"there is no strategy {name!r}; choose one of: {', '.join(strategy_names())}")


def load_strategy(puzzle: AnyPuzzle, name: str = DEFAULT) -> None:
    """See to it that the strategy for a puzzle is loaded, so that solving takes no longer for the first one.

    Raises:
        UsageError: as `solve_any`.
    """
    _warm_up(name, in_colour=isinstance(puzzle, ColourPuzzle))


@cache
def _warm_up(name: str, *, in_colour: bool) -> None:
    """Solve a puzzle of one cell: a first call finds no memory and no code in the processor's caches."""
    puzzle = ColourGrid(("#",)).puzzle(Palette((Colour("#", BLACK),))) if in_colour else Puzzle(((1,),), ((1,),))
    solve_any(puzzle, strategy=name)


AnyResult = ResultOf[Picture]
"""Result of a search, in colour or not."""


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
        UsageError: there is no such strategy.
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
