"""T-states by BASIC line and by machine-code label.

Both are exact. A BASIC line is charged from the moment the ROM takes it up (`NEXT_LINE`, when PPC
holds its number) to the moment it takes up the next; machine code is stepped through from each `USR` to
its return, and each instruction is charged to the last label before it.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.coverage.counts import OTHER_LABEL, ROM_LABEL
from pyspectrum.coverage.coverage import Machine
from pyspectrum.memory import PPC, read_word

NEXT_LINE = 0x1BD1
"""ROM: a BASIC line begins; its number is in PPC."""
USR_JUMP = 0x34BB
"""ROM: the `ret` by which the function USR goes to the machine code, whose address lies on the stack."""
USR_RETURN = 0x2D2B
"""ROM: where that code returns to, with USR's value in BC."""
ERROR_RESTART = 0x0008
"""ROM: a report; machine code that comes here does not return."""


@dataclass
class Profile:
    """T-states by BASIC line number and by label; `calls` has those of each USR, in order, by the entry's label."""

    by_line: Counter[int] = field(default_factory=Counter)
    runs_of_line: Counter[int] = field(default_factory=Counter)
    by_label: Counter[str] = field(default_factory=Counter)
    calls: dict[str, list[int]] = field(default_factory=dict)
    total: int = 0

    @property
    def code_tstates(self) -> int:
        """T-states in machine code, the ROM routines that it calls and interrupts included."""
        return sum(map(sum, self.calls.values()))


class Profiler:
    """While the `with` block lasts, `profile` fills.

    `code` is the machine code to look into. Without it only BASIC is profiled, which is faster.
    """

    def __init__(self, spectrum: Machine, code: tuple[SymbolTable, ...] = ()) -> None:
        self.profile = Profile()
        self._spectrum = spectrum
        self._code = code
        self._watches = ExitStack()
        self._line = 0
        self._line_since = 0
        self._since = 0

    def __enter__(self) -> Self:
        self._since = self._line_since = self._spectrum.core.tstates
        self._line = read_word(self._spectrum.core.memory, PPC)
        self._watches.enter_context(self._spectrum.watch(NEXT_LINE, self._take_up_line))
        if self._code:
            self._watches.enter_context(self._spectrum.watch(USR_JUMP, self._follow_call))
        return self

    def __exit__(self, *_: object) -> None:
        self._watches.close()
        self._charge_line()
        self.profile.total += self._spectrum.core.tstates - self._since

    def _take_up_line(self) -> None:
        self._charge_line()
        self._line = read_word(self._spectrum.core.memory, PPC)
        self.profile.runs_of_line[self._line] += 1

    def _charge_line(self) -> None:
        now = self._spectrum.core.tstates
        self.profile.by_line[self._line] += now - self._line_since
        self._line_since = now

    def _follow_call(self) -> None:
        """Step from a USR to its return, charging every instruction to its label.

        Only into the code in question: other code may leave things on the stack, and never return so.
        """
        core = self._spectrum.core
        core.step()
        entry, entered_at, stack = core.pc, core.tstates, core.get("sp")
        if not any(table.start <= entry < table.end for table in self._code):
            return
        by_address: Counter[int] = Counter()
        while core.pc != ERROR_RESTART:
            # the stack decides as well: the code may call that ROM routine itself, or use SP for other things
            if core.pc == USR_RETURN and core.get("sp") == stack + 2:
                break
            address, before = core.pc, core.tstates
            core.step()
            by_address[address] += core.tstates - before
        for address, tstates in by_address.items():
            self.profile.by_label[self._label(address)] += tstates
        self.profile.calls.setdefault(self._label(entry), []).append(core.tstates - entered_at)

    def _label(self, address: int) -> str:
        if address < 0x4000:
            return ROM_LABEL
        return next((label.name for table in self._code if (label := table.nearest(address))), OTHER_LABEL)
