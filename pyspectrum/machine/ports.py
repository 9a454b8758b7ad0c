"""The ports as a test sees them: hooks for any IN and OUT, and what was sent to border, speaker and sound chip."""

from __future__ import annotations

from pyspectrum.core.bus import Bus, PortLog, ReadHook, WriteHook
from pyspectrum.core.closing import Closing

_ULA_MASK = 0x01


class PortHook(Closing):
    """A hook at a port, until `close`, or for a ``with`` block."""

    def __init__(self, hooks: list[tuple[int, int, ReadHook]] | list[tuple[int, int, WriteHook]]) -> None:
        self._hooks = hooks
        self._entry = hooks[-1]

    def close(self) -> None:
        """Take the hook away; nothing happens when it has already gone."""
        self._hooks[:] = [entry for entry in self._hooks if entry is not self._entry]  # type: ignore[misc]


class Ports:
    """Hooks for the machine's I/O ports.

    A hook is called at every IN or OUT whose port agrees with its own in the bits of `mask`, by
    default the low eight. It gets the T-state at which the instruction's I/O cycle ends, contention
    included: for ``in a,(n)`` and ``out (n),a`` that is the instruction's end. It must not run the
    machine. With a hook in place several breakpoints at once are slow.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def on_read(self, port: int, callback: ReadHook, mask: int = 0xFF) -> PortHook:
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
        self._bus.read_hooks.append((mask, port & mask, callback))
        return PortHook(self._bus.read_hooks)

    def on_write(self, port: int, callback: WriteHook, mask: int = 0xFF) -> PortHook:
        """Tell ``callback(port, value, tstates)`` of writes, after they have had their effect."""
        self._bus.write_hooks.append((mask, port & mask, callback))
        return PortHook(self._bus.write_hooks)

    @property
    def log(self) -> PortLog:
        """Log of writes to the border, the speaker and the sound chip, with T-states; always on, and bounded."""
        return self._bus.log

    @property
    def ay_registers(self) -> bytes:
        """The sixteen registers of a 128's sound chip."""
        return bytes(self._bus.ay_registers)
