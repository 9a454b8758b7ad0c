"""Waits: until something holds, or until BASIC has stopped and nothing will change any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyspectrum.basic.reports import Report, standing_report
from pyspectrum.core.running import Address
from pyspectrum.errors import ExpectationError, TimeLimitError
from pyspectrum.machine import Spectrum

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

_POLLS_OF_A_STOP = 3
_STEP_FRAMES = 25

Ends = Callable[[Report], bool] | None
"""A test for reports that nothing comes after; None to continue whatever BASIC reports."""


def is_error(report: Report) -> bool:
    """Return True if BASIC has stopped for another reason than its program's end."""
    return report.is_error


def within(seconds: float) -> str:
    """Format a span of Spectrum time: ``within 5 s of Spectrum time``."""
    return f"within {seconds:g} s of Spectrum time"


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

    With `never_for` it waits that many seconds, and what it waits for must not happen.
    """

    spectrum: Spectrum
    never_for: float | None = None

    def error(self, what: str, why: str, seen: str) -> ExpectationError:
        """Return the error of an expectation that was not met."""
        return ExpectationError(f"expected {what}, but {why}; {seen}", screen=self.spectrum.text_lines())

    def until(self, holds: Callable[[], bool], what: str, seconds: float, seen: Callable[[], str], ends: Ends) -> None:
        """Run until `holds`, checked once a frame.

        Raises:
            ExpectationError: the time ran out, or BASIC stopped with a report of `ends`.
        """
        if self.never_for is not None:
            began = self.spectrum.tstates
            if self.run_out(holds, self.never_for):
                after = self.spectrum.model.seconds(self.spectrum.tstates - began)
                instead = (" not to ", " always to ") if " not to " in what else (" to ", " never to ")
                error = self.error(what.replace(*instead, 1), f"that came after {after:.2f} s", seen())
                error.came = True
                raise error
            return
        watch, held = _StopWatch(self.spectrum, ends), False

        def condition(_: Spectrum) -> bool:
            nonlocal held
            held = holds()
            return held or watch.has_stopped()

        try:
            self.spectrum.run_until(condition, what, timeout=seconds)
        except TimeLimitError as error:
            if error.waited_for != what:  # a limit of the test's own, in a watch's callback say
                raise
            raise self.error(what, f"not {within(seconds)}", seen()) from None
        if not held:
            raise self.error(what, f'BASIC stopped: "{watch.report}"', seen())

    def run_out(self, happens: Callable[[], bool], seconds: float) -> bool:
        """Run for the whole time; returns True at once if it happens."""
        spectrum = self.spectrum
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
        happened = False

        def is_over(_: Spectrum) -> bool:
            nonlocal happened
            happened = happens()
            return happened or spectrum.tstates >= end

        spectrum.run_until(is_over, "the time to run out", timeout=seconds + 1)
        return happened

    def run_to(self, place: Address, what: str, seconds: float, seen: Callable[[], str], ends: Ends) -> bool:
        """Run until PC is at `place`; returns False if the time ran out.

        Raises:
            ExpectationError: BASIC stopped with a report of `ends`.
        """
        spectrum = self.spectrum
        address = spectrum.address(place)
        if spectrum.core.pc == address:
            return True
        watch = _StopWatch(spectrum, ends)
        end = spectrum.tstates + spectrum.model.seconds_to_tstates(seconds)
        while spectrum.tstates < end:
            # in steps, so as to see whether BASIC has stopped, and frame by frame once it seems so
            step = spectrum.model.frames_to_tstates(1 if watch.looks else _STEP_FRAMES)
            try:
                spectrum.runner.run_until_pc((address,), min(step, end - spectrum.tstates))
            except TimeLimitError:
                if watch.has_stopped():
                    raise self.error(what, f'BASIC stopped: "{watch.report}"', seen()) from None
            else:
                return True
        return False
