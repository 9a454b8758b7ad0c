"""Record of a program while it was watched: every instruction and every BASIC line, their counts and times.

>>> from pyspectrum.machine import Spectrum
>>> spectrum = Spectrum()
>>> spectrum.boot()
>>> spectrum.core.memory[32768:32772] = bytes([6, 3, 16, 254])  # ld b,3; djnz to itself
>>> spectrum.core.pc = 32768
>>> with Coverage(spectrum) as coverage:
...     spectrum.run_tstates(7 + 2 * 13 + 8)
>>> coverage.executions(32768), coverage.executions(32770), coverage.tstates(32770)
(1, 3, 34)

Both counts are exact: while a `Coverage` is open, the machine reports each instruction when it is done (it runs some
thirty times slower, still faster than a real one). T-states are those of the instruction, contention included; an
interrupt's own 13 or 19 are charged to nobody but the total.

If it is enough to know what ran, ``counts=False`` has the simulator take down the addresses by itself, which takes a
tenth of that. BASIC lines are counted and timed all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Protocol, Self

from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.atomic import write_text_whole
from pyspectrum.basic import MAX_LINE_NUMBER, list_content
from pyspectrum.basic.basic import program_in
from pyspectrum.core import Core, Observer
from pyspectrum.core.footprint import tracking
from pyspectrum.core.paging import ROM_0, ROM_1
from pyspectrum.core.running import Place
from pyspectrum.coverage import report
from pyspectrum.coverage.counts import BANK_SIZE, FIRST_ROM, Code, Counts
from pyspectrum.errors import SpectrumError
from pyspectrum.memory import PPC, read_word

_NEXT_LINE = bytes.fromhex("22 55 5C EB 22 5D 5C")
"""The ROMs' NEXT-LINE, ``ld (NXTLIN),hl / ex de,hl / ld (CH_ADD),hl``: a BASIC line begins, whose number is in PPC."""


class Machine(Protocol):
    """A machine whose work can be counted: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    @property
    def symbols(self) -> SymbolTable | None: ...
    def watch(self, address: Place, callback: Callable[..., object]) -> AbstractContextManager[None]: ...


class Coverage(Counts):
    """While the `with` block lasts, this fills; entered again, it continues counting.

    Args:
        spectrum: the machine.
        code: symbols of the machine code to report on (or an `Assembly`, or several); as a rule the machine's own.
        basic: whether to report on BASIC, or the path of its listing, so that a report names lines of that file.
        counts: whether to count and time each instruction; else its executions are 1 or 0, and its T-states 0.

    Raises:
        BasicError: there is no such listing.
    """

    def __init__(
        self, spectrum: Machine, code: Code | None = None, *, basic: bool | Path | str = False, counts: bool = True
    ) -> None:
        super().__init__(spectrum.core.model, code if code is not None else spectrum.symbols, basic=basic)
        self._core, self._spectrum, self._counts = spectrum.core, spectrum, counts
        self._line_starts = {
            (FIRST_ROM + number) * BANK_SIZE + at
            for number, path in enumerate(spectrum.core.model.rom_paths)
            if (at := Path(path).read_bytes().find(_NEXT_LINE)) >= 0
        }
        self._since = self._line_since = 0
        self._line = 0
        self._outer = spectrum.core.observer
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        core = self._core
        self._since = self._line_since = core.tstates
        self._line = read_word(core.memory, PPC)
        if self._counts:
            self._outer = core.observer
            core.observer = self._observer()
        else:
            self._closing.enter_context(tracking(core, self._take_places))
            if self.basic:
                for place in self._line_starts:
                    bank, offset = divmod(place, BANK_SIZE)
                    start = (bank - FIRST_ROM + ROM_0, offset) if core.model.banked else offset
                    self._closing.enter_context(self._spectrum.watch(start, lambda: self._begin_line(core.tstates)))
        return self

    def __exit__(self, *_: object) -> None:
        core = self._core
        if self._counts:
            core.observer = self._outer
        self._closing.close()
        self.total_tstates += core.tstates - self._since
        self.line_tstates[self._line] += core.tstates - self._line_since
        self.memory = bytes(core.memory)
        for line in program_in(self.memory) if self.basic else ():
            if 0 < line.number <= MAX_LINE_NUMBER:
                self.program[line.number] = list_content(line.content)

    # -- reports -------------------------------------------------------------------------------

    def summary(self) -> str:
        """A table: how much of each source file (or label) and of BASIC ran, and what did not."""
        return report.summary(self)

    def annotated(self) -> str:
        """Every source line, instruction and BASIC line with its executions and T-states before it."""
        return report.annotated(self)

    def profile(self, top: int = 20) -> str:
        """A table of the labels, source lines and BASIC lines that took the most T-states.

        Raises:
            SpectrumError: it was opened with ``counts=False``.
        """
        if not self._counts:
            raise SpectrumError("this coverage has no times; open it without counts=False")
        return report.profile(self, top)

    def lcov(self) -> str:
        """The lines that have sources as an LCOV tracefile, which genhtml and the coverage services read."""
        return report.lcov(self)

    def save_lcov(self, path: Path | str) -> None:
        """Write `lcov` to a file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        write_text_whole(path, self.lcov())

    # -- counting ------------------------------------------------------------------------------

    def _observer(self) -> Observer:
        """Return the function for the core to call; a closure, since it is called some 300,000 times a second."""
        executions, all_tstates, line_starts, outer = self._executions, self._tstates, self._line_starts, self._outer
        banked, slots = self._core.model.banked, self._slots_now()

        def observe(pc: int, started: int, ended: int) -> None:
            nonlocal slots
            place = slots[pc >> 14] + (pc & 0x3FFF)
            executions[place] += 1
            all_tstates[place] += ended - started
            if place in line_starts:
                self._begin_line(started)
            if banked:
                slots = self._slots_now()
            if outer is not None:
                outer(pc, started, ended)

        return observe

    def _take_places(self, places: Iterable[int]) -> None:
        """These were executed, each a page and an address, as a `Footprint` has them."""
        first_rom = ROM_0 if self._core.model.banked else ROM_1
        for place in places:
            page = place >> 16
            bank = page if page < ROM_0 else FIRST_ROM + page - first_rom
            at = bank * BANK_SIZE + (place & 0x3FFF)
            self._executions[at] = max(1, self._executions[at])

    def _begin_line(self, now: int) -> None:
        self.line_tstates[self._line] += now - self._line_since
        self._line, self._line_since = read_word(self._core.memory, PPC), now
        self.line_runs[self._line] += 1

    def _slots_now(self) -> tuple[int, int, int, int]:
        """The first place of what lies in each quarter of memory now."""
        core = self._core
        rom, page = (core.rom, core.page) if core.model.banked else (0, 0)
        return (FIRST_ROM + rom) * BANK_SIZE, 5 * BANK_SIZE, 2 * BANK_SIZE, page * BANK_SIZE
