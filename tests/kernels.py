"""Every strategy in its stages, with the kernel and without: what the tests of all strategies run."""

from collections.abc import Callable
from functools import partial

import pytest

from harness.puzzle import Group, Puzzle
from harness.solver.budget import Budget
from harness.solver.fast import Fast
from harness.solver.kernel import Kernel, build_kernel, colour_keys, has_compiled_kernel
from harness.solver.lines import numbered_clues
from harness.solver.sat.encoding import State, encode, find_all_places
from harness.solver.strategy import STRATEGIES, Strategy
from tests.strategies import COLOUR_PALETTE

COMPILED = pytest.mark.skipif(not has_compiled_kernel(), reason="there is no compiled kernel here")
WITH_KERNEL_OR_NOT = pytest.mark.parametrize(
    "with_kernel", [pytest.param(True, marks=COMPILED, id="kernel"), pytest.param(False, id="no kernel")]
)

Kind = Callable[[], Strategy]

_BRANCHING = [
    pytest.param(known, id=known.name, marks=COMPILED if known.name == "fast" else ()) for known in STRATEGIES
]
BRANCHING = pytest.mark.parametrize("kind", _BRANCHING)
"""The strategies that branch; the fast one leaves that to the SAT solver where there is no kernel."""

EVERY_KIND = [*_BRANCHING, pytest.param(partial(Fast, with_kernel=False), id="fast without kernel")]
KINDS = pytest.mark.parametrize("kind", EVERY_KIND)

BY_SAT, BY_SEARCH = 0, -1
"""Analyses without a solution before the SAT solver takes over: it does at once, or never."""

STAGES = [
    pytest.param(partial(Fast, search_limit=limit), id=f"fast-{limit}", marks=COMPILED)
    for limit in (BY_SAT, 3, 100, BY_SEARCH)
]
WAYS = pytest.mark.parametrize("kind", [*EVERY_KIND, *STAGES])
"""All strategies, and the fast one as it goes over to its last stage at once, never, or in between."""


def in_red(puzzle: Puzzle) -> Puzzle:
    """A puzzle in black and white as one in colour: black is red."""
    rows, columns = (tuple(tuple(Group(length, "r") for length in clue) for clue in side) for side in puzzle.sides)
    return Puzzle(rows, columns, COLOUR_PALETTE)


def as_it_is(puzzle: Puzzle) -> Puzzle:
    """A puzzle in black and white."""
    return puzzle


Pose = Callable[[Puzzle], Puzzle]
POSES = pytest.mark.parametrize("pose", [as_it_is, in_red], ids=["plain", "colour"])
"""The forms in which a test gives its puzzles."""


def kernel_of(puzzle: Puzzle) -> Kernel:
    """The kernel, which must be there, on a puzzle."""
    kernel = build_kernel(puzzle)
    assert kernel is not None
    return kernel


def clauses_of(puzzle: Puzzle, state: State) -> tuple[list[list[int]], int, int]:
    """The clauses of what a state leaves, the variables of its cells, and the bytes that they may take."""
    clauses: list[list[int]] = []
    clues = numbered_clues(puzzle, colour_keys(puzzle))
    found = find_all_places(clues, state, Budget())
    assert found is not None
    places, needed_bytes = found
    _, variables = encode(clues, state, puzzle.height, places, clauses.append, Budget())
    return clauses, variables, needed_bytes
