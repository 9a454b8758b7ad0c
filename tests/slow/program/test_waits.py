"""Waits of a person at the keyboard: from a key to the program's next question, in T-states, pinned for each edition.

``pytest -n 0 --update-golden tests/slow/program/test_waits.py`` writes what is measured; read the diff.
"""

from collections.abc import Collection

import pytest

from harness.puzzle import Grid, Puzzle
from harness.spectrum.build import ALL_EDITIONS
from harness.spectrum.screens import build_picture_screen
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.keyboard import ENTER, Chord
from pyspectrum.machine import EDITOR
from pyspectrum.models import MODEL_48K
from pyspectrum.tape import Tape, code_blocks
from tests.slow.program.rig import TWO_SOLUTIONS, Program, loaded
from tests.slow.program.test_budgets import check_pins
from tests.unit.harness.solver.files import sample

PAUSE = 0x1F3D
"""ROM: PAUSE looks for a key; BC is 0 if it waits for one."""
SAVE_WAITS = 0x15DE
"""ROM: the key is awaited that starts a tape."""
LIMIT = MODEL_48K.seconds_to_tstates(120.0)
CAR_LINES = {
    1: "row 6", 2: "row 2,1,1", 5: "row 9 with a rule", 7: "row 2,2", 8: "last row",
    10: "column 3", 13: "column 2,3 with a rule", 18: "last column",
}  # fmt: skip
"""The lines of the car whose waits are noted: its rows, then its columns, from 1."""


class Stopwatch:
    """A person at the program's keyboard, and the waits by name; a wait without a name is not noted."""

    def __init__(self, menu: Program) -> None:
        self.menu = menu
        self.waits: dict[str, int] = {}

    def press(self, key: Chord, name: str, stops: Collection[Breakpoint] = (EDITOR,), frames: int = 2) -> None:
        """Press a key for so many frames, and wait for the next question; note how long that took."""
        spectrum = self.menu.spectrum
        spectrum.run_frames(25)
        since = spectrum.tstates
        spectrum.hold(key)
        asked = EDITOR in stops and self._asks_before(since + frames * MODEL_48K.tstates_per_frame, stops)
        if EDITOR not in stops:  # the question that is answered waits for a key in the same place
            spectrum.run_frames(frames)
        spectrum.release()
        assert asked or self._asks_before(since + LIMIT, stops), name
        self._note(name, since)

    def _note(self, name: str, since: int) -> None:
        if name:
            self.waits[name] = self.menu.spectrum.tstates - since

    def _asks_before(self, until: int, stops: Collection[Breakpoint]) -> bool:
        spectrum = self.menu.spectrum
        while (place := spectrum.run_to(until, stops)) == PAUSE and spectrum.core.get("bc"):
            spectrum.run_tstates(1)
        return place is not None

    def choose(self, item: str, name: str, stops: Collection[Breakpoint] = (EDITOR,)) -> None:
        """Press a key of the menu, whose loop may look rarely."""
        self.press(frozenset({item}), name, stops, frames=5)
        self.clear()

    def answer(self, text: str, name: str, stops: Collection[Breakpoint] = (EDITOR,)) -> None:
        """Type a text into the INPUT that waits, and enter it."""
        self.menu.spectrum.type(text)
        self.press(ENTER, name, stops)

    def clear(self) -> None:
        """Rub out the menu's key, which the first INPUT behind it may have taken."""
        self.menu.spectrum.run_frames(10)
        if not self.menu.input_area()[-1].rstrip(" L").endswith(":"):
            self.menu.spectrum.press("DELETE")

    def to_menu(self, key: Chord, name: str) -> None:
        """Press a key that leads to the menu."""
        self.to_text(key, self.menu.language["menu_exit"], name)
        self.menu.spectrum.run_frames(25)

    def to_text(self, key: Chord, text: str, name: str) -> None:
        """Press a key that leads to a text on the screen."""
        spectrum = self.menu.spectrum
        spectrum.run_frames(25)
        since = spectrum.tstates
        spectrum.hold(key)
        spectrum.run_frames(2)
        spectrum.release()
        self.menu.wait(text)
        self._note(name, since)


def enter_car(watch: Stopwatch) -> None:
    """Enter the car of 10×8 cells."""
    car = sample("car")
    watch.choose("1", "1 to X size")
    watch.answer(str(car.width), "X to Y size")
    watch.answer(str(car.height), "Y to line 1")
    *lines, last = enumerate((*car.rows, *car.columns), 1)
    for number, clue in lines:
        watch.answer(",".join(map(str, clue)), CAR_LINES.get(number, ""))
    watch.answer(",".join(map(str, last[1])), CAR_LINES[last[0]], (PAUSE,))


def enter_more(watch: Stopwatch) -> None:
    """Rows that the car has not, in the largest crossword."""
    watch.choose("1", "")
    watch.answer("62", "")
    watch.answer("42", "")
    watch.answer("1,1,1,1", "row 1,1,1,1")
    watch.answer("", "row without groups")
    watch.answer("2,2,2,2,2,2,2,2", "row of 8 groups")
    watch.answer(",".join("1" * 31), "row of 31 groups")


