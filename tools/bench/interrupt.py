"""Ctrl-C while measuring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def keep_what_is_measured(measurements: Iterable[T], kept: list[T]) -> bool:
    """Gather measurements until there are no more, or Ctrl-C; whether it was Ctrl-C.

    The measurement under way is lost, for its time is not up; those before it are kept.

    Raises:
        KeyboardInterrupt: there are none before it; the exception says so.

    >>> kept = []
    >>> keep_what_is_measured([1, 2], kept), kept
    (False, [1, 2])
    """
    try:
        for measurement in measurements:
            kept.append(measurement)
    except KeyboardInterrupt:
        if not kept:
            raise KeyboardInterrupt("nothing was measured") from None
        return True
    return False
