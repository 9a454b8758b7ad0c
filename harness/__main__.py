"""``python -m harness``, and the script ``crossword``: signals as other tools have them, around `harness.cli.main`."""

from __future__ import annotations

import os
import signal
import sys

_EXIT_BAD_INPUT = 2


def run() -> int:
    """Run the command line of this process; returns the exit code.

    Ctrl-C while modules are loaded, which takes some tenths of a second, ends the process as it ends any other, without
    a traceback; so does output into a closed pipe (``| head``).
    """
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # ignored in the background of a shell
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if foreign := find_foreign_package():
        print(f"crossword: {foreign}", file=sys.stderr)
        return _EXIT_BAD_INPUT
    from harness.cli import main

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
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


def find_foreign_package() -> str | None:
    """Say in one line that another package has overwritten this one or the machine's, and how to fix it.

    PyPI's `harness` has a package `harness.cli`, which hides ours; PyPI's `pyspectrum` overwrites `pyspectrum`.
    """
    package = sys.modules["harness"]
    folder = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120 -- pathlib loads slowly
    repair = "pip uninstall -y harness, then pip install --force-reinstall --no-deps spectrum-crosswords"
    if not (package.__doc__ or "").startswith("Japanese crosswords") or "cli" in os.listdir(folder):  # noqa: PTH208
        return f"PyPI's 'harness' has overwritten spectrum-crosswords in {folder}; fix it: {repair}"
    try:
        from pyspectrum.arguments import find_collision
    except ImportError:
        return "the package pyspectrum is not that of pytest-spectrum; fix it: pip uninstall -y pyspectrum"
    return find_collision()


if __name__ == "__main__":
    sys.exit(run())
