"""Typing is never lost: going back while entering, the check sum, saving and loading, a typist who does not look."""

import itertools
from collections.abc import Iterable
from dataclasses import replace

import pytest

from harness.errors import PictureRefusedError
from harness.puzzle import Grid, Puzzle
from harness.spectrum.menu import EndMessage
from harness.spectrum.screens import build_picture_screen
from pyspectrum.keyboard import BREAK, DELETE, ENTER, Chord
from pyspectrum.memory import RAMTOP, read_word
from pyspectrum.tape import DATA_FLAG, Block, Tape, code_blocks, screen_blocks
from tests.slow.program.rig import (
    BASIC,
    CLASSIC,
    CLASSIC_RU,
    ENGLISH,
    RUSSIAN,
    TURBO,
    TURBO_RU,
    TWO_SOLUTIONS,
    LoadProgram,
    Program,
    loaded,
)
from tests.unit.harness.solver.files import sample
from tools.typed_alike import Reader, enter_both

LEAST_FREE = 850
SAVED_LIMIT = 600.0
EVERY_EDITION = pytest.mark.parametrize("tape_name", [CLASSIC, BASIC, TURBO_RU])
SMALL = Puzzle(((1, 1), (), (3,)), ((1, 1), (1,), (1, 1)))
OTHER = Puzzle(((2,),), ((1,), (1,)))


Step = tuple[str, str, str]
"""A question such as "width" or "row 2", what stands in its line, and what is typed behind it."""
REFUSED = None
"""Stands between steps where an answer is refused."""


def prompt_of(menu: Program, question: str) -> str:
    kind, _, number = question.partition(" ")
    return menu.language.said(f"{kind}_prompt", number) if number else menu.language[f"{kind}_prompt"]


def converse(menu: Program, *steps: Step | None) -> None:
    """Answer one question after the other; each comes, and its line is as it should be."""
    last = ""
    for step in steps:
        if step is REFUSED:
            menu.leave_message()
            continue
        question, stands, text = step
        if question == last:
            menu.spectrum.run_frames(100)  # it has gone from the screen, and has come back
        assert menu.in_line(prompt_of(menu, question)) == stands, step
        menu.spectrum.type(text + "\n")
        last = question


# -- going back --------------------------------------------------------------------------------


@EVERY_EDITION
def test_back_line_by_line_and_the_lines_are_as_typed(tape_name: str) -> None:
    menu = loaded(tape_name)
    menu.begin(5, 3)
    converse(
        menu,
        ("row 1", "", "1,2"),
        ("row 2", "", "4"),
        ("row 3", "", "3<"),  # the line is not entered: the 3 is lost, as the manual says
        ("row 2", "4", "<"),  # behind the 4
        ("row 1", "1,2", ",1"),
        REFUSED,
        ("row 1", "1,2", ""),  # what was refused is not kept
        ("row 2", "4", ""),
        ("row 3", "", ""),
    )


@pytest.mark.parametrize("tape_name", [*ENGLISH, *RUSSIAN])
def test_what_was_refused_is_called_back_by_the_next_answer_alone(tape_name: str) -> None:
    menu = loaded(tape_name)
    menu.begin(9, 2)
    converse(menu, ("row 1", "", "4,,3"), REFUSED, ("row 1", "", "<"))  # asked again empty
    menu.spectrum.run_frames(100)
    assert menu.in_line(prompt_of(menu, "row 1")) == "4,,3"
    menu.spectrum.press(DELETE)
    menu.spectrum.press(DELETE)
    menu.spectrum.type("4\n")
    converse(
        menu,
        ("row 2", "", "<"),
        ("row 1", "4,4", ",4"),
        REFUSED,
        ("row 1", "4,4", "<"),  # its clue is still that
        ("row 1", "4,4,4", "x"),  # behind it
        REFUSED,
        ("row 1", "4,4", ""),
        ("row 2", "", "x"),
        REFUSED,
        ("row 2", "", "9"),
        ("column 1", "", "<"),  # back a line: nothing was refused last
        ("row 2", "9", ""),
        ("column 1", "", "3" * 100),
        REFUSED,
        ("column 1", "", "<"),
    )
    menu.spectrum.run_frames(100)
    assert menu.in_line(prompt_of(menu, "column 1")).strip("3") == ""
    assert "".join(menu.input_area()).count("3") == 95


