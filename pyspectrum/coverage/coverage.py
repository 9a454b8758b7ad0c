"""What a program did while it was watched: every instruction and every BASIC line, how often, for how long.

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
twenty times slower, still faster than a real one). T-states are those of the instruction, contention included; an
interrupt's own 13 or 19 are charged to nobody but the total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.atomic import write_text_whole
from pyspectrum.basic import MAX_LINE_NUMBER, list_content, split_program
from pyspectrum.errors import BasicError
from pyspectrum.memory import PPC, PROG, VARS, read_word

if TYPE_CHECKING:
    from pyspectrum.core import Observer
    from pyspectrum.machine import Spectrum

_NEXT_LINE = bytes.fromhex("22 55 5C EB 22 5D 5C")
"""The ROMs' NEXT-LINE, ``ld (NXTLIN),hl / ex de,hl / ld (CH_ADD),hl``: a BASIC line begins, whose number is in PPC."""
ROM_LABEL = "(ROM)"
OTHER_LABEL = "(other)"
_BANK_SIZE = 0x4000
_FIRST_ROM = 8  # places are counted bank by bank: RAM 0–7, then the ROMs

Code = SymbolTable | Assembly | Iterable[SymbolTable | Assembly]


class Coverage:
    """While the `with` block lasts, this fills; entered again, it goes on counting.

    Args:
        spectrum: the machine.
        code: symbols of the machine code to report on (or an `Assembly`, or several); as a rule the machine's own.
        basic: whether to report on BASIC, or the path of its listing, so that a report names lines of that file.

    Raises:
        BasicError: there is no such listing.
    """

    def __init__(self, spectrum: Spectrum, code: Code | None = None, *, basic: bool | Path | str = False) -> None:
        self._spectrum = spectrum
        self.tables = _tables(code if code is not None else spectrum.symbols)
        self.basic = bool(basic)
        self.listing_path = None if isinstance(basic, bool) else Path(basic)
        if self.listing_path is not None and not self.listing_path.is_file():
            raise BasicError(f"{self.listing_path}: no such listing in {Path.cwd()}; mend the path, or say basic=True")
        self.line_runs: Counter[int] = Counter()
        self.line_tstates: Counter[int] = Counter()
        self.program: dict[int, str] = {}
        self.total_tstates = 0
        places = (_FIRST_ROM + len(spectrum.model.rom_paths)) * _BANK_SIZE
        self._executions = [0] * places
        self._tstates = [0] * places
        self._line_starts = {
            (_FIRST_ROM + number) * _BANK_SIZE + Path(path).read_bytes().find(_NEXT_LINE)
            for number, path in enumerate(spectrum.model.rom_paths)
        }
        self._since = self._line_since = 0
        self._line = 0
        self._outer = spectrum.core.observer
        self.memory = b""

    def __enter__(self) -> Self:
        core = self._spectrum.core
        self._since = self._line_since = core.tstates
        self._line = read_word(core.memory, PPC)
        self._outer = core.observer
        core.observer = self._observer()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        core = self._spectrum.core
        core.observer = self._outer
        self.total_tstates += core.tstates - self._since
        self.line_tstates[self._line] += core.tstates - self._line_since
        self.memory = bytes(core.memory)
        self.program |= _program(self.memory) if self.basic else {}

    # -- what was found ------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """How much Spectrum time passed meanwhile."""
        return self._spectrum.model.seconds(self.total_tstates)

    def executions(self, address: int, bank: int | None = None) -> int:
        """How often the instruction at `address` was executed (in switched memory: in this bank, or in any)."""
        return sum(self._executions[place] for place in self._places(address, bank))

    def tstates(self, address: int, bank: int | None = None) -> int:
        """The T-states that the instruction at `address` took, all its executions together."""
        return sum(self._tstates[place] for place in self._places(address, bank))

    @property
    def missing_basic_lines(self) -> tuple[int, ...]:
        """The numbers of the program's lines that never ran; a line of remarks alone is not missed."""
        return tuple(number for number, text in self.program.items() if not self.line_runs[number] and not _idle(text))

    @property
    def missing_lines(self) -> tuple[str, ...]:
        """``file:line`` of each source line whose instruction was never executed, of code with source lines."""
        places: set[tuple[str, int]] = set()
        for table in self.tables:
            ran = {line for key, line in table.lines.items() if self.line_executions(table, key)}
            places |= {(line.path, line.line) for line in table.lines.values() if line not in ran}
        return tuple(f"{path}:{line}" for path, line in sorted(places))

    def line_executions(self, table: SymbolTable, key: int) -> int:
        """How often the instruction that `table.lines` has under `key` was executed."""
        return self.executions(key & 0xFFFF, key >> 16 if table.banks else None)

    def line_time(self, table: SymbolTable, key: int) -> int:
        """The T-states of the instruction that `table.lines` has under `key`."""
        return self.tstates(key & 0xFFFF, key >> 16 if table.banks else None)

    # -- reports -------------------------------------------------------------------------------

    def summary(self) -> str:
        """A table: how much of each source file (or label) and of BASIC ran, and what did not."""
        from pyspectrum.coverage import report

        return report.summary(self)

    def annotated(self) -> str:
        """Every source line, instruction and BASIC line with its executions and T-states before it."""
        from pyspectrum.coverage import report

        return report.annotated(self)

    def profile(self, top: int = 20) -> str:
        """A table of the labels, source lines and BASIC lines that took the most T-states."""
        from pyspectrum.coverage import report

        return report.profile(self, top)

    def by_label(self) -> Counter[str]:
        """T-states by the last label before each instruction; ``(ROM)`` and ``(other)`` where there is none."""
        by_label: Counter[str] = Counter()
        for place, tstates in enumerate(self._tstates):
            if tstates:
                bank, offset = divmod(place, _BANK_SIZE)
                by_label[self._label(bank, offset)] += tstates
        return by_label

    def lcov(self) -> str:
        """The lines that have sources as an LCOV tracefile, which genhtml and the coverage services read."""
        from pyspectrum.coverage import report

        return report.lcov(self)

    def save_lcov(self, path: Path | str) -> None:
        """Write `lcov` to a file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        write_text_whole(path, self.lcov())

    # -- counting ------------------------------------------------------------------------------

    def _observer(self) -> Observer:
        """What the core is to call; a closure, for it is called some 300,000 times a second."""
        executions, all_tstates, line_starts, outer = self._executions, self._tstates, self._line_starts, self._outer
        banked, slots = self._spectrum.model.banked, self._slots_now()

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

    def _begin_line(self, now: int) -> None:
        self.line_tstates[self._line] += now - self._line_since
        self._line, self._line_since = read_word(self._spectrum.core.memory, PPC), now
        self.line_runs[self._line] += 1

    def _label(self, bank: int, offset: int) -> str:
        if bank >= _FIRST_ROM:
            return ROM_LABEL
        address = {5: 0x4000, 2: 0x8000}.get(bank, 0xC000) + offset
        labels = (table.nearest(address, bank) for table in self.tables)
        return next((label.name for label in labels if label), OTHER_LABEL)

    def _slots_now(self) -> tuple[int, int, int, int]:
        """The first place of what lies in each quarter of memory now."""
        core = self._spectrum.core
        rom, page = (core.rom, core.page) if core.model.banked else (0, 0)
        return (_FIRST_ROM + rom) * _BANK_SIZE, 5 * _BANK_SIZE, 2 * _BANK_SIZE, page * _BANK_SIZE

    def _places(self, address: int, bank: int | None) -> list[int]:
        offset = address & 0x3FFF
        match address >> 14:
            case 0:
                banks: Iterable[int] = range(_FIRST_ROM, len(self._executions) // _BANK_SIZE)
            case 1:
                banks = (5,)
            case 2:
                banks = (2,)
            case _:
                # 5 and 2 have addresses of their own, where their instructions count
                banks = (0, 1, 3, 4, 6, 7) if bank is None else (bank,)
        return [one * _BANK_SIZE + offset for one in banks]


def _tables(code: Code | None) -> tuple[SymbolTable, ...]:
    if code is None:
        return ()
    if isinstance(code, SymbolTable | Assembly):
        code = (code,)
    return tuple(one.symbol_table() if isinstance(one, Assembly) else one for one in code)


def _program(memory: bytes) -> dict[int, str]:
    """The lines of the BASIC program, number and text; none where it is not (or no longer) a program."""
    try:
        lines = split_program(memory[read_word(memory, PROG) : read_word(memory, VARS)])
    except BasicError:
        return {}
    return {line.number: list_content(line.content) for line in lines if 0 < line.number <= MAX_LINE_NUMBER}


def _idle(text: str) -> bool:
    return text.startswith(("REM", "DATA", "DEF FN"))
