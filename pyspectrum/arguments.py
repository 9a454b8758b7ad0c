"""The beginning of both packages' command lines: whose files these are, and arguments that many commands take."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence

_PACKAGE = __name__.partition(".")[0]
_REPAIR = f"pip uninstall -y {_PACKAGE}, then pip install --force-reinstall --no-deps pytest-spectrum"


def find_collision() -> str | None:
    """Say in one line which foreign package lies in this one's place, and how to fix it; None if there is none.

    PyPI's ``pyspectrum`` is a colour library, and overwrites files of this one.
    """
    package = sys.modules[_PACKAGE]
    if "Spectrum" not in getattr(package, "__all__", ()):
        return f"PyPI's colour library {_PACKAGE!r} has overwritten pytest-spectrum; fix it: {_REPAIR}"
    folder = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 -- asked by every command; pathlib loads slowly
    names = os.listdir(folder)  # noqa: PTH208
    if any(name.startswith(f"{_PACKAGE}-") and name.endswith(".dist-info") for name in names):
        return f"PyPI's colour library {_PACKAGE!r} and pytest-spectrum lie in one folder, {folder}; fix it: {_REPAIR}"
    return None


def is_broken_pipe(error: OSError) -> bool:
    """Return True if the reader of our output has gone, which Windows calls an invalid argument."""
    return isinstance(error, BrokenPipeError) or (
        sys.platform == "win32" and (error.errno, error.filename) == (errno.EINVAL, None)
    )


def read_seconds(text: str, most: int) -> float:
    """Parse a time in seconds, from 0 to `most`.

    Raises:
        argparse.ArgumentTypeError: it is none.

    >>> read_seconds("1.5", 10)
    1.5
    """
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds, 0 to {most:,}")
    return value


def option_without_value(words: Sequence[str]) -> str | None:
    """Return the first option written as ``--name=--``; argparse takes that value for the end of the options.

    >>> option_without_value(["run", "--wait=--"]), option_without_value(["run", "--", "--wait=--"])
    ('--wait', None)
    """
    for word in words:
        if word == "--":
            return None
        if word.startswith("--") and word.endswith("=--"):
            return word.removesuffix("=--")
    return None
