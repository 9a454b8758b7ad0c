"""The part of a machine that calls back: at places that PC comes to, and at reads and writes of memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from pyspectrum.core.breakpoints import Tally
from pyspectrum.core.closing import Closing
from pyspectrum.core.memory_watch import MemoryWatches
from pyspectrum.core.running import Address, Place, Runner


class Watching:
    """See `Spectrum`, which is one."""

    runner: Runner
    memory_watches: MemoryWatches

    def watch(self, address: Place, callback: Callable[..., object]) -> AbstractContextManager[None]:
        """While the `with` block lasts, call `callback` each time PC comes to `address`.

        It is given the machine if it takes an argument. It finds the machine before the instruction there, and may run
        it further; it is not called again before it has returned. Several may watch one place.
        """
        return self.runner.watch(address, with_machine(callback, self))

    def tally(self, address: Place) -> AbstractContextManager[Tally]:
        """While the `with` block lasts, count how often PC comes to `address`, which costs next to nothing.

        >>> from pyspectrum import Spectrum
        >>> spectrum = Spectrum()
        >>> spectrum.boot()
        >>> with spectrum.tally(0x0038) as interrupts:
        ...     spectrum.run_frames(3)
        >>> interrupts.count
        3
        """
        return self.runner.tally(address)

    def watch_writes(self, place: Address, length: int, callback: Callable[..., object]) -> Closing:
        """While the ``with`` block lasts, call ``callback(machine, access)`` at each write to these bytes.

        PC is at the instruction that did it; `access` is a `MemoryAccess`. The callback may take the machine alone, or
        nothing, and must not run it. This is slow (see `core.memory_watch`).
        """
        return self.memory_watches.add(self.runner.address(place), length, True, with_machine(callback, self))

    def watch_reads(self, place: Address, length: int, callback: Callable[..., object]) -> Closing:
        """As `watch_writes`, at each read; fetches of instructions are none."""
        return self.memory_watches.add(self.runner.address(place), length, False, with_machine(callback, self))


def with_machine(callback: Callable[..., object], *given: Any) -> Callable[..., object]:
    """The callback as one that is given as many of the arguments as it needs, `given` first.

    >>> with_machine(lambda: "nothing", "machine")(), with_machine(lambda it: it, "machine")()
    ('nothing', 'machine')
    >>> with_machine(lambda it, access: (it, access), "machine")("read")
    ('machine', 'read')
    """
    import inspect  # slow to load, and rarely needed

    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(callback).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return lambda *more: callback()
    needed = sum(one.kind in positional and one.default is inspect.Parameter.empty for one in parameters)
    return lambda *more: callback(*(given + more)[:needed])
