"""Names for addresses: symbols of an assembler or compiler, and labels of the ROM with 48 BASIC.

`Assembly.symbol_table` has the symbols from the assembler directly. The ROM's labels count on a 128 while that ROM is
in. `load_symbols` reads these files:

=============  =============================================  ======================================================
written by     with                                           gives
=============  =============================================  ======================================================
pyz80          ``--exportfile`` (a pickle of names, numbers)  values
pyz80          ``--mapfile`` (``8000=start``)                 labels only
pasmo          third argument (``start EQU 08000H``)          values
sjasmplus      ``--sym`` (``start: EQU 0x00008000``)          values
sjasmplus      ``--sld`` (fields between bars)                labels and constants, source lines, pages
z88dk          ``-m`` (``start = $8000 ; addr, public, …``)   labels and constants, the labels' source lines, sections
=============  =============================================  ======================================================

If a file does not tell labels from constants, every value from 16384 to 65535 counts as a label; give `start` and `end`
of the code to draw the line.

Sources: Ian Logan and Frank O'Hara, "The Complete Spectrum ROM Disassembly"; the manuals of these programs; for SLD the
chapter "Source Level Debugging" of that of sjasmplus, for z88dk the page on its assembler's symbol and map files.
"""

from __future__ import annotations

import difflib
import math
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping
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
    """A line of a source file; lines count from 1."""

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

    >>> table = SymbolTable({"entry": 62976, "walk": 62990, "cell_count": 62}, 62976, 63100)
    >>> table["walk"]
    62990
    >>> str(table.nearest(62993)), table.nearest(100)
    ('walk+3', None)
    """

    symbols: Mapping[str, int]
    start: int
    end: int
    labels: Collection[str] | None = None  # those that are addresses; None if the source does not tell
    lines: Mapping[int, SourceLine] = field(default_factory=dict, repr=False)
    """Of each instruction, by its address, or in a bank that is switched in at 49152 by bank × 65536 + address."""
    banks: Mapping[str, int] = field(default_factory=dict, repr=False)  # of labels in switched memory: the bank 0–7
    remarks: tuple[Remark, ...] = field(default=(), repr=False)
    """The comments for debuggers, ASSERTION and WPMEM, which sjasmplus writes into SLD."""
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
        """Return the value of a symbol; SymbolError, which is a `KeyError` as well, for a name that is none."""
        try:
            return self.symbols[name]
        except KeyError:
            near = difflib.get_close_matches(name, self.symbols, n=1) or [n for n in self.symbols if n == f"_{name}"]
            hint = f"did you mean {near[0]!r}?" if near else f"the table has {len(self.symbols)} other names"
            raise SymbolError(f"no symbol {name!r}; {hint}") from None

    def __contains__(self, name: object) -> bool:
        return name in self.symbols

    def address_of_line(self, place: str) -> int:
        """Return the address of the first instruction at or after a line, named ``"snake.asm:27"``, or SymbolError.

        >>> lines = {32768: SourceLine("src/a.asm", 3), 32770: SourceLine("src/a.asm", 5)}
        >>> SymbolTable({}, 32768, 32772, lines=lines).address_of_line("a.asm:4")
        32770
        """
        name, _, number = place.rpartition(":")
        if not number.isdecimal():
            raise SymbolError(f"{place!r} is not a line; write it as file.asm:27")
        paths = {line.path for line in self.lines.values()}
        end = "/" + name.replace("\\", "/")
        ours = {path for path in paths if ("/" + path.replace("\\", "/")).endswith(end)}
        if not ours:
            files = ", ".join(sorted(paths)) or "none: load symbols with lines"
            raise SymbolError(f"no source file {name!r}; known are {files}")
        found = [(line.line, key) for key, line in self.lines.items() if line.path in ours and line.line >= int(number)]
        if not found:
            raise SymbolError(f"{place}: there is no instruction from that line on")
        return min(found)[1] & 0xFFFF

    def name_at(self, address: int, bank: int | None = None) -> str | None:
        """Return the label that stands exactly at `address`."""
        label = self.nearest(address, bank)
        return label.name if label is not None and label.offset == 0 else None

    def nearest(self, address: int, bank: int | None = None) -> Label | None:
        """Return the last label at or before `address`; None outside the code or before its first label.

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
        """Return the source line that the instruction at `address` came from, if known."""
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
"""Label → address."""


# -- symbol files ----------------------------------------------------------------------------------

