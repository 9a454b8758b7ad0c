"""The program's doors, and the way back to its menu from wherever it stands, as the manual has it."""

from harness.spectrum.build import guard_code
from harness.spectrum.menu import Menu, flat
from harness.spectrum.messages import GAP
from pyspectrum import memory
from pyspectrum.basic.variables import read_variables
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.keyboard import BREAK, ENTER, KeyPlaces
from pyspectrum.machine import Spectrum
from pyspectrum.models import MODEL_48K

_MAIN_4, _ONERR = 0x1303, 0x5B1D
"""BASIC has stopped, and a report is about to be printed, whatever it is: the 48K's ROM, and the 128's in its RAM."""
_STOP, _BREAK = 8, 20
"""The reports of menu item 5 and of BREAK, less one, as ERR_NR has them."""
_EXIT_LINE = 205
_MENU_LOOP = 160
_ANSWERS = {
    "width_prompt": "<",
    "height_prompt": "<",
    "row_prompt": "<200",
    "column_prompt": "<200",
    "which_colour": "b",
}
"""To the prompts from which ENTER alone does not lead on: back to the sizes, and from there to the menu."""
_WANT_A_KEY = ("any_key", "check_sum", "scroll")
_PATIENCE = 100
"""Frames after which something is broken off."""
_LONGEST = MODEL_48K.seconds_to_tstates(200)
"""BREAK is heard between two statements; the longest is the call of the line analysis."""
_STEPS = 600
"""More than the answers to the largest crossword, with an error before each."""


def stopped(spectrum: Spectrum) -> Breakpoint:
    """Return the place that the machine comes to when BASIC stops with a report."""
    return _ONERR if spectrum.model.banked else _MAIN_4


def input_waits(spectrum: Spectrum) -> bool:
    return KeyPlaces(spectrum.core).editor_waits()


def menu_waits(spectrum: Spectrum) -> bool:
    """The program is in its menu's loop: a key leads out of it."""
    return memory.read_word(spectrum.core.memory, memory.PPC) == _MENU_LOOP


def shown(spectrum: Spectrum) -> str:
    return "\n".join(line.rstrip() for line in spectrum.text_lines() if line.strip())


def check_door(spectrum: Spectrum) -> None:
    """Check that BASIC has `stopped` at menu item 5, or at BREAK; nothing else stops the program."""
    cells = spectrum.core.memory
    report, line = cells[memory.ERR_NR], memory.read_word(cells, memory.PPC)
    assert report == _BREAK or (report, line) == (_STOP, _EXIT_LINE), (
        f"report {report + 1} in line {line}; the screen:\n{shown(spectrum)}"
    )


def come_back(menu: Menu) -> None:
    """After such a report: to the menu with GO TO 130; with RUN where the program's variables are not there (any more).

    If Tape Loader has loaded the program, a key at the report leads to the 128's own menu.
    """
    spectrum, said = menu.spectrum, menu.language  # the 128's menu forgets the letters, until the program runs again
    begun = "a$" in read_variables(spectrum.core.memory)
    spectrum.release()
    spectrum.run_frames(12)  # the report is printed; the ROM forgets the keys that were down
    if spectrum.model.banked:
        spectrum.press("SPACE")
        spectrum.run_frames(12)
        if "Tape Loader" in flat(spectrum.text_lines()):
            spectrum.press("DOWN")
            spectrum.press(ENTER)
    spectrum.type("GO TO 130\n" if begun else "RUN\n")
    menu.wait(said["menu_exit"])


def _run_to_break(spectrum: Spectrum) -> Breakpoint | None:
    """While BREAK is down: where it is heard; None when an INPUT has begun, in which it is a blank."""
    heard = {stopped(spectrum), guard_code().symbols["guard_leave"]}
    give_up = spectrum.tstates + _LONGEST
    while spectrum.tstates < give_up:
        place = spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_frame, heard)
        if place is not None or input_waits(spectrum):
            return place
    raise AssertionError(f"the program hangs; its screen:\n{shown(spectrum)}")


def go_home(menu: Menu) -> None:
    """From anywhere in the program to its menu: every INPUT answered, what takes long broken off."""
    spectrum, said = menu.spectrum, menu.language
    left = stopped(spectrum)
    waited = 0
    spectrum.release()
    for _ in range(_STEPS * _PATIENCE):
        waited += 1
        place = spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_frame, {left})
        if place is None and waited > _PATIENCE:
            spectrum.hold(BREAK)
            place = _run_to_break(spectrum)
            spectrum.release()
        if place is not None:
            waited = 0
            if place == left:
                come_back(menu)
        elif input_waits(spectrum):
            waited = 0
            asked = flat(menu.input_area())
            prompts = {
                said.spell(said[prompt].partition(GAP)[0].rstrip()): answer for prompt, answer in _ANSWERS.items()
            }
            spectrum.type(next((answer for prompt, answer in prompts.items() if prompt in asked), "") + "\n")
        elif menu_waits(spectrum):
            return
        elif any(menu.shows(said[text]) for text in _WANT_A_KEY):
            waited = 0
            spectrum.tap(ENTER)
    raise AssertionError(f"no way to the menu; the screen:\n{shown(spectrum)}")
