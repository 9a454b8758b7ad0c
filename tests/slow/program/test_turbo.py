"""The turbo tape: what the classic tape shows, line for line and pixel for pixel, and the counting of solutions."""

import re

import pytest

from harness.puzzle import Grid, Puzzle
from harness.puzzle.puzzle import common_cells
from harness.solver.search import solve
from harness.spectrum.build import build_tape, turbo_code
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import ANY_KEY, MANY_VARIANTS, WHICH_COLOUR, EndMessage
from harness.spectrum.play import fit_to_screen
from harness.spectrum.reader import glimpse_grid
from harness.spectrum.screens import build_picture_screen
from pyspectrum import memory
from pyspectrum.keyboard import ENTER
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, screen_blocks
from tests.many_solutions import rooks
from tests.slow.program.rig import (
    CLASSIC,
    PROMPT_FRAMES,
    TURBO,
    TURBO_RU,
    TWO_SOLUTIONS,
    Ending,
    LoadProgram,
    Program,
    edition_on,
    loaded,
    run_to_ending,
)
from tests.slow.program.test_samples import NAMES
from tests.unit.harness.solver.files import sample
from tools.made import domino_puzzle

FOUR, MANY_WAYS = rooks(4), rooks(12)


@pytest.mark.parametrize("guesses", ["b", "w", "bw", "wb", "wwb"])
def test_guesses_lead_where_they_do_on_the_classic_tape(guesses: str) -> None:
    assert run_to_ending(TURBO, FOUR, guesses) == run_to_ending(CLASSIC, FOUR, guesses)


def test_the_time_is_true() -> None:
    """From the key to the end of solving BASIC and code count every frame; the report tells them in seconds."""
    menu = loaded(TURBO).give(sample("fir"))
    menu.press_start()
    menu.spectrum.run_until(lambda m: m.core.memory[memory.FRAMES] < 2, "the clock to start")
    start = menu.spectrum.tstates
    assert menu.run_to_stop() is EndMessage.SOLVED
    passed = (menu.spectrum.tstates - start) // MODEL_48K.tstates_per_frame
    counted = memory.read_word(menu.spectrum.core.memory, memory.FRAMES)
    assert abs(passed - counted) <= 3
    menu.spectrum.press(ENTER)
    menu.wait(ANY_KEY)
    assert f"Time: 0:{counted // 50}" in "".join(menu.spectrum.text_lines())


def test_break_and_continue_end_as_if_nothing_had_been() -> None:
    puzzle = sample("harbour")
    menu = loaded(TURBO).give(puzzle)
    given = menu.spectrum.state()
    expected = menu.solve_to_ending(puzzle)
    for frames in (1, 25, 45, 70, 95):
        menu.spectrum.restore(given)
        with LineCallCounter(menu.spectrum, build_tape(edition_on(TURBO))) as counter:
            menu.break_into(frames)
            menu.spectrum.type("CONTINUE\n")
            assert menu.run_to_stop() is EndMessage.SOLVED
        menu.spectrum.run_frames(PROMPT_FRAMES)
        ended = Ending(EndMessage.SOLVED, counter.count, menu.spectrum.screen, menu.known_cells(puzzle))
        assert ended == expected, f"BREAK after {frames} frames"


@pytest.mark.parametrize("name", NAMES)
def test_it_counts_as_the_reference_does(name: str) -> None:
    puzzle, _ = fit_to_screen(sample(name))
    menu = loaded(TURBO).having(puzzle)
    counted = menu.count_solutions()
    reference = solve(puzzle, None)
    assert (counted.solutions, counted.complete) == (len(reference.solutions), True)
    said = {0: "No solutions", 1: "Unique"}.get(counted.solutions, f"{counted.solutions} solutions")
    assert menu.spectrum.text_lines()[23].startswith(f"{said}! Press ENTER.")
    if reference.solutions:
        assert menu.read().grid == common_cells(reference.solutions)
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()
    # the data are as they were
    assert (menu.solve_again() is EndMessage.SOLVED) == (
        reference.fixpoint.unknown_count == 0 and counted.solutions == 1
    )


def test_it_shows_each_solution_and_the_count_as_it_runs() -> None:
    menu = loaded(TURBO).having(FOUR)
    menu.start_counting()
    seen: dict[int, set[Grid]] = {}
    while "! Press ENTER." not in (text := "".join(menu.spectrum.text_lines())):
        menu.spectrum.run_tstates(2_000)
        running = re.search(r"Solutions: (\d+) ", text)
        if running:
            seen.setdefault(int(running[1]), set()).add(glimpse_grid(menu.spectrum.screen, 4, 4))
    # and perhaps 29, between the two digits of 20
    assert set(range(25)) <= seen.keys() <= {*range(25), 29}
    assert set(solve(FOUR, None).solutions) <= set().union(*seen.values())


def test_it_shows_how_deep_it_is_and_how_much_of_the_tree_is_done() -> None:
    menu = loaded(TURBO).having(domino_puzzle(5))
    menu.start_counting()
    depths: set[int] = set()
    bars: list[int] = []
    for _ in range(4):
        menu.spectrum.run_frames(64)
        line = menu.spectrum.text_lines()[22]
        assert line.startswith("Depth: ")
        depths.add(int(line[7:11]))
        # the row through the middle of the bar: 64 pixels, filled from the left
        at = 0x4000 + 0x1000 + 0x400 + 6 * 32 + 19
        pixels = "".join(f"{byte:08b}" for byte in menu.spectrum.core.memory[at : at + 8])
        assert "01" not in pixels
        bars.append(pixels.count("1"))
    assert len(depths) > 1
    assert bars == sorted(bars)
    assert bars[0] < bars[-1] < 64
    menu.spectrum.press(ENTER)
    assert not menu.finish_counting().complete


