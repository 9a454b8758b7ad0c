"""Breakpoints: the addresses at which a machine is to stop, in a page or in any.

A *trap* is a breakpoint at an OUT instruction in ROM, which no program can change. It costs nothing,
since the port's device is called there anyway and can stop the simulator before it has done anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Breakpoint = int | tuple[int, int]
"""An address, or a page and an address, which counts only while that page is there (see `paging`)."""
Asked = Callable[[int], int]
Addresses = set[int]


class TrapReachedError(Exception):
    """Raised through the simulator at a trap; never leaves `core.finder`."""


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
