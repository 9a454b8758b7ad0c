"""Expectations of what cannot be seen: memory, banks, ports, the sound chip's registers, and the time of a frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pyspectrum.basic.reports import Report
from pyspectrum.core.journal import noted
from pyspectrum.core.running import Address
from pyspectrum.errors import ModelError
from pyspectrum.machine import Spectrum
from pyspectrum.testing.waiting import Waiter, is_error

__tracebackhide__ = True  # pytest shows a failure where the test expected it, not in here

_WHOLE_PORT = 0xFFFF


@noted("to_* not_to_*")
class StateExpectations:
    """The part of `Expectation` that looks inside the machine."""

    spectrum: Spectrum

    def to_have_memory(self, place: Address, value: int | bytes, *, timeout: float | None = None) -> None:
        """The byte at an address or label has this value, or the bytes from there on are these."""
        self._memory(place, value, timeout, wanted=True)

    def not_to_have_memory(self, place: Address, value: int | bytes, *, timeout: float | None = None) -> None:
        """It has another value, or takes one in time."""
        self._memory(place, value, timeout, wanted=False)

    def to_have_page(self, bank: int, *, timeout: float | None = None) -> None:
        """This bank of a 128 lies at #C000."""
        self._page(bank, timeout, wanted=True)

    def not_to_have_page(self, bank: int, *, timeout: float | None = None) -> None:
        """Another bank lies at #C000, or comes there in time."""
        self._page(bank, timeout, wanted=False)

    def to_have_ay(self, register: int, value: int, *, timeout: float | None = None) -> None:
        """This register of the sound chip, 0–15, has this value."""
        self._ay(register, value, timeout, wanted=True)

    def not_to_have_ay(self, register: int, value: int, *, timeout: float | None = None) -> None:
        """The register has another value, or takes one in time."""
        self._ay(register, value, timeout, wanted=False)

    def to_write_port(
        self, port: int, value: int | None = None, *, mask: int = _WHOLE_PORT, timeout: float | None = None
    ) -> None:
        """From now on the program sends this value (None: any) to a port; of its address only `mask` counts."""
        sent: list[int] = []
        what = f"{_value(value)} to be sent to port #{port:04X}"
        with self.spectrum.ports.on_write(port, lambda at, byte, tstates: sent.append(byte), mask=mask):
            self._until(
                lambda: bool(sent) if value is None else value in sent,
                what,
                timeout,
                lambda: f"sent were {_list(sent)}",
            )

    def not_to_write_port(
        self, port: int, value: int | None = None, *, mask: int = _WHOLE_PORT, timeout: float | None = None
    ) -> None:
        """It sends no such value for `timeout` seconds; the whole time is run."""
        sent: list[int] = []
        waiter = Waiter(self.spectrum)
        with self.spectrum.ports.on_write(port, lambda at, byte, tstates: sent.append(byte), mask=mask):
            if waiter.run_out(partial(_comes, sent, value), self._limit(timeout)):
                what = f"{_value(value)} not to be sent to port #{port:04X}"
                raise waiter.error(what, "it was", f"sent were {_list(sent)}")

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
                at = spectrum.symbols.describe(core.pc) if spectrum.symbols is not None else f"#{core.pc:04X}"
                what = f"{frames} frames to be finished within {tstates:,} T-states each"
                raise Waiter(spectrum).error(what, f"frame {frame} was not", f"the program was at {at} then")
            spectrum.run_frames(1)

    # -- inside --------------------------------------------------------------------------------

    def _memory(self, place: Address, value: int | bytes, timeout: float | None, *, wanted: bool) -> None:
        spectrum = self.spectrum
        data = bytes([value]) if isinstance(value, int) else bytes(value)
        spectrum.peek(place, len(data))  # unreadable memory fails at once
        name = place if isinstance(place, str) else f"#{place:04X}"
        self._until(
            lambda: (spectrum.peek(place, len(data)) == data) is wanted,
            f"the memory at {name} {not_unless(wanted)}to be {_list(data)}", timeout,
            lambda: f"it is {_list(spectrum.peek(place, len(data)))}",
        )  # fmt: skip

    def _page(self, bank: int, timeout: float | None, *, wanted: bool) -> None:
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no banks; use Spectrum('128')")
        self._until(
            lambda: (core.page == bank) is wanted, f"bank {bank} {not_unless(wanted)}to be paged in", timeout,
            lambda: f"it is bank {core.page}",
        )  # fmt: skip

    def _ay(self, register: int, value: int, timeout: float | None, *, wanted: bool) -> None:
        core = self.spectrum.core
        if not core.banks:
            raise ModelError(f"a {core.model.name} has no sound chip; use Spectrum('128')")
        registers = core.ports.ay_registers
        if not 0 <= register < len(registers):
            raise ModelError(f"the sound chip has no register {register}; use 0–{len(registers) - 1}")
        self._until(
            lambda: (registers[register] == value) is wanted,
            f"register {register} of the sound chip {not_unless(wanted)}to be {value}", timeout,
            lambda: f"it is {registers[register]}",
        )  # fmt: skip

    def _until(self, holds: Callable[[], bool], what: str, timeout: float | None, seen: Callable[[], str]) -> None:
        ends: Callable[[Report], bool] = is_error
        Waiter(self.spectrum).until(holds, what, self._limit(timeout), seen, ends)

    def _limit(self, timeout: float | None) -> float:
        raise NotImplementedError


def not_unless(wanted: bool) -> str:
    """The word that turns an expectation round, if it is not wanted."""
    return "" if wanted else "not "


def _comes(sent: list[int], value: int | None) -> bool:
    return bool(sent) if value is None else value in sent


def _value(value: int | None) -> str:
    return "something" if value is None else f"{value}"


def _list(values: list[int] | bytes) -> str:
    return ", ".join(map(str, values)) or "nothing"
