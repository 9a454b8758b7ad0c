"""Places of prompts, answers and messages on the screen (specification, sections 4 and 6)."""

import re

import pytest

from harness.puzzle import Grid
from harness.spectrum.build import build_tape
from harness.spectrum.menu import MAKING_DATA, MENU_END
from harness.spectrum.screens import build_picture_screen
from pyspectrum.machine import Spectrum
from pyspectrum.memory import RAMTOP, VARS, read_word
from pyspectrum.tape import Tape, screen_blocks
from tests.slow.program.rig import BASIC, CLASSIC, CLASSIC_RU, ENGLISH, TURBO, LoadProgram, Program, edition_on, loaded


@pytest.mark.parametrize(
    ("tape_name", "model", "width", "height"),
    [
        (CLASSIC, "48", 1, 1), (CLASSIC, "128", 13, 6), (CLASSIC, "48", 7, 42),
        (BASIC, "48", 3, 4), (TURBO, "48", 7, 42), (TURBO, "128", 3, 4),
    ],
)  # fmt: skip
def test_making_data_ends_at_a_hundred_per_cent(tape_name: str, model: str, width: int, height: int) -> None:
    menu = loaded(tape_name, model)
    picture = build_picture_screen(Grid(("#" * width,) * height))
    menu.spectrum.insert_tape(Tape(screen_blocks("square", picture)))
    menu.ask_for_picture(width, height, "square")
    seen: list[str] = []

    def watch(spectrum: Spectrum) -> bool:
        line = spectrum.text_lines()[0].rstrip()
        if re.fullmatch(r"Making data: \d+%", line) and line not in seen[-1:]:
            seen.append(line)
        return any("Press ENTER" in text for text in spectrum.input_area())

    menu.spectrum.run_until(watch, "the picture to be solved", timeout=3_000)
    # a frame may catch a number half printed over the one before, but the last one stands
    told = [int(line.removeprefix(MAKING_DATA).rstrip("%")) for line in seen]
    assert told[-1] == 100
    assert told[0] == 0


class TestRunAgain:
    """``RUN`` after "5 - Exit": the code is in place, so nothing is loaded."""

    @pytest.mark.parametrize("tape_name", [*ENGLISH, CLASSIC_RU])
    def test_it_needs_no_tape(self, load_program: LoadProgram, tape_name: str) -> None:
        menu = load_program(tape_name)
        leave(menu)
        cells = menu.spectrum.core.memory
        assert cells[read_word(cells, VARS)] == 0x80, "the data have gone"
        ramtop = read_word(cells, RAMTOP)
        menu.enter_command("CLS")  # or the menu that stands there would be taken for a new one
        menu.enter_command("RUN")
        menu.wait_for_menu()
        assert read_word(cells, RAMTOP) == ramtop

    @pytest.mark.parametrize("tape_name", [CLASSIC, TURBO])
    def test_missing_code_is_loaded_by_name(self, load_program: LoadProgram, tape_name: str) -> None:
        """CLEAR has given the code's memory away; the tape has been rewound, so the picture comes first."""
        menu = load_program(tape_name)
        before = bytes(menu.spectrum.core.memory[60_796:65_368])  # a 128's editor has another bank there
        leave(menu)
        menu.enter_command("CLEAR 65367")
        menu.spectrum.poke(62_976, bytes(65_000 - 62_976))  # CLEAR leaves the code where it was; the stack is above
        menu.spectrum.insert_tape(build_tape(edition_on(tape_name)))
        menu.enter_command("CLS")
        menu.enter_command("RUN")
        menu.wait(MENU_END)
        assert bytes(menu.spectrum.core.memory[62_976:65_368]) == before[62_976 - 60_796 :]

    def test_code_that_came_with_an_error_is_loaded_again(self, load_program: LoadProgram) -> None:
        menu = load_program()
        leave(menu)
        menu.enter_command("CLEAR 65367")
        tape = build_tape(edition_on(CLASSIC))
        *before, code = tape.blocks[-2:]
        damaged = type(code)(code.flag, code.payload, code.stored_checksum ^ 1)
        menu.spectrum.insert_tape(Tape((*before, damaged)))
        menu.enter_command("RUN")
        menu.spectrum.wait_for_text("R Tape loading error")
        menu.spectrum.insert_tape(tape)
        menu.enter_command("RUN")
        menu.spectrum.wait_for_text("Bytes: classic")
        menu.wait(MENU_END)


def leave(menu: Program) -> None:
    menu.choose("5")
    menu.spectrum.wait_for_text("9 STOP statement")
    menu.spectrum.run_frames(10)
