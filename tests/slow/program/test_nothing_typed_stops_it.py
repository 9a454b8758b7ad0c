"""Whatever is typed, the program asks again; it is never found outside itself.

Specification, sections 3–7, the *port* notes.
"""

from collections.abc import Callable, Sequence

import pytest

from harness.puzzle import Grid, Puzzle
from harness.spectrum.menu import ANY_KEY, INCORRECT_ENTRY, MANY_VARIANTS, MENU_END, WHICH_COLOUR, EndMessage
from pyspectrum import memory
from pyspectrum.basic.variables import find_variable, number_to_bytes
from pyspectrum.keyboard import BREAK, ENTER, Chord
from pyspectrum.machine import Spectrum
from tests.slow.program.rig import BASIC_RU, CLASSIC, ENGLISH, TURBO, TWO_SOLUTIONS, LoadProgram, Program, loaded

WRONG_WIDTH = "From 1 to 62, please!"
BAD_SIZES = (
    "0", "63", "00", "100",
    "abc", "-5", "3.5", "1,2", "", " ", "1e1", "9" * 60, "STOP", '"', "1 000 000", "+", "5 5", ">", "5<6,7", "7" * 300,
)  # fmt: skip
BAD_ROWS = (
    "a", "-1", "+1", "1,,2", "1,", ",1", ",", "1,0,1", "0,0", "0,1", "6", "2,3", "1,1,1,1", "9" * 60, "1.5", "1;2",
    '"1"', "1:2", "VAL", "1," * 40, "5" * 300, "1e0", "b" * 100, "1 , , 1", "1 ,", ", 1", "<1,2", "<x", "1 0",
)  # fmt: skip
GOOD_ROWS = {
    "": "", "   ": "", "0": "0", " 2 , 1 ": "2,1", "05": "5", "5": "5", "5 ": "5", "1,1,1": "1,1,1", "1 1": "1,1",
    "1  1": "1,1", "1 ,1": "1,1", "1, 1": "1,1",
}  # fmt: skip
NOT_YES = ("", "n", "yes", "1", "y" * 300, '"', "STOP", "3.5", "-")
K_CUR, MAKE_ROOM = 23643, 0x1655
FULL = 88
"""So much room between BASIC's memory and the stack, and the ROM takes no key more: it keeps 80 bytes."""


def is_inside(spectrum: Spectrum) -> bool:
    """Return True if BASIC is still running the program: a report would leave ERR_NR at something else than 255."""
    return spectrum.core.memory[memory.ERR_NR] == 255


def all_refused(menu: Program, prompt: str, junk: Sequence[str], message: str = INCORRECT_ENTRY) -> None:
    """Each of these is refused at a prompt, which asks again and has nothing in its line."""
    for answer in junk:
        menu.answer(prompt, answer)
        menu.wait(message)
        assert is_inside(menu.spectrum), answer
        menu.spectrum.press(ENTER)
        assert menu.in_line(prompt) == "", answer


@pytest.mark.parametrize(
    ("tape_name", "model", "sizes"), [(CLASSIC, "48", BAD_SIZES), (TURBO, "128", BAD_SIZES[::6])], ids=["48", "128"]
)
def test_junk_for_a_size_is_refused_and_asked_again(tape_name: str, model: str, sizes: Sequence[str]) -> None:
    menu = loaded(tape_name, model)
    menu.begin()
    all_refused(menu, "X size (1-62):", sizes, WRONG_WIDTH)
    menu.answer("X size (1-62):", "5")
    all_refused(menu, "Y size (1-42):", sizes, "From 1 to 42, please!")
    menu.answer("Y size (1-42):", "3")
    menu.wait("Horisontal line 1:")
    assert [line.rstrip() for line in menu.spectrum.text_lines()[:2]] == ["X size:5", "Y size:3"]


@pytest.mark.parametrize(
    ("tape_name", "model", "rows"), [(CLASSIC, "48", BAD_ROWS), (TURBO, "128", BAD_ROWS[::8])], ids=["48", "128"]
)
def test_junk_for_a_line_is_refused_and_asked_again(tape_name: str, model: str, rows: Sequence[str]) -> None:
    menu = loaded(tape_name, model)
    menu.begin(5, 1)
    all_refused(menu, "Horisontal line 1:", rows)
    menu.answer("Horisontal line 1:", "1")
    all_refused(menu, "Vertical line 1:", rows)


