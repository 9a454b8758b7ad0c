"""Where a program spends its time: T-states by BASIC line, and by label of its machine code.

Both are exact. A BASIC line is charged from the moment the ROM takes it up (`NEXT_LINE`, when PPC
holds its number) to the moment it takes up the next; machine code is stepped through, and each
instruction is charged to the last label before it.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from pyspectrum.machine import Spectrum
from pyspectrum.memory import PPC, read_word
from pyspectrum.symbols import SymbolTable

NEXT_LINE = 0x1BD1
"""ROM: a BASIC line begins; its number is in PPC."""
ROM_LABEL = "(ROM)"
OTHER_LABEL = "(other)"


@dataclass
class Profile:
    """T-states by BASIC line number and by label; `calls` are the T-states of each call of an entry, in order."""

    by_line: Counter[int] = field(default_factory=Counter)
    runs_of_line: Counter[int] = field(default_factory=Counter)
    by_label: Counter[str] = field(default_factory=Counter)
    calls: list[int] = field(default_factory=list)
    total: int = 0


class Profiler:
    """While the `with` block lasts, `profile` fills.

    `code` is the machine code to look into, `entries` the addresses where BASIC calls it; each
    call is followed to its return. Without them only BASIC is profiled.
    """

    def __init__(self, spectrum: Spectrum, code: tuple[SymbolTable, ...] = (), entries: tuple[int, ...] = ()) -> None:
        self.profile = Profile()
        self._spectrum = spectrum
        self._code = code
        self._entries = entries
        self._watches = ExitStack()
        self._line = 0
        self._line_since = 0
        self._since = 0

    def __enter__(self) -> Self:
        self._since = self._line_since = self._spectrum.tstates
        self._line = read_word(self._spectrum.core.memory, PPC)
        self._watches.enter_context(self._spectrum.watch(NEXT_LINE, self._take_up_line))
        for entry in self._entries:
            self._watches.enter_context(self._spectrum.watch(entry, self._follow_call))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watches.close()
        self._charge_line()
        self.profile.total += self._spectrum.tstates - self._since

    def _take_up_line(self) -> None:
        self._charge_line()
        self._line = read_word(self._spectrum.core.memory, PPC)
        self.profile.runs_of_line[self._line] += 1

    def _charge_line(self) -> None:
        now = self._spectrum.tstates
        self.profile.by_line[self._line] += now - self._line_since
        self._line_since = now

    def _follow_call(self) -> None:
        """Step from the entry to its return, charging every instruction to its label."""
        core = self._spectrum.core
        entered_at, stack = core.tstates, core.get("sp")
        while core.get("sp") <= stack:
            label, before = self._label(core.pc), core.tstates
            core.step()
            self.profile.by_label[label] += core.tstates - before
        self.profile.calls.append(core.tstates - entered_at)

    def _label(self, address: int) -> str:
        if address < 0x4000:
            return ROM_LABEL
        for table in self._code:
            label = table.nearest(address)
            if label:
                return label.name
        return OTHER_LABEL