_FIRST_RAM, _MEMORY_END = 0x4000, 0x10000
_SWITCHED = 0xC000  # a 128K's bank shows here; the banks 5 and 2 below always
_EQU = re.compile(
    r"^\s*(?P<name>[^\s:;]+):?\s+(?:EQU|equ|=)\s*"
    r"(?P<value>0[xX][0-9A-Fa-f]{1,8}|[$#][0-9A-Fa-f]{1,8}|%[01]{1,32}|[0-9][0-9A-Fa-f]{0,8}[hH]|[0-9]{1,10})\s*(?:;.*)?$"
)
_PYZ80_MAP = re.compile(r"^(?P<value>[0-9A-F]{4})=(?P<name>\S+)$")
_Z88DK = re.compile(r"^(?P<name>\S+)\s*=\s*\$(?P<value>[0-9A-Fa-f]{1,8})\s*;\s*(?P<facts>(?:addr|const|comput)\b.*)$")
_SECTION_BANK = re.compile(r"\bBANK_?0*([0-7])\b", re.IGNORECASE)
_DATA_SECTION = re.compile(r"(?:ro)?data|bss", re.IGNORECASE)
_BEFORE_LINE = re.compile(r"^(?P<path>[^:]+(?::[\\/][^:]+)?)(?:::.*)?:(?P<line>\d{1,9})$")
_SLD_FIELDS = 8
_PAGES = re.compile(r"pages\.count:\s*(\d+)")
_SLD_NUMBERS = re.compile(r"\d{1,9}(?::\d{1,9}){0,2}\|-?\d{1,9}\|-?\d{1,10}")
_PICKLED_VALUES = frozenset({
    "UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "FLOAT",
    "BINFLOAT",
})  # fmt: skip
_PICKLED_FRAME = frozenset({
    "PROTO", "FRAME", "MARK", "DICT", "EMPTY_DICT", "PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE", "SETITEM", "SETITEMS",
    "STOP",
})  # fmt: skip
_NOT_PLACES = frozenset({"+equ", "+struct_def", "+module", "+endmod"})


@dataclass
class _Found:
    """Contents of a symbol file, while it is read."""

    symbols: dict[str, int] = field(default_factory=dict)
    labels: set[str] | None = None
    lines: dict[int, SourceLine] = field(default_factory=dict)
    banks: dict[str, int] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def add(self, name: str, value: int, *, is_label: bool, bank: int | None = None) -> None:
        self.symbols[name] = value
        if self.labels is not None and is_label:
            self.labels.add(name)
        if bank is not None:
            self.banks[name] = bank


