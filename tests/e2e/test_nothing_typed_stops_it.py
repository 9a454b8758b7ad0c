"""Whatever is typed, the program asks again; it is never found outside itself.

Specification, sections 3–7, the *port* notes.
"""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.puzzle import Puzzle
from harness.spectrum.build import EDITIONS
from harness.spectrum.menu import ANY_KEY, INCORRECT_ENTRY, MANY_VARIANTS, MENU_END, WHICH_COLOUR, Stop
from pyspectrum import memory
from pyspectrum.keyboard import BREAK, ENTER, MATRIX, Chord
from pyspectrum.machine import Spectrum
from pyspectrum.variables import find_variable, number_to_bytes
from tests.e2e.conftest import LoadProgram, enter_command
from tests.strategies import NO_SHRINKING

CURSOR_DOWN = frozenset({"CAPS", "6"})
BAD_SIZES = [
    "abc",
    "-5",
    "3.5",
    "1,2",
    "",
    " ",
    "1e1",
    "99999999999999999999",
    "STOP",
    '"',
    "1 000 000",
    "+",
    "7" * 300,
]
OUT_OF_RANGE = ["0", "63", "100"]
BAD_ROWS = [
    "a", "-1", "+1", "1,,2", "1,", ",1", ",", "1,0,1", "0,0", "0,1", "6", "2,3", "1,1,1,1", "99999999999999999999",
    "1.5", "1;2", '"1"', "1:2", "VAL", "1," * 40, "5" * 300, "1e0", "b" * 100,
]  # fmt: skip
GOOD_ROWS = {"": "", " ": "", "0": "", " 2 , 1 ": "2,1", "05": "5", "5": "5", "1,1,1": "1,1,1"}
TWO_SOLUTIONS = Puzzle(((1,), (1,)), ((1,), (1,)))


def is_inside(spectrum: Spectrum) -> bool:
    """Whether BASIC is still running the program: a report would leave ERR_NR at something else than 255."""
    return spectrum.core.memory[memory.ERR_NR] == 255


@pytest.mark.parametrize("size", BAD_SIZES)
def test_junk_for_a_size_is_refused_and_asked_again(load_program: LoadProgram, size: str) -> None:
    menu = load_program()
    menu.choose("1")
    menu.answer("X size (1-62):", size)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", size)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.answer("Y size (1-42):", "3")
    menu.wait("Horisontal line 1:")
    assert is_inside(menu.spectrum)
    assert [line.rstrip() for line in menu.spectrum.text_lines()[:2]] == ["X size:5", "Y size:3"]


@pytest.mark.parametrize("size", OUT_OF_RANGE)
def test_a_size_out_of_range_is_asked_again(load_program: LoadProgram, size: str) -> None:
    menu = load_program()
    menu.choose("1")
    menu.answer("X size (1-62):", size)
    if menu.wait("X size (1-62): L", INCORRECT_ENTRY) == INCORRECT_ENTRY:
        menu.spectrum.press(ENTER)
    menu.answer("X size (1-62):", "5")
    menu.wait("Y size (1-42):")


@pytest.mark.parametrize("row", BAD_ROWS)
def test_junk_for_a_line_is_refused_and_asked_again(load_program: LoadProgram, row: str) -> None:
    menu = load_program()
    menu.choose("1")
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "1")
    menu.answer("Horisontal line 1:", row)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.answer("Horisontal line 1:", "1")
    menu.wait("Vertical line 1:")
    menu.answer("Vertical line 1:", row)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.wait("Vertical line 1:")
    assert is_inside(menu.spectrum)


@pytest.mark.parametrize(("row", "echo"), GOOD_ROWS.items())
def test_spaces_are_ignored_and_a_lone_zero_is_no_group(load_program: LoadProgram, row: str, echo: str) -> None:
    menu = load_program()
    menu.choose("1")
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "1")
    menu.answer("Horisontal line 1:", row)
    menu.wait("Vertical line 1:")
    assert f"Line 1: {echo}".rstrip() in [line.rstrip() for line in menu.spectrum.text_lines()]


