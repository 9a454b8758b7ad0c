"""BREAK, and every report that the ROM can give, at many moments of an INPUT and of a LOAD, on a 48K and on a 128K.

A report is raised as the ROM raises it: the jump to its error routine (#0055) with the report in L, from wherever the
ROM is just then. The program must be found where it was, asking again, or at its own message.
"""

import random
import re
from collections.abc import Callable

import pytest

from harness.spectrum.build import EDITIONS, guard_code
from harness.spectrum.menu import ANY_KEY, INCORRECT_ENTRY, MENU_END, TAPE_ERROR, Menu, Stop
from pyspectrum import memory
from pyspectrum.clock import TSTATES_PER_FRAME
from pyspectrum.keyboard import BREAK, ENTER, Chord
from tests.e2e.conftest import loaded_program
from tests.e2e.test_128 import CAR, loaded_128

TAPES = [edition.file_name for edition in EDITIONS]
MACHINES: dict[str, Callable[[str], Menu]] = {"48": loaded_program, "128": loaded_128}
ON_EVERY_MACHINE = pytest.mark.parametrize(
    ("machine", "tape_name"), [(machine, tape_name) for machine in MACHINES for tape_name in TAPES]
)
AT_MOMENTS = pytest.mark.parametrize("moments", [25])
ROM_ERROR = 0x0055
ROM_ENDS = (0x1303, 0x5B1D)
"""Where a report goes in the end: in the 48K's ROM, and by the 128's paging routine."""
CURSOR_DOWN: Chord = frozenset({"CAPS", "6"})
REPORT = re.compile(r"^[0-9A-R] [A-Z].*, \d+:\d+ *$", re.IGNORECASE)


def asking(machine: str, tape_name: str) -> Menu:
    """At the first INPUT, of the width."""
    menu = MACHINES[machine](tape_name)
    menu.choose("1")
    menu.wait("X size (1-62):")
    menu.spectrum.run_frames(10)
    return menu


def loading(machine: str, tape_name: str) -> Menu:
    """In "Test picture", waiting for a tape that does not come."""
    menu = MACHINES[machine](tape_name)
    menu.choose("3")
    menu.answer("X size (1-62):", "9")
    menu.answer("Y size (1-42):", "4")
    menu.answer("Screen name:", "")
    menu.spectrum.run_until_pc(guard_code().symbols["guard_load_bytes"])
    return menu


def raise_report(menu: Menu, report: int) -> None:
    """As ``rst 8`` does it."""
    core = menu.spectrum.core
    core.set("hl", core.get("hl") & 0xFF00 | report)
    core.interrupts_enabled = True
    core.pc = ROM_ERROR


def found(menu: Menu, *texts: str, frames: int = 200) -> str:
    """Which of `texts` stands on the screen within so many frames; fails where the program was left."""
    for _ in range(frames):
        screen = menu.spectrum.text_lines()
        assert not any(REPORT.match(line) for line in screen[21:]), "\n".join(screen)
        text = next((text for text in texts if any(text in line for line in screen)), None)
        if text:
            return text
        menu.spectrum.run_frames(1)
    raise AssertionError("the program hangs; its screen:\n" + "\n".join(menu.spectrum.text_lines()))


def still_works(menu: Menu) -> None:
    """From its menu the program solves the car."""
    assert menu.enter(CAR) is None
    assert menu.start_solving() is Stop.SOLVED


