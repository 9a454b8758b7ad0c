"""Replay of a journal on a core of its own, and the point from which it is not exact.

>>> from pyspectrum import Spectrum
>>> from pyspectrum.trace import Journal
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> with Journal(spectrum) as journal:
...     spectrum.type("PRINT 6*7\\n")
...     spectrum.run_frames(50)
>>> journal.finish()
>>> again = Replay(journal)
>>> again.run_to(spectrum.tstates)
False
>>> bytes(again.core.memory) == bytes(spectrum.core.memory), again.is_exact
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Breakpoint
from pyspectrum.core.states import MEMPTR
from pyspectrum.trace.journal import Change, Journal


class Replay:
    """A machine that does again what the journal's did.

    Attributes:
        core: the machine.
        end: the end of the journal in T-states.
        is_exact: False once the machine was not where it had been when a change came.
    """

    def __init__(self, journal: Journal) -> None:
        spectrum = journal.spectrum
        self.journal = journal
        self.core = core = Core(spectrum.model)
        core.restore(journal.start)
        self._put_in(*journal.start_input)
        self.end = spectrum.tstates
        self.is_exact = True
        self._following = 0
        if journal.answers:
            core.ports.read_hooks.append((0, 0, lambda port, tstates: journal.answers.get(tstates)))
        self.on_change: Callable[[Change], object] | None = None

    @property
    def next_change(self) -> Change | None:
        """The next change, or None after the last."""
        changes = self.journal.changes
        return changes[self._following] if self._following < len(changes) else None

    def run_to(self, until: int, stop: Breakpoint | None = None) -> bool:
        """Run to `until` T-states, each change at its time; returns True where PC comes to `stop` first.

        A change at `until` itself is left for the next run, but for those at the very end.
        """
        core = self.core
        stops = () if stop is None else (stop,)
        while True:
            change = self.next_change
            limit = until if change is None or change.tstates > until else change.tstates
            if core.tstates < limit and core.run(limit, stops) is not None:
                return True
            if change is None or core.tstates < change.tstates or (change.tstates >= until and until < self.end):
                return False
            self._apply(change)
            if not self.is_exact:
                return False

    @contextmanager
    def executing(self, **how: object) -> Iterator[None]:
        """Give `Core.execute` more options while the block lasts: ``ask``, called before each instruction, ``note``."""
        core = self.core
        execute = core.execute
        core.execute = partial(execute, **how)  # type: ignore[method-assign, arg-type]
        try:
            yield
        finally:
            core.execute = execute  # type: ignore[method-assign]

    def is_like(self, core: Core) -> bool:
        """Return True if this machine equals that one now: clock, registers and memory."""
        same = tuple(self.core.registers) == tuple(core.registers)
        return same and bytes(self.core.memory) == bytes(core.memory) and self.core.banks == core.banks

    def _apply(self, change: Change) -> None:
        core = self.core
        self._following += 1
        here = tuple(core.registers)  # but MEMPTR, the last: at a trap it is a step ahead (see `Core.run`)
        if (change.before is not None and here[:MEMPTR] != change.before[:MEMPTR]) or core.tstates != change.tstates:
            self.is_exact = False
            return
        if change.paging is not None:
            core.paging = change.paging
        if change.ula is not None:
            core.ports.ula = change.ula
        for place, content in change.memory:
            bank, at = divmod(place, len(core.banks[0])) if core.banks else (0, place)
            target = core.banks[bank] if core.banks else core.memory
            target[at : at + len(content)] = content
        if change.registers is not None:
            for number, value in enumerate(change.registers):
                core.registers[number] = value
        self._put_in(change.rows, change.kempston, change.edges)
        if self.on_change is not None:
            self.on_change(change)

    def _put_in(self, rows: object, kempston: int | None, edges: object) -> None:
        core = self.core
        if rows is not None:
            core.keyboard_rows[:] = rows  # type: ignore[call-overload]
        if kempston is not None:
            core.ports.kempston = kempston
        if edges is not None:
            core.ports.play_edges(edges)  # type: ignore[arg-type]


def first_difference(journal: Journal) -> int | None:
    """Return the clock when a replay was last right, or None if it ends right."""
    again = Replay(journal)
    right = journal.begin
    for check in journal.checks:
        tstates, pc = check >> 16, check & 0xFFFF
        if tstates < again.core.tstates:
            continue
        again.run_to(tstates)
        change = again.next_change  # one that comes at this very moment may set PC
        is_there = again.core.pc == pc or (change is not None and change.tstates == tstates)
        if not again.is_exact or again.core.tstates != tstates or not is_there:
            return right
        right = tstates
    again.run_to(again.end)
    return None if again.is_exact and again.is_like(journal.spectrum.core) else right
