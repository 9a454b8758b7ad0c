"""Enumeration: the lists, what they take, and what is done where they have nothing in common."""

import itertools
import tracemalloc

import pytest
from hypothesis import given, settings

from harness.errors import TooLargeError
from harness.puzzle import Grid, Puzzle, clue_of
from harness.solver import solve
from harness.solver.budget import Budget
from harness.solver.colour_lines import NumberedClue
from harness.solver.enumerate import Enumerate, build_arrangements, count_arrangements, estimate_bytes
from harness.solver.lines import line_text
from harness.solver.strategy import Step, StepKind
from tests.many_solutions import rooks, switches
from tests.strategies import grids


def numbered(*clue: int) -> NumberedClue:
    """A clue in black and white as one of the first colour."""
    return tuple((size, 1) for size in clue)


@pytest.mark.parametrize("length", range(1, 9))
def test_arrangements_of_every_clue(length: int) -> None:
    by_clue: dict[tuple[int, ...], list[str]] = {}
    for cells in itertools.product("#.", repeat=length):
        by_clue.setdefault(clue_of("".join(cells)), []).append("".join(cells))
    for clue, drawn in by_clue.items():
        groups = numbered(*clue)
        everything = (1 << length) - 1
        listed = [
            line_text(length, both >> length, both & everything) for both in build_arrangements(length, groups, 2)
        ]
        assert sorted(listed) == sorted(drawn)
        assert count_arrangements(length, groups) == len(drawn)


@pytest.mark.parametrize("length", range(1, 6))
def test_arrangements_in_colour(length: int) -> None:
    by_clue: dict[NumberedClue, list[tuple[int, ...]]] = {}
    for cells in itertools.product(range(3), repeat=length):
        clue = tuple((len(list(run)), colour) for colour, run in itertools.groupby(cells) if colour)
        by_clue.setdefault(clue, []).append(cells)
    for clue, drawn in by_clue.items():
        listed = list(build_arrangements(length, clue, 3))
        as_numbers = {sum(1 << colour * length + cell for cell, colour in enumerate(cells)) for cells in drawn}
        assert set(listed) == as_numbers
        assert len(listed) == count_arrangements(length, clue) == len(drawn)


def test_a_clue_that_does_not_fit_has_no_arrangement() -> None:
    for clue in (numbered(2, 1), numbered(9)):
        assert count_arrangements(3, clue) == len(list(build_arrangements(3, clue, 2))) == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 23])
def test_the_estimate_is_above_what_is_taken_but_not_far(size: int) -> None:
    drawn = tuple("".join("#" if (row * 5 + 3 * cell) % 9 == 0 else "." for cell in range(size)) for row in range(size))
    puzzle = Grid(drawn).clues()
    tracemalloc.start()
    try:
        Enumerate().solve(puzzle, max_solutions=2)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak > 500_000, "too small to tell"
    assert estimate_bytes(puzzle) / 2.5 < peak < estimate_bytes(puzzle) * 1.1


def test_lists_that_would_not_fit_are_refused_beforehand() -> None:
    clue = (1,) * 20
    puzzle = Puzzle((clue,) * 99, (clue,) * 99)
    with pytest.raises(TooLargeError) as caught:
        Enumerate().solutions(puzzle)
    message = str(caught.value)
    assert "enumerate: 7.0e+20 arrangements would take about" in message  # 198 · C(80, 20)
    assert "limit is 200 MB (row 1 with 1,1,1," in message
    assert "\n" not in message


def test_the_limit_is_the_users() -> None:
    needed = estimate_bytes(rooks(6))
    assert len(Enumerate().solve(rooks(6), max_solutions=None, budget=Budget(list_bytes=needed)).solutions) == 720
    with pytest.raises(TooLargeError, match="72 arrangements"):
        Enumerate().solve(rooks(6), budget=Budget(list_bytes=needed - 1))


@pytest.fixture
def no_list_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where memory is short: the lists are filtered anew from the first ones after every return."""
    monkeypatch.setattr("harness.solver.enumerate._KEPT_SHARE", 0)


@pytest.mark.usefixtures("no_list_is_kept")
@given(grids(max_width=7, max_height=7))
@settings(deadline=None)
def test_little_memory_changes_nothing_but_the_time(picture: Grid) -> None:
    puzzle = picture.clues()
    found = Enumerate().solve(puzzle, max_solutions=300).solutions
    assert len(set(found)) == len(found)
    everything = solve(puzzle, 300)
    if everything.complete:
        assert set(found) == set(everything.solutions)
    assert all(grid.clues().has_clues_of(puzzle) for grid in found)


@pytest.mark.usefixtures("no_list_is_kept")
@pytest.mark.parametrize(("puzzle", "count"), [(rooks(5), 120), (switches(6), 64)])
def test_many_splits_with_little_memory(puzzle: Puzzle, count: int) -> None:
    found = Enumerate().solve(puzzle, max_solutions=None).solutions
    assert set(found) == set(solve(puzzle, None).solutions)
    assert len(found) == count


def test_it_says_where_the_lists_stall_and_which_one_is_split() -> None:
    steps: list[Step] = []
    Enumerate().solve(rooks(3), on_step=steps.append)
    stalled = [step for step in steps if step.kind is StepKind.STALLED]
    assert len(stalled) == 1
    assert "nothing more in common" in stalled[0].note
    shortest = next(step for step in steps if step.kind is StepKind.TRIAL)
    assert shortest.line == stalled[0].line
