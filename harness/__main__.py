"""``python -m harness``, and the script ``crossword``: signals as other tools have them, around `harness.cli.main`."""

from __future__ import annotations

import signal
import sys


def run() -> int:
    """Run the command line of this process; returns the exit code.

    Ctrl-C while modules are loaded, which takes some tenths of a second, ends the process as it ends any other, without
    a traceback; so does output that nobody reads any more (``| head``).
    """
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # ignored in the background of a shell
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from harness.cli import main

    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return main()
    finally:
        if hears_ctrl_c:  # nothing is left to be tidied up
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(run())