def test_from_columns_to_rows_by_number_and_forward_again(load_program: LoadProgram) -> None:
    menu = load_program()
    menu.begin(3, 2)
    converse(menu, ("row 1", "", "1"), ("row 2", "", "2"), ("column 1", "", "2"), ("column 2", "", "<3"))
    converse(menu, ("row 1", "1", ">"), ("column 2", "", "<"), ("column 1", "2", ""))


def test_past_the_first_row_to_the_sizes_and_to_the_menu(load_program: LoadProgram) -> None:
    """The sizes are as before, and so is what was typed; item 1 has discarded what there was."""
    menu = load_program()
    menu.begin(3, 2)
    converse(menu, ("row 1", "", "1,1"), ("row 2", "", "<9"), ("width", "3", ""), ("height", "2", "<"))
    converse(menu, ("width", "3", ""), ("height", "2", ""), ("row 1", "1,1", "<"), ("width", "3", "<"))
    menu.wait_for_menu()
    menu.spectrum.tap("2", 30)
    menu.wait_for_menu()


def test_a_new_crossword_begins_empty(load_program: LoadProgram) -> None:
    menu = load_program().having(SMALL)
    menu.begin(3, 3)
    assert menu.in_line("Horisontal line 1:") == ""


@EVERY_EDITION
def test_the_check_sum_says_both_sums_and_keeps_everything(tape_name: str) -> None:
    menu = loaded(tape_name)
    said = menu.language
    menu.begin(2, 2)
    converse(menu, ("row 1", "", "1"), ("row 2", "", "2"), ("column 1", "", "1"), ("column 2", "", "1"))
    menu.wait(said["check_sum"])
    menu.spectrum.run_frames(20)
    shown = [said.written(line.rstrip()) for line in menu.text_lines()]
    at = shown.index(said["check_sum"])
    assert shown[at + 1 : at + 3] == [f"{said['row_heading']}3", f"{said['column_heading']}2"]
    menu.spectrum.press(ENTER)
    converse(menu, ("column 2", "1", "<"))
    assert menu.in_line(prompt_of(menu, "column 1")) == "1"
    menu.spectrum.press(DELETE)
    menu.spectrum.type("2\n")
    converse(menu, ("column 2", "1", ">"))
    menu.wait(said["any_key"])
    menu.expect_size(2, 2)
    assert menu.start_solving() is EndMessage.SOLVED
    assert menu.read().grid.rows == ("#.", "##")


@EVERY_EDITION
def test_a_size_out_of_range_is_told_what_is_allowed(tape_name: str) -> None:
    menu = loaded(tape_name)
    said = menu.language
    menu.choose("1")
    for prompt, most in (("width_prompt", 62), ("height_prompt", 42)):
        for size in (0, most + 1, 100):
            menu.type_behind(said[prompt], str(size))
            menu.wait(said.said("size_range", most))
            menu.spectrum.run_frames(20)
            menu.spectrum.press(ENTER)
        menu.type_behind(said[prompt], str(most))


