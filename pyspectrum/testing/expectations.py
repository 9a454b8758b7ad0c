"""Expectations of a machine, which wait by themselves: ``expect(spectrum).to_show("SCORE 03")``.

Each runs the machine until what is expected holds, looking once a frame, for at most `timeout` seconds of
Spectrum time, and then fails with `ExpectationError`, which says what was seen instead. The ``not_to_…`` ones
wait until it no longer holds. Both end early, with the report named, when BASIC has stopped with an error: nothing
would change any more. `not_to_reach` and `not_to_beep` are about a span of time: they run it to its end.

The idea, and the names, are those of Playwright's assertions for web pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from pyspectrum.basic.reports import Report, standing_report
from pyspectrum.core.journal import noted
from pyspectrum.errors import ScreenError
from pyspectrum.screen.fonts import FontLike, as_font
from pyspectrum.sound.tones import Tone, is_same_pitch
from pyspectrum.testing.goldens import Mask, match_golden, match_text
from pyspectrum.testing.state_expectations import StateExpectations
from pyspectrum.testing.text_search import Text, text_matcher
from pyspectrum.testing.waiting import Waiter, is_error, within

if TYPE_CHECKING:
    from pyspectrum.core.running import Address
    from pyspectrum.machine import Spectrum

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

DEFAULT_TIMEOUT = 5.0
"""How many seconds of Spectrum time an expectation waits by default."""


def expect(spectrum: Spectrum, *, timeout: float = DEFAULT_TIMEOUT) -> Expectation:
    """What is expected of a machine from now on.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type('BORDER 2: PRINT "SCORE 03"\\n')
    >>> expect(spectrum).to_show("SCORE 03", row=0)
    >>> expect(spectrum).to_have_border(2)
    >>> expect(spectrum).to_report("0 OK")

    Args:
        timeout: how many seconds of Spectrum time each waits at most, unless it is given its own.
    """
    return Expectation(spectrum, timeout)


@noted("to_* not_to_*")
@dataclass(frozen=True)
class Expectation(StateExpectations):
    """See `expect`. Every method takes `timeout` in seconds of Spectrum time and fails with `ExpectationError`."""

    spectrum: Spectrum = field(repr=False)
    timeout: float = DEFAULT_TIMEOUT

    # -- text ----------------------------------------------------------------------------------

    def to_show(
        self,
        text: Text,
        *,
        font: FontLike = None,
        row: int | None = None,
        column: int | None = None,
        timeout: float | None = None,
    ) -> None:
        """The text stands on the screen.

        Args:
            text: a text that stands on one line, or on lines under each other (``\\n`` between them); or a compiled
                regular expression, searched for in the lines joined by ``\\n``, blanks at their ends left out.
            font: what is read: the ROM's characters by default; see `pyspectrum.Font`.
            row: only on this text row, 0–23 (of several lines the first).
            column: only where it begins at this column, 0–31.
        """
        what = f"the screen to show {_quote(text)}{_place(row, column)}"
        self._wait(what, self._text_matcher(text, font, row, column), timeout, seen=lambda: self._text(font))

    def not_to_show(
        self,
        text: Text,
        *,
        font: FontLike = None,
        row: int | None = None,
        column: int | None = None,
        timeout: float | None = None,
    ) -> None:
        """The text does not stand on the screen, or goes away in time; see `to_show`."""
        shows = self._text_matcher(text, font, row, column)
        what = f"the screen not to show {_quote(text)}{_place(row, column)}"
        self._wait(what, lambda: not shows(), timeout, seen=lambda: self._text(font))

    def to_report(self, text: Text, *, timeout: float | None = None) -> None:
        """BASIC stops with a report that has this text in it: ``"0 OK"``, ``"Variable not found"``, ``"10:2"``."""
        self._wait(f"BASIC to report {_quote(text)}", lambda: self._reports(text), timeout, ends=lambda _: True)

    def not_to_report(self, text: Text, *, timeout: float | None = None) -> None:
        """No such report stands on the screen, or it goes away in time."""
        self._wait(f"BASIC not to report {_quote(text)}", lambda: not self._reports(text), timeout, ends=None)

    # -- colours -------------------------------------------------------------------------------

    def to_have_border(self, colour: int, *, timeout: float | None = None) -> None:
        """The border has this colour, 0–7: the one it was last given."""
        what = f"the border to be {_colour(colour, 'border')}"
        self._wait(what, lambda: self.spectrum.core.border == colour, timeout, seen=self._border)

    def not_to_have_border(self, colour: int, *, timeout: float | None = None) -> None:
        """The border has another colour, or takes one in time."""
        what = f"the border not to be {_colour(colour, 'border')}"
        self._wait(what, lambda: self.spectrum.core.border != colour, timeout, seen=self._border)

    def to_have_attribute(
        self,
        row: int,
        column: int,
        *,
        ink: int | None = None,
        paper: int | None = None,
        bright: bool | None = None,
        flash: bool | None = None,
        timeout: float | None = None,
    ) -> None:
        """The square has these colours; what is not named may be any."""
        wanted = {"ink": ink, "paper": paper, "bright": bright, "flash": flash}
        what = f"row {row}, column {column} to have {_attributes(wanted)}"
        self._wait(what, partial(self._has, row, column, wanted), timeout, seen=partial(self._square, row, column))

    def not_to_have_attribute(
        self,
        row: int,
        column: int,
        *,
        ink: int | None = None,
        paper: int | None = None,
        bright: bool | None = None,
        flash: bool | None = None,
        timeout: float | None = None,
    ) -> None:
        """The square does not have all of these colours, or loses one in time."""
        wanted = {"ink": ink, "paper": paper, "bright": bright, "flash": flash}
        what = f"row {row}, column {column} not to have {_attributes(wanted)}"
        seen = partial(self._square, row, column)
        self._wait(what, lambda: not self._has(row, column, wanted), timeout, seen=seen)

    def to_match_screenshot(
        self,
        name: str,
        *,
        mask: Mask = (),
        border: bool | int = True,
        beam: bool = False,
        timeout: float | None = None,
    ) -> None:
        """The picture is the golden one, pixel by pixel; flashing squares are compared in their first phase.

        The golden picture is read from the folder set by `testing.goldens.goldens`, by default the current one.
        It is written only when that says to update: then the picture once it has kept still for half a second.

        Args:
            name: the file, ``.png``.
            mask: squares that are not looked at: ``(row, column, rows, columns)`` each; or a picture as large as the
                golden one that is not black there.
            border: with the border, 32 px wide; a number is another width, 48 the full picture.
            beam: as the beam drew it, with stripes and mid-frame changes.
        """
        match_golden(self._waiter, name, mask=mask, border=border, beam=beam, seconds=self._limit(timeout), wanted=True)

    def not_to_match_screenshot(
        self,
        name: str,
        *,
        mask: Mask = (),
        border: bool | int = True,
        beam: bool = False,
        timeout: float | None = None,
    ) -> None:
        """The picture is not the golden one, or becomes another in time; never writes the file."""
        match_golden(
            self._waiter, name, mask=mask, border=border, beam=beam, seconds=self._limit(timeout), wanted=False
        )

    def to_match_text(
        self, name: str, *, font: FontLike = None, rows: range = range(24), timeout: float | None = None
    ) -> None:
        """The text on the screen is that of a file beside the test, line by line, blanks at their ends left out.

        It is written, as golden pictures are, when the test run is told to update, once the text has kept still.

        Args:
            name: the file, ``.txt``.
            font: what is read; see `to_show`.
            rows: only these text rows.
        """
        match_text(self._waiter, name, lambda: self.spectrum.text_lines(font), rows, self._limit(timeout))

    # -- sound and running ---------------------------------------------------------------------

    def to_beep(self, hz: float | None = None, *, tolerance: float = 0.02, timeout: float | None = None) -> None:
        """A tone is heard, from the last key, call or `Sound.mark` on; it counts as soon as it has begun.

        The ROM's key click is not a tone: it has one wave, a tone has at least two.

        Args:
            hz: its pitch; any pitch when left out.
            tolerance: how far the pitch may be off, as a fraction of `hz`; a semitone is 0.06.
        """
        what = "a tone" if hz is None else f"a tone of {hz:g} Hz"
        self._wait(what, lambda: self._beeps(hz, tolerance), timeout, seen=self._heard)

    def not_to_beep(self, hz: float | None = None, *, tolerance: float = 0.02, timeout: float | None = None) -> None:
        """No such tone is heard from the last key, call or mark until `timeout` seconds from now.

        The whole time is run, whether or not BASIC stops in it; the first such tone ends it at once.
        """
        what = "no tone" if hz is None else f"no tone of {hz:g} Hz"
        if self._waiter.run_out(lambda: self._beeps(hz, tolerance), self._limit(timeout)):
            raise self._waiter.error(what, "there was one", self._heard())

    def to_reach(self, place: Address, *, timeout: float | None = None) -> None:
        """PC comes to this address or label (and the machine stops there), or stands there already."""
        seconds = self._limit(timeout)
        what = f"PC to reach {_name(place)}"
        if not self._waiter.run_to(place, what, seconds, self._text, is_error):
            raise self._waiter.error(
                what, f"not {within(seconds)}", f"PC is #{self.spectrum.core.pc:04X}; {self._text()}"
            )

    def not_to_reach(self, place: Address, *, timeout: float | None = None) -> None:
        """PC does not come to this address or label within `timeout` seconds.

        The whole time is run, whether or not BASIC stops in it; the first time that PC comes there ends it.
        """
        what = f"PC not to reach {_name(place)}"
        if self._waiter.run_to(place, what, self._limit(timeout), self._text, None):
            raise self._waiter.error(what, "it did", self._text())

    # -- what is looked at ---------------------------------------------------------------------

    def _text_matcher(self, text: Text, font: FontLike, row: int | None, column: int | None) -> Callable[[], bool]:
        font = as_font(font)
        matches = text_matcher(text, font, row, column)
        seen: tuple[str, ...] = ()
        stood = False

        def shows() -> bool:
            nonlocal seen, stood
            lines = self.spectrum.text_lines(font)
            if lines is not seen:  # while nothing changes it is the same tuple
                seen, stood = lines, matches(lines)
            return stood

        return shows

    def _reports(self, text: Text) -> bool:
        report = standing_report(self.spectrum)
        if report is None:
            return False
        return bool(text.search(str(report))) if isinstance(text, re.Pattern) else text in str(report)

    def _has(self, row: int, column: int, wanted: dict[str, int | None]) -> bool:
        square = self.spectrum.screen.attribute(row, column)
        return all(getattr(square, name) == value for name, value in wanted.items() if value is not None)

    def _beeps(self, hz: float | None, tolerance: float) -> bool:
        return any(hz is None or is_same_pitch(tone.hz, hz, tolerance) for tone in self.spectrum.sound.tones())

    # -- what was seen -------------------------------------------------------------------------

    def _text(self, font: FontLike = None) -> str:
        return "the screen shows:\n" + "\n".join(f"    |{line}|" for line in self.spectrum.text_lines(font))

    def _border(self) -> str:
        return f"it is {self.spectrum.core.border}"

    def _square(self, row: int, column: int) -> str:
        square = self.spectrum.screen.attribute(row, column)
        return f"it has {_attributes(vars(square))}"

    def _heard(self) -> str:
        tones = self.spectrum.sound.tones()
        return f"heard {', '.join(map(_describe, tones))}" if tones else "nothing was heard"

    # -- waiting -------------------------------------------------------------------------------

    def _wait(
        self,
        what: str,
        holds: Callable[[], bool],
        timeout: float | None,
        *,
        seen: Callable[[], str] | None = None,
        ends: Callable[[Report], bool] | None = is_error,
    ) -> None:
        self._waiter.until(holds, what, self._limit(timeout), seen or self._text, ends)

    @property
    def _waiter(self) -> Waiter:
        return Waiter(self.spectrum)

    def _limit(self, timeout: float | None) -> float:
        return self.timeout if timeout is None else timeout


def _quote(text: Text) -> str:
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else repr(text)


def _place(row: int | None, column: int | None) -> str:
    at_row = "" if row is None else f" in row {row}"
    return at_row + ("" if column is None else f" at column {column}")


def _name(place: Address) -> str:
    return f"#{place:04X}" if isinstance(place, int) else repr(place)


def _colour(colour: int, part: str) -> int:
    if not 0 <= colour <= 7:
        raise ScreenError(f"{colour} is not a {part} colour; use 0–7")
    return colour


def _attributes(wanted: dict[str, int | None]) -> str:
    return ", ".join(f"{name} {value}" for name, value in wanted.items() if value is not None)


def _describe(tone: Tone) -> str:
    return f"{tone.hz:.1f} Hz for {tone.seconds:.2f} s"
