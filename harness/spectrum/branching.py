"""What to do where the Spectrum program says that line logic does not suffice."""

from __future__ import annotations

from enum import StrEnum


class OnBranch(StrEnum):
    """What to do at "Many variants!"."""

    STOP = "stop"
    BLACK = "black"
    WHITE = "white"
    ALL = "all"