@EVERY_EDITION
def test_a_key_held_answers_one_question(tape_name: str) -> None:
    """ENTER for a second, where the ROM repeats it after 0.7 s; and from the key that starts solving on."""
    menu = loaded(tape_name)
    said = menu.language
    menu.begin(1, 2)
    menu.wait(said.said("row_prompt", 1))
    menu.spectrum.run_frames(10)
    menu.spectrum.tap(ENTER, 60, gap=0)
    menu.wait(said.said("row_prompt", 2))
    menu.type_behind(said.said("row_prompt", 2), "1")
    menu.type_behind(said.said("column_prompt", 1), "1")
    menu.wait(said["any_key"])
    menu.spectrum.run_frames(30)
    menu.spectrum.tap(ENTER, 150, gap=0)
    menu.expect_size(1, 2)
    menu.wait(said["solved"], timeout=SAVED_LIMIT)
    menu.spectrum.run_frames(20)
    assert menu.shows(said["solved"])


# -- saving and loading ------------------------------------------------------------------------


def saved(menu: Program, name: str = "mine") -> Tape:
    """Menu item 7: the file that it writes."""
    said = menu.language
    before = len(menu.spectrum.saved.blocks)
    menu.choose("7")
    menu.answer(said["data_name"], name)
    menu.spectrum.wait_for_text("Start tape", timeout=SAVED_LIMIT)
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()
    return Tape(menu.spectrum.saved.blocks[before:])


def load(menu: Program, tape: Tape, name: str = "mine") -> str:
    """Menu item 8: what the program says, the menu if all is well."""
    said = menu.language
    menu.spectrum.insert_tape(tape)
    menu.choose("8")
    menu.answer(said["data_name"], name)
    found = menu.wait(said["menu_exit"], said["no_crossword"], said["tape_error"], timeout=SAVED_LIMIT)
    if found != said["menu_exit"]:
        menu.spectrum.run_frames(20)
        menu.spectrum.press(ENTER)
        menu.wait_for_menu()
    menu.spectrum.eject_tape()
    return found


@EVERY_EDITION
def test_data_are_saved_and_loaded_after_the_power_switch(tape_name: str) -> None:
    menu = loaded(tape_name).having(SMALL)
    tape = saved(menu)
    menu = loaded(tape_name)
    assert load(menu, tape) == menu.language["menu_exit"]
    assert menu.in_program().has_clues_of(SMALL)
    menu.expect_size(SMALL.width, SMALL.height)
    assert menu.solve_again() is EndMessage.SOLVED


def test_every_edition_reads_what_another_has_saved() -> None:
    """The largest there is, from a 48K to a 128K and back; the BASIC edition does not wait for it to be solved."""
    widest = Grid(tuple("".join("#" if (x + y) % 2 else "." for x in range(62)) for y in range(42))).puzzle()
    menu = loaded(BASIC).give(widest)
    menu.spectrum.run_frames(30)
    menu.break_into(100)
    menu.enter_command("GO TO 130")
    menu.wait_for_menu()
    for tape_name, model in ((TURBO, "128"), (CLASSIC_RU, "48")):
        tape = saved(menu)
        assert len(tape.blocks[1].payload) == 2604
        menu = loaded(tape_name, model)
        assert load(menu, tape) == menu.language["menu_exit"]
    assert menu.in_program().has_clues_of(widest)


WRONG = {
    "sums": bytes((64 + 0, 192 + 63, 64 + 0, 192 + 0)),
    "too long a row": bytes((0, 192, 64, 192)),
    "too long a column": bytes((64, 192, 0, 192)),
    "no end": bytes((64, 64, 64)),
    "too short": bytes((192,)),
    "something behind": bytes((192, 192, 0)),
    "an empty group": bytes((0, 63, 192)),
    "a mark that is none": bytes((128, 192)),
    "many groups": bytes(40),
    "many rows": bytes((64 + 63,)) * 42 + bytes((192, 192)),
    "many columns": bytes((192,)) + bytes((64 + 63,)) * 62 + bytes((192,)),
    "a screen's beginning": bytes(2048),
}


