"""Expectations of a machine, which wait by themselves: ``expect(spectrum).to_show("SCORE 03")``.

Each runs the machine until what is expected holds, looking once a frame, for at most `timeout` seconds of
Spectrum time, and then fails with `ExpectationError`, which says what was seen instead. The ``not_to_…`` ones
wait until it no longer holds. Both end early, with the report named, when BASIC has stopped with an error: nothing
would change any more. A ``not_to_…`` looks at the present: it holds as soon as the thing is not so.
``expect(spectrum).never(seconds=2).to_show("GAME OVER")`` runs a span of time to its end, and so do `not_to_reach`,
`not_to_beep` and `not_to_write_port`.

The idea, and the names, are those of Playwright's assertions for web pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from pyspectrum.basic.reports import Report, standing_report
from pyspectrum.basic.variables import Sought, Value, is_same_value, parse_place, shown_value, variable_value
from pyspectrum.core.journal import noted
from pyspectrum.core.running import Address
from pyspectrum.errors import ModelError, ScreenError, SpectrumError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import byte_text, bytes_text, word_text
from pyspectrum.screen import COLUMNS, ROWS
from pyspectrum.screen.fonts import Font, FontLike, as_font
from pyspectrum.sound import is_same_pitch
from pyspectrum.testing.goldens import Mask, match_golden, match_text
from pyspectrum.testing.waiting import Waiter, is_error, within

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

DEFAULT_TIMEOUT = 5.0
"""Seconds of Spectrum time that an expectation waits by default."""

_WHOLE_PORT = 0xFFFF
_P = ParamSpec("_P")

Text = str | re.Pattern[str]
"""A text, or a compiled regular expression, to look for."""

Lines = tuple[str, ...]


def quoted(text: Text) -> str:
    """A text, or a pattern, as a message has it."""
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else repr(text)


def text_matcher(text: Text, font: Font, row: int | None = None, column: int | None = None) -> Callable[[Lines], bool]:
    """Build a predicate that finds a text in screen lines; see `Expectation.to_show`.

    >>> shows = text_matcher("SCORE 03", Font.rom(), row=0)
    >>> shows(("    SCORE 03    ",)), shows(("    SCORE 04    ",))
    (True, False)

    Raises:
        ScreenError: there is no such row or column.
    """
    if row is not None and not 0 <= row < ROWS:
        raise ScreenError(f"text row {row} is not on the screen; rows go from 0 to {ROWS - 1}")
    if column is not None and not 0 <= column < COLUMNS:
        raise ScreenError(f"column {column} is not on the screen; columns go from 0 to {COLUMNS - 1}")
    if isinstance(text, re.Pattern):
        return lambda lines: _pattern_matches(text, lines, row, column)
    spelled = font.spell(text).split("\n")
    if len(spelled) == 1 and row is None and column is None:  # the usual case, quickly
        return lambda lines: any(spelled[0] in line for line in lines)
    return lambda lines: _text_matches(spelled, lines, row, column)


def _text_matches(pieces: list[str], lines: Lines, row: int | None, column: int | None) -> bool:
    def stands_at(first: int) -> bool:
        found = zip(pieces, lines[first:], strict=False)
        if column is None:
            return all(piece in line for piece, line in found)
        return all(line.startswith(piece, column) for piece, line in found)

    if row is not None:
        return row + len(pieces) <= len(lines) and stands_at(row)
    return any(stands_at(first) for first in range(len(lines) - len(pieces) + 1))


def _pattern_matches(pattern: re.Pattern[str], lines: Lines, row: int | None, column: int | None) -> bool:
    chosen = lines if row is None else lines[row : row + 1]
    if column is not None:
        return any(pattern.match(line, column) for line in chosen)
    return bool(pattern.search("\n".join(line.rstrip() for line in chosen)))


Colours = dict[str, int | None]


def expect(spectrum: Spectrum, *, timeout: float = DEFAULT_TIMEOUT) -> Expectation:
    """Create an expectation that waits for a machine to reach a state.

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


def _opposite(
    method: Callable[Concatenate[Expectation, _P], None],
) -> Callable[Concatenate[Expectation, _P], None]:
    """The same expectation, with the wish turned round."""

    @wraps(method)
    def turned_round(self: Expectation, /, *args: _P.args, **options: _P.kwargs) -> None:
        __tracebackhide__ = True
        method(replace(self, wanted=not self.wanted), *args, **options)

    turned_round.__name__, turned_round.__doc__ = f"not_{method.__name__}", None
    return turned_round


