"""The old name of `pyspectrum.screen.video`; it goes with the next release."""

import warnings

from pyspectrum.screen.video import *  # noqa: F403

warnings.warn("pyspectrum.video is pyspectrum.screen.video now", DeprecationWarning, stacklevel=2)
