"""Puzzles with blotted numbers: every strategy against brute force, and SAT against the reference."""

import itertools
import random

import pytest
from hypothesis import given, settings

from harness.errors import PuzzleError
from harness.puzzle import (
    BLOT,
    Cell,
    ColourClue,
    ColourGrid,
    ColourPuzzle,
    Grid,
    Group,
    Puzzle,
    clue_of,
    clue_text,
    colour_clue_of,
    colour_clue_text,
    tells_of,
)
from harness.solver.fast import ColourFast, Fast
from harness.solver.registry import COLOUR_STRATEGIES, STRATEGIES, AnyResult, solve_any
from harness.solver.strategy import ColourStrategy, Strategy
from tests.strategies import COLOUR_PALETTE, blotted_colour_puzzles, blotted_puzzles

KNOWING = [strategy for strategy in STRATEGIES if strategy.name != "human"]
KNOWING_COLOUR = [strategy for strategy in COLOUR_STRATEGIES if strategy.name != "human"]


def solutions_by_trial(puzzle: Puzzle | ColourPuzzle) -> set[tuple[str, ...]]:
    """All pictures whose rows fit, and then whose columns do."""

    def clue_in(cells: str) -> ColourClue:
        if puzzle.palette is not None:
            return colour_clue_of(cells)
        return tuple(Group(length, Cell.BLACK.value) for length in clue_of(cells))

    clues = list(puzzle.groups().values())
    fillings = ["".join(cells) for cells in itertools.product(puzzle.keys, repeat=puzzle.width)]
    rows = [[cells for cells in fillings if tells_of(clue, clue_in(cells))] for clue in clues[: puzzle.height]]
    columns = clues[puzzle.height :]
    return {
        picture
        for picture in itertools.product(*rows)
        if all(
            tells_of(clue, clue_in("".join(cells)))
            for clue, cells in zip(columns, zip(*picture, strict=True), strict=True)
        )
    }


@pytest.mark.parametrize("kind", KNOWING, ids=lambda kind: str(kind.name))
@settings(max_examples=12, deadline=None)
@given(puzzle=blotted_puzzles(max_side=4))
def test_all_solutions_are_found(kind: type[Strategy], puzzle: Puzzle) -> None:
    result = kind().solve(puzzle, max_solutions=None)
    assert result.complete
    assert len(result.solutions) == len(set(result.solutions))
    assert {solution.rows for solution in result.solutions} == solutions_by_trial(puzzle)


@pytest.mark.parametrize("kind", KNOWING_COLOUR, ids=lambda kind: str(kind.name))
@settings(max_examples=10, deadline=None)
@given(puzzle=blotted_colour_puzzles(max_side=3))
def test_all_solutions_are_found_in_colour(kind: type[ColourStrategy], puzzle: ColourPuzzle) -> None:
    result = kind().solve(puzzle, max_solutions=None)
    assert result.complete
    assert {solution.rows for solution in result.solutions} == solutions_by_trial(puzzle)


MOST = 30


def random_blotted(seed: int, in_colour: bool, side: int) -> Puzzle | ColourPuzzle:
    """A smooth picture's puzzle with a third of its numbers blotted."""
    dice = random.Random(seed)
    width, height = dice.randint(2, side), dice.randint(2, side)
    signs = "." + (COLOUR_PALETTE.keys if in_colour else "#")
    seedbed = [[dice.choice(signs) for _ in range(width // 2 + 1)] for _ in range(height // 2 + 1)]
    picture = tuple("".join(seedbed[row // 2][column // 2] for column in range(width)) for row in range(height))

    def blot(length: int) -> int:
        return BLOT if dice.random() < 1 / 3 else length

    if in_colour:
        drawn = ColourGrid(picture).puzzle(COLOUR_PALETTE)
        sides = [
            tuple(tuple(Group(blot(g.length), g.key) for g in clue) for clue in side)
            for side in (drawn.rows, drawn.columns)
        ]
        return ColourPuzzle(sides[0], sides[1], COLOUR_PALETTE)
    plain = Grid(picture).clues()
    rows, columns = (tuple(tuple(map(blot, clue)) for clue in side) for side in (plain.rows, plain.columns))
    return Puzzle(rows, columns)


def assert_sat_agrees(seed: int, in_colour: bool, side: int) -> None:
    """The SAT solver, from the first open cell on, counts as many solutions as the reference."""
    puzzle = random_blotted(seed, in_colour, side)
    reference = solve_any(puzzle, strategy="probe", max_solutions=MOST)
    if isinstance(puzzle, ColourPuzzle):
        found: AnyResult = ColourFast(search_limit=0).solve(puzzle, max_solutions=MOST)
    else:
        found = Fast(search_limit=0).solve(puzzle, max_solutions=MOST)
    assert found.fixpoint == reference.fixpoint
    assert len(set(found.solutions)) == len(reference.solutions)
    assert found.complete or len(found.solutions) == MOST


@pytest.mark.parametrize("in_colour", [False, True])
def test_sat_counts_what_the_reference_counts(in_colour: bool) -> None:
    for seed in range(30):
        assert_sat_agrees(seed, in_colour, 7)


@pytest.mark.slow
@pytest.mark.parametrize("in_colour", [False, True])
def test_sat_counts_what_the_reference_counts_in_larger_ones(in_colour: bool) -> None:
    for seed in range(100, 220):
        assert_sat_agrees(seed, in_colour, 14)


def test_clues_are_written_with_a_question_mark() -> None:
    assert clue_text((BLOT, 2)) == "?,2"
    assert colour_clue_text((Group(BLOT, "r"), Group(12, "k"))) == "?r,12k"


def test_sums_are_ranges() -> None:
    Puzzle(((BLOT,), (1,)), ((2,), (BLOT,))).check()
    with pytest.raises(
        PuzzleError, match="the rows hold 2 to 3 black cells, the columns 4; some number must be in both"
    ):
        Puzzle(((BLOT,), (1,)), ((2,), (2,))).check()


def test_sums_of_colours_are_ranges() -> None:
    rows = ((Group(BLOT, "r"), Group(1, "k")),)
    with pytest.raises(PuzzleError, match="the rows hold 1 to 2 cells of the colour red, the columns 0"):
        ColourPuzzle(rows, ((Group(1, "k"),), (Group(1, "g"),), ()), COLOUR_PALETTE).check()


def test_a_blotted_group_needs_a_cell() -> None:
    with pytest.raises(PuzzleError, match=r"row 1: \?,\? needs 3 cells, the row has 2"):
        Puzzle(((BLOT, BLOT),), ((1,), (1,))).check()


def test_no_other_number_below_one_passes() -> None:
    for length in (0, -2, -10):
        with pytest.raises(PuzzleError, match=f"a group of {length} "):
            Puzzle(((length,),), ((1,),)).check()


def test_a_goal_has_the_numbers_that_are_not_blotted() -> None:
    goal = Grid(("##.", "..#"))
    Puzzle(((BLOT,), (1,)), ((1,), (1,), (BLOT,)), goal=goal).check()
    with pytest.raises(PuzzleError, match=r"row 1: the clue is \?,1, the picture has 2"):
        Puzzle(((BLOT, 1), (1,)), ((1,), (1,), (BLOT,)), goal=goal).check()


def test_the_rules_of_people_want_all_numbers() -> None:
    puzzle = Puzzle(((1,), (BLOT,)), ((BLOT,), (1,)))
    with pytest.raises(PuzzleError, match=r"row 2: a blotted number \(\?\), and the strategy human needs all"):
        solve_any(puzzle, strategy="human")
