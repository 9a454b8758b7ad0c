"""What of a program ran, and how long each part took."""

from pyspectrum.coverage.coverage import (
    Code,
    Coverage,
)

__all__ = [
    "Code",
    "Coverage",
]
