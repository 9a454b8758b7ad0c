"""The driver: plays the crossword program by what stands on the screen, as a person would.

It relies on the prompts of the specification (sections 3–7) and on nothing else, so it drives any
edition, and the article's own listing, alike. Rows and columns are numbered from 1 here where the
program's prompts number them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from harness.errors import DriverError, PictureRefusedError
from harness.puzzle import Puzzle
from harness.spectrum.reader import Reading, read_solving_screen
from pyspectrum.clock import frames_to_tstates, seconds_to_tstates
from pyspectrum.errors import TimeLimitError
from pyspectrum.keyboard import DELETE, ENTER, Chord
from pyspectrum.machine import EDITOR, Spectrum
from pyspectrum.running import Condition
from pyspectrum.tape import Tape

MENU = "1 - Resolve new crossword"
MENU_END = "5 - Exit"
ANY_KEY = "Press any key..."
CHECK_SUM = "Check sum error!"
INCORRECT_ENTRY = "Incorrect data!"
SOLVED = "Press ENTER to continue..."
INCORRECT = "Incorrect data! Press ENTER."
MANY_VARIANTS = "Many variants! Continue?"
WHICH_COLOUR = "(B)lack or (W)hite?"
MAKING_DATA = "Making data:"
TAPE_ERROR = "Tape loading error!"
WRONG_SIZE = "Wrong size:"
SCROLL = "scroll?"
COUNTED = "! Press ENTER."
UNIQUE = "Unique!"

LOAD_LIMIT = seconds_to_tstates(120)
STEP_LIMIT = seconds_to_tstates(120)
PICTURE_LIMIT = seconds_to_tstates(1_000)
SOLVE_LIMIT = seconds_to_tstates(100_000)

_HOLD_FRAMES = 50
_PAUSE_FRAMES = 5
_CHECKPOINT_FRAMES = 10
"""How often, while the program solves, a moment is kept to go back to."""
_INPUT_FRAMES = 3
"""So soon after its prompt stands INPUT waits for keys."""

_COUNT = re.compile(r"Unique!|No solutions!|(?:Stopped|Memory full) at (?P<stopped>\d+)|(?P<counted>\d+) solutions!")

Watcher = Callable[[Spectrum], None]


class Stop(Enum):
    """Where the program stands when it stops solving, or refuses to begin."""

    SOLVED = SOLVED
    INCORRECT = INCORRECT
    MANY_VARIANTS = MANY_VARIANTS
    INCORRECT_ENTRY = INCORRECT_ENTRY
    CHECK_SUM = CHECK_SUM


@dataclass(frozen=True)
class SolutionCount:
    """What "Count solutions" found; `complete` unless it was stopped by a key or for want of memory."""

    solutions: int
    complete: bool


class Menu:
    """The crossword program in a Spectrum, driven from its menu.

    `watcher`, when given, is called with the machine once in a frame while the program solves.
    """

    def __init__(self, spectrum: Spectrum, watcher: Watcher | None = None) -> None:
        self.spectrum = spectrum
        self.watcher = watcher
        self.solving_since = 0
        """T-states at the key that started the last solving."""
        self.solving_until = 0
        """T-states at the closing prompt: when its INPUT began, or when it was seen where there is no INPUT."""
        self._width = self._height = 0

    @property
    def solving_tstates(self) -> int:
        """T-states from the key that started the last solving to the closing prompt."""
        return self.solving_until - self.solving_since

    def load(self, cassette: Tape) -> None:
        """Boot the machine, ``LOAD ""``, and wait for the menu."""
        self.spectrum.boot()
        self.spectrum.insert_tape(cassette)
        self.spectrum.type_command('LOAD ""')
        self.spectrum.press(ENTER)
        self.wait(MENU_END, limit_tstates=LOAD_LIMIT)

    def expect_size(self, width: int, height: int) -> None:
        """Know the size of the crossword that is in the program, for `read`."""
        self._width, self._height = width, height

    def enter(self, puzzle: Puzzle) -> Stop | None:
        """Menu item 1: type a puzzle's clues. None when the program has accepted them.

        It then shows "Press any key..."; go on with `start_solving`.
        """
        self.expect_size(puzzle.width, puzzle.height)
        self.choose("1")
        self.answer("X size (1-62):", str(puzzle.width))
        self.answer("Y size (1-42):", str(puzzle.height))
        for name, clues in (("Horisontal", puzzle.rows), ("Vertical", puzzle.columns)):
            for number, clue in enumerate(clues, start=1):
                self.answer(f"{name} line {number}:", ",".join(map(str, clue)))
                if self._after_answer(name, number, len(clues)) is Stop.INCORRECT_ENTRY:
                    return Stop.INCORRECT_ENTRY
        if self.wait(ANY_KEY, CHECK_SUM) == CHECK_SUM:
            self.press_away(ENTER, CHECK_SUM)
            self.wait(MENU_END)
            return Stop.CHECK_SUM
        return None

    def start_solving(self) -> Stop:
        """From "Press any key..." after `enter`: solve until the program stops."""
        self.press_start()
        return self.run_to_stop()

    def press_start(self) -> None:
        """From "Press any key..." after `enter`: press the key that starts solving."""
        self.solving_since = self.spectrum.tstates
        self.press_away(ENTER, ANY_KEY)

    def solve_again(self) -> Stop:
        """Menu item 2, "Resolve old crossword": solve the same data from the start."""
        self.wait(MENU_END)
        self.solving_since = self.spectrum.tstates
        self.press_away(frozenset({"2"}), MENU_END)
        return self.run_to_stop()

    def test_picture(self, width: int, height: int, name: str = "") -> Stop:
        """Menu item 3: load the picture `name` ("" takes the next) from tape, make data of it, solve.

        Raises:
            PictureRefusedError: the program does not take the picture; in its own words.
        """
        self._width, self._height = width, height
        self.choose("3")
        self.answer("X size (1-62):", str(width))
        self.answer("Y size (1-42):", str(height))
        self.answer("Screen name:", name)
        found = self.wait(MAKING_DATA, TAPE_ERROR, WRONG_SIZE, limit_tstates=LOAD_LIMIT + PICTURE_LIMIT)
        if found != MAKING_DATA:
            refusal = flat(self.spectrum.input_area()).strip().removesuffix("L")
            self.spectrum.press(ENTER)
            self.wait(MENU_END)
            raise PictureRefusedError(refusal)
        self.spectrum.run_until(lambda m: MAKING_DATA not in flat(m.text_lines()), "the data to be made", PICTURE_LIMIT)
        self.solving_since = self.spectrum.tstates
        return self.run_to_stop()

    def view_data(self) -> tuple[str, ...]:
        """Menu item 4: every line the program prints of its data, answering each ``scroll?``.

        The next page may be the rest of a scrolled screen, as the ROM makes it, or begin anew.
        """
        self.choose("4")
        self.wait("Horisontal lines:")
        printed: list[str] = []
        while True:
            found = self.wait(SCROLL, ANY_KEY)
            page = [line.rstrip() for line in self.spectrum.text_lines()[:22]]
            while page and not page[-1]:
                page.pop()
            printed += page[_overlap(printed, page) :]
            if found == ANY_KEY:
                break
            self.press_away(ENTER, SCROLL)
        while printed and not printed[-1]:
            printed.pop()
        self.press_away(ENTER, ANY_KEY)
        self.wait(MENU_END)
        return tuple(printed)

    def count_solutions(self) -> SolutionCount:
        """Menu item 6 of the turbo edition: count all solutions. Stays at its closing prompt.

        The screen then shows what they have in common: see `read`; `leave_count` leads back to the menu.
        """
        self.start_counting()
        return self.finish_counting()

    def start_counting(self) -> None:
        """Press the key that starts the count; `solving_since` holds when."""
        self.wait(MENU_END)
        self.solving_since = self.spectrum.tstates
        self.press_away(frozenset({"6"}), MENU_END)

    def finish_counting(self) -> SolutionCount:
        """Run until the count is over, and read it off the closing prompt.

        With a `watcher`, which may press the key that ends it, `solving_until` is right to the frame only.
        """
        watcher = self.watcher

        def counted(spectrum: Spectrum) -> bool:
            if watcher:
                watcher(spectrum)
            return self._which((COUNTED,)) is not None

        try:
            if watcher:
                self.spectrum.run_until(counted, "the end of the count", SOLVE_LIMIT)
                self.solving_until = self.spectrum.tstates
            else:
                self._run_to_input(counted, "the end of the count")
        except TimeLimitError as error:
            raise self._failure(error) from error
        prompt = flat(self.spectrum.input_area())
        match = _COUNT.search(prompt)
        if match is None:
            raise DriverError(f"the program does not answer as it should: no count in {prompt.strip()!r}")
        number = match["counted"] or match["stopped"]
        return SolutionCount(int(number or match[0] == UNIQUE), complete=match["stopped"] is None)

    def leave_count(self) -> None:
        """From the closing prompt of "Count solutions" back to the menu."""
        self.spectrum.press(ENTER)
        self.wait(MENU_END)

    def continue_with(self, *, black: bool) -> Stop:
        """At "Many variants!": go on with the first unknown cell black or white."""
        self.solving_since = self.spectrum.tstates
        self.answer(MANY_VARIANTS, "y")
        self.wait(WHICH_COLOUR)
        self.answer(WHICH_COLOUR, "b" if black else "w")
        return self.run_to_stop()

    def leave(self, stop: Stop) -> None:
        """From where the program stopped solving, back to the menu."""
        if stop is Stop.MANY_VARIANTS:
            self.answer(MANY_VARIANTS, "n")
        else:
            self.spectrum.press(ENTER)
            if stop is Stop.SOLVED:
                self.wait(ANY_KEY)
                self.press_away(ENTER, ANY_KEY)
        self.wait(MENU_END)

    def read(self) -> Reading:
        """The grid and marks on the screen, at a prompt that ended the solving."""
        return read_solving_screen(self.spectrum.screen, self._width, self._height)

    # -- the steps they are made of ------------------------------------------------------------

    def choose(self, item: str) -> None:
        self.wait(MENU_END)
        self.press_away(frozenset({item}), MENU_END)

    def run_to_stop(self) -> Stop:
        """Run until one of the prompts that end solving stands in the input area."""
        prompts = (SOLVED, INCORRECT, MANY_VARIANTS)
        watcher = self.watcher
        looked_at: tuple[str, ...] = ()
        stands = False

        def stopped(spectrum: Spectrum) -> bool:
            nonlocal looked_at, stands
            if watcher:
                watcher(spectrum)
            lines = spectrum.input_area()
            if lines is not looked_at:
                looked_at, stands = lines, any(prompt in line for line in lines for prompt in prompts)
            return stands

        # the prompt answered last is still on the screen for a moment
        try:
            self.spectrum.run_until(lambda spectrum: not stopped(spectrum), "the last prompt to go", STEP_LIMIT)
            self._run_to_input(stopped, "the end of solving")
        except TimeLimitError as error:
            raise self._failure(error) from error
        return Stop(self._which(prompts))

    def _run_to_input(self, prompt_stands: Condition, waited_for: str) -> None:
        """Run to a prompt, and note when its INPUT began to wait, which is exact.

        The prompt is looked for once in a frame. To watch for the INPUT all along would cost as much again as the
        run itself, so the last frames before the prompt was seen are run once more.
        """
        spectrum, core = self.spectrum, self.spectrum.core
        kept = core.checkpoint()
        frames = 0

        def stands(machine: Spectrum) -> bool:
            nonlocal kept, frames
            if prompt_stands(machine):
                return True
            frames += 1
            if frames % _CHECKPOINT_FRAMES == 0:
                kept = core.checkpoint()
            return False

        spectrum.run_until(stands, waited_for, SOLVE_LIMIT)
        seen_at = spectrum.tstates
        core.go_back(kept)
        began = None
        while core.run(seen_at, {EDITOR}) is not None:
            began = spectrum.tstates
        if began is None and core.run(seen_at + frames_to_tstates(_INPUT_FRAMES), {EDITOR}) is not None:
            began = spectrum.tstates
            spectrum.run_frames(1)  # so that the cursor stands, too
        self.solving_until = seen_at if began is None else began

    def answer(self, prompt: str, answer: str) -> None:
        """Wait for an INPUT prompt and type an answer into its empty line."""
        self.wait(prompt)
        self._clear_line(prompt)
        self.spectrum.type_text(answer + "\n")

    def _after_answer(self, name: str, number: int, count: int) -> Stop | None:
        """Wait until the program has judged an answer."""
        if number < count:
            following = f"{name} line {number + 1}:"
        elif name == "Horisontal":
            following = "Vertical line 1:"
        else:
            return Stop.INCORRECT_ENTRY if self.wait(ANY_KEY, CHECK_SUM, INCORRECT_ENTRY) == INCORRECT_ENTRY else None
        return Stop.INCORRECT_ENTRY if self.wait(following, INCORRECT_ENTRY) == INCORRECT_ENTRY else None

    def _clear_line(self, prompt: str) -> None:
        """Rub out what a key pressed before the prompt has left in its line.

        The ROM's INPUT takes a key that INKEY$ saw but nobody read.
        """
        for _ in range(8):
            self.spectrum.run_frames(2)
            typed = flat(self.spectrum.input_area()).rpartition(prompt)[2].strip(' "')
            if len(typed) < 2:  # the cursor alone, or nothing yet
                return
            self.spectrum.press(DELETE)

    def press_away(self, chord: Chord, text: str) -> None:
        """Press a key until `text` has gone from the screen.

        Long, since a loop with INKEY$ may look rarely, and again, since a program may first wait
        for all keys to be up.
        """
        deadline = self.spectrum.tstates + STEP_LIMIT
        try:
            while text in flat(self.spectrum.text_lines()):
                if self.spectrum.tstates >= deadline:
                    raise self._failure(TimeLimitError(f"{text!r} to go", STEP_LIMIT, self.spectrum.text_lines()))
                self.spectrum.hold(chord)
                self._let_pass(_HOLD_FRAMES, text)
                self.spectrum.release()
                self._let_pass(_PAUSE_FRAMES, text)
        finally:
            self.spectrum.release()

    def _let_pass(self, frames: int, text: str) -> None:
        """Run for so many frames, or until `text` has gone."""
        for _ in range(frames):
            if text not in flat(self.spectrum.text_lines()):
                return
            self.spectrum.run_frames(1)

    def wait(self, *texts: str, limit_tstates: int = STEP_LIMIT) -> str:
        """Wait until one of `texts` is on the screen; returns which."""
        wanted = " or ".join(repr(text) for text in texts)
        try:
            self.spectrum.run_until(lambda _: self._which(texts) is not None, wanted, limit_tstates)
        except TimeLimitError as error:
            raise self._failure(error) from error
        found = self._which(texts)
        assert found is not None
        return found

    @staticmethod
    def _failure(error: TimeLimitError) -> DriverError:
        written = [line.strip() for line in error.screen if line.strip()]
        shown = f"ends with {written[-1]!r}" if written else "is empty"
        return DriverError(f"the program does not answer as it should: {error.summary}; its screen {shown}")

    def _which(self, texts: Iterable[str]) -> str | None:
        screen = flat(self.spectrum.text_lines())
        return next((text for text in texts if text in screen), None)


def _overlap(printed: Sequence[str], page: Sequence[str]) -> int:
    """How many lines at the top of `page` are the last ones already `printed` (scrolled up).

    >>> _overlap(["a", "b", "c"], ["b", "c", "d"])
    2
    """
    longest = min(len(printed), len(page))
    return next((n for n in range(longest, 0, -1) if list(printed[-n:]) == list(page[:n])), 0)


def flat(lines: Sequence[str]) -> str:
    """Screen lines as one text, so that a prompt may run over the end of a line."""
    return "".join(lines)
