"""BASIC's reports, in the lowest lines of the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pyspectrum.core import Core
from pyspectrum.memory import ERR_NR, ERR_SP, FLAGX, INPUT_MODE, read_word

_TV_FLAG = 23612
_REPORT_STANDS = 0x20  # of TV_FLAG: the next key clears the lower screen
_ROM_END = 0x4000
_NEAR_BYTES = 128  # how deep the editor's stack gets below ERR_SP
_CODES = "0123456789ABCDEFGHIJKLMNOPQRabcdefghijklmno"
_REPORT = re.compile(r"^(?P<code>[0-9A-Ra-o]) (?P<text>\S.*?), ?(?P<line>\d+):(?P<statement>\d+)$")


class Readable(Protocol):
    """A machine whose screen can be read: `Spectrum`."""

    @property
    def core(self) -> Core: ...
    def text_lines(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Report:
    """BASIC's report when it has stopped: the code, its text, the line and the statement.

    >>> str(Report("2", "Variable not found", 10, 1)), Report("0", "OK", 0, 1).is_error
    ('2 Variable not found, 10:1', False)
    """

    code: str
    text: str
    line: int
    statement: int

    @property
    def is_error(self) -> bool:
        """True if it is any but ``0 OK``."""
        return self.code != "0"

    def __str__(self) -> str:
        return f"{self.code} {self.text}, {self.line}:{self.statement}"


def parse_report(lines: str) -> Report | None:
    """Return the report in a text, or None if it holds none.

    >>> parse_report("0 OK, 10:2")
    Report(code='0', text='OK', line=10, statement=2)
    >>> parse_report("Score: 10")
    """
    found = _REPORT.match(lines)
    return Report(found["code"], found["text"], int(found["line"]), int(found["statement"])) if found else None


def standing_report(spectrum: Readable) -> Report | None:
    """Return the report at the bottom of the screen while BASIC's editor waits for a key, or None."""
    core = spectrum.core
    cells = core.memory
    if not cells[_TV_FLAG] & _REPORT_STANDS or cells[FLAGX] & INPUT_MODE or not editor_waits(core):
        return None
    upper, lower = spectrum.text_lines()[-2:]
    for text in (lower, upper + lower):  # a long one takes two lines
        report = parse_report(text.rstrip())
        if report and _CODES.index(report.code) == (cells[ERR_NR] + 1) & 0xFF:
            return report
    return None


def editor_waits(core: Core) -> bool:
    """Return True while the ROM's editor runs: for a command, a program line or an INPUT.

    The stack is the editor's and PC in ROM: another program may leave the lowest lines, but not that.
    """
    if core.pc >= _ROM_END:
        return False
    editor = core.model.editor_rom
    if editor and not core.paging_locked and core.get("sp") in editor.stack:
        return True
    errors_go_to = read_word(core.memory, ERR_SP)
    if not 0 <= errors_go_to - core.get("sp") < _NEAR_BYTES:
        return False
    return read_word(core.memory, errors_go_to) == core.model.basic_rom.editor_error
