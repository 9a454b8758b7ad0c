"""Ctrl-C while `spectrum` loads its modules ends it as it ends any other program."""

import signal
import subprocess
import sys

import pytest

from tests.house import ROOT
from tests.marks import SIGNALS

EARLY = """
import builtins, os, signal, sys
signal.signal(signal.SIGINT, {handler})
real = builtins.__import__
def hit(name, *rest, **more):
    if name == "skoolkit.snapshot":
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest, **more)
builtins.__import__ = hit
sys.argv = ["spectrum", "info", "tapes/crossword.tap"]
from pyspectrum.__main__ import main
sys.exit(main())
"""


@SIGNALS
@pytest.mark.parametrize(("handler", "code"), [("signal.default_int_handler", -signal.SIGINT), ("signal.SIG_IGN", 0)])
def test_no_traceback_while_modules_load(handler: str, code: int) -> None:
    """A shell's job in the background ignores it, and goes on."""
    command = [sys.executable, "-c", EARLY.format(handler=handler)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (code, b"")
