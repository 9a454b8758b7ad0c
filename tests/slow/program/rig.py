"""The program, loaded once and put back for every test: its keyboard, and its doors, as the manual has them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from harness.puzzle import Puzzle
from harness.solver.search import solve
from harness.spectrum.build import ALL_EDITIONS, Edition, build_tape, guard_code
from harness.spectrum.injection import LoadedProgram
from harness.spectrum.line_calls import LineCallCounter
from harness.spectrum.menu import LOAD_LIMIT, EndMessage, Menu
from harness.spectrum.messages import GAP, language
from harness.spectrum.play import read_printed_puzzle
from pyspectrum import Spectrum, memory
from pyspectrum.basic.variables import find_variable, read_variables
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.keyboard import BREAK, ENTER, KeyPlaces
from pyspectrum.machine import MachineState
from pyspectrum.memory import read_word
from pyspectrum.models import MODEL_48K
from pyspectrum.screen import Screen

CLASSIC, BASIC, TURBO, CLASSIC_RU, BASIC_RU, TURBO_RU = (edition.file_name for edition in ALL_EDITIONS)
ENGLISH, RUSSIAN = (CLASSIC, BASIC, TURBO), (CLASSIC_RU, BASIC_RU, TURBO_RU)
CURSOR_DOWN = frozenset({"CAPS", "6"})
PROMPT_FRAMES = 10
"""After so many a prompt stands whole."""
TWO_SOLUTIONS = Puzzle(((1,), (1,)), ((1,), (1,)))

_MAIN_4, _ONERR = 0x1303, 0x5B1D
"""BASIC has stopped, and a report is about to be printed, whatever it is: the 48K's ROM, and the 128's in its RAM."""
_STOP, _BREAK = 8, 20
"""The reports of menu item 5 and of BREAK, less one, as ERR_NR has them."""
_EXIT_LINE = 205
_MENU_LOOP = 160
_ANSWERS = {
    "width_prompt": "<", "height_prompt": "<", "row_prompt": "<200", "column_prompt": "<200", "which_colour": "b",
}  # fmt: skip
"""To the prompts from which ENTER alone does not lead on: back to the sizes, and from there to the menu."""
_WANT_A_KEY = ("any_key", "check_sum", "scroll")
_PATIENCE = 100
"""Frames after which something is broken off."""
_LONGEST = MODEL_48K.seconds_to_tstates(200)
"""BREAK is heard between two statements; the longest is the call of the line analysis."""
_STEPS = 600
"""More than the answers to the largest crossword, with an error before each."""


def edition_on(tape_name: str) -> Edition:
    return next(edition for edition in ALL_EDITIONS if edition.file_name == tape_name)


@cache
def program_on(tape_name: str) -> LoadedProgram:
    """The program on one of the project's tapes, to be injected into."""
    return LoadedProgram(build_tape(edition_on(tape_name)))


@dataclass(frozen=True)
class Ending:
    """State in which a tape stops with a puzzle: everything in which the tapes have to agree."""

    stop: EndMessage
    line_calls: int
    screen: Screen
    cells: tuple[str, ...]
    """The crossword in P$."""