@pytest.mark.parametrize(
    ("tape_name", "model", "names"), [(CLASSIC, "48", WRONG), (TURBO, "128", ["sums"]), (BASIC, "48", ["no end"])]
)
def test_a_file_that_is_no_crossword_leaves_what_was_there(tape_name: str, model: str, names: Iterable[str]) -> None:
    menu = loaded(tape_name, model).having(OTHER)
    for name in names:
        tape = Tape(code_blocks("mine", WRONG[name], 40_000))
        assert load(menu, tape) == menu.language["no_crossword"], name
        assert menu.in_program().has_clues_of(OTHER), name


def test_a_broken_or_a_long_file_leaves_what_was_there(load_program: LoadProgram) -> None:
    menu = load_program().having(OTHER)
    header, data = code_blocks("mine", bytes((64, 192 + 63, 64 + 0, 192 + 63)), 40_000)
    broken = replace(data, stored_checksum=data.stored_checksum ^ 1)
    assert load(menu, Tape((header, broken))) == menu.language["tape_error"]
    assert load(menu, Tape(code_blocks("mine", bytes(2605), 40_000))) == menu.language["tape_error"]
    assert menu.in_program().has_clues_of(OTHER)
    assert load(menu, Tape((header, data))) == menu.language["menu_exit"]
    assert menu.in_program().has_clues_of(Puzzle(((1,), ()), ((1,), ())))


def bad_blocks() -> dict[str, tuple[Block, ...]]:
    ring = Grid(("..###..", ".#####.", "##...##", "##...##", "#######", "..###.."))
    header, data = screen_blocks("picture", build_picture_screen(ring))
    return {
        "too short": code_blocks("picture", bytes(100), 16384),
        "too long": code_blocks("picture", bytes(7000), 16384),
        "damaged": (header, Block(DATA_FLAG, data.payload, data.stored_checksum ^ 1)),
        "cut off": (header, Block.build(DATA_FLAG, data.payload[:3000])),
    }


@pytest.mark.parametrize(
    ("tape_name", "model", "kinds"),
    [(CLASSIC, "48", bad_blocks()), (BASIC, "48", ["damaged"]), (TURBO, "128", ["too short", "cut off"])],
)
def test_a_bad_picture_leads_back_to_the_menu_with_the_old_data(
    tape_name: str, model: str, kinds: Iterable[str]
) -> None:
    menu = loaded(tape_name, model).having(TWO_SOLUTIONS)
    for kind in kinds:
        menu.spectrum.insert_tape(Tape(bad_blocks()[kind]))
        with pytest.raises(PictureRefusedError):
            menu.test_picture(7, 6, "picture")
        menu.spectrum.eject_tape()
        assert menu.in_program().has_clues_of(TWO_SOLUTIONS)
        assert menu.solve_again() is EndMessage.MANY_VARIANTS, kind
        menu.leave(EndMessage.MANY_VARIANTS)


def test_a_name_that_is_none_saves_nothing(load_program: LoadProgram) -> None:
    menu = load_program().having(OTHER)
    for name in ("", "elevenchars"):
        menu.choose("7")
        menu.answer(menu.language["data_name"], name)
        menu.leave_message("not_saved")
        assert menu.in_program().has_clues_of(OTHER)


def test_break_ends_the_loading(load_program: LoadProgram) -> None:
    menu = load_program().having(OTHER)
    menu.choose("8")
    menu.answer(menu.language["data_name"], "mine")
    menu.spectrum.run_frames(300)
    menu.spectrum.tap(BREAK, 10)
    menu.leave_message("tape_error")
    menu.wait_for_menu()
    assert menu.in_program().has_clues_of(OTHER)


# -- memory ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tape_name", [*ENGLISH, *RUSSIAN])
def test_memory_enough_for_the_line_analysis_is_free_at_the_menu(tape_name: str) -> None:
    menu = loaded(tape_name)
    assert menu.free_bytes() >= LEAST_FREE
    menu.having(SMALL)
    tape = saved(menu)
    assert menu.free_bytes() >= LEAST_FREE
    load(menu, tape)
    menu.spectrum.run_frames(50)
    assert menu.free_bytes() >= LEAST_FREE
    assert menu.spectrum.core.get("sp") <= read_word(menu.spectrum.core.memory, RAMTOP)


