"""The driver: plays the crossword program by what stands on the screen, as a person would.

It relies on the prompts of the specification (sections 3–7) alone, so it drives any edition, in either language, and
the article's own listing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count

from harness.errors import DriverError, Phrase, PictureRefusedError
from harness.puzzle import Puzzle
from harness.spectrum.messages import ENGLISH, LANGUAGES, Messages, language, language_in
from harness.spectrum.reader import Reading, read_solving_screen
from pyspectrum.core.running import next_poll
from pyspectrum.errors import TimeLimitError
from pyspectrum.keyboard import DELETE, ENTER, Chord
from pyspectrum.machine import EDITOR, Condition, Spectrum
from pyspectrum.tape import Tape

STEP_LIMIT = 120.0
"""Spectrum time in which the program must have done what it is waited for."""

_HOLD_FRAMES = 50
_PAUSE_FRAMES = 5


_NUMBER = "0"
"""Stands for the number while a pattern is made of a message."""


@dataclass(frozen=True)
class SolutionCount:
    """Result of "Count solutions"; `complete` unless a key or a lack of memory stopped it."""

    solutions: int
    complete: bool


def read_count(prompt: str, said: Messages) -> SolutionCount:
    """The count in the closing prompt, as it was read off the screen; `DriverError` if there is none.

    >>> from harness.spectrum.messages import language
    >>> read_count("Memory full at 12 solutions! Press ENTER.", language("en"))
    SolutionCount(solutions=12, complete=False)
    """
    for words, solutions in ((said["unique"], 1), (said["no_solutions"], 0)):
        if said.spell(words) in prompt:
            return SolutionCount(solutions, complete=True)
    # the complete count last: in English its words are the end of the others
    ends = (said.said("stopped", _NUMBER), False), (said.said("memory_full", _NUMBER), False), (_NUMBER, True)
    for words, complete in ends:
        pattern = re.escape(said.spell(said.said("solutions", words))).replace(_NUMBER, r"(\d+)")
        match = re.search(pattern, prompt)
        if match:
            return SolutionCount(int(match[1]), complete)
    what = "the program does not answer as it should: no count in {text!r}"
    raise DriverError(what, text=said.written(prompt.strip()))


_SAID = language(ENGLISH)
MENU, MENU_END = _SAID["menu_new"], _SAID["menu_exit"]
ANY_KEY, SOLVED, INCORRECT_ENTRY = _SAID["any_key"], _SAID["solved"], _SAID["incorrect_entry"]
MANY_VARIANTS, WHICH_COLOUR = _SAID["many_variants"], _SAID["which_colour"]
MAKING_DATA, TAPE_ERROR = _SAID["making_data"], _SAID["tape_error"]
"""Messages of the English editions."""

_KEY_REST_FRAMES = 6
"""Frames after which the ROM takes a released key as a new one."""
BACK, BACK_TO_SIZES = "<", "<999"
"""Answers to a prompt for a line's clue: one line back, past the first line."""

LOAD_LIMIT = 120.0
PICTURE_LIMIT = 1_000.0
SOLVE_LIMIT = 100_000.0
"""Spectrum time, in seconds."""

_FRAMES_KEPT = 8
"""Frames between two moments that are kept to go back to, while the program solves."""
_INPUT_FRAMES = 3
"""Frames after its prompt within which INPUT waits for keys."""

Watcher = Callable[[Spectrum], None]


class EndMessage(Enum):
    """Ways in which the program stops solving, or refuses to begin; the values are the keys of its messages."""

    SOLVED = "solved"
    INCORRECT = "incorrect"
    MANY_VARIANTS = "many_variants"
    INCORRECT_ENTRY = "incorrect_entry"
    CHECK_SUM = "check_sum"