def test_any_key_stops_the_count(load_program: LoadProgram) -> None:
    menu = load_program(TURBO).having(MANY_WAYS)
    menu.start_counting()
    menu.spectrum.run_until(lambda m: re.search(r"Solutions: \d\d", m.text_lines()[23]) is not None, "ten solutions")
    menu.spectrum.press(ENTER)
    counted = menu.finish_counting()
    assert not counted.complete
    assert counted.solutions >= 10
    assert "Stopped at" in "".join(menu.spectrum.text_lines())
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()
    assert menu.solve_again() is EndMessage.MANY_VARIANTS


@pytest.mark.parametrize(("tape_name", "widest"), [(TURBO, 62), (TURBO_RU, 50)])
def test_the_trail_has_room_for_large_crosswords(load_program: LoadProgram, tape_name: str, widest: int) -> None:
    """The Russian letters take a little of it."""
    menu = load_program(tape_name).having(TWO_SOLUTIONS)
    menu.count_solutions()
    cells, symbols = menu.spectrum.core.memory, turbo_code().symbols
    start, end = (memory.read_word(cells, symbols[name]) for name in ("trail_start", "trail_end"))
    assert (end - start + symbols["second_size"]) // 2 >= widest * 42


def test_it_says_when_memory_is_full() -> None:
    """Two cells in each of 42 rows, one or two in each of 62 columns: 2,604 unknown cells."""
    puzzle = Puzzle(((1, 1),) * 42, ((1, 1),) * 22 + ((1,),) * 40)
    menu = loaded(TURBO_RU).having(puzzle)  # in English there is room for them
    counted = menu.count_solutions()
    assert not counted.complete
    assert menu.shows(menu.language["memory_full"].partition("{")[0])
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()
    assert menu.solve_again() is EndMessage.MANY_VARIANTS


def test_it_goes_on_all_by_itself_when_told_to(load_program: LoadProgram) -> None:
    menu = load_program(TURBO)
    assert menu.enter(FOUR) is None
    assert menu.start_solving() is EndMessage.MANY_VARIANTS
    menu.answer(MANY_VARIANTS, "a")
    assert menu.run_to_stop() is EndMessage.SOLVED
    assert menu.read().grid in solve(FOUR, None).solutions
    time, how, end = report_lines(menu)
    assert (time[:5], how, end) == ("Time:", "Solved by trying", ANY_KEY)
    # and says so no more, once it is asked again
    menu.press_away(ENTER, ANY_KEY)
    assert menu.solve_again() is EndMessage.MANY_VARIANTS
    menu.answer(MANY_VARIANTS, "y")
    menu.answer(WHICH_COLOUR, "b")
    assert menu.run_to_stop() is EndMessage.MANY_VARIANTS


def run_picture(picture: Grid, load_program: LoadProgram) -> tuple[Program, EndMessage]:
    menu = load_program(TURBO)
    menu.spectrum.insert_tape(Tape(tuple(screen_blocks("picture", build_picture_screen(picture)))))
    return menu, menu.test_picture(picture.width, picture.height)


def report_lines(menu: Program) -> list[str]:
    menu.spectrum.press(ENTER)
    menu.wait(ANY_KEY)
    return [line.strip() for line in menu.spectrum.text_lines() if line.strip()]


def test_a_picture_that_solves_is_called_unique(load_program: LoadProgram) -> None:
    menu, stop = run_picture(Grid(("##", ".#", "..")), load_program)
    assert stop is EndMessage.SOLVED
    time, verdict, end = report_lines(menu)
    assert (time[:5], verdict, end) == ("Time:", "Unique!", ANY_KEY)
    # a crossword typed in gets no verdict
    menu.press_away(ENTER, ANY_KEY)
    menu.solve_again()
    assert len(report_lines(menu)) == 2


def test_a_picture_with_two_solutions_is_called_that_before_the_question(load_program: LoadProgram) -> None:
    menu, stop = run_picture(Grid(("#.", ".#")), load_program)
    assert stop is EndMessage.MANY_VARIANTS
    menu.spectrum.run_frames(PROMPT_FRAMES)
    assert [line.rstrip() for line in menu.spectrum.text_lines()[22:]] == ["2 solutions!", "Many variants! Continue? L"]
    assert menu.read().grid == Grid.unknown(2, 2)
    assert menu.continue_with(black=True) is EndMessage.SOLVED
    assert report_lines(menu)[1] == "2 solutions!"


def test_a_picture_that_only_trial_can_solve_is_called_unique(load_program: LoadProgram) -> None:
    mask = solve(sample("mask")).solutions[0]
    menu, stop = run_picture(mask, load_program)
    assert stop is EndMessage.MANY_VARIANTS
    menu.spectrum.run_frames(PROMPT_FRAMES)
    assert menu.spectrum.text_lines()[22].strip() == "Unique!"
    menu.leave(stop)