@pytest.mark.parametrize("length", [256, 800, 1_000])
def test_very_long_answers_are_refused(load_program: LoadProgram, length: int) -> None:
    """As long as memory takes them: the text twice would not fit."""
    menu = load_program()
    menu.choose("1")
    menu.answer("X size (1-62):", "1" * length)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "1")
    menu.answer("Horisontal line 1:", "1," * (length // 2))
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    menu.answer("Horisontal line 1:", "5")
    menu.wait("Vertical line 1:")
    assert is_inside(menu.spectrum)


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "0:00"), (9, "0:09"), (67, "1:07"), (600, "10:00"), (3_725, "62:05")]
)
@pytest.mark.parametrize("tape_name", ["crossword.tap", "crossword-turbo.tap"])
def test_the_time_is_told_with_two_digits_for_the_seconds(
    load_program: LoadProgram, tape_name: str, seconds: int, told: str
) -> None:
    menu = load_program(tape_name)
    menu.enter(Puzzle(((1,),), ((1,),)))
    menu.start_solving()
    variable = find_variable(menu.spectrum.core.memory, "t")
    at = variable.body_address
    menu.spectrum.core.memory[at : at + 5] = number_to_bytes(seconds)
    menu.spectrum.press(ENTER)
    menu.wait(ANY_KEY)
    assert menu.spectrum.text_lines()[0].rstrip() == f"Time: {told}"


