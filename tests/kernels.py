"""Every strategy with every kernel that it can have here: what the tests of all strategies run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from harness.puzzle import AnyPuzzle, ColourPuzzle, Group, Puzzle
from harness.solver.budget import Budget
from harness.solver.colour_lines import numbered_clues
from harness.solver.fast import ColourFast, Fast
from harness.solver.kernel.choose import Kernel, colour_keys, has_compiled_kernel
from harness.solver.registry import COLOUR_STRATEGIES, STRATEGIES
from harness.solver.sat.remainder import encode, find_all_places
from harness.solver.strategy import Strategy, StrategyOf
from tests.strategies import COLOUR_PALETTE

COMPILED = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")
KERNELS = pytest.mark.parametrize("kernel", ["pure", pytest.param("compiled", marks=COMPILED)])


class PureFast(Fast):
    """The fast solver without a compiler."""

    def __init__(self) -> None:
        super().__init__(kernel="pure")


class PureColourFast(ColourFast):
    """The same in colour."""

    def __init__(self) -> None:
        super().__init__(kernel="pure")


Kind = Callable[[], StrategyOf[Any, Any]]

PLAIN_KINDS: tuple[type[Strategy], ...] = (PureFast, *(known.load() for known in STRATEGIES))
"""The strategies in black and white, the fast one once with the pure kernel and once with the best there is."""

EVERY_KIND: tuple[Kind, ...] = (*PLAIN_KINDS, PureColourFast, *(known.load() for known in COLOUR_STRATEGIES))
"""All of them, in colour too."""

KINDS = pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)

BY_SAT, BY_SEARCH = 0, -1
"""Analyses without a solution before the SAT solver takes over: it does at once, or never."""

STAGES = [
    pytest.param(
        partial(fast, kernel=kernel, search_limit=limit),
        id=f"{fast.__name__}-{kernel}-{limit}",
        marks=COMPILED if kernel == "compiled" else (),
    )
    for fast, kernel, limit in (
        (Fast, "pure", BY_SAT),
        (Fast, "pure", 3),
        (Fast, "compiled", BY_SAT),
        (Fast, "compiled", BY_SEARCH),
        (Fast, "compiled", 100),
        (ColourFast, "pure", 3),
        (ColourFast, "pure", BY_SEARCH),
        (ColourFast, "compiled", BY_SAT),
        (ColourFast, "compiled", 100),
    )
]
"""The fast solver, which goes over to its last stage at once, never, or in between."""


def is_plain(kind: Kind) -> bool:
    """Return True if a strategy is for black and white."""
    return isinstance(kind(), Strategy)


def posed(kind: Kind, puzzle: Puzzle) -> AnyPuzzle:
    """A puzzle in black and white as a strategy takes it: for one in colour, black is red."""
    if is_plain(kind):
        return puzzle
    rows, columns = (
        tuple(tuple(Group(length, "r") for length in clue) for clue in side) for side in (puzzle.rows, puzzle.columns)
    )
    return ColourPuzzle(rows, columns, COLOUR_PALETTE)


def clauses_of(puzzle: AnyPuzzle, kernel: Kernel) -> tuple[list[list[int]], int, int]:
    """The clauses of what a kernel's state leaves, the variables of its cells, and the bytes that they may take."""
    clauses: list[list[int]] = []
    clues = numbered_clues(puzzle, colour_keys(puzzle))
    found = find_all_places(clues, kernel, Budget())
    assert found is not None
    places, needed_bytes = found
    _, variables = encode(clues, kernel, puzzle.height, places, clauses.append, Budget())
    return clauses, variables, needed_bytes