class Menu:
    """The crossword program in a Spectrum, driven from its menu.

    `watcher` is called with the machine once in a frame while the program solves. Texts are given as the table of
    messages has them.
    """

    def __init__(self, spectrum: Spectrum, watcher: Watcher | None = None) -> None:
        self.spectrum = spectrum
        self.watcher = watcher
        self.solving_since = 0
        """T-states at the key that started the last solving, or chose the last menu item."""
        self.solving_until = 0
        """T-states at the closing prompt: when its INPUT began, or when it was seen where there is no INPUT."""
        self._width = self._height = 0
        self._lines: tuple[str, ...] = ()
        self._screen = ""
        self._lower_lines: tuple[str, ...] = ()
        """The lines of the screen when it was looked at last, those as one text, and those of the lower screen."""
        self.stays_at_prompt = False
        """Leave the machine where the INPUT of the closing prompt begins, where it can; nothing is typed afterwards."""

    @property
    def solving_tstates(self) -> int:
        """T-states from the key that started the last solving to the closing prompt."""
        return self.solving_until - self.solving_since

    def load(self, cassette: Tape) -> None:
        """Boot the machine, ``LOAD ""`` (on a 128 *Tape Loader*, the first item of its menu), and wait for our menu."""
        self.spectrum.boot()
        self.spectrum.insert_tape(cassette)
        if not self.spectrum.model.banked:
            self.spectrum.type('LOAD ""')
        self.spectrum.press(ENTER)
        self.wait(*(language(code)["menu_exit"] for code in LANGUAGES), timeout=LOAD_LIMIT)

    def expect_size(self, width: int, height: int) -> None:
        """Note the size of the crossword in the program, for `read`."""
        self._width, self._height = width, height

    def enter(self, puzzle: Puzzle, before_line: Callable[[], None] | None = None) -> EndMessage | None:
        """Menu item 1: type a puzzle's clues; None when the program has accepted them, at "Press any key...".

        An exception in `before_line`, which is called before each line is typed, leaves the machine in the middle.
        """
        self.choose("1")
        said = self._answer_sizes(puzzle.width, puzzle.height)
        lines = [("row_prompt", number, clue) for number, clue in enumerate(puzzle.rows, 1)]
        lines += [("column_prompt", number, clue) for number, clue in enumerate(puzzle.columns, 1)]
        prompts = [said.said(key, number) for key, number, _ in lines]
        for prompt, following, (_, _, clue) in zip(prompts, (*prompts[1:], None), lines, strict=True):
            if before_line:
                before_line()
            self.answer(prompt, ",".join(map(str, clue)))
            after = (following,) if following else (said["any_key"], said["check_sum"])
            if self.wait(*after, said["incorrect_entry"]) == said["incorrect_entry"]:
                return EndMessage.INCORRECT_ENTRY
        if self.wait(said["any_key"], said["check_sum"]) == said["check_sum"]:
            self.spectrum.press(ENTER)
            # the prompt may not have come yet; the article's program is at its menu
            if self.wait(prompts[-1], said["menu_exit"]) == prompts[-1]:
                self.answer(prompts[-1], BACK_TO_SIZES)
                self.answer(said["width_prompt"], BACK)
                self.wait_for_menu()
            return EndMessage.CHECK_SUM
        self.spectrum.run_frames(_KEY_REST_FRAMES)
        return None

    def start_solving(self) -> EndMessage:
        """Solve from "Press any key..." after `enter` until the program stops."""
        self.press_start()
        return self.run_to_stop()

    def press_start(self) -> None:
        """Press the key that starts solving, at "Press any key..." after `enter`."""
        self.solving_since = self.spectrum.tstates
        self.press_away(ENTER, self.language["any_key"])

    def solve_again(self) -> EndMessage:
        """Menu item 2, "Resolve old crossword": solve the same data from the start."""
        self.choose("2")
        return self.run_to_stop()

    def test_picture(self, width: int, height: int, name: str = "") -> EndMessage:
        """Menu item 3: load the picture `name` ("" takes the next) from tape, make data of it, solve.

        Raises `PictureRefusedError` in the program's own words.
        """
        self.choose("3")
        said = self._answer_sizes(width, height)
        self.answer(said["picture_name"], name)
        making = said["making_data"]
        refusals = said["tape_error"], said["wrong_size"].partition(" {")[0]
        found = self.wait(making, *refusals, timeout=LOAD_LIMIT + PICTURE_LIMIT)
        if found != making:
            self.spectrum.run_frames(_INPUT_FRAMES)  # so that all of it stands
            refusal = said.written("".join(self.input_area()).strip().removesuffix("L"))
            self.spectrum.press(ENTER)
            self.wait_for_menu()
            raise PictureRefusedError(refusal)
        self.spectrum.run_until(lambda _: not self.shows(making), "the data to be made", timeout=PICTURE_LIMIT)
        self.solving_since = self.spectrum.tstates
        return self.run_to_stop()

    def view_data(self) -> tuple[str, ...]:
        """Menu item 4: every line the program prints of its data, answering each ``scroll?``.

        The next page may be the rest of a scrolled screen, as the ROM makes it, or begin anew.
        """
        said = self.language
        self.choose("4")
        self.wait(said["row_heading"])
        printed: list[str] = []
        while True:
            found = self.wait(said["scroll"], said["any_key"])
            page = [said.written(line.rstrip()) for line in self.text_lines()[:22]]
            while page and not page[-1]:
                page.pop()
            printed += page[_overlap(printed, page) :]
            if found == said["any_key"]:
                break
            self.press_away(ENTER, said["scroll"])
        while printed and not printed[-1]:
            printed.pop()
        self.press_away(ENTER, said["any_key"])
        self.wait_for_menu()
        return tuple(printed)

    def count_solutions(self) -> SolutionCount:
        """Menu item 6 of the turbo edition: count all solutions, up to its closing prompt.

        The screen then shows what they have in common; ENTER leads back to the menu.
        """
        self.start_counting()
        return self.finish_counting()

    def start_counting(self) -> None:
        """Press the key that starts the count; `solving_since` holds when."""
        self.choose("6")

    def finish_counting(self) -> SolutionCount:
        """Run until the count is over, and read it off the closing prompt.

        With a `watcher`, which may press the key that ends it, `solving_until` is right to the frame only.
        """
        watcher = self.watcher
        said = self.language
        closing = said["counted"]

        def counted(spectrum: Spectrum) -> bool:
            if watcher:
                watcher(spectrum)
            return self.shows(closing)

        try:
            if watcher:
                self.spectrum.run_until(counted, "the end of the count", timeout=SOLVE_LIMIT)
                self.solving_until = self.spectrum.tstates
            else:
                self._run_to_input(counted, "the end of the count")
        except TimeLimitError as error:
            raise self.failure(error) from error
        return read_count("".join(self.input_area()), said)

    def continue_with(self, *, black: bool) -> EndMessage:
        """At "Many variants!": continue with the first unknown cell black or white."""
        self.solving_since = self.spectrum.tstates
        self.answer(self.language["many_variants"], "y")
        self.answer(self.language["which_colour"], "b" if black else "w")
        return self.run_to_stop()

    def leave(self, stop: EndMessage) -> None:
        """Go back to the menu from where the program stopped solving."""
        if stop is EndMessage.MANY_VARIANTS:
            self.answer(self.language["many_variants"], "n")
        else:
            self.spectrum.press(ENTER)
            if stop is EndMessage.SOLVED:
                self.wait(self.language["any_key"])
                self.press_away(ENTER, self.language["any_key"])
        self.wait_for_menu()

    def read(self) -> Reading:
        """The grid and marks on the screen, at a prompt that ended the solving."""
        return read_solving_screen(self.spectrum.screen, self._width, self._height)

    # -- the steps they are made of ------------------------------------------------------------

    @property
    def language(self) -> Messages:
        """The language of the program in the machine: English until another is there."""
        return language_in(self.spectrum.core.memory)

    def answer(self, prompt: str, answer: str) -> None:
        """Wait for an INPUT prompt and type an answer into its empty line."""
        self.wait(prompt)
        self._clear_line(prompt)
        self.spectrum.type(answer + "\n")

    def _clear_line(self, prompt: str) -> None:
        """Rub out what a key pressed before the prompt has left in its line.

        The ROM's INPUT takes a key that INKEY$ saw but did not read.
        """
        for _ in range(8):
            self.spectrum.run_frames(2)
            typed = "".join(self.input_area()).rpartition(self.language.spell(prompt))[2].strip(' "')
            if len(typed) < 2:  # the cursor alone, or nothing yet
                return
            self.spectrum.press(DELETE)

    def press_away(self, chord: Chord, text: str) -> None:
        """Press a key until `text` has gone from the screen.

        Long, since a loop with INKEY$ may look rarely, and again, since a program may first wait for all keys to be up.
        """
        limit = self.spectrum.model.seconds_to_tstates(STEP_LIMIT)
        deadline = self.spectrum.tstates + limit
        try:
            for frame in count():
                if not self.shows(text):
                    return
                phase = frame % (_HOLD_FRAMES + _PAUSE_FRAMES)
                if phase == 0:
                    if self.spectrum.tstates >= deadline:
                        raise self.failure(TimeLimitError(f"{text!r} to go", limit, self.text_lines()))
                    self.spectrum.hold(chord)
                elif phase == _HOLD_FRAMES:
                    self.spectrum.release()
                self.spectrum.run_frames(1)
        finally:
            self.spectrum.release()

    def wait(self, *texts: str, timeout: float = STEP_LIMIT) -> str:
        """Wait until one of `texts` is on the screen; returns which."""
        wanted = " or ".join(repr(text) for text in texts)
        try:
            self.spectrum.run_until(lambda _: self._which(texts) is not None, wanted, timeout=timeout)
        except TimeLimitError as error:
            raise self.failure(error) from error
        found = self._which(texts)
        assert found is not None
        return found

    def shows(self, text: str) -> bool:
        """Return True if a text is on the screen."""
        return self._which([text]) is not None

    def wait_for_menu(self) -> None:
        """Wait until the menu is on the screen."""
        self.wait(self.language["menu_exit"])

    def text_lines(self) -> tuple[str, ...]:
        """The 24 lines of the screen, read with the letters of the program's language."""
        return self.spectrum.text_lines(self.language.font)

    def input_area(self) -> tuple[str, ...]:
        """The lines of the lower screen, likewise."""
        return self.spectrum.input_area(self.language.font)

    def failure(self, error: TimeLimitError) -> DriverError:
        """Build the error for a program that does not answer: the text waited for, and the screen."""
        written = [self.language.written(line.strip()) for line in self.text_lines() if line.strip()]
        shown = Phrase("ends with {text!r}", text=written[-1]) if written else Phrase("is empty")
        what = "the program does not answer as it should: {reason}; its screen {shown}"
        return DriverError(what, reason=error.summary, shown=shown)

    def _which(self, texts: Iterable[str]) -> str | None:
        said = self.language
        lines = self.spectrum.text_lines(said.font)
        if lines is not self._lines:  # the very same as before, as a rule
            self._lines, self._screen = lines, "".join(lines)  # a prompt may run over the end of a line
        return next((text for text in texts if said.spell(text) in self._screen), None)

    def choose(self, item: str) -> None:
        """Press the key of a menu item."""
        self.wait_for_menu()
        self.solving_since = self.spectrum.tstates
        self.press_away(frozenset({item}), self.language["menu_exit"])

    def _answer_sizes(self, width: int, height: int) -> Messages:
        self.expect_size(width, height)
        said = self.language
        self.answer(said["width_prompt"], str(width))
        self.answer(said["height_prompt"], str(height))
        return said

    def run_to_stop(self) -> EndMessage:
        """Run until one of the prompts that end solving stands in the input area."""
        said = self.language
        stops = {
            said.spell(said[stop.value]): stop
            for stop in (EndMessage.SOLVED, EndMessage.INCORRECT, EndMessage.MANY_VARIANTS)
        }
        watcher, input_area, font = self.watcher, self.spectrum.view.input_area, said.font
        stands = False
        self._lower_lines = ("",)

        def stopped(spectrum: Spectrum) -> bool:
            nonlocal stands
            if watcher:
                watcher(spectrum)
            lines = input_area(font)
            if lines is not self._lower_lines:
                self._lower_lines, stands = lines, any(prompt in line for line in lines for prompt in stops)
            return stands

        # the prompt answered last is still on the screen for a moment
        try:
            self.spectrum.run_until(lambda spectrum: not stopped(spectrum), "the last prompt to go", timeout=STEP_LIMIT)
            self._run_to_input(stopped, "the end of solving")
        except TimeLimitError as error:
            raise self.failure(error) from error
        return next(stop for prompt, stop in stops.items() if any(prompt in line for line in self._lower_lines))

    def _run_to_input(self, prompt_stands: Condition, waited_for: str) -> None:
        """Run to a prompt, and note when its INPUT began to wait, which is exact.

        The prompt is looked for at each INPUT, if the machine stops there, and now and then, in each frame for a
        watcher. If such a look sees it, INPUT begins soon, or waits already: then some frames are run once more. If
        there is none, the moment counts at which the prompt stands.
        """
        spectrum, core = self.spectrum, self.spectrum.core
        limit, rarely = spectrum.model.seconds_to_tstates(SOLVE_LIMIT), self.stays_at_prompt or not self.watcher
        kept, looks = core.checkpoint(), 0

        def stands() -> bool:
            nonlocal kept, looks
            if prompt_stands(spectrum):
                return True
            looks += 1
            if rarely or looks % _FRAMES_KEPT == 0:
                kept = core.checkpoint()
            return False

        def meets_input() -> bool:
            while core.run(soon, {EDITOR}) is not None:
                if prompt_stands(spectrum):
                    return True
            return False

        begins, every_frames = False, _FRAMES_KEPT if rarely else 1
        while not begins and spectrum.runner.run_looking(stands, waited_for, limit, EDITOR, every_frames):
            begins = prompt_stands(spectrum)
        soon = spectrum.tstates + spectrum.model.frames_to_tstates(_INPUT_FRAMES)
        if not begins and not meets_input():
            core.go_back(kept)
            if not meets_input():
                core.go_back(kept)
                while not prompt_stands(spectrum):
                    core.run(next_poll(core))
        self.solving_until = spectrum.tstates
        if not self.stays_at_prompt:
            spectrum.run_frames(1)  # so that the cursor stands


def _overlap(printed: Sequence[str], page: Sequence[str]) -> int:
    """Count the lines at the top of `page` that are the last ones already `printed` (scrolled up).

    >>> _overlap(["a", "b", "c"], ["b", "c", "d"])
    2
    """
    longest = min(len(printed), len(page))
    return next((n for n in range(longest, 0, -1) if list(printed[-n:]) == list(page[:n])), 0)
