"""Every sample on every tape: what the reference says, by as many analyses of lines, with the same last screen.

Contradictory data are never called solved, whatever is answered at "Many variants".
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from harness.puzzle import Grid, Puzzle
from harness.solver.search import solve
from harness.spectrum import CODE_ADDRESS
from harness.spectrum.build import build_tape, edition_source, typing_code
from harness.spectrum.menu import EndMessage
from harness.spectrum.play import OnBranch, PlayOutcome, fit_to_screen, play
from harness.spectrum.reader import read_solving_screen
from pyspectrum import memory
from tests.house import ROOT
from tests.many_solutions import rooks
from tests.slow.program.rig import BASIC, CLASSIC, TURBO, Ending, edition_on, loaded, program_on, run_to_ending
from tests.unit.harness.solver.files import sample

NAMES = sorted(path.stem for path in (ROOT / "puzzles").glob("*.txt"))
IN_BASIC = (
    "one-cell", "contradiction", "two-solutions", "six-solutions", "nothing", "contradiction-by-trial", "heart", "car",
    "window", "mask", "totem", "wink", "cat",
)  # fmt: skip
"""Others would take long."""


@cache
def ending(tape_name: str, name: str) -> tuple[Puzzle, Ending]:
    puzzle, _ = fit_to_screen(sample(name))
    return puzzle, run_to_ending(tape_name, puzzle)


def agrees(puzzle: Puzzle, ended: Ending) -> None:
    """The one solution where it is solved, what line logic knows where it has to be tried, and no solution at all."""
    reference = solve(puzzle, 2)
    assert reference.complete or len(reference.solutions) == 2
    if ended.stop is EndMessage.INCORRECT:
        assert not reference.solutions
        return
    expected = reference.solutions if ended.stop is EndMessage.SOLVED else (reference.fixpoint,)
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
    if tape_name == TURBO and expected.stop is EndMessage.SOLVED:
        assert ended.line_calls >= expected.line_calls
        expected = replace(expected, line_calls=ended.line_calls)
    assert ended == expected


@pytest.mark.parametrize(
    ("tape_name", "puzzle", "solutions"),
    [
        (CLASSIC, sample("mask"), 1),
        (CLASSIC, sample("contradiction-by-trial"), 0),
        (CLASSIC, rooks(3), 6),
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


# -- contradictory data whose sums agree --------------------------------------------------------

SOLVED_IN_THE_ORIGINAL = Puzzle(((2,), ()), ((2,), ()))
"""Specification, section 5."""
ORDER_ALONE = Puzzle(((4,), (4,), (), (4,)), ((1, 2),) * 4)
"""Once the rows are known, each column has its groups in the other order, so that its sum is right."""


def contradictory_puzzles(seed: int) -> Iterator[Puzzle]:
    """Clues of rows and of columns that have as many cells and no solution: of two pictures, or reversed."""
    dice = random.Random(seed)
    while True:
        width, height = dice.randint(2, 5), dice.randint(1, 5)
        one, other = (
            Grid(tuple("".join(dice.choices("##.", k=width)) for _ in range(height))).puzzle() for _ in range(2)
        )
        if dice.random() < 0.5:
            rows, columns = (tuple(clue[:: dice.choice((1, -1))] for clue in side) for side in (one.rows, one.columns))
            puzzle = Puzzle(rows, columns)
        else:
            puzzle = Puzzle(one.rows, other.columns)
        if sum(map(sum, puzzle.rows)) == sum(map(sum, puzzle.columns)) and not solve(puzzle, 1).solutions:
            yield puzzle


@pytest.mark.parametrize(("tape_name", "count"), [(TURBO, 500), (CLASSIC, 100), (BASIC, 20)])
def test_contradictory_data_are_never_called_solved(tape_name: str, count: int) -> None:
    tape, entry = build_tape(edition_on(tape_name)), program_on(tape_name).inject
    for puzzle in (SOLVED_IN_THE_ORIGINAL, ORDER_ALONE, *islice(contradictory_puzzles(seed=4), count - 2)):
        played = play(puzzle, tape, on_branch=OnBranch.ALL, entry=entry)
        assert (played.outcome, played.grids, played.complete) == (PlayOutcome.CONTRADICTION, (), True), puzzle


def test_without_line_2195_the_classic_tape_analyses_in_basic() -> None:
    """It may be taken out at the menu or while the program solves, and put back."""
    puzzle = sample("heart")
    menu = loaded().having(puzzle)
    spectrum, expected = menu.spectrum, menu.known_cells(puzzle)
    menu.choose("2")
    spectrum.run_frames(100)
    menu.hold_break()
    with spectrum.tally(CODE_ADDRESS) as calls:
        menu.enter_command("2195")
        menu.enter_command("CONTINUE")
        assert menu.run_to_stop() is EndMessage.SOLVED
        assert menu.known_cells(puzzle) == expected
        menu.leave(EndMessage.SOLVED)
        assert menu.solve_again() is EndMessage.SOLVED
        assert calls.count == 0
        assert menu.known_cells(puzzle) == expected
        menu.leave(EndMessage.SOLVED)
        menu.hold_break()
        menu.enter_command("2195 RANDOMIZE USR 62976: RETURN")
        menu.enter_command("RUN")
        assert menu.enter(puzzle) is None
        assert menu.start_solving() is EndMessage.SOLVED
        assert calls.count > 10


@pytest.mark.parametrize("label", ["marked_row", "marked_column"])
def test_break_clear_and_continue_at_a_marked_line_is_report_2(label: str) -> None:
    """Its variables are gone then, and the code may not look for them behind VARS."""
    call = f" IF USR {typing_code().symbols[label]} THEN "
    number = next(int(line.split()[0]) for line in edition_source(edition_on(CLASSIC)).splitlines() if call in line)
    menu = loaded().having(sample("car"))
    menu.choose("2")
    spectrum, cells = menu.spectrum, menu.spectrum.core.memory
    statement_done, next_line = 0x1B76, 23637

    def is_before(line: int) -> bool:
        following = memory.read_word(cells, next_line)
        at_end = cells[memory.read_word(cells, memory.CH_ADD)] == ord("\r")
        return at_end and cells[following] * 256 + cells[following + 1] == line

    while not is_before(number):
        spectrum.run_until_pc(statement_done)
    menu.hold_break()
    menu.enter_command("CLEAR")
    spectrum.wait_for_text("0 OK")
    menu.enter_command("CONTINUE")
    spectrum.wait_for_text(f"2 Variable not found, {number}:1")
