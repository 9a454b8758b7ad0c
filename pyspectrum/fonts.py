"""The old name of `pyspectrum.screen.fonts`; it goes with the next release."""

import warnings

from pyspectrum.screen.fonts import *  # noqa: F403

warnings.warn("pyspectrum.fonts is pyspectrum.screen.fonts now", DeprecationWarning, stacklevel=2)
