"""Choices for puzzles that line logic alone does not solve on the Spectrum."""

from __future__ import annotations

from enum import StrEnum


class OnBranch(StrEnum):
    """Answers to "Many variants!"."""

    STOP = "stop"
    BLACK = "black"
    WHITE = "white"
    ALL = "all"
