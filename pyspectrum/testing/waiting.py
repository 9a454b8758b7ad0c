"""Waits: until something holds, or until BASIC has stopped and nothing will change any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pyspectrum.basic.reports import Report, standing_report
from pyspectrum.core.running import Address
from pyspectrum.errors import ExpectationError, TimeLimitError
from pyspectrum.machine import Spectrum
from pyspectrum.screen.fonts import FontLike

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

DEFAULT_TIMEOUT = 5.0
"""Seconds of Spectrum time that an expectation waits by default."""

_POLLS_OF_A_STOP = 3
_STEP_FRAMES = 25

Ends = Callable[[Report], bool] | None
"""A test for reports that nothing comes after; None to continue whatever BASIC reports."""


def is_error(report: Report) -> bool:
    """Return True if BASIC has stopped for another reason than its program's end."""
    return report.is_error


@dataclass
class _StopWatch:
    """Notices that BASIC has stopped with a report that ends the wait."""

    spectrum: Spectrum
    ends: Ends
    looks: int = 0
    report: Report | None = None

    def has_stopped(self) -> bool:
        """Look at the machine; return True if such a report has been standing for a few looks."""
        self.report = standing_report(self.spectrum) if self.ends else None
        self.looks = self.looks + 1 if self.report and self.ends and self.ends(self.report) else 0
        return self.looks >= _POLLS_OF_A_STOP


@dataclass(frozen=True)
class Waiter:
    """Waits for a machine, and makes the error that says what was seen instead.

    Attributes:
        timeout: the limit in seconds of Spectrum time, for waits that are given none.
        wanted: False to wait until the thing is not so.
        never_for: seconds in which the thing must not happen, all of which are waited.
    """

    spectrum: Spectrum = field(repr=False)
    timeout: float = DEFAULT_TIMEOUT
    wanted: bool = field(default=True, repr=False)
    never_for: float | None = field(default=None, repr=False)

    def error(self, what: str, why: str, seen: str) -> ExpectationError:
        """Return the error of an expectation that was not met."""
        return ExpectationError(f"expected {what}, but {why}; {seen}", screen=self.spectrum.text_lines())

    def late(self, what: str, timeout: float | None, seen: str) -> ExpectationError:
        """Return the error of an expectation that was not met in time."""
        return self.error(what, f"not within {self.limit(timeout):g} s of Spectrum time", seen)

    def shown(self, font: FontLike = None) -> str:
        """Return the text on the screen for a message."""
        return "the screen shows:\n" + "\n".join(f"    |{line}|" for line in self.spectrum.text_lines(font))

    def limit(self, timeout: float | None) -> float:
        """Return this limit in seconds, or the default."""
        return self.timeout if timeout is None else timeout

    def wait(
        self,
        what: str,
        is_so: Callable[[], bool],
        timeout: float | None,
        *,
        seen: Callable[[], str] | None = None,
        ends: Ends = is_error,
    ) -> None:
        """Run until `is_so`, checked once a frame, is as wanted.

        Raises:
            ExpectationError: the time ran out, or BASIC stopped with a report of `ends`.
        """
        seen = seen or self.shown
        if self.never_for is not None:
            began = self.spectrum.tstates
            if self.run_out(lambda: is_so() is self.wanted, self.never_for):
                after = self.spectrum.model.seconds(self.spectrum.tstates - began)
                instead = (" not to ", " always to ") if " not to " in what else (" to ", " never to ")
                error = self.error(what.replace(*instead, 1), f"that came after {after:.2f} s", seen())
                error.came = True
                raise error
            return
        watch, held = _StopWatch(self.spectrum, ends), False

        def condition(_: Spectrum) -> bool:
            nonlocal held
            held = is_so() is self.wanted
            return held or watch.has_stopped()

        try:
            self.spectrum.run_until(condition, what, timeout=self.limit(timeout))
        except TimeLimitError as error:
            if error.waited_for != what:  # a limit of the test's own, in a watch's callback say
                raise
            raise self.late(what, timeout, seen()) from None
        if not held:
            raise self.error(what, f'BASIC stopped: "{watch.report}"', seen())

    def run_out(self, happens: Callable[[], bool], timeout: float | None) -> bool:
        """Run for the whole time; returns True at once if it happens."""
        spectrum, seconds = self.spectrum, self.limit(timeout)
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
        happened = False

        def is_over(_: Spectrum) -> bool:
            nonlocal happened
            happened = happens()
            return happened or spectrum.tstates >= end

        spectrum.run_until(is_over, "the time to run out", timeout=seconds + 1)
        return happened

    def run_to(self, place: Address, what: str, timeout: float | None, ends: Ends) -> bool:
        """Run until PC is at `place`; returns False if the time ran out.

        Raises:
            ExpectationError: BASIC stopped with a report of `ends`.
        """
        spectrum = self.spectrum
        address = spectrum.address(place)
        if spectrum.core.pc == address:
            return True
        watch = _StopWatch(spectrum, ends)
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(self.limit(timeout))
        while spectrum.tstates < end:
            # in steps, so as to see whether BASIC has stopped, and frame by frame once it seems so
            step = spectrum.model.frames_to_tstates(1 if watch.looks else _STEP_FRAMES)
            try:
                spectrum.runner.run_until_pc((address,), min(step, end - spectrum.tstates))
            except TimeLimitError:
                if watch.has_stopped():
                    raise self.error(what, f'BASIC stopped: "{watch.report}"', self.shown()) from None
            else:
                return True
        return False
