"""The old name of `pyspectrum.assembler.symbols`; it goes with the next release."""

import warnings

from pyspectrum.assembler.symbols import *  # noqa: F403

warnings.warn("pyspectrum.symbols is pyspectrum.assembler.symbols now", DeprecationWarning, stacklevel=2)
