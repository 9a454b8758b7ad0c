"""The ports as a test sees them: hooks for any IN and OUT, and what was sent to border, speaker and sound chip."""

from __future__ import annotations

from typing import TypeVar

from pyspectrum.core.bus import Bus, PortLog, ReadHook, WriteHook
from pyspectrum.core.closing import Closing

_Hook = TypeVar("_Hook", ReadHook, WriteHook)


def _add(hooks: list[tuple[int, int, _Hook]], entry: tuple[int, int, _Hook]) -> Closing:
    """Put a hook at a port, until it is closed."""

    def take_away() -> None:
        hooks[:] = [other for other in hooks if other is not entry]

    hooks.append(entry)
    return Closing(take_away)


class Ports:
    """Hooks for the machine's I/O ports.

    A hook is called at every IN or OUT whose port agrees with its own in the bits of `mask`, by
    default the low eight. It gets the T-state at which the instruction's I/O cycle ends, contention
    included: for ``in a,(n)`` and ``out (n),a`` that is the instruction's end. It must not run the
    machine. With a hook in place several breakpoints at once are slow.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def on_read(self, port: int, callback: ReadHook, mask: int = 0xFF) -> Closing:
        """Let ``callback(port, tstates)`` answer reads; with None it leaves them to what is at the port.

        The hook that came last is asked first.

        >>> from pyspectrum.machine.machine import Spectrum
        >>> spectrum = Spectrum()
        >>> spectrum.core.memory[0x8000:0x8002] = b"\\xdb\\x7b"  # in a,(123)
        >>> spectrum.core.pc = 0x8000
        >>> with spectrum.ports.on_read(123, lambda port, tstates: 42):
        ...     spectrum.core.step()
        >>> spectrum.core.get("a")
        42
        """
        return _add(self._bus.read_hooks, (mask, port & mask, callback))

    def on_write(self, port: int, callback: WriteHook, mask: int = 0xFF) -> Closing:
        """Tell ``callback(port, value, tstates)`` of writes, after they have had their effect."""
        return _add(self._bus.write_hooks, (mask, port & mask, callback))

    @property
    def log(self) -> PortLog:
        """Log of writes to the border, the speaker and the sound chip, with T-states; always on, and bounded."""
        return self._bus.log

    @property
    def ay_registers(self) -> bytes:
        """The sixteen registers of a 128's sound chip."""
        return bytes(self._bus.ay_registers)
