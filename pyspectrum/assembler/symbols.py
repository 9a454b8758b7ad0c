"""Names for addresses: symbols of an assembler or compiler, and labels of the ROM with 48 BASIC.

`symbol_files.load_symbols` reads the files that pyz80, pasmo, sjasmplus and z88dk write; `Assembly.symbol_table` has
them from the assembler directly. The ROM's labels count on a 128 while that ROM is in.

Source: Ian Logan and Frank O'Hara, "The Complete Spectrum ROM Disassembly".
"""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from pyspectrum.errors import SymbolError


@dataclass(frozen=True)
class Label:
    """A place in the code: `offset` bytes past the label `name`."""

    name: str
    offset: int

    def __str__(self) -> str:
        return f"{self.name}+{self.offset}" if self.offset else self.name


@dataclass(frozen=True, order=True)
class SourceLine:
    """A line of a source file; lines count from 1.

    >>> str(SourceLine("snake.asm", 12))
    'snake.asm:12'
    """

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Remark:
    """A comment of the source that a debugger acts on, as ``; ASSERTION B < 5``, and the address it stands at."""

    address: int
    bank: int | None
    line: SourceLine
    text: str


@dataclass(frozen=True)
class SymbolTable:
    """The symbols of one piece of code, from `start` up to but without `end`.

    A symbol with a value outside that range (a constant, a buffer, a ROM entry) is no label of an address.

    Attributes:
        symbols: every name with its value.
        labels: the names that are addresses; None if the source of the table does not tell them from constants.
        lines: the source line of each instruction, if known, by its address (in a bank of a 128K that is switched in
            at 49152, by bank × 65536 + address).
        remarks: the comments for debuggers: ASSERTION and WPMEM (sjasmplus writes them into SLD).
        banks: of labels in switched memory of a 128K, the RAM bank 0–7.

    >>> table = SymbolTable({"entry": 62976, "walk": 62990, "cell_count": 62}, 62976, 63100)
    >>> table["walk"]
    62990
    >>> str(table.nearest(62993)), table.nearest(100)
    ('walk+3', None)
    """

    symbols: Mapping[str, int]
    start: int
    end: int
    labels: Collection[str] | None = None
    lines: Mapping[int, SourceLine] = field(default_factory=dict, repr=False)
    banks: Mapping[str, int] = field(default_factory=dict, repr=False)
    remarks: tuple[Remark, ...] = field(default=(), repr=False)
    _places: Mapping[int | None, tuple[tuple[int, str], ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = self.symbols if self.labels is None else self.labels
        # Of two labels at one address the alphabetically last would win the search; sort them so that it is the first.
        found = sorted(((name, self.symbols[name]) for name in names), reverse=True)
        inside = [(name, value) for name, value in found if self.start <= value < self.end]
        places: dict[int | None, tuple[tuple[int, str], ...]] = {}
        for bank in (None, *sorted(set(self.banks.values()))):
            here = {value: name for name, value in inside if bank is None or self.banks.get(name, bank) == bank}
            places[bank] = tuple(sorted(here.items()))
        object.__setattr__(self, "_places", places)

    def __getitem__(self, name: str) -> int:
        """The value of a symbol.

        Raises:
            SymbolError: there is none of that name. It is also a `KeyError`.
        """
        try:
            return self.symbols[name]
        except KeyError:
            near = difflib.get_close_matches(name, self.symbols, n=1) or [n for n in self.symbols if n == f"_{name}"]
            hint = f"did you mean {near[0]!r}?" if near else f"the table has {len(self.symbols)} other names"
            raise SymbolError(f"no symbol {name!r}; {hint}") from None

    def __contains__(self, name: object) -> bool:
        return name in self.symbols

    def address_of_line(self, place: str) -> int:
        """The address of the first instruction at or after a line, named ``"snake.asm:27"``.

        >>> lines = {32768: SourceLine("src/a.asm", 3), 32770: SourceLine("src/a.asm", 5)}
        >>> SymbolTable({}, 32768, 32772, lines=lines).address_of_line("a.asm:4")
        32770

        Raises:
            SymbolError: there is no such file, or no instruction from that line on.
        """
        name, _, number = place.rpartition(":")
        if not number.isdecimal():
            raise SymbolError(f"{place!r} is not a line; write it as file.asm:27")
        ours = {path for path in (line.path for line in self.lines.values()) if _ends_with(path, name)}
        if not ours:
            files = ", ".join(sorted({line.path for line in self.lines.values()})) or "none: load symbols with lines"
            raise SymbolError(f"no source file {name!r}; known are {files}")
        found = [(line.line, key) for key, line in self.lines.items() if line.path in ours and line.line >= int(number)]
        if not found:
            raise SymbolError(f"{place}: there is no instruction from that line on")
        return min(found)[1] & 0xFFFF

    def name_at(self, address: int, bank: int | None = None) -> str | None:
        """The label that stands exactly at `address`."""
        label = self.nearest(address, bank)
        return label.name if label is not None and label.offset == 0 else None

    def nearest(self, address: int, bank: int | None = None) -> Label | None:
        """The last label at or before `address`; None outside the code or before its first label.

        With a `bank`, labels that belong to another bank of a 128K do not count.
        """
        if not self.start <= address < self.end:
            return None
        places = self._places[bank if bank in self._places else None]
        index = bisect_right(places, (address, "\U0010ffff")) - 1
        if index < 0:
            return None
        place, name = places[index]
        return Label(name, address - place)

    def source_line(self, address: int, bank: int | None = None) -> SourceLine | None:
        """The source line that the instruction at `address` came from, where that is known."""
        return self.lines.get((bank or 0) << 16 | address) or self.lines.get(address)

    def describe(self, address: int, bank: int | None = None) -> str:
        """Return an address as its label, or as a number in hexadecimal.

        >>> SymbolTable({"entry": 62976}, 62976, 62980).describe(62977), SymbolTable({}, 0, 0).describe(1366)
        ('entry+1', '#0556')
        """
        label = self.nearest(address, bank)
        return str(label) if label is not None else f"#{address:04X}"


def source_text(path: str) -> list[str]:
    """Return the lines of a source file; none if it cannot be read (it may be on another machine)."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _ends_with(path: str, name: str) -> bool:
    """Return True if a path ends in these parts, whole ones."""
    path, name = path.replace("\\", "/"), name.replace("\\", "/")
    return path == name or path.endswith(f"/{name}")


_LABELS = """
0000 START       0008 ERROR-1     0010 PRINT-A-1   0018 GET-CHAR    0020 NEXT-CHAR   0028 FP-CALC     0030 BC-SPACES
0038 MASK-INT    0048 KEY-INT     0066 RESET       028E KEY-SCAN    02BF KEYBOARD    0333 K-DECODE    03B5 BEEPER
03F8 BEEP        04C2 SA-BYTES    053F SA/LD-RET   0556 LD-BYTES    05E3 LD-EDGE-2   05E7 LD-EDGE-1   0605 SAVE-ETC
09F4 PRINT-OUT   0C0A PO-MSG      0D6B CLS         0DAF CL-ALL      0DD9 CL-SET      0EAC COPY        0F2C EDITOR
0F38 ED-LOOP     10A8 KEY-INPUT   11B7 NEW         11CB START/NEW   12A2 MAIN-EXEC   1303 MAIN-4      1601 CHAN-OPEN
1655 MAKE-ROOM   196E LINE-ADDR   1A1B OUT-NUM-1   1B17 LINE-SCAN   1B28 STMT-LOOP   1E67 GO-TO       1EED GO-SUB
1F23 RETURN      1F3A PAUSE       1F54 BREAK-KEY   1FCD PRINT       2089 INPUT       2294 BORDER      22AA PIXEL-ADD
22DC PLOT        22E5 PLOT-SUB    2320 CIRCLE      2382 DRAW        24FB SCANNING    2D28 STACK-A     2D2B STACK-BC
2DA2 FP-TO-BC    2DE3 PRINT-FP    300F SUBTRACT    3014 ADDITION    30CA MULTIPLY    31AF DIVISION    335B CALCULATE
"""


_WORDS = _LABELS.split()
ROM_LABELS: Mapping[str, int] = MappingProxyType(
    {name: int(address, 16) for address, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}
)
"""Label → address.

>>> hex(ROM_LABELS["KEY-SCAN"])
'0x28e'
"""
