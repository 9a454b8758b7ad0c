"""Counting and timing the analyses of a line while the program solves, whichever way its tape does them."""

from __future__ import annotations

from contextlib import ExitStack
from functools import lru_cache
from types import TracebackType
from typing import Self

from harness.spectrum import CODE_ADDRESS
from pyspectrum import memory
from pyspectrum.core.breakpoints import Tally
from pyspectrum.machine import Spectrum
from pyspectrum.tape import FileType, Tape

_LONGEST_CALL = 1.0
"""A call that takes longer has not returned: BASIC took over with a report. The slowest line needs 0.02 s."""
ANALYSIS_LINES = range(2190, 3611)
"""The BASIC lines that analyse one line (specification, section 2)."""


class LineCallCounter:
    """While the `with` block lasts, every analysis of a line is counted and timed.

    On a tape with code at 62976 the calls of that code are meant, from entry to return, or of the
    code before it on the tape: the turbo edition's own code begins with its analysis of a line, too.
    Elsewhere it is the time from the first to the last BASIC line of the section that does the same.
    `tstates` holds the finished ones, in order. Without `timed` they are only counted where there is code: `tstates`
    stays empty, and that costs next to nothing.
    """

    def __init__(self, spectrum: Spectrum, tape: Tape, *, timed: bool = True) -> None:
        self._count = 0
        self._tally: Tally | None = None
        self._timed = timed
        self.tstates: list[int] = []
        self._spectrum = spectrum
        self._watches = ExitStack()
        self._began: int | None = None
        self._code_entry = code_entry(tape)

    def __enter__(self) -> Self:
        if self._code_entry is not None and not self._timed:
            self._tally = self._watches.enter_context(self._spectrum.tally(self._code_entry))
        elif self._code_entry is not None:
            self._watches.enter_context(self._spectrum.watch(self._code_entry, self._enter_code))
        else:
            from pyspectrum.coverage import NEXT_LINE  # a slow import, for the edition without code alone

            self._watches.enter_context(self._spectrum.watch(NEXT_LINE, self._take_up_line))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watches.close()

    @property
    def count(self) -> int:
        """Number of analyses begun."""
        return self._count if self._tally is None else self._tally.count

    def _begin(self) -> None:
        self._count += 1
        self._began = self._spectrum.tstates

    def _end(self) -> None:
        if self._began is not None:
            self.tstates.append(self._spectrum.tstates - self._began)
            self._began = None

    def _enter_code(self) -> None:
        """Run from the entry to the return: so there is one place to watch at a time, which costs nothing."""
        self._begin()
        core = self._spectrum.core
        back = memory.read_word(core.memory, core.get("sp"))
        if core.run(core.tstates + core.model.seconds_to_tstates(_LONGEST_CALL), {back}) is not None:
            self._end()

    def _take_up_line(self) -> None:
        inside = memory.read_word(self._spectrum.core.memory, memory.PPC) in ANALYSIS_LINES
        if inside and self._began is None:
            self._begin()
        elif not inside:
            self._end()


@lru_cache(maxsize=8)
def code_entry(tape: Tape) -> int | None:
    """The address of the first piece of code on a tape that has the line analysis; the guard, above it, is none."""
    headers = [block.header for block in tape.blocks if block.header is not None]
    starts = [header.parameter1 for header in headers if header.file_type is FileType.CODE]
    above = [start for start in starts if memory.SCREEN_END <= start <= CODE_ADDRESS]
    return above[0] if CODE_ADDRESS in above else None
