"""The old name of `pyspectrum.coverage.profile`; it goes with the next release."""

import warnings

from pyspectrum.coverage.profile import *  # noqa: F403

warnings.warn("pyspectrum.profile is pyspectrum.coverage.profile now", DeprecationWarning, stacklevel=2)
