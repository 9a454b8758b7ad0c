"""Journal of a test's actions on a machine from outside.

A machine depends only on its state and on what comes from outside: keys, pokes, registers set, a tape's pulses, what
hooks answer. So a state and the changes since are enough to run all of it again, T-state for T-state; `recording` does
that. Changes are found by comparison: after each moment at which something outside could change the machine, memory and
registers are compared with those before. A frame in a wait costs less than a microsecond so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, Self

from pyspectrum.core import Core
from pyspectrum.core.states import CLOCK, CoreState
from pyspectrum.machine import Spectrum

Runs = tuple[tuple[int, bytes], ...]
"""Places and the bytes that are there now, ascending."""

_BLOCK = 2048
_DIFFERING = re.compile(rb"[^\0]+")


def differing_runs(before: bytes, after: bytes, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield the runs of bytes from `start` on that differ, as (place, the bytes after).

    >>> list(differing_runs(b"abcdef", b"abXYeZ"))
    [(2, b'XY'), (5, b'Z')]
    """
    for base in range(start, len(after), _BLOCK):
        was, now = before[base : base + _BLOCK], after[base : base + _BLOCK]
        if was == now:
            continue
        crossed = int.from_bytes(was, "big") ^ int.from_bytes(now, "big")
        for found in _DIFFERING.finditer(crossed.to_bytes(len(now), "big")):
            yield base + found.start(), after[base + found.start() : base + found.end()]


PACKAGE = str(Path(__file__).parents[1])
_RUNNERS = ("_pytest.", "pluggy.", "_pytest", "pluggy", "runpy")
_DEEPEST_CALL = 8
_POLLING = frozenset({"run_until", "load"})
"""Calls in which a test's own code runs between two runs."""
_ROM_BYTES = 0x4000


class Place(NamedTuple):
    """A line of a test, in a function."""

    path: str
    function: str
    line: int


@dataclass
class Call:
    """A call that the test made, of the machine or of an expectation, with its time.

    `places` lead from the line that made the call out to the test itself.
    """

    name: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]
    begin: int
    places: tuple[Place, ...]
    end: int = -1
    error: BaseException | None = None
    method: Callable[..., Any] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Change:
    """Change from outside, at `tstates`, before the machine ran on.

    An unchanged part is None, or no runs. `before` are the registers that the machine had come to.
    """

    tstates: int
    before: tuple[int, ...] | None
    registers: tuple[int, ...] | None = None
    ula: int | None = None
    paging: int | None = None
    memory: Runs = ()
    rows: tuple[int, ...] | None = None
    kempston: int | None = None
    edges: Sequence[int] | None = None


@dataclass
class Journal:
    """While the ``with`` block lasts, note what is done to the machine from outside."""

    spectrum: Spectrum
    changes: list[Change] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    """Clock → what a hook answered then."""
    checks: list[int] = field(default_factory=list)
    """Clock and program counter at each run's beginning, as ``clock << 16 | pc``: to find where a replay differs."""

    def __enter__(self) -> Self:
        core = self.spectrum.core
        self._core: Core = core
        self._depth = 0
        self._hot = False
        self.begin_anew()
        core.journal = self
        core.ports.answered = self.answers.__setitem__
        return self

    def __exit__(self, *_: object) -> None:
        self._core.journal = None
        self._core.ports.answered = None

    def begin_anew(self, *, keep_calls: bool = False) -> None:
        """Start here: nothing noted so far leads to the machine's present state."""
        self.start: CoreState = self._core.state()
        self.begin = self._core.tstates
        self.start_input = self._rows, self._kempston, self._edges = self._input()
        for kept in (self.changes, self.checks, self.answers):
            kept.clear()
        if not keep_calls:
            self.calls.clear()
        self._left: tuple[dict[str, Any], tuple[bytes, ...]] | None = None
        self.touch()

    def touch(self) -> None:
        """Remember the machine as it is, if that has not been done since it ran last."""
        if self._left is None:
            self._left = self._state(), tuple(map(bytes, self._core.banks or (self._core.memory,)))

    def before_run(self) -> None:
        """Note what has changed, if anything may have."""
        core = self._core
        if (
            self._left is not None
            or core.keyboard_rows != self._rows
            or core.ports.kempston != self._kempston
            or core.ports.edges is not self._edges
        ):
            self.finish()
        self.checks.append(core.tstates << 16 | core.pc)

    def after_run(self) -> None:
        """Note that the test itself continues now, and may change anything."""
        if not self._depth or self._hot:
            self.touch()

    def enter(self, method: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        """Keep a call, unless another call made it."""
        self._depth += 1
        if self._depth > 1:
            self._hot = False
            return
        self._hot = method.__name__ in _POLLING
        places = _places(sys._getframe(2))
        self.calls.append(Call(method.__name__, arguments, options, self._core.tstates, places, method=method))

    def leave(self, error: BaseException | None) -> None:
        """Keep how the call ended."""
        self._depth -= 1
        if self._depth:
            return
        self._hot = False
        self.touch()
        if self.calls:
            call = self.calls[-1]
            call.end, call.error = self._core.tstates, error

    def note(self, name: str, *arguments: Any, **options: Any) -> None:
        """Put a call first that was made before the journal began."""
        now = self._core.tstates
        self.calls.insert(0, Call(name, arguments, options, now, _places(sys._getframe(1)), now))

    def _state(self) -> dict[str, Any]:
        core = self._core
        return {"registers": tuple(core.registers), "ula": core.ports.ula, "paging": core.paging}

    def _input(self) -> tuple[list[int], int | None, Sequence[int]]:
        return list(self._core.keyboard_rows), self._core.ports.kempston, self._core.ports.edges

    def finish(self) -> None:
        """Note what has changed since the machine stopped."""
        core, left = self._core, self._left
        self._left = None
        rows, kempston, edges = self._input()
        changed: dict[str, Any] = {}
        tstates, before = core.tstates, None
        if left is not None:
            state, ram = left
            before = state["registers"]
            tstates = before[CLOCK]
            changed = {name: now for name, now in self._state().items() if now != state[name]}
            if memory := _changes(core, ram):
                changed["memory"] = memory
        if rows != self._rows:
            changed["rows"] = tuple(rows)
        if kempston != self._kempston:
            changed["kempston"] = kempston
        if edges is not self._edges:
            changed["edges"] = edges
        self._rows, self._kempston, self._edges = rows, kempston, edges
        if changed:
            self.changes.append(Change(tstates, before, **changed))


def _changes(core: Core, before: tuple[bytes, ...]) -> Runs:
    """Return the differences from `before`: as addresses on a 48K, as places in all banks joined on a 128."""
    runs: list[tuple[int, bytes]] = []
    start = 0 if core.banks else _ROM_BYTES
    for number, (was, page) in enumerate(zip(before, core.banks or (core.memory,), strict=True)):
        if was != page:
            runs += [(number * len(page) + at, content) for at, content in differing_runs(was, bytes(page), start)]
    return tuple(runs)


def _places(frame: FrameType | None) -> tuple[Place, ...]:
    """Return the lines that lead to here, from the nearest outside this package out to the test runner."""
    places: list[Place] = []
    while frame is not None and len(places) < _DEEPEST_CALL:
        name = frame.f_globals.get("__name__", "")
        if name.startswith(_RUNNERS):
            break
        path = frame.f_code.co_filename
        if not path.startswith(PACKAGE):
            places.append(Place(path, frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    return tuple(places)
