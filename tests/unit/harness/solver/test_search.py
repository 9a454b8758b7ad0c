"""Details of single strategies: recursion's memory, the lists of enumeration."""

import pytest

from harness.errors import TooLargeError
from harness.puzzle import Grid, Puzzle
from harness.solver.budget import Budget
from harness.solver.enumerate import Enumerate, estimate_bytes
from harness.solver.recursion import KNOWN_ANALYSES, Recursion
from tests.many_solutions import rooks
from tests.strategies import COLOUR_PALETTE


def test_the_memory_of_recursion_is_limited_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert KNOWN_ANALYSES * 500 < 20_000_000, "bytes, roughly"
    whole = list(Recursion().solutions(rooks(4)))
    monkeypatch.setattr("harness.solver.recursion.KNOWN_ANALYSES", 3)
    assert list(Recursion().solutions(rooks(4))) == whole


def test_lists_that_would_not_fit_are_rejected_beforehand() -> None:
    clue = (1,) * 20
    puzzle = Puzzle((clue,) * 99, (clue,) * 99)
    # 198 · C(80, 20)
    with pytest.raises(TooLargeError, match=r"^enumerate: 7.0e\+20 arrangements .* 200 MB \(row 1 with 1,1,1,.*$"):
        Enumerate().solutions(puzzle)
    with pytest.raises(TooLargeError, match=r"limit is 200 MB \(row 1 with 1,1,1,"):
        Enumerate().solve(Grid(("rgk." * 15,) * 20).puzzle(COLOUR_PALETTE))


def test_the_limit_of_the_lists_is_the_users() -> None:
    needed = estimate_bytes(rooks(5))
    assert len(Enumerate().solve(rooks(5), max_solutions=None, budget=Budget(list_bytes=needed)).solutions) == 120
    with pytest.raises(TooLargeError, match="50 arrangements"):
        Enumerate().solve(rooks(5), budget=Budget(list_bytes=needed - 1))
