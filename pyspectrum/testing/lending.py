"""Machines that a test run lends to tests: several to one test, in fixtures of any scope."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbol_files import load_symbols
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.coverage.whole_run import Lines, lines_of, merge
from pyspectrum.machine import Spectrum
from pyspectrum.machine.media import DEFAULT_TIMEOUT, Until
from pyspectrum.testing.machine_cache import MachineCache, Medium
from pyspectrum.trace.journal import Journal

Symbols = SymbolTable | Assembly | Path | str


class Load(Protocol):
    """The fixture `load`: has the test's machine load a medium, or restores it as after the same load before.

    It begins from the machine as it was lent, whatever the test has done to it; a second tape for a program that waits
    for one is `Spectrum.insert_tape`.

    Args:
        medium: a path (from the test's own folder), or a `Tape`.
        until: the end of the load: a text on the screen, a compiled pattern, a label of `symbols`, an address that PC
            comes to, or a function of the machine.
        timeout: the limit in seconds of Spectrum time.
        basic: on a 128, the BASIC to load in, ``"48"`` or ``"128"``, in place of the Tape Loader.
        symbols: for names in place of addresses: a table, what `assemble` gave, or a symbol file.
    """

    def __call__(
        self,
        medium: Medium,
        until: Until | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        basic: str | None = None,
        symbols: Symbols | None = None,
    ) -> Spectrum: ...


class NewSpectrum(Protocol):
    """The fixture `new_spectrum`: one more booted machine, for as long as the ``with`` block lasts; in any scope.

    Args:
        model, joystick, basic: as of the mark `spectrum`.
        medium: the medium to load, if any; with `until`, `symbols` and `timeout` as of `Load`.
    """

    def __call__(
        self,
        model: str = "48",
        *,
        joystick: str | None = None,
        basic: str | None = None,
        medium: Medium | None = None,
        until: Until | None = None,
        symbols: Symbols | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> AbstractContextManager[Spectrum]: ...


@dataclass
class Lent:
    """A machine that a test has, and its journal, if a film or a trace may be wanted."""

    spectrum: Spectrum
    journal: Journal | None
    is_returned: bool = False
    began_at: int = -1
    """The machine's clock when the test began; -1 for one that is new in this test."""


class Lender:
    """Lends machines out of a cache; `prepare` is called with each new one."""

    def __init__(self, cache: MachineCache, *, keeps_journals: bool, prepare: Callable[[Spectrum], None]) -> None:
        self.cache = cache
        self.folder = Path()
        """The present test's folder, from which media are named."""
        self._keeps_journals = keeps_journals
        self._prepare = prepare
        self._lent: list[Lent] = []
        self.covered: Lines = {}
        """The source lines of the programs under test, and which of them ran."""

    def begin_test(self, folder: Path) -> None:
        """Forget the machines that were given back, and note how far the others are."""
        self.folder = folder
        self._lent = [lent for lent in self._lent if not lent.is_returned]
        for lent in self._lent:
            lent.began_at = lent.spectrum.tstates
            if lent.journal is not None:
                lent.journal.begin_anew()

    @property
    def used_in_test(self) -> tuple[Lent, ...]:
        """The machines that the present test has used, in the order they were lent."""
        return tuple(lent for lent in self._lent if lent.began_at != lent.spectrum.tstates)

    @contextmanager
    def lend(
        self,
        model: str | None = None,
        *,
        joystick: str | None = None,
        basic: str | None = None,
        medium: Medium | None = None,
        until: Until | None = None,
        symbols: Symbols | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> Iterator[Spectrum]:
        """Lend a machine until the block ends; see `NewSpectrum`."""
        machine = self.cache.booted(model or "48", joystick, basic)
        self._prepare(machine)
        with ExitStack() as stack:
            lent = Lent(machine, stack.enter_context(Journal(machine)) if self._keeps_journals else None)
            self._lent.append(lent)
            try:
                if medium is not None:
                    self.load(machine, medium, until, timeout=timeout, symbols=symbols)
                yield machine
            finally:
                lent.is_returned = True
                if machine.core.footprint is not None and machine.symbols is not None:
                    merge(self.covered, lines_of(machine.symbols, machine.core.footprint.settle()))

    def load(
        self,
        machine: Spectrum,
        medium: Medium,
        until: Until | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        basic: str | None = None,
        symbols: Symbols | None = None,
    ) -> Spectrum:
        """See `Load`."""
        if isinstance(medium, str | Path):
            medium = self.folder / medium
        if isinstance(symbols, str | Path):
            symbols = load_symbols(self.folder / symbols)
        machine.symbols = symbols.symbol_table() if isinstance(symbols, Assembly) else symbols
        allowance = machine.runner.allowance
        machine.runner.allow(None)
        self.cache.load(machine, medium, until, timeout, basic)
        if machine.core.journal is not None:
            machine.core.journal.note("load", medium, **({} if until is None else {"until": until}))
        machine.runner.allow(allowance)
        return machine
