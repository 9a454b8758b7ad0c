"""Coverage of a program, and the time that each part took."""

from pyspectrum.coverage.counts import Code
from pyspectrum.coverage.coverage import Coverage

__all__ = ["Code", "Coverage"]
