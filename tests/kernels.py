"""Every strategy with every kernel that it can have here: what the tests of all strategies run."""

import pytest

from harness.puzzle import AnyPuzzle
from harness.solver.budget import Budget
from harness.solver.colour_lines import numbered_clues
from harness.solver.fast import Fast
from harness.solver.kernel.choose import Kernel, colour_keys, has_compiled_kernel
from harness.solver.registry import STRATEGIES
from harness.solver.sat.remainder import encode, find_all_places
from harness.solver.strategy import Strategy


class PureFast(Fast):
    """The fast solver without a compiler."""

    def __init__(self) -> None:
        super().__init__(kernel="pure")


class CompiledFast(Fast):
    """The fast solver with the compiled kernel."""

    def __init__(self) -> None:
        super().__init__(kernel="compiled")


EVERY_KIND: tuple[type[Strategy], ...] = (
    PureFast,
    *([CompiledFast] if has_compiled_kernel() else []),
    *(known.load() for known in STRATEGIES if known.name != Fast.name),
)
"""The strategies, the fast one once for each kernel that is here."""

KINDS = pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)


def clauses_of(puzzle: AnyPuzzle, kernel: Kernel) -> tuple[list[list[int]], int, int]:
    """The clauses of what a kernel's state leaves, the variables of its cells, and the bytes that they may take."""
    clauses: list[list[int]] = []
    clues = numbered_clues(puzzle, colour_keys(puzzle))
    found = find_all_places(clues, kernel, Budget())
    assert found is not None
    places, needed_bytes = found
    _, variables = encode(clues, kernel, puzzle.height, places, clauses.append, Budget())
    return clauses, variables, needed_bytes
