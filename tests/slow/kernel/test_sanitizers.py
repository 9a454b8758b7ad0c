"""The kernel's tests on a build with the C compiler's sanitizers: `make sanitize`."""

import shlex
import shutil
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

from tests.house import ROOT

COMPILER = shlex.split(environ.get("CC", "cc"))


def has_sanitizers() -> bool:
    """Return True if the compiler has a library for addresses; without one it prints the bare name."""
    if sys.platform != "linux" or shutil.which(COMPILER[0]) is None:
        return False
    asked = subprocess.run([*COMPILER, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    return Path(asked.stdout.strip()).is_file()


@pytest.mark.skipif(not has_sanitizers(), reason="the C compiler has no sanitizers here")
def test_the_kernel_s_tests_pass_under_the_sanitizers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.sanitize"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-8000:]
    assert " passed" in done.stdout
    assert "no compiled kernel" not in done.stdout
