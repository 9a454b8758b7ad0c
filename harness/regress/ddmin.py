"""Delta debugging: a list made as short as it can be while something still holds of it.

Source: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
Engineering 28 (2002), the algorithm ddmin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimise(items: Sequence[T], holds: Callable[[list[T]], bool], least: int = 0) -> list[T]:
    """A part of `items`, in their order, of which `holds` is true and from which no single one can be left out.

    Args:
        holds: taken to be true of all `items` together.
        least: items that must stay at the least.

    >>> minimise(range(100), lambda part: {13, 77} <= set(part))
    [13, 77]
    """
    kept = list(items)
    pieces = 2
    while len(kept) > least:
        size = max(1, len(kept) // pieces)
        starts = range(0, len(kept), size)
        shorter = next((rest for start in starts if _fits(rest := _without(kept, start, size), least, holds)), None)
        if shorter is not None:
            kept, pieces = shorter, max(2, pieces - 1)
        elif size == 1:
            break
        else:
            pieces = min(len(kept), 2 * pieces)
    return kept


def _without(items: list[T], start: int, size: int) -> list[T]:
    return items[:start] + items[start + size :]


def _fits(items: list[T], least: int, holds: Callable[[list[T]], bool]) -> bool:
    return len(items) >= least and holds(items)