def test_blanks_separate_groups_as_commas_do_and_a_lone_zero_is_no_group(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.begin(5, 2)
    for row, echo in GOOD_ROWS.items() if not menu.spectrum.model.banked else [("1 ,1", "1,1")]:
        menu.answer("Horisontal line 1:", row)
        menu.wait("Horisontal line 2:")
        assert f"Line 1: {echo}".rstrip() in [line.rstrip() for line in menu.spectrum.text_lines()], row
        menu.answer("Horisontal line 2:", "<")
        assert menu.in_line("Horisontal line 1:") == echo.strip("0"), row


def fill_input(spectrum: Spectrum, length: int) -> None:
    """Put so many signs more into the line that is being typed, as if by keys: those would take hours."""
    cells = spectrum.core.memory
    cursor = memory.read_word(cells, K_CUR)
    spectrum.call(MAKE_ROOM, hl=cursor, bc=length)
    cells[cursor : cursor + length] = b"1" * length
    cells[K_CUR : K_CUR + 2] = (cursor + length).to_bytes(2, "little")


LENGTHS: dict[str, Callable[[int], Sequence[int]]] = {
    "just too long": lambda _: [255],
    # BASIC's memory holds such an answer twice, so that INPUT takes it, and not three times, which it would need in
    # order to put a comma behind it
    "copied twice": lambda room: [min(800, room // 2), *(room * percent // 100 for percent in (35, 40, 45))],
    "all that fits and nearly all": lambda room: range(room - FULL, room - 300, -10),
}
"""Lengths of answers, by the room that there is for keys."""


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("tape_name", ENGLISH)
def test_very_long_answers_are_refused(tape_name: str, lengths: str) -> None:
    menu = loaded(tape_name)
    spectrum = menu.spectrum
    menu.begin()
    menu.wait("X size (1-62):")
    spectrum.press("1")
    start = spectrum.state()
    for length in LENGTHS[lengths](menu.free_bytes()):
        spectrum.restore(start)
        fill_input(spectrum, length)
        spectrum.type("11\n")  # the editor takes these, or buzzes
        menu.wait(WRONG_WIDTH)
        assert is_inside(spectrum)
    spectrum.press(ENTER)
    menu.answer("X size (1-62):", "5")
    menu.wait("Y size (1-42):")


@pytest.mark.parametrize("tape_name", [CLASSIC, TURBO])
def test_the_time_is_told_as_the_article_s_program_tells_it(tape_name: str) -> None:
    menu = loaded(tape_name).having(TWO_SOLUTIONS)
    assert menu.solve_again() is EndMessage.MANY_VARIANTS
    assert menu.continue_with(black=True) is EndMessage.SOLVED
    spectrum = menu.spectrum
    at, solved = find_variable(spectrum.core.memory, "t").body_address, spectrum.state()
    for seconds, told in ((0, "0:0"), (9, "0:9"), (67, "1:7"), (600, "10:0"), (3_725, "62:5")):
        spectrum.restore(solved)
        spectrum.core.memory[at : at + 5] = number_to_bytes(seconds)
        spectrum.press(ENTER)
        menu.wait(ANY_KEY)
        assert spectrum.text_lines()[0].rstrip() == f"Time: {told}"


def test_after_a_check_sum_error_there_are_no_data_at_the_menu(load_program: LoadProgram) -> None:
    menu = load_program()
    assert menu.enter(Puzzle(((1,), (1,)), ((1,), ()))) is EndMessage.CHECK_SUM
    menu.spectrum.tap("2", 50)
    assert MENU_END in "".join(menu.spectrum.text_lines())
    assert menu.enter(TWO_SOLUTIONS) is None


@pytest.mark.parametrize(("tape_name", "model"), [(CLASSIC, "48"), (TURBO, "128")])
def test_keys_that_mean_nothing_do_nothing_at_the_menu(tape_name: str, model: str) -> None:
    """Without data; 8 loads some."""
    menu = loaded(tape_name, model)
    menu.wait("8 - Load data")
    menu.spectrum.run_frames(2)
    before = menu.spectrum.text_lines()
    for key in ("2", "4", "6", "7", "0", "9", "a", "SPACE", "ENTER"):
        menu.spectrum.tap(key, 50, gap=5)
        assert menu.spectrum.text_lines() == before, key
        assert is_inside(menu.spectrum)
    assert menu.spectrum.saved.blocks == ()


def test_only_b_and_w_count_as_colours(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.start_solving()
    menu.answer(MANY_VARIANTS, "Y")
    for junk in ("", "x", "bw", "1", "black"):
        menu.answer(WHICH_COLOUR, junk)
        menu.spectrum.run_frames(30)
    menu.answer(WHICH_COLOUR, "W")
    assert menu.run_to_stop() is EndMessage.SOLVED
    assert menu.read().grid.rows == (".#", "#.")


def test_break_and_continue_go_on_with_the_data_intact(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.enter(TWO_SOLUTIONS)
    menu.break_into(60)
    broken = menu.spectrum.state()
    menu.enter_command("CONTINUE")
    assert menu.run_to_stop() is EndMessage.MANY_VARIANTS
    menu.spectrum.restore(broken)
    menu.enter_command("GO TO 130")
    menu.wait(MENU_END)
    assert menu.solve_again() is EndMessage.MANY_VARIANTS


@pytest.mark.parametrize(
    ("tape_name", "model", "answers"), [(CLASSIC, "48", NOT_YES), (TURBO, "128", NOT_YES[:2])], ids=["48", "128"]
)
def test_anything_but_y_leads_from_many_variants_to_the_menu(
    tape_name: str, model: str, answers: Sequence[str]
) -> None:
    menu = loaded(tape_name, model)
    menu.enter(TWO_SOLUTIONS)
    menu.start_solving()
    for answer in answers:
        menu.answer(MANY_VARIANTS, answer)
        menu.wait(MENU_END)
        assert is_inside(menu.spectrum), answer
        assert menu.solve_again() is EndMessage.MANY_VARIANTS


def test_no_screen_name_stops_it(load_program: LoadProgram) -> None:
    """A name that is too long is refused by LOAD itself, another waits for its block until BREAK."""
    menu = load_program().having(TWO_SOLUTIONS)
    for name in ("a" * 300, "elevenchars", "-1,2 3.5", "0,,0")[menu.spectrum.model.banked :]:
        menu.ask_for_picture(5, 5, name)
        menu.spectrum.run_frames(100)
        menu.spectrum.tap(BREAK, 5)
        menu.wait("Tape loading error!")
        menu.spectrum.press(ENTER)
        assert menu.solve_again() is EndMessage.MANY_VARIANTS
        menu.leave(EndMessage.MANY_VARIANTS)


def test_graphics_mode_ends_with_its_answer() -> None:
    """CAPS SHIFT + 9: digits are blocks then, and the ROM would stay so from one INPUT to the next."""
    menu = loaded()
    menu.begin()
    menu.wait("X size (1-62):")
    menu.spectrum.press("GRAPHICS")
    menu.spectrum.type("5\n")
    menu.wait(WRONG_WIDTH)
    menu.spectrum.press(ENTER)
    menu.answer("X size (1-62):", "5")
    menu.wait("Y size (1-42):")


@pytest.mark.parametrize("tape_name", ENGLISH)
def test_break_as_often_as_one_likes(load_program: LoadProgram, tape_name: str) -> None:
    """Each leaves its subroutines on the stack, where the line analysis wants room; GO TO 130 takes them off."""
    menu = load_program(tape_name).having(TWO_SOLUTIONS)
    spectrum = menu.spectrum
    stack = []
    for _ in range(4):
        menu.press_away(frozenset({"2"}), MENU_END)
        spectrum.hold(BREAK)
        spectrum.run_until_pc(menu.stopped)
        menu.come_back()
        spectrum.run_frames(20)
        stack.append(memory.read_word(spectrum.core.memory, memory.ERR_SP))
    assert stack == [stack[0]] * 4
    assert menu.solve_again() is EndMessage.MANY_VARIANTS


MIDDLING = Grid(("#.#",) * 20).puzzle()
"""Its data take two pages."""
NO: tuple[Chord, ...] = tuple(map(frozenset, (["n"], ["CAPS", "n"], ["SPACE"], ["SYMBOL", "a"])))
PAGING = (
    [{"ENTER"}],
    [{"y"}],
    [{"CAPS", "2"}, {"ENTER"}],  # caps lock
    [{"CAPS", "9"}, {"ENTER"}],  # graphics
    [{"CAPS", "SYMBOL"}, {"ENTER"}],  # extended
)


@pytest.mark.parametrize(("tape_name", "model"), [(CLASSIC, "48"), (BASIC_RU, "48"), (TURBO, "48"), (CLASSIC, "128")])
def test_only_keys_for_no_lead_from_the_data_s_first_page_to_the_menu(tape_name: str, model: str) -> None:
    """The data are kept; any other key leads to the next page. The ROM's own ``scroll?`` takes keys for colours."""
    menu = loaded(tape_name, model).having(MIDDLING)
    said, spectrum = menu.language, menu.spectrum
    menu.choose("4")
    menu.wait(said["scroll"])
    spectrum.run_frames(10)
    asked = spectrum.state()
    for no in NO:
        spectrum.restore(asked)
        menu.press_away(no, said["scroll"])
        menu.wait_for_menu()
        assert menu.in_program().has_clues_of(MIDDLING), no
    for chords in PAGING:
        spectrum.restore(asked)
        for chord in chords:
            spectrum.tap(chord, 6, gap=10)
        menu.wait(said["any_key"])
        menu.press_away(ENTER, said["any_key"])
        menu.wait_for_menu()
