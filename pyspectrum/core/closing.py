"""Base class for what stays active until `close` or the end of a ``with`` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Something in force until `close`, or for a ``with`` block."""

    @abstractmethod
    def close(self) -> None:
        """End it; nothing happens when that has been done already."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
