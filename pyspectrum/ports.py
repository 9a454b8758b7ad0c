"""The ports as a test sees them: hooks for any IN and OUT, and what was sent to border, speaker and sound chip."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from pyspectrum.bus import Bus, PortLog, ReadHook, WriteHook

_ULA_MASK = 0x01


class PortHook:
    """A hook at a port, until `close`, or for a ``with`` block."""

    def __init__(self, bus: Bus, hooks: list[tuple[int, int, ReadHook]] | list[tuple[int, int, WriteHook]]) -> None:
        self._bus = bus
        self._hooks = hooks
        self._entry = hooks[-1]

    def close(self) -> None:
        """Take the hook away; nothing happens when it has gone."""
        self._hooks[:] = [entry for entry in self._hooks if entry is not self._entry]  # type: ignore[misc]
        self._bus.hooks_changed()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Ports:
    """What is at the ports of a machine.

    A hook is asked, or told, at every IN or OUT whose port agrees with its own in the bits of `mask`, by
    default the low eight. It gets the T-state at which the instruction's I/O cycle is over, contention
    included: for ``in a,(n)`` and ``out (n),a`` that is the instruction's end. It must not run the
    machine. With a hook in place several breakpoints at once are slow.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def on_read(self, port: int, callback: ReadHook, mask: int = 0xFF) -> PortHook:
        """Let ``callback(port, tstates)`` answer reads; with None it leaves them to what is at the port.

        The hook that came last is asked first.

        >>> from pyspectrum.machine import Spectrum
        >>> spectrum = Spectrum()
        >>> spectrum.core.memory[0x8000:0x8002] = b"\\xdb\\x7b"  # in a,(123)
        >>> spectrum.core.pc = 0x8000
        >>> with spectrum.ports.on_read(123, lambda port, tstates: 42):
        ...     spectrum.core.step()
        >>> spectrum.core.get("a")
        42
        """
        self._bus.read_hooks.append((mask, port & mask, callback))
        self._bus.hooks_changed()
        return PortHook(self._bus, self._bus.read_hooks)

    def on_write(self, port: int, callback: WriteHook, mask: int = 0xFF) -> PortHook:
        """Tell ``callback(port, value, tstates)`` of writes, after they have had their effect."""
        self._bus.write_hooks.append((mask, port & mask, callback))
        self._bus.hooks_changed()
        return PortHook(self._bus, self._bus.write_hooks)

    @property
    def log(self) -> PortLog:
        """What was sent to the border, the speaker and the sound chip, with T-states; always on, and bounded."""
        return self._bus.log

    @property
    def ay_registers(self) -> bytes:
        """The sixteen registers of a 128's sound chip."""
        return bytes(self._bus.ay_registers)
