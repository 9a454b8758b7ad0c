"""Executed instructions, page by page; cheap, since the simulator fills the set by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from pyspectrum.core.bus import Bus

Tracks = tuple[frozenset[int], frozenset[int]]


class Footprint:
    """The places that were executed since it was set as a core's `footprint`.

    A place is a page and an address, ``page << 16 | address``. `addresses` are those of the pages that are in now, not
    yet sorted; what switches pages calls `leave` before.

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
        """These were executed, too."""
        self._places |= places

    def mark(self) -> Tracks:
        """Return the present state, for `go_back`."""
        return frozenset(self.addresses), frozenset(self._places)

    def go_back(self, mark: Tracks) -> None:
        """Forget what was executed since the mark was made."""
        self.addresses.clear()
        self.addresses.update(mark[0])
        self._places = set(mark[1])


class Trackable(Protocol):
    """The part of `core.Core` that a footprint needs."""

    footprint: Footprint | None
    ports: Bus

    def page_at(self, address: int) -> int: ...


def track(core: Trackable) -> Footprint:
    """From now on keep the places that a machine executes."""
    footprint = core.footprint = Footprint(core.page_at)
    core.ports.before_paging = footprint.leave
    return footprint


@contextmanager
def tracking(core: Trackable, take: Callable[[frozenset[int]], object]) -> Iterator[None]:
    """While the block lasts, keep the places that are executed; give them to `take` at its end."""
    outer, before_paging = core.footprint, core.ports.before_paging
    footprint = track(core)
    try:
        yield
    finally:
        places = footprint.settle()
        core.footprint, core.ports.before_paging = outer, before_paging
        if outer is not None:
            outer.add(places)
        take(places)
