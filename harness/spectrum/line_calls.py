"""Counting and timing the analyses of a line while the program solves, whichever way its tape does them."""

from __future__ import annotations

from contextlib import ExitStack
from functools import lru_cache
from typing import Self

from harness.spectrum import CODE_ADDRESS
from pyspectrum import memory
from pyspectrum.core import Core
from pyspectrum.core.breakpoints import Tally
from pyspectrum.machine import Spectrum
from pyspectrum.tape import FileType, Tape

_INTERRUPT, _TO_INTERRUPT = 0x38, 13
"""ROM: the interrupt routine, and the T-states that the Z80 takes to call it."""
_LONGEST_CALL = 1.0
"""A call that takes longer has not returned: BASIC took over with a report. The slowest line needs 0.02 s."""
ANALYSIS_LINES = range(2190, 3611)
"""The BASIC lines that analyse one line (specification, section 2)."""


class LineCallCounter(ExitStack):
    """Count and time every analysis of a line while the `with` block lasts.

    With code at `code_entry` these are its calls, from entry to return without interrupts; elsewhere the time from the
    first to the last BASIC line of the section that does the same. `tstates` holds the finished ones, in order; without
    `timed` it stays empty if there is code, and counting costs next to nothing.
    """

    def __init__(self, spectrum: Spectrum, tape: Tape, *, timed: bool = True) -> None:
        super().__init__()
        self._count = 0
        self._tally: Tally | None = None
        self._timed = timed
        self.tstates: list[int] = []
        self._spectrum = spectrum
        self._began: int | None = None
        self._interrupted = 0
        self._code_entry = code_entry(tape)

    def __enter__(self) -> Self:
        if self._code_entry is not None and not self._timed:
            self._tally = self.enter_context(self._spectrum.tally(self._code_entry))
        elif self._code_entry is not None:
            self.enter_context(self._spectrum.watch(self._code_entry, self._enter_code))
        else:
            from pyspectrum.coverage import NEXT_LINE  # a slow import, for the edition without code alone

            self.enter_context(self._spectrum.watch(NEXT_LINE, self._take_up_line))
        return self

    @property
    def count(self) -> int:
        """Number of analyses begun."""
        return self._count if self._tally is None else self._tally.count

    def _begin(self) -> None:
        self._count += 1
        self._began = self._spectrum.tstates
        self._interrupted = 0

    def _end(self) -> None:
        if self._began is not None:
            self.tstates.append(self._spectrum.tstates - self._began - self._interrupted)
            self._began = None

    def _enter_code(self) -> None:
        """Run from the entry to the return, and leave out the interrupts between: where they fall is chance."""
        self._begin()
        core = self._spectrum.core
        back = self._word_on_stack(core)
        until = core.tstates + core.model.seconds_to_tstates(_LONGEST_CALL)
        while (reached := core.run(until, {back, _INTERRUPT})) == _INTERRUPT:
            since = core.tstates - _TO_INTERRUPT
            reached = core.run(until, {self._word_on_stack(core)})
            self._interrupted += core.tstates - since
            if reached == back:  # it came between the return and the next instruction
                break
        if reached is not None:
            self._end()

    @staticmethod
    def _word_on_stack(core: Core) -> int:
        return memory.read_word(core.memory, core.get("sp"))

    def _take_up_line(self) -> None:
        inside = memory.read_word(self._spectrum.core.memory, memory.PPC) in ANALYSIS_LINES
        if inside and self._began is None:
            self._begin()
        elif not inside:
            self._end()


@lru_cache(maxsize=8)
def code_entry(tape: Tape) -> int | None:
    """Return the address at which a tape's program has its lines analysed by code, None if it has none at 62976.

    It is 62976 where the program says so itself, and else where the block begins that has that address.
    """
    blocks = zip(tape.blocks, tape.blocks[1:], strict=False)
    files = [(header.header, block.payload) for header, block in blocks if header.header is not None]
    starts = [
        header.parameter1
        for header, data in files
        if header.file_type is FileType.CODE and header.parameter1 <= CODE_ADDRESS < header.parameter1 + len(data)
    ]
    if not starts:
        return None
    is_called = any(
        header.file_type is FileType.PROGRAM and str(CODE_ADDRESS).encode() in data for header, data in files
    )
    return CODE_ADDRESS if is_called else starts[0]
