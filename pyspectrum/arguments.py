"""The beginning of both packages' command lines: whose files these are, and signals; and times, which many take."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable

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


def with_signals(main: Callable[[], int]) -> int:
    """Run the command line of this process, with signals as other tools have them; return the exit code.

    While modules are loaded, and after the command, Ctrl-C ends the process without a traceback; so does output into a
    closed pipe (``| head``). `main` sets Python's own handler once it has loaded what it needs.
    """
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # ignored in the background of a shell
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    try:
        return main()
    finally:
        if hears_ctrl_c:  # nothing is left to be tidied up
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        if hasattr(signal, "SIGPIPE"):  # all is out; Python may still tell a process that has died of its end
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _terminate(number: int, frame: object) -> None:
    """End at a request to terminate by an exception, so that files half written are tidied up."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the second one ends at once
    sys.exit(128 + number)


def read_seconds(text: str, most: int) -> float:
    """Parse a time in seconds, from 0 to `most`.

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
