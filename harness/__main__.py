"""``python -m harness``, and the script ``crossword``: signals as other tools have them, around `harness.cli.main`."""

from __future__ import annotations

import os
import signal
import sys

_EXIT_BAD_INPUT = 2


def run() -> int:
    """Run the command line of this process; return the exit code."""
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # ignored in the background of a shell
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if foreign := find_foreign_package():
        print(f"crossword: {foreign}", file=sys.stderr)
        return _EXIT_BAD_INPUT
    from harness.cli import main
    from pyspectrum.arguments import with_signals

    return with_signals(main)


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
