"""`play`, `play_picture` and `play_count`: puzzles that are turned, runs that are stopped, counts, and "View data"."""

import itertools
from collections.abc import Callable
from functools import partial

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum import OnBranch
from harness.spectrum import play as playing
from harness.spectrum.build import build_tape
from harness.spectrum.menu import EndMessage
from harness.spectrum.play import PlayOutcome
from harness.spectrum.screens import build_picture_screen, read_screen
from pyspectrum import Spectrum
from pyspectrum.models import MODEL_48K
from tests.many_solutions import rooks
from tests.slow.program.rig import CLASSIC, ENGLISH, TURBO, edition_on, program_on
from tests.unit.harness.solver.files import sample

CAR = sample("car")
THREE = rooks(3)
PERMUTATIONS = rooks(4)
TAPES = {tape_name: build_tape(edition_on(tape_name)) for tape_name in ENGLISH}
play = partial(playing.play, tape=TAPES[TURBO])
play_count = partial(playing.play_count, tape=TAPES[TURBO])
injected = program_on(TURBO).inject


def after(frames: int) -> Callable[[], bool]:
    """Says stop when it has been asked this often: before a line is typed, and in each frame of solving."""
    passed = iter(range(frames))
    return lambda: next(passed, None) is None


def test_a_high_puzzle_is_entered_turned_and_turned_back() -> None:
    grid = Grid(tuple("#." if row % 3 else "##" for row in range(50)))
    played = play(grid.puzzle(), view=True)
    assert (played.turned, played.grids) == (True, (grid,))
    assert played.viewed
    assert played.viewed.has_clues_of(grid.puzzle().turned())


def test_the_largest_drawing() -> None:
    rows = tuple("".join("#" if (x - 31) ** 2 + 2 * (y - 21) ** 2 < 850 else "." for x in range(62)) for y in range(42))
    screen = read_screen(build_picture_screen(Grid(rows)), "disc.scr")
    played = playing.play_picture(screen, 62, 42, TAPES[CLASSIC])
    assert (played.stop, played.grid.rows) == (EndMessage.SOLVED, rows)
    assert played.puzzle.has_clues_of(Grid(rows).puzzle())


def test_a_partial_grid_is_turned_back_too() -> None:
    puzzle = Grid(("#..", "...", ".##", *["..."] * 42)).puzzle()
    played = play(puzzle, on_branch=OnBranch.BLACK, entry=injected)
    assert played.turned
    assert set(played.grids) < set(solve(puzzle, None).solutions)


def test_a_stop_is_heard_while_the_numbers_are_typed() -> None:
    """Typing takes seconds of real time in a large puzzle."""
    spectrum = Spectrum()
    played = play(CAR, should_stop=after(2), spectrum=spectrum)
    assert (played.outcome, played.grids, played.line_calls) == (PlayOutcome.STOPPED, (Grid.unknown(10, 8),), 0)
    written = "".join(spectrum.screen.text())
    assert "Line 2: 2,1,1" in written
    assert "Line 4" not in written


def test_the_cells_known_so_far_are_kept() -> None:
    played = play(CAR, tape=TAPES[CLASSIC], should_stop=after(400), entry=program_on(CLASSIC).inject)
    assert (played.outcome, played.complete) == (PlayOutcome.STOPPED, False)
    (grid,) = played.grids
    assert 0 < grid.unknown_count < 80
    assert grid.is_part_of(solve(CAR).solutions[0])
    # about as many frames as were allowed
    assert 400 <= played.tstates / MODEL_48K.tstates_per_frame <= 450


def test_a_longer_walk_finds_more_solutions_and_keeps_them() -> None:
    counts = []
    for frames in (1, 150, 450, 700, 1_000):
        played = play(
            THREE,
            tape=TAPES[CLASSIC],
            on_branch=OnBranch.ALL,
            should_stop=after(frames),
            entry=program_on(CLASSIC).inject,
        )
        assert not played.complete
        assert played.outcome is (PlayOutcome.SOLVED if played.grids else PlayOutcome.STOPPED)
        assert set(played.grids) < set(solve(THREE, None).solutions)
        counts.append(len(played.grids))
    assert counts == sorted(counts)
    assert counts[0] < counts[2] < counts[-1]


def test_a_count_that_is_stopped_stands() -> None:
    asked = itertools.count()
    played = play_count(PERMUTATIONS, should_stop=lambda: next(asked) > 40)
    assert not played.complete
    assert 0 < played.count < 24


@pytest.mark.parametrize("times", [2, 12])
def test_a_stop_is_heard_before_the_count(times: int) -> None:
    """Eight lines are typed, then the puzzle is solved as far as lines go; the count comes after that."""
    asked = itertools.count()
    played = play_count(PERMUTATIONS, should_stop=lambda: next(asked) >= times)
    assert (next(asked), played.complete, played.count, played.line_calls) == (times + 1, False, 0, 0)


def test_a_puzzle_that_is_turned_is_counted_and_turned_back() -> None:
    tall = Puzzle(((1,),) + ((),) * 42, ((1,), ()))
    played = play_count(tall)
    assert (played.turned, played.count) == (True, 1)
    assert (played.common,) == solve(tall).solutions


def test_numbers_that_make_no_puzzle_are_not_counted() -> None:
    assert play_count(Puzzle(((1,),), ((),))).refused is EndMessage.CHECK_SUM
