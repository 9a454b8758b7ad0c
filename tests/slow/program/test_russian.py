"""The Russian editions, played by the driver: what is typed, solved, counted, loaded, refused; on a 48K and a 128K."""

import random
import re

import pytest

from harness.errors import PictureRefusedError
from harness.puzzle import Grid
from harness.solver.search import solve
from harness.spectrum.build import RUSSIAN_EDITIONS
from harness.spectrum.loaded import load_puzzle_into
from harness.spectrum.menu import EndMessage, Menu, SolutionCount
from harness.spectrum.messages import language
from harness.spectrum.screens import build_picture_screen
from pyspectrum.keyboard import BREAK, ENTER
from pyspectrum.machine import Spectrum
from pyspectrum.memory import CHARS, read_word
from pyspectrum.models import MODEL_48K
from pyspectrum.screen.fonts import UNREADABLE
from pyspectrum.tape import Tape, code_blocks, screen_blocks
from tests.slow.program import rig
from tests.slow.program.rig import Program, loaded
from tests.slow.program.test_reports_caught import raise_report
from tests.slow.program.test_turbo import FOUR
from tests.unit.harness.solver.files import sample

RUSSIAN = language("ru")
CLASSIC, BASIC, TURBO = rig.RUSSIAN
ON_EVERY_MACHINE = pytest.mark.parametrize(
    ("model", "tape_name"), [("48", CLASSIC), ("48", BASIC), ("48", TURBO), ("128", TURBO)]
)
"""A 48K, and a 128K in 128 BASIC, by Tape Loader."""


def lines_of(menu: Program) -> list[str]:
    """Read the screen, as it is written; nothing on it may be unreadable."""
    lines = [RUSSIAN.written(line.rstrip()) for line in menu.text_lines()]
    assert not any(UNREADABLE in line for line in lines), "\n".join(lines)
    return lines


@ON_EVERY_MACHINE
def test_the_car_is_typed_at_the_menu_solved_and_viewed(model: str, tape_name: str) -> None:
    menu = loaded(tape_name, model)
    menu.spectrum.run_frames(10)
    assert menu.language is RUSSIAN
    keys = ["menu_new", "menu_old", "menu_picture", "menu_view", "menu_exit"]
    shown = ["credit", "", "title", "", *keys, *["menu_count"] * (tape_name == TURBO)]
    assert lines_of(menu)[: len(shown)] == [key and RUSSIAN[key] for key in shown]
    menu.assert_solves(sample("car"))
    assert RUSSIAN["solved"] in RUSSIAN.written("".join(menu.input_area()))
    menu.spectrum.press(ENTER)
    menu.wait(RUSSIAN["any_key"])
    assert re.fullmatch(r"Время: \d:[1-5]?\d", lines_of(menu)[0])
    menu.press_away(ENTER, RUSSIAN["any_key"])
    printed = menu.view_data()
    assert printed[:4] == ("Строки:", "", "Строка 1: 6", "Строка 2: 2,1,1")
    assert {"Столбцы:", "Столбец 10: 6"} < set(printed)


def test_typing_is_shown_in_latin_letters_and_prompts_are_not() -> None:
    menu = loaded(CLASSIC)
    menu.ask_for_picture(9, 4)
    menu.wait(RUSSIAN["picture_name"])
    menu.spectrum.type("gq")
    menu.spectrum.run_frames(5)
    # g and q of the ROM's letters: of ours they would be г and я
    assert RUSSIAN.written("".join(menu.input_area())).split() == ["Имя", "картинки:", "gqL"]


@ON_EVERY_MACHINE
def test_a_picture_is_loaded_or_refused(model: str, tape_name: str) -> None:
    menu, heart = loaded(tape_name, model), solve(sample("heart")).solutions[0]
    picture = Tape(screen_blocks("heart", build_picture_screen(heart)))
    menu.spectrum.insert_tape(Tape(code_blocks("short", bytes(100), 16_384)) + picture)
    with pytest.raises(PictureRefusedError, match=r"^Неверная длина \(байт\): 100!$"):
        menu.test_picture(5, 5, "short")
    broken = picture.blocks[-1]
    damaged = type(broken)(broken.flag, broken.payload, broken.stored_checksum ^ 1)
    menu.spectrum.insert_tape(Tape((picture.blocks[0], damaged)))
    with pytest.raises(PictureRefusedError, match=r"^Ошибка загрузки с ленты!$"):
        menu.test_picture(5, 5, "heart")
    menu.spectrum.insert_tape(picture)
    assert menu.test_picture(5, 5, "heart") is EndMessage.SOLVED
    assert menu.read().grid == heart


