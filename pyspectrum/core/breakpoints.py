"""Breakpoints: the addresses at which a machine is to stop, in a page or in any.

A *trap* is a breakpoint at an OUT instruction in ROM, which no program can change. It costs nothing,
since the port's device is called there anyway and can stop the simulator before it has done anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pyspectrum.core.paging import PAGE_SIZE, ROM_1

OUT_N_A, _ULA_PORT = 0xD3, 0xFE
Breakpoint = int | tuple[int, int]
"""An address, or a page and an address, which counts only while that page is there (see `paging`)."""
Asked = Callable[[int], int]
Addresses = set[int]


@dataclass
class Tally:
    """Count of PC's visits to a place."""

    place: Breakpoint
    count: int = 0


class TrapReachedError(Exception):
    """Raised through the simulator at a trap; never leaves `core`."""


class Stops:
    """Breakpoints by address, in the page that each counts in (None: in any)."""

    def __init__(self, breakpoints: Iterable[Breakpoint], page_at: Callable[[int], int]) -> None:
        self.addresses: dict[int, list[tuple[int | None, Breakpoint]]] = {}
        for point in breakpoints:
            page, address = (None, point) if isinstance(point, int) else point
            self.addresses.setdefault(address, []).append((page, point))
        self._page_at = page_at

    def at(self, address: int) -> Breakpoint | None:
        """The breakpoint, as it was given, at an address and in the page that is there now."""
        for page, point in self.addresses.get(address, ()):
            if page is None or page == self._page_at(address):
                return point
        return None


class TrapSorter:
    """Tells the traps that cost nothing from other places to stop at; `code_of` gives a page, or all of a 48K."""

    def __init__(self, page_at: Callable[[int], int], code_of: Callable[[int], Sequence[int]]) -> None:
        self._page_at, self._code_of = page_at, code_of
        self.sort = cache(self._sort)
        """Return the traps that cost nothing, and all other places."""
        self.join = cache(self._join)
        """Return the traps and one place more; None if there are traps that cost something."""

    def _sort(self, traps: tuple[Breakpoint, ...]) -> tuple[Stops | None, tuple[Breakpoint, ...]]:
        free = [point for point in traps if self._is_out_in_rom(point)]
        others = tuple(point for point in traps if point not in free)
        return Stops(free, self._page_at) if free else None, others

    def _join(self, traps: tuple[Breakpoint, ...], stop: int) -> Stops | None:
        return Stops((*traps, stop), self._page_at) if all(map(self._is_out_in_rom, traps)) else None

    def _is_out_in_rom(self, point: Breakpoint) -> bool:
        page, address = (ROM_1, point) if isinstance(point, int) else point
        code = self._code_of(page)
        is_whole_memory = len(code) > PAGE_SIZE
        if address >= PAGE_SIZE or (not is_whole_memory and isinstance(point, int)):
            return False
        return code[address] == OUT_N_A and code[address + 1] == _ULA_PORT