def test_cursor_down_does_not_stop_the_input(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.choose("1")
    for prompt, good in (("X size (1-62):", "2"), ("Y size (1-42):", "2"), ("Horisontal line 1:", "1")):
        menu.wait(prompt)
        menu.spectrum.press(CURSOR_DOWN)
        menu.wait(INCORRECT_ENTRY)
        menu.spectrum.press(CURSOR_DOWN)
        menu.answer(prompt, good)
    menu.wait("Horisontal line 2:")
    assert is_inside(menu.spectrum)


def test_a_check_sum_error_leads_back_to_the_menu_without_data(load_program: LoadProgram) -> None:
    menu = load_program()
    assert menu.enter(Puzzle(((1,), (1,)), ((1,), ()))) is Stop.CHECK_SUM
    menu.spectrum.hold({"2"})
    menu.spectrum.run_frames(50)
    menu.spectrum.release()
    assert MENU_END in "".join(menu.spectrum.text_lines())


@pytest.mark.parametrize("key", ["2", "4", "6", "0", "a", "SPACE", "ENTER"])
def test_keys_that_mean_nothing_do_nothing_at_the_menu(load_program: LoadProgram, key: str) -> None:
    menu = load_program()
    before = menu.spectrum.text_lines()
    menu.spectrum.hold({key})
    menu.spectrum.run_frames(50)
    menu.spectrum.release()
    menu.spectrum.run_frames(5)
    assert menu.spectrum.text_lines() == before
    assert is_inside(menu.spectrum)


def test_five_ends_with_the_data_gone(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.spectrum.hold({"5"})
    menu.spectrum.run_frames(20)
    menu.spectrum.release()
    menu.spectrum.wait_for_text("9 STOP statement")
    variables = menu.spectrum.core.memory[memory.read_word(menu.spectrum.core.memory, memory.VARS)]
    assert variables == 0x80


def test_only_b_and_w_count_as_colours(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.start_solving()
    menu.answer(MANY_VARIANTS, "Y")
    for junk in ("", "x", "bw", "1", "black"):
        menu.answer(WHICH_COLOUR, junk)
        menu.spectrum.run_frames(30)
    menu.answer(WHICH_COLOUR, "W")
    assert menu.run_to_stop() is Stop.SOLVED
    assert menu.read().grid.rows == (".#", "#.")


def test_break_and_continue_go_on_with_the_data_intact(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.press_start()
    spectrum = menu.spectrum
    spectrum.run_frames(60)
    spectrum.hold(BREAK)
    spectrum.wait_for_text("L BREAK into program")
    spectrum.release()
    spectrum.run_frames(10)
    broken = spectrum.state()
    enter_command(menu, "CONTINUE")
    assert menu.run_to_stop() is Stop.MANY_VARIANTS
    spectrum.restore(broken)
    enter_command(menu, "GO TO 130")
    menu.wait(MENU_END)
    assert menu.solve_again() is Stop.MANY_VARIANTS


keys = st.sampled_from(sorted(MATRIX.keys() - {"CAPS", "SYMBOL"}))
chords = st.builds(lambda shifts, key: frozenset(shifts | {key}), st.sets(st.sampled_from(["CAPS", "SYMBOL"])), keys)


@pytest.mark.parametrize("junk", ["", "n", "yes", "1", "y" * 300, '"', "STOP", "3.5", "-"])
def test_anything_but_y_leads_from_many_variants_to_the_menu(load_program: LoadProgram, junk: str) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.start_solving()
    menu.answer(MANY_VARIANTS, junk)
    menu.wait(MENU_END)
    assert is_inside(menu.spectrum)
    assert menu.solve_again() is Stop.MANY_VARIANTS


@pytest.mark.parametrize("name", ["a" * 300, "elevenchars", "-1,2 3.5", "0,,0"])
def test_no_screen_name_stops_it(load_program: LoadProgram, name: str) -> None:
    """A name that is too long is refused by LOAD itself, another waits for its block until BREAK."""
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.leave(menu.start_solving())
    menu.choose("3")
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "5")
    menu.answer("Screen name:", name)
    menu.spectrum.run_frames(100)
    menu.spectrum.hold(BREAK)
    menu.spectrum.run_frames(5)
    menu.spectrum.release()
    menu.wait("Tape loading error!")
    menu.spectrum.press(ENTER)
    assert menu.solve_again() is Stop.MANY_VARIANTS


def test_cursor_down_at_the_other_prompts(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.start_solving()
    menu.answer(MANY_VARIANTS, "y")
    menu.wait(WHICH_COLOUR)
    menu.spectrum.press(CURSOR_DOWN)
    menu.spectrum.run_frames(30)  # it asks again
    menu.answer(WHICH_COLOUR, "b")
    assert menu.run_to_stop() is Stop.SOLVED
    menu.spectrum.press(CURSOR_DOWN)
    menu.wait(ANY_KEY)
    menu.press_away(ENTER, ANY_KEY)
    menu.choose("3")
    menu.answer("X size (1-62):", "5")
    menu.answer("Y size (1-42):", "5")
    menu.wait("Screen name:")
    menu.spectrum.press(CURSOR_DOWN)
    menu.spectrum.run_frames(20)
    menu.wait("Screen name:")
    assert is_inside(menu.spectrum)


REPORT = re.compile(r"^(?P<code>[0-9A-R]) [A-Z].*, \d+:\d+$", re.IGNORECASE)
ALLOWED_REPORTS = {"9": "menu item 5", "D": "BREAK", "L": "BREAK"}


@settings(max_examples=60, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from([edition.file_name for edition in EDITIONS]),
    st.sampled_from(["1", "3", None]),
    st.lists(chords, min_size=5, max_size=60),
)
def test_random_keys_never_get_out_of_the_program(
    load_program: LoadProgram, tape: str, item: str | None, pressed: list[Chord]
) -> None:
    menu = load_program(tape)
    spectrum = menu.spectrum
    if item:
        menu.choose(item)
    stopped_by = None
    for chord in pressed:
        spectrum.hold(chord)
        spectrum.run_frames(3)
        spectrum.release()
        spectrum.run_frames(6)
        reports = [match for line in spectrum.text_lines()[21:] if (match := REPORT.match(line.rstrip()))]
        if reports:
            stopped_by = reports[0]["code"]
            break
    assert stopped_by in {None, *ALLOWED_REPORTS}, "\n".join(spectrum.text_lines())