def test_the_file_has_a_byte_for_each_group() -> None:
    header, data = saved(loaded().having(SMALL)).blocks
    assert header.header is not None
    assert header.header.name.strip() == "mine"
    assert data.payload == bytes((0, 64, 64 + 63, 192 + 2, 0, 64, 64, 0, 192))


@pytest.mark.parametrize(("tape_name", "crosswords"), [(CLASSIC, 5), (TURBO, 2)])
def test_both_readers_take_the_same_for_the_same(tape_name: str, crosswords: int) -> None:
    """One is in machine code and one in BASIC."""
    refused = sum(enter_both((Reader(loaded(BASIC)), Reader(loaded(tape_name))), seed) for seed in range(crosswords))
    assert refused > crosswords


HELD_FRAMES = 4
STEPS = (17, 17, 16)
"""Frames from a key to the next: three keys in fifty."""
COMMA = frozenset({"SYMBOL", "N"})


def keys_of(puzzle: Puzzle) -> list[Chord]:
    """All keys from the menu to "Press any key..."."""
    lines = [",".join(map(str, clue)) for clue in (*puzzle.rows, *puzzle.columns)]
    text = "1" + "".join(f"{line}\n" for line in (str(puzzle.width), str(puzzle.height), *lines))
    return [ENTER if sign == "\n" else COMMA if sign == "," else frozenset({sign}) for sign in text]


def type_unwatched(menu: Program, keys: list[Chord]) -> None:
    for key, step in zip(keys, itertools.cycle(STEPS), strict=False):
        menu.spectrum.tap(key, HELD_FRAMES, gap=step - HELD_FRAMES)


@pytest.mark.parametrize(
    ("tape_name", "model"),
    [(CLASSIC, "48"), (TURBO, "48"), (CLASSIC_RU, "48"), (TURBO_RU, "48"), (CLASSIC, "128"), (TURBO_RU, "128")],
)
def test_all_of_a_crossword_is_typed_without_looking(tape_name: str, model: str) -> None:
    menu, puzzle = loaded(tape_name, model), sample("relax-20x30")
    menu.spectrum.run_frames(30)
    type_unwatched(menu, keys_of(puzzle))
    menu.spectrum.run_frames(25)
    assert menu.shows(menu.language["any_key"])
    menu.expect_size(puzzle.width, puzzle.height)
    assert menu.start_solving() is EndMessage.SOLVED
    menu.leave(EndMessage.SOLVED)
    assert menu.in_program().has_clues_of(puzzle)


@pytest.mark.parametrize("tape_name", [CLASSIC, BASIC, TURBO_RU])
def test_a_key_before_a_question_is_no_answer_to_it(tape_name: str) -> None:
    menu = loaded(tape_name)
    said = menu.language
    menu.spectrum.run_frames(30)
    type_unwatched(menu, [frozenset({"1"})])
    menu.expect_size(2, 2)
    for text in ("2", "2", "1", "1", "1"):
        menu.spectrum.run_frames(50)
        menu.spectrum.type(f"{text}\n")
    menu.wait(said.said("column_prompt", 2))
    menu.spectrum.run_frames(50)
    menu.spectrum.type("1\n")
    hurry(menu)
    menu.wait(said["any_key"])
    menu.spectrum.run_frames(25)
    assert menu.shows(said["any_key"])
    menu = loaded(tape_name).give(TWO_SOLUTIONS)
    menu.press_start()
    hurry(menu)
    menu.wait(said["many_variants"])
    menu.spectrum.run_frames(25)
    assert menu.shows(said["many_variants"])


def hurry(menu: Program) -> None:
    """Press ENTER for a moment, before the next question comes."""
    menu.spectrum.run_frames(1)
    menu.spectrum.tap(ENTER, 3, gap=0)
