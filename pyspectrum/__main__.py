"""The command line: ``python -m pyspectrum``, and the script ``spectrum``."""

from __future__ import annotations

import signal
import sys

_EXIT_BAD_INPUT = 2


def main() -> int:
    """Run the command line of this process; return the exit code. See `pyspectrum.arguments.with_signals`."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from pyspectrum.arguments import find_collision, with_signals

    if collision := find_collision():  # before more of the package is imported, which might be another package's
        print(f"spectrum: {collision}", file=sys.stderr)
        return _EXIT_BAD_INPUT
    from pyspectrum.commands import SPECTRUM

    return with_signals(SPECTRUM.main)


if __name__ == "__main__":
    sys.exit(main())