def solve_many(watch: Stopwatch) -> None:
    """A crossword of two solutions: both answers to "Many variants", and what follows."""
    spectrum = watch.menu.spectrum
    watch.press(ENTER, "many variants")
    watch.answer("y", "many variants, y")
    watch.answer("b", "colour")
    watch.press(ENTER, "solved, ENTER", (PAUSE,))
    watch.to_menu(ENTER, "any key to the menu")
    spectrum.hold({"2"})
    spectrum.run_frames(5)
    spectrum.release()
    spectrum.run_to(spectrum.tstates + LIMIT, (EDITOR,))
    spectrum.type("n")
    watch.to_menu(ENTER, "many variants, n")


def view_and_keep(watch: Stopwatch) -> None:
    """With the car as data: View data, Save and Load, and a picture's questions."""
    menu, spectrum = watch.menu, watch.menu.spectrum
    watch.press(frozenset({"4"}), "view, first page", (PAUSE,), frames=5)
    watch.press(ENTER, "view, next page", (PAUSE,))
    watch.to_menu(ENTER, "view to the menu")
    watch.choose("7", "7 to the name")
    watch.answer("mine", "save", (SAVE_WAITS,))
    spectrum.press(ENTER)
    menu.wait_for_menu()
    spectrum.run_frames(25)
    spectrum.insert_tape(Tape(spectrum.saved.blocks))
    watch.choose("8", "8 to the name")
    spectrum.type("mine")
    watch.to_menu(ENTER, "load")
    watch.choose("3", "3 to X size")
    watch.answer("10", "picture, X to Y")
    watch.answer("8", "picture, Y to name")


def packed(puzzle: Puzzle) -> bytes:
    """A puzzle as "Save data" writes it: a byte for each group."""
    lines = [[group - 1 for group in clue] or [63] for clue in (*puzzle.rows, *puzzle.columns)]
    for last in (puzzle.height - 1, len(lines) - 1):
        lines[last][-1] += 128
    return bytes(byte for *groups, end in lines for byte in (*groups, end + 64))


def keep_larger(watch: Stopwatch) -> None:
    """Load, View data and Save with 20×30 cells."""
    menu, spectrum, data = watch.menu, watch.menu.spectrum, packed(sample("relax-20x30"))
    spectrum.insert_tape(Tape(code_blocks("mine", data, 40_000)))
    watch.choose("8", "8 to the name")
    spectrum.type("mine")
    watch.to_menu(ENTER, "load, 20×30")
    watch.press(frozenset({"4"}), "view 20×30, page 1", (PAUSE,), frames=5)
    for page in (2, 3, 4):
        watch.press(ENTER, f"view 20×30, page {page}", (PAUSE,))
    watch.to_menu(ENTER, "view to the menu")
    watch.choose("7", "7 to the name")
    watch.answer("mine", "save, 20×30", (SAVE_WAITS,))
    spectrum.press(ENTER)
    menu.wait_for_menu()
    assert spectrum.saved.blocks[-1].payload == data


def read_picture(watch: Stopwatch, width: int, height: int) -> None:
    """Test picture, until all of the picture is read."""
    menu = watch.menu
    picture = Grid(tuple("".join("#."[x * y % 3 == 0] for x in range(width)) for y in range(height)))
    menu.spectrum.insert_tape(Tape(code_blocks("picture", build_picture_screen(picture), 16_384)))
    menu.ask_for_picture(width, height)
    menu.wait(menu.language["picture_name"])
    menu.spectrum.run_frames(10)
    menu.spectrum.type("picture")
    watch.to_text(ENTER, menu.language["making_data"], f"picture {width}×{height}, read")


@pytest.mark.parametrize("tape_name", [edition.file_name for edition in ALL_EDITIONS])
def test_each_wait_and_the_free_memory_are_what_they_were(tape_name: str, request: pytest.FixtureRequest) -> None:
    watch = Stopwatch(loaded(tape_name))
    watch.menu.spectrum.run_frames(25)
    writes = request.config.getoption("--update-golden")
    check_pins("tstates.json", f"free {tape_name}", {"bytes": watch.menu.free_bytes()}, writes=writes)
    enter_car(watch)
    watch.menu = loaded(tape_name)
    watch.menu.spectrum.run_frames(25)
    enter_more(watch)
    watch.menu = loaded(tape_name).give(TWO_SOLUTIONS)
    solve_many(watch)
    watch.menu = loaded(tape_name).having(sample("car"))
    view_and_keep(watch)
    others = Stopwatch(loaded(tape_name))
    keep_larger(others)
    for width, height in ((16, 16), (62, 42)):
        others.menu = loaded(tape_name)
        read_picture(others, width, height)
    watch.waits = others.waits | watch.waits
    check_pins("tstates.json", f"waits {tape_name}", watch.waits, writes=writes)
