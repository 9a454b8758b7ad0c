"""A ZX Spectrum 48K to run programs in and to look into: the machine, and nothing of any one program.

Start with `pyspectrum.machine.Spectrum`.
"""
