"""The handle of something that stays active until `close` or the end of a ``with`` block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self


class Closing:
    """Something in force until `close`, or for a ``with`` block.

    `end` ends it, and does nothing when that has been done already.
    """

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end

    def close(self) -> None:
        """End it; nothing happens when that has been done already."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
