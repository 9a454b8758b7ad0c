"""Stopping exactly where it was asked for, at full speed, and without a trace in the program.

Nothing is written into the program to stop it, so it may read and write itself as it likes. The
simulator stops by itself, at full speed, at one address. For several, a stretch of the program is run
once for each of them from the same moment on, each time no further than the earliest stop found so
far, and that one is it. So k breakpoints cost k times the time. With many, one run more, about four
times as slow, takes down every address it comes to, and only the breakpoints among these need a run.
Where somebody's code is called at the ports nothing may run twice; there the simulator asks before
every instruction, which is slower by far.

A *trap* is a breakpoint at an OUT instruction in ROM, which no program can change. It costs nothing,
since the port's device is called there anyway and can stop the simulator before it has done anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from skoolkit.simutils import PC

if TYPE_CHECKING:
    from pyspectrum.core.core import Core

Breakpoint = int | tuple[int, int]
"""An address, or a page and an address, which counts only while that page is there (see `paging`)."""
Asked = Callable[[int], int]
Addresses = set[int]

_MOST_PASSES = 3
"""For more breakpoints than this it is quicker to find out first which ones matter."""
_SHORTEST_STRETCH_TSTATES = 1_000
_LONGEST_STRETCH_FRAMES = 8
_MOST_STOPS_KEPT = 64


class TrapReachedError(Exception):
    """Raised through the simulator at a trap; never leaves `Finder`."""


class _BreakpointReachedError(Exception):
    """Raised through the simulator when it asks about a breakpoint; never leaves this module."""


class Stops:
    """Breakpoints by address, in the page that each counts in (None: in any)."""

    def __init__(self, breakpoints: Iterable[Breakpoint], page_at: Callable[[int], int]) -> None:
        self.addresses: dict[int, list[tuple[int | None, Breakpoint]]] = {}
        for point in breakpoints:
            page, address = (None, point) if isinstance(point, int) else point
            self.addresses.setdefault(address, []).append((page, point))
        self._page_at = page_at

    def at(self, address: int) -> Breakpoint | None:
        """The breakpoint, as it was given, at an address and in the page that is there now."""
        for page, point in self.addresses.get(address, ()):
            if page is None or page == self._page_at(address):
                return point
        return None


class Finder:
    """Runs a core with the C simulator to the first of several breakpoints or traps."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._stretch = core.model.tstates_per_frame
        self._longest = _LONGEST_STRETCH_FRAMES * core.model.tstates_per_frame
        self._last_hits: dict[int, int] = {}
        self._everywhere: _Everywhere | None = None
        self._stops: dict[frozenset[Breakpoint], Stops] = {}

    def run_to_one(self, until: int, address: int | None, traps: Stops | None) -> Breakpoint | None:
        """Run to `until`, to one address in any page, or to a trap; returns what was reached."""
        core = self._core
        if traps is None:
            core.execute(until, address)
            return address if core.registers[PC] == address else None
        if core.registers[PC] in traps.addresses:
            core.step()
            if core.registers[PC] == address:
                return address
        core.ports.traps = traps
        try:
            core.execute(until, address)
        except TrapReachedError:
            return traps.at(core.pc)
        finally:
            core.ports.traps = None
        return address if core.registers[PC] == address else None

    def run(self, until: int, points: frozenset[Breakpoint], traps: Stops | None) -> Breakpoint | None:
        """Run to `until`, to one of several breakpoints, or to a trap; returns what was reached."""
        core = self._core
        stops = self._stops_at(points)
        asking = core.ports.has_hooks or core.observer is not None
        if (asking and core.pc in stops.addresses) or (traps is not None and core.pc in traps.addresses):
            core.step()
            point = stops.at(core.pc)
            if point is not None:
                return point
        core.ports.traps = traps
        try:
            if len(stops.addresses) == 1:
                return self._pass(until, next(iter(stops.addresses)), stops)
            return self._ask(until, stops) if asking else self._run_in_stretches(until, stops)
        except TrapReachedError:
            return self._standing_at(stops)
        finally:
            core.ports.traps = None

    def _stops_at(self, points: frozenset[Breakpoint]) -> Stops:
        stops = self._stops.get(points)
        if stops is None:
            if len(self._stops) >= _MOST_STOPS_KEPT:
                self._stops.clear()
            stops = self._stops[points] = Stops(points, self._core.page_at)
        return stops

    def _standing_at(self, stops: Stops) -> Breakpoint | None:
        """The breakpoint, or the trap in force, that the machine stands at."""
        core = self._core
        point = stops.at(core.pc)
        if point is None and core.ports.traps is not None:
            point = core.ports.traps.at(core.pc)
        return point

    def _run_in_stretches(self, until: int, stops: Stops) -> Breakpoint | None:
        core = self._core
        # what was met last is likely to be met first, and then the others have less far to go
        order = sorted(stops.addresses, key=lambda address: -self._last_hits.get(address, 0))
        while core.tstates < until:
            began = core.tstates
            point = self._first_of(order, min(until, began + self._stretch), stops)
            if point is not None:
                self._last_hits[core.pc] = core.tstates
                self._stretch = max(_SHORTEST_STRETCH_TSTATES, min(2 * (core.tstates - began), self._longest))
                return point
            self._stretch = min(2 * self._stretch, self._longest)
        return None

    def _first_of(self, order: list[int], limit: int, stops: Stops) -> Breakpoint | None:
        """Run to the first of the stops, or to `limit`, in passes."""
        core = self._core
        start = core.checkpoint()
        if len(order) > _MOST_PASSES:
            executed: set[int] = set()
            point = self._pass(limit, None, stops, note=executed)
            order = [address for address in order if address in executed or address == core.pc]
            if not order:
                return point
            core.go_back(start)
        first = None
        for number, address in enumerate(order):
            if number:
                core.go_back(start)
            point = self._pass(limit, address, stops)
            if point is not None:
                first, limit = point, core.tstates
        return first

    def _pass(self, limit: int, address: int | None, stops: Stops, note: Addresses | None = None) -> Breakpoint | None:
        """Run to the stop at `address`, to a trap, or to `limit`."""
        core = self._core
        try:
            while core.tstates < limit:
                core.execute(limit, address, note=note)
                if core.pc == address:
                    point = stops.at(address)
                    if point is not None:
                        return point
        except TrapReachedError:
            return self._standing_at(stops)
        return None

    def _ask(self, until: int, stops: Stops) -> Breakpoint | None:
        """Run with a look-up before each instruction."""
        core = self._core
        if self._everywhere is None:
            self._everywhere = _Everywhere()
        with suppress(_BreakpointReachedError, TrapReachedError), self._everywhere.but(stops) as ask:
            core.execute(until, ask=ask)
        return self._standing_at(stops)


class _Everywhere(dict[int, int]):
    """Every address but the breakpoints: the simulator looks up the others without coming back to Python."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(range(0x10000), 0))

    @contextmanager
    def but(self, stops: Stops) -> Iterator[Asked]:
        """The look-up that stops the simulator at `stops`."""
        self._stops = stops
        for address in stops.addresses:
            del self[address]
        try:
            yield self.__getitem__
        finally:
            self.update(dict.fromkeys(stops.addresses, 0))

    def __missing__(self, address: int) -> int:
        if self._stops.at(address) is not None:
            raise _BreakpointReachedError
        return 0
