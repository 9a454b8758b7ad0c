"""BREAK, cursor down, and every report that the ROM can give, at many moments of each INPUT and LOAD, on 48K and 128K.

A report is raised as the ROM raises it: the jump to its error routine (#0055) with the report in L, from wherever the
ROM is just then. The program must be found asking for a key again, and nowhere else.

The moments lie anywhere between the beginning of the statement and its end: one walk through it, keys and tape and
all, is gone once, stopping at each moment in turn, and from there the machine is put back after each trial.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from harness.spectrum.build import guard_code
from harness.spectrum.menu import ANY_KEY, MANY_VARIANTS, MENU_END, TAPE_ERROR, EndMessage
from pyspectrum import memory
from pyspectrum.keyboard import BREAK, ENTER, Chord
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, screen_blocks
from tests.slow.program.rig import BASIC, CLASSIC, CURSOR_DOWN, ENGLISH, TURBO, TWO_SOLUTIONS, Program, loaded

GUARD = guard_code().symbols
ROM_START = 0x4000
"""The first address behind the ROM."""
ROM_ERROR = 0x0055
ROM_ENDS = (0x1303, 0x5B1D)
"""Places at which a report ends: in the 48K's ROM, and in the 128's paging routine."""
PICTURE = Tape(screen_blocks("picture", bytes(2_048)))
WRONG_WIDTH = "From 1 to 62, please!"
PATIENCE = 3_000
"""More frames than the program takes after any report, and after the picture."""
TYPING: tuple[tuple[int, Chord], ...] = ((6, frozenset({"1"})), (9, frozenset()), (14, ENTER), (17, frozenset()))
"""An answer of one sign: from which frame on which keys are down."""
TYPED = MODEL_48K.frames_to_tstates(13)
"""So long it takes to type it, but for ENTER. Behind that the ROM moves its variables to make room, which no report of
its own ever interrupts; what it gives there, out of memory, `test_very_long_answers_are_refused` has."""
HELD = (0.1, 0.5, 1, 2, 3, 5, 10, 50)
LONG_HELD = 150
"""Frames for which BREAK is down. If a LOAD lets the statements behind it see the key as well, one trial in five hangs
after three seconds, and hardly any after a fifth of a second; so eight trials of a LOAD are as long as that."""
LONGEST = 3_000
"""More frames than the picture takes to load."""
SILENCE = MODEL_48K.frames_to_tstates(60)


def sizes(menu: Program) -> None:
    menu.choose("1")


def clues(menu: Program) -> None:
    menu.begin(2, 2)
    menu.wait("Y size:2")


def variants(menu: Program) -> None:
    assert menu.enter(TWO_SOLUTIONS) is None
    menu.press_start()


def colours(menu: Program) -> None:
    variants(menu)
    menu.answer(MANY_VARIANTS, "y")


def name(menu: Program) -> None:
    menu.ask_for_picture(9, 4)
    menu.wait("Y size:4")


def load(menu: Program) -> None:
    menu.ask_for_picture(9, 4, "")


@dataclass(frozen=True)
class Statement:
    """An INPUT or a LOAD of the program: how one comes to it, and what happens while it lasts."""

    way: Callable[[Program], None]
    keys: tuple[tuple[int, Chord], ...] = ()
    tape: Tape | None = None

    def begin(self, menu: Program) -> None:
        """From the menu to the first instruction of the statement."""
        self.way(menu)
        menu.spectrum.run_until_pc(GUARD["guard"])
        if self.tape:
            menu.spectrum.play_tape(self.tape)

    def length(self, menu: Program) -> int:
        """Return the T-states that it takes; a LOAD without a tape would take for ever."""
        spectrum, begun = menu.spectrum, menu.spectrum.tstates
        if not self.keys and not self.tape:
            return SILENCE
        for frame, keys in (*self.keys, (LONGEST, frozenset())):
            if spectrum.run_to(begun + frame * MODEL_48K.tstates_per_frame, {GUARD["guard_done"]}) is not None:
                return spectrum.tstates - begun
            spectrum.release()
            spectrum.hold(keys)
        raise AssertionError(f"it does not end:\n{menu.shown()}")

    def moments(self, menu: Program, count: int, tstates: int | None = None) -> Iterator[random.Random]:
        """Put the machine at so many moments of the statement, or of its first `tstates`, in their order."""
        spectrum, dice = menu.spectrum, random.Random(1)
        self.begin(menu)
        begun, walked = spectrum.tstates, spectrum.state()
        length = tstates or self.length(menu)
        for moment in sorted(dice.randrange(1, length) for _ in range(count)):
            spectrum.restore(walked)
            spectrum.hold(self._down_at(spectrum.tstates - begun))
            for frame, keys in self.keys:
                if spectrum.tstates - begun <= frame * MODEL_48K.tstates_per_frame < moment:
                    spectrum.run_to(begun + frame * MODEL_48K.tstates_per_frame)
                    spectrum.release()
                    spectrum.hold(keys)
            spectrum.run_to(begun + moment)
            walked = spectrum.state()
            spectrum.release()
            yield dice

    def _down_at(self, tstates: int) -> Chord:
        return next(
            (keys for frame, keys in reversed(self.keys) if frame * MODEL_48K.tstates_per_frame <= tstates), frozenset()
        )


STATEMENTS = {
    "the size": Statement(sizes, TYPING),
    "a line": Statement(clues, TYPING),
    "many variants": Statement(variants, TYPING),
    "a colour": Statement(colours, TYPING),
    "a name": Statement(name, TYPING),
    "no tape": Statement(load),
    "a tape": Statement(load, tape=PICTURE),
}
INPUTS = [name for name, statement in STATEMENTS.items() if statement.keys]
LOADS = [name for name, statement in STATEMENTS.items() if not statement.keys]


def at_moments(*few: str, names: list[str]) -> pytest.MarkDecorator:
    """40 moments of each of `names` on one machine and 15 on another, and 15 of the `few` on the rest."""
    cases = [("48", CLASSIC, name, 40) for name in names] + [("128", TURBO, name, 15) for name in names]
    rest = [("48", BASIC), ("48", TURBO), ("128", CLASSIC), ("128", BASIC)]
    cases += [(model, tape_name, name, 15) for model, tape_name in rest for name in few]
    return pytest.mark.parametrize(("model", "tape_name", "name", "moments"), cases)


def raise_report(menu: Program, report: int) -> bool:
    """As ``rst 8`` does it, at the next instruction of the ROM; False where that is behind the statement."""
    spectrum, core = menu.spectrum, menu.spectrum.core
    while core.pc >= ROM_START or core.rom != 1:
        if core.pc == GUARD["guard_done"]:
            return False
        spectrum.run_tstates(1)
    core.set("hl", core.get("hl") & 0xFF00 | report)
    core.interrupts_enabled = True
    core.pc = ROM_ERROR
    return True


def asks_for_a_key(menu: Program, *, may_load: bool = False) -> None:
    """The program comes to an INPUT, its menu or, if it may, a LOAD; BASIC does not stop, and nothing hangs."""
    spectrum = menu.spectrum
    for _ in range(PATIENCE):
        if spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_frame, {menu.stopped}) is not None:
            raise AssertionError(f"report {spectrum.core.memory[memory.ERR_NR] + 1}:\n{menu.shown()}")
        if menu.input_waits() or menu.menu_waits() or (may_load and spectrum.deck.is_wanted):
            return
    raise AssertionError(f"the program hangs; its screen:\n{menu.shown()}")


def caught(menu: Program) -> int:
    """The report that the last statement has ended with, less one."""
    return menu.spectrum.core.memory[GUARD["guard_report"]]


def still_works(menu: Program) -> None:
    """The program leads to its menu, and solves from there."""
    menu.go_home()
    assert menu.enter(TWO_SOLUTIONS) is None
    assert menu.start_solving() is EndMessage.MANY_VARIANTS


@at_moments("a line", "no tape", names=[*STATEMENTS])
def test_any_report(model: str, tape_name: str, name: str, moments: int) -> None:
    menu = loaded(tape_name, model)
    for dice in STATEMENTS[name].moments(menu, moments, TYPED if name in INPUTS else None):
        report = dice.randrange(27)
        raised = raise_report(menu, report)
        asks_for_a_key(menu)
        if raised and name in LOADS:  # the editor of an INPUT may have had it
            assert caught(menu) == report
    still_works(menu)


@at_moments("no tape", names=[*STATEMENTS])
def test_break_however_long_it_is_held(model: str, tape_name: str, name: str, moments: int) -> None:
    menu = loaded(tape_name, model)
    spectrum = menu.spectrum
    for trial, dice in enumerate(STATEMENTS[name].moments(menu, moments)):
        spectrum.hold(BREAK)
        if name in LOADS:  # there are moments at which a LOAD does not look
            spectrum.run_until_pc(GUARD["guard_leave"])
        held = LONG_HELD if name in LOADS and trial % (moments // 7) == 1 else dice.choice(HELD)
        assert spectrum.run_to(spectrum.tstates + MODEL_48K.frames_to_tstates(held), {menu.stopped}) is None
        spectrum.release()
        asks_for_a_key(menu, may_load=name in INPUTS)
    still_works(menu)


@at_moments("the size", names=INPUTS)
def test_cursor_down(model: str, tape_name: str, name: str, moments: int) -> None:
    menu = loaded(tape_name, model)
    with menu.spectrum.tally(GUARD["guard_leave"]) as ends:
        for _ in STATEMENTS[name].moments(menu, moments, TYPED):
            before = ends.count
            menu.spectrum.press(CURSOR_DOWN)
            asks_for_a_key(menu)
            assert ends.count == before
    still_works(menu)


def end_input(menu: Program) -> None:
    """End an INPUT with a report: behind a colour channel K has the ROM's routine, which lets cursor down through."""
    menu.spectrum.press("EXTENDED MODE")
    menu.spectrum.press("1")
    menu.spectrum.press(CURSOR_DOWN)


