"""Other packages of the same import name: PyPI's ``pyspectrum`` is a colour library, and overwrites files of this one.

>>> find_collision() is None
True
"""

from __future__ import annotations

import os
import sys

_PACKAGE = __name__.partition(".")[0]
_REPAIR = f"pip uninstall -y {_PACKAGE} && pip install --force-reinstall --no-deps pytest-spectrum"


def find_collision() -> str | None:
    """Say in one line which foreign package lies in this one's place, and how to fix it; None if there is none."""
    package = sys.modules[_PACKAGE]
    if "Spectrum" not in getattr(package, "__all__", ()):
        return f"PyPI's colour library {_PACKAGE!r} has overwritten pytest-spectrum; fix it: {_REPAIR}"
    folder = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 -- asked by every command; pathlib loads slowly
    names = os.listdir(folder)  # noqa: PTH208
    if any(name.startswith(f"{_PACKAGE}-") and name.endswith(".dist-info") for name in names):
        return f"PyPI's colour library {_PACKAGE!r} and pytest-spectrum lie in one folder, {folder}; fix it: {_REPAIR}"
    return None
