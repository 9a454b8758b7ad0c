"""Names for addresses: what an assembler's symbol table says about a place in memory."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Label:
    """A place in the code: `offset` bytes past the label `name`."""

    name: str
    offset: int

    def __str__(self) -> str:
        return f"{self.name}+{self.offset}" if self.offset else self.name


@dataclass(frozen=True)
class SymbolTable:
    """The symbols of one piece of code, which lies from `start` up to but without `end`.

    Symbols whose value lies outside that range (constants, buffers, ROM entries) have a value but
    are never given as the label of an address.

    >>> table = SymbolTable({"entry": 62976, "walk": 62990, "cell_count": 62}, 62976, 63100)
    >>> table["walk"]
    62990
    >>> str(table.nearest(62993)), table.nearest(100)
    ('walk+3', None)
    """

    symbols: Mapping[str, int]
    start: int
    end: int
    _places: tuple[tuple[int, str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of two labels at one address the alphabetically last would win the search; sort them so that it is the first.
        by_address: dict[int, str] = {}
        for name, value in sorted(self.symbols.items(), reverse=True):
            if self.start <= value < self.end:
                by_address[value] = name
        object.__setattr__(self, "_places", tuple(sorted(by_address.items())))

    def __getitem__(self, name: str) -> int:
        """The value of a symbol. Raises `KeyError` when there is none of that name."""
        return self.symbols[name]

    def __contains__(self, name: object) -> bool:
        return name in self.symbols

    def name_at(self, address: int) -> str | None:
        """The label that stands exactly at `address`."""
        label = self.nearest(address)
        return label.name if label is not None and label.offset == 0 else None

    def nearest(self, address: int) -> Label | None:
        """The last label at or before `address`; None outside the code or before its first label."""
        if not self.start <= address < self.end:
            return None
        index = bisect_right(self._places, (address, "\U0010ffff")) - 1
        if index < 0:
            return None
        place, name = self._places[index]
        return Label(name, address - place)
