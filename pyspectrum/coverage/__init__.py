"""What of a program ran, and how long each part took."""

from pyspectrum.coverage.counts import Code
from pyspectrum.coverage.coverage import Coverage

__all__ = ["Code", "Coverage"]