@ON_EVERY_MACHINE
def test_break_while_a_picture_with_a_wrong_name_is_waited_for(model: str, tape_name: str) -> None:
    menu = loaded(tape_name, model)
    menu.ask_for_picture(9, 4, "dog")
    menu.spectrum.insert_tape(Tape(screen_blocks("cat", bytes(6_912))))
    menu.spectrum.run_until(lambda spectrum: spectrum.deck.is_wanted, "LOAD to listen")
    menu.spectrum.run(seconds=3)
    # the tape's files are named in the letters in which the names are typed
    assert any(line.startswith("Bytes: cat") for line in menu.spectrum.text_lines())
    menu.spectrum.tap(BREAK, 50)
    menu.wait(RUSSIAN["tape_error"])
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()
    menu.spectrum.run_frames(10)  # the menu's last items are still being printed
    lines_of(menu)


@pytest.mark.parametrize("tape_name", [CLASSIC, BASIC])
def test_any_report_at_any_moment_of_an_input(tape_name: str) -> None:
    """The letters of prompts and answers are changed within INPUT: whatever ends it, the next prompt has its own."""
    menu = loaded(tape_name)
    menu.choose("1")
    menu.wait(RUSSIAN["width_prompt"])

    dice, moments = random.Random(1), 25
    start = menu.spectrum.state()
    for moment in range(moments):
        menu.spectrum.restore(start)
        menu.spectrum.run_tstates(1 + moment * 10 * MODEL_48K.tstates_per_frame // moments + dice.randrange(1, 5_000))
        raise_report(menu, dice.randrange(27))
        menu.spectrum.run_frames(60)  # the prompt that was answered so goes
        if menu.wait(RUSSIAN.said("size_range", 62), RUSSIAN["width_prompt"]) != RUSSIAN["width_prompt"]:
            menu.spectrum.press(ENTER)
        menu.answer(RUSSIAN["width_prompt"], "2")
        menu.wait(RUSSIAN["height_prompt"])


def test_the_count_and_what_the_screen_says_of_it() -> None:
    menu = loaded(TURBO).having(FOUR)
    seen: set[str] = set()
    menu.watcher = lambda spectrum: seen.update(
        RUSSIAN.written(line[:10]).rstrip(" 0123456789") for line in spectrum.text_lines(RUSSIAN.font)[22:]
    )
    assert menu.count_solutions() == SolutionCount(24, complete=True)
    assert {RUSSIAN["counting"], RUSSIAN["depth"]} <= seen
    assert RUSSIAN.written("".join(menu.input_area())).split()[:3] == ["Решений:", "24!", "Нажмите"]
    menu.spectrum.press(ENTER)
    menu.wait_for_menu()


@pytest.mark.parametrize("model", ["48", "128"])
def test_basic_s_own_reports_can_be_read(model: str) -> None:
    """Its own letters would be out of a 128K's reach while its editor is at work."""
    menu = loaded(CLASSIC, model)
    assert menu.enter(sample("heart")) is None
    menu.break_into(50)
    menu.spectrum.wait_for_text("L BREAK into program")
    assert read_word(menu.spectrum.core.memory, CHARS) == 15_360


@pytest.mark.parametrize("tape_name", rig.RUSSIAN)
@pytest.mark.parametrize("size", [(62, 42), (62, 2)])
def test_the_largest_crosswords_find_memory(tape_name: str, size: tuple[int, int]) -> None:
    """All lines full, and every other column empty: the longest answers; on the BASIC edition one line is analysed."""
    width, height = size
    grid = Grid(("#" * width,) * height if height > 2 else ("#." * (width // 2),) * height)
    menu = loaded(tape_name)
    assert menu.enter(grid.puzzle()) is None
    if tape_name != BASIC:
        assert menu.start_solving() is EndMessage.SOLVED
        assert menu.read().grid == grid
    else:
        menu.press_start()
        menu.spectrum.run(seconds=120)
        assert not any("memory" in line for line in menu.spectrum.text_lines())
    assert menu.free_bytes() > 768


def test_a_tape_with_a_puzzle_has_its_letters() -> None:
    menu, heart = Menu(Spectrum()), sample("heart")
    menu.load(load_puzzle_into(RUSSIAN_EDITIONS[2], heart).tape())
    assert menu.language is RUSSIAN
    menu.expect_size(heart.width, heart.height)
    assert menu.solve_again() is EndMessage.SOLVED
    assert (menu.read().grid,) == solve(heart).solutions
