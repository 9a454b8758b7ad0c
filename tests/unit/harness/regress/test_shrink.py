"""A failing puzzle made smaller: what is left fails still, and nothing more can be taken away."""

from __future__ import annotations

from harness.puzzle import Grid, Puzzle
from harness.regress.shrink import Shrinker
from harness.solver.search import solve


def test_a_picture_loses_all_that_the_failure_does_not_need() -> None:
    seen: list[tuple[int, int]] = []
    picture = Grid(("#.##", "....", "##.#"))
    shrinker = Shrinker(
        picture.puzzle(), lambda one: (2,) in one.rows, on_smaller=lambda one: seen.append((one.width, one.height))
    )
    assert shrinker.shrink() == Grid(("##",)).puzzle()
    assert seen[-1] == (2, 1)


def test_groups_at_the_right_edge_go_too() -> None:
    picture = Grid(("#.##",))
    shrinker = Shrinker(picture.puzzle(), lambda one: one.width == 4 and one.columns[0] == (1,))
    assert shrinker.shrink() == Grid(("#...",)).puzzle()


def test_a_puzzle_without_a_solution_is_shrunk_by_its_numbers() -> None:
    """A row goes with as many cells of the columns."""
    shrinker = Shrinker(Puzzle(((2,), (), (2,)), ((3,), (1,))), lambda one: not solve(one).solutions)
    smallest = shrinker.shrink()
    assert (smallest.rows, smallest.columns) == (((), (2,)), ((2,), ()))


def test_of_a_puzzle_without_a_fault_nothing_is_taken_away() -> None:
    puzzle = Grid(("#.#", "###")).puzzle()
    shrinker = Shrinker(puzzle, lambda one: False)
    assert not shrinker.holds_at_all()
    assert shrinker.shrink() == puzzle.replace(goal=None)
