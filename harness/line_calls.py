"""Counting the analyses of a line while the program solves, whichever way its tape does them."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from harness.build import CODE_ADDRESS
from pyspectrum import memory
from pyspectrum.machine import Spectrum
from pyspectrum.tape import FileType, Tape

ANALYSIS_LINES = range(2190, 3611)
"""The BASIC lines that analyse one line (specification, section 2)."""

_ROM_NEXT_LINE = 0x1BD1  # where the ROM begins a BASIC line whose number it has just put into PPC


class LineCallCounter:
    """While the `with` block lasts, `count` goes up with each analysis of a line.

    On a tape with code at 62976 the calls of that code are counted, elsewhere the entries into the
    BASIC section that does the same.
    """

    def __init__(self, spectrum: Spectrum, tape: Tape) -> None:
        self.count = 0
        self._spectrum = spectrum
        self._inside = False
        headers = [block.header for block in tape.blocks if block.header is not None]
        code_starts = {header.parameter1 for header in headers if header.file_type is FileType.CODE}
        self._watch = (
            spectrum.watch(CODE_ADDRESS, self._count_code_call)
            if CODE_ADDRESS in code_starts
            else spectrum.watch(_ROM_NEXT_LINE, self._count_basic_call)
        )

    def __enter__(self) -> Self:
        self._watch.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watch.__exit__(kind, error, trace)

    def _count_code_call(self) -> None:
        self.count += 1

    def _count_basic_call(self) -> None:
        line = memory.read_word(self._spectrum.core.memory, memory.PPC)
        inside = line in ANALYSIS_LINES
        self.count += inside and not self._inside
        self._inside = inside
