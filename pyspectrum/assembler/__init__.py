"""Z80 sources made into code, and the names in it."""

from pyspectrum.assembler.assembler import Assembly, assemble, assemble_with_pasmo

__all__ = ["Assembly", "assemble", "assemble_with_pasmo"]
