"""The old name of `pyspectrum.basic.variables`; it goes with the next release."""

import warnings

from pyspectrum.basic.variables import *  # noqa: F403

warnings.warn("pyspectrum.variables is pyspectrum.basic.variables now", DeprecationWarning, stacklevel=2)
