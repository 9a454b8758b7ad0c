"""The search for the first of several breakpoints, at full speed and without a change in the program.

The simulator stops by itself, at full speed, at one address. For several, a stretch of the program is run once for each
from the same moment, each time no further than the earliest stop found so far: k breakpoints cost k times the time.
With many, one run more, about four times as slow, notes every address, and only the breakpoints among these need a run.
With hooks at the ports nothing may run twice; then the simulator asks before every instruction, which is far slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from typing import Protocol

from pyspectrum.core.breakpoints import Addresses, Asked, Breakpoint, Stops, TrapReachedError
from pyspectrum.core.bus import Bus
from pyspectrum.core.states import Checkpoint, Footprint
from pyspectrum.models import Model

_MOST_PASSES = 3
"""For more breakpoints than this it is quicker to find out first which ones matter."""
_SHORTEST_STRETCH_TSTATES = 1_000
_LONGEST_STRETCH_FRAMES = 8
_MOST_STOPS_KEPT = 64


class _BreakpointReachedError(Exception):
    """Raised through the simulator when it asks about a breakpoint; never leaves this module."""


class Runnable(Protocol):
    """The part of `core.Core` that the search needs."""

    model: Model
    footprint: Footprint | None
    ports: Bus

    def page_at(self, address: int) -> int: ...
    @property
    def observer(self) -> object: ...
    @property
    def tstates(self) -> int: ...
    @property
    def pc(self) -> int: ...
    def step(self) -> None: ...
    def checkpoint(self) -> Checkpoint: ...
    def go_back(self, to: Checkpoint) -> None: ...
    @property
    def execute(self) -> Callable[..., None]: ...


class Finder:
    """Runs a core with the C simulator to the first of several breakpoints or traps."""

    def __init__(self, core: Runnable) -> None:
        self._core = core
        self._stretch = core.model.tstates_per_frame
        self._longest = _LONGEST_STRETCH_FRAMES * core.model.tstates_per_frame
        self._last_hits: dict[int, int] = {}
        self._everywhere: _Everywhere | None = None
        self._stops_at = lru_cache(maxsize=_MOST_STOPS_KEPT)(partial(Stops, page_at=core.page_at))

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

    def _standing_at(self, stops: Stops) -> Breakpoint | None:
        """Return the breakpoint, or the trap in force, that the machine stands at."""
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
                if core.footprint is not None:
                    core.footprint.addresses |= executed
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
    """Every address but the breakpoints: the simulator looks up the others without a call of Python."""

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