def from_every_moment(menu: Menu, moments: int, span_tstates: int, act: Callable[[random.Random], None]) -> None:
    """Put the machine back, run it on to one of many moments, and `act`; again and again."""
    dice = random.Random(str(span_tstates))
    start = menu.spectrum.state()
    for moment in range(moments):
        menu.spectrum.restore(start)
        menu.spectrum.run_tstates(1 + moment * span_tstates // moments + dice.randrange(1, 5_000))
        act(dice)


@AT_MOMENTS
@ON_EVERY_MACHINE
def test_any_report_at_any_moment_of_an_input(machine: str, tape_name: str, moments: int) -> None:
    menu = asking(machine, tape_name)

    def act(dice: random.Random) -> None:
        raise_report(menu, dice.randrange(27))
        # in the editor the ROM itself swallows it; elsewhere the answer is none
        if found(menu, INCORRECT_ENTRY, "X size (1-62):") == INCORRECT_ENTRY:
            menu.spectrum.press(ENTER)
            found(menu, "X size (1-62):")
        menu.answer("X size (1-62):", "2")
        found(menu, "Y size (1-42):")

    from_every_moment(menu, moments, 20 * TSTATES_PER_FRAME, act)
    menu.answer("Y size (1-42):", "1")
    menu.wait("Horisontal line 1:")


@AT_MOMENTS
@ON_EVERY_MACHINE
def test_any_report_at_any_moment_of_a_load(machine: str, tape_name: str, moments: int) -> None:
    menu = loading(machine, tape_name)

    def act(dice: random.Random) -> None:
        raise_report(menu, dice.randrange(27))
        found(menu, TAPE_ERROR)

    from_every_moment(menu, moments, 60 * TSTATES_PER_FRAME, act)
    menu.spectrum.press(ENTER)
    menu.wait(MENU_END)
    still_works(menu)


@AT_MOMENTS
@ON_EVERY_MACHINE
def test_break_at_any_moment_of_a_load_however_long_it_is_held(machine: str, tape_name: str, moments: int) -> None:
    menu = loading(machine, tape_name)

    def act(dice: random.Random) -> None:
        menu.spectrum.hold(BREAK)
        menu.spectrum.run_frames(dice.choice([1, 2, 5, 10, 25, 50, 100, 150]))
        menu.spectrum.release()
        # a touch of less than a frame may not be seen: once more then
        if not any(TAPE_ERROR in line for line in menu.spectrum.text_lines()):
            menu.spectrum.hold(BREAK)
            menu.spectrum.run_frames(10)
            menu.spectrum.release()
        found(menu, TAPE_ERROR)

    from_every_moment(menu, moments, 60 * TSTATES_PER_FRAME, act)
    menu.spectrum.press(ENTER)
    menu.wait(MENU_END)
    still_works(menu)


@AT_MOMENTS
@ON_EVERY_MACHINE
def test_cursor_down_at_any_moment_of_an_input(machine: str, tape_name: str, moments: int) -> None:
    menu = asking(machine, tape_name)

    def act(dice: random.Random) -> None:
        menu.spectrum.press(CURSOR_DOWN)
        found(menu, INCORRECT_ENTRY)

    from_every_moment(menu, moments, 2 * TSTATES_PER_FRAME, act)
    menu.spectrum.press(CURSOR_DOWN)  # at the message, too
    found(menu, "X size (1-62):")
    menu.answer("X size (1-62):", "2")
    menu.answer("Y size (1-42):", "1")
    menu.wait("Horisontal line 1:")


@ON_EVERY_MACHINE
def test_nothing_of_it_stays_behind(machine: str, tape_name: str) -> None:
    """The error stack pointer and the report are as before."""
    menu = asking(machine, tape_name)
    cells = menu.spectrum.core.memory
    menu.spectrum.press(CURSOR_DOWN)
    menu.wait(INCORRECT_ENTRY)
    menu.spectrum.press(ENTER)
    for prompt, answer in (("X size (1-62):", "1"), ("Y size (1-42):", "1")):
        menu.answer(prompt, answer)
    for prompt in ("Horisontal line 1:", "Vertical line 1:"):
        menu.answer(prompt, "1")
    menu.wait(ANY_KEY)
    assert cells[memory.ERR_NR] == 255
    error_stack = memory.read_word(cells, memory.ERR_SP)
    assert menu.spectrum.core.get("sp") < error_stack < memory.read_word(cells, memory.RAMTOP)
    assert memory.read_word(cells, error_stack) in ROM_ENDS