class Program(Menu):
    """The program of one of the project's tapes, and what a person at its keyboard does and sees."""

    def __init__(self, spectrum: Spectrum, tape_name: str = CLASSIC) -> None:
        super().__init__(spectrum)
        self.tape_name = tape_name

    # -- answers -------------------------------------------------------------------------------

    def begin(self, *sizes: int) -> None:
        """Menu item 1, and the answers to its first questions."""
        self.choose("1")
        for prompt, size in zip(("width_prompt", "height_prompt"), sizes, strict=False):
            self.answer(self.language[prompt], str(size))

    def ask_for_picture(self, width: int, height: int, name: str | None = None) -> None:
        """Menu item 3, up to the question for the name, or to its answer."""
        said = self.language
        self.choose("3")
        self.answer(said["width_prompt"], str(width))
        self.answer(said["height_prompt"], str(height))
        if name is not None:
            self.answer(said["picture_name"], name)

    def in_line(self, prompt: str) -> str:
        """Return the line of an INPUT before anything is typed, without the cursor."""
        self.wait(prompt)
        self.spectrum.run_frames(PROMPT_FRAMES)
        return self.input_area()[-1].rpartition(":")[2].strip().removesuffix("L")

    def type_behind(self, prompt: str, text: str) -> None:
        """Wait for a prompt and its cursor, and type an answer behind what is in the line."""
        self.in_line(prompt)
        self.spectrum.type(text + "\n")

    def leave_message(self, key: str = "incorrect_entry") -> None:
        """Wait for a message that refuses something, and press ENTER."""
        self.wait(self.language[key].partition("{")[0])
        self.spectrum.run_frames(20)
        self.spectrum.press(ENTER)

    # -- puzzles -------------------------------------------------------------------------------

    def give(self, puzzle: Puzzle) -> "Program":
        """Let it solve a puzzle next, for tests of what comes after typing, which takes most of the time.

        It is injected on a 48K, and typed on a 128K.
        """
        refused = self.enter(puzzle) if self.spectrum.model.banked else program_on(self.tape_name).inject(self, puzzle)
        assert refused is None
        return self

    def having(self, puzzle: Puzzle) -> "Program":
        """Bring it to its menu, with this puzzle as its data."""
        self.leave(self.give(puzzle).start_solving())
        return self

    def assert_solves(self, puzzle: Puzzle) -> None:
        """Type a puzzle that has one solution, and solve it."""
        assert self.enter(puzzle) is None
        assert self.start_solving() is EndMessage.SOLVED
        assert (self.read().grid,) == solve(puzzle).solutions

    def solve_to_ending(self, puzzle: Puzzle, guesses: str = "") -> Ending:
        """Solve a puzzle that has been given, answering "Many variants" with `guesses`, each b or w."""
        with LineCallCounter(self.spectrum, build_tape(edition_on(self.tape_name))) as counter:
            stop = self.start_solving()
            for colour in guesses:
                assert stop is EndMessage.MANY_VARIANTS
                stop = self.continue_with(black=colour == "b")
        self.spectrum.run_frames(PROMPT_FRAMES)  # until the cursor stands, too
        return Ending(stop, counter.count, self.spectrum.screen, self.known_cells(puzzle))

    def in_program(self) -> Puzzle:
        """The crossword that "View data" shows."""
        return read_printed_puzzle(self.view_data(), self.language)

    def known_cells(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The crossword in P$."""
        rows = find_variable(self.spectrum.core.memory, "p$()").value
        assert isinstance(rows, tuple)
        return tuple(str(row)[: puzzle.width] for row in rows[: puzzle.height])

    def free_bytes(self) -> int:
        """Between STKEND and the stack, where the line analysis works."""
        return self.spectrum.core.get("sp") - read_word(self.spectrum.core.memory, memory.STKEND)

    # -- where it is ---------------------------------------------------------------------------

    def input_waits(self) -> bool:
        return KeyPlaces(self.spectrum.core).editor_waits()

    def menu_waits(self) -> bool:
        """It is in its menu's loop: a key leads out of it."""
        return read_word(self.spectrum.core.memory, memory.PPC) == _MENU_LOOP

    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.spectrum.text_lines() if line.strip())

    @property
    def stopped(self) -> Breakpoint:
        """The place that the machine comes to when BASIC stops with a report."""
        return _ONERR if self.spectrum.model.banked else _MAIN_4

    # -- out and back --------------------------------------------------------------------------

    def break_into(self, frames: int) -> None:
        """Let it solve for some frames, then hold BREAK."""
        self.press_start()
        self.spectrum.run_frames(frames)
        self.hold_break()

    def hold_break(self) -> None:
        """Hold BREAK until the ROM says so."""
        self.spectrum.hold(BREAK)
        self.spectrum.wait_for_text("BREAK")
        self.spectrum.release()
        self.spectrum.run_frames(10)

    def enter_command(self, command: str) -> None:
        """Type a command when a report has ended the program.

        If Tape Loader has loaded it, the key after the report leads to the 128's menu; 128 BASIC is its second item.
        """
        spectrum = self.spectrum
        if spectrum.model.banked:
            spectrum.press("SPACE")
            spectrum.run_frames(25)
            if any("Calculator" in line for line in spectrum.text_lines()):
                spectrum.press("DOWN")
                spectrum.press(ENTER)
                spectrum.run_until(lambda machine: "128 BASIC" in machine.text_lines()[21], "128 BASIC")
                spectrum.run_frames(25)
        spectrum.type(command)
        spectrum.press(ENTER)
        spectrum.run_frames(5)

    def check_door(self) -> None:
        """Check that BASIC has `stopped` at menu item 5, or at BREAK; nothing else stops the program."""
        cells = self.spectrum.core.memory
        report, line = cells[memory.ERR_NR], read_word(cells, memory.PPC)
        is_door = report == _BREAK or (report, line) == (_STOP, _EXIT_LINE)
        assert is_door, f"report {report + 1} in line {line}; the screen:\n{self.shown()}"

    def come_back(self) -> None:
        """After such a report: to the menu with GO TO 130; with RUN where the program's variables are not there."""
        said = self.language  # the 128's menu forgets the letters, until the program runs again
        begun = "a$" in read_variables(self.spectrum.core.memory)
        self.spectrum.release()
        self.spectrum.run_frames(12)  # the report is printed; the ROM forgets the keys that were down
        self.enter_command("GO TO 130" if begun else "RUN")
        self.wait(said["menu_exit"])

    def _run_to_break(self) -> Breakpoint | None:
        """While BREAK is down: where it is heard; None when an INPUT has begun, in which it is a blank."""
        spectrum, heard = self.spectrum, {self.stopped, guard_code().symbols["guard_leave"]}
        give_up = spectrum.tstates + _LONGEST
        while spectrum.tstates < give_up:
            place = spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_frame, heard)
            if place is not None or self.input_waits():
                return place
        raise AssertionError(f"the program hangs; its screen:\n{self.shown()}")

    def go_home(self) -> None:
        """From anywhere in the program to its menu: every INPUT answered, what takes long broken off."""
        spectrum, said, waited = self.spectrum, self.language, 0
        spectrum.release()
        for _ in range(_STEPS * _PATIENCE):
            waited += 1
            place = spectrum.run_to(spectrum.tstates + MODEL_48K.tstates_per_frame, {self.stopped})
            if place is None and waited > _PATIENCE:
                spectrum.hold(BREAK)
                place = self._run_to_break()
                spectrum.release()
            if place is not None:
                waited = 0
                if place == self.stopped:
                    self.come_back()
            elif self.input_waits():
                waited = 0
                asked = "".join(self.input_area())
                prompts = {said.spell(said[key].partition(GAP)[0].rstrip()): text for key, text in _ANSWERS.items()}
                spectrum.type(next((text for prompt, text in prompts.items() if prompt in asked), "") + "\n")
            elif self.menu_waits():
                return
            elif any(self.shows(said[text]) for text in _WANT_A_KEY):
                waited = 0
                spectrum.tap(ENTER)
        raise AssertionError(f"no way to the menu; the screen:\n{self.shown()}")


