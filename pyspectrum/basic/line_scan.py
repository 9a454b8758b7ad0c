"""The ROM's verdict on a line of BASIC.

A machine that has booted is kept for each BASIC. A line, keywords turned into tokens, is put into its editing area,
and the ROM's line scan runs to its end or to its report: LINE-SCAN of the 48K, or the scan of the 128's editor, which
knows its own statements and has the other ROM read the expressions. On its way it puts the five bytes behind numbers
and room behind the parameters of DEF FN.

The stack has an end here: what is nested so deeply that it would need more is refused, as is a line that grows into it.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass

from pyspectrum.core import Core
from pyspectrum.core.paging import ROM_0
from pyspectrum.errors import BasicError
from pyspectrum.memory import E_LINE, ERR_NR, ERR_SP, STKBOT, STKEND, WORKSP, X_PTR, read_word
from pyspectrum.models import MODEL_48K, MODEL_128K

MAX_LINE_BYTES = 0x9000
"""The most that a line can have, its hidden numbers included: most of the memory that BASIC leaves to a program."""
_BOOT_SECONDS = 10
_SCAN_SECONDS = 60
_NUMBER = b"1 "
_NO_REPORT = 0xFF
_END = 0x5BFE
"""An address at which nothing is: the scan comes back there."""
_BANKM = 0x5B5C
"""A 128's copy of what it last sent to the paging port."""
_STACK = 0xFF00
_STACK_END = 0xF000
_GUARD = bytes(range(64))


@dataclass(frozen=True)
class Scanned:
    """A line that was scanned: its `content` now, and if it was refused the `report`'s number and its `place`.

    `place` is that of the ROM's ``?`` in `content`.
    """

    content: bytes
    report: int | None = None
    place: int = 0


class LineScan:
    """The line scan of one machine, in the BASIC that `basic` names."""

    def __init__(self, basic: str) -> None:
        model = MODEL_128K if basic == "128" else MODEL_48K
        rom = model.editor_rom
        self._address = rom.line_scan if rom else model.basic_rom.line_scan
        self._core = core = Core(model)
        waits = (ROM_0, rom.waits_for_key) if rom else model.basic_rom.editor
        core.run(model.seconds_to_tstates(_BOOT_SECONDS), (waits,))
        if rom:
            core.memory[_BANKM] = core.paging = 0  # in place of the editor's bank
        core.interrupts_enabled = False
        core.pc = self._address
        core.memory[_STACK_END - len(_GUARD) : _STACK_END] = _GUARD
        core.memory[_STACK : _STACK + 4] = 2 * _END.to_bytes(2, "little")  # the scan's return, and that of its report
        core.memory[ERR_SP : ERR_SP + 2] = (_STACK + 2).to_bytes(2, "little")
        core.set("sp", _STACK)
        self._start = core.state()
        self._limit = core.tstates + model.seconds_to_tstates(_SCAN_SECONDS)
        self._lock = threading.Lock()

    def scan(self, content: bytes) -> Scanned:
        """Scan a line's content, without its number, its hidden numbers and the #0D at its end.

        >>> line_scan("48").scan(b"\\xfb"), line_scan("48").scan(b"\\xf5*")
        (Scanned(content=b'\\xfb', report=None, place=0), Scanned(content=b'\\xf5*', report=11, place=1))

        Raises:
            BasicError: it is too much for the Spectrum's memory, or for its pace.
        """
        if len(content) > MAX_LINE_BYTES:
            raise BasicError(f"{len(content):,} bytes are more than the Spectrum's memory takes; break the line up")
        with self._lock:
            core = self._core
            core.restore(self._start)
            start = read_word(core.memory, E_LINE)
            line = _NUMBER + content + b"\r\x80"
            core.memory[start : start + len(line)] = line
            for pointer in (WORKSP, STKBOT, STKEND):
                core.memory[pointer : pointer + 2] = (start + len(line)).to_bytes(2, "little")
            has_ended = core.run(self._limit, (_END,)) is not None
            memory = bytes(core.memory[start:_STACK_END])
            if not memory.endswith(_GUARD) or not has_ended:
                reason = (
                    "too much is nested or numbered in one line" if has_ended else "the line takes the ROM too long"
                )
                raise BasicError(f"{reason}; break it up")
            end = read_word(core.memory, WORKSP) - start - 2
            first = len(_NUMBER)
            report = core.memory[ERR_NR]
            if report == _NO_REPORT:
                return Scanned(memory[first:end])
            return Scanned(memory[first:end], report, read_word(core.memory, X_PTR) - start - first)


@functools.cache
def line_scan(basic: str) -> LineScan:
    """The line scan of ``48`` or ``128`` BASIC; its machine boots once in a process."""
    return LineScan(basic)
