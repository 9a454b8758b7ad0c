"""The strategies by their names."""

from __future__ import annotations

from harness.errors import UsageError
from harness.solver.enumerate import Enumerate
from harness.solver.fast import Fast
from harness.solver.human.strategy import Human
from harness.solver.recursion import Recursion
from harness.solver.search import Probe
from harness.solver.strategy import Strategy

STRATEGIES: tuple[type[Strategy], ...] = (Fast, Probe, Recursion, Enumerate, Human)
"""Every strategy there is; called without arguments each is ready for use. A new one is a module and its entry here."""

DEFAULT = Fast.name
"""The strategy for whoever does not choose."""


def strategy_names() -> tuple[str, ...]:
    """What the user may choose from.

    >>> DEFAULT in strategy_names()
    True
    """
    return tuple(strategy.name for strategy in STRATEGIES)


def find_strategy(name: str = DEFAULT) -> Strategy:
    """The strategy of that name.

    Raises:
        UsageError: there is none.

    >>> find_strategy("enumerate").name
    'enumerate'
    """
    for strategy in STRATEGIES:
        if strategy.name == name:
            return strategy()
    raise UsageError(f"there is no strategy {name!r}; choose one of: {', '.join(strategy_names())}")
