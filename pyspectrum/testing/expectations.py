"""Expectations that wait for a machine: ``expect(spectrum).to_show("SCORE 03")``.

Each runs the machine until it holds, checked once a frame, for at most `timeout` seconds of Spectrum time; then it
fails with `ExpectationError`, which says what was seen instead. It ends early, with the report named, when BASIC has
stopped with an error: nothing would change any more.

The idea, and the names, are those of Playwright's assertions for web pages.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import zip_longest
from operator import attrgetter
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from pyspectrum.atomic import write_whole
from pyspectrum.basic import Report, standing_report
from pyspectrum.basic.variables import Sought, is_same_value, parse_place, shown_value, variable_value
from pyspectrum.core.journal import noted
from pyspectrum.core.running import Address
from pyspectrum.errors import ExpectationError, ModelError, ScreenError, SpectrumError, TimeLimitError, VariableError
from pyspectrum.machine import Spectrum
from pyspectrum.memory import byte_text, bytes_text, word_text
from pyspectrum.screen import DISPLAY_SIZE, ROWS
from pyspectrum.screen.anywhere import Edges, unread_text
from pyspectrum.screen.fonts import Font, FontLike, as_font, known_fonts
from pyspectrum.screen.likeness import did_you_mean
from pyspectrum.screen.picture import BORDER_PX, border_width, in_order
from pyspectrum.sound import is_same_pitch

if TYPE_CHECKING:
    from PIL import Image

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

_WHOLE_PORT = 0xFFFF
_P = ParamSpec("_P")
_T = TypeVar("_T")

Text = str | re.Pattern[str]
"""A text, or a compiled regular expression, to look for."""


def quoted(text: Text) -> str:
    return f"/{text.pattern}/" if isinstance(text, re.Pattern) else repr(text)


class _Sought:
    """A text that is looked for on the grid of the font's cells, and, which takes longer, at any pixel."""

    def __init__(self, spectrum: Spectrum, text: Text, font: Font, row: int | None, column: int | None) -> None:
        if row is not None and not 0 <= row < ROWS:
            raise ScreenError(f"text row {row} is not on the screen; rows go from 0 to {ROWS - 1}")
        if column is not None and not 0 <= column < font.columns:
            raise ScreenError(f"column {column} is not on the screen; columns go from 0 to {font.columns - 1}")
        self._spectrum, self._text, self._font, self._row, self._column = spectrum, text, font, row, column
        self._pieces = [] if isinstance(text, re.Pattern) else font.spell(text).split("\n")
        self._lines: tuple[str, ...] = ()
        self._screen = b""
        self._stands = self._stands_elsewhere = False

    def shows(self) -> bool:
        """Return True if the text stands on the grid."""
        lines = self._spectrum.text_lines(self._font)
        if lines is not self._lines:  # while nothing changes it is the same tuple
            self._lines, self._stands = lines, self._is_in(lines)
        return self._stands

    def _is_in(self, lines: tuple[str, ...]) -> bool:
        row, column, pieces = self._row, self._column, self._pieces
        if isinstance(self._text, re.Pattern):
            chosen = lines if row is None else lines[row : row + 1]
            if column is not None:
                return any(self._text.match(line, column) for line in chosen)
            return bool(self._text.search("\n".join(line.rstrip() for line in chosen)))
        if len(pieces) == 1 and row is None and column is None:  # the usual case, quickly
            return any(pieces[0] in line for line in lines)

        def stands_at(first: int) -> bool:
            found = zip(pieces, lines[first:], strict=False)
            return all(piece in line if column is None else line.startswith(piece, column) for piece, line in found)

        return any(stands_at(first) for first in range(len(lines) - len(pieces) + 1) if row in (None, first))

    def shows_elsewhere(self) -> bool:
        """Return True if the text stands at any pixel; each screen is searched once."""
        screen = self._spectrum.core.screen_bytes()[:DISPLAY_SIZE]
        if screen != self._screen:
            self._screen, self._stands_elsewhere = screen, self._is_on(Edges(in_order(screen)))
        return self._stands_elsewhere

    def _is_on(self, edges: Edges) -> bool:
        if isinstance(self._text, re.Pattern):
            lines = [line for line in edges.read(self._font) if self._may_begin(line.x, line.y)]
            return bool(self._text.search("\n".join(line.text for line in lines)))
        return any(self._may_begin(x, y) for x, y in edges.find_lines(self._font, self._pieces))

    def _may_begin(self, x: int, y: int) -> bool:
        row, column = self._row, self._column
        return (row is None or y // 8 == row) and (column is None or x // self._font.width == column)

    def hint(self) -> str:
        """Return what there is to say if the text did not come: one like it, or a place that no font reads."""
        spectrum, font = self._spectrum, self._font
        if isinstance(self._text, str) and (hint := did_you_mean(self._text, spectrum.text_lines(font))):
            return hint
        bits = in_order(spectrum.core.screen_bytes())
        box = unread_text(bits, list({font, Font.rom()}))
        if box is None:
            return ""
        for name, known in known_fonts(bytes(spectrum.core.memory)):
            if isinstance(self._text, str) and Edges(bits).find_lines(known, known.spell(self._text).split("\n")):
                return f" (it stands there in another font: font=Font.named(spectrum, {name!r}))"
        place = f"row {box[1] // 8}, column {box[0] // 8}"
        return f" (there may be text in {place} that no font reads: Font.find(spectrum, TEXT, at=({box[0]}, {box[1]})))"


# -- waits -----------------------------------------------------------------------------------------

DEFAULT_TIMEOUT = 5.0
"""Seconds of Spectrum time that an expectation waits by default."""

_POLLS_OF_A_STOP = 3
_STEP_FRAMES = 25

Ends = Callable[[Report], bool] | None
"""A test for reports that nothing comes after; None to continue whatever BASIC reports."""

_is_error = attrgetter("is_error")


@dataclass
class _StopWatch:
    """Watch for a report of BASIC that ends the wait."""

    spectrum: Spectrum
    ends: Ends
    looks: int = 0
    report: Report | None = None

    def has_stopped(self) -> bool:
        """Return True if such a report has been standing for a few looks."""
        self.report = standing_report(self.spectrum) if self.ends else None
        self.looks = self.looks + 1 if self.report and self.ends and self.ends(self.report) else 0
        return self.looks >= _POLLS_OF_A_STOP


# -- expectations ----------------------------------------------------------------------------------


def expect(spectrum: Spectrum, *, timeout: float = DEFAULT_TIMEOUT) -> Expectation:
    """Create an expectation that waits for a machine to reach a state; `timeout` is for those that are given none.

    >>> from pyspectrum import Spectrum
    >>> spectrum = Spectrum()
    >>> spectrum.boot()
    >>> spectrum.type('BORDER 2: PRINT "SCORE 03"\\n')
    >>> expect(spectrum).to_show("SCORE 03", row=0)
    >>> expect(spectrum).to_have_border(2)
    >>> expect(spectrum).to_report("0 OK")
    """
    return Expectation(spectrum, timeout)


def _opposite(
    method: Callable[Concatenate[Expectation, _P], None], *, runs_on: bool = False
) -> Callable[Concatenate[Expectation, _P], None]:
    """Return the same expectation, with the wish turned round; with `runs_on`, for the whole time."""

    @wraps(method)
    def turned_round(self: Expectation, /, *args: _P.args, **options: _P.kwargs) -> None:
        __tracebackhide__ = True
        limit: Any = options.get("timeout")
        change: dict[str, Any] = {"never_for": self._limit(limit)} if runs_on else {"wanted": not self.wanted}
        method(replace(self, **change), *args, **options)

    turned_round.__name__ = f"not_{method.__name__}"
    turned_round.__doc__ = f"Expect the opposite of `{method.__name__}`; see `Expectation`."
    return turned_round


@noted("to_* not_to_*")
@dataclass(frozen=True)
class Expectation:
    """See `expect`. Every method takes `timeout` in seconds of Spectrum time and fails with `ExpectationError`.

    A ``not_to_…`` holds as soon as the thing is not so. `not_to_beep`, `not_to_reach` and `not_to_write_port` run the
    whole time, whether or not BASIC stops in it, and the first such event ends it.
    """

    spectrum: Spectrum = field(repr=False)
    timeout: float = DEFAULT_TIMEOUT
    wanted: bool = field(default=True, repr=False)
    never_for: float | None = field(default=None, repr=False)

    def never(self, *, seconds: float) -> Expectation:
        """Expect that something is not so at any moment within the next `seconds`.

        The whole time is run, whether or not BASIC stops; the first moment that it is so ends it.
        """
        if not seconds > 0:
            raise SpectrumError(f"never within {seconds} s says nothing; use more than 0")
        return replace(self, never_for=seconds)

    def to_show(
        self, text: Text, *, font: FontLike = None, row: int | None = None, column: int | None = None,
        timeout: float | None = None,
    ) -> None:  # fmt: skip
        """Expect a text on one line, or on lines under each other (``\\n`` between them), or a compiled pattern.

        A pattern is searched for in the lines joined by ``\\n``, blanks at their ends left out. A text is looked for on
        the grid of the cells of `font`, by default the ROM's (see `pyspectrum.Font`), and before that fails, at any
        pixel. With `row`, 0–23, or `column`, 0–31 (more in a narrower font), it must begin there.
        """
        font = as_font(font)
        sought = _Sought(self.spectrum, text, font, row, column)
        looks_on = self.never_for is not None or not self.wanted

        def shows() -> bool:
            return sought.shows() or (looks_on and sought.shows_elsewhere())

        place = "" if row is None else f" in row {row}"
        place += "" if column is None else f" at column {column}"
        what = f"the screen {self._not}to show {quoted(text)}{place}"
        self._wait(what, shows, timeout, seen=lambda: self._shown(font), elsewhere=None if looks_on else sought)

    def to_report(self, text: Text, *, timeout: float | None = None) -> None:
        """Expect a report of BASIC with this text in it: ``"0 OK"``, ``"Variable not found"``, ``"10:2"``."""

        def reports() -> bool:
            report = str(standing_report(self.spectrum) or "")
            found = text.search(report) if isinstance(text, re.Pattern) else text in report
            return bool(report and found)

        ends = (lambda _: True) if self.wanted else None
        self._wait(f"BASIC {self._not}to report {quoted(text)}", reports, timeout, ends=ends)

    def to_have_border(self, colour: int, *, timeout: float | None = None) -> None:
        """Expect this colour of the border, 0–7: the one it was last given."""
        if not 0 <= colour <= 7:
            raise ScreenError(f"{colour} is not a border colour; use 0–7")
        core = self.spectrum.core
        self._wait_for_value("the border", lambda: core.border, colour, timeout)

    def to_have_attribute(
        self, row: int, column: int, *, ink: int | None = None, paper: int | None = None, bright: bool | None = None,
        flash: bool | None = None, timeout: float | None = None,
    ) -> None:  # fmt: skip
        """Expect these colours of a square; those that are not named may be any."""
        named = {"ink": ink, "paper": paper, "bright": bright, "flash": flash}
        colours = {name: value for name, value in named.items() if value is not None}

        def square() -> dict[str, object]:
            return vars(self.spectrum.screen.attribute(row, column))

        def shown(colours: Mapping[str, object]) -> str:
            return ", ".join(f"{name} {value}" for name, value in colours.items())

        what = f"row {row}, column {column} {self._not}to have {shown(colours)}"
        self._wait(what, lambda: colours.items() <= square().items(), timeout, seen=lambda: f"it has {shown(square())}")

    def to_match_screenshot(
        self, name: str, *, mask: Mask = (), border: bool | int = True, beam: bool = False, timeout: float | None = None
    ) -> None:
        """Expect the golden picture, a ``.png``, pixel by pixel; flashing squares are compared in their first phase.

        It is read from the folder set by `goldens`, by default the current one. If that says to update, it is written,
        once the picture has kept still for half a second. `mask` leaves squares out: ``(row, column, rows, columns)``
        each; or a picture as large as the golden one that is not black there. `border` and `beam` are as in
        `Spectrum.image`.
        """
        settings = _CURRENT.get() or Goldens()
        path = settings.folder / name
        sight = _Sight(self.spectrum, mask, border, beam)
        golden = _read(path, path) if path.exists() else None
        if settings.update and self.wanted:
            _update(settings, path, golden, sight, self._limit(timeout))
            return
        if golden is None:
            save = "check the actual picture, then save it with --spectrum-update (or goldens(update=True))"
            error = ExpectationError(f"no golden picture {path}; {save}")
            error.pictures = {"actual": sight.picture()}
            raise error

        def found() -> Difference:
            return sight.difference(golden)

        what = f"the screen {self._not}to match {path}"
        try:
            self._wait(what, lambda: not found(), timeout, seen=lambda: found().summary)
        except ExpectationError as error:
            error.pictures = {"expected": golden, "actual": sight.picture(), "difference": found().picture}
            raise

    def to_match_text(
        self, name: str, *, font: FontLike = None, rows: range = range(24), timeout: float | None = None
    ) -> None:
        """Expect the text of a file, ``.txt``, beside the test, line by line, blanks at their ends left out.

        It is written as golden pictures are. `rows` are the text rows that count; for `font` see `to_show`.
        """
        settings, spectrum = _CURRENT.get() or Goldens(), self.spectrum
        path = settings.folder / name

        def seen() -> str:
            return "".join(f"{line.rstrip()}\n" for line in spectrum.text_lines(font)[rows.start : rows.stop])

        if settings.update:
            _wait_until_still(spectrum, seen, self._limit(timeout))
            text = seen().encode()
            settings.claim(path, text, lambda first: first == text)
            _write(path, text, "text")
            return
        try:
            wanted = path.read_text(encoding="utf-8")
        except OSError as error:
            hint = "write it with --spectrum-update, and read it before you commit it"
            raise ScreenError(f"{path}: cannot read the expected text: {error.strerror}; {hint}") from None

        def differing() -> str:
            pairs = zip_longest(wanted.splitlines(), seen().splitlines(), fillvalue="")
            rows_off = [(row, one, other) for row, (one, other) in enumerate(pairs, start=rows.start) if one != other]
            return "\n".join(["in these rows it does not:", *(f"    {r:>2} -{a}\n       +{b}" for r, a, b in rows_off)])

        self._wait(f"the text to match {name}", lambda: seen() == wanted, timeout, seen=differing)

    def to_beep(self, hz: float | None = None, *, tolerance: float = 0.02, timeout: float | None = None) -> None:
        """Expect a tone from the last key, call or `Sound.mark` on; it counts as soon as it has begun.

        The ROM's key click is not a tone: it has one wave, a tone has at least two. `hz` is its pitch, by default any,
        and `tolerance` the error allowed, as a fraction of it; a semitone is 0.06.
        """
        sound = self.spectrum.sound

        def beeps() -> bool:
            return any(hz is None or is_same_pitch(tone.hz, hz, tolerance) for tone in sound.tones())

        def heard() -> str:
            return f"heard {tones}" if (tones := ", ".join(map(str, sound.tones()))) else "nothing was heard"

        self._wait(f"a tone{'' if hz is None else f' of {hz:g} Hz'} to be heard", beeps, timeout, seen=heard)

    def to_reach(self, place: Address, *, timeout: float | None = None) -> None:
        """Expect PC at this address or label; the machine stops there."""
        spectrum, began, what = self.spectrum, self.spectrum.tstates, f"PC to reach {_name(place)}"
        if self.never_for is not None:
            if self._run_to(place, what, self.never_for, None):
                raise self._came(what, began, self._shown())
        elif not self._run_to(place, what, timeout, _is_error):
            raise self._late(what, timeout, f"PC is {spectrum.runner.describe(spectrum.core.pc)}; {self._shown()}")

    def to_have_memory(self, place: Address, value: int | Iterable[int], *, timeout: float | None = None) -> None:
        """Expect this byte at an address or label, or these bytes from there on."""
        values = [value] if isinstance(value, int) else list(value)
        if bad := [one for one in values if not 0 <= one <= 0xFF]:
            raise SpectrumError(f"{bad[0]} does not fit into a byte; use 0–255, or to_have_word")
        self._has_memory(place, bytes(values), bytes_text, timeout)

    def to_have_word(self, place: Address, value: int, *, timeout: float | None = None) -> None:
        """Expect this word at an address or label, the low byte first."""
        if not 0 <= value <= 0xFFFF:
            raise SpectrumError(f"{value} does not fit into a word; use 0–65535")
        self._has_memory(place, value.to_bytes(2, "little"), word_text, timeout)

    def to_have_variable(self, name: str, value: Sought, *, timeout: float | None = None) -> None:
        """Expect this value of a variable of BASIC; one that does not exist has none.

        `name` is ``"lamp"``, ``"a$"``, an array ``"h()"``, or an element of it as BASIC counts them, ``"h(2,3)"``.
        `value` is a number, compared as exactly as five bytes hold it; a text; for an array a list, or a list of lists
        (the last dimension of an array of characters is a text).
        """
        memory = self.spectrum.core.memory
        parse_place(name)  # a name that BASIC cannot have fails at once
        seen = ""

        def has() -> bool:
            nonlocal seen
            try:
                found = variable_value(memory, name)
            except VariableError as error:
                seen = str(error)
                return False
            seen = f"it is {shown_value(found)}"
            return is_same_value(found, value)

        what = f"the variable {name} {self._not}to be {shown_value(value)}"
        self._wait(what, has, timeout, seen=lambda: seen)

    def to_have_page(self, bank: int, *, timeout: float | None = None) -> None:
        """Expect this bank of a 128 at #C000."""
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no banks; use Spectrum('128')")
        what = f"bank {bank} {self._not}to be paged in"
        self._wait(what, lambda: core.page == bank, timeout, seen=lambda: f"it is bank {core.page}")

    def to_have_ay(self, register: int, value: int, *, timeout: float | None = None) -> None:
        """Expect this value of a register of the sound chip, 0–15."""
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no sound chip; use Spectrum('128')")
        registers = core.ports.ay_registers
        if not 0 <= register < len(registers):
            raise ModelError(f"the sound chip has no register {register}; use 0–{len(registers) - 1}")
        name = f"register {register} of the sound chip"
        self._wait_for_value(name, lambda: registers[register], value, timeout, byte_text)

    def to_write_port(
        self, port: int, value: int | None = None, *, mask: int = _WHOLE_PORT, timeout: float | None = None
    ) -> None:
        """Expect that the program sends this value (None: any) to a port; of its address only `mask` counts."""
        sent: list[int] = []
        what = f"{'something' if value is None else byte_text(value)} to be sent to port #{port:04X}"

        def has_sent() -> bool:
            return bool(sent) if value is None else value in sent

        def seen() -> str:
            return f"sent were {', '.join(map(byte_text, sent)) or 'nothing'}"

        with self.spectrum.ports.on_write(port, lambda at, byte, tstates: sent.append(byte), mask=mask):
            self._wait(what, has_sent, timeout, seen=seen)

    def to_finish_frames_within(self, tstates: int, *, frames: int = 50, idle: Address | None = None) -> None:
        """Expect that the program is done so many T-states after the interrupt, in each of the next `frames` frames.

        Done means that it waits in HALT, or that it has come to `idle`, where its loop waits for the next frame. The
        machine stands at the end of the last frame afterwards, or where the first one took too long.
        """
        spectrum, core, per_frame = self.spectrum, self.spectrum.core, self.spectrum.model.tstates_per_frame
        if not 0 < tstates < per_frame:
            raise ModelError(f"{tstates} T-states are no part of a frame; use 1 to {per_frame - 1}")
        stops = () if idle is None else (spectrum.runner.breakpoint(idle),)
        spectrum.run_frames(1)
        for frame in range(1, frames + 1):
            reached = spectrum.run_to(core.tstates // per_frame * per_frame + tstates, stops)
            if reached is None and (stops or not core.get("halt")):
                what = f"{frames} frames to be finished within {tstates:,} T-states each"
                seen = f"the program was at {spectrum.runner.describe(core.pc)} then"
                raise self._error(what, f"frame {frame} was not", seen)
            spectrum.run_frames(1)

    not_to_show = _opposite(to_show)
    not_to_report = _opposite(to_report)
    not_to_have_border = _opposite(to_have_border)
    not_to_have_attribute = _opposite(to_have_attribute)
    not_to_match_screenshot = _opposite(to_match_screenshot)  # this never writes the file
    not_to_have_memory = _opposite(to_have_memory)
    not_to_have_word = _opposite(to_have_word)
    not_to_have_variable = _opposite(to_have_variable)
    not_to_have_page = _opposite(to_have_page)
    not_to_have_ay = _opposite(to_have_ay)
    not_to_beep = _opposite(to_beep, runs_on=True)
    not_to_reach = _opposite(to_reach, runs_on=True)
    not_to_write_port = _opposite(to_write_port, runs_on=True)

    # -- waits, and errors that say what was seen instead ---------------------------------------

    def _error(self, what: str, why: str, seen: str, hint: str = "") -> ExpectationError:
        error = ExpectationError(f"expected {what}, but {why}{hint}; {seen}", screen=self.spectrum.text_lines())
        error.hint = hint
        return error

    def _late(self, what: str, timeout: float | None, seen: str, hint: str = "") -> ExpectationError:
        return self._error(what, f"not within {self._limit(timeout):g} s of Spectrum time", seen, hint)

    def _came(self, what: str, began: int, seen: str) -> ExpectationError:
        """Return the error of what should never have come, since the clock was at `began`."""
        after = self.spectrum.model.seconds(self.spectrum.tstates - began)
        instead = (" not to ", " always to ") if " not to " in what else (" to ", " never to ")
        error = self._error(what.replace(*instead, 1), f"that came after {after:.2f} s", seen)
        error.came = True
        return error

    def _shown(self, font: FontLike = None) -> str:
        return "the screen shows:\n" + "\n".join(f"    |{line}|" for line in self.spectrum.text_lines(font))

    def _limit(self, timeout: float | None) -> float:
        return self.timeout if timeout is None else timeout

    def _wait(
        self, what: str, is_so: Callable[[], bool], timeout: float | None, *, seen: Callable[[], str] | None = None,
        ends: Ends = _is_error, elsewhere: _Sought | None = None,
    ) -> None:  # fmt: skip
        """Run until `is_so`, checked once a frame, is as wanted; before that fails, look `elsewhere`.

        ExpectationError if the time ran out, or BASIC stopped with a report of `ends`.
        """
        seen = seen or self._shown
        if self.never_for is not None:
            began = self.spectrum.tstates
            if self._run_out(lambda: is_so() is self.wanted, self.never_for):
                raise self._came(what, began, seen())
            return
        watch, held = _StopWatch(self.spectrum, ends), False

        def condition(_: Spectrum) -> bool:
            nonlocal held
            held = is_so() is self.wanted
            return held or watch.has_stopped()

        try:
            self.spectrum.run_until(condition, what, timeout=self._limit(timeout))
        except TimeLimitError as error:
            if error.waited_for != what:  # a limit of the test's own, in a watch's callback say
                raise
            if elsewhere is not None and elsewhere.shows_elsewhere():
                return
            raise self._late(what, timeout, seen(), elsewhere.hint() if elsewhere else "") from None
        if not held and not (elsewhere is not None and elsewhere.shows_elsewhere()):
            why = f'BASIC stopped: "{watch.report}"'
            raise self._error(what, why, seen(), elsewhere.hint() if elsewhere else "")

    def _run_out(self, happens: Callable[[], bool], seconds: float) -> bool:
        """Run for the whole time; return True at once if it happens."""
        spectrum = self.spectrum
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
        happened = False

        def is_over(_: Spectrum) -> bool:
            nonlocal happened
            happened = happens()
            return happened or spectrum.tstates >= end

        spectrum.run_until(is_over, "the time to run out", timeout=seconds + 1)
        return happened

    def _run_to(self, place: Address, what: str, timeout: float | None, ends: Ends) -> bool:
        """Run until PC is at `place`; return False if the time ran out.

        ExpectationError if BASIC stopped with a report of `ends`.
        """
        spectrum = self.spectrum
        stops = (spectrum.runner.breakpoint(place),)
        if spectrum.core.pc == spectrum.address(place):
            return True
        watch = _StopWatch(spectrum, ends)
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(self._limit(timeout))
        while spectrum.tstates < end:
            # in steps, so as to see whether BASIC has stopped, and frame by frame once it seems so
            step = spectrum.model.frames_to_tstates(1 if watch.looks else _STEP_FRAMES)
            if spectrum.run_to(min(spectrum.tstates + step, end), stops) is not None:
                return True
            if watch.has_stopped():
                raise self._error(what, f'BASIC stopped: "{watch.report}"', self._shown())
        return False

    def _has_memory(self, place: Address, data: bytes, as_text: Callable[[bytes], str], timeout: float | None) -> None:
        def now() -> bytes:
            return self.spectrum.peek(place, len(data))

        now()  # unreadable memory fails at once
        self._wait_for_value(f"the memory at {_name(place)}", now, data, timeout, as_text)

    def _wait_for_value(
        self, name: str, now: Callable[[], _T], value: _T, timeout: float | None, as_text: Callable[[_T], str] = str
    ) -> None:
        what = f"{name} {self._not}to be {as_text(value)}"
        self._wait(what, lambda: now() == value, timeout, seen=lambda: f"it is {as_text(now())}")

    @property
    def _not(self) -> str:
        return "" if self.wanted else "not "


def _name(place: Address) -> str:
    return f"#{place:04X}" if isinstance(place, int) else repr(place)


# -- golden pictures and texts ---------------------------------------------------------------------

Squares = tuple[int, int, int, int]
"""A rectangle of squares: the first row and column, and how many rows and columns."""

Mask: TypeAlias = "Image.Image | Iterable[Squares]"

_STILL_FRAMES = 25


class Written:
    """The golden files of a run, by path; the first test to write a file decides on it.

    `folder` is an empty one that the processes of the run share; None if there is one process.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._here: dict[Path, bytes] = {}

    def first(self, path: Path, data: bytes) -> bytes:
        """Return the first content for this path in this run: `data`, unless another test was earlier."""
        if self._folder is None:
            return self._here.setdefault(path, data)
        mark = self._folder / hashlib.sha256(os.fsencode(path.absolute())).hexdigest()
        with NamedTemporaryFile(dir=self._folder) as file:
            file.write(data)
            file.flush()
            try:
                os.link(file.name, mark)  # whole at once, and only if there is none
            except FileExistsError:
                return mark.read_bytes()
        return data


@dataclass(frozen=True)
class Goldens:
    """The folder of golden files, and those rewritten in this run."""

    folder: Path = Path()
    update: bool = False
    written: Written = field(default_factory=Written, compare=False)

    def claim(self, path: Path, data: bytes, is_same: Callable[[bytes], bool]) -> None:
        """Note what a test writes to a file, or finds there as it should be.

        ScreenError if another test of this run was first, with something that is not the same.
        """
        if not is_same(self.written.first(path, data)):
            again = "has been written in this run already, with something else"
            raise ScreenError(f"{path} {again}; give each test its own name")


_CURRENT: ContextVar[Goldens | None] = ContextVar("goldens", default=None)


@contextmanager
def goldens(
    *, folder: str | Path | None = None, update: bool | None = None, written: Written | None = None
) -> Iterator[Goldens]:
    """While the block lasts, golden files are read from `folder`, and with `update` written there.

    `written` holds those that have been, for blocks that belong together: none is written twice with something else.
    """
    given = {"folder": None if folder is None else Path(folder), "update": update, "written": written}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    now = replace(_CURRENT.get() or Goldens(), **settings)
    token = _CURRENT.set(now)
    try:
        yield now
    finally:
        _CURRENT.reset(token)


def _wait_until_still(
    spectrum: Spectrum, look: Callable[[], object], seconds: float, is_done: Callable[[], bool] = bool
) -> None:
    """Run until what `look` gives has kept still for half a second, or is done, or the time is over."""
    end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
    before, still = look(), 0
    while still < _STILL_FRAMES and spectrum.tstates < end and not is_done():
        spectrum.run_frames(1)
        now = look()
        before, still = now, still + 1 if now == before else 0


class _Sight:
    """Picture of a machine, and its difference from a golden one; drawn and compared when something has changed."""

    def __init__(self, spectrum: Spectrum, mask: Mask, border: bool | int, beam: bool) -> None:
        from PIL import Image

        self.spectrum, self._beam = spectrum, beam
        self._margin = margin = border_width(border)
        if not isinstance(mask, Image.Image):
            squares = ((margin + 8 * column, margin + 8 * row, *sizes) for row, column, *sizes in mask)
            mask = [(x, y, x + 8 * columns, y + 8 * rows) for x, y, rows, columns in squares]
        self._ignored = mask
        self._seen: tuple[bytes, int] | None = None
        self._picture: Image.Image | None = None
        self._compared: tuple[Image.Image, Image.Image, Difference] | None = None

    def picture(self) -> Image.Image:
        """Return the picture as it is now: the same one while nothing changes (as the beam drew it: a new one)."""
        core, screen = self.spectrum.core, self.spectrum.screen
        now = (screen.data, core.border if self._margin else 0)
        if self._beam:
            frame = self.spectrum.beam.last_frame(self._margin or BORDER_PX)
            return replace(frame, number=0).image(border=bool(self._margin))
        if self._picture is None or now != self._seen:
            border = core.border if self._margin else None
            self._seen, self._picture = now, screen.palette_image(border=border, border_px=self._margin)
        return self._picture

    def difference(self, golden: Image.Image) -> Difference:
        picture = self.picture()
        if self._compared is None or self._compared[0] is not picture or self._compared[1] is not golden:
            self._compared = picture, golden, compare_images(golden, picture, self._ignored)
        return self._compared[2]


def _update(settings: Goldens, path: Path, golden: Image.Image | None, sight: _Sight, seconds: float) -> None:
    """Write the picture once it has kept still, unless the golden one is the same already."""

    def is_golden() -> bool:
        return golden is not None and not sight.difference(golden)

    def is_same(first: bytes) -> bool:
        return not sight.difference(_read(path, io.BytesIO(first)))

    _wait_until_still(sight.spectrum, lambda: sight.picture().tobytes(), seconds, is_golden)
    if is_golden():
        settings.claim(path, path.read_bytes(), is_same)
        return
    written = io.BytesIO()
    sight.picture().save(written, format="PNG", optimize=True)
    settings.claim(path, written.getvalue(), is_same)
    _write(path, written.getvalue(), "picture")


def _write(path: Path, data: bytes, what: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        why = error.strerror or error
        raise ScreenError(f"{path}: cannot write the golden {what}: {why}; name another folder") from None


def _read(path: Path, source: Path | io.BytesIO) -> Image.Image:
    from PIL import Image

    try:
        with Image.open(source) as opened:
            opened.load()
            return opened
    except OSError as error:
        raise ScreenError(f"{path}: not a picture: {error}; delete it and write it again") from None


# -- two pictures compared -------------------------------------------------------------------------

Box = tuple[int, int, int, int]
"""A rectangle in pixels: left, top, right, bottom, the last two outside of it."""

_DIFFERS = (255, 0, 255)
_FADED = 0.25


@dataclass(frozen=True)
class Difference:
    """Difference of two pictures; true if there is one.

    `box` is the smallest rectangle around the pixels that differ, or None; `picture` the actual picture, faded, with
    each of them in magenta.
    """

    pixels: int
    box: Box | None
    summary: str
    picture: Image.Image

    def __bool__(self) -> bool:
        return self.pixels > 0


def compare_images(
    expected: Image.Image, actual: Image.Image, mask: Image.Image | Iterable[Box] | None = None
) -> Difference:
    """Compare two pictures, pixel by pixel, by their colours.

    `mask` leaves areas out: rectangles, or a picture of the same size that is not black there.
    """
    from PIL import Image, ImageChops, ImageDraw

    before, after = expected.convert("RGB"), actual.convert("RGB")
    size = (max(before.width, after.width), max(before.height, after.height))
    if before.size != after.size:
        changed = Image.new("L", size, 255)
        summary = f"the picture is {after.width} by {after.height} pixels, expected {before.width} by {before.height}"
    else:
        red, green, blue = ImageChops.difference(before, after).split()
        changed = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda level: 255 if level else 0)
        if isinstance(mask, Image.Image):
            changed.paste(0, mask=mask.convert("L").point(lambda level: 255 if level else 0))
        else:
            pen = ImageDraw.Draw(changed)
            for left, top, right, bottom in mask or ():
                pen.rectangle((left, top, right - 1, bottom - 1), fill=0)
        summary = "no pixel differs"
    pixels, box = changed.histogram()[255], changed.getbbox()
    if box is not None and before.size == after.size:
        left, top, right, bottom = box
        of_all = f"{pixels} of {before.width * before.height} pixels differ"
        summary = f"{of_all}, x {left}–{right - 1}, y {top}–{bottom - 1}"
    canvas = Image.new("RGB", size, "white")
    canvas.paste(after)
    picture = Image.blend(Image.new("RGB", size, "white"), canvas, _FADED)
    picture.paste(_DIFFERS, mask=changed)
    return Difference(pixels, box, summary, picture)
