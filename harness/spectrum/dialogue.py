"""Talking with a BASIC program: reading what it says in its language, answering its INPUT, pressing its keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.errors import DriverError
from harness.spectrum.messages import Language, language_in
from pyspectrum.clock import seconds_to_tstates
from pyspectrum.errors import TimeLimitError
from pyspectrum.keyboard import DELETE, Chord
from pyspectrum.machine import Spectrum

STEP_LIMIT = seconds_to_tstates(120)
"""Spectrum time in which the program must have done what it is waited for."""

_HOLD_FRAMES = 50
_PAUSE_FRAMES = 5


class Dialogue:
    """The crossword program in a Spectrum: what stands on its screen, and what is typed to it.

    Texts are given as the table of messages has them; how they are read off the screen is for the language to know.
    """

    def __init__(self, spectrum: Spectrum) -> None:
        self.spectrum = spectrum
        self._lines: tuple[str, ...] = ()
        self._screen = ""
        """The lines of the screen when it was looked at last, and those as one text."""

    @property
    def language(self) -> Language:
        """The language of the program in the machine: English until another is there."""
        return language_in(self.spectrum.core.memory)

    def answer(self, prompt: str, answer: str) -> None:
        """Wait for an INPUT prompt and type an answer into its empty line."""
        self.wait(prompt)
        self._clear_line(prompt)
        self.spectrum.type_text(answer + "\n")

    def _clear_line(self, prompt: str) -> None:
        """Rub out what a key pressed before the prompt has left in its line.

        The ROM's INPUT takes a key that INKEY$ saw but nobody read.
        """
        for _ in range(8):
            self.spectrum.run_frames(2)
            typed = flat(self.input_area()).rpartition(self.language.spell(prompt))[2].strip(' "')
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
            while self.shows(text):
                if self.spectrum.tstates >= deadline:
                    raise self.failure(TimeLimitError(f"{text!r} to go", STEP_LIMIT, self.text_lines()))
                self.spectrum.hold(chord)
                if self._goes_within(_HOLD_FRAMES, text):
                    return
                self.spectrum.release()
                if self._goes_within(_PAUSE_FRAMES, text):
                    return
        finally:
            self.spectrum.release()

    def _goes_within(self, frames: int, text: str) -> bool:
        """Run until `text`, which is on the screen, has gone, but no longer than `frames`; whether it has."""
        for _ in range(frames):
            self.spectrum.run_frames(1)
            if not self.shows(text):
                return True
        return False

    def wait(self, *texts: str, limit_tstates: int = STEP_LIMIT) -> str:
        """Wait until one of `texts` is on the screen; returns which."""
        wanted = " or ".join(repr(text) for text in texts)
        try:
            self.spectrum.run_until(lambda _: self._which(texts) is not None, wanted, limit_tstates)
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
        shown = f"ends with {written[-1]!r}" if written else "is empty"
        return DriverError(f"the program does not answer as it should: {error.summary}; its screen {shown}")

    def _which(self, texts: Iterable[str]) -> str | None:
        said = self.language
        lines = self.spectrum.text_lines(said.font)
        if lines is not self._lines:  # the very same as before, as a rule
            self._lines, self._screen = lines, flat(lines)
        return next((text for text in texts if said.spell(text) in self._screen), None)


def flat(lines: Sequence[str]) -> str:
    """Screen lines as one text, so that a prompt may run over the end of a line."""
    return "".join(lines)