LoadProgram = Callable[..., Program]
"""Gives a machine that stands at the menu of the program on the tape of this name; the classic one if not said."""


def loaded(tape_name: str = CLASSIC, model: str = "48", way: str = "loader") -> Program:
    """A machine that stands at the menu of the program on one of the project's tapes.

    A 128K machine has loaded it by ``loader``, or by LOAD in BASIC ``128`` or ``48``.
    """
    spectrum = Spectrum(model)
    spectrum.restore(_loaded(tape_name, model, way))
    return Program(spectrum, tape_name)


@cache
def _loaded(tape_name: str, model: str, way: str) -> MachineState:
    edition, menu = edition_on(tape_name), Menu(Spectrum(model))
    spectrum = menu.spectrum
    if way == "loader":
        menu.load(build_tape(edition))
    else:
        spectrum.boot(way)
        spectrum.insert_tape(build_tape(edition))
        spectrum.type('load ""' if way == "128" else 'LOAD ""')  # the 128's editor takes letters
        spectrum.press(ENTER)
        menu.wait(language(edition.language)["menu_exit"], timeout=LOAD_LIMIT)
    spectrum.eject_tape()
    return spectrum.state()


def run_to_ending(tape_name: str, puzzle: Puzzle, guesses: str = "", model: str = "48") -> Ending:
    """Give a puzzle to one of the tapes, and solve it."""
    return loaded(tape_name, model).give(puzzle).solve_to_ending(puzzle, guesses)