def load_symbols(path: Path | str, *, start: int | None = None, end: int | None = None) -> SymbolTable:
    """Read the symbols in a file, whose contents say what kind of file it is.

    SymbolError if it is none of the known kinds, or cannot be read. The code goes from `start`, as a rule the lowest
    label in RAM, to before `end`, as a rule the end of memory.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SymbolError(f"{path}: cannot read the symbols: {error.strerror}; name another file") from None
    return parse_symbols(data, str(path), start=start, end=end)


def parse_symbols(
    data: bytes, name: str = "<symbols>", *, start: int | None = None, end: int | None = None
) -> SymbolTable:
    """Parse the bytes of a symbol file; see `load_symbols`."""
    found = _read_pickle(data) if data[:1] in (b"(", b"}", b"\x80") else None
    if found is None:
        text = data.decode("utf-8", errors="replace")
        found = next(filter(None, (read(text) for read in _READERS)), None)
    if found is None:
        raise SymbolError(
            f"{name}: not a symbol file of pyz80, pasmo, sjasmplus or z88dk; make one with "
            "--exportfile, a third argument, --sld or -m"
        )
    places = [found.symbols[label] for label in (found.symbols if found.labels is None else found.labels)]
    in_ram = [place for place in (*places, *(key & 0xFFFF for key in found.lines)) if _FIRST_RAM <= place < _MEMORY_END]
    return SymbolTable(
        MappingProxyType(found.symbols),
        min(in_ram, default=_FIRST_RAM) if start is None else start,
        _MEMORY_END if end is None else end,
        None if found.labels is None else frozenset(found.labels),
        MappingProxyType(dict(sorted(found.lines.items()))),
        MappingProxyType(found.banks),
        remarks=tuple(found.remarks),
    )


def _read_pickle(data: bytes) -> _Found | None:
    """Parse pyz80's pickle of a dictionary of names and numbers.

    It is taken apart, not loaded: loading a pickle may run any code and take any amount of memory.
    """
    import pickletools  # most symbol files are texts

    values: list[object] = []
    try:
        for opcode, argument, _ in pickletools.genops(data):
            if opcode.name in _PICKLED_VALUES:
                values.append(argument)
            elif opcode.name not in _PICKLED_FRAME:
                return None
    except (ValueError, OverflowError):  # cut short, or no pickle at all
        return None
    names, numbers = values[::2], values[1::2]
    if len(names) != len(numbers):
        return None
    symbols = {
        name: int(number)
        for name, number in zip(names, numbers, strict=True)
        if isinstance(name, str) and isinstance(number, int | float) and math.isfinite(number)
    }
    return _Found(symbols) if len(symbols) == len(names) else None


def _read_sld(text: str) -> _Found | None:
    """sjasmplus: source|line|definition|line|page|value|type|data, type L a label, D a definition, T an instruction."""
    if not text.startswith("|SLD.data.version|"):
        return None
    found = _Found(labels=set())
    paged = False
    for record in (line.split("|", _SLD_FIELDS - 1) for line in text.splitlines()):
        if len(record) < _SLD_FIELDS or not _SLD_NUMBERS.fullmatch("|".join((record[1], record[4], record[5]))):
            continue
        source, line, _, _, page, value, kind, data = record
        address = int(value)
        bank = int(page) if paged and address >= _SWITCHED else None
        if kind == "Z":
            count = _PAGES.search(data)
            paged = "pages.size:16384" in data.replace(" ", "") and count is not None and int(count[1]) > 4
        elif kind == "T":
            found.lines[(bank or 0) << 16 | address] = SourceLine(source, int(line.partition(":")[0]))
        elif kind == "K":  # a comment that SLDOPT COMMENT names
            text = data.strip().lstrip(";").strip()
            found.remarks.append(Remark(address, bank, SourceLine(source, int(line.partition(":")[0])), text))
        elif kind == "L":
            parts = [part.strip() for part in data.split(",")]
            traits = {part for part in parts if part.startswith("+")}
            name = ".".join(part for part in parts[:3] if part and part not in traits)
            if name:
                is_place = not traits & _NOT_PLACES
                found.add(name, address, is_label=is_place, bank=bank if is_place else None)
        elif kind in ("F", "D") and data and data not in found.symbols:
            found.add(data, address, is_label=kind == "F", bank=bank if kind == "F" else None)
    return found


def _read_z88dk(text: str) -> _Found | None:
    """z88dk: ``name = $value ; kind, scope, def, module, section, file:line``; kind addr, const or comput(ed)."""
    found = _Found(labels=set())
    scopes: dict[str, str] = {}
    for line in text.splitlines():
        match = _Z88DK.match(line)
        if match is None:
            continue
        facts = [fact.strip() for fact in match["facts"].split(",", 5)] + [""] * 5
        name, value = match["name"], int(match["value"], 16)
        if scopes.get(name) == "public" or (name in scopes and facts[1] != "public"):
            continue  # local names may repeat from module to module; the public one counts, or the first
        scopes[name] = facts[1]
        section_bank = _SECTION_BANK.search(facts[4])
        address, high = value & 0xFFFF, value >> 16
        bank = int(section_bank[1]) if section_bank else high if 0 < high < 8 else None
        is_label = facts[0] != "const"
        found.add(name, address if is_label else value, is_label=is_label, bank=bank if is_label else None)
        place = _BEFORE_LINE.match(facts[5])
        if is_label and place and not _DATA_SECTION.match(facts[4]):
            found.lines.setdefault(address, SourceLine(place["path"], int(place["line"])))
    return found if found.symbols else None


def _read_pyz80_map(text: str) -> _Found | None:
    lines = text.split()
    matches = [match for match in map(_PYZ80_MAP.match, lines) if match]
    if not matches or len(matches) != len(lines):
        return None
    symbols = {match["name"]: int(match["value"], 16) for match in matches}
    return _Found(symbols, labels=set(symbols))


def _read_equ(text: str) -> _Found | None:
    """pasmo, ``sjasmplus --sym``, and anything that writes one ``name EQU number`` a line."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(";")]
    matches = [match for match in map(_EQU.match, lines) if match]
    if not matches or len(matches) != len(lines):
        return None
    return _Found({match["name"]: _number(match["value"]) for match in matches})


def _number(text: str) -> int:
    """Parse a number as assemblers write it: ``0x8000 $8000 #8000 8000h %101 32768``."""
    lower = text.lower()
    for prefix, base in (("0x", 16), ("$", 16), ("#", 16), ("%", 2)):
        if lower.startswith(prefix):
            return int(lower.removeprefix(prefix), base)
    return int(lower[:-1], 16) if lower.endswith("h") else int(lower)


_READERS: tuple[Callable[[str], _Found | None], ...] = (_read_sld, _read_z88dk, _read_pyz80_map, _read_equ)
