"""Every sample on every tape: what the reference says, by as many analyses of lines, with the same last screen."""

from dataclasses import replace
from functools import cache

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum.build import build_tape
from harness.spectrum.menu import Stop
from harness.spectrum.play import OnBranch, PlayOutcome, fit_to_screen, play
from harness.spectrum.reader import read_solving_screen
from tests.house import ROOT
from tests.slow.program.rig import (
    BASIC,
    CLASSIC,
    ENGLISH,
    TURBO,
    Ending,
    edition_on,
    program_on,
    run_to_ending,
    sample,
)

NAMES = sorted(path.stem for path in (ROOT / "puzzles").glob("*.txt"))
IN_BASIC = (
    "one-cell", "contradiction", "two-solutions", "six-solutions", "nothing", "contradiction-by-trial", "heart", "car",
    "window", "mask", "totem", "wink", "cat",
)  # fmt: skip
"""Others would take long."""
THREE = Puzzle(((1,),) * 3, ((1,),) * 3)  # 6 solutions


@cache
def ending(tape_name: str, name: str) -> tuple[Puzzle, Ending]:
    puzzle, _ = fit_to_screen(sample(name))
    return puzzle, run_to_ending(tape_name, puzzle)


def agrees(puzzle: Puzzle, ended: Ending) -> None:
    """The one solution where it is solved, what line logic knows where it has to be tried, and no solution at all."""
    reference = solve(puzzle, 2)
    assert reference.complete or len(reference.solutions) == 2
    if ended.stop is Stop.INCORRECT:
        assert not reference.solutions
        return
    expected = reference.solutions if ended.stop is Stop.SOLVED else (reference.fixpoint,)
    assert (read_solving_screen(ended.screen, puzzle.width, puzzle.height).grid,) == expected


@pytest.mark.parametrize("name", NAMES)
def test_the_classic_tape_agrees_with_the_reference(name: str) -> None:
    agrees(*ending(CLASSIC, name))


@pytest.mark.parametrize(
    ("tape_name", "name"), [*((TURBO, name) for name in NAMES), *((BASIC, name) for name in IN_BASIC)]
)
def test_the_others_end_as_the_classic_tape_does(tape_name: str, name: str) -> None:
    """The same prompt, the same 6,912 bytes of screen, the same P$, as many analyses of a line.

    But once all is known, the turbo edition goes on analysing the lines that the others compare with their clues.
    """
    ended, expected = ending(tape_name, name)[1], ending(CLASSIC, name)[1]
    if tape_name == TURBO and expected.stop is Stop.SOLVED:
        assert ended.line_calls >= expected.line_calls
        expected = replace(expected, line_calls=ended.line_calls)
    assert ended == expected


def test_the_largest() -> None:
    puzzle = Grid(tuple("".join("#" if (x * y) % 7 < 4 else "." for x in range(62)) for y in range(42))).puzzle()
    agrees(puzzle, run_to_ending(CLASSIC, puzzle))


@pytest.mark.parametrize("tape_name", ENGLISH)
def test_data_that_the_original_takes_for_solved(tape_name: str) -> None:
    """Specification, section 5: rows 2 / none with columns 2 / none."""
    assert run_to_ending(tape_name, Puzzle(((2,), ()), ((2,), ()))).stop is Stop.INCORRECT


@pytest.mark.parametrize(
    ("tape_name", "puzzle", "solutions"),
    [
        (CLASSIC, sample("mask"), 1),
        (CLASSIC, sample("contradiction-by-trial"), 0),
        (CLASSIC, THREE, 6),
        (BASIC, sample("six-solutions"), 6),
        (TURBO, sample("totem"), 1),
        (TURBO, sample("wink"), 4),
    ],
)
def test_the_whole_tree_gives_the_reference_s_set_of_solutions(tape_name: str, puzzle: Puzzle, solutions: int) -> None:
    tape, entry = build_tape(edition_on(tape_name)), program_on(tape_name).inject
    assert play(puzzle, tape, entry=entry).outcome is PlayOutcome.MANY_VARIANTS
    played = play(puzzle, tape, on_branch=OnBranch.ALL, entry=entry)
    assert played.complete
    assert len(played.grids) == solutions
    assert set(played.grids) == set(solve(puzzle, None).solutions)
