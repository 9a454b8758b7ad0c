"""The trace of a test: what was done to the machine from outside, all else made from that afterwards, and a viewer."""

from pyspectrum.trace.journal import Journal

__all__ = ["Journal"]
