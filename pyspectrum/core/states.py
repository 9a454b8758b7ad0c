"""Moments of a core, to come back to; and the places that it has executed, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from skoolkit.simutils import HALT, IFF, IM, MEMPTR, SP, T

from pyspectrum.core.bus import BusMark, BusState
from pyspectrum.core.paging import ROM_0

__all__ = ["CLOCK", "HALT", "IFF", "IM", "MEMPTR", "SP", "Checkpoint", "CoreState", "Footprint", "Tracks"]

CLOCK = T
"""The clock's place in `CoreState.registers`, as `IM`, `IFF`, `HALT`, `MEMPTR` and `SP` are those of theirs."""
Tracks = tuple[frozenset[int], frozenset[int]]


class Footprint:
    """The places executed since it was set as a core's `footprint`, each ``page << 16 | address``.

    The simulator fills `addresses`, those of the pages that are in now. Before other pages come in, `leave` is called.

    >>> footprint = Footprint(lambda address: 5)
    >>> footprint.addresses.update({0x4000, 0x4003})
    >>> [hex(place) for place in sorted(footprint.settle())]
    ['0x54000', '0x54003']
    """

    def __init__(self, page_at: Callable[[int], int]) -> None:
        self._page_at = page_at
        self._places: set[int] = set()
        self.addresses: set[int] = set()
        self._counted: int | None = None

    def leave(self, address: int | None) -> None:
        """Other pages are about to be switched in, by the instruction at `address` if that is not None."""
        if address is not None:
            self.addresses.add(address)
        self.settle()
        self._counted = address  # the simulator will add it once more, when the instruction is done

    def settle(self) -> frozenset[int]:
        """Sort the addresses into pages; returns all places so far."""
        if self._counted is not None:
            self.addresses.discard(self._counted)
            self._counted = None
        pages = [self._page_at(slot << 14) << 16 for slot in range(4)]
        self._places.update(pages[address >> 14] | address for address in self.addresses)
        self.addresses.clear()
        return frozenset(self._places)

    def add(self, places: frozenset[int]) -> None:
        self._places |= places

    def mark(self) -> Tracks:
        return frozenset(self.addresses), frozenset(self._places)

    def go_back(self, mark: Tracks) -> None:
        """Forget what was executed since the mark was made."""
        self.addresses.clear()
        self.addresses.update(mark[0])
        self._places = set(mark[1])


@dataclass(frozen=True)
class CoreState:
    """A moment of the machine: its pages (one of 65,536 bytes for a 48K), registers with the clock, ports."""

    pages: tuple[bytes, ...]
    registers: tuple[int, ...]
    ports: BusState

    @property
    def memory(self) -> bytes:
        """The 65,536 bytes that the Z80 saw."""
        if len(self.pages) == 1:
            return self.pages[0]
        paging = self.ports.o7ffd
        return b"".join(self.pages[page] for page in (ROM_0 + (paging >> 4 & 1), 5, 2, paging & 7))


@dataclass(frozen=True)
class Checkpoint:
    """State that `Core.go_back` needs."""

    ram: tuple[bytes, ...]
    registers: Any
    paging: int
    ports: BusMark
    tracks: Tracks | None = None
