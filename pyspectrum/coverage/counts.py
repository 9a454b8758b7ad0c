"""The counts of a `Coverage`: how often each instruction and BASIC line ran, and for how long.

A place is a byte of a bank: RAM 0–7, then the ROMs, `BANK_SIZE` bytes each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pyspectrum.assembler import Assembly
from pyspectrum.assembler.symbols import SymbolTable
from pyspectrum.errors import BasicError
from pyspectrum.models import Model

ROM_LABEL = "(ROM)"
OTHER_LABEL = "(other)"
BANK_SIZE = 0x4000
FIRST_ROM = 8

Code = SymbolTable | Assembly | Iterable[SymbolTable | Assembly]


class Counts:
    """Executions and T-states by place, and by BASIC line number, with the names to report them by.

    Raises:
        BasicError: there is no such listing as `basic`.
    """

    def __init__(self, model: Model, code: Code | None, *, basic: bool | Path | str = False) -> None:
        self._model = model
        self.tables = _tables(code)
        self.basic = bool(basic)
        self.listing_path = None if isinstance(basic, bool) else Path(basic)
        if self.listing_path is not None and not self.listing_path.is_file():
            raise BasicError(f"{self.listing_path}: no such listing in {Path.cwd()}; fix the path or pass basic=True")
        self.line_runs: Counter[int] = Counter()
        self.line_tstates: Counter[int] = Counter()
        self.program: dict[int, str] = {}
        self.total_tstates = 0
        places = (FIRST_ROM + len(model.rom_paths)) * BANK_SIZE
        self._executions = [0] * places
        self._tstates = [0] * places
        self.memory = b""

    @property
    def seconds(self) -> float:
        """Spectrum time that passed meanwhile."""
        return self._model.seconds(self.total_tstates)

    def executions(self, address: int, bank: int | None = None) -> int:
        """Return how often the instruction at `address` ran; for switched memory, in this bank or in any."""
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
            ran = {line for key, line in table.lines.items() if self.line_counts(table, key)[0]}
            places |= {(line.path, line.line) for line in table.lines.values() if line not in ran}
        return tuple(f"{path}:{line}" for path, line in sorted(places))

    def line_counts(self, table: SymbolTable, key: int) -> tuple[int, int]:
        """Executions and T-states of the instruction that `table.lines` has under `key`."""
        place = key & 0xFFFF, key >> 16 if table.banks else None
        return self.executions(*place), self.tstates(*place)

    def by_label(self) -> Counter[str]:
        """T-states by the last label before each instruction; ``(ROM)`` and ``(other)`` where there is none."""
        by_label: Counter[str] = Counter()
        for place, tstates in enumerate(self._tstates):
            if tstates:
                bank, offset = divmod(place, BANK_SIZE)
                by_label[self._label(bank, offset)] += tstates
        return by_label

    def _label(self, bank: int, offset: int) -> str:
        if bank >= FIRST_ROM:
            return ROM_LABEL
        address = {5: 0x4000, 2: 0x8000}.get(bank, 0xC000) + offset
        labels = (table.nearest(address, bank) for table in self.tables)
        return next((label.name for label in labels if label), OTHER_LABEL)

    def _places(self, address: int, bank: int | None) -> list[int]:
        offset = address & 0x3FFF
        match address >> 14:
            case 0:
                banks: Iterable[int] = range(FIRST_ROM, len(self._executions) // BANK_SIZE)
            case 1:
                banks = (5,)
            case 2:
                banks = (2,)
            case _:
                # 5 and 2 have addresses of their own, where their instructions count
                banks = (0, 1, 3, 4, 6, 7) if bank is None else (bank,)
        return [one * BANK_SIZE + offset for one in banks]


def _tables(code: Code | None) -> tuple[SymbolTable, ...]:
    if code is None:
        return ()
    if isinstance(code, SymbolTable | Assembly):
        code = (code,)
    return tuple(one.symbol_table() if isinstance(one, Assembly) else one for one in code)


def _idle(text: str) -> bool:
    return text.startswith(("REM", "DATA", "DEF FN"))