@noted("to_* not_to_*")
@dataclass(frozen=True)
class Expectation:
    """See `expect`. Every method takes `timeout` in seconds of Spectrum time and fails with `ExpectationError`."""

    spectrum: Spectrum = field(repr=False)
    timeout: float = DEFAULT_TIMEOUT
    wanted: bool = field(default=True, repr=False)
    never_for: float | None = field(default=None, repr=False)

    def never(self, *, seconds: float) -> Expectation:
        """The expectation that something does not come to be at any moment within the next `seconds`.

        All of them are run, whether or not BASIC stops; the first moment that it is so ends them.

        >>> from pyspectrum import Spectrum
        >>> spectrum = Spectrum()
        >>> spectrum.boot()
        >>> expect(spectrum).never(seconds=1).to_have_border(2)
        """
        if not seconds > 0:
            raise SpectrumError(f"never within {seconds} s says nothing; use more than 0")
        return replace(self, never_for=seconds)

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
        font = as_font(font)
        matches = text_matcher(text, font, row, column)
        seen: tuple[str, ...] = ()
        stood = False

        def shows() -> bool:
            nonlocal seen, stood
            lines = self.spectrum.text_lines(font)
            if lines is not seen:  # while nothing changes it is the same tuple
                seen, stood = lines, matches(lines)
            return stood is self.wanted

        place = "" if row is None else f" in row {row}"
        place += "" if column is None else f" at column {column}"
        what = f"the screen {self._not}to show {quoted(text)}{place}"
        self._wait(what, shows, timeout, seen=lambda: self._text(font))

    not_to_show = _opposite(to_show)
    """The text does not stand on the screen, or goes away in time; see `to_show`."""

    def to_report(self, text: Text, *, timeout: float | None = None) -> None:
        """BASIC stops with a report that has this text in it: ``"0 OK"``, ``"Variable not found"``, ``"10:2"``."""
        what = f"BASIC {self._not}to report {quoted(text)}"
        self._wait(what, lambda: self._reports(text), timeout, ends=lambda _: True)

    def not_to_report(self, text: Text, *, timeout: float | None = None) -> None:
        """No such report stands on the screen, or it goes away in time."""
        self._wait(f"BASIC not to report {quoted(text)}", lambda: not self._reports(text), timeout, ends=None)

    # -- colours -------------------------------------------------------------------------------

    def to_have_border(self, colour: int, *, timeout: float | None = None) -> None:
        """The border has this colour, 0–7: the one it was last given."""
        if not 0 <= colour <= 7:
            raise ScreenError(f"{colour} is not a border colour; use 0–7")
        core = self.spectrum.core
        what = f"the border {self._not}to be {colour}"
        self._wait(what, lambda: (core.border == colour) is self.wanted, timeout, seen=lambda: f"it is {core.border}")

    not_to_have_border = _opposite(to_have_border)
    """The border has another colour, or takes one in time."""

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
        colours = {"ink": ink, "paper": paper, "bright": bright, "flash": flash}

        def square() -> Colours:
            return vars(self.spectrum.screen.attribute(row, column))

        def has() -> bool:
            now = square()
            return all(now[name] == value for name, value in colours.items() if value is not None) is self.wanted

        what = f"row {row}, column {column} {self._not}to have {_attributes(colours)}"
        self._wait(what, has, timeout, seen=lambda: f"it has {_attributes(square())}")

    not_to_have_attribute = _opposite(to_have_attribute)
    """The square does not have all of these colours, or loses one in time."""

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
        seconds = self._limit(timeout)
        match_golden(self._waiter, name, mask=mask, border=border, beam=beam, seconds=seconds, wanted=self.wanted)

    not_to_match_screenshot = _opposite(to_match_screenshot)
    """The picture is not the golden one, or becomes another in time; never writes the file."""

    def to_match_text(
        self, name: str, *, font: FontLike = None, rows: range = range(24), timeout: float | None = None
    ) -> None:
        """The text on the screen is that of a file beside the test, line by line, blanks at their ends left out.

        It is written, as golden pictures are, when the test run updates them, once the text has kept still.

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
        what += " to be heard" if self.never_for is not None else ""
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
        if self.never_for is not None:
            self.not_to_reach(place, timeout=self.never_for)
            return
        seconds = self._limit(timeout)
        what = f"PC to reach {_name(place)}"
        if not self._waiter.run_to(place, what, seconds, self._text, is_error):
            raise self._waiter.error(
                what,
                f"not {within(seconds)}",
                f"PC is {self.spectrum.runner.describe(self.spectrum.core.pc)}; {self._text()}",
            )

    def not_to_reach(self, place: Address, *, timeout: float | None = None) -> None:
        """PC does not come to this address or label within `timeout` seconds.

        The whole time is run, whether or not BASIC stops in it; the first time that PC comes there ends it.
        """
        what = f"PC not to reach {_name(place)}"
        if self._waiter.run_to(place, what, self._limit(timeout), self._text, None):
            raise self._waiter.error(what, "it did", self._text())

    # -- memory, ports and time ----------------------------------------------------------------

    def to_have_memory(self, place: Address, value: int | Iterable[int], *, timeout: float | None = None) -> None:
        """The byte at an address or label has this value, or the bytes from there on are these."""
        values = [value] if isinstance(value, int) else list(value)
        if bad := [one for one in values if not 0 <= one <= 0xFF]:
            raise SpectrumError(f"{bad[0]} does not fit into a byte; use 0–255, or to_have_word")
        self._has_memory(place, bytes(values), bytes_text, timeout)

    not_to_have_memory = _opposite(to_have_memory)
    """It has another value, or takes one in time."""

    def to_have_word(self, place: Address, value: int, *, timeout: float | None = None) -> None:
        """The two bytes at an address or label, the low one first, have this value."""
        if not 0 <= value <= 0xFFFF:
            raise SpectrumError(f"{value} does not fit into a word; use 0–65535")
        self._has_memory(place, value.to_bytes(2, "little"), word_text, timeout)

    not_to_have_word = _opposite(to_have_word)
    """It has another value, or takes one in time."""

    def to_have_variable(self, name: str, value: Sought, *, timeout: float | None = None) -> None:
        """A variable of BASIC has this value; while there is no such variable it has none.

        Args:
            name: ``"lamp"``, ``"a$"``, an array ``"h()"``, or an element of it as BASIC counts them, ``"h(2,3)"``.
            value: a number, compared as exactly as five bytes hold it; a text; for an array a list, or a list of lists
                (the last dimension of an array of characters is a text).
        """
        memory = self.spectrum.core.memory
        parse_place(name)  # a name that BASIC cannot have fails at once
        seen: Value | str = ""

        def has() -> bool:
            nonlocal seen
            try:
                found = variable_value(memory, name)
            except VariableError as error:
                seen = str(error)
                return not self.wanted
            seen = f"it is {shown_value(found)}"
            return is_same_value(found, value) is self.wanted

        what = f"the variable {name} {self._not}to be {shown_value(value)}"
        self._wait(what, has, timeout, seen=lambda: f"{seen}")

    not_to_have_variable = _opposite(to_have_variable)
    """It has another value, or takes one in time; one that there is not has no value."""

    def to_have_page(self, bank: int, *, timeout: float | None = None) -> None:
        """This bank of a 128 lies at #C000."""
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no banks; use Spectrum('128')")
        what = f"bank {bank} {self._not}to be paged in"
        self._wait(what, lambda: (core.page == bank) is self.wanted, timeout, seen=lambda: f"it is bank {core.page}")

    not_to_have_page = _opposite(to_have_page)
    """Another bank lies at #C000, or comes there in time."""

    def to_have_ay(self, register: int, value: int, *, timeout: float | None = None) -> None:
        """This register of the sound chip, 0–15, has this value."""
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no sound chip; use Spectrum('128')")
        registers = core.ports.ay_registers
        if not 0 <= register < len(registers):
            raise ModelError(f"the sound chip has no register {register}; use 0–{len(registers) - 1}")
        self._wait(
            f"register {register} of the sound chip {self._not}to be {byte_text(value)}",
            lambda: (registers[register] == value) is self.wanted,
            timeout,
            seen=lambda: f"it is {byte_text(registers[register])}",
        )

    not_to_have_ay = _opposite(to_have_ay)
    """The register has another value, or takes one in time."""

    def to_write_port(
        self, port: int, value: int | None = None, *, mask: int = _WHOLE_PORT, timeout: float | None = None
    ) -> None:
        """From now on the program sends this value (None: any) to a port; of its address only `mask` counts."""
        sent: list[int] = []
        what = f"{_value(value)} to be sent to port #{port:04X}"
        with self.spectrum.ports.on_write(port, lambda at, byte, tstates: sent.append(byte), mask=mask):
            self._wait(what, partial(_comes, sent, value), timeout, seen=lambda: f"sent were {_list(sent)}")

    def not_to_write_port(
        self, port: int, value: int | None = None, *, mask: int = _WHOLE_PORT, timeout: float | None = None
    ) -> None:
        """It sends no such value for `timeout` seconds; the whole time is run."""
        sent: list[int] = []
        with self.spectrum.ports.on_write(port, lambda at, byte, tstates: sent.append(byte), mask=mask):
            if self._waiter.run_out(partial(_comes, sent, value), self._limit(timeout)):
                what = f"{_value(value)} not to be sent to port #{port:04X}"
                raise self._waiter.error(what, "it was", f"sent were {_list(sent)}")

    def to_finish_frames_within(self, tstates: int, *, frames: int = 50, idle: Address | None = None) -> None:
        """In each of the next `frames` frames the program is done, so many T-states after the interrupt at the latest.

        Done means that it waits in HALT, or that it has come to `idle`, where its loop waits for the next frame. The
        machine stands at the end of the last frame afterwards, or where the first one took too long.
        """
        spectrum, core = self.spectrum, self.spectrum.core
        if not 0 < tstates < spectrum.model.tstates_per_frame:
            limit = spectrum.model.tstates_per_frame
            raise ModelError(f"{tstates} T-states are no part of a frame; use 1 to {limit - 1}")
        stops = () if idle is None else (spectrum.runner.breakpoint(idle),)
        spectrum.run_frames(1)
        for frame in range(1, frames + 1):
            until = core.tstates // spectrum.model.tstates_per_frame * spectrum.model.tstates_per_frame + tstates
            reached = spectrum.run_to(until, stops)
            if reached is None and (stops or not core.get("halt")):
                what = f"{frames} frames to be finished within {tstates:,} T-states each"
                raise self._waiter.error(
                    what, f"frame {frame} was not", f"the program was at {spectrum.runner.describe(core.pc)} then"
                )
            spectrum.run_frames(1)

    # -- what is looked at ---------------------------------------------------------------------

    def _reports(self, text: Text) -> bool:
        report = standing_report(self.spectrum)
        if report is None:
            return False
        return bool(text.search(str(report))) if isinstance(text, re.Pattern) else text in str(report)

    def _beeps(self, hz: float | None, tolerance: float) -> bool:
        return any(hz is None or is_same_pitch(tone.hz, hz, tolerance) for tone in self.spectrum.sound.tones())

    # -- what was seen -------------------------------------------------------------------------

    def _text(self, font: FontLike = None) -> str:
        return "the screen shows:\n" + "\n".join(f"    |{line}|" for line in self.spectrum.text_lines(font))

    def _heard(self) -> str:
        tones = self.spectrum.sound.tones()
        return f"heard {', '.join(map(str, tones))}" if tones else "nothing was heard"

    def _has_memory(self, place: Address, data: bytes, as_text: Callable[[bytes], str], timeout: float | None) -> None:
        size = len(data)
        self.spectrum.peek(place, size)  # unreadable memory fails at once
        self._wait(
            f"the memory at {_name(place)} {self._not}to be {as_text(data)}",
            lambda: (self.spectrum.peek(place, size) == data) is self.wanted,
            timeout,
            seen=lambda: f"it is {as_text(self.spectrum.peek(place, size))}",
        )

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
    def _not(self) -> str:
        return "" if self.wanted else "not "

    @property
    def _waiter(self) -> Waiter:
        return Waiter(self.spectrum, self.never_for)

    def _limit(self, timeout: float | None) -> float:
        return self.timeout if timeout is None else timeout


def _name(place: Address) -> str:
    return f"#{place:04X}" if isinstance(place, int) else repr(place)


def _attributes(colours: Colours) -> str:
    return ", ".join(f"{name} {value}" for name, value in colours.items() if value is not None)


def _comes(sent: list[int], value: int | None) -> bool:
    return bool(sent) if value is None else value in sent


def _value(value: int | None) -> str:
    return "something" if value is None else byte_text(value)


def _list(values: list[int]) -> str:
    return ", ".join(map(byte_text, values)) or "nothing"
