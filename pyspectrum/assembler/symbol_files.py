"""The symbol files of pyz80, pasmo, sjasmplus and z88dk → `SymbolTable`.

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

Sources of the formats: the manuals of these programs; for SLD the chapter "Source Level Debugging" of that of
sjasmplus, for z88dk the page on its assembler's symbol and map files.
"""

from __future__ import annotations

import math
import pickletools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from pyspectrum.assembler.symbols import Remark, SourceLine, SymbolTable
from pyspectrum.errors import SymbolError

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
    """The symbols in a file; its contents say what kind of file it is.

    Args:
        path: the file.
        start: where the code begins; as a rule the lowest label in RAM.
        end: the address after the code; as a rule the end of memory.

    Raises:
        SymbolError: the file cannot be read, or is none of the known kinds.
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
    """The symbols in the bytes of a symbol file; see `load_symbols`.

    >>> table = parse_symbols(b"start EQU 08000H\\nlives EQU 00003H\\n")
    >>> table["lives"], table.name_at(0x8000)
    (3, 'start')
    """
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
    """pyz80's pickle of a dictionary of names and numbers.

    It is taken apart, not loaded: loading a pickle may run any code and take any amount of memory.
    """
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
    for record in _records(text):
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


def _records(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        fields = line.split("|", _SLD_FIELDS - 1)
        if len(fields) == _SLD_FIELDS and _SLD_NUMBERS.fullmatch("|".join((fields[1], fields[4], fields[5]))):
            yield fields


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
    """A number as assemblers write it: ``0x8000 $8000 #8000 8000h %101 32768``."""
    lower = text.lower()
    if lower.startswith("0x"):
        return int(lower, 16)
    if lower[0] in "$#":
        return int(lower[1:], 16)
    if lower[0] == "%":
        return int(lower[1:], 2)
    return int(lower[:-1], 16) if lower.endswith("h") else int(lower)


_READERS: tuple[Callable[[str], _Found | None], ...] = (_read_sld, _read_z88dk, _read_pyz80_map, _read_equ)