@pytest.mark.parametrize("tape_name", ENGLISH)
@pytest.mark.parametrize("model", ["48", "128"])
def test_a_report_leads_to_the_message_and_nothing_of_it_stays_behind(model: str, tape_name: str) -> None:
    """The error stack pointer and the report are as before."""
    menu = loaded(tape_name, model)
    menu.begin()
    menu.wait("X size (1-62):")
    end_input(menu)
    menu.wait(WRONG_WIDTH)
    end_input(menu)  # at the message, too
    for prompt in ("X size (1-62):", "Y size (1-42):", "Horisontal line 1:", "Vertical line 1:"):
        menu.answer(prompt, "1")
    menu.wait(ANY_KEY)
    cells = menu.spectrum.core.memory
    assert cells[memory.ERR_NR] == 255
    error_stack = memory.read_word(cells, memory.ERR_SP)
    assert menu.spectrum.core.get("sp") < error_stack < memory.read_word(cells, memory.RAMTOP)
    assert memory.read_word(cells, error_stack) in ROM_ENDS
    menu.go_home()
    load(menu)
    menu.spectrum.run_until(lambda spectrum: spectrum.deck.is_wanted, "LOAD to listen")
    menu.spectrum.hold(BREAK)
    menu.spectrum.run_until_pc(GUARD["guard_leave"])
    menu.spectrum.release()
    menu.wait(TAPE_ERROR)
    menu.spectrum.press(ENTER)
    menu.wait(MENU_END)
